"""What a user writes down: a board, its players and teams, its objects, and what waits.

All are named tuples: unchangeable, and `_replace` gives one with other values. The fields carry the names and meanings
of the keys of a board file; the rules that give them their meaning stand in `asp/`. Nothing here knows what a rule
does with a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

FIRST_EDITION: Final = date(2009, 7, 11)
"""The first day whose rules a board may ask for."""
NEWEST_EDITION: Final = date(2026, 9, 25)
"""The day from which the newest edition of the Comprehensive Rules that this program knows has been in force."""

_EMPTY: Final[Mapping[str, Any]] = {}

ZONES: Final = ("battlefield", "stack", "library", "hand", "graveyard", "exile", "command")
"""The zones of the game (rule 400.1)."""


class GameObject(NamedTuple):
    """An object (rule 109.1): a card, token, copy or emblem in a zone, or an ability on the stack.

    `power`, `toughness`, `type_line`, `colors`, `mana_cost`, `text` and `keywords` are the copiable values (707.2);
    what effects and counters make of them is computed, never stated.
    """

    id: str
    zone: str
    id_given: bool = True
    """False where the id was made from the name: such objects may be interchangeable."""
    name: str | None = None
    owner: str | None = None
    controller: str | None = None
    """None outside the battlefield and the stack."""
    type_line: str = ""
    colors: tuple[str, ...] | None = None
    """None: what `mana_cost` says."""
    mana_cost: str = ""
    power: int | str | None = None
    toughness: int | str | None = None
    loyalty: int | str | None = None
    defense: int | str | None = None
    chapters: int | None = None
    text: str = ""
    keywords: tuple[str, ...] = ()
    counters: Mapping[str, int] = _EMPTY
    damage: int = 0
    deathtouch_damage: bool = False
    attached_to: str | None = None
    """The id of an object or the name of a player; an object comes first."""
    tapped: bool = False
    phased_out: bool = False
    face_down: bool = False
    token: bool = False
    copy: str | None = None
    """`card` or `spell` where the object is a copy of one (707.10)."""
    commander: bool = False
    timestamp: int | None = None
    """None: the place in the file."""
    world_since: int | None = None
    protector: str | None = None
    attacking: str | None = None
    sector: str | None = None
    regeneration_shields: int = 0
    bestowed: bool = False
    melded: bool = False
    """A melded permanent (712.4); the cards that it consists of are its components."""
    component_of: str | None = None
    """The id of the merged or melded permanent that it is a component of, beneath the topmost (730.2)."""
    ability_on_stack: bool = False
    moved_since_last_check: bool = False
    marker: str | None = None
    """The room of a dungeon in which its owner's venture marker is (309.4)."""
    ability: str | None = None
    """An ability on the stack: what it is called."""
    source: str | None = None
    """An ability on the stack: the id of the object that it comes from."""


class Player(NamedTuple):
    """A player and what is counted for them."""

    name: str
    life: int | None = 20
    """None where the team's life counts (810.9a)."""
    poison: int = 0
    counters: Mapping[str, int] = _EMPTY
    team: str | None = None
    speed: int | None = None
    """None is no speed, which is not speed 0 (702.179b)."""
    drew_from_empty_library: bool = False
    commander_damage: Mapping[str, int] = _EMPTY
    left: bool = False
    zone_sizes: Mapping[str, int] = _EMPTY
    """Zones given as a number: how many cards nobody has named lie there. A zone that is missing holds just the
    listed objects; a library that is missing has an unknown size."""


class Team(NamedTuple):
    """A team and what its players share."""

    name: str
    life: int | None = None
    """None where teams share no life."""
    poison: int = 0


class ContinuousEffect(NamedTuple):
    """The continuous effect of a spell or ability that has resolved (611.2)."""

    affects: str
    power: int = 0
    toughness: int = 0
    controller: str | None = None
    """The player whom it makes the controller of what it affects."""
    text: str = ""
    until: str | None = None
    """`end_of_turn`, or None where the board does not say how long it lasts."""
    source: str | None = None
    """The id of the object that it came from."""
    timestamp: int | None = None


class WaitingTrigger(NamedTuple):
    """A triggered ability that waits to be put on the stack (603.3)."""

    controller: str
    source: str
    ability: str
    text: str = ""
    about: str | None = None
    """The object or player whose event set it off, where that is not the source."""
    value: int | None = None
    """The number that it looked at when it triggered, such as how many counters there were."""
    group: int | None = None
    """Those of one group are put on the stack together, in an order that their controller chooses."""


class Answer(NamedTuple):
    """The answer to a choice, so that only outcomes with it are followed."""

    player: str
    kind: str
    option: str
    subject: str | None = None


class Board(NamedTuple):
    """All that the game looks at when it checks state-based actions (704.3)."""

    players: Mapping[str, Player]
    """In turn order."""
    active_player: str
    objects: Mapping[str, GameObject] = _EMPTY
    """By id, in file order, whatever their zone."""
    rules: date = NEWEST_EDITION
    """The day whose edition of the rules counts."""
    variant: str | None = None
    step: str = "main"
    step_begins: bool = False
    """The turn-based actions of the step are still to come (703.4)."""
    range_of_influence: int | None = None
    planar_controller: str | None = None
    starting_life: int | None = None
    teams: Mapping[str, Team] = _EMPTY
    effects: tuple[ContinuousEffect, ...] = ()
    triggers: tuple[WaitingTrigger, ...] = ()
    choices: tuple[Answer, ...] = ()
    warnings: tuple[BoardWarning, ...] = ()
    """What the board says that nothing reads."""
    expect: Any = None
    """The `expect:` block of the file, as data."""


class BoardWarning(NamedTuple):
    """Something on a board that the program could not read or does not use; the rest is solved."""

    object: str | None
    """The object's id; None where the board as a whole is meant."""
    text: str
    label: str = "not read"
    """What the text view calls it."""
