"""What is read of sentences of all forms, invented ones."""

import subprocess
import sys

import pytest
from samples import outcome, said

from sbalogic.formats.type_line import parse_type_line
from sbalogic.oracle.effects import read_effect
from sbalogic.oracle.reader import read_text

ME = "Odd Golem"
PLUS_ONE = "adds_power(number(1)), adds_toughness(number(1))"


def outcomes(text: str, type_line: str = "Creature — Golem", name: str = ME) -> list[str]:
    reading = read_text(text, (), name, ("ana", "ben"), instructions=False, type_line=parse_type_line(type_line))
    return [outcome(each) for each in reading.sentences]


CONTINUOUS = {
    # scopes
    "Creatures you control get +1/+1.": f"type(creature)+you_control: {PLUS_ONE}",
    "Other Goblins you control get +1/+1 and have haste.": f"subtype(goblin)+another+you_control: {PLUS_ONE}",
    "Each other Elf creature gets +1/+1.": f"subtype(elf)+type(creature)+another: {PLUS_ONE}",
    "Enchanted creature gets +2/-1.": "type(creature)+attached: adds_power(number(2)), adds_toughness(number(-1))",
    "Equipped creature gets +1/+0 and has indestructible.": (
        "type(creature)+attached: adds_power(number(1)), grants(indestructible)"
    ),
    "Creatures your opponents control get -1/-1.": (
        "type(creature)+opponent_controls: adds_power(number(-1)), adds_toughness(number(-1))"
    ),
    "Each creature with a +1/+1 counter on it has persist.": 'type(creature)+counter("+1/+1"): grants(persist)',
    "Nontoken white creatures get +0/+1.": "no(token)+color(white)+type(creature): adds_toughness(number(1))",
    "Each creature you control that's a Wolf or Elf gets +1/+0.": (
        "type(creature)+subtype(wolf)+you_control or type(creature)+subtype(elf)+you_control: adds_power(number(1))"
    ),
    "Odd Golem and other artifacts you control have undying.": (
        "itself or type(artifact)+another+you_control: grants(undying)"
    ),
    "Attacking Dwarves you control get +1/+1.": f"attacking+subtype(dwarf)+you_control: {PLUS_ONE}",
    # conditions
    "This creature gets +1/+1 as long as you control a Swamp.": f"itself: {PLUS_ONE} while controls(subtype(swamp))",
    "As long as you control a Swamp and a Forest, this creature gets +1/+1.": (
        f"itself: {PLUS_ONE} while controls(subtype(swamp)) while controls(subtype(forest))"
    ),
    "As long as you control three or more artifacts, creatures you control get +1/+1.": (
        f"type(creature)+you_control: {PLUS_ONE} while controls_at_least(type(artifact),3)"
    ),
    "This creature gets +1/+1 as long as you control no other creatures.": (
        f"itself: {PLUS_ONE} while controls_none(type(creature)+another)"
    ),
    "This creature gets +1/+1 as long as an opponent controls a land.": (
        f"itself: {PLUS_ONE} while opponent_controls(type(land))"
    ),
    "As long as you have 5 or less life, this creature gets +1/+1.": f"itself: {PLUS_ONE} while life_at_most(5)",
    "During your turn, this creature gets +1/+1.": f"itself: {PLUS_ONE} while your_turn",
    "During turns other than yours, this creature has indestructible.": (
        "itself: grants(indestructible) while not_your_turn"
    ),
    "As long as this creature has a charge counter on it, it gets +1/+1.": (
        f'itself: {PLUS_ONE} while has_counters("charge")'
    ),
    "As long as there are three or more oil counters on this artifact, creatures you control get +1/+1.": (
        f'type(creature)+you_control: {PLUS_ONE} while counters_at_least("oil",3)'
    ),
    "As long as equipped creature is a Human, it gets +1/+1.": (
        f"type(creature)+attached: {PLUS_ONE} while is(subtype(human))"
    ),
    "Enchanted creature gets +1/+1 as long as it isn't legendary.": (
        f"type(creature)+attached: {PLUS_ONE} while is_not(supertype(legendary))"
    ),
    "This creature gets +1/+1 as long as it's attacking.": f"itself: {PLUS_ONE} while attacking",
    "This creature has indestructible as long as it's tapped.": "itself: grants(indestructible) while tapped",
    "Threshold — This creature gets +1/+1 as long as there are seven or more cards in your graveyard.": (
        f"itself: {PLUS_ONE} while cards_at_least(graveyard,you,7)"
    ),
    "As long as you have no cards in hand, this creature gets +1/+1.": (
        f"itself: {PLUS_ONE} while cards_at_most(hand,you,0)"
    ),
    "As long as there is a land card in your graveyard, this creature gets +1/+1.": (
        f"itself: {PLUS_ONE} while cards_at_least(graveyard,you,1,type(land))"
    ),
    "As long as your devotion to red is less than five, Odd Golem isn't a creature.": (
        "itself: loses_type(creature) while devotion_less_than(red,5)"
    ),
    "As long as Odd Golem is attached to a creature, you can't lose the game.": (
        "itself: grants(cant_lose(you)) while is_attached"
    ),
    # numbers
    "This creature gets +1/+0 for each artifact you control.": (
        "itself: adds_power(times(1,count(type(artifact)+you_control)))"
    ),
    "This creature gets -2/-0 for each card in your hand.": "itself: adds_power(times(-2,cards(hand,you)))",
    "Equipped creature gets +0/+1 for each charge counter on this Equipment.": (
        'type(creature)+attached: adds_toughness(times(1,counters_of_source("charge")))'
    ),
    "Each Fungus gets +1/+0 for each spore counter on it.": 'subtype(fungus): adds_power(times(1,counters("spore")))',
    "Enchanted creature gets +1/+0 for each Aura attached to it.": (
        "type(creature)+attached: adds_power(times(1,attached(subtype(aura))))"
    ),
    "This creature gets +0/+1 for each opponent you have.": "itself: adds_toughness(times(1,opponents))",
    "This creature gets +1/+0 for each of its colors.": "itself: adds_power(times(1,colors))",
    "Enchanted creature gets +X/+X, where X is your devotion to black.": (
        "type(creature)+attached: adds_power(times(1,devotion(black))), adds_toughness(times(1,devotion(black)))"
    ),
    "This creature gets -X/-0, where X is twice the number of Swamps you control.": (
        "itself: adds_power(times(-2,count(subtype(swamp)+you_control)))"
    ),
    "This creature gets +X/+0, where X is 1 plus the number of basic land types among lands you control.": (
        "itself: adds_power(plus(number(1),times(1,basic_land_types)))"
    ),
    # power and toughness set, switched
    "Other creatures have base power and toughness 1/1.": (
        "type(creature)+another: sets_power(number(1)), sets_toughness(number(1))"
    ),
    "Enchanted creature has base power 4.": "type(creature)+attached: sets_power(number(4))",
    "Equipped creature has base power and toughness X/X, where X is your life total.": (
        "type(creature)+attached: sets_power(times(1,life)), sets_toughness(times(1,life))"
    ),
    # types, colours, abilities
    "All creatures lose all abilities and have base power and toughness 1/1.": (
        "type(creature): loses_all_abilities, sets_power(number(1)), sets_toughness(number(1))"
    ),
    "Nonbasic lands are Mountains.": "no(supertype(basic))+type(land): sets_land_type(mountain)",
    "Each land is a Swamp in addition to its other types.": "type(land): adds_subtype(swamp)",
    "Lands you control are every basic land type in addition to their other types.": (
        "type(land)+you_control: adds_every_basic_land_type"
    ),
    "All lands are 1/1 creatures that are still lands.": (
        "type(land): adds_type(creature), sets_power(number(1)), sets_toughness(number(1))"
    ),
    "Each noncreature artifact is an artifact creature with power and toughness each equal to its mana value.": (
        "no(type(creature))+type(artifact): adds_type(artifact), adds_type(creature),"
        " sets_power(times(1,mana_value)), sets_toughness(times(1,mana_value))"
    ),
    "Enchanted creature is a blue Frog creature with base power and toughness 1/1 and loses all abilities.": (
        "type(creature)+attached: sets_type(creature), sets_creature_type(frog), sets_color(blue),"
        " sets_power(number(1)), sets_toughness(number(1)), loses_all_abilities"
    ),
    "Creatures you control are every creature type.": "type(creature)+you_control: every_creature_type",
    "All permanents are colorless.": "permanent: sets_colorless",
    "Legendary creatures you control are no longer legendary.": (
        "supertype(legendary)+type(creature)+you_control: loses_supertype(legendary)"
    ),
    "Enchanted creature has protection from white and from Demons.": (
        "type(creature)+attached: grants(protection(color(white))), grants(protection(subtype(demons))),"
        " grants(protection(subtype(demon)))"
    ),
    "Creatures your opponents control lose indestructible and can't have or gain indestructible.": (
        "type(creature)+opponent_controls: loses(indestructible), cant_have(indestructible)"
    ),
    'Goblins you control have "When this creature dies, draw a card."': (
        "subtype(goblin)+you_control: grants(triggered(dies of itself))"
    ),
    "Creatures you control can't have more than two charge counters on them.": (
        'type(creature)+you_control: grants(counter_limit("charge",2))'
    ),
}
"""Sentences, and the continuous effect that each is."""

