"""Deliberate changes to the rules, each of which some property must find; the rules as they are satisfy them all.

A verifier that cannot find a planted fault proves nothing. Every fault is made in a copy of `asp/`; the property that
is to find it looks at the smallest space in which the fault shows, where the unchanged rules must satisfy it.
"""

import re
import shutil
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from sbalogic import NEWEST_EDITION
from sbalogic.rulebook import Rulebook, asp_folder, default_rulebook
from sbalogic.verify.checks import Checks, Found, Property, properties
from sbalogic.verify.space import DEFAULT_FEATURES, Space, features

MOST_CHECKS = 8
"""No board of these spaces has more, unless a fault makes the checks go on for ever."""
SECONDS = 60.0

ALL_SPECIFICATIONS = "specification"
SPECIFICATION = [each for each in properties() if each.startswith("specification_")]
KNOWN_BOUND = "check_bound with its bound known to be 0"
"""No more checks that perform something than permanents: so it is where nothing is a token or regenerates."""


class Fault(NamedTuple):
    """A change to a rule, and where it must be noticed."""

    name: str
    file: str
    old: str
    new: str
    noticed_by: str
    permanents: int
    features: tuple[str, ...]

    def rulebook(self, folder: Path) -> Rulebook:
        """Make the change in a copy of the rules."""
        shutil.copytree(asp_folder(), folder)
        path = folder / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.file} has {text.count(self.old)} times: {self.old}"
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return Rulebook(folder=folder)


