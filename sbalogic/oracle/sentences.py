"""Cuts card text into lines and sentences, by punctuation alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_QUOTES: Final = str.maketrans("’‘“”", "''\"\"")
_REMINDER: Final = re.compile(r"\s*\([^()]*\)")
_END: Final = re.compile(r"(?<=[.!])\s+(?=[A-Z\"~{])|(?<=[.!]\")\s+(?=[A-Z~{])")
_COST: Final = re.compile(r"[^\".:]*:\s+\S")


def plain(text: str) -> str:
    """Return a text with straight quotes."""
    return text.translate(_QUOTES)


def plain_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that say something, with their numbers from 1, without reminder text."""
    for number, line in enumerate(plain(text).splitlines(), 1):
        if said := _REMINDER.sub("", line).strip():
            yield number, said


def sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line; what stands in quotes belongs to the sentence around it."""
    start = 0
    for end in _END.finditer(line):
        if line.count('"', 0, end.start()) % 2 == 0:
            yield line[start : end.start()].strip()
            start = end.end()
    yield line[start:].strip()


def is_activated(line: str) -> bool:
    """Tell whether a line is an activated ability: a cost, a colon, and an effect (602.1)."""
    return _COST.match(line) is not None
