"""Boards as facts: what a user wrote down, in the words of `asp/vocabulary.lp`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sbalogic.board import Board, BoardWarning, ContinuousEffect, GameObject, Player
from sbalogic.formats.type_line import TypeLine, parse_type_line
from sbalogic.groups import Groups, shape_of_term
from sbalogic.oracle.reader import read_text
from sbalogic.oracle.reading import Reading
from sbalogic.oracle.words import COLOR_LETTERS
from sbalogic.scales import Scales, printed_number, rank_times, scales_of, starting_life_of, toughness_of_counter
from sbalogic.terms import quote, slug

_CHAPTER = re.compile(r"\bchapter\b|^[IVX]+$", re.IGNORECASE)
_COLOR_SYMBOL = re.compile(r"\{[^}]*\}")
_INSTRUCTIONS: Final = ("instant", "sorcery")
_TEXT_COUNTS: Final = ("battlefield", "command")


class BoardFacts(NamedTuple):
    """A board as facts, with what is needed to read the results back."""

    board: Board
    groups: Groups
    scales: Scales
    readings: Mapping[str, Reading]
    """What the text of each object says, by id."""
    warnings: tuple[BoardWarning, ...]
    unnamed: tuple[str, ...]
    """Objects to which the file gave no id, in file order: they may be interchangeable."""


def facts_of(board: Board) -> BoardFacts:
    """Write a board as facts of `asp/vocabulary.lp`.

    Raises `NumbersTooLarge` if its numbers have no exact image in 32 bits.
    """
    scales = scales_of(board)
    writer = _Writer(board, scales)
    writer.game()
    for seat, player in enumerate(board.players.values()):
        writer.player(player, seat)
    for position, each in enumerate(board.objects.values()):
        writer.object(each, position)
    for number, effect in enumerate(board.effects):
        writer.effect(number, effect)
    for number, trigger in enumerate(board.triggers):
        writer.add(
            "waiting(given(0),0,object(0))",
            f"waiting(given({number}),{quote(trigger.controller)},object({quote(trigger.source)}))",
        )
        if _CHAPTER.search(trigger.ability):
            writer.add("chapter_ability(given(0))", f"chapter_ability(given({number}))")
    for answer in board.choices:
        subject = "any" if answer.subject is None else quote(answer.subject)
        kind = slug(answer.kind)
        writer.add(
            f"answer(0,{kind},{'any' if answer.subject is None else 0},0)",
            f"answer({quote(answer.player)},{kind},{subject},{quote(answer.option)})",
        )
    named = {name for answer in board.choices for name in (answer.subject, answer.option)}
    unnamed = tuple(each.id for each in board.objects.values() if not each.id_given and each.id not in named)
    return BoardFacts(board, writer.groups, scales, writer.readings, (*board.warnings, *writer.warnings), unnamed)


class _Writer:
    """Collects the facts of one board."""

    def __init__(self, board: Board, scales: Scales) -> None:
        self.board = board
        self.scales = scales
        self.times = rank_times(board)
        self.groups: Groups = defaultdict(set)
        self.readings: dict[str, Reading] = {}
        self.warnings: list[BoardWarning] = []
        self._alike: dict[tuple[object, ...], tuple[Reading, list[tuple[set[str], str, str]]]] = {}
        """By everything but the id of an object: what its text says, and its facts, to be filled in with the id."""

    def add(self, shape: str, fact: str) -> None:
        self.groups[shape].add(fact)

    def game(self) -> None:
        board, add = self.board, self.add
        add("active_player(0)", f"active_player({quote(board.active_player)})")
        add(f"step({board.step})", f"step({board.step})")
        if board.variant is not None:
            add(f"variant({board.variant})", f"variant({board.variant})")
        if board.range_of_influence is not None:
            add("range_of_influence(0)", f"range_of_influence({min(board.range_of_influence, len(board.players))})")
        if board.planar_controller is not None:
            add("planar_controller(0)", f"planar_controller({quote(board.planar_controller)})")
        for team in board.teams.values():
            if team.life is not None:
                life = self.scales.of_team(team.name).encode(team.life)
                add("team_life(0,0)", f"team_life({quote(team.name)},{life})")
            if team.poison:
                poison = self.scales.of_team(team.name).encode(team.poison)
                add("team_poison(0,0)", f"team_poison({quote(team.name)},{poison})")

    def player(self, player: Player, place: int) -> None:
        add, name = self.add, quote(player.name)
        number = self.scales.of_player(player.name).encode
        add("player(0)", f"player({name})")
        add("turn_order(0,0)", f"turn_order({name},{place})")
        if player.team is not None:
            add("member(0,0)", f"member({name},{quote(player.team)})")
        if player.left:
            add("left(0)", f"left({name})")
            return
        add("starting_life(0,0)", f"starting_life({name},{number(starting_life_of(self.board))})")
        if player.life is not None:
            add("life(0,0)", f"life({name},{number(player.life)})")
        if player.poison:
            add("poison(0,0)", f"poison({name},{number(player.poison)})")
        if player.speed is not None:
            add("speed(0,0)", f"speed({name},{number(player.speed)})")
        if player.drew_from_empty_library:
            add("drew_from_empty_library(0)", f"drew_from_empty_library({name})")
        for commander, dealt in player.commander_damage.items():
            kind = "object" if commander in self.board.objects else "name"
            add(
                f"commander_damage(0,{kind}(0),0)",
                f"commander_damage({name},{kind}({quote(commander)}),{number(dealt)})",
            )
        for zone, size in player.zone_sizes.items():
            add(f"zone_size(0,{zone},0)", f"zone_size({name},{zone},{number(size)})")

    def effect(self, number: int, effect: ContinuousEffect) -> None:
        affected = self._target(effect.affects)
        self.add(f"affects(0,{affected[0]}(0))", f"affects({number},{affected[1]})")
        if effect.toughness and affected[0] == "object":
            self.add(
                "toughness_effect(0,object(0),0)",
                f"toughness_effect({number},{affected[1]},{self.scales.of_object(effect.affects).encode(effect.toughness)})",
            )

    def _target(self, name: str) -> tuple[str, str]:
        kind = "object" if name in self.board.objects else "player"
        return kind, f"{kind}({quote(name)})"

    def object(self, each: GameObject, position: int) -> None:
        key = (*each[1:_COUNTERS], *each[_COUNTERS + 1 :], *each.counters.items(), self.scales.of_object(each.id))
        alike = self._alike.get(key)
        if alike is None:
            reading = self._read(each)
            facts = [
                (self.groups[shape], f"{predicate}(", f"{rest})")
                for shape, predicate, rest in self._about(each, reading)
            ]
            alike = self._alike[key] = reading, facts
        reading, facts = alike
        name = quote(each.id)
        for group, before, after in facts:
            group.add(before + name + after)
        if each.timestamp is None:
            self.add("file_order(0,0)", f"file_order({name},{self.times[position]})")
        if reading.abilities:
            self.readings[each.id] = reading
        if reading.unread and each.zone in _TEXT_COUNTS and not each.face_down:
            self.warnings.extend(BoardWarning(each.id, sentence) for sentence in reading.unread)

    def _read(self, each: GameObject) -> Reading:
        line = _type_line(each)
        instructions = any(kind in line.types for kind in _INSTRUCTIONS)
        return read_text(each.text, each.keywords, each.name, tuple(self.board.players), instructions=instructions)

    def _about(self, each: GameObject, reading: Reading) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about an object: shape, predicate, and what follows the object."""
        number = self.scales.of_object(each.id).encode
        yield f"zone(0,{each.zone})", "zone", f",{each.zone}"
        if each.owner is not None:
            yield "owner(0,0)", "owner", f",{quote(each.owner)}"
        if each.controller is not None:
            yield "controller(0,0)", "controller", f",{quote(each.controller)}"
        if each.timestamp is not None:
            yield "timestamp(0,0)", "timestamp", f",{self.times[each.timestamp]}"
        if each.ability is not None:
            yield "stack_ability(0)", "stack_ability", ""
            if each.source is not None:
                yield "ability_source(0,object(0))", "ability_source", f",object({quote(each.source)})"
            return
        yield from self._printed(each, reading)
        for kind, count in each.counters.items():
            yield f"counters(0,{quote(kind)},0)", "counters", f",{quote(kind)},{number(count)}"
            if toughness := toughness_of_counter(kind):
                self.add(f"toughness_counter({quote(kind)},0)", f"toughness_counter({quote(kind)},{toughness})")
        if each.damage:
            yield "damage(0,0)", "damage", f",{number(each.damage)}"
        if each.regeneration_shields:
            yield "regeneration_shields(0,0)", "regeneration_shields", f",{number(each.regeneration_shields)}"
        if each.world_since is not None:
            yield "world_since(0,0)", "world_since", f",{self.times[each.world_since]}"
        for predicate in FLAGS:
            if getattr(each, predicate):
                yield f"{predicate}(0)", predicate, ""
        for predicate, reference in (("attached_to", each.attached_to), ("attacking", each.attacking)):
            if reference is not None:
                kind, target = self._target(reference)
                yield f"{predicate}(0,{kind}(0))", predicate, f",{target}"
        if each.protector is not None:
            yield "protector(0,0)", "protector", f",{quote(each.protector)}"
        for predicate, word in (("sector", each.sector), ("copy", each.copy)):
            if word is not None:
                yield f"{predicate}(0,{word})", predicate, f",{word}"
        if each.marker == "bottommost":
            yield "marker(0,bottommost)", "marker", ",bottommost"

    def _printed(self, each: GameObject, reading: Reading) -> Iterator[tuple[str, str, str]]:
        line = _type_line(each)
        number = self.scales.of_object(each.id).encode
        if each.name is not None:
            yield "name(0,0)", "name", f",{quote(each.name)}"
        for predicate, words in (
            ("printed_type", line.types),
            ("printed_supertype", line.supertypes),
            ("printed_subtype", map(slug, line.subtypes)),
            ("printed_color", _colors(each)),
        ):
            for word in words:
                yield f"{predicate}(0,{word})", predicate, f",{word}"
        if each.toughness is not None:
            yield "printed_toughness(0,0)", "printed_toughness", f",{number(printed_number(each.toughness))}"
        abilities = reading.abilities
        if each.chapters is not None:
            abilities = [term for term in abilities if not term.startswith("chapter(")]
            abilities.extend([f"chapter({number(each.chapters)})"] if each.chapters else [])
        for term in abilities:
            yield f"printed_ability(0,{shape_of_term(term)})", "printed_ability", f",{term}"
        for instance, alternatives in enumerate(reading.enchants, 1):
            for place, qualities in enumerate(alternatives, 1):
                yield "enchant_alternative(0,0,0)", "enchant_alternative", f",{instance},{place}"
                for quality in qualities:
                    shape = f"enchant_requires(0,0,0,{shape_of_term(quality)})"
                    yield shape, "enchant_requires", f",{instance},{place},{quality}"


_COUNTERS: Final = GameObject._fields.index("counters")


def _type_line(each: GameObject) -> TypeLine:
    return parse_type_line(each.type_line) if each.type_line else TypeLine((), (), (), token=False)


FLAGS: Final = (
    "deathtouch_damage",
    "tapped",
    "phased_out",
    "face_down",
    "token",
    "commander",
    "bestowed",
    "ability_on_stack",
    "moved_since_last_check",
)
"""Facts about an object that are fields of it, either true or false."""


def _colors(each: GameObject) -> Sequence[str]:
    if each.colors is not None:
        return each.colors
    symbols = "".join(_COLOR_SYMBOL.findall(each.mana_cost.partition("//")[0]))
    return [color for letter, color in COLOR_LETTERS.items() if letter in symbols]
