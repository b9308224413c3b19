"""`sbalogic interactions`: five questions about every pair of actions."""

import json
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sbalogic import load, resolve
from sbalogic.board import NEWEST_EDITION
from sbalogic.cli import main_group
from sbalogic.rulebook import default_rulebook
from sbalogic.verify.interactions import QUESTIONS, Answer, Pair, interactions, pairs
from sbalogic.verify.space import features

ACTIONS = ("lethal_damage", "illegal_aura")


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main_group, ["interactions", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture(scope="module")
def answers() -> dict[Pair, Answer]:
    return {each.pair: each for each in interactions(NEWEST_EDITION, ACTIONS, permanents=1)}


EXPECTED = {
    ("together", "lethal_damage", "lethal_damage"): False,  # takes two creatures; one permanent is looked at
    ("together", "illegal_aura", "lethal_damage"): True,  # an Aura that is a creature
    ("to_one", "illegal_aura", "lethal_damage"): True,
    ("next_applies", "lethal_damage", "illegal_aura"): True,  # the creature that it enchants dies
    ("next_applies", "illegal_aura", "lethal_damage"): True,  # the Aura that kept it alive goes
    ("next_applies", "lethal_damage", "lethal_damage"): False,
    ("stops", "lethal_damage", "lethal_damage"): False,
    ("stops", "lethal_damage", "illegal_aura"): True,  # it is gone already
}


@pytest.mark.parametrize(("pair", "answer"), EXPECTED.items())
def test_answers_are_those_of_the_rules(answers: dict[Pair, Answer], pair: tuple[str, str, str], answer: bool) -> None:
    found = answers[Pair(*pair)]
    assert found.yes is answer, f"{pair} is said to be {found.yes}: {found.board}"


def test_every_yes_has_a_board_on_which_both_actions_do_something(answers: dict[Pair, Answer]) -> None:
    for pair, answer in answers.items():
        if answer.yes and pair.question in ("together", "to_one"):
            assert answer.board is not None
            first = [{each.sba for each in outcome.checks[0].actions} for outcome in resolve(answer.board).outcomes]
            assert any({pair.first, pair.second} <= found for found in first), f"{pair}: the driver performs {first}"


def test_every_question_is_answered_once(answers: dict[Pair, Answer]) -> None:
    assert sorted(answers) == sorted(pairs(ACTIONS))
    directed = {(each.first, each.second) for each in answers if each.question == "stops"}
    assert directed == set(product(ACTIONS, ACTIONS))


def test_every_action_of_every_day_has_its_features() -> None:
    """Else the question about the order would look at boards on which an action can't apply."""
    from sbalogic.verify.interactions import _table

    for day in (date(2009, 7, 11), date(2014, 1, 1), date(2018, 1, 1), date(2023, 6, 1), NEWEST_EDITION):
        for action in default_rulebook().editions.at(day).actions:
            assert set(_table("needs")[action]) <= set(features()), action


def test_a_table_for_each_question(tmp_path: Path) -> None:
    result = run("zero_life", "ten_poison", "--permanents", "0", "--into", tmp_path)
    assert result.exit_code == 0
    assert all(f"{question}:" in result.stdout for question in QUESTIONS)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    links = [path.name for path in tmp_path.glob("*.yaml")]
    assert "together-ten_poison-zero_life.yaml" in links
    assert all(f'href="{name}"' in page for name in links)
    assert all(load(tmp_path / name).expect for name in links)


def test_answers_as_json_lines() -> None:
    result = run("zero_life", "--permanents", "0", "--format", "json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert {(each["question"], each["answer"]) for each in lines} >= {("together", "yes"), ("stops", "no")}


def test_unknown_actions_are_explained() -> None:
    result = run("legend_rul")
    assert result.exit_code == 2
    assert "did you mean legend_rule?" in result.stderr
    assert "legend_rule_all" in run("legend_rule", "--rules", "2012-02-01").stderr
