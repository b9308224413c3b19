"""The orders in which triggered abilities may be put on the stack (603.3b).

Triggers that are placed together, in a group, come in any order that their controller likes. That is no choice of a
check, so it stays open unless somebody asks for every order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import factorial, prod
from typing import Final, NamedTuple

from sbalogic.board import Answer, WaitingTrigger
from sbalogic.outcome import Choice

TRIGGER_ORDER: Final = "trigger_order"
"""The kind of these choices."""


class Placed(NamedTuple):
    """A triggered ability that was put on the stack."""

    check: int
    term: str
    """What it is in the facts."""
    trigger: WaitingTrigger
    """`group` is given."""


class Order(NamedTuple):
    """An order of all triggers that were placed: the first lies lowest on the stack."""

    placed: tuple[Placed, ...]
    choices: tuple[Choice, ...]
    times: int
    """How many orders of equal triggers this stands for."""


def orders(placed: Sequence[Placed], answers: Sequence[Answer]) -> Iterator[Order]:
    """Yield every order of triggers in their groups, equal ones taken as one; where there are answers, only those."""
    groups = [list(members) for _, members in groupby(placed, lambda each: each.trigger.group)]
    times = prod(factorial(count) for members in groups for count in Counter(map(_name, members)).values())
    for chosen in _of_groups(groups, answers):
        choices = [_choice(order) for order in chosen if len({_name(each) for each in order}) > 1]
        yield Order(tuple(each for order in chosen for each in order), tuple(choices), times)


def _of_groups(groups: Sequence[Sequence[Placed]], answers: Sequence[Answer]) -> Iterator[list[list[Placed]]]:
    """Yield every combination of orders of the groups, one after the other: there may be many."""
    if not groups:
        yield []
        return
    for order in _of_group(groups[0], answers):
        for rest in _of_groups(groups[1:], answers):
            yield [order, *rest]


def _of_group(members: Sequence[Placed], answers: Sequence[Answer]) -> Iterator[list[Placed]]:
    options = {answer.option for answer in answers if _concerns(answer, members)}
    for order in _permutations(members):
        if not options or _choice(order).option in options:
            yield order


def _permutations(members: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Yield the orders of members that differ in more than which of equal ones comes first."""
    if not members:
        yield []
        return
    first: dict[str, int] = {}
    for place, each in enumerate(members):
        first.setdefault(_name(each), place)
    for place in first.values():
        for rest in _permutations([*members[:place], *members[place + 1 :]]):
            yield [members[place], *rest]


def _concerns(answer: Answer, order: Sequence[Placed]) -> bool:
    choice = _choice(order)
    sources = sorted(choice.option.split(", "))
    return (
        answer.kind == TRIGGER_ORDER
        and answer.player == choice.player
        and answer.subject in (None, choice.subject)
        and sorted(answer.option.split(", ")) == sources
    )


def _choice(order: Sequence[Placed]) -> Choice:
    first = order[0]
    return Choice(
        first.check,
        first.trigger.controller,
        TRIGGER_ORDER,
        f"group {first.trigger.group}",
        ", ".join(map(_name, order)),
    )


def _name(placed: Placed) -> str:
    """Return what tells a trigger from those that it is placed with."""
    trigger = placed.trigger
    about = f" {trigger.about}" if trigger.about is not None else ""
    return f"{trigger.source} {trigger.ability}{about}"