OTHERS = {
    "Odd Golem's power and toughness are each equal to the number of creatures you control.": (
        "defines_power(times(1,count(type(creature)+you_control)));"
        " defines_toughness(times(1,count(type(creature)+you_control)))"
    ),
    "Odd Golem's power is equal to the number of Elves you control and its toughness is equal to that number plus 1.": (
        "defines_power(times(1,count(subtype(elf)+you_control)));"
        " defines_toughness(plus(times(1,count(subtype(elf)+you_control)),number(1)))"
    ),
    "You can't lose the game and your opponents can't win the game.": "cant_lose(you)",
    "Players can't win or lose the game.": "cant_lose(players)",
    "You don't lose the game for having 0 or less life.": "no_loss_for_life(you)",
    'The "legend rule" doesn\'t apply.': "no_legend_rule(all)",
    "The legend rule doesn't apply to permanents you control.": "no_legend_rule(you)",
    "The legend rule doesn't apply to creature tokens you control.": (
        "no_legend_rule_for(type(creature)+token+you_control)"
    ),
    "The legend rule doesn't apply to commanders you control.": "no_legend_rule_for(commander+you_control)",
    "Odd Golem can't have more than seven dream counters on it.": 'counter_limit("dream",7)',
    "Other creatures you control can't be sacrificed.": "cant_be(sacrificed,type(creature)+another+you_control)",
    "If a creature an opponent controls would die, exile it instead.": (
        "instead_of_graveyard(type(creature)+opponent_controls,exile)"
    ),
    "If a card would be put into your graveyard from anywhere, exile it instead.": (
        "instead_of_graveyard(card+you_own,exile)"
    ),
    "If Odd Golem would be put into a graveyard from anywhere, shuffle it into its owner's library instead.": (
        "instead_of_graveyard(itself,shuffle_into_library)"
    ),
    "If you would lose the game, instead draw three cards and your life total becomes 5.": (
        "loss_replacement(draw(3);life(5))"
    ),
    "If this creature would be destroyed, regenerate it.": "regenerates",
    "You control enchanted creature.": "controls_host",
    "I, II — Draw a card.": "chapter(1); chapter(2)",
    "Enchant creature or planeswalker you control": (
        "enchant(type(creature)+you_control or type(planeswalker)+you_control)"
    ),
    "Flying, protection from red, indestructible": "protection(color(red)); indestructible",
    # triggers
    "When this creature dies, draw a card.": "triggered(dies of itself)",
    "Whenever this creature or another creature you control dies, draw a card.": (
        "triggered(dies of itself or type(creature)+another+you_control)"
    ),
    "When this creature enters or dies, draw a card.": "triggered(dies of itself)",
    "When this artifact enters and when you sacrifice it, draw a card.": "triggered(sacrificed of itself+you_control)",
    "When this creature dies, create a token for each +1/+1 counter on it.": (
        'triggered(dies of itself looks at counters("+1/+1"))'
    ),
    "When this creature dies, if it had no oil counters on it, draw a card.": (
        'triggered(dies of itself if had_no_counters("oil"))'
    ),
    "When this creature dies, if it wasn't a token, draw a card.": "triggered(dies of itself if was_not(token))",
    "Whenever one or more nontoken creatures you control die, draw a card.": (
        "triggered(dies of no(token)+type(creature)+you_control once)"
    ),
    "Whenever a creature you control dies during your turn, draw a card.": (
        "triggered(dies of type(creature)+you_control if your_turn)"
    ),
    "When enchanted artifact is put into a graveyard, draw a card.": "triggered(dies of type(artifact)+attached)",
    "Whenever an artifact is put into your graveyard from the battlefield, draw a card.": (
        "triggered(dies of type(artifact)+you_own)"
    ),
    "When Odd Golem is put into a graveyard from anywhere, draw a card.": "triggered(put_anywhere of itself)",
    "Whenever this Equipment becomes unattached from a creature, draw a card.": (
        "triggered(unattached_from(type(creature)) of itself)"
    ),
    "Whenever you sacrifice a Food, draw a card.": "triggered(sacrificed of subtype(food)+you_control)",
    "Whenever a player loses the game, draw a card.": "triggered(loses_the_game of player)",
    "When you control no Islands, sacrifice this creature.": (
        "triggered(state(controls_none(subtype(island))) of itself)"
    ),
    "When there are no ice counters on this land, sacrifice it.": 'triggered(state(no_counters("ice")) of itself)',
    "This creature's toughness is equal to the number of creature cards in all graveyards.": (
        "defines_toughness(times(1,cards(graveyard,all,type(creature))))"
    ),
    # what cannot matter
    "Flying": "irrelevant: keywords that no check looks at",
    "{T}: Add {G}.": "irrelevant: an activated ability",
    "When this creature enters, destroy target creature.": "irrelevant: a trigger that no check sets off",
    "Creatures you control have haste.": "irrelevant: changes nothing that a check looks at",
    "Creatures with flying can't block this creature.": "irrelevant: changes nothing that a check looks at",
    "As long as you've attacked this turn, this creature has trample.": (
        "irrelevant: changes nothing that a check looks at"
    ),
    "This creature can't be blocked by Walls.": "irrelevant: changes nothing that a check looks at",
    "This land enters tapped.": "irrelevant: entering the battlefield",
    "Creature spells you cast cost {1} less to cast.": "irrelevant: casting and costs",
    "You have no maximum hand size.": "irrelevant: the course of the turn",
    "Prevent all damage that would be dealt to you.": "irrelevant: damage and its prevention",
    "Each creature card in your graveyard has scavenge.": "irrelevant: objects outside the battlefield",
    # what is not understood
    "Creatures you control with flying get +1/+1.": "unread: ",
    "Equipped creatures you control get +1/+1.": "unread: ",
    "As long as you've attacked this turn, this creature gets +1/+1.": "unread: ",
    "Enchanted creature can't be enchanted by other Auras.": "unread: ",
    "As long as there are four or more card types among cards in your graveyard, Elves get +1/+1.": "unread: ",
    "When this creature dies, if you cast a spell this turn, draw a card.": "unread: ",
    "Whenever an opponent loses life, draw a card.": "unread: ",
    "When you have 5 or less life, if this permanent is an enchantment, draw a card.": "unread: ",
    "When an opponent has 5 or less life, draw a card.": "unread: ",
    "This creature is the chosen color.": "unread: ",
    "Max speed — This creature gets +1/+1.": "unread: ",
    "You have protection from your opponents.": "unread: ",
    "This creature gets +1/+1 for each artifact and enchantment card in your graveyard.": "unread: ",
}
"""Sentences, and what becomes of each."""


