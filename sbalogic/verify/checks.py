"""The lifted rules on a space of boards, grounded check by check and asked under assumptions."""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeVar

import clingo
from clingo import Function, Number, Symbol, ast

from sbalogic.board import Board
from sbalogic.errors import InputError, Problem, nearest
from sbalogic.rulebook import asp_folder, default_rulebook, problems_from
from sbalogic.verify.boards import CHOSEN, board_of
from sbalogic.verify.lift import FROM_THE_FRAME, Signature, at_check, derived_by, lift, read_by, reads_with_places
from sbalogic.verify.space import OneBoard, Space

_SLICE: Final = 0.1
"""Seconds between two looks at the clock while the solver works."""


_Read = TypeVar("_Read")


_STATEMENTS: Final = (ast.ASTType.Rule, ast.ASTType.Comment, ast.ASTType.Defined, ast.ASTType.Program)
"""What a user's own property may consist of."""


class Found(NamedTuple):
    """A board of the space and what happens on it, as a model has it."""

    board: Board
    facts: tuple[Symbol, ...]
    """The board as facts."""
    derived: frozenset[Symbol]
    """All atoms of the model that are shown."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle symbols as text: clingo's own are addresses, which mean nothing to another process."""
        return _found, (self.board, [*map(str, self.facts)], [*map(str, self.derived)])

    def performed(self, world: str = "first") -> list[list[str]]:
        """Return the events that happen in each check of a world, in name order, as terms of `asp/events/`."""
        events: dict[int, list[str]] = defaultdict(list)
        for atom in self.derived:
            if atom.name == "perform" and len(atom.arguments) == 3 and atom.arguments[1].name == world:
                events[atom.arguments[2].number].append(str(atom.arguments[0]))
        return [sorted(events[check]) for check in sorted(events)]


def _found(board: Board, facts: Sequence[str], derived: Sequence[str]) -> Found:
    """Read what was pickled."""
    return Found(board, tuple(map(clingo.parse_term, facts)), frozenset(map(clingo.parse_term, derived)))


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
    statements: list[ast.AST] = []
    try:
        ast.parse_files([path], statements.append, logger=lambda code, message: messages.append(message))
        control = clingo.Control(logger=lambda code, message: messages.append(message))
        control.load(path)
        control.ground()  # tells where variables are unsafe
    except RuntimeError:
        raise InputError(problems_from((each for each in messages if ": error: " in each), path)) from None
    for statement in statements:
        if statement.ast_type not in _STATEMENTS:
            begin = statement.location.begin
            text = "a property consists of rules and #defined statements only"
            raise InputError([Problem(path, begin.line, begin.column, text)])
    own = set(derived_by(statements))
    if own.isdisjoint({("violation", 0), ("reaches", 1)}):
        raise InputError([Problem(path, 1, 1, "derives neither violation nor reaches(N): it asks for nothing")])
    known = own | _known_predicates()
    problems = []
    for (name, arity), place in reads_with_places(statements).items():
        if (name, arity) not in known:
            near = nearest(name, sorted({each for each, _ in known})) or "see asp/README.md"
            line, column = place
            text = f"no rule derives {name}/{arity}, and no board has it; nearest: {near}"
            problems.append(Problem(path, line, column, text))
    if problems:
        raise InputError(problems)
    return Property(os.path.splitext(os.path.basename(path))[0], text)


