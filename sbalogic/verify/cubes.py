"""Questions about a space cut into cubes, for workers side by side.

A cube is a part of a space: the boards on which some facts hold and others do not. A cube that takes too long is cut in
two by one more fact, so that hard parts get more cubes than easy ones (cube and conquer: Heule, Kullmann, Wieringa,
Biere, HVC 2011). What a worker has grounded and learnt is kept for its next cube of the same task.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final, NamedTuple, TextIO

from clingo import Function, Number, String, Symbol, parse_term

from sbalogic.verify.checks import Checks, Found, Property, Unknown
from sbalogic.verify.space import Space
from sbalogic.verify.workers import Crew, NoWorkers

Cube = tuple[tuple[str, bool], ...]
"""Atoms, and whether they hold."""

_PATIENCE: Final = 5.0
"""Seconds after which a cube is cut."""
_GRACE: Final = 1.0
"""Seconds after the deadline in which workers may still answer."""


class Task(NamedTuple):
    """A question about a space, with all that a worker needs to know of it."""

    permanents: int
    features: tuple[str, ...]
    players: int
    day: date
    days: tuple[date, ...]
    properties: tuple[Property, ...]
    horizon: int
    goals: tuple[str, ...]
    """The atoms of which one is looked for, as text."""
    program: str
    """What tells the program from others: see `Checks.fingerprint`."""

    def checks(self, kept: Checks | None) -> Checks:
        """Ground the checks, those that are kept from a task about fewer if they are of the same program."""
        checks = kept
        if checks is None or checks.fingerprint != self.program or checks.horizon > self.horizon:
            space = Space(self.permanents, self.features, self.players, self.day)
            checks = Checks(space, self.properties, days=self.days)
        checks.grow(self.horizon)
        checks.close()
        return checks


class Decision(NamedTuple):
    """What is known of a cube."""

    cube: Cube
    decided: str
    """`none`: no board of the cube is as asked; `found`: one is; `cut`: see `at`; `unknown`: the time was up; `lost`:
    its workers were.
    """
    found: Found | None
    at: str | None
    """The atom by which the cube is cut in two: boards on which it holds, and boards on which it does not."""
    seconds: float

    @property
    def parts(self) -> tuple[Cube, ...]:
        """The cubes into which this one is cut, if it is."""
        return () if self.at is None else ((*self.cube, (self.at, True)), (*self.cube, (self.at, False)))


def cut(checks: Checks, cube: Cube) -> str | None:
    """Return the atom by which a cube is best cut in two; None if there is nothing left to cut.

    First the checks in which objects leave, since the objects are numbered by them (see `asp/verify/symmetry.lp`) and
    most of what happens follows from them: the range of the object of which least is known is halved. Then what boards
    are made of.
    """
    things = range(1, checks.space.permanents + 1)
    known = dict(cube)
    there = {(thing, check): _there(thing, check) for thing in things for check in range(checks.horizon)}
    first = dict.fromkeys(things, 0)
    last = dict.fromkeys(things, checks.horizon)
    for (thing, check), atom in there.items():
        if known.get(atom) is True:
            for later in range(thing, len(things) + 1):
                first[later] = max(first[later], check + 1)
        elif known.get(atom) is False:
            for earlier in range(1, thing + 1):
                last[earlier] = min(last[earlier], check)
    for thing in sorted(things, key=lambda thing: (first[thing] - last[thing], abs(2 * thing - len(things) - 1))):
        if first[thing] < last[thing]:
            return there[thing, (first[thing] + last[thing] - 1) // 2]
    return next((atom for atom in map(str, checks.chosen) if atom not in known), None)


def _there(thing: int, check: int) -> str:
    """Return the atom that the object with this number is on the battlefield in a check."""
    return str(Function("zone", [String(f"o{thing}"), Function("battlefield"), Function("first"), Number(check)]))


_kept = threading.local()
"""What a thread of a worker has grounded last, as `checks`."""


def decide(task: Task, cube: Cube, seconds: float | None = None, patience: float | None = _PATIENCE) -> Decision:
    """Decide a cube, in whatever process, for at most so many seconds; cut it when the patience is over before.

    Raises `NoWorkers` if this process has other rules than the one that asks.
    """
    start = time.monotonic()
    kept = getattr(_kept, "checks", None)
    _kept.checks = None  # meanwhile something may be raised
    checks = task.checks(kept)
    if checks.fingerprint != task.program:
        raise NoWorkers("the workers have another release of sbalogic, or other rules")
    _kept.checks = checks
    at = None if patience is None else cut(checks, cube)
    end = None if seconds is None else start + seconds
    patient = end if at is None or patience is None else min(time.monotonic() + patience, end or float("inf"))
    try:
        found = checks.find(checks.either(map(parse_term, task.goals)), parsed(cube), patient)
    except Unknown:
        over = end is not None and time.monotonic() >= end
        decided = "unknown" if over else "cut"
        return Decision(cube, decided, None, None if over else at, time.monotonic() - start)
    return Decision(cube, "none" if found is None else "found", found, None, time.monotonic() - start)


def parsed(cube: Cube) -> Iterable[tuple[Symbol, bool]]:
    """Return a cube as `Checks.find` takes it."""
    return [(parse_term(atom), holds) for atom, holds in cube]


def decide_all(
    task: Task, checks: Checks, crew: Crew, record: Record | None = None, deadline: float | None = None
) -> Iterator[Decision]:
    """Decide a whole space, cube by cube; what is decided first comes first, cubes that are cut included.

    `checks` are those of the task. Cubes that the record knows to be decided are not decided again. `deadline` is a
    time of `time.monotonic()`. Raises `Unknown` when it is over, and `NoWorkers` where workers cannot do the work.
    """
    record = record or Record(None)

    def hand_in(cube: Cube, number: int) -> Iterator[Decision]:
        """Hand in a cube, cut into at least so many."""
        known = record.known(task, cube)
        if known is None and number > 1 and (at := cut(checks, cube)) is not None:
            known = Decision(cube, "cut", None, at, 0.0)
            record.write(task, known)
        if known is None:
            crew.add(decide, task, cube, None if deadline is None else max(0.0, deadline - time.monotonic()))
            return
        yield known
        for part in known.parts:
            yield from hand_in(part, number // 2)

    try:
        yield from hand_in((), 2 * crew.size)
        for done in crew.results(None if deadline is None else deadline + _GRACE):
            cube = done.call.arguments[1]
            decision = Decision(cube, "lost", None, None, 0.0) if done.lost else done.value
            record.write(task, decision)
            yield decision
            for part in decision.parts:
                yield from hand_in(part, 1)
        if not crew.idle:
            raise Unknown
    finally:
        crew.drop()


class Record:
    """A result file: one line of JSON for each cube, with what was decided."""

    def __init__(self, file: TextIO | None) -> None:
        """Take a file that is open for reading and writing, or None where nothing is to be written.

        What the file has already is known: cubes that are decided need not be decided again.
        """
        self._file = file
        self._known: dict[tuple[Any, ...], Decision] = {}
        if file is None:
            return
        file.seek(0)
        text = file.read()
        for line in text.splitlines():
            try:
                data = json.loads(line)
                key = data["program"], data["checks"], tuple(data["goals"]), tuple(data["cube"].items())
                decision = Decision(key[-1], data["decided"], None, data["at"], data["seconds"])
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # the last line of a run that was interrupted
            if decision.decided in ("none", "cut"):
                self._known[key] = decision
        if text and not text.endswith("\n"):
            file.write("\n")

    def known(self, task: Task, cube: Cube) -> Decision | None:
        """Return what is known of a cube from before: that it has no such board, or how it was cut."""
        return self._known.get((task.program, task.horizon, task.goals, cube))

    def write(self, task: Task, decision: Decision) -> None:
        """Write what was decided of a cube."""
        if self._file is None:
            return
        line = {
            "property": [each.name for each in task.properties],
            "permanents": task.permanents,
            "features": task.features,
            "program": task.program,
            "checks": task.horizon,
            "goals": task.goals,
            "cube": dict(decision.cube),
            "decided": decision.decided,
            "at": decision.at,
            "seconds": round(decision.seconds, 3),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
