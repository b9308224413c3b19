"""How many boards a space has.

What is chosen for one object does not depend on what is chosen for another, but for attacks, which only battles suffer.
So the number is a product: for each variant of the game the choices about players, times the choices about one object
to the power of the number of objects.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Final, NamedTuple

import clingo

from sbalogic.terms import quote
from sbalogic.verify.boards import CHOSEN
from sbalogic.verify.space import Space

MOST_EXACT: Final = 2
"""Up to so many permanents the number is exact."""
_SECONDS: Final = 20.0
"""So long the choices about one object are counted."""
_COUPLING: Final = "battles"


class Size(NamedTuple):
    """The number of boards with up to so many permanents; objects with other names make other boards."""

    boards: int
    kind: str
    """`exact`, `at most`, or `more than` where there are too many to count in time."""

    def __str__(self) -> str:
        """Write the number, and what it is."""
        number = f"{self.boards:,}" if self.boards < 10**9 else f"{self.boards:.1e}"
        return f"{number} boards" if self.kind == "exact" else f"{self.kind} {number} boards"


def size_of(space: Space) -> Size:
    """Count the boards with as many permanents as the space has, or fewer."""
    exact = space.permanents <= MOST_EXACT and _COUPLING not in space.features
    total = 0
    complete = True
    of_object: Counter[str] = Counter()
    for number in range(space.permanents, -1, -1):
        smaller = space.with_permanents(number)
        of_players, _ = _count(smaller, space.players)
        if number and (exact or not of_object):
            of_object, counted = _count(smaller, smaller.objects[:1])
            complete = complete and counted
        total += sum(ways * of_object[variant] ** number for variant, ways in of_players.items())
    return Size(total, ("exact" if exact else "at most") if complete else "more than")


def _count(space: Space, subjects: tuple[str, ...]) -> tuple[Counter[str], bool]:
    """Count the choices about players and their teams, or about an object, by the variant of the game."""
    control = clingo.Control(["0", "--project=show"], logger=lambda code, message: None, message_limit=0)
    lines = ["#show.", "#defined variant/1.", "#defined member/2."]
    lines += [f"about({quote(each)})." for each in subjects]
    lines.append("about(T) :- about(P), member(P, T).")
    for name, arity in (*space.rulebook.vocabulary, *CHOSEN):
        if arity:
            atom = f"{name}({','.join(f'X{place}' for place in range(arity))})"
            lines += [f"#show {atom} : {atom}, about(X0).", f"#defined {name}/{arity}."]
    control.add("base", [], "\n".join((space.text, *lines)))
    control.ground([("base", [])])
    found: Counter[str] = Counter()
    end = time.monotonic() + _SECONDS
    variants = list(control.symbolic_atoms.by_signature("variant", 1))
    for chosen in (None, *variants):
        assumptions = [each.literal if each is chosen else -each.literal for each in variants]
        with control.solve(assumptions, async_=True) as handle:
            complete = handle.wait(max(0.0, end - time.monotonic()))
            handle.cancel()
        found[str(chosen.symbol) if chosen else ""] = int(control.statistics["summary"]["models"]["enumerated"])
        if not complete:
            return found, False
    return found, True
