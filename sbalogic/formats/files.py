"""Board files on disk and on standard input."""

from __future__ import annotations

import os
import sys

from sbalogic.board import Board
from sbalogic.errors import InputError, Problem
from sbalogic.formats.board_file import load_board
from sbalogic.formats.document import Format

FORMATS: dict[str, Format] = {".yaml": "yaml", ".yml": "yaml", ".json": "json"}
"""File endings of board files."""


def load(path: str | os.PathLike[str]) -> Board:
    """Read a board file, YAML or JSON by its ending; `-` is standard input, JSON if it starts with a brace.

    Raises `InputError` with everything that is wrong in the file, or why it cannot be read.
    """
    name = os.fspath(path)
    if name == "-":
        content = sys.stdin.buffer.read()
        return load_board(content, "<stdin>", "json" if content.lstrip()[:1] == b"{" else "yaml")
    ending = os.path.splitext(name)[1].lower()
    if ending not in FORMATS:
        raise InputError([Problem(name, 1, 1, f"a board file ends in {', '.join(FORMATS)}")])
    try:
        with open(name, "rb") as file:
            content = file.read()
    except OSError as error:
        raise InputError([Problem(name, 1, 1, f"cannot be read: {error.strerror}")]) from None
    return load_board(content, name, FORMATS[ending])
