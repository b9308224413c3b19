"""`Board` -> the text of a board file."""

from __future__ import annotations

import json
from typing import Final

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode
from yaml.representer import SafeRepresenter

from sbalogic.board import Board
from sbalogic.formats.board_writer import board_data
from sbalogic.formats.document import Format

_WIDTH: Final = 120


def board_text(board: Board, output: Format, *, one_line: bool = False) -> str:
    """Return the text of a board file; as JSON on one line if so wanted.

    In YAML every player, object and part of an expectation has a line of its own.
    """
    data = board_data(board)
    if output == "json":
        return json.dumps(data, ensure_ascii=False, indent=None if one_line else 2) + "\n"
    root = SafeRepresenter(default_flow_style=False, sort_keys=False).represent_data(data)
    for key, value in root.value:
        _lay_out(value, 1 + (key.value == "expect" and not isinstance(value, MappingNode)))
    text: str = yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True, width=_WIDTH)
    return text


def _lay_out(node: Node, levels: int) -> None:
    """Write so many levels of a value line by line, and what is below on one line."""
    if isinstance(node, ScalarNode):
        if "\n" in node.value:
            node.style = '"'
    elif isinstance(node, CollectionNode):
        node.flow_style = levels <= 0
        for each in node.value:
            for part in each if isinstance(node, MappingNode) else (each,):
                _lay_out(part, levels - 1)
