"""What the syntax of the rules in asp/ tells: which file derives, reads, defines and documents which predicate.

A predicate is written as `zone/2`, a file by its path in asp/. Whatever finds faults returns them as sentences, so that
a test can look for a fault in rules that lack a statement.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from clingo import ast

from sbalogic.rulebook import asp_folder

ASP = Path(asp_folder())
Node = Any
"""A node of clingo's syntax tree, which has no types."""

_DOCUMENTATION = re.compile(r"%\*!\s+(.+?):\s+(.+?)\s*\*%", re.DOTALL)


class Documentation(NamedTuple):
    """A comment `%*! atom: meaning *%`."""

    atom: str
    predicate: str
    arguments: list[str]
    meaning: str


class Statement(NamedTuple):
    """A statement or comment of a file."""

    file: str
    node: Node
    heads: list[Node]
    """The atoms that it derives."""
    derives: list[str]
    """Their predicates."""
    reads: list[str]
    """The predicates in bodies, conditions and aggregates."""
    documents: Documentation | None

    @property
    def defines(self) -> str | None:
        """The predicate of a statement `#defined`."""
        return f"{self.node.name}/{self.node.arity}" if self.node.ast_type is ast.ASTType.Defined else None

    @property
    def is_constraint(self) -> bool:
        """Whether it is a rule without a head."""
        return self.node.ast_type is ast.ASTType.Rule and not self.heads


def read_rules() -> list[Statement]:
    """Read all files in the order in which a check includes them."""
    found: list[Statement] = []
    ast.parse_files([str(ASP / "check.lp")], lambda node: found.append(_statement(node)))
    return found


def predicate(term: Node) -> str:
    """Return the predicate of an atom, or the name of a shown term."""
    if term.ast_type is ast.ASTType.SymbolicTerm:
        return f"{term.symbol.name}/0"
    return f"{term.name}/{len(term.arguments)}"


def is_private(of: str) -> bool:
    """Whether a predicate belongs to one file."""
    return of.startswith("_")


def _statement(node: Node) -> Statement:
    file = Path(node.location.begin.filename).relative_to(ASP).as_posix()
    heads: list[Node] = []
    reads: list[Node] = []
    if node.ast_type is ast.ASTType.Rule:
        elements = [node.head] if node.head.ast_type is ast.ASTType.Literal else list(node.head.elements)
        for each in elements:
            heads.extend(_atoms(each if each.ast_type is ast.ASTType.Literal else each.literal))
            reads.extend(atom for literal in getattr(each, "condition", ()) for atom in _atoms(literal))
    for literal in getattr(node, "body", ()):
        reads.extend(_atoms(literal))
    return Statement(
        file,
        node,
        heads,
        [predicate(each) for each in heads],
        [predicate(each) for each in reads],
        _documentation(node),
    )


class _Atoms(ast.Transformer):
    def __init__(self) -> None:
        self.found: list[Node] = []

    def visit_SymbolicAtom(self, atom: Node) -> Node:  # noqa: N802  (clingo.ast calls it by this name)
        self.found.append(atom.symbol)
        return atom


def _atoms(node: Node) -> list[Node]:
    atoms = _Atoms()
    atoms(node)
    return atoms.found


def _documentation(node: Node) -> Documentation | None:
    if node.ast_type is not ast.ASTType.Comment or not node.value.startswith("%*!"):
        return None
    match = _DOCUMENTATION.fullmatch(node.value)
    assert match, f"{node.location.begin}: not of the form `%*! atom: meaning *%`: {node.value}"
    rules: list[Node] = []
    ast.parse_string(f"{match[1]}.", rules.append)
    atom = rules[1].head.atom.symbol
    return Documentation(match[1], predicate(atom), [str(each) for each in atom.arguments], " ".join(match[2].split()))


# --- tables over all statements


def derived(rules: Iterable[Statement]) -> dict[str, list[str]]:
    """Return the files that derive each predicate, in reading order."""
    return _files(rules, lambda each: each.derives)


def read(rules: Iterable[Statement]) -> dict[str, list[str]]:
    """Return the files that read each predicate, in reading order."""
    return _files(rules, lambda each: each.reads)


