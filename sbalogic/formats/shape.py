"""Shapes: what a value in a file may be. Each checks values and describes itself as JSON Schema (draft 2020-12).

The dataclasses here are plain ones because every start of the program waits until they are made.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from sbalogic.errors import nearest, shown
from sbalogic.formats.document import Path

Complaint = Callable[[str], str | None]
"""Says what is wrong with a word, and what would be right; None where nothing is wrong."""

_CONTROL = r"\u0000-\u001f\u007f-\u009f\ud800-\udfff"
_CONTROL_IN_LINES = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff"
"""Control characters and lone surrogates, for a character class; the second leaves out tab and line ends."""


class Fault(NamedTuple):
    """Something wrong with a value: a sentence, the way to the value, and whether the key in front of it is meant."""

    message: str
    path: Path = ()
    key: bool = False

    def inside(self, step: str | int) -> Fault:
        """Give the same fault as seen from the container that holds the value under `step`."""
        return Fault(self.message, (step, *self.path), self.key)


class Shape(Protocol):
    """What a value may be."""

    def takes(self, value: Any) -> bool:
        """Say whether the value is of this shape's kind, right or wrong in detail: so `Either` chooses."""

    def faults(self, value: Any) -> list[Fault]:
        """List everything wrong with the value."""

    def schema(self) -> dict[str, Any]:
        """Describe the shape as JSON Schema."""


@dataclass(eq=False, repr=False)
class Whole:
    """A whole number, of any size."""

    minimum: int | None = None

    def takes(self, value: Any) -> bool:
        """Take every number."""
        return type(value) in (int, float)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is no number, no whole one, or too small."""
        if type(value) is int:
            if self.minimum is None or value >= self.minimum:
                return []
            return [Fault(f"{shown(value)} is too small; write {self._remedy()}")]
        remedy = self._remedy()
        if type(value) is float and value.is_integer() and abs(value) < 1e15:
            remedy = str(int(value))
        elif isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
            remedy = f"{int(value)} without quotes"
        return [Fault(f"{shown(value)} is not a whole number; write {remedy}")]

    def schema(self) -> dict[str, Any]:
        """Describe an integer. JSON Schema takes 2.0 for one; we don't."""
        return {"type": "integer"} if self.minimum is None else {"type": "integer", "minimum": self.minimum}

    def _remedy(self) -> str:
        return "a number" if self.minimum is None else f"a number, {self.minimum} or more"


@dataclass(eq=False, repr=False)
class Flag:
    """True or false."""

    def takes(self, value: Any) -> bool:
        """Take true and false."""
        return isinstance(value, bool)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is neither true nor false."""
        return (
            []
            if isinstance(value, bool)
            else [Fault(f"{shown(value)} is neither true nor false; write one of the two")]
        )

    def schema(self) -> dict[str, Any]:
        """Describe a boolean."""
        return {"type": "boolean"}


@dataclass(eq=False, repr=False)
class Text:
    """A text without control characters."""

    pattern: str | None = None
    """A regular expression for the whole text; it means the same in Python and in JSON Schema."""
    remedy: str = "a text"
    """What to write instead of something else."""
    lines: bool = False
    """May it have several lines, and tabs?"""
    empty: bool = False
    complaint: Complaint | None = None
    """A further test of a text that is right so far."""

    def takes(self, value: Any) -> bool:
        """Take texts, and where there is a pattern, those that match it."""
        return isinstance(value, str) and (self.pattern is None or re.fullmatch(self.pattern, value) is not None)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is no text, is empty, holds control characters or lone surrogates, or breaks the pattern."""
        if not isinstance(value, str):
            return [Fault(f"{shown(value)} is not a text; write {self._quoted(value)}")]
        if not value and not self.empty:
            return [Fault(f"the text is empty; write {self.remedy}, or leave the key out")]
        if not value.isprintable() and (bad := re.search(f"[{self._excluded()}]", value)):
            return [Fault(f"the text holds the character {shown(bad[0])}; remove it")]
        if not self.takes(value):
            return [Fault(f"{shown(value)} is not right here; write {self.remedy}")]
        found = self.complaint(value) if self.complaint else None
        return [Fault(found)] if found else []

    def schema(self) -> dict[str, Any]:
        """Describe a string; what `complaint` finds has no place in a JSON Schema."""
        if self.pattern is not None:
            return {"type": "string", "pattern": f"^(?:{self.pattern})$"}
        return {"type": "string", "pattern": f"^[^{self._excluded()}]{'*' if self.empty else '+'}$"}

    def _excluded(self) -> str:
        return _CONTROL_IN_LINES if self.lines else _CONTROL

    def _quoted(self, value: Any) -> str:
        if type(value) is int and self.takes(str(value)):
            return f'"{value}" with quotes'
        return f"{self.remedy}, in quotes" if isinstance(value, bool | float) else self.remedy


ANY_TEXT: Final = Text()