FAULTS = [
    Fault(
        "a comparison that has lost its border: toughness 0 lives",
        "sba/zero_toughness.lp",
        "toughness(O, T), T <= 0.",
        "toughness(O, T), T < 0.",
        "specification_numbers",
        1,
        ("creatures",),
    ),
    Fault(
        "a flipped comparison: damage less than toughness is lethal",
        "sba/lethal_damage.lp",
        "N >= T.",
        "N <= T.",
        "specification_numbers",
        1,
        ("creatures", "damage"),
    ),
    Fault(
        "a missing condition: deathtouch destroys what has no toughness",
        "sba/deathtouch_damage.lp",
        "toughness(O, T), T > 0.",
        "toughness(O, _).",
        "specification_numbers",
        1,
        ("creatures", "deathtouch"),
    ),
    Fault(
        "a threshold that is one too high: eleven poison counters",
        "sba/ten_poison.lp",
        "N >= 10.",
        "N > 10.",
        "specification_players",
        0,
        ("poison",),
    ),
    Fault(
        "a sign: lords make others smaller",
        "state/power_and_toughness.lp",
        "M, own(S, C) : _adds_everywhere(S, C, F), changes(C, adds_toughness(number(M))), selects(S, F, O);",
        "-M, own(S, C) : _adds_everywhere(S, C, F), changes(C, adds_toughness(number(M))), selects(S, F, O);",
        "specification_numbers",
        2,
        ("creatures", "lords"),
    ),
    Fault(
        "a lord that counts itself",
        "state/matching.lp",
        "_selects_for(P, F, K, S), not filter_requires(F, K, another).",
        "_selects_for(P, F, K, S).",
        "specification_numbers",
        1,
        ("creatures", "lords"),
    ),
    Fault(
        "the legend rule without regard to who controls what",
        "sba/legend_rule.lp",
        "has_name(O, Name), controller(O, P), not exempt_from_legend_rule(P),",
        "has_name(O, Name), player(P), not exempt_from_legend_rule(P),",
        "specification_uniqueness",
        2,
        ("legendary",),
    ),
    Fault(
        "the world rule with a strict comparison: worlds of one age stay",
        "sba/world_rule.lp",
        "in_range(P, Q), M >= N.",
        "in_range(P, Q), M > N.",
        "specification_uniqueness",
        2,
        ("world",),
    ),
    Fault(
        "the least instead of the greatest: the oldest Role stays",
        "sba/role_rule.lp",
        "N = #max { M : _role(_, X, P, M) }.",
        "N = #min { M : _role(_, X, P, M) }.",
        "specification_uniqueness",
        3,
        ("creatures", "roles"),
    ),
    Fault(
        "the wrong player: speed for the owner of what starts engines",
        "sba/start_your_engines.lp",
        "has_ability(O, start_your_engines), controller(O, P).",
        "has_ability(O, start_your_engines), owner(O, P).",
        "specification_designations",
        1,
        ("speed", "stolen"),
    ),
    Fault(
        "the wrong player: the game is left with what the loser controls",
        "effects/leaving_the_game.lp",
        "gone(O) :- leaves(P), owner(O, P), zone(O, _).",
        "gone(O) :- leaves(P), controller(O, P), zone(O, _).",
        "specification_results",
        1,
        ("drawing", "stolen"),
    ),
    Fault(
        "the wrong object: the Aura's protection counts instead of its host's",
        "state/attachment.lp",
        "barred(O) :- host(O, X), due_to(R, X, protection(Q)), matches(O, Q), not _spares(R, O).",
        "barred(O) :- host(O, X), due_to(R, O, protection(Q)), matches(O, Q), not _spares(R, O).",
        "specification_attachment",
        2,
        ("creatures", "auras", "protection"),
    ),
    Fault(
        "sequential instead of simultaneous: an Aura goes in the check that destroys its creature",
        "sba/illegal_aura.lp",
        "applies(illegal_aura, O) :- in_force(illegal_aura), permanent(O), subtype(O, aura), barred(O).",
        "applies(illegal_aura, O) :- in_force(illegal_aura), permanent(O), subtype(O, aura), barred(O).\n"
        "applies(illegal_aura, O) :- in_force(illegal_aura), subtype(O, aura), host(O, X), propose(destroy(X), _).",
        "specification_attachment",
        2,
        ("creatures", "damage", "auras"),
    ),
    Fault(
        "a window that does not close, so that there are too many checks",
        "effects/windows.lp",
        "del(deathtouch_damage(O)) :- checked, deathtouch_damage(O).",
        "",
        KNOWN_BOUND,
        1,
        ("creatures", "deathtouch", "regeneration"),
    ),
    Fault(
        "a replacement is used beside another one",
        "events/replacement.lp",
        "replaced(E, N, R) :- replacement(R, E, N, P, Subject), choose(P, replacement, Subject, R).",
        "replaced(E, N, R) :- replacement(R, E, N, P, Subject).",
        "specification_results",
        2,
        ("creatures", "damage", "regeneration", "umbra_armor"),
    ),
    Fault(
        "a replacement is used again and again: regeneration leaves its shield",
        "effects/rescue.lp",
        "del(regeneration_shields(O, N)) :- regenerated_by(O, regeneration), regeneration_shields(O, N).",
        "",
        "specification_results",
        1,
        ("creatures", "damage", "regeneration"),
    ),
    Fault(
        "regeneration does not tap",
        "effects/rescue.lp",
        "add(tapped(O)) :- becomes_tapped(O).",
        "",
        "specification_results",
        1,
        ("creatures", "damage", "regeneration"),
    ),
    Fault(
        "a choice that may be left out: nothing regenerates unless its controller likes",
        "choices.lp",
        "_open(P, Kind, Subject, Option) } = 1 :-",
        "_open(P, Kind, Subject, Option) } 1 :-",
        "confluence",
        1,
        ("creatures", "damage", "regeneration"),
    ),
    Fault(
        "indestructible stops what is no destruction",
        "events/cant.lp",
        'cant(destroy(O), "indestructible", R) :- propose(destroy(O), _),',
        'cant(E, "indestructible", R) :- propose(E, _), E = (destroy(O); put_into_graveyard(O)),',
        "specification_results",
        1,
        ("creatures", "indestructible"),
    ),
    Fault(
        "what can't happen is performed",
        "events/replacement.lp",
        "event(E, 0) :- propose(E, _), not cant(E, _, _), not held_back(E).",
        "event(E, 0) :- propose(E, _), not held_back(E).",
        "specification_players",
        1,
        ("drawing", "cant_lose"),
    ),
    Fault(
        "a fluent that is missing where zones are changed: counters come along",
        "effects/zone_change.lp",
        "del(counters(O, K, N)) :- departs(O), counters(O, K, N).",
        "",
        "specification_frame",
        1,
        ("creatures", "counters"),
    ),
    Fault(
        "what was attached stays attached to what has left",
        "effects/zone_change.lp",
        "unattaches(O) :- attached_to(O, object(X)), departs(X).",
        "",
        "specification_results",
        2,
        ("creatures", "equipment"),
    ),
    Fault(
        "one result sees another: undying looks for counters that another action removes",
        "triggers/triggering.lp",
        'occurs(dies, object(O), _), has_ability(O, undying), not counters(O, "+1/+1", _).',
        'occurs(dies, object(O), _), has_ability(O, undying), not counters(O, "+1/+1", _).\n'
        "triggers(undying, O, object(O), 1) :- occurs(dies, object(O), _), has_ability(O, undying),\n"
        "                                      applies(opposed_counters, O).",
        "specification_triggers",
        1,
        ("creatures", "counters", "undying"),
    ),
    Fault(
        "the wrong player: an opponent chooses a protector",
        "sba/missing_protector.lp",
        "controller(O, P), may_protect(Q, O).",
        "controller(O, X), player(P), P != X, may_protect(Q, O).",
        "specification_choices",
        1,
        ("battles",),
    ),
    Fault(
        "the wrong player: the last in turn order gets priority",
        "procedure/ending.lp",
        "N = #min { M : in_game(Q), turn_distance(Q, M) }.",
        "N = #max { M : in_game(Q), turn_distance(Q, M) }.",
        "specification_ending",
        0,
        ("life",),
    ),
    Fault(
        "a token comes back to the battlefield",
        "events/moves.lp",
        "destination(O, nowhere) :- perform(cease(O)).",
        "destination(O, battlefield) :- perform(cease(O)).",
        "no_return",
        1,
        ("creatures", "tokens"),
    ),
    Fault(
        "an ability on the stack is overlooked: a Siege does not wait",
        "sba/siege_zero_defense.lp",
        'not counters(O, "defense", _), not ability_pending(O).',
        'not counters(O, "defense", _).',
        "specification_numbers",
        1,
        ("battles",),
    ),
    Fault(
        "a rule of a former edition: a scheme waits for its own ability only",
        "sba/scheme.lp",
        "not _scheme_pending.",
        "not ability_pending(O).",
        "specification_other_zones",
        2,
        ("schemes",),
    ),
]


