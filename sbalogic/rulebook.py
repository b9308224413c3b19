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
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from heapq import heappop, heappush
from importlib.util import cache_from_source

from sbalogic.abstraction import (
    Atom,
    Statement,
    Term,
    Variant,
    atom_of_shape,
    bindings,
    may_overlap,
    substitute,
    unify_all,
)
from sbalogic.editions import Editions
from sbalogic.errors import InputError, Problem
from sbalogic.groups import Groups

_ARGUMENT = re.compile(r'"[^"]*"|\w+(?:\([^()]*\))?')


def asp_folder() -> str:
    """Return the folder of the rules: inside the installed package, or at the top of a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "asp")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "asp")


@dataclass(eq=False)
class Program:
    """The rules that can fire on boards whose facts have certain shapes."""

    text: str
    reads: tuple[Atom, ...]
    """Patterns of all atoms that these rules look at."""
    has_choices: bool
    """Whether one board may have several models."""
    _wanted: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def _patterns(self) -> dict[tuple[str, int], list[tuple[Term, ...]]]:
        """What these rules look at, by name and arity."""
        patterns: dict[tuple[str, int], list[tuple[Term, ...]]] = defaultdict(list)
        for name, terms in self.reads:
            patterns[name, len(terms)].append(terms)
        return patterns

    def facts(self, groups: Groups) -> str:
        """Return the facts that the program reads, as text."""
        lines: list[str] = []
        for shape, group in groups.items():
            wanted = self._wanted.get(shape)
            if wanted is None:
                name, terms = atom_of_shape(shape, None)
                wanted = self._wanted[shape] = any(
                    unify_all(pattern, terms, {}) is not None for pattern in self._patterns.get((name, len(terms)), ())
                )
            if wanted:
                lines.extend(group)
        return ".\n".join(lines) + "." if lines else ""


class Rulebook:
    """The rules of one check, with a user's own rules beside them.

    `extra` are files of the user. Raises `InputError` where one of them cannot be read. `folder` is a changed copy of
    `asp_folder`, whose rules count instead. Raises `RuntimeError` where these cannot be parsed.
    """

    def __init__(
        self, extra: Sequence[str | os.PathLike[str]] = (), folder: str | os.PathLike[str] | None = None
    ) -> None:
        """Read the rules; what can be seen from the syntax of our own is kept beside Python's compiled modules."""
        self.extra = tuple(os.fspath(path) for path in extra)
        self.folder = asp_folder() if folder is None else os.fspath(folder)
        own = _own_statements(asp_folder())
        if folder is not None:
            own = _statements_of(self.folder, {each.text: each for each in own})
        self._statements = own + [statement for path in self.extra for statement in _extra_statements(path)]
        self._programs: dict[frozenset[str], Program] = {}
        self._variants = [
            (number, variant) for number, each in enumerate(self._statements) for variant in each.variants
        ]
        self._users: dict[tuple[str, int], list[int]] = defaultdict(list)
        for place, (_, variant) in enumerate(self._variants):
            for name, terms in variant.body:
                self._users[name, len(terms)].append(place)
        self._state_always_true()
        self._constants = frozenset(constant for each in self._statements for constant in each.constants)

    def _state_always_true(self) -> None:
        """Note what rules without a condition derive, so that it need not be found out for every board."""
        read = {(name, len(terms)) for each in self._statements for name, terms in each.reads}
        self._fired_always: set[int] = set()
        self._known_always: dict[tuple[str, int], dict[tuple[Term, ...], None]] = defaultdict(dict)
        first: set[int] = set()
        for place, (number, variant) in enumerate(self._variants):
            if variant.body:
                continue
            if variant.unequal or not variant.heads or any(name == "add" for name, _ in variant.heads):
                first.add(place)
            elif any((name, len(terms)) in read for name, terms in variant.heads):
                self._fired_always.add(number)
                for name, terms in variant.heads:
                    self._known_always[name, len(terms)][tuple(substitute(term, {}) for term in terms)] = None
        first.update(place for each in self._known_always for place in self._users.get(each, ()))
        self._first = sorted(first)

    def program(self, shapes: Iterable[str]) -> Program:
        """Return the rules that can fire on facts of the given shapes, or on a board that comes from them.

        What bears on nothing shown is left out too.
        """
        key = frozenset(shapes)
        if key not in self._programs:
            atoms = {atom_of_shape(shape, self._constants) for shape in key}
            self._programs[key] = _program(_relevant(self._fireable(atoms)))
        return self._programs[key]

    def rules_for(self, shapes: Iterable[str], reads: Iterable[tuple[str, int]]) -> list[str]:
        """Return the rules that can fire on facts of the given shapes and bear on what a check does, or on `reads`.

        `reads` are predicates by name and arity.
        """
        atoms = {atom_of_shape(shape, self._constants) for shape in shapes}
        fireable = [each for each in self._fireable(atoms) if each.variants and not each.text.startswith("#show")]
        return [each.text for each in _relevant(fireable, {("add", 1), ("del", 1), ("again", 0), *reads})]

    @cached_property
    def vocabulary(self) -> list[tuple[str, int]]:
        """The predicates of facts that a board may hold, by name and arity, in reading order."""
        with open(os.path.join(self.folder, "vocabulary.lp"), encoding="utf-8") as file:
            return [(name, int(arity)) for name, arity in re.findall(r"^#defined (\w+)/(\d+)\.", file.read(), re.M)]

    def whole(self) -> Program:
        """Return all rules, whatever the facts."""
        return _program(self._statements)

    def table(self, predicate: str) -> list[list[str]]:
        """Return the arguments of the facts that the rules themselves state of a predicate, in reading order."""
        start = f"{predicate}("
        facts = [each.text for each in self._statements if each.text.startswith(start) and not each.reads]
        return [_ARGUMENT.findall(fact, len(start)) for fact in facts]

    @cached_property
    def editions(self) -> Editions:
        """The editions of the rules."""
        return Editions(
            self.table("state_based_action"), self.table("edition"), self.table("became"), self.table("unknown_day")
        )

    @cached_property
    def derived(self) -> frozenset[tuple[str, int]]:
        """The predicates that rules derive, by name and arity."""
        heads = (atom for each in self._statements for variant in each.variants for atom in variant.heads)
        return frozenset((name, len(terms)) for name, terms in heads)

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
        known.update((each, dict(atoms)) for each, atoms in self._known_always.items())
        # The files stand in reading order: most rules are looked at once if the first in order always comes next.
        queue = list(self._first)
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
        fired = set(self._fired_always)
        while queue:
            place = heappop(queue)
            waiting.discard(place)
            number, variant = self._variants[place]
            for binding in bindings(variant, known):
                fired.add(number)
                for name, terms in variant.heads:
                    derived = tuple(substitute(term, binding) for term in terms)
                    learn(name, derived)
                    if name == "add":
                        fact = derived[0] if isinstance(derived[0], tuple) else (derived[0],)
                        learn(str(fact[0]), fact[1:])
        return [each for number, each in enumerate(self._statements) if number in fired or not each.variants]


