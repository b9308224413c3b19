"""The rules of one check as rules of many checks: every atom that may change gets a world and a time.

The very files of `asp/` are transformed, statement by statement; no rule is written a second time. An atom p(X) becomes
p(X,W,t): p(X) in check t of the world W, counted from 0. What no check changes stays as it is. The board after a check
follows from `add` and `del` (the frame), and is checked in turn while the rules say `again`. In rules of a property, 'p
is p one check before, as in telingo (Cabalar, Kaminski, Morkisch, Schaub: telingo = ASP + Time, LPNMR 2019).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from clingo import ast

Signature = tuple[str, int]
"""The name of a predicate and the number of its arguments, as the rules of one check write it."""

_WORLD: Final = "AtWorld"
_TIME: Final = "t"
_TIME_OR_NONE: Final = re.compile(rf'"(?:[^"\\]|\\.)*"|%.*|\b{_TIME}\b')
"""The time; strings and comments are passed over."""
_BEFORE: Final = "_before_"
"""Begins the names of what nothing changes where a property asks what it was before."""
FROM_THE_FRAME: Final = frozenset(
    [("in_edition", 1), ("initially", 0), ("one_at_a_time", 0), ("differs", 1), ("after", 1), ("live", 0)]
)
"""What depends on the world or the time without being derived from what changes."""


_OF_THE_BOARD: Final = ("in_edition/1", "in_edition_of/2", "one_at_a_time/1", "from_any_board/0", "may_hold/1")
"""What the base is told besides the facts of a board."""


class Lifted(NamedTuple):
    """The rules of many checks, as the two parts of a program that is grounded check by check."""

    base: str
    """What no check changes; facts and spaces of boards are added to it."""
    check: str
    """What check `t` derives; see `at_check`."""
    fluents: frozenset[Signature]
    """What a check may change. The board given is written without world and time."""


def lift(rules: Iterable[str], properties: Iterable[str] = ()) -> Lifted:
    """Lift the statements of one check, and those of properties beside them.

    Both are statements in clingo's language. The facts `world(W)` say which worlds there are.
    Raises `RuntimeError` where a statement cannot be parsed.
    """
    own = _statements(rules)
    told = _statements(properties, of_property=True)
    statements = [*own, *told]
    fluents = frozenset(fluent for each in own for fluent in each.fluents)
    changing = _changing(statements, fluents)
    looked_back_at = {signature for each in told for signature in each.looked_back_at}
    names = _names(changing, {signature for each in statements for signature in each.predicates})
    base: list[str] = []
    check: list[str] = []
    for each in statements:
        lifted = each.lifted(names)
        (base if lifted is None else check).append(each.text if lifted is None else lifted)
    defined = sorted({signature for each in statements for signature in each.read})
    base += [f"#defined {name}/{arity}." for name, arity in defined if (name, arity) not in changing]
    base += [f"#defined {name}/{arity}." for name, arity in fluents]
    check += [f"#defined {names[each]}/{each[1] + 2}." for each in (*defined, *fluents) if each in changing]
    check += _frame(fluents)
    for name, arity in sorted(looked_back_at - changing):
        terms = "".join(f"X{number}," for number in range(arity))
        fact = f"{name}({terms[:-1]})" if arity else name
        check.append(f"{_BEFORE}{name}({terms}{_WORLD},t) :- {fact}, live({_WORLD},t).")
        check.append(f"#defined {_BEFORE}{name}/{arity + 2}.")
    base += [f"#defined {each}." for each in _OF_THE_BOARD]
    check += [f"#defined {each}." for each in ("after/3", "live/2", "again/2", "add/3", "del/3", "kept/3", "differs/3")]
    return Lifted("\n".join(base), "\n".join(dict.fromkeys(check)), fluents)


def at_check(program: str, number: int) -> str:
    """Return a program with subprograms such as `check(t)` for the check `number`: the subprogram `check_0` for 0.

    With `t` as a parameter clingo would take it for a variable, so that all predicates seem to depend on themselves:
    sums would become disjunctions, and much would have to be searched for unfounded sets.
    """
    named = re.sub(rf"#program (\w+)\({_TIME}\)", rf"#program \1_{number}", program)
    return _TIME_OR_NONE.sub(lambda found: str(number) if found[0] == _TIME else found[0], named)


def _names(changing: Iterable[Signature], all_of_them: Collection[Signature]) -> dict[Signature, str]:
    """Return what predicates are called with world and time: themselves, unless another one has so many arguments."""
    return {(name, arity): f"{name}_{arity}" if (name, arity + 2) in all_of_them else name for name, arity in changing}


def read_by(texts: Iterable[str]) -> frozenset[Signature]:
    """Return the predicates that bodies and conditions of these statements look at.

    Raises `RuntimeError` where one cannot be parsed.
    """
    return frozenset(signature for each in _statements(texts) for signature in each.read)


def derived_by(statements: Iterable[ast.AST]) -> Iterator[Signature]:
    """Yield the predicates that the heads of these statements derive."""
    for each in statements:
        if each.ast_type is ast.ASTType.Rule:
            for atom in _atoms(each.head):
                yield _signature(atom)


def reads_with_places(statements: Iterable[ast.AST]) -> dict[Signature, tuple[int, int]]:
    """Return the predicates that bodies and conditions look at, and the line and column where they first stand."""
    found: dict[Signature, tuple[int, int]] = {}
    for each in statements:
        if each.ast_type is ast.ASTType.Rule:
            for atom in _atoms_read(each):
                begin = atom.symbol.location.begin
                found.setdefault(_signature(atom), (begin.line, begin.column))
    return found


def _statements(texts: Iterable[str], *, of_property: bool = False) -> list[_Statement]:
    """Parse what has not been parsed yet: spaces have most rules in common."""
    return [statement for text in texts for statement in _parsed(text, of_property)]


@cache
def _parsed(text: str, of_property: bool) -> tuple[_Statement, ...]:
    """Return the rules in a text; the private names of a property become its own."""
    parsed: list[ast.AST] = []
    ast.parse_string(text, parsed.append)
    rules = [each for each in parsed if each.ast_type is ast.ASTType.Rule]
    return tuple(_Statement(_PrivateNames()(each) if of_property else each) for each in rules)


def _frame(fluents: Iterable[Signature]) -> list[str]:
    """Write the frame: after a check holds what it adds, and what held before and is not deleted, or is kept.

    The first check looks at the board given; or, if `from_any_board`, at any board of facts that `may_hold`.
    """
    lines = [
        f"live({_WORLD},t) :- world({_WORLD}), t = 0.",
        f"live({_WORLD},t) :- again({_WORLD},t-1).",
        f"initially({_WORLD},t) :- world({_WORLD}), t = 0, not from_any_board.",
        f"one_at_a_time({_WORLD},t) :- one_at_a_time({_WORLD}), live({_WORLD},t).",
        f"in_edition(Rule,{_WORLD},t) :- in_edition(Rule), live({_WORLD},t).",
        f"in_edition(Rule,{_WORLD},t) :- in_edition_of({_WORLD},Rule), live({_WORLD},t).",
    ]
    for name, arity in sorted(fluents):
        terms = "".join(f"X{number}," for number in range(arity))
        fact = f"{name}({terms[:-1]})" if arity else name
        lines += [
            f"{name}({terms}{_WORLD},t) :- {fact}, world({_WORLD}), t = 0, not from_any_board.",
            f"{{ {name}({terms}{_WORLD},t) }} :- may_hold({fact}), world({_WORLD}), t = 0.",
            f"{name}({terms}{_WORLD},t) :- after({fact},{_WORLD},t-1), live({_WORLD},t).",
            f"after({fact},{_WORLD},t) :- add({fact},{_WORLD},t).",
            f"after({fact},{_WORLD},t) :- {name}({terms}{_WORLD},t), not del({fact},{_WORLD},t).",
            f"after({fact},{_WORLD},t) :- {name}({terms}{_WORLD},t), kept({fact},{_WORLD},t).",
        ]
    return lines


class _Statement:
    """A rule, with what is asked about it."""

    def __init__(self, rule: ast.AST) -> None:
        self._rule = rule
        self._lifted: dict[tuple[tuple[Signature, str], ...], str | None] = {}
        """By the names that its atoms get."""
        self.text = str(rule)
        heads = _atoms(rule.head)
        self.heads = frozenset(map(_signature, heads))
        is_choice = rule.head.ast_type is ast.ASTType.Aggregate
        self.chosen = (
            frozenset(_signature(each.literal.atom) for each in rule.head.elements) if is_choice else frozenset()
        )
        """What it lets choose."""
        self.read = frozenset(map(_signature, _atoms_read(rule)))
        """What its body and conditions look at."""
        self.predicates = frozenset(map(_signature, _atoms(rule)))
        self.looked_back_at = frozenset(_signature(atom) for atom in _atoms(rule) if _looks_back(atom))
        """What it looks at one check before."""
        self.fluents = frozenset(_changed(heads))
        """What it adds or deletes."""

    def lifted(self, names: Mapping[Signature, str]) -> str | None:
        """Return the lifted rule, or None if nothing in it changes."""
        key = tuple((each, names[each]) for each in sorted(self.predicates) if each in names)
        if key not in self._lifted:
            lifted = _Lift(names).statement(self._rule) if key or self.looked_back_at else None
            self._lifted[key] = None if lifted is None else str(lifted)
        return self._lifted[key]


def _changed(heads: Iterable[ast.AST]) -> Iterator[Signature]:
    """Yield what `add` and `del` speak of."""
    for atom in heads:
        if atom.symbol.name in ("add", "del") and len(atom.symbol.arguments) == 1:
            fact = atom.symbol.arguments[0]
            if fact.ast_type is ast.ASTType.SymbolicTerm:
                yield fact.symbol.name, 0
            else:
                yield fact.name, len(fact.arguments)


def _changing(statements: Sequence[_Statement], fluents: Iterable[Signature]) -> frozenset[Signature]:
    """Return what depends on what a check changes, or on a choice: players choose anew in every check."""
    users: dict[Signature, set[Signature]] = defaultdict(set)
    changing = {*fluents, *FROM_THE_FRAME}
    for each in statements:
        changing |= each.chosen
        if each.looked_back_at & each.read:
            changing |= each.heads
        for read in each.read:
            users[read] |= each.heads
    queue = list(changing)
    while queue:
        for user in users[queue.pop()] - changing:
            changing.add(user)
            queue.append(user)
    return frozenset(changing)


def _signature(atom: ast.AST) -> Signature:
    return atom.symbol.name.lstrip("'"), len(atom.symbol.arguments)


def _looks_back(atom: ast.AST) -> bool:
    return bool(atom.symbol.name.startswith("'"))


class _Atoms(ast.Transformer):
    """Collects the atoms of a part of a statement."""

    def __init__(self) -> None:
        self.found: list[ast.AST] = []

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802  (clingo.ast calls it by this name)
        self.found.append(atom)
        return atom


def _atoms(part: ast.AST) -> list[ast.AST]:
    atoms = _Atoms()
    atoms(part)
    return atoms.found


def _atoms_read(rule: ast.AST) -> list[ast.AST]:
    parts = list(rule.body)
    if rule.head.ast_type is ast.ASTType.Aggregate:
        parts += [literal for element in rule.head.elements for literal in element.condition]
    return [atom for part in parts for atom in _atoms(part)]


class _Lift(ast.Transformer):
    """Gives atoms their world and time."""

    def __init__(self, names: Mapping[Signature, str]) -> None:
        self._names = names
        self._lifted = False

    def statement(self, statement: ast.AST) -> ast.AST | None:
        """Return the lifted rule, or None if nothing in it changes."""
        lifted = self(statement)
        if not self._lifted:
            return None
        if _is_verdict(statement) or not any(map(self._binds_world, statement.body)):
            guard = ast.Literal(
                statement.location,
                ast.Sign.NoSign,
                ast.SymbolicAtom(
                    ast.Function(
                        statement.location,
                        "live",
                        [ast.Variable(statement.location, _WORLD), _time(statement.location, 0)],
                        0,
                    )
                ),
            )
            lifted = lifted.update(body=[*lifted.body, guard])
        return lifted

    def _binds_world(self, literal: ast.AST) -> bool:
        return (
            literal.ast_type is ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type is ast.ASTType.SymbolicAtom
            and (_signature(literal.atom) in self._names or _looks_back(literal.atom))
        )

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802  (clingo.ast calls it by this name)
        signature = _signature(atom)
        if signature not in self._names and not _looks_back(atom):
            return atom
        self._lifted = True
        term = atom.symbol
        before = len(term.name) - len(term.name.lstrip("'"))
        name = self._names.get(signature, f"{_BEFORE}{signature[0]}")
        arguments = [*term.arguments, ast.Variable(term.location, _WORLD), _time(term.location, before)]
        return ast.SymbolicAtom(ast.Function(term.location, name, arguments, 0))


def _is_verdict(rule: ast.AST) -> bool:
    """Whether a rule says something of a check: after the last one nothing is to be said, but for how worlds differ."""
    verdicts = {("violation", 0), ("reaches", 1)}
    return not verdicts.isdisjoint(map(_signature, _atoms(rule.head))) and ("differs", 1) not in map(
        _signature, _atoms_read(rule)
    )


def _time(location: ast.Location, before: int) -> ast.AST:
    import clingo

    now = ast.Function(location, _TIME, [], 0)
    if not before:
        return now
    number = ast.SymbolicTerm(location, clingo.Number(before))
    return ast.BinaryOperation(location, ast.BinaryOperator.Minus, now, number)


class _PrivateNames(ast.Transformer):
    """Keeps the private predicates of properties apart from those of the rules."""

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:  # noqa: N802  (clingo.ast calls it by this name)
        term = atom.symbol
        name = term.name
        before = len(name) - len(name.lstrip("'"))
        if not name[before:].startswith("_"):
            return atom
        return atom.update(symbol=term.update(name=f"{name[:before]}_property{name[before:]}"))
