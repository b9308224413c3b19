"""Every check on random boards is a legal course of the game, judged by `legality.py`; and that judge can say no."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
import strategies
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st
from legality import NotCovered, problems
from strategies import Data, boards, with_all_ids

from sbalogic import Action, Board, GameObject, SingleCheck, check
from sbalogic.formats.board_writer import board_data

EXAMPLES: Final = 60
SWEEP_FACTOR: Final = 30
"""A sweep looks at so many times more boards."""
MOST_CHECKS: Final = 60
"""Of boards with more combinations of choices only so many are looked at."""
QUICK: Final = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
VARIANTS: Final = (None, "commander", "brawl", "two_headed_giant", "archenemy", "planechase")


def checks_from(board: Board) -> Iterator[tuple[Board, SingleCheck]]:
    """Walk the checks, from each board to those after its checks, no board twice."""
    boards_to_check = [board]
    seen: list[Board] = []
    judged = 0
    while boards_to_check and judged < MOST_CHECKS:
        before = boards_to_check.pop()
        for each in check(before)[: MOST_CHECKS - judged]:
            judged += 1
            yield before, each
            if each.again and each.board not in seen:
                seen.append(each.board)
                boards_to_check.append(each.board)


def is_legal(data: Data) -> None:
    """Judge every check on the way, and show the board of one that is not legal."""
    for before, each in checks_from(strategies.load(with_all_ids(data))):
        try:
            found = problems(before, each)
        except NotCovered:
            assume(False)
        if found:
            note(json.dumps(board_data(before), ensure_ascii=False))
            for action in each.actions:
                note(f"{action.rule} {action.subject}: {action.performed}")
        assert not found, "\n".join(found)


test_every_check_is_a_legal_course = QUICK(given(boards())(is_legal))


@pytest.mark.sweep
@pytest.mark.parametrize("variant", VARIANTS)
def test_sweep(variant: str | None, request: pytest.FixtureRequest) -> None:
    """The same for each variant on many boards, other ones each time."""
    if "sweep" not in request.config.option.markexpr:
        pytest.skip("takes minutes; run with `pytest -m sweep`")
    examples = SWEEP_FACTOR * EXAMPLES // len(VARIANTS)
    settings(QUICK, derandomize=False, max_examples=examples)(given(boards(variants=(variant,)))(is_legal))()


# --- what is not legal is noticed

ALL_SORTS: Final[Data] = {
    "variant": "commander",
    "players": {
        "ana": {
            "life": 40,
            "graveyard": [{"name": "Chief", "id": "chief", "commander": True, "moved_since_last_check": True}],
            "exile": [{"name": "Spirit", "id": "spirit", "token": True}],
        },
        "ben": {"life": 0, "hand": [{"name": "Shock", "id": "shock"}]},
        "cyd": {"life": 3, "drew_from_empty_library": True},
        "dan": {},
    },
    "battlefield": [
        {"id": "bear", "controller": "ana", "type_line": "Creature — Bear", "toughness": 2, "damage": 2},
        {"id": "elf", "controller": "ana", "type_line": "Creature — Elf", "toughness": 2, "damage": 1},
        {"id": "wolf", "controller": "ana", "type_line": "Creature — Wolf", "toughness": 0, "text": "Undying"},
        {
            "id": "troll",
            "controller": "ana",
            "type_line": "Creature — Troll",
            "toughness": 2,
            "damage": 3,
            "regeneration_shields": 1,
        },
        {
            "id": "golem",
            "controller": "ana",
            "type_line": "Artifact Creature — Golem",
            "toughness": 2,
            "damage": 3,
            "text": "Indestructible",
        },
        {
            "id": "shade",
            "controller": "ana",
            "type_line": "Creature — Shade",
            "toughness": -1,
            "counters": {"finality": 1},
        },
        {"id": "hydra", "controller": "ana", "type_line": "Creature — Hydra", "toughness": 9}
        | {"counters": {"+1/+1": 3, "-1/-1": 1}},
        {"id": "sword", "controller": "ana", "type_line": "Artifact — Equipment", "attached_to": "elf"},
        {"id": "ring", "controller": "ana", "type_line": "Artifact", "attached_to": "elf"},
        {"id": "curse", "controller": "dan", "type_line": "Enchantment — Aura", "text": "Enchant artifact"}
        | {"attached_to": "elf"},
        {"id": "siege", "controller": "ana", "type_line": "Battle — Siege", "counters": {"defense": 3}},
        {"id": "mox", "controller": "dan", "name": "Mox", "type_line": "Legendary Artifact"},
        {"id": "other_mox", "controller": "dan", "name": "Mox", "type_line": "Legendary Artifact"},
        {"id": "lent", "owner": "ana", "controller": "ben", "type_line": "Artifact"},
        {"id": "borrowed", "owner": "ben", "controller": "ana", "type_line": "Artifact"},
        {"id": "angel", "controller": "cyd", "type_line": "Enchantment", "text": "You can't lose the game."},
        {"id": "worm", "controller": "dan", "type_line": "Creature — Worm", "toughness": 1, "deathtouch_damage": True},
    ],
    "effects": [{"affects": "bear", "power": 1}, {"affects": "elf", "toughness": 1}],
}
"""A board on which one check does all sorts of things."""

Falsified = Callable[[Board, SingleCheck], SingleCheck]


def with_object(each: SingleCheck, ident: str, item: GameObject | None = None, **changes: Any) -> SingleCheck:
    """Change an object on the board after a check, or put it there."""
    changed = (item or each.board.objects[ident])._replace(**changes)
    return each._replace(board=each.board._replace(objects={**each.board.objects, ident: changed}))


def with_player(each: SingleCheck, name: str, **changes: Any) -> SingleCheck:
    """Change a player on the board after a check."""
    changed = each.board.players[name]._replace(**changes)
    return each._replace(board=each.board._replace(players={**each.board.players, name: changed}))


def with_action(each: SingleCheck, sba: str, subject: str, **changes: Any) -> SingleCheck:
    """Change how an action is told."""
    return each._replace(
        actions=tuple(
            action._replace(**changes) if (action.sba, action.subject) == (sba, subject) else action
            for action in each.actions
        )
    )


def with_more(each: SingleCheck, action: Action) -> SingleCheck:
    """Add an action."""
    return each._replace(actions=(*each.actions, action))


def without(each: SingleCheck, sba: str, subject: str) -> SingleCheck:
    """Leave an action out; the board stays as it is."""
    kept = tuple(action for action in each.actions if (action.sba, action.subject) != (sba, subject))
    assert len(kept) < len(each.actions)
    return each._replace(actions=kept)


FALSIFIED: Final[dict[str, Falsified]] = {
    "an action is left out": lambda board, each: without(each, "lethal_damage", "bear"),
    "the loss of a player is left out": lambda board, each: without(each, "zero_life", "ben"),
    "an action without its condition": lambda board, each: with_more(
        each, Action("704.5g", "lethal_damage", "object", "elf", "destroy", "destroy")
    ),
    "an action on what can't happen": lambda board, each: with_more(
        each, Action("704.5g", "lethal_damage", "object", "golem", "destroy", "destroy")
    ),
    "another rule is named": lambda board, each: with_action(each, "zero_toughness", "wolf", rule="704.5g"),
    "what is prevented is not told": lambda board, each: each._replace(prevented=()),
    "prevented by what does not prevent it": lambda board, each: each._replace(
        prevented=tuple(one._replace(source="mox") for one in each.prevented)
    ),
    "a dead creature stays": lambda board, each: with_object(each, "bear", board.objects["bear"]),
    "a dead creature is in the wrong zone": lambda board, each: with_object(each, "bear", zone="exile"),
    "a finality counter does nothing": lambda board, each: with_object(each, "shade", zone="graveyard"),
    "counters in the graveyard": lambda board, each: with_object(each, "wolf", counters={"+1/+1": 1}),
    "a token does not cease": lambda board, each: with_object(each, "spirit", board.objects["spirit"]),
    "regeneration keeps damage": lambda board, each: with_object(each, "troll", damage=3),
    "regeneration does not tap": lambda board, each: with_object(each, "troll", tapped=False),
    "regeneration keeps its shield": lambda board, each: with_object(each, "troll", regeneration_shields=1),
    "destroyed in spite of regeneration": lambda board, each: with_action(
        each, "lethal_damage", "troll", performed="destroy", replaced_by=None
    ),
    "regenerated without a shield": lambda board, each: with_action(
        each, "lethal_damage", "bear", performed="regenerate", replaced_by="regeneration"
    ),
    "too many counters are removed": lambda board, each: with_object(each, "hydra", counters={"+1/+1": 1}),
    "damage is removed": lambda board, each: with_object(each, "elf", damage=0),
    "an Equipment comes off": lambda board, each: with_object(each, "sword", attached_to=None),
    "an artifact stays attached": lambda board, each: with_object(each, "ring", attached_to="elf"),
    "an Aura is only unattached": lambda board, each: with_object(
        each, "curse", board.objects["curse"], attached_to=None
    ),
    "both legends are put away": lambda board, each: with_more(
        each,
        Action(
            "704.5j",
            "legend_rule",
            "object",
            next(one for one in ("mox", "other_mox") if each.board.objects[one].zone == "battlefield"),
            "put_into_graveyard",
            "put_into_graveyard",
        ),
    ),
    "a legend was chosen that is not kept": lambda board, each: each._replace(
        choices=tuple(
            one._replace(option="mox" if one.option == "other_mox" else "other_mox")
            if one.kind == "legend_rule"
            else one
            for one in each.choices
        )
    ),
    "a Siege is protected by its controller": lambda board, each: with_object(each, "siege", protector="ana"),
    "a player who lost is still there": lambda board, each: with_player(each, "ben", left=False, life=0),
    "a player's card stays": lambda board, each: with_object(each, "shock", board.objects["shock"]),
    "a player's permanent stays": lambda board, each: with_object(each, "borrowed", board.objects["borrowed"]),
    "what a player only controlled stays": lambda board, each: with_object(each, "lent", board.objects["lent"]),
    "a protected player is gone": lambda board, each: with_player(each, "cyd", life=None, left=True),
    "a window stays open": lambda board, each: with_player(each, "cyd", drew_from_empty_library=True),
    "a commander's window stays open": lambda board, each: with_object(each, "elf", moved_since_last_check=True),
    "life changes": lambda board, each: with_player(each, "dan", life=39),
    "an object appears": lambda board, each: with_object(each, "new", board.objects["elf"], id="new"),
    "an effect is gone": lambda board, each: each._replace(board=each.board._replace(effects=())),
    "an ability does not trigger": lambda board, each: each._replace(board=each.board._replace(triggers=())),
    "another ability triggers": lambda board, each: each._replace(
        board=each.board._replace(
            triggers=tuple(one._replace(source="bear", text="Draw a card.") for one in each.board.triggers)
        )
    ),
    "the check is the last": lambda board, each: each._replace(again=False),
}


@pytest.mark.parametrize("name", FALSIFIED)
def test_what_is_not_legal_is_noticed(name: str) -> None:
    board = strategies.load(ALL_SORTS)
    for each in check(board):
        assert problems(board, each) == []
        falsified = FALSIFIED[name](board, each)
        assert falsified != each
        assert problems(board, falsified) != []


@settings(QUICK, max_examples=EXAMPLES // 4)
@given(boards(), st.randoms(use_true_random=False))
def test_a_missing_action_is_noticed(data: Data, chance: Any) -> None:
    """On any board: what an action did to the board, or that it did not happen, is missed."""
    board = strategies.load(with_all_ids(data))
    each = chance.choice(check(board))
    assume(each.actions)
    dropped = chance.choice(each.actions)
    try:
        assert problems(board, without(each, dropped.sba, dropped.subject)) != []
    except NotCovered:
        assume(False)
