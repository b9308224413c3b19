"""Reads triggered abilities (603) of what state-based actions do: "Whenever another creature you control dies, ..."."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sbalogic.oracle.filters import ITSELF, read_filter
from sbalogic.oracle.reading import Ability, Filter, Trigger
from sbalogic.oracle.words import number
from sbalogic.terms import quote

_TRIGGERED: Final = re.compile(
    r"(?:[A-Z][\w' ]* — )?(?P<word>when|whenever) (?P<condition>[^,]+), (?P<effect>.+)", re.IGNORECASE
)
_IF: Final = re.compile(r"if (?P<condition>[^,]+), (?P<effect>.+)", re.IGNORECASE)


def read_trigger(line: str, text: str) -> Trigger | None:
    """Read a line in which ~ stands for the object itself; None if it is no such ability, or not understood.

    `text` is the line as it was written.
    """
    match = _TRIGGERED.fullmatch(line)
    if match is None:
        return None
    found = _event(match["condition"])
    if found is None:
        return None
    word, events, chosen = found
    effect = match["effect"]
    conditions: tuple[str | Ability, ...] = ()
    if (intervening := _IF.fullmatch(effect)) is not None:
        condition = _condition(intervening["condition"])
        if condition is None:
            return None
        effect, conditions = intervening["effect"], (condition,)
    once = re.match(r"one or more |the last ", match["condition"], re.IGNORECASE) is not None
    return Trigger(word, text, events, chosen, conditions, _looked_at(effect), once)


_Found = tuple[str, tuple[str | Ability, ...], Filter]


def _event(text: str) -> _Found | None:
    for pattern, read in _EVENTS:
        if (match := re.fullmatch(pattern, text, re.IGNORECASE)) is not None:
            return read(match)
    return None


_OR: Final = r"(?:(?:enters|attacks|is turned face up) or )?"
"""Other events of one condition, which no check does."""


def _about_object(word: str, *events: str, also: str | None = None) -> Callable[[re.Match[str]], _Found | None]:
    def read(match: re.Match[str]) -> _Found | None:
        found = read_filter(match["what"])
        if found is None or "player" in str(found.alternatives):
            return None
        return word, events, found if also is None else found.also(also)

    return read


def _put_anywhere(match: re.Match[str]) -> _Found | None:
    return ("put_into_graveyard", ("put_anywhere",), ITSELF) if read_filter(match["what"]) == ITSELF else None


def _put_into(match: re.Match[str]) -> _Found | None:
    owner = {"a": None, "your": "you_own", "an opponent's": "opponent_owns"}[match["whose"].lower()]
    return _about_object("put_into_graveyard", "dies", also=owner)(match)


def _sacrificed(match: re.Match[str]) -> _Found | None:
    who = {"you": "you_control", "a player": None, "an opponent": "opponent_controls"}[match["who"].lower()]
    return _about_object("sacrificed", "sacrificed", also=who)(match)


def _unattached(match: re.Match[str]) -> _Found | None:
    found, host = read_filter(match["what"]), read_filter(match["host"])
    if found is None or host is None:
        return None
    event = "unattached" if host.alternatives == (("permanent",),) else Ability("unattached_from", (host,))
    return "unattached", (event,), found


def _counters(word: str, event: str) -> Callable[[re.Match[str]], _Found | None]:
    def read(match: re.Match[str]) -> _Found | None:
        found = read_filter(match["what"])
        kind = quote(match["kind"].lower()) if match["kind"] else "any"
        return None if found is None else (word, (f"{event}({kind})",), found)

    return read


_PLAYERS: Final = {"you": "you", "a player": "player", "an opponent": "opponent", "one or more opponents": "opponent"}
_WHO: Final = r"(?P<who>you|a player|an opponent)"


def _about_player(word: str, event: str) -> Callable[[re.Match[str]], _Found | None]:
    def read(match: re.Match[str]) -> _Found | None:
        return word, (event,), Filter(((_PLAYERS[match["who"].lower()],),))

    return read


def _state(condition: Callable[[re.Match[str]], str | Ability | None]) -> Callable[[re.Match[str]], _Found | None]:
    def read(match: re.Match[str]) -> _Found | None:
        state = condition(match)
        return None if state is None else ("state", (Ability("state", (state,)),), ITSELF)

    return read


def _controls_none(match: re.Match[str]) -> Ability | None:
    found = read_filter(f"one or more {match['what']}")
    return None if found is None else Ability("controls_none", (found,))


def _no_counters(match: re.Match[str]) -> str:
    return f"no_counters({quote(match['kind'].lower()) if match['kind'] else 'any'})"


def _counters_at_least(match: re.Match[str]) -> str | None:
    least = number(match["number"])
    return None if least is None else f"counters_at_least({quote(match['kind'].lower())},{least})"


def _life_at_most(match: re.Match[str]) -> str | None:
    most = number(match["number"])
    return None if most is None else f"life_at_most({most})"


_SELF: Final = r"(?:~|this [a-z]+|it)"
_KIND: Final = r"(?:(?P<kind>\S+) )?"
_EVENTS: Final[tuple[tuple[str, Callable[[re.Match[str]], _Found | None]], ...]] = (
    (rf"(?P<what>.+?) {_OR}dies?", _about_object("dies", "dies")),
    (
        r"(?P<what>.+?) dies? or (?:is|are) put into exile(?: from the battlefield)?",
        _about_object("dies", "dies", "exiled"),
    ),
    (rf"(?P<what>.+?) {_OR}leaves? the battlefield", _about_object("leaves_the_battlefield", "leaves")),
    (r"(?P<what>.+?) (?:is|are) put into (?P<whose>a|your|an opponent's) graveyard from the battlefield", _put_into),
    (r"(?P<what>.+?) is put into a graveyard from anywhere", _put_anywhere),
    (r"(?P<who>you|a player|an opponent) sacrifices? (?P<what>.+)", _sacrificed),
    (r"(?P<what>.+?) is sacrificed", _about_object("sacrificed", "sacrificed")),
    (r"(?P<what>.+?) becomes? unattached from (?P<host>.+)", _unattached),
    (rf"an? {_KIND}counter is removed from (?P<what>.+)", _counters("counter_removed", "counter_removed")),
    (rf"one or more {_KIND}counters are removed from (?P<what>.+)", _counters("counters_removed", "counter_removed")),
    (
        r"the last (?P<kind>\S+) counter is removed from (?P<what>.+)",
        _counters("last_counter_removed", "last_counter_removed"),
    ),
    (r"(?P<what>.+?) becomes? tapped", _about_object("tapped", "tapped")),
    (r"you planeswalk away from (?P<what>.+)", _about_object("planeswalked_away", "planeswalked_away")),
    (rf"{_WHO} loses? the game", _about_player("loses_the_game", "loses_the_game")),
    (rf"{_WHO} gains? life", _about_player("life_gained", "life_gained")),
    (rf"{_WHO} draws? a card", _about_player("draws", "draws")),
    (rf"{_WHO} completes? a dungeon", _about_player("dungeon_completed", "dungeon_completed")),
    (r"you control no (?P<what>.+)", _state(_controls_none)),
    (rf"there are no {_KIND}counters on {_SELF}", _state(_no_counters)),
    (rf"{_SELF} has no {_KIND}counters on it", _state(_no_counters)),
    (rf"{_SELF} has (?P<number>\w+) or more (?P<kind>\S+) counters on it", _state(_counters_at_least)),
    (rf"there are (?P<number>\w+) or more (?P<kind>\S+) counters on {_SELF}", _state(_counters_at_least)),
    (r"you have (?P<number>\w+) or less life", _state(_life_at_most)),
)
"""What conditions say, and what reads them."""

_CONDITIONS: Final[tuple[tuple[str, Callable[[re.Match[str]], str | Ability | None]], ...]] = (
    (rf"{_SELF} had no {_KIND}counters on it", lambda match: f"had_{_no_counters(match)}"),
    (
        rf"{_SELF} had (?:an?|one or more|any) {_KIND}counters? on it",
        lambda match: f"had_counters({quote(match['kind'].lower()) if match['kind'] else 'any'})",
    ),
    (rf"{_SELF} had counters on it", lambda match: "had_counters(any)"),
    (rf"{_SELF} (?:wasn't|was not) (?P<what>.+)", lambda match: _with_filter("was_not", match["what"])),
    (rf"{_SELF} was (?P<what>.+)", lambda match: _with_filter("was", match["what"])),
    (r"you control no (?P<what>.+)", _controls_none),
    (r"you control (?P<what>.+)", lambda match: _with_filter("controls", match["what"])),
    (r"you have (?P<number>\w+) or less life", _life_at_most),
)


def _with_filter(name: str, text: str) -> Ability | None:
    found = read_filter(text)
    return None if found is None else Ability(name, (found,))


def _condition(text: str) -> str | Ability | None:
    for pattern, read in _CONDITIONS:
        if (match := re.fullmatch(pattern, text, re.IGNORECASE)) is not None:
            return read(match)
    return None


_WHAT_SET_IT_OFF: Final = r"(?:it|~|that creature|that permanent|him|her|them)"
_COUNTED: Final = re.compile(
    rf"\b(?:for each|number of|many) (?:(?P<kind>\S+) )?counters? (?:that were |that was )?on {_WHAT_SET_IT_OFF}\b",
    re.IGNORECASE,
)
_MEASURED: Final = re.compile(r"\b(?:its|~'s|that creature's|his|her) (?P<what>power|toughness)\b", re.IGNORECASE)


def _looked_at(effect: str) -> str | None:
    if (match := _COUNTED.search(effect)) is not None:
        return f"counters({quote(match['kind'].lower()) if match['kind'] else 'any'})"
    if (match := _MEASURED.search(effect)) is not None:
        return match["what"].lower()
    return None
