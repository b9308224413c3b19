"""Check, apply, check again: all outcomes of a board.

The driver knows nothing of the game: the next board is the old one with some facts toggled, a board that was there
before is a loop, and the rest is what the rules say about themselves.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import factorial, prod
from typing import Final, NamedTuple

from clingo import Symbol, SymbolType, parse_term

from sbalogic.board import Answer, Board
from sbalogic.board_after import board_after, trigger_of, waiting_triggers
from sbalogic.events import CLASS_FACT, Event, possible_events
from sbalogic.facts import BoardFacts, facts_of
from sbalogic.groups import Groups, interchangeable, toggle, up_to_interchange
from sbalogic.outcome import Action, Check, Choice, Outcome, Prevented, Resolution, Result, SingleCheck
from sbalogic.rulebook import Rulebook, default_rulebook
from sbalogic.terms import name_in, quote, unquote
from sbalogic.trigger_order import TRIGGER_ORDER, Placed, orders


class UnusedAnswer(ValueError):
    """An answer fits no choice on this board. `answers` holds all that fit none, `possible` those that would."""

    def __init__(self, answers: Sequence[Answer], possible: Sequence[Answer]) -> None:
        """Take the answers, at least one."""
        self.answers = tuple(answers)
        self.possible = tuple(possible)
        super().__init__(self.answers, self.possible)

    def __str__(self) -> str:
        """Name the answers and what could be answered."""
        possible = f"possible are {', '.join(map(_spelled, self.possible))}" if self.possible else "it leaves no choice"
        return f"no choice on this board fits {', '.join(map(_spelled, self.answers))}; {possible}"


def _spelled(answer: Answer) -> str:
    subject = f":{answer.subject}" if answer.subject is not None else ""
    return f"{answer.player}:{answer.kind}{subject}={answer.option}"


MOST_CHECKS: Final = 1_000
"""With more checks on one path, and as many again for each hundred objects, something grows for ever."""


_SUGGESTED: Final = 6
"""So many orders of triggers are suggested where an answer fits none."""


class TooManyChecks(RuntimeError):
    """The checks do not come to an end, and no board repeats."""


class _Step(NamedTuple):
    """One check with one combination of choices, read."""

    event: Event
    actions: tuple[Action, ...]
    choices: tuple[tuple[str, str, str, str], ...]
    times: int


class _Path(NamedTuple):
    """A way from the board to an end."""

    steps: tuple[_Step, ...]
    result: Result
    changed: frozenset[str]
    """The facts that differ from the board that was given."""
    groups: Groups
    """The facts at the end."""

    @property
    def branched(self) -> bool:
        """Whether there are other paths."""
        return any(step.event.branches for step in self.steps)


@dataclass(eq=False, repr=False)
class _Found:
    """Paths that are one outcome."""

    path: _Path
    times: int
    choices: list[Choice]


def resolve(
    board: Board,
    *,
    limit: int = 100,
    order_triggers: bool = False,
    rulebook: Rulebook | None = None,
    progress: Callable[[int], None] | None = None,
) -> Resolution:
    """Check state-based actions until a player would get priority, for every combination of choices (704.3).

    At most `limit` outcomes are returned, at least 1; then `complete` is False if there are more. With
    `order_triggers`, or where an answer of `board.choices` asks for it, every order in which players may put their
    triggered abilities on the stack is an outcome (603.3b). `progress` is called with the
    number of checks performed so far.

    Raises `NumbersTooLarge` if the board's numbers cannot be reckoned with exactly, `UnusedAnswer` if an answer of
    `board.choices` fits no choice, `TooManyChecks` if the checks come to no end.
    """
    if limit < 1:
        raise ValueError("limit must be at least 1")
    resolver = _Resolver(board, rulebook or default_rulebook(), progress)
    found: dict[object, _Found] = {}
    complete = True
    for path in resolver.paths():
        classes = resolver.classes(path)
        key = resolver.identity(path, classes)
        choices = _choices(path)
        if key in found:
            same = found[key]
            same.times += prod(step.times for step in path.steps)
            made = {_alike(each, classes) for each in choices}
            same.choices = [each for each in same.choices if _alike(each, classes) in made]
        elif len(found) == limit:
            complete = False
            break
        else:
            found[key] = _Found(path, prod(step.times for step in path.steps), choices)
    ordered = order_triggers or any(each.kind == TRIGGER_ORDER for each in board.choices)
    all_outcomes = (outcome for each in found.values() for outcome in resolver.outcomes(each, ordered=ordered))
    outcomes = list(islice(all_outcomes, limit))
    complete = complete and next(all_outcomes, None) is None
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


class History(NamedTuple):
    """One way in which a board comes to an end, in the words of the rules."""

    checks: tuple[frozenset[str], ...]
    """What is performed in each check, those that perform nothing included: terms `action(Sba,Event)`."""
    fluents: frozenset[str]
    """Of what may change, the facts that hold at the end."""
    ended: bool = True
    """False where the checks were not followed to their end."""


def histories(board: Board, rulebook: Rulebook | None = None) -> Iterator[History]:
    """Check a board to its ends, once for every combination of choices.

    Raises as `resolve` does.
    """
    rules = rulebook or default_rulebook()
    for path in _Resolver(board, rules).paths():
        fluents = (
            fact for shape, facts in path.groups.items() for fact in facts if shape.partition("(")[0] in rules.fluents
        )
        yield History(tuple(frozenset(step.event.told.get("action", ())) for step in path.steps), frozenset(fluents))


class _Resolver:
    """Follows one board to its ends."""

    def __init__(self, board: Board, rulebook: Rulebook, progress: Callable[[int], None] | None = None) -> None:
        self.board = board
        self.progress = progress
        self.performed = 0
        self.rulebook = rulebook
        self.facts: BoardFacts = facts_of(board, rulebook)
        self.program = rulebook.program(
            (*self.facts.groups, CLASS_FACT) if len(self.facts.unnamed) > 1 else self.facts.groups
        )
        self.reader = _Reader(self.facts, rulebook)
        self.answered: set[tuple[str, ...]] = set()
        self.options: set[tuple[str, ...]] = set()
        self._steps: dict[frozenset[str], list[_Step]] = {}
        self._classes: list[list[str]] | None = None

    def paths(self) -> Iterator[_Path]:
        """Follow every combination of choices to its end, one after the other."""
        start: frozenset[str] = frozenset()
        boards = [(self.facts.groups, start)]
        seen = {_without_repetition(start)}
        checks = [self._checks(self.facts.groups, start)]
        steps: list[_Step] = []
        while checks:
            step = next(checks[-1], None)
            if step is None:
                checks.pop()
                seen.discard(_without_repetition(boards.pop()[1]))
                if steps:
                    steps.pop()
                continue
            groups, changed = boards[-1]
            after, now = toggle(groups, step.event.toggled), changed.symmetric_difference(step.event.toggled)
            if not step.event.again:
                ends = [term.arguments[0] for term in step.event.tell("result")]
                yield _Path((*steps, step), _result(ends), now, after)
            elif _without_repetition(now) in seen:
                ((loop,),) = self.rulebook.table("loop_result")
                yield _Path((*steps, step), _result([parse_term(loop)]), now, after)
            elif len(steps) == MOST_CHECKS * (1 + len(self.board.objects) // 100):
                raise TooManyChecks(f"after {len(steps)} checks the board still changes, and no board has come again")
            else:
                steps.append(step)
                boards.append((after, now))
                seen.add(_without_repetition(now))
                checks.append(self._checks(after, now))

    def _checks(self, groups: Groups, changed: frozenset[str]) -> Iterator[_Step]:
        """Check a board; the work on equal boards is shared."""
        if changed in self._steps:
            yield from self._steps[changed]
            return
        steps: list[_Step] = []
        before = self._classes_at_first() if changed and self.program.has_choices else None
        for event in possible_events(groups, self.rulebook, self.program, self.facts.unnamed, before):
            self.answered.update(self.reader.names(term.arguments) for term in event.tell("answered"))
            self.options.update(self.reader.names(term.arguments) for term in event.tell("option"))
            steps.append(self.reader.step(event))
            self.performed += 1
            if self.progress is not None:
                self.progress(self.performed)
            yield steps[-1]
        self._steps[changed] = steps

    def first_check(self) -> Iterator[_Step]:
        """Check the board that was given."""
        return self._checks(self.facts.groups, frozenset())

    def single(self, step: _Step) -> SingleCheck:
        """Write one check down for the user."""
        groups = toggle(self.facts.groups, step.event.toggled)
        placed = [trigger for trigger, _ in self.reader.placed(step.event)]
        return SingleCheck(
            times=step.times,
            choices=tuple(Choice(1, *choice) for choice in step.choices),
            actions=step.actions,
            prevented=tuple(self.reader.prevented(step.event, 1)),
            board=board_after(self.facts, groups, step.event.toggled, placed),
            again=step.event.again,
        )

    def classes(self, path: _Path) -> list[list[str]]:
        """Return the classes of objects on the board that was given which the checks of a path do not tell apart."""
        if not path.branched:
            return []
        told_apart = {term.arguments[0].string for step in path.steps for term in step.event.tell("told_apart")}
        return [[each for each in members if each not in told_apart] for members in self._classes_at_first()]

    def _classes_at_first(self) -> list[list[str]]:
        """Return the classes of interchangeable objects on the board that was given."""
        if self._classes is None:
            self._classes = interchangeable(self.facts.groups, self.facts.unnamed)
        return self._classes

    def identity(self, path: _Path, classes: Sequence[Sequence[str]]) -> object:
        """Return what makes a path an outcome of its own: checks, triggers, result and board, up to interchange."""
        if not path.branched:
            return None
        texts = [
            f"check_{number}({_term(action)})" for number, step in enumerate(path.steps) for action in step.actions
        ]
        texts.extend(path.changed)
        texts.extend(value for step in path.steps for value in step.event.told.get("value", ()))
        return path.result, up_to_interchange(texts, classes)

    def outcomes(self, found: _Found, *, ordered: bool) -> Iterator[Outcome]:
        """Write a path down for the user; if `ordered`, once for each order of the triggers."""
        placed = self._placed(found.path)
        if not ordered:
            yield self._outcome(found, placed)
            return
        for order in orders(placed, self.board.choices):
            yield self._outcome(
                _Found(found.path, found.times * order.times, [*found.choices, *order.choices]), order.placed
            )

    def _outcome(self, found: _Found, placed: Sequence[Placed]) -> Outcome:
        path = found.path
        prevented = [each for number, step in _checks(path) for each in self.reader.prevented(step.event, number)]
        return Outcome(
            times=found.times,
            choices=tuple(found.choices),
            checks=tuple(Check(number, step.actions) for number, step in _checks(path) if step.actions),
            prevented=tuple(prevented),
            triggers=(*(each.trigger for each in placed), *waiting_triggers(self.facts, path.groups)),
            result=path.result._replace(players=tuple(sorted(path.result.players, key=list(self.board.players).index))),
            another_cleanup="another_cleanup" in path.steps[-1].event.told,
            read_board=partial(board_after, self.facts, path.groups, path.changed, [each.term for each in placed]),
        )

    def _placed(self, path: _Path) -> list[Placed]:
        """Return the triggers that were put on the stack, with their groups and the values that they looked at."""
        placed = [(number, *each) for number, step in _checks(path) for each in self.reader.placed(step.event)]
        stacked = dict(
            trigger_of(self.facts, fact)
            for step in path.steps
            if "place" in step.event.told
            for fact in step.event.toggled
            if fact.startswith("stacked(")
        )
        values = {name: value for step in path.steps for name, value in self.reader.values(step.event)}
        places = sorted({(check, place) for check, _, place in placed})
        return [
            Placed(
                check,
                trigger,
                stacked[trigger]._replace(value=values.get(trigger), group=places.index((check, place)) + 1),
            )
            for check, trigger, place in placed
        ]

    def require_all_answers_used(self, outcomes: Sequence[Outcome]) -> None:
        """Raise `UnusedAnswer` if the board left no choice that an answer fits."""
        self.answered.update(
            (choice.player, choice.kind, subject, choice.option)
            for outcome in outcomes
            for choice in outcome.choices
            if choice.kind == TRIGGER_ORDER
            for subject in ("any", choice.subject)
        )
        unused = [
            each
            for each in self.board.choices
            if (each.player, each.kind, "any" if each.subject is None else each.subject, each.option)
            not in self.answered
        ]
        if unused:
            possible = [Answer(player, kind, option, subject) for player, kind, subject, option in sorted(self.options)]
            possible.extend(
                Answer(choice.player, choice.kind, choice.option, choice.subject)
                for outcome in outcomes
                for order in islice(orders(self._placed_of(outcome), ()), _SUGGESTED)
                for choice in order.choices
            )
            raise UnusedAnswer(unused, list(dict.fromkeys(possible)))

    def _placed_of(self, outcome: Outcome) -> list[Placed]:
        """Return the triggers of an outcome that were put on the stack."""
        return [Placed(trigger.group, "", trigger) for trigger in outcome.triggers if trigger.group is not None]


_TRIGGER_NUMBER = re.compile(r"^waiting\((trigger\(.*),\d+\),")


def _without_repetition(facts: frozenset[str]) -> frozenset[str]:
    """Return facts in which an ability that triggered several times waits once, since that makes no difference."""
    return frozenset(
        _TRIGGER_NUMBER.sub(r"waiting(\1),", fact) if fact.startswith("waiting(") else fact for fact in facts
    )


def _alike(choice: Choice, classes: Sequence[Sequence[str]]) -> Choice:
    """Return a choice with each interchangeable object replaced by the first of its class."""
    first = {each: members[0] for members in classes for each in members}
    return choice._replace(
        subject=first.get(choice.subject, choice.subject), option=first.get(choice.option, choice.option)
    )


def _choices(path: _Path) -> list[Choice]:
    return [Choice(number, *choice) for number, step in _checks(path) for choice in step.choices]


def _checks(path: _Path) -> list[tuple[int, _Step]]:
    """Give the checks of a path their numbers; the turn-based actions of a step are none."""
    return list(enumerate((step for step in path.steps if "wearing_off" not in step.event.told), 1))


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
        self.rules = rulebook.editions.at(facts.board.rules).actions
        self.order = {name: place for place, name in enumerate(self.rules)}
        self.positions = {name: place for place, name in enumerate(facts.board.objects)}

    def step(self, event: Event) -> _Step:
        """Read what a check did."""
        real = {tuple(map(str, choice)) for choice in _arguments(event, "real_choice")}
        choices = sorted(
            self.names((player, kind, subject, option))
            for player, kind, subject, option in _arguments(event, "chosen")
            if (str(player), str(kind), str(subject)) in real
        )
        return _Step(event, self._actions(event), tuple(choices), _times(event))

    def names(self, terms: Sequence[Symbol]) -> tuple[str, str, str, str]:
        """Return what the player, kind, subject and option of a choice are called in a result."""
        player, kind, subject, option = map(self._name, terms)
        return player, kind, subject, option

    def _name(self, term: Symbol) -> str:
        if term.type is SymbolType.Function and term.name == "with":
            return self._name(term.arguments[0])
        if term.type is SymbolType.Function and term.name == "effect":
            return self.facts.effects[term.arguments[0].number]
        return name_in(str(term))

    def _actions(self, event: Event) -> tuple[Action, ...]:
        if "action" not in event.told:
            return ()
        happened = {str(asked): (word.name, self._name(by)) for asked, word, by in _arguments(event, "happened")}
        reasons = self._reasons(event)
        actions: dict[tuple[str, str], Action] = {}
        for text in event.told["action"]:
            sba, asked, word, about = _ACTION.fullmatch(text).groups()  # type: ignore[union-attr]
            subject = name_in(about)
            performed, by = happened.get(asked, (word, None))
            rule, kind = self.rules[sba]
            because = tuple(sorted(reasons.get((sba, subject), ())))
            actions[sba, subject] = Action(rule, sba, kind, subject, word, performed, by, because)
        return tuple(sorted(actions.values(), key=lambda each: self._position(each.sba, each.subject)))

    def _position(self, sba: str, subject: str) -> tuple[int, int, str]:
        return self.order[sba], self.positions.get(subject, -1), subject

    def prevented(self, event: Event, number: int) -> list[Prevented]:
        """Read what was true in a check but could not happen."""
        if "prevented" not in event.told:
            return []
        reasons = self._reasons(event)
        found = []
        for sba, asked, reason, source in _arguments(event, "prevented"):
            rule, kind = self.rules[sba.name]
            subject = name_in(str(asked.arguments[0]))
            because = tuple(sorted(reasons.get((sba.name, subject), ())))
            found.append(
                Prevented(number, rule, sba.name, kind, subject, asked.name, reason.string, self._name(source), because)
            )
        return sorted(found, key=lambda each: self._position(each.sba, each.subject))

    def _reasons(self, event: Event) -> dict[tuple[str, str], list[str]]:
        """Return why actions apply, by action and subject, as short phrases."""
        reasons: dict[tuple[str, str], list[str]] = defaultdict(list)
        scaled = self.facts.scales.any
        for text in event.told.get("reason", ()):
            sba, subject, word, value = _REASON.fullmatch(text).groups()  # type: ignore[union-attr]
            name = unquote(subject)
            if scaled and _NUMBER.fullmatch(value):
                value = str(self.facts.scales.of(self.rules[sba][1], name).decode(int(value)))
            reasons[sba, name].append(f"{word.replace('_', ' ')} {name_in(value)}")
        return reasons

    def values(self, event: Event) -> Iterator[tuple[str, int]]:
        """Yield the triggers that look at a number, and the number."""
        for trigger, number in _arguments(event, "value"):
            about = name_in(str(trigger.arguments[2]))
            yield str(trigger), self.facts.scales.of_object(about).decode(number.number)

    def placed(self, event: Event) -> list[tuple[str, int]]:
        """Return the triggers that were put on the stack, in that order, with their places."""

        def order(term: Sequence[Symbol]) -> tuple[int, str, int, str]:
            trigger, rank = term
            first = trigger.arguments[0]
            place = first.number if first.type is SymbolType.Number else self.positions[first.string]
            return rank.number, trigger.name, place, str(trigger)

        return [(str(trigger), place.number) for trigger, place in sorted(_arguments(event, "place"), key=order)]


_ACTION = re.compile(r'action\((\w+),((\w+)\((team\("(?:[^"\\]|\\.)*"\)|"(?:[^"\\]|\\.)*").*\))\)')
_REASON = re.compile(r'reason\((\w+),("(?:[^"\\]|\\.)*"),(\w+)\((.*)\)\)')
_NUMBER = re.compile(r"-?\d+")


def _arguments(event: Event, name: str) -> list[list[Symbol]]:
    return [term.arguments for term in event.tell(name)]


def _times(event: Event) -> int:
    """Count the combinations of choices of which this one stands for all (see `asp/choices.lp`)."""
    times = prod(term.arguments[-1].number for term in event.tell("alternatives"))
    for term in event.tell("unordered"):
        members = set(event.classes[term.arguments[0].number - 1])
        chosen: dict[str, list[str]] = {}
        for choice in event.tell("chosen"):
            subject = choice.arguments[2]
            if subject.name in ("move", "later"):
                subject = subject.arguments[0]
            if subject.name == "object" and subject.arguments[0].string in members:
                chosen.setdefault(subject.arguments[0].string, []).append(str(choice.arguments[3]))
        patterns = Counter(tuple(sorted(options)) for options in chosen.values())
        times *= factorial(len(chosen)) // prod(factorial(count) for count in patterns.values())
    return times
