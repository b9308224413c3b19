"""The state-based actions as a list: number, name, text in our words, program."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import NamedTuple

from sbalogic.board import NEWEST_EDITION
from sbalogic.editions import Difference, Edition
from sbalogic.rulebook import asp_folder, default_rulebook


class StateBasedAction(NamedTuple):
    """A state-based action of an edition."""

    rule: str
    """Its number: `704.5f`."""
    name: str
    text: str
    """What it says, in our words."""
    source: str
    """Its file in `asp/sba/`."""
    events: tuple[str, ...]
    """The events that it asks for."""
    first: date
    """The first day on which it was in force under whatever number."""
    until: date | None
    """The first day on which it was not any more; None where it still is."""


def state_based_actions(day: date | None = NEWEST_EDITION) -> list[StateBasedAction]:
    """Return the state-based actions of a day, in the order of their numbers; those of all editions where it is None.

    Raises ValueError for a day before the first edition.
    """
    rulebook = default_rulebook()
    events = rulebook.events()
    editions = rulebook.editions
    numbers = {row.rule: row.number for row in editions.rows} if day is None else editions.at(day).numbers
    found = []
    for name in editions.kinds:
        if name in numbers:
            rows = [row for row in editions.rows if row.rule == name]
            source = Path(asp_folder(), "sba", f"{name}.lp").read_text(encoding="utf-8")
            comment = source.split("\n\n")[0].splitlines()
            text = " ".join(line.removeprefix("%").strip() for line in comment if line.startswith("%"))
            found.append(
                StateBasedAction(numbers[name], name, text, source, tuple(events[name]), rows[0].first, rows[-1].until)
            )
    return found


class ChangedRules(NamedTuple):
    """Two editions, and how the second differs from the first."""

    one: Edition
    other: Edition
    difference: Difference


def changed_rules(one: date, other: date) -> ChangedRules:
    """Compare the rules of two days; the second may be the earlier one.

    Raises ValueError for a day before the first edition.
    """
    editions = default_rulebook().editions
    first, second = editions.at(one), editions.at(other)
    return ChangedRules(first, second, editions.difference(first, second))
