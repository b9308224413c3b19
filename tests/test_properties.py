"""What holds on every board: random boards of `strategies.py` against the contract of board files and the rules.

Each property is a function of a board's data. It runs on a few boards every time, always the same ones, and on many
others with `pytest -m sweep`. Where one fails, hypothesis prints the smallest board that it found, and `load` notes it
as a board file in JSON.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any, Final

import clingo
import pytest
import strategies
from clingo import Symbol
from hypothesis import HealthCheck, assume, event, given, note, settings
from hypothesis import strategies as st
from strategies import Data, boards, objects_of, with_all_ids

from sbalogic import Action, Answer, Board, GameObject, NumbersTooLarge, Outcome, Resolution, check, resolve
from sbalogic.facts import facts_of
from sbalogic.formats.board_writer import board_data
from sbalogic.formats.type_line import parse_type_line
from sbalogic.rulebook import asp_folder

QUICK: Final = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
SWEEP_FACTOR: Final = 30
"""A sweep looks at so many times more boards."""
MOST_COURSES: Final = 40
"""Boards with more combinations of choices are passed over: they take long and show nothing new."""
FEW: Final = 4
"""So many outcomes of a board are looked at where one takes a check of its own."""

Property = Callable[..., None]
PROPERTIES: dict[str, tuple[Property, int]] = {}


def holds_for(*values: st.SearchStrategy[Any], examples: int) -> Callable[[Property], Property]:
    """Make a property a test on so many boards, and remember it for the sweep."""

    def decorate(holds: Property) -> Property:
        tested = given(*values)(holds)
        PROPERTIES[holds.__name__] = given(*values)(holds), examples
        return settings(QUICK, max_examples=examples)(tested)

    return decorate


def load(data: Data) -> Board:
    """Make a board, and note its file for who reads of a failure."""
    note(json.dumps(data, ensure_ascii=False))
    return strategies.load(data)


def resolved(board: Board) -> Resolution:
    """Return all outcomes of a board, unless there are too many to look at."""
    resolution = resolve(board, limit=MOST_COURSES)
    assume(resolution.complete)
    return resolution


# --- plain clingo: the whole program on the facts, and a loop that knows only how to toggle facts

Facts = frozenset[str]
Model = tuple[Symbol, ...]
CHECK: Final = Path(asp_folder()) / "check.lp"
FLUENTS: Final = frozenset(
    re.findall(r"%\*! (\w+).*?: fluent", (Path(asp_folder()) / "vocabulary.lp").read_text("utf-8"))
)


def facts_on(board: Board) -> Facts:
    """Write a board as facts."""
    return frozenset(fact for group in facts_of(board).groups.values() for fact in group)


def plain_models(facts: Iterable[str]) -> list[Model]:
    """Ground the whole program with the facts in this order; each model is what it shows. Too many are passed over."""
    messages: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, message: messages.append(message))
    control.load(str(CHECK))
    control.add("base", [], "\n".join(f"{fact}." for fact in facts))
    control.ground()
    assert not messages
    with control.solve(yield_=True) as handle:
        models = [tuple(model.symbols(shown=True)) for model in islice(handle, MOST_COURSES + 1)]
    assume(len(models) <= MOST_COURSES)
    assert models, "there is always a way to go on"
    return models


@dataclass(frozen=True)
class Course:
    """One combination of choices, followed to the end."""

    models: tuple[Model, ...]
    results: frozenset[str]
    end: Facts

    @property
    def checks(self) -> list[Model]:
        """The checks among the models; the turn-based actions of a step are none."""
        return [model for model in self.models if all(str(symbol) != "wearing_off" for symbol in model)]

    @property
    def times(self) -> int:
        """How many combinations of choices are this one: of options that come to the same one is tried."""
        return prod(
            symbol.arguments[-1].number for model in self.models for symbol in model if symbol.name == "alternatives"
        )


def courses(start: Facts) -> list[Course]:
    """Follow every combination of choices, unless there are too many."""

    @cache
    def models_on(facts: Facts) -> list[Model]:
        return plain_models(sorted(facts))

    def follow(facts: Facts, seen: frozenset[Facts], models: tuple[Model, ...]) -> Iterator[Course]:
        for model in models_on(facts):
            after = facts ^ toggled(model)
            if all(str(symbol) != "again" for symbol in model):
                yield Course((*models, model), frozenset(str(s) for s in model if s.name == "result"), after)
            elif without_repetition(after) in seen:
                yield Course((*models, model), frozenset(['result(draw("104.4b"))']), after)
            else:
                yield from follow(after, seen | {without_repetition(after)}, (*models, model))

    found = list(islice(follow(start, frozenset([without_repetition(start)]), ()), MOST_COURSES + 1))
    assume(len(found) <= MOST_COURSES)
    return found


def without_repetition(facts: Facts) -> Facts:
    """Let what waits several times wait once: how often it triggered does not keep a loop from being one."""
    return frozenset(re.sub(r"^waiting\(trigger\((.*),\d+\),", r"waiting(\1,", fact) for fact in facts)


def toggled(model: Model) -> Facts:
    """Return the facts that come or go."""
    return frozenset(str(symbol) for symbol in model if symbol.name in FLUENTS)


def text_of(term: Symbol) -> str:
    """Return the name inside object(O), player(P) or a string, or the word."""
    if term.type is clingo.SymbolType.String:
        return term.string
    return text_of(term.arguments[0]) if term.arguments else term.name


# --- what an outcome is, read from plain clingo and from the driver

Key = tuple[Hashable, ...]
_NUMBERED: Final = ("affects", "toughness_effect", "waiting", "stacked")
"""Facts whose first argument is only a number or name of their own."""
_RANKED: Final = ("world_since",)
"""Facts whose last argument is only a rank among those of the board."""
_NOT_COMPARED: Final = ("file_order", "timestamp", "acted")
"""What a board that is read back has anew."""


def key_of_course(course: Course, effects: Sequence[str]) -> Key:
    """Return checks, result and board."""
    checks = {number: _actions_shown(model, effects) for number, model in enumerate(course.checks, 1)}
    return (
        frozenset((number, actions) for number, actions in checks.items() if actions),
        course.results,
        _key_of_board(course.end),
    )


def _actions_shown(model: Model, effects: Sequence[str]) -> frozenset[Hashable]:
    happened = {symbol.arguments[0]: symbol.arguments[1:] for symbol in model if symbol.name == "happened"}
    actions = []
    for symbol in model:
        if symbol.name == "action":
            sba, asked = symbol.arguments
            word, by = happened.get(asked, (None, None))
            actions.append(
                (
                    sba.name,
                    text_of(asked.arguments[0]),
                    asked.name,
                    asked.name if word is None else word.name,
                    None if by is None else effects[by.arguments[0].number] if by.name == "effect" else text_of(by),
                )
            )
    return frozenset(actions)


def _key_of_board(facts: Iterable[str]) -> Hashable:
    lasting = []
    for fact in facts:
        name = fact.partition("(")[0]
        if name in FLUENTS and name not in _NOT_COMPARED:
            symbol = clingo.parse_term(fact)
            arguments = symbol.arguments[name in _NUMBERED : -1 if name in _RANKED else None]
            if name == "commander_damage":  # after it is gone, a commander is only a name
                arguments = [arguments[0], arguments[1].arguments[0], arguments[2]]
            lasting.append((name, *map(str, arguments)))
    return frozenset(Counter(lasting).items())


def key_of_outcome(board: Board, outcome: Outcome) -> Key:
    """Return what `key_of_course` does, from an outcome of the board."""
    checks = frozenset(
        (
            each.number,
            frozenset((a.sba, a.subject, a.event, a.performed, a.replaced_by) for a in each.actions),
        )
        for each in outcome.checks
    )
    result = outcome.result
    if result.kind == "draw":
        results = [f'result(draw("{result.reason}"))']
    else:
        results = [f'result({result.kind}("{player}"))' for player in result.players] or [f"result({result.kind})"]
    old = {ident: each for ident, each in outcome.board.objects.items() if ident in board.objects}
    placed = [
        f"stacked(0,{clingo.String(each.controller or '')},object({clingo.String(each.source or '')}))"
        for ident, each in outcome.board.objects.items()
        if ident not in board.objects
    ]
    return checks, frozenset(results), _key_of_board([*facts_on(outcome.board._replace(objects=old)), *placed])


@holds_for(boards(), examples=15)
def test_the_driver_and_plain_clingo_agree(data: Data) -> None:
    """Every combination of choices that plain clingo finds is behind exactly one outcome, and `times` counts them."""
    board = load(with_all_ids(data))
    effects = facts_of(board).effects
    expected = Counter[Key]()
    for course in courses(facts_on(board)):
        expected[key_of_course(course, effects)] += course.times
    found = Counter[Key]()
    outcomes = resolve(board, limit=10**6).outcomes
    for outcome in outcomes:
        found[key_of_outcome(board, outcome)] += outcome.times
    assert found == expected
    assert len(outcomes) == len(found), "two outcomes are the same"


@holds_for(boards(), st.randoms(use_true_random=False), examples=12)
def test_the_order_of_facts_does_not_matter(data: Data, order: random.Random) -> None:
    """Facts in another order give the same models."""
    facts = sorted(facts_on(load(with_all_ids(data))))
    shuffled = order.sample(facts, len(facts))

    def distinct(models: list[Model]) -> set[Facts]:
        return {frozenset(map(str, model)) for model in models}

    assert distinct(plain_models(facts)) == distinct(plain_models(shuffled))


@holds_for(boards(), examples=12)
def test_nothing_moves_twice_or_comes_back(data: Data) -> None:
    """In a check an object leaves at most one zone, for at most one, never for the battlefield; it is in one zone."""
    start = facts_on(load(with_all_ids(data)))
    after: dict[tuple[Facts, Model], Facts] = {}
    for course in courses(start):
        facts = start
        for model in course.models:
            after[facts, model] = facts ^ toggled(model)
            facts = after[facts, model]
    for (before, _), facts in after.items():
        left = Counter(zones_of(before - facts))
        entered = Counter(zones_of(facts - before))
        assert set(left.values()) | set(entered.values()) <= {1}
        assert entered.keys() <= left.keys(), "what stands nowhere stays there"
        assert not any(fact.startswith("zone(") and fact.endswith(",battlefield)") for fact in facts - before)
        assert set(Counter(zones_of(facts)).values()) <= {1}


def zones_of(facts: Facts) -> list[str]:
    """List the objects that facts give a zone or make components, one for each such fact."""
    return [str(clingo.parse_term(each).arguments[0]) for each in facts if each.startswith(("zone(", "component_of("))]


# --- interchangeable objects

MOVED_INSTEAD: Final = ("exile", "shuffle_into_library", "put_into_library", "put_into_hand")
"""What is performed where only the zone that something is put into is replaced."""

Labels = Mapping[str, Hashable]
"""What each object is for who cannot see ids that the file did not give."""


def labels_of(data: Data) -> Labels:
    """Give objects that are interchangeable by the contract one label, and every other object its own.

    They differ in nothing but an id that the file did not give, nothing is attached to them and nothing names them.
    """
    named = named_objects(data)
    placed = {ident for ident, _ in placed_objects(data)}
    board = strategies.load(data)
    labels: dict[str, Hashable] = {}
    for ident, each in objects_of(data):
        own = "id" in each.data or ident in named or ident in placed
        labels[ident] = ident if own else str(board.objects[ident]._replace(id=""))
    return labels


def placed_objects(data: Data) -> list[tuple[str, Data]]:
    """List the objects without a timestamp in the file whose place in it a rule may read instead.

    These are worlds, Roles, and Auras that give control.
    """
    return [
        (ident, each.data)
        for ident, each in objects_of(data)
        if re.search("World|Role|You control enchanted", each.data.get("type_line", "") + each.data.get("text", ""))
        and not {"timestamp", "world_since"} & each.data.keys()
    ]


def named_objects(data: Data) -> set[str]:
    """List the ids that something on the board names; components name the permanent that they belong to."""
    ids = {ident for ident, _ in objects_of(data)}
    owners = [each.data for _, each in objects_of(data)] + data.get("effects", []) + data.get("triggers", [])
    named = {each[key] for each in owners for key in ("attached_to", "attacking", "affects", "source") if key in each}
    for player in data["players"].values():
        named.update(player.get("commander_damage", ()))
    named.update(ident for ident, each in objects_of(data) if {"merged", "melded"} & each.data.keys())
    return named & ids


def signature(outcome: Outcome, labels: Labels) -> Hashable:
    """Return what an outcome says, whichever of several interchangeable objects it says it of."""

    def label(ident: str | None) -> Hashable:
        return labels.get(ident or "", ident)

    def replaced_by(action: Action) -> Hashable:
        """Leave out which of several effects that would move an object to one zone is told: the first by name is."""
        return "an effect" if action.performed in MOVED_INSTEAD else label(action.replaced_by)

    done: dict[str, list[Hashable]] = {ident: [] for ident in labels}
    others: list[Hashable] = []
    for each in outcome.checks:
        for action in each.actions:
            is_object = action.subject_kind == "object"
            subject = label(action.subject) if is_object else action.subject
            said = (each.number, action.sba, subject, action.event, action.performed, replaced_by(action))
            (done[action.subject] if is_object else others).append(said)
            if action.replaced_by in done and action.performed not in MOVED_INSTEAD:
                done[action.replaced_by].append(("replaced", *said))
    for trigger in outcome.triggers:
        done[trigger.source].append(
            ("triggered", trigger.controller, trigger.ability, label(trigger.about), trigger.value, trigger.group)
        )
    profiles = Counter(
        (label(ident), frozenset(Counter(done[ident]).items()), _state(outcome.board.objects.get(ident), label))
        for ident in labels
    )
    players = {
        name: {
            **each._asdict(),
            "commander_damage": sorted((str(label(k)), n) for k, n in each.commander_damage.items()),
        }
        for name, each in outcome.board.players.items()
    }
    effects = Counter(
        each._replace(affects=str(label(each.affects)), source=str(label(each.source)))
        for each in outcome.board.effects
    )
    return (
        frozenset(others),
        frozenset(profiles.items()),
        json.dumps(players, sort_keys=True),
        frozenset(effects.items()),
        outcome.board.planar_controller,
        outcome.result,
        outcome.another_cleanup,
    )


def _state(item: GameObject | None, label: Callable[[str | None], Hashable]) -> Hashable:
    if item is None:
        return "nowhere"
    return (
        item.zone,
        item.controller,
        frozenset(item.counters.items()),
        item.damage,
        item.deathtouch_damage,
        label(item.attached_to),
        label(item.attacking),
        item.tapped,
        item.phased_out,
        item.face_down,
        item.protector,
        item.sector,
        item.regeneration_shields,
        item.bestowed,
        label(item.component_of),
        item.ability_on_stack,
        item.moved_since_last_check,
        item.marker,
    )


def weighed(resolution: Resolution, labels: Labels) -> Counter[Hashable]:
    """Count the combinations of choices behind each signature."""
    counts = Counter[Hashable]()
    for outcome in resolution.outcomes:
        counts[signature(outcome, labels)] += outcome.times
    return counts


@holds_for(boards(), examples=20)
def test_interchangeable_objects_are_merged_and_counted(data: Data) -> None:
    """Without ids the outcomes are those with ids, merged, and `times` adds up.

    Where places in the file are read as timestamps, equal outcomes may be listed apart.
    """
    labels = labels_of(data)
    apart = resolved(load(with_all_ids(data)))
    together = resolved(load(data))
    counts = weighed(together, labels)
    assert counts == weighed(apart, labels)
    assert placed_objects(data) or len(together.outcomes) == len(counts), (
        "two outcomes differ in interchangeable objects only"
    )


@holds_for(boards(), st.randoms(use_true_random=False), examples=15)
def test_the_order_of_entries_does_not_matter(data: Data, order: random.Random) -> None:
    """Permanents in another order, timestamps that rules read aside, have the same outcomes up to ids nobody gave."""
    named = named_objects(data)
    for ident, each in objects_of(data):
        if ident in named:
            each.data["id"] = ident
    places = {ident: place for place, (ident, _) in enumerate(objects_of(data))}
    for ident, keys in placed_objects(data):
        keys["timestamp"] = places[ident]
    battlefield = data.get("battlefield", [])
    shuffled = {**data, "battlefield": order.sample(battlefield, len(battlefield))}
    assert weighed(resolved(load(data)), labels_of(data)) == weighed(resolved(load(shuffled)), labels_of(shuffled))


# --- results


@holds_for(boards(), examples=20)
def test_at_the_end_nothing_applies(data: Data) -> None:
    """The board of an outcome, read as a file, has one outcome, without actions and new triggers, with its result.

    Exempt are draws by a loop (104.4b): there the checks would go on. In a cleanup step a player got priority because
    something had happened (514.3a); on the board at the end nothing has, so the step may end.
    """
    board = load(data)
    for outcome in resolved(board).outcomes[:FEW]:
        if outcome.result.reason == "104.4b":
            continue
        written = board_data(outcome.board)
        again = load(written)
        (second,) = resolve(again).outcomes
        assert second.checks == ()
        assert second.choices == ()
        assert second.times == 1
        assert second.triggers == again.triggers, "only what still waits, as in an untap step"
        assert without_times(board_data(second.board)) == without_times(written)
        ends = board.step == "cleanup" and outcome.result.kind == "priority" and second.result.kind == "step_ends"
        assert second.result == outcome.result or ends


@holds_for(boards(), examples=15)
def test_answers_lead_to_one_outcome(data: Data) -> None:
    """With every listed choice of an outcome answered, that outcome remains alone.

    Exempt is who is asked the same twice: an answer names no check.
    """
    board = load(data)
    labels = labels_of(data)
    outcomes = resolved(board).outcomes
    assume(any(outcome.choices for outcome in outcomes) or len(outcomes) > 1)
    for outcome in (*outcomes[: FEW - 1], outcomes[-1]):
        answers = [Answer(each.player, each.kind, each.option, each.subject) for each in outcome.choices]
        if len({(each.player, each.kind, each.subject) for each in answers}) == len(answers):
            (only,) = resolve(board._replace(choices=tuple(answers))).outcomes
            assert signature(only, labels) == signature(outcome, labels)


def without_times(value: Any) -> Any:
    """Leave timestamps out of plain data: by default they are places in the file, and may be written or not."""
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key != "timestamp"}
    return [without_times(each) for each in value] if isinstance(value, list) else value


@holds_for(boards(), examples=20)
def test_written_boards_are_read_back(data: Data) -> None:
    """A board written as JSON is read as the same board, all ids given, with the same outcomes; so are those of
    outcomes.
    """
    board = load(with_all_ids(data))
    labels = {ident: ident for ident in board.objects}
    written = read_back(board)
    assert written == board._replace(
        objects={
            ident: each if each.timestamp is not None else each._replace(timestamp=written.objects[ident].timestamp)
            for ident, each in board.objects.items()
        }
    )
    outcomes = resolved(board)
    assert weighed(resolved(written), labels) == weighed(outcomes, labels)
    for outcome in outcomes.outcomes[:FEW]:
        again = read_back(outcome.board)
        assert board_data(again) == board_data(outcome.board)
        assert read_back(again) == again


def read_back(board: Board) -> Board:
    return load(json.loads(json.dumps(board_data(board))))


# --- names

PLAYER_KEYS: Final = ("owner", "controller", "protector", "active_player", "planar_controller", "player")
OTHER_NAMES: Final = (
    "yes",
    "graveyard",
    "Zoë",
    'a "b"',
    "\\n",
    "any",
    "regeneration",
    "x_2",
    "nothing",
    "object",
    "O",
    "o",
)


def neutral(data: Data) -> Data:
    """Rename objects and players to what occurs nowhere else: #00, #01 ... and @0, @1 ..."""
    data = with_all_ids(data)
    objects = {ident: f"#{place:02}" for place, (ident, _) in enumerate(objects_of(data))}
    players = {name: f"@{place}" for place, name in enumerate(data["players"])}

    def renamed(keys: Data) -> Data:
        return {key: rename(key, value) for key, value in keys.items()}

    def rename(key: str, value: Any) -> Any:
        if key in PLAYER_KEYS:
            return players[value]
        if key in ("id", "source"):
            return objects[value]
        if key in ("attached_to", "attacking", "affects"):
            return objects.get(value) or players[value]
        if key == "commander_damage":
            return {objects.get(name, name): number for name, number in value.items()}
        if key == "text":
            return value.replace("Protection from ben", f"Protection from {players.get('ben', 'ben')}")
        if isinstance(value, list):
            return [renamed(each) if isinstance(each, dict) else each for each in value]
        return value

    everyone = {players[name]: renamed(keys) for name, keys in data["players"].items()}
    return renamed({key: value for key, value in data.items() if key != "players"}) | {"players": everyone}


