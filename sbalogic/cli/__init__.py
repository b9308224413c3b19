"""The command line. It only calls the Python API and prints."""

from __future__ import annotations

import gc
import signal
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Final

import click

from sbalogic import __version__

_COMMANDS: Final = {
    "check": "check",
    "facts": "facts",
    "rules": "rules",
    "test": "test",
    "verify": "verify",
    "interactions": "interactions",
    "enumerate": "enumerate",
    "cards": "cards",
    "schema": "others",
    "completion": "others",
}
"""The commands and their modules, which are imported when they are needed: every start waits for what is imported."""


class _Commands(click.Group):
    """A group that imports a command when it is needed."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], _COMMANDS, 1)
            hint = f"did you mean {near[0]}?" if near else f"the commands are {', '.join(_COMMANDS)}"
            context.fail(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(context, args)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command = getattr(import_module(f"sbalogic.cli.{_COMMANDS[name]}"), name)
        gc.enable()  # see main
        assert isinstance(command, click.Command)
        return command


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Unofficial; Magic: The Gathering belongs to Wizards of the Coast.",
)
@click.version_option(__version__)
def main_group() -> None:
    """Solve Magic: The Gathering state-based actions: every outcome, with the rule for each step.

    \b
    Examples:
      sbalogic check board.yaml
      sbalogic check boards/ --format json
      sbalogic rules 704.5j
      sbalogic verify no_return --permanents 3
    """


def main() -> None:
    """Run the command line. Ctrl-C and a closed pipe end the process at once, even while the solver works."""
    gc.disable()  # what is imported stays; to collect garbage meanwhile finds none and costs a tenth of the start
    for name in ("SIGINT", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    main_group(prog_name="sbalogic")
