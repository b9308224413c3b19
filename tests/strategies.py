"""Random boards, as the plain data of board files, on which state-based actions and their interplay are likely.

A board is drawn in two steps: first players and objects, each near the thresholds of the rules; then, when it is known what
the loader calls every object, what refers to others: attachments, attacks, protectors, effects, triggers, sources.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sbalogic.board import Board
from sbalogic.formats.board_file import load_board
from sbalogic.formats.entries import Entry, entries_of, ids_of

Data = dict[str, Any]
Entries = SearchStrategy[Data]
"""Strategies for objects in a zone. What refers to something else is filled in later."""

PLAYERS: Final = ("ana", "ben", "cyd", "dan")
VARIANTS: Final = (None, None, None, "commander", "brawl", "two_headed_giant", "archenemy", "planechase")
IDS: Final = ("x0", "bear", "x2", "Bear", 'the "one"', "x5", "ana", "x7", "object(x8)", "x9", "x10", "x11", "x12", "x13")
"""Two differ from made ids only by case or not at all, one is a player's name too, some need care in clingo's language."""
LEGENDS: Final = ("Kaalia", "Mox")
"""Few names, so that legends often share one."""
MOST_PERMANENTS: Final = 7


def load(data: Data) -> Board:
    """Make a board of the data of a board file, the way a file goes."""
    return load_board(json.dumps(data), "board.json", "json")


# --- small parts


@st.composite
def sometimes(draw: DrawFn, values: SearchStrategy[Any], one_in: int = 3) -> Any:
    """Draw a value one time in so many, else None, which leaves a key out."""
    return draw(values) if draw(st.integers(1, one_in)) == one_in else None


rarely = partial(sometimes, one_in=8)


def words(*options: Any) -> SearchStrategy[Any]:
    return st.sampled_from(options)


def entry(**keys: SearchStrategy[Any]) -> Entries:
    """Draw a mapping with these keys; where None is drawn the key is left out."""
    return st.fixed_dictionaries(keys).map(lambda data: {key: value for key, value in data.items() if value is not None})


def lines(*parts: SearchStrategy[Any]) -> SearchStrategy[str]:
    """Draw a rules text of these lines; where None is drawn the line is left out."""
    return st.tuples(*parts).map(lambda drawn: "\n".join(line for line in drawn if line is not None))


def counters(**kinds: SearchStrategy[Any]) -> Entries:
    """Draw counters of these kinds beside those that any permanent may have."""
    every = {
        "+1/+1": sometimes(st.integers(1, 2), 4),
        "-1/-1": sometimes(st.integers(1, 3), 4),
        "finality": rarely(st.just(1)),
        "indestructible": rarely(st.just(1)),
        "charge": rarely(st.integers(0, 3)),
    }
    return entry(**{**every, **kinds})


TRUE: Final = st.just(True)
KEYWORDS: Final = sometimes(words("Undying", "Persist", "Indestructible", "Undying, haste", "Flying, persist"))
LEAVING: Final = rarely(
    words(
        "When this creature dies, draw a card.",
        "When this creature leaves the battlefield, you gain 1 life.",
        "When this permanent is put into a graveyard from the battlefield, draw a card.",
    )
)
PROTECTION: Final = rarely(
    words(
        "Protection from red",
        "Protection from artifacts",
        "Protection from ben",
        "Protection from everything",
        "Protection from multicolored",
        "Protection from each opponent",
        "Protection from Auras",
    )
)
SPECIAL: Final = rarely(
    words(
        "Start your engines!",
        "This creature can't have more than two +1/+1 counters on it.",
        "You can't lose the game.",
        "Your opponents can't lose the game.",
        "The legend rule doesn't apply to permanents you control.",
    )
)
COLORS: Final = sometimes(st.lists(words("red", "G", "white"), max_size=2))

# --- permanents, by what they are there for


def creatures(type_lines: SearchStrategy[str] = words("Creature — Bear"), **keys: SearchStrategy[Any]) -> Entries:  # noqa: B008
    usual: dict[str, SearchStrategy[Any]] = {
        "name": words("Bear", "Elf"),
        "type_line": type_lines,
        "power": sometimes(st.integers(-1, 3)),
        "toughness": st.one_of(st.integers(-1, 3), st.integers(1, 3), words("*", "1+*", 2)),
        "damage": sometimes(st.integers(0, 3)),
        "deathtouch_damage": sometimes(TRUE, 5),
        "counters": counters(**{"+0/+2": rarely(st.integers(1, 2)), "shield": rarely(st.just(1))}),
        "text": lines(KEYWORDS, LEAVING, PROTECTION, SPECIAL),
        "keywords": rarely(words(["Undying"], ["haste", "Persist"], ["Indestructible"])),
        "regeneration_shields": sometimes(st.integers(0, 2), 5),
        "sector": rarely(words("alpha", "gamma")),
        "colors": COLORS,
    }
    return entry(**{**usual, **keys})


CREATURES: Final = creatures()
OTHER_CREATURES: Final = creatures(
    words("Artifact Creature — Golem", "Land Creature — Forest Dryad", "Enchantment Creature — Nymph", "Snow Creature")
)
LEGENDARY: Final = creatures(
    words("Legendary Creature — Human", "Legendary Artifact", "Legendary Land", "Legendary Artifact Creature — Golem"),
    name=words(*LEGENDS),
)
WALKERS: Final = entry(
    name=words("Jace", *LEGENDS),
    type_line=words(
        "Legendary Planeswalker — Jace",
        "Planeswalker — Gideon",
        "Legendary Planeswalker Creature — Gideon Soldier",
    ),
    toughness=st.integers(-1, 2),
    loyalty=sometimes(st.just(3)),
    damage=rarely(st.integers(1, 2)),
    counters=counters(loyalty=sometimes(st.integers(0, 2), 2)),
)
ENCHANT: Final = words(
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
    "Enchant green creature\nEnchant creature you control",
    "Enchant Equipment",
    "",
)
AURAS: Final = entry(
    name=words("Pacifism", "Rancor"),
    type_line=words(
        "Enchantment — Aura", "Enchantment — Aura", "Legendary Enchantment — Aura", "Enchantment Creature — Aura Spirit"
    ),
    toughness=words(1),
    text=lines(ENCHANT, rarely(st.just("When this Aura is put into a graveyard from the battlefield, draw a card."))),
    counters=sometimes(counters()),
    colors=COLORS,
)
UMBRAS: Final = entry(
    name=st.just("Umbra"),
    type_line=st.just("Enchantment — Aura"),
    text=lines(words("Enchant creature", "Enchant creature", "Enchant permanent"), st.just("Umbra armor"), KEYWORDS),
    counters=sometimes(counters()),
)
BESTOWED: Final = creatures(
    st.just("Enchantment Creature — Nymph"),
    name=st.just("Nymph"),
    text=lines(st.just("Bestow {3}{W}"), KEYWORDS, PROTECTION),
    bestowed=sometimes(TRUE, 2),
)
ATTACHED_ARTIFACTS: Final = entry(
    name=words("Sword", "Wall"),
    type_line=words(
        "Artifact — Equipment",
        "Artifact — Equipment",
        "Artifact — Fortification",
        "Legendary Artifact — Equipment",
        "Artifact Creature — Equipment Construct",
        "Artifact",
    ),
    toughness=st.integers(0, 2),
    text=words("Equip {2}", "Equip planeswalker {1}", "Fortify {3}", ""),
    colors=COLORS,
)
ROLES: Final = entry(
    name=words("Monster", "Royal"),
    type_line=st.just("Enchantment — Aura Role"),
    text=words("Enchant creature", "Enchant creature you control"),
    token=sometimes(TRUE, 2),
    timestamp=sometimes(st.integers(0, 4), 2),
)
SAGAS: Final = entry(
    name=st.just("Saga"),
    type_line=words("Enchantment — Saga", "Enchantment — Saga", "Enchantment Creature — Saga", "Legendary Enchantment — Saga"),
    toughness=st.integers(0, 2),
    chapters=sometimes(st.integers(0, 2)),
    text=lines(
        words("I — Draw a card.\nII — Scry 1.", "I, II, III — Draw a card.", ""),
        rarely(st.just("This Saga can't be sacrificed.")),
        rarely(st.just("This Saga can't have more than one lore counter on it.")),
    ),
    counters=counters(lore=sometimes(st.integers(0, 3), 2)),
    ability_on_stack=sometimes(TRUE, 5),
)
BATTLES: Final = entry(
    name=words("Invasion", "Fort"),
    type_line=words("Battle — Siege", "Battle — Siege", "Battle", "Battle — Fort", "Battle Creature — Siege Wall"),
    toughness=st.integers(0, 2),
    defense=sometimes(st.just(4)),
    counters=counters(defense=sometimes(st.integers(0, 1), 2)),
    ability_on_stack=sometimes(TRUE, 5),
)
WORLDS: Final = entry(
    name=words("Void", "Crossroads"),
    type_line=words("World Enchantment", "World Enchantment", "Legendary World Enchantment", "World Enchantment — Aura"),
    timestamp=sometimes(st.integers(0, 4)),
    world_since=sometimes(st.integers(0, 4)),
)
SCULPTORS: Final = creatures(
    words("Creature — Human"),
    name=st.just("Sculptor"),
    text=lines(st.just("Space sculptor"), LEAVING),
    sector=sometimes(words("alpha", "beta"), 2),
)
ENGINES: Final = entry(
    name=words("Engine", *LEGENDS),
    type_line=words("Artifact", "Legendary Artifact"),
    text=st.just("Start your engines!"),
)
CANT_LOSE: Final = creatures(
    words("Creature — Angel", "Legendary Enchantment"),
    name=words("Angel", *LEGENDS),
    text=words(
        "You can't lose the game.",
        "Your opponents can't lose the game.",
        "Players can't lose the game.",
        "You can't lose the game and your opponents can't win the game.",
    ),
)
SWITCHES: Final = creatures(
    words("Artifact", "Legendary Artifact", "Artifact Creature — Mirror"),
    name=words("Gallery", *LEGENDS),
    text=words("The legend rule doesn't apply.", "The legend rule doesn't apply to permanents you control."),
)
MIRRORS: Final = entry(
    name=st.just("Lich's Mirror"),
    type_line=words("Artifact", "Legendary Artifact"),
    text=st.just(
        "If you would lose the game, instead shuffle your hand, your graveyard, and all permanents you own into your "
        "library, then draw seven cards and your life total becomes 20."
    ),
)
PLAIN_PERMANENTS: Final = entry(
    name=words("Forest", "Lantern"),
    type_line=sometimes(words("Basic Land — Forest", "Artifact", "Enchantment"), 2),
    damage=sometimes(st.integers(1, 2)),
    deathtouch_damage=rarely(TRUE),
    counters=sometimes(counters(loyalty=rarely(st.just(1)))),
)

PERMANENTS: Final = {
    "creatures": CREATURES,
    "other_creatures": OTHER_CREATURES,
    "legends": LEGENDARY,
    "walkers": WALKERS,
    "auras": AURAS,
    "umbras": UMBRAS,
    "bestowed": BESTOWED,
    "attached_artifacts": ATTACHED_ARTIFACTS,
    "roles": ROLES,
    "sagas": SAGAS,
    "battles": BATTLES,
    "worlds": WORLDS,
    "sculptors": SCULPTORS,
    "engines": ENGINES,
    "cant_lose": CANT_LOSE,
    "switches": SWITCHES,
    "mirrors": MIRRORS,
    "plain_permanents": PLAIN_PERMANENTS,
}
"""What may stand on the battlefield."""

HOSTS: Final = ("creatures", "legends", "other_creatures")
ATTACHED: Final = ("auras", "umbras", "bestowed", "attached_artifacts", "roles")

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
    def has_commanders(self) -> bool:
        """Whether commanders mean something."""
        return self.variant in ("commander", "brawl")


@st.composite
def tables(draw: DrawFn, variants: Sequence[str | None] = VARIANTS) -> Table:
    variant = draw(st.sampled_from(variants))
    players = PLAYERS[: draw(st.integers(2, 4))]
    team_of: dict[str, str] = {}
    if variant == "two_headed_giant":
        half = (len(players) + 1) // 2
        team_of = {name: "red" if place < half else "blue" for place, name in enumerate(players)}
    elif variant == "archenemy":
        team_of = {name: "heroes" for name in players[1:]}
    elif draw(rarely(TRUE)):
        team_of = {name: draw(words("red", "blue")) for name in players}
    gone = set(draw(rarely(st.lists(st.sampled_from(players), max_size=len(players) - 1))) or ())
    if variant == "two_headed_giant":  # a team leaves as a whole
        teams = {team_of[name] for name in gone}
        gone = {name for name in players if team_of[name] in teams}
    if gone == set(players):
        gone = set()
    present = tuple(name for name in players if name not in gone)
    return Table(variant, present, tuple(name for name in players if name in gone), tuple(team_of.items()))


@st.composite
def permanents(draw: DrawFn, table: Table, kinds: Sequence[str]) -> list[Data]:
    """Draw a battlefield of a few kinds, with equal permanents likely."""
    drawn = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=3))
    if any(kind in ATTACHED for kind in drawn):
        drawn.append(draw(st.sampled_from([kind for kind in HOSTS if kind in kinds] or kinds)))
    pool = st.one_of([PERMANENTS[kind] for kind in dict.fromkeys(drawn)])
    battlefield: list[Data] = []
    for _ in range(draw(st.integers(0, 5))):
        each = {**draw(pool), **draw(_status(table)), **draw(_owned(table))}
        for _ in range(draw(words(1, 1, 1, 2, 3))):
            battlefield.append(copy.deepcopy(each))
    return battlefield[:MOST_PERMANENTS]


def _status(table: Table) -> Entries:
    """Draw what may be true of any permanent; only what is drawn overrides the permanent's own keys."""
    return entry(
        token=rarely(TRUE),
        copy=rarely(words("card", "card", "spell")),
        tapped=rarely(TRUE),
        phased_out=rarely(TRUE),
        face_down=rarely(TRUE),
        commander=sometimes(TRUE) if table.has_commanders else st.none(),
        moved_since_last_check=rarely(TRUE),
    )


