"""Loading right boards: every key, every default, ids and warnings."""
# ruff: noqa: E501 (a table reads better with one case a line)

import json
from datetime import date
from typing import Any

import pytest

from sbalogic.board import (
    NEWEST_EDITION,
    Answer,
    Board,
    BoardWarning,
    ContinuousEffect,
    GameObject,
    Player,
    Team,
    WaitingTrigger,
)
from sbalogic.facts import facts_of
from sbalogic.formats.board_file import load_board
from sbalogic.formats.entries import snake_case

TWO = "players: {ana: {}, ben: {}}\n"


def load(text: str) -> Board:
    return load_board(text, "board.yaml", "yaml")


def test_a_board_of_defaults() -> None:
    board = load(TWO)
    assert board == Board(players={"ana": Player("ana"), "ben": Player("ben")}, active_player="ana")
    assert board.rules == NEWEST_EDITION
    assert board.expect is None


def test_every_key_of_the_board() -> None:
    board = load("""
rules: 2026-09-25
variant: planechase
active_player: ben
step: cleanup
step_begins: true
range_of_influence: 1
planar_controller: ben
starting_life: 25
players:
  ana: {life: -3, poison: 2, counters: {experience: 2, rad: 0}, team: red, speed: 0, drew_from_empty_library: true}
  ben: {library: 40, hand: 3, graveyard: [{name: Young Wolf}], exile: []}
  cyd: {left: true}
teams: {red: {}}
battlefield:
  - {name: Gideon, owner: ana, type_line: Planeswalker — Gideon}
effects:
  - {affects: gideon, power: -1, toughness: -2, timestamp: 9}
  - {affects: gideon, controller: ben, until: end_of_turn, source: young_wolf}
  - {affects: ben, text: "can't lose the game"}
triggers:
  - {controller: ana, source: gideon, ability: upkeep, text: At the beginning of your upkeep}
choices:
  - {player: ana, kind: commander_zone, option: yes}
  - {player: ben, kind: legend_rule, subject: Mox Opal, option: mox_2}
expect: {times: 1}
""")
    assert board == Board(
        players={
            "ana": Player(
                "ana", life=-3, poison=2, counters={"experience": 2}, team="red", speed=0, drew_from_empty_library=True
            ),
            "ben": Player("ben", life=25, zone_sizes={"library": 40, "hand": 3}),
            "cyd": Player("cyd", life=None, left=True),
        },
        active_player="ben",
        objects={
            "young_wolf": GameObject("young_wolf", "graveyard", id_given=False, name="Young Wolf", owner="ben"),
            "gideon": GameObject(
                "gideon",
                "battlefield",
                id_given=False,
                name="Gideon",
                owner="ana",
                controller="ben",
                type_line="Planeswalker — Gideon",
            ),
        },
        rules=date(2026, 9, 25),
        variant="planechase",
        step="cleanup",
        step_begins=True,
        range_of_influence=1,
        planar_controller="ben",
        starting_life=25,
        teams={"red": Team("red")},
        effects=(
            ContinuousEffect("gideon", power=-1, toughness=-2, timestamp=9),
            ContinuousEffect("gideon", controller="ben", until="end_of_turn", source="young_wolf"),
            ContinuousEffect("ben", text="can't lose the game"),
        ),
        triggers=(WaitingTrigger("ana", "gideon", "upkeep", "At the beginning of your upkeep"),),
        choices=(Answer("ana", "commander_zone", "yes"), Answer("ben", "legend_rule", "mox_2", "Mox Opal")),
        expect=[{"times": 1}],
    )


