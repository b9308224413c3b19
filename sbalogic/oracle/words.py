"""The words of card text that a reader has to know: numbers, types, colours, keywords.

Lists of names only; what a word does in the game stands in `asp/`.
"""

from typing import Final

COLORS: Final = ("white", "blue", "black", "red", "green")
COLOR_LETTERS: Final = dict(zip("WUBRG", COLORS, strict=True))

SUPERTYPES: Final = frozenset({"basic", "elite", "host", "legendary", "ongoing", "snow", "world"})

TYPES: Final = frozenset(
    [
        "artifact",
        "battle",
        "card",
        "conspiracy",
        "creature",
        "dungeon",
        "emblem",
        "enchantment",
        "instant",
        "kindred",
        "land",
        "phenomenon",
        "plane",
        "planeswalker",
        "scheme",
        "sorcery",
        "tribal",
        "vanguard",
    ]
)

NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
        ]
    )
} | {"a": 1, "an": 1, "twenty": 20}

PLAIN_KEYWORDS: Final = frozenset(
    """ascend|assist|aftermath|banding|battle cry|cascade|changeling|choose a background|cipher|compleated|conspire|
    convoke|daybound|deathtouch|decayed|defender|delve|demonstrate|dethrone|devoid|doctor's companion|double agenda|
    double strike|epic|evolve|exalted|exploit|extort|fear|first strike|flanking|flash|flying|for mirrodin!|fuse|gravestorm|
    haste|haunt|hexproof|hidden agenda|hideaway|horsemanship|improvise|increment|infect|ingest|intimidate|job select|
    jump-start|landwalk|lifelink|living metal|living weapon|mayhem|melee|menace|mentor|mobilize|myriad|nightbound|
    paradigm|partner|phasing|provoke|prowess|ravenous|reach|read ahead|rebound|retrace|riot|shadow|shroud|skulk|
    soulbond|spree|split second|storm|sunburst|tiered|trample|training|umbra armor|totem armor|undaunted|undying|
    persist|unleash|vigilance|wither|indestructible|space sculptor|start your engines!|station|more than meets the eye|
    islandwalk|swampwalk|mountainwalk|forestwalk|plainswalk|nonbasic landwalk|desertwalk|legendary landwalk|
    snow landwalk|trample over planeswalkers|web-slinging|prepared""".replace("\n", "")
    .replace("    ", "")
    .split("|")
)
"""Keyword abilities that take no parameter (702)."""

KEYWORDS_WITH_PARAMETER: Final = frozenset(
    """absorb|adapt|affinity|afflict|afterlife|amplify|annihilator|augment|aura swap|awaken|backup|bargain|bestow|blitz|
    bloodthirst|boast|bushido|buyback|casualty|champion|cleave|commander ninjutsu|companion|craft|crew|cumulative upkeep|
    cycling|dash|devour|disguise|disturb|dredge|echo|embalm|emerge|encore|enchant|enlist|entwine|equip|escalate|escape|
    eternalize|evoke|evolve|exhaust|fabricate|fading|firebending|flashback|foretell|forecast|fortify|freerunning|frenzy|
    friends forever|gift|graft|harmonize|hexproof from|impending|kicker|level up|madness|megamorph|miracle|
    mobilize|modular|morph|multikicker|mutate|ninjutsu|offering|offspring|outlast|overload|partner|plot|poisonous|
    protection|prototype|prowl|rampage|reconfigure|recover|reinforce|replicate|renown|ripple|saddle|scavenge|shadow|
    sneak|soulshift|specialize|spectacle|splice onto|squad|strive|surge|suspend|toxic|transfigure|transmute|tribute|
    typecycling|unearth|vanishing|visit|warp|ward|plainscycling|islandcycling|swampcycling|mountaincycling|
    forestcycling|basic landcycling|landcycling|wizardcycling|slivercycling|sunburst|living weapon|power-up|mayhem|web-slinging|more than meets the eye|craft|increment""".replace(
        "\n", ""
    )
    .replace("    ", "")
    .split("|")
)
"""Keyword abilities that a cost, number or quality follows (702)."""
