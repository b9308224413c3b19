"""`sbalogic facts`: a board as facts."""

from __future__ import annotations

import click

from sbalogic import InputError, NumbersTooLarge, load
from sbalogic.cli.boards import Exit, as_input_error, tell
from sbalogic.cli.days import day
from sbalogic.events import class_facts
from sbalogic.facts import facts_of
from sbalogic.groups import interchangeable


@click.command(short_help="Print a board as facts for clingo.")
@click.argument("board")
@click.option("--rules", "at", metavar="DATE", help="The day whose rules count, instead of the board's.")
def facts(board: str, at: str | None) -> None:
    """Print a board as facts of asp/vocabulary.lp.

    With them clingo alone performs a check: each answer shows the facts that come or go, and what there is to tell.

    \b
    Examples:
      sbalogic facts board.yaml
      sbalogic facts board.yaml > facts.lp && python -m clingo asp/check.lp facts.lp 0
    """
    chosen = None if at is None else day(at, "--rules")
    try:
        loaded = load(board)
        found = facts_of(loaded if chosen is None else loaded._replace(rules=chosen))
    except InputError as error:
        tell(error)
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    except NumbersTooLarge as error:
        tell(as_input_error(error, board))
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    groups = {**found.groups, **class_facts(interchangeable(found.groups, found.unnamed))}
    scaled = {**found.scales.objects, **found.scales.players, **found.scales.teams}
    lines = [f"% of {name}, {small} stands for {unit}" for name, scale in scaled.items() for unit, small in scale.units]
    lines.extend(f"{fact}." for shape in sorted(groups) for fact in sorted(groups[shape]))
    click.echo("\n".join(lines))
