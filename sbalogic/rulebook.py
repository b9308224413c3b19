"""Finds the rules in `asp/` and cuts out what a board needs.

A full rulebook is long and a board uses little of it. From the syntax of the rules alone it can be seen which of them
can never fire on given facts: one that needs `type(O,saga)` cannot where no fact and no other rule yields it. This is
plain answer set programming and knows nothing of the game; what is left has the same models (abstract interpretation
over the shapes of atoms, as in deductive databases).
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final, NamedTuple

import clingo
from clingo import ast

from sbalogic.errors import InputError, Problem
from sbalogic.groups import Groups

ANYTHING: Final = "*"
"""Stands for every string and number."""
UNKNOWN: Final = "?"
"""Stands for every constant that the rules do not name."""

Term = str | tuple["Term", ...]
"""A constant, `ANYTHING` or `UNKNOWN`; or a function with its name first; in patterns a variable is `$Name`."""
Atom = tuple[str, tuple[Term, ...]]


def asp_folder() -> Path:
    """Return the folder of the rules: inside the installed package, or at the top of a checkout."""
    inside = Path(__file__).with_name("asp")
    return inside if inside.is_dir() else Path(__file__).parent.parent / "asp"


@dataclass(eq=False)
class Program:
    """The rules that can fire on boards whose facts have certain shapes."""

    text: str
    reads: tuple[Atom, ...]
    """Patterns of all atoms that these rules look at."""
    has_choices: bool
    """Whether one board may have several models."""
    _wanted: dict[str, bool] = field(default_factory=dict)

    def facts(self, groups: Groups) -> str:
        """Return the facts that the program reads, as text."""
        lines: list[str] = []
        for shape, group in groups.items():
            wanted = self._wanted.get(shape)
            if wanted is None:
                atom = _atom_of_shape(shape, None)
                wanted = self._wanted[shape] = any(
                    name == atom[0] and len(terms) == len(atom[1]) and _unify_all(terms, atom[1], {}) is not None
                    for name, terms in self.reads
                )
            if wanted:
                lines.extend(group)
        return ".\n".join(lines) + "." if lines else ""


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


class Rulebook:
    """The rules of one check, with a user's own rules beside them.

    `extra` are files of the user. Raises `InputError` where one of them cannot be read.
    """

    def __init__(self, extra: Sequence[Path] = ()) -> None:
        """Read the rules; what can be seen from their syntax is kept beside Python's compiled modules."""
        self.extra = tuple(extra)
        self._statements = [*_own_statements(), *(statement for path in extra for statement in _extra_statements(path))]
        self._programs: dict[frozenset[str], Program] = {}
        self._variants = [
            (number, variant) for number, each in enumerate(self._statements) for variant in each.variants
        ]
        self._users: dict[tuple[str, int], list[int]] = defaultdict(list)
        for place, (_, variant) in enumerate(self._variants):
            for name, terms in variant.body:
                self._users[name, len(terms)].append(place)
        self._constants = frozenset(constant for each in self._statements for constant in each.constants)

    def program(self, shapes: Iterable[str]) -> Program:
        """Return the rules that can fire on facts of the given shapes, or on a board that comes from them.

        What bears on nothing shown is left out too.
        """
        key = frozenset(shapes)
        if key not in self._programs:
            atoms = {_atom_of_shape(shape, self._constants) for shape in key}
            self._programs[key] = _program(_relevant(self._fireable(atoms)))
        return self._programs[key]

    def whole(self) -> Program:
        """Return all rules, whatever the facts."""
        return _program(self._statements)

    def table(self, predicate: str) -> list[clingo.Symbol]:
        """Return the facts that the rules themselves state of a predicate, in reading order."""
        start = f"{predicate}("
        return [
            clingo.parse_term(each.text[:-1])
            for each in self._statements
            if each.text.startswith(start) and not each.reads
        ]

    @cached_property
    def state_based_actions(self) -> dict[str, tuple[str, str]]:
        """The number of each state-based action, and what it happens to: object, player or team. In reading order."""
        rows = [row.arguments for row in self.table("state_based_action")]
        return {name.name: (rule.string, kind.name) for name, rule, kind in rows}

    @property
    def choice_kinds(self) -> list[str]:
        """The kinds of choices that rules ask for, in name order."""
        heads = self._heads("option", 4)
        return sorted({kind for _, kind, _, _ in heads if isinstance(kind, str) and not kind.startswith("$")})

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The names of the facts that a check may add or delete."""
        heads = [*self._heads("add", 1), *self._heads("del", 1)]
        return frozenset(str(fact[0] if isinstance(fact, tuple) else fact) for (fact,) in heads)

    def events(self) -> dict[str, list[str]]:
        """Return the names of the events that each state-based action asks for."""
        events: dict[str, list[str]] = defaultdict(list)
        for event, sba in self._heads("propose", 2):
            if isinstance(event, tuple) and isinstance(sba, str) and event[0] not in events[sba]:
                events[sba].append(str(event[0]))
        return events

    def _heads(self, name: str, arity: int) -> list[tuple[Term, ...]]:
        atoms = [atom for each in self._statements for variant in each.variants for atom in variant.heads]
        return [terms for predicate, terms in atoms if predicate == name and len(terms) == arity]

    def _fireable(self, facts: Iterable[Atom]) -> list[Statement]:
        known: dict[tuple[str, int], dict[tuple[Term, ...], None]] = defaultdict(dict)
        # The files stand in reading order: most rules are looked at once if the first in order always comes next.
        queue = [place for place, (_, variant) in enumerate(self._variants) if not variant.body]
        waiting = set(queue)

        def learn(name: str, terms: tuple[Term, ...]) -> None:
            if terms not in known[name, len(terms)]:
                known[name, len(terms)][terms] = None
                for place in self._users.get((name, len(terms)), ()):
                    if place not in waiting:
                        waiting.add(place)
                        heappush(queue, place)

        for name, terms in facts:
            learn(name, terms)
        fired: set[int] = set()
        while queue:
            place = heappop(queue)
            waiting.discard(place)
            number, variant = self._variants[place]
            for binding in _bindings(variant, known):
                fired.add(number)
                for name, terms in variant.heads:
                    derived = tuple(_substitute(term, binding) for term in terms)
                    learn(name, derived)
                    if name == "add":
                        fact = derived[0] if isinstance(derived[0], tuple) else (derived[0],)
                        learn(str(fact[0]), fact[1:])
        return [each for number, each in enumerate(self._statements) if number in fired or not each.variants]


def _relevant(statements: Sequence[Statement]) -> list[Statement]:
    """Leave out what neither a shown term nor a constraint depends on."""
    heads: dict[tuple[str, int], list[tuple[int, tuple[Term, ...]]]] = defaultdict(list)
    kept: set[int] = set()
    queue: list[int] = []
    for number, each in enumerate(statements):
        of = [atom for variant in each.variants for atom in variant.heads]
        for name, terms in of:
            heads[name, len(terms)].append((number, terms))
        if not of:
            queue.append(number)
    while queue:
        number = queue.pop()
        if number in kept:
            continue
        kept.add(number)
        for name, terms in statements[number].reads:
            queue.extend(
                other for other, head in heads[name, len(terms)] if other not in kept and _overlap(terms, head)
            )
    return [each for number, each in enumerate(statements) if number in kept]


def _program(statements: Sequence[Statement]) -> Program:
    reads = tuple(dict.fromkeys(atom for each in statements for atom in each.reads))
    lines = [each.text for each in statements]
    read = sorted({(name, len(terms)) for name, terms in reads})
    lines.extend(f"#defined {name}/{arity}." for name, arity in read)
    return Program("\n".join(lines), reads, any(each.is_choice for each in statements))


# --- reading the files


def _own_statements() -> list[Statement]:
    folder = asp_folder()
    paths = [__file__, *(os.path.join(place, name) for place, _, names in os.walk(folder) for name in sorted(names))]
    state = [(path, found.st_mtime_ns, found.st_size) for path in paths for found in [os.stat(path)]]
    kept = Path(cache_from_source(__file__)).with_suffix(".rules")
    try:
        found, statements = marshal.loads(kept.read_bytes())
        if found == state:
            return [
                Statement(text, tuple(Variant(*each) for each in variants), *rest)
                for text, variants, *rest in statements
            ]
    except (OSError, ValueError, EOFError, TypeError):
        pass
    parsed: list[Statement] = []
    ast.parse_files([str(folder / "check.lp")], lambda each: parsed.extend(_statements(each)))
    plain = [(text, tuple(tuple(each) for each in variants), *rest) for text, variants, *rest in parsed]
    import tempfile  # only now: every start of the program would wait for it

    with contextlib.suppress(OSError):
        kept.parent.mkdir(exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as file:
            file.write(marshal.dumps((state, plain)))
        os.replace(file.name, kept)
    return parsed


def _extra_statements(path: Path) -> list[Statement]:
    messages: list[str] = []
    parsed: list[Statement] = []
    try:
        ast.parse_files(
            [str(path)], lambda each: parsed.extend(_statements(each)), logger=lambda _, text: messages.append(text)
        )
    except RuntimeError:
        raise InputError(problems_from(messages, path)) from None
    return parsed


_MESSAGE: Final = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: (?:error|info|warning): (?P<text>.*)", re.DOTALL
)


def problems_from(messages: Iterable[str], path: Path) -> list[Problem]:
    """Read what clingo says about a user's file."""
    problems = []
    for message in messages:
        match = _MESSAGE.match(message)
        place = (match["file"], int(match["line"]), int(match["column"])) if match else (str(path), 1, 1)
        problems.append(Problem(*place, " ".join((match["text"] if match else message).split())))
    return problems or [Problem(str(path), 1, 1, "is no program that clingo can read")]