def inputs(rules: Iterable[Statement]) -> set[str]:
    """Return what is read and never derived: the facts of a board."""
    rules = list(rules)
    return set(read(rules)) - set(derived(rules))


def _files(rules: Iterable[Statement], predicates: Callable[[Statement], list[str]]) -> dict[str, list[str]]:
    files: dict[str, dict[str, None]] = defaultdict(dict)
    for each in rules:
        for of in predicates(each):
            files[of][each.file] = None
    return {of: list(found) for of, found in files.items()}


def documentation(rules: Iterable[Statement]) -> dict[str, list[tuple[str, Documentation]]]:
    """Return what is said about each predicate, and in which file."""
    found: dict[str, list[tuple[str, Documentation]]] = defaultdict(list)
    for each in rules:
        if each.documents:
            found[each.documents.predicate].append((each.file, each.documents))
    return found


# --- faults


def faults_of_documentation(rules: list[Statement]) -> list[str]:
    """Find public predicates that are not documented once: in the file that derives them, or anywhere if several do."""
    faults = []
    of_files, documented = derived(rules), documentation(rules)
    for of, files in of_files.items():
        places = [file for file, _ in documented.get(of, ())]
        if is_private(of):
            continue
        if len(places) != 1:
            faults.append(f"{of}, derived in {', '.join(files)}, is documented {len(places)} times: {places}")
        elif len(files) == 1 and places != files:
            faults.append(f"{of} is derived in {files[0]} and documented in {places[0]}")
    for of in inputs(rules):
        places = [file for file, _ in documented.get(of, ())]
        if places != ["vocabulary.lp"]:
            faults.append(f"the input {of} is documented in {places or 'no file'}, not in vocabulary.lp alone")
    known = of_files.keys() | inputs(rules)
    faults.extend(
        f"{file} documents {of}, which no rule has"
        for of in documented
        for file, _ in documented[of]
        if of not in known
    )
    return faults


def faults_of_inputs(rules: list[Statement]) -> list[str]:
    """Find inputs not `#defined` in vocabulary.lp, and what is elsewhere unless it is derived and documented there."""
    faults = []
    defined: dict[str, list[str]] = defaultdict(list)
    for each in rules:
        if each.defines:
            defined[each.defines].append(each.file)
    of_board, documented = inputs(rules), documentation(rules)
    for of in sorted(of_board | defined.keys()):
        files = defined.get(of, [])
        if of in of_board:
            if files != ["vocabulary.lp"]:
                faults.append(f"the input {of} is #defined in {files or 'no file'}, not once in vocabulary.lp")
        elif of not in derived(rules):
            faults.append(f"{of} is #defined in {', '.join(files)}, but no rule reads it")
        elif files != [file for file, _ in documented.get(of, ())]:
            faults.append(f"{of} is derived by rules and #defined in {', '.join(files)}, where it is not documented")
    return faults


def faults_of_privacy(rules: list[Statement]) -> list[str]:
    """Find predicates that start with `_` and occur in several files."""
    files: dict[str, dict[str, None]] = defaultdict(dict)
    for table in (derived(rules), read(rules)):
        for of in filter(is_private, table):
            files[of].update(dict.fromkeys(table[of]))
    return [f"{of} is private, but occurs in {', '.join(found)}" for of, found in files.items() if len(found) > 1]


_OBJECT, _PLAYER = {"O", "X", "object(O)"}, {"P", "X"}


def faults_of_fluents(rules: list[Statement]) -> list[str]:
    """Find fluents that outlive what they are about: an object that departs (400.7), a player who leaves (800.4a).

    A fluent is about the first object or player among its arguments; X is either. Windows end in every check, and what
    is added for those who leave tells that they have left.
    """
    ends = {
        event: {each for rule in rules if rule.file.startswith("effects/") for each in _ended_by(rule, event)}
        for event in ("departs", "leaves", "checked")
    }
    faults = []
    for of, places in documentation(rules).items():
        for _, text in places:
            subject = subject_of(text)
            if not is_fluent(text) or subject is None or (of, None) in ends["checked"]:
                continue
            if subject in _OBJECT and not {(of, "O"), (of, "object(O)")} & ends["departs"]:
                faults.append(f"no rule in effects/ deletes {text.atom} when the object departs")
            if subject in _PLAYER and not {(of, "P"), (of, "player(P)")} & ends["leaves"]:
                faults.append(f"no rule in effects/ deletes {text.atom} when the player leaves")
    return faults


