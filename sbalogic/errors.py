"""What is wrong with an input, and where."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

_LONGEST_WORD: Final = 100
_MOST_WORDS: Final = 500
"""Beyond these, looking for the nearest word takes too long."""


class Problem(NamedTuple):
    """One thing that is wrong in a file, with what would be right; lines and columns count from 1."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        """Write the problem the way editors and compilers do: `file:line:column: message`."""
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class InputError(Exception):
    """An input cannot be used; `problems` holds everything found wrong with it, in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Take the problems found, at least one."""
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Give one problem a line."""
        return "\n".join(map(str, self.problems))


def shown(value: object) -> str:
    """Write a value from an input for a message: on one line, without control characters, cut where it is long."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "an empty value"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:50]}...{text[-5:]}"


def nearest(word: str, known: Collection[str]) -> str | None:
    """Find the known word that `word` was probably meant to be."""
    from difflib import get_close_matches  # only errors need it, and it loads slowly

    if len(word) > _LONGEST_WORD or len(known) > _MOST_WORDS:
        return None
    lower = {candidate.lower(): candidate for candidate in known}
    found = get_close_matches(word.lower(), lower, 1)
    return lower[found[0]] if found else None
