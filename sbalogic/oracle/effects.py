"""Reads what continuous effects of resolved spells and abilities say: "It gains indestructible until end of turn."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sbalogic.oracle.keywords import read_keyword_line
from sbalogic.oracle.reading import Reading
from sbalogic.oracle.replacements import read_static
from sbalogic.oracle.sentences import plain_lines, sentences

_SUBJECT: Final = re.compile(r"\b(?:it|that creature|that permanent|this creature|target creature)\b", re.IGNORECASE)
_GAINS: Final = re.compile(r"(?:~ )?(?:has|gains|have|gain) (?P<keywords>.+?)", re.IGNORECASE)
_UNTIL: Final = re.compile(r" until end of turn$| this turn$", re.IGNORECASE)


def read_effect(text: str, players: Sequence[str]) -> Reading:
    """Read the text of an effect, in which "it" stands for what it affects and "you" for an affected player."""
    reading = Reading()
    for line in plain_lines(text):
        for sentence in sentences(line):
            said = _UNTIL.sub("", sentence.rstrip("."))
            static = read_static(_SUBJECT.sub("~", said, count=1)) or read_static(
                _SUBJECT.sub("~", sentence.rstrip("."), count=1)
            )
            gains = _GAINS.fullmatch(_SUBJECT.sub("~", said, count=1))
            if static is not None:
                reading.add(*static)
            elif gains is None or not read_keyword_line(gains["keywords"].replace(" and ", ", "), players, reading):
                reading.unread.append(sentence)
    return reading
