"""JSON text -> data and positions.

The standard library reads the text; only where something is wrong is it walked a second time to find the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cached_property
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from sbalogic.errors import InputError, Problem, shown
from sbalogic.formats.document import TOO_DEEP, TOO_MANY_DIGITS, Lines, Path, Position

_BLANK = re.compile(r"[ \t\n\r]*")
_INTEGER = re.compile(r"-?\d+(?![\d.eE])")
_CONSTANTS = ("NaN", "Infinity", "-Infinity")


class _Member(NamedTuple):
    """A value inside an object or list, with the offsets of its key (of itself in a list) and of its text."""

    name: str | int
    key: int
    value: int


class JsonDocument:
    """A JSON file that was read."""

    def __init__(self, text: str, name: str) -> None:
        """Read `text`; see `read_document` for the errors."""
        self._text = text
        self._name = name
        self._children: dict[int, dict[str | int, _Member]] = {}
        self.data = self._read()

    def locate(self, path: Path, key: bool = False) -> Position:
        """Find a value, or its key, in the text."""
        offset = _after_blank(self._text, 0)
        for depth, step in enumerate(path, 1):
            if offset not in self._children:
                self._children[offset] = {member.name: member for member in _members(self._text, offset)}
            member = self._children[offset].get(step)
            if member is None:
                break
            offset = member.key if key and depth == len(path) else member.value
        return self._lines.position(offset)

    def _read(self) -> Any:
        doubtful = False

        def doubt(_constant: str) -> None:
            nonlocal doubtful
            doubtful = True

        def mapping(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            nonlocal doubtful
            result = dict(pairs)
            doubtful |= len(result) < len(pairs)
            return result

        try:
            data = json.loads(self._text, object_pairs_hook=mapping, parse_constant=doubt)
        except json.JSONDecodeError as error:
            raise self._error([(error.pos, f"not JSON: {error.msg}")]) from None
        except RecursionError:
            raise self._error([(0, TOO_DEEP)]) from None
        except ValueError:  # the integer is longer than Python converts
            doubtful = True
        if doubtful:
            raise self._error(_doubts(self._text, self._lines))
        return data

    def _error(self, found: list[tuple[int, str]]) -> InputError:
        return InputError(
            Problem(self._name, *self._lines.position(offset), message) for offset, message in sorted(found)
        )

    @cached_property
    def _lines(self) -> Lines:
        return Lines(self._text)


def _doubts(text: str, lines: Lines) -> list[tuple[int, str]]:
    """Find what `json` accepts and a board file does not: repeated keys, NaN and Infinity, endless integers."""
    found = []
    pending = [_after_blank(text, 0)]
    while pending:
        offset = pending.pop()
        if complaint := _number_doubt(text, offset):
            found.append((offset, complaint))
        seen: dict[str | int, int] = {}
        for member in _members(text, offset):
            if isinstance(member.name, str) and member.name in seen:
                line, column = lines.position(seen[member.name])
                message = f"{shown(member.name)} is given twice here, first at {line}:{column}; keep one of the two"
                found.append((member.key, message))
            seen.setdefault(member.name, member.key)
            pending.append(member.value)
    return found


def _number_doubt(text: str, offset: int) -> str | None:
    """Say what is wrong with the number at `offset`, if a number stands there and anything is wrong with it."""
    for constant in _CONSTANTS:
        if text.startswith(constant, offset):
            return f"{constant} is no JSON; write a whole number"
    number = _INTEGER.match(text, offset)
    try:
        int(number[0] if number else 0)
    except ValueError:
        return TOO_MANY_DIGITS
    return None


def _members(text: str, offset: int) -> Iterator[_Member]:
    """List what the container at `offset` holds; nothing if a scalar stands there. The text is known to be JSON."""
    opening = text[offset]
    if opening not in "{[":
        return
    index = 0
    offset = _after_blank(text, offset + 1)
    while text[offset] not in "}]":
        key = offset
        name: str | int = index
        if opening == "{":
            name, offset = scanstring(text, offset + 1)
            offset = _after_blank(text, _after_blank(text, offset) + 1)
        yield _Member(name, key, offset)
        offset = _after_blank(text, _SKIP.raw_decode(text, offset)[1])
        if text[offset] == ",":
            offset = _after_blank(text, offset + 1)
        index += 1


def _ignore(_value: Any) -> None:
    return None


_SKIP = json.JSONDecoder(parse_int=_ignore, parse_float=_ignore, parse_constant=_ignore)


def _after_blank(text: str, offset: int) -> int:
    match = _BLANK.match(text, offset)
    assert match is not None
    return match.end()
