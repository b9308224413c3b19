"""The lifted rules and the driver agree on every check, every choice and every final board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
from clingo import Symbol
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lifted import (
    SHOWN,
    Trace,
    cube_of,
    differences,
    driven,
    faults_of_histories,
    of_board,
    sweeping,
    trace_of,
    ways,
    with_ids,
)
from spaces import random_facts
from strategies import Data, boards, with_all_ids
from test_properties import QUICK, load

from sbalogic import Board
from sbalogic import load as load_file
from sbalogic.verify.boards import board_of
from sbalogic.verify.checks import Checks, Found
from sbalogic.verify.space import Space, features

BOARDS: Final = Path(__file__).parent.parent / "boards"
EVERY: Final = 72
"""Of so many boards one is followed; all of them are with `-m sweep`."""
MOST_WAYS: Final = 100
"""Boards with more combinations of choices are passed over: they take long and show nothing new."""


def ways_by_driver(board: Board) -> list[Trace]:
    """Follow a board by the driver; nothing where there are too many combinations of choices."""
    traces = list(islice(driven(board), MOST_WAYS + 1))
    return traces if len(traces) <= MOST_WAYS else []


def faults_of(board: Board, lifted: Sequence[Found], driver: Sequence[Trace]) -> list[str]:
    return [*differences(driver, [trace_of(each) for each in lifted]), *faults_of_histories(board, lifted)]


def faults_of_file(path: Path) -> list[str]:
    board = with_ids(load_file(path))
    driver = ways_by_driver(board)
    faults = faults_of(board, of_board(board, max(map(len, driver))), driver) if driver else []
    return [f"{path.relative_to(BOARDS)}: {each}" for each in faults]


def followed(paths: Sequence[Path]) -> list[str]:
    assert len(paths) > 10
    return [fault for path in paths for fault in faults_of_file(path)]


def test_board_files() -> None:
    faults = followed(sorted(BOARDS.rglob("*.yaml"))[::EVERY])
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
def test_all_board_files(request: pytest.FixtureRequest) -> None:
    sweeping(request)
    faults = followed(sorted(BOARDS.rglob("*.yaml")))
    assert not faults, "\n".join(faults)


def agree_on(data: Data) -> None:
    board = load(with_all_ids(data))
    driver = ways_by_driver(board)
    assume(driver)
    faults = faults_of(board, of_board(board, max(map(len, driver))), driver)
    assert not faults, "\n".join(faults)


@settings(QUICK, max_examples=8)
@given(boards())
def test_random_boards(data: Data) -> None:
    agree_on(data)


@pytest.mark.sweep
def test_many_random_boards(request: pytest.FixtureRequest) -> None:
    sweeping(request)
    settings(QUICK, derandomize=False, max_examples=500)(given(boards())(agree_on))()


# --- boards of spaces: one grounding, on which each board is a cube


class Lifted:
    """A space with all features, as many checks far as its boards have needed so far."""

    def __init__(self, permanents: int) -> None:
        """Lift the rules."""
        self.space = Space(permanents, tuple(features()))
        self.checks = Checks(self.space, [SHOWN], symmetry=False)

    def faults_of(self, facts: Sequence[Symbol]) -> list[str] | None:
        """Say where the two sides differ; None where there are too many combinations of choices."""
        board = board_of(self.space, facts)
        driver = ways_by_driver(board)
        if not driver:
            return None
        self.checks.grow(max(map(len, driver)))
        return faults_of(board, list(ways(self.checks, cube_of(self.checks, facts))), driver)


lifted_space = cache(Lifted)


def agree_on_space(permanents: int, seed: int) -> None:
    facts = random_facts(lifted_space(permanents).space, seed)
    faults = lifted_space(permanents).faults_of(facts)
    assume(faults is not None)
    assert not faults, "\n".join(faults or ())


@settings(QUICK, max_examples=15)
@given(st.integers(0, 10**6))
def test_random_boards_of_a_space(seed: int) -> None:
    agree_on_space(2, seed)


@pytest.mark.sweep
@pytest.mark.parametrize("permanents", [2, 3, 4])
def test_many_random_boards_of_spaces(permanents: int, request: pytest.FixtureRequest) -> None:
    sweeping(request)
    tested = given(st.integers(0, 10**6))(lambda seed: agree_on_space(permanents, seed))
    settings(QUICK, derandomize=False, max_examples=400)(tested)()


# --- the comparison finds what is there to be found


def test_a_missing_rule_is_noticed() -> None:
    """If the lifted rules leave an action out, both comparisons tell."""
    board = with_ids(load_file(BOARDS / "sba/zero_life/applies.yaml"))
    driver = ways_by_driver(board)
    without = of_board(board._replace(players={name: each._replace(life=1) for name, each in board.players.items()}), 3)
    faults = faults_of(board, without, driver)
    assert any(each.startswith("only the driver (1 times)") and "zero_life" in each for each in faults)
    assert any(each.startswith("only the lifted rules (1 times)") for each in faults)
    assert any(each.startswith("no history of the driver") for each in faults)
