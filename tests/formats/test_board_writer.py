"""Writing boards: the order of keys, what is left out, zones that are numbers."""

from sbalogic.board import Board, GameObject
from sbalogic.formats.board_file import load_board
from sbalogic.formats.board_writer import board_data


def load(text: str) -> Board:
    return load_board(text, "b", "yaml")


def test_defaults_are_left_out() -> None:
    board = load("""
rules: 2026-09-25
step: main
active_player: ana
players: {ana: {life: 20, poison: 0, library: [], left: false}, ben: {counters: {energy: 0}}}
battlefield: [{name: Bears, type_line: Creature, toughness: 2, owner: ana, controller: ana, damage: 0, text: ""}]
stack: [{name: Shock, owner: ana}]
effects: [{affects: bears, power: 0}]
""")
    assert board_data(board) == {
        "players": {"ana": {}, "ben": {}},
        "battlefield": [{"name": "Bears", "id": "bears", "owner": "ana", "type_line": "Creature", "toughness": 2}],
        "stack": [{"name": "Shock", "id": "shock", "controller": "ana"}],
        "effects": [{"affects": "bears"}],
    }


def test_keys_stand_in_the_order_of_the_documentation() -> None:
    data = board_data(
        load("""
choices: [{option: "yes", kind: commander_zone, player: ben}]
battlefield: [{damage: 1, owner: cyd, controller: ben, toughness: 2, type_line: Land, id: a}]
players:
  ben: {command: [{type_line: Emblem}], hand: 3, poison: 1, life: 3, team: red}
  ana: {left: true, team: blue}
  cyd: {}
active_player: ana
variant: commander
""")
    )
    assert list(data) == ["variant", "active_player", "players", "battlefield", "choices"]
    assert list(data["players"]) == ["ben", "ana", "cyd"]
    assert list(data["players"]["ben"]) == ["life", "poison", "team", "hand", "command"]
    assert data["players"]["ana"] == {"team": "blue", "left": True}
    assert list(data["battlefield"][0]) == ["id", "owner", "controller", "type_line", "toughness", "damage"]
    assert list(data["choices"][0]) == ["player", "kind", "option"]


def _moved(board: Board, ident: str, zone: str) -> Board:
    """Move an object as the game would: without controller."""
    item = board.objects[ident]._replace(zone=zone, controller=None)
    return board._replace(objects={**board.objects, ident: item})


BOARD = """
players: {ana: {hand: 3}, ben: {graveyard: [{name: Wolf}]}}
battlefield:
  - {id: bears, type_line: Creature, toughness: 2, owner: ana, controller: ben}
  - {id: axe, type_line: Artifact — Equipment, owner: ana, attached_to: bears, attacking: ben}
stack: [{id: x, ability: dies, source: bears, controller: ana}]
effects: [{affects: bears, power: 1}, {affects: axe, power: 1}]
triggers: [{controller: ana, source: bears, ability: a}, {controller: ana, source: axe, ability: a}]
"""


def test_a_zone_given_as_a_number_counts_up_and_nothing_names_what_it_swallows() -> None:
    data = board_data(_moved(load(BOARD), "bears", "hand"))
    assert data["players"]["ana"] == {"hand": 4}
    assert data["battlefield"] == [
        {"id": "axe", "owner": "ana", "type_line": "Artifact — Equipment", "attacking": "ben"},
    ]
    assert data["stack"] == [{"id": "x", "ability": "dies", "controller": "ana"}]
    assert data["effects"] == [{"affects": "axe", "power": 1}]
    assert [trigger["source"] for trigger in data["triggers"]] == ["axe"]


def test_a_zone_given_as_a_list_shows_new_objects_in_it() -> None:
    data = board_data(_moved(load(BOARD), "bears", "graveyard"))
    assert data["players"]["ana"] == {
        "hand": 3,
        "graveyard": [{"id": "bears", "type_line": "Creature", "toughness": 2}],
    }
    assert data["battlefield"][0]["attached_to"] == "bears"


def test_keys_that_a_zone_does_not_know_are_not_written() -> None:
    board = load("players: {ana: {graveyard: [{id: wolf}]}}")
    wolf: GameObject = board.objects["wolf"]._replace(damage=3, tapped=True, controller="ana")
    data = board_data(board._replace(objects={"wolf": wolf}))
    assert data == {"players": {"ana": {"graveyard": [{"id": "wolf"}]}}}


def test_components_are_written_with_their_permanent() -> None:
    battlefield = [
        {
            "id": "a",
            "owner": "ana",
            "controller": "ben",
            "merged": [{"id": "b", "token": True}, {"name": "C", "id": "c"}],
        },
        {"id": "d", "owner": "ben", "melded": [{"id": "e"}, {"id": "f", "commander": True}]},
    ]
    effects = [{"affects": "a", "controller": "ben", "until": "end_of_turn", "source": "c"}]
    board = load(str({"players": {"ana": {}, "ben": {}}, "battlefield": battlefield, "effects": effects}))
    data = board_data(board)
    assert data["battlefield"] == battlefield
    assert data["effects"] == effects
    dead = _moved(_moved(board, "a", "graveyard"), "c", "graveyard").objects
    after = board._replace(objects={**dead, "c": dead["c"]._replace(component_of=None)})
    after = after._replace(objects={ident: item for ident, item in after.objects.items() if ident != "b"})
    assert board_data(after)["players"]["ana"] == {"graveyard": [{"id": "a"}, {"name": "C", "id": "c"}]}


def test_a_cleanup_step_that_begins_is_written() -> None:
    board = load("players: {ana: {}}\nstep: cleanup\nstep_begins: true")
    assert board_data(board) == {"step": "cleanup", "step_begins": True, "players": {"ana": {}}}
    assert board_data(board._replace(step_begins=False)) == {"step": "cleanup", "players": {"ana": {}}}


def test_one_expected_outcome_is_written_as_it_was() -> None:
    for expect in ("{times: 1}", "{}", "[{}, {}]"):
        board = load(f"players: {{ana: {{}}}}\nexpect: {expect}")
        assert load(str(board_data(board))).expect == board.expect
