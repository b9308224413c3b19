"""Results as a judge reads them: what happens, to whom, under which rule and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from click import style

from sbalogic.board import Board, GameObject, Player
from sbalogic.editions import Edition
from sbalogic.formats.entries import snake_case
from sbalogic.outcome import Action, Choice, Outcome, Prevented, Resolution
from sbalogic.side_by_side import Comparison
from sbalogic.trigger_order import TRIGGER_ORDER

_EVENTS = {
    "lose": "loses the game",
    "cease": "ceases to exist",
    "put_into_graveyard": "is put into its owner's graveyard",
    "destroy": "is destroyed",
    "sacrifice": "is sacrificed",
    "unattach": "becomes unattached",
    "remove_counters": "has counters removed",
    "choose_protector": "gets a protector",
    "designate_sector": "gets a sector",
    "remove_dungeon": "is completed and leaves the game",
    "set_speed": "gets speed 1",
    "put_into_command_zone": "is put into the command zone",
    "turn_face_down": "is turned face down, to the bottom of the scheme deck",
    "planeswalk": "planeswalks",
}
_EVENTS_PREVENTED = {
    "lose": "would lose the game",
    "destroy": "would be destroyed",
    "sacrifice": "would be sacrificed",
    "regenerate": "would be regenerated",
}
_INSTEAD = {
    "exile": "is exiled instead of going to a graveyard",
    "regenerate": "is regenerated instead of destroyed",
    "destroy_aura": "stays, and the Aura is destroyed instead",
    "replace_loss": "does not lose: the loss is replaced",
    "shuffle_into_library": "is shuffled into its owner's library instead",
    "put_into_library": "is put into its owner's library instead",
    "put_into_hand": "is put into its owner's hand instead",
    "put_into_command_zone": "is put into the command zone instead",
}
_KEYS = {
    "legend_rule": "keeps",
    "planeswalker_uniqueness": "keeps",
    "role_rule": "keeps",
    "protector": "chooses as protector",
    "sector": "chooses sector",
    "commander_zone": "moves the commander to the command zone:",
    "replacement": "applies first",
    "conflict": "chooses",
    TRIGGER_ORDER: "puts on the stack:",
}


def text_lines(resolution: Resolution, title: str) -> Iterator[str]:
    """Write a resolution as lines of text, with colours as escape sequences."""
    board = resolution.board
    yield style(title, bold=True) + f" (rules of {board.rules.isoformat()})"
    for warning in resolution.warnings:
        of = "" if warning.object is None else f"{_object(board, warning.object)}: "
        yield style(f"  {warning.label:<10}", fg="yellow") + of + warning.text
    several = len(resolution.outcomes) > 1 or not resolution.complete
    for number, outcome in enumerate(resolution.outcomes, 1):
        if several:
            times = f", {outcome.times} combinations of choices" if outcome.times > 1 else ""
            yield ""
            yield style(f"Outcome {number} of {_count(resolution)}{times}", bold=True)
        yield from _outcome(board, outcome)
    if not resolution.complete:
        yield ""
        yield f"There are more outcomes; --limit N shows more than {len(resolution.outcomes)}."


def comparison_lines(board: Board, compared: Comparison) -> Iterator[str]:
    """Write where the outcomes under two editions part, and why."""
    one, other = compared.one.day, compared.other.day
    if compared.same:
        yield style(f"{one} and {other}: the same happens", bold=True)
        return
    where = f"part in check {compared.check}" if compared.check is not None else "end differently"
    yield style(f"{one} and {other}: the outcomes {where}", bold=True)
    for day, actions in ((one, compared.only_one), (other, compared.only_other)):
        for action in actions:
            yield f"  only {day}: {style(action.rule, fg='cyan')} {_action(board, action)}"
    because = compared.because
    for old, new in because.changed:
        yield f"  because {_rule(compared.one, old)} and {_rule(compared.other, new)} do not mean the same"
    for edition, names in ((compared.other, because.came), (compared.one, because.gone)):
        for name in names:
            yield f"  because {_rule(edition, name)} is in the rules of {edition.day} only"


def _rule(edition: Edition, name: str) -> str:
    return f"{name} ({edition.numbers[name]})"


def _count(resolution: Resolution) -> str:
    return f"{len(resolution.outcomes)}{'' if resolution.complete else ' or more'}"


def _outcome(board: Board, outcome: Outcome) -> Iterator[str]:
    choices: dict[int, list[Choice]] = {}
    for choice in outcome.choices:
        choices.setdefault(choice.check, []).append(choice)
    prevented: dict[int, list[Prevented]] = {}
    for each in outcome.prevented:
        prevented.setdefault(each.check, []).append(each)
    actions = {check.number: check.actions for check in outcome.checks}
    for number in sorted({*choices, *prevented, *actions}):
        yield f"  Check {number}" + ("" if number in actions else ": nothing is performed")
        for choice in choices.get(number, ()):
            yield f"    {choice.player} {_KEYS.get(choice.kind, choice.kind)} {_label(board, choice.option)}" + (
                f" ({_about(board, choice)})" if choice.subject != choice.player else ""
            )
        for action in actions.get(number, ()):
            yield f"    {style(f'{action.rule:<8}', fg='cyan')} {_action(board, action)}"
        for each in prevented.get(number, ()):
            yield f"    {style(f'{each.rule:<8}', fg='cyan')} {_prevented(board, each)}"
    if not outcome.checks:
        yield "  No state-based action is performed."
    yield from _triggers(board, outcome)
    yield from _moves(board, outcome.board)
    yield from _changes(board, outcome.board)
    yield "  " + style(_result(outcome), fg="green")


def _triggers(board: Board, outcome: Outcome) -> Iterator[str]:
    together = Counter(trigger.group for trigger in outcome.triggers)
    ordered = any(choice.kind == TRIGGER_ORDER for choice in outcome.choices)
    for trigger in outcome.triggers:
        about = f" because of {_label(board, trigger.about)}" if trigger.about is not None else ""
        value = f", which looks at the number {trigger.value}" if trigger.value is not None else ""
        free = trigger.group is not None and together[trigger.group] > 1 and not ordered
        order = f" (group {trigger.group}: in any order)" if free else ""
        source = _label(board, trigger.source)
        ability = trigger.ability.replace("_", " ")
        yield f"  Triggered: {ability} of {source}{about}, controlled by {trigger.controller}{value}{order}"


def _about(board: Board, choice: Choice) -> str:
    """Return what a choice is about: a name or type for uniqueness rules, else an object, player or team."""
    return (
        choice.subject if choice.kind in ("legend_rule", "planeswalker_uniqueness") else _label(board, choice.subject)
    )


def _action(board: Board, action: Action) -> str:
    said = _EVENTS[action.event] if action.performed == action.event else _INSTEAD[action.performed]
    by = f" ({_label(board, action.replaced_by)})" if action.replaced_by is not None else ""
    return f"{_subject(board, action)} {said}{by}{_because(board, action.because)}"


def _prevented(board: Board, prevented: Prevented) -> str:
    would = _EVENTS_PREVENTED.get(prevented.event, f"would {prevented.event}")
    source = "" if prevented.source == prevented.subject else f" ({_label(board, prevented.source)})"
    return f"{_subject(board, prevented)} {would}, but {prevented.reason}{source}{_because(board, prevented.because)}"


def _because(board: Board, reasons: tuple[str, ...]) -> str:
    said = []
    for reason in reasons:
        word, _, value = reason.rpartition(" ")
        said.append(f"{word} {_label(board, value)}" if value in board.objects else reason)
    return ": " + ", ".join(said) if said else ""


def _subject(board: Board, each: Action | Prevented) -> str:
    if each.subject_kind == "object":
        return _object(board, each.subject)
    return each.subject if each.subject_kind == "player" else f"team {each.subject}"


def _object(board: Board, name: str) -> str:
    """Return a printed name, with the id where that says more."""
    each = board.objects[name]
    if each.name is None:
        return name
    return each.name if snake_case(each.name) == name else f"{each.name} [{name}]"


def _label(board: Board, text: str) -> str:
    return _object(board, text) if text in board.objects else text


def _moves(board: Board, after: Board) -> Iterator[str]:
    moves: dict[str, list[str]] = {}
    for name, each in board.objects.items():
        zone = after.objects[name].zone if name in after.objects else "out of the game"
        if zone != each.zone:
            moves.setdefault(f"{each.zone} → {zone}", []).append(_object(board, name))
    for way, names in moves.items():
        yield f"  Moved, {way}: {', '.join(names)}"


_SHOWN_OF_OBJECTS = (
    "controller",
    "counters",
    "damage",
    "attached_to",
    "tapped",
    "protector",
    "sector",
    "regeneration_shields",
)
_SHOWN_OF_PLAYERS = ("life", "poison", "speed")


def _changes(board: Board, after: Board) -> Iterator[str]:
    for name, each in board.objects.items():
        if name in after.objects and after.objects[name].zone == each.zone:
            yield from _changed(_object(board, name), each, after.objects[name], _SHOWN_OF_OBJECTS)
    for name, player in board.players.items():
        if not after.players[name].left:
            yield from _changed(name, player, after.players[name], _SHOWN_OF_PLAYERS)
            for zone in dict.fromkeys((*player.zone_sizes, *after.players[name].zone_sizes)):
                old, new = _size(board, name, zone), _size(after, name, zone)
                if old != new:
                    yield f"  Changed, {name}: {zone} {old} → {new}"
    for name, team in board.teams.items():
        if team.life != after.teams[name].life:
            yield f"  Changed, team {name}: life {team.life} → {after.teams[name].life}"


def _size(board: Board, player: str, zone: str) -> int:
    """Return how many cards are in a player's zone, those without a name among them."""
    named = sum(each.zone == zone and each.owner == player for each in board.objects.values())
    return named + board.players[player].zone_sizes.get(zone, 0)


def _changed(
    label: str, before: GameObject | Player, after: GameObject | Player, fields: Sequence[str]
) -> Iterator[str]:
    for field in fields:
        old, new = getattr(before, field), getattr(after, field)
        if isinstance(old, Mapping):
            for key in dict.fromkeys((*old, *new)):
                if old.get(key, 0) != new.get(key, 0):
                    yield f"  Changed, {label}: {key} {old.get(key, 0)} → {new.get(key, 0)}"
        elif old != new:
            yield f"  Changed, {label}: {field.replace('_', ' ')} {_plain(old)} → {_plain(new)}"


def _plain(value: object) -> str:
    return "none" if value is None else {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _result(outcome: Outcome) -> str:
    result = outcome.result
    match result.kind:
        case "priority":
            then = "; another cleanup step follows" if outcome.another_cleanup else ""
            return f"{result.players[0]} gets priority{then}."
        case "step_ends":
            return "The step ends; nobody gets priority."
        case "win":
            return f"{' and '.join(result.players)} {'win' if len(result.players) > 1 else 'wins'} the game."
        case _:
            return f"The game is a draw ({result.reason})."
