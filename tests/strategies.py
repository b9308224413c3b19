"""Random boards, as the plain data of board files, on which state-based actions and their interplay are likely.

A board is drawn in two steps: first players and objects, each near the thresholds of the rules; then, when it is known
what the loader calls every object, what refers to others: attachments, attacks, protectors, effects, triggers, sources.
An object is a base, such as a creature of some toughness, with a few traits: damage, a line of text, a token's mark.
Drawing few traits from long lists is much faster than deciding about every key.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sbalogic.board import Board
from sbalogic.formats.board_file import load_board
from sbalogic.formats.entries import Entry, entries_of, ids_of

Data = dict[str, Any]
Entries = SearchStrategy[Data]
Trait = tuple[str, Any]
"""A key and a value. Counters add up, texts are lines of one text, everything else replaces what was there."""

PLAYERS: Final = ("ana", "ben", "cyd", "dan")
VARIANTS: Final = (None, None, None, "commander", "brawl", "two_headed_giant", "archenemy", "planechase")
WITH_COMMANDERS: Final = ("commander", "brawl")
IDS: Final = (
    "x0",
    "bear",
    "x2",
    "Bear",
    'the "one"',
    "x5",
    "ana",
    "object(x7)",
    *(f"x{number}" for number in range(8, 99)),
)
"""Some are like made ids, or but for case; one is a player's name too; some need care in clingo's language."""
LEGENDS: Final = ("Kaalia", "Mox")
"""Few names, so that legends often share one."""
MOST_PERMANENTS: Final = 7


def load(data: Data) -> Board:
    """Make a board of the data of a board file, the way a file goes."""
    return load_board(json.dumps(data), "board.json", "json")


# --- small parts


def words(*options: Any) -> SearchStrategy[Any]:
    return st.sampled_from(options)


def sometimes(*options: Any, one_in: int = 3) -> SearchStrategy[Any]:
    """Draw one of the options one time in so many, else None, which leaves a key out."""
    return st.sampled_from((*[None] * (len(options) * (one_in - 1)), *options))


def entry(**keys: SearchStrategy[Any]) -> Entries:
    """Draw a mapping with these keys; where None is drawn the key is left out."""
    return st.fixed_dictionaries(keys).map(without_none)


def without_none(data: Data) -> Data:
    return {key: value for key, value in data.items() if value is not None}


def having(base: Entries, traits: Sequence[Trait], most: int = 4) -> Entries:
    """Draw an object with up to so many traits."""
    return st.tuples(base, st.lists(st.sampled_from(traits), max_size=most)).map(lambda drawn: merged(*drawn))


def merged(base: Data, traits: Sequence[Trait]) -> Data:
    """Add traits to an object."""
    data = copy.deepcopy(base)
    for key, value in traits:
        if key == "counters":
            data[key] = {**data.get(key, {}), **value}
        elif key == "text" and key in data:
            data[key] = f"{data[key]}\n{value}"
        else:
            data[key] = copy.deepcopy(value)
    return data


def traits(key: str, *values: Any) -> tuple[Trait, ...]:
    return tuple((key, value) for value in values)


# --- traits of permanents

TEXTS: Final = traits(
    "text",
    "Undying",
    "Persist",
    "Undying, persist",
    "Indestructible",
    "When this creature dies, draw a card.",
    "When this creature leaves the battlefield, you gain 1 life.",
    "When this permanent is put into a graveyard from the battlefield, draw a card.",
    "Start your engines!",
    "This permanent can't have more than two +1/+1 counters on it.",
    "This permanent can't have more than one -1/-1 counter on it.",
    "You can't lose the game.",
    "The legend rule doesn't apply to permanents you control.",
)
STATICS: Final = traits(
    "text",
    "This permanent can't be sacrificed.",
    "Creatures you control can't be sacrificed.",
    "Nontoken permanents your opponents control can't be sacrificed.",
    "This permanent can't be regenerated.",
    "Creatures can't be regenerated.",
    "If this permanent would be destroyed, regenerate it.",
    "If a card would be put into a graveyard from anywhere, exile it instead.",
    "If a card or token would be put into a graveyard from anywhere, exile it instead.",
    "If a card would be put into an opponent's graveyard from anywhere, exile it instead.",
    "If a permanent would be put into a graveyard, exile it instead.",
    "If a creature would die, exile it instead.",
    "If another nontoken creature you control would die, exile it instead.",
    "If a creature an opponent controls with a +1/+1 counter on it would die, exile it instead.",
    "If a legendary permanent would leave the battlefield, exile it instead of putting it anywhere else.",
    "If this permanent would leave the battlefield, exile it instead of putting it anywhere else.",
    "If this permanent would be put into a graveyard from anywhere, shuffle it into its owner's library instead.",
    "If this permanent would die, put it on the bottom of its owner's library instead.",
    "If this permanent would die, return it to its owner's hand instead.",
)
"""What can't happen, and what happens instead."""
TRIGGERS: Final = traits(
    "text",
    "Whenever a creature dies, draw a card.",
    "Whenever another creature you control dies, if it had counters on it, draw a card.",
    "Whenever this permanent or another legendary permanent leaves the battlefield, you gain 1 life.",
    "Whenever one or more nontoken creatures an opponent controls die, draw a card.",
    "Whenever a creature dies, if it was a Bear, draw a card.",
    "Whenever a creature dies, if it wasn't an artifact, draw a card.",
    "Whenever a creature dies, if you control no creatures, draw a card.",
    "Whenever a creature you control dies, draw a card for each +1/+1 counter on it.",
    "Whenever a creature dies, you gain life equal to its toughness.",
    "When this permanent dies, draw cards equal to the number of -1/-1 counters on it.",
    "When this permanent dies, if it had no +1/+1 counters on it, draw cards equal to its power.",
    "When this permanent is put into a graveyard from anywhere, draw a card.",
    "Whenever an artifact or enchantment is put into an opponent's graveyard from the battlefield, draw a card.",
    "Whenever a permanent is put into a graveyard from the battlefield, if you have 5 or less life, draw a card.",
    "When you sacrifice this permanent, draw a card.",
    "Whenever you sacrifice a permanent, draw a card.",
    "Whenever an opponent sacrifices an enchantment, draw a card.",
    "Whenever this permanent becomes unattached from a creature, draw a card.",
    "Whenever this permanent becomes unattached from a permanent, draw a card.",
    "Whenever a player loses the game, if you control an artifact, draw a card.",
    "Whenever an opponent loses the game, you gain 1 life.",
    "When you lose the game, draw a card.",
    "Whenever a +1/+1 counter is removed from this permanent, draw a card.",
    "Whenever one or more -1/-1 counters are removed from this permanent, draw a card.",
    "When the last +1/+1 counter is removed from this permanent, draw a card.",
    "Whenever this permanent becomes tapped, draw a card.",
    "Whenever you gain life, draw a card.",
    "Whenever you draw a card, you gain 1 life.",
    "Whenever you complete a dungeon, draw a card.",
    "When you control no creatures, draw a card.",
    "When you control no artifacts, sacrifice this permanent.",
    "When there are no +1/+1 counters on this permanent, sacrifice it.",
    "When this permanent has two or more +1/+1 counters on it, draw a card.",
    "When you have 5 or less life, draw a card.",
)
"""What triggers on what state-based actions do, and on states."""
OF_HOSTS: Final = traits(
    "text",
    "Enchanted creature can't be regenerated.",
    "If enchanted creature would die, exile it instead.",
    "When enchanted creature dies, draw a card.",
    "Whenever equipped creature dies, draw a card.",
)
PROTECTIONS: Final = traits(
    "text",
    "Protection from red",
    "Protection from artifacts",
    "Protection from ben",
    "Protection from everything",
    "Protection from multicolored",
    "Protection from each opponent",
    "Protection from Auras",
)
COUNTERS: Final = traits(
    "counters",
    {"+1/+1": 1},
    {"+1/+1": 2},
    {"+1/+1": 3},
    {"-1/-1": 1},
    {"-1/-1": 2},
    {"+1/+1": 1, "-1/-1": 1},
    {"+1/+1": 2, "-1/-1": 3},
    {"finality": 1},
    {"indestructible": 1},
    {"shield": 1},
    {"+0/+2": 1},
    {"charge": 0},
)
STATUS: Final = (
    ("token", True),
    ("token", True),
    ("copy", "card"),
    ("copy", "spell"),
    ("tapped", True),
    ("phased_out", True),
    ("face_down", True),
    ("ability_on_stack", True),
    ("moved_since_last_check", True),
    ("colors", ["red", "G"]),
    ("colors", ["white"]),
    ("counters", {"finality": 1}),
    ("timestamp", 2),
)
WOUNDS: Final = (
    *traits("damage", 0, 1, 1, 2, 3),
    *traits("deathtouch_damage", True, True),
    *traits("regeneration_shields", 1, 2),
)
OF_CREATURES: Final = (
    *WOUNDS,
    *WOUNDS,
    *COUNTERS,
    *TEXTS,
    *PROTECTIONS,
    *STATUS,
    *traits("keywords", ["Undying"], ["haste", "Persist"], ["Indestructible"]),
    *STATICS[::6],
    *TRIGGERS[::8],
    *traits("sector", "alpha", "gamma"),
    *traits("toughness", "*", "1+*"),
)
OF_OTHERS: Final = (*STATUS, *COUNTERS, *traits("damage", 1, 2))

