"""Cuts card text into lines and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTES = str.maketrans("’‘“”", "''\"\"")
_REMINDER = re.compile(r"\s*\([^()]*\)")


def plain(text: str) -> str:
    """Return a text with straight quotes."""
    return text.translate(_QUOTES)


def plain_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text that say something, without reminder text."""
    for line in plain(text).splitlines():
        if said := _REMINDER.sub("", line).strip():
            yield said


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line."""
    for sentence in re.split(r"(?<=[.!])\s+(?=[A-Z\"~])", line):
        yield sentence.strip()