@dataclass(eq=False, repr=False)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def takes(self, value: Any) -> bool:
        """Take texts."""
        return isinstance(value, str)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is none of the words."""
        if isinstance(value, str) and value in self.words:
            return []
        meant = nearest(value, self.words) if isinstance(value, str) else None
        remedy = f"did you mean {meant}? Known are " if meant else "write one of "
        return [Fault(f"{shown(value)} is not known here; {remedy}{', '.join(self.words)}")]

    def schema(self) -> dict[str, Any]:
        """Describe an enumeration."""
        return {"enum": list(self.words)}


@dataclass(eq=False, repr=False)
class ListOf:
    """A list of values of one shape."""

    shape: Shape
    minimum: int = 0
    maximum: int | None = None

    def takes(self, value: Any) -> bool:
        """Take lists."""
        return isinstance(value, list)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is no list, a list that is too short, and what is wrong inside."""
        if not isinstance(value, list):
            return [Fault(f"{shown(value)} is not a list; write [ ] around it, or a line with a dash for each entry")]
        if not value and self.minimum:
            return [Fault("the list is empty; write an entry, or leave the key out")]
        if len(value) < self.minimum or (self.maximum is not None and len(value) > self.maximum):
            wanted = self.minimum if len(value) < self.minimum else self.maximum
            return [Fault(f"the list has {len(value)} entries; write {wanted}")]
        found = []
        for index, item in enumerate(value):
            if faults := self.shape.faults(item):
                found += [fault.inside(index) for fault in faults]
        return found

    def schema(self) -> dict[str, Any]:
        """Describe an array."""
        schema: dict[str, Any] = {"type": "array", "items": self.shape.schema()}
        if self.minimum:
            schema["minItems"] = self.minimum
        if self.maximum is not None:
            schema["maxItems"] = self.maximum
        return schema


@dataclass(eq=False, repr=False)
class Names:
    """A mapping from names that the writer chooses to values of one shape."""

    shape: Shape
    name: Text = ANY_TEXT
    minimum: int = 0
    maximum: int | None = None

    def takes(self, value: Any) -> bool:
        """Take mappings."""
        return isinstance(value, dict)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is no mapping, has too few or too many names, and what is wrong with names and values."""
        if not isinstance(value, dict):
            return [Fault(f"{shown(value)} is not a mapping; write names with values, {{name: value}}")]
        if len(value) < self.minimum or (self.maximum is not None and len(value) > self.maximum):
            return [Fault(f"{len(value)} names stand here; write {'one' if self.maximum else 'at least one'}")]
        found = []
        for name, item in value.items():
            found += [Fault(fault.message, (name,), key=True) for fault in self.name.faults(name)]
            if faults := self.shape.faults(item):
                found += [fault.inside(name) for fault in faults]
        return found

    def schema(self) -> dict[str, Any]:
        """Describe an object whose property names are free."""
        schema: dict[str, Any] = {
            "type": "object",
            "propertyNames": self.name.schema(),
            "additionalProperties": self.shape.schema(),
        }
        if self.minimum:
            schema["minProperties"] = self.minimum
        if self.maximum is not None:
            schema["maxProperties"] = self.maximum
        return schema


@dataclass(eq=False, repr=False)
class Key:
    """A key of a mapping: what stands behind it, and what it means."""

    shape: Shape
    description: str
    required: bool = False


@dataclass(eq=False, repr=False)
class Mapping:
    """A mapping with known keys."""

    noun: str
    """What such a mapping describes: `a player`."""
    keys: dict[str, Key]
    misplaced: Complaint = lambda _key: None
    """What to say about a key that belongs to another kind of mapping."""

    def takes(self, value: Any) -> bool:
        """Take mappings."""
        return isinstance(value, dict)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is no mapping, unknown and missing keys, and what is wrong behind the keys."""
        if not isinstance(value, dict):
            return [Fault(f"{shown(value)} is not a mapping; write {self.noun} as {{key: value, ...}}")]
        found = []
        for name, item in value.items():
            key = self.keys.get(name)
            if key is None:
                found.append(Fault(self._unknown(name), (name,), key=True))
            elif faults := key.shape.faults(item):
                found += [fault.inside(name) for fault in faults]
        for name, key in self.keys.items():
            if key.required and name not in value:
                found.append(Fault(f"{self.noun} needs the key {name}: {key.description}"))
        return found

    def schema(self) -> dict[str, Any]:
        """Describe an object without further properties."""
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {
                name: key.shape.schema() | {"description": key.description} for name, key in self.keys.items()
            },
            "additionalProperties": False,
        }
        required = [name for name, key in self.keys.items() if key.required]
        return schema | {"required": required} if required else schema

    def _unknown(self, name: str) -> str:
        if said := self.misplaced(name):
            return said
        if meant := nearest(name, self.keys):
            return f"unknown key; did you mean {meant}?"
        return f"unknown key; the keys of {self.noun} are {', '.join(self.keys)}"


@dataclass(eq=False, repr=False)
class Either:
    """A value of one of several shapes, which differ in kind."""

    shapes: tuple[Shape, ...]
    noun: str
    remedy: str

    def takes(self, value: Any) -> bool:
        """Take what one of the shapes takes."""
        return any(shape.takes(value) for shape in self.shapes)

    def faults(self, value: Any) -> list[Fault]:
        """Find what is wrong by the shape that takes the value, or that none does."""
        for shape in self.shapes:
            if shape.takes(value):
                return shape.faults(value)
        return [Fault(f"{shown(value)} is not {self.noun}; write {self.remedy}")]

    def schema(self) -> dict[str, Any]:
        """Describe the alternatives."""
        return {"anyOf": [shape.schema() for shape in self.shapes]}
