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
from sbalogic.oracle.reading import Ability, Argument, Continuous, Filter, Loss, Reading, Sentence, Trigger
from sbalogic.oracle.words import COLOR_LETTERS
from sbalogic.rulebook import Rulebook, default_rulebook
from sbalogic.scales import Scales, changes_of_counter, printed_number, rank_times, scales_of, starting_life_of
from sbalogic.terms import quote, slug

_CHAPTER: Final = re.compile(r"\bchapter\b|^[IVX]+$", re.IGNORECASE)
_OTHER_EVENT: Final = re.compile(r"(?:when|whenever|at)\b", re.IGNORECASE)
_NO_CHAPTER: Final = frozenset(
    """
    counter_removed counters_removed defeated dies draws dungeon_completed last_counter_removed leaves_the_battlefield
    life_gained loses_the_game persist planeswalked_away put_into_graveyard sacrificed state tapped unattached undying
    """.split()
)
"""What results call triggered abilities that are no chapter abilities."""
_SECOND_PASS: Final = re.compile(r"when(?:ever)?\b[^,]*\b(?:ability|abilities)\b[^,]*\btriggers?\b", re.IGNORECASE)


def _kinds_of(ability: str, text: str, *, on_stack: bool) -> Iterator[str]:
    """Yield what the name and text of a triggered ability tell about it.

    An ability of a Saga on the stack is taken for a chapter ability unless they say otherwise.
    """
    said = (ability, text)
    other = ability in _NO_CHAPTER or any(map(_OTHER_EVENT.match, said))
    if _CHAPTER.search(ability) or (on_stack and not other):
        yield "chapter_ability"
    if ability == "state":
        yield "state_trigger"
    if any(map(_SECOND_PASS.match, said)):
        yield "second_pass"


_THIS_TURN: Final = re.compile(r"\b(?:this turn|until end of turn)\b", re.IGNORECASE)
_COLOR_SYMBOL = re.compile(r"\{[^}]*\}")
_INSTRUCTIONS: Final = ("instant", "sorcery")
_TEXT_COUNTS: Final = ("battlefield", "command")


class BoardFacts(NamedTuple):
    """A board as facts, with what is needed to read the results back."""

    board: Board
    groups: Groups
    scales: Scales
    triggers: Mapping[str, Trigger]
    """The triggered abilities on the board, by the terms of their abilities."""
    effects: tuple[str, ...]
    """What the effects are called in results, in file order."""
    warnings: tuple[BoardWarning, ...]
    unnamed: tuple[str, ...]
    """Objects to which the file gave no id, in file order: they may be interchangeable."""


def facts_of(board: Board, rulebook: Rulebook | None = None) -> BoardFacts:
    """Write a board as facts of `asp/vocabulary.lp`, with the rules of its day as the rulebook lists them.

    Raises `NumbersTooLarge` if its numbers have no exact image in 32 bits, ValueError if its day is before the first
    edition.
    """
    edition = (rulebook or default_rulebook()).editions.at(board.rules)
    scales = scales_of(board)
    writer = _Writer(board, scales)
    writer.groups.update(edition.facts)
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
        for kind in _kinds_of(trigger.ability, trigger.text, on_stack=False):
            writer.add(f"{kind}(given(0))", f"{kind}(given({number}))")
    for answer in board.choices:
        subject = "any" if answer.subject is None else quote(answer.subject)
        kind = slug(answer.kind)
        writer.add(
            f"answer(0,{kind},{'any' if answer.subject is None else 0},0)",
            f"answer({quote(answer.player)},{kind},{subject},{quote(answer.option)})",
        )
    named = {name for answer in board.choices for name in (answer.subject, answer.option)}
    named.update(effect.source for effect in board.effects)
    unnamed = tuple(each.id for each in board.objects.values() if not each.id_given and each.id not in named)
    unknown = (BoardWarning(None, f"rules of {board.rules}: {window}", "not known") for window in edition.windows)
    warnings = (*unknown, *board.warnings, *writer.warnings)
    return BoardFacts(board, writer.groups, scales, writer.triggers, tuple(writer.effect_names), warnings, unnamed)


def facts_of_texts(texts: Sequence[str], players: Sequence[str]) -> tuple[Groups, dict[str, list[str]]]:
    """Read lines of Oracle English: the facts about what they say, and the abilities that each of them gives.

    Raises ValueError for a line that is not understood.
    """
    board = Board({name: Player(name) for name in players}, players[0])
    writer = _Writer(board, scales_of(board))
    abilities: dict[str, list[str]] = {}
    for text in texts:
        reading = read_text(text, (), None, tuple(players), instructions=False)
        if reading.unread:
            raise ValueError(f"not understood: {text}")
        abilities[text] = list(map(writer._ability, reading.abilities))
    return writer.groups, abilities


