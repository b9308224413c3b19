"""Wrong boards: each mistake with its place and what would be right."""
# ruff: noqa: E501 (a table reads better with one case a line)

import json
import pickle
from datetime import date, timedelta

import pytest

from sbalogic.errors import InputError, Problem
from sbalogic.formats.board_file import load_board

TWO = "players: {ana: {}, ben: {}}\n"
GIANT = "variant: two_headed_giant\nplayers: {ana: {team: red}, ben: {team: red}, cyd: {team: blue}}\n"
TOMORROW = date.today() + timedelta(days=1)


def problems(text: str | bytes, format: str = "yaml") -> list[str]:
    with pytest.raises(InputError) as caught:
        load_board(text, "f", "json" if format == "json" else "yaml")
    assert all(problem.file == "f" for problem in caught.value.problems)
    return str(caught.value).split("\n")


def assert_only(found: list[str], expected: str) -> None:
    """Check that just one problem was found and begins as expected."""
    assert len(found) == 1, found
    assert found[0].startswith(f"f:{expected}"), found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the board as a whole
        ("[1]", "1:1: board: a list is not a mapping; write the board as {key: value, ...}"),
        ("just text", "1:1: board: 'just text' is not a mapping"),
        ("---\n", "2:1: board: an empty value is not a mapping"),
        ("step: main", "1:1: board: the board needs the key players: The players by name, in turn order."),
        ("players: {}", "1:10: players: 0 names stand here; write at least one"),
        ("players: [ana, ben]", "1:10: players: a list is not a mapping; write names with values, {name: value}"),
        ("players: {ana: }", "1:16: ana: an empty value is not a mapping; write a player as {key: value, ...}"),
        ("players: {'': {}}", "1:11: '': the text is empty; write a name"),
        ('players: {"a\\u0001": {}}', "1:11: 'a\\x01': the text holds the character '\\x01'; remove it"),
        (TWO + "ruls: 2026-09-25", "2:1: ruls: unknown key; did you mean rules?"),
        (TWO + "life: 3", "2:1: life: this key belongs to a player, under players"),
        (TWO + "damage: 3", "2:1: damage: this key belongs to an object, in the list of a zone"),
        (TWO + "zzzz: 3", "2:1: zzzz: unknown key; the keys of the board are rules, variant,"),
        (TWO + "Step: main", "2:1: Step: unknown key; did you mean step?"),
        (TWO + "variant: comander", "2:10: variant: 'comander' is not known here; did you mean commander? Known are commander, brawl"),
        (TWO + "step: 3", "2:7: step: 3 is not known here; write one of untap, upkeep"),
        (TWO + "step: clenaup", "2:7: step: 'clenaup' is not known here; did you mean cleanup?"),
        (TWO + "range_of_influence: 0", "2:21: range_of_influence: 0 is too small; write a number, 1 or more"),
        (TWO + "starting_life: 20.0", "2:16: starting_life: 20.0 is not a whole number; write 20"),
        (TWO + "starting_life: 1e3", "2:16: starting_life: 1000.0 is not a whole number; write 1000"),
        (TWO + "starting_life: 1.5", "2:16: starting_life: 1.5 is not a whole number; write a number, 1 or more"),
        (TWO + "starting_life: .nan", "2:16: starting_life: nan is not a whole number; write a number, 1 or more"),
        (TWO + "starting_life: '20'", "2:16: starting_life: '20' is not a whole number; write 20 without quotes"),
        (TWO + "starting_life: true", "2:16: starting_life: true is not a whole number"),
        (TWO + "starting_life:", "2:15: starting_life: an empty value is not a whole number"),
        (TWO + "battlefield: {a: 1}", "2:14: battlefield: a mapping is not a list; write [ ] around it"),
        (TWO + "battlefield: [bears]", "2:15: battlefield: 'bears' is not a mapping; write an object in the zone battlefield as"),
        # dates
        (TWO + "rules: 2009-07-10", "2:8: rules: there are no rules for 2009-07-10; write a date from 2009-07-11 to "),
        (TWO + f"rules: {TOMORROW}", f"2:8: rules: there are no rules for {TOMORROW}; write a date from 2009-07-11 to "),
        (TWO + "rules: 2026-02-30", "2:8: rules: 2026-02-30 is not in the calendar; write a date from"),
        (TWO + "rules: 25.9.2026", "2:8: rules: '25.9.2026' is not right here; write a date as year-month-day"),
        (TWO + "rules: 2026", "2:8: rules: 2026 is not a text; write a date as year-month-day"),
        (TWO + "rules: 2026-09-25T00:00:00", "2:8: rules:"),
        # players
        ("players: {ana: {lief: 3}}", "1:17: lief: unknown key; did you mean life?"),
        ("players: {ana: {toughness: 3}}", "1:17: toughness: this key belongs to an object, in the list of a zone"),
        ("players: {ana: {step: main}}", "1:17: step: this key belongs to the board"),
        ("players: {ana: {life: ten}}", "1:23: life: 'ten' is not a whole number; write a number"),
        ("players: {ana: {poison: -1}}", "1:25: poison: -1 is too small; write a number, 0 or more"),
        ("players: {ana: {speed: -1}}", "1:24: speed: -1 is too small"),
        ("players: {ana: {counters: {energy: -1}}}", "1:36: energy: -1 is too small"),
        ("players: {ana: {counters: {poison: 1}}}", "1:28: poison: poison counters have a key of their own; write poison: NUMBER"),
        ("players: {ana: {counters: [energy]}}", "1:27: counters: a list is not a mapping"),
        ("players: {ana: {commander_damage: {kaalia: -2}}}", "1:44: kaalia: -2 is too small"),
        ("players: {ana: {drew_from_empty_library: yes}}", "1:42: drew_from_empty_library: 'yes' is neither true nor false; write one of the two"),
        ("players: {ana: {drew_from_empty_library: 1}}", "1:42: drew_from_empty_library: 1 is neither true nor false; write one of the two"),
        ("players: {ana: {hand: -1}}", "1:23: hand: -1 is too small"),
        ("players: {ana: {hand: three}}", "1:23: hand: 'three' is not a number or a list; write how many cards it holds, or a list of objects"),
        ("players: {ana: {command: 3}}", "1:26: command: 3 is not a list"),
        ("players: {ana: {left: true, life: 3, team: red}}", "1:29: life: a player who has left the game has only a team; leave the key out"),
        ("players: {ana: {left: true, hand: []}}", "1:29: hand: a player who has left the game has only a team"),
        # teams
        (GIANT + "teams: {red: {lief: 3}}", "3:15: lief: unknown key; did you mean life?"),
        (GIANT + "teams: {redd: {}}", "3:9: redd: no player is in this team; did you mean 'red'?"),
        (GIANT + "teams: {green: {}}", "3:9: green: no player is in this team; write team: NAME under its players"),
        ("variant: two_headed_giant\nplayers: {ana: {}}", "2:16: ana: every player in Two-Headed Giant needs a team"),
        ("variant: two_headed_giant\nplayers: {ana: {team: red, life: 3}}", "2:28: life: the team's life total counts; write life under teams"),
        ("variant: archenemy\nplayers: {ana: {team: red, life: 3}}\nteams: {red: {life: 60}}", "2:28: life: the team's life total counts"),
        ("players: {ana: {team: red}}\nteams: {red: {life: 3}}", "2:15: life: teams share life only with variant two_headed_giant or archenemy"),
        ("variant: archenemy\nplayers: {ana: {team: red}}\nteams: {red: {poison: 3}}", "3:15: poison: teams share poison only with variant two_headed_giant"),
        # references
        (TWO + "active_player: bne", "2:16: active_player: no player is called 'bne'; did you mean 'ben'?"),
        (TWO + "active_player: zoe", "2:16: active_player: no player is called 'zoe'; the players are 'ana', 'ben'"),
        (TWO + "planar_controller: Ana", "2:20: planar_controller: no player is called 'Ana'; did you mean 'ana'?"),
        (TWO + "effects: [{affects: bears}]", "2:21: affects: neither an object nor a player is called 'bears'; write an object's id or a player's name"),
        ("players: {ana: {}, ben: {left: true}}\neffects: [{affects: ben}]", "2:21: affects: 'ben' has left the game"),
        (TWO + "triggers: [{controller: ana, source: a, ability: x}]", "2:38: source: no object has the id 'a'; write the id of an object"),
        (TWO + "choices: [{player: zoe, kind: sector, option: beta}]", "2:20: player: no player is called 'zoe'"),
        ("players: {ana: {}, ben: {left: true}}\nplanar_controller: ben", "2:20: planar_controller: 'ben' has left the game; name a player who has not"),
        # other lists
        (TWO + "effects: [{power: 1}]", "2:11: effects: a continuous effect needs the key affects: The object or player that it affects."),
        (TWO + "effects: [{affects: ana, power: '*'}]", "2:33: power: '*' is not a whole number; write a number"),
        (TWO + "effects: [{affects: ana, text: ''}]", "2:32: text: the text is empty"),
        (TWO + "stack: [{id: x, owner: ana}]\ntriggers: [{source: x, ability: y}]", "3:12: triggers: a waiting trigger needs the key controller"),
        (TWO + "choices: [{player: ana, kind: legendrule, option: x}]", "2:31: kind: 'legendrule' is not known here; did you mean legend_rule?"),
        (TWO + "choices: [{player: ana, kind: commander_zone, option: true}]", "2:55: option: true is not a text; write the option, such as an id or \"yes\", in quotes"),
        (TWO + "effects: [{affects: ana, controller: bne}]", "2:38: controller: no player is called 'bne'; did you mean 'ben'?"),
        (TWO + "effects: [{affects: ana, source: a}]", "2:34: source: no object has the id 'a'"),
        (TWO + "effects: [{affects: ana, until: end}]", "2:33: until: 'end' is not known here; write one of end_of_turn"),
        (TWO + "step_begins: true", "2:1: step_begins: only of the cleanup step the turn-based actions are performed; write step: cleanup"),
        # expectations
        (TWO + "expect: nothing", "2:9: expect: 'nothing' is not an outcome; write an outcome, or a list of outcomes"),
        (TWO + "expect: []", "2:9: expect: the list is empty"),
        (TWO + "expect: {chekcs: []}", "2:10: chekcs: unknown key; did you mean checks?"),
        (TWO + "expect: {checks: [{704.5f: a}]}", "2:19: checks: a mapping is not a list"),
        (TWO + "expect: {checks: [[{704.5f: a, 704.5g: b}]]}", "2:20: checks: 2 names stand here; write one"),
        (TWO + "expect: {checks: [[{}]]}", "2:20: checks: 0 names stand here; write one"),
        (TWO + "expect: {checks: [[{704.5f: 3}]]}", "2:29: 704.5f: 3 is not a text; write \"3\" with quotes"),
        (TWO + "expect: {final: {bears: graveyard}}", "2:18: bears: no object has the id 'bears'"),
        (TWO + "stack: [{id: a, owner: ana}]\nexpect: [{}, {final: {a: grave}}]", "3:26: a: 'grave' is not known here; did you mean graveyard?"),
        (TWO + "expect: {result: {kind: lose}}", "2:25: kind: 'lose' is not known here; write one of priority, step_ends, win, draw"),
        (TWO + "expect: {times: 0}", "2:17: times: 0 is too small; write a number, 1 or more"),
    ],
)  # fmt: skip
def test_board(text: str, expected: str) -> None:
    assert_only(problems(text), expected)


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("toughness: two", "3:36: toughness: 'two' is not a whole number; write a number, \"*\" or \"1+*\""),
        ("toughness: '2'", "3:36: toughness: '2' is not a whole number; write a number"),
        ("power: 1.5", "3:32: power: 1.5 is not a whole number"),
        ("power: true", "3:32: power: true is not a whole number"),
        ("power: '*+'", "3:32: power: '*+' is not a whole number"),
        ("loyalty: Y", "3:34: loyalty: 'Y' is not a whole number; write a number, 0 or more, or X"),
        ("loyalty: -1", "3:34: loyalty: -1 is too small"),
        ("toughnes: 2", "3:25: toughnes: unknown key; did you mean toughness?"),
        ("life: 2", "3:25: life: this key belongs to a player"),
        ("variant: commander", "3:25: variant: this key belongs to the board"),
        ("marker: bottommost", "3:25: marker: only an object in the zone command has this key, and this one is in the zone battlefield"),
        ("ability: x", "3:25: ability: only an object in the zone stack has this key"),
        ("damage: -1", "3:33: damage: -1 is too small"),
        ("counters: {lore: -1}", "3:42: lore: -1 is too small"),
        ("counters: {lore: 1.0}", "3:42: lore: 1.0 is not a whole number; write 1"),
        ("colors: green", "3:33: colors: 'green' is not a list"),
        ("colors: [gren]", "3:34: colors: 'gren' is not known here; did you mean green?"),
        ("colors: [C]", "3:34: colors: 'C' is not known here"),
        ("mana_cost: 1G", "3:36: mana_cost: '1G' is not right here; write symbols in braces, such as {1}{G}"),
        ("keywords: [3]", "3:36: keywords: 3 is not a text; write \"3\" with quotes"),
        ("sector: delta", "3:33: sector: 'delta' is not known here"),
        ("copy: true", "3:31: copy: true is not known here; write one of card, spell"),
        ("tapped: 'true'", "3:33: tapped: 'true' is neither true nor false; write one of the two"),
        ("protector: zoe", "3:36: protector: no player is called 'zoe'"),
        ("attached_to: an", "3:38: attached_to: neither an object nor a player is called 'an'; did you mean 'ana'?"),
        ("attacking: nobody", "3:36: attacking: neither an object nor a player is called 'nobody'"),
        ("controller: gone", "3:37: controller: 'gone' has left the game; name a player who has not"),
        ("type_line: Craeture", "3:36: type_line: 'Craeture' in 'Craeture' is neither a supertype nor a card type; did you mean Creature?"),
        ("type_line: Creature — Elf", "3:5: battlefield: a creature on the battlefield needs its toughness; write toughness: NUMBER"),
        ("type_line: ''", "3:36: type_line: the text is empty"),
        ("type_line: Token Land, token: false", "3:55: token: false contradicts Token in the type line"),
        ("name: 5", "3:31: name: 5 is not a text; write \"5\" with quotes"),
        ("name: 1e3", "3:31: name: 1000.0 is not a text; write a name, in quotes"),
        ("name: [a]", "3:31: name: a list is not a text; write a name"),
        ('name: "a\\0"', "3:31: name: the text holds the character '\\x00'; remove it"),
        ('name: "a\\nb"', "3:31: name: the text holds the character '\\n'; remove it"),
        ('text: "a\\eb"', "3:31: text: the text holds the character '\\x1b'; remove it"),
        ('counters: {"a\\u0085": 1}', "3:36: 'a\\x85': the text holds the character '\\x85'; remove it"),
        ("timestamp: -1", "3:36: timestamp: -1 is too small"),
        ("merged: []", "3:33: merged: the list is empty"),
        ("melded: [{name: B}]", "3:33: melded: "),
        ("merged: [{id: a}]", "3:39: id: 'a' is already the id of another object"),
        ("merged: [{damage: 1}]", "3:35: damage: "),
        ("merged: [{id: b}], melded: [{id: c}, {id: d}]", "3:44: melded: a permanent is either merged or melded; leave one of the two out"),
    ],
)  # fmt: skip
def test_permanent(keys: str, expected: str) -> None:
    text = f"players: {{ana: {{}}, gone: {{left: true}}}}\nbattlefield:\n  - {{id: a, owner: ana, {keys}}}"
    assert_only(problems(text), expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TWO + "battlefield: [{name: Mox}]", "2:15: battlefield: an object here needs an owner or a controller; write owner: NAME"),
        (TWO + "stack: [{ability: x}]", "2:9: stack: an object here needs an owner or a controller"),
        (TWO + "battlefield: [{name: Mox, owner: zoe}]", "2:34: owner: no player is called 'zoe'"),
        (TWO + "stack: [{source: a, owner: ana, id: a}]", "2:10: source: only an ability has a source; write also"),
        (TWO + "stack: [{ability: x, source: y, owner: ana}]", "2:30: source: no object has the id 'y'"),
        (TWO + "stack: [{name: x, tapped: true, owner: ana}]", "2:19: tapped: only an object in the zone battlefield has this key, and this one is in the zone stack"),
        (TWO + "battlefield:\n- {id: a, owner: ana}\n- {id: a, owner: ana}", "4:8: id: 'a' is already the id of another object"),
        ("players: {ana: {hand: [{name: A, owner: ben}]}, ben: {}}", "1:41: owner: the owner is 'ana', under whom the object stands"),
        ("players: {ana: {hand: [{name: A, controller: ana}]}}", "1:34: controller: only an object in the zone battlefield or stack has this key, and this one is in the zone hand"),
        ("players: {ana: {graveyard: [{name: A, damage: 2}]}}", "1:39: damage: only an object in the zone battlefield has this key, and this one is in the zone graveyard"),
        ("players: {ana: {hand: [{name: A, moved_since_last_check: true}]}}", "1:34: moved_since_last_check: only an object in the zone battlefield or graveyard or exile"),
        ("players: {ana: {library: [{name: A, face_down: true}]}}", "1:37: face_down: only an object in the zone battlefield or exile or command"),
        ("players: {ana: {graveyard: [3]}}", "1:29: graveyard: 3 is not a mapping; write an object in the zone graveyard"),
        ("players: {ana: {command: [{marker: 3}]}}", "1:36: marker: 3 is not a text; write \"3\" with quotes"),
    ],
)  # fmt: skip
def test_zone(text: str, expected: str) -> None:
    assert_only(problems(text), expected)