def _statements(statement: ast.AST) -> Iterator[Statement]:
    kind = statement.ast_type
    if kind in (ast.ASTType.Comment, ast.ASTType.Defined) or (kind is ast.ASTType.Program and statement.name == "base"):
        return
    if kind not in (ast.ASTType.Rule, ast.ASTType.ShowTerm):
        yield Statement(str(statement), (), (), is_choice=False)
        return
    unpooled = statement.unpool()
    reads = tuple(dict.fromkeys(atom for each in unpooled for atom in _atoms_read(each)))
    is_choice = kind is ast.ASTType.Rule and statement.head.ast_type is ast.ASTType.Aggregate
    variants = tuple(_variant(each) for each in unpooled)
    atoms = (*reads, *(atom for variant in variants for atom in variant.heads))
    constants = tuple(dict.fromkeys(constant for _, terms in atoms for constant in _constants(terms)))
    yield Statement(str(statement), variants, reads, is_choice, constants)


# --- abstract atoms


def _atom_of_shape(shape: str, constants: frozenset[str] | None) -> Atom:
    symbol = clingo.parse_term(shape)
    return symbol.name, tuple(_abstract(each, constants) for each in symbol.arguments)


def _abstract(symbol: clingo.Symbol, constants: frozenset[str] | None) -> Term:
    if symbol.type is clingo.SymbolType.Function:
        if symbol.arguments:
            return (symbol.name, *(_abstract(each, constants) for each in symbol.arguments))
        return symbol.name if constants is None or symbol.name in constants else UNKNOWN
    if symbol.type is clingo.SymbolType.String:
        return str(symbol) if constants is None or str(symbol) in constants else UNKNOWN
    return ANYTHING


