"""Text of a YAML or JSON file -> plain data, and the position of each value for error messages."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Final, Literal, Protocol

from sbalogic.errors import InputError, Problem

Format = Literal["yaml", "json"]
Path = tuple[str | int, ...]
"""Keys and list indices (from 0) that lead from the whole document to a value."""
Position = tuple[int, int]
"""Line and column, counted from 1."""

EMPTY: Final = "there is nothing in this file; write a board, such as `players: {ana: {}, ben: {}}`"
TOO_MANY_DIGITS: Final = "more digits than Python converts (4,300 by default); write a smaller number"
TOO_DEEP: Final = "nested too deeply; a board needs fewer than ten levels"


class Document(Protocol):
    """A file that was read: its data, and where in the text each value stands."""

    @property
    def data(self) -> Any:
        """The content as dict, list, str, int, float, bool and None; every key of a dict is a str."""

    def locate(self, path: Path, key: bool = False) -> Position:
        """Find the value at `path` in the text, or the key in front of it; where there is none, what would hold it."""


def read_document(text: str | bytes, name: str, format: Format) -> Document:
    """Read a document as YAML 1.2 (core schema) or as strict JSON.

    `name` is the file's name for messages. Bytes are UTF-8, with or without a byte order mark.

    Raises InputError: wrong UTF-8 or syntax, an empty file, a key that occurs twice, a number that JSON does not have,
    an integer with more digits than Python converts (4,300 by default), aliases that contain themselves or expand
    to more than a million values.
    """
    text = (decode(text, name) if isinstance(text, bytes) else text).removeprefix("\ufeff")
    if not text.strip():
        raise InputError([Problem(name, 1, 1, EMPTY)])
    if format == "json":
        from sbalogic.formats.json_text import JsonDocument

        return JsonDocument(text, name)
    from sbalogic.formats.yaml_text import YamlDocument

    return YamlDocument(text, name)


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8.

    Raises InputError with the line and column of the first byte that is not UTF-8.
    """
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        line, column = Lines(before).position(len(before))
        message = f"byte {error.start} (0x{data[error.start]:02x}) is not UTF-8; save the file as UTF-8"
        raise InputError([Problem(name, line, column, message)]) from None


class Lines:
    """Turns offsets into a text into lines and columns."""

    def __init__(self, text: str) -> None:
        """Note where the lines of `text` start."""
        self._starts = [0]
        while (end := text.find("\n", self._starts[-1])) >= 0:
            self._starts.append(end + 1)

    def position(self, offset: int) -> Position:
        """Line and column of the character at `offset`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
