"""Phrases that cannot matter to a state-based action, each with the reason: what no check looks at, and none does.

Patterns are written as lists, one alternative a line. In them @PLAYER and the like stand for lists of their own.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_LISTS: Final = {
    "PLAYER": """
        you|players|each player|your opponents|each opponent|an opponent|enchanted player|opponents|that player|a player
        its controller|each other player|any player|no one|no player|the chosen player
    """,
    "CHOOSES_TO": """
        cast|play|pay|spend|foretell|reveal ~|discard|exile|sacrifice|collect|exert|have [^.]* assign|activate|crew|tap
        choose new|choose not to untap|put|return|remove|turn|cycle
    """,
    "CANT": "cast|play|activate|spend|pay|search|look|tap|untap|choose|attack|block|turn|cycle|unlock|use",
    "KIND_OF_SPELL": r"""
        instant|sorcery|creature|noncreature|artifact|legendary|permanent|nontoken|each|the first|the next|other
        enchantment|planeswalker|multicolored|colorless|historic|kicked|aura|white|blue|black|red|green|nonland|land
        [A-Z]\w+
    """,
    "ON_THE_BATTLEFIELD": r"[^.]*\b(?:creatures?|permanents?|artifacts?|lands?|[A-Z]\w+s) you control\b",
    "DOES": """
        proliferate|explore|scry|surveil|mill|roll|flip|investigate|discard|search|connive|cycle|venture|untap|phase
        transform|be turned|activate|learn|begin|amass|incubate|seek|manifest|cast|enlist|spend|reveal|put a card
    """,
    "WHOSE": "you cast|you control|your opponents cast|cast|of the chosen|with|that|from|each",
    "HAVE": "has|have|gains?|can't be|may be cast|is|are",
    "ELSEWHERE": "in your (?:graveyard|hand|library)|you own that aren't on the battlefield",
}


def _alternatives(patterns: str) -> str:
    """Return one pattern for a list of patterns."""
    said = "|".join(line.strip() for line in patterns.strip().splitlines())
    return re.sub(r"@([A-Z_]+)", lambda match: f"(?:{_alternatives(_LISTS[match[1]])})", said)


NO_CHECK: Final = (
    "(?:"
    + _alternatives(
        r"""
        can't (?:attack|block|be blocked|be countered|be the target|crew|transform|phase|become untapped|untap)
        can't (?:be copied|be turned|be activated|become suspected|be suspected|be goaded)
        can (?:attack|block|be blocked|be attacked|boast|be your commander|be activated|crew|only)
        cannot be blocked
        (?:doesn't|don't) untap
        untaps? during
        must be blocked
        must attack
        attacks? (?:each|that|or blocks each)
        (?:crews|saddles|stations)\b
        blocks? (?:each|that|an)
        assigns? combat damage
        may (?:attack|block)
        enters? (?:tapped|prepared|with|under)
        enter tapped
        can't have (?:counters|\S+ counters) put
        deals?\b
        """
    )
    + r")(?:(?!(?:,|,? and|,? but) (?:gets?|has|have|is|are|isn't|loses?|can't have|"
    r"can't be (?:sacrificed|regenerated|enchanted|equipped))\b)[^\"])*"
)
"""What a permanent may or may not do, in combat above all; the predicate of a sentence with its complements."""

_REASONS: Final = {
    "entering the battlefield": r"""
        (?:if you control [^,]*, )?~ enters\b
        as ~ (?:enters|transforms|is turned)
        as it (?:enters|becomes)
        ~ escapes with
        you may have ~ enter
        you may have [^.]* enter
        if ~ would enter
        if it's neither day
        [^.]*\benters? (?:the battlefield )?(?:tapped|untapped|prepared|as a copy|under|with)\b
        you may [^.]* as ~ enters
        if you cast it
        if ~ was (?:kicked|cast|bargained|unearthed)
        (?:choose|name) [^.]* before the game
        if ~ entered
        if [^,]* would (?:enter|put [^,]* onto)
        [^.]* can't enter the battlefield
        if ~ is in your opening hand
    """,
    "casting and costs": r"""
        (?:[^.]*, )?you may @CHOOSES_TO\b
        as an additional cost
        [^.]*\bcosts? [^.]*(?:less|more) to \w+
        [^.]*\bspells?\b[^.]*\b(?:cost|costs)\b
        cast ~ only
        spend (?:only|this)
        [^.]* can't be (?:cast|countered)
        (?:[^.]*, )?@PLAYER (?:can't|can|may|may only|can only|don't) @CANT\b
        ~ costs
        [^.]*\bspells?(?: and abilities)? [^.]*can't cause
        @KIND_OF_SPELL?[ \w,]*\bspells? @WHOSE\b(?!@ON_THE_BATTLEFIELD)[^.]*\b@HAVE\b
        this (?:effect|ability) (?:can't|reduces|costs|does)(?!n't)
        this cost
        x can't be
        activate only
        if a spell
        if ~ is (?:foretold|plotted)
        [^.]*\bto cast\b[^.]*\bas though it had flash
        this ability can't
        (?:the cost of )?equip costs
        the \w+ cost is equal
        [^.]*\bcosts? (?:[\w ]+ )?\{\w+\} (?:less|more)\b
        [^.]*\bequip costs\b
        players may
        [^.]*\b(?:cost|costs|cost paid)\b[^.]*\binstead of paying
        if you cast
        the mana
        mana
        if mana
        if (?:you|a player|an opponent|enchanted land) (?:would )?taps?\b
        if [^,]* is tapped for
        if [^,]*would (?:add|produce|lose unspent)
        you don't lose unspent
    """,
    "looking at cards": r"""
        (?:[^.]*, )?(?:you may look|play with|[^.]* plays? with|you may reveal|your opponents play with|look at)\b
    """,
    "damage and its prevention": r"""
        (?:[^.]*, )?(?:prevent\b|damage can't|damage that would|[^.]*\bdamage can't be prevented)
        if [^,]*\bwould (?:deal|be dealt)\b
        all (?:combat )?damage
        if [^,]*\bdamage would\b
        damage\b
        combat damage\b
        (?:[^.]*, )?[^.]*\bdamage (?:that would be )?(?:dealt|deals?)\b
    """,
    "the course of the turn": r"""
        skip\b
        [^.]*\b(?:no maximum hand size|maximum hand size)
        untap (?:all|each|~)
        [^.]*\bskips? (?:their|your)\b
        [^.]*\bextra (?:turn|combat)
        players can't untap
        your speed
        [^.]*\buntap step
        [^.]*\bphases? out during
    """,
    "combat": r"""
        all creatures able
        no more than
        no creatures? can
        [^.]*\bcan't (?:attack|block)\b[^.]*\b(?:unless|this|you)\b[^.]*
        you choose (?:how|which|the)
        [^.]*\bable to block\b
        [^.]* chooses (?:which|how)
        if ~ is attacking
        whether
        for as long as
    """,
    "building a deck": r"""
        a deck can
        draft ~
        [^.]*\byou draft
        remove ~ from your deck
        ~ can be your commander
        immediately after the draft
        the first card
        [^.]*\bstarting (?:deck|hand)
        during the draft
        [^.]*\byour (?:opening hand|sideboard)
        starting intensity
        ready to run
    """,
    "making tokens and putting counters": r"""
        if [^,]*\bwould (?:create|be created|put (?:one or more|a|an)? ?[^,]*counters?|get)\b
        if [^,]*counters? would be put
        if [^,]*\btokens? would (?:be created|enter)
        [^.]*\bcan't (?:have [^.]*counters put|get counters)
        counters can't be put
        if [^,]* would @DOES
    """,
    "triggers that no check sets off": r"""
        if [^,]*(?:entering|attacking|casting)[^,]* causes [^,]*
        [^.]*\bentering don't cause
    """,
    "objects outside the battlefield": r"""
        the same is true for [^.]*\b(?:spells?|cards?)\b[^.]*
        each [^.]* card in your (?:graveyard|hand|library)\b
        (?!as long|if|when|for)(?:[\w'-]+ )*cards @ELSEWHERE[^,.]* (?:has|have|gain)\b
        cards in graveyards (?:can't|lose)
        the top card of
        as long as the top card of your library is[^,]*, you may
        ~ in your (?:hand|graveyard)
    """,
    "what players may have or do": r"""
        @PLAYER (?:has|have) (?:hexproof|shroud)\b
        @PLAYER can't be the target
        to solve\b
        as long as [^,]*, you may
        you get an additional
        you may (?:have|make|vote)
        while voting
        vote
        [^.]*\bmay look at
    """,
    "activated abilities": r"""
        ~ has (?:all|the) (?:activated|loyalty) abilities
        activated abilities
        [^.]* activated abilities of
        [^.]*\babilities (?:of [^.]* )?can't be activated
        [^.]*\bloyalty abilities of
        [^.]*\bequip abilities
    """,
}
"""How a sentence begins that says something of these matters only, by reason."""
_MATTERS: Final = r"""
    gets? [-+−]
    base power
    (?:lose|loses) (?:all|the game)
    isn't a
    aren't
    legend rule
    protection from
    (?<!there )(?:is|are) (?:a|an|all|every|also) (?!\w*(?:activated|token))
    in addition to (?:its|their) other (?:\w+ )?(?:types|colors)
    would (?:die|leave the|be destroyed|lose the game)
    would be put into (?:a|your|an opponent's|its owner's) graveyard
    for each\b.*\bgets?
    power and toughness
    control of
    can't be (?:enchanted|equipped|sacrificed|regenerated)
    indestructible
    undying
    persist
    umbra armor
    can't lose
    (?:is|are) (?:white|blue|black|red|green|colorless)\b
    (?-i:(?:is|are) [A-Z])
"""
"""What makes a sentence matter in spite of such a beginning, unless it says how an object enters."""
_OF_ENTERING: Final = r"(?:~ (?:enters|escapes)\b|as (?:~|it) |you may have )"


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


@cache
def _beginnings() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((reason, _pattern(_alternatives(patterns))) for reason, patterns in _REASONS.items())


def reason_why_irrelevant(sentence: str) -> str | None:
    """Return why a sentence of a permanent's text, in which ~ stands for it, cannot matter; None if it may."""
    matters: bool | None = None
    for reason, beginning in _beginnings():
        if beginning.match(sentence):
            if matters is None:
                of_entering = _pattern(_OF_ENTERING).match(sentence)
                matters = not of_entering and _pattern(rf"\b(?:{_alternatives(_MATTERS)})").search(sentence) is not None
            if not matters:
                return reason
    return None


_NO_CHECK_DOES: Final = r"""
    enters?|attacks?|attacked|attacking|blocks?|blocked|damage|casts?|copy|copies|beginning|
    end of (?:combat|turn)|becomes? the target|turned face up|transforms?|taps? .* for mana|for mana|activates?|
    activated|cycles?|cycle|crews?|crewed|kicks?|becomes? attached|lose a coin flip|guess(?:es)?|
    is put onto the stack|saddles?|mutates?|explores?|connives?|scry|surveil|investigate|becomes? monstrous|
    becomes? renowned|becomes? untapped|untaps?|specializes?|evolves?|trains?|mentors?|exerts?|exert|plays?\b|
    roll|rolls|flip|flips|wins? a (?:clash|coin flip)|venture|phases?|discards?|discarded|creates?|shuffles?|
    search(?:es)?|unlocks?|expend|commits? a crime|resolves?|foretell|proliferate|gift|reveals?|set in motion|
    visit|exploits?|adapts?|learn|tempts you|amass|milled|mills?|becomes (?:day|night)|day becomes|night becomes|
    becomes? the monarch|counters? (?:is|are) put on|put (?:one or more|a|an|the) [^.]*?counters?|
    put [^.]*onto the battlefield|are dealt|level|abilities? .* triggers?|countered|gets? one or more|conjure|
    seek|perpetually|earthbend|airbend|waterbend|firebend|bend|cranks?|become solved|solve|vote|votes|manifest|
    plot|forage|suspect|becomes? suspected|enlists?|boast|unattach an|pays?|paid|assemble|open an? attraction|
    clash|draft|fight|fights|monstrous|cloak|wins? the game
"""
"""Words of triggers that no check sets off, unless one of the following words stands there too."""
_CHECKS_DO: Final = r"""
    dies?|died|leaves?|leave|put into (?:a|an|your|that|their|exile)\b.*|sacrifices?|sacrificed|destroyed|
    exiled?|unattached|loses?|removed|defeated|control no|ceases?|planeswalk|complete|completes|regenerates?|
    regenerated|command zone|gains? (?:life|control)|draws?|becomes? tapped|lost|returned to
"""
"""Words of triggers that something may set off which state-based actions do."""
_FROM: Final = r"\bfrom (?:your|a|their|exile|anywhere)[^,]*"
_FROM_ELSEWHERE: Final = (
    r"at |when(?:ever)? [^,]*put into [^,]*graveyard from (?:your|their|a|its owner's) (?:library|hand)$"
)
_DICE: Final = r"\b(?:on )?(?:a|one or more|six-sided|the)(?: \S+)? (?:die|dice)\b"


def no_check_sets_off(condition: str) -> bool:
    """Tell whether nothing that a check does can set off a trigger with this condition, which begins with its word."""
    if _pattern(_FROM_ELSEWHERE).match(condition):
        return True
    said = _pattern(_DICE).sub("", condition)
    if not _pattern(r"put into|leaves? ").search(said):
        said = _pattern(_FROM).sub("", said)
    does_not = _pattern(rf"(?:when|whenever)\b.*?\b(?:{_joined(_NO_CHECK_DOES)})\b")
    return does_not.match(said) is not None and _pattern(rf"\b(?:{_joined(_CHECKS_DO)})\b").search(said) is None


def _joined(words: str) -> str:
    """Return a list of words that was broken into lines as one pattern."""
    return "".join(line.strip() for line in words.splitlines())
