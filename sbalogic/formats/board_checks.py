"""What is wrong with a board beyond the shape of its values: missing and contradicting keys, unknown names.

The checks look at data whose shape may be wrong as well, so that a user sees all mistakes at once; what has a wrong
shape is passed over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sbalogic.errors import nearest, shown
from sbalogic.formats.document import Path
from sbalogic.formats.entries import Entry, mapping
from sbalogic.formats.shape import Fault
from sbalogic.formats.type_line import TypeLine, parse_type_line


class _Names(NamedTuple):
    """What a board's references can name."""

    objects: dict[str, None]
    players: dict[str, None]
    left: frozenset[str]
    """The players who have left the game."""


def faults_beyond_shape(data: Any, entries: list[Entry], ids: list[str]) -> list[Fault]:
    """List what contradicts itself, is missing or names something that is not on the board.

    `entries` are the objects in `data`, `ids` what each of them is called.
    """
    players = mapping(mapping(data).get("players"))
    left = frozenset(name for name, player in players.items() if mapping(player).get("left") is True)
    names = _Names(dict.fromkeys(ids), dict.fromkeys(players), left)
    return [
        *_repeated_ids(entries),
        *(fault for entry in entries for fault in _object(entry, names)),
        *_players(mapping(data), players),
        *_teams(mapping(data), players),
        *_other_references(mapping(data), names),
    ]


def _repeated_ids(entries: list[Entry]) -> Iterator[Fault]:
    seen = set()
    for entry in entries:
        ident = entry.data.get("id")
        if isinstance(ident, str):
            if ident in seen:
                yield Fault(
                    f"{shown(ident)} is already the id of another object; write another one", (*entry.path, "id")
                )
            seen.add(ident)


def _object(entry: Entry, names: _Names) -> Iterator[Fault]:
    data = entry.data
    yield from _references(data, entry.path, _OBJECT_REFERENCES, names)
    if entry.permanent is not None:
        return
    if "merged" in data and "melded" in data:
        yield Fault("a permanent is either merged or melded; leave one of the two out", (*entry.path, "melded"), True)
    if entry.player is None:
        if "owner" not in data and "controller" not in data:
            yield Fault("an object here needs an owner or a controller; write owner: NAME", entry.path)
    elif data.get("owner", entry.player) != entry.player:
        message = f"the owner is {shown(entry.player)}, under whom the object stands; leave the key out"
        yield Fault(message, (*entry.path, "owner"))
    if "source" in data and "ability" not in data and entry.zone == "stack":
        yield Fault(
            "only an ability has a source; write also what it is called, ability: NAME", (*entry.path, "source"), True
        )
    line = _type_line(data)
    if line is None:
        return
    if line.token and data.get("token") is False:
        yield Fault("false contradicts Token in the type line; leave one of the two out", (*entry.path, "token"))
    if (
        entry.zone == "battlefield"
        and "creature" in line.types
        and "toughness" not in data
        and not data.get("face_down")
    ):
        yield Fault("a creature on the battlefield needs its toughness; write toughness: NUMBER", entry.path)


