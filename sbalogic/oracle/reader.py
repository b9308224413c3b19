"""Reads the ability lines of an object that state-based actions depend on.

What comes out are ability terms of `asp/state/abilities.lp`. Every sentence ends in one of three classes: read,
irrelevant to state-based actions (an activated ability, a trigger that no check sets off, keywords that none looks
at), or not understood, which is reported as a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from sbalogic.formats.type_line import TypeLine
from sbalogic.oracle.keywords import read_keyword_entry, read_keyword_line
from sbalogic.oracle.nouns import NotUnderstood
from sbalogic.oracle.reading import ITSELF, Ability, Continuous, Filter, Kind, Reading, Sentence, Term
from sbalogic.oracle.sentences import is_activated, plain, plain_lines, sentences

_ROMAN: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_pattern = cache(re.compile)

_HEADING: Final = r"LEVEL \d+(?:-\d+|\+)$|\{.*\}: Level \d+$|//$"
"""From such a line on the text holds only with some level or other face (702.87, 711, 716)."""
_STATION: Final = r"(\d+)\+ \| (.+)"
"""What a Spacecraft or planet has with so many charge counters (721)."""
_BECOMES_CREATURE: Final = r"It's an artifact creature at (\d+)\+"
_CHAPTER: Final = r"([IVX]+(?:\s*,\s*[IVX]+)*)\s*[—–-]"
_ABILITY_WORD: Final = r"(?P<word>[A-Z][\w'’,!\-]*(?: [\w'’,!\-]+){0,5}) — (?=[A-Z~\"])"
_UNSTATED: Final = ("max speed", "solved", "descended", "hellscube")
"""Words before a dash that stand for a condition which the rest of the line does not state."""
_TRIGGERED: Final = r"(?:when|whenever|at) "
_ONCE_A_TURN: Final = r"this ability triggers only"
_CONTINUES: Final = (
    r"if you do|if you don't|when you do|otherwise|if you can't|if it |if they |then |it |they |that |those |"
    r"if you cast|do this|if no|if there|put |choose|this effect|this ability"
)
_STILL: Final = r"(?:It's|They're|It is|They are) still (?:an? )?(\w+)\.?"
_QUOTED: Final = r'"([^"]*)"'


class _Line(NamedTuple):
    """What a line, or the rest of it, says."""

    sentences: tuple[str, ...]
    kind: Kind
    terms: tuple[Term, ...] = ()
    reason: str = ""


def read_text(
    text: str,
    keywords: Sequence[str],
    name: str | None,
    players: Sequence[str],
    *,
    instructions: bool,
    type_line: TypeLine | None = None,
) -> Reading:
    """Read an object's rules text and keyword list.

    `name` is the object's own name, by which its text may speak of itself, and for short if `type_line` says that it is
    legendary; `players` are the names that "protection from" may give. With `instructions` (an instant or sorcery) the
    text is what the spell does when it resolves.
    """
    reading = Reading()
    itself = self_reference(plain(name) if name is not None else None, type_line, plain(text))
    conditional = False
    last = _Line((), "unread")
    for number, line in plain_lines(text):
        if instructions:
            _note(reading, number, _Line(tuple(sentences(line)), "irrelevant", reason="instructions of a spell"))
            continue
        heading = _pattern(_HEADING).match(line) is not None
        conditional = conditional or heading
        for said in _mode(line, last, itself, players) or _read_line(line, itself, players, heading):
            if conditional and said.terms:
                said = said._replace(kind="unread", terms=())
            _note(reading, number, said)
            last = said
    if (creature := re.search(_BECOMES_CREATURE, plain(text))) is not None:
        reading.add([_with_charge(creature[1], "adds_type(artifact)", "adds_type(creature)")])
    for keyword in keywords:
        entry = plain(keyword).strip()
        try:
            reading.add(read_keyword_entry(entry, players, reading.abilities))
        except NotUnderstood:
            reading.sentences.append(Sentence(0, keyword, "unread"))
    return reading


def _note(reading: Reading, number: int, said: _Line) -> None:
    reading.add(said.terms)
    for place, sentence in enumerate(said.sentences):
        reading.sentences.append(Sentence(number, sentence, said.kind, said.terms if place == 0 else (), said.reason))


_THIS: Final = r"\b[Tt]his (?!turn\b|way\b|ability\b|game\b|effect\b|cost\b|mana\b)[A-Za-z]+\b"


def self_reference(name: str | None, type_line: TypeLine | None, text: str) -> str:
    """Return a pattern of what stands for an object in its text: "this creature", its name, a legend's short name."""
    name = name.removeprefix("A-") if name else None  # as digital cards are called
    names = {name, name.split(" // ")[0]} if name else set[str]()
    if name and type_line is not None and "legendary" in type_line.supertypes:
        short = (name.split(",")[0], re.split(r" the | of |, ", name)[0], name.split(" ")[0])
        names.update(each for each in short if each not in type_line.subtypes and each not in _ARTICLES)
    alternatives = [
        rf"(?<![\w-]){re.escape(each)}(?![\w-])" for each in sorted(names, key=len, reverse=True) if each in text
    ]
    return "|".join([*alternatives, _THIS])


