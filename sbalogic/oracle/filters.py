"""Reads noun phrases: "another nontoken creature you control", "artifact or creature with a +1/+1 counter on it"."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from sbalogic.oracle.reading import Filter
from sbalogic.oracle.words import COLORS, SUPERTYPES, TYPES
from sbalogic.terms import quote, slug

ITSELF: Final = Filter((("itself",),))

_SUFFIXES: Final = {
    "you control": "you_control",
    "an opponent controls": "opponent_controls",
    "your opponents control": "opponent_controls",
    "you don't control": "you_dont_control",
    "you own": "you_own",
    "an opponent owns": "opponent_owns",
    "your opponents own": "opponent_owns",
    "on the battlefield": None,
}
"""What follows a noun, and the quality that it asks for."""
_COUNTERS: Final = r"with (?:an?|one or more) (?:(?P<kind>\S+) )?counters? on (?:it|them)"
_DETERMINER: Final = r"(?:one or more|an|a|any|each|all|every)(?: (?P<other>other))? |(?P<another>another|other) "
_ITSELF: Final = r"~|this [a-z]+"


def read_filter(text: str) -> Filter | None:
    """Read a noun phrase, in which ~ stands for the object itself; None if a part of it is not understood."""
    text = text.strip()
    if re.fullmatch(_ITSELF, text, re.IGNORECASE):
        return ITSELF
    if either := re.fullmatch(
        rf"(?:{_ITSELF}) (?:or|and/or) ((?:another|one or more other|other) .+)", text, re.IGNORECASE
    ):
        others = read_filter(either[1])
        return None if others is None else Filter((("itself",), *others.alternatives))
    qualities: list[str] = []
    plural = True
    if determiner := re.match(_DETERMINER, text, re.IGNORECASE):
        text = text[determiner.end() :]
        plural = determiner[0].lower().startswith(("one or more", "all", "other"))
        if determiner["other"] or determiner["another"]:
            qualities.append("another")
    if attached := re.match(r"(?:enchanted|equipped|fortified) ", text, re.IGNORECASE):
        text = text[attached.end() :]
        plural = False
        qualities.append("attached")
    while True:
        if counters := re.search(rf" {_COUNTERS}$", text, re.IGNORECASE):
            text = text[: counters.start()]
            qualities.append(f"counter({quote(counters['kind'].lower())})" if counters["kind"] else "counter(any)")
            continue
        suffix = next((each for each in _SUFFIXES if text.lower().endswith(f" {each}")), None)
        if suffix is None:
            break
        text = text[: -len(suffix) - 1]
        if (quality := _SUFFIXES[suffix]) is not None:
            qualities.append(quality)
    if text.lower() in ("card or token", "cards and tokens", "permanent", "permanents"):
        return Filter((tuple(qualities) or ("permanent",),))
    alternatives = read_alternatives(text, plural=plural)
    return None if alternatives is None else alternatives.also(*qualities)


def read_alternatives(text: str, *, plural: bool = False) -> Filter | None:
    """Read "red or green creature", "artifact, creature, or planeswalker", "nonartifact, nonblack creature"."""
    groups = [_qualities(part, plural) for part in _choices(text)]
    if len(groups) > 1:
        groups = [_qualities(part, plural) for group in _choices(text) for part in re.split(r",\s*", group)]
    alternatives = [group for group in groups if group is not None]
    if len(alternatives) < len(groups) or not all(alternatives):
        return None
    noun = [quality for quality in alternatives[-1] if _is_noun(quality)]
    return Filter(tuple(tuple(group if any(map(_is_noun, group)) else group + noun) for group in alternatives))


def _choices(text: str) -> list[str]:
    return re.split(r",?\s+(?:and/or|or)\s+", text)


def _qualities(text: str, plural: bool) -> list[str] | None:
    found = [_quality(word, plural) for word in re.split(r",?\s+", text) if word]
    return None if None in found else [quality for quality in found if quality is not None]


def _is_noun(quality: str) -> bool:
    return quality.startswith(("type(", "subtype(")) or quality in ("permanent", "player", "opponent", "token", "card")


_PLAIN: Final = (
    "permanent",
    "player",
    "opponent",
    "colorless",
    "multicolored",
    "monocolored",
    "token",
    "tapped",
    "card",
)


@cache
def _quality(word: str, plural: bool) -> str | None:
    lower = word.lower()
    if lower == "untapped":
        return "no(tapped)"
    if lower.startswith("non") and (inner := _quality(word[3:].lstrip("-"), plural)) is not None:
        return f"no({inner})"
    for noun in (lower, lower.removesuffix("s"), lower.removesuffix("es")):
        if noun in _PLAIN:
            return noun
        if noun in TYPES:
            return f"type({noun})"
    if lower in SUPERTYPES:
        return f"supertype({lower})"
    if lower in COLORS:
        return f"color({lower})"
    return f"subtype({slug(_singular(word) if plural else word)})" if word[:1].isupper() else None


_IRREGULAR: Final = {"Zombies": "Zombie", "Faeries": "Faerie", "Plains": "Plains"}
_ENDINGS: Final = (
    (r"ies$", "y"),
    (r"(?<=[lr])ves$", "f"),
    (r"(?<=x|s|o)es$|(?<=[cs]h)es$", ""),
    (r"(?<![su])s$", ""),
)


def _singular(word: str) -> str:
    """Return the singular of a subtype."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, replacement in _ENDINGS:
        if re.search(ending, word):
            return re.sub(ending, replacement, word)
    return word
