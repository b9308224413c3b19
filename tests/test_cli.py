"""The command line, as a user meets it: results, errors, exit codes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from sbalogic.cli import main_group

BOARD = """\
players: {ana: {life: 20}, ben: {life: 20}}
battlefield:
  - {name: Grizzly Bears, owner: ana, type_line: Creature — Bear, power: 2, toughness: 2, damage: 2}
  - {name: Rancor, owner: ben, type_line: Enchantment — Aura, text: Enchant creature, attached_to: grizzly_bears}
"""
LEGENDS = """\
players: {ana: {}, ben: {}}
battlefield:
  - {name: Mox Opal, id: left, owner: ana, type_line: Legendary Artifact}
  - {name: Mox Opal, id: right, owner: ana, type_line: Legendary Artifact}
"""


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    """Run a command. An exception that would reach the user fails the test."""
    result = CliRunner().invoke(main_group, [str(each) for each in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.fixture
def legends(tmp_path: Path) -> Path:
    path = tmp_path / "legends.yaml"
    path.write_text(LEGENDS, encoding="utf-8")
    return path


def actions(data: dict[str, Any]) -> list[list[str]]:
    return [[action["rule"] for action in check["actions"]] for check in data["outcomes"][0]["checks"]]


class TestCheck:
    def test_text_says_what_happens_to_whom_under_which_rule_and_why(self, board: Path) -> None:
        result = run("check", board)
        assert result.exit_code == 0
        assert "704.5g   Grizzly Bears is destroyed: damage 2, toughness 2" in result.stdout
        assert "704.5m   Rancor is put into its owner's graveyard: attached to nothing" in result.stdout
        assert "ana gets priority." in result.stdout
        assert "\x1b" not in result.stdout, "colours belong on a terminal only"
        assert result.stderr == ""

    def test_json_is_one_document(self, board: Path) -> None:
        result = run("check", board, "--format", "json")
        data = json.loads(result.stdout)
        assert list(data) == ["rules", "outcome_count", "complete", "warnings", "outcomes"]
        assert actions(data) == [["704.5g"], ["704.5m"]]
        assert data["outcomes"][0]["checks"][0]["actions"][0] == {
            "rule": "704.5g",
            "sba": "lethal_damage",
            "object": "grizzly_bears",
            "event": "destroy",
            "performed": "destroy",
        }

    def test_yaml_says_the_same_as_json(self, board: Path) -> None:
        assert yaml.safe_load(run("check", board, "--format", "yaml").stdout) == json.loads(
            run("check", board, "--format", "json").stdout
        )

    def test_standard_input_may_be_json_or_yaml(self) -> None:
        as_json = json.dumps(yaml.safe_load(BOARD))
        for text in (BOARD, as_json):
            assert actions(json.loads(run("check", "-", "--format", "json", stdin=text).stdout)) == [
                ["704.5g"],
                ["704.5m"],
            ]

    def test_the_final_board_is_a_board_on_which_nothing_happens(self, board: Path) -> None:
        outcome = json.loads(run("check", board, "--format", "json").stdout)["outcomes"][0]
        again = json.loads(run("check", "-", "--format", "json", stdin=json.dumps(outcome["board"])).stdout)
        assert again["outcomes"][0]["checks"] == []
        assert again["outcomes"][0]["result"] == outcome["result"]

    def test_several_boards_are_lines_and_a_broken_one_does_not_stop_the_rest(
        self, tmp_path: Path, board: Path
    ) -> None:
        (tmp_path / "a_broken.yaml").write_text("players: {ana: {lief: 20}}\n", encoding="utf-8")
        result = run("check", tmp_path, "--format", "json")
        broken, good = map(json.loads, result.stdout.splitlines())
        assert result.exit_code == 2
        assert broken["file"].endswith("a_broken.yaml")
        assert broken["errors"][0]["line"] == 1
        assert "life" in broken["errors"][0]["message"]
        assert good["file"] == str(board)
        assert good["outcome_count"] == 1

    def test_errors_name_file_line_column_and_remedy(self, tmp_path: Path) -> None:
        path = tmp_path / "wrong.yaml"
        path.write_text(BOARD.replace("toughness: 2", "toughnes: 2"), encoding="utf-8")
        result = run("check", path)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert f"{path}:3:77: " in result.stderr
        assert "toughness" in result.stderr

    @pytest.mark.parametrize("path", ["nothing_here.yaml", "README.md", "."])
    def test_files_that_are_no_boards(self, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        result = run("check", path)
        assert result.exit_code == 2
        assert path in result.stderr

    def test_choices_can_be_answered(self, legends: Path) -> None:
        data = json.loads(run("check", legends, "--format", "json", "--choose", "ana:legend_rule=right").stdout)
        assert data["outcome_count"] == 1
        assert data["outcomes"][0]["choices"] == [
            {"check": 1, "player": "ana", "kind": "legend_rule", "subject": "Mox Opal", "option": "right"}
        ]
        assert "left" in str(data["outcomes"][0]["board"]["players"]["ana"]["graveyard"])

    def test_the_subject_of_a_choice_can_be_named(self, legends: Path) -> None:
        result = run("check", legends, "--format", "json", "--choose", "ana:legend_rule:Mox Opal=left")
        assert json.loads(result.stdout)["outcome_count"] == 1

    @pytest.mark.parametrize(
        ("answer", "remedy"),
        [
            ("ana:legend_rule=middle", "ana:legend_rule:Mox Opal=left"),
            ("ben:legend_rule=left", "ana:legend_rule:Mox Opal=left"),
            ("ana:legend=left", "legend_rule"),
            ("cyd:legend_rule=left", "ana, ben"),
            ("left", "PLAYER:KIND[:SUBJECT]=OPTION"),
        ],
    )
    def test_answers_that_fit_no_choice(self, legends: Path, answer: str, remedy: str) -> None:
        result = run("check", legends, "--choose", answer)
        assert result.exit_code == 2
        assert remedy in result.stderr

    def test_a_limit_that_cuts_is_told(self, legends: Path) -> None:
        result = run("check", legends, "--format", "json", "--limit", "1")
        data = json.loads(result.stdout)
        assert result.exit_code == 3
        assert (data["complete"], data["outcome_count"]) == (False, 1)
        assert run("check", legends, "--limit", "2").exit_code == 0

    def test_own_rules_count(self, tmp_path: Path) -> None:
        board = tmp_path / "token.yaml"
        board.write_text(BOARD.replace("damage: 2", "damage: 2, token: true"), encoding="utf-8")
        rules = tmp_path / "rules.lp"
        rules.write_text("has_ability(O, indestructible) :- token(O), creature(O).\n", encoding="utf-8")
        data = json.loads(run("check", board, "--with", rules, "--format", "json").stdout)
        assert actions({"outcomes": [{"checks": data["outcomes"][0]["checks"]}]}) == []
        assert data["outcomes"][0]["prevented"][0]["reason"] == "indestructible"

    def test_wrong_own_rules_are_told_with_their_place(self, tmp_path: Path, board: Path) -> None:
        rules = tmp_path / "rules.lp"
        rules.write_text("a :- b,\n  ).\n", encoding="utf-8")
        result = run("check", board, "--with", rules)
        assert result.exit_code == 2
        assert f"{rules}:2:3: " in result.stderr

    def test_unsafe_own_rules_are_an_input_error(self, tmp_path: Path, board: Path) -> None:
        rules = tmp_path / "rules.lp"
        rules.write_text("applies(zero_life, P) :- not player(P).\n", encoding="utf-8")
        result = run("check", board, "--with", rules)
        assert result.exit_code == 2
        assert "unsafe" in result.stderr

    def test_unread_sentences_are_warnings(self, tmp_path: Path) -> None:
        path = tmp_path / "lord.yaml"
        path.write_text(BOARD.replace("damage: 2", "text: Creatures with flying get +1/+1."), encoding="utf-8")
        data = json.loads(run("check", path, "--format", "json").stdout)
        assert data["warnings"] == [{"object": "grizzly_bears", "text": "Creatures with flying get +1/+1."}]


class TestTest:
    def test_agreement(self, tmp_path: Path) -> None:
        path = tmp_path / "board.yaml"
        path.write_text(BOARD + "expect: {checks: [[{704.5g: grizzly_bears}], [{704.5m: rancor}]]}\n", encoding="utf-8")
        result = run("test", path)
        assert (result.exit_code, result.stdout) == (0, "1 passed\n")

    def test_difference(self, tmp_path: Path) -> None:
        path = tmp_path / "board.yaml"
        path.write_text(BOARD + "expect: {final: {rancor: hand}}\n", encoding="utf-8")
        result = run("test", path)
        assert result.exit_code == 1
        assert "- final: rancor: hand" in result.stdout
        assert "+ final: rancor: graveyard" in result.stdout

    def test_every_outcome_must_be_expected(self, tmp_path: Path) -> None:
        path = tmp_path / "legends.yaml"
        path.write_text(LEGENDS + "expect: [{final: {left: graveyard}}]\n", encoding="utf-8")
        result = run("test", path)
        assert result.exit_code == 1
        assert "was not expected" in result.stdout

    def test_an_expectation_without_outcome(self, tmp_path: Path) -> None:
        path = tmp_path / "legends.yaml"
        path.write_text(
            LEGENDS + "expect: [{final: {left: graveyard}}, {final: {right: graveyard}}, {times: 7}]\n",
            encoding="utf-8",
        )
        result = run("test", path)
        assert result.exit_code == 1
        assert "no outcome agrees with expectation 3 of 3" in result.stdout

    def test_boards_without_expectation_are_counted(self, board: Path) -> None:
        assert run("test", board).stdout == "0 passed, 1 without expectation\n"


class TestRules:
    def test_list(self) -> None:
        lines = run("rules").stdout.splitlines()
        assert len(lines) == 31
        assert lines[9].split()[:2] == ["704.5j", "legend_rule"]

    @pytest.mark.parametrize("name", ["704.5j", "legend_rule", "Legend rule", "legend-rule"])
    def test_one_by_number_or_name(self, name: str) -> None:
        result = run("rules", name)
        assert "704.5j legend_rule" in result.stdout
        assert "applies(legend_rule, O)" in result.stdout

    def test_unknown(self) -> None:
        result = run("rules", "legendrule")
        assert result.exit_code == 2
        assert "legend_rule" in result.stderr

    def test_which_make_a_player_or_team_lose(self) -> None:
        rules = [line.split()[0] for line in run("rules", "--event", "lose").stdout.splitlines()]
        assert rules == ["704.5a", "704.5b", "704.5c", "704.6a", "704.6b", "704.6c"]

    def test_json(self) -> None:
        data = json.loads(run("rules", "704.5f", "--format", "json").stdout)
        assert (data["rule"], data["sba"], data["events"]) == ("704.5f", "zero_toughness", ["put_into_graveyard"])


def test_facts_are_for_clingo(board: Path) -> None:
    lines = run("facts", board).stdout.splitlines()
    assert 'zone("grizzly_bears",battlefield).' in lines
    assert 'attached_to("rancor",object("grizzly_bears")).' in lines


def test_schema_is_json() -> None:
    assert json.loads(run("schema").stdout)["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    assert "_SBALOGIC_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize("command", ["check", "facts", "rules", "test", "schema", "completion"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    result = run(command, "--help")
    assert "Example" in result.stdout
    assert f"sbalogic {command}" in result.stdout


def test_a_mistyped_command_is_answered_with_the_nearest() -> None:
    result = run("chek")
    assert result.exit_code == 2
    assert "did you mean check?" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_interrupt_stops_at_once_and_cleanly(tmp_path: Path) -> None:
    objects = ",".join(
        f'{{"name":"A","id":"a{number}","owner":"ana","type_line":"Legendary Artifact"}}' for number in range(60_000)
    )
    path = tmp_path / "large.json"
    path.write_text(f'{{"players":{{"ana":{{}},"ben":{{}}}},"battlefield":[{objects}]}}', encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "sbalogic", "check", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(2)
    assert process.poll() is None, "the board is too small for this test"
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    output, errors = process.communicate(timeout=10)
    assert time.monotonic() - started < 5
    assert (output, errors) == (b"", b"")
