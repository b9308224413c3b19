"""State-based actions of Magic: The Gathering as logic programs.

`load` reads a board file, `check` performs one check on it, `resolve` checks until a player would get priority. Boards
can be built from `Board`, `Player` and `GameObject` as well.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
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
    from sbalogic.resolver import TooManyChecks, UnusedAnswer, check, resolve

_MODULES = {
    "board": (
        "NEWEST_EDITION",
        "Answer",
        "Board",
        "BoardWarning",
        "ContinuousEffect",
        "GameObject",
        "Player",
        "Team",
        "WaitingTrigger",
    ),
    "errors": ("InputError", "Problem"),
    "formats.files": ("load",),
    "numbers": ("NumbersTooLarge",),
    "outcome": ("Action", "Check", "Choice", "Outcome", "Prevented", "Resolution", "Result", "SingleCheck"),
    "resolver": ("TooManyChecks", "UnusedAnswer", "check", "resolve"),
}
"""Where the public names stand. They are imported on first use, so that the command line starts fast."""
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

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


def __getattr__(name: str) -> object:
    """Import a public name on first use (PEP 562)."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value
