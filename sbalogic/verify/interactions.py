"""How state-based actions bear on one another: five questions about every pair of them.

`asp/verify/interactions.lp` says what is asked. Every yes comes with a smallest board, and every no is a proof for all
boards up to a size: with all features, but for the last question, which looks at the features that the two actions need
and at those that change what others do (`asp/verify/features.lp`).
"""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import Final, NamedTuple

import clingo
from clingo import Function, Number, Symbol

from sbalogic.board import NEWEST_EDITION, Board
from sbalogic.rulebook import asp_folder, default_rulebook
from sbalogic.verify.checks import Checks, Found, Property, Unknown, file_beside
from sbalogic.verify.replay import confirm
from sbalogic.verify.shrinking import smaller
from sbalogic.verify.space import Space, features
from sbalogic.verify.workers import Crew, Executors, processes

QUESTIONS: Final = {
    "together": "can both do something in one check?",
    "to_one": "can they do it to one object, player or team?",
    "next_applies": "can the first make the second apply in the next check?",
    "stops": "can the first, done alone, stop the second from applying?",
    "order_matters": "does doing them one at a time come to another end?",
}
"""What is asked about a pair, by the atom that says yes."""
_DIRECTED: Final = frozenset(["next_applies", "stops"])
"""Questions about the first and the second action, not about the two alike."""
_ORDER: Final = "order_matters"
_PLAYERS: Final = 3
"""With two, the first to lose ends the game, and nothing else about the order would be seen."""
_CHECKS: Final = 2
_CHECKS_OF_ORDER: Final = 7
_MOST_CHECKS_OF_ORDER: Final = 14
_ALL_FEATURES: Final = 1
"""Up to so many permanents the last question is asked about boards with all features as well."""
_GRACE: Final = 1.0
"""Seconds after the deadline in which workers may still answer."""
_CONFIGURATION: Final = "tweety"
"""The one of clasp's configurations that is fastest where there are many short questions."""
_CHUNK: Final = 20
"""So many pairs are handed to a worker at a time."""
_ATTACHMENTS: Final = frozenset(["auras", "equipment", "attached_creatures", "roles"])
"""Features with which one permanent more is looked at."""


class Pair(NamedTuple):
    """A question about two actions."""

    question: str
    first: str
    second: str


class Answer(NamedTuple):
    """What is known of a pair."""

    pair: Pair
    yes: bool | None
    """None where the time was up."""
    permanents: int
    """How many the smallest board has, or the boards for which a no is proved may have at most."""
    board: Board | None
    events: Sequence[Sequence[str]]
    """On that board, the events of each check."""
    one_at_a_time: Sequence[Sequence[str]]
    """The events of each check if things are done one at a time."""


class _Ground(NamedTuple):
    """What a worker has to ground."""

    permanents: int
    features: tuple[str, ...]
    day: date
    checks: int


def pairs(actions: Sequence[str]) -> list[Pair]:
    """Return all that is asked about these actions."""
    found = []
    for question in QUESTIONS:
        for one in actions:
            for other in actions:
                twice = one == other and question == "to_one"
                if (question in _DIRECTED or one <= other) and not twice:
                    found.append(Pair(question, one, other))
    return found


def both_ways(answers: Iterable[Answer]) -> dict[tuple[str, str, str], Answer]:
    """Return answers by question and actions; where the order of the two does not matter, in both orders."""
    found = {}
    for each in answers:
        found[each.pair.question, each.pair.first, each.pair.second] = each
        if each.pair.question not in _DIRECTED:
            found[each.pair.question, each.pair.second, each.pair.first] = each
    return found


