"""Parses phrases of Oracle English by the grammar `oracle.lark`.

Importing this module costs as much as a small check, so the reader does it when a line is more than a list of keywords.
The tables of the parser are kept beside the compiled modules.
"""

from __future__ import annotations

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
    tables = folder / "__pycache__" / f"oracle.{sys.implementation.cache_tag}.lark"
    return Lark(
        grammar,
        start=_STARTS,
        parser="lalr",
        lexer="contextual",
        transformer=Meaning(),
        maybe_placeholders=False,
        cache=str(tables) if tables.parent.is_dir() else False,
    )


@lru_cache(maxsize=1 << 14)
def parse(start: str, text: str) -> Any:
    """Return what a phrase means, of a kind that depends on `start`; None if it is not understood."""
    try:
        return _parser().parse(text, start=start)
    except (LarkError, NotUnderstood):
        return None
