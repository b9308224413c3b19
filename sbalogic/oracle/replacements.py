"""Reads static abilities that state-based actions depend on: what can't happen, and what happens instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sbalogic.oracle.filters import read_filter
from sbalogic.oracle.reading import Ability, Loss
from sbalogic.oracle.words import number

Read = list[str | Ability]


def read_static(sentence: str) -> Read | None:
    """Read a sentence without its full stop, in which ~ stands for the object itself; None if it is not known."""
    for pattern, read in _SENTENCES:
        if (match := re.fullmatch(pattern, sentence, re.IGNORECASE)) is not None:
            return read(match)
    return None


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
_SOMEBODY: Final = "|".join(_WHO)


def _cant_lose(match: re.Match[str]) -> Read:
    return [f"cant_lose({_WHO[match['who'].lower()]})"] if match["who"] else []


def _legend_rule(match: re.Match[str]) -> Read:
    return ["no_legend_rule(you)" if match["you"] else "no_legend_rule(all)"]


def _counter_limit(match: re.Match[str]) -> Read | None:
    most = number(match["number"])
    return None if most is None else [f'counter_limit("{match["kind"].lower()}",{most})']


def _cant_be(match: re.Match[str]) -> Read | None:
    found = read_filter(match["what"])
    return None if found is None else [Ability("cant_be", (match["done"].lower(), found))]


_INSTEAD: Final = (
    (r"(?:instead )?exile (?:it|~|that card|that permanent|that creature)(?: instead)?", "exile"),
    (r"exile it instead of putting it anywhere else", "exile"),
    (r"(?:reveal (?:it|~) and )?shuffle (?:it|~) into its owner's library instead", "shuffle_into_library"),
    (r"put (?:it|~) on (?:the )?(?:top|bottom) of its owner's library instead", "put_into_library"),
    (r"(?:return (?:it|~) to|put (?:it|~) into) its owner's hand instead", "put_into_hand"),
)
_OWNED: Final = {"your": "you_own", "an opponent's": "opponent_owns"}


def _instead_of_graveyard(match: re.Match[str]) -> Read | None:
    found, what = read_filter(match["what"]), _what_instead(match["instead"])
    if found is None or what is None:
        return None
    whose = (match["whose"] or "").lower()
    return [Ability("instead_of_graveyard", (found.also(_OWNED[whose]) if whose in _OWNED else found, what))]


def _instead_of_leaving(match: re.Match[str]) -> Read | None:
    found, what = read_filter(match["what"]), _what_instead(match["instead"])
    return None if found is None or what is None else [Ability("instead_of_leaving", (found, what))]


def _what_instead(text: str) -> str | None:
    return next((word for pattern, word in _INSTEAD if re.fullmatch(pattern, text, re.IGNORECASE)), None)


_STEPS: Final = (
    (r"exile ~", "exile_itself"),
    (r"sacrifice ~", "sacrifice_itself"),
    (r"shuffle your hand, your graveyard, and all permanents you own into your library", "shuffle"),
    (r"draw (?P<number>\w+) cards?", "draw"),
    (r"your life total becomes equal to your starting life total", "starting_life"),
    (r"your life total becomes (?P<number>\w+)", "life"),
)
_BETWEEN: Final = r",? and then |,? then |,? and |, "


def _loss(match: re.Match[str]) -> Read | None:
    rest, steps = match["steps"], list[str]()
    while rest:
        if steps:
            between = re.match(_BETWEEN, rest, re.IGNORECASE)
            if between is None:
                return None
            rest = rest[between.end() :]
        for pattern, step in _STEPS:
            if (found := re.match(pattern, rest, re.IGNORECASE)) is not None:
                rest = rest[found.end() :]
                stated = found.groupdict().get("number")
                value = None if stated is None else number(stated)
                if stated is not None and value is None:
                    return None
                steps.append(step if value is None else f"{step}({value})")
                break
        else:
            return None
    return [Ability("loss_replacement", (Loss(tuple(steps)),))]


_SENTENCES: Final[tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...]] = (
    (
        rf"(?P<who>{_SOMEBODY}) can't lose the game(?: this turn)?(?: and [a-z ]+ can't win the game(?: this turn)?)?",
        _cant_lose,
    ),
    (rf"(?:{_SOMEBODY}) can't win the game(?: and (?P<who>{_SOMEBODY}) can't lose the game)?", _cant_lose),
    (r"players can't (?:win or lose|lose or win) the game", lambda match: ["cant_lose(players)"]),
    (
        r"(?:you don't|that player doesn't) lose the game for having 0 or less life(?: this turn)?",
        lambda match: ["no_loss_for_life(you)"],
    ),
    (r"the legend rule doesn't apply(?P<you> to permanents you control)?", _legend_rule),
    (r"~ can't have more than (?P<number>\w+) (?P<kind>.+?) counters? on (?:it|them)", _counter_limit),
    (r"(?P<what>.+?) can't be (?P<done>sacrificed|regenerated)(?: this turn)?", _cant_be),
    (
        r"if ~ would be destroyed(?: this turn)?, (?:regenerate it|instead regenerate it)(?: instead)?",
        lambda match: ["regenerates"],
    ),
    (
        r"the next time ~ would be destroyed this turn, (?:instead )?regenerate (?:it|~)(?: instead)?",
        lambda match: ["regenerates_once"],
    ),
    (
        r"if (?P<what>.+?) would (?:die|be put into (?P<whose>a|your|an opponent's|its owner's) graveyard"
        r"(?: from (?:anywhere|the battlefield))?)(?: this turn)?, (?P<instead>.+)",
        _instead_of_graveyard,
    ),
    (r"if (?P<what>.+?) would leave the battlefield(?: this turn)?, (?P<instead>.+)", _instead_of_leaving),
    (r"(?:if|the next time) you would lose the game(?: this turn)?, instead (?P<steps>.+)", _loss),
    (r"(?:if|the next time) you would lose the game(?: this turn)?, (?P<steps>.+) instead", _loss),
    (
        r"you control enchanted (?:creature|permanent|artifact|land|enchantment|planeswalker|vehicle)",
        lambda match: ["controls_host"],
    ),
)
