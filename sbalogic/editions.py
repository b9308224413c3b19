"""The editions of the rules: which rules count on a day, under which numbers, as `asp/editions.lp` says.

Nothing here knows what a rule says. Rules are names; what takes the place of what, and which days are not known, stand
in the table too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from sbalogic.board import FIRST_EDITION, NEWEST_EDITION
from sbalogic.groups import Groups
from sbalogic.terms import unquote


def day_of_rules(text: str) -> date:
    """Read a day whose rules count; a day after the newest edition means the newest edition.

    Raises ValueError, with a sentence for the user: no date, before the first edition, or in the future.
    """
    last = max(date.today(), NEWEST_EDITION)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text} is not in the calendar; write a date from {FIRST_EDITION} to {last}") from None
    if not FIRST_EDITION <= day <= last:
        raise ValueError(f"there are no rules for {day}; write a date from {FIRST_EDITION} to {last}")
    return min(day, NEWEST_EDITION)


class Row(NamedTuple):
    """A rule under a number, and the days on which that was so."""

    rule: str
    number: str
    first: date
    until: date | None
    """The first day on which it was no longer so; None where it still is."""


class Window(NamedTuple):
    """Days between two saved texts on one of which rules came or changed, nobody here knows on which."""

    after: date
    """The day of the last text with the old rules."""
    by: date
    """The day of the first text with the new ones."""
    rules: tuple[str, ...]

    def __str__(self) -> str:
        """Say what is not known, and what is done about it."""
        return (
            f"it is not known on which day between {self.after} and {self.by} the rules came to have"
            f" {', '.join(self.rules)}; the later text is followed"
        )


class Edition(NamedTuple):
    """The rules of a day."""

    day: date
    numbers: Mapping[str, str]
    """The number of each rule that counts, by name, in reading order."""
    actions: Mapping[str, tuple[str, str]]
    """The number of each state-based action, and what it happens to: object, player or team. In reading order."""
    windows: tuple[Window, ...]
    """What is not known about the rules of that day."""
    facts: Groups
    """The rules as facts, by shape."""


class Difference(NamedTuple):
    """What differs between two editions, by the names of rules."""

    came: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[tuple[str, str], ...]
    """Rules of the one edition, and what stands in their place and means something else in the other."""
    renumbered: tuple[str, ...]

    @property
    def rules(self) -> frozenset[str]:
        """The names of rules that are in one of the editions only."""
        return frozenset((*self.came, *self.gone, *(name for pair in self.changed for name in pair)))


class Editions:
    """The table of all editions."""

    def __init__(
        self,
        actions: Iterable[Sequence[str]],
        rows: Iterable[Sequence[str]],
        successors: Iterable[Sequence[str]],
        windows: Iterable[Sequence[str]],
    ) -> None:
        """Take the facts `state_based_action`, `edition`, `became` and `unknown_day` of the rules: their arguments."""
        self.kinds: Final = {row[0]: row[1] for row in actions}
        self.rows: Final = tuple(
            Row(name, unquote(number), _day(first), None if until == "still" else _day(until))
            for name, number, first, until in rows
        )
        self._successors: dict[str, list[str]] = defaultdict(list)
        for old, new in successors:
            self._successors[old].append(new)
        unknown: dict[tuple[date, date], list[str]] = defaultdict(list)
        for rule, after, by in windows:
            unknown[_day(after), _day(by)].append(rule)
        self.windows: Final = tuple(Window(*days, tuple(names)) for days, names in unknown.items())
        self._at: dict[date, Edition] = {}

    def at(self, day: date) -> Edition:
        """Return the rules of a day; after the newest edition those of the newest.

        Raises ValueError for a day before the first edition.
        """
        if day < FIRST_EDITION:
            raise ValueError(f"there are no rules for {day}; the first edition is that of {FIRST_EDITION}")
        day = min(day, NEWEST_EDITION)
        if day not in self._at:
            numbers = {
                row.rule: row.number for row in self.rows if row.first <= day and (row.until is None or day < row.until)
            }
            actions = {name: (numbers[name], kind) for name, kind in self.kinds.items() if name in numbers}
            windows = tuple(each for each in self.windows if each.after < day < each.by)
            facts = {fact: {fact} for fact in (f"in_edition({name})" for name in numbers)}
            self._at[day] = Edition(day, numbers, actions, windows, facts)
        return self._at[day]

    def difference(self, one: Edition, other: Edition) -> Difference:
        """Return what is different in `other`, which may be the older one."""
        gone = [name for name in one.numbers if name not in other.numbers]
        came = [name for name in other.numbers if name not in one.numbers]
        changed = [(old, new) for old in gone for new in came if new in self._later(old) or old in self._later(new)]
        replaced = {name for pair in changed for name in pair}
        return Difference(
            tuple(name for name in came if name not in replaced),
            tuple(name for name in gone if name not in replaced),
            tuple(changed),
            tuple(name for name, number in one.numbers.items() if other.numbers.get(name, number) != number),
        )

    def _later(self, rule: str) -> Iterator[str]:
        """Yield what took the place of a rule, and of that, and so on."""
        for new in self._successors.get(rule, ()):
            yield new
            yield from self._later(new)


def _day(text: str) -> date:
    return date(int(text[:4]), int(text[4:6]), int(text[6:]))
