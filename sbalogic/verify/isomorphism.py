"""Boards that differ only in what their objects are called.

Two boards are isomorphic if one becomes the other when objects are renamed, names of cards are changed so that the same
objects share one, and timestamps are changed in a way that keeps their order. Players keep their names: the turn order
and the active player leave no other player who could take the place of one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any, Final

from sbalogic.board import Board

_REFERENCES: Final = ("attached_to", "attacking")
"""The fields that name other objects."""
_NOT_BY_VALUE: Final = frozenset(["id", "id_given", "name", "timestamp", *_REFERENCES])
"""The fields that are compared in another way than value by value."""
_BESIDE_OBJECTS: Final = frozenset(["objects", "choices", "warnings", "expect"])


def canonical_form(board: Board, *, ordered: bool = False) -> Hashable:
    """Return what isomorphic boards have in common and no other board has: their least description in any order.

    `ordered` says that rules read the order of permanents in the file, so that renaming may not change it.
    """
    attributes = _attributes(board, ordered=ordered)
    classes = _classes(_refined(board, attributes))
    single = _single(board)
    choices = [[members] if single.issuperset(members) else list(permutations(members)) for members in classes]
    orders = ([name for members in way for name in members] for way in product(*choices))
    beside = tuple(_frozen(value) for key, value in board._asdict().items() if key not in _BESIDE_OBJECTS)
    return beside, min((_in_order(board, attributes, order) for order in orders), key=repr)


def renamings(board: Board, *, ordered: bool = False) -> Iterator[dict[str, str]]:
    """Yield all ways to exchange objects that differ at most in what they refer to: new names by old ones."""
    classes = _classes(_attributes(board, ordered=ordered))
    for way in product(*map(permutations, classes)):
        yield {
            old: new
            for members, others in zip(classes, way, strict=True)
            for old, new in zip(members, others, strict=True)
        }


def _attributes(board: Board, *, ordered: bool) -> dict[str, str]:
    """Describe each object by what names no other one."""
    times = sorted({each.timestamp for each in board.objects.values() if each.timestamp is not None})
    battlefield = [name for name, each in board.objects.items() if each.zone == "battlefield"]
    return {
        name: repr(
            (
                [(key, _frozen(value)) for key, value in each._asdict().items() if key not in _NOT_BY_VALUE],
                None if each.timestamp is None else times.index(each.timestamp),
                battlefield.index(name) if ordered and name in battlefield else None,
            )
        )
        for name, each in board.objects.items()
    }


def _refined(board: Board, attributes: Mapping[str, str]) -> dict[str, int]:
    """Give objects one number that are alike in their attributes and, however far these lead, their references."""
    numbers = _ranks(attributes)
    while True:
        finer: dict[str, tuple[object, ...]] = {}
        for name, each in board.objects.items():
            to = [_named(numbers, getattr(each, key)) for key in _REFERENCES]
            by = sorted(
                (key, numbers[other])
                for other, item in board.objects.items()
                for key in _REFERENCES
                if getattr(item, key) == name
            )
            sharing = sorted(numbers[other] for other, item in board.objects.items() if item.name == each.name)
            finer[name] = (numbers[name], to, by, sharing)
        ranks = _ranks(finer)
        if len(set(ranks.values())) == len(set(numbers.values())):
            return numbers
        numbers = ranks


def _ranks(descriptions: Mapping[str, object]) -> dict[str, int]:
    texts = {name: repr(each) for name, each in descriptions.items()}
    order = {text: number for number, text in enumerate(sorted(set(texts.values())))}
    return {name: order[text] for name, text in texts.items()}


def _classes(descriptions: Mapping[str, object]) -> list[list[str]]:
    """Return the objects with one description together, in the order of their descriptions."""
    classes: dict[Any, list[str]] = defaultdict(list)
    for name, each in descriptions.items():
        classes[each].append(name)
    return [classes[each] for each in sorted(classes)]


def _single(board: Board) -> set[str]:
    """Return the objects that have nothing to do with any other: no reference from it or to it, no shared name."""
    named = {getattr(each, key) for each in board.objects.values() for key in _REFERENCES}
    names = [each.name for each in board.objects.values()]
    return {
        name
        for name, each in board.objects.items()
        if name not in named
        and names.count(each.name) == 1
        and not any(getattr(each, key) in board.objects for key in _REFERENCES)
    }


def _in_order(board: Board, attributes: Mapping[str, str], order: Sequence[str]) -> Hashable:
    """Describe the objects one after the other, with the places of those that they refer to or share a name with."""
    places = {name: number for number, name in enumerate(order)}
    names: dict[str | None, int] = {}
    return tuple(
        (
            attributes[name],
            names.setdefault(board.objects[name].name, len(names)),
            *(_named(places, getattr(board.objects[name], key)) for key in _REFERENCES),
        )
        for name in order
    )


def _named(numbers: Mapping[str, int], name: str | None) -> tuple[str, int | str] | None:
    """Return what a reference names, objects by number."""
    if name is None:
        return None
    return ("object", numbers[name]) if name in numbers else ("player", name)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, Mapping):
        return tuple(sorted((key, _frozen(each)) for key, each in value.items()))
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
