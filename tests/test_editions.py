"""The rules of any day since 2009-07-11: numbers, changes, windows, and boards that no change touches.

The numbers are written from the rulebooks' own history, not from the program.
"""

import json
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from sbalogic import NEWEST_EDITION, Board, Outcome, Player, load, resolve
from sbalogic.board import FIRST_EDITION
from sbalogic.cli import main_group
from sbalogic.editions import day_of_rules
from sbalogic.expectation import by_edition
from sbalogic.facts import facts_of
from sbalogic.formats.board_file import load_board
from sbalogic.formats.board_writer import board_data
from sbalogic.rulebook import default_rulebook
from sbalogic.rules import changed_rules, state_based_actions
from sbalogic.side_by_side import compare

BOARDS = Path(__file__).parent / "boards"
EDITIONS = default_rulebook().editions

DAYS = ("2009-07-11", "2010-07-16", "2012-07-01", "2014-09-25", "2017-08-25", "2017-09-29", "2018-04-27", "2026-09-25")
NUMBERS = """
zero_life                           a  a  a  a  a  a  a  a
empty_library                       b  b  b  b  b  b  b  b
ten_poison                          c  c  c  c  c  c  c  c
token_ceases                        d  d  d  d  d  d  d  d
phased_out_token                    d  d  d  d  -  -  -  -
copy_ceases                         e  e  e  e  e  e  e  e
zero_toughness                      f  f  f  f  f  f  f  f
lethal_damage_unmarked              g  g  g  g  g  g  g  -
lethal_damage                       -  -  -  -  -  -  -  g
deathtouch_damage_any_toughness     h  -  -  -  -  -  -  -
deathtouch_damage                   -  h  h  h  h  h  h  h
zero_loyalty                        i  i  i  i  i  i  i  i
planeswalker_uniqueness_all         j  j  j  -  -  -  -  -
planeswalker_uniqueness             -  -  -  j  j  -  -  -
legend_rule_all                     k  k  k  -  -  -  -  -
legend_rule                         -  -  -  k  k  j  j  j
world_rule_as_permanent             m  m  m  -  -  -  -  -
world_rule                          -  -  -  m  m  k  k  k
illegal_aura                        n  n  n  n  n  m  m  m
illegal_equipment_on_permanent      p  p  p  p  p  n  n  -
illegal_equipment                   -  -  -  -  -  -  -  n
illegal_attachment_to_permanent     q  -  -  -  -  -  -  -
illegal_attachment_without_battles  -  q  q  q  q  p  p  -
illegal_attachment                  -  -  -  -  -  -  -  p
opposed_counters                    r  r  r  r  r  q  q  q
counter_limit                       -  s  s  s  s  r  r  r
final_chapter_or_none               -  -  -  -  -  -  s  -
final_chapter                       -  -  -  -  -  -  -  s
completed_dungeon                   -  -  -  -  -  -  -  t
sector_designation                  -  -  -  -  -  -  -  u
battle_zero_defense_waits           -  -  -  -  -  -  -  -
siege_zero_defense                  -  -  -  -  -  -  -  v
battle_zero_defense                 -  -  -  -  -  -  -  w
missing_protector                   -  -  -  -  -  -  -  x
siege_protected_by_controller       -  -  -  -  -  -  -  -
illegal_protector                   -  -  -  -  -  -  -  y
role_rule                           -  -  -  -  -  -  -  z
start_your_engines                  -  -  -  -  -  -  -  aa
team_zero_life                      -  t  t  t  t  s  t  6a
team_poison                         -  -  u  u  u  t  u  6b
commander_damage                    -  u  v  v  v  u  v  6c
commander_zone                      -  -  -  -  -  -  -  6d
scheme_own_trigger                  -  v  w  w  -  -  -  -
scheme                              -  -  -  -  w  v  w  6e
phenomenon                          -  -  x  x  x  w  x  6f
"""
"""The letters in 704.5, or 704.6, on the days above; a dash where the rule is not in force."""

WITHOUT_BOARD = {
    "lethal_damage_unmarked",
    "lethal_damage",
    "one_replacement_for_all",
    "cant_before_instead",
    "indestructible_is_no_ability",
    "indestructible_is_a_keyword",
    "siege_zero_defense",
}
"""Rules whose change no board shows: none that the program reads comes out differently, and what became of battles
without defense shows with those that are no Sieges."""


def numbers_on(place: int) -> dict[str, str]:
    rows = [line.split() for line in NUMBERS.split("\n") if line]
    letters = {name: letters[place] for name, *letters in rows}
    return {
        name: f"704.{letter}" if letter.startswith("6") else f"704.5{letter}"
        for name, letter in letters.items()
        if letter != "-"
    }


