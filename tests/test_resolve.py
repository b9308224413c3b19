"""The driver: single checks, loops, limits, orders, and what it must not enumerate."""

import sys
from pathlib import Path

import pytest

from sbalogic import (
    Answer,
    Board,
    GameObject,
    Player,
    Team,
    TooManyChecks,
    UnusedAnswer,
    WaitingTrigger,
    check,
    resolve,
)
from sbalogic.resolver import default_rulebook
from sbalogic.rulebook import Rulebook


def board(*objects: GameObject, **others: object) -> Board:
    """Build a board of ana and ben, ana's turn."""
    fields = {"players": {name: Player(name) for name in ("ana", "ben")}, "active_player": "ana", **others}
    return Board(objects={each.id: each for each in objects}, **fields)  # type: ignore[arg-type]


def creature(ident: str, **others: object) -> GameObject:
    """Build a 2/2 creature of ana's."""
    fields = {"owner": "ana", "controller": "ana", "type_line": "Creature — Bear", "power": 2, "toughness": 2, **others}
    return GameObject(id=ident, zone="battlefield", **fields)  # type: ignore[arg-type]


def legend(number: int) -> GameObject:
    """Build one of many equal legendary tokens, without an id of its own."""
    return creature(
        f"legend_{number}", name="Legend", id_given=False, token=True, type_line="Legendary Creature — Bear"
    )


def test_a_single_check_performs_what_applies_and_stops() -> None:
    aura = creature(
        "aura", type_line="Enchantment — Aura", toughness=None, attached_to="bears", text="Enchant creature"
    )
    (only,) = check(board(creature("bears", damage=2), aura))
    assert [(action.rule, action.subject) for action in only.actions] == [("704.5g", "bears")]
    assert only.actions[0].because == ("damage 2", "toughness 2")
    assert only.again
    assert only.board.objects["bears"].zone == "graveyard"
    assert only.board.objects["bears"].damage == 0
    assert only.board.objects["aura"].zone == "battlefield"
    assert only.board.objects["aura"].attached_to is None


def test_a_check_closes_the_windows_even_if_nothing_applies() -> None:
    wall = creature("wall", deathtouch_damage=True, text="Indestructible")
    players = {"ana": Player("ana"), "ben": Player("ben")}
    (only,) = check(board(wall, players=players))
    assert not only.again
    assert not only.board.objects["wall"].deathtouch_damage


def test_interchangeable_options_are_not_tried_one_by_one() -> None:
    checks: list[int] = []
    (outcome,) = resolve(board(*map(legend, range(60))), progress=checks.append).outcomes
    assert outcome.times == 60
    assert outcome.choices == ()
    assert len(outcome.checks[0].actions) == 59
    assert len(checks) == 3, "the legend rule, the tokens that cease, and the last look"


def test_interchangeable_subjects_are_counted_by_their_options() -> None:
    sculptor = creature("sculptor", keywords=("space sculptor",), sector="alpha")
    equal = [creature(f"bear_{number}", id_given=False, name="Bear") for number in range(6)]
    outcomes = resolve(board(sculptor, *equal)).outcomes
    assert len(outcomes) == 28, "six creatures on three sectors, up to swapping them"
    assert sum(outcome.times for outcome in outcomes) == 3**6


def test_objects_with_ids_stay_apart() -> None:
    two = [legend(number)._replace(id_given=True) for number in range(2)]
    outcomes = resolve(board(*two)).outcomes
    assert [outcome.times for outcome in outcomes] == [1, 1]
    assert [outcome.choices[0].option for outcome in outcomes] == ["legend_0", "legend_1"]


def test_triggers_are_placed_from_the_active_player_on() -> None:
    wolves = [creature(f"{name}s", controller=name, owner=name, damage=2, text="Undying") for name in ("ana", "ben")]
    waiting = (WaitingTrigger("ben", "bens", "first"),)
    (outcome,) = resolve(board(*wolves, active_player="ben", triggers=waiting)).outcomes
    assert [(each.controller, each.ability) for each in outcome.triggers] == [
        ("ben", "first"),
        ("ben", "undying"),
        ("ana", "undying"),
    ]
    assert [each.controller for each in outcome.board.objects.values() if each.zone == "stack"] == ["ben", "ben", "ana"]
    assert outcome.board.triggers == ()


def test_teams_place_their_triggers_together() -> None:
    players = {
        name: Player(name, life=None, team=team) for name, team in zip("abcd", ("x", "y", "x", "y"), strict=True)
    }
    teams = {name: Team(name, life=30) for name in ("x", "y")}
    waiting = tuple(WaitingTrigger(name, "bears", name) for name in "abcd")
    bears = creature("bears", controller="a", owner="a")
    (outcome,) = resolve(
        Board(
            players=players,
            teams=teams,
            active_player="c",
            objects={"bears": bears},
            triggers=waiting,
            variant="two_headed_giant",
        )
    ).outcomes
    assert [each.ability for each in outcome.triggers] == ["a", "c", "b", "d"]


def dying(ident: str, **others: object) -> GameObject:
    """Build a creature that dies and tells of it."""
    return creature(ident, name=ident, damage=2, text="When this creature dies, draw a card.", **others)


def test_triggers_of_one_group_come_in_every_order_if_asked() -> None:
    game = board(dying("bear"), dying("wolf"), dying("rat", owner="ben", controller="ben"))
    (one,) = resolve(game).outcomes
    assert [(each.source, each.group) for each in one.triggers] == [("bear", 1), ("wolf", 1), ("rat", 2)]
    found = resolve(game, order_triggers=True).outcomes
    assert {tuple(each.source for each in outcome.triggers) for outcome in found} == {
        ("bear", "wolf", "rat"),
        ("wolf", "bear", "rat"),
    }
    assert {choice.option for outcome in found for choice in outcome.choices} == {
        "bear dies, wolf dies",
        "wolf dies, bear dies",
    }
    for outcome in found:
        stack = [each.source for each in outcome.board.objects.values() if each.zone == "stack"]
        assert stack == [each.source for each in outcome.triggers]


