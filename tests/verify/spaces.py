"""Boards of spaces, picked at random or one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import clingo
from clingo import Symbol

from sbalogic.verify.boards import CHOSEN
from sbalogic.verify.space import Space


@cache
def _grounded(space: Space, *options: str) -> clingo.Control:
    control = clingo.Control(list(options), logger=lambda code, message: None)
    control.add("base", [], space.text)
    control.ground([("base", [])])
    return control


def _facts(space: Space, model: clingo.Model) -> tuple[Symbol, ...]:
    wanted = {*space.rulebook.vocabulary, *CHOSEN}
    return tuple(each for each in model.symbols(atoms=True) if (each.name, len(each.arguments)) in wanted)


def random_facts(space: Space, source: random.Random) -> tuple[Symbol, ...]:
    """Pick a board of a space: what may be chosen is asked for, or asked against, in a random order, as far as it goes.

    Without this the solver would pick boards that are much alike.
    """
    control = _grounded(space)
    atoms = [
        atom
        for name, _ in space.choices
        for arity in {len(terms) for other, terms in space.choices if other == name}
        for atom in control.symbolic_atoms.by_signature(name, arity)
        if not atom.is_fact
    ]
    kept: list[int] = []
    facts: tuple[Symbol, ...] = ()
    for atom in source.sample(atoms, len(atoms)):
        literal = atom.literal if source.random() < 0.3 else -atom.literal
        with control.solve([*kept, literal], yield_=True) as handle:
            model = handle.model()
            if model is not None:
                kept.append(literal)
                facts = _facts(space, model)
    return facts


def all_facts(space: Space) -> Iterator[tuple[Symbol, ...]]:
    """Yield every board of a space."""
    with _grounded(space, "0").solve(yield_=True) as handle:
        for model in handle:
            yield _facts(space, model)
