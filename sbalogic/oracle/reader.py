"""Reads the ability lines of an object that state-based actions depend on.

What comes out are ability terms of `asp/state/abilities.lp`. Every sentence ends in one of three classes: read, without
bearing on state-based actions (an activated ability, a trigger of something else, a keyword that none of them looks at), or
not understood, which is reported as a warning. The grammar of continuous effects is not here yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from sbalogic.oracle.words import (
    COLORS,
    KEYWORDS_WITH_PARAMETER,
    NUMBERS,
    PLAIN_KEYWORDS,
    SUPERTYPES,
    TYPES,
)
from sbalogic.terms import quote, slug


@dataclass
class Reading:
    """What an object's text says: ability terms, enchant abilities, triggered sentences, and what was not understood."""

    abilities: list[str] = field(default_factory=list)
    """Terms, in reading order: `indestructible`, `protection(color(red))` ..."""
    enchants: list[list[list[str]]] = field(default_factory=list)
    """For each enchant ability its alternatives, each a list of qualities that must all be there."""
    triggers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each trigger's ability term: the word that names it in a result, and its sentence."""
    unread: list[str] = field(default_factory=list)
    """Sentences that were not understood."""


_REMINDER = re.compile(r"\s*\([^()]*\)")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_CHAPTER = re.compile(r"^([IVX]+(?:\s*,\s*[IVX]+)*)\s*[—–-]")
_ACTIVATED = re.compile(r"^[^\".]*?[\w}\])]\s*:\s*\S")
_TRIGGERED = re.compile(r"^(?:when|whenever|at)\b", re.IGNORECASE)
_LOOKS_AT_WHAT_CHECKS_DO = re.compile(
    r"\b(dies?|leaves?|leaving|graveyard|sacrifices?d?|unattached|loses? the game|counters? (?:is|are) removed|"
    r"defeated|you control no|ceases?|becomes attached)\b",
    re.IGNORECASE,
)

_SIMPLE = {
    "indestructible": "indestructible",
    "undying": "undying",
    "persist": "persist",
    "umbra armor": "umbra_armor",
    "totem armor": "umbra_armor",
    "space sculptor": "space_sculptor",
    "start your engines!": "start_your_engines",
}


def read_text(
    text: str, keywords: Sequence[str], name: str | None, players: Sequence[str], *, instructions: bool
) -> Reading:
    """Read an object's rules text and keyword list.

    `name` is the object's own name, by which its text may speak of itself; `players` are the names that "protection from"
    may give. With `instructions` (an instant or sorcery) sentences that are not understood are what the spell does when it
    resolves, and no warnings.
    """
    reading = Reading()
    itself = _self_reference(name)
    for line in text.splitlines():
        line = _REMINDER.sub("", line).strip()
        if line and not _read_line(line, itself, players, reading) and not instructions:
            reading.unread.extend(_sentences(line))
    for keyword in keywords:
        _read_bare_keyword(keyword.strip(), players, reading)
    return reading


def _self_reference(name: str | None) -> str:
    names = {name, name.split(",")[0], name.split(" // ")[0]} if name else set()
    alternatives = [re.escape(each) for each in sorted(names, key=len, reverse=True)]
    return "(?:" + "|".join([*alternatives, "this [a-z]+", "~", "it"]) + ")"


def _sentences(line: str) -> Iterator[str]:
    for sentence in re.split(r"(?<=[.!])\s+(?=[A-Z\"“])", line):
        yield sentence.strip()


def _read_line(line: str, itself: str, players: Sequence[str], reading: Reading) -> bool:
    """Read one line; False if it is none of the kinds of line that need no warning."""
    if (chapter := _CHAPTER.match(line)) is not None:
        reading.abilities.extend(
            f"chapter({_ROMAN[each.strip()]})" for each in chapter[1].split(",") if each.strip() in _ROMAN
        )
        return True
    if _read_keywords(line, players, reading) or _read_statics(line, itself, reading):
        return True
    if _TRIGGERED.match(line):
        return _read_trigger(line, itself, reading) or not _LOOKS_AT_WHAT_CHECKS_DO.search(line.split(",")[0])
    return _ACTIVATED.match(line) is not None