@cache
def default_rulebook() -> Rulebook:
    """Return the rules without those of a user, read once."""
    return Rulebook()


def _relevant(statements: Sequence[Statement], wanted: Collection[tuple[str, int]] = ()) -> list[Statement]:
    """Leave out what neither a shown term, nor a constraint, nor a wanted predicate depends on."""
    heads: dict[tuple[str, int], list[tuple[int, tuple[Term, ...]]]] = defaultdict(list)
    kept: set[int] = set()
    queue: list[int] = []
    for number, each in enumerate(statements):
        of = [atom for variant in each.variants for atom in variant.heads]
        for name, terms in of:
            heads[name, len(terms)].append((number, terms))
        if not of or any((name, len(terms)) in wanted for name, terms in of):
            queue.append(number)
    while queue:
        number = queue.pop()
        if number in kept:
            continue
        kept.add(number)
        for name, terms in statements[number].reads:
            queue.extend(
                other for other, head in heads[name, len(terms)] if other not in kept and may_overlap(terms, head)
            )
    return [each for number, each in enumerate(statements) if number in kept]


def _program(statements: Sequence[Statement]) -> Program:
    reads = tuple(dict.fromkeys(atom for each in statements for atom in each.reads))
    lines = [each.text for each in statements]
    read = sorted({(name, len(terms)) for name, terms in reads})
    lines.extend(f"#defined {name}/{arity}." for name, arity in read)
    return Program("\n".join(lines), reads, any(each.is_choice for each in statements))


# --- reading the files


def _own_statements(folder: str) -> list[Statement]:
    package = os.path.dirname(__file__)
    paths = [os.path.join(package, name) for name in ("abstraction.py", "rulebook.py", "syntax.py")]
    paths += [os.path.join(place, name) for place, _, names in os.walk(folder) for name in sorted(names)]
    state = [(path, found.st_mtime_ns, found.st_size) for path in paths for found in [os.stat(path)]]
    kept = os.path.splitext(cache_from_source(__file__))[0] + ".rules"
    try:
        with open(kept, "rb") as file:
            found, statements = marshal.loads(file.read())
        if found == state:
            return [Statement(text, tuple(Variant(*each) for each in of), *rest) for text, of, *rest in statements]
    except (OSError, ValueError, EOFError, TypeError):
        pass  # nothing usable is kept there
    parsed = _statements_of(folder, {})
    plain = [(text, tuple(tuple(each) for each in variants), *rest) for text, variants, *rest in parsed]
    _keep(kept, marshal.dumps((state, plain)))
    return parsed


def _statements_of(folder: str, known: Mapping[str, Statement]) -> list[Statement]:
    from sbalogic.syntax import read_statements

    return read_statements(os.path.join(folder, "check.lp"), lambda message: None, known)


def _keep(path: str, content: bytes) -> None:
    """Write a file at once or not at all; where nothing can be written, nothing is kept."""
    import tempfile

    with contextlib.suppress(OSError):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=os.path.dirname(path), delete=False) as file:
            file.write(content)
        os.replace(file.name, path)


def _extra_statements(path: str) -> list[Statement]:
    from sbalogic.syntax import read_statements

    messages: list[str] = []
    try:
        return read_statements(path, messages.append)
    except RuntimeError:
        raise InputError(problems_from(messages, path)) from None


def problems_from(messages: Iterable[str], path: str) -> list[Problem]:
    """Read what clingo says about a user's file."""
    place_and_text = re.compile(
        r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+)(?:-[\d:]+)?: (?:error|info|warning): (?P<text>.*)", re.DOTALL
    )
    problems = []
    for message in messages:
        match = place_and_text.match(message)
        place = (match["file"], int(match["line"]), int(match["column"])) if match else (path, 1, 1)
        problems.append(Problem(*place, " ".join((match["text"] if match else message).split())))
    return problems or [Problem(path, 1, 1, "is no program that clingo can read")]