def interactions(
    day: date = NEWEST_EDITION,
    actions: Sequence[str] | None = None,
    *,
    permanents: int = 2,
    timeout: float | None = None,
    executors: Executors | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Iterator[Answer]:
    """Answer all questions about actions of a day, by default all of them, smallest boards first.

    Boards have up to so many permanents, and one more where things are attached. What is not known after `timeout`
    seconds is answered so. Raises `Disagreement` where the driver does something else than the lifted rules.
    """
    deadline = None if timeout is None else time.time() + timeout
    until = None if timeout is None else time.monotonic() + timeout + _GRACE
    asked = pairs(list(default_rulebook().editions.at(day).actions) if actions is None else actions)
    for number in range(permanents + 2):
        last = [each for each in asked if number == permanents + _attached(each)]
        missing = dict.fromkeys(asked)
        left: list[Pair] = []
        with Crew(executors or processes()) as crew:
            for ground, portion in reversed(list(_work(asked, number, day))):
                crew.add(_look, ground, portion, deadline)
            for done in crew.results(until):
                for answer in () if done.lost else done.value:
                    del missing[answer.pair]
                    progress(f"{number} permanents: {len(asked) - len(missing)} of {len(asked)} pairs")
                    if answer.yes or answer.yes is None or answer.pair in last:
                        yield answer
                    else:
                        left.append(answer.pair)
        for pair in missing:
            yield Answer(pair, None, number, None, (), ())
        asked = left


def _work(asked: Sequence[Pair], permanents: int, day: date) -> Iterator[tuple[_Ground, tuple[Pair, ...]]]:
    """Yield the pairs in portions, with what is to be grounded for them."""
    grounds: dict[_Ground, list[Pair]] = defaultdict(list)
    for each in asked:
        if each.question == _ORDER and permanents > _ALL_FEATURES:
            ground = _Ground(permanents, _features_of(each), day, _CHECKS_OF_ORDER)
        else:
            checks = _CHECKS_OF_ORDER if each.question == _ORDER else _CHECKS
            ground = _Ground(permanents, tuple(features()), day, checks)
        grounds[ground].append(each)
    for ground, of_it in grounds.items():
        for start in range(0, len(of_it), _CHUNK):
            yield ground, tuple(of_it[start : start + _CHUNK])


@cache
def _table(name: str) -> dict[str, tuple[str, ...]]:
    """Read a table of `asp/verify/features.lp`: by the first argument the last ones."""
    control = clingo.Control()
    control.load(os.path.join(asp_folder(), "verify", "features.lp"))
    control.ground()
    found: dict[str, list[str]] = defaultdict(list)
    for atom in control.symbolic_atoms:
        if atom.symbol.name == name:
            first, *rest = map(str, atom.symbol.arguments)
            found[first].extend(rest)
    return {key: tuple(sorted(values)) for key, values in found.items()}


def _features_of(pair: Pair) -> tuple[str, ...]:
    """Return the features that the two actions need, and those that change what others do."""
    needs = _table("needs")
    return tuple(sorted({*needs[pair.first], *needs[pair.second], *_table("modifies")}))


def _attached(pair: Pair) -> int:
    """Return how many permanents more are looked at: one where things are attached."""
    needs = _table("needs")
    return int(not _ATTACHMENTS.isdisjoint((*needs[pair.first], *needs[pair.second])))


# --- what a worker does

_kept = threading.local()
"""What a thread of a worker has grounded last, as `checks`, and the `ground` it belongs to."""


def _look(ground: _Ground, asked: Sequence[Pair], deadline: float | None) -> list[Answer]:
    """Look for boards that say yes. `deadline` is a time of `time.time()`, the same for all processes."""
    if deadline is not None and time.time() > deadline:
        return [Answer(pair, None, ground.permanents, None, (), ()) for pair in asked]
    if getattr(_kept, "ground", None) != ground:
        _kept.ground = None
        space = Space(ground.permanents, ground.features, _PLAYERS, ground.day)
        interactions = Property("interactions", file_beside(space, "interactions.lp"))
        _kept.checks = Checks(space, [interactions], configuration=_CONFIGURATION)
        _kept.checks.grow(ground.checks)
        _kept.ground = ground
    until = None if deadline is None else time.monotonic() + deadline - time.time()
    answers = []
    for pair in asked:
        try:
            found = _find(_kept.checks, pair, until)
        except Unknown:
            answers.append(Answer(pair, None, ground.permanents, None, (), ()))
            continue
        if found is None:
            answers.append(Answer(pair, False, ground.permanents, None, (), ()))
        else:
            confirm(found)
            answers.append(
                Answer(pair, True, ground.permanents, found.board, found.performed(), found.performed("second"))
            )
    return answers


def _find(checks: Checks, pair: Pair, until: float | None) -> Found | None:
    """Return a smallest board of the checks' space that says yes, or None if there is none."""
    while True:
        goals = [_goal(checks, pair, check) for check in range(checks.horizon)]
        for goal in goals[-1:] if pair.question == _ORDER else goals:
            found = checks.find(goal, (), until)
            if found is not None:
                return smaller(checks, goal, found)
        if pair.question != _ORDER or not _goes_on(checks, pair, until):
            return None
        if checks.horizon == _MOST_CHECKS_OF_ORDER:
            raise Unknown
        checks.grow(checks.horizon + 1)


def _goal(checks: Checks, pair: Pair, check: int, name: str | None = None) -> Symbol:
    arguments = [
        Function(pair.first),
        Function(pair.second),
        Function("first" if pair.question != "stops" else "second"),
    ]
    return Function(name or pair.question, [*arguments, Number(check)])


def _goes_on(checks: Checks, pair: Pair, until: float | None) -> bool:
    """Whether on some board of the pair there are more checks than have been grounded."""
    goal = _goal(checks, pair, checks.horizon - 1, "pair")
    return checks.find(goal, [(checks.last("unfinished"), True)], until) is not None
