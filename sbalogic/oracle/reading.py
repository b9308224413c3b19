"""What a reader of card text finds, before filters, triggers and continuous effects are numbered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class Filter(NamedTuple):
    """What a noun phrase selects: alternatives, each with all the qualities it asks for (`asp/state/matching.lp`)."""

    alternatives: tuple[tuple[str, ...], ...]

    def also(self, *qualities: str) -> Filter:
        """Return the filter with more qualities in every alternative."""
        return Filter(tuple((*each, *qualities) for each in self.alternatives))


ITSELF = Filter((("itself",),))


class Ability(NamedTuple):
    """An ability, change, event, condition or number whose arguments need numbers: `cant_be(regenerated,F)`."""

    name: str
    arguments: tuple[Argument, ...]


class Trigger(NamedTuple):
    """A triggered ability (603)."""

    word: str
    """What a result calls it: `dies`."""
    text: str
    events: tuple[Term, ...]
    filter: Filter
    conditions: tuple[Term, ...] = ()
    """Its intervening if, each a condition that must be true (603.4)."""
    looks_at: str | None = None
    """The value of what set it off that it uses."""
    one_or_more: bool = False
    once_each_turn: bool = False


class Loss(NamedTuple):
    """What a player does instead of losing the game."""

    steps: tuple[str, ...]


class Continuous(NamedTuple):
    """A static ability that generates a continuous effect (611.3, 613)."""

    filter: Filter
    """What it affects."""
    changes: tuple[Term, ...]
    """What it does to that, in the order of the text: `adds_power(number(1))`, `loses_all_abilities` ..."""
    conditions: tuple[Term, ...] = ()
    """What must be true: "as long as"."""


Term = str | Ability
Argument = str | Ability | Filter | Trigger | Loss | Continuous

Kind = Literal["read", "irrelevant", "unread"]


class Sentence(NamedTuple):
    """A sentence of a text, or an entry of a keyword list, and what became of it."""

    line: int
    """The line of the text, from 1; 0 for a keyword list."""
    text: str
    kind: Kind
    terms: tuple[Term, ...] = ()
    """The abilities that were read from it; those of a line of several sentences stand with the first."""
    reason: str = ""
    """Why it cannot matter to a state-based action, if so."""


@dataclass(eq=False)
class Reading:
    """What an object's text says: abilities, and what became of each sentence."""

    abilities: list[Term] = field(default_factory=list)
    """In reading order: `indestructible`, `protection(color(red))` ..."""
    sentences: list[Sentence] = field(default_factory=list)

    @property
    def unread(self) -> list[str]:
        """The sentences that were not understood."""
        return [each.text for each in self.sentences if each.kind == "unread"]

    @property
    def irrelevant(self) -> list[tuple[str, str]]:
        """The sentences that cannot matter to a state-based action, each with the reason."""
        return [(each.text, each.reason) for each in self.sentences if each.kind == "irrelevant"]

    def add(self, abilities: Iterable[Term]) -> None:
        """Note abilities; a second instance says nothing new."""
        self.abilities.extend(each for each in abilities if each not in self.abilities)