_ARTICLES: Final = ("The", "A", "An", "All", "Each", "Other")


def _mode(line: str, last: _Line, itself: str, players: Sequence[str]) -> list[_Line]:
    """Return a mode or a result of a roll, which belongs to the ability above it; empty if the line is none.

    What a choice made on entering adds is known to no board: it is not understood where it matters.
    """
    if not re.match(r"•|\d+(?:[—–-]\d+)? \|", line):
        return []
    said = tuple(sentences(line))
    if last.reason == _ENTERING:
        chosen = list(_read_line(re.sub(r"• (?:[\w' ]+ — )?", "", line), itself, players, False))
        if any(each.kind != "irrelevant" for each in chosen):
            return [_Line(said, "unread", reason=_ENTERING)]
        return [_Line(said, "irrelevant", reason=_ENTERING)]
    if last.kind == "unread":
        return [_Line(said, "unread")]
    return [_Line(said, "irrelevant", reason=last.reason or "a mode of the ability above")]


_ENTERING: Final = "entering the battlefield"


def _read_line(line: str, itself: str, players: Sequence[str], heading: bool) -> Iterator[_Line]:
    said = tuple(sentences(line))
    if (station := _pattern(_STATION).fullmatch(line)) is not None:
        for each in _read_line(station[2], itself, players, False):
            terms = tuple(_with_charge(station[1], Ability("grants", (term,))) for term in each.terms)
            yield each._replace(terms=terms)
        return
    if heading and not is_activated(line):
        yield _Line(said, "irrelevant", reason="a heading")
        return
    if (chapter := _pattern(_CHAPTER).match(line)) is not None:
        numbers = [_ROMAN[each.strip()] for each in chapter[1].split(",") if each.strip() in _ROMAN]
        yield _Line(said[:1], "read", tuple(f"chapter({number})" for number in numbers))
        yield _Line(said[1:], "irrelevant", reason="instructions of a chapter ability")
        return
    try:
        abilities = read_keyword_line(line, players)
    except NotUnderstood as error:
        yield _Line(said, "unread", tuple(error.args[0]))
        return
    if abilities is not None:
        reason = "" if abilities else "keywords that no check looks at"
        yield _Line(said, "read" if abilities else "irrelevant", tuple(abilities), reason)
        return
    if is_activated(line):
        yield _Line(said, "irrelevant", reason="an activated ability")
        return
    yield from _read_abilities(line, itself, players)


def _with_charge(least: str, *changes: Term) -> Ability:
    condition = f'counters_at_least("charge",{least})'
    return Ability("continuous", (Continuous(ITSELF, changes, (condition,)),))


def _read_abilities(line: str, itself: str, players: Sequence[str]) -> Iterator[_Line]:
    """Read a line of static abilities, of which the last may be followed by a triggered one."""
    unstated = False
    written = line
    if (word := _pattern(_ABILITY_WORD).match(line)) is not None and not line.startswith("•"):
        unstated = word["word"].lower() in _UNSTATED
        if word["word"].lower() == "to solve":
            yield _Line(tuple(sentences(line)), "irrelevant", reason="the course of the turn")
            return
        line = line[word.end() :]
    said = list(sentences(line))
    before, last = ITSELF, _Line((), "unread")
    for place, sentence in enumerate(said):
        shown = written if place == 0 and len(said) == 1 else sentence
        if re.match(_TRIGGERED, sentence, re.IGNORECASE) and not (
            place and last.kind == "irrelevant" and re.match("when you do", sentence, re.IGNORECASE)
        ):
            rest = " ".join(said[place:])
            for each in _read_trigger(rest, said[place:], itself, written):
                yield _unless_unstated(each, unstated)
            return
        if place and re.fullmatch(_pattern(_STILL), sentence):
            yield _Line((sentence,), last.kind, reason=last.reason)
            continue
        text = sentence
        if place + 1 < len(said) and (still := re.fullmatch(_pattern(_STILL), said[place + 1])) is not None:
            text = f"{sentence.rstrip('.')} that's still {still[1]}."
        last, before = _read_sentence(text, shown, before, last, place > 0, itself, players)
        yield _unless_unstated(last, unstated)


def _unless_unstated(said: _Line, unstated: bool) -> _Line:
    return said._replace(kind="unread", terms=()) if unstated and said.kind == "read" else said


