"""How many boards a space has.

What is chosen for one object does not depend on what is chosen for another, but for attacks. So the number is a
product: for each variant of the game the choices about players, times the choices about one object to the power of the
number of objects. For attacks, objects are counted by whether they can attack and be attacked: each attacker attacks
nothing, or one of the others that can be attacked.

Choices about one object or player are a product in turn: on some of them others depend, and once these are made, the
rest are independent of one another. Which is which can be seen from the rules of the space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, NamedTuple

import clingo

from sbalogic.terms import quote
from sbalogic.verify.space import Space

MOST_EXACT: Final = 2
"""Up to so many permanents the number is exact."""
_ATTACKS: Final = "attacking"
"""The only fact about an object that depends on another one."""

_Settled = frozenset[str]
"""The choices on which others depend, and what follows from them."""


class Size(NamedTuple):
    """The number of boards with up to so many permanents; objects with other names make other boards."""

    boards: int
    kind: str
    """`exact` or `at most`."""

    def __str__(self) -> str:
        """Write the number, and what it is."""
        number = f"{self.boards:,}" if self.boards < 10**9 else f"{self.boards:.1e}"
        return f"{number} boards" if self.kind == "exact" else f"{self.kind} {number} boards"


def size_of(space: Space) -> Size:
    """Count the boards with as many permanents as the space has, or fewer."""
    exact = space.permanents <= MOST_EXACT
    total = 0
    of_object: Mapping[_Settled, int] = {}
    for number in range(space.permanents, -1, -1):
        smaller = space.with_permanents(number)
        if number and (exact or not of_object):
            of_object = _ways(smaller, smaller.objects[:1])
        for settled, ways in _ways(smaller, smaller.players).items():
            total += ways * _together(of_object, _variants(settled), number)
    return Size(total, "exact" if exact else "at most")


def _variants(settled: _Settled) -> _Settled:
    return frozenset(each for each in settled if each.startswith("variant("))


def _together(of_object: Mapping[_Settled, int], variants: _Settled, number: int) -> int:
    """Return in how many ways so many objects and their attacks can be chosen in a variant."""
    parts: Counter[tuple[bool, bool]] = Counter()
    for settled, ways in of_object.items():
        if _variants(settled) == variants:
            parts["may_attack" in settled, "may_be_attacked" in settled] += ways
    total = 0
    for chosen in combinations_with_replacement(parts, number):
        attacked = sum(may_be_attacked for _, may_be_attacked in chosen)
        attacks = prod(1 + attacked - itself for may_attack, itself in chosen if may_attack)
        orders = factorial(number) // prod(map(factorial, Counter(chosen).values()))
        total += orders * attacks * prod(parts[each] for each in chosen)
    return total


def _ways(space: Space, subjects: tuple[str, ...]) -> Mapping[_Settled, int]:
    """Count the choices about players and their teams, or about an object, by those on which others depend."""
    chosen = {name for name, _ in space.choices} - {_ATTACKS}
    settled = (chosen & space.read_by_choices) | {"variant"}
    ways: dict[_Settled, int] = dict.fromkeys(_models(space, subjects, settled, ()), 1)
    for name in sorted(chosen - settled):
        for each, number in Counter(_models(space, subjects, settled, {name})).items():
            ways[each] *= number
    return ways


def _models(
    space: Space, subjects: tuple[str, ...], settled: Collection[str], besides: Collection[str]
) -> Iterator[_Settled]:
    """Yield what is settled for the subjects, once for each choice besides."""
    control = clingo.Control(["0", "--project=show"], logger=lambda code, message: None, message_limit=0)
    lines = [
        "#show.",
        "#defined may_attack/1.",
        "#defined may_be_attacked/1.",
        "#defined member/2.",
        "#defined variant/1.",
    ]
    lines += [f"about({quote(each)})." for each in subjects]
    lines += ["about(T) :- about(P), member(P, T).", "#show variant(V) : variant(V)."]
    lines += [f"#show {each} : about(O), {each}(O)." for each in ("may_attack", "may_be_attacked")]
    arities = {name: {len(terms) for other, terms in space.choices if other == name} for name, _ in space.choices}
    for name in sorted({*settled, *besides} - {"variant"}):
        for arity in arities[name]:
            terms = ",".join(f"X{place}" for place in range(arity))
            kind = "settled" if name in settled else "besides"
            lines.append(f"#show {kind}({name}({terms})) : {name}({terms}), about(X0).")
    control.add("base", [], "\n".join((space.text, *lines)))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            shown = model.symbols(shown=True)
            yield frozenset(str(each) for each in shown if each.name != "besides")
