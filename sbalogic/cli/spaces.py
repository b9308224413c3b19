"""What the commands about spaces of boards share: reading features and properties, and how they end on wrong input."""

from __future__ import annotations

import os
from typing import NoReturn

import click

from sbalogic.cli.boards import Exit, tell
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