CARD_OR_TOKEN: Final = ({"name": "Bear"}, {"name": "Bear"}, {"name": "Otter", "token": True})
COMPONENTS: Final = (
    *traits("merged", *([each] for each in CARD_OR_TOKEN)),
    ("merged", [{"name": "Bear", "type_line": "Creature — Bear"}, {"name": "Otter", "token": True}]),
    ("merged", [{"name": "Otter", "type_line": "Legendary Creature — Otter", "text": "Undying"}]),
    ("merged", [{"name": "Otter", "text": "Whenever another creature dies, draw a card."}]),
    ("merged", [{"name": "Kaalia", "commander": True}]),
    ("merged", [{"name": "Bear", "copy": "card"}]),
    *traits("melded", [{"name": "Bruna"}, {"name": "Gisela"}], [{"name": "Bear"}, {"name": "Bear"}]),
    ("melded", [{"name": "Bruna", "commander": True}, {"name": "Gisela"}]),
)
"""What merged and melded permanents consist of besides, or instead."""

# --- permanents, by what they are there for


def creatures(*type_lines: str, **keys: SearchStrategy[Any]) -> Entries:
    usual = {
        "name": words("Bear", "Elf"),
        "type_line": words(*type_lines),
        "toughness": words(1, 2, 3, -1, 0, 2),
        "damage": sometimes(1, 2, 3),
    }
    return having(entry(**{**usual, **keys}), OF_CREATURES)


