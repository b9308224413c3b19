"""`sbalogic verify`: proofs, counterexamples, what is not known, and wrong input."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from sbalogic import load, resolve
from sbalogic.cli import main_group
from sbalogic.formats.board_file import load_board
from sbalogic.verify.checks import properties
from sbalogic.verify.verification import Scope, Verdict, prove_by_induction, verify

SMALL = ("creatures", "damage", "deathtouch", "legendary", "tokens")
ATTACHED = ("creatures", "damage", "lords", "auras", "equipment")


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main_group, ["verify", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def data(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--format", "json").stdout)
    return found


def decide(name: str, permanents: int, features: tuple[str, ...], **more: Any) -> Verdict:
    return verify(properties()[name], Scope(permanents, features, **more))


class TestProofs:
    @pytest.mark.parametrize("name", ["no_return", "moved_once", "fixpoint", "well_formed"])
    def test_holds_for_all_boards_with_default_features(self, name: str) -> None:
        verdict = verify(properties()[name], Scope(1))
        assert verdict.holds, f"{name} is said not to hold: {verdict.counterexample}"

    def test_who_cannot_lose_does_not(self) -> None:
        assert decide("cant_lose", 1, ("life", "poison", "drawing", "cant_lose")).holds

    @pytest.mark.parametrize("name", ["no_return", "moved_once", "well_formed"])
    def test_invariants_are_proved_for_any_number_of_checks(self, name: str) -> None:
        verdict = prove_by_induction(properties()[name], Scope(1))
        assert verdict.holds, f"the step of {name} fails: {verdict.witness}"

    def test_what_is_no_invariant_is_not_proved_by_induction(self) -> None:
        assert prove_by_induction(properties()["confluence"], Scope(2, SMALL)).holds is not True

    @pytest.mark.parametrize(
        ("features", "bound"),
        [
            (("creatures", "damage"), 0),  # all that die do so in the first check
            (("creatures", "damage", "tokens"), 1),  # a token dies, then it ceases to exist
            (
                ("creatures", "damage", "attached_creatures"),
                1,
            ),  # it is unattached, and dies of what it is dealt: at once
        ],
    )
    def test_the_number_of_checks_is_bounded(self, features: tuple[str, ...], bound: int) -> None:
        verdict = decide("check_bound", 1, features)
        assert verdict.holds
        assert verdict.reached is not None
        assert verdict.witness is not None
        performed = [events for events in verdict.witness.performed() if events]
        assert len(performed) == verdict.reached + len(verdict.witness.board.objects)

    def test_one_more_check_than_permanents_for_lords_auras_and_equipment(self) -> None:
        assert decide("check_bound", 3, ATTACHED).reached == 1


class TestCounterexamples:
    def test_choices_matter_for_two_namesakes(self) -> None:
        verdict = decide("confluence", 2, SMALL)
        assert verdict.holds is False
        assert verdict.counterexample is not None
        board = verdict.counterexample.board
        assert {each.name for each in board.objects.values()} == {"Alpha"}
        assert all("Legendary" in each.type_line for each in board.objects.values())
        assert len(resolve(board).outcomes) == 2, "the driver finds one end only"

    def test_one_thing_at_a_time_comes_to_another_end(self) -> None:
        # An Aura that is a creature makes another one die by its -1/-1. Gone first, it would spare it.
        verdict = decide("one_at_a_time", 2, ("creatures", "damage", "auras"))
        assert verdict.holds is False

    def test_lords_and_their_followers_come_to_the_same_end_in_any_order(self) -> None:
        assert decide("one_at_a_time", 2, ("creatures", "damage", "lords")).holds

    def test_editions_differ_on_two_namesakes(self) -> None:
        days = ("--rules", "2012-02-01", "--rules", "2026-09-25")
        found = data("editions_agree", *days, "--features", "legendary")
        assert found["holds"] is False
        assert found["permanents"] == 2
        old = load_board(yaml.safe_dump(found["board"]), "old", "yaml")
        (gone,) = resolve(old).outcomes
        assert len(gone.checks[0].actions) == 2, "by the old rule both namesakes go"

    def test_an_edition_agrees_with_itself(self) -> None:
        days = ("--rules", "2026-09-25", "--rules", "2026-09-25")
        found = data(
            "editions_agree", *days, "--features", "creatures,damage,deathtouch,legendary", "--permanents", "2"
        )
        assert found["holds"] is True

    def test_the_board_is_a_file_that_agrees_with_its_expectation(self, tmp_path: Path) -> None:
        path = tmp_path / "counterexample.yaml"
        assert run("confluence", "--features", "legendary", "--save", path).exit_code == 1
        assert len(load(path).expect) == 2
        result = CliRunner().invoke(main_group, ["test", str(path)])
        assert result.exit_code == 0, result.output


class TestOwnProperties:
    def test_a_file_of_ones_own(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.lp"
        path.write_text("% mine: no creature dies twice.\nviolation :- perform(destroy(O)), not creature(O).\n")
        result = run(path, "--permanents", "1", "--features", "creatures,damage")
        assert result.exit_code == 0
        assert "mine: no creature dies twice." in result.stdout

    @pytest.mark.parametrize(
        ("text", "place", "message"),
        [
            ("violation :- perform(destroy(O))\n", "2:1", "unexpected"),
            ("violation :- moevs(O, graveyard).\n", "1:14", "no rule derives moevs/2"),
            ("violation :- again.\n#show.\n", "2:1", "rules and #defined statements only"),
            ("found :- perform(_).\n", "1:1", "derives neither violation nor reaches(N)"),
        ],
    )
    def test_what_is_wrong_is_said_with_its_place(self, tmp_path: Path, text: str, place: str, message: str) -> None:
        path = tmp_path / "wrong.lp"
        path.write_text(text)
        result = run(path)
        assert result.exit_code == 2
        assert f"{path}:{place}" in result.stderr
        assert message in result.stderr


class TestCommand:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["no_retrun"], "did you mean no_return?"),
            (["no_return", "--features", "cretures"], "did you mean creatures?"),
            (["editions_agree"], "give --rules twice"),
            (["no_return", "--save", "/nowhere/board.yaml"], "there is no folder /nowhere"),
            (["no_return", "--rules", "2001-01-01"], "there are no rules for 2001-01-01"),
        ],
    )
    def test_wrong_input_is_explained(self, arguments: list[str], message: str) -> None:
        result = run(*arguments)
        assert result.exit_code == 2
        assert message in result.stderr

    def test_what_is_not_decided_in_time_is_said_to_be_unknown(self) -> None:
        result = run("check_bound", "--permanents", "4", "--timeout", "1")
        assert result.exit_code == 3
        assert "Not known: the time was up" in result.stdout

    def test_the_list_names_properties_and_features(self) -> None:
        result = run("--list")
        assert result.exit_code == 0
        assert "no_return" in result.stdout
        assert "*creatures" in result.stdout

    def test_the_number_of_boards_is_exact_for_few_permanents(self) -> None:
        # Nobody, or an artifact or a creature of three toughnesses, of either player.
        found = data("no_return", "--features", "creatures", "--permanents", "1")
        assert (found["boards"], found["boards_are"]) == (1 + 2 * (1 + 3), "exact")


def test_what_nothing_changes_was_so_before_as_well(tmp_path: Path) -> None:
    """Else 'p would be false for a p that no rule changes, and a property would hold whatever the rules do."""
    path = tmp_path / "mine.lp"
    path.write_text("violation :- 'printed_type(O, creature), 'zone(O, battlefield), not zone(O, battlefield).\n")
    result = run(path, "--permanents", "1", "--features", "creatures")
    assert result.exit_code == 1, "a creature without toughness leaves the battlefield"
    path.write_text("violation :- not initially, token(O), not 'token(O).\n")
    assert run(path, "--permanents", "1", "--features", "creatures,tokens").exit_code == 0
