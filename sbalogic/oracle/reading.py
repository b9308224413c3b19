"""What a reader of card text finds."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False)
class Reading:
    """What an object's text says: abilities, enchant abilities, triggers, and what was not understood."""

    abilities: list[str] = field(default_factory=list)
    """Terms, in reading order: `indestructible`, `protection(color(red))` ..."""
    enchants: list[list[list[str]]] = field(default_factory=list)
    """For each enchant ability its alternatives, each a list of qualities that must all be there."""
    triggers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each trigger's ability term: the word that names it in a result, and its sentence."""
    unread: list[str] = field(default_factory=list)
    """Sentences that were not understood."""

    def add(self, *abilities: str) -> None:
        """Note abilities; a second instance says nothing new."""
        self.abilities.extend(each for each in abilities if each not in self.abilities)
