"""Parses phrases of Oracle English by the grammar `oracle.lark`.

Importing this module costs as much as a small check, so the reader does it when a line is more than a list of keywords.
The tables of the parser are kept for the next time.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from lark import Lark
from lark.exceptions import LarkError

from sbalogic.oracle.meaning import Meaning
from sbalogic.oracle.nouns import NotUnderstood
from sbalogic.oracle.phrases import NO_CHECK
from sbalogic.oracle.words import KEYWORDS_WITH_PARAMETER, NUMBERS, PLAIN_KEYWORDS

_STARTS: Final = ["nouns", "clause", "value", "counted", "condition", "event", "would", "instead"]


def _listed(words: Any) -> str:
    return "|".join(re.escape(each).replace("/", "\\/") for each in sorted(words, key=lambda each: (-len(each), each)))


def _place_of_tables() -> str | None:
    """Return where the tables of the parser are kept: beside the compiled modules, or in the user's folder for caches.

    None if neither can be written; then they are made anew each time, which takes half a second.
    """
    mine = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sbalogic"
    for folder in (Path(__file__).parent / "__pycache__", mine):
        try:
            if folder == mine:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return str(folder / f"oracle.{sys.implementation.cache_tag}.lark")
    return None


@cache
def _parser() -> Lark:
    folder = Path(__file__).parent
    grammar = (folder / "oracle.lark").read_text(encoding="utf-8")
    for name, pattern in (
        ("PLAIN_KEYWORDS", _listed(PLAIN_KEYWORDS)),
        ("KEYWORDS_WITH_PARAMETER", _listed(KEYWORDS_WITH_PARAMETER)),
        ("NUMBERS", _listed(NUMBERS.keys() - {"a", "an"})),
        ("NO_CHECK", NO_CHECK),
    ):
        grammar = grammar.replace(f"@{name}@", pattern)
    return Lark(
        grammar,
        start=_STARTS,
        parser="lalr",
        lexer="contextual",
        transformer=Meaning(),
        maybe_placeholders=False,
        cache=_place_of_tables() or False,
    )


@lru_cache(maxsize=1 << 14)
def parse(start: str, text: str) -> Any:
    """Return what a phrase means, of a kind that depends on `start`; None if it is not understood."""
    try:
        return _parser().parse(text, start=start)
    except (LarkError, NotUnderstood):
        return None
