"""The tables of asp/README.md, written from the rules. `python tests/asp_readme.py` brings them up to date.

A section whose title ends with a folder or file of asp/ in backticks has such a table. All other text is written by
hand, and so is the last column for the vocabulary and for what is shown: what in Python writes the fact or reads the
term.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path

from asp_syntax import (
    ASP,
    Documentation,
    Node,
    Statement,
    derived,
    documentation,
    inputs,
    is_private,
    predicate,
    read,
    read_rules,
)
from clingo import ast

import sbalogic
import sbalogic.board
import sbalogic.outcome

README = ASP / "README.md"
_PACKAGE = Path(sbalogic.__file__).parent
_SECTION = re.compile(r"^(## [^\n]*`([^`\n]+)`\n)(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^(?:- Input from |\|)(?:.*^\|)?[^\n]*\n", re.MULTILINE | re.DOTALL)
_RESULTS = {name: each for name, each in vars(sbalogic.outcome).items() if isinstance(each, type)}
_ROW = re.compile(r"^\| `([^`]+)` \|.* \| ([^|]*) \|$", re.MULTILINE)


def faults_of_readme(text: str, rules: Sequence[Statement]) -> list[str]:
    """Find tables that are missing or not up to date, and what Python does not have."""
    titles = [name for _, name, _ in _SECTION.findall(text)]
    wanted = ["vocabulary.lp", "show.lp", *dict.fromkeys(_unit(each.file) for each in rules if each.heads)]
    faults = [f"asp/README.md has no section `{each}`" for each in wanted if titles.count(each) != 1]
    parts = re.findall(r"^\| `([^`]+)`", text.partition("\n## One check")[2].partition("\n## ")[0], re.MULTILINE)
    order = list(dict.fromkeys(_unit(each.file) for each in rules))[1:]
    faults.extend([f"asp/README.md reads {parts} in this order, check.lp {order}"] if parts != order else [])
    shown = next((body for _, name, body in _SECTION.findall(text) if name == "show.lp"), "")
    taken = {name for each in _package().values() for name in re.findall(r'(?:\.table|\._heads)\("(\w+)"', each)}
    faults.extend(f"asp/README.md, show.lp: Python reads {each} too" for each in taken if f"`{each}`" not in shown)
    now = text.splitlines()
    faults.extend(
        unified_diff(now, written(text, rules).splitlines(), "asp/README.md", "what the rules say", lineterm="", n=0)
    )
    for _, name, section in _SECTION.findall(text):
        if name in ("vocabulary.lp", "show.lp"):
            for atom, python in _ROW.findall(section):
                places = re.findall(r"`([^`]+)`", python)
                found = [each for each in places if _mentions(each, _name(atom), rules)]
                if not places or found != places:
                    faults.append(f"asp/README.md: {atom} has nothing to do with {python or 'anything'}")
    return faults


def written(text: str, rules: Sequence[Statement]) -> str:
    """Return the README with its tables as the rules have them."""

    def section(match: re.Match[str]) -> str:
        title, name, body = match.groups()
        table = _table(name, rules, {_name(atom): column for atom, column in _ROW.findall(body)})
        return title + _TABLE.sub(lambda _: "".join(f"{line}\n" for line in table), body, count=1)

    return _SECTION.sub(section, text)


def _table(name: str, rules: Sequence[Statement], python: dict[str, str]) -> list[str]:
    if name == "vocabulary.lp":
        texts = [each.documents for each in rules if each.file == name and each.documents]
        rows = [f"| `{each.atom}` | {each.meaning} | {python.get(_name(each.atom), '')} |" for each in texts]
        return ["| Fact | Meaning | Python |", "|---|---|---|", *rows]
    if name == "show.lp":
        shown: dict[str, list[str]] = defaultdict(list)
        for each in (each.node for each in rules if each.node.ast_type is ast.ASTType.ShowTerm):
            shown[str(each.term)].append(_reason(each, documentation(rules)))
        rows = [
            f"| `{term}` | {' '.join(reasons)} | {python.get(_name(term), '')} |" for term, reasons in shown.items()
        ]
        return ["| Term | Shown for | Python |", "|---|---|---|", *rows]
    return [
        *_inputs(name, rules),
        "",
        "| Predicate | Meaning | Derived in | Read in |",
        "|---|---|---|---|",
        *_outputs(name, rules),
    ]


def _reason(show: Node, documented: dict[str, list[tuple[str, Documentation]]]) -> str:
    """Say for which atoms a term is shown, and what the first of them means."""
    body = [literal for literal in show.body if literal.sign == ast.Sign.NoSign]
    meanings = [text.meaning for _, text in documented.get(predicate(body[0].atom.symbol), ())]
    return f"`{'`, `'.join(map(str, body))}`: {' '.join(meanings)}"


def _name(atom: str) -> str:
    return atom.partition("(")[0]


def _unit(file: str) -> str:
    """Return the folder of a file, or the file where it stands beside the folders."""
    folder, slash, _ = file.partition("/")
    return folder + slash


def _inputs(unit: str, rules: Sequence[Statement]) -> Iterator[str]:
    of_board, deriving = inputs(rules), derived(rules)
    wanted = sorted(of for of, files in read(rules).items() if unit in map(_unit, files))
    sources = {"the board": [of for of in wanted if of in of_board]}
    for other in dict.fromkeys(_unit(each.file) for each in rules):
        if other != unit:
            sources[f"`{other}`"] = [of for of in wanted if other in map(_unit, deriving.get(of, ()))]
    yield from (f"- Input from {source}: `{'`, `'.join(given)}`" for source, given in sources.items() if given)


def _outputs(unit: str, rules: Sequence[Statement]) -> Iterator[str]:
    reading, documented = read(rules), documentation(rules)
    for of, files in derived(rules).items():
        if unit not in map(_unit, files) or is_private(of):
            continue
        readers = [f"`{each}`" for each in dict.fromkeys(map(_unit, reading.get(of, ()))) if each != unit]
        readers.extend(["Python"] if _is_table(of) else [])
        own = [f"`{file.removeprefix(unit) or file}`" for file in files if _unit(file) == unit]
        places = ", ".join(own) if len(own) < 5 else f"{len(own)} files"
        for _, text in documented.get(of, ()):
            yield f"| `{text.atom}` | {text.meaning} | {places} | {', '.join(readers) or 'here only'} |"


@cache
def _package() -> dict[str, str]:
    """Return the text of the modules of the package."""
    return {path.relative_to(_PACKAGE).as_posix(): path.read_text() for path in sorted(_PACKAGE.rglob("*.py"))}


def _is_table(of: str) -> bool:
    """Whether Python reads the facts that the rules themselves state (`Rulebook.table`)."""
    return any(f'.table("{of.partition("/")[0]}")' in text for text in _package().values())


def _mentions(place: str, name: str, rules: Sequence[Statement]) -> bool:
    """Whether a field `Player.life`, a module `events.py` or rules that add facts have to do with `name`."""
    if place.endswith(".lp"):
        heads = [head for each in rules if each.file == place for head in each.heads if predicate(head) == "add/1"]
        return any(_name(str(head.arguments[0])) == name for head in heads)
    if place.endswith(".py"):
        return re.search(rf"\b{name}\b", _package().get(place, "")) is not None
    owner, _, field = place.partition(".")
    if hasattr(sbalogic.board, owner):
        written = re.search(rf'"{name}\b', _package()["facts.py"] + _package()["board_after.py"]) is not None
        return written and field in getattr(sbalogic.board, owner)._fields
    return owner in _RESULTS and (field in _RESULTS[owner].__annotations__ or hasattr(_RESULTS[owner], field))


if __name__ == "__main__":
    README.write_text(written(README.read_text(), read_rules()))
