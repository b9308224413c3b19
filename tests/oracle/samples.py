"""Samples of what is read of cards' sentences: card names and places, no card texts.

Run by hand with a card file, this module draws new samples and prints them with their sentences, to be checked:

    python tests/oracle/samples.py oracle-cards.json
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sbalogic.oracle.cards import Card, read_cards
from sbalogic.oracle.coverage import classified
from sbalogic.oracle.reading import Ability, Argument, Continuous, Filter, Loss, Sentence

FOLDER = Path(__file__).parent / "samples"
SEED = 704
FREQUENT = ("a trigger that no check sets off", "keywords that no check looks at")
"""Reasons that would fill a sample of what cannot matter."""


def said(part: Argument) -> str:
    """Write a part of what was read as a line."""
    if isinstance(part, str):
        return part
    if isinstance(part, Ability):
        return f"{part.name}({','.join(map(said, part.arguments))})"
    if isinstance(part, Filter):
        return " or ".join("+".join(each) for each in part.alternatives)
    if isinstance(part, Loss):
        return ";".join(part.steps)
    if isinstance(part, Continuous):
        changes = ", ".join(map(said, part.changes))
        return f"{said(part.filter)}: {changes}" + "".join(f" while {said(each)}" for each in part.conditions)
    looks = f" looks at {part.looks_at}" if part.looks_at else ""
    once = " once" if part.one_or_more else " once each turn" if part.once_each_turn else ""
    conditions = "".join(f" if {said(each)}" for each in part.conditions)
    return f"{','.join(map(said, part.events))} of {said(part.filter)}{conditions}{looks}{once}"


def outcome(sentence: Sentence) -> str:
    """Return what became of a sentence: what was read, or why it cannot matter."""
    return "; ".join(map(said, sentence.terms)) if sentence.kind == "read" else f"{sentence.kind}: {sentence.reason}"


def placed(cards: Iterable[Card]) -> Iterator[tuple[str, int, int, Sentence]]:
    """Yield the sentences of cards with the card's name, the line, and the place in the line, from 1."""
    for card in cards:
        line = place = 0
        for sentence in classified(card):
            place = place + 1 if sentence.line == line else 1
            line = sentence.line
            yield card.name, line, place, sentence


def draw(path: Path) -> None:
    """Draw samples of 200 sentences that were read and 100 that cannot matter, and 60 of the latter's rarer reasons."""
    found = list(placed(read_cards(path)))
    random.Random(SEED).shuffle(found)
    read = [each for each in found if each[3].terms]
    irrelevant = [each for each in found if each[3].kind == "irrelevant"]
    rare = [each for each in irrelevant[100:] if each[3].reason not in FREQUENT]
    for name, sample in (("read", read[:200]), ("irrelevant", [*irrelevant[:100], *rare[:60]])):
        lines = [json.dumps([*each[:3], outcome(each[3])], ensure_ascii=False) for each in sample]
        (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for each in sample:
            print(f"{each[3].text}\n    {outcome(each[3])}")


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
