"""YAML text -> data and positions.

libyaml parses; plain scalars are read by the core schema of YAML 1.2 and not, as PyYAML would, by that of YAML 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from sbalogic.errors import InputError, Problem, shown
from sbalogic.formats.document import EMPTY, TOO_DEEP, TOO_MANY_DIGITS, Lines, Path, Position

_MOST_ALIASED_VALUES = 1_000_000
_DEEPEST = 100
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]|[\ud800-\udfff]|[\ufffe\uffff]")
_REMEDIES = {
    "while scanning an alias": 'a star starts an alias in YAML; put quotes around it: "*"',
    "mapping values are not allowed": "put quotes around a text that contains a colon and a blank",
    "cannot start any token": "indent with blanks, not tabs; put quotes around a text that starts with @, % or `",
    "did not find expected key": "check the indentation; put quotes around a text that starts with {, [ or a quote",
    "single document": "one file holds one board",
    "could not find expected ':'": "a key needs a colon and a blank after it",
}
"""What to do about libyaml's complaints, by words from the complaint."""


_TAG = "tag:yaml.org,2002:"
_PLAIN_TAG = "plain"
_PLAIN = re.compile(
    r"(?P<null>null|Null|NULL|~|)"
    r"|(?P<true>true|True|TRUE)"
    r"|(?P<false>false|False|FALSE)"
    r"|(?P<decimal>[-+]?[0-9]+)"
    r"|(?P<octal>0o[0-7]+)"
    r"|(?P<hexadecimal>0x[0-9a-fA-F]+)"
    r"|(?P<float>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<infinity>[-+]?\.(?:inf|Inf|INF))"
    r"|(?P<nan>\.(?:nan|NaN|NAN))"
)
"""Which plain scalars are no text in the core schema (section 10.3.2 of the YAML 1.2 specification)."""
_READERS: dict[str, Callable[[str], Any]] = {
    "null": lambda _: None,
    "true": lambda _: True,
    "false": lambda _: False,
    "decimal": int,
    "octal": lambda text: _converted(int(text, 0)),
    "hexadecimal": lambda text: _converted(int(text, 0)),
    "float": float,
    "infinity": lambda text: float(text.replace(".", "")),
    "nan": lambda _: float("nan"),
}
_TAGGED = {f"{_TAG}null": type(None), f"{_TAG}bool": bool, f"{_TAG}int": int, f"{_TAG}float": float}


class _Loader(yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader):  # type: ignore[misc]
    """Builds the node graph and leaves plain scalars to us."""

    def resolve(self, kind: type[Node], value: str | None, implicit: Any) -> Any:
        """Give the tag of a node that has none in the text."""
        return _PLAIN_TAG if kind is ScalarNode and implicit[0] else super().resolve(kind, value, implicit)


