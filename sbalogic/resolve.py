"""Check, apply, check again: all outcomes of a board.

The driver knows nothing of the game: the next board is the old one with some facts toggled, a board that was there before is
a loop, and the rest is what the rules say about themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import factorial, prod
from typing import Final

from clingo import Symbol, SymbolType

from sbalogic.board import Answer, Board, WaitingTrigger
from sbalogic.check import Event, possible_events
from sbalogic.facts import (
    BoardFacts,
    Groups,
    board_after,
    facts_of,
    interchangeable,
    text_of,
    toggle,
    trigger_of,
    up_to_interchange,
)
from sbalogic.outcome import Action, Check, Choice, Outcome, Prevented, Resolution, Result, SingleCheck
from sbalogic.rulebook import Rulebook
from sbalogic.terms import quote


class UnusedAnswer(ValueError):
    """An answer fits no choice that this board leads to. `answers` holds them, `open_choices` the choices there are."""

    def __init__(self, answers: Sequence[Answer], open_choices: Sequence[Choice]) -> None:
        """Take the answers, at least one."""
        self.answers = tuple(answers)
        self.open_choices = tuple(open_choices)
        super().__init__(self.answers, self.open_choices)

    def __str__(self) -> str:
        """Name the answers and what could be answered."""
        wrong = ", ".join(
            f"{each.player}:{each.kind}{':' + each.subject if each.subject is not None else ''}={each.option}"
            for each in self.answers
        )
        there = sorted({f"{each.player}:{each.kind}:{each.subject}={each.option}" for each in self.open_choices})
        return f"no choice on this board fits {wrong}; " + (
            f"possible are {', '.join(there)}" if there else "it leaves no choice"
        )


MOST_CHECKS: Final = 10_000
"""After so many checks on one path something is wrong with the rules, most likely a user's own."""


class TooManyChecks(RuntimeError):
    """The checks do not come to an end, and no board repeats."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One check with one combination of choices, read."""

    event: Event
    actions: tuple[Action, ...]
    choices: tuple[tuple[str, str, str, str], ...]
    times: int


@dataclass(frozen=True, slots=True)
class _Path:
    """A way from the board to an end."""

    steps: tuple[_Step, ...]
    result: Result
    changed: frozenset[str]
    groups: Groups


@dataclass(slots=True)
class _Found:
    """Paths that are one outcome."""

    path: _Path
    times: int
    choices: list[Choice]


def resolve(board: Board, *, limit: int = 100, rulebook: Rulebook | None = None) -> Resolution:
    """Perform checks of state-based actions until a player would get priority, for every combination of choices (704.3).

    At most `limit` outcomes are returned, at least 1; then `complete` is False if there are more. Raises `NumbersTooLarge`
    if the board's numbers cannot be reckoned with exactly, `UnusedAnswer` if an answer of `board.choices` fits no choice.
    """
    if limit < 1:
        raise ValueError("limit must be at least 1")
    resolver = _Resolver(board, rulebook or default_rulebook())
    found: dict[object, _Found] = {}
    complete = True
    for path in resolver.paths():
        key = resolver.identity(path)
        choices = _choices(path)
        if key in found:
            same = found[key]
            same.times += prod(step.times for step in path.steps)
            same.choices = [each for each in same.choices if each in choices]
        elif len(found) == limit:
            complete = False
            break
        else:
            found[key] = _Found(path, prod(step.times for step in path.steps), choices)
    outcomes = [resolver.outcome(each) for each in found.values()]
    if complete:
        resolver.require_all_answers_used(outcomes)
    outcomes.sort(key=lambda outcome: [(c.check, c.player, c.kind, c.subject, c.option) for c in outcome.choices])
    return Resolution(board, tuple(outcomes), complete, resolver.facts.warnings)


def check(board: Board, *, rulebook: Rulebook | None = None) -> tuple[SingleCheck, ...]:
    """Perform one check of state-based actions, for every combination of choices (704.3).

    Raises `NumbersTooLarge` if the board's numbers cannot be reckoned with exactly.
    """
    resolver = _Resolver(board, rulebook or default_rulebook())
    return tuple(resolver.single(step) for step in resolver.first_check())


@cache
def default_rulebook() -> Rulebook:
    """Return the rules of the newest edition, read once."""
    return Rulebook()


