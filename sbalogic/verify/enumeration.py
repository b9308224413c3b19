"""All boards of a space that are as a query asks, up to isomorphism, the smallest first.

Boards are looked for by the number of their permanents, and among those by the number of things chosen that are not
plain (see `asp/verify/space/base.lp`): one bound after the other. Under each bound as many checks are grounded as its
boards can have before they are decided; then the solver runs through them. Every board that it finds is done again by
the driver, and all that differ from it only in what objects are called are excluded.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from clingo import Function, Number, String, Symbol, SymbolType, parse_term

from sbalogic.board import Board
from sbalogic.facts import facts_of
from sbalogic.outcome import Outcome, Resolution
from sbalogic.resolver import resolve
from sbalogic.terms import quote
from sbalogic.verify.boards import CHOSEN
from sbalogic.verify.checks import Checks, Found, Property, Unknown, file_beside
from sbalogic.verify.isomorphism import canonical_form, renamings
from sbalogic.verify.replay import MOST_OUTCOMES, Disagreement, confirm, expectations
from sbalogic.verify.verification import MOST_CHECKS, Scope

Cube = Sequence[tuple[Symbol, bool]]
"""Facts that hold, and facts that do not."""

_MOST_RENAMINGS: Final = 1_000
"""So many renamings of a board are excluded in the solver; what is found through others is left out afterwards."""


class Bounds(NamedTuple):
    """How many there are to be."""

    least: int
    most: int | None
    """None: any number from the least."""

    def __contains__(self, number: object) -> bool:
        """Whether a number lies within."""
        return isinstance(number, int) and self.least <= number and (self.most is None or number <= self.most)


class Query(NamedTuple):
    """What is asked of boards. All of it is to come about together, in one way of going through the checks."""

    violated: Property | None = None
    """A property that is violated."""
    together: tuple[str, ...] = ()
    """State-based actions that are all performed in one check."""
    checks: Bounds | None = None
    """How many checks perform something."""
    outcomes: Bounds | None = None
    """How many different outcomes the board has."""


class Listed(NamedTuple):
    """A board that is as the query asks."""

    board: Board
    """With what comes out of it as its `expect:` block."""
    chosen: int
    """How many things are chosen on it that are not plain."""
    actions: tuple[str, ...]
    """The state-based actions that are performed on it, in the order in which they first are."""


def boards(
    query: Query,
    scope: Scope,
    *,
    known: Collection[Board] = (),
    timeout: float | None = None,
    progress: Callable[[str], None] = lambda text: None,
) -> Generator[Listed, None, None]:
    """Yield one board of each class of isomorphic ones that are as asked, but for the classes of those that are known.

    Raises `Unknown` when `timeout` seconds are over or a board comes to no end, `RuntimeError` where the property is no
    program, and `Disagreement` if the driver does something else than the lifted rules.
    """
    deadline = None if timeout is None else time.monotonic() + timeout
    for permanents in range(scope.permanents + 1):
        level = _Level(query, scope, permanents, known, deadline, progress)
        try:
            yield from level.boards()
        except Unknown:
            raise Unknown(
                f"stopped at {permanents} permanents and {level.size} things chosen: there may be more boards"
            ) from None


def possible_actions(scope: Scope) -> frozenset[str]:
    """Return the state-based actions that can apply to some board of the scope, as far as the rules' syntax tells."""
    space = scope.space(scope.permanents)
    editions = space.rulebook.editions
    days = scope.days or (scope.day,)
    facts = [fact for day in days for fact in editions.at(day).facts]
    rules = space.rulebook.rules_for(space.shapes.union(facts), [("perform_by", 2)])
    names = {name for day in days for name in editions.at(day).actions}
    heads = [each.partition(":-")[0].replace(" ", "") for each in rules if each.startswith("propose(")]
    return frozenset(name for name in names if any(f",{name})" in head for head in heads))


