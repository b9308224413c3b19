"""Reads triggered abilities (603): what they wait for, their intervening if, and the number that they look at."""

from __future__ import annotations

import re
from typing import Final, cast

from sbalogic.oracle.grammar import parse
from sbalogic.oracle.parts import IT, Event
from sbalogic.oracle.phrases import no_check_sets_off
from sbalogic.oracle.reading import ITSELF, Ability, Term, Trigger
from sbalogic.terms import quote

_TRIGGERED: Final = re.compile(r"(?:when|whenever) (?P<rest>.+)", re.IGNORECASE)
_IF: Final = re.compile(r"if (?P<rest>.+)", re.IGNORECASE)
_DURING: Final = re.compile(r" (?:during|on) (your turn|an opponent's turn)$", re.IGNORECASE)
_TWO: Final = re.compile(r"(.+?),? (?:and|or) when(?:ever)? (.+)", re.IGNORECASE)
_COMMA: Final = re.compile(r", ")


def read_trigger(line: str, text: str) -> Trigger | None:
    """Read a line in which ~ stands for the object itself; None if it is no such ability, or not understood.

    `text` is the line as it was written. The trigger has no events if nothing that a check does sets it off.
    """
    match = _TRIGGERED.fullmatch(line)
    if match is None:
        return None
    for comma in _COMMA.finditer(match["rest"]):
        found = _event(match["rest"][: comma.start()])
        if found is not None:
            if match["rest"][comma.end() :].startswith("or "):
                return None
            event, conditions = found
            return _with_effect(event, conditions, match["rest"][comma.end() :], text)
    return None


def _event(text: str) -> tuple[Event, tuple[Term, ...]] | None:
    conditions: tuple[Term, ...] = ()
    if (during := _DURING.search(text)) is not None:
        text = text[: during.start()]
        conditions = ("your_turn" if during[1].lower() == "your turn" else "not_your_turn",)
    event = parse("event", text)
    if event is None and (two := _TWO.fullmatch(text)) is not None:
        first, second = parse("event", two[1]), parse("event", two[2].replace(" it", " ~"))
        if second is not None and (no_check_sets_off(f"when {two[1]}") or (first is not None and not first.events)):
            event = second
    return None if event is None else (event, conditions)


def _with_effect(event: Event, conditions: tuple[Term, ...], effect: str, text: str) -> Trigger | None:
    if (intervening := _IF.fullmatch(effect)) is not None:
        if event.word == "state":
            return None
        for comma in _COMMA.finditer(intervening["rest"]):
            found = _intervening(intervening["rest"][: comma.start()])
            if found is not None:
                conditions = (*conditions, *found)
                effect = intervening["rest"][comma.end() :]
                break
        else:
            return None if event.events else Trigger("", text, (), event.filter)
    if event.filter != ITSELF and _FROM_GRAVEYARD.search(effect) is not None:
        return None
    looked_at = _looked_at(effect) if event.filter == ITSELF or not event.once else None
    return Trigger(event.word, text, event.events, event.filter, conditions, looked_at, event.once)


_FROM_GRAVEYARD: Final = re.compile(r"~ from your graveyard\b|this card from your graveyard\b", re.IGNORECASE)
"""An ability that works only in a graveyard (113.6)."""


def _intervening(text: str) -> tuple[Term, ...] | None:
    found = parse("condition", text)
    if found is None:
        return None
    conditions: list[Term] = []
    for each in found:
        if isinstance(each, Ability) and each.name == "of":
            subject, inner = each.arguments
            each = _as_it_was(cast(Term, inner))
            if subject not in (ITSELF, IT) or each is None:
                return None
        conditions.append(each)
    return tuple(conditions)


def _as_it_was(condition: Term) -> Term | None:
    """Return a condition on what set a trigger off, as that last existed; None for what cannot be asked of it then."""
    if isinstance(condition, Ability):
        name = {"is": "was", "is_not": "was_not"}.get(condition.name, condition.name)
        return Ability(name, condition.arguments) if name in ("was", "was_not") else None
    if condition.startswith(("has_counters", "has_no_counters")):
        return None
    return condition if condition.startswith("had") else None


_WHAT_SET_IT_OFF: Final = r"(?:it|~|that creature|that permanent|him|her|them)(?!\w)"
_COUNTED: Final = re.compile(
    rf"\b(?:for each|number of|many) (?:(?P<kind>\S+) )?counters? (?:that were |that was )?on {_WHAT_SET_IT_OFF}",
    re.IGNORECASE,
)
_MEASURED: Final = re.compile(r"(?<!\w)(?:its|~'s|that creature's|his|her) (?P<what>power|toughness)\b", re.IGNORECASE)
_OF_ANOTHER: Final = re.compile(r"\b(?:target|each|another|that player's)\b[^.]*$", re.IGNORECASE)
"""Before "its power": the power is that of something else."""


def _looked_at(effect: str) -> str | None:
    if (match := _COUNTED.search(effect)) is not None:
        return f"counters({quote(match['kind'].lower()) if match['kind'] else 'any'})"
    match = _MEASURED.search(effect)
    if match is not None and _OF_ANOTHER.search(effect[: match.start()]) is None:
        return match["what"].lower()
    return None