class _Resolver:
    """Follows one board to its ends."""

    def __init__(self, board: Board, rulebook: Rulebook) -> None:
        self.board = board
        self.rulebook = rulebook
        self.facts: BoardFacts = facts_of(board)
        self.reader = _Reader(self.facts, rulebook)
        self.symbols: dict[str, Symbol] = {}
        self.answered: set[tuple[str, ...]] = set()
        self.told_apart: set[str] = set()
        self._steps: dict[frozenset[str], list[_Step]] = {}
        self._classes: list[list[str]] | None = None

    def paths(self) -> Iterator[_Path]:
        """Follow every combination of choices to its end, one after the other."""
        start: frozenset[str] = frozenset()
        boards = [(self.facts.groups, start)]
        seen = {start}
        checks = [self._checks(self.facts.groups, start)]
        steps: list[_Step] = []
        while checks:
            step = next(checks[-1], None)
            if step is None:
                checks.pop()
                seen.discard(boards.pop()[1])
                if steps:
                    steps.pop()
                continue
            groups, changed = boards[-1]
            toggled = {str(fact): fact for fact in step.event.toggled}
            self.symbols.update(toggled)
            after, now = toggle(groups, step.event.toggled), changed.symmetric_difference(toggled)
            if not step.event.again:
                ends = [term.arguments[0] for term in step.event.tell("result")]
                yield _Path((*steps, step), _result(ends), now, after)
            elif now in seen:
                (loop,) = self.rulebook.table("loop_result")
                yield _Path((*steps, step), _result(loop.arguments), now, after)
            elif len(steps) == MOST_CHECKS:
                raise TooManyChecks(f"after {MOST_CHECKS} checks the board still changes")
            else:
                steps.append(step)
                boards.append((after, now))
                seen.add(now)
                checks.append(self._checks(after, now))

    def _checks(self, groups: Groups, changed: frozenset[str]) -> Iterator[_Step]:
        """Check a board; the work on equal boards is shared."""
        if changed in self._steps:
            yield from self._steps[changed]
            return
        steps: list[_Step] = []
        for event in possible_events(groups, self.rulebook, self.facts.unnamed):
            self.answered.update(tuple(text_of(each) for each in term.arguments) for term in event.tell("answered"))
            self.told_apart.update(text_of(term.arguments[0]) for term in event.tell("timestamp_read"))
            steps.append(self.reader.step(event))
            yield steps[-1]
        self._steps[changed] = steps

    def first_check(self) -> Iterator[_Step]:
        """Check the board that was given."""
        return self._checks(self.facts.groups, frozenset())

    def single(self, step: _Step) -> SingleCheck:
        """Write one check down for the user."""
        groups = toggle(self.facts.groups, step.event.toggled)
        placed = [str(term.arguments[0]) for term in self.reader.placed(step.event)]
        return SingleCheck(
            times=step.times,
            choices=tuple(Choice(1, *choice) for choice in step.choices),
            actions=step.actions,
            prevented=tuple(self.reader.prevented(step.event, 1)),
            board=board_after(self.facts, groups, step.event.toggled, placed),
            again=step.event.again,
        )

    def identity(self, path: _Path) -> object:
        """Return what makes a path an outcome of its own: checks, triggers, result and board, up to interchange."""
        if self._classes is None:
            self._classes = interchangeable(self.facts.groups, self.facts.unnamed)
        classes = [[each for each in members if each not in self.told_apart] for members in self._classes]
        texts = [
            f"check_{number}({_term(action)})" for number, step in enumerate(path.steps) for action in step.actions
        ]
        texts.extend(path.changed)
        return path.result, up_to_interchange(texts, classes)

    def outcome(self, found: _Found) -> Outcome:
        """Write a path down for the user."""
        path = found.path
        prevented = [
            each for number, step in enumerate(path.steps, 1) for each in self.reader.prevented(step.event, number)
        ]
        placed = [str(term.arguments[0]) for step in path.steps for term in self.reader.placed(step.event)]
        board = board_after(self.facts, path.groups, (self.symbols[each] for each in path.changed), placed)
        return Outcome(
            times=found.times,
            choices=tuple(found.choices),
            checks=tuple(Check(number, step.actions) for number, step in enumerate(path.steps, 1) if step.actions),
            prevented=tuple(prevented),
            triggers=(*self._triggers(path.steps, placed), *board.triggers),
            result=replace(path.result, players=tuple(sorted(path.result.players, key=list(self.board.players).index))),
            board=board,
        )

    def _triggers(self, steps: Sequence[_Step], placed: Sequence[str]) -> list[WaitingTrigger]:
        stacked = {
            str(fact.arguments[0]): fact
            for step in steps
            if step.event.tell("place")
            for fact in step.event.toggled
            if fact.name == "stacked"
        }
        return [trigger_of(self.facts, stacked[each]) for each in placed]

    def require_all_answers_used(self, outcomes: Sequence[Outcome]) -> None:
        unused = [
            each
            for each in self.board.choices
            if (each.player, each.kind, "any" if each.subject is None else each.subject, each.option)
            not in self.answered
        ]
        if unused:
            raise UnusedAnswer(unused, [choice for outcome in outcomes for choice in outcome.choices])