def others(*type_lines: str, more: Sequence[Trait] = (), **keys: SearchStrategy[Any]) -> Entries:
    return having(entry(type_line=words(*type_lines), **keys), (*OF_OTHERS, *more), most=3)


MIRROR: Final = (
    "If you would lose the game, instead shuffle your hand, your graveyard, and all permanents you own into your "
    "library, then draw seven cards and your life total becomes 20."
)
PERMANENTS: Final = {
    "creatures": creatures("Creature — Bear", power=sometimes(0, 2)),
    "other_creatures": creatures(
        "Artifact Creature — Golem", "Land Creature — Forest Dryad", "Enchantment Creature — Nymph", "Snow Creature"
    ),
    "legends": creatures(
        "Legendary Creature — Human",
        "Legendary Artifact",
        "Legendary Land",
        "Legendary Artifact Creature — Golem",
        name=words(*LEGENDS),
    ),
    "walkers": others(
        "Legendary Planeswalker — Jace",
        "Planeswalker — Gideon",
        "Legendary Planeswalker Creature — Gideon Soldier",
        name=words("Jace", *LEGENDS),
        toughness=words(1, 2, 0),
        counters=words({"loyalty": 2}, {"loyalty": 1}, {"loyalty": 0}, {}),
    ),
    "auras": others(
        "Enchantment — Aura",
        "Enchantment — Aura",
        "Legendary Enchantment — Aura",
        "Enchantment Creature — Aura Spirit",
        name=words("Pacifism", *LEGENDS),
        toughness=words(1),
        text=words(
            "Enchant creature",
            "Enchant creature",
            "Enchant permanent",
            "Enchant player",
            "Enchant opponent",
            "Enchant land",
            "Enchant artifact or creature",
            "Enchant creature you control",
            "Enchant creature an opponent controls",
            "Enchant nonlegendary creature",
            "Enchant red creature\nEnchant creature you control",
            "Enchant Equipment",
            "Flash",
        ),
        more=TEXTS,
    ),
    "umbras": others(
        "Enchantment — Aura",
        name=st.just("Umbra"),
        text=words("Enchant creature\nUmbra armor", "Enchant permanent\nUmbra armor"),
        more=TEXTS,
    ),
    "bestowed": creatures(
        "Enchantment Creature — Nymph",
        name=st.just("Nymph"),
        text=st.just("Bestow {3}{W}"),
        bestowed=sometimes(True, one_in=2),
    ),
    "attached_artifacts": others(
        "Artifact — Equipment",
        "Artifact — Equipment",
        "Artifact — Fortification",
        "Legendary Artifact — Equipment",
        "Artifact Creature — Equipment Construct",
        "Artifact",
        name=words("Sword", *LEGENDS),
        toughness=words(1, 0),
        text=words("Equip {2}", "Equip planeswalker {1}", "Fortify {3}"),
        more=TEXTS,
    ),
    "roles": others(
        "Enchantment — Aura Role",
        name=words("Monster", "Royal"),
        text=words("Enchant creature", "Enchant creature", "Enchant creature you control"),
        timestamp=sometimes(0, 1, 3, one_in=2),
        more=traits("token", True, True),
    ),
    "sagas": others(
        "Enchantment — Saga",
        "Enchantment — Saga",
        "Legendary Enchantment — Saga",
        "Enchantment Creature — Saga",
        name=words("Saga", *LEGENDS),
        toughness=words(1, 2),
        text=words("I — Draw a card.\nII — Scry 1.", "I — Scry 1.", "I, II, III — Draw a card.", "Flash"),
        chapters=sometimes(1, 2, 0, one_in=4),
        counters=words({"lore": 1}, {"lore": 2}, {"lore": 3}, {}),
        more=(
            *traits("ability_on_stack", True, True),
            *traits(
                "text",
                "This Saga can't be sacrificed.",
                "This Saga can't have more than one lore counter on it.",
                "Undying",
            ),
        ),
    ),
    "battles": others(
        "Battle — Siege",
        "Battle — Siege",
        "Battle",
        "Battle — Fort",
        "Battle Creature — Siege Wall",
        name=words("Invasion", "Fort"),
        toughness=words(1, 0),
        counters=words({"defense": 3}, {"defense": 1}, {}),
        more=(*traits("ability_on_stack", True, True), *TEXTS),
    ),
    "worlds": others(
        "World Enchantment",
        "World Enchantment",
        "Legendary World Enchantment",
        "World Enchantment — Aura",
        "World Artifact Creature — Golem",
        name=words("Void", *LEGENDS),
        toughness=words(1, 0),
        timestamp=sometimes(0, 1, 3),
        world_since=sometimes(0, 1, 3),
    ),
    "sculptors": creatures(
        "Creature — Human",
        name=st.just("Sculptor"),
        text=st.just("Space sculptor"),
        sector=sometimes("alpha", one_in=2),
    ),
    "engines": others(
        "Artifact", "Legendary Artifact", name=words("Engine", *LEGENDS), text=st.just("Start your engines!")
    ),
    "protectors_of_players": creatures(
        "Creature — Angel",
        "Legendary Enchantment",
        name=words("Angel", *LEGENDS),
        text=words(
            "You can't lose the game.",
            "Your opponents can't lose the game.",
            "Players can't lose the game.",
            "You can't lose the game and your opponents can't win the game.",
        ),
    ),
    "switches": creatures(
        "Artifact",
        "Legendary Artifact",
        "Artifact Creature — Golem",
        name=words("Gallery", *LEGENDS),
        text=words("The legend rule doesn't apply.", "The legend rule doesn't apply to permanents you control."),
    ),
    "mirrors": others(
        "Artifact",
        "Legendary Artifact",
        name=st.just("Lich's Mirror"),
        text=words(
            MIRROR,
            MIRROR,
            "If you would lose the game, instead exile this artifact and your life total becomes equal to your "
            "starting life total.",
            "If you would lose the game, instead sacrifice this artifact, draw seven cards, and your life total "
            "becomes 20.",
            "If you would lose the game, instead your life total becomes 20.",
        ),
    ),
    "wardens": having(
        creatures("Creature — Angel", "Enchantment", "Artifact", name=words("Warden", *LEGENDS)), STATICS, most=2
    ),
    "watchers": having(
        creatures("Creature — Spirit", "Enchantment", "Artifact", name=words("Watcher", *LEGENDS)), TRIGGERS, most=2
    ),
    "leashes": others(
        "Enchantment — Aura",
        name=st.just("Leash"),
        text=words(
            "Enchant creature\nYou control enchanted creature.",
            "Enchant creature\nYou control enchanted creature.",
            "Enchant permanent\nYou control enchanted permanent.",
            "Enchant artifact\nYou control enchanted artifact.",
        ),
        timestamp=sometimes(0, 1, 9),
    ),
    "tethers": others(
        "Enchantment — Aura",
        "Artifact — Equipment",
        name=words("Tether", *LEGENDS),
        text=words("Enchant creature", "Equip {2}"),
        more=OF_HOSTS * 3,
    ),
    "composites": having(creatures("Creature — Otter", name=words("Otter", *LEGENDS)), COMPONENTS, most=1),
    "lands_and_more": others("Basic Land — Forest", "Artifact", "Enchantment", name=words("Forest", "Lantern")),
    "names": having(entry(name=words("Forest", "Lantern")), OF_OTHERS, most=2),
}
"""What may stand on the battlefield."""

