"""Spaces of boards: every board is a board file, as many as there are, and none that symmetry breaking loses."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, permutations
from typing import Any, Final

import pytest
from brute_force import boards
from clingo import Function, Number, Symbol
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lifted import cube_of, sweeping, ways
from spaces import all_facts, random_facts
from test_properties import QUICK

from sbalogic import Board, GameObject
from sbalogic.facts import facts_of
from sbalogic.formats.board_file import load_board
from sbalogic.formats.board_writer import board_data
from sbalogic.resolver import histories
from sbalogic.verify.boards import board_of
from sbalogic.verify.checks import Checks, properties
from sbalogic.verify.counting import size_of
from sbalogic.verify.replay import Disagreement, confirm, history
from sbalogic.verify.space import Space, features

ALL: Final = tuple(features())
EVERY: Final = 7
"""Of so many features one is looked at in the quick run."""
FOURS: Final = (
    (("creatures", "damage", "deathtouch", "regeneration"), 1),
    (("creatures", "tokens", "graveyard", "commanders"), 1),
    (("equipment", "roles", "creatures", "phasing"), 1),
    (("teams", "poison", "cant_lose", "speed"), 1),
    (("creatures", "legendary", "tokens", "stolen"), 2),
    (("auras", "umbra_armor", "equipment", "tokens"), 2),
    (("battles", "schemes", "dungeons", "sagas"), 1),
    (("creatures", "lords", "hostile_lords", "indestructible"), 2),
    (("world", "planeswalker_types", "exile_instead", "copies"), 1),
    (("creatures", "battles", "drawing", "timestamps"), 1),
    (("planeswalkers", "stolen", "phasing", "life"), 2),
)
"""Sets of four features, and numbers of permanents with which all boards can be followed."""
QUICK_FOURS: Final = (FOURS[0], FOURS[8])
MOST_CHECKS: Final = 12


def with_creatures(feature: str) -> tuple[str, ...]:
    """Many features are about creatures and would have no boards without."""
    return tuple(dict.fromkeys(("creatures", feature)))


def load(data: dict[str, Any]) -> Board:
    return load_board(json.dumps(data), "board.json", "json")


# --- every board is a board file

NOT_IN_FILES: Final = ("says", "has_chapters")
"""What a space says besides facts of boards."""
OF_THE_PLACE: Final = ("file_order", "in_edition")
"""What a board does not say: where objects stand in the file, and what the rules are."""


def facts_of_file(board: Board, texts: Sequence[str]) -> frozenset[str]:
    """Write a board as facts in which filters, abilities and so on are numbered as the space numbers them.

    Numbers are given in the order in which texts are read, so objects with all the texts are put in front.
    """
    readers = {
        f"#{number}": GameObject(f"#{number}", "exile", name="reader", owner="ana", text=text)
        for number, text in enumerate(texts)
    }
    groups = facts_of(board._replace(objects={**readers, **board.objects})).groups
    return frozenset(fact for facts in groups.values() for fact in facts if '"#' not in fact)


def faults_of_file(space: Space, facts: Collection[Symbol]) -> Iterator[str]:
    """Write a board to a file and read it again; say what is not the same."""
    board = board_of(space, facts)
    data = board_data(board)
    again = load(data)
    yield from (f"warns: {each}" for each in (*again.warnings, *facts_of(again).warnings))
    if board != again:
        yield f"{board} is read as {again}"
    kinds = {kind for each in board.objects.values() for kind in each.counters}
    chosen = {
        str(each)
        for each in facts
        if each.name not in (*NOT_IN_FILES, *OF_THE_PLACE)
        and not (each.name in ("power_counter", "toughness_counter") and each.arguments[0].string not in kinds)
    }
    read = {each for each in facts_of_file(again, space.texts) if each.partition("(")[0] not in OF_THE_PLACE}
    yield from (f"only the space says {each}" for each in sorted(chosen - read))
    yield from (f"only the file says {each}" for each in sorted(read - chosen))
    places = {each.arguments[0].string: each.arguments[1].number for each in facts if each.name == "file_order"}
    there = [name for name, each in again.objects.items() if each.zone == "battlefield"]
    if there != sorted(there, key=places.__getitem__):
        yield f"in the file the permanents stand as {there}"


def faults_of_files(space: Space, all_of_them: Iterable[Collection[Symbol]]) -> list[str]:
    return [f"{space.features}: {fault}" for facts in all_of_them for fault in faults_of_file(space, facts)]


@pytest.mark.parametrize("feature", ALL[::EVERY])
def test_boards_of_a_feature_are_board_files(feature: str) -> None:
    space = Space(1, with_creatures(feature))
    faults = faults_of_files(space, all_facts(space))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("permanents", [2, 3])
def test_boards_with_all_features_are_board_files(permanents: int) -> None:
    space = Space(permanents, ALL)
    faults = faults_of_files(space, (random_facts(space, seed) for seed in range(4)))
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.parametrize("feature", ALL)
def test_all_boards_of_all_features_are_board_files(feature: str, request: pytest.FixtureRequest) -> None:
    sweeping(request)
    test_boards_of_a_feature_are_board_files(feature)


@pytest.mark.sweep
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("permanents", [1, 2, 3, 4])
def test_many_boards_with_all_features_are_board_files(
    permanents: int, players: int, request: pytest.FixtureRequest
) -> None:
    sweeping(request)
    space = Space(permanents, ALL, players)
    faults = faults_of_files(space, (random_facts(space, seed) for seed in range(100)))
    assert not faults, "\n".join(faults)


# --- how many there are


def counted(chosen: Sequence[str], permanents: int) -> int:
    return sum(1 for number in range(permanents + 1) for _ in boards(chosen, number))


@pytest.mark.parametrize(("chosen", "permanents"), [*((with_creatures(each), 1) for each in ALL[2::EVERY]), FOURS[1]])
def test_the_number_of_boards(chosen: Sequence[str], permanents: int) -> None:
    """`size_of` counts what plain loops count."""
    size = size_of(Space(permanents, chosen))
    assert (size.boards, size.kind) == (counted(chosen, permanents), "exact")


@pytest.mark.sweep
def test_attacks_are_counted(request: pytest.FixtureRequest) -> None:
    """What a creature attacks depends on what the other one is."""
    sweeping(request)
    test_the_number_of_boards(("battles", "timestamps", "creatures"), 2)


def test_the_number_for_more_permanents_is_a_bound() -> None:
    """Above two permanents toughness and damage are counted as if there always were so many."""
    size = size_of(Space(3, ("creatures", "lords", "damage", "stolen")))
    assert size.kind == "at most"
    assert size.boards >= counted(("creatures", "lords", "damage", "stolen"), 2)


@pytest.mark.sweep
@pytest.mark.parametrize(("chosen", "permanents"), [*((with_creatures(each), 1) for each in ALL), *FOURS])
def test_all_numbers_of_boards(chosen: Sequence[str], permanents: int, request: pytest.FixtureRequest) -> None:
    sweeping(request)
    test_the_number_of_boards(chosen, permanents)


# --- every board, made by plain loops and followed by the driver

Way = tuple[tuple[frozenset[str], ...], frozenset[str]]


def key_of(board: Board) -> str:
    return json.dumps(board_data(board), sort_keys=True)


def grown(space: Space, **options: Any) -> Checks:
    """Lift the rules as many checks far as any board of the space goes."""
    checks = Checks(space, [], symmetry=False, **options)
    for horizon in range(1, MOST_CHECKS + 1):
        checks.grow(horizon)
        if not checks.possible(checks.last("unfinished")):
            return checks
    raise AssertionError(f"some board of {space.features} goes on for ever")


def lifted_ways(checks: Checks, cube: Iterable[tuple[Symbol, bool]] = ()) -> dict[str, set[Way]]:
    """Return for each board of a cube what the lifted rules may do with it."""
    found: dict[str, set[Way]] = defaultdict(set)
    for each in ways(checks, cube):
        way = history(each)
        found[key_of(each.board)].add((way.checks, way.fluents))
    return found


def driven_ways(board: Board, lifted: Iterable[Way]) -> set[Way]:
    """Return what the driver may do with a board, of facts that the lifted rules know."""
    names = {fact.partition("(")[0] for _, fluents in lifted for fact in fluents}
    return {
        (each.checks, frozenset(fact for fact in each.fluents if fact.partition("(")[0] in names))
        for each in histories(board)
    }


def faults_of_space(chosen: Sequence[str], permanents: int) -> list[str]:
    """Follow every board that plain loops find; say which are not in the space, or come to another end there."""
    lifted = lifted_ways(grown(Space(permanents, chosen)))
    faults = []
    for data in boards(chosen, permanents):
        board = load(data)
        ways_of_it = lifted.pop(key_of(board), set())
        if ways_of_it != driven_ways(board, ways_of_it):
            faults.append(f"{key_of(board)}: lifted {ways_of_it}, the driver {driven_ways(board, ways_of_it)}")
    return faults + [f"only the space has {each}" for each in lifted]


@pytest.mark.parametrize(("chosen", "permanents"), [*((with_creatures(each), 1) for each in ALL[1::13]), *QUICK_FOURS])
def test_every_board_comes_to_the_same_end(chosen: Sequence[str], permanents: int) -> None:
    faults = faults_of_space(chosen, permanents)
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.parametrize(("chosen", "permanents"), [*((with_creatures(each), 1) for each in ALL), *FOURS])
def test_every_board_of_many_spaces(chosen: Sequence[str], permanents: int, request: pytest.FixtureRequest) -> None:
    sweeping(request)
    test_every_board_comes_to_the_same_end(chosen, permanents)


def faults_of_few_choices(most: int, one_of: int) -> list[str]:
    """Follow the boards with one permanent and all features on which at most so many things are chosen.

    All boards would be far too many: more than 10^12.
    """
    space = Space(1, ALL)
    checks = grown(space)
    atoms = [symbol for symbol, _ in cube_of(checks, ())]
    faults = []
    for data in islice(boards(ALL, 1, most=most), 0, None, one_of):
        board = load(data)
        said = facts_of_file(board, space.texts) | said_in(board)
        (key, lifted), *others = lifted_ways(checks, [(symbol, str(symbol) in said) for symbol in atoms]).items()
        if others or key != key_of(board) or lifted != driven_ways(board, lifted):
            faults.append(f"{key_of(board)}: lifted {lifted}, the driver {driven_ways(board, lifted)}")
    return faults


def said_in(board: Board) -> set[str]:
    """Return what spaces choose besides facts of boards: lines of text and numbers of chapters."""
    said = {f'says("{each.id}","{line}")' for each in board.objects.values() for line in each.text.splitlines()}
    return said | {f'has_chapters("{each.id}",{each.chapters})' for each in board.objects.values() if each.chapters}


def test_boards_on_which_little_is_chosen() -> None:
    faults = faults_of_few_choices(2, 40)
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
def test_boards_on_which_a_little_more_is_chosen(request: pytest.FixtureRequest) -> None:
    sweeping(request)
    faults = faults_of_few_choices(3, 1)
    assert not faults, "\n".join(faults)


# --- symmetry


SYMMETRIC: Final = (
    (("creatures", "lords"), 2, "check_bound"),
    (("legendary",), 3, "no_return"),
    (("planeswalkers",), 2, "one_at_a_time"),
)
MORE_SYMMETRIC: Final = (
    (("planeswalkers", "tokens"), 2, "one_at_a_time"),
    (("creatures", "legendary", "tokens"), 2, "check_bound"),
    (("creatures", "equipment"), 2, "check_bound"),
    (("roles",), 2, "no_return"),
    (("world", "graveyard"), 2, "no_return"),
    (("creatures", "graveyard", "tokens"), 2, "one_at_a_time"),
    (("creatures", "cant_lose", "life"), 2, "check_bound"),
    (("creatures", "lords"), 3, "check_bound"),
    (("planeswalkers", "stolen", "tokens"), 3, "no_return"),
    (("equipment",), 3, "check_bound"),
    (("legendary", "phasing"), 3, "confluence"),
)


def classes_of(checks: Checks, names: Sequence[str]) -> tuple[int, set[frozenset[str]]]:
    """Count the boards with what may happen on them, and tell which of them differ in more than names of objects."""
    number = 0
    classes = set()
    for found in ways(checks):
        number += 1
        told = [each for each in found.facts if each.name != "file_order"]
        told += [each for each in found.derived if each.name == "perform"]
        text = "\n".join(map(str, told))
        renamed = (with_names(text, dict(zip(names, order, strict=True))) for order in permutations(names))
        classes.add(frozenset(min(sorted(each.split("\n")) for each in renamed)))
    return number, classes


def with_names(text: str, names: Mapping[str, str]) -> str:
    return re.sub(r'"(o\d+)"', lambda match: f'"{names[match[1]]}"', text)


def faults_of_symmetry(chosen: Sequence[str], permanents: int, name: str, *, quick: bool = False) -> list[str]:
    """Compare the classes of boards with and without symmetry breaking, however many checks are looked at.

    If `quick`, only one check and as many as there are.
    """
    space = Space(permanents, chosen)
    horizon = grown(space).horizon
    faults = []
    fewer = False
    for number in sorted({1, horizon}) if quick else range(1, horizon + 1):
        found = []
        for symmetry in (True, False):
            checks = Checks(space, [properties()[name]], symmetry=symmetry)
            checks.grow(number)
            checks.close()
            found.append(classes_of(checks, space.objects))
        (few, with_breaking), (many, without) = found
        fewer = fewer or few < many
        faults += [
            f"after {number} checks symmetry breaking loses {' '.join(sorted(each))}"
            for each in without - with_breaking
        ]
        faults += [
            f"after {number} checks only with it there is {' '.join(sorted(each))}" for each in with_breaking - without
        ]
    return faults if fewer else [*faults, "symmetry breaking leaves all boards"]


@pytest.mark.parametrize(("chosen", "permanents", "name"), SYMMETRIC)
def test_symmetry_breaking_loses_no_class_of_boards(chosen: Sequence[str], permanents: int, name: str) -> None:
    faults = faults_of_symmetry(chosen, permanents, name, quick=True)
    assert not faults, "\n".join(faults)


@pytest.mark.sweep
@pytest.mark.parametrize(("chosen", "permanents", "name"), [*SYMMETRIC, *MORE_SYMMETRIC])
def test_symmetry_breaking_loses_nothing_in_larger_spaces(
    chosen: Sequence[str], permanents: int, name: str, request: pytest.FixtureRequest
) -> None:
    sweeping(request)
    faults = faults_of_symmetry(chosen, permanents, name)
    assert not faults, "\n".join(faults)


# --- what is found is confirmed


@cache
def two_permanents() -> Checks:
    checks = Checks(Space(2, ALL), [])
    checks.grow(5)
    return checks


def replays(checks: Checks, reached: int, wanted: Sequence[int], against: Sequence[int]) -> None:
    """Find a board with so many checks, some facts and without others; the driver must be able to do the same."""
    chosen = checks.chosen
    cube = [
        (chosen[number % len(chosen)], holds)
        for numbers, holds in ((wanted, True), (against, False))
        for number in numbers
    ]
    goal = Function("live", [Function("first"), Number(min(reached, checks.horizon - 1))])
    found = checks.find(goal, cube)
    assume(found is not None)
    assert found is not None
    confirm(found)
    assert len(history(found).checks) > reached
    assert all((symbol in found.derived) is holds for symbol, holds in cube)


NUMBERS: Final = st.lists(st.integers(0, 10**4), max_size=4)


@settings(QUICK, max_examples=15)
@given(st.integers(0, 3), NUMBERS, NUMBERS)
def test_what_is_found_is_confirmed(reached: int, wanted: list[int], against: list[int]) -> None:
    replays(two_permanents(), reached, wanted, against)


@pytest.mark.sweep
@pytest.mark.parametrize("permanents", [1, 2, 3, 4])
def test_much_that_is_found_is_confirmed(permanents: int, request: pytest.FixtureRequest) -> None:
    sweeping(request)
    checks = Checks(Space(permanents, ALL, 3), [])
    checks.grow(7)
    tested = given(st.integers(0, 5), NUMBERS, NUMBERS)(lambda *values: replays(checks, *values))
    settings(QUICK, derandomize=False, max_examples=500)(tested)()


def test_what_the_driver_does_not_do_is_no_confirmation() -> None:
    checks = two_permanents()
    found = checks.find(Function("live", [Function("first"), Number(1)]))
    assert found is not None
    without = frozenset(each for each in found.derived if each.name != "propose")
    with pytest.raises(Disagreement):
        confirm(found._replace(derived=without))