@pytest.mark.parametrize("fault", FAULTS, ids=[each.name for each in FAULTS])
def test_the_fault_is_noticed(fault: Fault, tmp_path: Path) -> None:
    found = counterexample(fault.rulebook(tmp_path / "asp"), fault.noticed_by, fault.permanents, fault.features)
    boards = f"all boards with {fault.permanents} permanents of {', '.join(fault.features)}"
    assert found is not None, f"{fault.noticed_by} holds on {boards} in spite of {fault.name} ({fault.file})"
    unchanged = of_the_rules(fault.noticed_by, fault.permanents, fault.features)
    assert unchanged is None, f"the rules as they are violate {fault.noticed_by} on {unchanged and unchanged.board}"


OCCURRENCES = Property(
    "occurrences",
    "comes_up(Sba) :- propose(_, Sba).\n"
    "comes_up(chosen(Kind, X)) :- choose(_, Kind, _, X), option(_, Kind, _, Y), X != Y.\n",
)
"""Which actions apply on a board, and what is chosen where something else could be."""


def test_every_action_and_choice_comes_up() -> None:
    """A property holds for nothing where no board of a space is one that it speaks of."""
    found = coming_up(default_rulebook(), 2, tuple(features()))
    found |= coming_up(default_rulebook(), 3, ("creatures", "roles"))  # two Roles need a creature
    assert not in_force() - found, f"on none of these boards applies {sorted(in_force() - found)}"
    kinds = Counter(each.removeprefix("chosen(").partition(",")[0] for each in found if each.startswith("chosen("))
    of_other_days = {"planeswalker_uniqueness"}
    asked = set(default_rulebook().choice_kinds) - of_other_days
    assert not (few := {each for each in asked if kinds[each] < 2}), f"there is never a choice of {sorted(few)}"