@pytest.mark.parametrize("text", CONTINUOUS)
def test_continuous_effects(text: str) -> None:
    assert outcomes(text) == [f"continuous({CONTINUOUS[text]})"]


@pytest.mark.parametrize("text", OTHERS)
def test_other_sentences(text: str) -> None:
    assert outcomes(text) == [OTHERS[text]]


def test_every_sentence_ends_in_a_class() -> None:
    text = (
        "Whenever another creature dies, draw a card. This ability triggers only once each turn. If you do, gain life."
    )
    assert outcomes(text) == [
        "triggered(dies of type(creature)+another once each turn)",
        "",
        "irrelevant: instructions of a triggered ability",
    ]


def test_a_sentence_goes_on_from_the_one_before() -> None:
    assert outcomes("Enchanted land is a 2/2 Elemental creature. It's still a land. It has indestructible.") == [
        "continuous(type(land)+attached: adds_type(creature), adds_subtype(elemental), sets_power(number(2)),"
        " sets_toughness(number(2)))",
        "",
        "continuous(type(land)+attached: grants(indestructible))",
    ]


def test_choices_on_entering_are_unknown() -> None:
    assert outcomes(
        "As this land enters, choose Sun or Rain.\n• Sun — Creatures you control get +1/+1.\n• Rain — Flying"
    ) == [
        "irrelevant: entering the battlefield",
        "unread: entering the battlefield",
        "irrelevant: entering the battlefield",
    ]


