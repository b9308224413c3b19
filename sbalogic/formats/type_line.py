"""The type line of a card (rule 205): supertypes, card types and subtypes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from sbalogic.errors import nearest, shown

SUPERTYPES: Final = ("basic", "elite", "host", "legendary", "ongoing", "snow", "world")
CARD_TYPES: Final = (
    "artifact", "battle", "card", "conspiracy", "creature", "dungeon", "emblem", "enchantment", "instant", "kindred",
    "land", "phenomenon", "plane", "planeswalker", "scheme", "sorcery", "tribal", "vanguard",
)  # fmt: skip
"""The card types (300.1), and two words that stand in the same place: Emblem, and Card on a card that has no type."""

_DASH = re.compile(r"\s+[-\u2013\u2014](?:\s+|$)")
_TWO_WORDS = re.compile(r"time lord|\S+", re.IGNORECASE)
"""All subtypes are one word (205.3b) but Time Lord and those of planes."""


class TypeLine(NamedTuple):
    """A type line that was read; `str()` gives it as printed, without `Token`."""

    supertypes: tuple[str, ...]
    """In lower case."""
    types: tuple[str, ...]
    """Card types, in lower case."""
    subtypes: tuple[str, ...]
    """As they were written."""
    token: bool = False
    """True where the line starts with `Token`."""

    def __str__(self) -> str:
        """Write the line with capitals and a long dash."""
        front = " ".join(word.capitalize() for word in (*self.supertypes, *self.types))
        return f"{front} — {' '.join(self.subtypes)}" if self.subtypes else front


@lru_cache(maxsize=4096)
def parse_type_line(text: str) -> TypeLine:
    """Read a type line; of a double-faced or split card's (`... // ...`) the front face.

    Raises ValueError, with a sentence for the user: a word before the dash that is neither supertype nor card type,
    no card type, or a second dash.
    """
    front, *subtypes = _DASH.split(re.split(r"\s//(?:\s|$)", text, maxsplit=1)[0].strip())
    if len(subtypes) > 1:
        raise ValueError(f"{shown(text)} has two dashes; write one, between the card types and the subtypes")
    words = front.lower().split()
    token = words[:1] == ["token"]
    words = words[token:]
    for printed, word in zip(front.split()[token:], words, strict=True):
        if word not in SUPERTYPES and word not in CARD_TYPES:
            raise ValueError(_unknown(printed, text))
    types = tuple(word for word in words if word in CARD_TYPES)
    if not types:
        raise ValueError(f"{shown(text)} names no card type; write one, such as Creature or Artifact")
    return TypeLine(
        supertypes=tuple(word for word in words if word in SUPERTYPES),
        types=types,
        subtypes=_subtypes("".join(subtypes), types),
        token=token,
    )


def _subtypes(text: str, types: tuple[str, ...]) -> tuple[str, ...]:
    words = " ".join(text.split())
    if "plane" in types:
        return (words,) if words else ()
    return tuple(_TWO_WORDS.findall(words))


def _unknown(word: str, text: str) -> str:
    meant = nearest(word, (*SUPERTYPES, *CARD_TYPES))
    remedy = f"did you mean {meant.capitalize()}?" if meant else "write subtypes after a dash: Creature — Elf"
    return f"{shown(word)} in {shown(text)} is neither a supertype nor a card type; {remedy}"
