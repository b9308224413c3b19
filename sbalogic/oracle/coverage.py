"""Measures how much of card texts is read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from sbalogic.oracle.cards import Card
from sbalogic.oracle.reader import read_text
from sbalogic.oracle.reading import Sentence
from sbalogic.oracle.sentences import is_activated, plain_lines, sentences

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
    types = set(re.split(r"—|–| - ", card.type_line)[0].lower().split())
    if not types & _PERMANENT or types & {"instant", "sorcery"}:
        return
    activated = {number for number, line in plain_lines(card.text) if is_activated(line)}
    reading = read_text(card.text, (), card.name, (), instructions=False)
    yield from (each for each in reading.sentences if each.line not in activated)


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