@st.composite
def _owned(draw: DrawFn, table: Table) -> Data:
    controller = draw(st.sampled_from(table.present))
    owner = draw(sometimes(st.sampled_from(table.present), 4))
    return {"controller": controller} if owner in (None, controller) else {"owner": owner, "controller": controller}


def cards(table: Table, zone: str) -> Entries:
    """Draw an object in a player's zone: most cease or may move in the next check."""
    moving = zone in ("graveyard", "exile")
    return entry(
        name=words("Shock", "Bear"),
        type_line=sometimes(words("Creature — Bear", "Instant", "Legendary Creature — Human")),
        token=sometimes(TRUE, 4),
        copy=sometimes(words("card", "spell"), 4),
        commander=sometimes(TRUE, 2) if table.has_commanders else st.none(),
        moved_since_last_check=sometimes(TRUE, 2) if moving else st.none(),
        counters=rarely(st.just({"charge": 1})),
    )


COMMAND: Final = {
    "dungeon": entry(
        name=st.just("Tomb"),
        type_line=st.just("Dungeon"),
        marker=sometimes(words("bottommost", "Veils of Fear"), 2),
        ability_on_stack=rarely(TRUE),
    ),
    "emblem": entry(
        type_line=st.just("Emblem"), text=words("You can't lose the game.", "The legend rule doesn't apply.", "Draw.")
    ),
    "scheme": entry(
        name=words("Plot", "Ploy"),
        type_line=words("Scheme", "Scheme", "Ongoing Scheme"),
        face_down=rarely(TRUE),
        ability_on_stack=rarely(TRUE),
    ),
    "phenomenon": entry(
        name=st.just("Weather"),
        type_line=words("Phenomenon", "Phenomenon", "Plane — Bolas's Meadow"),
        face_down=rarely(TRUE),
        ability_on_stack=rarely(TRUE),
    ),
}
_OWN_COMMAND: Final = {"archenemy": ("scheme",), "planechase": ("phenomenon",)}


