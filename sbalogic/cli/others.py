"""The small commands: the schema of board files, and shell completion."""

from __future__ import annotations

import json

import click
from click.shell_completion import get_completion_class

from sbalogic.formats.board_file import board_schema


@click.command(short_help="Print the JSON Schema of board files.")
def schema() -> None:
    """Print the JSON Schema of board files, for editors and other programs.

    \b
    Example:
      sbalogic schema > board.schema.json
    """
    click.echo(json.dumps(board_schema(), ensure_ascii=False, indent=2))


@click.command(short_help="Print the script for shell completion.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that makes a shell complete commands, options and file names.

    \b
    Examples:
      sbalogic completion bash >> ~/.bashrc
      sbalogic completion fish > ~/.config/fish/completions/sbalogic.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(context.find_root().command, {}, "sbalogic", "_SBALOGIC_COMPLETE").source())
