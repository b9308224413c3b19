"""The parts that the meaning of a phrase is put together from: numbers, conditions, events, changes of types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lark import Token

from sbalogic.oracle.nouns import NotUnderstood, plain_filter, quality_of, selected
from sbalogic.oracle.reading import ITSELF, Ability, Filter, Term
from sbalogic.oracle.words import COLORS, LAND_TYPES, OTHER_SUBTYPES, number
from sbalogic.terms import quote

IT: Final = Filter((("it",),))
"""What the sentence before spoke of."""


class Clause(NamedTuple):
    """What a static ability says, without its conditions."""

    filter: Filter
    changes: tuple[Term, ...]
    abilities: tuple[Term, ...] = ()
    """Abilities of the object itself that are no continuous effects: `cant_be(sacrificed,F)`."""


class Nouns(NamedTuple):
    """Noun phrases, one after the other."""

    filters: tuple[Filter, ...]
    and_between: bool
    once: bool
    """Whether it says "one or more"."""

    def filter(self) -> Filter:
        """Return what any of the phrases selects."""
        return Filter(tuple(each for found in self.filters for each in found.alternatives))


class Event(NamedTuple):
    """What a triggered ability waits for."""

    word: str
    events: tuple[Term, ...]
    filter: Filter
    once: bool = False


def fixed_number(text: str) -> Ability:
    """Return the term of a number that is given in digits or as a word."""
    value = number(text.lstrip("-+")) if text.lstrip("-+") else None
    if value is None:
        raise NotUnderstood(text)
    return Ability("number", (str(-value if text.startswith("-") else value),))


def product_of(factor: int, value: Term) -> Ability:
    """Return a number, or X, so many times; raises `NotUnderstood` for what is no number."""
    if isinstance(value, Ability) and value.name == "number":
        return Ability("number", (str(factor * int(str(value.arguments[0]))),))
    if isinstance(value, Ability) and value.name == "times":
        return Ability("times", (str(factor * int(str(value.arguments[0]))), value.arguments[1]))
    if value == "X":
        return Ability("times", (str(factor), "X"))
    raise NotUnderstood(str(value))


def half(text: str) -> Term:
    """Return the term of one half of +X/-2."""
    return product_of(-1 if text.startswith("-") else 1, "X") if text.lstrip("+-") == "X" else fixed_number(text)


def halves(token: Token) -> tuple[Term, Term]:
    """Return the terms of both halves of +2/-X."""
    power, toughness = str(token).replace("−", "-").split("/")
    return half(power), half(toughness)


def as_list(counted: Any) -> list[Any]:
    """Return what was counted as a list."""
    return counted if isinstance(counted, list) else [counted]


def for_each(value: Term, many: Any) -> Term:
    """Return a number for each of what was counted."""
    if value == Ability("number", ("0",)):
        return value
    if not (isinstance(value, Ability) and value.name == "number"):
        raise NotUnderstood(str(value))
    return (
        product_of(int(str(value.arguments[0])), once_for_each(many))
        if not isinstance(many, list)
        else total_of([Ability("times", (value.arguments[0], each)) for each in many])
    )


def once_for_each(many: Any) -> Ability:
    """Return the number of what was counted."""
    if isinstance(many, list):
        return total_of([Ability("times", ("1", each)) for each in many])
    return Ability("times", ("1", many))


def total_of(terms: Sequence[Ability]) -> Ability:
    """Return the sum of numbers."""
    total = terms[0]
    for each in terms[1:]:
        total = Ability("plus", (total, each))
    return total


def sets_both(power: Term, toughness: Term) -> list[Term]:
    """Return the changes that set power and toughness."""
    return [Ability("sets_power", (power,)), Ability("sets_toughness", (toughness,))]


def defined(nouns: Nouns, values: Sequence[tuple[str, Term]]) -> Clause:
    """Return what "'s power is equal to" says: it defines its own (604.3), and sets that of others."""
    if nouns.filter() == ITSELF:
        return Clause(ITSELF, (), tuple(Ability(f"defines_{name}", (value,)) for name, value in values))
    return Clause(nouns.filter(), tuple(Ability(f"sets_{name}", (value,)) for name, value in values))


def colors_in(text: str) -> list[str]:
    """Return the colours that a text names."""
    return [each for each in text.lower().split() if each in COLORS]


ZONE: Final = re.compile(r"in\((\w+),(\w+)\)")


def cards_in_zone(zone: str, qualities: Sequence[str]) -> Ability:
    """Return the cards, of one quality at most, that are counted in a zone."""
    match = ZONE.fullmatch(zone)
    assert match is not None
    rest = [each for each in qualities if each not in (zone, "type(card)", "card")]
    if len(rest) > 1 or any(not each.startswith(("type(", "subtype(")) for each in rest):
        raise NotUnderstood(str(rest))
    return Ability("cards", (match[1], match[2], *rest))


def cards_condition(name: str, amount: int | None, described: Sequence[Any]) -> Term:
    """Return a condition on the number of cards that `described`, the words and the zone, says."""
    found = selected([], described[0], described[1:], plural=True)
    zone = next((each for each in found.alternatives[0] if each.startswith("in(")), None)
    if len(found.alternatives) != 1 or zone is None or amount is None:
        raise NotUnderstood("cards")
    where, whose, *quality = cards_in_zone(zone, found.alternatives[0]).arguments
    return Ability(name, (where, whose, str(amount), *quality))


def life_condition(text: str) -> Term:
    """Return what "you have 5 or less life" says."""
    match = re.search(r"(\w+) (?:life )?or (less|more|greater)", text.lower())
    amount = None if match is None else number(match[1])
    if match is None or amount is None:
        raise NotUnderstood(text)
    who = "opponent_" if text.lower().startswith("an opponent") else ""
    return f"{who}life_at_{'most' if match[2] == 'less' else 'least'}({amount})"


def counters_condition(text: str) -> Term:
    """Return what "there are three or more oil counters on it" says."""
    match = re.search(
        r"(?:is|are|has|have) (?:(an?|no|any|(?:at least )?(\w+)(?: or more)?) )?(?:(\S+) )?counters? on",
        text,
        re.IGNORECASE,
    )
    if match is None:
        raise NotUnderstood(text)
    kind = quote(match[3].lower()) if match[3] else "any"
    first = (match[1] or "").lower()
    if first == "no":
        return f"has_no_counters({kind})"
    if first in ("", "a", "an", "any", "one or more"):
        return f"has_counters({kind})"
    least = number(match[2])
    if least is None:
        raise NotUnderstood(text)
    return f"counters_at_least({kind},{least})"


def state_of_counters(condition: str) -> Term:
    """Return a condition on counters as what a state trigger waits for."""
    if condition.startswith("has_no_counters"):
        return condition.removeprefix("has_")
    if condition.startswith("has_counters("):
        return f"counters_at_least({condition[len('has_counters(') : -1]},1)"
    return condition


def hand_condition(text: str) -> Term:
    """Return what "you have no cards in hand" says."""
    match = re.match(r"you have (?:(no)|(\w+) or (more|fewer)|(exactly) \w+|at least (\w+)) cards", text.lower())
    if match is None or match[4]:
        raise NotUnderstood(text)
    if match[1]:
        return Ability("cards_at_most", ("hand", "you", "0"))
    amount = number(match[2] or match[5])
    return Ability("cards_at_most" if match[3] == "fewer" else "cards_at_least", ("hand", "you", str(amount)))


def controls_none(before: Sequence[str], words: Any, posts: Sequence[Any]) -> Ability:
    """Return what "you control no Swamps" says."""
    return Ability("controls_none", (plain_filter(selected(before, words, posts, plural=True)),))


def each_or_any(name: str, nouns: Nouns) -> list[Term]:
    """Return the conditions "you control a Swamp and a Forest", or the one "a Swamp or a Forest"."""
    if nouns.and_between:
        return [Ability(name, (plain_filter(each),)) for each in nouns.filters]
    return [Ability(name, (plain_filter(nouns.filter()),))]


def said_of(name: str, parts: Sequence[Any]) -> Term:
    """Return what a condition says of the affected object: "it's a Human", "enchanted creature is legendary"."""
    subject = parts[0].filter()
    rest = [each for each in parts[2:] if not (isinstance(each, Token) and each.type == "A")]
    words, posts = rest[0], rest[1:]
    of_itself = subject in (ITSELF, IT)
    if not of_itself and not all("attached" in each for each in subject.alternatives):
        raise NotUnderstood(str(subject))
    found = plain_filter(selected([], words, posts, plural=True))
    state = STATES.get(found.alternatives) if name == "is" and of_itself else None
    return about(subject, state or Ability(name, (found,)))


STATES: Final[dict[tuple[tuple[str, ...], ...], str]] = {
    (("tapped",),): "tapped",
    (("no(tapped)",),): "untapped",
    (("attacking",),): "attacking",
}


def about(subject: Filter, condition: Term) -> Ability:
    """Return a condition together with what it speaks of, which what it is a condition of has to match."""
    return Ability("of", (subject, condition))


WHO: Final = {
    "you": "you",
    "your team": "team",
    "you and your teammates": "team",
    "your opponents": "opponents",
    "players": "players",
    "each player": "players",
    "enchanted player": "enchanted_player",
    "that player": "you",
}
STEPS: Final = {
    "EXILE_ITSELF": "exile_itself",
    "SACRIFICE_ITSELF": "sacrifice_itself",
    "SHUFFLE_ALL": "shuffle",
    "STARTING_LIFE": "starting_life",
}
INSTEAD: Final = (
    ("regenerate", "regenerate"),
    ("exile", "exile"),
    ("shuffle", "shuffle_into_library"),
    ("owner's library", "put_into_library"),
    ("owner's hand", "put_into_hand"),
)
HAPPENINGS: Final[dict[str, tuple[str, Term]]] = {
    "DIES": ("dies", "dies"),
    "LEAVES": ("leaves_the_battlefield", "leaves"),
    "PUT_FROM_BATTLEFIELD": ("put_into_graveyard", "dies"),
    "PUT_FROM_ANYWHERE": ("put_into_graveyard", "put_anywhere"),
    "PUT_INTO_GRAVEYARD": ("put_into_graveyard", "dies"),
    "EXILED": ("exiled", "exiled"),
    "SACRIFICED": ("sacrificed", "sacrificed"),
    "TAPPED": ("tapped", "tapped"),
    "UNATTACHED": ("unattached", "unattached"),
}
OWNED: Final[dict[str, tuple[str, ...]]] = {"your": ("you_own",), "an opponent's": ("opponent_owns",)}
CONTROLLED: Final[dict[str, tuple[str, ...]]] = {
    "you": ("you_control",),
    "a player": (),
    "an opponent": ("opponent_controls",),
}
PLAYERS: Final = {"you": "you", "a player": "player", "an opponent": "opponent", "one or more opponents": "opponent"}
PLAYER_EVENTS: Final[dict[str, tuple[str, tuple[Term, ...]]]] = {
    "game": ("loses_the_game", ("loses_the_game",)),
    "life": ("life_gained", ("life_gained",)),
    "card": ("draws", ("draws",)),
    "dungeon": ("dungeon_completed", ("dungeon_completed",)),
}


WATCHED: Final = ("no_counters", "counters_at_least", "life_at_most")
"""What state triggers may wait for (603.8), besides permanents that are missing."""


def state_event(condition: Term) -> Event:
    """Return the event of a state trigger (603.8)."""
    if isinstance(condition, str) and not condition.startswith(WATCHED):
        raise NotUnderstood(condition)
    return Event("state", (Ability("state", (condition,)),), ITSELF)


# --- "is a 1/1 green Saproling creature in addition to its other types"


def changes_described(words: Sequence[Token], addition: str, *, still: bool, plural: bool) -> list[Term]:
    """Return the changes of types and colours (205.1, 305.7) that a description makes.

    `addition` are its words "in addition to ...", `still` whether it says that prior types stay.
    """
    qualities = [(each.type, quality_of(str(each), False, each.type, plural=plural)) for each in words]
    types = [quality[5:-1] for kind, quality in qualities if kind == "TYPE"]
    subtypes = [quality[8:-1] for kind, quality in qualities if kind == "SUBTYPE"]
    adds_types = "type" in addition or still
    adds_colors = "color" in addition
    artifact_creature = not adds_types and set(types) == {"artifact", "creature"}
    changes: list[Term] = []
    for each in types:
        changes.append(f"{'adds' if adds_types or artifact_creature else 'sets'}_type({each})")
    for each in subtypes:
        if adds_types or each in OTHER_SUBTYPES:
            changes.append(f"adds_subtype({each})")
        elif each in LAND_TYPES:
            changes.append(f"sets_land_type({each})")
        else:
            changes.append(f"sets_creature_type({each})")
    for kind, quality in qualities:
        if kind == "COLOR":
            changes.append(f"{'adds' if adds_colors else 'sets'}_{quality}")
        elif kind == "COLORLESS":
            changes.append("sets_colorless")
        elif kind == "ALL_COLORS":
            changes.extend(f"{'adds' if adds_colors else 'sets'}_color({color})" for color in COLORS)
        elif kind == "SUPERTYPE":
            changes.append(f"adds_{quality}")
        elif kind == "EVERY_CREATURE_TYPE":
            changes.append("every_creature_type")
        elif kind == "EVERY_LAND_TYPE":
            changes.append("adds_every_basic_land_type")
        elif kind == "TOKEN_WORD":
            raise NotUnderstood("token")
    return changes
