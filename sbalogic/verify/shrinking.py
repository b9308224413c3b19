"""Makes a board that was found smaller: what is chosen and does not matter is left out."""

from __future__ import annotations

from clingo import Symbol

from sbalogic.verify.checks import Checks, Found


def smaller(checks: Checks, goal: Symbol, found: Found) -> Found:
    """Return a board that makes the goal true as well, of which nothing more can be left out.

    A fact is left out if a board without it, and with no facts besides those there are, is still as asked.
    """
    held = {each for each in checks.chosen if each in found.derived}
    absent = [(each, False) for each in checks.chosen if each not in held]
    for each in sorted(held):
        if each in held:
            still = checks.holding(goal, [*absent, (each, False)], held)
            if still is not None:
                absent += [(fact, False) for fact in held - still]
                held = still
    return checks.find(goal, absent) or found
