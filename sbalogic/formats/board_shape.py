"""The keys of a board file: what may stand behind each of them, and what it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from sbalogic.board import ZONES
from sbalogic.editions import day_of_rules
from sbalogic.formats.shape import Complaint, Either, Flag, Key, ListOf, Mapping, Names, OneOf, Shape, Text, Whole
from sbalogic.formats.type_line import parse_type_line

VARIANTS: Final = ("commander", "brawl", "two_headed_giant", "archenemy", "planechase")
STEPS: Final = (
    "untap", "upkeep", "draw", "main", "precombat_main", "postcombat_main", "beginning_of_combat", "declare_attackers",
    "declare_blockers", "combat_damage", "end_of_combat", "end", "cleanup",
)  # fmt: skip
"""The steps of a turn, and the main phases, which have none (500.1)."""
CHOICES: Final = (
    "legend_rule", "planeswalker_uniqueness", "role_rule", "protector", "sector", "commander_zone", "replacement",
    "conflict", "trigger_order",
)  # fmt: skip
COLORS: Final = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
PLAYER_ZONES: Final = ("library", "hand", "graveyard", "exile", "command")
"""The zones whose objects stand under their owner."""
CONTROL_AURA: Final = re.compile(r"\byou control enchanted\b", re.IGNORECASE)
"""The text of an Aura that makes its controller that of its host."""
COUNTED_ZONES: Final = PLAYER_ZONES[:-1]
"""Those whose objects may be given as a number."""


def _must_parse(parse: Callable[[str], object]) -> Complaint:
    """Make the ValueError of a parser a complaint."""

    def complaint(text: str) -> str | None:
        try:
            parse(text)
        except ValueError as error:
            return str(error)
        return None

    return complaint


def _counter_of_player(name: str) -> str | None:
    return (
        "poison counters have a key of their own; write poison: NUMBER under the player" if name == "poison" else None
    )


_SYMBOLS = r"(\{[^{}\s\u0000-\u001f\u007f-\u009f]+\})+"
_COUNT = Whole(minimum=0)
_FLAG = Flag()
_NAME = Text(remedy="a name")
_PLAYER = Text(remedy="a player's name")
_OBJECT = Text(remedy="an object's id")
_OBJECT_OR_PLAYER = Text(remedy="an object's id or a player's name")
_ABILITY = Text(remedy="what the ability is called")
_LINES = Text(lines=True, empty=True)
_TYPE_LINE = Text(remedy="a type line such as Creature — Elf", complaint=_must_parse(parse_type_line))
_MANA_COST = Text(rf"({_SYMBOLS}( // {_SYMBOLS})*)?", "symbols in braces, such as {1}{G}", empty=True)
_DAY = Text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date as year-month-day", complaint=_must_parse(day_of_rules))
_POWER = Either((Whole(), Text(r"(-?[0-9]+[+-])?\*([+-][0-9]+)?")), "a whole number", 'a number, "*" or "1+*"')
_LOYALTY = Either((_COUNT, Text("X")), "a whole number", "a number, 0 or more, or X")

_OBJECT_KEYS: Final = {
    "name": Key(_NAME, "The card's name; enough by itself where the card is known."),
    "id": Key(_OBJECT, "What the rest of the file calls it; default: the name in snake_case, _2, _3 where it repeats."),
    "ability": Key(_ABILITY, "What the ability on the stack is called."),
    "source": Key(_OBJECT, "The id of the object that the ability comes from."),
    "owner": Key(_PLAYER, "The player who owns it; default its controller."),
    "controller": Key(_PLAYER, "The player who controls it now; default its owner."),
    "type_line": Key(_TYPE_LINE, "Supertypes and card types, a dash, subtypes; Token may stand in front."),
    "colors": Key(ListOf(OneOf((*COLORS.values(), *COLORS))), "Its colors; default those of its mana cost."),
    "mana_cost": Key(_MANA_COST, "Its mana cost, symbols in braces."),
    "power": Key(_POWER, 'Its power: a number, "*" or "1+*".'),
    "toughness": Key(_POWER, 'Its toughness: a number, "*" or "1+*".'),
    "loyalty": Key(_LOYALTY, "The printed loyalty; on the battlefield only counters matter (306.5c)."),
    "defense": Key(_LOYALTY, "The printed defense; on the battlefield only counters matter (310.4c)."),
    "chapters": Key(_COUNT, "A Saga's final chapter number; default: read from the text."),
    "text": Key(_LINES, "Rules text in Oracle English, one ability a line."),
    "keywords": Key(ListOf(Text(remedy="a keyword")), "Keyword abilities, merged with what the text says."),
    "counters": Key(Names(_COUNT), "How many counters of each kind are on it."),
    "damage": Key(_COUNT, "The damage marked on it."),
    "deathtouch_damage": Key(_FLAG, "Dealt damage by a source with deathtouch since the last check."),
    "attached_to": Key(_OBJECT_OR_PLAYER, "The object or player that it is attached to."),
    "tapped": Key(_FLAG, "Is it tapped?"),
    "phased_out": Key(_FLAG, "Is it phased out?"),
    "face_down": Key(_FLAG, "Is it face down? The other keys give the hidden card."),
    "token": Key(_FLAG, "Is it a token?"),
    "copy": Key(OneOf(("card", "spell")), "It is a copy of a card or of a spell."),
    "commander": Key(_FLAG, "Is it a commander?"),
    "timestamp": Key(_COUNT, "Its timestamp (613.7); default file order."),
    "world_since": Key(_COUNT, "When it got the supertype world; default its timestamp."),
    "protector": Key(_PLAYER, "The player who protects the battle."),
    "attacking": Key(_OBJECT_OR_PLAYER, "The player, planeswalker or battle that it attacks."),
    "sector": Key(OneOf(("alpha", "beta", "gamma")), "Its sector (702.158)."),
    "regeneration_shields": Key(_COUNT, "How many times regeneration will replace its destruction this turn."),
    "bestowed": Key(_FLAG, "Is it bestowed? The type line stays the printed one."),
    "ability_on_stack": Key(_FLAG, "A triggered ability whose source it is has not left the stack yet."),
    "moved_since_last_check": Key(_FLAG, "Put into its zone since the last check (704.6d)."),
    "marker": Key(
        Text(remedy="bottommost, or another room"), "The room with the venture marker: bottommost, or another."
    ),
}
"""The keys of an object."""

COMPONENTS: Final = ("merged", "melded")
"""The keys under which the components of a permanent stand."""
_OF_COMPONENTS = (
    "name", "id", "type_line", "colors", "mana_cost", "power", "toughness", "loyalty", "defense", "chapters", "text",
    "keywords", "token", "copy", "commander",
)  # fmt: skip
COMPONENT: Final = Mapping(
    "a component", {name: _OBJECT_KEYS[name] for name in _OF_COMPONENTS}, lambda name: _of_the_permanent(name)
)


def _of_the_permanent(name: str) -> str | None:
    """Say where a key stands that a component does not have."""
    if name in _OBJECT_KEYS:
        return "this key belongs to the merged or melded permanent itself; write it beside merged or melded"
    return None


OBJECT_KEYS: Final = _OBJECT_KEYS | {
    "merged": Key(ListOf(COMPONENT, minimum=1), "What it is merged with (730): the components beneath it."),
    "melded": Key(ListOf(COMPONENT, minimum=2, maximum=2), "The cards that the melded permanent consists of (712.4)."),
}

_PERMANENT_KEYS = (
    "damage", "deathtouch_damage", "attached_to", "tapped", "phased_out", "world_since", "protector", "attacking",
    "sector", "regeneration_shields", "merged", "melded",
)  # fmt: skip
_ONLY_IN = {
    **dict.fromkeys(_PERMANENT_KEYS, ("battlefield",)),
    "ability": ("stack",),
    "source": ("stack",),
    "controller": ("battlefield", "stack"),
    "bestowed": ("battlefield", "stack"),
    "face_down": ("battlefield", "exile", "command"),
    "ability_on_stack": ("battlefield", "command"),
    "moved_since_last_check": ("battlefield", "graveyard", "exile"),
    "marker": ("command",),
}


def object_keys(zone: str) -> dict[str, Key]:
    """Give the keys that an object in this zone may have, in the order in which they are written."""
    return {name: key for name, key in OBJECT_KEYS.items() if zone in _ONLY_IN.get(name, ZONES)}


def _object_in(zone: str) -> Mapping:
    return Mapping(f"an object in the zone {zone}", object_keys(zone), _misplaced(zone))


def _misplaced(place: str) -> Complaint:
    """Give what to say about keys that belong elsewhere than to `place`, a zone or `player`, `team`, `board`."""

    def complaint(name: str) -> str | None:
        if name in OBJECT_KEYS:
            if place not in ZONES:
                return "this key belongs to an object, in the list of a zone"
            zones = " or ".join(_ONLY_IN[name])
            return f"only an object in the zone {zones} has this key, and this one is in the zone {place}; leave it out"
        for noun, mapping in (("a player, under players", PLAYER), ("a team, under teams", TEAM), ("the board", BOARD)):
            if name in mapping.keys:
                return f"this key belongs to {noun}"
        return None

    return complaint


def _zone(zone: str, meaning: str) -> Key:
    listed = ListOf(_object_in(zone))
    if zone not in COUNTED_ZONES:
        return Key(listed, meaning)
    return Key(Either((_COUNT, listed), "a number or a list", "how many cards it holds, or a list of objects"), meaning)


PLAYER: Final = Mapping(
    "a player",
    {
        "life": Key(Whole(), "Life total; default starting_life. A team's life stands under teams."),
        "poison": Key(_COUNT, "Poison counters; default 0."),
        "counters": Key(Names(_COUNT, Text(complaint=_counter_of_player)), "Other counters, by kind."),
        "team": Key(Text(remedy="a team's name"), "The team the player belongs to."),
        "speed": Key(_COUNT, "Speed (702.179); default: no speed, which is not speed 0."),
        "drew_from_empty_library": Key(_FLAG, "Tried to draw from an empty library since the last check."),
        "commander_damage": Key(Names(_COUNT), "Combat damage dealt to the player by each commander over the game."),
        "library": _zone("library", "A number of cards or a list of objects; default: of unknown size."),
        "hand": _zone("hand", "A number of cards or a list of objects; default empty."),
        "graveyard": _zone("graveyard", "A number of cards or a list of objects; default empty."),
        "exile": _zone("exile", "A number of cards or a list of objects that the player owns; default empty."),
        "command": _zone("command", "Emblems, dungeons, commanders, schemes, planes, phenomena; default empty."),
        "left": Key(_FLAG, "Has left the game; nothing else is said of such a player but the team."),
    },
    _misplaced("player"),
)

TEAM: Final = Mapping(
    "a team",
    {
        "life": Key(Whole(), "The life total that the team's players share; default the starting life total."),
        "poison": Key(_COUNT, "The poison counters of the team; default 0."),
    },
    _misplaced("team"),
)

EFFECT: Final = Mapping(
    "a continuous effect",
    {
        "affects": Key(_OBJECT_OR_PLAYER, "The object or player that it affects.", True),
        "power": Key(Whole(), "What it adds to power."),
        "toughness": Key(Whole(), "What it adds to toughness."),
        "controller": Key(_PLAYER, "The player whom it makes the object's controller."),
        "text": Key(Text(lines=True), "What it says of the object or player, in Oracle English."),
        "until": Key(OneOf(("end_of_turn",)), "How long it lasts; default: the board does not say."),
        "source": Key(_OBJECT, "The id of the object that it came from."),
        "timestamp": Key(_COUNT, "Its timestamp; default file order."),
    },
)

_TRIGGER: dict[str, tuple[Shape, str]] = {
    "controller": (_PLAYER, "The player who controls the ability."),
    "source": (_OBJECT, "The id of the object that has the ability."),
    "ability": (_ABILITY, "What the ability is called."),
    "text": (_LINES, "What the ability says."),
}
TRIGGER: Final = Mapping(
    "a waiting trigger",
    {name: Key(shape, meaning, name != "text") for name, (shape, meaning) in _TRIGGER.items()},
)

_EXPECTED_TRIGGER: dict[str, tuple[Shape, str]] = _TRIGGER | {
    "about": (_OBJECT_OR_PLAYER, "The object or player whose event set it off, where that is not the source."),
    "value": (Whole(), "The number that it looked at."),
    "group": (Whole(minimum=1), "Its group: those of one are put on the stack together."),
}

_CHOICE: dict[str, tuple[Shape, str]] = {
    "player": (_PLAYER, "The player who chooses."),
    "kind": (OneOf(CHOICES), "What is chosen."),
    "subject": (Text(), "What the choice is about, where one player has several of a kind."),
    "option": (Text(remedy='the option, such as an id or "yes"'), "What is chosen: an object kept, a player, a zone."),
}
CHOICE: Final = Mapping(
    "an answer to a choice",
    {name: Key(shape, meaning, name != "subject") for name, (shape, meaning) in _CHOICE.items()},
)

_PAIRS = ListOf(Names(Text(remedy="an object, player or team"), minimum=1, maximum=1))
OUTCOME: Final = Mapping(
    "an expected outcome",
    {
        "checks": Key(ListOf(_PAIRS), "The checks that perform something, each a list of {rule: subject}."),
        "prevented": Key(_PAIRS, "What is true but can't happen, each {rule: subject}."),
        "final": Key(Names(OneOf((*ZONES, "nowhere"))), "The zone in which each object ends, by id."),
        "triggers": Key(
            ListOf(
                Mapping(
                    "a trigger", {name: Key(shape, meaning) for name, (shape, meaning) in _EXPECTED_TRIGGER.items()}
                )
            ),
            "The abilities that have triggered.",
        ),
        "choices": Key(
            ListOf(
                Mapping(
                    "a choice",
                    {"check": Key(Whole(minimum=1), "The number of the check.")}
                    | {name: Key(shape, meaning) for name, (shape, meaning) in _CHOICE.items()},
                )
            ),
            "The choices that lead to this outcome.",
        ),
        "result": Key(
            Mapping(
                "a result",
                {
                    "kind": Key(OneOf(("priority", "step_ends", "win", "draw")), "How it ends."),
                    "player": Key(_PLAYER, "Who gets priority."),
                    "players": Key(ListOf(_PLAYER), "Who wins."),
                    "reason": Key(Text(remedy="a rule's number in quotes"), "The rule that makes it a draw."),
                },
            ),
            "How it ends.",
        ),
        "another_cleanup": Key(_FLAG, "Does another cleanup step follow (514.3a)?"),
        "times": Key(Whole(minimum=1), "How many combinations of choices lead to this outcome."),
        "rules": Key(_DAY, "The day under whose rules it is expected; default that of the board."),
    },
)

BOARD: Final = Mapping(
    "the board",
    {
        "rules": Key(
            _DAY,
            "The day whose edition of the rules counts; default the newest edition.",
        ),
        "variant": Key(OneOf(VARIANTS), "The casual variant; default none."),
        "active_player": Key(_PLAYER, "Whose turn it is; default the first player."),
        "step": Key(OneOf(STEPS), "The step of the turn; default main."),
        "step_begins": Key(_FLAG, "Are the step's turn-based actions still to come? Only of the step cleanup (514.2)."),
        "range_of_influence": Key(Whole(minimum=1), "Range of influence in seats (801); default unlimited."),
        "planar_controller": Key(_PLAYER, "The planar controller (901.6); default the active player."),
        "starting_life": Key(Whole(minimum=1), "Starting life total; default 20, Commander 40, a team of two 30."),
        "players": Key(Names(PLAYER, _NAME, minimum=1), "The players by name, in turn order.", True),
        "teams": Key(Names(TEAM, _NAME), "What teams share, by the team's name."),
        "battlefield": Key(ListOf(_object_in("battlefield")), "The permanents."),
        "stack": Key(ListOf(_object_in("stack")), "The spells and abilities on the stack."),
        "effects": Key(ListOf(EFFECT), "Continuous effects of resolved spells and abilities."),
        "triggers": Key(ListOf(TRIGGER), "Triggered abilities that wait to be put on the stack."),
        "choices": Key(ListOf(CHOICE), "Answers to choices, to follow one line only."),
        "expect": Key(
            Either((OUTCOME, ListOf(OUTCOME, minimum=1)), "an outcome", "an outcome, or a list of outcomes"),
            "What must come out: an outcome, or a list that covers every outcome.",
        ),
    },
    _misplaced("board"),
)
"""The whole file."""
