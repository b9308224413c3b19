"""Whether a check of state-based actions is a legal course of the game: a second reading of the rules, in plain Python.

`problems(board, check)` looks at a board at the start of a check and at what the solver says of that check: choices,
actions, what was prevented, the board after it. It lists what the rules do not allow. It shares nothing with the logic
programs; rule numbers are those of the edition of 2026-09-25. Boards with something on them that is not read here raise
`NotCovered`: texts beyond those that `strategies.py` writes, older editions, Lich's Mirror while it replaces something.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from sbalogic import NEWEST_EDITION, Action, Board, Choice, GameObject, Player, Prevented, SingleCheck, WaitingTrigger
from sbalogic.formats.type_line import parse_type_line


class NotCovered(Exception):
    """The board holds something that this checker does not read."""


class Rule(NamedTuple):
    """A state-based action: its number, whom it is about, and what it asks for."""

    number: str
    subject_kind: str
    events: tuple[str, ...]


RULES: Final[Mapping[str, Rule]] = {
    "zero_life": Rule("704.5a", "player", ("lose",)),
    "empty_library": Rule("704.5b", "player", ("lose",)),
    "ten_poison": Rule("704.5c", "player", ("lose",)),
    "token_ceases": Rule("704.5d", "object", ("cease",)),
    "copy_ceases": Rule("704.5e", "object", ("cease",)),
    "zero_toughness": Rule("704.5f", "object", ("put_into_graveyard",)),
    "lethal_damage": Rule("704.5g", "object", ("destroy",)),
    "deathtouch_damage": Rule("704.5h", "object", ("destroy",)),
    "zero_loyalty": Rule("704.5i", "object", ("put_into_graveyard",)),
    "legend_rule": Rule("704.5j", "object", ("put_into_graveyard",)),
    "world_rule": Rule("704.5k", "object", ("put_into_graveyard",)),
    "illegal_aura": Rule("704.5m", "object", ("put_into_graveyard", "unattach")),
    "illegal_equipment": Rule("704.5n", "object", ("unattach",)),
    "illegal_attachment": Rule("704.5p", "object", ("unattach",)),
    "opposed_counters": Rule("704.5q", "object", ("remove_counters",)),
    "counter_limit": Rule("704.5r", "object", ("remove_counters",)),
    "final_chapter": Rule("704.5s", "object", ("sacrifice",)),
    "completed_dungeon": Rule("704.5t", "object", ("remove_dungeon",)),
    "sector_designation": Rule("704.5u", "object", ("designate_sector",)),
    "siege_zero_defense": Rule("704.5v", "object", ("put_into_graveyard",)),
    "battle_zero_defense": Rule("704.5w", "object", ("put_into_graveyard",)),
    "missing_protector": Rule("704.5x", "object", ("choose_protector", "put_into_graveyard")),
    "illegal_protector": Rule("704.5y", "object", ("choose_protector", "put_into_graveyard")),
    "role_rule": Rule("704.5z", "object", ("put_into_graveyard",)),
    "start_your_engines": Rule("704.5aa", "player", ("set_speed",)),
    "team_zero_life": Rule("704.6a", "team", ("lose",)),
    "team_poison": Rule("704.6b", "team", ("lose",)),
    "commander_damage": Rule("704.6c", "player", ("lose",)),
    "commander_zone": Rule("704.6d", "object", ("put_into_command_zone",)),
    "scheme": Rule("704.6e", "object", ("turn_face_down",)),
    "phenomenon": Rule("704.6f", "player", ("planeswalk",)),
}
"""By the names that the solver uses."""

CHOSEN_SUBJECTS: Final = ("legend_rule", "role_rule", "commander_zone")
"""Where a player chooses which objects an action is performed on, or whether it is."""
TO_THE_GRAVEYARD: Final = ("put_into_graveyard", "destroy", "sacrifice")
WITH_COMMANDERS: Final = ("commander", "brawl")
SECTORS: Final = ("alpha", "beta", "gamma")
COLORS: Final[Mapping[str, str]] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
WORKING_IN_COMMAND: Final = {"conspiracy", "dungeon", "emblem", "phenomenon", "plane", "scheme", "vanguard"}
"""What has abilities that work in the command zone."""
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
OF_THE_OBJECT: Final = "of the object"
"""A triggered ability that a board mentions at its source only."""
NUMBER_WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

# --- texts

COUNTER_LIMIT: Final = re.compile(r"This \w+ can't have more than (\w+) (\S+) counters? on it\.")
PROTECTION: Final = re.compile(r"Protection from (.+)", re.IGNORECASE)
ENCHANT: Final = re.compile(r"Enchant (.+)", re.IGNORECASE)
CHAPTERS: Final = re.compile(r"([IVX]+(?:, [IVX]+)*) — .+")
LOSS_REPLACEMENT: Final = re.compile(r"If you would lose the game, instead shuffle .+\.")
YOU_CANT_LOSE: Final = re.compile(r"You can't lose the game(?: and your opponents can't win the game)?\.")
OPPONENTS_CANT_LOSE: Final = re.compile(r"(?:You can't win the game and y|Y)our opponents can't lose the game\.")
NOBODY_CAN_LOSE: Final = re.compile(r"Players can't (?:win or )?lose the game\.")
NO_LEGEND_RULE: Final = re.compile(r"The legend rule doesn't apply\.")
YOUR_LEGENDS: Final = re.compile(r"The legend rule doesn't apply to permanents you control\.")
CANT_BE_SACRIFICED: Final = re.compile(r"This \w+ can't be sacrificed\.")
SAYINGS: Final = (
    COUNTER_LIMIT,
    PROTECTION,
    ENCHANT,
    CHAPTERS,
    re.compile(r"When this \w+ (?:dies|leaves the battlefield), .+\."),
    re.compile(r"When this \w+ is put into a graveyard from the battlefield, .+\."),
    YOU_CANT_LOSE,
    OPPONENTS_CANT_LOSE,
    NOBODY_CAN_LOSE,
    NO_LEGEND_RULE,
    YOUR_LEGENDS,
    CANT_BE_SACRIFICED,
    re.compile(r"(?:Equip|Equip planeswalker|Fortify|Bestow) \{.+"),
    LOSS_REPLACEMENT,
)
"""Lines of text that are read."""
KEYWORDS: Final = (
    "undying",
    "persist",
    "indestructible",
    "umbra armor",
    "space sculptor",
    "start your engines!",
    "haste",
    "flash",
)
SEVERAL_KEYWORDS: Final = re.compile(rf"(?:{'|'.join(KEYWORDS)})(?:, (?:{'|'.join(KEYWORDS)}))*", re.IGNORECASE)


def abilities_of(item: GameObject) -> list[str]:
    """List the lines of an object's text, each keyword by itself in lower case; face down it has none (708.2a)."""
    if item.face_down:
        return []
    found = [each.lower() for each in item.keywords]
    for line in item.text.splitlines():
        found.extend(line.lower().split(", ") if SEVERAL_KEYWORDS.fullmatch(line) else [line])
    return found


