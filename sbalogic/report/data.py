"""Results as plain data, in the form of the contract: what `--format json` and `--format yaml` write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sbalogic.board import WaitingTrigger
from sbalogic.editions import Edition
from sbalogic.errors import InputError
from sbalogic.formats.board_writer import board_data
from sbalogic.outcome import Action, Outcome, Prevented, Resolution, Result
from sbalogic.side_by_side import Comparison


def resolution_data(resolution: Resolution) -> dict[str, Any]:
    """Return a resolution as data."""
    return {
        "rules": resolution.board.rules.isoformat(),
        "outcome_count": len(resolution.outcomes),
        "complete": resolution.complete,
        "warnings": [
            {"text": each.text} if each.object is None else {"object": each.object, "text": each.text}
            for each in resolution.warnings
        ],
        "outcomes": [_outcome(each) for each in resolution.outcomes],
    }


def editions_data(resolutions: Sequence[Resolution], comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Return resolutions of one board under several editions, and how each compares with the one before it, as data."""
    return {
        "editions": [resolution_data(each) for each in resolutions],
        "comparisons": [
            {
                "from": each.one.day.isoformat(),
                "to": each.other.day.isoformat(),
                "same": each.same,
                "check": each.check,
                "only_from": [_action(action) for action in each.only_one],
                "only_to": [_action(action) for action in each.only_other],
                "because": {
                    "came": [_rule(each.other, name) for name in each.because.came],
                    "gone": [_rule(each.one, name) for name in each.because.gone],
                    "changed": [
                        {"from": _rule(each.one, old), "to": _rule(each.other, new)}
                        for old, new in each.because.changed
                    ],
                },
            }
            for each in comparisons
        ],
    }


def _rule(edition: Edition, name: str) -> dict[str, str]:
    return {"rule": edition.numbers[name], "name": name}


def result_data(result: Result) -> dict[str, Any]:
    """Return how an outcome ends as data."""
    data: dict[str, Any] = {"kind": result.kind}
    if result.kind == "priority":
        data["player"] = result.players[0]
    elif result.players:
        data["players"] = list(result.players)
    if result.reason is not None:
        data["reason"] = result.reason
    return data


def trigger_data(trigger: WaitingTrigger) -> dict[str, Any]:
    """Return a triggered ability as data."""
    data: dict[str, Any] = {
        "controller": trigger.controller,
        "source": trigger.source,
        "ability": trigger.ability,
        "text": trigger.text,
    }
    for key in ("about", "value", "group"):
        if getattr(trigger, key) is not None:
            data[key] = getattr(trigger, key)
    return data


def errors_data(error: InputError) -> list[dict[str, Any]]:
    """Return what is wrong with an input as data."""
    return [{"line": each.line, "column": each.column, "message": each.message} for each in error.problems]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "times": outcome.times,
        "choices": [
            {
                "check": each.check,
                "player": each.player,
                "kind": each.kind,
                "subject": each.subject,
                "option": each.option,
            }
            for each in outcome.choices
        ],
        "checks": [
            {"number": each.number, "actions": [_action(action) for action in each.actions]} for each in outcome.checks
        ],
        "prevented": [_prevented(each) for each in outcome.prevented],
        "triggers": [trigger_data(each) for each in outcome.triggers],
        "result": result_data(outcome.result),
        **({"another_cleanup": True} if outcome.another_cleanup else {}),
        "board": board_data(outcome.board),
    }


def _action(action: Action) -> dict[str, Any]:
    data = {
        "rule": action.rule,
        "sba": action.sba,
        action.subject_kind: action.subject,
        "event": action.event,
        "performed": action.performed,
    }
    if action.replaced_by is not None:
        data["replaced_by"] = action.replaced_by
    return data


def _prevented(prevented: Prevented) -> dict[str, Any]:
    return {
        "check": prevented.check,
        "rule": prevented.rule,
        "sba": prevented.sba,
        prevented.subject_kind: prevented.subject,
        "event": prevented.event,
        "reason": prevented.reason,
        "source": prevented.source,
    }
