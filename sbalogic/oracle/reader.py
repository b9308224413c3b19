"""Reads the ability lines of an object that state-based actions depend on.

What comes out are ability terms of `asp/state/abilities.lp`. Every sentence ends in one of three classes: read, without
bearing on state-based actions (an activated ability, a trigger of something that no check does, a keyword that none
looks at), or not understood, which is reported as a warning. The grammar of continuous effects is not here yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from sbalogic.oracle.keywords import read_keyword_entry, read_keyword_line
from sbalogic.oracle.reading import Reading
from sbalogic.oracle.words import NUMBERS

_QUOTES = str.maketrans("’‘“”", "''\"\"")
_REMINDER = re.compile(r"\s*\([^()]*\)")
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
    itself = _self_reference(name.translate(_QUOTES) if name is not None else None)
    lines = [_REMINDER.sub("", line).strip() for line in text.translate(_QUOTES).splitlines()]
    conditional = False
    for line in filter(None, lines):
        conditional = conditional or _pattern(_ANOTHER_STATE).match(line) is not None
        if not instructions and (conditional or not _read_line(line, itself, players, reading)):
            reading.unread.extend(_sentences(line))
    for keyword in keywords:
        read_keyword_entry(keyword.translate(_QUOTES).strip(), players, reading)
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
    names: set[str] = set()
    if name:
        names = {name, name.split(",")[0], name.split(" // ")[0], re.split(r" the | of |, | ", name)[0]}
    alternatives = [re.escape(each) for each in sorted(names, key=len, reverse=True)]
    return "(?:" + "|".join([*alternatives, "this [a-z]+", "~"]) + ")"


def _sentences(line: str) -> Iterator[str]:
    for sentence in re.split(r"(?<=[.!])\s+(?=[A-Z\"])", line):
        yield sentence.strip()


def _read_line(line: str, itself: str, players: Sequence[str], reading: Reading) -> bool:
    """Read one line; False if it is none of the kinds of line that need no warning."""
    if (chapter := _pattern(_CHAPTER).match(line)) is not None:
        numbers = [_ROMAN[each.strip()] for each in chapter[1].split(",") if each.strip() in _ROMAN]
        reading.abilities.extend(f"chapter({number})" for number in numbers)
        return True
    if read_keyword_line(line, players, reading) or _read_statics(line, itself, reading):
        return True
    line = re.sub(_ABILITY_WORD, "", line, count=1, flags=re.IGNORECASE)
    if re.match(_TRIGGERED, line, re.IGNORECASE):
        return _read_trigger(line, itself, reading) or _no_check_sets_off(line)
    return re.match(_ACTIVATED, line, re.IGNORECASE) is not None


def _no_check_sets_off(line: str) -> bool:
    condition = line.partition(",")[0]
    return (
        re.match(_NO_CHECK_DOES, condition + ",", re.IGNORECASE) is not None
        and re.search(_CHECKS_DO, condition, re.IGNORECASE) is None
    )


_SELF_TRIGGERS = (
    (r"(?:enters or |attacks or )?dies(?: or is put into exile(?: from the battlefield)?)?", "when_dies", "dies"),
    (r"is put into a graveyard from (?:the battlefield|anywhere)", "when_put_into_graveyard", "put_into_graveyard"),
    (r"(?:enters or )?leaves the battlefield", "when_leaves", "leaves_the_battlefield"),
)
"""What triggers of an object's own going say, their terms, and what a result calls them."""


def _read_trigger(line: str, itself: str, reading: Reading) -> bool:
    for condition, term, word in _SELF_TRIGGERS:
        if re.match(rf"when(?:ever)? {itself} {condition}, (?!if\b)", line, re.IGNORECASE):
            ability = f"{term}({len(reading.triggers) + 1})"
            reading.abilities.append(ability)
            reading.triggers[ability] = (word, line)
            return True
    return False


def _read_statics(line: str, itself: str, reading: Reading) -> bool:
    abilities: list[str] = []
    for sentence in _sentences(line):
        read = _static(sentence.replace('"', "").rstrip("."), itself)
        if read is None:
            return False
        abilities.extend(read)
    reading.abilities.extend(abilities)
    return True


_WHO = {"you": "you", "your opponents": "opponents", "players": "players", "each player": "players"}
_LOSE = r"(you|your opponents|players|each player) can't lose the game(?: and [a-z ]+ can't win the game)?"
_WIN = r"(?:you|your opponents|players) can't win the game(?: and (you|your opponents|players) can't lose the game)?"
_ARCHANGEL = (
    r"if you would lose the game, instead exile {itself} and your life total becomes equal to your starting life total"
)
_MIRROR = (
    r"if you would lose the game, instead shuffle your hand, your graveyard, and all permanents you own into your "
    r"library, then draw (\w+) cards and your life total becomes (\w+)"
)


def _static(sentence: str, itself: str) -> list[str] | None:
    """Read one static ability; None if it is none of those that are known."""

    def match(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, sentence, re.IGNORECASE)

    if found := match(_LOSE) or match(_WIN):
        return [f"cant_lose({_WHO[found[1].lower()]})"] if found[1] else []
    if match(r"players can't (?:win or lose|lose or win) the game"):
        return ["cant_lose(players)"]
    if match(r"you don't lose the game for having 0 or less life"):
        return ["no_loss_for_life(you)"]
    if found := match(r"the legend rule doesn't apply( to permanents you control)?"):
        return ["no_legend_rule(you)" if found[1] else "no_legend_rule(all)"]
    if found := match(rf"{itself} can't have more than (\w+) (.+?) counters? on (?:it|them)"):
        number = _number(found[1])
        return None if number is None else [f'counter_limit("{found[2].lower()}",{number})']
    if match(rf"{itself} can't be sacrificed"):
        return ["cant_be_sacrificed"]
    if match(_ARCHANGEL.format(itself=itself)):
        return ["loss_replacement_by_exile"]
    if found := match(_MIRROR):
        cards, life = _number(found[1]), _number(found[2])
        return None if cards is None or life is None else [f"loss_replacement({life},{cards})"]
    return None


def _number(word: str) -> int | None:
    """Read a number word; None for what is none, or is larger than any text states."""
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 4 else NUMBERS.get(word.lower())