def test_every_problem_is_reported_at_once_and_in_order() -> None:
    text = """\
rules: 2008-02-01
players:
  ana: {life: many, hand: [{nam: Wolf}]}
  ben: {left: true, life: 3}
stepp: main
battlefield:
  - {name: Bears, id: b, type_line: Creature, owner: ann}
  - {name: Bears, id: b, toughness: two, owner: ana, attached_to: nothing}
"""
    assert [line.split(":")[1] + line.split(":")[3] for line in problems(text)] == [
        "1 rules", "3 life", "3 nam", "4 life", "5 stepp", "7 battlefield", "7 owner", "8 id", "8 toughness",
        "8 attached_to",
    ]  # fmt: skip


def test_positions_in_json() -> None:
    data = {"players": {"ana": {}}, "battlefield": [{"owner": "ana", "toughness": "two", "counters": {"lore": -1}}]}
    assert problems(json.dumps(data, indent=1), "json") == [
        'f:8:17: toughness: \'two\' is not a whole number; write a number, "*" or "1+*"',
        "f:10:13: lore: -1 is too small; write a number, 0 or more",
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('{"players": {"a\\ud800": {}}}', "f:1:14: 'a\\ud800': the text holds the character '\\ud800'; remove it"),
        ('{"players": {"a": {}}, "step": "\\ud800"}', "f:1:32: step: '\\ud800' is not known here"),
        ('{"players": {"a": {}}, "\\u0000": 1}', "f:1:24: '\\x00': unknown key"),
        ('{"players": {"a": {"life": 1e400}}}', "f:1:28: life: inf is not a whole number"),
        ('{"players": {"a": {"life": true}}}', "f:1:28: life: true is not a whole number"),
        ('{"players": {"a": {"life": null}}}', "f:1:28: life: an empty value is not a whole number"),
    ],
)
def test_what_only_json_can_say(data: str, expected: str) -> None:
    assert problems(data, "json")[0].startswith(expected)
    for line in problems(data, "json"):
        assert line.isprintable()


def test_long_values_are_cut_in_messages() -> None:
    (line,) = problems(json.dumps({"players": {"a": {"life": "x" * 10_000}}}), "json")
    assert len(line) < 200
    (line,) = problems(json.dumps({"players": {"a": {"y" * 10_000: 1}}}), "json")
    assert len(line) < 400


def test_problems_are_plain_values() -> None:
    problem = Problem("a/b.yaml", 3, 4, "wrong")
    assert str(problem) == "a/b.yaml:3:4: wrong"
    error = InputError(iter([problem, problem]))
    assert error.problems == (problem, problem)
    assert str(error) == "a/b.yaml:3:4: wrong\na/b.yaml:3:4: wrong"
    assert hash(problem) == hash(Problem("a/b.yaml", 3, 4, "wrong"))
    assert pickle.loads(pickle.dumps(error)).problems == error.problems
