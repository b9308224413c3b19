"""The JSON Schema of board files: valid itself, and as strict about form as the loader."""
# ruff: noqa: E501 (a table reads better in few lines)

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sbalogic.errors import InputError
from sbalogic.formats.board_file import board_schema, load_board
from sbalogic.formats.document import read_document

SCHEMA = board_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
PERMANENT = {"name": "Bears", "owner": "ana"}


def _board(**keys: Any) -> dict[str, Any]:
    return {"players": {"ana": {}}, **keys}


def _permanent(**keys: Any) -> dict[str, Any]:
    return _board(battlefield=[PERMANENT | keys])


def _player(**keys: Any) -> dict[str, Any]:
    return {"players": {"ana": keys}}


def test_it_is_a_schema_of_draft_2020_12() -> None:
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    json.dumps(SCHEMA, allow_nan=False).encode("ascii")


def test_every_key_is_described() -> None:
    def keys(schema: Any) -> Iterator[dict[str, Any]]:
        if isinstance(schema, dict):
            yield from schema.get("properties", {}).values()
            for inner in schema.values():
                yield from keys(inner)
        elif isinstance(schema, list):
            for inner in schema:
                yield from keys(inner)

    described = list(keys(SCHEMA))
    assert len(described) > 100
    assert all(key["description"].endswith((".", "?")) for key in described)


@pytest.mark.parametrize(
    "data",
    [
        [], {}, {"players": {}}, {"players": {"": {}}}, {"players": {"a\n": {}, "b\x00c": {}}}, {"players": {"ana": None}},
        _board(ruls="2026-09-25"), _board(rules=2026), _board(rules="25.9.2026"), _board(variant="comander"),
        _board(step="clenaup"), _board(range_of_influence=0), _board(starting_life="20"), _board(starting_life=1.5),
        _board(battlefield={}), _board(battlefield=[3]), _board(active_player=3), _board(stack=[{"damage": 1}]),
        _player(lief=3), _player(life="ten"), _player(life=True), _player(life=None), _player(poison=-1), _player(hand=-1),
        _player(hand="three"), _player(command=3), _player(counters={"rad": -1}), _player(left="yes"), _player(speed=-1),
        _player(hand=[{"controller": "ana"}]), _player(graveyard=[{"damage": 1}]), _player(library=[{"face_down": True}]),
        _permanent(toughness="two"), _permanent(power="2"), _permanent(power=[]), _permanent(loyalty="Y"),
        _permanent(marker="x"), _permanent(damage=-1), _permanent(counters={"lore": "1"}), _permanent(colors=["gren"]),
        _permanent(mana_cost="1G"), _permanent(keywords="haste"), _permanent(sector="delta"), _permanent(copy=True),
        _permanent(tapped=1), _permanent(name=""), _permanent(name="a\x1bb"), _permanent(name="a\ud800"),
        _permanent(text="a\x07"), _permanent(life=3), _permanent(id=5),
        _board(effects=[{}]), _board(effects=[{"affects": "ana", "power": "*"}]), _board(triggers=[{"source": "a"}]),
        _board(choices=[{"player": "ana", "kind": "x", "option": "a"}]), _board(teams={"red": {"lief": 3}}),
        _board(expect="x"), _board(expect=[]), _board(expect={"chekcs": []}), _board(expect={"checks": [{}]}),
        _board(expect={"checks": [[{"a": "b", "c": "d"}]]}), _board(expect={"final": {"a": "grave"}}),
        _board(expect={"result": {"kind": "lose"}}), _board(expect={"times": 0}), _board(expect={"prevented": [{}]}),
        _board(expect={"another_cleanup": "yes"}), _board(expect={"triggers": [{"group": 0}]}),
        _permanent(merged=[]), _permanent(melded=[{"id": "a"}]), _permanent(merged=[{"damage": 1}]),
        _permanent(merged=[{"merged": [{"id": "a"}]}]), _player(hand=[{"merged": [{"id": "a"}]}]), _board(step_begins=1),
        _board(effects=[{"affects": "ana", "until": "my_turn"}]),
    ],
)  # fmt: skip
def test_it_rejects_what_the_loader_rejects_for_its_form(data: Any) -> None:
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(InputError):
        load_board(json.dumps(data), "b", "json")


def test_it_accepts_the_boards_of_the_other_tests() -> None:
    paths = sorted((Path(__file__).parent.parent / "boards").rglob("*.yaml"))
    assert paths
    for path in paths:
        data = read_document(path.read_bytes(), path.name, "yaml").data
        VALIDATOR.validate(data)
        assert load_board(json.dumps(data), path.name, "json") == load_board(path.read_bytes(), path.name, "yaml")
