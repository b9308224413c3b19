"""How long a resolution takes, beside what clingo alone needs for the same texts; and what lords add to a board.

Run with `pytest tests/test_benchmark.py --benchmark-only --benchmark-group-by=param:count,param:dying`.
"""

from collections.abc import Callable
from itertools import islice

import clingo
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sbalogic import Board, GameObject, Player, resolve
from sbalogic.events import possible_events
from sbalogic.facts import facts_of
from sbalogic.groups import toggle
from sbalogic.resolver import default_rulebook


def creatures(count: int, *, dying: bool) -> Board:
    """Build a board of so many 2/2 creatures, all with lethal damage or none."""
    players = ("ana", "ben")
    objects = {
        f"bears_{number}": GameObject(
            id=f"bears_{number}",
            zone="battlefield",
            id_given=False,
            name="Bears",
            owner=players[number % 2],
            controller=players[number % 2],
            type_line="Creature — Bear",
            mana_cost="{1}{G}",
            power=2,
            toughness=2,
            damage=2 if dying else 1,
        )
        for number in range(count)
    }
    return Board(players={name: Player(name) for name in players}, active_player="ana", objects=objects)


def with_lords(board: Board, text: str) -> Board:
    """Return the board with 20 creatures more, which have that text."""
    lords = {
        f"lord_{number}": each._replace(id=f"lord_{number}", name="Lord", text=text)
        for number, each in enumerate(islice(board.objects.values(), 20))
    }
    return board._replace(objects={**board.objects, **lords})


def clingo_alone(board: Board) -> Callable[[], int]:
    """Prepare what clingo needs for the checks of a board: the texts that the driver gives to it, models read."""
    rulebook = default_rulebook()
    groups = facts_of(board).groups
    program = rulebook.program(groups)
    texts = []
    again = True
    while again:
        texts.append(f"{program.text}\n{program.facts(groups)}")
        event = next(possible_events(groups, rulebook, program))
        groups, again = toggle(groups, event.toggled), event.again

    def run() -> int:
        symbols = 0
        for text in texts:
            control = clingo.Control(["0"])
            control.add("base", [], text)
            control.ground([("base", [])])
            with control.solve(yield_=True) as handle:
                symbols += sum(len(list(model.symbols(terms=True))) for model in handle)
        return symbols

    return run


@pytest.mark.parametrize("dying", [False, True], ids=["none_dying", "all_dying"])
@pytest.mark.parametrize("count", [10, 100, 1_000, 10_000])
class TestCreatures:
    def test_resolve(self, benchmark: BenchmarkFixture, count: int, dying: bool) -> None:
        board = creatures(count, dying=dying)
        resolution = benchmark(resolve, board)
        assert sum(len(check.actions) for check in resolution.outcomes[0].checks) == (count if dying else 0)

    def test_clingo_alone(self, benchmark: BenchmarkFixture, count: int, dying: bool) -> None:
        run = clingo_alone(creatures(count, dying=dying))
        assert benchmark(run) > 0


@pytest.mark.parametrize("dying", [False], ids=["none_dying"])
@pytest.mark.parametrize("count", [100, 1_000])
@pytest.mark.parametrize("text", ["", "Other creatures you control get +1/+1."], ids=["no_text", "text"])
def test_resolve_with_lords(benchmark: BenchmarkFixture, count: int, dying: bool, text: str) -> None:
    board = with_lords(creatures(count, dying=dying), text)
    resolution = benchmark(resolve, board)
    assert not resolution.outcomes[0].checks
    assert not resolution.warnings
