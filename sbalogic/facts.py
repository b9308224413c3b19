"""Boards as facts and facts as boards: the only place that knows both.

A fact is a text such as `zone("bears",battlefield)`, spelled as clingo prints it. Facts of one shape, such as
`zone(0,battlefield)` (0 for any number or string), stand together, so that what a program does not read is left out at once.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from clingo import parse_term

from sbalogic.board import Board, BoardWarning, ContinuousEffect, GameObject, Player, WaitingTrigger
from sbalogic.formats.type_line import TypeLine, parse_type_line
from sbalogic.numbers import Scale, scale_for
from sbalogic.oracle.reader import Reading, read_text
from sbalogic.oracle.words import COLOR_LETTERS
from sbalogic.terms import name_in, quote, slug, unquote

Groups = dict[str, set[str]]
"""Facts by their shape."""

_TOUGHNESS_COUNTER = re.compile(r"[+-]\d{1,9}/([+-]\d{1,9})")
_COLOR_SYMBOL = re.compile(r"\{[^}]*\}")
_INSTRUCTIONS: Final = ("instant", "sorcery")
_TEXT_COUNTS: Final = ("battlefield", "command")


@dataclass(frozen=True)
class BoardFacts:
    """A board as facts, with what is needed to read the results back."""

    board: Board
    groups: Groups
    scale: Scale
    readings: Mapping[str, Reading]
    """What the text of each object says, by id."""
    warnings: tuple[BoardWarning, ...]
    unnamed: tuple[str, ...]
    """Objects to which the file gave no id, in file order: they may be interchangeable."""


def facts_of(board: Board) -> BoardFacts:
    """Write a board as facts of `asp/vocabulary.lp`.

    Raises `NumbersTooLarge` if its numbers have no exact image in 32 bits.
    """
    scale = _scale(board)
    writer = _Writer(board, scale)
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
    return BoardFacts(board, writer.groups, scale, writer.readings, (*board.warnings, *writer.warnings), unnamed)


def _scale(board: Board) -> Scale:
    """Find how to write the board's numbers: a rule adds numbers of one object, or of the players."""
    numbers: list[int] = []
    weights: Counter[str] = Counter()
    for each in board.objects.values():
        own = [each.damage, each.regeneration_shields, each.timestamp or 0, each.world_since or 0, each.chapters or 0]
        own.append(_printed(each.toughness))
        own.extend(each.counters.values())
        numbers.extend(own)
        weights[each.id] += 2
        for kind in each.counters:
            weights[each.id] += max(1, abs(_toughness_of_counter(kind)))
    for effect in board.effects:
        numbers.append(effect.toughness)
        weights[effect.affects] += 1
    shared = 0
    for player in board.players.values():
        own = [
            player.life or 0,
            player.poison,
            player.speed or 0,
            *player.commander_damage.values(),
            *player.zone_sizes.values(),
        ]
        numbers.extend(own)
        shared += len(own)
    for team in board.teams.values():
        numbers.extend((team.life or 0, team.poison))
        shared += 2
    numbers.append(board.starting_life or 0)
    terms = 4 * (shared + max(weights.values(), default=0) + 1)
    return scale_for(numbers, terms, floor=max(1000, 2 * len(board.objects)))


def _printed(value: int | str | None) -> int:
    """Read a printed number; what `*` stands for counts as 0."""
    if isinstance(value, int):
        return value
    return sum(int(number) for number in re.findall(r"[+-]?\d+", value or ""))


def _toughness_of_counter(kind: str) -> int:
    match = _TOUGHNESS_COUNTER.fullmatch(kind)
    return int(match[1]) if match else 0


