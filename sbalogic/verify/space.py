"""Spaces of boards: all boards with so many permanents and players that have certain features.

What a feature is stands in `asp/verify/space/`, one file each; here they are put together. The lines of Oracle English
that features speak of are read by the same reader as those of board files.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import clingo
from clingo import ast

from sbalogic.board import NEWEST_EDITION, Board
from sbalogic.facts import facts_of, facts_of_texts
from sbalogic.groups import shape_of
from sbalogic.rulebook import Rulebook, asp_folder, default_rulebook
from sbalogic.terms import quote
from sbalogic.verify.lift import derived_by, read_by

DEFAULT_FEATURES: Final = (
    "creatures",
    "damage",
    "deathtouch",
    "indestructible",
    "regeneration",
    "counters",
    "legendary",
    "lords",
    "auras",
    "equipment",
    "tokens",
    "planeswalkers",
)
_PLAYERS: Final = ("ana", "ben", "cyd", "dan")
MOST_PLAYERS: Final = len(_PLAYERS)
_OF_THE_NUMBER: Final = frozenset(["name", "file_order", "printed_ability"])
"""Facts that go with an object's number, or follow from its text."""


@cache
def features(rules: str | None = None) -> dict[str, str]:
    """Return the features of boards that spaces can have, by name, with what they are, in our words.

    `rules` is the folder of the rules, by default that of `asp_folder`.
    """
    folder = Path(rules or asp_folder(), "verify", "space")
    said = {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.lp"))}
    return {name: text.splitlines()[0].partition(": ")[2] for name, text in said.items() if name != "base"}


class Space:
    """All boards with exactly `permanents` objects and `players` players that have some of `features`.

    Raises ValueError for unknown features, for fewer than no permanents, and for less than two or more than
    `MOST_PLAYERS` players.
    """

    def __init__(
        self,
        permanents: int,
        chosen: Sequence[str] = DEFAULT_FEATURES,
        players: int = 2,
        day: date = NEWEST_EDITION,
        rulebook: Rulebook | None = None,
    ) -> None:
        """Take the bounds of the space."""
        self.rulebook = rulebook or default_rulebook()
        known = features(self.rulebook.folder)
        unknown = [each for each in chosen if each not in known]
        if unknown:
            raise ValueError(f"there is no feature {unknown[0]!r}; the features are {', '.join(known)}")
        if permanents < 0:
            raise ValueError("there are no boards with fewer than 0 permanents")
        if not 2 <= players <= MOST_PLAYERS:
            raise ValueError(f"a space has 2 to {MOST_PLAYERS} players")
        self.permanents = permanents
        self.features = tuple(chosen)
        self.players = _PLAYERS[:players]
        self.objects = tuple(f"o{number}" for number in range(1, permanents + 1))
        self.day = day

    def with_permanents(self, permanents: int) -> Space:
        """Return the same space with another number of permanents."""
        return Space(permanents, self.features, len(self.players), self.day, self.rulebook)

    @cached_property
    def text(self) -> str:
        """The space as a program: its stable models are its boards, as facts of `asp/vocabulary.lp`."""
        groups, abilities = facts_of_texts(self.texts, self.players)
        read = [f"text_gives({quote(text)},{term})" for text, terms in abilities.items() for term in terms]
        read += [fact for group in groups.values() for fact in sorted(group)]
        return self._program() + "\n" + "".join(f"{fact}.\n" for fact in read)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The lines of Oracle English that objects may have, in the order in which they are read."""
        possible = _possible(self._program(), [("ability_text", 2), ("says", 2)])
        return tuple(sorted({symbol.arguments[1].string for symbol in possible}))

    def _program(self) -> str:
        folder = os.path.join(self.rulebook.folder, "verify", "space")
        lines = [f'#include "{os.path.join(folder, name)}.lp".' for name in ("base", *self.features)]
        lines += [f"seat({quote(player)},{seat})." for seat, player in enumerate(self.players)]
        lines += [f"thing({quote(each)},{number})." for number, each in enumerate(self.objects, 1)]
        return "\n".join(lines)

    @cached_property
    def _rules(self) -> list[ast.AST]:
        parsed: list[ast.AST] = []
        ast.parse_string(self._program(), parsed.append, logger=lambda code, message: None)
        return [each for each in parsed if each.ast_type is ast.ASTType.Rule]

    @cached_property
    def choices(self) -> tuple[tuple[str, tuple[str | None, ...]], ...]:
        """What the space offers to choose: predicates, and their arguments where these are constants."""
        found = []
        for rule in self._rules:
            if rule.head.ast_type is ast.ASTType.Aggregate:
                for element in rule.head.elements:
                    for atom in element.literal.atom.symbol.unpool():
                        constants = (
                            str(each) if each.ast_type is ast.ASTType.SymbolicTerm else None for each in atom.arguments
                        )
                        found.append((atom.name, tuple(constants)))
        return tuple(dict.fromkeys(found))

    @cached_property
    def read_by_choices(self) -> frozenset[str]:
        """The predicates on which it depends what else may be chosen."""
        users: dict[str, set[str]] = defaultdict(set)
        read: set[str] = set()
        for rule in self._rules:
            names = {name for name, _ in read_by([str(rule)])}
            heads = {name for name, _ in derived_by([rule])}
            if rule.head.ast_type is ast.ASTType.Aggregate or not heads:
                read |= names
            for head in heads:
                users[head] |= names
        queue = list(read)
        while queue:
            for name in users[queue.pop()] - read:
                read.add(name)
                queue.append(name)
        return frozenset(read)

    @cached_property
    def possible_facts(self) -> tuple[clingo.Symbol, ...]:
        """All facts that some board of the space has."""
        return tuple(_possible(self.text, self.rulebook.vocabulary))

    @cached_property
    def shapes(self) -> frozenset[str]:
        """The shapes of these facts."""
        return frozenset(shape_of(str(symbol)) for symbol in self.possible_facts)

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        """What may be chosen for an object and names no other, each as the text of an atom about the variable O."""
        first = quote(self.objects[0]) if self.objects else None
        others = {quote(each) for each in self.objects}
        chosen = [*self.possible_facts, *_possible(self.text, [("says", 2), ("has_chapters", 2), ("shares_name", 2)])]
        found = set()
        for symbol in chosen:
            about, *rest = map(str, symbol.arguments) if symbol.arguments else ("",)
            if (
                about == first
                and symbol.name not in _OF_THE_NUMBER
                and not any(o in each for o in others for each in rest)
            ):
                found.add(f"{symbol.name}({','.join(('O', *rest))})")
        return tuple(sorted(found))


class OneBoard:
    """A space of a single board, such as a file holds: open is only what players choose.

    Properties can be asked of it as of any space. Raises as `facts_of` does.
    """

    features: Final = ()
    choices: Final = ()
    attributes: Final = ()

    def __init__(self, board: Board, rulebook: Rulebook | None = None) -> None:
        """Take the board; objects without a given id are told apart as well."""
        self.board = board
        self.rulebook = rulebook or default_rulebook()
        self.permanents = len(board.objects)
        self.day = board.rules
        groups = facts_of(board, self.rulebook).groups
        self._groups = {shape: facts for shape, facts in groups.items() if not shape.startswith("in_edition(")}

    @cached_property
    def text(self) -> str:
        """The board as a program of facts of `asp/vocabulary.lp`."""
        return "".join(f"{fact}.\n" for facts in self._groups.values() for fact in sorted(facts))

    @cached_property
    def shapes(self) -> frozenset[str]:
        """The shapes of these facts."""
        return frozenset(self._groups)


def _possible(program: str, signatures: Sequence[tuple[str, int]]) -> list[clingo.Symbol]:
    control = clingo.Control(message_limit=0, logger=lambda code, message: None)
    control.add("base", [], program)
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    return [atom.symbol for name, arity in signatures for atom in atoms.by_signature(name, arity)]
