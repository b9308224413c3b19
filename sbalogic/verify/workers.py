"""Workers: processes of this machine, or a Dask cluster, behind executors of `concurrent.futures`.

A worker that is lost costs the call that it was at, which is tried again; the others go on. Workers that have done much
make room for new ones, since clingo never frees symbols. None outlives this process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Final, NamedTuple, Self

_TRIES: Final = 3
"""So often a call is tried whose worker was lost."""
_CALLS_OF_A_PROCESS: Final = 200
"""After so many a process makes room for a new one."""
_CONNECTING: Final = 3.0
"""Seconds within which a scheduler has to answer."""


class NoWorkers(Exception):
    """There is nobody to do the work; the message says why, and what to do."""


class Executors(NamedTuple):
    """Executors to work with, and how they are to be treated. Any kind of `concurrent.futures` will do."""

    start: Callable[[], Executor]
    """Starts one; called again where its workers were lost."""
    end: Callable[[Executor], None]
    """Ends one, and what it is at if that is possible."""
    number: int = 1
    """So many are used side by side."""
    at_once: Callable[[], int] = lambda: 1
    """So many calls are handed to each of them at a time: as many as it has workers."""
    calls: int | None = None
    """After so many calls an executor makes room for a new one."""
    tries: int = _TRIES
    """So often a call is tried whose worker was lost."""
    losses: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError)
    """What says that a worker was lost."""


class Call(NamedTuple):
    """Something to be done by a worker."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Done(NamedTuple):
    """What became of a call."""

    call: Call
    value: Any
    """What the function returned; None if it was lost."""
    lost: bool
    """Whether its workers were lost, as often as it was tried."""


