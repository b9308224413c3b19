"""The lifted rules on a space of boards, grounded check by check and asked under assumptions."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

import clingo
from clingo import Function, Number, Symbol, ast

from sbalogic.board import Board
from sbalogic.errors import InputError, Problem
from sbalogic.rulebook import asp_folder, problems_from
from sbalogic.verify.boards import CHOSEN, board_of
from sbalogic.verify.lift import at_check, lift, read_by
from sbalogic.verify.space import OneBoard, Space

_SLICE: Final = 0.1
"""Seconds between two looks at the clock while the solver works."""


class Found(NamedTuple):
    """A board of the space and what happens on it, as a model has it."""

    board: Board
    facts: tuple[Symbol, ...]
    """The board as facts."""
    derived: frozenset[Symbol]
    """All atoms of the model that are shown."""

    def performed(self, world: str = "first") -> list[list[str]]:
        """Return the events that happen in each check of a world, in name order, as terms of `asp/events/`."""
        events: dict[int, list[str]] = defaultdict(list)
        for atom in self.derived:
            if atom.name == "perform" and len(atom.arguments) == 3 and atom.arguments[1].name == world:
                events[atom.arguments[2].number].append(str(atom.arguments[0]))
        return [sorted(events[check]) for check in sorted(events)]


def read_own_property(path: str) -> Property:
    """Read a user's own property from a file.

    Raises `InputError` if it cannot be read, is no program in clingo's language, or derives neither `violation` nor
    `reaches(N)`.
    """
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(path, 1, 1, f"cannot be read: {error}")]) from None
    messages: list[str] = []
    heads: set[tuple[str, int]] = set()

    def note(statement: ast.AST) -> None:
        if statement.ast_type is ast.ASTType.Rule and statement.head.ast_type is ast.ASTType.Literal:
            atom = statement.head.atom
            if atom.ast_type is ast.ASTType.SymbolicAtom:
                heads.add((atom.symbol.name, len(atom.symbol.arguments)))

    try:
        ast.parse_files([path], note, logger=lambda code, message: messages.append(message))
    except RuntimeError:
        raise InputError(problems_from(messages, path)) from None
    if heads.isdisjoint({("violation", 0), ("reaches", 1)}):
        raise InputError([Problem(path, 1, 1, "derives neither violation nor reaches(N): it asks for nothing")])
    return Property(os.path.splitext(os.path.basename(path))[0], text)


class Unknown(Exception):
    """The time was up before the solver knew."""


class Property(NamedTuple):
    """A statement about boards, in the words of the rules, without time: see `asp/verify/properties/`."""

    name: str
    text: str

    @property
    def statement(self) -> str:
        """What it says, in our words: its first comment."""
        lines = self.text.split("\n\n")[0].splitlines()
        said = " ".join(line.removeprefix("%").strip() for line in lines if line.startswith("%"))
        return said.partition(": ")[2] or said

    @property
    def compares_editions(self) -> bool:
        """Whether its two worlds follow the rules of two days."""
        return "another_edition(" in self.text


def properties() -> dict[str, Property]:
    """Return the properties that come with the program, by name."""
    folder = os.path.join(asp_folder(), "verify", "properties")
    found = {}
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as stream:
            name = os.path.splitext(file)[0]
            found[name] = Property(name, stream.read())
    return found


class Checks:
    """The boards of a space, and what the rules do with them in a growing number of checks."""

    def __init__(
        self,
        space: Space | OneBoard,
        statements: Sequence[Property],
        *,
        days: Sequence[date] = (),
        symmetry: bool = True,
        configuration: str = "handy",
        options: Sequence[str] = (),
    ) -> None:
        """Lift the rules that can fire on boards of the space, with properties beside them.

        `days` are the days of two worlds, `first` and `second`, if their rules differ; else the space's day counts in
        all worlds. Without `symmetry` boards are not taken as one that differ only in what objects are called.
        `configuration` is one of clasp's, `options` go to clingo. Raises `RuntimeError` where a property is no program.
        """
        self.space = space
        self.horizon = 0
        """The number of checks that are grounded."""
        self._of_boards = {*space.rulebook.vocabulary, *CHOSEN} - {("in_edition", 1)}
        editions = space.rulebook.editions
        worlds = dict(zip(("first", "second"), days, strict=False)) if days else {}
        facts = [fact for day in set(days) or {space.day} for fact in editions.at(day).facts]
        told = [each.text for each in statements]
        if any("one_at_a_time" in each for each in told):
            told.append(_file("one_at_a_time.lp"))
        rules = space.rulebook.rules_for(space.shapes.union(facts), read_by(told))
        lifted = lift(rules, told)
        self._symmetry = symmetry and (("time", 2) not in read_by(rules) or "timestamp(0,0)" in space.shapes)
        parts = [space.text, lifted.base]
        self._check = "\n".join(("#program check(t).", lifted.check, _QUESTIONS, _file("worlds.lp")))
        base = ["#program base."]
        if not any("world(" in each for each in told):
            base.append("world(first).")
        if worlds:
            base += [
                f"in_edition_of({world},{rule})." for world, day in worlds.items() for rule in editions.at(day).numbers
            ]
        else:
            base += [f"{fact}." for fact in facts]
        if self._symmetry:
            attributes = space.attributes
            base += [f"attribute(O,{number}) :- thing(O,_), {each}." for number, each in enumerate(attributes)]
            base.append(f"attributes({len(attributes)}).")
            self._check += _file("symmetry.lp")
        self.control = clingo.Control(
            ["-c", f"permanents={space.permanents}", f"--configuration={configuration}", *options],
            logger=lambda code, message: None,
            message_limit=0,
        )
        self.control.add("base", [], "\n".join((*parts, *base)))
        self.control.ground([("base", [])])

    def grow(self, horizon: int) -> None:
        """Ground checks until there are so many."""
        for check in range(self.horizon, horizon):
            if check:
                self._settle()
            self.control.add("base", [], at_check(self._check, check))
            self.control.ground([(f"check_{check}", [])])
        self.horizon = max(self.horizon, horizon)

    def _settle(self) -> None:
        """Let the solver note what no board makes true, or every board, so that the next check is not grounded for it.

        Where the rules add up numbers there would be more of them with every check.
        """
        limits = self.control.configuration.solve
        before, limits.solve_limit = limits.solve_limit, "1"
        self.control.solve()
        limits.solve_limit = before
        self.control.cleanup()

    def close(self) -> None:
        """Settle that no more checks will be grounded, so that boards can be numbered by all that happens on them."""
        if self._symmetry and self.horizon:
            self.control.ground([(f"horizon_{self.horizon - 1}", [])])

    def atoms(self, name: str, arity: int) -> list[Symbol]:
        """Return the atoms of that name that some board makes true, in order."""
        return sorted(atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity))

    def chosen(self) -> list[Symbol]:
        """Return what a board of the space may be without: what the space offers as a choice, in order."""
        plain = {atom.symbol.arguments[0] for atom in self.control.symbolic_atoms.by_signature("plain", 1)}
        found = set()
        for name, patterns in self.space.choices:
            for atom in self.control.symbolic_atoms.by_signature(name, len(patterns)):
                terms = map(str, atom.symbol.arguments)
                if not atom.is_fact and all(each in (None, term) for each, term in zip(patterns, terms, strict=True)):
                    found.add(atom.symbol)
        return sorted(found - plain)

    def find(
        self, goal: Symbol, cube: Iterable[tuple[Symbol, bool]] = (), deadline: float | None = None
    ) -> Found | None:
        """Return a board on which the goal is true, and all of the cube; None if there is none.

        `deadline` is a time of `time.monotonic()`. Raises `Unknown` when it is over first.
        """
        assumptions = self._assumptions(((goal, True), *cube))
        if assumptions is None:
            return None
        with self.control.solve(assumptions, yield_=True, async_=True) as handle:
            while not handle.wait(_SLICE):
                if deadline is not None and time.monotonic() > deadline:
                    handle.cancel()
                    raise Unknown
            model = handle.model()
            return None if model is None else self._read(model)

    def every(self, cube: Iterable[tuple[Symbol, bool]] = ()) -> Iterator[Found]:
        """Yield every board on which all of the cube is true, once for each way in which players may choose."""
        assumptions = self._assumptions(cube)
        if assumptions is None:
            return
        before = self.control.configuration.solve.models
        self.control.configuration.solve.models = 0
        try:
            with self.control.solve(assumptions, yield_=True) as handle:
                for model in handle:
                    yield self._read(model)
        finally:
            self.control.configuration.solve.models = before

    def board(self, facts: Collection[Symbol]) -> list[tuple[Symbol, bool]]:
        """Return the cube of the one board of the space that has just these facts, such as those of a `Found`."""
        atoms = self.control.symbolic_atoms
        wanted = (atom.symbol for each in self._of_boards for atom in atoms.by_signature(*each) if not atom.is_fact)
        return [(symbol, symbol in facts) for symbol in wanted]

    def _assumptions(self, cube: Iterable[tuple[Symbol, bool]]) -> list[int] | None:
        """Return a cube as literals; None if no board is in it."""
        assumptions = []
        for symbol, holds in cube:
            atom = self.control.symbolic_atoms[symbol]
            if atom is None and holds:
                return None
            if atom is not None:
                assumptions.append(atom.literal if holds else -atom.literal)
        return assumptions

    def last(self, name: str, *arguments: Symbol) -> Symbol:
        """Return an atom of the last check that is grounded."""
        return Function(name, [*arguments, Number(self.horizon - 1)])

    def _read(self, model: clingo.Model) -> Found:
        symbols = model.symbols(atoms=True)
        facts = tuple(each for each in symbols if (each.name, len(each.arguments)) in self._of_boards)
        space = self.space
        board = space.board if isinstance(space, OneBoard) else board_of(space, facts)
        return Found(board, facts, frozenset(symbols))


_QUESTIONS: Final = """
% What is asked about the checks up to t: does one violate the property, and does the game go on after it?
violated(t) :- violation(_, t).
violated(t) :- violated(t - 1).
undecided(t) :- violated(t).
undecided(t) :- again(_, t).
reached(N, t) :- reaches(N, _, t).
reached(N, t) :- reached(N, t - 1).
unfinished(t) :- again(_, t).
#defined violation/2.
#defined violated/1.
#defined reaches/3.
#defined reached/2.
"""


def _file(name: str) -> str:
    with open(os.path.join(asp_folder(), "verify", name), encoding="utf-8") as file:
        return file.read()