def _choices(path: _Path) -> list[Choice]:
    return [Choice(number, *choice) for number, step in enumerate(path.steps, 1) for choice in step.choices]


def _result(terms: Sequence[Symbol]) -> Result:
    kind = terms[0].name
    said = tuple(argument.string for term in terms for argument in term.arguments)
    return Result(kind, reason=said[0]) if kind == "draw" else Result(kind, said)


def _term(action: Action) -> str:
    by = f",object({quote(action.replaced_by)})" if action.replaced_by is not None else ""
    return f"{action.sba},{action.subject_kind}({quote(action.subject)}),{action.event},{action.performed}{by}"


class _Reader:
    """Reads the terms that a check shows."""

    def __init__(self, facts: BoardFacts, rulebook: Rulebook) -> None:
        self.facts = facts
        rows = rulebook.table("state_based_action")
        self.order = {row.arguments[0].name: place for place, row in enumerate(rows)}
        self.rules = {row.arguments[0].name: (row.arguments[1].string, row.arguments[2].name) for row in rows}

    def step(self, event: Event) -> _Step:
        choices = tuple(sorted(tuple(text_of(each) for each in term.arguments) for term in event.tell("chosen")))
        return _Step(event, self._actions(event), choices, _times(event))  # type: ignore[arg-type]

    def _actions(self, event: Event) -> tuple[Action, ...]:
        terms = event.tell("action")
        if not terms:
            return ()
        happened = {str(term.arguments[0]): term.arguments for term in event.tell("happened")}
        reasons = self._reasons(event)
        actions: dict[tuple[str, str], Action] = {}
        for term in terms:
            sba, asked = term.arguments
            rule, kind, subject = *self.rules[sba.name], text_of(asked.arguments[0])
            instead = happened.get(str(asked))
            actions[sba.name, subject] = Action(
                rule,
                sba.name,
                kind,
                subject,
                asked.name,
                instead[1].name if instead else asked.name,
                text_of(instead[2]) if instead else None,
                reasons.get((sba.name, subject), ()),
            )
        positions = {name: place for place, name in enumerate(self.facts.board.objects)}
        return tuple(
            sorted(
                actions.values(), key=lambda each: (self.order[each.sba], positions.get(each.subject, -1), each.subject)
            )
        )

    def prevented(self, event: Event, number: int) -> list[Prevented]:
        reasons = self._reasons(event)
        found = []
        for term in event.tell("prevented"):
            sba, asked, reason, source = term.arguments
            rule, kind, subject = *self.rules[sba.name], text_of(asked.arguments[0])
            because = reasons.get((sba.name, subject), ())
            found.append(
                Prevented(number, rule, sba.name, kind, subject, asked.name, reason.string, source.string, because)
            )
        return sorted(found, key=lambda each: (self.order[each.sba], each.subject))

    def _reasons(self, event: Event) -> dict[tuple[str, str], tuple[str, ...]]:
        reasons: dict[tuple[str, str], tuple[str, ...]] = {}
        for term in event.tell("reason"):
            sba, subject, reason = term.arguments
            key = sba.name, text_of(subject)
            value = reason.arguments[0]
            number = value.type is SymbolType.Number
            said = str(self.facts.scale.decode(value.number)) if number else text_of(value)
            reasons[key] = tuple(sorted((*reasons.get(key, ()), f"{reason.name.replace('_', ' ')} {said}")))
        return reasons

    def placed(self, event: Event) -> list[Symbol]:
        """Return the triggers that were put on the stack, in that order."""
        positions = {name: place for place, name in enumerate(self.facts.board.objects)}

        def order(term: Symbol) -> tuple[int, str, int, str]:
            trigger, rank = term.arguments
            first = trigger.arguments[0]
            place = first.number if first.type is SymbolType.Number else positions[first.string]
            return rank.number, trigger.name, place, str(trigger)

        return sorted(event.tell("place"), key=order)


def _times(event: Event) -> int:
    """Count the combinations of choices of which this one stands for all (see `asp/choices.lp`)."""
    times = prod(term.arguments[-1].number for term in event.tell("alternatives"))
    for term in event.tell("unordered"):
        members = set(event.classes[term.arguments[0].number - 1])
        chosen: dict[str, list[str]] = {}
        for choice in event.tell("chosen"):
            subject = choice.arguments[2]
            if subject.name == "object" and subject.arguments[0].string in members:
                chosen.setdefault(subject.arguments[0].string, []).append(str(choice.arguments[3]))
        patterns = Counter(tuple(sorted(options)) for options in chosen.values())
        times *= factorial(len(chosen)) // prod(factorial(count) for count in patterns.values())
    return times
