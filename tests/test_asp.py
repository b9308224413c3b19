"""The rules in asp/ keep their conventions, agree with their README, and mean the same to plain clingo and to the API.

The API grounds only the rules that can fire; clingo gets all files as they are. So these tests also compare the program
that was cut down for a board with the whole one.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

import clingo
import pytest
from asp_readme import README, faults_of_readme
from asp_syntax import (
    ASP,
    documentation,
    faults_of_actions,
    faults_of_documentation,
    faults_of_fluents,
    faults_of_includes,
    faults_of_inputs,
    faults_of_privacy,
    is_fluent,
    predicate,
    read_rules,
    subject_of,
)
from clingo import ast

from sbalogic import NEWEST_EDITION, Board, load
from sbalogic.events import CLASS_FACT, RulesError, class_facts, possible_events
from sbalogic.expectation import by_edition
from sbalogic.facts import facts_of
from sbalogic.groups import toggle
from sbalogic.rulebook import Rulebook

BOARDS = Path(__file__).parent / "boards"
PROGRAM = (ASP / "check.lp").read_text()
RULES = read_rules()
FILES = [
    path.relative_to(ASP).as_posix()
    for path in sorted(ASP.rglob("*.lp"))
    if path.name != "check.lp" and "verify" not in path.parts
]
VOCABULARY = {of: places[0][1] for of, places in documentation(RULES).items() if places[0][0] == "vocabulary.lp"}


def report(faults: Sequence[str]) -> None:
    if faults:
        pytest.fail("\n".join(["", *faults[:40], *["..."][: len(faults) - 40]]), pytrace=False)


# --- what the syntax shows


def test_public_predicates_are_documented() -> None:
    report(faults_of_documentation(RULES))


def test_inputs_are_defined_in_the_vocabulary() -> None:
    report(faults_of_inputs(RULES))


def test_private_predicates_stay_in_their_file() -> None:
    report(faults_of_privacy(RULES))


def test_fluents_end_with_what_they_are_about() -> None:
    report(faults_of_fluents(RULES))


def test_each_action_has_a_file_of_its_own() -> None:
    report(faults_of_actions(RULES, FILES))


def test_the_program_includes_every_file_once() -> None:
    report(faults_of_includes(PROGRAM, FILES))


def test_readme_lists_what_the_rules_have() -> None:
    report(faults_of_readme(README.read_text(), RULES))


def test_readme_names_every_event() -> None:
    asked = [
        head.arguments[0] for each in RULES for head in each.heads if predicate(head) in ("propose/2", "perform/1")
    ]
    events = {each.name for each in asked if each.ast_type is ast.ASTType.Function}
    terms = README.read_text().partition("\n## Terms\n")[2].partition("\n## ")[0]
    table, _, replaced = terms.partition("In place of")
    rows = re.findall(r"^\| (`.*`) \|", table, re.MULTILINE)
    assert set(re.findall(r"`(\w+)\(", " ".join([*rows, replaced]))) == events


def test_rules_are_plain() -> None:
    """No scripts, times or externals; what is shown, chosen or forbidden stands where it is looked for."""
    kinds = ast.ASTType
    places = {kinds.ShowTerm: "show.lp", kinds.ShowSignature: "show.lp"}
    plain = (kinds.Rule, kinds.Comment, kinds.Defined, kinds.Program)
    faults = []
    for each in RULES:
        kind = each.node.ast_type
        special = each.is_constraint or (each.heads and each.node.head.ast_type is not kinds.Literal)
        if (kind not in plain and places.get(kind) != each.file) or (special and each.file != "choices.lp"):
            faults.append(f"{each.node.location.begin}: has no place here: {each.node}")
    report(faults)


SOME = 8
"""One of so many statements is left out, so that the test takes no minutes."""


def test_tests_notice_what_is_missing() -> None:
    """Without a comment, `#defined`, rule, include or row, the test that guards it names it."""
    unnoticed = []

    def must_name(what: str, faults: Sequence[str], without: str) -> None:
        if not any(what in each for each in faults):
            unnoticed.append(f"nothing tells of {what} without {without}")

    for each in [each for each in RULES if each.documents or each.defines][::SOME]:
        rest = [other for other in RULES if other is not each]
        if each.documents:
            must_name(each.documents.predicate, faults_of_documentation(rest), "its documentation")
        if each.defines and each.file == "vocabulary.lp":
            must_name(each.defines, faults_of_inputs(rest), "its #defined")
    for of, text in list(VOCABULARY.items())[::SOME]:
        rest = [each for each in RULES if not any(str(head).startswith(f"del({of[:-2]}(") for head in each.heads)]
        if is_fluent(text) and subject_of(text) and len(rest) < len(RULES):
            must_name(text.atom, faults_of_fluents(rest), "the rules that delete it")
    for file in FILES:
        line = f'#include "{file}".\n'
        must_name(file, faults_of_includes(PROGRAM.replace(line, ""), FILES), "its include")
        must_name(file, faults_of_includes(PROGRAM + line, FILES), "a single include")
        if file in [each for each in FILES if each.startswith("sba/")][::SOME]:
            own = [each for each in RULES if each.file == file]
            top = next(each for each in own if each.node.ast_type is ast.ASTType.Comment)
            for lost, what in (([top], "its first line"), ([each for each in own if each.heads], "its rules")):
                must_name(file, faults_of_actions([each for each in RULES if each not in lost], FILES), what)
    readme = README.read_text()
    tables = re.findall(r"(?<=\|---\|\n)(?:\| .*\n)+", readme.partition("\n## What a board says")[2])
    for row in [match for table in tables[:2] for match in re.findall(r"(\| `(\w+).*\n)", table)[:1]]:
        must_name(row[1], faults_of_readme(readme.replace(row[0], "", 1), RULES), "its row")
    report(unnoticed)


# --- what plain clingo and the API say of all boards

Terms = frozenset[str]


@dataclass(slots=True)
class Checked:
    """One check of a board, by the API and by plain clingo."""

    place: str
    before: Terms
    """The facts."""
    given: Terms
    """The facts, and which objects are interchangeable."""
    by_api: list[Terms] = field(default_factory=list)
    """What is shown of each possible event."""
    by_clingo: list[Terms] = field(default_factory=list)
    """What is shown of each stable model."""
    changes: list[tuple[Terms, Terms]] = field(default_factory=list)
    """The facts F of add(F) and of del(F) in each stable model."""
    faults: list[str] = field(default_factory=list)
    """Messages and errors."""

    @property
    def differences(self) -> list[str]:
        """Which sets of terms only one side has; of terms that all these sets share nothing is said."""
        sides = {"the API": Counter(self.by_api), "plain clingo": Counter(self.by_clingo)}
        apart = [*(sides["the API"] - sides["plain clingo"]), *(sides["plain clingo"] - sides["the API"])]
        common = frozenset.intersection(*apart) if len(apart) > 1 else frozenset()
        return [
            f"{self.place}: only {side} has ({count}) {' '.join(sorted(terms - common)) or 'common terms'}"
            for side, other in (sides, reversed(sides))
            for terms, count in (sides[side] - sides[other]).items()
        ]


def all_rules(control: clingo.Control) -> None:
    control.load(str(ASP / "check.lp"))


def ask_clingo(checked: Checked, rules: Callable[[clingo.Control], None] = all_rules) -> Checked:
    """Add what plain clingo says to a checked board."""
    control = clingo.Control(["0"], logger=lambda _, message: checked.faults.append(f"{checked.place}: {message}"))
    rules(control)
    control.add("base", [], "".join(f"{fact}." for fact in checked.given))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            checked.by_clingo.append(frozenset(map(str, model.symbols(shown=True))))
            add, delete = (
                frozenset(str(atom.symbol.arguments[0]) for atom in atoms if model.is_true(atom.literal))
                for atoms in (control.symbolic_atoms.by_signature(name, 1) for name in ("add", "del"))
            )
            checked.changes.append((add, delete))
    return checked


def follow(path: Path, rulebook: Rulebook) -> list[Checked]:
    """Check a board and all that come of it, under its rules and those of each day that it names in `expect`."""
    board = load(path)
    editions = {board.rules: board, **{under.rules: under for under, _ in by_edition(board)}}
    return [checked for each in editions.values() for checked in follow_under(each, path, rulebook)]


def follow_under(board: Board, path: Path, rulebook: Rulebook) -> list[Checked]:
    facts = facts_of(board)
    program = rulebook.program((*facts.groups, CLASS_FACT))
    boards, seen = [facts.groups], dict[Terms, Checked]()
    while boards:
        groups = boards.pop()
        before = frozenset(chain.from_iterable(groups.values()))
        if before in seen:
            continue
        under = "" if board.rules == NEWEST_EDITION else f", rules of {board.rules}"
        checked = Checked(f"{path.relative_to(BOARDS)}, board {len(seen) + 1}{under}", before, before)
        seen[before] = checked
        try:
            for event in possible_events(groups, rulebook, program, facts.unnamed):
                checked.given = before.union(*class_facts(event.classes).values())
                toggled = frozenset(map(str, event.toggled))
                checked.by_api.append(toggled.union(map(str, chain.from_iterable(event.told.values()))))
                after = toggle(groups, event.toggled)
                if before ^ toggled != frozenset(chain.from_iterable(after.values())):
                    checked.faults.append(
                        f"{checked.place}: the next board is not this one with {sorted(toggled)} toggled"
                    )
                if event.again:
                    boards.append(after)
        except RulesError as error:
            checked.faults.append(f"{checked.place}: {error}")
        ask_clingo(checked)
    return list(seen.values())


EVERY = 12
"""Of so many boards one is followed; all of them are with `-m sweep`."""


@pytest.fixture(scope="session")
def boards() -> list[list[Checked]]:
    return followed(sorted(BOARDS.rglob("*.yaml"))[::EVERY])


def followed(paths: Sequence[Path]) -> list[list[Checked]]:
    rulebook = Rulebook()
    assert len(paths) > 15
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda path: follow(path, rulebook), paths))


@pytest.fixture(scope="session")
def checks(boards: list[list[Checked]]) -> list[Checked]:
    return list(chain.from_iterable(boards))


def test_plain_clingo_gives_what_the_api_gives(checks: list[Checked]) -> None:
    report([fault for each in checks for fault in each.differences])


@pytest.mark.sweep
def test_all_boards_are_the_same_to_plain_clingo_and_the_api(request: pytest.FixtureRequest) -> None:
    if "sweep" not in request.config.option.markexpr:
        pytest.skip("a sweep takes minutes; run it with -m sweep")
    checks = list(chain.from_iterable(followed(sorted(BOARDS.rglob("*.yaml")))))
    report([fault for each in checks for fault in (*each.differences, *each.faults)])


def test_clingo_has_nothing_to_say(checks: list[Checked]) -> None:
    report([fault for each in checks for fault in each.faults])


def test_a_missing_rule_makes_a_difference() -> None:
    missing = "propose(lose(P),zero_life) :- applies(zero_life,P)."

    def rules(control: clingo.Control) -> None:
        kinds = (ast.ASTType.Comment, ast.ASTType.Program)
        with ast.ProgramBuilder(control) as builder:
            for each in RULES:
                if each.node.ast_type not in kinds and str(each.node) != missing:
                    builder.add(each.node)

    board = follow(BOARDS / "sba/zero_life/applies.yaml", Rulebook())[0]
    without = ask_clingo(Checked(board.place, board.before, board.given, board.by_api), rules)
    assert "only the API has (1)" in without.differences[0]
    assert "action(zero_life" in without.differences[0]


def test_without_facts_there_is_one_silent_model() -> None:
    checked = ask_clingo(Checked("no facts", frozenset(), frozenset()))
    assert not checked.faults
    assert len(checked.by_clingo) == 1


def faults_of_choices(place: str, models: Sequence[Terms]) -> list[str]:
    """There is a model, and no two models have the same choices."""
    chosen = Counter(frozenset(term for term in model if term.startswith("chosen(")) for model in models)
    faults = [] if models else [f"{place}: no stable model"]
    faults.extend(
        f"{place}: {count} models for {sorted(of) or 'no choice'}" for of, count in chosen.items() if count > 1
    )
    return faults


def test_choices_alone_make_models_differ(checks: list[Checked]) -> None:
    report([fault for each in checks for fault in faults_of_choices(each.place, each.by_clingo)])
    assert faults_of_choices("none", []) == ["none: no stable model"]
    assert faults_of_choices("two", [frozenset({"a"}), frozenset({"b"})]) == ["two: 2 models for no choice"]


@cache
def parsed(fact: str) -> clingo.Symbol:
    return clingo.parse_term(fact)


def of(fact: str) -> str:
    return f"{parsed(fact).name}/{len(parsed(fact).arguments)}"


def test_boards_use_the_vocabulary(checks: list[Checked]) -> None:
    unknown = {
        f"{each.place}: {of(fact)} is not in the vocabulary"
        for each in checks
        for fact in each.given
        if of(fact) not in VOCABULARY
    }
    report(sorted(unknown))


def test_changes_are_changes_of_fluents(checks: list[Checked]) -> None:
    """Deleted is what holds, and added what does not or is deleted as well, so that what is shown can be toggled."""
    faults: list[str] = []
    for each in checks:
        for add, delete in each.changes:
            faults.extend(f"{each.place}: {fact} is deleted, but does not hold" for fact in delete - each.before)
            faults.extend(f"{each.place}: {fact} is added, but holds" for fact in add & each.before - delete)
            no_fluents = {
                fact for fact in add | delete if of(fact) not in VOCABULARY or not is_fluent(VOCABULARY[of(fact)])
            }
            faults.extend(f"{each.place}: {fact} changes, but is no fluent" for fact in no_fluents)
    report(faults)


def test_nothing_names_a_player_who_leaves(checks: list[Checked]) -> None:
    faults = []
    for each in checks:
        for add, delete in each.changes:
            gone = {parsed(fact).arguments[0] for fact in add if of(fact) == "left/1"}
            if not gone:
                continue
            names = {"P": gone, "X": {clingo.Function("player", [player]) for player in gone}}
            for fact in (each.before - delete) | add:
                text = VOCABULARY[of(fact)]
                named = [
                    name in names.get(letter, ())
                    for letter, name in zip(text.arguments, parsed(fact).arguments, strict=True)
                ]
                if is_fluent(text) and of(fact) != "left/1" and any(named):
                    faults.append(f"{each.place}: {fact} stays when that player leaves")
    report(faults)


def test_the_command_line_of_clingo_gives_the_same(boards: list[list[Checked]], tmp_path: Path) -> None:
    chosen = [board[0] for board in boards[:: len(boards) // 15]]

    def run(number: int, checked: Checked) -> list[str]:
        board = tmp_path / f"{number}.lp"
        board.write_text("".join(f"{fact}.\n" for fact in sorted(checked.given)))
        command = [sys.executable, "-m", "clingo", str(ASP / "check.lp"), str(board), "0", "--outf=2"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        (call,) = json.loads(done.stdout)["Call"]
        models = [frozenset(witness["Value"]) for witness in call["Witnesses"]]
        again = Checked(checked.place, checked.before, checked.given, checked.by_api, models)
        return [*again.differences, *[f"{checked.place}: {line}" for line in done.stderr.splitlines()]]

    with ThreadPoolExecutor(2) as pool:
        report(list(chain.from_iterable(pool.map(run, range(len(chosen)), chosen))))


def test_the_whole_rulebook_is_the_program() -> None:
    kinds = (ast.ASTType.Rule, ast.ASTType.ShowTerm, ast.ASTType.ShowSignature)
    found: list[object] = []
    ast.parse_string(Rulebook().whole().text, lambda each: found.append(each) if each.ast_type in kinds else None)
    wanted = [each.node for each in RULES if each.node.ast_type in kinds]
    report([f"`{one}` is not `{other}`" for one, other in zip(found, wanted, strict=True) if one != other])