def test_boards_without_an_outcome_are_noticed(tmp_path: Path) -> None:
    """A choice without an option makes boards vanish: no property sees them, but then actions do not come up."""
    fault = Fault(
        "options are never open",
        "choices.lp",
        "_open(P, Kind, Subject, Option) :- option(P, Kind, Subject, Option),\n",
        "_open(P, Kind, Subject, Option) :- answer(P, _, _, _), option(P, Kind, Subject, Option),\n",
        "occurrences",
        2,
        ("legendary",),
    )
    assert "legend_rule" in coming_up(default_rulebook(), fault.permanents, fault.features)
    assert "legend_rule" not in coming_up(fault.rulebook(tmp_path / "asp"), fault.permanents, fault.features)


def coming_up(rulebook: Rulebook, permanents: int, chosen: tuple[str, ...]) -> set[str]:
    """Return what comes up in the first check of some board."""
    checks = Checks(Space(permanents, chosen, rulebook=rulebook), [OCCURRENCES], symmetry=False)
    checks.grow(1)
    return {str(each.arguments[0]) for each in checks.atoms("comes_up", 3) if checks.find(each) is not None}


def test_there_are_faults_of_many_kinds() -> None:
    assert {each.noticed_by for each in FAULTS} >= {*SPECIFICATION, KNOWN_BOUND, "confluence", "no_return"}
    assert len({each.file for each in FAULTS}) >= 12


@pytest.mark.parametrize(
    ("permanents", "chosen"), [(1, tuple(features())), (2, DEFAULT_FEATURES)], ids=["all features", "default features"]
)
def test_the_rules_are_as_specified(permanents: int, chosen: tuple[str, ...]) -> None:
    assert_as_specified(permanents, chosen)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("permanents", "chosen"), [(2, tuple(features())), (3, DEFAULT_FEATURES)], ids=["all features", "default features"]
)
def test_the_rules_are_as_specified_for_more_permanents(
    permanents: int, chosen: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    if "sweep" not in request.config.option.markexpr:
        pytest.skip("takes a minute; run with `pytest -m sweep`")
    assert_as_specified(permanents, chosen)


def assert_as_specified(permanents: int, chosen: tuple[str, ...]) -> None:
    found = of_the_rules(ALL_SPECIFICATIONS, permanents, chosen)
    assert found is None, f"the rules do {found and found.performed()} on {found and found.board}"


def test_a_changed_copy_of_the_rules_is_kept_apart_from_our_own(tmp_path: Path) -> None:
    before = Rulebook().whole().text
    changed = FAULTS[0].rulebook(tmp_path / "asp").whole().text
    assert len(changed) == len(before) - len("=")
    assert Rulebook().whole().text == before


def test_all_state_based_actions_are_specified() -> None:
    names = {name for each in SPECIFICATION for name in re.findall(r"\w+", properties()[each].text)}
    assert not in_force() - names, f"no specification speaks of {sorted(in_force() - names)}"


def in_force() -> set[str]:
    """Return the state-based actions of the newest edition."""
    actions = {name for name, _ in default_rulebook().table("state_based_action")}
    return actions & set(default_rulebook().editions.at(NEWEST_EDITION).numbers)


@cache
def of_the_rules(name: str, permanents: int, chosen: tuple[str, ...]) -> Found | None:
    """Return a board on which the rules as they are violate a property."""
    return counterexample(default_rulebook(), name, permanents, chosen)


def counterexample(rulebook: Rulebook, name: str, permanents: int, chosen: tuple[str, ...]) -> Found | None:
    """Return a board on which some check violates a property; None if none does until nothing is left to do."""
    checks = Checks(Space(permanents, chosen, rulebook=rulebook), [statement(name)])
    end = time.monotonic() + SECONDS
    for horizon in range(1, MOST_CHECKS + 1):
        checks.grow(horizon)
        found = checks.find(checks.last("violated"), deadline=end)
        if found is not None:
            return found
        if checks.find(checks.last("unfinished"), deadline=end) is None:
            return None
    raise AssertionError(f"after {MOST_CHECKS} checks the game still goes on, and {name} is not violated")


def statement(name: str) -> Property:
    """Return a property by name: one that comes with the program, one with a bound, or all specifications."""
    known = properties()
    if name == KNOWN_BOUND:
        return Property(name, known["check_bound"].text + "violation :- reaches(N), N > 0.\n")
    if name == ALL_SPECIFICATIONS:
        return Property(name, "\n".join(known[each].text for each in SPECIFICATION))
    return known[name]