@pytest.mark.parametrize("day", DAYS)
def test_numbers_of_all_actions(day: str) -> None:
    found = {each.name: each.rule for each in state_based_actions(date.fromisoformat(day))}
    assert found == numbers_on(DAYS.index(day))


def test_the_table_names_every_action() -> None:
    assert {line.split()[0] for line in NUMBERS.split("\n") if line} == set(EDITIONS.kinds)


def test_rows_of_a_rule_follow_one_another() -> None:
    for name in dict.fromkeys(row.rule for row in EDITIONS.rows):
        rows = [row for row in EDITIONS.rows if row.rule == name]
        assert rows[0].first >= FIRST_EDITION
        for one, other in pairwise(rows):
            assert one.until == other.first, name
            assert one.number != other.number, name


def test_no_two_actions_share_a_number_unless_the_text_has_both() -> None:
    for day in days_of_change():
        numbers = [number for name, (number, _) in EDITIONS.at(day).actions.items() if name != "phased_out_token"]
        assert len(numbers) == len(set(numbers)), day


# --- what changed


def days_of_change() -> list[date]:
    return sorted({row.first for row in EDITIONS.rows} | {row.until for row in EDITIONS.rows if row.until is not None})


@cache
def shown_by_boards() -> dict[date, set[str]]:
    """Return, by day of change, the rules that explain why a board comes out differently on the day before."""
    shown: dict[date, set[str]] = {}
    for path in sorted((BOARDS / "editions").glob("*.yaml")):
        under = {board.rules: board for board, _ in by_edition(load(path))}
        for day in under:
            if day - timedelta(1) in under:
                found = compare(*(resolve(under[each]) for each in (day - timedelta(1), day)))
                if not found.same:
                    shown.setdefault(day, set()).update(found.because.rules)
    return shown


@pytest.mark.parametrize("day", days_of_change()[1:], ids=str)
def test_each_change_has_a_board_that_the_day_before_resolves_differently(day: date) -> None:
    difference = changed_rules(day - timedelta(1), day).difference
    missing = difference.rules - WITHOUT_BOARD - shown_by_boards().get(day, set())
    assert not missing


def test_what_is_not_in_force_is_not_grounded() -> None:
    rulebook = default_rulebook()
    newest = EDITIONS.at(NEWEST_EDITION).numbers
    for path in sorted(BOARDS.rglob("*.yaml")):
        text = rulebook.program(facts_of(load(path)._replace(rules=NEWEST_EDITION)).groups).text
        for row in EDITIONS.rows:
            assert row.rule in newest or f"in_force({row.rule})" not in text, f"{path}: {row.rule}"


@pytest.mark.parametrize("damage", range(4))
@pytest.mark.parametrize("toughness", range(-1, 4))
def test_lethal_damage_says_the_same_without_marked(damage: int, toughness: int) -> None:
    board = read(battlefield=[{**CREATURE, "toughness": toughness, "damage": damage}])
    before, after = (resolve(board._replace(rules=date(2020, 4, day))) for day in (16, 17))
    assert compare(before, after).same


# --- boards that no change touches

CREATURE = {"name": "Bears", "id": "bears", "owner": "ana", "type_line": "Creature — Bear", "power": 2, "toughness": 2}


def read(**keys: Any) -> Board:
    return load_board(json.dumps({"players": {"ana": {}, "ben": {}}, **keys}), "board.json", "json")


@st.composite
def untouched(draw: st.DrawFn) -> Board:
    """Draw a board of creatures, Auras and Equipment on creatures, tokens elsewhere, and life: none has changed."""
    count = draw(st.integers(0, 4))
    battlefield: list[dict[str, Any]] = [
        {
            "id": f"creature_{number}",
            "owner": draw(st.sampled_from(("ana", "ben"))),
            "type_line": draw(st.sampled_from(("Creature — Bear", "Token Creature — Elf"))),
            "power": 2,
            "toughness": draw(st.integers(0, 3)),
            "damage": draw(st.integers(0, 3)),
            "text": draw(st.sampled_from(("", "Indestructible", "When this creature dies, draw a card.", "Undying"))),
            "regeneration_shields": draw(st.integers(0, 1)),
            "counters": draw(st.sampled_from(({}, {"+1/+1": 1}, {"finality": 1}))),
        }
        for number in range(count)
    ]
    for number in range(draw(st.integers(0, 3)) if count else 0):
        kind, text = draw(
            st.sampled_from((("Enchantment — Aura", "Enchant creature"), ("Artifact — Equipment", "Equip {1}")))
        )
        host = f"creature_{draw(st.integers(0, count - 1))}"
        battlefield.append(
            {"id": f"attached_{number}", "owner": "ana", "type_line": kind, "text": text, "attached_to": host}
        )
    lives = [draw(st.sampled_from((20, 1, 0))) for _ in range(2)]
    hand = [{"id": "goblin", "type_line": "Token Creature — Goblin"}] if draw(st.booleans()) else []
    players = {"ana": {"life": lives[0], "hand": hand}, "ben": {"life": lives[1], "poison": draw(st.integers(8, 11))}}
    return read(players=players, battlefield=battlefield)