def test_levels_are_unknown() -> None:
    assert outcomes("Flying\nLEVEL 1-4\n2/2\nIndestructible") == [
        "irrelevant: keywords that no check looks at",
        "irrelevant: a heading",
        "unread: ",
        "unread: ",
    ]


def test_stations() -> None:
    assert outcomes(
        "Station (Tap another creature. It's an artifact creature at 8+.)\n8+ | Flying, indestructible"
    ) == [
        "irrelevant: keywords that no check looks at",
        'continuous(itself: grants(indestructible) while counters_at_least("charge",8))',
    ]


def test_legends_are_called_by_short_names() -> None:
    golem = "Legendary Creature — Golem"
    assert outcomes("When Rha dies, draw a card.", golem, "Rha of the Dunes") == ["triggered(dies of itself)"]
    assert outcomes("When Golem dies, draw a card.", "Creature — Golem", "Golem of the Dunes") != [
        "triggered(dies of itself)"
    ]


def test_names_in_quotes_are_the_object_that_grants() -> None:
    assert outcomes('Creatures you control have "When Odd Golem dies, draw a card."') == ["unread: "]
    assert outcomes('Creatures you control have "{T}: Sacrifice Odd Golem."') == [
        "irrelevant: changes nothing that a check looks at"
    ]


