"""Facts, grouped by shape: what a program does not read is left out at once, and equal objects are found.

A fact is a text such as `zone("bears",battlefield)`, spelled as clingo prints it; its shape is `zone(0,battlefield)`,
with 0 for any number or string. Nothing here knows what a fact means.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from sbalogic.terms import quote

Groups = dict[str, set[str]]
"""Facts by their shape."""

_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![A-Za-z_\d])-?\d+')


def shape_of_term(term: str) -> str:
    """Return a term with 0 for each number and string."""
    return _STRING_OR_NUMBER.sub("0", term)


@lru_cache(maxsize=1 << 16)
def shape_of(fact: str) -> str:
    """Return the shape of a fact. The kinds of counters are part of it: the rules know some kinds."""
    if fact.startswith("counters("):
        return f"counters(0,{_STRING_OR_NUMBER.findall(fact)[1]},0)"
    return shape_of_term(fact)


_ABOUT: Final = re.compile(r'(\w+)\(("(?:[^"\\]|\\.)*")')
_MENTION: Final = re.compile(r'object\(("(?:[^"\\]|\\.)*")\)')
_NOT_ABOUT_OBJECTS: Final = frozenset(
    [
        "player",
        "turn_order",
        "seat",
        "member",
        "active_player",
        "planar_controller",
        "left",
        "life",
        "poison",
        "speed",
        "drew_from_empty_library",
        "commander_damage",
        "zone_size",
        "team_life",
        "team_poison",
        "power_counter",
        "toughness_counter",
        "answer",
    ]
)
_NO_DIFFERENCE: Final = "file_order"
"""A place in the file makes no difference between objects that are equal otherwise."""


def interchangeable(
    groups: Groups, unnamed: Sequence[str], before: Sequence[Sequence[str]] | None = None
) -> list[list[str]]:
    """Return the classes of interchangeable objects, each with two members or more, in file order.

    `unnamed` are the objects whose ids the file did not give. Interchangeable are those of them of which the same facts
    hold, which no fact about anything else mentions, and which were in one class `before`, if that is given.
    """
    if before is not None:
        unnamed = [each for members in before for each in members]
    if len(unnamed) < 2:
        return []
    class_before = {each: number for number, members in enumerate(before or ()) for each in members}
    candidates = {quote(each): each for each in unnamed}
    facts: dict[str, list[str]] = {term: [] for term in candidates}
    for shape, group in groups.items():
        predicate = shape.partition("(")[0]
        mentions = "object(" in shape
        about = predicate not in _NOT_ABOUT_OBJECTS
        if predicate == _NO_DIFFERENCE or not (mentions or about):
            continue
        for fact in group:
            if mentions:
                for mentioned in _MENTION.findall(fact):
                    facts.pop(mentioned, None)
            if about and (match := _ABOUT.match(fact)) and match[2] in facts:
                facts[match[2]].append(match[1] + fact[match.end() :])
    classes: dict[tuple[int | None, frozenset[str]], list[str]] = defaultdict(list)
    for term, each in candidates.items():
        if facts.get(term):
            classes[class_before.get(each), frozenset(facts[term])].append(each)
    return [members for members in classes.values() if len(members) > 1]


@cache
def _reference() -> re.Pattern[str]:
    """Return what finds objects that a text refers to; made on demand, since it takes its time."""
    others = "|".join(sorted(_NOT_ABOUT_OBJECTS))
    return re.compile(rf'(?:^(?!(?:{others})\()\w+\(|object\(|trigger\()("(?:[^"\\]|\\.)*")')


def up_to_interchange(texts: Iterable[str], classes: Sequence[Sequence[str]]) -> Hashable:
    """Return what facts and other terms say, so that swapping objects of one class makes no difference.

    An object is referred to where a fact is about it, and as object(O) or trigger(O,A).
    """
    class_of = {quote(each): number for number, members in enumerate(classes) for each in members}
    common: list[str] = []
    own: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        mentioned = {each for each in _reference().findall(text) if each in class_of}
        if len(mentioned) == 1:
            (each,) = mentioned
            own[each].append(text.replace(each, "_"))
        else:
            common.append(text)
    kinds = Counter((class_of[each], frozenset(said)) for each, said in own.items())
    return frozenset(common), frozenset(kinds.items())


def toggle(groups: Groups, facts: Iterable[str]) -> Groups:
    """Return the groups with each of `facts` added if it was missing and removed if it was there."""
    by_shape: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        by_shape[shape_of(fact)].add(fact)
    changed = dict(groups)
    for shape, toggled in by_shape.items():
        changed[shape] = changed.get(shape, set()) ^ toggled
        if not changed[shape]:
            del changed[shape]
    return changed