HOSTS: Final = ("creatures", "legends", "other_creatures")
ATTACHED: Final = ("auras", "umbras", "bestowed", "attached_artifacts", "roles", "leashes", "tethers")

# --- the table


@dataclass(frozen=True)
class Table:
    """Who plays what."""

    variant: str | None
    present: tuple[str, ...]
    """The players in the game, in turn order."""
    gone: tuple[str, ...]
    """Those who have left."""
    teams: tuple[tuple[str, str], ...]
    """Each player with a team."""

    @property
    def everybody(self) -> tuple[str, ...]:
        """All players in turn order."""
        return tuple(sorted(self.present + self.gone))


@st.composite
def tables(draw: DrawFn, variants: Sequence[str | None] = VARIANTS) -> Table:
    variant = draw(st.sampled_from(variants))
    players = PLAYERS[: draw(words(2, 3, 4))]
    team_of = draw(_teams_of(variant, players))
    gone = set(draw(words(*[()] * 8, players[:1], players[1:2], players[-1:], players[2:])))
    if variant == "two_headed_giant":  # a team leaves as a whole
        gone = {name for name in players if team_of[name] in {team_of[each] for each in gone}}
    return Table(
        variant,
        tuple(name for name in players if name not in gone),
        tuple(name for name in players if name in gone),
        tuple(team_of.items()),
    )