class Crew:
    """Workers at work, as a context manager: with its end they end, whatever they are at."""

    def __init__(self, executors: Executors) -> None:
        """Take the executors, which are started when there is something to do."""
        self._executors = executors
        self._places = [_Place() for _ in range(executors.number)]
        self._waiting: list[_Try] = []
        self._running: dict[Future[Any], tuple[_Try, _Place]] = {}

    def add(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Hand in a call. What is handed in last is begun first."""
        self._waiting.append(_Try(Call(function, arguments), 1))

    @property
    def size(self) -> int:
        """The number of workers."""
        return self._executors.number * self._executors.at_once()

    @property
    def idle(self) -> bool:
        """Whether all calls are done or lost."""
        return not self._waiting and not self._running

    def drop(self) -> None:
        """Forget all calls, and end what works at one."""
        self._waiting.clear()
        for _, place in self._running.values():
            self._end(place)
        self._running.clear()

    def results(self, until: float | None = None) -> Iterator[Done]:
        """Yield calls as they are done, also those handed in meanwhile, until all are done or the time is up.

        `until` is a time of `time.monotonic()`. What a function raises is raised here; `NoWorkers` where workers do not
        have it.
        """
        while not self.idle:
            yield from self._hand_out()
            left = None if until is None else max(0.0, until - time.monotonic())
            done, _ = wait(self._running, left, FIRST_COMPLETED)
            for future in done:
                tried, place = self._running.pop(future)
                place.running -= 1
                try:
                    value = future.result()
                except self._executors.losses:
                    self._end(place)
                    yield from self._lost(tried)
                except ImportError as error:
                    raise NoWorkers(f"the workers need sbalogic, in the same release: {error}") from None
                else:
                    yield Done(tried.call, value, lost=False)
            if until is not None and time.monotonic() > until:
                return

    def _hand_out(self) -> Iterator[Done]:
        """Hand calls to executors that have room for them."""
        for place in list(self._places):
            if place.calls == self._executors.calls and not place.running:
                place = self._end(place)
            while self._waiting and place.running < self._executors.at_once() and place.calls != self._executors.calls:
                if place.executor is None:
                    place.executor = self._executors.start()
                tried = self._waiting.pop()
                try:
                    future = place.executor.submit(tried.call.function, *tried.call.arguments)
                except self._executors.losses:
                    self._end(place)
                    yield from self._lost(tried)
                    break
                self._running[future] = tried, place
                place.running += 1
                place.calls += 1

    def _lost(self, tried: _Try) -> Iterator[Done]:
        """Try a call again whose worker was lost, but not for ever."""
        if tried.number < self._executors.tries:
            self._waiting.append(_Try(tried.call, tried.number + 1))
        else:
            yield Done(tried.call, None, lost=True)

    def _end(self, place: _Place) -> _Place:
        """End the executor at a place, if that has not been done; return a new place instead."""
        new = _Place()
        if place in self._places:
            self._places[self._places.index(place)] = new
            if place.executor is not None:
                self._executors.end(place.executor)
        return new

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for place in list(self._places):
            self._end(place)


class _Try(NamedTuple):
    """A call, and the how many-th time it is tried."""

    call: Call
    number: int


class _Place:
    """An executor, started when it is needed."""

    def __init__(self) -> None:
        self.executor: Executor | None = None
        self.calls = 0
        """So many it has been handed."""
        self.running = 0


def executors(jobs: int | None, scheduler: str | None) -> Executors:
    """Return the workers that a user asks for: so many processes, or the Dask cluster of a scheduler's address.

    Raises `NoWorkers` where there are none.
    """
    return processes(jobs) if scheduler is None else cluster(scheduler)


def processes(number: int | None = None) -> Executors:
    """Return so many processes, by default one for each core.

    Each is an executor by itself: in one `ProcessPoolExecutor` for all, with one process all would be lost; with
    `max_tasks_per_child` it stops for ever in many releases of Python (cpython issue 115634).
    """
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Executors(_Process, _kill, number or available, calls=_CALLS_OF_A_PROCESS)


class _Process(ProcessPoolExecutor):
    """One process, which ends with this one."""

    def __init__(self) -> None:
        if _LEAKS_OF_SEMAPHORES not in sys.warnoptions:
            sys.warnoptions.append(_LEAKS_OF_SEMAPHORES)
        super().__init__(1, multiprocessing.get_context("spawn"), _end_with_parent)
        with _without_interrupts():
            self.number = self.submit(os.getpid)


_LEAKS_OF_SEMAPHORES: Final = "ignore::UserWarning:multiprocessing.resource_tracker"
"""What Python's helper that frees the semaphores of a process that was interrupted would say on standard error."""


def _kill(executor: Executor) -> None:
    """End a process at once."""
    assert isinstance(executor, _Process)
    number = executor.number
    if number.done() and not number.exception():
        for child in multiprocessing.active_children():
            if child.pid == number.result():
                child.kill()
    executor.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Start processes that do not see Ctrl-C before they can take it, which they would tell in a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process with the one that started it, and with Ctrl-C, whatever it is at."""
    threading.Thread(target=_watch_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def cluster(address: str) -> Executors:
    """Return the workers of a Dask scheduler, which need sbalogic as well.

    Dask itself tries again what a lost worker was at. What they are at when the work ends cannot be stopped.
    Raises `NoWorkers` if Dask is missing, no scheduler answers at the address, or it has no workers.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise NoWorkers('for a scheduler Dask is needed: pip install "sbalogic[dask]"') from None
    try:
        client = Client(address, timeout=_CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        said = " ".join(str(error).split())
        raise NoWorkers(f"no Dask scheduler answers at {address!r}, such as tcp://127.0.0.1:8786: {said}") from None
    if not client.nthreads():
        raise NoWorkers(f"the Dask scheduler has no workers; start some: dask worker {address}")
    return Executors(
        start=lambda: client.get_executor(pure=False),
        end=lambda executor: executor.shutdown(wait=False),
        at_once=lambda: sum(client.nthreads().values()) or 1,
        tries=1,
        losses=(BrokenExecutor, CancelledError, KilledWorker),
    )
