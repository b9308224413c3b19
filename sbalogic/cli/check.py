"""`sbalogic check`: solve boards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from sbalogic import (
    Answer,
    Board,
    InputError,
    NumbersTooLarge,
    Problem,
    Resolution,
    UnusedAnswer,
    load,
    resolve,
)
from sbalogic.cli.boards import STOPPING, Exit, as_input_error, board_files, rulebook_with, tell, why_stopped, worse
from sbalogic.cli.days import day
from sbalogic.cli.progress import Progress
from sbalogic.rulebook import Rulebook
from sbalogic.trigger_order import TRIGGER_ORDER

if TYPE_CHECKING:
    from sbalogic.side_by_side import Comparison

DEFAULT_LIMIT = 100


@click.command(short_help="Solve boards: every check, outcome and reason.")
@click.argument("boards", nargs=-1, required=True, metavar="BOARD...")
@click.option("--format", "output", type=click.Choice(["text", "json", "yaml"]), default="text", show_default=True)
@click.option(
    "--choose",
    "answers",
    multiple=True,
    metavar="PLAYER:KIND[:SUBJECT]=OPTION",
    help="Answer a choice, so that only outcomes with it are shown. May be repeated.",
)
@click.option(
    "--rules",
    "days",
    multiple=True,
    metavar="DATE",
    help="The day whose rules count, instead of the board's. Several stand side by side.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    help=f"Show at most so many outcomes of a board [default: {DEFAULT_LIMIT}]; with more of them the exit code is 3.",
)
@click.option(
    "--order-triggers",
    is_flag=True,
    help="Make every order in which a player may put triggered abilities on the stack an outcome of its own.",
)
@click.option(
    "--with",
    "extra",
    type=click.Path(exists=True, dir_okay=False),
    multiple=True,
    help="Read your own rules, a clingo program, beside those of the game. May be repeated.",
)
def check(
    boards: tuple[str, ...],
    output: str,
    answers: tuple[str, ...],
    days: tuple[str, ...],
    limit: int | None,
    order_triggers: bool,
    extra: tuple[str, ...],
) -> None:
    """Check state-based actions on boards until a player would get priority.

    BOARD is a board file (.yaml or .json), a folder of them, or - for standard input. Every outcome is shown: each
    check, what it does to whom under which rule and why, what could not happen, the triggers, and how it ends.

    \b
    Examples:
      sbalogic check board.yaml
      sbalogic check board.yaml --choose ana:legend_rule=mox_2
      sbalogic check board.yaml --rules 2012-02-01
      sbalogic check board.yaml --rules 2012-02-01 --rules 2026-09-25
      sbalogic check boards/ --format json > results.jsonl
      sbalogic check - --format json < board.json

    Exit codes: 0 done, 2 an input is wrong, 3 stopped by a limit.
    """
    rulebook = rulebook_with(extra)
    chosen = list(dict.fromkeys(day(each, "--rules") for each in days))
    try:
        given = [_answer(each, rulebook) for each in answers]
        files = list(board_files(boards))
    except InputError as error:
        tell(error)
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    several = len(boards) > 1 or files != list(boards)
    code = Exit.DONE
    with Progress(len(files)) as progress:
        for place, path in enumerate(files):
            progress.board(place, path)
            try:
                resolutions = _resolve(
                    path,
                    given,
                    chosen,
                    limit=limit or DEFAULT_LIMIT,
                    order_triggers=order_triggers,
                    rulebook=rulebook,
                    progress=progress,
                )
            except InputError as error:
                code = worse(code, Exit.WRONG_INPUT)
                _write_error(error, path, output if several else "text")
            except STOPPING as error:
                code = worse(code, Exit.STOPPED)
                stopped = InputError([Problem(path, 1, 1, why_stopped(error))])
                _write_error(stopped, path, output if several else "text")
            else:
                if limit is not None and not all(each.complete for each in resolutions):
                    code = worse(code, Exit.STOPPED)
                _write(resolutions, path, output, rulebook, several=several, first=place == 0)
    raise click.exceptions.Exit(code)


def _resolve(
    path: str,
    answers: Sequence[Answer],
    days: Sequence[date],
    *,
    limit: int,
    order_triggers: bool,
    rulebook: Rulebook,
    progress: Progress,
) -> list[Resolution]:
    """Resolve a board under the rules of each day, or of its own. With several an answer must fit a choice of one."""
    board = _with_answers(load(path), answers, path)
    solve = partial(resolve, limit=limit, order_triggers=order_triggers, rulebook=rulebook, progress=progress.check)
    resolutions = []
    unused: list[UnusedAnswer] = []
    try:
        for each in [board._replace(rules=one) for one in days] or [board]:
            try:
                resolutions.append(solve(each))
            except UnusedAnswer as error:
                unused.append(error)
                kept = tuple(answer for answer in board.choices if answer not in error.answers)
                resolutions.append(solve(each._replace(choices=kept)))
        if len(unused) == len(resolutions) and set(unused[0].answers).intersection(*(each.answers for each in unused)):
            raise unused[0]
    except (NumbersTooLarge, UnusedAnswer) as error:
        raise as_input_error(error, path) from None
    return resolutions


def _answer(text: str, rulebook: Rulebook) -> Answer:
    head, equals, option = text.rpartition("=")
    parts = head.split(":", 2)
    if not equals or len(parts) < 2 or not all(parts) or not option:
        message = f"{text!r} is no answer; write PLAYER:KIND[:SUBJECT]=OPTION, as in ana:legend_rule=mox_2"
        raise InputError([Problem("--choose", 1, 1, message)])
    kinds = sorted((*rulebook.choice_kinds, TRIGGER_ORDER))
    if parts[1] not in kinds:
        near = get_close_matches(parts[1], kinds, 1)
        hint = f"did you mean {near[0]}?" if near else f"the kinds are {', '.join(kinds)}"
        raise InputError([Problem("--choose", 1, 1, f"there is no choice of the kind {parts[1]!r}; {hint}")])
    return Answer(parts[0], parts[1], option, parts[2] if len(parts) > 2 else None)


def _with_answers(board: Board, answers: Sequence[Answer], path: str) -> Board:
    for answer in answers:
        if answer.player not in board.players:
            message = f"--choose names {answer.player!r}, but the players are {', '.join(board.players)}"
            raise InputError([Problem(path, 1, 1, message)])
    return board._replace(choices=(*board.choices, *answers))


def _write(
    resolutions: Sequence[Resolution], path: str, output: str, rulebook: Rulebook, *, several: bool, first: bool
) -> None:
    if output == "text":
        from sbalogic.report.text import comparison_lines, text_lines

        title = "standard input" if path == "-" else path
        parts = [list(text_lines(each, title)) for each in resolutions]
        parts.extend(
            list(comparison_lines(each.board, compared)) for each, compared in _compared(resolutions, rulebook)
        )
        lines = [line for place, part in enumerate(parts) for line in ([""] if place or not first else []) + part]
        click.echo("\n".join(lines))
        return
    from sbalogic.report.data import editions_data, resolution_data

    data: dict[str, Any] = (
        resolution_data(resolutions[0])
        if len(resolutions) == 1
        else editions_data(resolutions, [compared for _, compared in _compared(resolutions, rulebook)])
    )
    if several:
        data = {"file": path, **data}
    _write_data(data, output, several=several)


def _compared(resolutions: Sequence[Resolution], rulebook: Rulebook) -> list[tuple[Resolution, Comparison]]:
    from sbalogic.side_by_side import compare

    return [(one, compare(one, other, rulebook)) for one, other in pairwise(resolutions)]


def _write_error(error: InputError, path: str, output: str) -> None:
    if output == "text":
        tell(error)
    else:
        from sbalogic.report.data import errors_data

        _write_data({"file": path, "errors": errors_data(error)}, output, several=True)


def _write_data(data: dict[str, Any], output: str, *, several: bool) -> None:
    if output == "json":
        import json

        text = json.dumps(data, ensure_ascii=False, indent=None if several else 2) + "\n"
    else:
        import yaml

        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, explicit_start=several)
    sys.stdout.write(text)
    sys.stdout.flush()
