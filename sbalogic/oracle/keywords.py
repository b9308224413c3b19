"""Reads keyword abilities (702), of a line of text or of a keyword list."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from sbalogic.oracle.filters import read_filter
from sbalogic.oracle.reading import Ability, Reading
from sbalogic.oracle.words import COLORS, KEYWORDS_WITH_PARAMETER, PLAIN_KEYWORDS, TYPES
from sbalogic.terms import quote, slug

_SIMPLE: Final = {
    "indestructible": "indestructible",
    "undying": "undying",
    "persist": "persist",
    "umbra armor": "umbra_armor",
    "totem armor": "umbra_armor",
    "space sculptor": "space_sculptor",
    "start your engines!": "start_your_engines",
    "start your engines": "start_your_engines",
    "changeling": "changeling",
    "devoid": "devoid",
}
"""Keywords that state-based actions depend on, and their terms."""


def read_keyword_line(line: str, players: Sequence[str], reading: Reading) -> bool:
    """Read a line that is a list of keywords; False, and nothing is read, if it is not."""
    items: list[str] = []
    for part in re.split(r"[;,.]\s+", line.rstrip(".;")):
        if items and not _starts_with_keyword(part):
            items[-1] += f", {part}"
        else:
            items.append(part)
    trial = Reading(list(reading.abilities), list(reading.unread))
    if not all(_read_keyword(item, players, trial) for item in items):
        return False
    reading.abilities, reading.unread = trial.abilities, trial.unread
    return True


def read_keyword_entry(text: str, players: Sequence[str], reading: Reading) -> None:
    """Read an entry of a keyword list. A word whose parameter only the text can give says nothing new."""
    keyword = text.casefold()
    if keyword == "protection":
        if not any(isinstance(term, str) and term.startswith("protection(") for term in reading.abilities):
            reading.unread.append(text)
    elif keyword not in KEYWORDS_WITH_PARAMETER:
        _read_keyword(text, players, reading)


_WORD_END: Final = re.compile(r"$|[^a-z]")


def _starts_with_keyword(text: str) -> bool:
    lower = text.casefold()
    return any(
        lower.startswith(each) and _WORD_END.match(lower, len(each))
        for each in (*_SIMPLE, *PLAIN_KEYWORDS, *KEYWORDS_WITH_PARAMETER)
    )


_PARAMETER: Final = (
    r"(?: (?:\d+|x)\b.*| ?\{.*| ?[—–].*| (?:from|for|with|onto|an?|of)\b.*|"
    r" [A-Z][\w']*(?: [A-Za-z][\w']*)?(?: ?[{—].*)?)"
)
"""What follows a keyword: a number, a cost, a quality or a name."""


def _read_keyword(text: str, players: Sequence[str], reading: Reading) -> bool:
    keyword = text.casefold()
    if keyword in _SIMPLE:
        reading.add(_SIMPLE[keyword])
        return True
    if keyword in PLAIN_KEYWORDS:
        return True
    for first, read in _WITH_MEANING.items():
        if keyword.startswith(f"{first} ") or re.match(rf"{first} ?[—–{{]", keyword):
            if not read(text[len(first) :].strip(), players, reading):
                reading.unread.append(text)
            return True
    return any(
        keyword.startswith(each) and re.fullmatch(_PARAMETER, text[len(each) :], re.IGNORECASE)
        for each in KEYWORDS_WITH_PARAMETER
    )


# --- enchant (702.5)


def _read_enchant(text: str, players: Sequence[str], reading: Reading) -> bool:
    """Read what an Aura can enchant; False if part of it was not understood, which then restricts nothing."""
    found = read_filter(f"a {text}")
    if found is not None:
        reading.abilities.append(Ability("enchant", (found,)))
        return True
    if (clause := re.search(r" (?:with|that|named|without|other than|you own|in a) ?.*$", text)) is not None:
        found = read_filter(f"a {text[: clause.start()]}")
        if found is not None:
            reading.abilities.append(Ability("enchant", (found,)))
    return False


# --- protection (702.16)


def _read_protection(text: str, players: Sequence[str], reading: Reading) -> bool:
    if not text.lower().startswith("from "):
        return False
    terms: list[str] = []
    for quality in re.split(r",\s*(?:and\s+)?(?:from\s+)?|\s+and\s+(?:from\s+)?", text[5:]):
        found = _protections(quality.strip(), players)
        if not found:
            return False
        terms.extend(found)
    reading.add(*(f"protection({term})" for term in terms))
    return True


def _protections(quality: str, players: Sequence[str]) -> list[str]:
    lower = quality.lower()
    if lower in ("everything", "colorless", "multicolored", "monocolored"):
        return [lower]
    if lower in ("all colors", "each color"):
        return ["colored"]
    if lower in ("each opponent", "each of your opponents", "your opponents", "opponents"):
        return ["opponents"]
    if lower in COLORS:
        return [f"color({lower})"]
    for singular in _singulars(lower):
        if singular in TYPES:
            return [f"type({singular})"]
    if quality in players:
        return [f"player({quote(quality)})"]
    if " " in lower or not quality[:1].isupper():
        return []
    return [f"subtype({slug(singular)})" for singular in _singulars(lower)]


def _singulars(plural: str) -> list[str]:
    """Return the words that may have the plural; those that are no words at all match nothing."""
    singulars = [plural]
    for ending, replacements in (("ies", ("y",)), ("ves", ("f", "fe")), ("men", ("man",)), ("es", ("",)), ("s", ("",))):
        if plural.endswith(ending):
            singulars.extend(plural[: -len(ending)] + replacement for replacement in replacements)
    return singulars


# --- others that have a parameter and a meaning


def _read_equip(text: str, players: Sequence[str], reading: Reading) -> bool:
    if text.lower().startswith("planeswalker"):
        reading.add("equip_planeswalker")
    return True


def _read_reconfigure(text: str, players: Sequence[str], reading: Reading) -> bool:
    reading.add("reconfigure")
    return True


def _read_impending(text: str, players: Sequence[str], reading: Reading) -> bool:
    reading.add("impending")
    return True


_WITH_MEANING: Final[dict[str, Callable[[str, Sequence[str], Reading], bool]]] = {
    "enchant": _read_enchant,
    "protection": _read_protection,
    "equip": _read_equip,
    "reconfigure": _read_reconfigure,
    "impending": _read_impending,
}