@cache
def _known_predicates() -> frozenset[Signature]:
    """Return what a property may speak of: predicates of the rules, of boards, and of `asp/verify/`."""
    rulebook = default_rulebook()
    statements: list[ast.AST] = []
    folder = os.path.join(asp_folder(), "verify")
    for place, _, names in os.walk(folder):
        if os.path.basename(place) != "properties":
            paths = [os.path.join(place, name) for name in sorted(names)]
            ast.parse_files(paths, statements.append, logger=lambda code, message: None)
    return frozenset((*rulebook.vocabulary, *rulebook.derived, *derived_by(statements), *FROM_THE_FRAME))


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
        may_hold: Collection[Symbol] = (),
        symmetry: bool = True,
        configuration: str = "trendy",
        options: Sequence[str] = (),
    ) -> None:
        """Lift the rules that can fire on boards of the space, with properties beside them.

        `days` are the days of two worlds, `first` and `second`, if their rules differ; else the space's day counts in
        all worlds. With `may_hold` the first check looks at any well-formed board of these fluents (see
        `asp/verify/well_formed.lp`). Without `symmetry` boards that differ only in what objects are called are not
        taken as one.
        `configuration` is one of clasp's, `options` go to clingo. Raises `RuntimeError` where a property is no program.
        """
        self.space = space
        self.horizon = 0
        """The number of checks that are grounded."""
        editions = space.rulebook.editions
        worlds = dict(zip(("first", "second"), days, strict=False)) if days else {}
        facts = [fact for day in set(days) or {space.day} for fact in editions.at(day).facts]
        told = [each.text for each in statements]
        if any("one_at_a_time" in each for each in told):  # which derives held_back(E)
            told.append(file_beside(space, "one_at_a_time.lp"))
        if may_hold or any("ill_formed(" in each for each in told):
            told.append(file_beside(space, "well_formed.lp"))
        rules = space.rulebook.rules_for(space.shapes.union(facts), read_by(told))
        lifted = _lifted(tuple(rules), tuple(told))
        dated = any(each.startswith("timestamp(") for each in space.shapes)
        self.order_counts = ("time", 2) in _read_by(tuple(rules)) and not dated
        """Whether the rules read the order of permanents in a file, so that objects cannot be taken one for another."""
        self._symmetry = symmetry and not self.order_counts
        parts = [space.text, lifted.base]
        self._check = "\n".join(("#program check(t).", lifted.check, _QUESTIONS, file_beside(space, "worlds.lp")))
        base = ["#program base."]
        if not any("world(" in each for each in told):
            base.append("world(first).")
        if may_hold:
            base += ["from_any_board.", *(f"may_hold({fact})." for fact in may_hold)]
            self._check += ":- ill_formed(_,_,t), t = 0.\n"
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
            self._check += file_beside(space, "symmetry.lp")
        self._closed: Symbol | None = None
        self.control = clingo.Control(
            ["-c", f"permanents={space.permanents}", f"--configuration={configuration}", *options],
            logger=lambda code, message: None,
            message_limit=0,
        )
        text = "\n".join((*parts, *base))
        lines = sorted({*text.splitlines(), *self._check.splitlines()})
        self.fingerprint = sha256("\n".join(lines).encode()).hexdigest()[:16]
        """What tells the program from others."""
        self.control.add("base", [], text)
        self.control.ground([("base", [])])

    def watch(self, program: str) -> None:
        """Ground a program with a subprogram `check(t)` beside the rules, in all checks still to come."""
        self._check += f"\n{program}"

    def grow(self, horizon: int) -> None:
        """Ground checks until there are so many."""
        if self._closed is not None and horizon > self.horizon:
            self.control.release_external(self._closed)
            self._closed = None
        for check in range(self.horizon, horizon):
            if check:
                self._settle()
            self.control.add("base", [], at_check(self._check, check))
            self.control.ground([(f"check_{check}", [])])
        self.horizon = max(self.horizon, horizon)

    def _settle(self) -> None:
        """Let the solver note what no board makes true, or every board, so that the next check is not grounded for it.

        Where the rules add up numbers there would be more and more of them.
        """
        solve: Any = self.control.configuration.solve
        before, solve.solve_limit = solve.solve_limit, "1"
        self.control.solve()
        solve.solve_limit = before
        self.control.cleanup()

    def close(self) -> None:
        """Let objects be numbered by all that happens in these checks, until there are more of them."""
        if self._symmetry and self.horizon and self._closed is None:
            self.control.ground([(f"horizon_{self.horizon - 1}", [])])
            self._closed = self.last("closed")
            self.control.assign_external(self._closed, True)

    def fluents(self) -> frozenset[Symbol]:
        """Return the facts that may hold on some board after the last check that is grounded."""
        after = self.control.symbolic_atoms.by_signature("after", 3)
        return frozenset(
            each.symbol.arguments[0] for each in after if each.symbol.arguments[2].number == self.horizon - 1
        )

    def atoms(self, name: str, arity: int) -> list[Symbol]:
        """Return the atoms of that name that some board makes true, in order."""
        return sorted(atom.symbol for atom in self.control.symbolic_atoms.by_signature(name, arity))

    @cached_property
    def chosen(self) -> list[Symbol]:
        """What a board of the space may be without: what the space offers as a choice, in order."""
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
        return self._ask(goal, cube, deadline, self._read)

    def possible(self, goal: Symbol, cube: Iterable[tuple[Symbol, bool]] = (), deadline: float | None = None) -> bool:
        """Say whether there is a board on which the goal is true, and all of the cube."""
        return self._ask(goal, cube, deadline, lambda model: True) is not None

    def holding(self, goal: Symbol, cube: Iterable[tuple[Symbol, bool]], among: Iterable[Symbol]) -> set[Symbol] | None:
        """Return which of some atoms hold on a board on which the goal is true, and all of the cube.

        None if there is no such board.
        """
        atoms = [(each, self.control.symbolic_atoms[each]) for each in among]
        literals = [(each, atom.literal) for each, atom in atoms if atom is not None]
        return self._ask(goal, cube, None, lambda model: {each for each, literal in literals if model.is_true(literal)})

    def run(
        self,
        goal: Symbol,
        taken: Callable[[Found], Iterable[Iterable[tuple[Symbol, bool]]]],
        cube: Iterable[tuple[Symbol, bool]] = (),
        deadline: float | None = None,
    ) -> Iterator[Found]:
        """Yield the boards on which the goal is true, and all of the cube, but for those that others stand for.

        `taken` returns the cubes for which a board stands, at least its own: no board of these is found after it.
        Nothing else may be asked meanwhile. Raises `Unknown` when the deadline is over.
        """
        assumptions = self._assumptions(goal, cube)
        if assumptions is None:
            return
        solve: Any = self.control.configuration.solve
        solve.models = 0
        try:
            with self.control.solve(assumptions, yield_=True, async_=True) as handle:
                while (model := _next_model(handle, deadline)) is not None:
                    found = self._read(model)
                    for each in taken(found):
                        model.context.add_clause([(symbol, not holds) for symbol, holds in each])
                    yield found
                    handle.resume()
        finally:
            solve.models = 1

    def _assumptions(self, goal: Symbol, cube: Iterable[tuple[Symbol, bool]]) -> list[int] | None:
        """Return the literals of the goal and the cube; None if no board can have them."""
        assumptions = []
        for symbol, holds in ((goal, True), *cube):
            atom = self.control.symbolic_atoms[symbol]
            if atom is None and holds:
                return None
            if atom is not None:
                assumptions.append(atom.literal if holds else -atom.literal)
        return assumptions

    def _ask(
        self,
        goal: Symbol,
        cube: Iterable[tuple[Symbol, bool]],
        deadline: float | None,
        read: Callable[[clingo.Model], _Read],
    ) -> _Read | None:
        assumptions = self._assumptions(goal, cube)
        if assumptions is None:
            return None
        with self.control.solve(assumptions, yield_=True, async_=True) as handle:
            model = _next_model(handle, deadline)
            return None if model is None else read(model)

    def either(self, goals: Iterable[Symbol]) -> Symbol:
        """Return an atom that holds where one of these atoms of the checks that are grounded does."""
        symbol = Function("either", [*goals])
        if self.control.symbolic_atoms[symbol] is None:
            with self.control.backend() as backend:
                atom = backend.add_atom(symbol)
                for each in symbol.arguments:
                    found = self.control.symbolic_atoms[each]
                    if found is not None:
                        backend.add_rule([atom], [found.literal])
        return symbol

    def last(self, name: str, *arguments: Symbol) -> Symbol:
        """Return an atom of the last check that is grounded."""
        return Function(name, [*arguments, Number(self.horizon - 1)])

    def _read(self, model: clingo.Model) -> Found:
        symbols = model.symbols(atoms=True)
        wanted = {*self.space.rulebook.vocabulary, *CHOSEN}
        facts = tuple(
            each for each in symbols if (each.name, len(each.arguments)) in wanted and each.name != "in_edition"
        )
        space = self.space
        board = space.board if isinstance(space, OneBoard) else board_of(space, facts)
        return Found(board, facts, frozenset(symbols))


_lifted: Final = cache(lift)
"""Lifts rules once: those for boards with more permanents are mostly the same."""
_read_by: Final = cache(read_by)


def _next_model(handle: clingo.SolveHandle, deadline: float | None) -> clingo.Model | None:
    """Wait for a model. Raises `Unknown` when the deadline is over."""
    while not handle.wait(_SLICE):
        if deadline is not None and time.monotonic() > deadline:
            handle.cancel()
            raise Unknown
    return handle.model()


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


def file_beside(space: Space | OneBoard, name: str) -> str:
    """Return the text of a file of `asp/verify/`, beside the rules that the space follows."""
    with open(os.path.join(space.rulebook.folder, "verify", name), encoding="utf-8") as file:
        return file.read()
