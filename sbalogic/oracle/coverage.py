"""Measures how much of card texts is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sbalogic.formats.type_line import TypeLine
from sbalogic.oracle.cards import Card
from sbalogic.oracle.reader import read_text
from sbalogic.oracle.reading import Sentence
from sbalogic.oracle.sentences import is_activated, plain_lines, sentences
from sbalogic.oracle.words import SUPERTYPES

_PERMANENT: Final = frozenset("artifact battle creature enchantment land planeswalker".split())


@dataclass
class Coverage:
    """How many sentences ended in which class."""

    cards: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    unread: list[tuple[str, Sentence]] = field(default_factory=list)
    """The sentences that were not understood, each with its card's name."""

    @property
    def total(self) -> int:
        """The number of sentences, the denominator."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """The part of the sentences that were read or cannot matter."""
        return 1 - self.counts["unread"] / self.total if self.total else 1.0


def counted_sentences(text: str) -> int:
    """Return how many sentences of a text count: all but reminder text and activated abilities, by punctuation."""
    return sum(len(list(sentences(line))) for _, line in plain_lines(text) if not is_activated(line))


def classified(card: Card) -> Iterator[Sentence]:
    """Yield the sentences of a permanent card that count, with their classes; none for other cards."""
    line = _type_line(card.type_line)
    if not set(line.types) & _PERMANENT or set(line.types) & {"instant", "sorcery"}:
        return
    activated = {number for number, line in plain_lines(card.text) if is_activated(line)}
    reading = read_text(card.text, (), card.name, (), instructions=False, type_line=line)
    yield from (each for each in reading.sentences if each.line not in activated)


def _type_line(text: str) -> TypeLine:
    """Read a printed type line, of whatever words."""
    kinds, _, subtypes = re.sub(r" // .*", "", text).replace("–", "—").partition("—")
    words = kinds.lower().split()
    return TypeLine(
        tuple(each for each in words if each in SUPERTYPES),
        tuple(each for each in words if each not in SUPERTYPES),
        tuple(subtypes.split()),
        token=False,
    )


def measure(cards: Iterable[Card]) -> Coverage:
    """Read the texts of cards and count what became of their sentences."""
    coverage = Coverage()
    for card in cards:
        coverage.cards += 1
        for sentence in classified(card):
            coverage.counts[sentence.kind] += 1
            if sentence.kind == "irrelevant":
                coverage.reasons[sentence.reason] += 1
            elif sentence.kind == "unread":
                coverage.unread.append((card.name, sentence))
    return coverage
