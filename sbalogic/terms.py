"""Writes the terms of facts: strings, constants, and words as constants."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_']*")


def quote(text: str) -> str:
    """Write a text as a string of clingo's language, as `str(clingo.String(text))` does."""
    return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'


def unquote(string: str) -> str:
    """Read a string of clingo's language: the reverse of `quote`."""
    inner = string[1:-1]
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], inner) if "\\" in inner else inner


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPE = re.compile(r"\\(.)")


def name_in(term: str) -> str:
    """Return the name in a string, in an object(O), player(P), team(T), name(N) or a term around these; or a word."""
    if (match := _STRING.search(term)) is not None:
        return unquote(match[0])
    return term[term.index("(") + 1 : -1] if term.endswith(")") else term


@lru_cache(maxsize=4096)
def slug(word: str) -> str:
    """Write a printed word as a constant of clingo's language: lower case, without accents and punctuation.

    Words that have no Latin letters become strings.
    """
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    constant = re.sub(r"[^a-z0-9]+", "_", plain.replace("'", "")).strip("_")
    return constant if _CONSTANT.fullmatch(constant) and constant != "not" else quote(word)