def told(outcome: Outcome) -> Any:
    board = board_data(outcome.board)
    board.pop("rules", None)
    actions = [
        sorted((action.subject, action.event, action.performed, action.replaced_by or "") for action in check.actions)
        for check in outcome.checks
    ]
    return actions, sorted(outcome.triggers), outcome.result, board, outcome.times


@given(untouched(), st.dates(FIRST_EDITION, NEWEST_EDITION))
@settings(max_examples=60, deadline=None)
def test_boards_that_touch_no_changed_rule_come_out_the_same_on_every_day(board: Board, day: date) -> None:
    then, now = resolve(board._replace(rules=day)), resolve(board)
    assert [told(each) for each in then.outcomes] == [told(each) for each in now.outcomes]
    compared = compare(then, now)
    assert compared.same
    assert not compared.because.rules


# --- days


@pytest.mark.parametrize("day", ["2009-07-10", "1993-08-05", "2999-01-01"])
def test_days_without_rules_name_the_range(day: str) -> None:
    with pytest.raises(ValueError, match=f"there are no rules for {day}; write a date from 2009-07-11 to "):
        day_of_rules(day)


def test_a_board_of_a_day_without_rules() -> None:
    with pytest.raises(ValueError, match="there are no rules for 2009-07-10"):
        resolve(Board(players={"ana": Player("ana")}, active_player="ana", rules=date(2009, 7, 10)))


def test_a_day_after_the_newest_edition_means_the_newest() -> None:
    assert day_of_rules(max(date.today(), NEWEST_EDITION).isoformat()) == NEWEST_EDITION
    assert EDITIONS.at(NEWEST_EDITION + timedelta(1)) is EDITIONS.at(NEWEST_EDITION)


@pytest.mark.parametrize(
    ("day", "windows"),
    [
        ("2022-04-29", []),
        ("2022-04-30", ["2022-04-29 and 2023-11-17", "2022-04-29 and 2023-04-14", "2022-04-29 and 2023-09-01"]),
        ("2023-04-14", ["2022-04-29 and 2023-11-17", "2022-04-29 and 2023-09-01"]),
        ("2023-11-16", ["2022-04-29 and 2023-11-17"]),
        ("2023-11-17", []),
        ("2025-04-04", []),
        ("2025-06-13", ["2025-04-04 and 2026-01-16"]),
        ("2026-01-16", []),
        ("2026-08-06", []),
        ("2026-08-07", ["2026-08-06 and 2026-09-25"]),
        ("2026-09-25", []),
    ],
)
def test_a_day_on_which_the_rules_are_not_known_is_told(day: str, windows: list[str]) -> None:
    warnings = [each.text for each in resolve(read(rules=day)).warnings]
    assert len(warnings) == len(windows)
    for text, window in zip(warnings, windows, strict=True):
        assert text.startswith(f"rules of {day}: it is not known on which day between {window} the rules came to have")


# --- the command line

LEGENDS = """\
players: {ana: {}, ben: {}}
battlefield:
  - {name: Mox Opal, id: left, owner: ana, type_line: Legendary Artifact}
  - {name: Mox Opal, id: right, owner: ana, type_line: Legendary Artifact}
"""


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main_group, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def legends(tmp_path: Path) -> Path:
    path = tmp_path / "legends.yaml"
    path.write_text(LEGENDS, encoding="utf-8")
    return path


def test_the_rules_of_a_day_go_before_those_of_the_board(legends: Path) -> None:
    result = run("check", legends, "--rules", "2012-02-01", "--format", "json")
    data = json.loads(result.stdout)
    assert (data["rules"], data["outcome_count"]) == ("2012-02-01", 1)
    assert [each["sba"] for each in data["outcomes"][0]["checks"][0]["actions"]] == ["legend_rule_all"] * 2


