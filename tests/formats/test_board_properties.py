"""Properties of the board file format, on random boards and on random rubbish."""

import json
from typing import Any

import jsonschema
import yaml
from board_strategies import VALUES, boards
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sbalogic.board import Board
from sbalogic.errors import InputError, Problem
from sbalogic.formats.board_file import board_schema, load_board
from sbalogic.formats.board_shape import BOARD, COMPONENTS, OBJECT_KEYS, PLAYER, TEAM
from sbalogic.formats.board_writer import board_data
from sbalogic.formats.document import Format

VALIDATOR = jsonschema.Draft202012Validator(board_schema())


def load(data: Any) -> Board:
    return load_board(json.dumps(data), "b", "json")


def comparable(board: Board) -> Board:
    """Forget which ids were given, and in which order the warnings stand: it follows the file."""
    objects = {ident: item._replace(id_given=True) for ident, item in board.objects.items()}
    return board._replace(objects=objects, warnings=tuple(sorted(board.warnings, key=repr)))


def problems(text: str | bytes, format: Format) -> tuple[Problem, ...]:
    """Load a board and give what is wrong with it: nothing, if it is one."""
    try:
        load_board(text, "b", format)
    except InputError as error:
        assert error.problems  # noqa: PT017
        return error.problems
    return ()


def test_random_boards_use_every_key_of_an_object() -> None:
    references = {"id", "owner", "controller", "protector", "attached_to", "attacking", "source"}
    assert VALUES.keys() | references | set(COMPONENTS) == OBJECT_KEYS.keys()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_what_is_written_loads_as_the_same_board(data: dict[str, Any]) -> None:
    board = load(data)
    written = board_data(board)
    assert comparable(board) == comparable(load(written))
    assert board_data(load(written)) == written


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_yaml_and_json_load_as_the_same_board(data: dict[str, Any]) -> None:
    text = yaml.dump(data, Dumper=yaml.CSafeDumper, default_style='"', sort_keys=False)
    assert load_board(text, "b", "yaml") == load(data)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_the_schema_accepts_right_boards(data: dict[str, Any]) -> None:
    VALIDATOR.validate(data)
    VALIDATOR.validate(board_data(load(data)))


KEYS = sorted({*BOARD.keys, *PLAYER.keys, *TEAM.keys, *OBJECT_KEYS, "affects", "kind", "option", "checks", "final"})
RUBBISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["ana", "Creature — Elf", "*", "commander", "2026-09-25", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "ana", "\x00"]), inner, max_size=5)
    ),
    max_leaves=15,
)  # fmt: skip


@given(
    st.fixed_dictionaries(
        {"players": st.dictionaries(st.sampled_from(["ana", "ben"]), RUBBISH, max_size=2) | RUBBISH},
        optional={key: RUBBISH for key in BOARD.keys if key != "players"},
    )
    | RUBBISH
)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_data_is_a_board_or_an_input_error(data: Any) -> None:
    found = problems(json.dumps(data), "json")
    assert list(found) == sorted(found, key=lambda problem: (problem.line, problem.column))


@settings(deadline=None)
@given(st.text() | st.binary(), st.sampled_from(["yaml", "json"]))
def test_any_text_is_a_board_or_an_input_error(text: str | bytes, format: Format) -> None:
    assert problems(text, format)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards(), st.data())
def test_a_damaged_board_is_a_board_or_an_input_error(data: dict[str, Any], more: st.DataObject) -> None:
    text = yaml.dump(data, Dumper=yaml.CSafeDumper, allow_unicode=True, sort_keys=False)
    start = more.draw(st.integers(0, len(text)))
    end = more.draw(st.integers(start, min(len(text), start + 5)))
    problems(text[:start] + more.draw(st.text(max_size=3)) + text[end:], "yaml")
