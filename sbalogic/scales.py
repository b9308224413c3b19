"""How the numbers of a board are written for a solver that counts in 32 bits (see `numbers.py`).

Rules add only numbers of one object, of one player, or of the players of one team, so each of these has a scale of its
own. Timestamps are only compared: their ranks stand for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from sbalogic.board import Board, GameObject, Player
from sbalogic.formats.starting_life import starting_life, team_starting_life
from sbalogic.numbers import NumbersTooLarge, Scale, scale_for

_SMALL: Final = 1_000
"""Numbers up to this stand for themselves: those of the rules, and those that texts state."""
_MODERATE: Final = 10_000
"""An object with no larger number needs no scale."""
_LARGEST_EFFECT: Final = 100
"""What a counter can add to power or toughness at most."""
_CHANGING_COUNTER: Final = re.compile(r"([+-]\d+)/([+-]\d+)")
_IDENTITY: Final = Scale()


class Scales(NamedTuple):
    """The scales of a board."""

    objects: Mapping[str, Scale]
    """Of objects with large numbers, by id."""
    players: Mapping[str, Scale]
    """Of all players with large numbers, by name; players of one team share one."""
    teams: Mapping[str, Scale]

    @property
    def any(self) -> bool:
        """Whether some numbers do not stand for themselves."""
        return any(scale.units for scale in (*self.objects.values(), *self.players.values(), *self.teams.values()))

    def of_object(self, name: str) -> Scale:
        """Return the scale for an object's numbers."""
        return self.objects.get(name, _IDENTITY)

    def of_player(self, name: str) -> Scale:
        """Return the scale for a player's numbers."""
        return self.players.get(name, _IDENTITY)

    def of_team(self, name: str) -> Scale:
        """Return the scale for a team's numbers."""
        return self.teams.get(name, _IDENTITY)

    def of(self, kind: str, name: str) -> Scale:
        """Return the scale for the numbers of an `object`, `player` or `team`."""
        return {"object": self.of_object, "player": self.of_player, "team": self.of_team}[kind](name)


def scales_of(board: Board) -> Scales:
    """Find how to write the numbers of a board.

    Raises `NumbersTooLarge` where that cannot be done exactly.
    """
    effects: dict[str, list[int]] = {}
    for effect in board.effects:
        effects.setdefault(effect.affects, []).extend((effect.power, effect.toughness))
    objects = {}
    for each in board.objects.values():
        numbers = [*_numbers(each), *effects.get(each.id, ())]
        if max(numbers) > _MODERATE or min(numbers) < -_MODERATE or len(numbers) > _SMALL:
            weights = sum(max(1, *map(abs, changes_of_counter(kind))) for kind in each.counters)
            objects[each.id] = scale_for(numbers, 4 * (len(numbers) + weights), _SMALL)
    teams = {name: _shared(board, name) for name in board.teams}
    players = {
        name: teams[player.team] if player.team is not None else _own(board, player)
        for name, player in board.players.items()
    }
    return Scales(objects, players, teams)


def _numbers(each: GameObject) -> list[int]:
    return [
        each.damage,
        each.regeneration_shields,
        each.chapters or 0,
        printed_number(each.power),
        printed_number(each.toughness),
        *each.counters.values(),
    ]


def _own(board: Board, player: Player) -> Scale:
    return _scale([*_counted(player), starting_life_of(board)], board)


def _shared(board: Board, name: str) -> Scale:
    team = board.teams[name]
    of_players = [number for player in board.players.values() if player.team == name for number in _counted(player)]
    return _scale([team.life or 0, team.poison, *of_players, starting_life_of(board)], board)


def _counted(player: Player) -> list[int]:
    return [
        player.life or 0,
        player.poison,
        player.speed or 0,
        *player.commander_damage.values(),
        *player.zone_sizes.values(),
    ]


def _scale(numbers: list[int], board: Board) -> Scale:
    return scale_for(numbers, 4 * len(numbers), max(_SMALL, 2 * len(board.objects)))


def starting_life_of(board: Board) -> int:
    """Return the life total at which a player, or a team that shares one, started."""
    if board.variant != "two_headed_giant":
        return starting_life(board.variant, board.starting_life)
    heads = Counter(player.team for player in board.players.values())
    return team_starting_life(board.starting_life, max(heads.values()))


def printed_number(value: int | str | None) -> int:
    """Read a printed number; what `*` stands for counts as 0."""
    if isinstance(value, int):
        return value
    return sum(int(number) for number in re.findall(r"[+-]?\d+", value or ""))


def changes_of_counter(kind: str) -> tuple[int, int]:
    """Return what a counter of a kind adds to power and to toughness.

    Raises `NumbersTooLarge` for a kind that adds more than any counter does.
    """
    match = _CHANGING_COUNTER.fullmatch(kind)
    if match is None:
        return 0, 0
    if any(len(each) > 4 or abs(int(each)) > _LARGEST_EFFECT for each in match.groups()):
        raise NumbersTooLarge(f"no counter adds more than {_LARGEST_EFFECT} to power or toughness; {kind} is more")
    return int(match[1]), int(match[2])


def rank_times(board: Board) -> dict[int, int]:
    """Return the ranks of all timestamps on a board, and of places in the file: first objects, then effects."""
    given = [time for each in board.objects.values() for time in (each.timestamp, each.world_since) if time is not None]
    given.extend(effect.timestamp for effect in board.effects if effect.timestamp is not None)
    places = range(len(board.objects) + len(board.effects))
    return {time: rank for rank, time in enumerate(sorted({*places, *given}))}
