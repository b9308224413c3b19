"""The command line. It only calls the Python API and prints."""

from __future__ import annotations

import signal
import sys

import click

from sbalogic.cli.check import check
from sbalogic.cli.facts import facts
from sbalogic.cli.others import completion, schema
from sbalogic.cli.rules import rules
from sbalogic.cli.test import test


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Unofficial; Magic: The Gathering belongs to Wizards of the Coast.",
)
@click.version_option(package_name="sbalogic")
def main_group() -> None:
    """Solve Magic: The Gathering state-based actions: every outcome, with the rule for each step.

    \b
    Examples:
      sbalogic check board.yaml
      sbalogic check boards/ --format json
      sbalogic rules 704.5j
    """


for _command in (check, facts, rules, test, schema, completion):
    main_group.add_command(_command)


def main() -> None:
    """Run the command line. Ctrl-C and a closed pipe end the process at once, even while the solver works."""
    for name in ("SIGINT", "SIGPIPE"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    main_group(prog_name="sbalogic")