def is_read(ability: str) -> bool:
    return ability in KEYWORDS or any(pattern.fullmatch(ability) for pattern in SAYINGS)


# --- a board, as the rules look at it


@dataclass(frozen=True)
class Position:
    """A board at the start of a check, with what the rules make of its objects."""

    board: Board

    def require_covered(self) -> None:
        """Raise `NotCovered` where the board says something that is not read here."""
        board = self.board
        if board.rules != NEWEST_EDITION:
            raise NotCovered("an older edition")
        if any(each.text or each.controller or each.until for each in board.effects):
            raise NotCovered("an effect with a text, on control, or for a while")
        if board.step_begins:
            raise NotCovered("a step that begins")
        if any(each.melded or each.component_of for each in board.objects.values()):
            raise NotCovered("a melded or merged permanent")
        if board.variant != "two_headed_giant" and any(each.life is not None for each in board.teams.values()):
            raise NotCovered("a team with a life total of its own")
        for item in board.objects.values():
            if item.zone in ("battlefield", "command"):
                for ability in abilities_of(item):
                    if not is_read(ability):
                        raise NotCovered(f"the text {ability!r}")
                if "//" in (item.name or "") or "//" in item.type_line:
                    raise NotCovered("several parts")
                if isinstance(item.toughness, str) and not re.fullmatch(r"(\d+\+)?\*", item.toughness):
                    raise NotCovered(f"toughness {item.toughness}")

    # players

    @property
    def present(self) -> list[str]:
        """Who is in the game."""
        return [name for name, player in self.board.players.items() if not player.left]

    def is_present(self, name: str | None) -> bool:
        return name is not None and name in self.board.players and not self.board.players[name].left

    def side(self, name: str) -> str:
        """Return what players share who win and lose together (104.2c)."""
        team = self.board.players[name].team
        return f"alone {name}" if team is None else f"team {team}"

    def teammates(self, name: str) -> list[str]:
        """List a player and those in the same team, as far as they are in the game."""
        return [each for each in self.present if self.side(each) == self.side(name)]

    def opponents(self, name: str) -> list[str]:
        return [each for each in self.present if self.side(each) != self.side(name)]

    def in_range(self, whose: str | None, other: str | None) -> bool:
        """Say whether a player is in another's range of influence; seats remain till a turn begins (801.2)."""
        if self.board.range_of_influence is None or whose is None or other is None:
            return True
        seats = list(self.board.players)
        distance = abs(seats.index(whose) - seats.index(other))
        return min(distance, len(seats) - distance) <= self.board.range_of_influence

    @cached_property
    def range_matters(self) -> bool:
        return any(not self.in_range(one, other) for one in self.board.players for other in self.board.players)

    @property
    def is_over(self) -> bool:
        """Say whether somebody has won or nobody is left (104.1, 104.2a); without opponents a game goes on."""
        sides = {self.side(name) for name in self.board.players}
        staying = {self.side(name) for name in self.present}
        return len(staying) < 2 and staying != sides

    # objects

    @cached_property
    def permanents(self) -> dict[str, GameObject]:
        """Return what is on the battlefield; what is phased out does not exist (702.26b)."""
        return {
            ident: item
            for ident, item in self.board.objects.items()
            if item.zone == "battlefield" and not item.phased_out
        }

    @cached_property
    def face_up_in_command(self) -> dict[str, GameObject]:
        return {
            ident: item
            for ident, item in self.board.objects.items()
            if item.zone == "command" and not item.face_down and item.type_line
        }

    def is_bestowed(self, item: GameObject) -> bool:
        """Say whether it is an Aura by bestow; unattached or face down it is not (702.103f, 708.2a)."""
        return item.bestowed and not item.face_down and item.attached_to is not None

    def types(self, item: GameObject) -> set[str]:
        if item.face_down:
            return {"creature"}
        types = set(parse_type_line(item.type_line).types) if item.type_line else set()
        return types - {"creature"} if self.is_bestowed(item) else types

    def subtypes(self, item: GameObject) -> set[str]:
        if item.face_down or not item.type_line:
            return set()
        return {*parse_type_line(item.type_line).subtypes, *(["Aura"] if self.is_bestowed(item) else [])}

    def supertypes(self, item: GameObject) -> set[str]:
        return set() if item.face_down or not item.type_line else set(parse_type_line(item.type_line).supertypes)

    def colors(self, item: GameObject) -> set[str]:
        if item.face_down:
            return set()
        if item.colors is not None:
            return set(item.colors)
        return {COLORS[letter] for letter in re.findall("[WUBRG]", item.mana_cost)}

    def has(self, item: GameObject, keyword: str) -> bool:
        """Say whether it has a keyword, by its text or by a counter (122.1b)."""
        return keyword in abilities_of(item) or item.counters.get(keyword, 0) > 0

    def toughness(self, item: GameObject) -> int:
        """Add counters and effects to what is printed (613.4c); a star counts as 0, face down it is 2 (708.2a)."""
        printed = item.toughness if isinstance(item.toughness, int) else int((item.toughness or "").rstrip("+*") or 0)
        by_counters = sum(
            number * int(kind.partition("/")[2])
            for kind, number in item.counters.items()
            if re.fullmatch(r"[+-]\d+/[+-]\d+", kind)
        )
        by_effects = sum(each.toughness for each in self.board.effects if each.affects == item.id)
        return (2 if item.face_down else printed) + by_counters + by_effects

    def timestamp(self, item: GameObject) -> int:
        """Return what the file gives, or the place in it."""
        return item.timestamp if item.timestamp is not None else list(self.board.objects).index(item.id)

    def abilities_under_way(self, ident: str) -> list[str]:
        """Name the triggered abilities of an object that wait or are on the stack (603.3)."""
        return [
            *([OF_THE_OBJECT] if self.board.objects[ident].ability_on_stack else []),
            *(each.ability for each in self.board.triggers if each.source == ident),
            *(each.ability for each in self.board.objects.values() if each.ability and each.source == ident),
        ]

    def sources(self, saying: re.Pattern[str]) -> list[GameObject]:
        """List the objects that say something: permanents, and what works face up in the command zone (113.6)."""
        in_command = (item for item in self.face_up_in_command.values() if self.types(item) & WORKING_IN_COMMAND)
        return [
            item
            for item in (*self.permanents.values(), *in_command)
            if any(saying.fullmatch(ability) for ability in abilities_of(item))
        ]

    def controller(self, item: GameObject) -> str | None:
        """Return who controls an object; planes and phenomena are the planar controller's, else the owner (109.4)."""
        if item.zone == "command" and self.types(item) & {"plane", "phenomenon"}:
            return self.planar_controller
        return item.controller if item.controller is not None else item.owner

    @property
    def planar_controller(self) -> str:
        if self.board.planar_controller is not None:
            return self.board.planar_controller
        seats = list(self.board.players)
        start = seats.index(self.board.active_player)
        return next((name for name in [*seats[start:], *seats[:start]] if self.is_present(name)), seats[start])

    # losing

    def shields_from_losing(self, name: str) -> list[str]:
        """List the objects because of which a player can't lose."""
        yours, opposing = self.sources(YOU_CANT_LOSE), self.sources(OPPONENTS_CANT_LOSE)
        protecting = [
            *(item for item in yours if self.controller(item) == name),
            *(item for item in opposing if name in self.opponents(self.controller(item) or "")),
            *self.sources(NOBODY_CAN_LOSE),
        ]
        return [item.id for item in protecting if self.in_range(self.controller(item), name)]  # 801.11

    # attachments

    def exists(self, name: str | None) -> bool:
        return name in self.permanents if name in self.board.objects else self.is_present(name)

    def host(self, item: GameObject) -> GameObject | Player | None:
        """Return the permanent or player that something is attached to, if it still exists; an object comes first."""
        if item.attached_to is None:
            return None
        if item.attached_to in self.board.objects:
            return self.permanents.get(item.attached_to)
        return self.board.players[item.attached_to] if self.is_present(item.attached_to) else None

    def is_legal_host(self, item: GameObject) -> bool:
        """Say whether an Aura, Equipment or Fortification is attached to something that it may be attached to."""
        host = self.host(item)
        if host is None or host is item:  # 301.5c, 303.4d
            return False
        whose = host.name if isinstance(host, Player) else host.controller
        if not self.in_range(item.controller, whose):  # 801.8, 801.9
            return False
        if isinstance(host, GameObject) and any(
            self.is_protected(host, ability, item) for ability in abilities_of(host)
        ):
            return False
        subtypes = self.subtypes(item)
        if "Aura" in subtypes:
            enchants = [found[1] for ability in abilities_of(item) if (found := ENCHANT.fullmatch(ability))]
            if self.is_bestowed(item):
                enchants.append("creature")
            return all(self.may_enchant(item, host, each) for each in enchants)  # 702.5c
        if isinstance(host, Player):
            return False
        if "Equipment" in subtypes:
            planeswalkers = any(ability.startswith("Equip planeswalker") for ability in abilities_of(item))
            return bool(self.types(host) & {"creature", *(["planeswalker"] if planeswalkers else [])})  # 301.5, 702.6e
        return "land" in self.types(host)  # 301.6

    def is_protected(self, host: GameObject, ability: str, item: GameObject) -> bool:
        """Say whether an ability of the host is protection from the object (702.16c, d)."""
        found = PROTECTION.fullmatch(ability)
        if found is None:
            return False
        quality = found[1]
        if quality == "everything":  # 702.16j
            return True
        by_number = {"colorless": range(1), "monocolored": range(1, 2), "multicolored": range(2, 6)}
        if quality in by_number:
            return len(self.colors(item)) in by_number[quality]
        if quality == "each opponent":  # 702.16k
            if self.range_matters:
                raise NotCovered("protection from each opponent with a range of influence")
            return item.controller in self.opponents(host.controller or "")
        if quality in self.board.players:
            return item.controller == quality
        if quality in COLORS.values():
            return quality in self.colors(item)
        if quality in ("artifacts", "creatures", "enchantments", "lands"):
            return quality.removesuffix("s") in self.types(item)
        if quality == "Auras":
            return "Aura" in self.subtypes(item)
        raise NotCovered(f"protection from {quality}")

    def may_enchant(self, aura: GameObject, host: GameObject | Player, described: str) -> bool:
        """Say whether a host is what an enchant ability names (702.5a)."""
        you = aura.controller or ""
        if described in ("player", "opponent"):
            return isinstance(host, Player) and (described == "player" or host.name in self.opponents(you))
        if isinstance(host, Player):
            return False
        controllers = {
            " you control": [you],
            " an opponent controls": self.opponents(you),
            " you don't control": [each for each in self.present if each != you],
        }
        for ending, meant in controllers.items():
            if described.endswith(ending):
                described = described.removesuffix(ending)
                if host.controller not in meant:
                    return False
        return any(
            all(self.is_described(host, word) for word in alternative.split())
            for alternative in described.split(" or ")
        )

    def is_described(self, item: GameObject, word: str) -> bool:
        if word.startswith("non"):
            return not self.is_described(item, word.removeprefix("non"))
        if word == "permanent":
            return True
        if word in COLORS.values():
            return word in self.colors(item)
        if word in ("artifact", "battle", "creature", "enchantment", "land", "planeswalker"):
            return word in self.types(item)
        if word in ("basic", "legendary", "snow", "world"):
            return word in self.supertypes(item)
        if word in ("Aura", "Equipment", "Fortification"):
            return word in self.subtypes(item)
        raise NotCovered(f"enchant {word}")

    # battles

    def possible_protectors(self, battle: GameObject) -> list[str]:
        """List the players who may protect a battle: a Siege an opponent, others their controller (310.9a, 310.12a)."""
        controller = battle.controller or ""
        if "Siege" not in self.subtypes(battle):
            return [controller]
        return [each for each in self.opponents(controller) if self.in_range(controller, each)]

    def is_attacked(self, ident: str) -> bool:
        return any(item.attacking == ident for item in self.permanents.values())

    # destruction

    def replacements_of_destruction(self, item: GameObject) -> set[str]:
        """Name what would replace the destruction of a permanent: `regeneration` (701.19), umbra armor (702.89a)."""
        umbras = {
            ident
            for ident, aura in self.permanents.items()
            if aura.attached_to == item.id and self.has(aura, "umbra armor")
        }
        for ident in umbras:
            if not self.in_range(self.permanents[ident].controller, item.controller):
                raise NotCovered("umbra armor beyond its range of influence")
        return umbras | ({"regeneration"} if item.regeneration_shields else set())


