"""Reads keyword abilities (702), of a line of text or of a keyword list."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from sbalogic.oracle.nouns import NotUnderstood, plain_filter
from sbalogic.oracle.reading import ITSELF, Ability, Filter, Term, Trigger
from sbalogic.oracle.words import COLORS, KEYWORDS_WITH_PARAMETER, PLAIN_KEYWORDS, TYPES
from sbalogic.terms import quote, slug

SIMPLE: Final = {
    "indestructible": "indestructible",
    "undying": "undying",
    "persist": "persist",
    "umbra armor": "umbra_armor",
    "totem armor": "umbra_armor",
    "space sculptor": "space_sculptor",
    "start your engines!": "start_your_engines",
    "start your engines": "start_your_engines",
    "changeling": "changeling",
    "devoid": "devoid",
}
"""Keywords that state-based actions depend on, and their terms."""


_TRIGGERS: Final = {
    word: Trigger(word, "", (event,), ITSELF, looks_at=value)
    for word, event, value in (
        ("afterlife", "dies", None),
        ("champion", "leaves", None),
        ("haunt", "dies", None),
        ("modular", "dies", 'counters("+1/+1")'),
        ("soulshift", "dies", None),
        ("vanishing", 'last_counter_removed("time")', None),
    )
}
"""Keywords with an ability that triggers on what checks do (702)."""


def read_keyword_line(line: str, players: Sequence[str]) -> list[Term] | None:
    """Return the abilities of a line that is a list of keywords; None if it is not.

    Raises `NotUnderstood` if a keyword's parameter is not understood; its argument is what was, as for an Aura that
    enchants "creature with flying".
    """
    items: list[str] = []
    for part in re.split(r"[;,.]\s+", line.rstrip(".;")):
        if items and not _starts_with_keyword(part):
            items[-1] += f", {part}"
        else:
            items.append(part)
    abilities: list[Term] = []
    understood = True
    for item in items:
        try:
            found = _read_keyword(item, players)
        except NotUnderstood as error:
            understood, found = False, list(error.args[0])
        if found is None:
            return None
        abilities.extend(found)
    if not understood:
        raise NotUnderstood(abilities)
    return abilities


def read_keyword_entry(text: str, players: Sequence[str], known: Sequence[Term]) -> list[Term]:
    """Return the abilities of an entry of a keyword list; `known` are those of the text.

    A word whose parameter only the text can give says nothing new. Raises `NotUnderstood`.
    """
    keyword = text.casefold()
    if keyword == "protection":
        if not any(isinstance(term, str) and term.startswith("protection(") for term in known):
            raise NotUnderstood([])
    elif keyword not in KEYWORDS_WITH_PARAMETER:
        return _read_keyword(text, players) or []
    return []


_FIRST_WORD: Final = re.compile(r"[^\s—–{,]+")
_WORD_END: Final = re.compile(r"$|[^a-z]")


@cache
def _by_first_word() -> dict[str, list[str]]:
    """Return the keywords by their first words, the ones with a parameter as they are listed."""
    found: dict[str, list[str]] = {}
    for each in (*SIMPLE, *PLAIN_KEYWORDS, *KEYWORDS_WITH_PARAMETER):
        found.setdefault(each.split(" ")[0], []).append(each)
    return found


def _candidates(lower: str) -> list[str]:
    """Return the keywords that begin with the first word of a text in lower case."""
    first = _FIRST_WORD.match(lower)
    return [] if first is None else _by_first_word().get(first[0], [])


def _starts_with_keyword(text: str) -> bool:
    lower = text.casefold()
    return any(lower.startswith(each) and _WORD_END.match(lower, len(each)) for each in _candidates(lower))


_PARAMETER: Final = (
    r"(?: (?:\d+|x)\b.*| ?\{.*| ?[—–].*| (?:from|for|with|onto|an?|of)\b.*|"
    r" [A-Z][\w']*(?: [A-Za-z][\w']*)?(?: ?[{—].*)?)"
)
"""What follows a keyword: a number, a cost, a quality or a name."""


def _read_keyword(text: str, players: Sequence[str]) -> list[Term] | None:
    keyword = text.casefold()
    if keyword in SIMPLE:
        return [SIMPLE[keyword]]
    if (trigger := _TRIGGERS.get(re.sub(r"[ —–-].*", "", keyword))) is not None:
        return [Ability("triggered", (trigger._replace(text=text),))]
    if keyword in PLAIN_KEYWORDS:
        return []
    for first, read in _WITH_MEANING.items():
        if keyword.startswith(f"{first} ") or re.match(rf"{first} ?[—–{{]", keyword):
            return read(text[len(first) :].strip(), players)
    known = any(
        each in KEYWORDS_WITH_PARAMETER
        and keyword.startswith(each)
        and re.fullmatch(_PARAMETER, text[len(each) :], re.IGNORECASE)
        for each in _candidates(keyword)
    )
    return [] if known else None


# --- enchant (702.5)

_HOST: Final = re.compile(
    r"(?P<type>artifact|creature|enchantment|land|planeswalker|permanent|player|opponent)(?P<whose>"
    r" you control| an opponent controls| you don't control)?"
)
"""What most Auras enchant; the grammar reads the rest."""
_UNCLEAR: Final = re.compile(r" (?:with|that|named|without|other than|you own|in a) ?.*$")


def _read_enchant(text: str, players: Sequence[str]) -> list[Term]:
    """Read what an Aura can enchant. If part of it is not understood, the rest restricts all the same."""
    if (match := _HOST.fullmatch(text)) is not None:
        kind = match["type"] if match["type"] in ("permanent", "player", "opponent") else f"type({match['type']})"
        whose = (match["whose"] or "").strip()
        relation = {"an opponent controls": "opponent_controls"}.get(whose, whose.replace("'", "").replace(" ", "_"))
        if kind == "permanent" and relation:
            return [Ability("enchant", (Filter(((relation,),)),))]
        return [Ability("enchant", (Filter(((kind, relation) if relation else (kind,),)),))]
    if (found := _host(text)) is not None:
        return [Ability("enchant", (found,))]
    if (clause := _UNCLEAR.search(text)) is not None and (found := _host(text[: clause.start()])) is not None:
        raise NotUnderstood([Ability("enchant", (found,))])
    raise NotUnderstood([])


def _host(text: str) -> Filter | None:
    from sbalogic.oracle.grammar import parse

    nouns = parse("nouns", text)
    try:
        return None if nouns is None else plain_filter(nouns.filter())
    except NotUnderstood:
        return None


# --- protection (702.16)


def protections(text: str, players: Sequence[str]) -> list[Term] | None:
    """Return the abilities that "protection from red and from Demons" says; None if it is not understood."""
    said = re.fullmatch(r"protection from (.+)", text, re.IGNORECASE)
    if said is None:
        return None
    terms: list[str] = []
    for quality in re.split(r",\s*(?:and\s+)?(?:from\s+)?|\s+and\s+(?:from\s+)?", said[1]):
        found = _protections(quality.strip(), players)
        if not found:
            return None
        terms.extend(found)
    return [f"protection({term})" for term in terms]


def _read_protection(text: str, players: Sequence[str]) -> list[Term] | None:
    if not text.lower().startswith("from "):
        return None
    found = protections(f"protection {text}", players)
    if found is None:
        raise NotUnderstood([])
    return found


def _protections(quality: str, players: Sequence[str]) -> list[str]:
    lower = quality.lower()
    if lower in ("everything", "colorless", "multicolored", "monocolored"):
        return [lower]
    if lower in ("all colors", "each color"):
        return ["colored"]
    if lower in ("each opponent", "each of your opponents", "your opponents", "opponents"):
        return ["opponents"]
    if lower in COLORS:
        return [f"color({lower})"]
    for singular in _singulars(lower):
        if singular in TYPES:
            return [f"type({singular})"]
    if quality in players:
        return [f"player({quote(quality)})"]
    if " " in lower or not quality[:1].isupper():
        return []
    return [f"subtype({slug(singular)})" for singular in _singulars(lower)]


def _singulars(plural: str) -> list[str]:
    """Return the words that may have the plural; those that are no words at all match nothing."""
    singulars = [plural]
    for ending, replacements in (("ies", ("y",)), ("ves", ("f", "fe")), ("men", ("man",)), ("es", ("",)), ("s", ("",))):
        if plural.endswith(ending):
            singulars.extend(plural[: -len(ending)] + replacement for replacement in replacements)
    return singulars


# --- others that have a parameter and a meaning


def _read_equip(text: str, players: Sequence[str]) -> list[Term]:
    return ["equip_planeswalker"] if text.lower().startswith("planeswalker") else []


def _read_reconfigure(text: str, players: Sequence[str]) -> list[Term]:
    return ["reconfigure"]


def _read_impending(text: str, players: Sequence[str]) -> list[Term]:
    return ["impending"]


_WITH_MEANING: Final[dict[str, Callable[[str, Sequence[str]], list[Term] | None]]] = {
    "enchant": _read_enchant,
    "protection": _read_protection,
    "equip": _read_equip,
    "reconfigure": _read_reconfigure,
    "impending": _read_impending,
}
