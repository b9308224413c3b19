"""One board under the rules of two days: where the outcomes part, and which rules make the difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial

from sbalogic.editions import Difference, Edition
from sbalogic.facts import facts_of
from sbalogic.formats.board_writer import board_data
from sbalogic.outcome import Action, Outcome, Resolution
from sbalogic.rulebook import Rulebook, default_rulebook


@dataclass(frozen=True)
class Comparison:
    """How the outcomes under two editions compare; the numbers of rules do not count."""

    one: Edition
    other: Edition
    same: bool
    """Whether the same happens under both."""
    check: int | None
    """The first check that differs; None where only what comes after the checks does, or nothing."""
    only_one: tuple[Action, ...]
    """Actions of that check which only outcomes under the first edition have."""
    only_other: tuple[Action, ...]
    because: Difference
    """The rules that differ and bear on this: those that act in that check, else those that bear on the board."""


def compare(one: Resolution, other: Resolution, rulebook: Rulebook | None = None) -> Comparison:
    """Compare the outcomes of one board under the rules of two days."""
    rulebook = rulebook or default_rulebook()
    editions = rulebook.editions
    first, second = editions.at(one.board.rules), editions.at(other.board.rules)
    difference = editions.difference(first, second)
    read = _rules_read(one, rulebook) | _rules_read(other, rulebook)
    check = _parting(one, other)
    if check is None:
        same = _set(one, _end) == _set(other, _end)
        around = read - editions.kinds.keys()
        return Comparison(first, second, same, None, (), (), _only(difference, () if same else around, read))
    before, after = _actions(one, check), _actions(other, check)
    acting = {action.sba for action in (*before.values(), *after.values())}
    return Comparison(
        first,
        second,
        False,
        check,
        tuple(action for key, action in before.items() if key not in after),
        tuple(action for key, action in after.items() if key not in before),
        _only(difference, acting, read),
    )


def _rules_read(resolution: Resolution, rulebook: Rulebook) -> set[str]:
    """Return the rules of the edition that can bear on a board, as can be seen from its facts."""
    program = rulebook.program(facts_of(resolution.board, rulebook).groups)
    return set(re.findall(r"in_force\((\w+)\)", program.text))


def _only(difference: Difference, wanted: Iterable[str], otherwise: Iterable[str]) -> Difference:
    """Keep of a difference the rules that are wanted; those of `otherwise` where none is."""
    for names in map(set, (wanted, otherwise)):
        kept = Difference(
            tuple(name for name in difference.came if name in names),
            tuple(name for name in difference.gone if name in names),
            tuple(pair for pair in difference.changed if names.intersection(pair)),
            (),
        )
        if kept.rules or not names:
            return kept
    return Difference((), (), (), ())


def _parting(one: Resolution, other: Resolution) -> int | None:
    """Return the first check up to which the outcomes are not the same."""
    last = max(
        (check.number for each in (one, other) for outcome in each.outcomes for check in outcome.checks), default=0
    )
    for number in range(1, last + 1):
        until = partial(_until, number=number)
        if _set(one, until) != _set(other, until):
            return number
    return None


def _set(resolution: Resolution, key: Callable[[Outcome], Hashable]) -> set[Hashable]:
    return {key(outcome) for outcome in resolution.outcomes}


def _until(outcome: Outcome, number: int) -> Hashable:
    checks = (check for check in outcome.checks if check.number <= number)
    return tuple((check.number, frozenset(map(_key, check.actions))) for check in checks)


def _key(action: Action) -> tuple[str, ...]:
    return action.subject_kind, action.subject, action.event, action.performed, action.replaced_by or ""


def _end(outcome: Outcome) -> Hashable:
    board = board_data(outcome.board)
    board.pop("rules", None)
    return outcome.triggers, outcome.result, str(board)


def _actions(resolution: Resolution, number: int) -> dict[tuple[str, ...], Action]:
    return {
        _key(action): action
        for outcome in resolution.outcomes
        for check in outcome.checks
        if check.number == number
        for action in check.actions
    }
