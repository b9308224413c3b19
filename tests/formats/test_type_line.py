"""Type lines (rule 205)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sbalogic.formats.type_line import CARD_TYPES, SUPERTYPES, TypeLine, parse_type_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Creature", TypeLine((), ("creature",), ())),
        ("Legendary Creature — Elf Warrior", TypeLine(("legendary",), ("creature",), ("Elf", "Warrior"))),
        (
            "legendary snow ARTIFACT creature - golem",
            TypeLine(("legendary", "snow"), ("artifact", "creature"), ("golem",)),
        ),
        ("Artifact \u2013 Equipment", TypeLine((), ("artifact",), ("Equipment",))),
        ("Token Creature — Elf", TypeLine((), ("creature",), ("Elf",), token=True)),
        ("token legendary artifact", TypeLine(("legendary",), ("artifact",), (), token=True)),
        ("Land — Urza's Power-Plant", TypeLine((), ("land",), ("Urza's", "Power-Plant"))),
        ("Legendary Creature — Time Lord Doctor", TypeLine(("legendary",), ("creature",), ("Time Lord", "Doctor"))),
        ("Plane — Bolas's Meditation Realm", TypeLine((), ("plane",), ("Bolas's Meditation Realm",))),
        ("Creature — Human // Creature — Werewolf", TypeLine((), ("creature",), ("Human",))),
        ("Instant // Instant", TypeLine((), ("instant",), ())),
        ("  Basic   Land —  Forest  ", TypeLine(("basic",), ("land",), ("Forest",))),
        ("Creature —", TypeLine((), ("creature",), ())),
        ("Ongoing Scheme", TypeLine(("ongoing",), ("scheme",), ())),
        ("Emblem — Gideon", TypeLine((), ("emblem",), ("Gideon",))),
    ],
)
def test_read(text: str, expected: TypeLine) -> None:
    assert parse_type_line(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Craeture — Elf",
            "'Craeture' in 'Craeture — Elf' is neither a supertype nor a card type; did you mean Creature?",
        ),
        ("Creature Zzz", "write subtypes after a dash"),
        ("Creature —Elf", "'—Elf'"),
        ("Legendary", "names no card type"),
        ("Token", "names no card type"),
        ("", "names no card type"),
        ("Creature Token", "'Token'"),
        ("Creature — Elf — Warrior", "two dashes"),
        ("// Creature", "'//'"),
    ],
)
def test_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        parse_type_line(text)


@given(
    st.lists(st.sampled_from(SUPERTYPES), max_size=3),
    st.lists(st.sampled_from(CARD_TYPES), min_size=1, max_size=3),
    st.lists(st.sampled_from(["Elf", "Time Lord", "Urza's", "Équipement"]), max_size=3),
)
def test_what_is_printed_is_read_again(supertypes: list[str], types: list[str], subtypes: list[str]) -> None:
    words = [" ".join(subtypes)] if "plane" in types and subtypes else subtypes
    line = TypeLine(tuple(supertypes), tuple(types), tuple(words))
    assert parse_type_line(str(line)) == line
