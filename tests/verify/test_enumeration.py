"""`sbalogic enumerate`: one board of each class, all of them, the smallest first, each with what comes out of it."""

import json
from collections.abc import Iterator
from datetime import date
from itertools import combinations_with_replacement, permutations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from sbalogic import load, resolve
from sbalogic.board import Board, GameObject, Player
from sbalogic.cli import main_group
from sbalogic.expectation import by_edition, differences
from sbalogic.formats.board_file import load_board
from sbalogic.formats.board_text import board_text
from sbalogic.verify.checks import Checks, Found, Property
from sbalogic.verify.enumeration import Bounds, Listed, Query, boards, possible_actions
from sbalogic.verify.isomorphism import canonical_form
from sbalogic.verify.verification import Scope

LEGENDS = Scope(2, ("creatures", "legendary"))
BODIES = ["Artifact", *(("Creature", toughness) for toughness in (0, 1, 2))]
"""What an object is besides what further features say: an artifact, or a creature of one of three toughnesses."""


def run(*arguments: str | Path) -> Result:
    """Run a command. An exception that would reach the user fails the test."""
    result = CliRunner().invoke(main_group, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def listed(query: Query, scope: Scope) -> list[Listed]:
    return list(boards(query, scope))


def naive_form(board: Board) -> str:
    """Describe a board in the least way over all orders of its objects: written once more, and slowly, on purpose."""
    ways = []
    for order in permutations(board.objects.values()):
        place = {each.id: number for number, each in enumerate(order)}
        names = [each.name for each in order]
        ways.append(
            repr(
                [
                    (
                        each.owner,
                        each.controller,
                        each.type_line,
                        each.power,
                        each.toughness,
                        each.text,
                        each.token,
                        names.index(each.name),
                        place.get(each.attached_to, each.attached_to),
                    )
                    for each in order
                ]
            )
        )
    return min(ways)


def two_objects_or_fewer(kinds: list[GameObject]) -> Iterator[Board]:
    """Make every board of at most two objects of these kinds, up to their order."""
    players = {name: Player(name) for name in ("ana", "ben")}
    for number in range(3):
        for chosen in combinations_with_replacement(kinds, number):
            names = [f"o{place}" for place in range(1, number + 1)]
            objects = {name: each._replace(id=name, name=name) for name, each in zip(names, chosen, strict=True)}
            yield Board(players, "ana", objects)


class TestClasses:
    def test_all_boards_of_a_space_are_as_many_as_can_be_reckoned(self) -> None:
        # An artifact is legendary or not and has one of two owners: 4 kinds; two that share a name are legendary.
        alone, sharing = 4, 2
        found = listed(Query(), Scope(2, ("legendary",)))
        assert [sum(len(each.board.objects) == number for each in found) for number in range(3)] == [
            1,
            alone,
            comb(alone + 1, 2) + comb(sharing + 1, 2),
        ]

    def test_actions_in_one_check_are_as_many_as_can_be_reckoned(self) -> None:
        # One player has two legends with one name, and one of them at least has toughness 0: 4 pairs for each player.
        found = listed(Query(together=("legend_rule", "zero_toughness")), LEGENDS)
        assert len(found) == 2 * 4
        for each in found:
            checks = [
                {action.sba for action in check.actions} for one in resolve(each.board).outcomes for check in one.checks
            ]
            assert any({"legend_rule", "zero_toughness"} <= check for check in checks), board_text(each.board, "yaml")

    def test_outcomes_are_as_many_as_can_be_reckoned(self) -> None:
        # One player has two legends with one name, each of one of 4 bodies, and chooses between the two.
        found = listed(Query(outcomes=Bounds(2, 2)), LEGENDS)
        assert len(found) == 2 * comb(4 + 1, 2)
        assert {len(resolve(each.board).outcomes) for each in found} == {2}
        assert not listed(Query(outcomes=Bounds(3, None)), Scope(2, ("legendary",)))

    def test_brute_force_over_all_boards_of_two_objects_finds_the_same(self) -> None:
        lord = "Other creatures you control get +1/+1."
        kinds = [
            GameObject(
                "",
                "battlefield",
                owner=owner,
                controller=owner,
                type_line=body if isinstance(body, str) else body[0],
                power=None if isinstance(body, str) else 1,
                toughness=None if isinstance(body, str) else body[1],
                text=text,
            )
            for owner, body, text in product(("ana", "ben"), BODIES, ("", lord))
            if not (text and isinstance(body, str))
        ]
        by_force: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
        for board in two_objects_or_fewer(kinds):
            for outcome in resolve(board).outcomes:
                by_force[len(outcome.checks)].add(naive_form(board))
        # Boards that are done after one check are looked at beside others that take two.
        for least, most in ((1, 1), (2, None)):
            query = Query(checks=Bounds(least, most))
            found = [naive_form(each.board) for each in listed(query, Scope(2, ("creatures", "lords")))]
            assert by_force[least], f"no board has {least} checks: the test shows nothing"
            assert set(found) == by_force[least]
            assert len(found) == len(by_force[least]), "some boards come twice"

    def test_what_is_attached_to_each_other_is_one_class_either_way(self) -> None:
        # Two Equipments on each other, each with a text or without.
        circle = Property(
            "circle",
            'violation :- initially, attached_to(O, object(X)), attached_to(X, object(O)), not owner(_, "ben").',
        )
        found = listed(Query(violated=circle), Scope(2, ("equipment",)))
        assert len({naive_form(each.board) for each in found}) == len(found) == comb(2 + 1, 2)

    def test_a_circle_of_three_is_one_class_wherever_it_begins(self) -> None:
        # Circles of three that have a text or not, which may be turned: none, one, two or three have it.
        circle = Property(
            "circle",
            "violation :- initially, attached_to(O, object(X)), attached_to(X, object(Y)), attached_to(Y, object(O)),"
            ' O != X, X != Y, Y != O, not owner(_, "ben").',
        )
        found = listed(Query(violated=circle), Scope(3, ("equipment",)))
        assert len({naive_form(each.board) for each in found}) == len(found) == 4

    def test_timestamps_count_by_their_order_alone(self) -> None:
        # Two world enchantments of one player: one is newer, or both are as new, and a bystander adds nothing.
        worlds = Property(
            "worlds", 'violation :- initially, not owner(_, "ben"), #count { O : kind(O, world) } = permanents.'
        )
        found = listed(Query(violated=worlds), Scope(2, ("world",)))
        assert [len(each.board.objects) for each in found] == [0, 1, 2, 2]

    def test_a_property_is_violated_on_every_board(self) -> None:
        back = Property("no_death", "violation :- zone(_, graveyard).")
        found = listed(Query(violated=back), Scope(1, ("creatures", "planeswalkers")))
        # A planeswalker without loyalty, which may be a creature of any of three toughnesses; or a creature of
        # toughness 0, which may be a planeswalker with loyalty. Each is owned by one of two.
        assert len(found) == 2 * ((1 + 3) + (1 + 1))

    def test_the_solver_looks_for_each_class_once_and_for_no_known_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = []
        run_through = Checks.run

        def noted(*arguments: Any) -> Iterator[Found]:
            for each in run_through(*arguments):
                found.append(each.board)
                yield each

        monkeypatch.setattr(Checks, "run", noted)
        query = Query(together=("illegal_aura",), checks=Bounds(1, 1))
        scope = Scope(1, ("auras",))
        first = listed(query, scope)
        assert len(first) > 10
        assert len(found) == len(first)
        found.clear()
        known = [load_board(board_text(each.board, "yaml").encode(), "board", "yaml") for each in first[3:]]
        again = list(boards(query, scope, known=known))
        assert {canonical_form(each.board) for each in again} == {canonical_form(each.board) for each in first[:3]}
        assert len(found) == 3


class TestForms:
    def test_the_form_is_the_same_in_every_order(self) -> None:
        kinds = [("a", "b"), ("b", "a"), ("c", None), ("d", "a")]
        boards = []
        for order in permutations(kinds):
            objects = {
                name: GameObject(name, "battlefield", name=name, owner="ana", controller="ana", attached_to=to)
                for name, to in order
            }
            boards.append(Board({"ana": Player("ana")}, "ana", objects))
        assert len({canonical_form(each) for each in boards}) == 1

    def test_players_are_not_exchanged(self) -> None:
        one, other = (
            Board(
                {name: Player(name) for name in ("ana", "ben")},
                "ana",
                {"o": GameObject("o", "battlefield", owner=owner, controller=owner)},
            )
            for owner in ("ana", "ben")
        )
        assert canonical_form(one) != canonical_form(other)

    def test_the_order_of_the_file_counts_where_it_is_read(self) -> None:
        first = GameObject("x", "battlefield", name="x", owner="ana", controller="ana")
        second = first._replace(id="y", name="y", owner="ben", controller="ben")
        players = {name: Player(name) for name in ("ana", "ben")}
        one = Board(players, "ana", {"x": first, "y": second})
        other = Board(players, "ana", {"y": second, "x": first})
        assert canonical_form(one) == canonical_form(other)
        assert canonical_form(one, ordered=True) != canonical_form(other, ordered=True)


class TestOrder:
    def test_the_smallest_come_first(self) -> None:
        def size(board: Board) -> tuple[int, int]:
            """Count what is not plain: another owner than ana, a creature, toughness 0 or 1, a legend, a name."""
            objects = board.objects.values()
            chosen = (
                (each.owner == "ben")
                + ("Creature" in each.type_line)
                + (each.toughness in (0, 1))
                + ("Legendary" in each.type_line)
                + (each.name == "Alpha")
                for each in objects
            )
            return len(objects), sum(chosen)

        found = listed(Query(together=("legend_rule",)), LEGENDS)
        sizes = [size(each.board) for each in found]
        assert sizes == sorted(sizes)
        assert [number for _, number in sizes] == [each.chosen for each in found]
        assert len(set(sizes)) > 3, "boards of one size show nothing"


class TestCommand:
    ASKED = ("enumerate", "confluence", "--features", "legendary,tokens", "--permanents", "2")

    def test_files_are_named_pass_the_test_and_a_run_goes_on_where_it_stopped(self, tmp_path: Path) -> None:
        whole, parts = tmp_path / "whole", tmp_path / "parts"
        result = run(*self.ASKED, "--into", whole)
        assert result.exit_code == 0, result.stderr
        files = sorted(whole.iterdir())
        assert [str(each) for each in files] == result.stdout.splitlines()
        assert files[0].name == "0001_legend_rule.yaml"
        tested = run("test", whole)
        assert tested.stdout == f"{len(files)} passed\n"
        for number, exit_code in ((2, 3), (len(files) - 3, 3), (5, 0), (1, 0)):
            result = run(*self.ASKED, "--into", parts, "--limit", number)
            assert result.exit_code == exit_code, result.stderr
        assert "are not looked for again" in result.stderr
        assert not result.stdout, "all was there already"
        assert [each.name[:5] for each in sorted(parts.iterdir())] == [each.name[:5] for each in files]
        forms = [[canonical_form(load(each)) for each in folder.iterdir()] for folder in (whole, parts)]
        assert len(set(forms[0])) == len(files)
        assert set(forms[0]) == set(forms[1])

    def test_documents_are_streamed_in_both_forms(self) -> None:
        asked = (*self.ASKED, "--limit", "3")
        one, other = run(*asked), run(*asked, "--format", "json")
        assert one.exit_code == other.exit_code == 3
        assert "there are more boards" in one.stderr
        documents = [json.loads(line) for line in other.stdout.splitlines()]
        assert list(yaml.safe_load_all(one.stdout)) == documents
        assert len(documents) == 3
        for each in documents:
            board = load_board(json.dumps(each).encode(), "board", "json")
            assert not board.warnings
            for under, expected in by_edition(board):
                assert not differences(resolve(under), expected)

    def test_an_expectation_says_all_that_comes_out(self) -> None:
        result = run(
            "enumerate",
            "--features",
            "creatures,indestructible,damage",
            "--sba",
            "lethal_damage",
            "--checks",
            "0",
            "--permanents",
            "1",
        )
        assert result.exit_code == 0
        assert not result.stdout, "what is prevented is not performed"
        asked = (
            "enumerate",
            "--features",
            "creatures,undying,tokens",
            "--permanents",
            "1",
            "--checks",
            "2",
            "--limit",
            "1",
        )
        document = yaml.safe_load(run(*asked).stdout)
        assert document["expect"] == {
            "checks": [[{"704.5f": "o1"}], [{"704.5d": "o1"}]],
            "prevented": [],
            "final": {"o1": "nowhere"},
            "triggers": [],
            "result": {"kind": "priority", "player": "ana"},
        }
        asked = (
            "enumerate",
            "--features",
            "creatures,undying",
            "--permanents",
            "1",
            "--checks",
            "1",
            "--format",
            "json",
        )
        triggers = [json.loads(line)["expect"]["triggers"] for line in run(*asked).stdout.splitlines()]
        assert [{"controller": "ana", "source": "o1", "ability": "undying", "group": 1}] in triggers

    def test_boards_on_which_two_editions_part_expect_something_of_both(self) -> None:
        days = ("2012-02-01", "2026-09-25")
        asked = ("enumerate", "editions_agree", "--features", "legendary", "--rules", days[0], "--rules", days[1])
        found = [yaml.safe_load(each) for each in run(*asked).stdout.split("---\n")[1:]]
        # Two legends with one name: both went; now one of a single player's goes, and none if two players have them.
        assert len(found) == 3
        for each in found:
            board = load_board(yaml.safe_dump(each).encode(), "board", "yaml")
            editions = by_edition(board)
            assert {under.rules for under, _ in editions} == set(map(date.fromisoformat, days))
            for under, expected in editions:
                assert not differences(resolve(under), expected)

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["confluense"], "did you mean confluence?"),
            (["check_bound"], "derives no violation"),
            (["--sba", "legend_rle"], "did you mean legend_rule?"),
            (["--sba", "scheme"], "add schemes to --features"),
            (["--features", "legendry"], "did you mean legendary?"),
            (["--checks", "many"], "2+ for two or more"),
            (["--rules", "yesterday"], "--rules"),
            (["--rules", "2012-02-01", "--rules", "2026-09-25"], "give one day"),
            (["editions_agree"], "give --rules twice"),
            (["nowhere.lp"], "no property or file of this name"),
        ],
    )
    def test_what_is_wrong_is_said(self, arguments: list[str], message: str) -> None:
        result = run("enumerate", *arguments)
        assert result.exit_code == 2
        assert message in result.stderr
        assert not result.stdout

    def test_what_is_wrong_in_a_property_is_said_with_its_place(self, tmp_path: Path) -> None:
        wrong = tmp_path / "mine.lp"
        for text in ("violation :- zone(O, .\n", "\nviolation(O) :- not zone(O, exile).\n"):
            wrong.write_text(text, encoding="utf-8")
            result = run("enumerate", wrong)
            assert result.exit_code == 2
            assert f"{wrong}:{1 + text.startswith(chr(10))}:" in result.stderr

    def test_a_file_in_the_folder_that_is_no_board_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "0001_mine.yaml").write_text("battlefield: 3\n", encoding="utf-8")
        result = run("enumerate", "--features", "legendary", "--into", tmp_path)
        assert result.exit_code == 2
        assert "0001_mine.yaml:1:" in result.stderr

    def test_the_time_may_be_up(self) -> None:
        result = run("enumerate", "--features", "legendary", "--permanents", "3", "--checks", "4", "--timeout", "0.001")
        assert result.exit_code == 3
        assert "there may be more boards" in result.stderr


def test_actions_that_features_make_possible() -> None:
    possible = possible_actions(Scope(2, ("creatures", "tokens")))
    assert {"zero_toughness", "token_ceases"} <= possible
    assert not {"legend_rule", "lethal_damage", "opposed_counters", "scheme"} & possible
