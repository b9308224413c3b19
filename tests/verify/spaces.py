"""Boards of spaces, picked at random or one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import clingo
from clingo import Symbol

from sbalogic.verify.boards import CHOSEN
from sbalogic.verify.space import Space


def _grounded(space: Space, *options: str) -> clingo.Control:
    control = clingo.Control(list(options), logger=lambda code, message: None)
    control.add("base", [], space.text)
    control.ground([("base", [])])
    return control


def _facts(space: Space, model: clingo.Model) -> tuple[Symbol, ...]:
    wanted = {*space.rulebook.vocabulary, *CHOSEN}
    return tuple(each for each in model.symbols(atoms=True) if (each.name, len(each.arguments)) in wanted)


def random_facts(space: Space, seed: int) -> tuple[Symbol, ...]:
    """Pick a board of a space, with every choice as likely as not as far as others allow it."""
    options = ("--rand-freq=1", "--sign-def=rnd", f"--seed={seed}")
    control = _grounded(space, *options)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        return _facts(space, model)


def all_facts(space: Space) -> Iterator[tuple[Symbol, ...]]:
    """Yield every board of a space."""
    control = _grounded(space, "0")
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield _facts(space, model)
