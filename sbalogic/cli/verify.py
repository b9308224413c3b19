"""`sbalogic verify`: does a property hold for all boards of a space?"""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from sbalogic.cli.boards import Exit, tell
from sbalogic.cli.days import day
from sbalogic.cli.progress import Note
from sbalogic.errors import InputError, Problem
from sbalogic.formats.board_writer import board_data
from sbalogic.rulebook import problems_from
from sbalogic.verify.checks import Found, Property, properties
from sbalogic.verify.counting import size_of
from sbalogic.verify.cubes import Record, executors
from sbalogic.verify.replay import with_expectation
from sbalogic.verify.space import DEFAULT_FEATURES, MOST_PLAYERS, features
from sbalogic.verify.verification import Scope, Verdict
from sbalogic.verify.verification import verify as decide


def _list(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    """Print the properties and features, and end."""
    if wanted:
        width = max(map(len, (*properties(), *features())))
        click.echo("Properties:")
        for name, each in properties().items():
            click.echo(f"  {name:<{width}}  {each.statement}")
        click.echo("\nFeatures (* by default):")
        for name, said in features().items():
            click.echo(f"{'*' if name in DEFAULT_FEATURES else ' ':>2}{name:<{width}}  {said}")
        context.exit()


@click.command(short_help="Prove a property for all boards of a space, or find a counterexample.")
@click.argument("property_", metavar="PROPERTY")
@click.option("--permanents", type=click.IntRange(min=0), default=2, show_default=True, help="At most so many.")
@click.option("--players", type=click.IntRange(2, MOST_PLAYERS), default=2, show_default=True)
@click.option("--features", "chosen", metavar="NAME,...", help="What boards may have. `all` is all there is.")
@click.option(
    "--rules", "days", multiple=True, metavar="DATE", help="The day whose rules count; two where a property compares."
)
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds after which it stays unknown.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to work with  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers do the work (sbalogic[dask]).")
@click.option("--cubes", type=click.Path(dir_okay=False, writable=True), help="Write what was decided of each cube.")
@click.option("--save", type=click.Path(dir_okay=False, writable=True), help="Write the board that was found here.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List what there is.")
def verify(
    property_: str,
    permanents: int,
    players: int,
    chosen: str | None,
    days: tuple[str, ...],
    timeout: float | None,
    jobs: int | None,
    scheduler: str | None,
    cubes: str | None,
    save: str | None,
    output: str,
) -> None:
    """Prove a property for all boards with so many permanents, or find the smallest board that violates it.

    PROPERTY is a name from --list, or a file of your own: a clingo program that derives `violation` from the atoms of
    the rules, with 'p for p one check before. If it derives `reaches(N)`, the greatest N is looked for.

    \b
    Examples:
      sbalogic verify no_return --permanents 3
      sbalogic verify check_bound --permanents 6 --features creatures,damage,lords,auras,equipment
      sbalogic verify editions_agree --rules 2012-02-01 --rules 2026-09-25
      sbalogic verify mine.lp --save counterexample.yaml

    Exit codes: 0 it holds, 1 it is violated, 2 an input is wrong, 3 the time was up.
    """
    statement = _property(property_)
    scope = _scope(statement, permanents, players, chosen, days)
    with ExitStack() as stack:
        file = None if cubes is None else stack.enter_context(open(cubes, "w", encoding="utf-8"))
        note = stack.enter_context(Note())
        try:
            verdict = decide(
                statement,
                scope,
                timeout=timeout,
                executors=executors(jobs, scheduler),
                record=Record(file),
                progress=note.say,
            )
        except RuntimeError as error:
            tell(InputError([Problem(property_, 1, 1, str(error))]))
            raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    board = verdict.counterexample or verdict.witness
    if save is not None and board is not None:
        Path(save).write_text(_board_text(board), encoding="utf-8")
    click.echo(json.dumps(_data(verdict)) if output == "json" else _text(verdict))
    code = {True: Exit.DONE, False: Exit.FAILED, None: Exit.STOPPED}[verdict.holds]
    raise click.exceptions.Exit(code)
