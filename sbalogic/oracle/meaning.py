"""From a parsed phrase of Oracle English to terms: the actions of the grammar `oracle.lark`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from lark import Token, Transformer

from sbalogic.oracle.keywords import SIMPLE, protections
from sbalogic.oracle.nouns import NotUnderstood, plain_filter, quality_of, selected
from sbalogic.oracle.reading import ITSELF, Ability, Filter, Loss, Term
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


def _times(factor: int, value: Term) -> Ability:
    if isinstance(value, Ability) and value.name == "number":
        return Ability("number", (str(factor * int(str(value.arguments[0]))),))
    if isinstance(value, Ability) and value.name == "times":
        return Ability("times", (str(factor * int(str(value.arguments[0]))), value.arguments[1]))
    if value == "X":
        return Ability("times", (str(factor), "X"))
    raise NotUnderstood(str(value))


def _half(text: str) -> Term:
    """Return the term of one half of +X/-2."""
    return _times(-1 if text.startswith("-") else 1, "X") if text.lstrip("+-") == "X" else fixed_number(text)


def _halves(token: Token) -> tuple[Term, Term]:
    power, toughness = str(token).replace("−", "-").split("/")
    return _half(power), _half(toughness)


class Meaning(Transformer[Token, Any]):
    """Turns what the parser recognizes into terms, bottom up."""

    # --- noun phrases

    def nouns(self, parts: Sequence[Any]) -> Nouns:
        """Join noun phrases."""
        filters = tuple(found for found, _ in parts[::2])
        separators = [str(each).strip(" ,").lower() for each in parts[1::2]]
        return Nouns(filters, bool(separators) and separators[-1] == "and", any(once for _, once in parts[::2]))

    def itself(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return ITSELF, False

    def it(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return IT, False

    def your_commander(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return Filter((("commander", "you_own"),)), False

    def attached(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        _, words, *posts = parts
        return selected(["attached"], words, posts, plural=False), False

    def selected(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        before: list[str] = []
        once = plural = False
        if parts and isinstance(parts[0], list) and parts[0] and isinstance(parts[0][0], Token):
            determiner = [str(each).lower() for each in parts[0]]
            parts = parts[1:]
            once = determiner[0] == "one or more"
            plural = once or determiner[0] in ("all", "other") or determiner[-1] in ("other", "of the")
            if determiner[-1] in ("other", "another"):
                before.append("another")
            singular = determiner[0] in ("a", "an", "another", "each", "every", "any", "the") and not plural
        else:
            singular = False
        words, *posts = parts
        return selected(before, words, posts, plural=plural or not singular), once

    def determiner(self, parts: Sequence[Token]) -> list[Token]:
        return list(parts)

    def words(self, parts: Sequence[Any]) -> list[Any]:
        """Collect the words of a phrase: qualities as (word, negated, kind), separators as tokens."""
        found: list[Any] = []
        for part in parts:
            if isinstance(part, list):
                found.extend(part)
            elif not (isinstance(part, Token) and part.type == "NUMBER_OR_A"):
                found.append(part)
        return found

    def word(self, parts: Sequence[Token]) -> tuple[str, bool, str]:
        return str(parts[-1]), len(parts) > 1, parts[-1].type

    def post(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def that_is(self, parts: Sequence[Any]) -> Any:
        return ("is", parts[-1])

    def that_is_not(self, parts: Sequence[Any]) -> Any:
        return ("is_not", parts[-1])

    # --- continuous effects

    def continuous(self, parts: Sequence[Any]) -> Clause:
        nouns, changes = parts
        abilities = tuple(
            Ability("cant_be", (each.arguments[0], nouns.filter()))
            for each in changes
            if isinstance(each, Ability) and each.name == "cant_be_done"
        )
        return Clause(
            nouns.filter(),
            tuple(each for each in changes if not (isinstance(each, Ability) and each.name == "cant_be_done")),
            abilities,
        )

    def predicates(self, parts: Sequence[Any]) -> list[Term]:
        changes = [change for each in parts[::2] for change in each]
        return [each for place, each in enumerate(changes) if each not in changes[:place]]

    def modify(self, parts: Sequence[Any]) -> list[Term]:
        power, toughness = _halves(parts[1])
        if len(parts) > 2:
            many = parts[-1]
            power, toughness = (_per(each, many) for each in (power, toughness))
        changes = [("adds_power", power), ("adds_toughness", toughness)]
        return [Ability(name, (value,)) for name, value in changes if value != Ability("number", ("0",))]

    def base_both(self, parts: Sequence[Any]) -> list[Term]:
        return _sets(*_halves(parts[-1]))

    def base_equal(self, parts: Sequence[Any]) -> list[Term]:
        return _sets(parts[-1], parts[-1])

    def base_power(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("sets_power", (fixed_number(str(parts[-1])),))]

    def base_toughness(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("sets_toughness", (fixed_number(str(parts[-1])),))]

    def has(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("grants", (each,)) for each in parts[1]]

    def lose_all(self, parts: Sequence[Any]) -> list[Term]:
        return ["loses_all_abilities"]

    def lose(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("loses", (each,)) for each in parts[1]]

    def cant_have(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("cant_have", (each,)) for each in parts[1]]

    def cant_be(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("cant_be_done", (str(parts[-1]).split()[0].lower(),))]

    def nothing(self, parts: Sequence[Any]) -> list[Term]:
        return []

    def is_not(self, parts: Sequence[Any]) -> list[Term]:
        changes: list[Term] = []
        for word in parts[-1]:
            if isinstance(word, Token):
                continue
            quality = quality_of(*word, plural=True)
            name, _, rest = quality.partition("(")
            if name not in ("type", "supertype"):
                raise NotUnderstood(quality)
            changes.append(f"loses_{name}({rest}")
        return changes

    def becomes(self, parts: Sequence[Any]) -> list[Term]:
        return cast(list[Term], parts[-1])

    def description(self, parts: Sequence[Any]) -> list[Term]:
        words: list[Token] = []
        changes: list[Term] = []
        addition, still, plural, status = "", False, True, False
        for part in parts:
            if isinstance(part, list):
                changes.extend(part)
            elif part.type == "A":
                plural = False
            elif part.type == "PT":
                changes.extend(_sets(*_halves(part)))
            elif part.type == "IN_ADDITION":
                addition = str(part).lower()
            elif part.type in ("STILL", "ALSO"):
                still = True
            elif part.type == "STATUS":
                status = True
            elif part.type != "SEP":
                words.append(part)
        if not words and not changes and not status:
            raise NotUnderstood("is")
        return [*described(words, addition, still=still, plural=plural), *changes]

    def described(self, parts: Sequence[Token]) -> Token:
        return parts[0]

    def tail(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def with_base(self, parts: Sequence[Any]) -> list[Term]:
        return _sets(*_halves(parts[-1]))

    def with_base_equal(self, parts: Sequence[Any]) -> list[Term]:
        return _sets(parts[-1], parts[-1])

    def with_abilities(self, parts: Sequence[Any]) -> list[Term]:
        return self.has(parts)

    def abilities(self, parts: Sequence[Any]) -> list[Term]:
        return [term for each in parts if isinstance(each, list) for term in each]

    def ability(self, parts: Sequence[Token]) -> list[Term]:
        (token,) = parts
        text = str(token)
        if token.type == "QUOTED":
            return [text]
        if token.type == "PROTECTION":
            found = protections(text, ())
            if found is None:
                raise NotUnderstood(text)
            return list(found)
        simple = SIMPLE.get(text.lower())
        if token.type == "KEYWORD_WITH_PARAMETER" and re.match(r"enchant|protection|equip planes", text, re.IGNORECASE):
            raise NotUnderstood(text)
        return [simple] if simple else []

    def defined_both(self, parts: Sequence[Any]) -> Clause:
        return _defined(parts[0], [("power", parts[-1]), ("toughness", parts[-1])])

    def defined_power(self, parts: Sequence[Any]) -> Clause:
        return _defined(parts[0], [("power", parts[-1])])

    def defined_toughness(self, parts: Sequence[Any]) -> Clause:
        return _defined(parts[0], [("toughness", parts[-1])])

    def defined_each(self, parts: Sequence[Any]) -> Clause:
        power, toughness = parts[2], parts[4]
        if isinstance(toughness, Ability) and toughness.name == "that_plus":
            toughness = Ability("plus", (power, toughness.arguments[0]))
        return _defined(parts[0], [("power", power), ("toughness", toughness)])

    def switched(self, parts: Sequence[Any]) -> Clause:
        return Clause(parts[1].filter(), ("switches",))

    def cant_lose(self, parts: Sequence[Any]) -> Clause:
        said = next((str(each).lower() for each in parts if each.type == "CANT_LOSE"), None)
        if said is None:
            return Clause(ITSELF, ())
        who = _WHO[said.partition(" can't")[0]]
        return Clause(ITSELF, (), (f"cant_lose({who})",))

    def nobody_loses(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("cant_lose(players)",))

    def no_loss_for_life(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("no_loss_for_life(you)",))

    def no_legend_rule(self, parts: Sequence[Any]) -> Clause:
        if len(parts) == 1:
            return Clause(ITSELF, (), ("no_legend_rule(all)",))
        found = plain_filter(parts[-1].filter())
        if found.alternatives in ((("permanent", "you_control"),), (("you_control",),)):
            return Clause(ITSELF, (), ("no_legend_rule(you)",))
        return Clause(ITSELF, (), (Ability("no_legend_rule_for", (found,)),))

    def counter_limit(self, parts: Sequence[Any]) -> Clause:
        match = re.match(r"can't have more than (\w+) (\S+) counter", str(parts[1]), re.IGNORECASE)
        assert match is not None
        most = number(match[1])
        if most is None:
            raise NotUnderstood(match[1])
        limit = f"counter_limit({quote(match[2].lower())},{most})"
        found = parts[0].filter()
        return Clause(ITSELF, (), (limit,)) if found == ITSELF else Clause(found, (Ability("grants", (limit,)),))

    def controls_host(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("controls_host",))

    # --- numbers

    def value(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def other_value(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def amount(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def plus(self, parts: Sequence[Any]) -> Term:
        return Ability("plus", (parts[0], parts[2]))

    def that_plus(self, parts: Sequence[Any]) -> Term:
        return Ability("that_plus", (parts[2],))

    def twice(self, parts: Sequence[Any]) -> Term:
        return _times(2, parts[1])

    def fixed(self, parts: Sequence[Any]) -> Term:
        return fixed_number(str(parts[0]))

    def number_of(self, parts: Sequence[Any]) -> Term:
        return _once(parts[-1])

    def mana_value(self, parts: Sequence[Any]) -> Term:
        return _once("mana_value")

    def devotion(self, parts: Sequence[Any]) -> Term:
        colors = _colors(str(parts[0]))
        if len(colors) != 1:
            raise NotUnderstood(str(parts[0]))
        return _once(Ability("devotion", (colors[0],)))

    def life_total(self, parts: Sequence[Any]) -> Term:
        return _once("life")

    def its_power(self, parts: Sequence[Any]) -> Term:
        return _once("power_of_affected")

    def its_toughness(self, parts: Sequence[Any]) -> Term:
        return _once("toughness_of_affected")

    def count(self, parts: Sequence[Any]) -> Any:
        """Return what is counted: permanents, cards, opponents or attached permanents."""
        (nouns,) = parts
        found = nouns.filter()
        if len(nouns.filters) > 1 and any(_ZONE.fullmatch(each) for each in found.alternatives[-1]):
            if any("card" in each and not any(map(_ZONE.fullmatch, each)) for each in found.alternatives):
                raise NotUnderstood("cards somewhere")
            return [term for each in nouns.filters for term in _listed(self.count([Nouns((each,), False, False)]))]
        if all("opponent" in each for each in found.alternatives):
            if found.alternatives != (("opponent",),):
                raise NotUnderstood("opponent")
            return "opponents"
        zones = {quality for each in found.alternatives for quality in each if quality.startswith("in(")}
        if zones:
            (zone,) = zones if len(zones) == 1 else (None,)
            if zone is None or any(zone not in each for each in found.alternatives):
                raise NotUnderstood(str(zones))
            kinds = [_cards(zone, each) for each in found.alternatives]
            if len(kinds) > 1 and {each.arguments[-1] for each in kinds} != {"type(instant)", "type(sorcery)"}:
                raise NotUnderstood("cards of several kinds")
            return kinds
        if any("attached_to_it" in each for each in found.alternatives):
            kept = tuple(tuple(q for q in each if q != "attached_to_it") for each in found.alternatives)
            return Ability("attached", (plain_filter(Filter(kept)),))
        return Ability("count", (plain_filter(found),))

    def counted(self, parts: Sequence[Any]) -> Any:
        (token,) = parts
        if not isinstance(token, Token):
            return token
        if token.type == "BASIC_LAND_TYPES":
            return "basic_land_types"
        if token.type == "OPPONENTS_OF":
            return "opponents"
        if token.type == "COLORS_OF":
            return "colors"
        match = re.match(r"(?:(\S+) )?counters? on (\S+)", str(token), re.IGNORECASE)
        assert match is not None
        kind = quote(match[1].lower()) if match[1] else "any"
        if match[2] == "~":
            return f"counters_of_source({kind})"
        if match[2].lower() == "it":
            return f"counters({kind})"
        raise NotUnderstood(str(token))

    # --- conditions

    def condition(self, parts: Sequence[Any]) -> list[Term]:
        (token,) = parts
        if token.type == "YOUR_TURN":
            return ["your_turn"]
        if token.type == "NOT_YOUR_TURN":
            return ["not_your_turn"]
        if token.type == "LIFE_IS":
            return [_life(str(token))]
        if token.type == "THERE_ARE_COUNTERS":
            return [_counters_there(str(token))]
        if token.type == "HAND_IS":
            return [_hand(str(token))]
        match = re.fullmatch(r"your devotion to (.*) is (less than (\w+)|(\w+) or \w+)", str(token), re.IGNORECASE)
        assert match is not None
        colors, amount = _colors(match[1]), number(match[3] or match[4])
        if len(colors) != 1 or amount is None:
            raise NotUnderstood(str(token))
        return [Ability("devotion_less_than" if match[3] else "devotion_at_least", (colors[0], str(amount)))]

    def controls_none(self, parts: Sequence[Any]) -> list[Term]:
        return [_controls_none([], parts[2], parts[3:])]

    def controls_no_other(self, parts: Sequence[Any]) -> list[Term]:
        return [_controls_none(["another"], parts[3], parts[4:])]

    def controls_at_least(self, parts: Sequence[Any]) -> list[Term]:
        least = next(number(str(each)) for each in parts if isinstance(each, Token) and each.type == "NUMBER")
        rest = list(parts[3:])
        before = ["another"] if isinstance(rest[0], Token) and rest.pop(0) else []
        found = plain_filter(selected(before, rest[0], rest[1:], plural=True))
        return [Ability("controls_at_least", (found, str(least)))]

    def controls(self, parts: Sequence[Any]) -> list[Term]:
        return _each_or_any("controls", parts[1])

    def opponent_controls(self, parts: Sequence[Any]) -> list[Term]:
        return _each_or_any("opponent_controls", parts[1])

    def has_counters(self, parts: Sequence[Any]) -> list[Term]:
        return [_of(parts[0].filter(), _counters_there(str(parts[1])))]

    def cards_at_least(self, parts: Sequence[Any]) -> list[Term]:
        least = next(number(str(each)) for each in parts if isinstance(each, Token) and each.type == "NUMBER")
        return [_cards_in_zone("cards_at_least", least, parts[-2:])]

    def card_there(self, parts: Sequence[Any]) -> list[Term]:
        return [_cards_in_zone("cards_at_least", 1, parts[-2:])]

    def no_cards(self, parts: Sequence[Any]) -> list[Term]:
        return [_cards_in_zone("cards_at_most", 0, parts[-2:])]

    def is_attached(self, parts: Sequence[Any]) -> list[Term]:
        return [_of(ITSELF if str(parts[0]).startswith("~") else IT, "is_attached")]

    def is_attacking(self, parts: Sequence[Any]) -> list[Term]:
        return [_of(parts[0].filter(), "attacking")]

    def is_what(self, parts: Sequence[Any]) -> list[Term]:
        return [_is("is", parts)]

    def is_not_what(self, parts: Sequence[Any]) -> list[Term]:
        return [_is("is_not", parts)]

    def was(self, parts: Sequence[Any]) -> list[Term]:
        return [_is("was", parts)]

    def was_not(self, parts: Sequence[Any]) -> list[Term]:
        return [_is("was_not", parts)]

    def had_counters(self, parts: Sequence[Any]) -> list[Term]:
        match = re.match(r"had (?:(an?|no|one or more|any) )?(?:(\S+) )?counters?", str(parts[1]), re.IGNORECASE)
        assert match is not None
        kind = quote(match[2].lower()) if match[2] else "any"
        return [_of(parts[0].filter(), f"had_{'no_' if match[1] == 'no' else ''}counters({kind})")]

    # --- triggers

    def happens(self, parts: Sequence[Any]) -> Event:
        nouns, *happenings = parts
        tokens = [each for each in happenings if each.type != "OR_VERB"]
        found = nouns.filter()
        events: list[Term] = []
        word = ""
        owner: tuple[str, ...] = ()
        for token in tokens:
            if token.type == "NO_CHECK_DOES":
                continue
            name, event = _HAPPENINGS[token.type]
            word = word or name
            if token.type == "PUT_FROM_BATTLEFIELD":
                whose = re.search(r"put into (your|an opponent's|\w+)", str(token).lower())
                owner = _OWNED.get(whose[1] if whose else "", ())
            if token.type == "PUT_FROM_ANYWHERE" and found != ITSELF:
                raise NotUnderstood(str(token))
            if token.type == "PUT_INTO_GRAVEYARD" and not all("attached" in each for each in found.alternatives):
                raise NotUnderstood(str(token))
            events.append(event)
        if owner and len(events) > 1:
            raise NotUnderstood("graveyard")
        if not events:
            return Event("", (), found)
        if any("player" in each or "opponent" in each for each in found.alternatives):
            raise NotUnderstood("player")
        return Event(word, tuple(events), plain_filter(found).also(*owner), nouns.once)

    def happening(self, parts: Sequence[Token]) -> Token:
        return parts[0]

    def sacrifices(self, parts: Sequence[Any]) -> Event:
        who = str(parts[0]).lower().removesuffix("s").removesuffix(" sacrifice")
        if who not in _CONTROLLED:
            raise NotUnderstood(who)
        found = plain_filter(parts[1].filter()).also(*_CONTROLLED[who])
        return Event("sacrificed", ("sacrificed",), found, parts[1].once)

    def unattached_from(self, parts: Sequence[Any]) -> Event:
        found, host = plain_filter(parts[0].filter()), plain_filter(parts[2].filter())
        event: Term = "unattached" if host.alternatives == (("permanent",),) else Ability("unattached_from", (host,))
        return Event("unattached", (event,), found)

    def counter_removed(self, parts: Sequence[Any]) -> Event:
        match = re.match(r"(an?|one or more|the last) (?:(\S+) )?counter", str(parts[0]), re.IGNORECASE)
        assert match is not None
        kind = quote(match[2].lower()) if match[2] else "any"
        first = match[1].lower()
        word = {"one or more": "counters_removed", "the last": "last_counter_removed"}.get(first, "counter_removed")
        event = "last_counter_removed" if first == "the last" else "counter_removed"
        once = first in ("one or more", "the last")
        return Event(word, (f"{event}({kind})",), plain_filter(parts[1].filter()), once)

    def planeswalks(self, parts: Sequence[Any]) -> Event:
        return Event("planeswalked_away", ("planeswalked_away",), plain_filter(parts[1].filter()))

    def event(self, parts: Sequence[Any]) -> Event:
        who, what = re.split(r" (?=loses?|gains?|draws?|completes?)", str(parts[0]).lower(), maxsplit=1)
        if who not in _PLAYERS:
            raise NotUnderstood(who)
        once = who == "one or more opponents"
        return Event(*_PLAYER_EVENTS[what.split(" ")[-1]], Filter(((_PLAYERS[who],),)), once)

    def state_controls_none(self, parts: Sequence[Any]) -> Event:
        return _state(self.controls_none(parts)[0])

    def state_controls_no_other(self, parts: Sequence[Any]) -> Event:
        return _state(self.controls_no_other(parts)[0])

    def state_life(self, parts: Sequence[Any]) -> Event:
        return _state(_life(str(parts[0])))

    def state_has_counters(self, parts: Sequence[Any]) -> Event:
        if parts[0].filter() not in (ITSELF, IT):
            raise NotUnderstood("has counters")
        return _state(_state_counters(str(_counters_there(str(parts[1])))))

    def state_there_are(self, parts: Sequence[Any]) -> Event:
        return _state(_state_counters(str(_counters_there(str(parts[0])))))

    # --- replacements

    def would_die(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        whose = re.search(r"put into (your|an opponent's)", str(parts[1]).lower())
        return "instead_of_graveyard", plain_filter(parts[0].filter()).also(*_OWNED.get(whose[1] if whose else "", ()))

    def would_be_destroyed(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "regenerates", plain_filter(parts[0].filter())

    def would(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "loss_replacement", ITSELF

    def instead_of_losing(self, parts: Sequence[Any]) -> Loss:
        return Loss(next(tuple(each) for each in parts if isinstance(each, list)))

    def instead_of_moving(self, parts: Sequence[Any]) -> str:
        said = next(str(each).lower() for each in parts if each.type == "THE_SAME")
        return next(word for first, word in _INSTEAD if first in said)

    def steps(self, parts: Sequence[Any]) -> list[str]:
        return [each for each in parts if not isinstance(each, Token)]

    def step(self, parts: Sequence[Token]) -> str:
        return _STEPS[parts[0].type]

    def draw(self, parts: Sequence[Token]) -> str:
        return f"draw({number(str(parts[1]))})"

    def life_becomes(self, parts: Sequence[Token]) -> str:
        return f"life({number(str(parts[1]))})"

    def would_leave(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "instead_of_leaving", plain_filter(parts[0].filter())


def _listed(counted: Any) -> list[Any]:
    return counted if isinstance(counted, list) else [counted]


def _per(value: Term, many: Any) -> Term:
    """Return a number for each of what was counted."""
    if value == Ability("number", ("0",)):
        return value
    if not (isinstance(value, Ability) and value.name == "number"):
        raise NotUnderstood(str(value))
    return (
        _times(int(str(value.arguments[0])), _once(many))
        if not isinstance(many, list)
        else _sum([Ability("times", (value.arguments[0], each)) for each in many])
    )


def _once(many: Any) -> Ability:
    if isinstance(many, list):
        return _sum([Ability("times", ("1", each)) for each in many])
    return Ability("times", ("1", many))


def _sum(terms: Sequence[Ability]) -> Ability:
    total = terms[0]
    for each in terms[1:]:
        total = Ability("plus", (total, each))
    return total


def _sets(power: Term, toughness: Term) -> list[Term]:
    return [Ability("sets_power", (power,)), Ability("sets_toughness", (toughness,))]


def _defined(nouns: Nouns, values: Sequence[tuple[str, Term]]) -> Clause:
    if nouns.filter() == ITSELF:
        return Clause(ITSELF, (), tuple(Ability(f"defines_{name}", (value,)) for name, value in values))
    return Clause(nouns.filter(), tuple(Ability(f"sets_{name}", (value,)) for name, value in values))


def _colors(text: str) -> list[str]:
    return [each for each in text.lower().split() if each in COLORS]


_ZONE: Final = re.compile(r"in\((\w+),(\w+)\)")


def _cards(zone: str, qualities: Sequence[str]) -> Ability:
    match = _ZONE.fullmatch(zone)
    assert match is not None
    rest = [each for each in qualities if each not in (zone, "type(card)", "card")]
    if len(rest) > 1 or any(not each.startswith(("type(", "subtype(")) for each in rest):
        raise NotUnderstood(str(rest))
    return Ability("cards", (match[1], match[2], *rest))


def _cards_in_zone(name: str, amount: int | None, described: Sequence[Any]) -> Term:
    """Return a condition on the number of cards that `described`, the words and the zone, says."""
    found = selected([], described[0], described[1:], plural=True)
    zone = next((each for each in found.alternatives[0] if each.startswith("in(")), None)
    if len(found.alternatives) != 1 or zone is None or amount is None:
        raise NotUnderstood("cards")
    where, whose, *quality = _cards(zone, found.alternatives[0]).arguments
    return Ability(name, (where, whose, str(amount), *quality))


def _life(text: str) -> Term:
    match = re.search(r"(\w+) (?:life )?or (less|more|greater)", text.lower())
    amount = None if match is None else number(match[1])
    if match is None or amount is None:
        raise NotUnderstood(text)
    who = "opponent_" if text.lower().startswith("an opponent") else ""
    return f"{who}life_at_{'most' if match[2] == 'less' else 'least'}({amount})"


def _counters_there(text: str) -> Term:
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


def _state_counters(condition: str) -> Term:
    if condition.startswith("has_no_counters"):
        return condition.removeprefix("has_")
    if condition.startswith("has_counters("):
        return f"counters_at_least({condition[len('has_counters(') : -1]},1)"
    return condition


def _hand(text: str) -> Term:
    match = re.match(r"you have (?:(no)|(\w+) or (more|fewer)|(exactly) \w+|at least (\w+)) cards", text.lower())
    if match is None or match[4]:
        raise NotUnderstood(text)
    if match[1]:
        return Ability("cards_at_most", ("hand", "you", "0"))
    amount = number(match[2] or match[5])
    return Ability("cards_at_most" if match[3] == "fewer" else "cards_at_least", ("hand", "you", str(amount)))


def _controls_none(before: Sequence[str], words: Any, posts: Sequence[Any]) -> Ability:
    return Ability("controls_none", (plain_filter(selected(before, words, posts, plural=True)),))


def _each_or_any(name: str, nouns: Nouns) -> list[Term]:
    if nouns.and_between:
        return [Ability(name, (plain_filter(each),)) for each in nouns.filters]
    return [Ability(name, (plain_filter(nouns.filter()),))]


def _is(name: str, parts: Sequence[Any]) -> Term:
    """Return what a condition says of the affected object: "it's a Human", "enchanted creature is legendary"."""
    subject = parts[0].filter()
    rest = [each for each in parts[2:] if not (isinstance(each, Token) and each.type == "A")]
    words, posts = rest[0], rest[1:]
    of_itself = subject in (ITSELF, IT)
    if not of_itself and not all("attached" in each for each in subject.alternatives):
        raise NotUnderstood(str(subject))
    found = plain_filter(selected([], words, posts, plural=True))
    state = _STATES.get(found.alternatives) if name == "is" and of_itself else None
    return _of(subject, state or Ability(name, (found,)))


_STATES: Final[dict[tuple[tuple[str, ...], ...], str]] = {
    (("tapped",),): "tapped",
    (("no(tapped)",),): "untapped",
    (("attacking",),): "attacking",
}


def _of(subject: Filter, condition: Term) -> Ability:
    """Return a condition together with what it speaks of, which what it is a condition of has to match."""
    return Ability("of", (subject, condition))


_WHO: Final = {
    "you": "you",
    "your team": "team",
    "you and your teammates": "team",
    "your opponents": "opponents",
    "players": "players",
    "each player": "players",
    "enchanted player": "enchanted_player",
    "that player": "you",
}
_STEPS: Final = {
    "EXILE_ITSELF": "exile_itself",
    "SACRIFICE_ITSELF": "sacrifice_itself",
    "SHUFFLE_ALL": "shuffle",
    "STARTING_LIFE": "starting_life",
}
_INSTEAD: Final = (
    ("regenerate", "regenerate"),
    ("exile", "exile"),
    ("shuffle", "shuffle_into_library"),
    ("owner's library", "put_into_library"),
    ("owner's hand", "put_into_hand"),
)
_HAPPENINGS: Final[dict[str, tuple[str, Term]]] = {
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
_OWNED: Final[dict[str, tuple[str, ...]]] = {"your": ("you_own",), "an opponent's": ("opponent_owns",)}
_CONTROLLED: Final[dict[str, tuple[str, ...]]] = {
    "you": ("you_control",),
    "a player": (),
    "an opponent": ("opponent_controls",),
}
_PLAYERS: Final = {"you": "you", "a player": "player", "an opponent": "opponent", "one or more opponents": "opponent"}
_PLAYER_EVENTS: Final[dict[str, tuple[str, tuple[Term, ...]]]] = {
    "game": ("loses_the_game", ("loses_the_game",)),
    "life": ("life_gained", ("life_gained",)),
    "card": ("draws", ("draws",)),
    "dungeon": ("dungeon_completed", ("dungeon_completed",)),
}


_WATCHED: Final = ("no_counters", "counters_at_least", "life_at_most")
"""What state triggers may wait for (603.8), besides permanents that are missing."""


def _state(condition: Term) -> Event:
    if isinstance(condition, str) and not condition.startswith(_WATCHED):
        raise NotUnderstood(condition)
    return Event("state", (Ability("state", (condition,)),), ITSELF)


# --- "is a 1/1 green Saproling creature in addition to its other types"


def described(words: Sequence[Token], addition: str, *, still: bool, plural: bool) -> list[Term]:
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
