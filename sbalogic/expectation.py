"""Compares outcomes with the `expect:` block of a board file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from difflib import ndiff
from typing import Any

from sbalogic.board import Board
from sbalogic.editions import day_of_rules
from sbalogic.outcome import Outcome, Resolution
from sbalogic.report.data import result_data, trigger_data

Expectation = Mapping[str, Any]
"""Some of an outcome: `checks`, `final`, `triggers`, `result`, `prevented`, `choices`, `times`."""


def by_edition(board: Board) -> list[tuple[Board, list[Expectation]]]:
    """Return the board under the rules of each day for which it expects something, and what it expects then."""
    expected: dict[date, list[Expectation]] = {}
    for each in board.expect or ():
        day = day_of_rules(each["rules"]) if "rules" in each else board.rules
        expected.setdefault(day, []).append({key: value for key, value in each.items() if key != "rules"})
    return [(board._replace(rules=day), entries) for day, entries in expected.items()]


def differences(resolution: Resolution, expected: Sequence[Expectation]) -> list[str]:
    """Return how the outcomes differ from what was expected, as lines for the user; none if they agree.

    Every outcome must agree with one of the expectations, and every expectation with one of the outcomes.
    """
    lines: list[str] = []
    if not resolution.complete:
        lines.append(f"there are more outcomes than the {len(resolution.outcomes)} that were looked at")
    agreeing = [
        [_agrees(resolution.board, outcome, expectation) for expectation in expected] for outcome in resolution.outcomes
    ]
    for number, (outcome, row) in enumerate(zip(resolution.outcomes, agreeing, strict=True), 1):
        if not any(row):
            lines.append(f"outcome {number} of {len(resolution.outcomes)} was not expected (- expected, + found):")
            of_each = [_difference(resolution.board, outcome, each) for each in expected]
            lines.extend(f"  {line}" for line in min(of_each, key=len))
    for number, expectation in enumerate(expected, 1):
        if not any(row[number - 1] for row in agreeing):
            lines.append(f"no outcome agrees with expectation {number} of {len(expected)}:")
            lines.extend(f"  {line}" for key, value in expectation.items() for line in _lines(key, value))
    return lines


def _agrees(board: Board, outcome: Outcome, expectation: Expectation) -> bool:
    return all(_same(key, value, _found(board, outcome, key, value)) for key, value in expectation.items())


def _same(key: str, expected: Any, found: Any) -> bool:
    """Whether an outcome agrees with one key of an expectation: in lists as a whole, in mappings where it speaks."""
    if key == "checks":
        return len(expected) == len(found) and all(map(_pair_up, expected, found))
    if isinstance(expected, list):
        return _pair_up(expected, found)
    return _covers(expected, found)


def _covers(expected: Any, found: Any) -> bool:
    if isinstance(expected, Mapping):
        return all(key in found and found[key] == value for key, value in expected.items())
    return bool(expected == found)


def _pair_up(expected: Sequence[Any], found: Sequence[Any]) -> bool:
    """Whether each expected entry can be given an entry of its own that agrees with it, and none is left over."""
    if not expected:
        return not found
    return any(
        _covers(expected[0], each) and _pair_up(expected[1:], [*found[:place], *found[place + 1 :]])
        for place, each in enumerate(found)
    )


def _found(board: Board, outcome: Outcome, key: str, expected: Any) -> Any:
    """Return what an outcome says about a key of an expectation, in the form of the expectation."""
    match key:
        case "checks":
            return [[{action.rule: action.subject} for action in check.actions] for check in outcome.checks]
        case "final":
            zones = {name: each.zone for name, each in outcome.board.objects.items()}
            return {name: zones.get(name, "nowhere") for name in expected}
        case "triggers":
            return [trigger_data(each) for each in outcome.triggers]
        case "prevented":
            return [{each.rule: each.subject} for each in outcome.prevented]
        case "choices":
            return [
                {
                    "check": each.check,
                    "player": each.player,
                    "kind": each.kind,
                    "subject": each.subject,
                    "option": each.option,
                }
                for each in outcome.choices
            ]
        case "result":
            return result_data(outcome.result)
        case "another_cleanup":
            return outcome.another_cleanup
        case _:
            return outcome.times


def _difference(board: Board, outcome: Outcome, expectation: Expectation) -> list[str]:
    before: list[str] = []
    after: list[str] = []
    for key, value in expectation.items():
        found = _found(board, outcome, key, value)
        if not _same(key, value, found):
            before.extend(_lines(key, value))
            after.extend(_lines(key, found))
    return [line.rstrip() for line in ndiff(before, after) if not line.startswith("?")]


def _lines(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, list):
        yield f"{key}:" if value else f"{key}: none"
        yield from (f"  {line}" for line in (map(_flow, value) if key == "checks" else sorted(map(_flow, value))))
    else:
        yield f"{key}: {_flow(value)}"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_flow(each)}" for key, each in value.items())
    if isinstance(value, list):
        return "; ".join(sorted(map(_flow, value)))
    return str(value)