def _teams_of(variant: str | None, players: Sequence[str]) -> SearchStrategy[dict[str, str]]:
    half = (len(players) + 1) // 2
    halves = {name: "red" if place < half else "blue" for place, name in enumerate(players)}
    if variant == "two_headed_giant":
        return st.just(halves)
    if variant == "archenemy":
        return st.just(dict.fromkeys(players[1:], "heroes"))
    return words(*[{}] * 9, halves)


OF_PLAYERS: Final = (
    *traits("life", 0, 0, 1, 7, -2),
    *traits("poison", 10, 10, 9, 12),
    *traits("speed", 0, 1, 2),
    *traits("drew_from_empty_library", True, True),
    *traits("counters", {"experience": 2}),
    *traits("library", 0, 3, 30),
    *traits("hand", 2, 7),
    *traits("graveyard", 1),
    *traits("exile", 1),
)


@cache
def players(table: Table) -> SearchStrategy[dict[str, Data]]:
    """Draw the players; few of them are near losing."""
    teams = dict(table.teams)
    bases: dict[str, Data] = {
        name: without_none({"team": teams.get(name), "left": name in table.gone or None}) for name in table.everybody
    }
    pool = [trait for trait in OF_PLAYERS if table.variant != "two_headed_giant" or trait[0] != "life"]
    drawn = st.lists(st.tuples(st.sampled_from(table.present), st.sampled_from(pool)), max_size=3)
    return drawn.map(
        lambda traits: {
            name: merged(base, [trait for whose, trait in traits if whose == name]) for name, base in bases.items()
        }
    )