def test_days_stand_side_by_side(legends: Path) -> None:
    result = run("check", legends, "--rules", "2012-02-01", "--rules", "2015-01-01", "--rules", "2017-07-08")
    assert "(rules of 2012-02-01)" in result.stdout
    assert "2012-02-01 and 2015-01-01: the outcomes part in check 1" in result.stdout
    assert "because legend_rule_all (704.5k) and legend_rule (704.5k) do not mean the same" in result.stdout
    assert "2015-01-01 and 2017-07-08: the same happens" in result.stdout


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_days_side_by_side_are_one_document(legends: Path, form: str) -> None:
    result = run("check", legends, "--rules", "2012-02-01", "--rules", "2026-09-25", "--format", form)
    data = json.loads(result.stdout) if form == "json" else yaml.safe_load(result.stdout)
    assert [each["rules"] for each in data["editions"]] == ["2012-02-01", "2026-09-25"]
    (comparison,) = data["comparisons"]
    assert (comparison["same"], comparison["check"]) == (False, 1)
    assert comparison["because"]["changed"] == [
        {"from": {"rule": "704.5k", "name": "legend_rule_all"}, "to": {"rule": "704.5j", "name": "legend_rule"}}
    ]


def test_what_comes_after_the_checks_may_part() -> None:
    board = BOARDS / "editions" / "trigger_passes.yaml"
    result = run("check", board, "--rules", "2021-04-21", "--rules", "2021-04-22")
    assert "2021-04-21 and 2021-04-22: the outcomes end differently" in result.stdout
    assert "because one_pass_of_triggers (603.3b) and two_passes_of_triggers (603.3b)" in result.stdout


def test_an_answer_need_fit_one_of_the_days(legends: Path) -> None:
    days = ("--rules", "2012-02-01", "--rules", "2026-09-25")
    result = run("check", legends, *days, "--choose", "ana:legend_rule=left", "--format", "json")
    assert [each["outcome_count"] for each in json.loads(result.stdout)["editions"]] == [1, 1]
    result = run("check", legends, *days, "--choose", "ana:legend_rule=middle")
    assert result.exit_code == 2
    assert "ana:legend_rule=middle" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "BOARD", "--rules"),
        ("facts", "BOARD", "--rules"),
        ("rules", "--at"),
        ("rules", "--diff", "2012-02-01"),
    ],
)
def test_wrong_days_are_input_errors(legends: Path, arguments: tuple[str, ...]) -> None:
    result = run(*(str(legends) if each == "BOARD" else each for each in arguments), "2009-07-10")
    assert result.exit_code == 2
    assert "there are no rules for 2009-07-10; write a date from 2009-07-11 to " in result.stderr


def test_facts_name_the_rules_of_the_day(legends: Path) -> None:
    assert "in_edition(legend_rule)." in run("facts", legends).stdout.splitlines()
    lines = run("facts", legends, "--rules", "2012-02-01").stdout.splitlines()
    assert "in_edition(legend_rule_all)." in lines
    assert "in_edition(legend_rule)." not in lines


def test_expectations_of_a_day(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    entries = "[{rules: 2012-02-01, checks: []}, {checks: [[{704.5j: left}]]}, {checks: [[{704.5j: right}]]}]"
    path.write_text(f"{LEGENDS}expect: {entries}\n", encoding="utf-8")
    result = run("test", path)
    assert result.exit_code == 1
    assert "rules of 2012-02-01:" in result.stdout
    assert "rules of 2026-09-25:" not in result.stdout


def test_rules_at_a_day() -> None:
    lines = [line.split()[:2] for line in run("rules", "--at", "2017-07-08").stdout.splitlines()]
    assert ["704.5j", "planeswalker_uniqueness"] in lines
    assert "704.5k legend_rule" in run("rules", "704.5k", "--at", "2017-07-08").stdout
    assert run("rules", "legend_rule_all").stdout.startswith("704.5k legend_rule_all (until 2013-07-13)\n")
    losing = [line.split()[0] for line in run("rules", "--at", "2017-07-08", "--event", "lose").stdout.splitlines()]
    assert losing == ["704.5a", "704.5b", "704.5c", "704.5t", "704.5u", "704.5v"]


def test_the_difference_of_two_days() -> None:
    data = json.loads(run("rules", "--diff", "2017-08-25", "2018-04-27", "--format", "json").stdout)
    assert data["came"] == [{"rule": "704.5s", "name": "final_chapter_or_none"}]
    assert data["gone"] == [{"rule": "704.5j", "name": "planeswalker_uniqueness"}]
    assert data["changed"] == []
    renumbered = {each["name"]: (each["from"], each["to"]) for each in data["renumbered"]}
    assert renumbered["legend_rule"] == ("704.5k", "704.5j")
    assert "scheme" not in renumbered
    text = run("rules", "--diff", "2013-07-12", "2013-07-13").stdout
    assert "legend_rule_all → legend_rule" in text
    assert run("rules", "--diff", "2015-01-01", "2015-01-02").stdout.endswith("Nothing changed.\n")
    assert "not known" in run("rules", "--diff", "2015-01-01", "2023-01-01").stdout


def test_the_difference_stands_alone() -> None:
    assert run("rules", "legend_rule", "--diff", "2012-02-01", "2015-01-01").exit_code == 2