def substituted(value: Any, names: Mapping[str, str]) -> Any:
    """Put names in the place of the neutral ones, wherever they stand in plain data."""
    if isinstance(value, str):
        return re.sub("#[0-9][0-9]|@[0-9]", lambda found: names[found[0]], value)
    if isinstance(value, dict):
        return {substituted(key, names): substituted(each, names) for key, each in value.items()}
    return [substituted(each, names) for each in value] if isinstance(value, list | tuple) else value


def told(outcome: Outcome) -> Data:
    """Write what an outcome tells as plain data, whatever the names.

    Left out is the source of what was prevented, and of what moves to another zone instead, the first by name, and what
    made the rules apply where an outcome stands for several combinations of choices: it is told of one of them.
    """
    moved = {
        (each.number, action.subject): action.performed
        for each in outcome.checks
        for action in each.actions
        if action.performed in MOVED_INSTEAD
    }

    def because(each: Any) -> Any:
        return each if outcome.times == 1 else each._replace(because=())

    def anonymous(action: Action) -> Action:
        return action._replace(replaced_by=None) if action.performed in MOVED_INSTEAD else action

    choices = [
        each._replace(option=moved.get((each.check, each.subject), each.option)) if each.kind == "replacement" else each
        for each in outcome.choices
    ]
    prevented = [each if each.reason == "indestructible" else each._replace(source="") for each in outcome.prevented]
    return {
        "times": outcome.times,
        "choices": plain_data(choices),
        "checks": [
            {"number": each.number, "actions": plain_data([because(anonymous(action)) for action in each.actions])}
            for each in outcome.checks
        ],
        "prevented": plain_data([because(each) for each in prevented]),
        "triggers": plain_data(outcome.triggers),
        "result": plain_data(outcome.result),
        "another_cleanup": outcome.another_cleanup,
        "board": board_data(outcome.board),
    }