def test_every_key_of_a_permanent() -> None:
    keys: dict[str, Any] = {
        "name": "Strangleroot Geist",
        "id": "geist",
        "owner": "ana",
        "controller": "ben",
        "type_line": "token creature - Spirit",
        "colors": ["G", "white", "green"],
        "mana_cost": "{1}{G/W}",
        "power": -1,
        "toughness": "1+*",
        "loyalty": "X",
        "defense": 4,
        "chapters": 3,
        "text": "Undying\nHaste\n",
        "keywords": ["haste"],
        "counters": {"+1/+1": 1, "lore": 0},
        "damage": 10**30,
        "deathtouch_damage": True,
        "attached_to": "cyd",
        "tapped": True,
        "phased_out": True,
        "face_down": True,
        "copy": "card",
        "commander": True,
        "timestamp": 5,
        "world_since": 2,
        "protector": "cyd",
        "attacking": "cyd",
        "sector": "alpha",
        "regeneration_shields": 1,
        "bestowed": True,
        "ability_on_stack": True,
        "moved_since_last_check": True,
    }
    data = {"variant": "commander", "players": {"ana": {}, "ben": {}, "cyd": {"left": True}}, "battlefield": [keys]}
    board = load_board(json.dumps(data), "b", "json")
    assert board.objects == {
        "geist": GameObject(
            zone="battlefield",
            **keys
            | {
                "type_line": "Creature — Spirit",
                "token": True,
                "colors": ("white", "green"),
                "text": "Undying\nHaste",
                "keywords": ("haste",),
                "counters": {"+1/+1": 1},
            },
        )
    }
    assert board.warnings == (BoardWarning("geist", "a token or copy is no commander (903.3); the key has no effect"),)
    assert board.players["ana"].life == 40


def test_keys_of_other_zones() -> None:
    board = load("""
players:
  ana:
    command:
      - {name: Tomb of Annihilation, type_line: Dungeon, marker: bottommost, ability_on_stack: true}
      - {type_line: Emblem, text: You have no maximum hand size.}
    exile: [{name: Exiled, face_down: true, moved_since_last_check: true, owner: ana, counters: {time: 2}}]
    hand: [{name: Wolf, token: true}]
stack:
  - {name: Shock, controller: ana, copy: spell}
  - {ability: chapter III, source: tomb_of_annihilation, owner: ana}
""")
    assert {item.id: item.zone for item in board.objects.values()} == {
        "tomb_of_annihilation": "command",
        "emblem": "command",
        "exiled": "exile",
        "wolf": "hand",
        "shock": "stack",
        "chapter_iii": "stack",
    }
    assert board.objects["emblem"].controller is None
    assert board.objects["emblem"].owner == "ana"
    for ident in ("shock", "chapter_iii"):
        assert (board.objects[ident].owner, board.objects[ident].controller) == ("ana", "ana")
    assert board.objects["tomb_of_annihilation"].marker == "bottommost"


@pytest.mark.parametrize(
    ("keys", "owner", "controller"),
    [("owner: ana", "ana", "ana"), ("controller: ben", "ben", "ben"), ("owner: ana, controller: ben", "ana", "ben")],
)
def test_owner_and_controller_stand_in_for_each_other(keys: str, owner: str, controller: str) -> None:
    item = load(f"{TWO}battlefield: [{{name: A, type_line: Land, {keys}}}]").objects["a"]
    assert (item.owner, item.controller) == (owner, controller)


def test_components_stand_behind_their_permanent_and_belong_to_its_owner() -> None:
    board = load("""
players: {ana: {}, ben: {}}
battlefield:
  - name: Otter
    owner: ana
    controller: ben
    type_line: Creature — Otter
    toughness: 2
    merged:
      - {name: Bear, type_line: Token Creature — Bear, colors: [G], keywords: [haste], text: "Undying\n"}
      - {name: Otter, id: beneath, commander: true}
  - {name: Brisela, controller: ana, melded: [{name: Bruna}, {name: Gisela, id: gisela}]}
""")
    bear = GameObject(
        "bear",
        "battlefield",
        id_given=False,
        name="Bear",
        owner="ana",
        type_line="Creature — Bear",
        colors=("green",),
        text="Undying",
        keywords=("haste",),
        token=True,
        component_of="otter",
    )
    assert list(board.objects) == ["otter", "bear", "beneath", "brisela", "bruna", "gisela"]
    assert board.objects["bear"] == bear
    assert board.objects["beneath"] == GameObject(
        "beneath", "battlefield", name="Otter", owner="ana", commander=True, component_of="otter"
    )
    assert [item.id for item in board.objects.values() if item.melded] == ["brisela"]
    assert {item.component_of for item in board.objects.values()} == {None, "otter", "brisela"}
    assert (board.objects["gisela"].owner, board.objects["gisela"].controller) == ("ana", None)