@cache
def teams(table: Table) -> Entries:
    keys = {"life": sometimes(0, 1, -3), "poison": sometimes(15, 14, 8)} if table.variant == "two_headed_giant" else {}
    return entry(**{name: entry(**keys) for _, name in table.teams})


@cache
def permanents(table: Table, kinds: tuple[str, ...]) -> SearchStrategy[list[Data]]:
    """Draw a battlefield of a few kinds, with equal permanents likely."""
    return _chosen_kinds(kinds).flatmap(lambda chosen: _battlefield(table, tuple(sorted(chosen))))


def _chosen_kinds(kinds: tuple[str, ...]) -> SearchStrategy[set[str]]:
    hosts = [kind for kind in HOSTS if kind in kinds] or kinds

    def with_hosts(chosen: set[str], host: str) -> set[str]:
        return chosen | {host} if chosen.intersection(ATTACHED) else chosen

    return st.builds(with_hosts, st.sets(st.sampled_from(kinds), min_size=1, max_size=3), st.sampled_from(hosts))


@cache
def _battlefield(table: Table, kinds: tuple[str, ...]) -> SearchStrategy[list[Data]]:
    pool = st.one_of([PERMANENTS[kind] for kind in kinds])
    some = st.tuples(pool, _owned(table), words(1, 1, 1, 2, 3))

    def laid_out(drawn: list[tuple[Data, Data, int]]) -> list[Data]:
        battlefield = [copy.deepcopy({**each, **owned}) for each, owned, times in drawn for _ in range(times)]
        return battlefield[:MOST_PERMANENTS]

    return st.one_of(st.lists(some, max_size=5), st.lists(some, min_size=2, max_size=5)).map(laid_out)


@cache
def _owned(table: Table) -> Entries:
    """Draw who owns and who controls an object: mostly one player; in games with commanders, whether it is one."""
    controllers: list[Data] = [{"controller": name} for name in table.present]
    borrowed: list[Data] = [{"owner": one, "controller": other} for one in table.present for other in table.present]
    everyone = [*controllers * 8, *borrowed]
    if table.variant in WITH_COMMANDERS:
        everyone.extend([{**each, "commander": True} for each in everyone])
    return st.sampled_from(everyone)


# --- other zones

OF_CARDS: Final = (
    *traits("token", True, True),
    *traits("copy", "card", "spell"),
    *traits("type_line", "Creature — Bear", "Instant", "Legendary Creature — Human"),
    *traits("toughness", 2),
    *traits("counters", {"charge": 1}),
)
IN_COMMAND: Final = {
    "dungeon": [{"name": "Tomb", "type_line": "Dungeon", "marker": room} for room in ("bottommost", "Veils of Fear")],
    "emblem": [
        {"type_line": "Emblem", "text": text}
        for text in (
            "You can't lose the game.",
            "The legend rule doesn't apply.",
            "Whenever a creature you control dies, draw a card.",
            "Whenever you complete a dungeon, draw a card.",
        )
    ],
    "scheme": [{"name": "Plot", "type_line": line} for line in ("Scheme", "Scheme", "Ongoing Scheme")],
    "plane": [
        *({"name": "Weather", "type_line": line} for line in ("Phenomenon", "Phenomenon", "Plane — Bolas's Meadow")),
        {"name": "Path", "type_line": "Plane — Alara", "text": "When you planeswalk away from this plane, scry 1."},
    ],
}
OF_COMMAND: Final = (*traits("ability_on_stack", True), *traits("face_down", True))
_OWN: Final = {"archenemy": ("scheme",) * 4, "planechase": ("plane",) * 4}


