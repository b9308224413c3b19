"""What the commands share: finding board files, exit codes, telling errors."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from enum import IntEnum

import click

from sbalogic import InputError, NumbersTooLarge, Problem, TooManyChecks, UnusedAnswer
from sbalogic.events import RulesError
from sbalogic.formats.files import FORMATS
from sbalogic.rulebook import Rulebook


class Exit(IntEnum):
    """Exit codes. Where several fit, `WRONG_INPUT` goes before `STOPPED` before `FAILED`."""

    DONE = 0
    FAILED = 1
    WRONG_INPUT = 2
    STOPPED = 3


_WEIGHT = (Exit.DONE, Exit.FAILED, Exit.STOPPED, Exit.WRONG_INPUT)


def worse(one: Exit, other: Exit) -> Exit:
    """Return the exit code that goes first."""
    return max(one, other, key=_WEIGHT.index)


def board_files(paths: Sequence[str]) -> Iterator[str]:
    """Return the paths, with every folder replaced by the board files below it, in name order.

    Raises `InputError` for a path that does not exist and for a folder without board files.
    """
    for path in paths:
        if path != "-" and os.path.isdir(path):
            found = sorted(
                os.path.join(place, name)
                for place, _, names in os.walk(path)
                for name in names
                if os.path.splitext(name)[1].lower() in FORMATS
            )
            if not found:
                raise InputError([Problem(path, 1, 1, f"no board file ({', '.join(FORMATS)}) in this folder")])
            yield from found
        else:
            yield path


def tell(error: InputError) -> None:
    """Print what is wrong with an input on standard error."""
    for problem in error.problems:
        click.secho(str(problem), err=True)


STOPPING = (TooManyChecks, RulesError, MemoryError)
"""What stops the work on a board without being its fault."""


def why_stopped(error: Exception) -> str:
    """Say why the work on a board was stopped."""
    if isinstance(error, MemoryError):
        return "stopped: it takes more memory than there is"
    if isinstance(error, RulesError):
        return f"stopped by a fault in the rules, please report it with this board: {error}"
    return f"stopped: {error}"


def as_input_error(error: NumbersTooLarge | UnusedAnswer, path: str) -> InputError:
    """Return an error that belongs to a whole board as one of its file."""
    return InputError([Problem(path, 1, 1, str(error))])


def rulebook_with(files: Sequence[str]) -> Rulebook:
    """Return the rules, with a user's own files beside them. Wrong files end the command."""
    try:
        return Rulebook(files)
    except InputError as error:
        tell(error)
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
