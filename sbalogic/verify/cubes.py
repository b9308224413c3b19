"""Work cut into cubes, over any executor of `concurrent.futures`.

A cube is a part of a space: the boards on which some facts hold and others do not. Every cube is decided by itself, by any
worker: what a worker has grounded is kept for the next cube of the same task. A worker that is lost costs its cube
only: the others go on, and the cube is tried again (cube and conquer: Heule, Kullmann, Wieringa, Biere, HVC 2011).
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from datetime import date
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TextIO

from clingo import Function, Number, String, parse_term

from sbalogic.verify.checks import Checks, Found, Property, Unknown
from sbalogic.verify.space import Space

Cube = tuple[tuple[str, bool], ...]
"""Atoms, and whether they hold."""
Executors = Callable[[], Executor]
"""Makes an executor; called again where its workers were lost."""

_MOST_CUBES: Final = 400
_TRIES: Final = 3
"""So often a cube is tried whose worker was lost."""
_CUBES_OF_A_WORKER: Final = 200
"""After so many a process makes room for a new one: clingo never frees symbols."""


class Task(NamedTuple):
    """A question about a space, with all that a worker needs to know of it."""

    permanents: int
    features: tuple[str, ...]
    players: int
    day: date
    days: tuple[date, ...]
    properties: tuple[Property, ...]
    horizon: int
    goal: str
    """The atom that is looked for, as text."""

    def checks(self) -> Checks:
        """Ground the checks."""
        space = Space(self.permanents, self.features, self.players, self.day)
        checks = Checks(space, self.properties, days=self.days)
        checks.grow(self.horizon)
        checks.close()
        return checks


class Decision(NamedTuple):
    """What is known of a cube."""

    cube: Cube
    decided: str
    """`none`: no board of the cube is as asked; `found`: one is; `unknown`: the time was up; `lost`: its worker was."""
    found: Found | None
    seconds: float


def departures(task: Task) -> list[Cube]:
    """Cut a space by the checks in which its objects leave, the first of them first (see `asp/verify/symmetry.lp`).

    As many objects are looked at, from the last, as keeps the number of cubes small.
    """
    objects: tuple[str, ...] = ()
    orders: list[tuple[int, ...]] = [()]
    for number in range(1, task.permanents + 1):
        more = list(combinations_with_replacement(range(task.horizon + 1), number))
        if len(more) > _MOST_CUBES:
            break
        orders = more
        objects = tuple(f"o{each}" for each in range(task.permanents - number + 1, task.permanents + 1))
    cubes = []
    for order in orders:
        cube = []
        for name, check in zip(objects, order, strict=True):
            if check:
                cube.append((_there(name, check - 1), True))
            if check < task.horizon:
                cube.append((_there(name, check), False))
        cubes.append(tuple(cube))
    return cubes


def _there(name: str, check: int) -> str:
    return str(Function("zone", [String(name), Function("battlefield"), Function("first"), Number(check)]))


_kept: dict[Task, Checks] = {}
"""What this process has grounded last."""


def decide(task: Task, cube: Cube, deadline: float | None = None) -> Decision:
    """Decide a cube, in whatever process. `deadline` is a time of `time.time()`, the same for all processes."""
    start = time.monotonic()
    if task not in _kept:
        _kept.clear()
        _kept[task] = task.checks()
    until = None if deadline is None else start + deadline - time.time()
    try:
        found = _kept[task].find(parse_term(task.goal), [(parse_term(atom), holds) for atom, holds in cube], until)
    except Unknown:
        return Decision(cube, "unknown", None, time.monotonic() - start)
    return Decision(cube, "none" if found is None else "found", found, time.monotonic() - start)


def processes(workers: int | None = None) -> Executors:
    """Return what makes pools of so many processes, by default one for each core."""
    number = workers or os.cpu_count() or 1
    return lambda: ProcessPoolExecutor(number, max_tasks_per_child=_CUBES_OF_A_WORKER)


def decide_all(
    task: Task, cubes: Iterable[Cube], executors: Executors, deadline: float | None = None
) -> Iterator[Decision]:
    """Decide cubes side by side; what is decided first comes first."""
    waiting = list(cubes)
    losses: Counter[Cube] = Counter()
    while waiting:
        executor = executors()
        futures: dict[Future[Decision], Cube] = {}
        again: list[Cube] = []
        try:
            try:
                futures.update((executor.submit(decide, task, cube, deadline), cube) for cube in waiting)
            except BrokenExecutor:
                pass  # those that could not be handed in stay
            handed = set(futures.values())
            again.extend(cube for cube in waiting if cube not in handed)
            for future in as_completed(futures):
                try:
                    decision = future.result()
                except (BrokenExecutor, CancelledError):
                    again.append(futures[future])
                    continue
                yield decision
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
        losses.update(again)
        waiting = [cube for cube in again if losses[cube] < _TRIES]
        for cube in again:
            if losses[cube] == _TRIES:
                yield Decision(cube, "lost", None, 0.0)


class Record:
    """A result file: one line of JSON for each cube, with what was decided."""

    def __init__(self, file: TextIO | None) -> None:
        """Take an open file, or None where nothing is to be written."""
        self._file = file

    def write(self, task: Task, decision: Decision) -> None:
        """Write what was decided of a cube."""
        if self._file is None:
            return
        line = {
            "property": [each.name for each in task.properties],
            "permanents": task.permanents,
            "checks": task.horizon,
            "cube": {atom: holds for atom, holds in decision.cube},
            "decided": decision.decided,
            "seconds": round(decision.seconds, 3),
        }
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


class NoWorkers(Exception):
    """There is nobody to do the work; the message says why, and what to do."""


def executors(jobs: int | None, scheduler: str | None) -> Executors:
    """Return what makes the executors that a user asks for: so many processes, or a Dask cluster."""
    return processes(jobs)