class _Level:
    """The boards with exactly so many permanents."""

    def __init__(
        self,
        query: Query,
        scope: Scope,
        permanents: int,
        known: Collection[Board],
        deadline: float | None,
        progress: Callable[[str], None],
    ) -> None:
        self._query = query
        self._scope = scope
        self._deadline = deadline
        self._progress = progress
        statements = [query.violated] if query.violated is not None else []
        space = scope.space(permanents)
        self._checks = Checks(
            space, [*statements, Property("course", file_beside(space, "course.lp"))], days=scope.days, symmetry=False
        )
        self._checks.watch(file_beside(space, "queries.lp"))
        self._ground("query", _asked(query))
        self._ordered = self._checks.order_counts
        self._ground_names()
        self._most = self._ground_sizes()
        self._possible = self._possible_facts()
        self._seen: set[Hashable] = set()
        self.size = 0
        """So many things are chosen on the boards that are looked at."""
        for board in known:
            if len(board.objects) == permanents:
                self._seen.add(canonical_form(board, ordered=self._ordered))
                self._exclude_known(board)

    def boards(self) -> Iterator[Listed]:
        """Yield the boards, those on which few things are chosen first."""
        for size in range(self._most + 1):
            if not self._any(Function("chosen_at_least", [Number(size)])):
                return
            self.size = size
            self._require_time()
            self._progress(f"{self._checks.space.permanents} permanents, {size} of at most {self._most} things chosen")
            self._decide(size)
            for found in self._run(size):
                self._require_time()
                form = canonical_form(found.board, ordered=self._ordered)
                if form in self._seen:
                    continue
                self._seen.add(form)
                listed = self._confirmed(found, size)
                if listed is not None:
                    yield listed

    def _require_time(self) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise Unknown

    def _ground_names(self) -> None:
        """Exclude boards that differ from others in names alone, as far as a program tells it."""
        lines = [file_beside(self._checks.space, "isomorphism.lp")]
        if not self._ordered:
            attributes = self._checks.space.attributes
            lines += [f"attribute(O,{number}) :- thing(O,_), {each}." for number, each in enumerate(attributes)]
            lines.append(f"attributes({len(attributes)}).")
        self._ground("names", lines)

    def _ground_sizes(self) -> int:
        """Count what is chosen on a board; return the greatest number that it could have."""
        chosen = self._checks.chosen
        lines = [f"_chosen({number}) :- {atom}." for number, atom in enumerate(chosen)]
        lines.append(f"chosen_at_least(N) :- N = 0..{len(chosen) + 1}, N <= #count {{ X : _chosen(X) }}.")
        self._ground("sizes", [*lines, "#defined _chosen/1."])
        return len(chosen)

    def _ground(self, name: str, lines: Iterable[str]) -> None:
        self._checks.control.add(name, [], "\n".join(lines))
        self._checks.control.ground([(name, [])])

    def _possible_facts(self) -> dict[str, Symbol]:
        """Return the facts that some boards have and others have not, by text.

        Abilities are not among them: they follow from lines of text, and their terms hold numbers that differ from one
        reading to another.
        """
        atoms = self._checks.control.symbolic_atoms
        found = (
            atom
            for name, arity in (*self._checks.space.rulebook.vocabulary, *CHOSEN)
            for atom in atoms.by_signature(name, arity)
        )
        return {
            str(atom.symbol): atom.symbol
            for atom in found
            if not atom.is_fact and atom.symbol.name != "printed_ability"
        }

    def _of_size(self, size: int) -> list[tuple[Symbol, bool]]:
        return [(Function("chosen_at_least", [Number(number)]), number == size) for number in (size, size + 1)]

    def _decide(self, size: int) -> None:
        """Ground as many checks as boards of this size have that are as asked or may become so."""
        if not self._checks.horizon:
            self._checks.grow(1)
        while self._any(self._checks.last("open"), self._of_size(size)):
            if self._checks.horizon == MOST_CHECKS:
                raise Unknown
            self._checks.grow(self._checks.horizon + 1)

    def _any(self, goal: Symbol, cube: Cube = ()) -> bool:
        return self._checks.possible(goal, cube, self._deadline)

    def _run(self, size: int) -> Iterator[Found]:
        """Yield boards of this size that are as asked; with each go those that come of it when objects are renamed."""

        def taken(found: Found) -> Iterator[Cube]:
            return self._renamed(found.board, {str(each) for each in found.facts})

        return self._checks.run(self._checks.last("as_wanted"), taken, self._of_size(size), self._deadline)

    def _renamed(self, board: Board, facts: Collection[str]) -> Iterator[Cube]:
        """Yield what holds on the board with these facts and what does not, and so for what comes of it by renaming."""
        held = [symbol for text, symbol in self._possible.items() if text in facts]
        done = set()
        for renaming in islice(renamings(board, ordered=self._ordered), _MOST_RENAMINGS):
            renamed = frozenset(str(_renamed(each, renaming)) for each in held)
            if renamed not in done and renamed <= self._possible.keys():
                done.add(renamed)
                yield [(symbol, text in renamed) for text, symbol in self._possible.items()]

    def _exclude_known(self, board: Board) -> None:
        """Exclude a board that need not be looked for."""
        atoms = self._checks.control.symbolic_atoms
        with self._checks.control.backend() as backend:
            for cube in self._renamed(board, _facts(board)):
                literals = ((atoms[symbol], holds) for symbol, holds in cube)
                backend.add_rule([], [atom.literal if holds else -atom.literal for atom, holds in literals if atom])

    def _confirmed(self, found: Found, size: int) -> Listed | None:
        """Do a board again by the driver and write down what comes out; None if it has other outcomes than asked."""
        alone = {
            str(atom.arguments[0])
            for atom in found.derived
            if atom.name == "one_at_a_time" and len(atom.arguments) == 2
        }
        worlds = sorted({str(atom.arguments[0]) for atom in found.derived if atom.name == "world"} - alone)
        days = dict(zip(("first", "second"), self._scope.days, strict=False))
        rulebook = self._checks.space.rulebook
        for world in worlds:
            day = days.get(world, found.board.rules)
            confirm(found._replace(board=found.board._replace(rules=day)), world, rulebook)
        under = [found.board._replace(rules=day) for day in self._scope.days or (found.board.rules,)]
        resolutions = [resolve(each, limit=MOST_OUTCOMES, rulebook=rulebook) for each in under]
        if not all(each.complete for each in resolutions):
            raise Disagreement(f"on {found.board} there are more outcomes than {MOST_OUTCOMES}")
        if self._query.outcomes is not None and len(resolutions[0].outcomes) not in self._query.outcomes:
            return None
        if not any(map(self._agrees, resolutions[0].outcomes)):
            raise Disagreement(f"on {found.board} the driver finds no outcome as {self._query} asks")
        expect = [each for resolution in resolutions for each in expectations(resolution, dated=len(resolutions) > 1)]
        return Listed(found.board._replace(expect=expect), size, _actions(resolutions))

    def _agrees(self, outcome: Outcome) -> bool:
        """Whether an outcome is as the query asks, but for the property."""
        query = self._query
        together = not query.together or any(
            {each.sba for each in check.actions}.issuperset(query.together) for check in outcome.checks
        )
        return together and (query.checks is None or len(outcome.checks) in query.checks)