@pytest.mark.parametrize(
    ("name", "ident"),
    [
        ("Strangleroot Geist", "strangleroot_geist"),
        ("Lim-Dûl's Vault", "lim_duls_vault"),
        ("Ach! Hans, Run!", "ach_hans_run"),
        ("Urza\u2019s Saga", "urzas_saga"),
        ("Fire // Ice", "fire_ice"),
        ("+2 Mace", "2_mace"),
        ("Jötun Grunt", "jotun_grunt"),
        ("Æther Vial", "æther_vial"),
        ("稲妻", "稲妻"),
        ("がらくた", "がらくた"),
        ("हिन्दी शब्द", "हिन्दी_शब्द"),
        ("Борис", "борис"),
        ("_____", ""),
        ("★", ""),
    ],
)
def test_ids_are_names_in_snake_case(name: str, ident: str) -> None:
    assert snake_case(name) == ident


def test_default_ids_are_numbered_and_avoid_given_ones() -> None:
    board = load("""
battlefield:
  - {name: Mox, owner: ana, type_line: Artifact}
  - {name: Mox, owner: ana, type_line: Artifact}
  - {name: Rock, id: mox_2, owner: ana, type_line: Artifact}
  - {name: Mox 3, owner: ana, type_line: Artifact}
  - {name: Mox, owner: ana, type_line: Artifact}
  - {type_line: Token Creature — Elf Warrior, toughness: 1, owner: ana}
  - {owner: ana, face_down: true}
  - {name: "!", owner: ana, face_down: true}
  - {name: Bear, owner: ana, type_line: Artifact}
players: {ana: {hand: [{name: Mox}, {name: Pear, id: bear}]}}
""")
    assert list(board.objects) == [
        "mox", "mox_3", "mox_2", "mox_3_2", "mox_4", "warrior", "object", "object_2", "bear_2", "mox_5", "bear",
    ]  # fmt: skip
    assert [item.id for item in board.objects.values() if item.id_given] == ["mox_2", "bear"]


@pytest.mark.parametrize(
    ("board", "life", "team_life"),
    [
        ("variant: commander", 40, None),
        ("variant: brawl", 20, None),
        ("starting_life: 7\nvariant: commander", 7, None),
        ("variant: two_headed_giant", None, 30),
        ("variant: two_headed_giant\nteams: {red: {life: -4, poison: 3}}", None, -4),
        ("variant: two_headed_giant\nstarting_life: 50", None, 50),
        ("variant: archenemy", 20, None),
        ("variant: archenemy\nteams: {red: {life: 60}}", None, 60),
    ],
)
def test_life_totals(board: str, life: int | None, team_life: int | None) -> None:
    loaded = load(f"players: {{ana: {{team: red}}, ben: {{team: red}}}}\n{board}")
    assert loaded.players["ana"].life == life
    assert loaded.teams["red"].life == team_life


