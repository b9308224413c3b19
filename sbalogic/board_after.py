"""Facts as boards: the board that a user gets back after the checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from clingo import parse_term

from sbalogic.board import Board, GameObject, Player, Team, WaitingTrigger
from sbalogic.facts import FLAGS, BoardFacts
from sbalogic.groups import Groups, shape_of
from sbalogic.numbers import Scale
from sbalogic.terms import name_in, slug, unquote

_OBJECT_FIELDS: Final[Mapping[str, object]] = {
    "zone": None,
    "controller": None,
    "damage": 0,
    "attached_to": None,
    "timestamp": None,
    "world_since": None,
    "protector": None,
    "attacking": None,
    "sector": None,
    "regeneration_shields": 0,
    "marker": None,
    "component_of": None,
    **dict.fromkeys(FLAGS, False),
}
"""The fluents of an object that are fields of it, and what holds without them."""

_PLAYER_FIELDS: Final[Mapping[str, object]] = {
    "life": None,
    "poison": 0,
    "speed": None,
    "left": False,
    "drew_from_empty_library": False,
}

_COUNTED: Final = {"counters": "counters", "commander_damage": "commander_damage", "zone_size": "zone_sizes"}
"""Fluents that are entries of a mapping, and its field."""

_READ: Final = frozenset((*_OBJECT_FIELDS, *_PLAYER_FIELDS, *_COUNTED, "team_life"))

_FACT = re.compile(r'(\w+)\(("(?:[^"\\]|\\.)*")(?:,(.*))?\)')


class _Changes:
    """What changes on a board, by object and by player."""

    def __init__(self, facts: BoardFacts) -> None:
        self.board = facts.board
        self.scales = facts.scales
        self.objects: dict[str, dict[str, Any]] = {}
        self.players: dict[str, dict[str, Any]] = {}
        self.team_lives: dict[str, int] = {}

    def fact(self, predicate: str, subject: str, value: str | None, *, holds: bool) -> None:
        """Note that a fact came or went; all that went must be noted before what came."""
        if predicate in _COUNTED and value is not None:
            self._entry(predicate, subject, value, holds=holds)
            return
        if predicate == "team_life":
            if holds and value is not None:
                self.team_lives[subject] = self.scales.of_team(subject).decode(int(value))
            return
        fields, changes = (
            (_OBJECT_FIELDS, self.objects) if predicate in _OBJECT_FIELDS else (_PLAYER_FIELDS, self.players)
        )
        default = fields[predicate]
        if not holds:
            new: object = default
        elif value is None:
            new = True
        else:
            scale = self._scale(changes is self.objects, subject)
            new = scale.decode(int(value)) if _is_number(value) else name_in(value)
        changes.setdefault(subject, {})[predicate] = new

    def _scale(self, of_object: bool, subject: str) -> Scale:
        return self.scales.of_object(subject) if of_object else self.scales.of_player(subject)

    def _entry(self, predicate: str, subject: str, value: str, *, holds: bool) -> None:
        of: Any = self.board.objects if predicate == "counters" else self.board.players
        changes = self.objects if predicate == "counters" else self.players
        field = _COUNTED[predicate]
        entries = changes.setdefault(subject, {}).setdefault(field, dict(getattr(of[subject], field)))
        key, _, number = value.rpartition(",")
        if holds:
            entries[name_in(key)] = self._scale(predicate == "counters", subject).decode(int(number))
        else:
            entries.pop(name_in(key), None)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def board_after(facts: BoardFacts, groups: Groups, changed: Iterable[str], placed: Sequence[str]) -> Board:
    """Read the board at the end: the one given, with every fact toggled that `changed` holds.

    `groups` are the facts at the end; `placed` are the triggers put on the stack, in that order. Answers to choices,
    expectations and warnings belong to the board that was given, and stay behind.
    """
    board = facts.board
    changes = _Changes(facts)
    gone: list[tuple[str, str, str | None]] = []
    came: list[tuple[str, str, str | None]] = []
    affected = {f"affects({number}," for number in range(len(board.effects))}
    waiting = {f"given({number})": each for number, each in enumerate(board.triggers)}
    stacked: dict[str, WaitingTrigger] = {}
    planar_controllers: dict[bool, str] = {}
    step_begins = board.step_begins
    for fact in changed:
        holds = fact in groups.get(shape_of(fact), ())
        match = _FACT.fullmatch(fact)
        if match is not None and match[1] in _READ:
            (came if holds else gone).append((match[1], unquote(match[2]), match[3]))
        elif fact == "step_begins":
            step_begins = holds
        elif fact.startswith("planar_controller("):
            planar_controllers[holds] = name_in(fact)
        elif fact.startswith("affects("):
            affected.discard(fact.partition(",")[0] + ",")
        elif fact.startswith(("waiting(", "stacked(")):
            into = waiting if fact.startswith("waiting(") else stacked
            trigger, content = trigger_of(facts, fact)
            into.pop(trigger, None)
            if holds:
                into[trigger] = content
    for each in gone:
        changes.fact(*each, holds=False)
    for each in came:
        changes.fact(*each, holds=True)
    objects = _objects_after(board, changes.objects)
    return board._replace(
        objects=objects | _with_ids([_stack_object(stacked[each]) for each in placed if each in stacked], objects),
        players={name: _player_after(each, changes.players.get(name)) for name, each in board.players.items()},
        teams={name: _team_after(each, changes.team_lives) for name, each in board.teams.items()},
        step_begins=step_begins,
        planar_controller=planar_controllers.get(True) if planar_controllers else board.planar_controller,
        effects=tuple(each for number, each in enumerate(board.effects) if f"affects({number}," in affected),
        triggers=tuple(waiting.values()),
        choices=(),
        expect=None,
        warnings=(),
    )


def _objects_after(board: Board, changes: Mapping[str, Mapping[str, Any]]) -> dict[str, GameObject]:
    """Return the objects at the end; what moved comes last.

    Places in the file change with what moves. Where they are measured against timestamps that the file gives, they are
    written down.
    """
    dated = any(each.timestamp is not None for each in board.objects.values())
    stayed: dict[str, GameObject] = {}
    moved: dict[str, GameObject] = {}
    for place, (name, each) in enumerate(board.objects.items()):
        change = dict(changes.get(name, {}))
        if dated and each.timestamp is None and "zone" not in change:
            change["timestamp"] = place
        if each.component_of is not None and "component_of" in change:
            change.setdefault("zone", None)
        after = each._replace(**change) if change else each
        if after.zone == each.zone:
            stayed[name] = after
        elif after.zone is not None:
            moved[name] = after
    return stayed | moved


def _player_after(player: Player, changes: Mapping[str, Any] | None) -> Player:
    if changes is None:
        return player
    if changes.get("left"):
        return Player(player.name, life=None, team=player.team, left=True)
    return player._replace(**changes)


def _team_after(team: Team, lives: Mapping[str, int]) -> Team:
    return team._replace(life=lives[team.name]) if team.name in lives else team


def trigger_of(facts: BoardFacts, fact: str) -> tuple[str, WaitingTrigger]:
    """Return T and the triggered ability of a fact `waiting(T,P,object(O))` or `stacked(T,P,object(O))`."""
    trigger, controller, source = parse_term(fact).arguments
    if trigger.name == "given":
        return str(trigger), facts.board.triggers[trigger.arguments[0].number]
    ability, about = str(trigger.arguments[1]), name_in(str(trigger.arguments[2]))
    name = source.arguments[0].string
    read = facts.triggers.get(ability)
    word, text = (ability, "") if read is None else (read.word, read.text)
    return str(trigger), WaitingTrigger(controller.string, name, word, text, about if about != name else None)


def waiting_triggers(facts: BoardFacts, groups: Groups) -> list[WaitingTrigger]:
    """Return the triggered abilities that wait to be put on the stack, those of the file first."""
    waiting = [fact for shape, group in groups.items() if shape.startswith("waiting(") for fact in group]
    return [trigger for _, trigger in sorted((trigger_of(facts, fact) for fact in waiting), key=lambda each: each[0])]


def _stack_object(trigger: WaitingTrigger) -> GameObject:
    base = f"{trigger.source}_{slug(trigger.ability).strip(chr(34))}"
    return GameObject(
        id=base,
        zone="stack",
        owner=trigger.controller,
        controller=trigger.controller,
        ability=trigger.ability,
        source=trigger.source,
    )


def _with_ids(new: Sequence[GameObject], taken: Mapping[str, GameObject]) -> dict[str, GameObject]:
    """Give new objects ids that nothing on the board has."""
    result: dict[str, GameObject] = {}
    for each in new:
        number, name = 1, each.id
        while name in taken or name in result:
            number += 1
            name = f"{each.id}_{number}"
        result[name] = each._replace(id=name)
    return result