def _constants(terms: Iterable[Term]) -> Iterator[str]:
    for term in terms:
        if isinstance(term, tuple):
            yield from _constants(term[1:])
        elif not term.startswith("$"):
            yield term


# --- patterns from the syntax


def _variant(statement: ast.AST) -> Variant:
    heads: list[Atom] = []
    body = [_symbolic(literal.atom) for literal in statement.body if _is_positive(literal)]
    if statement.ast_type is ast.ASTType.Rule:
        head = statement.head
        if head.ast_type is ast.ASTType.Literal:
            if head.atom.ast_type is ast.ASTType.SymbolicAtom:
                heads.append(_symbolic(head.atom))
        else:
            heads.extend(_symbolic(each.literal.atom) for each in head.elements)
    unequal = [pair for literal in statement.body for pair in _unequal(literal)]
    needed = []
    for place in range(len(body)):
        later = [terms for _, terms in (*heads, *body[place + 1 :])] + unequal
        needed.append(tuple(dict.fromkeys(variable for terms in later for variable in _variables(terms))))
    return Variant(tuple(heads), tuple(body), tuple(unequal), tuple(needed))


def _unequal(literal: ast.AST) -> Iterator[tuple[Term, Term]]:
    if literal.ast_type is ast.ASTType.Literal and literal.sign == ast.Sign.NoSign:
        comparison = literal.atom
        if comparison.ast_type is ast.ASTType.Comparison and len(comparison.guards) == 1:
            guard = comparison.guards[0]
            if guard.comparison == ast.ComparisonOperator.NotEqual:
                yield _pattern(comparison.term), _pattern(guard.term)


