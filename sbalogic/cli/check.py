"""`sbalogic check`: solve boards."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

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
from sbalogic.cli.progress import Progress
from sbalogic.rulebook import Rulebook
from sbalogic.trigger_order import TRIGGER_ORDER

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
      sbalogic check boards/ --format json > results.jsonl
      sbalogic check - --format json < board.json

    Exit codes: 0 done, 2 an input is wrong, 3 stopped by a limit.
    """
    rulebook = rulebook_with(extra)
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
                resolution = _resolve(
                    path,
                    given,
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
                if limit is not None and not resolution.complete:
                    code = worse(code, Exit.STOPPED)
                _write(resolution, path, output, several=several, first=place == 0)
    raise click.exceptions.Exit(code)


def _resolve(
    path: str,
    answers: Sequence[Answer],
    *,
    limit: int,
    order_triggers: bool,
    rulebook: Rulebook,
    progress: Progress,
) -> Resolution:
    board = _with_answers(load(path), answers, path)
    try:
        return resolve(board, limit=limit, order_triggers=order_triggers, rulebook=rulebook, progress=progress.check)
    except (NumbersTooLarge, UnusedAnswer) as error:
        raise as_input_error(error, path) from None


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


def _write(resolution: Resolution, path: str, output: str, *, several: bool, first: bool) -> None:
    if output == "text":
        from sbalogic.report.text import text_lines

        lines = [*([] if first else [""]), *text_lines(resolution, "standard input" if path == "-" else path)]
        click.echo("\n".join(lines))
        return
    from sbalogic.report.data import resolution_data

    data: dict[str, Any] = resolution_data(resolution)
    if several:
        data = {"file": path, **data}
    _write_data(data, output, several=several)


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