def _read_trigger(line: str, itself: str, reading: Reading) -> bool:
    for pattern, term, word in (
        (rf"when(?:ever)? {itself} dies, (?!if\b)", "when_dies", "dies"),
        (
            rf"when(?:ever)? {itself} is put into a graveyard from the battlefield, (?!if\b)",
            "when_put_into_graveyard",
            "put_into_graveyard",
        ),
        (rf"when(?:ever)? {itself} leaves the battlefield, (?!if\b)", "when_leaves", "leaves_the_battlefield"),
    ):
        if re.match(pattern, line, re.IGNORECASE):
            ability = f"{term}({len(reading.triggers) + 1})"
            reading.abilities.append(ability)
            reading.triggers[ability] = (word, line)
            return True
    return False


def _read_statics(line: str, itself: str, reading: Reading) -> bool:
    abilities: list[str] = []
    for sentence in _sentences(line):
        plain = sentence.replace("’", "'").replace('"', "").replace("“", "").replace("”", "").rstrip(".")
        read = _static(plain, itself)
        if read is None:
            return False
        abilities.extend(read)
    reading.abilities.extend(abilities)
    return True


def _static(sentence: str, itself: str) -> list[str] | None:
    def match(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, sentence, re.IGNORECASE)

    if found := match(
        r"(you|your opponents|players|each player) can't lose the game( and (?:you|your opponents|players) can't win the game)?"
    ):
        return [f"cant_lose({_WHO[found[1].lower()]})"]
    if found := match(
        r"(?:you|your opponents|players) can't win the game(?: and (you|your opponents|players) can't lose the game)?"
    ):
        return [f"cant_lose({_WHO[found[1].lower()]})"] if found[1] else []
    if found := match(r"the legend rule doesn't apply( to permanents you control)?"):
        return ["no_legend_rule(you)" if found[1] else "no_legend_rule(all)"]
    if (found := match(rf"{itself} can't have more than (\w+) (.+?) counters on (?:it|them)")) and (
        number := _number(found[1])
    ) is not None:
        return [f'counter_limit("{found[2].lower()}",{number})']
    if match(rf"{itself} can't be sacrificed"):
        return ["cant_be_sacrificed"]
    loss = match(
        r"if you would lose the game, instead shuffle your hand, your graveyard, and all permanents you own into your library, "
        r"then draw (\w+) cards and your life total becomes (\w+)"
    )
    if loss and (cards := _number(loss[1])) is not None and (life := _number(loss[2])) is not None:
        return [f"loss_replacement({life},{cards})"]
    return None


_WHO = {"you": "you", "your opponents": "opponents", "players": "players", "each player": "players"}


def _number(word: str) -> int | None:
    """Read a number word; None for what is none, or is larger than any text states."""
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 7 else NUMBERS.get(word.lower())


def _read_keywords(line: str, players: Sequence[str], reading: Reading) -> bool:
    """Read a line that is a list of keywords, or one keyword with its parameter."""
    line = line.rstrip(".")
    if _one_keyword(line, players, reading):
        return True
    parts = [part for part in re.split(r"[,;]\s*", line) if part]
    if len(parts) < 2:
        return False
    trial = Reading()
    if all(_one_keyword(part, players, trial) for part in parts):
        reading.abilities.extend(trial.abilities)
        reading.enchants.extend(trial.enchants)
        reading.unread.extend(trial.unread)
        return True
    return False


def _one_keyword(text: str, players: Sequence[str], reading: Reading) -> bool:
    keyword = text.replace("’", "'").casefold()
    if (term := _SIMPLE.get(keyword)) is not None:
        if term not in reading.abilities:
            reading.abilities.append(term)
        return True
    if keyword in PLAIN_KEYWORDS:
        return True
    for first, read in _PARAMETERS.items():
        if keyword.startswith(first + " "):
            if not read(text[len(first) + 1 :].strip(), players, reading):
                reading.unread.append(text)
            return True
    return any(
        re.match(
            rf"{re.escape(each)}(?:$|[ —–-]?(?:[{{—–-]|\d|x\b|from\b|for\b|an?\b|onto\b|[A-Z]\w*$))",
            text,
            re.IGNORECASE,
        )
        for each in KEYWORDS_WITH_PARAMETER
        if keyword.startswith(each)
    )