def plain_data(value: Any) -> Any:
    """Write named tuples as mappings, all other tuples as lists."""
    if hasattr(value, "_asdict"):
        return {key: plain_data(each) for key, each in value._asdict().items()}
    return [plain_data(each) for each in value] if isinstance(value, list | tuple) else value


def unordered(value: Any) -> Any:
    """Sort every list, since names decide about the order of some."""
    if isinstance(value, dict):
        return {key: unordered(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return sorted((unordered(each) for each in value), key=lambda each: json.dumps(each, sort_keys=True))
    return value


@holds_for(boards(), st.permutations(OTHER_NAMES), st.randoms(use_true_random=False), examples=15)
def test_names_mean_nothing(data: Data, player_names: Sequence[str], order: random.Random) -> None:
    """With other names for objects and players, everything comes out under these names."""
    plain = neutral(data)
    players = list(plain["players"])
    ids = [ident for ident, _ in objects_of(plain)]
    object_names = order.sample([*player_names[len(players) :], *(f"x{n}" for n in range(len(ids)))], len(ids))
    names = dict(zip([*players, *ids], [*player_names[: len(players)], *object_names], strict=True))
    expected = [substituted(told(outcome), names) for outcome in resolved(load(plain)).outcomes]
    found = [told(outcome) for outcome in resolved(load(substituted(plain, names))).outcomes]
    assert unordered(found) == unordered(expected)


# --- large numbers

LARGE: Final = (2**31 - 1, 2**31, 2**31 + 5, 10**12, 10**20)
PLACES: Final = ("players", "damage", "counters", "times", "cards")
"""Where large numbers are written."""


@holds_for(boards(), st.sampled_from(LARGE), st.sets(st.sampled_from(PLACES), min_size=1), examples=15)
def test_large_numbers_change_nothing(data: Data, large: int, which: set[str]) -> None:
    """Where a large number is added on both sides of every comparison, the same happens, and numbers come out exact."""
    data = with_all_ids(data)
    board = load(data)
    larger = enlarged(data, board, large, which)
    assume(larger != data)
    try:
        found = resolve(load(larger), limit=MOST_COURSES)
    except NumbersTooLarge:
        event("numbers too large")
        return
    event("exact")
    assume(found.complete)
    expected = resolved(board)
    assert len(found.outcomes) == len(expected.outcomes)
    for one, other in zip(expected.outcomes, found.outcomes, strict=True):
        assert differ_by(told(one), told(other), large)


def differ_by(one: Any, other: Any, large: int) -> bool:
    """Say whether plain data is the same but for numbers that differ by exactly that much."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(differ_by(one.get(key, 0), other.get(key, 0), large) for key in one.keys() | other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(differ_by(*pair, large) for pair in zip(one, other, strict=True))
    if isinstance(one, dict) or isinstance(other, dict):  # counters, all of them gone
        return all(differ_by(value, 0, large) for value in (one or other).values())
    if isinstance(one, str) and isinstance(other, str):  # why a rule applied: toughness 0
        words, others = (re.split(r"(?<= )(-?[0-9]+)", each) for each in (one, other))
        return words[::2] == others[::2] and differ_by([*map(int, words[1::2])], [*map(int, others[1::2])], large)
    return one == other or (type(one) is type(other) is int and abs(one - other) == large)


def enlarged(data: Data, board: Board, large: int, which: set[str]) -> Data:
    """Add a large number wherever it cannot change what happens."""
    data = json.loads(json.dumps(data))
    texts = "\n".join(
        each.get("text", "") for each in (*(entry.data for _, entry in objects_of(data)), *data.get("effects", []))
    )
    objects = [(board.objects[ident], each.data) for ident, each in objects_of(data)]
    if "players" in which and not re.search("or less life|you gain life", texts, re.IGNORECASE):
        for player in data["players"].values():
            if player.get("life") != board.starting_life:  # which is not written
                _enlarge(player, "life", large)
            if board.variant != "two_headed_giant":
                _enlarge(player, "poison", large, least=10)
            _enlarge(player, "speed", large, least=0)
            for commander in player.get("commander_damage", ()):
                _enlarge(player["commander_damage"], commander, large, least=21)
        for team in data.get("teams", {}).values():
            if team.get("life") != board.starting_life:
                _enlarge(team, "life", large)
            _enlarge(team, "poison", large, least=15)
    if "cards" in which and not re.search("shuffle|draw seven", texts):
        for player in data["players"].values():
            for zone in ("library", "hand", "graveyard", "exile"):
                if isinstance(player.get(zone), int):
                    player[zone] += large
    counted = "counters" in which and not re.search("counter is removed|or more .* counters on it", texts)
    for item, keys in objects:
        limited = "can't have more" in item.text
        wounded = item.damage and isinstance(item.toughness, int) and toughness_of(item, board) > 0
        if "damage" in which and wounded and not limited and not item.face_down:
            keys["damage"] += large
            keys["toughness"] += large
        if counted and not limited:
            _enlarge(keys, "regeneration_shields", large, least=1)
            kinds = keys.get("counters", {})
            opposed = [kind for kind in ("+1/+1", "-1/-1") if kinds.get(kind)]
            for kind in ("loyalty", "defense", "charge", "finality", *(opposed if len(opposed) == 2 else ())):
                _enlarge(kinds, kind, large, least=1)
            if "chapters" in keys and keys["chapters"] and kinds.get("lore"):
                keys["chapters"] += large
                kinds["lore"] += large
    effects = data.get("effects", [])
    placed = placed_objects(data) or any("controller" in each and "timestamp" not in each for each in effects)
    if "times" in which and not placed:
        for keys in (*(keys for _, keys in objects), *effects):
            for key in ("timestamp", "world_since"):
                _enlarge(keys, key, large, least=0)
    return data


def _enlarge(keys: Data, key: str, large: int, least: int | None = None) -> None:
    """Move a number away from 0, if it is there and at least so large already."""
    number = keys.get(key)
    if number is not None and (least is None or number >= least):
        keys[key] = number + large if number > 0 or least is not None else number - large


# --- some actions of the first check, straight from the rules

JUDGED: Final = (
    "zero_life",
    "ten_poison",
    "token_ceases",
    "zero_toughness",
    "lethal_damage",
    "deathtouch_damage",
    "zero_loyalty",
    "opposed_counters",
)


@holds_for(boards(variants=(None,)), examples=80)
def test_the_first_check_follows_the_rules(data: Data) -> None:
    """A small specification of nine state-based actions, on boards without exceptions to losing and the legend rule."""
    board = load(with_all_ids(without_exceptions(data)))
    assume(len(list(legend_choices(board))) <= MOST_COURSES)
    expected = {(sba, subject) for sba in JUDGED for subject in judged(sba, board)} if checks_happen(board) else set()
    legends = set(legend_choices(board)) if checks_happen(board) else {frozenset[str]()}
    found: set[frozenset[str]] = set()
    for each in islice(check(board), 10**4):
        actions = {(action.sba, action.subject) for action in each.actions}
        assert {action for action in actions if action[0] in JUDGED} == expected
        found.add(frozenset(subject for sba, subject in actions if sba == "legend_rule"))
    assert found == legends


def without_exceptions(data: Data) -> Data:
    """Leave out what makes exceptions to the rules of losing and of legends, and what comes before the first check."""
    data = json.loads(json.dumps(data))
    data.pop("step_begins", None)
    data["effects"] = [each for each in data.get("effects", []) if "lose the game" not in each.get("text", "")]
    for _, each in objects_of(data):
        kept = [
            line for line in each.data.get("text", "").splitlines() if not re.search("can't lose|legend rule", line)
        ]
        if "text" in each.data:
            each.data["text"] = "\n".join(kept)
    return data


def checks_happen(board: Board) -> bool:
    """Nobody gets priority in the untap step (502.4), and nothing happens when a game is over (104.1, 104.2a)."""
    sides = {name: each.team or f"alone {name}" for name, each in board.players.items()}
    present = {sides[name] for name, each in board.players.items() if not each.left}
    return board.step != "untap" and (len(present) > 1 or present == set(sides.values()))


def judged(sba: str, board: Board) -> Iterator[str]:
    """List the players or objects to which the action applies."""
    for name, player in board.players.items():
        if not player.left and (
            (sba == "zero_life" and player.life is not None and player.life <= 0)  # 704.5a
            or (sba == "ten_poison" and player.poison >= 10)  # 704.5c
        ):
            yield name
    for ident, item in board.objects.items():
        if sba == "token_ceases" and item.token and item.zone != "battlefield":  # 704.5d
            yield ident
        if item.zone != "battlefield" or item.phased_out or item.component_of is not None:  # 702.26b, 730.2
            continue
        toughness = toughness_of(item, board) if "creature" in types_of(item) else None
        both = item.counters.get("+1/+1", 0) > 0 and item.counters.get("-1/-1", 0) > 0
        if (
            (sba == "zero_toughness" and toughness is not None and toughness <= 0)  # 704.5f
            or (
                sba == "zero_loyalty" and "planeswalker" in types_of(item) and not item.counters.get("loyalty")
            )  # 704.5i
            or (sba == "opposed_counters" and both)  # 704.5q
        ):
            yield ident
        if toughness is not None and toughness > 0 and not indestructible(item, board):  # 702.12b
            lethal = sba == "lethal_damage" and 0 < item.damage >= toughness  # 704.5g
            if lethal or (sba == "deathtouch_damage" and item.deathtouch_damage):  # 704.5h
                yield ident


def types_of(item: GameObject) -> Sequence[str]:
    """Face down it is a creature and nothing else (708.2a); bestowed and attached it is none (702.103b, f)."""
    if item.face_down:
        return ("creature",)
    types = parse_type_line(item.type_line).types if item.type_line else ()
    return [each for each in types if each != "creature" or not item.bestowed or item.attached_to is None]


def toughness_of(item: GameObject, board: Board) -> int:
    """Add counters (122.1a) and effects (613.4c) to what is printed; a star counts as 0."""
    printed = (
        item.toughness
        if isinstance(item.toughness, int)
        else int((item.toughness or "0").partition("+")[0].strip("*") or 0)
    )
    by_counters = sum(
        number * int(kind.partition("/")[2])
        for kind, number in item.counters.items()
        if re.fullmatch(r"[+-]\d+/[+-]\d+", kind)
    )
    by_effects = sum(each.toughness for each in board.effects if each.affects == item.id)
    return (2 if item.face_down else printed) + by_counters + by_effects


def indestructible(item: GameObject, board: Board) -> bool:
    """By a counter (122.1b), by an effect, or by its own text and keywords, unless it is face down."""
    own = {*item.text.splitlines(), *item.keywords}
    by_effect = any(each.affects == item.id and "indestructible" in each.text for each in board.effects)
    by_counter = bool(item.counters.get("indestructible"))
    return by_counter or by_effect or (not item.face_down and "Indestructible" in own)


def legend_choices(board: Board) -> Iterator[frozenset[str]]:
    """List what the legend rule may put away: of each group all but the one kept (704.5j)."""
    groups: dict[tuple[str | None, str], list[str]] = {}
    for ident, item in board.objects.items():
        on_battlefield = item.zone == "battlefield" and not item.phased_out and item.component_of is None
        if on_battlefield and not item.face_down and item.name is not None and "Legendary" in item.type_line:
            groups.setdefault((item.controller, item.name), []).append(ident)
    several = [group for group in groups.values() if len(group) > 1]
    for kept in product(*several):
        yield frozenset(ident for group in several for ident in group if ident not in kept)


# --- the sweep


@pytest.mark.sweep
@pytest.mark.parametrize("name", PROPERTIES)
def test_sweep(name: str, request: pytest.FixtureRequest) -> None:
    """Every property, on many boards, other ones each time."""
    if "sweep" not in request.config.option.markexpr:
        pytest.skip("takes minutes; run with `pytest -m sweep`")
    tested, examples = PROPERTIES[name]
    settings(QUICK, derandomize=False, max_examples=SWEEP_FACTOR * examples)(tested)()
