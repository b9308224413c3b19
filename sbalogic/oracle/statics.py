"""Reads sentences of static abilities, and of continuous effects: conditions, numbers and clauses by the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, cast

from sbalogic.oracle.grammar import parse
from sbalogic.oracle.nouns import NotUnderstood, plain_filter
from sbalogic.oracle.parts import IT, Clause
from sbalogic.oracle.reading import ITSELF, Ability, Argument, Continuous, Filter, Loss, Term

_TURN: Final = (
    (re.compile(r"during your turn, (.+)", re.IGNORECASE), "your_turn"),
    (re.compile(r"during turns other than yours, (.+)", re.IGNORECASE), "not_your_turn"),
    (re.compile(r"(.+) during your turn", re.IGNORECASE), "your_turn"),
    (re.compile(r"(.+) during turns other than yours", re.IGNORECASE), "not_your_turn"),
)
_AS_LONG_AS: Final = re.compile(r"(?:as long as|if) (.+)", re.IGNORECASE)
_LAST_CONDITION: Final = re.compile(r"(.+),? (?:as long as|if|unless) (?!able|they're able)(.+)", re.IGNORECASE)
_WHERE: Final = re.compile(r"(.+), where X is ([^,]+(?:, [^,]+)?)")
_WOULD: Final = re.compile(r"(if|the next time) (.+? would .+?), (.+)", re.IGNORECASE)


class Static(NamedTuple):
    """What a sentence says: its clauses, the same for all, if all its conditions are true."""

    clauses: tuple[Clause, ...]
    conditions: tuple[Term, ...] | None
    """None if a condition was not understood."""


def read_static(
    sentence: str, before: Filter, quoted: Sequence[tuple[Term, ...] | None]
) -> tuple[tuple[Term, ...], Filter] | None:
    """Read a sentence without its full stop; None if it is not understood.

    Returns its abilities, none if it changes nothing that a check looks at, and what it spoke of, which is "it" in the
    next sentence. `before` is what the sentence before spoke of, `quoted` what its abilities in quotes say, None for
    one that was not understood.
    """
    if (instead := _WOULD.fullmatch(sentence)) is not None and (
        found := _replacement(instead[2], instead[3], once=instead[1].lower() != "if")
    ) is not None:
        return found, ITSELF
    static = _static(sentence)
    if static is None:
        return None
    abilities: list[Term] = []
    try:
        for clause in static.clauses:
            abilities.extend(_abilities(clause, static.conditions, before, quoted))
            before = before if clause.filter == IT else clause.filter
    except NotUnderstood:
        return None
    return tuple(abilities), before


def _static(sentence: str) -> Static | None:
    if (clauses := _clauses(sentence)) is not None:
        return Static(clauses, ())
    for pattern, condition in _TURN:
        if (match := pattern.fullmatch(sentence)) is not None and (inner := _static(match[1])) is not None:
            return _under(inner, (condition,))
    if (match := _WHERE.fullmatch(sentence)) is not None:
        inner, value = _static(match[1]), parse("value", match[2])
        if inner is None:
            return None
        return inner._replace(clauses=tuple(_with_number(each, value) for each in inner.clauses))
    if (match := _AS_LONG_AS.fullmatch(sentence)) is not None:
        best: Static | None = None
        for condition, rest in _splits(match[1]):
            if (inner := _static(rest)) is not None:
                if (found := _conditions(condition)) is not None:
                    return _under(inner, found)
                best = best or _under(inner, None)
        return best
    if (match := _LAST_CONDITION.fullmatch(sentence)) is not None and (inner := _static(match[1])) is not None:
        return _under(inner, None if re.search(r" unless ", sentence[len(match[1]) :]) else _conditions(match[2]))
    return None


def _under(static: Static, conditions: tuple[Term, ...] | None) -> Static:
    if conditions is None or static.conditions is None:
        return static._replace(conditions=None)
    return static._replace(conditions=(*conditions, *static.conditions))


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield the two parts of a text around each of its commas."""
    for comma in re.finditer(r", ", text):
        yield text[: comma.start()], text[comma.end() :]


def _conditions(text: str) -> tuple[Term, ...] | None:
    found = parse("condition", text)
    if found is None and " and " in text:
        for middle in re.finditer(r" and ", text):
            first, second = parse("condition", text[: middle.start()]), parse("condition", text[middle.end() :])
            if first is not None and second is not None:
                return (*first, *second)
    return None if found is None else tuple(found)


