"""`sbalogic test`: run board files with expectations."""

from __future__ import annotations

import click

from sbalogic import InputError, NumbersTooLarge, UnusedAnswer, load, resolve
from sbalogic.cli.boards import STOPPING, Exit, as_input_error, board_files, tell, why_stopped, worse
from sbalogic.cli.progress import Progress
from sbalogic.expectation import by_edition, differences

_LIMIT = 10_000
"""Outcomes of one board that are compared."""


@click.command(short_help="Compare boards with the results they expect.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
def test(paths: tuple[str, ...]) -> None:
    """Compare boards with the results that they expect.

    PATH is a board file with an `expect:` block, or a folder of them. What differs is shown (- expected, + found).

    \b
    Examples:
      sbalogic test board.yaml
      sbalogic test tests/boards/

    Exit codes: 0 all as expected, 1 something differs, 2 a file is wrong, 3 stopped by a limit.
    """
    code = Exit.DONE
    counts = dict.fromkeys(_CODES, 0)
    try:
        files = list(board_files(paths))
    except InputError as error:
        tell(error)
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    with Progress(len(files)) as progress:
        for place, path in enumerate(files):
            progress.board(place, path)
            outcome, lines = _compare(path)
            counts[outcome] += 1
            code = worse(code, _CODES[outcome])
            if lines:
                click.echo(click.style(path, bold=True, fg="red"))
                click.echo("\n".join(f"  {line}" for line in lines))
    click.echo(", ".join(f"{count} {word}" for word, count in counts.items() if count or word == "passed"))
    raise click.exceptions.Exit(code)


_CODES = {
    "passed": Exit.DONE,
    "failed": Exit.FAILED,
    "without expectation": Exit.DONE,
    "stopped": Exit.STOPPED,
    "unreadable": Exit.WRONG_INPUT,
}


def _compare(path: str) -> tuple[str, list[str]]:
    try:
        board = load(path)
        if board.expect is None:
            return "without expectation", []
        lines = []
        try:
            editions = by_edition(board)
            for under, expected in editions:
                found = differences(resolve(under, limit=_LIMIT), expected)
                lines.extend([f"rules of {under.rules}:"] if found and len(editions) > 1 else [])
                lines.extend(found)
        except (NumbersTooLarge, UnusedAnswer) as error:
            raise as_input_error(error, path) from None
    except InputError as error:
        tell(error)
        return "unreadable", []
    except STOPPING as error:
        return "stopped", [why_stopped(error)]
    return ("failed" if lines else "passed"), lines