class _Writer:
    """Collects the facts of one board."""

    def __init__(self, board: Board, scale: Scale) -> None:
        self.board = board
        self.number = scale.encode
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
        if board.variant == "planechase":
            add("planar_controller(0)", f"planar_controller({quote(board.planar_controller or board.active_player)})")
        for team in board.teams.values():
            if team.life is not None:
                add("team_life(0,0)", f"team_life({quote(team.name)},{self.number(team.life)})")
            if team.poison:
                add("team_poison(0,0)", f"team_poison({quote(team.name)},{self.number(team.poison)})")

    def player(self, player: Player, place: int) -> None:
        add, name = self.add, quote(player.name)
        add("player(0)", f"player({name})")
        add("turn_order(0,0)", f"turn_order({name},{place})")
        if player.team is not None:
            add("member(0,0)", f"member({name},{quote(player.team)})")
        if player.left:
            add("left(0)", f"left({name})")
            return
        present = [each.name for each in self.board.players.values() if not each.left]
        add("seat(0,0)", f"seat({name},{present.index(player.name)})")
        if player.life is not None:
            add("life(0,0)", f"life({name},{self.number(player.life)})")
        if player.poison:
            add("poison(0,0)", f"poison({name},{self.number(player.poison)})")
        if player.speed is not None:
            add("speed(0,0)", f"speed({name},{self.number(player.speed)})")
        if player.drew_from_empty_library:
            add("drew_from_empty_library(0)", f"drew_from_empty_library({name})")
        for commander, number in player.commander_damage.items():
            kind = "object" if commander in self.board.objects else "name"
            add(
                f"commander_damage(0,{kind}(0),0)",
                f"commander_damage({name},{kind}({quote(commander)}),{self.number(number)})",
            )
        for zone, size in player.zone_sizes.items():
            add(f"zone_size(0,{zone},0)", f"zone_size({name},{zone},{self.number(size)})")

    def effect(self, number: int, effect: ContinuousEffect) -> None:
        affected = self._target(effect.affects)
        self.add(f"affects(0,{affected[0]}(0))", f"affects({number},{affected[1]})")
        if effect.toughness and affected[0] == "object":
            self.add(
                "toughness_effect(0,object(0),0)",
                f"toughness_effect({number},{affected[1]},{self.number(effect.toughness)})",
            )

    def _target(self, name: str) -> tuple[str, str]:
        kind = "object" if name in self.board.objects else "player"
        return kind, f"{kind}({quote(name)})"

    def object(self, each: GameObject, position: int) -> None:
        add, name = self.add, quote(each.id)
        add(f"zone(0,{each.zone})", f"zone({name},{each.zone})")
        if each.owner is not None:
            add("owner(0,0)", f"owner({name},{quote(each.owner)})")
        if each.controller is not None:
            add("controller(0,0)", f"controller({name},{quote(each.controller)})")
        if each.timestamp is None:
            add("file_order(0,0)", f"file_order({name},{position})")
        else:
            add("timestamp(0,0)", f"timestamp({name},{self.number(each.timestamp)})")
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
        for kind, number in each.counters.items():
            add(f"counters(0,{quote(kind)},0)", f"counters({name},{quote(kind)},{self.number(number)})")
            if toughness := _toughness_of_counter(kind):
                add(f"toughness_counter({quote(kind)},0)", f"toughness_counter({quote(kind)},{toughness})")
        if each.damage:
            add("damage(0,0)", f"damage({name},{self.number(each.damage)})")
        if each.regeneration_shields:
            add("regeneration_shields(0,0)", f"regeneration_shields({name},{self.number(each.regeneration_shields)})")
        if each.world_since is not None:
            add("world_since(0,0)", f"world_since({name},{self.number(each.world_since)})")
        for predicate in _FLAGS:
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
            printed("printed_toughness", str(self.number(_printed(each.toughness))), "0")
        abilities = list(reading.abilities)
        if each.chapters is not None:
            abilities = [term for term in abilities if not term.startswith("chapter(")]
            abilities.extend([f"chapter({self.number(each.chapters)})"] if each.chapters else [])
        for term in dict.fromkeys(abilities):
            printed("printed_ability", term, _shape(term))
        for instance, alternatives in enumerate(reading.enchants, 1):
            for number, qualities in enumerate(alternatives, 1):
                facts.append(("enchant_alternative(0,0,0)", "enchant_alternative(", f",{instance},{number})"))
                for quality in qualities:
                    facts.append(
                        (
                            f"enchant_requires(0,0,0,{_shape(quality)})",
                            "enchant_requires(",
                            f",{instance},{number},{quality})",
                        )
                    )
        return reading, facts