def test_an_aura_that_is_partly_understood_restricts_all_the_same() -> None:
    reading = read_text("Enchant creature with flying", (), ME, (), instructions=False)
    assert reading.unread == ["Enchant creature with flying"]
    assert [said(each) for each in reading.abilities] == ["enchant(type(creature))"]


EFFECTS = {
    "It gains indestructible until end of turn.": ["grants(indestructible)"],
    "Becomes a 6/6 Human Soldier creature in addition to its other types": [
        "adds_type(creature)",
        "adds_subtype(human)",
        "adds_subtype(soldier)",
        "sets_power(number(6))",
        "sets_toughness(number(6))",
    ],
    "That creature loses all abilities and has base power and toughness 0/1 until end of turn.": [
        "loses_all_abilities",
        "sets_power(number(0))",
        "sets_toughness(number(1))",
    ],
    "It's an artifact in addition to its other types.": ["adds_type(artifact)"],
    "It isn't a creature.": ["loses_type(creature)"],
    "Switch the power and toughness of target creature until end of turn.": ["switches"],
    "You can't lose the game this turn.": ["grants(cant_lose(you))"],
    "If it would die this turn, exile it instead.": ["grants(instead_of_graveyard(itself,exile))"],
    "The next time it would be destroyed this turn, regenerate it.": ["grants(regenerates_once)"],
    "Creatures you control get +1/+1 until end of turn.": None,
    "It becomes a copy of another creature.": None,
}
"""Texts of effects, and their changes; None where they are not understood."""


@pytest.mark.parametrize("text", EFFECTS)
def test_effects(text: str) -> None:
    reading = read_effect(text, ("ana",))
    if (expected := EFFECTS[text]) is None:
        assert reading.unread == [text]
    else:
        assert not reading.unread
        assert [said(each) for each in reading.abilities] == expected


def test_keywords_do_not_wait_for_the_grammar() -> None:
    program = (
        "import sys; from sbalogic.oracle.reader import read_text;"
        "read_text('Flying, undying\\nEnchant creature\\n{T}: Add {G}.\\nWhen this creature enters, draw a card.',"
        " (), None, (), instructions=False); sys.exit('lark' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
