"""What `verify` and `enumerate` share: reading a property, features of boards, and days."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date

import click
import clingo

from sbalogic.board import NEWEST_EDITION
from sbalogic.cli.boards import Exit, tell
from sbalogic.cli.days import day
from sbalogic.errors import InputError, Problem, nearest
from sbalogic.rulebook import problems_from
from sbalogic.verify.checks import Property, properties
from sbalogic.verify.space import DEFAULT_FEATURES, features


def wrong(where: str, message: str) -> click.exceptions.Exit:
    """Print what is wrong with an argument or option; return what ends the command."""
    return _wrong(InputError([Problem(where, 1, 1, message)]))


def read_property(text: str) -> Property:
    """Return the property with this name, or that of a file. A wrong one ends the command."""
    known = properties()
    if text in known:
        return known[text]
    if not os.path.exists(text) and not text.endswith(".lp"):
        near = nearest(text, known)
        hint = f"did you mean {near}?" if near else f"the properties are {', '.join(known)}, or a file of your own"
        raise wrong("PROPERTY", f"there is no property {text!r}; {hint}")
    try:
        with open(text, encoding="utf-8") as file:
            found = Property(os.path.splitext(os.path.basename(text))[0], file.read())
    except (OSError, UnicodeDecodeError) as error:
        raise wrong(text, f"cannot be read: {getattr(error, 'strerror', 'it is not UTF-8')}") from None
    messages: list[str] = []
    try:
        control = clingo.Control(logger=lambda code, message: messages.append(message))
        control.load(text)
        control.ground([("base", [])])
    except RuntimeError:
        errors = [each for each in messages if ": error: " in each]
        raise _wrong(InputError(problems_from(errors, text))) from None
    return found


def read_features(text: str | None) -> tuple[str, ...]:
    """Return the features in a list with commas; `all` is all there are. A wrong one ends the command."""
    if text is None:
        return DEFAULT_FEATURES
    if text == "all":
        return tuple(features())
    names = [each.strip() for each in text.split(",") if each.strip()]
    problems = []
    for name in names:
        if name not in features():
            near = nearest(name, features())
            hint = f"did you mean {near}?" if near else f"the features are {', '.join(features())}"
            problems.append(Problem("--features", 1, 1, f"there is no feature {name!r}; {hint}"))
    if not names:
        problems.append(Problem("--features", 1, 1, f"names none; the features are {', '.join(features())}"))
    if problems:
        raise _wrong(InputError(problems))
    return tuple(dict.fromkeys(names))


def read_days(texts: Sequence[str], statement: Property | None) -> tuple[date, tuple[date, ...]]:
    """Return the day whose rules count, and both days where a property compares two. Wrong ones end the command."""
    found = tuple(day(each, "--rules") for each in texts)
    if len(found) > 2:
        raise wrong("--rules", f"{len(found)} days; a property compares two at most")
    if len(found) == 2 and (statement is None or "world(second)" not in statement.text):
        raise wrong("--rules", "two days are for a property with two worlds, of which each gets one; give one day")
    return (found[0] if found else NEWEST_EDITION), (found if len(found) == 2 else ())


def _wrong(error: InputError) -> click.exceptions.Exit:
    tell(error)
    return click.exceptions.Exit(Exit.WRONG_INPUT)
