"""State-based actions of Magic: The Gathering as logic programs.

`load` reads a board file, `check` performs one check on it, `resolve` checks until a player would get priority. Boards
can be built from `Board`, `Player` and `GameObject` as well.
"""

from sbalogic.board import (
    NEWEST_EDITION,
    Answer,
    Board,
    BoardWarning,
    ContinuousEffect,
    GameObject,
    Player,
    Team,
    WaitingTrigger,
)
from sbalogic.errors import InputError, Problem
from sbalogic.formats.files import load
from sbalogic.numbers import NumbersTooLarge
from sbalogic.outcome import Action, Check, Choice, Outcome, Prevented, Resolution, Result, SingleCheck
from sbalogic.resolve import TooManyChecks, UnusedAnswer, check, resolve

__all__ = [
    "NEWEST_EDITION",
    "Action",
    "Answer",
    "Board",
    "BoardWarning",
    "Check",
    "Choice",
    "ContinuousEffect",
    "GameObject",
    "InputError",
    "NumbersTooLarge",
    "Outcome",
    "Player",
    "Prevented",
    "Problem",
    "Resolution",
    "Result",
    "SingleCheck",
    "Team",
    "TooManyChecks",
    "UnusedAnswer",
    "WaitingTrigger",
    "check",
    "load",
    "resolve",
]