def command_zones(table: Table) -> SearchStrategy[Any]:
    kinds = [*_OWN_COMMAND.get(table.variant or "", ()), "dungeon", "emblem"]
    pool = [COMMAND[kind] for kind in (*kinds, kinds[0])]
    if table.has_commanders:
        pool.append(cards(table, "command"))
    return sometimes(st.lists(st.one_of(pool), min_size=1, max_size=2), 2 if len(kinds) > 2 else 5)


def players(table: Table, name: str) -> Entries:
    """Draw a player near losing."""
    team = dict(table.teams).get(name)
    if name in table.gone:
        return entry(left=TRUE, team=st.just(team))
    shared = table.variant == "two_headed_giant"

    def zone(kind: str) -> SearchStrategy[Any]:
        return sometimes(st.one_of(st.integers(0, 8), st.lists(cards(table, kind), max_size=2)), 5)

    return entry(
        team=st.just(team),
        life=st.none() if shared else sometimes(words(0, 1, 1, 7, -2), 3),
        poison=sometimes(words(10, 9, 7, 12), 5),
        speed=sometimes(st.integers(0, 2), 4),
        drew_from_empty_library=rarely(TRUE),
        counters=rarely(st.just({"experience": 2})),
        **{kind: zone(kind) for kind in ("library", "hand", "graveyard", "exile")},
        command=command_zones(table),
    )


