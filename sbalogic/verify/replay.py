"""Boards that the solver found, done again by the driver: what a user is shown has been confirmed by both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from clingo import Symbol

from sbalogic.board import Board
from sbalogic.outcome import Outcome, Resolution
from sbalogic.report.data import result_data, trigger_data
from sbalogic.resolver import History, histories, resolve
from sbalogic.rulebook import Rulebook
from sbalogic.verify.checks import Found

MOST_OUTCOMES: Final = 1_000
"""With more ways to their ends boards are not followed any further."""


class Disagreement(Exception):
    """The driver does something else than the lifted rules: a fault of the program."""


def history(found: Found, world: str = "first") -> History:
    """Return what the lifted rules did with a board in a world."""
    by_predicate: Mapping[str, list[Sequence[Symbol]]] = defaultdict(list)
    for atom in found.derived:
        terms = atom.arguments
        if len(terms) >= 2 and str(terms[-2]) == world:
            by_predicate[atom.name].append(terms)
    happened = {(terms[-1].number, str(terms[0])) for terms in by_predicate["event"] if terms[1].number == 0}
    checks = 1 + max(terms[-1].number for terms in by_predicate["live"])
    actions: list[set[str]] = [set() for _ in range(checks)]
    for event, sba, _, check in by_predicate["propose"]:
        if (check.number, str(event)) in happened:
            actions[check.number].add(f"action({sba},{event})")
    fluents = frozenset(str(fact) for fact, _, check in by_predicate["after"] if check.number == checks - 1)
    ended = all(check.number < checks - 1 for _, check in by_predicate["again"])
    return History(tuple(map(frozenset, actions)), fluents, ended)


def confirm(found: Found, world: str = "first", rulebook: Rulebook | None = None) -> None:
    """Do again by the driver what the lifted rules did with a board in a world.

    Raises `Disagreement` if the driver never does just that.
    """
    lifted = history(found, world)
    ways = list(islice(histories(found.board, rulebook), MOST_OUTCOMES))
    if not any(_same(lifted, each) for each in ways):
        raise Disagreement(f"on {found.board} the lifted rules do {lifted}, the driver {ways}")


def _same(lifted: History, driven: History) -> bool:
    """Whether two histories are the same, as far as the lifted rules went; what nothing changes is not lifted."""
    if not lifted.ended:
        return lifted.checks == driven.checks[: len(lifted.checks)]
    names = {fact.partition("(")[0] for fact in lifted.fluents}
    ends = {fact for fact in driven.fluents if fact.partition("(")[0] in names}
    return lifted.checks == driven.checks and lifted.fluents == ends


def with_expectation(board: Board) -> Board:
    """Return the board with what the driver makes of it as its `expect:` block."""
    return board._replace(expect=expectations(resolve(board, limit=MOST_OUTCOMES)))


def expectations(resolution: Resolution, *, dated: bool = False) -> list[dict[str, Any]]:
    """Return what an `expect:` block says of all outcomes; if `dated`, for which day it says so."""
    several = len(resolution.outcomes) > 1
    day = {"rules": resolution.board.rules.isoformat()} if dated else {}
    return [day | _expectation(resolution.board, each, several=several) for each in resolution.outcomes]


def _expectation(board: Board, outcome: Outcome, *, several: bool) -> dict[str, Any]:
    """Return what an outcome is known by: with several, the choices that lead to it as well."""
    ends = {name: each.zone for name, each in outcome.board.objects.items()}
    said: dict[str, Any] = {}
    if several:
        said["choices"] = [_given(each._asdict()) for each in outcome.choices]
    said["checks"] = [[{each.rule: each.subject} for each in check.actions] for check in outcome.checks]
    said["prevented"] = [{each.rule: each.subject} for each in outcome.prevented]
    moved = {name: ends.get(name, "nowhere") for name, each in board.objects.items() if ends.get(name) != each.zone}
    if moved:
        said["final"] = moved
    said["triggers"] = [
        {key: each[key] for key in _OF_TRIGGER if key in each} for each in map(trigger_data, outcome.triggers)
    ]
    said["result"] = result_data(outcome.result)
    return said


_OF_TRIGGER: Final = ("controller", "source", "ability", "about", "value", "group")
"""What a trigger is known by; its text says no more."""


def _given(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}
