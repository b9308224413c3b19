"""Writes the terms of facts: strings, constants, and words as constants."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")


def quote(text: str) -> str:
    """Write a text as a string of clingo's language, as `str(clingo.String(text))` does."""
    return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


@lru_cache(maxsize=4096)
def slug(word: str) -> str:
    """Write a printed word as a constant of clingo's language: lower case, without accents and punctuation.

    Words that have no Latin letters become strings.
    """
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    constant = re.sub(r"[^a-z0-9]+", "_", plain.replace("'", "")).strip("_")
    return constant if _CONSTANT.fullmatch(constant) and constant != "not" else quote(word)
