"""`sbalogic verify`: does a property hold for all boards of a space?"""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from sbalogic.cli.boards import Exit
from sbalogic.cli.progress import Note
from sbalogic.cli.spaces import end, read_days, read_features, read_property, require_writable
from sbalogic.errors import InputError
from sbalogic.formats.board_text import board_text
from sbalogic.formats.board_writer import board_data
from sbalogic.verify.checks import Found, properties
from sbalogic.verify.counting import size_of
from sbalogic.verify.cubes import Record
from sbalogic.verify.replay import with_expectation
from sbalogic.verify.space import DEFAULT_FEATURES, MOST_PLAYERS, features
from sbalogic.verify.verification import Scope, Verdict, prove_by_induction
from sbalogic.verify.verification import verify as decide
from sbalogic.verify.workers import NoWorkers, executors


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
@click.option("--induction", is_flag=True, help="Prove an invariant for any number of checks, check by check.")
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds after which it stays unknown.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to work with  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers do the work (sbalogic[dask]).")
@click.option(
    "--cubes",
    type=click.Path(dir_okay=False, writable=True),
    help="Write what is decided of each part of the work; what is there need not be done again.",
)
@click.option("--save", type=click.Path(dir_okay=False, writable=True), help="Write the board that was found here.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--list", is_flag=True, is_eager=True, expose_value=False, callback=_list, help="List what there is.")
def verify(
    property_: str,
    permanents: int,
    players: int,
    chosen: str | None,
    days: tuple[str, ...],
    induction: bool,
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
    try:
        require_writable("--cubes", cubes)
        require_writable("--save", save)
        statement = read_property(property_)
        scope = Scope(permanents, read_features(chosen), players, **read_days(statement, days))
    except InputError as error:
        end(error)
    with ExitStack() as stack:
        file = None if cubes is None else stack.enter_context(open(cubes, "a+", encoding="utf-8"))
        note = stack.enter_context(Note())
        try:
            verdict = (
                prove_by_induction(statement, scope, timeout=timeout, progress=note.say)
                if induction
                else decide(
                    statement,
                    scope,
                    timeout=timeout,
                    executors=executors(jobs, scheduler),
                    record=Record(file),
                    progress=note.say,
                )
            )
        except (InputError, NoWorkers) as error:
            end(error)
    board = verdict.counterexample or verdict.witness
    if save is not None and board is not None:
        Path(save).write_text(_board_text(board), encoding="utf-8")
    click.echo(json.dumps(_data(verdict)) if output == "json" else _text(verdict))
    raise click.exceptions.Exit({True: Exit.DONE, False: Exit.FAILED, None: Exit.STOPPED}[verdict.holds])


def _board_text(found: Found) -> str:
    return board_text(with_expectation(found.board), "yaml")


def _text(verdict: Verdict) -> str:
    scope = verdict.scope
    size = f"up to {scope.permanents} permanents, {scope.players} players"
    lines = [f"{verdict.property.name}: {verdict.property.statement}"]
    if verdict.holds is None and verdict.checks is None and verdict.witness is not None:
        lines.append(
            "Not known: the step fails on a well-formed board in the middle of the checks, which may never come up."
        )
    elif verdict.holds is None:
        known = f"all boards with up to {verdict.decided} permanents" if verdict.decided >= 0 else "nothing"
        lines.append(f"Not known: the time was up; decided is {known}.")
    elif verdict.holds:
        lines.append(f"Holds for all boards of the space: {size}, {size_of(scope.space(scope.permanents))}.")
        if verdict.checks is None:
            lines.append("Proved by induction, for any number of checks from any well-formed board.")
        else:
            lines.append(f"No board takes more than {verdict.checks} checks, the last and empty one included.")
    elif verdict.counterexample is not None:
        lines.append(f"Violated, by a smallest board ({len(verdict.counterexample.board.objects)} permanents):")
    if verdict.reached is not None:
        proof = "and nothing more, which is proved" if verdict.holds else "but that may not be all"
        lines.append(f"The greatest number is {verdict.reached}, {proof}. A board that reaches it:")
    board = verdict.counterexample or (verdict.witness if verdict.reached is not None else None)
    if board is not None:
        lines.append("")
        lines.append(_board_text(board).rstrip())
        lines.extend(_story(board))
    lines.append(f"\nFeatures: {', '.join(scope.features) or 'none'}. {verdict.seconds:.1f} s.")
    return "\n".join(lines)


def _story(found: Found) -> list[str]:
    """Tell what happens on a board, in each world."""
    second = found.performed("second")
    lines = []
    for name, checks in (("", found.performed()), (" in the second world", second)):
        if checks:
            lines.append("")
            lines.extend(f"Check {number}{name}: {', '.join(events)}" for number, events in enumerate(checks, 1))
    return lines


def _data(verdict: Verdict) -> dict[str, Any]:
    scope = verdict.scope
    size = size_of(scope.space(scope.permanents)) if verdict.holds else None
    board = verdict.counterexample or verdict.witness
    return {
        "property": verdict.property.name,
        "holds": verdict.holds,
        "permanents": scope.permanents,
        "players": scope.players,
        "features": list(scope.features),
        "rules": [each.isoformat() for each in scope.days or (scope.day,)],
        "boards": None if size is None else size.boards,
        "boards_are": None if size is None else size.kind,
        "decided_up_to": verdict.decided,
        "checks": verdict.checks,
        "reached": verdict.reached,
        "board": None if board is None else board_data(with_expectation(board.board)),
        "events": None if board is None else board.performed(),
        "events_in_second_world": None if board is None else board.performed("second"),
        "seconds": round(verdict.seconds, 2),
    }
