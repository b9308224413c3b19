"""Every board file of tests/boards comes out as it expects."""

from pathlib import Path

import pytest

from sbalogic import load, resolve
from sbalogic.expectation import by_edition, differences
from sbalogic.report.text import text_lines

BOARDS = Path(__file__).parent / "boards"


@pytest.mark.parametrize("path", sorted(BOARDS.rglob("*.yaml")), ids=lambda path: str(path.relative_to(BOARDS)))
def test_board(path: Path) -> None:
    board = load(path)
    assert board.expect is not None, f"{path} expects nothing"
    for under, expected in by_edition(board):
        lines = differences(resolve(under, limit=10_000), expected)
        assert not lines, "\n".join([f"{path}, rules of {under.rules}", *lines])


def test_every_board_can_be_told_as_text() -> None:
    for path in sorted(BOARDS.rglob("*.yaml")):
        lines = list(text_lines(resolve(load(path)), path.name))
        assert len(lines) > 1, f"{path}: nothing is told"


def test_every_action_has_three_boards() -> None:
    from sbalogic.rules import state_based_actions

    for action in state_based_actions():
        names = {path.stem for path in (BOARDS / "sba" / action.name).glob("*.yaml")}
        assert "applies" in names, f"{action.name}: no board on which it applies"
        assert any(name.startswith("just_not") for name in names), (
            f"{action.name}: no board on which it just does not apply"
        )
        assert any(name.startswith("meets_") for name in names), (
            f"{action.name}: no board on which it meets another action"
        )