_FLAGS: Final = (
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


def _colors(each: GameObject) -> Sequence[str]:
    if each.colors is not None:
        return each.colors
    symbols = "".join(_COLOR_SYMBOL.findall(each.mana_cost))
    return [color for letter, color in COLOR_LETTERS.items() if letter in symbols]


_STRING_OR_NUMBER = re.compile(r'"(?:[^"\\]|\\.)*"|(?<![A-Za-z_\d])-?\d+')


def _shape(term: str) -> str:
    return _STRING_OR_NUMBER.sub("0", term)


@lru_cache(maxsize=1 << 16)
def shape_of(fact: str) -> str:
    """Return the shape of a fact. The kinds of counters are part of it: the rules know some kinds."""
    if fact.startswith("counters("):
        return f"counters(0,{_STRING_OR_NUMBER.findall(fact)[1]},0)"
    return _shape(fact)


_ABOUT: Final = re.compile(r'(\w+)\(("(?:[^"\\]|\\.)*")')
_MENTION: Final = re.compile(r'object\(("(?:[^"\\]|\\.)*")\)')
_NOT_ABOUT_OBJECTS: Final = frozenset(
    [
        "player",
        "turn_order",
        "seat",
        "member",
        "active_player",
        "planar_controller",
        "left",
        "life",
        "poison",
        "speed",
        "drew_from_empty_library",
        "commander_damage",
        "zone_size",
        "team_life",
        "team_poison",
        "toughness_counter",
        "answer",
    ]
)
_NO_DIFFERENCE: Final = "file_order"
"""A place in the file makes no difference between objects that are equal otherwise."""


def interchangeable(groups: Groups, unnamed: Sequence[str]) -> list[list[str]]:
    """Return the classes of interchangeable objects, each with two members or more, in file order.

    `unnamed` are the objects whose ids the file did not give. Interchangeable are those of them of which the same facts
    hold and which no fact about anything else mentions.
    """
    if len(unnamed) < 2:
        return []
    candidates = {quote(each): each for each in unnamed}
    facts: dict[str, list[str]] = {term: [] for term in candidates}
    for shape, group in groups.items():
        predicate = shape.partition("(")[0]
        mentions = "object(" in shape
        about = predicate not in _NOT_ABOUT_OBJECTS
        if predicate == _NO_DIFFERENCE or not (mentions or about):
            continue
        for fact in group:
            if mentions:
                for mentioned in _MENTION.findall(fact):
                    facts.pop(mentioned, None)
            if about and (match := _ABOUT.match(fact)) and match[2] in facts:
                facts[match[2]].append(match[1] + fact[match.end() :])
    classes: dict[frozenset[str], list[str]] = defaultdict(list)
    for term, each in candidates.items():
        if facts.get(term):
            classes[frozenset(facts[term])].append(each)
    return [members for members in classes.values() if len(members) > 1]


_REFERENCE: Final = re.compile(
    r"(?:^(?!(?:" + "|".join(sorted(_NOT_ABOUT_OBJECTS)) + r')\()\w+\(|object\(|trigger\()("(?:[^"\\]|\\.)*")'
)


def up_to_interchange(texts: Iterable[str], classes: Sequence[Sequence[str]]) -> Hashable:
    """Return what facts and other terms say, so that swapping objects of one class makes no difference.

    An object is referred to where a fact is about it, and as object(O) or trigger(O,A).
    """
    class_of = {quote(each): number for number, members in enumerate(classes) for each in members}
    common: list[str] = []
    own: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        mentioned = {each for each in _REFERENCE.findall(text) if each in class_of}
        if len(mentioned) == 1:
            (each,) = mentioned
            own[each].append(text.replace(each, "_"))
        else:
            common.append(text)
    kinds = Counter((class_of[each], frozenset(said)) for each, said in own.items())
    return frozenset(common), frozenset(kinds.items())


def toggle(groups: Groups, facts: Iterable[str]) -> Groups:
    """Return the groups with each of `facts` added if it was missing and removed if it was there."""
    by_shape: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        by_shape[shape_of(fact)].add(fact)
    changed = dict(groups)
    for shape, toggled in by_shape.items():
        changed[shape] = changed.get(shape, set()) ^ toggled
        if not changed[shape]:
            del changed[shape]
    return changed


# --- back to a board


_OBJECT_FIELDS: Final[Mapping[str, object]] = {
    "zone": None,
    "controller": None,
    "damage": 0,
    "attached_to": None,
    "timestamp": None,
    "world_since": None,
    "protector": None,
    "attacking": None,
    "sector": None,
    "regeneration_shields": 0,
    "marker": None,
    **dict.fromkeys(_FLAGS, False),
}
"""The fluents of an object that are fields of it, and what holds without them."""

_PLAYER_FIELDS: Final[Mapping[str, object]] = {
    "life": None,
    "poison": 0,
    "speed": None,
    "left": False,
    "drew_from_empty_library": False,
}

_COUNTED: Final = {"counters": "counters", "commander_damage": "commander_damage", "zone_size": "zone_sizes"}
"""Fluents that are entries of a mapping, and its field."""

_FACT = re.compile(r'(\w+)\(("(?:[^"\\]|\\.)*")(?:,(.*))?\)')


class _Changes:
    """What changes on a board, by object and by player."""

    def __init__(self, facts: BoardFacts) -> None:
        self.board = facts.board
        self.scale = facts.scale
        self.objects: dict[str, dict[str, Any]] = {}
        self.players: dict[str, dict[str, Any]] = {}

    def fact(self, predicate: str, subject: str, value: str | None, *, holds: bool) -> None:
        """Note that a fact came or went; all that went must be noted before what came."""
        if predicate in _COUNTED and value is not None:
            self._entry(predicate, subject, value, holds=holds)
            return
        fields, changes = (
            (_OBJECT_FIELDS, self.objects) if predicate in _OBJECT_FIELDS else (_PLAYER_FIELDS, self.players)
        )
        default = fields[predicate]
        if not holds:
            new: object = default
        elif value is None:
            new = True
        else:
            new = self.scale.decode(int(value)) if _is_number(value) else name_in(value)
        changes.setdefault(subject, {})[predicate] = new

    def _entry(self, predicate: str, subject: str, value: str, *, holds: bool) -> None:
        of: Any = self.board.objects if predicate == "counters" else self.board.players
        changes = self.objects if predicate == "counters" else self.players
        field = _COUNTED[predicate]
        entries = changes.setdefault(subject, {}).setdefault(field, dict(getattr(of[subject], field)))
        key, _, number = value.rpartition(",")
        if holds:
            entries[name_in(key)] = self.scale.decode(int(number))
        else:
            entries.pop(name_in(key), None)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal()


def board_after(facts: BoardFacts, groups: Groups, changed: Iterable[str], placed: Sequence[str]) -> Board:
    """Read the board at the end: the one given, with every fact toggled that `changed` holds.

    `groups` are the facts at the end; `placed` are the triggers put on the stack, in that order. Answers to choices,
    expectations and warnings belong to the board that was given, and stay behind.
    """
    board = facts.board
    changes = _Changes(facts)
    gone: list[tuple[str, str, str | None]] = []
    came: list[tuple[str, str, str | None]] = []
    affected = {f"affects({number}," for number in range(len(board.effects))}
    waiting = {f"given({number})": each for number, each in enumerate(board.triggers)}
    stacked: dict[str, WaitingTrigger] = {}
    planar_controller = board.planar_controller
    for fact in changed:
        holds = fact in groups.get(shape_of(fact), ())
        match = _FACT.fullmatch(fact)
        if match is not None and (match[1] in _OBJECT_FIELDS or match[1] in _PLAYER_FIELDS or match[1] in _COUNTED):
            (came if holds else gone).append((match[1], unquote(match[2]), match[3]))
        elif fact.startswith("planar_controller(") and holds:
            planar_controller = name_in(fact)
        elif fact.startswith("affects("):
            affected.discard(fact.partition(",")[0] + ",")
        elif fact.startswith(("waiting(", "stacked(")):
            into = waiting if fact.startswith("waiting(") else stacked
            trigger, content = trigger_of(facts, fact)
            into.pop(trigger, None)
            if holds:
                into[trigger] = content
    for each in gone:
        changes.fact(*each, holds=False)
    for each in came:
        changes.fact(*each, holds=True)
    stayed: dict[str, GameObject] = {}
    moved: dict[str, GameObject] = {}
    for name, each_object in board.objects.items():
        change = changes.objects.get(name)
        if change is None:
            stayed[name] = each_object
        elif "zone" not in change:
            stayed[name] = replace(each_object, **change)
        elif change["zone"] is not None:
            moved[name] = replace(each_object, **change)
    objects = stayed | moved
    return replace(
        board,
        objects=objects | _with_ids([_stack_object(stacked[each]) for each in placed if each in stacked], objects),
        players={name: _player_after(each, changes.players.get(name)) for name, each in board.players.items()},
        planar_controller=planar_controller,
        effects=tuple(each for number, each in enumerate(board.effects) if f"affects({number}," in affected),
        triggers=tuple(waiting.values()),
        choices=(),
        expect=None,
        warnings=(),
    )


def _player_after(player: Player, changes: Mapping[str, Any] | None) -> Player:
    if changes is None:
        return player
    if changes.get("left"):
        return Player(player.name, life=None, team=player.team, left=True)
    return replace(player, **changes)


def trigger_of(facts: BoardFacts, fact: str) -> tuple[str, WaitingTrigger]:
    """Return the triggered ability that a fact `waiting(T,P,object(O))` or `stacked(T,P,object(O))` is about, T first."""
    trigger, controller, source = parse_term(fact).arguments
    if trigger.name == "given":
        return str(trigger), facts.board.triggers[trigger.arguments[0].number]
    ability = str(trigger.arguments[1])
    name = source.arguments[0].string
    word, text = facts.readings[name].triggers.get(ability, (ability, ""))
    return str(trigger), WaitingTrigger(controller.string, name, word, text)


def waiting_triggers(facts: BoardFacts, groups: Groups) -> list[WaitingTrigger]:
    """Return the triggered abilities that wait to be put on the stack, those of the file first."""
    waiting = [fact for shape, group in groups.items() if shape.startswith("waiting(") for fact in group]
    return [trigger for _, trigger in sorted((trigger_of(facts, fact) for fact in waiting), key=lambda each: each[0])]


def _stack_object(trigger: WaitingTrigger) -> GameObject:
    base = f"{trigger.source}_{slug(trigger.ability).strip(chr(34))}"
    return GameObject(
        id=base,
        zone="stack",
        owner=trigger.controller,
        controller=trigger.controller,
        ability=trigger.ability,
        source=trigger.source,
    )


def _with_ids(new: Sequence[GameObject], taken: Mapping[str, GameObject]) -> dict[str, GameObject]:
    """Give new objects ids that nothing on the board has."""
    result: dict[str, GameObject] = {}
    for each in new:
        number, name = 1, each.id
        while name in taken or name in result:
            number += 1
            name = f"{each.id}_{number}"
        result[name] = replace(each, id=name)
    return result