class _Writer:
    """Collects the facts of one board."""

    def __init__(self, board: Board, scales: Scales) -> None:
        self.board = board
        self.scales = scales
        self.times = rank_times(board)
        self.groups: Groups = defaultdict(set)
        self.triggers: dict[str, Trigger] = {}
        self.effect_names: list[str] = []
        self.warnings: list[BoardWarning] = []
        self._alike: dict[tuple[object, ...], tuple[Reading, list[tuple[set[str], str, str]]]] = {}
        """By everything but the id of an object: what its text says, and its facts, to be filled in with the id."""
        self._numbers: dict[type, dict[Filter | Trigger | Loss | Continuous, int]] = {
            Filter: {},
            Trigger: {},
            Loss: {},
            Continuous: {},
        }
        """By what they say: the numbers of filters, triggers, replaced losses and continuous effects."""

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
        if board.step_begins:
            add("step_begins", "step_begins")
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
        add = self.add
        kind, affected = self._target(effect.affects)
        name = effect.source if effect.source is not None else f"effect_{number + 1}"
        self.effect_names.append(name)
        add(f"affects(0,{kind}(0))", f"affects({number},{affected})")
        add("effect_name(0,0)", f"effect_name({number},{quote(name)})")
        time = effect.timestamp if effect.timestamp is not None else len(self.board.objects) + number
        add("effect_time(0,0)", f"effect_time({number},{self.times[time]})")
        if effect.until == "end_of_turn" or _THIS_TURN.search(effect.text):
            add("until_end_of_turn(0)", f"until_end_of_turn({number})")
        if effect.controller is not None:
            add("gives_control_to(0,0)", f"gives_control_to({number},{quote(effect.controller)})")
        if kind == "object":
            encode = self.scales.of_object(effect.affects).encode
            for predicate, value in (("adds_power", effect.power), ("adds_toughness", effect.toughness)):
                if value:
                    add(f"{predicate}(0,0)", f"{predicate}({number},{encode(value)})")
        if effect.text:
            from sbalogic.oracle.effects import read_effect

            reading = read_effect(effect.text, tuple(self.board.players))
            unread = [sentence.text for sentence in reading.sentences if not _fits(sentence, kind)]
            for change in (change for each in reading.sentences if _fits(each, kind) for change in each.terms):
                term = self._ability(change)
                add(f"effect_changes(0,{shape_of_term(term)})", f"effect_changes({number},{term})")
            on_object = effect.affects if kind == "object" else None
            self.warnings.extend(
                BoardWarning(on_object, sentence if on_object else f"{effect.affects}: {sentence}")
                for sentence in unread
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
        if isinstance(each.toughness, str) and each.zone == "battlefield" and not each.face_down:
            defined = any(
                isinstance(ability, Ability) and ability.name == "defines_toughness" for ability in reading.abilities
            )
            if not defined:
                self.warnings.append(
                    BoardWarning(each.id, "what toughness * stands for is not understood; it counts as 0")
                )
        if reading.unread and each.zone in _TEXT_COUNTS and not each.face_down:
            self.warnings.extend(BoardWarning(each.id, sentence) for sentence in reading.unread)

    def _read(self, each: GameObject) -> Reading:
        line = _type_line(each)
        instructions = any(kind in line.types for kind in _INSTRUCTIONS)
        players = tuple(self.board.players)
        return read_text(each.text, each.keywords, each.name, players, instructions=instructions, type_line=line)

    def _about(self, each: GameObject, reading: Reading) -> Iterator[tuple[str, str, str]]:
        """Yield the facts about an object: shape, predicate, and what follows the object."""
        number = self.scales.of_object(each.id).encode
        if each.component_of is None:
            yield f"zone(0,{each.zone})", "zone", f",{each.zone}"
        else:
            yield "component_of(0,object(0))", "component_of", f",object({quote(each.component_of)})"
        if each.owner is not None:
            yield "owner(0,0)", "owner", f",{quote(each.owner)}"
        if each.controller is not None:
            yield "controller(0,0)", "controller", f",{quote(each.controller)}"
        if each.timestamp is not None:
            yield "timestamp(0,0)", "timestamp", f",{self.times[each.timestamp]}"
        if each.ability is not None:
            yield "stack_ability(0)", "stack_ability", ""
            for kind in _kinds_of(each.ability, each.text, on_stack=True):
                yield f"{kind}(0)", kind, ""
            if each.source is not None:
                yield "ability_source(0,object(0))", "ability_source", f",object({quote(each.source)})"
            return
        yield from self._printed(each, reading)
        for kind, count in each.counters.items():
            yield f"counters(0,{quote(kind)},0)", "counters", f",{quote(kind)},{number(count)}"
            for predicate, change in zip(("power_counter", "toughness_counter"), changes_of_counter(kind), strict=True):
                if change:
                    self.add(f"{predicate}({quote(kind)},0)", f"{predicate}({quote(kind)},{change})")
        if each.damage:
            yield "damage(0,0)", "damage", f",{number(each.damage)}"
        if each.regeneration_shields:
            yield "regeneration_shields(0,0)", "regeneration_shields", f",{number(each.regeneration_shields)}"
        if each.world_since is not None:
            yield "world_since(0,0)", "world_since", f",{self.times[each.world_since]}"
        for predicate in FLAGS:
            if getattr(each, predicate) and not (predicate == "commander" and (each.token or each.copy)):
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
        if symbols := _SYMBOL.findall(each.mana_cost.partition("//")[0]):
            yield "mana_value(0,0)", "mana_value", f",{sum(map(_mana_of, symbols))}"
            for letter, color in COLOR_LETTERS.items():
                if count := sum(letter in symbol for symbol in symbols):
                    yield f"mana_symbols(0,{color},0)", "mana_symbols", f",{color},{count}"
        for predicate, words in (
            ("printed_type", line.types),
            ("printed_supertype", line.supertypes),
            ("printed_subtype", map(slug, line.subtypes)),
            ("printed_color", _colors(each)),
        ):
            for word in words:
                yield f"{predicate}(0,{word})", predicate, f",{word}"
        for predicate, value in (("printed_power", each.power), ("printed_toughness", each.toughness)):
            if value is not None:
                yield f"{predicate}(0,0)", predicate, f",{number(printed_number(value))}"
        abilities = reading.abilities
        if each.chapters is not None:
            abilities = [ability for ability in abilities if not str(ability).startswith("chapter(")]
            abilities.extend([f"chapter({number(each.chapters)})"] if each.chapters else [])
        for term in map(self._ability, abilities):
            yield f"printed_ability(0,{shape_of_term(term)})", "printed_ability", f",{term}"

    def _ability(self, part: str | Ability) -> str:
        """Write an ability as a term, and note which filters are part of it, and of what it grants."""
        term = self._term(part)
        if not isinstance(part, str):
            for number in self._filters(part):
                self.add(f"speaks_of({shape_of_term(term)},0)", f"speaks_of({term},{number})")
        return term

    def _filters(self, part: Argument) -> Iterator[str]:
        """Yield the numbers of the filters in a part of what a text says."""
        inner: Sequence[Argument] = ()
        if isinstance(part, Filter):
            yield self._term(part)
        elif isinstance(part, Ability):
            inner = part.arguments
            if part.name == "grants":
                self._ability(part.arguments[0])  # type: ignore[arg-type]
        elif isinstance(part, Trigger):
            inner = (*part.events, part.filter, *part.conditions)
        elif isinstance(part, Continuous):
            inner = (part.filter, *part.changes, *part.conditions)
        for each in inner:
            yield from self._filters(each)

    def _term(self, part: Argument) -> str:
        """Write a part of what a text says as a term; filters, triggers, losses and continuous effects get numbers."""
        if isinstance(part, str):
            return part
        if isinstance(part, Ability):
            return f"{part.name}({','.join(map(self._term, part.arguments))})"
        numbers = self._numbers[type(part)]
        if part not in numbers:
            numbers[part] = len(numbers) + 1
            self._describe(part, numbers[part])
        return str(numbers[part])

    def _describe(self, part: Filter | Trigger | Loss | Continuous, number: int) -> None:
        facts: list[tuple[str, ...]] = []
        if isinstance(part, Filter):
            for place, qualities in enumerate(part.alternatives, 1):
                facts.append(("filter_alternative", str(place)))
                facts.extend(("filter_requires", str(place), quality) for quality in qualities)
        elif isinstance(part, Loss):
            facts.extend(("loss_step", step) for step in part.steps)
        elif isinstance(part, Continuous):
            facts.append(("applies_to", self._term(part.filter)))
            facts.extend(("changes", self._term(change)) for change in part.changes)
            facts.extend(("as_long_as", self._term(condition)) for condition in part.conditions)
        else:
            self.triggers[f"triggered({number})"] = part
            chosen = self._term(part.filter)
            facts.extend(("triggers_on", self._term(event), chosen) for event in part.events)
            facts.extend(("intervening_if", self._term(condition)) for condition in part.conditions)
            facts.extend([("looks_at", part.looks_at)] if part.looks_at is not None else [])
            facts.extend([("one_or_more",)] if part.one_or_more else [])
            facts.extend([("once_each_turn",)] if part.once_each_turn else [])
        for predicate, *terms in facts:
            rest = "".join(f",{term}" for term in terms)
            self.add(f"{predicate}(0{shape_of_term(rest)})", f"{predicate}({number}{rest})")


def _fits(sentence: Sentence, kind: str) -> bool:
    """Tell whether a sentence of an effect was read and can be about such a thing: a player only has abilities."""
    granted = all(isinstance(each, Ability) and each.name == "grants" for each in sentence.terms)
    return sentence.kind != "unread" and (kind == "object" or granted)


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
    "melded",
    "ability_on_stack",
    "moved_since_last_check",
)
"""Facts about an object that are fields of it, either true or false."""


_SYMBOL: Final = re.compile(r"\{([^}]*)\}")


def _mana_of(symbol: str) -> int:
    """Return what a mana symbol adds to the mana value (202.3)."""
    amounts = [int(half) for half in symbol.split("/") if half.isdecimal()]
    return max(amounts) if amounts else int(symbol not in "XYZ")


def _colors(each: GameObject) -> Sequence[str]:
    if each.colors is not None:
        return each.colors
    symbols = "".join(_COLOR_SYMBOL.findall(each.mana_cost.partition("//")[0]))
    return [color for letter, color in COLOR_LETTERS.items() if letter in symbols]