@cache
def elsewhere(table: Table) -> SearchStrategy[list[tuple[str, str, Data]]]:
    """Draw what stands in the players' zones: player, zone, object."""
    commanders = traits("commander", *[True] * 8) if table.variant in WITH_COMMANDERS else ()
    moving = (*OF_CARDS, *traits("moved_since_last_check", *[True] * 3), *commanders)
    kinds = ("dungeon", "emblem", *_OWN.get(table.variant or "", ()))
    names = entry(name=words("Shock", "Bear"))
    in_command = having(st.sampled_from([each for kind in kinds for each in IN_COMMAND[kind]]), OF_COMMAND, most=1)
    some = [
        st.tuples(words("graveyard", "exile"), having(names, moving)),
        st.tuples(words("hand", "library"), having(names, (*OF_CARDS, *commanders))),
        *[st.tuples(st.just("command"), in_command)] * (2 if table.variant in _OWN else 1),
    ]
    return st.lists(
        st.tuples(st.sampled_from(table.present), st.one_of(some)).map(lambda drawn: (drawn[0], *drawn[1])),
        max_size=4 if table.variant else 2,
    )


@cache
def stacks(table: Table) -> SearchStrategy[list[Data]]:
    controller = st.sampled_from(table.present)
    spell = entry(name=words("Shock", "Bear"), controller=controller, copy=sometimes("spell", "card", one_in=2))
    ability = entry(ability=words("dies", "room"), controller=controller)
    return st.one_of(st.just([]), st.just([]), st.lists(st.one_of(spell, ability), max_size=2))


# --- what refers to something else

EFFECTS_ON_OBJECTS: Final = (
    "It has indestructible.",
    "It gains indestructible until end of turn.",
    "It gains undying until end of turn.",
    "It gains persist until end of turn.",
    "It can't be regenerated.",
    "It can't be sacrificed.",
    "The next time it would be destroyed this turn, regenerate it.",
    "If it would die this turn, exile it instead.",
    "If it would leave the battlefield, exile it instead of putting it anywhere else.",
)
EFFECTS_ON_PLAYERS: Final = (
    "You can't lose the game.",
    "You don't lose the game for having 0 or less life.",
    "The next time you would lose the game this turn, instead draw seven cards and your life total becomes 1.",
)


@st.composite
def _with_ids(draw: DrawFn, data: Data) -> Data:
    """Give ids to some of the objects."""
    entries = entries_of(data)
    given = draw(st.integers(0, 2 ** len(entries) - 1) if draw(words(True, False)) else words(0, -1))
    for place, each in enumerate(entries):
        if given >> place & 1:
            each.data["id"] = IDS[place]
    return data


@st.composite
def _with_references(draw: DrawFn, data: Data, table: Table) -> Data:
    whole = [(ident, each) for ident, each in objects_of(data) if each.permanent is None]
    ids = tuple(ident for ident, _ in whole)
    on_battlefield = tuple(ident for ident, each in whole if each.zone == "battlefield")
    hosts = (*on_battlefield * 4, *table.everybody, *ids)
    last = draw(st.sampled_from(hosts))
    for permanent in data["battlefield"]:
        line = permanent.get("type_line", "")
        attachable = any(word in line for word in ("Aura", "Equipment", "Fortification")) or "bestowed" in permanent
        if draw(st.integers(1, 12)) > (2 if attachable else 11):
            last = permanent["attached_to"] = draw(words(last, last, *hosts))
        if "Battle" in line and draw(st.booleans()):
            permanent["protector"] = draw(st.sampled_from(table.everybody))
        if "Creature" in line and draw(st.integers(1, 8)) == 8:
            permanent["attacking"] = draw(st.sampled_from(hosts))
    if table.variant in WITH_COMMANDERS:
        counted = st.dictionaries(
            st.sampled_from((*(ident for ident, _ in objects_of(data)), "kaalia")), words(21, 20, 25), max_size=2
        )
        for name in table.present:
            data["players"][name] |= without_none({"commander_damage": draw(counted) or None})
    if ids:
        for each in data["stack"]:
            if "ability" in each and draw(st.booleans()):
                each["source"] = draw(st.sampled_from(ids))
        data["effects"] = draw(st.lists(_effects(table, ids, on_battlefield), max_size=2))
        data["triggers"] = draw(words([], [], True)) and draw(st.lists(_triggers(table, ids), max_size=2))
    _settle_control(data)
    return {key: value for key, value in data.items() if value != []}


