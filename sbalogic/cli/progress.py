"""Progress on standard error, for work that takes long, and only on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Final, Self

_AFTER: Final = 1.0
"""Seconds until the first message."""
_EVERY: Final = 0.1
_CLEAR: Final = "\r\x1b[K"


class Progress:
    """One line that says which board is being solved, and how far."""

    def __init__(self, boards: int) -> None:
        """Take the number of boards."""
        self._boards = boards
        self._next = time.monotonic() + _AFTER
        self._what = ""
        self._shown = False
        self._on = sys.stderr.isatty()

    def board(self, place: int, path: str) -> None:
        """Say that the board at a place, counted from 0, comes next."""
        self._what = f"{place + 1} of {self._boards}: {path}" if self._boards > 1 else path
        self._clear()
        self._show(self._what)

    def check(self, checks: int) -> None:
        """Say that so many checks have been performed on this board."""
        self._show(f"{self._what}: {checks} checks")

    def _show(self, text: str) -> None:
        if self._on and time.monotonic() >= self._next:
            sys.stderr.write(_CLEAR + text)
            sys.stderr.flush()
            self._shown = True
            self._next = time.monotonic() + _EVERY

    def _clear(self) -> None:
        if self._shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._clear()


class Note(Progress):
    """One line that says what is being done."""

    def __init__(self) -> None:
        """Say nothing yet."""
        super().__init__(1)

    def say(self, text: str) -> None:
        """Show what is being done now."""
        self._show(text)
