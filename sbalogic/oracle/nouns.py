"""What noun phrases select, from their words: "another nontoken creature you control"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final

from sbalogic.oracle.reading import Filter
from sbalogic.oracle.words import COLORS, SUPERTYPES, TYPES
from sbalogic.terms import quote, slug


class NotUnderstood(Exception):
    """A phrase has a meaning that no term says."""


UNKNOWN: Final = "unknown"
"""Marks a quality that no fact of a board gives; what depends on it is not understood."""
ATTACHED_TO_IT: Final = "attached_to_it"
_MARKS: Final = (UNKNOWN, ATTACHED_TO_IT)

_POSTS: Final[dict[str, str | None]] = {
    "YOU_CONTROL": "you_control",
    "OPPONENT_CONTROLS": "opponent_controls",
    "YOU_DONT_CONTROL": "you_dont_control",
    "YOU_OWN": "you_own",
    "OPPONENT_OWNS": "opponent_owns",
    "ON_THE_BATTLEFIELD": None,
    "OTHER_THAN_SELF": "another",
    "ATTACHED_TO": ATTACHED_TO_IT,
    "NAMED": UNKNOWN,
    "UNKNOWN_POST": UNKNOWN,
}
"""What follows a noun, and the quality that it asks for."""
_PLAIN: Final = frozenset("permanent token colorless multicolored monocolored tapped attacking commander".split())


def plain_filter(found: Filter) -> Filter:
    """Return the filter; raises `NotUnderstood` if it asks for what the rules cannot tell."""
    for quality in {quality for each in found.alternatives for quality in each}:
        if quality in _MARKS or quality.startswith("in(") or UNKNOWN in quality:
            raise NotUnderstood(quality)
    return found


def selected(before: Sequence[str], words: Sequence[Any], posts: Sequence[Any], *, plural: bool) -> Filter:
    """Return what a noun phrase selects.

    `before` are qualities of its determiner, `words` its words as (word, negated, kind) with separators between,
    `posts` what follows the noun.
    """
    found = _alternatives(words, plural)
    qualities = list(before)
    for post in posts:
        if isinstance(post, tuple):
            relation, described = post
            inner = _alternatives(described, True)
            if relation == "is":
                found = Filter(tuple((*a, *b) for a, b in product(found.alternatives, inner.alternatives)))
            elif all(len(each) == 1 for each in inner.alternatives):
                qualities.extend(f"no({each[0]})" for each in inner.alternatives)
            else:
                raise NotUnderstood("that isn't")
        elif post.type == "WITH_COUNTER":
            kind = re.match(r"with (?:an?|one or more|any)? ?(?:(\S+) )?counters?", str(post), re.IGNORECASE)
            named = kind[1] if kind is not None else None
            qualities.append(f"counter({quote(named.lower())})" if named else "counter(any)")
        elif post.type == "IN_ZONE":
            qualities.append(_zone(str(post)))
        elif (quality := _POSTS[post.type]) is not None:
            qualities.append(quality)
    if found.alternatives in ((("card",), ("token",)), (("permanent",),)):
        return Filter((tuple(qualities) or ("permanent",),))
    ordered = [each for each in qualities if each in ("another", "attached")]
    rest = [each for each in qualities if each not in ordered]
    return Filter(tuple((*each, *ordered, *rest) for each in found.alternatives))


def _alternatives(words: Sequence[Any], plural: bool) -> Filter:
    either = any(not isinstance(each, tuple) and str(each).strip(", ") for each in words)
    groups: list[list[str]] = [[]]
    for each in words:
        if isinstance(each, tuple):
            groups[-1].append(quality_of(*each, plural=plural))
        elif either:
            groups.append([])
    groups = [each for each in groups if each]
    if not groups:
        raise NotUnderstood("nothing")
    noun = [quality for quality in groups[-1] if _is_noun(quality)]
    return Filter(tuple(tuple(group if any(map(_is_noun, group)) else group + noun) for group in groups))


def _is_noun(quality: str) -> bool:
    return quality.startswith(("type(", "subtype(")) or quality in ("permanent", "player", "opponent", "token", "card")


def _zone(text: str) -> str:
    match = re.fullmatch(r"in (your opponents'|your|all|each|opponents'|each opponent's) (\w+)", text.lower())
    if text.lower() == "you own in exile":
        return "in(exile,you)"
    if match is None:
        return UNKNOWN
    whose = {"your": "you", "all": "all", "each": "all"}.get(match[1], "opponents")
    zone = {"graveyards": "graveyard", "hands": "hand", "libraries": "library"}.get(match[2], match[2])
    return f"in({zone},{whose})"


@cache
def quality_of(word: str, negated: bool, kind: str = "", *, plural: bool) -> str:
    """Return the quality that a word of a noun phrase asks for."""
    quality = _quality(word, kind, plural)
    return f"no({quality})" if negated and quality != UNKNOWN else quality


def _quality(word: str, kind: str, plural: bool) -> str:
    lower = word.lower()
    if lower == "untapped":
        return "no(tapped)"
    for noun in (lower, lower.removesuffix("s"), f"{lower.removesuffix('ies')}y"):
        if noun in _PLAIN or noun in ("player", "opponent"):
            return noun
        if noun == "card":
            return "card"
        if noun in TYPES:
            return f"type({noun})"
    if lower in SUPERTYPES:
        return f"supertype({lower})"
    if lower in COLORS:
        return f"color({lower})"
    if kind != "SUBTYPE":
        return UNKNOWN
    return f"subtype({slug(singular(word) if plural else word)})"


_IRREGULAR: Final = {
    "Axes": "Axe",
    "Cyclopes": "Cyclops",
    "Cyclops": "Cyclops",
    "Eyes": "Eye",
    "Faeries": "Faerie",
    "Fungi": "Fungus",
    "Genies": "Genie",
    "Homunculi": "Homunculus",
    "Horses": "Horse",
    "Mice": "Mouse",
    "Oxen": "Ox",
    "Pegasi": "Pegasus",
    "Pixies": "Pixie",
    "Plains": "Plains",
    "Spheres": "Sphere",
    "Zombies": "Zombie",
}
_ENDINGS: Final = (
    (r"ies$", "y"),
    (r"(?<=[lr])ves$", "f"),
    (r"men$", "man"),
    (r"(?<=x|s|o)es$|(?<=[cs]h)es$", ""),
    (r"(?<![su])s$", ""),
)


def singular(word: str) -> str:
    """Return the singular of a subtype."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, replacement in _ENDINGS:
        if re.search(ending, word):
            return re.sub(ending, replacement, word)
    return word
