"""The objects in the data of a board file: where they stand, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from unicodedata import category, normalize

from sbalogic.formats.board_shape import COMPONENTS, PLAYER_ZONES
from sbalogic.formats.document import Path
from sbalogic.formats.type_line import parse_type_line


class Entry(NamedTuple):
    """An object of the file."""

    path: Path
    zone: str
    player: str | None
    """The player under whom it stands, outside the battlefield and the stack."""
    data: dict[str, Any]
    permanent: int | None = None
    """A component: the place in the list of the merged or melded permanent that it belongs to."""


def entries_of(data: Any) -> list[Entry]:
    """List the objects in file order, components behind their permanents; what has a wrong shape is passed over."""
    entries: list[Entry] = []
    for entry in _entries_of(data):
        place = len(entries)
        entries.append(entry)
        for key in COMPONENTS:
            components = _in_zone(entry.data.get(key), (*entry.path, key), entry.zone, entry.player)
            entries.extend(component._replace(permanent=place) for component in components)
    return entries


def _entries_of(data: Any) -> Iterator[Entry]:
    for key, value in mapping(data).items():
        if key in ("battlefield", "stack"):
            yield from _in_zone(value, (key,), key, None)
        elif key == "players":
            for player, keys in mapping(value).items():
                for zone, content in mapping(keys).items():
                    if zone in PLAYER_ZONES:
                        yield from _in_zone(content, ("players", player, zone), zone, player)


def _in_zone(content: Any, path: Path, zone: str, player: str | None) -> Iterator[Entry]:
    for index, data in enumerate(content if isinstance(content, list) else ()):
        if isinstance(data, dict):
            yield Entry((*path, index), zone, player, data)


def mapping(value: Any) -> dict[str, Any]:
    """Give the value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def ids_of(entries: list[Entry]) -> list[str]:
    """Give each object its id: the file's, or one made from its name that no other object has."""
    taken = {entry.data["id"] for entry in entries if isinstance(entry.data.get("id"), str)}
    numbers: dict[str, int] = {}
    ids = []
    for entry in entries:
        ident = entry.data.get("id")
        if not isinstance(ident, str):
            ident = _free(_word(entry.data), taken, numbers)
            taken.add(ident)
        ids.append(ident)
    return ids


def _free(word: str, taken: set[str], numbers: dict[str, int]) -> str:
    """Give the word, or `word_2`, `word_3` ...: the first that is not taken, from where the last search ended."""
    number = numbers.get(word, 1)
    while (ident := word if number == 1 else f"{word}_{number}") in taken:
        number += 1
    numbers[word] = number + 1
    return ident


def _word(data: dict[str, Any]) -> str:
    """Make an id from what an object is called, or from what it is."""
    return (
        snake_case(_text(data, "name"))
        or snake_case(_last_type(_text(data, "type_line")))
        or snake_case(_text(data, "ability"))
        or "object"
    )


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    return value if isinstance(value, str) else ""


def _last_type(type_line: str) -> str:
    try:
        return str(parse_type_line(type_line)).split()[-1]
    except ValueError:
        return ""


def snake_case(name: str) -> str:
    """Write a name in lower case, without accents and apostrophes, `_` for all else that is no letter or digit."""
    if name.isascii():
        return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")
    plain = re.sub("['\u2018\u2019\u02bc\u0300-\u036f]", "", normalize("NFKD", name.lower()))
    letters = (letter if category(letter)[0] in "LNM" else " " for letter in normalize("NFC", plain))
    return "_".join("".join(letters).split())
