"""What the commands about spaces share: reading features, properties and days, and how they end on wrong input."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from sbalogic.cli.boards import Exit, tell
from sbalogic.cli.days import day
from sbalogic.errors import InputError, Problem, nearest
from sbalogic.verify.checks import Property, properties, read_own_property
from sbalogic.verify.space import DEFAULT_FEATURES, features


def end(error: Exception) -> NoReturn:
    """Say what is wrong with what was asked, and end the command."""
    if isinstance(error, InputError):
        tell(error)
    else:
        click.echo(str(error), err=True)
    raise click.exceptions.Exit(Exit.WRONG_INPUT) from None


def require_writable(option: str, path: str | None) -> None:
    """Raise `InputError` if a file cannot be written there, before work begins whose result would be lost."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise InputError([Problem(option, 1, 1, f"there is no folder {folder}; make it first")])
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError([Problem(option, 1, 1, f"{path} cannot be written")])


def read_features(text: str | None) -> tuple[str, ...]:
    """Read the features of boards that are asked for: names with commas between them, or `all`.

    Raises `InputError` for a name that is none.
    """
    if text is None:
        return DEFAULT_FEATURES
    known = features()
    names = [each.strip() for each in text.split(",") if each.strip()]
    if names == ["all"]:
        return tuple(known)
    problems = []
    for name in names:
        if name not in known:
            near = nearest(name, list(known))
            hint = f"did you mean {near}?" if near else f"the features are {', '.join(known)}"
            problems.append(Problem("--features", 1, 1, f"there is no feature {name!r}; {hint}"))
    if problems:
        raise InputError(problems)
    return tuple(dict.fromkeys(names))


def read_property(text: str) -> Property:
    """Read a property: the name of one that comes with the program, or a file of the user's own.

    Raises `InputError` if it is neither, or no program that can be read.
    """
    known = properties()
    if text in known:
        return known[text]
    if not os.path.isfile(text):
        near = nearest(text, list(known))
        hint = f"did you mean {near}?" if near else f"write one of {', '.join(known)}, or the path of a file"
        raise InputError([Problem(text, 1, 1, f"there is no property or file of this name; {hint}")])
    return read_own_property(text)


def read_days(statement: Property | None, given: Sequence[str]) -> dict[str, Any]:
    """Read the days that a property is asked about, as fields of a scope: two where it compares editions, else one.

    Raises `InputError` if there are more or fewer.
    """
    days = [day(each, "--rules") for each in given]
    compares = statement is not None and statement.compares_editions
    if statement is not None and compares and len(days) != 2:
        raise InputError(
            [Problem("--rules", 1, 1, f"{statement.name} compares the rules of two days; give --rules twice")]
        )
    if len(days) > 1 and not compares:
        raise InputError([Problem("--rules", 1, 1, "two days are for a property that compares editions; give one day")])
    if compares:
        return {"day": days[0], "days": tuple(days)}
    return {"day": days[0]} if days else {}
