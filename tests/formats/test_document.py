"""Reading YAML 1.2 and JSON: values, positions, and everything that is refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sbalogic.errors import InputError
from sbalogic.formats.document import Document, Format, read_document

LAUGHS = "\n".join(["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"] + [
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("Off", "Off"), ("y", "y"),
        ("true", True), ("True", True), ("TRUE", True), ("false", False), ("FALSE", False), ("tRUE", "tRUE"),
        ("null", None), ("~", None), ("", None), ("Null", None), ("nULL", "nULL"),
        ("2026-09-25", "2026-09-25"), ("1:30", "1:30"), ("1_000", "1_000"), ("=", "="),
        ("12", 12), ("-3", -3), ("+1", 1), ("010", 10), ("0o17", 15), ("0x1F", 31), ("0b11", "0b11"), ("-0x1", "-0x1"),
        ("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), ("-.inf", float("-inf")), ("2.", 2.0), (".", "."),
        ("'12'", "12"), ('"true"', "true"), ("!!str 5", "5"), ("!!int 5", 5), ('!!int "5"', 5),
        ("1+*", "1+*"), ("+1/+1", "+1/+1"), ("704.5f", "704.5f"),
    ],
)  # fmt: skip
def test_plain_scalars_follow_the_core_schema(text: str, value: Any) -> None:
    data = read_document(f"key: {text}", "b", "yaml").data
    assert data == {"key": value}
    assert type(data["key"]) is type(value)


def test_not_a_number_is_read() -> None:
    value = read_document("key: .nan", "b", "yaml").data["key"]
    assert value != value


def test_keys_are_text() -> None:
    assert read_document("{1: a, true: b, ~: c, 2026-09-25: d, 1.0: e}", "b", "yaml").data == {
        "1": "a", "true": "b", "~": "c", "2026-09-25": "d", "1.0": "e",
    }  # fmt: skip


def test_aliases_stand_for_their_anchor() -> None:
    document = read_document("a: &x {k: [1, 2]}\nb: *x\nc: [*x, *x]", "b", "yaml")
    assert document.data["c"] == [{"k": [1, 2]}, {"k": [1, 2]}]
    assert document.locate(("c", 1, "k", 1)) == (1, 15)


YAML = 'a: [1, {b: "é"}]\n"c d":\n  - x\n  -   y: 2\n'
JSON = '{"a": [1, {"b": "é"}],\n "c \\u0064" : [\r\n"x", {"y" :2}]}'


@pytest.mark.parametrize(
    ("path", "key", "in_yaml", "in_json"),
    [
        ((), False, (1, 1), (1, 1)),
        (("a",), True, (1, 1), (1, 2)),
        (("a",), False, (1, 4), (1, 7)),
        (("a", 1, "b"), True, (1, 9), (1, 12)),
        (("a", 1, "b"), False, (1, 12), (1, 17)),
        (("c d",), True, (2, 1), (2, 2)),
        (("c d", 0), False, (3, 5), (3, 1)),
        (("c d", 1, "y"), False, (4, 10), (3, 12)),
        (("a", 1, "missing"), True, (1, 8), (1, 11)),
        (("missing", "b"), False, (1, 1), (1, 1)),
    ],
)
def test_positions(path: tuple[str | int, ...], key: bool, in_yaml: tuple[int, int], in_json: tuple[int, int]) -> None:
    assert read_document(YAML, "b", "yaml").locate(path, key) == in_yaml
    assert read_document(JSON, "b", "json").locate(path, key) == in_json


@pytest.mark.parametrize(
    ("format", "text", "expected"),
    [
        ("yaml", "", "1:1: there is nothing in this file"),
        ("json", " \n", "1:1: there is nothing in this file"),
        ("yaml", "# only a comment", "1:1: there is nothing in this file"),
        ("yaml", "a: 1\nb: 2\na: 3", "3:1: 'a' is given twice here, first at 1:1; keep one of the two"),
        ("yaml", "1: x\n'1': y", "2:1: '1' is given twice here, first at 1:1"),
        ("json", '{"a": 1,\n "b": {"c": 1, "c": 2},\n "a": 3}', "2:16: 'c' is given twice here, first at 2:8"),
        ("json", '{"a": 1,\n "b": {"c": 1, "c": 2},\n "a": 3}', "3:2: 'a' is given twice here, first at 1:2"),
        ("json", '{"a": [1, NaN]}', "1:11: NaN is no JSON; write a whole number"),
        ("json", '{"a": -Infinity, "b": "NaN"}', "1:7: -Infinity is no JSON"),
        ("json", "Infinity", "1:1: Infinity is no JSON"),
        ("json", '{"a": ' + "1" * 5000 + "}", "1:7: more digits than Python converts"),
        ("json", '{"a": "' + "1" * 5000 + '", "b": -' + "1" * 5000 + "}", "1:5016: more digits"),
        ("json", '{"a" 1}', "1:6: not JSON: Expecting ':' delimiter"),
        ("json", '{"a": 1}\n{"b": 2}', "2:1: not JSON: Extra data"),
        ("json", '{"a": "\n"}', "1:8: not JSON: Invalid control character"),
        ("json", "[" * 100_000, "1:1: nested too deeply"),
        ("yaml", "a: " + "1" * 5000, "1:4: more digits than Python converts"),
        ("yaml", "a: 0x" + "f" * 5000, "1:4: more digits than Python converts"),
        ("yaml", "a: &x [*x]", "1:4: an alias inside stands for this itself"),
        ("yaml", "a: &x {b: {c: *x}}", "1:4: an alias inside stands for this itself"),
        ("yaml", LAUGHS, "aliases repeat this until there are more than a million values"),
        ("yaml", "a: *x", "1:4: not YAML: found undefined alias"),
        ("yaml", "a: &x {b: 1}\nc: {<<: *x}", "2:5: << (merge) is not part of YAML 1.2; write the keys out"),
        ("yaml", "{a: 1}: 2", "1:1: a key is a word"),
        ("yaml", "power: *", "1:9: not YAML: while scanning an alias did not find expected alphabetic or numeric"),
        ("yaml", "power: *", 'a star starts an alias in YAML; put quotes around it: "*"'),
        ("yaml", "mana_cost: {1}{G}", "put quotes around a text that starts with {"),
        ("yaml", "text: a: b", "1:8: not YAML: mapping values are not allowed in this context; put quotes around"),
        ("yaml", "a: 1\n---\nb: 2", "2:1: not YAML: expected a single document in the stream but found another"),
        ("yaml", "a:\n\t- 1", "2:1: not YAML"),
        ("yaml", "a: !python/object:x 1", "1:4: the tag '!python/object:x' does not fit a value in a board"),
        ("yaml", "a: !!set {b}", "1:4: the tag '!!set' does not fit"),
        ("yaml", "a: !!int x", "1:4: the tag '!!int' does not fit"),
        ("yaml", "a: !x [1]", "1:4: the tag '!x' does not fit"),
        ("yaml", "a: \x07", "1:4: the character '\\x07' is not allowed in YAML; remove it"),
        ("yaml", "a: b\n\ud800", "2:1: the character '\\ud800' is not allowed in YAML"),
        ("yaml", "[" * 100_000, "1:1001: not YAML: while increasing flow level exceeded maximum nesting depth"),
        ("yaml", "[" * 200 + "]" * 200, "1:102: nested too deeply"),
    ],
)  # fmt: skip
def test_refused(format: Format, text: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        read_document(text, "board", format)
    assert expected in str(caught.value)
    assert str(caught.value).startswith("board:")


def test_everything_wrong_in_yaml_is_reported_in_order() -> None:
    with pytest.raises(InputError) as caught:
        read_document("a: !x 1\nb: 2\nb: 3\n<<: {}\n", "b", "yaml")
    assert [problem.line for problem in caught.value.problems] == [1, 3, 4]


@pytest.mark.parametrize("format", ["yaml", "json"])
def test_bytes_are_utf_8_with_or_without_byte_order_mark(format: Format) -> None:
    assert read_document(b'\xef\xbb\xbf{"a": "\xc3\xa9"}', "b", format).data == {"a": "é"}
    assert read_document('{"a": "é"}'.encode(), "b", format).data == {"a": "é"}


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: 1\nb: \xc3\xa9\xff", "b:2:5: byte 10 (0xff) is not UTF-8; save the file as UTF-8"),
        ("a: 1".encode("utf-16"), "b:1:1: byte 0 (0xff) is not UTF-8"),
        (b"a: \xed\xa0\x80", "b:1:4: byte 3 (0xed) is not UTF-8"),
    ],
)
def test_other_bytes_are_refused_with_their_place(data: bytes, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        read_document(data, "b", "yaml")
    assert str(caught.value).startswith(expected)


JSON_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def _paths(value: Any) -> list[tuple[tuple[str | int, ...], Any]]:
    """Give every path into a value, with what stands there."""
    steps: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        steps = list(value.items())
    elif isinstance(value, list):
        steps = list(enumerate(value))
    return [((), value)] + [((step, *path), found) for step, inner in steps for path, found in _paths(inner)]


@settings(deadline=None)
@given(JSON_DATA, st.sampled_from([None, 0, 2]))
def test_json_positions_lead_to_the_values(data: Any, indent: int | None) -> None:
    text = json.dumps(data, indent=indent)
    document: Document = read_document(text, "b", "json")
    assert document.data == data
    lines = text.split("\n")
    for path, found in _paths(data):
        line, column = document.locate(path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert json.JSONDecoder().raw_decode(rest)[0] == found


@settings(deadline=None)
@given(st.text() | st.text(alphabet="ab:,-?&*!|>'\"{}[]#%@ \n\t\\0123"), st.sampled_from(["yaml", "json"]))
def test_any_text_is_read_or_refused(text: str, format: Format) -> None:
    try:
        document = read_document(text, "b", format)
    except InputError:
        return
    for path, _ in _paths(document.data):
        assert document.locate(path) >= (1, 1)


def test_the_pure_python_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    import yaml

    from sbalogic.formats import yaml_text

    with monkeypatch.context() as patch:
        patch.setattr(yaml, "__with_libyaml__", False)
        importlib.reload(yaml_text)
        document = yaml_text.YamlDocument("a: &x [1, yes, 0o17]\nb: *x", "b")
        assert document.data == {"a": [1, "yes", 15], "b": [1, "yes", 15]}
        assert document.locate(("a", 1)) == (1, 11)
        for text in ("[" * 5000, "a: *", "a: 1\na: 2"):
            with pytest.raises(InputError):
                yaml_text.YamlDocument(text, "b")
    importlib.reload(yaml_text)
