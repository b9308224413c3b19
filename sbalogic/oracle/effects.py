"""Reads what continuous effects of resolved spells and abilities say: "It gains indestructible until end of turn."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from sbalogic.oracle.keywords import read_keyword_line
from sbalogic.oracle.nouns import NotUnderstood
from sbalogic.oracle.reader import quoted_abilities
from sbalogic.oracle.reading import ITSELF, Ability, Continuous, Reading, Sentence, Term
from sbalogic.oracle.sentences import plain_lines, sentences

_SUBJECT: Final = re.compile(r"\b(?:it|that creature|that permanent|this creature|target creature)\b", re.IGNORECASE)
_VERB: Final = re.compile(r"(?:is|has|have|gets?|gains?|loses?|becomes?|can't|isn't|doesn't)\b", re.IGNORECASE)
_UNTIL: Final = re.compile(
    r"^until end of turn, | until end of turn$| this turn$|^until your next turn, | until your next turn$",
    re.IGNORECASE,
)
_SWITCH: Final = re.compile(r"(?:it switches|switch) its power and toughness", re.IGNORECASE)
_STILL: Final = re.compile(r"(?:~'s|~ is|they're) still (?:an? )?(\w+)", re.IGNORECASE)


def read_effect(text: str, players: Sequence[str]) -> Reading:
    """Read the text of an effect, in which "it" stands for what it affects and "you" for an affected player.

    The abilities of the reading are changes: `adds_type(creature)`, `grants(indestructible)`.
    """
    reading = Reading()
    for number, line in plain_lines(text):
        for sentence in sentences(line):
            found = _changes(sentence.rstrip("."), players)
            if found is None:
                reading.sentences.append(Sentence(number, sentence, "unread"))
            else:
                reading.add(found)
                reading.sentences.append(Sentence(number, sentence, "read", tuple(found)))
    return reading


def _changes(sentence: str, players: Sequence[str]) -> list[Term] | None:
    from sbalogic.oracle.statics import read_static

    said = _SUBJECT.sub("~", sentence, count=1)
    if _SWITCH.fullmatch(_UNTIL.sub("", sentence)):
        return ["switches"]
    if _VERB.match(said):
        said = f"~ {said}"
    if _STILL.fullmatch(said):
        return []
    for each in (_UNTIL.sub("", said), said):
        cut, quoted = quoted_abilities(each, "", players)
        found = read_static(cut, ITSELF, quoted)
        if found is not None:
            changes = [change for ability in found[0] if (inner := _as_changes(ability)) for change in inner]
            if all(_as_changes(ability) is not None for ability in found[0]):
                return changes
    try:
        abilities = read_keyword_line(said.removeprefix("~ has ").removeprefix("~ gains "), players)
    except NotUnderstood:
        return None
    return None if abilities is None else [Ability("grants", (each,)) for each in abilities]


def _as_changes(ability: Term) -> list[Term] | None:
    """Return an ability as changes of what an effect affects; None if it affects something else."""
    if isinstance(ability, Ability) and ability.name == "continuous":
        (continuous,) = ability.arguments
        assert isinstance(continuous, Continuous)
        return list(continuous.changes) if continuous.filter == ITSELF and not continuous.conditions else None
    return [Ability("grants", (ability,))]