# --- conditions

Applied = tuple[str, str]
"""A state-based action and its subject."""


def conditions(position: Position) -> Iterator[Applied]:
    """List the actions whose conditions are true, but for those that leave a choice of subjects (704.5, 704.6)."""
    yield from _about_players(position)
    for ident, item in position.board.objects.items():
        if item.token and item.zone != "battlefield":
            yield "token_ceases", ident
        if item.copy is not None and item.zone not in (
            "stack",
            "battlefield",
        ):  # there a copied spell is a token (608.3f)
            yield "copy_ceases", ident
    for item in position.permanents.values():
        for sba in _about_permanent(position, item):
            yield sba, item.id
    yield from _about_cards_in_command(position)


def _about_players(position: Position) -> Iterator[Applied]:
    board = position.board
    shared = board.variant == "two_headed_giant"
    for name in position.present:
        player = board.players[name]
        if player.life is not None and player.life <= 0:
            yield "zero_life", name
        if player.drew_from_empty_library:
            yield "empty_library", name
        if player.poison >= 10 and not shared:
            yield "ten_poison", name
        if board.variant == "commander" and any(damage >= 21 for damage in player.commander_damage.values()):
            yield "commander_damage", name
        engines = (item for item in position.permanents.values() if item.controller == name)
        if player.speed is None and any(position.has(item, "start your engines!") for item in engines):
            yield "start_your_engines", name
    if shared:
        for name, team in board.teams.items():
            members = [each for each in board.players.values() if each.team == name]
            if all(each.left for each in members):
                continue
            if team.life is not None and team.life <= 0:
                yield "team_zero_life", name
            poison = team.poison + sum(each.poison for each in members)
            if len(members) == 1 and 10 <= poison < 15:
                raise NotCovered("the poison of a team of one, which 810.11 does not speak of")
            if poison >= 15 + 5 * max(len(members) - 2, 0):  # 810.11
                yield "team_poison", name