def teams(table: Table) -> SearchStrategy[Any]:
    names = dict.fromkeys(team for _, team in table.teams)
    keys: dict[str, SearchStrategy[Any]] = {}
    if table.variant == "two_headed_giant":
        keys = {"life": sometimes(words(0, 1, -3), 2), "poison": sometimes(words(15, 14, 8), 3)}
    return entry(**{name: sometimes(entry(**keys), 2) for name in names})


# --- what refers to something else


@dataclass(frozen=True)
class Names:
    """What references may name."""

    table: Table
    battlefield: tuple[str, ...]
    objects: tuple[str, ...]
    """The ids in every zone."""

    @property
    def players(self) -> tuple[str, ...]:
        """All players, those who left last."""
        return self.table.present + self.table.gone


def hosts(names: Names) -> SearchStrategy[str]:
    """Draw what something is attached to: mostly a permanent."""
    targets = (names.battlefield, names.battlefield, names.battlefield, names.players, names.objects)
    return st.one_of([st.sampled_from(each) for each in targets if each])


@st.composite
def referring(draw: DrawFn, names: Names, permanent: Data) -> Data:
    """Add to a permanent what it refers to."""
    line = permanent.get("type_line", "")
    attachable = any(word in line for word in ("Aura", "Equipment", "Fortification")) or permanent.get("bestowed")
    keys = {
        "attached_to": draw(sometimes(hosts(names), 1 if attachable else 12)),
        "protector": draw(sometimes(st.sampled_from(names.players), 2)) if "Battle" in line else None,
        "attacking": draw(sometimes(hosts(names), 8)) if "Creature" in line else None,
    }
    if attachable and draw(st.integers(1, 6)) == 6:
        del keys["attached_to"]
    return {**permanent, **{key: value for key, value in keys.items() if value is not None}}


