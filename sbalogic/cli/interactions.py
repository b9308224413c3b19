"""`sbalogic interactions`: how state-based actions bear on one another."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import click

from sbalogic import NEWEST_EDITION
from sbalogic.cli.boards import Exit
from sbalogic.cli.days import day
from sbalogic.cli.progress import Note
from sbalogic.cli.spaces import end
from sbalogic.errors import InputError, Problem, nearest
from sbalogic.formats.board_text import board_text
from sbalogic.formats.board_writer import board_data
from sbalogic.report.interactions_html import board_name, interactions_html
from sbalogic.rulebook import default_rulebook
from sbalogic.verify.interactions import QUESTIONS, Answer, both_ways
from sbalogic.verify.interactions import interactions as answers
from sbalogic.verify.replay import with_expectation
from sbalogic.verify.workers import NoWorkers, executors

_MOST_PERMANENTS: Final = 3


@click.command(short_help="Every pair of actions: together, one after the other, against each other.")
@click.argument("actions", nargs=-1, metavar="[SBA]...")
@click.option("--rules", "at", metavar="DATE", help="The day whose rules count  [default: the newest edition]")
@click.option(
    "--permanents",
    type=click.IntRange(0, _MOST_PERMANENTS),
    default=2,
    show_default=True,
    help="At most so many, and one more where things are attached.",
)
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Seconds after which it stays unknown.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to work with  [default: one for each core]")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers do the work (sbalogic[dask]).")
@click.option(
    "--into", type=click.Path(file_okay=False), help="A folder for the boards, and index.html with all answers."
)
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def interactions(
    actions: tuple[str, ...],
    at: str | None,
    permanents: int,
    timeout: float | None,
    jobs: int | None,
    scheduler: str | None,
    into: str | None,
    output: str,
) -> None:
    """Ask five questions about every pair of state-based actions.

    \b
    together       can both do something in one check?
    to_one         can they do it to one object, player or team?
    next_applies   can the first make the second apply in the next check?
    stops          can the first, done alone, stop the second from applying?
    order_matters  does doing them one at a time come to another end?

    Every yes comes with a smallest board, every no is a proof for all boards up to a size. With SBA names only pairs of
    these are asked about.

    \b
    Examples:
      sbalogic interactions legend_rule illegal_aura lethal_damage
      sbalogic interactions --into table/
      sbalogic interactions --rules 2012-02-01 --format json > table.jsonl

    Exit codes: 0 all is known, 2 an input is wrong, 3 the time was up.
    """
    chosen = NEWEST_EDITION if at is None else day(at, "--rules")
    code = Exit.DONE
    found: list[Answer] = []
    try:
        known = list(default_rulebook().editions.at(chosen).actions)
        asked = _actions(actions, known)
        with ExitStack() as stack:
            note = stack.enter_context(Note())
            for answer in answers(
                chosen,
                asked,
                permanents=permanents,
                timeout=timeout,
                executors=executors(jobs, scheduler),
                progress=note.say,
            ):
                found.append(answer)
                if output == "json":
                    click.echo(json.dumps(_data(answer)))
                if answer.yes is None:
                    code = Exit.STOPPED
    except (InputError, NoWorkers) as error:
        end(error)
    if into is not None:
        _write(Path(into), asked, found)
    if output == "text":
        click.echo(_text(asked, found))
    raise click.exceptions.Exit(code)


def _actions(given: Sequence[str], known: Sequence[str]) -> list[str]:
    problems = []
    for name in given:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"the actions are {', '.join(known)}"
            problems.append(Problem("SBA", 1, 1, f"there is no state-based action {name!r} on this day; {hint}"))
    if problems:
        raise InputError(problems)
    return [each for each in known if each in given] if given else list(known)


def _data(answer: Answer) -> dict[str, Any]:
    return {
        "question": answer.pair.question,
        "first": answer.pair.first,
        "second": answer.pair.second,
        "answer": _word(answer),
        "permanents": answer.permanents,
        "board": None if answer.board is None else board_data(with_expectation(answer.board)),
        "events": [list(each) for each in answer.events],
        "events_one_at_a_time": [list(each) for each in answer.one_at_a_time],
    }


def _word(answer: Answer) -> str:
    return "unknown" if answer.yes is None else "yes" if answer.yes else "no"


def _text(asked: Sequence[str], found: Iterable[Answer]) -> str:
    """Write a table for each question: rows are the first action, columns the second."""
    by_pair = both_ways(found)
    numbers = {name: f"{place:>2}" for place, name in enumerate(asked, 1)}
    width = max(map(len, asked), default=0)
    lines = [
        "A number: yes, on a board with so many permanents; - no, proved for all boards up to the size; ? not known."
    ]
    for question, said in QUESTIONS.items():
        lines += ["", f"{question}: {said}", f"{'':>{width + 3}} " + " ".join(numbers[each] for each in asked)]
        for one in asked:
            cells = [_cell(by_pair, question, one, other) for other in asked]
            lines.append(f"{numbers[one]} {one:<{width}} " + " ".join(f"{cell:>2}" for cell in cells).rstrip())
    return "\n".join(lines)


def _cell(by_pair: Mapping[tuple[str, str, str], Answer], question: str, one: str, other: str) -> str:
    answer = by_pair.get((question, one, other))
    if answer is None:
        return ""
    return "?" if answer.yes is None else str(answer.permanents) if answer.yes else "-"


def _write(folder: Path, asked: Sequence[str], found: Sequence[Answer]) -> None:
    """Write the boards, and a page that links them."""
    folder.mkdir(parents=True, exist_ok=True)
    for answer in found:
        if answer.board is not None:
            text = board_text(with_expectation(answer.board), "yaml")
            (folder / board_name(answer)).write_text(text, encoding="utf-8")
    (folder / "index.html").write_text(interactions_html(asked, found), encoding="utf-8")