def _about_permanent(position: Position, item: GameObject) -> Iterator[str]:
    types, subtypes = position.types(item), position.subtypes(item)
    creature, battle = "creature" in types, "battle" in types
    if creature:
        toughness = position.toughness(item)
        if toughness <= 0:
            yield "zero_toughness"
        if 0 < toughness <= item.damage:
            yield "lethal_damage"
        if toughness > 0 and item.deathtouch_damage:
            yield "deathtouch_damage"
        if item.sector is None and any(position.has(each, "space sculptor") for each in position.permanents.values()):
            yield "sector_designation"
    if "planeswalker" in types and not item.counters.get("loyalty"):
        yield "zero_loyalty"
    if "world" in position.supertypes(item) and _is_older_world(position, item):
        yield "world_rule"
    attached = item.attached_to is not None
    if "Aura" in subtypes and not position.is_legal_host(item):
        yield "illegal_aura"
    if attached and subtypes & {"Equipment", "Fortification"} and not position.is_legal_host(item):
        yield "illegal_equipment"
    if attached and (creature or battle or not subtypes & {"Aura", "Equipment", "Fortification"}):
        yield "illegal_attachment"
    if item.counters.get("+1/+1") and item.counters.get("-1/-1"):
        yield "opposed_counters"
    if any(item.counters.get(kind, 0) > most for kind, most in counter_limits(item)):
        yield "counter_limit"
    chapters = final_chapter(item)
    if "Saga" in subtypes and 0 < chapters <= item.counters.get("lore", 0):
        names = position.abilities_under_way(item.id)
        if not any(name == OF_THE_OBJECT or name.startswith("chapter") for name in names):
            if any(each.source == item.id for each in position.board.objects.values()):
                raise NotCovered("a Saga at its end with another ability than a chapter ability on the stack")
            yield "final_chapter"
    if battle:
        siege, defense = "Siege" in subtypes, item.counters.get("defense", 0)
        if siege and not defense and not position.abilities_under_way(item.id):
            yield "siege_zero_defense"
        if not siege and not defense:
            yield "battle_zero_defense"
        if not position.is_present(item.protector):
            if not position.is_attacked(item.id):
                yield "missing_protector"
        elif item.protector not in position.possible_protectors(item):
            yield "illegal_protector"


def counter_limits(item: GameObject) -> Iterator[tuple[str, int]]:
    """List the kinds of counters of which a permanent can't have more than so many."""
    for ability in abilities_of(item):
        if found := COUNTER_LIMIT.fullmatch(ability):
            yield found[2], NUMBER_WORDS.index(found[1])


def final_chapter(item: GameObject) -> int:
    """Return the highest chapter number of a Saga, 0 without chapters (714.2d)."""
    if item.chapters is not None:
        return item.chapters
    found = [match[1] for ability in abilities_of(item) if (match := CHAPTERS.fullmatch(ability))]
    return max((ROMAN.index(number) + 1 for numbers in found for number in numbers.split(", ")), default=0)


def _is_older_world(position: Position, item: GameObject) -> bool:
    """Say whether another world permanent in range has been one no longer than this one (704.5k, 801.12)."""

    def since(each: GameObject) -> int:
        return each.world_since if each.world_since is not None else position.timestamp(each)

    return any(
        since(other) >= since(item) and position.in_range(item.controller, other.controller)
        for other in position.permanents.values()
        if other is not item and "world" in position.supertypes(other)
    )


def _about_cards_in_command(position: Position) -> Iterator[Applied]:
    variant = position.board.variant
    schemes = [ident for ident, item in position.board.objects.items() if "scheme" in position.types(item)]
    scheme_waits = any(position.abilities_under_way(each) for each in schemes)
    for ident, item in position.face_up_in_command.items():
        types = position.types(item)
        if "dungeon" in types and item.marker == "bottommost" and not position.abilities_under_way(ident):
            yield "completed_dungeon", ident
        ongoing = "ongoing" in position.supertypes(item)
        if variant == "archenemy" and "scheme" in types and not ongoing and not scheme_waits:
            yield "scheme", ident
        if variant == "planechase" and "phenomenon" in types and not position.abilities_under_way(ident):
            yield "phenomenon", position.planar_controller


