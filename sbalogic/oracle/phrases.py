"""Phrases that cannot matter to a state-based action, each with the reason: what no check looks at, and none does."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

NO_CHECK: Final = (
    r"(?:can't (?:attack|block|be blocked|be countered|be the target|crew|transform|phase|become untapped|untap|be copied|"
    r"be turned|be activated|become suspected|be suspected|be goaded)|"
    r"can (?:attack|block|be blocked|be attacked|boast|be your commander|be activated|crew|only)|cannot be blocked|"
    r"(?:doesn't|don't) untap|untaps? during|must be blocked|must attack|attacks? (?:each|that)|blocks? (?:each|that|an)|"
    r"assigns? combat damage|may (?:attack|block)|enters? (?:tapped|prepared|with|under)|enter tapped|"
    r"can't have (?:counters|\S+ counters) put|deals? )"
    r"(?:(?!(?:,|,? and|,? but) (?:gets?|has|have|is|are|isn't|loses?|can't be (?:sacrificed|regenerated|enchanted|equipped)|"
    r"can't have)\b)"
    r"[^\"])*"
)
"""What a permanent may or may not do, in combat above all; the predicate of a sentence with its complements."""

_PLAYER: Final = (
    r"(?:you|players|each player|your opponents|each opponent|an opponent|enchanted player|opponents|that player|a player|"
    r"its controller|each other player|any player|no one|no player|the chosen player)"
)
_REASONS: Final = (
    (
        "entering the battlefield",
        r"(?:if you control [^,]*, )?~ enters\b|as ~ (?:enters|transforms|is turned)|as it (?:enters|becomes)|"
        r"~ escapes with|you may have ~ enter|you may have [^.]* enter|if ~ would enter|if it's neither day|"
        r"[^.]*\benters? (?:the battlefield )?(?:tapped|untapped|prepared|as a copy|under|with)\b|"
        r"you may [^.]* as ~ enters|if you cast it|if ~ was (?:kicked|cast|bargained|unearthed)|"
        r"(?:choose|name) [^.]* before the game|if ~ entered|"
        r"if [^,]* would (?:enter|put [^,]* onto)|[^.]* can't enter the battlefield|if ~ is in your opening hand",
    ),
    (
        "casting and costs",
        r"(?:[^.]*, )?you may (?:cast|play|pay|spend|foretell|reveal ~|discard|exile|sacrifice|collect|exert|have [^.]* assign|"
        r"activate|crew|tap|choose new|choose not to untap|put|return|remove|turn|cycle)\b|"
        r"as an additional cost|[^.]*\bcosts? [^.]*(?:less|more) to \w+|[^.]*\bspells?\b[^.]*\b(?:cost|costs)\b|"
        r"cast ~ only|spend (?:only|this)|[^.]* can't be (?:cast|countered)|"
        rf"(?:[^.]*, )?{_PLAYER} (?:can't|can|may|may only|can only|don't) (?:cast|play|activate|spend|pay|search|look|tap|untap|"
        r"choose|attack|block|turn|cycle|unlock|use)\b|~ costs|[^.]*\bspells?(?: and abilities)? [^.]*can't cause|"
        r"(?:instant|sorcery|creature|noncreature|artifact|legendary|permanent|nontoken|each|the first|the next|other|"
        r"enchantment|planeswalker|multicolored|colorless|historic|kicked|aura|white|blue|black|red|green|nonland|land|"
        r"[A-Z]\w+)?[ \w,]*\bspells? (?:you cast|you control|your opponents cast|cast|of the chosen|with|that|from|each)\b"
        r"(?![^.]*\b(?:creatures?|permanents?|artifacts?|lands?|[A-Z]\w+s) you control\b)[^.]*\b(?:has|have|gains?|can't be|may be cast|is|are)\b|"
        r"this (?:effect|ability) (?:can't|reduces|costs|does)(?!n't)|this cost|x can't be|activate only|"
        r"if a spell|if ~ is (?:foretold|plotted)|[^.]*\bto cast\b[^.]*\bas though it had flash|"
        r"this ability can't|(?:the cost of )?equip costs|[^.]*\bequip costs\b|players may|"
        r"[^.]*\b(?:cost|costs|cost paid)\b[^.]*\binstead of paying|if you cast|the mana|mana|if mana|"
        r"if (?:you|a player|an opponent|enchanted land) (?:would )?taps?\b|if [^,]* is tapped for|"
        r"if [^,]*would (?:add|produce|lose unspent)|you don't lose unspent",
    ),
    (
        "looking at cards",
        r"(?:[^.]*, )?(?:you may look|play with|[^.]* plays? with|you may reveal|your opponents play with|look at)\b",
    ),
    (
        "damage and its prevention",
        r"(?:[^.]*, )?(?:prevent\b|damage can't|damage that would|[^.]*\bdamage can't be prevented)|"
        r"if [^,]*\bwould (?:deal|be dealt)\b|all (?:combat )?damage|if [^,]*\bdamage would\b|damage |combat damage |"
        r"(?:[^.]*, )?[^.]*\bdamage (?:that would be )?(?:dealt|deals?)\b",
    ),
    (
        "the course of the turn",
        r"skip\b|[^.]*\b(?:no maximum hand size|maximum hand size)|untap (?:all|each|~)|[^.]*\bskips? (?:their|your)\b|"
        r"[^.]*\bextra (?:turn|combat)|players can't untap|your speed|[^.]*\buntap step|[^.]*\bphases? out during",
    ),
    (
        "combat",
        r"all creatures able|no more than|no creatures? can|[^.]*\bcan't (?:attack|block)\b[^.]*\b(?:unless|this|you)\b[^.]*|"
        r"you choose (?:how|which|the)|[^.]*\bable to block\b|[^.]* chooses (?:which|how)|if ~ is attacking|"
        r"whether|for as long as",
    ),
    (
        "building a deck",
        r"a deck can|draft ~|[^.]*\byou draft|remove ~ from your deck|~ can be your commander|immediately after the draft|"
        r"the first card|[^.]*\bstarting (?:deck|hand)|during the draft|[^.]*\byour (?:opening hand|sideboard)|"
        r"starting intensity|ready to run",
    ),
    (
        "making tokens and putting counters",
        r"if [^,]*\bwould (?:create|be created|put (?:one or more|a|an)? ?[^,]*counters?|get)\b|if [^,]*counters? would be put|"
        r"if [^,]*\btokens? would (?:be created|enter)|[^.]*\bcan't (?:have [^.]*counters put|get counters)|counters can't be put|if [^,]* would (?:proliferate|"
        r"explore|scry|surveil|mill|roll|flip|investigate|discard|search|connive|cycle|venture|planeswalk|untap|phase|transform|"
        r"be turned|activate|learn|begin|amass|incubate|seek|manifest|cast|enlist|become tapped|spend|reveal|put a card)",
    ),
    (
        "triggers that no check sets off",
        r"if [^,]*(?:entering|attacking|casting)[^,]* causes [^,]*|[^.]*\bentering don't cause",
    ),
    (
        "objects outside the battlefield",
        r"the same is true for [^.]*\b(?:spells?|cards?)\b[^.]*|each [^.]* card in your (?:graveyard|hand|library)\b|"
        r"(?!as long|if|when|for)(?:[\w'-]+ )*cards (?:in your (?:graveyard|hand|library)|you own that aren't on the battlefield)"
        r"[^,.]* (?:has|have|gain)\b|"
        r"the top card of|as long as the top card of your library is[^,]*, you may|~ in your (?:hand|graveyard)",
    ),
    (
        "what players may have or do",
        rf"{_PLAYER} (?:has|have) (?:hexproof|shroud)\b|{_PLAYER} can't be the target|to solve\b|as long as [^,]*, you may|"
        r"you get an additional|you may (?:have|make|vote)|while voting|vote|[^.]*\bmay look at",
    ),
    (
        "activated abilities",
        r"~ has (?:all|the) (?:activated|loyalty) abilities|activated abilities|[^.]* activated abilities of|"
        r"[^.]*\babilities (?:of [^.]* )?can't be activated|[^.]*\bloyalty abilities of|[^.]*\bequip abilities",
    ),
)
"""How a sentence begins that says something of these matters only."""
_MATTERS: Final = re.compile(
    r"\b(?:gets? [-+−]|base power|(?:lose|loses) (?:all|the game)|isn't a|aren't|legend rule|"
    r"protection from|(?:is|are) (?:a|an|all|every|also) (?!\w*(?:activated|token))|in addition to (?:its|their) other (?:\w+ )?(?:types|colors)|would (?:die|leave the|be destroyed|lose the game)|"
    r"would be put into (?:a|your|an opponent's|its owner's) graveyard|"
    r"for each\b.*\bgets?|power and toughness|control of|can't be (?:enchanted|equipped|sacrificed|regenerated))",
    re.IGNORECASE,
)
"""What makes a sentence matter in spite of such a beginning, unless it says how an object enters."""
_OF_ENTERING: Final = re.compile(r"~ (?:enters|escapes)\b|as (?:~|it) |you may have ", re.IGNORECASE)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((reason, re.compile(pattern, re.IGNORECASE)) for reason, pattern in _REASONS)


def reason_why_irrelevant(sentence: str) -> str | None:
    """Return why a sentence of a permanent's text, in which ~ stands for it, cannot matter; None if it may."""
    for reason, pattern in _patterns():
        if pattern.match(sentence) and (_OF_ENTERING.match(sentence) or not _MATTERS.search(sentence)):
            return reason
    return None