def effects(names: Names) -> Entries:
    return entry(
        affects=st.sampled_from(names.objects * 3 + names.table.present),
        power=sometimes(st.integers(-1, 1)),
        toughness=sometimes(st.integers(-2, 2), 1),
        timestamp=rarely(st.integers(0, 5)),
    )


def triggers(names: Names) -> Entries:
    return entry(
        controller=st.sampled_from(names.table.present),
        source=st.sampled_from(names.objects),
        ability=words("dies", "chapter II"),
        text=sometimes(st.just("Draw a card.")),
    )


def stacks(table: Table) -> SearchStrategy[list[Data]]:
    spell = entry(
        name=words("Shock", "Bear"),
        controller=st.sampled_from(table.present),
        owner=sometimes(st.sampled_from(table.present)),
        copy=sometimes(words("spell", "card"), 2),
        commander=rarely(TRUE) if table.has_commanders else st.none(),
    )
    ability = entry(ability=words("dies", "room"), controller=st.sampled_from(table.present))
    return st.lists(st.one_of(spell, ability), max_size=2)


@st.composite
def _with_ids(draw: DrawFn, data: Data) -> Data:
    """Give ids to some of the objects."""
    given = draw(words("some", "none", "all"))
    for each, ident in zip(entries_of(data), _ids(), strict=False):
        if given == "all" or (given == "some" and draw(st.booleans())):
            each.data["id"] = ident
    return data