def _is_positive(literal: ast.AST) -> bool:
    return (
        literal.ast_type is ast.ASTType.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type is ast.ASTType.SymbolicAtom
    )


def _symbolic(atom: ast.AST) -> Atom:
    term = atom.symbol
    return term.name, tuple(_pattern(each) for each in term.arguments)


def _pattern(term: ast.AST) -> Term:
    match term.ast_type:
        case ast.ASTType.Variable:
            return f"${term.name}" if term.name != "_" else f"$_{term.location.begin.line}_{term.location.begin.column}"
        case ast.ASTType.SymbolicTerm:
            return _abstract(term.symbol, None)
        case ast.ASTType.Function if term.arguments:
            return (term.name, *(_pattern(each) for each in term.arguments))
        case ast.ASTType.Function:
            return str(term.name)
        case _:
            return ANYTHING


class _Reads(ast.Transformer):
    """Collects the atoms in bodies, conditions and aggregates of a statement."""

    def __init__(self) -> None:
        self.atoms: list[Atom] = []

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802  (clingo.ast calls it by this name)
        self.atoms.append(_symbolic(atom))
        return atom


def _atoms_read(statement: ast.AST) -> list[Atom]:
    reads = _Reads()
    for literal in statement.body:
        reads(literal)
    if statement.ast_type is ast.ASTType.Rule and statement.head.ast_type is not ast.ASTType.Literal:
        for element in statement.head.elements:
            for literal in element.condition:
                reads(literal)
    return reads.atoms


# --- which rules can fire

_Binding = dict[str, Term]


def _bindings(variant: Variant, known: dict[tuple[str, int], dict[tuple[Term, ...], None]]) -> list[_Binding]:
    """Return the abstract substitutions under which all positive literals can hold."""
    if not all(known.get((name, len(terms))) for name, terms in variant.body):
        return []
    bindings: list[_Binding] = [{}]
    for (name, terms), needed in zip(variant.body, variant.needed, strict=True):
        found: dict[tuple[Term | None, ...], _Binding] = {}
        for binding in bindings:
            for atom in known[name, len(terms)]:
                extended = _unify_all(terms, atom, binding)
                if extended is not None:
                    kept = {variable: extended[variable] for variable in needed if variable in extended}
                    found[tuple(map(kept.get, needed))] = kept
        bindings = list(found.values())
    return [binding for binding in bindings if all(_may_differ(*pair, binding) for pair in variant.unequal)]


def _may_differ(one: Term, other: Term, binding: _Binding) -> bool:
    left, right = _substitute(one, binding), _substitute(other, binding)
    return left != right or not isinstance(left, str) or left in (ANYTHING, UNKNOWN)


def _variables(terms: Iterable[Term]) -> Iterator[str]:
    for term in terms:
        if isinstance(term, tuple):
            yield from _variables(term[1:])
        elif term.startswith("$"):
            yield term


def _unify_all(patterns: Sequence[Term], terms: Sequence[Term], binding: _Binding) -> _Binding | None:
    extended = dict(binding)
    for pattern, term in zip(patterns, terms, strict=True):
        if not _unify(pattern, term, extended):
            return None
    return extended


def _unify(pattern: Term, term: Term, binding: _Binding) -> bool:
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


def _overlap(patterns: Sequence[Term], others: Sequence[Term]) -> bool:
    """Whether two patterns can have a common instance, whatever their variables."""
    return all(_may_equal(one, other) for one, other in zip(patterns, others, strict=True))


def _may_equal(one: Term, other: Term) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] == other[0] and len(one) == len(other) and _overlap(one[1:], other[1:])
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


def _substitute(term: Term, binding: _Binding) -> Term:
    if isinstance(term, tuple):
        return (term[0], *(_substitute(each, binding) for each in term[1:]))
    return binding.get(term, ANYTHING) if term.startswith("$") else term