def _facts(board: Board) -> frozenset[str]:
    """Write a board in the words of the rules and of `asp/verify/space/`."""
    written = {str(parse_term(fact)) for group in facts_of(board).groups.values() for fact in group}
    for name, each in board.objects.items():
        written.update(f"says({quote(name)},{quote(line)})" for line in each.text.splitlines())
        written.add(f"has_chapters({quote(name)},{each.chapters})")
    return frozenset(written)


def _asked(query: Query) -> list[str]:
    """Write a query as facts of `asp/verify/queries.lp` and `asp/verify/course.lp`."""
    facts = [f"wanted_together({name})." for name in query.together]
    if query.violated is not None:
        facts.append("wanted_violation.")
    if query.checks is not None:
        most = "#sup" if query.checks.most is None else query.checks.most
        facts.append(f"wanted_checks({query.checks.least},{most}).")
    if query.outcomes is not None and query.outcomes.least > 1:
        facts.append("wanted_choice.")
    return facts


def _renamed(term: Symbol, names: Mapping[str, str]) -> Symbol:
    """Return a term with other names of objects."""
    if term.type is SymbolType.String:
        return String(names.get(term.string, term.string))
    if term.type is SymbolType.Function and term.arguments:
        return Function(term.name, [_renamed(each, names) for each in term.arguments], term.positive)
    return term


def _actions(resolutions: Iterable[Resolution]) -> tuple[str, ...]:
    performed = [
        (check.number, action.sba)
        for resolution in resolutions
        for outcome in resolution.outcomes
        for check in outcome.checks
        for action in check.actions
    ]
    return tuple(dict.fromkeys(sba for _, sba in sorted(performed, key=lambda each: each[0])))
