"""Days on the command line whose rules count."""

from __future__ import annotations

from datetime import date

import click

from sbalogic import InputError, Problem
from sbalogic.cli.boards import Exit, tell
from sbalogic.editions import day_of_rules


def day(text: str, option: str) -> date:
    """Read a day given to an option. A wrong one ends the command."""
    try:
        return day_of_rules(text)
    except ValueError as error:
        tell(InputError([Problem(option, 1, 1, str(error))]))
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
