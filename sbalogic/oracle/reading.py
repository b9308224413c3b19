"""What a reader of card text finds, before filters and triggers are numbered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Filter(NamedTuple):
    """What a noun phrase selects: alternatives, each with all the qualities it asks for (`asp/state/matching.lp`)."""

    alternatives: tuple[tuple[str, ...], ...]

    def also(self, *qualities: str) -> Filter:
        """Return the filter with more qualities in every alternative."""
        return Filter(tuple((*each, *qualities) for each in self.alternatives))


class Ability(NamedTuple):
    """An ability, event or condition whose arguments need numbers: `cant_be(regenerated,F)`."""

    name: str
    arguments: tuple[str | Ability | Filter | Trigger | Loss, ...]


class Trigger(NamedTuple):
    """A triggered ability (603)."""

    word: str
    """What a result calls it: `dies`."""
    text: str
    events: tuple[str | Ability, ...]
    filter: Filter
    conditions: tuple[str | Ability, ...] = ()
    """Its intervening if, each a condition that must be true (603.4)."""
    looks_at: str | None = None
    """The value of what set it off that it uses."""
    one_or_more: bool = False


class Loss(NamedTuple):
    """What a player does instead of losing the game."""

    steps: tuple[str, ...]


@dataclass(eq=False)
class Reading:
    """What an object's text says: abilities, and what was not understood."""

    abilities: list[str | Ability] = field(default_factory=list)
    """In reading order: `indestructible`, `protection(color(red))` ..."""
    unread: list[str] = field(default_factory=list)
    """Sentences that were not understood."""

    def add(self, *abilities: str | Ability) -> None:
        """Note abilities; a second instance says nothing new."""
        self.abilities.extend(each for each in abilities if each not in self.abilities)