def _clauses(text: str) -> tuple[Clause, ...] | None:
    clause = parse("clause", text)
    if clause is not None:
        return (clause,)
    for middle in re.finditer(r",? and ", text):
        first = parse("clause", text[: middle.start()])
        if first is not None and (rest := _clauses(text[middle.end() :])) is not None:
            return (first, *rest)
    return None


def _replacement(event: str, instead: str, *, once: bool) -> tuple[Term, ...] | None:
    would, done = parse("would", event), parse("instead", instead)
    if would is None or done is None:
        return None
    name, found = would
    if (name == "loss_replacement") != isinstance(done, Loss):
        return None
    if name == "loss_replacement":
        return (Ability(name, (done,)),)
    if name == "regenerates" or done == "regenerate":
        if name != "regenerates" or done != "regenerate" or found != ITSELF:
            return None
        return ("regenerates_once" if once else "regenerates",)
    return (Ability(name, (found, done)),)


# --- the parts that a clause left open


def _abilities(
    clause: Clause, conditions: tuple[Term, ...] | None, before: Filter, quoted: Sequence[tuple[Term, ...] | None]
) -> Iterator[Term]:
    changes = [change for each in clause.changes for change in _filled(each, quoted)]
    if not changes and not clause.abilities:
        return
    subject = clause.filter
    if all(any(quality.startswith("in(") for quality in each) for each in subject.alternatives):
        return
    if conditions is None:
        raise NotUnderstood("condition")
    if subject == IT:
        subject = next((each for each in map(_spoken_of, conditions) if each not in (None, IT)), None) or before
    plain_filter(subject)
    conditions = tuple(_asked_of(each, subject) for each in conditions)
    if changes:
        yield Ability("continuous", (Continuous(subject, tuple(changes), conditions),))
    for ability in clause.abilities:
        if not conditions:
            yield ability
        elif isinstance(ability, Ability) and ability.name.startswith("defines_"):
            change = Ability(ability.name.replace("defines", "sets"), ability.arguments)
            yield Ability("continuous", (Continuous(ITSELF, (change,), conditions),))
        else:
            yield Ability("continuous", (Continuous(ITSELF, (Ability("grants", (ability,)),), conditions),))


def _filled(change: Term, quoted: Sequence[tuple[Term, ...] | None]) -> Iterator[Term]:
    """Yield a change with the abilities in quotes in their places; raises `NotUnderstood` if one of them was not."""
    if isinstance(change, Ability) and change.name in ("grants", "loses", "cant_have"):
        (ability,) = change.arguments
        if isinstance(ability, str) and ability.startswith('"'):
            said = quoted[int(ability.strip('"'))]
            if said is None or change.name != "grants":
                raise NotUnderstood(ability)
            yield from (Ability(change.name, (each,)) for each in said)
            return
    if _mentions(change, "X"):
        raise NotUnderstood("X")
    yield change


def _mentions(part: Argument, what: str) -> bool:
    return part == what or (isinstance(part, Ability) and any(_mentions(each, what) for each in part.arguments))


def _with_number(clause: Clause, value: Term | None) -> Clause:
    return (
        clause
        if value is None
        else clause._replace(changes=tuple(cast(Term, _put(each, value)) for each in clause.changes))
    )


def _put(part: Argument, value: Term) -> Argument:
    """Put a number in the place of X."""
    if not isinstance(part, Ability):
        return part
    if part.name == "times" and part.arguments[1] == "X":
        return _product(int(str(part.arguments[0])), value)
    return Ability(part.name, tuple(_put(each, value) for each in part.arguments))


def _product(factor: int, value: Any) -> Ability:
    if value.name == "plus":
        return Ability("plus", tuple(_product(factor, each) for each in value.arguments))
    first = str(factor * int(str(value.arguments[0])))
    return Ability(value.name, (first, *value.arguments[1:]))


def _spoken_of(condition: Term) -> Filter | None:
    """Return what a condition speaks of, if it does of an object."""
    if isinstance(condition, Ability) and condition.name == "of":
        return cast(Filter, condition.arguments[0])
    return None


def _asked_of(condition: Term, subject: Filter) -> Term:
    """Return a condition on the affected object or the source; raises `NotUnderstood` if it speaks of another one."""
    spoken_of = _spoken_of(condition)
    if spoken_of is None:
        return condition
    inner = cast(Term, cast(Ability, condition).arguments[1])
    of_affected = isinstance(inner, Ability) and inner.name in ("is", "is_not")
    if spoken_of == subject or (spoken_of == IT and (of_affected or subject == ITSELF)):
        if of_affected or subject == ITSELF:
            return inner
    elif spoken_of == ITSELF and not of_affected:
        return inner
    raise NotUnderstood(str(spoken_of))
