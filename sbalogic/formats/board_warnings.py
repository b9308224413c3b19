"""What a board says that the program does not read or that has no effect."""

from __future__ import annotations

from collections.abc import Iterator

from sbalogic.board import Board, BoardWarning, GameObject
from sbalogic.formats.type_line import parse_type_line

_WITH_COMMANDERS = ("commander", "brawl")
_FACE_UP_CARDS = {"scheme": "archenemy", "phenomenon": "planechase"}
"""Cards that matter face up in the command zone, and the variant in which they do."""


def unused(board: Board) -> tuple[BoardWarning, ...]:
    """List the warnings about a board: its objects in file order, then effects and players."""
    return (
        *(BoardWarning(item.id, text) for item in board.objects.values() for text in _object(item, board.variant)),
        *_effects(board),
        *_players(board),
    )


def _object(item: GameObject, variant: str | None) -> Iterator[str]:
    seen = item.zone == "battlefield" and not item.face_down and item.component_of is None
    if seen and not item.type_line:
        yield "no type_line and the card is not known: it counts as a permanent without types"
    if item.commander and variant not in _WITH_COMMANDERS:
        yield f"commander has no effect without variant {' or '.join(_WITH_COMMANDERS)}"
    if item.commander and (item.token or item.copy):
        yield "a token or copy is no commander (903.3); the key has no effect"
    if item.zone == "command" and item.type_line and not item.face_down:
        for card_type in parse_type_line(item.type_line).types:
            needed = _FACE_UP_CARDS.get(card_type)
            if needed is not None and variant != needed:
                yield f"a face-up {card_type} has no effect without variant {needed}"


def _effects(board: Board) -> Iterator[BoardWarning]:
    for effect in board.effects:
        if effect.controller is not None and effect.affects not in board.objects:
            yield BoardWarning(None, f"an effect gives control of {effect.affects}, whom nobody can control here")
        if not (effect.power or effect.toughness or effect.controller or effect.text):
            yield BoardWarning(None, f"an effect on {effect.affects} says nothing that it does")
        if (effect.power or effect.toughness) and effect.affects not in board.objects:
            yield BoardWarning(
                None, f"an effect on {effect.affects} changes power or toughness, which players do not have"
            )


def _players(board: Board) -> Iterator[BoardWarning]:
    for player in board.players.values():
        if player.commander_damage and board.variant != "commander":
            yield BoardWarning(None, f"commander_damage of {player.name} has no effect without variant commander")
