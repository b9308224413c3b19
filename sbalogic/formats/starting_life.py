"""The life totals at which players and teams start."""

from __future__ import annotations


def starting_life(variant: str | None, given: int | None) -> int:
    """Give the life total that a player begins with (103.4, 903.7)."""
    if given is not None:
        return given
    return 40 if variant == "commander" else 20


def team_starting_life(given: int | None, heads: int) -> int:
    """Give the life total that a team of so many players begins with in Two-Headed Giant (810.4, 810.11)."""
    return given if given is not None else 30 + 15 * max(heads - 2, 0)