def test_teams_of_three_and_four_start_with_more_life() -> None:
    players = {name: {"team": "red" if name < "d" else "blue"} for name in "abcdefg"}
    board = load_board(json.dumps({"variant": "two_headed_giant", "players": players}), "b", "json")
    assert {name: team.life for name, team in board.teams.items()} == {"red": 45, "blue": 60}


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("battlefield: [{name: A, owner: ana}]", [("a", "no type_line and the card is not known: it counts as a permanent without types")]),
        ("battlefield: [{name: A, owner: ana, face_down: true, toughness: '*'}]", []),
        ("battlefield: [{type_line: Creature, id: a, owner: ana, toughness: '*'}]", []),
        ("battlefield: [{type_line: Land, id: a, owner: ana, power: '*'}]", []),
        ("battlefield: [{type_line: Land, id: a, owner: ana, commander: true}]", [("a", "commander has no effect without variant commander or brawl")]),
        ("variant: brawl\nbattlefield: [{type_line: Land, id: a, owner: ana, commander: true}]", []),
        ("effects: [{affects: ben, toughness: 1, text: is blue}]", [(None, "an effect on ben changes power or toughness, which players do not have")]),
        ("battlefield: [{type_line: Land, id: a, owner: ana}]\neffects: [{affects: a, toughness: 1, text: is blue}]", []),
        ("players: {ana: {commander_damage: {kaalia: 21}}}", [(None, "commander_damage of ana has no effect without variant commander")]),
        ("variant: commander\nplayers: {ana: {commander_damage: {kaalia: 21}}}", []),
        ("players: {ana: {command: [{type_line: Ongoing Scheme}]}}", [("scheme", "a face-up scheme has no effect without variant archenemy")]),
        ("players: {ana: {command: [{type_line: Scheme, face_down: true}]}}", []),
        ("variant: archenemy\nplayers: {ana: {command: [{type_line: Scheme}]}}", []),
        ("variant: archenemy\nplayers: {ana: {command: [{type_line: Phenomenon}]}}", [("phenomenon", "a face-up phenomenon has no effect without variant planechase")]),
        ("range_of_influence: 1", []),
    ],
)  # fmt: skip
def test_warnings(text: str, warnings: list[tuple[str | None, str]]) -> None:
    board = load(text if "players:" in text else TWO + text)
    assert [(warning.object, warning.text) for warning in board.warnings] == warnings


@pytest.mark.parametrize(
    ("affects", "warning"), [("a", BoardWarning("a", "is haunted")), ("ben", BoardWarning(None, "ben: is haunted"))]
)
def test_warnings_of_effects_come_with_the_facts(affects: str, warning: BoardWarning) -> None:
    battlefield = "battlefield: [{type_line: Land, id: a, owner: ana}]\n"
    board = load(f"{TWO}{battlefield}effects: [{{affects: {affects}, text: is haunted}}]")
    assert board.warnings == ()
    assert facts_of(board).warnings == (warning,)


def test_expectations_are_always_a_list() -> None:
    outcome = {
        "checks": [[{"704.5f": "geist"}, {"704.5g": "bears"}], []],
        "prevented": [{"704.5g": "colossus"}],
        "final": {"ana": "battlefield", "geist": "nowhere"},
        "triggers": [
            {"controller": "ana", "source": "geist", "ability": "undying"},
            {"about": "ana", "value": -2, "group": 1},
            {},
        ],
        "choices": [{"check": 1, "player": "ana", "kind": "sector", "subject": "geist", "option": "beta"}],
        "result": {"kind": "win", "players": ["ana"]},
        "another_cleanup": False,
        "times": 2,
    }
    board: dict[str, Any] = {
        "players": {"ana": {"hand": [{"id": "ana"}, {"id": "geist"}]}},
    }
    assert load_board(json.dumps(board | {"expect": outcome}), "b", "json").expect == [outcome]
    assert load_board(json.dumps(board | {"expect": [outcome, {}]}), "b", "json").expect == [outcome, {}]
    assert load_board(json.dumps(board | {"expect": {}}), "b", "json").expect == [{}]


def test_references_to_who_left() -> None:
    board = load("""
players: {ana: {left: true}, ben: {}}
active_player: ana
battlefield:
  - {id: a, type_line: Battle, owner: ben, protector: ana, attached_to: ana, attacking: ana}
""")
    assert (board.active_player, board.objects["a"].protector) == ("ana", "ana")


def test_objects_are_referred_to_in_any_zone_and_before_players() -> None:
    board = load("""
players: {ana: {hand: [{id: ana}]}}
battlefield: [{id: aura, type_line: Enchantment — Aura, owner: ana, attached_to: ana}]
""")
    assert board.objects["aura"].attached_to == "ana"