def _effects(table: Table, ids: tuple[str, ...], on_battlefield: tuple[str, ...]) -> Entries:
    affected = st.sampled_from((*ids * 3, *table.present))
    present = st.sampled_from(table.present)
    permanent = st.sampled_from(on_battlefield or ids)
    more = {
        "until": sometimes("end_of_turn", one_in=3),
        "source": sometimes(*ids, one_in=6),
        "timestamp": sometimes(0, 7, one_in=8),
    }
    return st.one_of(
        entry(affects=affected, toughness=words(-1, 1, -2, 2, 0), power=sometimes(1)),
        entry(affects=affected, toughness=words(-1, 1, -2, 2, 0), **more),
        entry(affects=permanent, text=st.sampled_from(EFFECTS_ON_OBJECTS), toughness=sometimes(-1), **more),
        entry(affects=present, text=st.sampled_from(EFFECTS_ON_PLAYERS), **more),
        entry(affects=permanent, controller=present, **more),
    )


def control_givers(data: Data) -> dict[str, list[tuple[int, Data]]]:
    """List by object what gives its control to somebody, an Aura or an effect, each with its timestamp."""
    found: dict[str, list[tuple[int, Data]]] = {}
    objects = objects_of(data)
    for place, (_, each) in enumerate(objects):
        exists = each.zone == "battlefield" and not each.data.get("phased_out") and not each.data.get("face_down")
        if exists and "You control enchanted" in each.data.get("text", "") and "attached_to" in each.data:
            found.setdefault(each.data["attached_to"], []).append((each.data.get("timestamp", place), each.data))
    for place, effect in enumerate(data.get("effects", []), len(objects)):
        if "controller" in effect:
            found.setdefault(effect["affects"], []).append((effect.get("timestamp", place), effect))
    return found


def _settle_control(data: Data) -> None:
    """Let every object be controlled by whom the newest effect names, also where that decides about another one."""
    givers = control_givers(data)
    objects = {ident: each.data for ident, each in objects_of(data) if each.zone == "battlefield"}
    for _ in objects:
        for ident, found in givers.items():
            if ident in objects:
                keys = objects[ident]
                keys.setdefault("owner", keys["controller"])
                keys["controller"] = max(found, key=lambda each: each[0])[1]["controller"]


def _triggers(table: Table, ids: tuple[str, ...]) -> Entries:
    return entry(
        controller=st.sampled_from(table.present),
        source=st.sampled_from(ids),
        ability=words("dies", "chapter II"),
        text=sometimes("Draw a card."),
    )


@cache
def _games(table: Table, kinds: tuple[str, ...]) -> Entries:
    planechase = table.variant == "planechase"
    return entry(
        variant=st.just(table.variant),
        active_player=sometimes(*table.everybody),
        step=sometimes("cleanup", "cleanup", "untap", "upkeep", one_in=4),
        range_of_influence=sometimes(1, 1, 2, one_in=6),
        planar_controller=sometimes(*table.present) if planechase else st.none(),
        starting_life=sometimes(1, 30, one_in=8),
        players=players(table),
        teams=teams(table) if table.teams else st.none(),
        battlefield=permanents(table, kinds),
        stack=stacks(table),
    )


@st.composite
def boards(
    draw: DrawFn, *, variants: Sequence[str | None] = VARIANTS, kinds: tuple[str, ...] = tuple(PERMANENTS)
) -> Data:
    """Draw the data of a board file that the loader accepts."""
    table = draw(tables(variants))
    data = copy.deepcopy(draw(_games(table, kinds)))
    if data.get("step") == "cleanup" and draw(st.booleans()):
        data["step_begins"] = True
    if draw(words(*[False] * 7, True)):  # keys stand in any order
        data = dict(reversed(data.items()))
    for player, zone, each in draw(elsewhere(table)):
        listed = data["players"][player].setdefault(zone, [])
        if isinstance(listed, list):  # a zone that is a number lists nothing
            listed.append(copy.deepcopy(each))
    return draw(_with_references(draw(_with_ids(data)), table))


# --- boards made from boards


def objects_of(data: Data) -> list[tuple[str, Entry]]:
    """List the objects with the ids that the loader gives them."""
    entries = entries_of(data)
    return list(zip(ids_of(entries), entries, strict=True))


def with_all_ids(data: Data) -> Data:
    """Write down the ids that the loader would make, so that no two objects are interchangeable."""
    data = copy.deepcopy(data)
    for ident, each in objects_of(data):
        each.data["id"] = ident
    return data
