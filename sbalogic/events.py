"""One check of state-based actions: from facts to every possible event, one for each stable model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import Final, NamedTuple

import clingo
from clingo import Symbol

from sbalogic.errors import InputError
from sbalogic.groups import Groups, interchangeable
from sbalogic.rulebook import Program, Rulebook, problems_from
from sbalogic.terms import quote


class RulesError(Exception):
    """The rules contradict themselves or use undefined operations: a fault of the program, not of its input."""


class Event(NamedTuple):
    """What one check does for one combination of choices: the terms that `asp/show.lp` shows, as text."""

    toggled: list[str]
    """The facts that come or go."""
    again: bool
    """Whether the game checks again after this."""
    told: dict[str, list[str]]
    """What there is to tell, by the name of the term."""
    branches: bool
    """Whether the board leaves choices, so that there may be other events."""
    classes: Sequence[Sequence[str]]
    """The classes of interchangeable objects on the board, numbered from 1 in the facts."""

    def tell(self, name: str) -> list[Symbol]:
        """Return the shown terms of that name."""
        return [clingo.parse_term(text) for text in self.told.get(name, ())]


def possible_events(
    groups: Groups,
    rulebook: Rulebook,
    program: Program,
    unnamed: Sequence[str] = (),
    before: Sequence[Sequence[str]] | None = None,
) -> Iterator[Event]:
    """Perform one check on a board given as facts, lazily for each combination of choices.

    `program` holds what of the rulebook can fire on this board; `unnamed` are the objects that may be interchangeable,
    `before` their classes on the board that was given, if this is a later one.
    Raises `RulesError` where the rules have no model, `InputError` where a user's own rules are at fault.
    """
    classes = interchangeable(groups, unnamed, before) if program.has_choices else []
    facts = program.facts({**groups, **class_facts(classes)})
    found = False
    for symbols in _models(f"{program.text}\n{facts}", rulebook):
        found = True
        shown: dict[str, list[str]] = defaultdict(list)
        for text in _texts(symbols):
            shown[text.partition("(")[0]].append(text)
        toggled = [fact for name in rulebook.fluents & shown.keys() for fact in shown.pop(name)]
        yield Event(toggled, "again" in shown, shown, program.has_choices, classes)
    if not found:
        raise _fault(["the rules have no model for this board"], rulebook)


def class_facts(classes: Sequence[Sequence[str]]) -> Groups:
    """Write down which objects are interchangeable, as `interchangeable(O,C,I)`."""
    facts = {
        f"interchangeable({quote(each)},{number},{index})"
        for number, members in enumerate(classes, 1)
        for index, each in enumerate(members, 1)
    }
    return {CLASS_FACT: facts} if facts else {}


CLASS_FACT: Final = "interchangeable(0,0,0)"
"""The shape of the facts that say which objects are interchangeable."""


def _models(text: str, rulebook: Rulebook) -> Iterator[Sequence[Symbol]]:
    messages: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, message: messages.append(message))
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
    except RuntimeError:
        raise _fault(messages, rulebook) from None
    if messages:
        raise _fault(messages, rulebook)
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield model.symbols(terms=True)


_SEPARATOR: Final = clingo.String("\n")
_MANY: Final = 200


def _texts(symbols: Sequence[Symbol]) -> Sequence[str]:
    """Write symbols as texts.

    Many of them are written in one call, which costs a tenth but keeps a tuple of them in clingo's memory. Text on a
    board has no control characters, so the separator stands nowhere else.
    """
    if len(symbols) < _MANY:
        return [str(each) for each in symbols]
    separated = clingo.Tuple_(list(chain.from_iterable(zip(symbols, repeat(_SEPARATOR), strict=False))))
    return str(separated)[1 : -len(f",{_SEPARATOR})")].split(f",{_SEPARATOR},")


def _fault(messages: list[str], rulebook: Rulebook) -> Exception:
    if rulebook.extra:
        return InputError(problems_from(messages, rulebook.extra[-1]))
    return RulesError("; ".join(messages))
