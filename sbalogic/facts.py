"""Boards as facts: what a user wrote down, in the words of `asp/vocabulary.lp`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sbalogic.board import Board, BoardWarning, ContinuousEffect, GameObject, Player
from sbalogic.formats.type_line import TypeLine, parse_type_line
from sbalogic.groups import Groups, shape_of_term
from sbalogic.oracle.reader import read_text
from sbalogic.oracle.reading import Reading
from sbalogic.oracle.words import COLOR_LETTERS
from sbalogic.scales import Scales, printed_number, rank_times, scales_of, starting_life_of, toughness_of_counter
from sbalogic.terms import quote, slug

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
        self._cards: dict[tuple[object, ...], tuple[Reading, list[tuple[str, str, str]]]] = {}

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
        add, name = self.add, quote(each.id)
        number = self.scales.of_object(each.id).encode
        add(f"zone(0,{each.zone})", f"zone({name},{each.zone})")
        if each.owner is not None:
            add("owner(0,0)", f"owner({name},{quote(each.owner)})")
        if each.controller is not None:
            add("controller(0,0)", f"controller({name},{quote(each.controller)})")
        if each.timestamp is None:
            add("file_order(0,0)", f"file_order({name},{self.times[position]})")
        else:
            add("timestamp(0,0)", f"timestamp({name},{self.times[each.timestamp]})")
        if each.ability is not None:
            add("stack_ability(0)", f"stack_ability({name})")
            if each.source is not None:
                add("ability_source(0,object(0))", f"ability_source({name},object({quote(each.source)}))")
            return
        reading, card = self._card(each)
        for shape, before, after in card:
            add(shape, before + name + after)
        if reading.abilities:
            self.readings[each.id] = reading
        if each.zone in _TEXT_COUNTS and not each.face_down:
            self.warnings.extend(BoardWarning(each.id, sentence) for sentence in reading.unread)
        for kind, count in each.counters.items():
            add(f"counters(0,{quote(kind)},0)", f"counters({name},{quote(kind)},{number(count)})")
            if toughness := toughness_of_counter(kind):
                add(f"toughness_counter({quote(kind)},0)", f"toughness_counter({quote(kind)},{toughness})")
        if each.damage:
            add("damage(0,0)", f"damage({name},{number(each.damage)})")
        if each.regeneration_shields:
            add("regeneration_shields(0,0)", f"regeneration_shields({name},{number(each.regeneration_shields)})")
        if each.world_since is not None:
            add("world_since(0,0)", f"world_since({name},{self.times[each.world_since]})")
        for predicate in FLAGS:
            if getattr(each, predicate):
                add(f"{predicate}(0)", f"{predicate}({name})")
        for predicate, reference in (("attached_to", each.attached_to), ("attacking", each.attacking)):
            if reference is not None:
                kind, target = self._target(reference)
                add(f"{predicate}(0,{kind}(0))", f"{predicate}({name},{target})")
        if each.protector is not None:
            add("protector(0,0)", f"protector({name},{quote(each.protector)})")
        if each.sector is not None:
            add(f"sector(0,{each.sector})", f"sector({name},{each.sector})")
        if each.copy is not None:
            add(f"copy(0,{each.copy})", f"copy({name},{each.copy})")
        if each.marker == "bottommost":
            add("marker(0,bottommost)", f"marker({name},bottommost)")

    def _card(self, each: GameObject) -> tuple[Reading, list[tuple[str, str, str]]]:
        """Return what the printed values say, as shapes and facts to be filled in with the id."""
        key = (
            each.name,
            each.type_line,
            each.colors,
            each.mana_cost,
            each.toughness,
            each.chapters,
            each.text,
            each.keywords,
            self.scales.of_object(each.id),
        )
        if key not in self._cards:
            self._cards[key] = self._read_card(each)
        return self._cards[key]

    def _read_card(self, each: GameObject) -> tuple[Reading, list[tuple[str, str, str]]]:
        line = parse_type_line(each.type_line) if each.type_line else TypeLine((), (), (), token=False)
        instructions = any(kind in line.types for kind in _INSTRUCTIONS)
        reading = read_text(each.text, each.keywords, each.name, tuple(self.board.players), instructions=instructions)
        facts: list[tuple[str, str, str]] = []

        def printed(predicate: str, value: str, shape: str | None = None) -> None:
            facts.append((f"{predicate}(0,{value if shape is None else shape})", f"{predicate}(", f",{value})"))

        if each.name is not None:
            printed("name", quote(each.name), "0")
        for kind in line.types:
            printed("printed_type", kind)
        for supertype in line.supertypes:
            printed("printed_supertype", supertype)
        for subtype in line.subtypes:
            printed("printed_subtype", slug(subtype))
        for color in _colors(each):
            printed("printed_color", color)
        if each.toughness is not None:
            printed(
                "printed_toughness", str(self.scales.of_object(each.id).encode(printed_number(each.toughness))), "0"
            )
        abilities = list(reading.abilities)
        if each.chapters is not None:
            abilities = [term for term in abilities if not term.startswith("chapter(")]
            abilities.extend(
                [f"chapter({self.scales.of_object(each.id).encode(each.chapters)})"] if each.chapters else []
            )
        for term in dict.fromkeys(abilities):
            printed("printed_ability", term, shape_of_term(term))
        for instance, alternatives in enumerate(reading.enchants, 1):
            for number, qualities in enumerate(alternatives, 1):
                facts.append(("enchant_alternative(0,0,0)", "enchant_alternative(", f",{instance},{number})"))
                for quality in qualities:
                    facts.append(
                        (
                            f"enchant_requires(0,0,0,{shape_of_term(quality)})",
                            "enchant_requires(",
                            f",{instance},{number},{quality})",
                        )
                    )
        return reading, facts


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