class YamlDocument:
    """A YAML file that was read."""

    def __init__(self, text: str, name: str) -> None:
        """Read `text`; see `read_document` for the errors."""
        self._name = name
        self._root = self._compose(text)
        self._children: dict[Node, dict[str | int, tuple[Node, Node]]] = {}
        self._problems: list[Problem] = []
        self._finished: dict[Node, tuple[Any, int]] = {}
        self._open: set[Node] = set()
        self._size = 0
        """How many values were met so far, those behind aliases each time."""
        self._aliased = 0
        self.data = self._value(self._root)
        if self._problems:
            raise InputError(sorted(self._problems, key=lambda problem: (problem.line, problem.column)))

    def locate(self, path: Path, key: bool = False) -> Position:
        """Find a value, or its key, in the text; what an alias stands for is found at the anchor."""
        node = self._root
        for depth, step in enumerate(path, 1):
            if node not in self._children:
                self._children[node] = _children(node)
            if step not in self._children[node]:
                break
            key_node, node = self._children[node][step]
            if key and depth == len(path):
                return _position(key_node)
        return _position(node)

    def _compose(self, text: str) -> Node:
        if unreadable := _UNREADABLE.search(text):
            position = Lines(text).position(unreadable.start())
            raise self._error(position, f"the character {shown(unreadable[0])} is not allowed in YAML; remove it")
        try:
            root = yaml.compose(text, Loader=_Loader)
        except yaml.MarkedYAMLError as error:
            complaint = f"{error.context or ''} {error.problem}".strip()
            remedy = next((remedy for words, remedy in _REMEDIES.items() if words in complaint), None)
            mark = error.problem_mark
            position = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            raise self._error(position, f"not YAML: {complaint}" + (f"; {remedy}" if remedy else "")) from None
        except yaml.YAMLError as error:
            raise self._error((1, 1), f"not YAML: {' '.join(str(error).split())}") from None
        except RecursionError:
            raise self._error((1, 1), TOO_DEEP) from None
        if root is None:
            raise self._error((1, 1), EMPTY)
        return root

    def _error(self, position: Position, message: str) -> InputError:
        return InputError([Problem(self._name, *position, message)])

    def _problem(self, node: Node, message: str) -> None:
        self._problems.append(Problem(self._name, *_position(node), message))

    def _value(self, node: Node, depth: int = 0) -> Any:
        """Convert a node and all below it; collect what is wrong, but give up at once where there is no end to it."""
        self._size += 1
        if isinstance(node, ScalarNode):
            return self._scalar(node)
        if node in self._finished:
            value, size = self._finished[node]
            self._size += size
            self._aliased += size
            if self._aliased > _MOST_ALIASED_VALUES:
                raise self._error(
                    _position(node), "aliases repeat this until there are more than a million values; repeat less"
                )
            return value
        if node in self._open:
            raise self._error(_position(node), "an alias inside stands for this itself; write its values out")
        if depth > _DEEPEST:
            raise self._error(_position(node), TOO_DEEP)
        self._open.add(node)
        size = -self._size
        value = self._mapping(node, depth) if isinstance(node, MappingNode) else self._sequence(node, depth)
        self._open.remove(node)
        self._finished[node] = value, size + self._size
        return value

    def _sequence(self, node: Node, depth: int) -> list[Any]:
        if node.tag != f"{_TAG}seq":
            self._unknown_tag(node)
        return [self._value(child, depth + 1) for child in node.value]

    def _mapping(self, node: MappingNode, depth: int) -> dict[str, Any]:
        if node.tag != f"{_TAG}map":
            self._unknown_tag(node)
        result: dict[str, Any] = {}
        for key, child in node.value:
            if not isinstance(key, ScalarNode):
                self._problem(
                    key, "a key is a word, not a mapping or a list; put quotes around a text that starts with {"
                )
            elif key.value == "<<" and key.tag == _PLAIN_TAG:
                self._problem(key, "<< (merge) is not part of YAML 1.2; write the keys out")
            elif key.value in result:
                line, column = _position(_children(node)[key.value][0])
                message = f"{shown(key.value)} is given twice here, first at {line}:{column}; keep one of the two"
                self._problem(key, message)
            else:
                result[key.value] = self._value(child, depth + 1)
        return result

    def _scalar(self, node: ScalarNode) -> Any:
        text: str = node.value
        if node.tag == f"{_TAG}str":
            return text
        try:
            value = _plain(text)
        except ValueError:
            self._problem(node, TOO_MANY_DIGITS)
            return None
        if node.tag != _PLAIN_TAG and type(value) is not _TAGGED.get(node.tag):
            self._unknown_tag(node)
        return value

    def _unknown_tag(self, node: Node) -> None:
        tag = node.tag.replace(_TAG, "!!")
        self._problem(node, f"the tag {shown(tag)} does not fit a value in a board; leave the tag out")


def _plain(text: str) -> Any:
    """Read a scalar without quotes and tag.

    Raises ValueError: an integer with more digits than Python converts.
    """
    match = _PLAIN.fullmatch(text)
    return _READERS[match.lastgroup or ""](text) if match else text


def _converted(number: int) -> int:
    """Return the number if Python can write it in decimal, like every other number.

    Raises ValueError where it can't.
    """
    str(number)
    return number


def _children(node: Node) -> dict[str | int, tuple[Node, Node]]:
    """Give the node of the key (of the value itself in a list) and of the value of all that a node holds."""
    if isinstance(node, MappingNode):
        return {key.value: (key, child) for key, child in reversed(node.value) if isinstance(key, ScalarNode)}
    if isinstance(node, SequenceNode):
        return {index: (child, child) for index, child in enumerate(node.value)}
    return {}


def _position(node: Node) -> Position:
    return node.start_mark.line + 1, node.start_mark.column + 1