def _type_line(data: dict[str, Any]) -> TypeLine | None:
    text = data.get("type_line")
    try:
        return parse_type_line(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _players(data: dict[str, Any], players: dict[str, Any]) -> Iterator[Fault]:
    teams = mapping(data.get("teams"))
    for name, player in players.items():
        path: Path = ("players", name)
        keys = mapping(player)
        if data.get("variant") == "two_headed_giant" and isinstance(player, dict) and "team" not in keys:
            yield Fault("every player in Two-Headed Giant needs a team; write team: NAME", path)
        if keys.get("left") is True:
            for key in keys.keys() - {"left", "team"}:
                yield Fault("a player who has left the game has only a team; leave the key out", (*path, key), True)
            continue
        if "life" in keys and _shares_life(data.get("variant"), mapping(teams.get(str(keys.get("team"))))):
            yield Fault("the team's life total counts; write life under teams instead", (*path, "life"), True)


def _shares_life(variant: Any, team: dict[str, Any]) -> bool:
    """Say whether the players of the team share their life total; in Archenemy they do where the file gives it."""
    return variant == "two_headed_giant" or (variant == "archenemy" and "life" in team)


def _teams(data: dict[str, Any], players: dict[str, Any]) -> Iterator[Fault]:
    with_players = dict.fromkeys(str(mapping(player).get("team")) for player in players.values())
    sharing = {"life": ("two_headed_giant", "archenemy"), "poison": ("two_headed_giant",)}
    for name, team in mapping(data.get("teams")).items():
        path: Path = ("teams", name)
        if name not in with_players:
            remedy = _suggestion(name, with_players, "write team: NAME under its players")
            yield Fault(f"no player is in this team; {remedy}", path, True)
        for key, variants in sharing.items():
            if key in mapping(team) and data.get("variant") not in variants:
                message = f"teams share {key} only with variant {' or '.join(variants)}; write it under players"
                yield Fault(message, (*path, key), True)


def _other_references(data: dict[str, Any], names: _Names) -> Iterator[Fault]:
    if data.get("step_begins") is True and data.get("step") != "cleanup":
        wrong_step = (
            "only of the cleanup step the turn-based actions are performed; write step: cleanup, or leave the key out"
        )
        yield Fault(wrong_step, ("step_begins",), True)
    yield from _references(data, (), {"active_player": _player_or_left, "planar_controller": _player}, names)
    for key, table in _LIST_REFERENCES.items():
        for path, item in _items(data, key):
            yield from _references(item, path, table, names)
    outcomes = (
        _items(data, "expect") if isinstance(data.get("expect"), list) else [(("expect",), mapping(data.get("expect")))]
    )
    for path, outcome in outcomes:
        for ident in mapping(outcome.get("final")):
            if message := _object_id(ident, names):
                yield Fault(message, (*path, "final", ident), True)


def _items(data: dict[str, Any], key: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    items = data.get(key)
    for index, item in enumerate(items if isinstance(items, list) else ()):
        yield (key, index), mapping(item)


Reference = Callable[[str, _Names], str | None]
"""Says what is wrong with a name in a reference."""


def _references(data: dict[str, Any], path: Path, table: dict[str, Reference], names: _Names) -> Iterator[Fault]:
    for key, reference in table.items():
        name = data.get(key)
        if isinstance(name, str) and (message := reference(name, names)):
            yield Fault(message, (*path, key))


def _player(name: str, names: _Names) -> str | None:
    if name in names.left:
        return f"{shown(name)} has left the game; name a player who has not"
    return _player_or_left(name, names)


def _player_or_left(name: str, names: _Names) -> str | None:
    if name in names.players:
        return None
    players = f"the players are {', '.join(map(shown, names.players))}" if len(names.players) <= 10 else "see players"
    return f"no player is called {shown(name)}; {_suggestion(name, names.players, players)}"


def _object_id(name: str, names: _Names) -> str | None:
    if name in names.objects:
        return None
    return f"no object has the id {shown(name)}; {_suggestion(name, names.objects, 'write the id of an object')}"


def _object_or_player(name: str, names: _Names) -> str | None:
    if name in names.left and name not in names.objects:
        return _player(name, names)
    return _object_or_player_or_left(name, names)


def _object_or_player_or_left(name: str, names: _Names) -> str | None:
    if name in names.objects or name in names.players:
        return None
    remedy = _suggestion(name, {**names.objects, **names.players}, "write an object's id or a player's name")
    return f"neither an object nor a player is called {shown(name)}; {remedy}"


def _suggestion(name: str, known: dict[str, None], otherwise: str) -> str:
    meant = nearest(name, known)
    return f"did you mean {shown(meant)}?" if meant else otherwise


_OBJECT_REFERENCES: dict[str, Reference] = {
    "owner": _player,
    "controller": _player,
    "protector": _player_or_left,
    "attached_to": _object_or_player_or_left,
    "attacking": _object_or_player_or_left,
    "source": _object_id,
}
_LIST_REFERENCES: dict[str, dict[str, Reference]] = {
    "effects": {"affects": _object_or_player, "controller": _player, "source": _object_id},
    "triggers": {"controller": _player, "source": _object_id},
    "choices": {"player": _player},
}