def _read_bare_keyword(text: str, players: Sequence[str], reading: Reading) -> None:
    """Read an entry of a keyword list. A word whose parameter the text gives says nothing new."""
    keyword = text.casefold()
    if keyword == "protection" and not any(term.startswith("protection(") for term in reading.abilities):
        reading.unread.append(text)
    elif keyword not in ("protection", "enchant", "equip", "bestow"):
        _one_keyword(text, players, reading)


def _read_enchant(text: str, players: Sequence[str], reading: Reading) -> bool:
    suffix: list[str] = []
    for words, quality in (
        (" you control", "you_control"),
        (" an opponent controls", "opponent_controls"),
        (" you don't control", "opponent_controls"),
    ):
        if text.lower().endswith(words):
            text, suffix = text[: -len(words)], [quality]
    alternatives: list[list[str]] = []
    for alternative in re.split(r",\s*(?:or\s+)?|\s+or\s+", text):
        qualities = [_quality(word) for word in alternative.split()]
        if not qualities or None in qualities:
            return False
        alternatives.append([quality for quality in qualities if quality is not None] + suffix)
    if alternatives not in reading.enchants:
        reading.enchants.append(alternatives)
        reading.abilities.append(f"enchant({len(reading.enchants)})")
    return True


def _quality(word: str) -> str | None:
    lower = word.lower()
    if lower in ("permanent", "player", "opponent", "colorless", "multicolored", "monocolored"):
        return lower
    if lower.startswith("non") and (inner := _quality(word[3:].lstrip("-"))) is not None:
        return f"no({inner})"
    if lower in TYPES:
        return f"type({lower})"
    if lower in SUPERTYPES:
        return f"supertype({lower})"
    if lower in COLORS:
        return f"color({lower})"
    return f"subtype({slug(word)})" if word[:1].isupper() and slug(word) else None


def _read_protection(text: str, players: Sequence[str], reading: Reading) -> bool:
    if not text.lower().startswith("from "):
        return False
    terms: list[str] = []
    for quality in re.split(r",\s*(?:and\s+)?(?:from\s+)?|\s+and\s+from\s+|\s+and\s+", text[5:]):
        found = _protections(quality.strip(), players)
        if not found:
            return False
        terms.extend(found)
    reading.abilities.extend(f"protection({term})" for term in terms if f"protection({term})" not in reading.abilities)
    return True


def _protections(quality: str, players: Sequence[str]) -> list[str]:
    lower = quality.lower()
    if quality in players:
        return [f"player({quote(quality)})"]
    if lower in ("everything", "colorless", "multicolored", "monocolored"):
        return [lower]
    if lower in ("all colors", "each color"):
        return ["colored"]
    if lower in ("each opponent", "each of your opponents", "your opponents", "opponents"):
        return ["opponents"]
    if lower in COLORS:
        return [f"color({lower})"]
    if lower in ("each", "the chosen color", "the chosen player") or " " in lower:
        return []
    for singular in _singulars(lower):
        if singular in TYPES:
            return [f"type({singular})"]
        if singular in SUPERTYPES:
            return [f"supertype({singular})"]
    return [f"subtype({slug(singular)})" for singular in _singulars(lower)] if quality[:1].isupper() else []


def _singulars(plural: str) -> list[str]:
    """The words that may have the plural; those that are no words at all match nothing."""
    singulars = [plural]
    for ending, replacements in (("ies", ("y",)), ("ves", ("f", "fe")), ("men", ("man",)), ("es", ("",)), ("s", ("",))):
        if plural.endswith(ending):
            singulars.extend(plural[: -len(ending)] + replacement for replacement in replacements)
    return singulars


def _read_equip(text: str, players: Sequence[str], reading: Reading) -> bool:
    if text.lower().startswith("planeswalker"):
        reading.abilities.append("equip_planeswalker")
    return True


_PARAMETERS: dict[str, Callable[[str, Sequence[str], Reading], bool]] = {
    "enchant": _read_enchant,
    "protection": _read_protection,
    "equip": _read_equip,
}