def legend_groups(position: Position) -> list[list[str]]:
    """List the legendary permanents of one controller and one name, where there are several (704.5j)."""
    groups: dict[tuple[str | None, str], list[str]] = defaultdict(list)
    for ident, item in position.permanents.items():
        if "legendary" in position.supertypes(item) and item.name is not None and not _is_spared(position, item):
            groups[item.controller, item.name].append(ident)
    return [group for group in groups.values() if len(group) > 1]


def _is_spared(position: Position, item: GameObject) -> bool:
    """Say whether the legend rule doesn't apply to a permanent."""
    for_all = position.sources(NO_LEGEND_RULE)
    yours = position.sources(YOUR_LEGENDS)
    return any(position.in_range(position.controller(source), item.controller) for source in for_all) or any(
        position.controller(source) == item.controller for source in yours
    )


def role_groups(position: Position) -> list[list[str]]:
    """List the Roles of one controller on one permanent, where there are several (704.5z)."""
    groups: dict[tuple[str | None, str | None], list[str]] = defaultdict(list)
    for ident, item in position.permanents.items():
        if "Role" in position.subtypes(item) and isinstance(position.host(item), GameObject):
            groups[item.controller, item.attached_to].append(ident)
    return [group for group in groups.values() if len(group) > 1]


# --- the judgement


def problems(board: Board, check: SingleCheck) -> list[str]:
    """List what is wrong with a check of a board; nothing if it is a legal course. May raise `NotCovered`."""
    position = Position(board)
    position.require_covered()
    if board.step == "untap" or position.is_over:
        return list(_of_no_check(board, check))
    if has_replaced_loss(position):
        raise NotCovered("losing is replaced")
    return [
        *_of_actions(position, check),
        *_of_groups(position, check),
        *_of_prevented(position, check),
        *_of_performed(position, check),
        *_of_choices(position, check),
        *Course(position, check).problems(),
    ]


def _of_no_check(board: Board, check: SingleCheck) -> Iterator[str]:
    """Compare the boards where no check happens: in an untap step (502.4), and when the game is over (104.1)."""
    if check.actions or check.prevented or check.choices or check.again:
        yield "something happened though there is no check"
    if check.board.objects.keys() != board.objects.keys():
        yield "objects came or went though there is no check"
        return
    position = Position(board)
    for ident, item in board.objects.items():
        times = {"timestamp": {item.timestamp, position.timestamp(item)}}
        yield from differences(ident, item, check.board.objects[ident], times)
    for field in ("players", "teams", "triggers", "effects", "planar_controller", "active_player"):
        if getattr(check.board, field) != getattr(board, field):
            yield f"{field} changed though there is no check"


def _of_actions(position: Position, check: SingleCheck) -> Iterator[str]:
    """Compare actions with conditions, but for those where subjects are chosen."""
    asked = Counter((each.sba, each.subject) for each in check.actions)
    for sba, subject in (each for each, times in asked.items() if times > 1):
        yield f"{sba} of {subject} is listed twice"
    true = set(conditions(position))
    forbidden = {each for each in true if impossible_because(position, *each)}
    performed = {each for each in asked if each[0] not in CHOSEN_SUBJECTS}
    for sba, subject in performed - true:
        yield f"{sba} of {subject}: its condition is not true"
    for sba, subject in performed & forbidden:
        yield f"{sba} of {subject} can't happen"
    for sba, subject in true - forbidden - performed:
        yield f"{sba} of {subject}: its condition is true, but it is not performed"
    for each in check.actions:
        rule = RULES[each.sba]
        if (each.rule, each.subject_kind) != (rule.number, rule.subject_kind) or each.event not in rule.events:
            yield f"{each.sba} of {each.subject} is told as {each.rule} {each.subject_kind} {each.event}"
        elif len(rule.events) > 1 and each.event != event_of(position, each.sba, each.subject):
            yield f"{each.sba} of {each.subject} is not {each.event}"


def event_of(position: Position, sba: str, subject: str) -> str:
    """Return what an action asks for where that depends on its subject."""
    item = position.permanents[subject]
    if sba == "illegal_aura":
        return "unattach" if position.is_bestowed(item) else "put_into_graveyard"  # 702.103f
    return "choose_protector" if position.possible_protectors(item) else "put_into_graveyard"  # 310.11


def losers(position: Position, sba: str, subject: str) -> list[str]:
    """List the players who lose by an action; in Two-Headed Giant a whole team does (810.8a)."""
    if RULES[sba].subject_kind == "team":
        return [name for name in position.present if position.board.players[name].team == subject]
    return position.teammates(subject) if position.board.variant == "two_headed_giant" else [subject]


def has_replaced_loss(position: Position) -> bool:
    """Say whether somebody would lose who controls what replaces that, such as Lich's Mirror (704.7)."""
    controllers = {
        position.controller(item)
        for item in position.permanents.values()
        if any(LOSS_REPLACEMENT.fullmatch(ability) for ability in abilities_of(item))
    }
    return any(
        controllers.intersection(losers(position, sba, subject)) and not impossible_because(position, sba, subject)
        for sba, subject in conditions(position)
        if RULES[sba].events == ("lose",)
    )


def impossible_because(position: Position, sba: str, subject: str) -> set[tuple[str, str]]:
    """List why something can't happen, with the source of each reason (101.2)."""
    events = RULES[sba].events
    if events == ("lose",):
        players = losers(position, sba, subject)
        return {("can't lose", source) for each in players for source in position.shields_from_losing(each)}
    if events == ("destroy",) and position.has(position.permanents[subject], "indestructible"):  # 702.12b
        return {("indestructible", subject)}
    if events == ("sacrifice",):
        abilities = abilities_of(position.permanents[subject])
        return {("can't be sacrificed", subject) for ability in abilities if CANT_BE_SACRIFICED.fullmatch(ability)}
    return set()


def _of_groups(position: Position, check: SingleCheck) -> Iterator[str]:
    """Keep one of several legends, and a newest of several Roles; commanders are moved only if they just came."""
    put_away = defaultdict(set)
    for each in check.actions:
        put_away[each.sba].add(each.subject)
    for sba, groups in (("legend_rule", legend_groups(position)), ("role_rule", role_groups(position))):
        for group in groups:
            kept = [each for each in group if each not in put_away[sba]]
            if len(kept) != 1:
                yield f"{sba}: of {', '.join(group)} not one is kept, but {len(kept)}"
            elif sba == "role_rule":
                times = {each: position.timestamp(position.permanents[each]) for each in group}
                if times[kept[0]] < max(times.values()):
                    yield f"role_rule: {kept[0]} is kept, but is not the newest"
        for ident in put_away[sba] - {each for group in groups for each in group}:
            yield f"{sba} of {ident}: its condition is not true"
    for ident in put_away["commander_zone"]:
        if not _just_came(position, ident):
            yield f"commander_zone of {ident}: its condition is not true"


