"""From a parsed phrase of Oracle English to terms: the actions of the grammar `oracle.lark`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, cast

from lark import Token, Transformer

from sbalogic.oracle.keywords import SIMPLE, protections
from sbalogic.oracle.nouns import NotUnderstood, plain_filter, quality_of, selected
from sbalogic.oracle.parts import (
    CONTROLLED,
    HAPPENINGS,
    INSTEAD,
    IT,
    OWNED,
    PLAYER_EVENTS,
    PLAYERS,
    STEPS,
    WHO,
    ZONE,
    Clause,
    Event,
    Nouns,
    about,
    as_list,
    cards_condition,
    cards_in_zone,
    changes_described,
    colors_in,
    controls_none,
    counters_condition,
    defined,
    each_or_any,
    fixed_number,
    for_each,
    halves,
    hand_condition,
    life_condition,
    once_for_each,
    product_of,
    said_of,
    sets_both,
    state_event,
    state_of_counters,
)
from sbalogic.oracle.reading import ITSELF, Ability, Filter, Loss, Term
from sbalogic.oracle.words import number
from sbalogic.terms import quote


class Meaning(Transformer[Token, Any]):
    """Turns what the parser recognizes into terms, bottom up."""

    # --- noun phrases

    def nouns(self, parts: Sequence[Any]) -> Nouns:
        """Join noun phrases."""
        filters = tuple(found for found, _ in parts[::2])
        separators = [str(each).strip(" ,").lower() for each in parts[1::2]]
        return Nouns(filters, bool(separators) and separators[-1] == "and", any(once for _, once in parts[::2]))

    def itself(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return ITSELF, False

    def it(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return IT, False

    def your_commander(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        return Filter((("commander", "you_own"),)), False

    def attached(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        _, words, *posts = parts
        return selected(["attached"], words, posts, plural=False), False

    def selected(self, parts: Sequence[Any]) -> tuple[Filter, bool]:
        before: list[str] = []
        once = plural = False
        if parts and isinstance(parts[0], list) and parts[0] and isinstance(parts[0][0], Token):
            determiner = [str(each).lower() for each in parts[0]]
            parts = parts[1:]
            once = determiner[0] == "one or more"
            plural = once or determiner[0] in ("all", "other") or determiner[-1] in ("other", "of the")
            if determiner[-1] in ("other", "another"):
                before.append("another")
            singular = determiner[0] in ("a", "an", "another", "each", "every", "any", "the") and not plural
        else:
            singular = False
        words, *posts = parts
        return selected(before, words, posts, plural=plural or not singular), once

    def determiner(self, parts: Sequence[Token]) -> list[Token]:
        return list(parts)

    def words(self, parts: Sequence[Any]) -> list[Any]:
        """Collect the words of a phrase: qualities as (word, negated, kind), separators as tokens."""
        found: list[Any] = []
        for part in parts:
            if isinstance(part, list):
                found.extend(part)
            elif not (isinstance(part, Token) and part.type == "NUMBER_OR_A"):
                found.append(part)
        return found

    def word(self, parts: Sequence[Token]) -> tuple[str, bool, str]:
        return str(parts[-1]), len(parts) > 1, parts[-1].type

    def post(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def that_is(self, parts: Sequence[Any]) -> Any:
        return ("is", parts[-1])

    def that_is_not(self, parts: Sequence[Any]) -> Any:
        return ("is_not", parts[-1])

    # --- continuous effects

    def continuous(self, parts: Sequence[Any]) -> Clause:
        nouns, changes = parts
        abilities = tuple(
            Ability("cant_be", (each.arguments[0], nouns.filter()))
            for each in changes
            if isinstance(each, Ability) and each.name == "cant_be_done"
        )
        return Clause(
            nouns.filter(),
            tuple(each for each in changes if not (isinstance(each, Ability) and each.name == "cant_be_done")),
            abilities,
        )

    def predicates(self, parts: Sequence[Any]) -> list[Term]:
        changes = [change for each in parts[::2] for change in each]
        return [each for place, each in enumerate(changes) if each not in changes[:place]]

    def modify(self, parts: Sequence[Any]) -> list[Term]:
        power, toughness = halves(parts[1])
        if len(parts) > 2:
            many = parts[-1]
            power, toughness = (for_each(each, many) for each in (power, toughness))
        changes = [("adds_power", power), ("adds_toughness", toughness)]
        return [Ability(name, (value,)) for name, value in changes if value != Ability("number", ("0",))]

    def base_both(self, parts: Sequence[Any]) -> list[Term]:
        return sets_both(*halves(parts[-1]))

    def base_equal(self, parts: Sequence[Any]) -> list[Term]:
        return sets_both(parts[-1], parts[-1])

    def base_power(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("sets_power", (fixed_number(str(parts[-1])),))]

    def base_toughness(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("sets_toughness", (fixed_number(str(parts[-1])),))]

    def has(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("grants", (each,)) for each in parts[1]]

    def lose_all(self, parts: Sequence[Any]) -> list[Term]:
        return ["loses_all_abilities"]

    def lose(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("loses", (each,)) for each in parts[1]]

    def cant_have(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("cant_have", (each,)) for each in parts[1]]

    def cant_be(self, parts: Sequence[Any]) -> list[Term]:
        return [Ability("cant_be_done", (str(parts[-1]).split()[0].lower(),))]

    def nothing(self, parts: Sequence[Any]) -> list[Term]:
        return []

    def is_not(self, parts: Sequence[Any]) -> list[Term]:
        changes: list[Term] = []
        for word in parts[-1]:
            if isinstance(word, Token):
                continue
            quality = quality_of(*word, plural=True)
            name, _, rest = quality.partition("(")
            if name not in ("type", "supertype"):
                raise NotUnderstood(quality)
            changes.append(f"loses_{name}({rest}")
        return changes

    def becomes(self, parts: Sequence[Any]) -> list[Term]:
        return cast(list[Term], parts[-1])

    def description(self, parts: Sequence[Any]) -> list[Term]:
        words: list[Token] = []
        changes: list[Term] = []
        addition, still, plural, status = "", False, True, False
        for part in parts:
            if isinstance(part, list):
                changes.extend(part)
            elif part.type == "A":
                plural = False
            elif part.type == "PT":
                changes.extend(sets_both(*halves(part)))
            elif part.type == "IN_ADDITION":
                addition = str(part).lower()
            elif part.type in ("STILL", "ALSO"):
                still = True
            elif part.type == "STATUS":
                status = True
            elif part.type != "SEP":
                words.append(part)
        if not words and not changes and not status:
            raise NotUnderstood("is")
        return [*changes_described(words, addition, still=still, plural=plural), *changes]

    def described(self, parts: Sequence[Token]) -> Token:
        return parts[0]

    def tail(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def with_base(self, parts: Sequence[Any]) -> list[Term]:
        return sets_both(*halves(parts[-1]))

    def with_base_equal(self, parts: Sequence[Any]) -> list[Term]:
        return sets_both(parts[-1], parts[-1])

    def with_abilities(self, parts: Sequence[Any]) -> list[Term]:
        return self.has(parts)

    def abilities(self, parts: Sequence[Any]) -> list[Term]:
        return [term for each in parts if isinstance(each, list) for term in each]

    def ability(self, parts: Sequence[Token]) -> list[Term]:
        (token,) = parts
        text = str(token)
        if token.type == "QUOTED":
            return [text]
        if token.type == "PROTECTION":
            found = protections(text, ())
            if found is None:
                raise NotUnderstood(text)
            return list(found)
        simple = SIMPLE.get(text.lower())
        if token.type == "KEYWORD_WITH_PARAMETER" and re.match(r"enchant|protection|equip planes", text, re.IGNORECASE):
            raise NotUnderstood(text)
        return [simple] if simple else []

    def defined_both(self, parts: Sequence[Any]) -> Clause:
        return defined(parts[0], [("power", parts[-1]), ("toughness", parts[-1])])

    def defined_power(self, parts: Sequence[Any]) -> Clause:
        return defined(parts[0], [("power", parts[-1])])

    def defined_toughness(self, parts: Sequence[Any]) -> Clause:
        return defined(parts[0], [("toughness", parts[-1])])

    def defined_each(self, parts: Sequence[Any]) -> Clause:
        power, toughness = parts[2], parts[4]
        if isinstance(toughness, Ability) and toughness.name == "that_plus":
            toughness = Ability("plus", (power, toughness.arguments[0]))
        return defined(parts[0], [("power", power), ("toughness", toughness)])

    def switched(self, parts: Sequence[Any]) -> Clause:
        return Clause(parts[1].filter(), ("switches",))

    def cant_lose(self, parts: Sequence[Any]) -> Clause:
        said = next((str(each).lower() for each in parts if each.type == "CANT_LOSE"), None)
        if said is None:
            return Clause(ITSELF, ())
        who = WHO[said.partition(" can't")[0]]
        return Clause(ITSELF, (), (f"cant_lose({who})",))

    def nobody_loses(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("cant_lose(players)",))

    def no_loss_for_life(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("no_loss_for_life(you)",))

    def no_legend_rule(self, parts: Sequence[Any]) -> Clause:
        if len(parts) == 1:
            return Clause(ITSELF, (), ("no_legend_rule(all)",))
        found = plain_filter(parts[-1].filter())
        if found.alternatives in ((("permanent", "you_control"),), (("you_control",),)):
            return Clause(ITSELF, (), ("no_legend_rule(you)",))
        return Clause(ITSELF, (), (Ability("no_legend_rule_for", (found,)),))

    def counter_limit(self, parts: Sequence[Any]) -> Clause:
        match = re.match(r"can't have more than (\w+) (\S+) counter", str(parts[1]), re.IGNORECASE)
        assert match is not None
        most = number(match[1])
        if most is None:
            raise NotUnderstood(match[1])
        limit = f"counter_limit({quote(match[2].lower())},{most})"
        found = parts[0].filter()
        return Clause(ITSELF, (), (limit,)) if found == ITSELF else Clause(found, (Ability("grants", (limit,)),))

    def controls_host(self, parts: Sequence[Any]) -> Clause:
        return Clause(ITSELF, (), ("controls_host",))

    # --- numbers

    def value(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def other_value(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def amount(self, parts: Sequence[Any]) -> Any:
        return parts[0]

    def plus(self, parts: Sequence[Any]) -> Term:
        return Ability("plus", (parts[0], parts[2]))

    def that_plus(self, parts: Sequence[Any]) -> Term:
        return Ability("that_plus", (parts[2],))

    def twice(self, parts: Sequence[Any]) -> Term:
        return product_of(2, parts[1])

    def fixed(self, parts: Sequence[Any]) -> Term:
        return fixed_number(str(parts[0]))

    def number_of(self, parts: Sequence[Any]) -> Term:
        return once_for_each(parts[-1])

    def mana_value(self, parts: Sequence[Any]) -> Term:
        return once_for_each("mana_value")

    def devotion(self, parts: Sequence[Any]) -> Term:
        colors = colors_in(str(parts[0]))
        if len(colors) != 1:
            raise NotUnderstood(str(parts[0]))
        return once_for_each(Ability("devotion", (colors[0],)))

    def life_total(self, parts: Sequence[Any]) -> Term:
        return once_for_each("life")

    def its_power(self, parts: Sequence[Any]) -> Term:
        raise NotUnderstood("power that depends on power")

    def its_toughness(self, parts: Sequence[Any]) -> Term:
        raise NotUnderstood("toughness that depends on toughness")

    def count(self, parts: Sequence[Any]) -> Any:
        """Return what is counted: permanents, cards, opponents or attached permanents."""
        (nouns,) = parts
        found = nouns.filter()
        if len(nouns.filters) > 1 and any(ZONE.fullmatch(each) for each in found.alternatives[-1]):
            if any("card" in each and not any(map(ZONE.fullmatch, each)) for each in found.alternatives):
                raise NotUnderstood("cards somewhere")
            return [term for each in nouns.filters for term in as_list(self.count([Nouns((each,), False, False)]))]
        if all("opponent" in each for each in found.alternatives):
            if found.alternatives != (("opponent",),):
                raise NotUnderstood("opponent")
            return "opponents"
        zones = {quality for each in found.alternatives for quality in each if quality.startswith("in(")}
        if zones:
            (zone,) = zones if len(zones) == 1 else (None,)
            if zone is None or any(zone not in each for each in found.alternatives):
                raise NotUnderstood(str(zones))
            kinds = [cards_in_zone(zone, each) for each in found.alternatives]
            if len(kinds) > 1 and {each.arguments[-1] for each in kinds} != {"type(instant)", "type(sorcery)"}:
                raise NotUnderstood("cards of several kinds")
            return kinds
        if any("attached_to_it" in each for each in found.alternatives):
            kept = tuple(tuple(q for q in each if q != "attached_to_it") for each in found.alternatives)
            return Ability("attached", (plain_filter(Filter(kept)),))
        return Ability("count", (plain_filter(found),))

    def counted(self, parts: Sequence[Any]) -> Any:
        (token,) = parts
        if not isinstance(token, Token):
            return token
        if token.type == "BASIC_LAND_TYPES":
            return "basic_land_types"
        if token.type == "OPPONENTS_OF":
            return "opponents"
        if token.type == "COLORS_OF":
            return "colors"
        match = re.match(r"(?:(\S+) )?counters? on (\S+)", str(token), re.IGNORECASE)
        assert match is not None
        kind = quote(match[1].lower()) if match[1] else "any"
        if match[2] == "~":
            return f"counters_of_source({kind})"
        if match[2].lower() == "it":
            return f"counters({kind})"
        raise NotUnderstood(str(token))

    # --- conditions

    def condition(self, parts: Sequence[Any]) -> list[Term]:
        (token,) = parts
        if token.type == "YOUR_TURN":
            return ["your_turn"]
        if token.type == "NOT_YOUR_TURN":
            return ["not_your_turn"]
        if token.type == "LIFE_IS":
            return [life_condition(str(token))]
        if token.type == "THERE_ARE_COUNTERS":
            return [counters_condition(str(token))]
        if token.type == "HAND_IS":
            return [hand_condition(str(token))]
        match = re.fullmatch(r"your devotion to (.*) is (less than (\w+)|(\w+) or \w+)", str(token), re.IGNORECASE)
        assert match is not None
        colors, amount = colors_in(match[1]), number(match[3] or match[4])
        if len(colors) != 1 or amount is None:
            raise NotUnderstood(str(token))
        return [Ability("devotion_less_than" if match[3] else "devotion_at_least", (colors[0], str(amount)))]

    def controls_none(self, parts: Sequence[Any]) -> list[Term]:
        return [controls_none([], parts[2], parts[3:])]

    def controls_no_other(self, parts: Sequence[Any]) -> list[Term]:
        return [controls_none(["another"], parts[3], parts[4:])]

    def controls_at_least(self, parts: Sequence[Any]) -> list[Term]:
        least = next(number(str(each)) for each in parts if isinstance(each, Token) and each.type == "NUMBER")
        rest = list(parts[3:])
        before = ["another"] if isinstance(rest[0], Token) and rest.pop(0) else []
        found = plain_filter(selected(before, rest[0], rest[1:], plural=True))
        return [Ability("controls_at_least", (found, str(least)))]

    def controls(self, parts: Sequence[Any]) -> list[Term]:
        return each_or_any("controls", parts[1])

    def opponent_controls(self, parts: Sequence[Any]) -> list[Term]:
        return each_or_any("opponent_controls", parts[1])

    def has_counters(self, parts: Sequence[Any]) -> list[Term]:
        return [about(parts[0].filter(), counters_condition(str(parts[1])))]

    def cards_at_least(self, parts: Sequence[Any]) -> list[Term]:
        least = next(number(str(each)) for each in parts if isinstance(each, Token) and each.type == "NUMBER")
        return [cards_condition("cards_at_least", least, parts[-2:])]

    def card_there(self, parts: Sequence[Any]) -> list[Term]:
        return [cards_condition("cards_at_least", 1, parts[-2:])]

    def no_cards(self, parts: Sequence[Any]) -> list[Term]:
        return [cards_condition("cards_at_most", 0, parts[-2:])]

    def is_attached(self, parts: Sequence[Any]) -> list[Term]:
        return [about(ITSELF if str(parts[0]).startswith("~") else IT, "is_attached")]

    def is_equipped(self, parts: Sequence[Any]) -> list[Term]:
        subject, _, word = str(parts[0]).rpartition(" is ")
        return [about(ITSELF if subject.startswith("~") else IT, f"is_{word.lower()}")]

    def is_attacking(self, parts: Sequence[Any]) -> list[Term]:
        return [about(parts[0].filter(), "attacking")]

    def is_what(self, parts: Sequence[Any]) -> list[Term]:
        return [said_of("is", parts)]

    def is_not_what(self, parts: Sequence[Any]) -> list[Term]:
        return [said_of("is_not", parts)]

    def was(self, parts: Sequence[Any]) -> list[Term]:
        return [said_of("was", parts)]

    def was_not(self, parts: Sequence[Any]) -> list[Term]:
        return [said_of("was_not", parts)]

    def had_counters(self, parts: Sequence[Any]) -> list[Term]:
        match = re.match(r"had (?:(an?|no|one or more|any) )?(?:(\S+) )?counters?", str(parts[1]), re.IGNORECASE)
        assert match is not None
        kind = quote(match[2].lower()) if match[2] else "any"
        return [about(parts[0].filter(), f"had_{'no_' if match[1] == 'no' else ''}counters({kind})")]

    # --- triggers

    def happens(self, parts: Sequence[Any]) -> Event:
        nouns, *happenings = parts
        tokens = [each for each in happenings if each.type != "OR_VERB"]
        found = nouns.filter()
        events: list[Term] = []
        word = ""
        owner: tuple[str, ...] = ()
        for token in tokens:
            if token.type == "NO_CHECK_DOES":
                continue
            name, event = HAPPENINGS[token.type]
            word = word or name
            if token.type == "PUT_FROM_BATTLEFIELD":
                whose = re.search(r"put into (your|an opponent's|\w+)", str(token).lower())
                owner = OWNED.get(whose[1] if whose else "", ())
            if token.type == "PUT_FROM_ANYWHERE" and found != ITSELF:
                raise NotUnderstood(str(token))
            if token.type == "PUT_INTO_GRAVEYARD" and not all("attached" in each for each in found.alternatives):
                raise NotUnderstood(str(token))
            events.append(event)
        if owner and len(events) > 1:
            raise NotUnderstood("graveyard")
        if not events:
            return Event("", (), found)
        if any("player" in each or "opponent" in each for each in found.alternatives):
            raise NotUnderstood("player")
        return Event(word, tuple(events), plain_filter(found).also(*owner), nouns.once)

    def happening(self, parts: Sequence[Token]) -> Token:
        return parts[0]

    def sacrifices(self, parts: Sequence[Any]) -> Event:
        who = str(parts[0]).lower().removesuffix("s").removesuffix(" sacrifice")
        if who not in CONTROLLED:
            raise NotUnderstood(who)
        found = plain_filter(parts[1].filter()).also(*CONTROLLED[who])
        return Event("sacrificed", ("sacrificed",), found, parts[1].once)

    def unattached_from(self, parts: Sequence[Any]) -> Event:
        found, host = plain_filter(parts[0].filter()), plain_filter(parts[2].filter())
        event: Term = "unattached" if host.alternatives == (("permanent",),) else Ability("unattached_from", (host,))
        return Event("unattached", (event,), found)

    def counter_removed(self, parts: Sequence[Any]) -> Event:
        match = re.match(r"(an?|one or more|the last) (?:(\S+) )?counter", str(parts[0]), re.IGNORECASE)
        assert match is not None
        kind = quote(match[2].lower()) if match[2] else "any"
        first = match[1].lower()
        word = {"one or more": "counters_removed", "the last": "last_counter_removed"}.get(first, "counter_removed")
        event = "last_counter_removed" if first == "the last" else "counter_removed"
        once = first in ("one or more", "the last")
        return Event(word, (f"{event}({kind})",), plain_filter(parts[1].filter()), once)

    def planeswalks(self, parts: Sequence[Any]) -> Event:
        return Event("planeswalked_away", ("planeswalked_away",), plain_filter(parts[1].filter()))

    def event(self, parts: Sequence[Any]) -> Event:
        who, what = re.split(r" (?=loses?|gains?|draws?|completes?)", str(parts[0]).lower(), maxsplit=1)
        if who not in PLAYERS:
            raise NotUnderstood(who)
        once = who == "one or more opponents"
        return Event(*PLAYER_EVENTS[what.split(" ")[-1]], Filter(((PLAYERS[who],),)), once)

    def state_controls_none(self, parts: Sequence[Any]) -> Event:
        return state_event(self.controls_none(parts)[0])

    def state_controls_no_other(self, parts: Sequence[Any]) -> Event:
        return state_event(self.controls_no_other(parts)[0])

    def state_life(self, parts: Sequence[Any]) -> Event:
        return state_event(life_condition(str(parts[0])))

    def state_has_counters(self, parts: Sequence[Any]) -> Event:
        if parts[0].filter() not in (ITSELF, IT):
            raise NotUnderstood("has counters")
        return state_event(state_of_counters(str(counters_condition(str(parts[1])))))

    def state_there_are(self, parts: Sequence[Any]) -> Event:
        return state_event(state_of_counters(str(counters_condition(str(parts[0])))))

    # --- replacements

    def would_die(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        whose = re.search(r"put into (your|an opponent's)", str(parts[1]).lower())
        return "instead_of_graveyard", plain_filter(parts[0].filter()).also(*OWNED.get(whose[1] if whose else "", ()))

    def would_be_destroyed(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "regenerates", plain_filter(parts[0].filter())

    def would(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "loss_replacement", ITSELF

    def instead_of_losing(self, parts: Sequence[Any]) -> Loss:
        return Loss(next(tuple(each) for each in parts if isinstance(each, list)))

    def instead_of_moving(self, parts: Sequence[Any]) -> str:
        said = next(str(each).lower() for each in parts if each.type == "THE_SAME")
        return next(word for first, word in INSTEAD if first in said)

    def steps(self, parts: Sequence[Any]) -> list[str]:
        return [each for each in parts if not isinstance(each, Token)]

    def step(self, parts: Sequence[Token]) -> str:
        return STEPS[parts[0].type]

    def draw(self, parts: Sequence[Token]) -> str:
        return f"draw({number(str(parts[1]))})"

    def life_becomes(self, parts: Sequence[Token]) -> str:
        return f"life({number(str(parts[1]))})"

    def would_leave(self, parts: Sequence[Any]) -> tuple[str, Filter]:
        return "instead_of_leaving", plain_filter(parts[0].filter())
