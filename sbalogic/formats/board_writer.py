"""`Board` -> the plain data of a board file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sbalogic.board import NEWEST_EDITION, Answer, Board, ContinuousEffect, GameObject, Player, Team, WaitingTrigger
from sbalogic.formats.board_shape import (
    CHOICE,
    COMPONENT,
    COMPONENTS,
    CONTROL_AURA,
    EFFECT,
    PLAYER,
    PLAYER_ZONES,
    TRIGGER,
    object_keys,
)
from sbalogic.formats.starting_life import starting_life, team_starting_life

_DEFAULTS: dict[type, dict[str, Any]] = {
    kind: {**dict.fromkeys(kind._fields, ...), **kind._field_defaults, "life": None}
    for kind in (GameObject, Player, ContinuousEffect, WaitingTrigger, Answer)
}
"""What is left out where it is the value, by field; an ellipsis where there is no default."""

_Zones = dict[tuple[str | None, str], list[GameObject]]
"""The objects of each owner's zone; the owner of battlefield and stack is None."""


def board_data(board: Board) -> dict[str, Any]:
    """Give the data of a board file from which `load_board` makes the same board.

    Keys stand in the order of the documentation, defaults are left out, ids are always there. A zone that was given as
    a number is a number again, with the objects in it counted. What refers to an object that is written nowhere is
    left out: attachments and attacks, the source of an ability, effects, waiting triggers.
    """
    zones = _zones(board)
    ids = {item.id for key, items in zones.items() for item in items if not _is_number(board, key)}
    ids |= {item.id for item in board.objects.values() if item.component_of in ids}
    named = ids | board.players.keys()
    known = {"source": ids, "attached_to": named, "attacking": named, "affects": named}
    components = _components(board)
    expect = board.expect
    battlefield = _objects(zones.get((None, "battlefield"), []), known, components)
    given = {effect.affects for effect in board.effects if effect.controller is not None}
    given.update(
        item.attached_to for item in board.objects.values() if item.attached_to and CONTROL_AURA.search(item.text)
    )
    for keys in battlefield:
        if keys["id"] in given:
            keys["controller"] = board.objects[keys["id"]].controller
    data = {
        "rules": None if board.rules == NEWEST_EDITION else board.rules.isoformat(),
        "variant": board.variant,
        "active_player": None if board.active_player == next(iter(board.players)) else board.active_player,
        "step": None if board.step == "main" else board.step,
        "step_begins": board.step_begins or None,
        "range_of_influence": board.range_of_influence,
        "planar_controller": board.planar_controller,
        "starting_life": board.starting_life,
        "players": {name: _player(player, board, zones, known) for name, player in board.players.items()},
        "teams": {name: keys for name, team in board.teams.items() if (keys := _team(team, board))} or None,
        "battlefield": battlefield or None,
        "stack": _objects(zones.get((None, "stack"), []), known, components) or None,
        "effects": [keys for effect in board.effects if "affects" in (keys := _keys(effect, EFFECT.keys, known))]
        or None,
        "triggers": [keys for item in board.triggers if "source" in (keys := _keys(item, TRIGGER.keys, known))] or None,
        "choices": [_keys(choice, CHOICE.keys, known) for choice in board.choices] or None,
        "expect": expect[0] if expect and len(expect) == 1 else expect,
    }
    return {key: value for key, value in data.items() if value is not None}


def _zones(board: Board) -> _Zones:
    zones: _Zones = {}
    for item in board.objects.values():
        if item.component_of is not None:
            continue
        zones.setdefault((item.owner if item.zone in PLAYER_ZONES else None, item.zone), []).append(item)
    return zones


def _is_number(board: Board, key: tuple[str | None, str]) -> bool:
    """Say whether a zone is written as a number."""
    owner, zone = key
    return owner is not None and zone in board.players[owner].zone_sizes


def _components(board: Board) -> Mapping[str, list[GameObject]]:
    """Give the components of each merged or melded permanent, by its id."""
    components: dict[str, list[GameObject]] = {}
    for item in board.objects.values():
        if item.component_of is not None:
            components.setdefault(item.component_of, []).append(item)
    return components


def _objects(
    items: list[GameObject], known: dict[str, set[str]], components: Mapping[str, list[GameObject]]
) -> list[dict[str, Any]]:
    return [_object(item, known, components.get(item.id, ())) for item in items]


def _object(item: GameObject, known: dict[str, set[str]], components: Sequence[GameObject] = ()) -> dict[str, Any]:
    data = _keys(item, (key for key in object_keys(item.zone) if key not in COMPONENTS), known)
    if components:
        data["melded" if item.melded else "merged"] = [_keys(each, COMPONENT.keys, known) for each in components]
    if item.zone in PLAYER_ZONES:
        del data["owner"]
    elif item.owner == item.controller:
        del data["owner" if item.zone == "stack" else "controller"]
    return data


def _player(player: Player, board: Board, zones: _Zones, known: dict[str, set[str]]) -> dict[str, Any]:
    if player.left:
        return {"left": True} if player.team is None else {"team": player.team, "left": True}
    data = _keys(player, [key for key in PLAYER.keys if key not in PLAYER_ZONES], known)
    if player.life == starting_life(board.variant, board.starting_life):
        del data["life"]
    for zone in PLAYER_ZONES:
        key = (player.name, zone)
        items = zones.get(key, [])
        if _is_number(board, key):
            data[zone] = player.zone_sizes[zone] + len(items)
        elif items:
            data[zone] = [_object(item, known) for item in items]
    return data


def _team(team: Team, board: Board) -> dict[str, int]:
    heads = sum(player.team == team.name for player in board.players.values())
    default = team_starting_life(board.starting_life, heads) if board.variant == "two_headed_giant" else None
    data = {}
    if team.life is not None and team.life != default:
        data["life"] = team.life
    if team.poison:
        data["poison"] = team.poison
    return data


def _keys(item: Any, keys: Iterable[str], known: dict[str, set[str]]) -> dict[str, Any]:
    """Give the values under these keys, without defaults and without references to what is not known."""
    defaults = _DEFAULTS[type(item)]
    data = {}
    for key in keys:
        value = getattr(item, key)
        if value == defaults[key] or (key in known and value not in known[key]):
            continue
        if isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        data[key] = value
    return data