def subject_of(text: Documentation) -> str | None:
    """Return the first argument that names an object or a player."""
    return next((each for each in text.arguments if each in _OBJECT | _PLAYER), None)


def is_fluent(text: Documentation) -> bool:
    """Whether the vocabulary says that a fact may change in a check."""
    return text.meaning.startswith("fluent")


def _ended_by(rule: Statement, event: str) -> Iterable[tuple[str, str | None]]:
    """Return the predicate of F in `del(F) :- EVENT(O), F.`, and how F names O; also of F in `add(F) :- EVENT(P).`"""
    for head in rule.heads:
        if predicate(head) not in ("del/1", "add/1"):
            continue
        fact, of = head.arguments[0], predicate(head.arguments[0])
        wanted = {f"{event}({name})": name for name in ("O", "P")} | {event: None}
        body = [str(each) for each in rule.node.body]
        rest = [each for each in body if each not in wanted]
        if len(rest) == len(body) - 1 and rest == ([str(fact)] if head.name == "del" else []):
            (name,) = (wanted[each] for each in body if each in wanted)
            shapes = {f"{kind}({name})" for kind in ("object", "player")} | {name}
            yield from ((of, str(each)) for each in fact.arguments if str(each) in shapes)
            if name is None:
                yield of, None


def faults_of_actions(rules: list[Statement], files: Iterable[str]) -> list[str]:
    """Find state-based actions of editions.lp without a file named after them that has their last number and rules."""
    faults: list[str] = []
    heads = [head for each in rules for head in each.heads]
    actions = [str(head.arguments[0]) for head in heads if predicate(head) == "state_based_action/2"]
    last = {str(head.arguments[0]): head.arguments[1].symbol.string for head in heads if predicate(head) == "edition/4"}
    faults.extend(f"editions.lp has no number of {name}" for name in actions if name not in last)
    numbers = {name: last[name] for name in actions if name in last}
    stems = {file.removeprefix("sba/").removesuffix(".lp") for file in files if file.startswith("sba/")}
    faults.extend(f"editions.lp knows {name}, but there is no sba/{name}.lp" for name in sorted(numbers.keys() - stems))
    faults.extend(
        f"there is a file sba/{name}.lp, but editions.lp knows no {name}" for name in sorted(stems - numbers.keys())
    )
    for name in sorted(stems & numbers.keys()):
        own = [each for each in rules if each.file == f"sba/{name}.lp"]
        top = next((each.node.value for each in own if each.node.ast_type is ast.ASTType.Comment), "no comment")
        if not re.match(rf"% [^:]+ \({numbers[name]}\): ", top):
            faults.append(f"sba/{name}.lp does not start with `% Title ({numbers[name]}): `, but with `{top[:60]}`")
        heads = [head for each in own for head in each.heads]
        for of, position in (("applies/2", 0), ("propose/2", 1)):
            names = {str(head.arguments[position]) for head in heads if predicate(head) == of}
            if names != {name}:
                faults.append(f"sba/{name}.lp derives {of} for {sorted(names) or 'no action'}, not for {name}")
        if not any(f"in_force({name})" in map(str, getattr(each.node, "body", ())) for each in own):
            faults.append(f"sba/{name}.lp never asks for in_force({name})")
    return faults


def faults_of_includes(program: str, files: Iterable[str]) -> list[str]:
    """Find files that the program of a check does not include once, and folders that it does not include in one go."""
    included = re.findall(r'^#include "(.+)"\.$', program, re.MULTILINE)
    faults = [f"check.lp includes {file} {included.count(file)} times" for file in files if included.count(file) != 1]
    faults.extend(f"check.lp includes {file}, which does not exist" for file in set(included).difference(files))
    folders = [file.partition("/")[0] for file in included if "/" in file]
    turns = [each for place, each in enumerate(folders) if folders[place - 1 : place] != [each]]
    faults.extend(f"check.lp comes back to {each}/" for each in set(turns) if turns.count(each) > 1)
    return faults