def _just_came(position: Position, ident: str) -> bool:
    """Say whether it is a commander that was put into a graveyard or exile since the last check (903.9a)."""
    item = position.board.objects[ident]
    moved = item.moved_since_last_check and item.zone in ("graveyard", "exile")
    return position.board.variant in WITH_COMMANDERS and _is_commander(item) and moved


def _is_commander(item: GameObject) -> bool:
    """Say whether it is a commander: a card, no token and no copy (903.3)."""
    return item.commander and not item.token and item.copy is None


def _of_prevented(position: Position, check: SingleCheck) -> Iterator[str]:
    """Compare what is true but can't happen with what is told, and with the reasons for it."""
    expected = {
        (sba, subject): reasons
        for sba, subject in conditions(position)
        if (reasons := impossible_because(position, sba, subject))
    }
    told: dict[Applied, list[Prevented]] = defaultdict(list)
    for each in check.prevented:
        told[each.sba, each.subject].append(each)
    for sba, subject in expected.keys() - told.keys():
        yield f"{sba} of {subject} is prevented, but that is not told"
    for (sba, subject), entries in told.items():
        reasons = expected.get((sba, subject), set())
        for each in entries:
            if (each.reason, each.source) not in reasons:
                yield f"{sba} of {subject} is said to be prevented by {each.source}: {each.reason}"


def _of_performed(position: Position, check: SingleCheck) -> Iterator[str]:
    """Look for what was performed though neither an action nor a replacement effect on the board asks for it."""
    destroyed: dict[str, set[tuple[str, str | None]]] = defaultdict(set)
    for each in check.actions:
        if (each.performed, each.replaced_by) not in possible_performances(position, each):
            yield f"{each.sba} of {each.subject}: nothing makes it {each.performed} by {each.replaced_by}"
        if each.event == "destroy":
            destroyed[each.subject].add((each.performed, each.replaced_by))
    for subject in (each for each, performed in destroyed.items() if len(performed) > 1):
        yield f"{subject}: one replacement must stand for all its destructions (704.7)"


def possible_performances(position: Position, action: Action) -> set[tuple[str, str | None]]:
    """List what an action may have been performed as, and what replaced it."""
    item = position.permanents.get(action.subject)
    if action.event == "destroy" and item is not None:
        shields = position.replacements_of_destruction(item)
        if shields:
            return {("regenerate" if each == "regeneration" else "destroy_aura", each) for each in shields}
    if action.event in TO_THE_GRAVEYARD and item is not None and item.counters.get("finality"):
        return {("exile", "finality")}  # 122.1h
    return {(action.event, None)}


def _of_choices(position: Position, check: SingleCheck) -> Iterator[str]:
    """Compare what is said to be chosen with what was done; the choice must be that player's."""
    done = {(each.sba, each.subject): each for each in check.actions}
    for each in check.choices:
        if not position.is_present(each.player):
            yield f"{each.player}, who is not in the game, chooses"
        elif not _is_followed(position, check.board, done, each):
            yield f"the choice {tuple(each)} is not followed, or nobody has it"


def _is_followed(position: Position, after: Board, done: Mapping[Applied, Action], choice: Choice) -> bool:
    player, subject, option = choice.player, choice.subject, choice.option
    item = position.board.objects.get(subject)
    if choice.kind == "legend_rule":
        names = [position.permanents[group[0]].name for group in legend_groups(position) if option in group]
        kept = ("legend_rule", option) not in done
        return names == [subject] and kept and position.permanents[option].controller == player
    if choice.kind == "role_rule":
        return ("role_rule", option) not in done and position.permanents[option].controller == player
    if item is None:
        return False
    if choice.kind == "commander_zone":
        return item.owner == player and (("commander_zone", subject) in done) == (option == "yes")
    remains = after.objects.get(subject, item._replace(zone="nowhere"))
    if choice.kind == "conflict":
        excluding = {("token_ceases", subject), ("copy_ceases", subject)} & done.keys()
        moves = ("commander_zone", subject) in done
        owner_left = item.owner is not None and after.players[item.owner].left
        return item.owner == player and bool(excluding) and moves and (owner_left or option == remains.zone)
    if choice.kind == "sector":
        unchanged = remains.zone != "battlefield" or remains.sector == option or not has_sculptor(after)
        return item.controller == player and ("sector_designation", subject) in done and unchanged
    if choice.kind == "protector":
        chosen = {("missing_protector", subject), ("illegal_protector", subject)} & done.keys()
        kept = remains.zone != "battlefield" or remains.protector == option or after.players[option].left
        return item.controller == player and bool(chosen) and kept
    if choice.kind == "replacement":
        told = [each for (_, about), each in done.items() if about == subject and each.event == "destroy"]
        followed = all(each.replaced_by == option for each in told)
        return item.controller == player and option in position.replacements_of_destruction(item) and followed
    return False


def has_sculptor(board: Board) -> bool:
    """Say whether sectors last: a space sculptor is there, or an ability of one on the stack (702.158b)."""
    position = Position(board)
    sculptors = {ident for ident, item in board.objects.items() if "space sculptor" in abilities_of(item)}
    abilities = {each.source for each in board.objects.values() if each.ability is not None}
    return bool(sculptors & (position.permanents.keys() | abilities))


# --- the board after the check