def test_an_order_of_triggers_can_be_answered() -> None:
    answer = Answer("ana", "trigger_order", "wolf dies, bear dies")
    (only,) = resolve(board(dying("bear"), dying("wolf"), choices=(answer,))).outcomes
    assert [each.source for each in only.triggers] == ["wolf", "bear"]
    wrong = Answer("ana", "trigger_order", "wolf dies")
    with pytest.raises(UnusedAnswer, match="trigger_order:group 1=bear dies, wolf dies"):
        resolve(board(dying("bear"), dying("wolf"), choices=(wrong,)))


def test_many_orders_are_made_one_by_one() -> None:
    found = resolve(board(*(dying(f"bear_{number}") for number in range(12))), order_triggers=True, limit=3)
    assert len(found.outcomes) == 3
    assert not found.complete


def test_objects_that_become_equal_stay_apart() -> None:
    """Two commanders that differ on the board are told apart in the graveyard too (704.6d)."""
    bears = [
        creature(name, name="Bear", id_given=False, toughness=0, commander=True, tapped=tapped)
        for name, tapped in (("bear", False), ("bear_2", True))
    ]
    assert [each.times for each in resolve(board(*bears, variant="brawl")).outcomes] == [1, 1, 1, 1]


def test_a_loop_with_triggers_is_a_draw() -> None:
    """The triggers that wait are more in each check, and nothing else changes (104.4b)."""
    text = "If you would lose the game, instead your life total becomes 20.\nWhenever you gain life, draw a card."
    players = {"ana": Player("ana", life=5, poison=10), "ben": Player("ben")}
    again = "If you would lose the game, instead your life total becomes 5."
    charm = creature("charm", type_line="Artifact", toughness=None, text=again)
    (only,) = resolve(board(charm, players=players)).outcomes
    assert (only.result.kind, only.result.reason) == ("draw", "104.4b")
    mirror = creature("mirror", type_line="Artifact", toughness=None, text=text)
    (only,) = resolve(board(mirror, players=players)).outcomes
    assert (only.result.kind, only.result.reason) == ("draw", "104.4b")


def test_untap_checks_nothing_and_triggers_wait() -> None:
    waiting = (WaitingTrigger("ana", "bears", "upkeep"),)
    (outcome,) = resolve(board(creature("bears", damage=5), step="untap", triggers=waiting)).outcomes
    assert (outcome.result.kind, outcome.checks) == ("step_ends", ())
    assert outcome.board.triggers == waiting


def test_a_board_that_comes_back_is_a_draw(tmp_path: Path) -> None:
    rules = tmp_path / "again.lp"
    rules.write_text("perform(nothing_new) :- checked.\n", encoding="utf-8")
    (outcome,) = resolve(board(creature("bears")), rulebook=Rulebook([rules])).outcomes
    assert (outcome.result.kind, outcome.result.reason) == ("draw", "104.4b")


def test_checks_without_end_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["sbalogic.resolver"], "MOST_CHECKS", 20)
    rules = tmp_path / "growing.lp"
    rules.write_text(
        "perform(growth) :- checked.\nadd(life(P, N + 1)) :- life(P, N), checked.\n"
        "del(life(P, N)) :- life(P, N), checked.\n",
        encoding="utf-8",
    )
    with pytest.raises(TooManyChecks, match="20 checks"):
        resolve(board(creature("bears")), rulebook=Rulebook([rules]))


def test_a_limit_bounds_the_outcomes() -> None:
    two = [legend(number)._replace(id_given=True) for number in range(2)]
    cut = resolve(board(*two), limit=1)
    assert (len(cut.outcomes), cut.complete) == (1, False)
    assert resolve(board(*two), limit=2).complete
    with pytest.raises(ValueError, match="at least 1"):
        resolve(board(*two), limit=0)


def test_an_answer_that_fits_nothing_names_what_would() -> None:
    two = [legend(number)._replace(id_given=True) for number in range(2)]
    with pytest.raises(UnusedAnswer) as error:
        resolve(board(*two, choices=(Answer("ana", "legend_rule", "nobody"),)))
    assert [each.option for each in error.value.possible] == ["legend_0", "legend_1"]


def test_numbers_of_any_size_come_back_exact() -> None:
    huge = 10**20
    counters = {"+1/+1": huge + 7, "-1/-1": huge}
    (outcome,) = resolve(board(creature("bears", counters=counters, damage=huge))).outcomes
    assert [(action.rule, action.because) for action in outcome.checks[0].actions] == [
        ("704.5g", (f"damage {huge}", "toughness 9")),
        ("704.5q", (f"pairs {huge}",)),
    ]
    survivor = creature("bears", counters={"+1/+1": huge + 7, "-1/-1": huge - 5})
    (outcome,) = resolve(
        board(survivor, players={"ana": Player("ana", life=2**31), "ben": Player("ben", life=huge)})
    ).outcomes
    assert outcome.board.objects["bears"].counters == {"+1/+1": 12}
    assert outcome.board.players["ben"].life == huge


def test_the_rules_are_kept_beside_the_compiled_modules() -> None:
    first, second = Rulebook(), Rulebook()
    assert first.whole().text == second.whole().text == default_rulebook().whole().text
