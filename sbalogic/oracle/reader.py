"""Reads the ability lines of an object that state-based actions depend on.

What comes out are ability terms of `asp/state/abilities.lp`. Every sentence ends in one of three classes: read, without
bearing on state-based actions (an activated ability, a trigger of something that no check does, a keyword that none
looks at), or not understood, which is reported as a warning. The grammar of continuous effects is not here yet.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from sbalogic.oracle.keywords import read_keyword_entry, read_keyword_line
from sbalogic.oracle.reading import Ability, Reading
from sbalogic.oracle.sentences import plain, plain_lines, sentences

_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}


def read_text(
    text: str, keywords: Sequence[str], name: str | None, players: Sequence[str], *, instructions: bool
) -> Reading:
    """Read an object's rules text and keyword list.

    `name` is the object's own name, by which its text may speak of itself; `players` are the names that "protection
    from" may give. With `instructions` (an instant or sorcery) sentences that are not understood are what the spell
    does when it resolves, and no warnings.
    """
    reading = Reading()
    itself = _self_reference(plain(name) if name is not None else None)
    conditional = False
    for line in plain_lines(text):
        conditional = conditional or _pattern(_ANOTHER_STATE).match(line) is not None
        if not instructions and (conditional or not _read_line(line, itself, players, reading)):
            reading.unread.extend(sentences(line))
    for keyword in keywords:
        read_keyword_entry(plain(keyword).strip(), players, reading)
    return reading


_pattern = cache(re.compile)

_ANOTHER_STATE = r"LEVEL \d+(?:-\d+|\+)$|\{.*\}: Level \d+$|//$|STATION \d|\d+\+ \|"
"""From such a line on the text holds only with some level, charge or other face (702.87, 711, 716, 721)."""
_CHAPTER = r"([IVX]+(?:\s*,\s*[IVX]+)*)\s*[—–-]"
_ABILITY_WORD = r"[A-Z][\w' ]* — (?=when|whenever|at\b)"
_TRIGGERED = r"(?:when|whenever|at)\b"
_ACTIVATED = (
    r"[+−-]?(?:\d+|X)\s*:|(?:[A-Z][\w' ]* — )?"
    r"(?:\{|(?:sacrifice|discard|pay|tap|untap|remove|exile|return|reveal|put|mill|unattach|collect|"
    r"forage|behold|blight|waterbend|choose|have|draw)\b)[^\"]*?:\s*\S"
)
_NO_CHECK_DOES = (
    r"(?:when|whenever|at)\b[^,]*\b(?:enters?|attacks?|attacking|blocks?|blocked|damage|casts?|copy|beginning|"
    r"end of combat|becomes? the target|turned face up|transforms?|taps? .* for mana|for mana|activates?|cycles?|cycle|"
    r"crews?|saddles?|mutates?|explores?|connives?|scry|surveil|investigate|becomes? monstrous|becomes? renowned|"
    r"becomes? untapped|specializes?|evolves?|trains?|mentors?|exerts?|plays? a|roll|flip|wins? a clash|venture)\b"
)
_CHECKS_DO = (
    r"\b(?:dies?|leaves?|graveyard|sacrifices?|sacrificed|destroyed|exiled?|unattached|loses?|removed|defeated|"
    r"control no|ceases?|planeswalk|complete|regenerates?|command zone)\b"
)
"""Words of triggers that something may set off which state-based actions do."""


def _self_reference(name: str | None) -> str:
    """Return what stands for the object itself: its name, or what legends are called for short."""
    names = (
        {name, name.split(",")[0], name.split(" // ")[0], re.split(r" the | of |, ", name)[0]} if name else set[str]()
    )
    alternatives = [rf"(?<![\w-]){re.escape(each)}(?![\w-])" for each in sorted(names, key=len, reverse=True)]
    return "|".join([*alternatives, r"\b[Tt]his (?!turn\b|way\b|ability\b|game\b)[a-z]+\b"])


def _read_line(line: str, itself: str, players: Sequence[str], reading: Reading) -> bool:
    """Read one line; False if it is none of the kinds of line that need no warning."""
    if (chapter := _pattern(_CHAPTER).match(line)) is not None:
        numbers = [_ROMAN[each.strip()] for each in chapter[1].split(",") if each.strip() in _ROMAN]
        reading.abilities.extend(f"chapter({number})" for number in numbers)
        return True
    if read_keyword_line(line, players, reading):
        return True
    text, line = line, re.sub(itself, "~", line)
    if _read_statics(line, reading):
        return True
    bare = re.sub(_ABILITY_WORD, "", line, count=1, flags=re.IGNORECASE)
    if re.match(_TRIGGERED, bare, re.IGNORECASE):
        return _read_trigger(line, text, reading) or _no_check_sets_off(bare)
    return re.match(_ACTIVATED, bare, re.IGNORECASE) is not None


def _read_trigger(line: str, text: str, reading: Reading) -> bool:
    from sbalogic.oracle.triggers import read_trigger

    trigger = read_trigger(line, text)
    if trigger is None:
        return False
    reading.abilities.append(Ability("triggered", (trigger,)))
    return True


def _read_statics(line: str, reading: Reading) -> bool:
    from sbalogic.oracle.replacements import read_static

    abilities: list[str | Ability] = []
    for sentence in sentences(line):
        read = read_static(sentence.replace('"', "").rstrip("."))
        if read is None:
            return False
        abilities.extend(read)
    reading.abilities.extend(abilities)
    return True


def _no_check_sets_off(line: str) -> bool:
    condition = line.partition(",")[0]
    return (
        re.match(_NO_CHECK_DOES, condition + ",", re.IGNORECASE) is not None
        and re.search(_CHECKS_DO, condition, re.IGNORECASE) is None
    )