def _ids() -> Iterator[str]:
    yield from IDS
    yield from (f"y{number}" for number in range(100))


@st.composite
def _with_references(draw: DrawFn, data: Data, table: Table) -> Data:
    entries = entries_of(data)
    ids = ids_of(entries)
    names = Names(
        table, tuple(ident for each, ident in zip(entries, ids, strict=True) if each.zone == "battlefield"), tuple(ids)
    )
    if "battlefield" in data:
        data["battlefield"] = [draw(referring(names, each)) for each in data["battlefield"]]
    for name in table.present:
        commanders = st.sampled_from((*names.objects, "kaalia"))
        data["players"][name] |= draw(
            entry(
                commander_damage=sometimes(st.dictionaries(commanders, words(21, 20, 25), max_size=2), 2)
                if table.has_commanders
                else st.none()
            )
        )
    if names.objects:
        for each in data.get("stack", ()):
            if "ability" in each:
                each |= draw(entry(source=sometimes(st.sampled_from(names.objects), 2)))
        data["effects"] = draw(st.lists(effects(names), max_size=2))
        data["triggers"] = draw(sometimes(st.lists(triggers(names), max_size=2), 4)) or []
    return {key: value for key, value in data.items() if value != []}


@st.composite
def boards(
    draw: DrawFn, *, variants: Sequence[str | None] = VARIANTS, kinds: Sequence[str] = tuple(PERMANENTS)
) -> Data:
    """Draw the data of a board file that the loader accepts."""
    table = draw(tables(variants))
    everybody = sorted(table.present + table.gone)
    game = entry(
        variant=st.just(table.variant),
        active_player=sometimes(st.sampled_from(everybody)),
        step=sometimes(words("cleanup", "untap", "upkeep"), 5),
        range_of_influence=sometimes(st.integers(1, 2), 6),
        planar_controller=sometimes(st.sampled_from(table.present)) if table.variant == "planechase" else st.none(),
        starting_life=rarely(st.integers(1, 30)),
        players=st.fixed_dictionaries({name: players(table, name) for name in everybody}),
        teams=teams(table) if table.teams else st.none(),
        battlefield=permanents(table, kinds),
        stack=rarely(stacks(table)),
    )
    return draw(_with_references(draw(_with_ids(draw(game))), table))


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


REFERENCES: Final = ("attached_to", "attacking", "affects", "source")
"""The keys that may name an object; the first three may also name a player."""
PLAYER_REFERENCES: Final = ("owner", "controller", "protector", "active_player", "planar_controller")


def named_objects(data: Data) -> set[str]:
    """List the ids that something on the board names."""
    ids = {ident for ident, _ in objects_of(data)}
    referring_data = [each.data for _, each in objects_of(data)] + data.get("effects", []) + data.get("triggers", [])
    named = {each[key] for each in referring_data for key in REFERENCES if key in each}
    for player in data["players"].values():
        named.update(player.get("commander_damage", ()))
    return named & ids
