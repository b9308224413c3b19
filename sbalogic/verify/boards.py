"""Boards of a space as board files: from the facts that a model chose to what a user writes down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from clingo import Symbol, SymbolType

from sbalogic.board import Board, GameObject, Player, Team
from sbalogic.facts import FLAGS
from sbalogic.formats.type_line import TypeLine
from sbalogic.verify.space import Space

CHOSEN: Final = (("says", 2), ("has_chapters", 2))
"""What a space chooses besides facts of the vocabulary: what an object's text is."""

_VALUES: Final = {
    "owner": "owner",
    "controller": "controller",
    "zone": "zone",
    "name": "name",
    "printed_power": "power",
    "printed_toughness": "toughness",
    "damage": "damage",
    "attached_to": "attached_to",
    "attacking": "attacking",
    "protector": "protector",
    "sector": "sector",
    "copy": "copy",
    "marker": "marker",
    "regeneration_shields": "regeneration_shields",
    "timestamp": "timestamp",
    "world_since": "world_since",
    "has_chapters": "chapters",
}
"""Facts with one value besides the object, and the fields that say the same."""


def board_of(space: Space, facts: Iterable[Symbol]) -> Board:
    """Return the board that these facts and lines of text describe, as a file would hold it.

    `facts` are those of a stable model of the space, of its vocabulary and of `CHOSEN`.
    """
    of_object: dict[str, dict[str, Any]] = {name: {} for name in space.objects}
    types: Mapping[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    texts: dict[str, list[str]] = defaultdict(list)
    counters: dict[str, dict[str, int]] = defaultdict(dict)
    of_player: dict[str, dict[str, Any]] = {name: {"life": None} for name in space.players}
    of_team: dict[str, dict[str, int]] = defaultdict(dict)
    variant = None
    for fact in sorted(facts):
        name, terms = fact.name, [_plain(each) for each in fact.arguments]
        if name in ("printed_type", "printed_supertype", "printed_subtype"):
            types[terms[0]][name].append(terms[1])
        elif name == "says":
            texts[terms[0]].append(terms[1])
        elif name == "counters":
            counters[terms[0]][terms[1]] = terms[2]
        elif name in _VALUES:
            of_object[terms[0]][_VALUES[name]] = terms[1]
        elif name in FLAGS:
            of_object[terms[0]][name] = True
        elif name in ("life", "poison", "speed"):
            of_player[terms[0]][name] = terms[1]
        elif name == "drew_from_empty_library":
            of_player[terms[0]][name] = True
        elif name == "commander_damage":
            of_player[terms[0]].setdefault(name, {})[terms[1]] = terms[2]
        elif name == "member":
            of_player[terms[0]]["team"] = terms[1]
        elif name in ("team_life", "team_poison"):
            of_team[terms[0]][name.removeprefix("team_")] = terms[1]
        elif name == "variant":
            variant = terms[0]
    teams = sorted({each["team"] for each in of_player.values() if "team" in each})
    return Board(
        players={name: Player(name, **fields) for name, fields in of_player.items()},
        active_player=space.players[0],
        objects={
            name: GameObject(
                id=name,
                type_line=_type_line(types[name]),
                text="\n".join(texts[name]),
                counters=counters[name],
                **fields,
            )
            for name, fields in of_object.items()
        },
        rules=space.day,
        variant=variant,
        teams={name: Team(name, **of_team[name]) for name in teams},
    )


def _plain(term: Symbol) -> Any:
    """Return a number, or the word or name in a term such as object(O)."""
    if term.type is SymbolType.Number:
        return term.number
    if term.type is SymbolType.String:
        return term.string
    return _plain(term.arguments[0]) if term.arguments else term.name


def _type_line(words: Mapping[str, Sequence[str]]) -> str:
    subtypes = tuple(word.capitalize() for word in words["printed_subtype"])
    return str(TypeLine(tuple(words["printed_supertype"]), tuple(words["printed_type"]), subtypes))
