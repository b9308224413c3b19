"""The state-based actions as a list: number, name, text in our words, program."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sbalogic.resolver import default_rulebook
from sbalogic.rulebook import asp_folder


class StateBasedAction(NamedTuple):
    """A state-based action of the newest edition."""

    rule: str
    """Its number: `704.5f`."""
    name: str
    text: str
    """What it says, in our words."""
    source: str
    """Its file in `asp/sba/`."""
    events: tuple[str, ...]
    """The events that it asks for."""


def state_based_actions() -> list[StateBasedAction]:
    """Return the state-based actions in the order of their numbers."""
    rulebook = default_rulebook()
    events = rulebook.events()
    found = []
    for name, (rule, _) in rulebook.state_based_actions.items():
        source = Path(asp_folder(), "sba", f"{name}.lp").read_text(encoding="utf-8")
        comment = source.split("\n\n")[0].splitlines()
        text = " ".join(line.removeprefix("%").strip() for line in comment if line.startswith("%"))
        found.append(StateBasedAction(rule, name, text, source, tuple(events[name])))
    return found
