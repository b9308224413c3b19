"""Atoms of which only the shape is known, and which rules can fire on them (abstract interpretation)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import clingo

ANYTHING: Final = "*"
"""Stands for every string and number."""
UNKNOWN: Final = "?"
"""Stands for every constant that the rules do not name."""

Term = str | tuple["Term", ...]
"""A constant, `ANYTHING` or `UNKNOWN`; or a function with its name first; in patterns a variable is `$Name`."""
Atom = tuple[str, tuple[Term, ...]]


class Variant(NamedTuple):
    """A rule with its pools written out: what it derives from which positive literals."""

    heads: tuple[Atom, ...]
    body: tuple[Atom, ...]
    unequal: tuple[tuple[Term, Term], ...]
    """Pairs of terms that must differ."""
    needed: tuple[tuple[str, ...], ...]
    """For each literal of the body the variables that matter after it."""


class Statement(NamedTuple):
    """A statement of a program, and what can be seen from its syntax."""

    text: str
    variants: tuple[Variant, ...]
    """None for what is kept whatever the facts: `#show.`, scripts, constants."""
    reads: tuple[Atom, ...]
    """All atoms outside the head."""
    is_choice: bool
    constants: tuple[str, ...] = ()
    """All constants and strings in its atoms."""


def atom_of_shape(shape: str, constants: frozenset[str] | None) -> Atom:
    """Read the shape of a fact; constants that are not in `constants` become `UNKNOWN`, if it is given."""
    name, _, rest = shape.partition("(")
    constant = rest[:-1]
    if constant.isidentifier() and constant[0].islower() and shape[-1] == ")":  # many are so simple
        return name, (constant if constants is None or constant in constants else UNKNOWN,)
    symbol = clingo.parse_term(shape)
    return symbol.name, tuple(abstract(each, constants) for each in symbol.arguments)


def abstract(symbol: clingo.Symbol, constants: frozenset[str] | None) -> Term:
    """Return what stands for a symbol: constants for themselves, numbers and strings for anything."""
    if symbol.type is clingo.SymbolType.Function:
        if symbol.arguments:
            return (symbol.name, *(abstract(each, constants) for each in symbol.arguments))
        return symbol.name if constants is None or symbol.name in constants else UNKNOWN
    if symbol.type is clingo.SymbolType.String:
        return str(symbol) if constants is None or str(symbol) in constants else UNKNOWN
    return ANYTHING


def constants_in(terms: Iterable[Term]) -> Iterator[str]:
    """Yield the constants and strings in terms."""
    for term in terms:
        if isinstance(term, tuple):
            yield from constants_in(term[1:])
        elif not term.startswith("$"):
            yield term


Binding = dict[str, Term]


def bindings(variant: Variant, known: dict[tuple[str, int], dict[tuple[Term, ...], None]]) -> list[Binding]:
    """Return the abstract substitutions under which all positive literals can hold."""
    if not all(known.get((name, len(terms))) for name, terms in variant.body):
        return []
    bindings: list[Binding] = [{}]
    for (name, terms), needed in zip(variant.body, variant.needed, strict=True):
        found: dict[tuple[Term | None, ...], Binding] = {}
        for binding in bindings:
            for atom in known[name, len(terms)]:
                extended = unify_all(terms, atom, binding)
                if extended is not None:
                    kept = {variable: extended[variable] for variable in needed if variable in extended}
                    found[tuple(map(kept.get, needed))] = kept
        bindings = list(found.values())
    return [binding for binding in bindings if all(_may_differ(*pair, binding) for pair in variant.unequal)]


def _may_differ(one: Term, other: Term, binding: Binding) -> bool:
    left, right = substitute(one, binding), substitute(other, binding)
    return left != right or not isinstance(left, str) or left in (ANYTHING, UNKNOWN)


def variables_in(terms: Iterable[Term]) -> Iterator[str]:
    """Yield the variables in patterns."""
    for term in terms:
        if isinstance(term, tuple):
            yield from variables_in(term[1:])
        elif term.startswith("$"):
            yield term


def unify_all(patterns: Sequence[Term], terms: Sequence[Term], binding: Binding) -> Binding | None:
    """Return `binding` extended so that the patterns can be the terms; None if they can't be."""
    extended = dict(binding)
    for pattern, term in zip(patterns, terms, strict=True):
        if not _unify(pattern, term, extended):
            return None
    return extended


def _unify(pattern: Term, term: Term, binding: Binding) -> bool:
    """Whether `pattern` can be an instance of what `term` stands for; `binding` gets what its variables stand for."""
    if isinstance(pattern, str) and pattern.startswith("$"):
        value = _meet(binding.get(pattern, ANYTHING), term)
        if value is None:
            return False
        binding[pattern] = value
        return True
    if pattern == ANYTHING or term == ANYTHING:
        return True
    if isinstance(pattern, tuple) and isinstance(term, tuple):
        return (
            pattern[0] == term[0]
            and len(pattern) == len(term)
            and all(_unify(one, other, binding) for one, other in zip(pattern[1:], term[1:], strict=True))
        )
    return pattern == term


def may_overlap(patterns: Sequence[Term], others: Sequence[Term]) -> bool:
    """Whether two patterns can have a common instance, whatever their variables."""
    return all(_may_equal(one, other) for one, other in zip(patterns, others, strict=True))


def _may_equal(one: Term, other: Term) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] == other[0] and len(one) == len(other) and may_overlap(one[1:], other[1:])
    loose = [isinstance(each, str) and (each == ANYTHING or each.startswith("$")) for each in (one, other)]
    return any(loose) or one == other


def _meet(one: Term, other: Term) -> Term | None:
    if one == ANYTHING:
        return other
    if other == ANYTHING or one == other:
        return one
    if isinstance(one, tuple) and isinstance(other, tuple) and one[0] == other[0] and len(one) == len(other):
        parts = [_meet(left, right) for left, right in zip(one[1:], other[1:], strict=True)]
        return None if None in parts else (one[0], *(part for part in parts if part is not None))
    return None


def substitute(term: Term, binding: Binding) -> Term:
    """Return a pattern with its variables replaced; those without a value stand for anything."""
    if isinstance(term, tuple):
        return (term[0], *(substitute(each, binding) for each in term[1:]))
    return binding.get(term, ANYTHING) if term.startswith("$") else term
