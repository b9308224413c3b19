"""Board files: text -> `Board`, and the JSON Schema of the files."""

from __future__ import annotations

from typing import Any

from sbalogic.board import (
    NEWEST_EDITION,
    Answer,
    Board,
    ContinuousEffect,
    GameObject,
    Player,
    Team,
    WaitingTrigger,
)
from sbalogic.editions import day_of_rules
from sbalogic.errors import InputError, Problem, shown
from sbalogic.formats.board_checks import faults_beyond_shape
from sbalogic.formats.board_shape import BOARD, COLORS, CONTROL_AURA, COUNTED_ZONES, PLAYER_ZONES
from sbalogic.formats.board_warnings import unused
from sbalogic.formats.document import Document, Format, read_document
from sbalogic.formats.entries import Entry, entries_of, ids_of
from sbalogic.formats.shape import Fault
from sbalogic.formats.starting_life import starting_life, team_starting_life
from sbalogic.formats.type_line import parse_type_line


def load_board(text: str | bytes, name: str, format: Format) -> Board:
    """Read a board file; `name` stands for it in messages.

    Raises InputError with everything that is wrong in the file, in its order.
    """
    document = read_document(text, name, format)
    entries = entries_of(document.data)
    ids = ids_of(entries)
    faults = BOARD.faults(document.data) + faults_beyond_shape(document.data, entries, ids)
    if faults:
        raise InputError(_problems(faults, document, name))
    given = _given_control(document.data, entries, ids)
    objects = {ident: _object(entry, ident, given.get(ident)) for entry, ident in zip(entries, ids, strict=True)}
    for entry, ident in zip(entries, ids, strict=True):
        if entry.permanent is not None:
            permanent = objects[ids[entry.permanent]]
            objects[ident] = objects[ident]._replace(component_of=permanent.id, owner=permanent.owner)
    return _board(document.data, objects)


def board_schema() -> dict[str, Any]:
    """Give the JSON Schema of board files: their form, not what references and dates must agree with."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A board of sbalogic",
        "description": "A Magic: The Gathering board on which state-based actions are checked.",
        **BOARD.schema(),
    }


def _problems(faults: list[Fault], document: Document, name: str) -> list[Problem]:
    problems = set()
    for fault in faults:
        label = next((step for step in reversed(fault.path) if isinstance(step, str)), "board")
        label = label if label and label.isprintable() and len(label) <= 60 else shown(label)
        problems.add(Problem(name, *document.locate(fault.path, fault.key), f"{label}: {fault.message}"))
    return sorted(problems, key=lambda problem: (problem.line, problem.column, problem.message))


def _board(data: dict[str, Any], objects: dict[str, GameObject]) -> Board:
    """Make a board of its objects and of the rest of the data, in which nothing is wrong."""
    teams = _teams(data)
    players = {name: _player(name, data, teams) for name in data["players"]}
    expect = data.get("expect")
    board = Board(
        players=players,
        active_player=data.get("active_player", next(iter(players))),
        objects=objects,
        rules=day_of_rules(data["rules"]) if "rules" in data else NEWEST_EDITION,
        variant=data.get("variant"),
        step=data.get("step", "main"),
        step_begins=data.get("step_begins", False),
        range_of_influence=data.get("range_of_influence"),
        planar_controller=data.get("planar_controller"),
        starting_life=data.get("starting_life"),
        teams=teams,
        effects=tuple(ContinuousEffect(**_stripped(effect)) for effect in data.get("effects", ())),
        triggers=tuple(WaitingTrigger(**_stripped(trigger)) for trigger in data.get("triggers", ())),
        choices=tuple(Answer(**choice) for choice in data.get("choices", ())),
        expect=[expect] if isinstance(expect, dict) else expect,
    )
    return board._replace(warnings=unused(board))


def _given_control(data: dict[str, Any], entries: list[Entry], ids: list[str]) -> dict[str, str]:
    """Give the players to whom effects and control Auras give objects, by id; the last one that gives counts."""
    given = {}
    for entry in entries:
        if CONTROL_AURA.search(entry.data.get("text", "")) and "attached_to" in entry.data:
            player = entry.data.get("controller", entry.data.get("owner"))
            if player is not None:
                given[entry.data["attached_to"]] = player
    given.update(
        (effect["affects"], effect["controller"]) for effect in data.get("effects", ()) if "controller" in effect
    )
    return {ident: player for ident, player in given.items() if ident in ids}


def _object(entry: Entry, ident: str, given_to: str | None) -> GameObject:
    data = entry.data
    fields = {**_stripped(data), "id": ident, "zone": entry.zone, "id_given": "id" in data}
    if fields.pop("merged", fields.pop("melded", None)) is not None:
        fields["melded"] = "melded" in data
    if entry.player is not None:
        fields["owner"] = entry.player
    elif entry.permanent is None:
        fields["owner"] = data["owner"] if "owner" in data else data["controller"]
        fields["controller"] = data.get("controller", given_to if given_to is not None else fields["owner"])
    if "type_line" in data:
        line = parse_type_line(data["type_line"])
        fields["type_line"] = str(line)
        if line.token:
            fields["token"] = True
    if "colors" in data:
        given = {COLORS.get(color, color) for color in data["colors"]}
        fields["colors"] = tuple(color for color in COLORS.values() if color in given)
    if "keywords" in data:
        fields["keywords"] = tuple(data["keywords"])
    if "counters" in data:
        fields["counters"] = _positive({kind.lower(): number for kind, number in data["counters"].items()})
    return GameObject(**fields)


def _player(name: str, data: dict[str, Any], teams: dict[str, Team]) -> Player:
    fields = {key: value for key, value in data["players"][name].items() if key not in PLAYER_ZONES}
    team = teams.get(fields.get("team", ""))
    if fields.get("left") or (team and team.life is not None):
        fields["life"] = None
    else:
        fields.setdefault("life", starting_life(data.get("variant"), data.get("starting_life")))
    for key in ("counters", "commander_damage"):
        fields[key] = _positive(fields.get(key, {}))
    sizes = {zone: size for zone, size in data["players"][name].items() if zone in COUNTED_ZONES and type(size) is int}
    return Player(name=name, zone_sizes=sizes, **fields)


def _teams(data: dict[str, Any]) -> dict[str, Team]:
    """Make the teams under `teams`, then those that only players name."""
    given = data.get("teams", {})
    teams = [player["team"] for player in data["players"].values() if "team" in player]
    result = {}
    for name in dict.fromkeys((*given, *teams)):
        fields = dict(given.get(name, {}))
        if data.get("variant") == "two_headed_giant":
            fields.setdefault("life", team_starting_life(data.get("starting_life"), teams.count(name)))
        result[name] = Team(name=name, **fields)
    return result


def _stripped(keys: dict[str, Any]) -> dict[str, Any]:
    """Take the line end off a text that was written as a block."""
    return {**keys, "text": keys["text"].strip()} if "text" in keys else keys


def _positive(numbers: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in numbers.items() if number > 0}
