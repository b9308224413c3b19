"""`sbalogic enumerate`: all boards of a space that are as a query asks, as board files with what they come to."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import closing
from itertools import islice
from typing import Final

import click

from sbalogic import Board, InputError, Problem, load
from sbalogic.cli.boards import STOPPING, Exit, board_files, why_stopped
from sbalogic.cli.progress import Note
from sbalogic.cli.spaces import end, read_days, read_features, read_property
from sbalogic.errors import nearest
from sbalogic.formats.board_text import board_text
from sbalogic.formats.document import Format
from sbalogic.formats.files import FORMATS
from sbalogic.rulebook import default_rulebook
from sbalogic.verify.checks import Property, Unknown
from sbalogic.verify.enumeration import Bounds, Listed, Query, boards, possible_actions
from sbalogic.verify.replay import Disagreement
from sbalogic.verify.space import MOST_PLAYERS, features
from sbalogic.verify.verification import Scope

_ACTIONS_IN_A_NAME: Final = 3


class _HowMany(click.ParamType):  # type: ignore[type-arg]
    """A number, exactly so many, or a number and a plus: at least so many."""

    name = "N|N+"

    def convert(self, value: object, parameter: click.Parameter | None, context: click.Context | None) -> Bounds:
        match = re.fullmatch(r"(\d{1,4})(\+?)", str(value))
        if match is None:
            self.fail(f"{value!r} is no number; write 2 for exactly two, 2+ for two or more", parameter, context)
        return Bounds(int(match[1]), None if match[2] else int(match[1]))


@click.command(short_help="List all small boards of a kind, with what comes out of them.")
@click.argument("property_", metavar="[PROPERTY]", required=False)
@click.option("--sba", "together", multiple=True, metavar="NAME", help="Performed, in one check with the others named.")
@click.option("--checks", type=_HowMany(), help="So many checks perform something; 3+ is three or more.")
@click.option("--outcomes", type=_HowMany(), help="The board has so many different outcomes.")
@click.option("--permanents", type=click.IntRange(min=0), default=2, show_default=True, help="At most so many.")
@click.option("--players", type=click.IntRange(2, MOST_PLAYERS), default=2, show_default=True)
@click.option("--features", "chosen", metavar="NAME,...", help="What boards may have; see `sbalogic verify --list`.")
@click.option(
    "--rules", "days", multiple=True, metavar="DATE", help="The day whose rules count; two for editions_agree."
)
@click.option(
    "--limit", type=click.IntRange(min=1), help="Stop after so many boards; the exit code is 3 if there are more."
)
@click.option("--timeout", type=click.FloatRange(min=0, min_open=True), help="Stop after so many seconds.")
@click.option(
    "--into", metavar="FOLDER", help="Write a file for each board here; what lies there is not looked for again."
)
@click.option("--format", "output", type=click.Choice(["yaml", "json"]), default="yaml", show_default=True)
def enumerate(  # named after the command, which hides Python's function here
    property_: str | None,
    together: tuple[str, ...],
    checks: Bounds | None,
    outcomes: Bounds | None,
    permanents: int,
    players: int,
    chosen: str | None,
    days: tuple[str, ...],
    limit: int | None,
    timeout: float | None,
    into: str | None,
    output: Format,
) -> None:
    """List all boards of a space that are as asked: one of each kind, the smallest first, with what comes out of them.

    PROPERTY is a name from `sbalogic verify --list` or a file of your own; boards that violate it are listed. What else
    is asked must come about with it, in one way of going through the checks. Boards that differ only in what objects
    are called are one. Each has an `expect:` block that `sbalogic test` reads: for every outcome the checks, what is
    prevented, where everything that moved ends, triggers and the result. The solver that found a board and the program
    that checks single boards agree on it.

    Without --into the boards are written to standard output, one YAML document or one line of JSON each. With it, each
    is a file with a number and its actions in the name; run again, the same command goes on where it stopped.

    \b
    Examples:
      sbalogic enumerate --sba legend_rule --sba zero_toughness --limit 10
      sbalogic enumerate confluence --permanents 2 --into suite/
      sbalogic enumerate --checks 3+ --features creatures,damage,lords,tokens --into suite/
      sbalogic enumerate --outcomes 3+ --permanents 3 --features legendary --format json

    Exit codes: 0 that was all, 2 an input is wrong, 3 stopped by --limit or --timeout.
    """
    try:
        statement = None if property_ is None else _violable(read_property(property_))
        scope = Scope(permanents, read_features(chosen), players, **read_days(statement, days))
        query = Query(statement, _actions(together, scope), checks, outcomes)
        folder = None if into is None else _Folder(into, output)
    except InputError as error:
        end(error)
    with (
        Note() as note,
        closing(
            boards(query, scope, known=folder.known if folder else (), timeout=timeout, progress=note.say)
        ) as found,
    ):
        try:
            for listed in islice(found, limit):
                if folder is not None:
                    click.echo(folder.write(listed))
                elif output == "yaml":
                    click.echo(f"---\n{board_text(listed.board, 'yaml')}", nl=False)
                else:
                    click.echo(board_text(listed.board, "json", one_line=True), nl=False)
            if limit is None or next(found, None) is None:
                return
            reason = f"stopped by --limit {limit}: there are more boards"
        except Unknown as error:
            reason = str(error)
        except Disagreement as error:
            reason = f"stopped by a fault in this program, please report it: {error}"
        except STOPPING as error:
            reason = why_stopped(error)
    click.secho(reason, err=True)
    raise click.exceptions.Exit(Exit.STOPPED)


def _violable(statement: Property) -> Property:
    """Return a property that some board may violate. Raises `InputError` for one that only asks for a number."""
    if not re.search(r"^\s*violation\b", statement.text, re.MULTILINE):
        message = f"{statement.name} derives no violation, so there is nothing to list; `sbalogic verify` answers it"
        raise InputError([Problem("PROPERTY", 1, 1, message)])
    return statement


def _actions(names: Sequence[str], scope: Scope) -> tuple[str, ...]:
    """Return the state-based actions with these names.

    Raises `InputError` for one that is none, or that no board of the scope can have.
    """
    editions = default_rulebook().editions
    known = editions.at(scope.day).actions
    problems = []
    for name in names:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean {near}?" if near else f"`sbalogic rules --at {scope.day}` lists them"
            message = f"on {scope.day} there is no state-based action {name!r}; {hint}"
            problems.append(Problem("--sba", 1, 1, message))
    if not problems:
        possible = possible_actions(scope)
        for name in names:
            if name not in possible:
                others = [
                    each for each in features() if name in possible_actions(scope.with_features("creatures", each))
                ]
                hint = f"add {' or '.join(others)} to --features" if others else "no feature makes it possible"
                problems.append(Problem("--sba", 1, 1, f"no board with these features can have {name}; {hint}"))
    if problems:
        raise InputError(problems)
    return tuple(dict.fromkeys(names))


class _Folder:
    """The folder that board files are written into."""

    def __init__(self, path: str, output: Format) -> None:
        """Make the folder if need be and read the boards that are there.

        Raises `InputError` for what cannot be read.
        """
        self._path = path
        self._output = output
        try:
            os.makedirs(path, exist_ok=True)
            names = os.listdir(path)
        except OSError as error:
            message = f"{path} cannot be used as a folder: {error.strerror}"
            raise InputError([Problem("--into", 1, 1, message)]) from None
        there = any(os.path.splitext(each)[1].lower() in FORMATS for each in names)
        self.known: list[Board] = [load(file) for file in board_files([path])] if there else []
        self._number = max((int(match[0]) for each in names if (match := re.match(r"\d+", each))), default=0)
        if self.known:
            click.secho(f"{len(self.known)} boards are in {path} already and are not looked for again", err=True)

    def write(self, listed: Listed) -> str:
        """Write a board at once or not at all; return the path of its file."""
        self._number += 1
        words = "_".join(listed.actions[:_ACTIONS_IN_A_NAME]) or "nothing"
        path = os.path.join(self._path, f"{self._number:04}_{words}.{self._output}")
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._path, suffix=".part", delete=False) as file:
            file.write(board_text(listed.board, self._output))
        os.replace(file.name, path)
        return path