class Course:
    """What the actions of a check make of the board."""

    def __init__(self, position: Position, check: SingleCheck) -> None:
        """Reckon who leaves and where every object goes."""
        self.position = position
        self.before = position.board
        self.check = check
        self.after = check.board
        self.actions: dict[str, list[Action]] = defaultdict(list)
        for each in check.actions:
            self.actions[each.subject if RULES[each.sba].subject_kind == "object" else ""].append(each)
        self.leaving = self._leaving()
        self.destroyed, self.saved = self._umbra_armor()
        self.reached = {ident: self._reached(item) for ident, item in self.before.objects.items()}
        self.destinations = {ident: self._destination(item) for ident, item in self.before.objects.items()}

    def problems(self) -> Iterator[str]:
        yield from self._of_players()
        for ident, item in self.before.objects.items():
            yield from self._of_object(item, self.after.objects.get(ident))
        yield from self._of_triggers()
        yield from self._of_the_rest()

    # who leaves, and what goes where

    def _leaving(self) -> set[str]:
        """Return the players who lose; in Two-Headed Giant the team does (810.8a)."""
        losing = [each for each in self.check.actions if each.performed == "lose"]
        return {name for each in losing for name in losers(self.position, each.sba, each.subject)}

    @property
    def game_ends(self) -> bool:
        staying = {self.position.side(name) for name in self.position.present if name not in self.leaving}
        return bool(self.leaving) and len(staying) < 2

    def _umbra_armor(self) -> tuple[set[str], set[str]]:
        """Follow umbra armor from Aura to Aura: which are destroyed, and what is saved with its damage removed.

        The destruction of the Aura may itself be replaced, or impossible (702.89a).
        """
        destroyed: set[str] = set()
        saved: set[str] = set()
        steps = {(each.subject, each.replaced_by) for each in self.check.actions if each.event == "destroy"}
        while steps:
            subject, replacement = steps.pop()
            if replacement is not None and replacement != "finality":
                saved.add(subject)
                aura = self.position.permanents.get(replacement)
                if replacement == "regeneration" or aura is None or replacement in saved | destroyed:
                    continue
                if not self.position.has(aura, "indestructible"):
                    steps.add((replacement, self._replacement_for(aura)))
            else:
                destroyed.add(subject)
        return destroyed, saved

    def _replacement_for(self, aura: GameObject) -> str | None:
        """Return what replaces the destruction of an Aura by umbra armor, the players' choice if there are several."""
        shields = self.position.replacements_of_destruction(aura)
        chosen = [each.option for each in self.check.choices if (each.kind, each.subject) == ("replacement", aura.id)]
        told = [each.replaced_by for each in self.actions[aura.id] if each.event == "destroy"]
        if len(shields) > 1 and not chosen and not told:
            raise NotCovered("several replacements for an Aura, and no choice is listed")
        return next(iter([*chosen, *told, *shields]), None)

    def _reached(self, item: GameObject) -> str | None:
        """Return the zone into which the actions put an object; None where it is nowhere any more."""
        performed = {each.performed for each in self.actions[item.id]}
        if "cease" in performed and "put_into_command_zone" in performed and item.id in self.after.objects:
            return "command"  # its owner chooses what happens (400.6)
        if performed & {"cease", "remove_dungeon", "turn_face_down"}:
            return None
        planeswalks = any(each.performed == "planeswalk" for each in self.actions[""])
        face_up = item.id in self.position.face_up_in_command
        if planeswalks and face_up and self.position.types(item) & {"plane", "phenomenon"}:
            return None  # 701.31
        if "put_into_command_zone" in performed:
            return "command"
        if performed & {*TO_THE_GRAVEYARD, "exile"} or item.id in self.destroyed:
            return "exile" if item.counters.get("finality") else "graveyard"
        return item.zone

    def _destination(self, item: GameObject) -> str | None:
        """Return where an object is after players have left with what they own; the rest is exiled (800.4a)."""
        reached = self.reached[item.id]
        if item.owner in self.leaving:
            return None
        if reached != item.zone or item.controller not in self.leaving:
            return reached
        return None if item.zone == "stack" and (item.ability is not None or item.copy is not None) else "exile"

    # players

    def _of_players(self) -> Iterator[str]:
        if list(self.after.players) != list(self.before.players):
            yield "other players, or in another order"
            return
        for name, player in self.before.players.items():
            after = self.after.players[name]
            if name in self.leaving:
                expected = Player(name, life=None, team=player.team, left=True)
            else:
                engines = any(each.performed == "set_speed" and each.subject == name for each in self.actions[""])
                expected = player._replace(drew_from_empty_library=False, speed=1 if engines else player.speed)
            yield from differences(f"player {name}", expected, after, {})

    # objects

    def _of_object(self, item: GameObject, after: GameObject | None) -> Iterator[str]:
        destination = self.destinations[item.id]
        if destination is None or after is None:
            if (destination is None) != (after is None):
                yield f"{item.id} should be {destination or 'gone'}, but is {after.zone if after else 'gone'}"
            return
        if after.zone != destination:
            yield f"{item.id} should be in {destination}, but is in {after.zone}"
        elif destination != item.zone:
            yield from differences(
                item.id, moved(item, destination), after, {"moved_since_last_check": self._moved(item, destination)}
            )
        else:
            expected, alternatives = self._stayed(item)
            yield from differences(item.id, expected, after, alternatives)

    def _moved(self, item: GameObject, zone: str) -> set[bool]:
        """Return what may be said of whether it just moved; a rule looks only at commanders in graveyard and exile."""
        looked_at = _is_commander(item) and self.before.variant in WITH_COMMANDERS and zone in ("graveyard", "exile")
        return {True} if looked_at else {True, False}

    def _stayed(self, item: GameObject) -> tuple[GameObject, dict[str, set[Any]]]:
        """Return an object that stayed in its zone, and for some of its fields what else they may hold."""
        alternatives: dict[str, set[Any]] = {"timestamp": {item.timestamp, self.position.timestamp(item)}}
        expected = item._replace(deathtouch_damage=False, moved_since_last_check=False)
        for each in self.actions[item.id]:
            if each.performed == "unattach":
                expected = expected._replace(attached_to=None, bestowed=False)
            elif each.performed == "remove_counters":
                expected = expected._replace(counters=remaining_counters(item))
            elif each.performed == "designate_sector":
                alternatives["sector"] = set(SECTORS)
            elif each.performed == "choose_protector":
                alternatives["protector"] = {
                    None if name in self.leaving else name for name in self.position.possible_protectors(item)
                }
        if item.id in self.saved:
            expected = self._saved(expected)
        expected = self._without_references(expected)
        if item.zone == "battlefield" and not has_sculptor(self.after):
            lasting = {*alternatives.get("sector", ()), item.sector} if has_sculptor(self.before) else set()
            alternatives["sector"] = {None, *lasting}  # the solver lets them go in the check after (702.158b)
        for field in ("attached_to", "attacking", "protector"):
            name = getattr(expected, field)
            if not self.position.exists(name) and field not in alternatives:
                alternatives[field] = {None, name}  # what nothing has any more need not be named
        return expected, alternatives

    def _saved(self, item: GameObject) -> GameObject:
        """Remove all damage; what regenerates is tapped and leaves combat as well (701.19a)."""
        item = item._replace(damage=0)
        performed = {each.performed for each in self.actions[item.id]}
        regenerated = "regenerate" in performed or (
            not performed & {"destroy_aura"} and self._replacement_for(item) == "regeneration"
        )
        if not regenerated:
            return item
        return item._replace(tapped=True, attacking=None, regeneration_shields=item.regeneration_shields - 1)

    def _without_references(self, item: GameObject) -> GameObject:
        """Leave out what it was attached to, attacked or was protected by, if that is there no more."""
        if self._is_lost(item.attached_to):
            item = item._replace(attached_to=None, bestowed=False)
        if self._is_lost(item.attacking):
            item = item._replace(attacking=None)
        if item.protector in self.leaving:
            item = item._replace(protector=None)
        return item

    def _is_lost(self, name: str | None) -> bool:
        """Say whether what has this name left its zone, or the game; an object comes first."""
        if name is not None and name in self.before.objects:
            return self.destinations[name] != self.before.objects[name].zone
        return name in self.leaving

    # triggers

    def _of_triggers(self) -> Iterator[str]:
        """Look at what triggered; what waits is placed on the stack if nothing was performed (603.3)."""
        waiting = Counter(each for each in self.before.triggers if each.controller not in self.leaving)
        placed = Counter(
            (each.controller, each.source, each.ability)
            for ident, each in self.after.objects.items()
            if ident not in self.before.objects and each.zone == "stack" and each.ability is not None
        )
        for ident in self.after.objects.keys() - self.before.objects.keys():
            if self.after.objects[ident].zone != "stack" or self.after.objects[ident].ability is None:
                yield f"{ident} appeared from nowhere"
        if not self.check.actions:
            if placed != Counter((each.controller, each.source, each.ability) for each in waiting.elements()):
                yield "what waited was not placed on the stack"
            if self.after.triggers:
                yield "something still waits to be placed"
            return
        if placed:
            yield "abilities were placed on the stack though something was performed (603.3)"
        found = Counter(self.after.triggers)
        if waiting - found:
            yield f"triggers are gone: {list(waiting - found)}"
        triggered = found - waiting
        for trigger in triggered:
            if not self._may_trigger(trigger):
                yield f"{trigger} has no reason to trigger"
        for ident, ability in self._must_trigger():
            if not any((each.source, each.ability) == (ident, ability) for each in triggered):
                yield f"{ability} of {ident} did not trigger"

    def _may_trigger(self, trigger: WaitingTrigger) -> bool:
        """Say whether its source, under that player's control, just left the battlefield (603.6c, 800.4d)."""
        item = self.position.permanents.get(trigger.source)
        if item is None or trigger.controller in self.leaving or item.controller != trigger.controller:
            return False
        if self.destinations[item.id] == "battlefield":
            return False
        if trigger.ability in ("undying", "persist"):
            return (item.id, trigger.ability) in self._must_trigger()
        leaves = "leaves the battlefield" in trigger.text
        return trigger.text in abilities_of(item) and (leaves or self.reached[item.id] == "graveyard")

    def _must_trigger(self) -> Iterator[tuple[str, str]]:
        """List undying and persist, which look back at the counters before the check (702.79a, 702.93a, 704.8)."""
        for ident, item in self.position.permanents.items():
            if self.reached[ident] == "graveyard" and item.controller not in self.leaving:
                for ability, counter in (("undying", "+1/+1"), ("persist", "-1/-1")):
                    if self.position.has(item, ability) and not item.counters.get(counter):
                        yield ident, ability

    # all else

    def _of_the_rest(self) -> Iterator[str]:
        for field in ("rules", "variant", "active_player", "step", "range_of_influence", "starting_life", "teams"):
            if getattr(self.after, field) != getattr(self.before, field):
                yield f"{field} changed"
        lasting = tuple(each for each in self.before.effects if not self._is_lost(each.affects))
        if self.after.effects != lasting:
            yield f"effects are {self.after.effects}, not {lasting}"
        if self.before.variant == "planechase":
            yield from self._of_the_planar_controller()
        placed = bool(self.before.triggers) and not self.check.actions
        again = not self.game_ends and (bool(self.check.actions) or placed)
        if self.check.again != again and not self.game_ends:
            yield "it does not check again" if again else "it checks again"

    def _of_the_planar_controller(self) -> Iterator[str]:
        """Look for the next player in turn order who stays where the planar controller leaves (311.5)."""
        seats = list(self.before.players)
        start = seats.index(self.position.planar_controller)
        order = [*seats[start:], *seats[:start]]
        staying = [name for name in order if not self.before.players[name].left and name not in self.leaving]
        found = Position(self.after).planar_controller
        if staying and found != staying[0]:
            yield f"the planar controller is {found}, not {staying[0]}"