def _read_sentence(
    text: str, shown: str, before: Filter, last: _Line, follows: bool, itself: str, players: Sequence[str]
) -> tuple[_Line, Filter]:
    from sbalogic.oracle.phrases import reason_why_irrelevant

    cut, quoted = quoted_abilities(text.rstrip("."), itself, players)
    cut = re.sub(itself, "~", cut)
    reason = reason_why_irrelevant(cut)
    if reason is not None and (None not in quoted or reason in _WHATEVER_IT_HAS):
        return _Line((shown,), "irrelevant", reason=reason), before
    if follows and last.kind == "irrelevant" and last.reason in _SEQUELS and re.match(_CONTINUES, cut, re.IGNORECASE):
        return _Line((shown,), "irrelevant", reason=last.reason), before
    from sbalogic.oracle.statics import read_static

    if re.fullmatch("this effect doesn't remove ~", cut, re.IGNORECASE):
        return _Line((shown,), "read", ("does_not_remove_itself",)), before
    found = read_static(cut, before, quoted)
    if found is None:
        return _Line((shown,), "unread"), before
    terms, subject = found
    if not terms:
        return _Line((shown,), "irrelevant", reason="changes nothing that a check looks at"), subject
    return _Line((shown,), "read", terms), subject


_WHATEVER_IT_HAS: Final = frozenset([_ENTERING, "casting and costs"])
_SEQUELS: Final = frozenset(
    [
        "entering the battlefield",
        "casting and costs",
        "looking at cards",
        "damage and its prevention",
        "the course of the turn",
        "making tokens and putting counters",
        "what players may have or do",
        "building a deck",
    ]
)
"""What a sentence says of these matters may go on in the next one."""


def quoted_abilities(sentence: str, itself: str, players: Sequence[str]) -> tuple[str, list[tuple[Term, ...] | None]]:
    """Return a sentence with numbers in the place of its abilities in quotes, and what those say.

    The objects that have such an ability call themselves "this creature"; where it names the object whose text it is,
    by the pattern `itself`, it speaks of that, which no term says.
    """
    found: list[tuple[Term, ...] | None] = []

    def cut(match: re.Match[str]) -> str:
        inner = match[1].strip().rstrip(",")
        if inner.lower() == "legend rule":
            return inner
        if names := itself.removesuffix(_THIS).rstrip("|"):
            inner = re.sub(names, "§", inner)
        read = Reading()
        for said in _read_line(inner, _THIS, players, False):
            _note(read, 1, said)
        found.append(None if read.unread else tuple(read.abilities))
        return f'"{len(found) - 1}"'

    return (re.sub(_QUOTED, cut, sentence), found) if '"' in sentence else (sentence, found)


_VERBS: Final = (
    r"(?:enters|attacks|blocks|dies|leaves the battlefield|transforms|mutates|is turned face up|becomes [^,]+|"
    r"deals [^,]+|is put into [^,]+)(?: or [a-z ]+)?"
)
_LIST_OF_EVENTS: Final = (
    rf"(?P<subject>(?i:when(?:ever)?) .+?) (?P<events>{_VERBS}(?:, (?:or )?{_VERBS})+), (?P<effect>.+)"
)
_CHECKS_DO: Final = r"\b(?:dies|leaves the battlefield|is put into a graveyard from the battlefield)\b"


def _of_a_list(line: str) -> str:
    """Return "Whenever ~ enters, attacks, or dies, ..." as a trigger on that of the events which checks cause."""
    match = re.fullmatch(_pattern(_LIST_OF_EVENTS), line)
    caused = re.search(_CHECKS_DO, match["events"]) if match is not None else None
    return line if match is None or caused is None else f"{match['subject']} {caused[0]}, {match['effect']}"


def _read_trigger(line: str, said: Sequence[str], itself: str, written: str) -> Iterator[_Line]:
    from sbalogic.oracle.phrases import no_check_sets_off

    cut = _of_a_list(re.sub(itself, "~", line))
    if no_check_sets_off(cut.partition(",")[0]):
        yield _Line(tuple(said), "irrelevant", reason="a trigger that no check sets off")
        return
    from sbalogic.oracle.triggers import read_trigger

    trigger = read_trigger(cut, written)
    if trigger is None:
        yield _Line((said[0],), "unread")
    elif not trigger.events:
        yield _Line(tuple(said), "irrelevant", reason="a trigger that no check sets off")
        return
    elif not any(re.match(_ONCE_A_TURN, each, re.IGNORECASE) for each in said):
        yield _Line((said[0],), "read", (Ability("triggered", (trigger,)),))
    else:
        yield _Line((said[0],), "read", (Ability("triggered", (trigger._replace(once_each_turn=True),)),))
    for sentence in said[1:]:
        if re.match(_ONCE_A_TURN, sentence, re.IGNORECASE):
            yield _Line((sentence,), "read")
        else:
            yield _Line((sentence,), "irrelevant", reason="instructions of a triggered ability")
