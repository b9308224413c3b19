"""Board files on disk and on standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from sbalogic.board import Board
from sbalogic.errors import InputError, Problem
from sbalogic.formats.board_file import load_board
from sbalogic.formats.document import Format

FORMATS: dict[str, Format] = {".yaml": "yaml", ".yml": "yaml", ".json": "json"}
"""File endings of board files."""


def load(path: str | Path) -> Board:
    """Read a board file, YAML or JSON by its ending; `-` is standard input, JSON if it starts with a brace.

    Raises `InputError` with everything that is wrong in the file, or why it cannot be read.
    """
    name = str(path)
    if name == "-":
        content = sys.stdin.buffer.read()
        return load_board(content, "<stdin>", "json" if content.lstrip()[:1] == b"{" else "yaml")
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise InputError([Problem(name, 1, 1, f"a board file ends in {', '.join(FORMATS)}")])
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError([Problem(name, 1, 1, f"cannot be read: {error.strerror}")]) from None
    return load_board(content, name, FORMATS[path.suffix.lower()])