_NO_CHECK_DOES: Final = re.compile(
    r"(?:when|whenever|at)\b.*?\b(?:enters?|attacks?|attacked|attacking|blocks?|blocked|damage|casts?|copy|copies|beginning|"
    r"end of (?:combat|turn)|becomes? the target|turned face up|transforms?|taps? .* for mana|for mana|activates?|activated|"
    r"cycles?|cycle|"
    r"crews?|crewed|saddles?|mutates?|explores?|connives?|scry|surveil|investigate|becomes? monstrous|becomes? renowned|"
    r"becomes? untapped|untaps?|specializes?|evolves?|trains?|mentors?|exerts?|exert|plays? |roll|rolls|flip|flips|"
    r"wins? a (?:clash|coin flip)|venture|"
    r"phases?|discards?|discarded|creates?|shuffles?|search(?:es)?|unlocks?|expend|commits? a crime|resolves?|foretell|"
    r"proliferate|gift|reveals?|set in motion|visit|exploits?|adapts?|learn|tempts you|amass|milled|mills?|"
    r"becomes (?:day|night)|day becomes|night becomes|becomes? the monarch|counters? (?:is|are) put on|put (?:one or more|a|an|the) [^.]*?"
    r"counters?|put [^.]*onto the battlefield|are dealt|level|abilities? .* triggers?|countered|gets? one or more|conjure|seek|"
    r"perpetually|"
    r"earthbend|airbend|waterbend|firebend|bend|cranks?|become solved|solve|vote|votes|manifest|plot|forage|suspect|becomes? suspected|"
    r"enlists?|boast|unattach an|pays?|paid|assemble|open an? attraction|clash|draft|fight|fights|monstrous|cloak|"
    r"wins? the game)\b",
    re.IGNORECASE,
)
_CHECKS_DO: Final = re.compile(
    r"\b(?:dies?|died|leaves?|leave|put into (?:a|an|your|that|their|exile)\b.*|sacrifices?|sacrificed|destroyed|exiled?|unattached|"
    r"loses?|removed|"
    r"defeated|control no|ceases?|planeswalk|complete|completes|regenerates?|regenerated|command zone|gains? (?:life|control)|"
    r"draws?|becomes? tapped|lost|returned to)\b",
    re.IGNORECASE,
)
"""Words of triggers that something may set off which state-based actions do."""
_FROM: Final = re.compile(r"\bfrom (?:your|a|their|exile|anywhere)[^,]*", re.IGNORECASE)


def no_check_sets_off(condition: str) -> bool:
    """Tell whether nothing that a check does can set off a trigger with this condition, which begins with its word."""
    if re.match(
        r"at |when(?:ever)? [^,]*put into [^,]*graveyard from (?:your|their|a|its owner's) (?:library|hand)$",
        condition,
        re.IGNORECASE,
    ):
        return True
    said = condition if re.search(r"put into|leaves? ", condition) else _FROM.sub("", condition)
    return _NO_CHECK_DOES.match(said) is not None and _CHECKS_DO.search(said) is None