def moved(item: GameObject, zone: str) -> GameObject:
    """Return an object in another zone: a new one with nothing but what is printed on it (400.7, 122.2)."""
    return item._replace(
        zone=zone,
        controller=None,
        counters={},
        damage=0,
        deathtouch_damage=False,
        attached_to=None,
        tapped=False,
        phased_out=False,
        face_down=False,
        timestamp=None,
        world_since=None,
        protector=None,
        attacking=None,
        sector=None,
        regeneration_shields=0,
        bestowed=False,
        ability_on_stack=False,
        moved_since_last_check=True,
        marker=None,
    )


def remaining_counters(item: GameObject) -> dict[str, int]:
    """Remove pairs of +1/+1 and -1/-1 counters and what exceeds a limit; both look at the board before (704.5q, r)."""
    pairs = min(item.counters.get("+1/+1", 0), item.counters.get("-1/-1", 0))
    removed = {"+1/+1": pairs, "-1/-1": pairs}
    beyond: dict[str, int] = {}
    for kind, most in counter_limits(item):
        beyond[kind] = max(beyond.get(kind, 0), item.counters.get(kind, 0) - most)
    remaining = {
        kind: max(number - removed.get(kind, 0) - beyond.get(kind, 0), 0) for kind, number in item.counters.items()
    }
    return {kind: number for kind, number in remaining.items() if number}


def differences(
    name: str, expected: GameObject | Player, found: GameObject | Player, alternatives: Mapping[str, Iterable[Any]]
) -> Iterator[str]:
    """List the fields that are not as expected; zeros among counters say nothing."""
    for field, value in expected._asdict().items():
        other = getattr(found, field)
        if isinstance(value, Mapping):
            value = {key: number for key, number in value.items() if number}
            other = {key: number for key, number in other.items() if number}
        if other not in alternatives.get(field, [value]) or (field not in alternatives and other != value):
            yield f"{name}: {field} should be {value}, but is {other}"
