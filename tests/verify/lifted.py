"""What the lifted rules and the driver tell of every check of a board, in one form.

The lifted side takes what to tell from `asp/show.lp`, statement by statement: whatever a check shows is compared.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from clingo import Function, Number, Symbol, ast

from sbalogic import Board
from sbalogic.events import possible_events
from sbalogic.facts import facts_of
from sbalogic.groups import toggle
from sbalogic.resolver import histories
from sbalogic.rulebook import asp_folder, default_rulebook
from sbalogic.verify.boards import CHOSEN
from sbalogic.verify.checks import Checks, Found, Property
from sbalogic.verify.replay import history
from sbalogic.verify.space import OneBoard

Trace = tuple[frozenset[str], ...]
"""For every check the terms that are shown."""


def _everything_shown() -> str:
    rules: list[str] = []

    def add(statement: ast.AST) -> None:
        if statement.ast_type is ast.ASTType.ShowTerm:
            rules.append(f"told({statement.term}) :- {'; '.join(map(str, statement.body))}.")

    ast.parse_files([str(Path(asp_folder(), "show.lp"))], add)
    return "\n".join(rules)


SHOWN: Final = Property("shown", _everything_shown())
"""Derives told(T) for every term T that a check shows."""


def with_ids(board: Board) -> Board:
    """Say of all ids that the file gave them, so that no two objects are interchangeable."""
    return board._replace(objects={name: each._replace(id_given=True) for name, each in board.objects.items()})


def driven(board: Board) -> Iterator[Trace]:
    """Follow every combination of choices by the driver's checks; a board that comes again ends it."""
    rulebook = default_rulebook()
    facts = facts_of(board)
    program = rulebook.program(facts.groups)

    def follow(trace: Trace) -> Iterator[Trace]:
        changed = changes_of(trace)
        for event in possible_events(toggle(facts.groups, changed), rulebook, program):
            told = frozenset(chain(event.toggled, *event.told.values(), ["again"] * event.again))
            if event.again and not loops((*trace, told)):
                yield from follow((*trace, told))
            else:
                yield (*trace, told)

    return follow(())


def changes_of(trace: Trace) -> frozenset[str]:
    """Return the facts that differ from the board at the start."""
    changed: frozenset[str] = frozenset()
    for told in trace:
        changed ^= {term for term in told if term.partition("(")[0] in default_rulebook().fluents}
    return changed


def loops(trace: Trace) -> bool:
    """Say whether the last board has been there before; how often an ability waits does not tell boards apart."""
    boards = [
        frozenset(re.sub(r"^waiting\(trigger\((.*),\d+\),", r"waiting(\1,", fact) for fact in changes_of(trace[:end]))
        for end in range(len(trace) + 1)
    ]
    return boards[-1] in boards[:-1]


def trace_of(found: Found) -> Trace:
    """Return what the lifted rules told of every check, up to where a board comes again."""
    told: dict[int, set[str]] = {each.arguments[1].number: set() for each in found.derived if each.name == "live"}
    for each in found.derived:
        if each.name == "told" and len(each.arguments) == 3:
            told[each.arguments[2].number].add(str(each.arguments[0]))
    trace: Trace = ()
    for check in sorted(told):
        trace = (*trace, frozenset(told[check]))
        if loops(trace):
            break
    return trace


def of_board(board: Board, checks: int) -> list[Found]:
    """Follow every combination of choices by the lifted rules, so many checks far."""
    lifted = Checks(OneBoard(board), [SHOWN])
    lifted.grow(checks)
    return list(ways(lifted))


def ways(lifted: Checks, cube: Iterable[tuple[Symbol, bool]] = ()) -> Iterator[Found]:
    """Yield every board on which all of the cube is true, once for each way in which players may choose."""
    always = Function("live", [Function("first"), Number(0)])
    return lifted.run(always, lambda found: (), cube)


def cube_of(lifted: Checks, facts: Collection[Symbol]) -> list[tuple[Symbol, bool]]:
    """Return the cube of the one board that has just these facts."""
    atoms = lifted.control.symbolic_atoms
    signatures = {*lifted.space.rulebook.vocabulary, *CHOSEN} - {("in_edition", 1)}
    of_boards = (atom.symbol for each in signatures for atom in atoms.by_signature(*each) if not atom.is_fact)
    return [(symbol, symbol in facts) for symbol in of_boards]


def differences(driver: Sequence[Trace], lifted: Sequence[Trace]) -> list[str]:
    """Say what only one side does. Where a board comes again, the lifted rules go on, so how often is not compared."""
    sides = {"the driver": Counter(driver), "the lifted rules": Counter(lifted)}
    if any(map(loops, driver)):
        sides = {name: Counter(dict.fromkeys(traces, 1)) for name, traces in sides.items()}
    apart = []
    for name, other in (list(sides), list(sides)[::-1]):
        for trace, times in (sides[name] - sides[other]).items():
            texts = [" ".join(sorted(told)) for told in trace]
            apart.append(f"only {name} ({times} times): {' | '.join(texts)}")
    return apart


def faults_of_histories(board: Board, lifted: Sequence[Found]) -> list[str]:
    """Compare what `histories` and `history` say, which is what a user sees confirmed.

    The lifted rules know only those facts that some check changes, and do not stop where a board comes again.
    """
    ways = [history(each) for each in lifted]
    names = {fact.partition("(")[0] for each in ways for fact in each.fluents}
    ended = {(each.checks, each.fluents) for each in ways if each.ended}
    driver = {
        (each.checks, frozenset(fact for fact in each.fluents if fact.partition("(")[0] in names))
        for each in histories(board)
        if each.ended
    }
    return [
        *(f"no history of the driver: {_spelled(each)}" for each in ended - driver),
        *(f"no history of the lifted rules: {_spelled(each)}" for each in driver - ended),
    ]


def _spelled(way: tuple[Sequence[frozenset[str]], frozenset[str]]) -> str:
    checks, fluents = way
    return " | ".join(" ".join(sorted(each)) for each in (*checks, fluents))


def sweeping(request: pytest.FixtureRequest) -> None:
    """Pass over a test that takes minutes unless it is asked for."""
    if "sweep" not in request.config.option.markexpr:
        pytest.skip("takes minutes; run with `pytest -m sweep`")
