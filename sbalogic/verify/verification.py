"""Does a property hold for all boards of a space? A proof, the smallest counterexample, or that it is not known."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import date
from typing import Final, NamedTuple

from clingo import Function, Number, Symbol

from sbalogic.board import NEWEST_EDITION
from sbalogic.verify.checks import Checks, Found, Property, Unknown
from sbalogic.verify.cubes import Decision, Record, Task, decide_all
from sbalogic.verify.replay import confirm
from sbalogic.verify.shrinking import smaller
from sbalogic.verify.space import DEFAULT_FEATURES, Space
from sbalogic.verify.workers import Crew, Executors, processes

ALONE: Final = 10.0
"""Seconds after which a question is cut into cubes."""
MOST_CHECKS: Final = 60
"""With more checks on boards of a space something goes on for ever."""


class Scope(NamedTuple):
    """What boards are looked at, and by the rules of which day."""

    permanents: int
    """At most so many."""
    features: tuple[str, ...] = DEFAULT_FEATURES
    players: int = 2
    day: date = NEWEST_EDITION
    days: tuple[date, ...] = ()
    """The days of the worlds `first` and `second`, where a property compares editions."""

    def with_features(self, *features: str) -> Scope:
        """Return the scope with these features instead."""
        return self._replace(features=tuple(dict.fromkeys(features)))

    def space(self, permanents: int) -> Space:
        """Return the boards with exactly so many permanents."""
        return Space(permanents, self.features, self.players, self.day)


class Verdict(NamedTuple):
    """What is known of a property on a space of boards."""

    property: Property
    scope: Scope
    holds: bool | None
    """None where it is not known."""
    counterexample: Found | None
    """A smallest one: with the fewest permanents, and nothing that could be left out."""
    reached: int | None
    """The greatest number that the property derives as `reaches(N)`, if it does; else None."""
    witness: Found | None
    """A board that reaches it."""
    decided: int
    """All boards with so many permanents or fewer are decided."""
    checks: int | None
    """The most checks on any of these boards, those that perform nothing included; None after a proof by induction."""
    seconds: float


def verify(
    statement: Property,
    scope: Scope,
    *,
    timeout: float | None = None,
    alone: float = ALONE,
    executors: Executors | None = None,
    record: Record | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Verdict:
    """Decide a property for all boards of a scope, those with few permanents first.

    After `timeout` seconds what is not decided stays unknown. A question that takes longer than `alone` seconds is cut
    into cubes for the workers of `executors`, by default one process for each core. Raises `RuntimeError` where the
    property is no program, and `Disagreement` where the driver does something else with a board than the lifted rules.
    """
    decided = -1
    with Crew(executors or processes()) as crew:
        search = _Search(statement, scope, timeout, alone, crew, record or Record(None), progress)
        try:
            for permanents in range(scope.permanents + 1):
                found = search.decide(permanents)
                if found is not None:
                    return search.verdict(holds=False, counterexample=found, decided=decided)
                decided = permanents
        except Unknown:
            return search.verdict(holds=None, counterexample=None, decided=decided)
    return search.verdict(holds=True, counterexample=None, decided=decided)


def prove_by_induction(
    statement: Property,
    scope: Scope,
    *,
    timeout: float | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Verdict:
    """Prove an invariant: it holds in the first check of every board, and in the check after any well-formed board.

    So it holds after however many checks. Where the step fails it is not known, since the well-formed board may be one
    that nothing leads to; it is the verdict's `witness`, as far as a board file can say it.
    """
    start = time.monotonic()
    deadline = None if timeout is None else start + timeout
    failing = None
    decided = -1
    try:
        for permanents in range(scope.permanents + 1):
            progress(f"{permanents} permanents")
            first = Checks(scope.space(permanents), [statement], days=scope.days)
            first.grow(1)
            found = first.find(first.last("violated"), (), deadline)
            if found is not None:
                found = _confirmed(statement, scope, smaller(first, first.last("violated"), found))
                return _verdict(statement, scope, False, found, None, decided, start)
            step = Checks(scope.space(permanents), [statement], days=scope.days, may_hold=_all_fluents(first))
            step.grow(2)
            failing = step.find(Function("violation", [Function("first"), Number(1)]), (), deadline)
            if failing is not None:
                break
            decided = permanents
    except Unknown:
        pass
    return _verdict(statement, scope, True if decided == scope.permanents else None, None, failing, decided, start)


def _all_fluents(checks: Checks) -> frozenset[Symbol]:
    """Return the facts that may hold on some board after any number of checks."""
    found: frozenset[Symbol] = frozenset()
    while not checks.fluents() <= found:
        found |= checks.fluents()
        checks.grow(checks.horizon + 1)
    return found


def _verdict(
    statement: Property,
    scope: Scope,
    holds: bool | None,
    counterexample: Found | None,
    witness: Found | None,
    decided: int,
    start: float,
) -> Verdict:
    return Verdict(statement, scope, holds, counterexample, None, witness, decided, None, time.monotonic() - start)


def _confirmed(statement: Property, scope: Scope, found: Found) -> Found:
    """Return a board that was found, once the driver has done the same with it in all worlds that follow the rules.

    Raises `Disagreement` if it does something else.
    """
    confirm(found)
    if "world(second)" in statement.text and "one_at_a_time(second)" not in statement.text:
        board = found.board._replace(rules=scope.days[1]) if scope.days else found.board
        confirm(found._replace(board=board), "second")
    return found


def _number(reached: Symbol) -> int:
    """Return the number in an atom `reached(N, t)`."""
    return reached.arguments[0].number


class _Search:
    """The search through the boards of a scope."""

    def __init__(
        self,
        statement: Property,
        scope: Scope,
        timeout: float | None,
        alone: float,
        crew: Crew,
        record: Record,
        progress: Callable[[str], None],
    ) -> None:
        self.statement = statement
        self.scope = scope
        self.start = time.monotonic()
        self.deadline = None if timeout is None else self.start + timeout
        self.alone = alone
        self.crew = crew
        self.record = record
        self.progress = progress
        self.reached: int | None = None
        self._witness: tuple[int, Symbol, Found] | None = None
        """The board that reaches it, with the number of its permanents and what it was asked for."""
        self.most_checks = 1

    def decide(self, permanents: int) -> Found | None:
        """Look at all boards with exactly so many permanents; return one that violates the property."""
        checks = Checks(self.scope.space(permanents), [self.statement], days=self.scope.days)
        horizon = self.most_checks  # with one permanent more, which may do nothing, there are at least as many
        while horizon <= MOST_CHECKS:
            self.progress(f"{permanents} permanents, {horizon} checks")
            checks.grow(horizon)
            checks.close()
            found = self._find(checks, permanents, [checks.last("undecided"), *self._better(checks)])
            if found is None:
                self.most_checks = horizon
                return None
            if checks.last("violated") in found.derived:
                return self._smallest(permanents, checks.last("violated"), found)
            reached = [atom for atom in self._better(checks) if atom in found.derived]
            if reached:
                best = max(reached, key=_number)
                self.reached, self._witness = _number(best), (permanents, best, found)
            if checks.last("unfinished") in found.derived:
                horizon += 1
        raise Unknown

    def _better(self, checks: Checks) -> list[Symbol]:
        """Return the atoms that say that a greater number is reached than is known."""
        return [
            atom
            for atom in checks.atoms("reached", 2)
            if atom.arguments[1].number == checks.horizon - 1 and (self.reached is None or _number(atom) > self.reached)
        ]

    def _smallest(self, permanents: int, goal: Symbol, found: Found) -> Found:
        """Return a board of which nothing can be left out, whatever its objects are called, confirmed by the driver."""
        checks = Checks(self.scope.space(permanents), [self.statement], days=self.scope.days, symmetry=False)
        checks.grow(goal.arguments[-1].number + 1)
        return _confirmed(self.statement, self.scope, smaller(checks, goal, found))

    def _find(self, checks: Checks, permanents: int, goals: Sequence[Symbol]) -> Found | None:
        """Look for a board that makes one of the goals true: alone for a while, then in cubes."""
        scope = self.scope
        told = tuple(map(str, goals))
        task = Task(
            permanents,
            scope.features,
            scope.players,
            scope.day,
            scope.days,
            (self.statement,),
            checks.horizon,
            told,
            checks.fingerprint,
        )
        if self.alone and self.record.known(task, ()) is None:
            start = time.monotonic()
            until = start + self.alone
            try:
                found = checks.find(
                    checks.either(goals), (), until if self.deadline is None else min(until, self.deadline)
                )
            except Unknown:
                if self.deadline is not None and time.monotonic() > self.deadline:
                    raise
            else:
                decided = "none" if found is None else "found"
                self.record.write(task, Decision((), decided, found, None, time.monotonic() - start))
                return found
        known = True
        done, left = 0, 1
        for decision in decide_all(task, checks, self.crew, self.record, self.deadline):
            if decision.found is not None:
                return decision.found
            known = known and decision.decided in ("none", "cut")
            done, left = done + 1, left - 1 + len(decision.parts)
            self.progress(f"{permanents} permanents, {checks.horizon} checks: {done} cubes, {left} left")
        if not known:
            raise Unknown
        return None

    def verdict(self, *, holds: bool | None, counterexample: Found | None, decided: int) -> Verdict:
        """Say what is known."""
        return Verdict(
            self.statement,
            self.scope,
            holds,
            counterexample,
            self.reached,
            None if self._witness is None else self._smallest(*self._witness),
            decided,
            self.most_checks,
            time.monotonic() - self.start,
        )
