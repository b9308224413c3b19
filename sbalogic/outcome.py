"""What comes out: typed results of checking a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from sbalogic.board import Board, BoardWarning, WaitingTrigger


class Choice(NamedTuple):
    """A choice that a player made in a check."""

    check: int
    player: str
    kind: str
    subject: str
    option: str


class Action(NamedTuple):
    """A state-based action that was performed, on one subject."""

    rule: str
    """The rule's number in the edition: `704.5f`."""
    sba: str
    subject_kind: str
    """`object`, `player` or `team`."""
    subject: str
    event: str
    performed: str
    """The event, or what happened instead."""
    replaced_by: str | None = None
    because: tuple[str, ...] = ()
    """What made the rule apply, as short phrases: `toughness 0`."""


class Check(NamedTuple):
    """A check that performed something; its actions are simultaneous."""

    number: int
    actions: tuple[Action, ...]


class Prevented(NamedTuple):
    """A condition that was true in a check but can't happen."""

    check: int
    rule: str
    sba: str
    subject_kind: str
    subject: str
    event: str
    reason: str
    source: str
    because: tuple[str, ...] = ()


class Result(NamedTuple):
    """How it ended: `priority` (`players` holds who gets it), `step_ends`, `win`, or `draw` (`reason` is the rule)."""

    kind: str
    players: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class Outcome:
    """One way in which the checks can go, with the choices that lead there."""

    times: int
    """How many combinations of choices end this way."""
    choices: tuple[Choice, ...]
    checks: tuple[Check, ...]
    prevented: tuple[Prevented, ...]
    triggers: tuple[WaitingTrigger, ...]
    result: Result
    another_cleanup: bool
    """Whether another cleanup step follows, since players get priority in this one (514.3a)."""
    read_board: Callable[[], Board] = field(repr=False, compare=False)
    """Reads the board at the end from its facts; `board` does so once."""

    @cached_property
    def board(self) -> Board:
        """The board at the end. What is not there any more has ceased or left the game."""
        return self.read_board()


class SingleCheck(NamedTuple):
    """What one check does for one combination of choices."""

    times: int
    """How many combinations of choices of interchangeable objects this stands for."""
    choices: tuple[Choice, ...]
    actions: tuple[Action, ...]
    prevented: tuple[Prevented, ...]
    board: Board
    """The board after the check. Triggers that the check found wait in it, or stand on the stack if it placed them."""
    again: bool
    """Whether the game checks again."""


class Resolution(NamedTuple):
    """All outcomes of a board."""

    board: Board
    outcomes: tuple[Outcome, ...]
    complete: bool
    """False where a limit cut the list."""
    warnings: tuple[BoardWarning, ...]
