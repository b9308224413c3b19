"""The words of card text that a reader has to know: numbers, types, colours, keywords.

Lists of names only; what a word does in the game stands in `asp/`.
"""

from typing import Final


def _listed(text: str) -> frozenset[str]:
    """Read a list of words between commas."""
    return frozenset(" ".join(text.split()).split(", "))


COLORS: Final = ("white", "blue", "black", "red", "green")
COLOR_LETTERS: Final = dict(zip("WUBRG", COLORS, strict=True))

SUPERTYPES: Final = _listed("basic, elite, host, legendary, ongoing, snow, world")

TYPES: Final = _listed(
    """
    artifact, battle, card, conspiracy, creature, dungeon, emblem, enchantment, instant, kindred, land,
    phenomenon, plane, planeswalker, scheme, sorcery, tribal, vanguard
    """
)

LAND_TYPES: Final = _listed(
    """
    cave, desert, forest, gate, island, lair, locus, mine, mountain, plains, planet, power_plant, sphere, swamp,
    tower, town, urzas
    """
)
OTHER_SUBTYPES: Final = _listed(
    """
    attraction, aura, background, blood, bobblehead, cartouche, case, class, clue, contraption, curse, equipment, food,
    fortification, gold, incubator, junk, map, powerstone, role, room, rune, saga, shard, shrine, siege, spacecraft,
    treasure, vehicle
    """
)
"""Subtypes of artifacts, enchantments and battles."""

_UP_TO_FIFTEEN: Final = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
NUMBERS: Final = {word: number for number, word in enumerate(_UP_TO_FIFTEEN.split(" "))} | {
    "a": 1,
    "an": 1,
    "twenty": 20,
}


def number(word: str) -> int | None:
    """Read a number word; None for what is none, or is larger than any text states."""
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 4 else NUMBERS.get(word.lower())


PLAIN_KEYWORDS: Final = _listed(
    """
    aftermath, ascend, assist, banding, bargain, battle cry, cascade, changeling, choose a background, cipher,
    compleated, conspire, convoke, daybound, deathtouch, decayed, defender, delve, demonstrate, desertwalk,
    dethrone, devoid, doctor's companion, double agenda, double strike, double team, enlist, epic, evolve, exalted,
    exploit, extort, fear, first strike, flanking, flash, flying, for mirrodin!, forestwalk, fuse, gravestorm,
    haste, haunt, hexproof, hidden agenda, hideaway, horsemanship, improvise, increment, indestructible, infect,
    ingest, intimidate, islandwalk, job select, jump-start, landwalk, legendary landwalk, lifelink, living metal,
    living weapon, mayhem, melee, menace, mentor, mobilize, more than meets the eye, mountainwalk, myriad,
    nightbound, nonbasic landwalk, paradigm, partner, persist, phasing, plainswalk, prepared, provoke, prowess,
    ravenous, reach, read ahead, rebound, retrace, riot, shadow, shroud, skulk, snow landwalk, soulbond, space
    sculptor, split second, spree, start your engines!, station, storm, sunburst, swampwalk, tiered, totem armor,
    training, trample, trample over planeswalkers, umbra armor, undaunted, undying, unleash, vigilance,
    web-slinging, wither
    """
)
"""Keyword abilities that take no parameter (702)."""

KEYWORDS_WITH_PARAMETER: Final = _listed(
    """
    absorb, adapt, affinity, afflict, afterlife, amplify, annihilator, augment, aura swap, awaken, backup,
    bargain, basic landcycling, bestow, blitz, bloodthirst, boast, bushido, buyback, casualty, champion, cleave,
    commander ninjutsu, companion, craft, crew, cumulative upkeep, cycling, dash, devour, disguise, disturb,
    dredge, echo, embalm, emerge, enchant, encore, enlist, entwine, equip, escalate, escape, eternalize, evoke,
    evolve, exhaust, fabricate, fading, firebending, flashback, forecast, forestcycling, foretell, fortify,
    freerunning, frenzy, friends forever, gift, graft, harmonize, hexproof from, hideaway, impending, increment,
    islandcycling, kicker, landcycling, level up, living weapon, madness, mayhem, megamorph, miracle, mobilize,
    modular, more than meets the eye, morph, mountaincycling, multikicker, mutate, ninjutsu, offering, offspring,
    outlast, overload, partner, plainscycling, plot, poisonous, power-up, protection, prototype, prowl, rampage,
    reconfigure, recover, reinforce, renown, replicate, ripple, saddle, scavenge, shadow, slivercycling, sneak,
    soulshift, specialize, spectacle, splice onto, squad, strive, sunburst, surge, suspend, swampcycling, toxic,
    transfigure, transmute, tribute, typecycling, unearth, vanishing, visit, ward, warp, web-slinging,
    wizardcycling
    """
)
"""Keyword abilities that a cost, number or quality follows (702)."""
