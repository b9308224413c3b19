"""What can be seen of a program's rules from their syntax.

This module is imported only where programs are read: clingo's syntax trees are slow to load and to walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from clingo import ast

from sbalogic.abstraction import (
    ANYTHING,
    Atom,
    Statement,
    Term,
    Variant,
    abstract,
    constants_in,
    variables_in,
)

_NOTHING: Final[Mapping[str, Statement]] = MappingProxyType({})


def read_statements(
    path: str, log: Callable[[str], None], known: Mapping[str, Statement] = _NOTHING
) -> list[Statement]:
    """Read a program and what it includes. What clingo says about it goes to `log`.

    `known` holds statements that have been read before, by their text. Raises `RuntimeError` where the program is
    wrong.
    """
    parsed: list[Statement] = []
    ast.parse_files(
        [path], lambda each: parsed.extend(_statements(each, known)), logger=lambda _, message: log(message)
    )
    return parsed


def _statements(statement: ast.AST, known: Mapping[str, Statement]) -> Iterator[Statement]:
    kind = statement.ast_type
    if kind in (ast.ASTType.Comment, ast.ASTType.Defined) or (kind is ast.ASTType.Program and statement.name == "base"):
        return
    if (found := known.get(str(statement))) is not None:
        yield found
        return
    if kind not in (ast.ASTType.Rule, ast.ASTType.ShowTerm):
        yield Statement(str(statement), (), (), is_choice=False)
        return
    unpooled = statement.unpool()
    reads = tuple(dict.fromkeys(atom for each in unpooled for atom in _atoms_read(each)))
    is_choice = kind is ast.ASTType.Rule and statement.head.ast_type is ast.ASTType.Aggregate
    variants = tuple(_variant(each) for each in unpooled)
    atoms = (*reads, *(atom for variant in variants for atom in variant.heads))
    constants = tuple(dict.fromkeys(constant for _, terms in atoms for constant in constants_in(terms)))
    yield Statement(str(statement), variants, reads, is_choice, constants)


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
        needed.append(tuple(dict.fromkeys(variable for terms in later for variable in variables_in(terms))))
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
            return abstract(term.symbol, None)
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
