"""Makes a board that was found smaller: what is chosen and does not matter is left out."""

from __future__ import annotations

from clingo import Symbol

from sbalogic.verify.checks import Checks, Found


def smaller(checks: Checks, goal: Symbol, found: Found) -> Found:
    """Return a board that makes the goal true as well, of which nothing more can be left out.

    A fact is left out if a board without it, and with no facts besides those there are, is still as asked.
    """
    chosen = checks.chosen()
    held = {each for each in chosen if each in found.derived}
    absent = [(each, False) for each in chosen if each not in held]
    for each in sorted(held):
        if each not in held:
            continue
        less = checks.find(goal, [*absent, (each, False)])
        if less is not None:
            found = less
            now = {fact for fact in held if fact in found.derived}
            absent += [(fact, False) for fact in held - now]
            held = now
    return found
