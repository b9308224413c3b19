"""`sbalogic rules`: the state-based actions, one by one."""

from __future__ import annotations

import json
from difflib import get_close_matches

import click

from sbalogic.cli.boards import Exit
from sbalogic.rules import StateBasedAction, state_based_actions


@click.command(short_help="List the state-based actions, or show one.")
@click.argument("rule", required=False)
@click.option("--event", help="Only the rules that ask for this event: lose, destroy, put_into_graveyard, unattach ...")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rules(rule: str | None, event: str | None, output: str) -> None:
    """List the state-based actions, or show one: its text in our words and its program.

    RULE is a number or a name.

    \b
    Examples:
      sbalogic rules
      sbalogic rules 704.5j
      sbalogic rules legend_rule
      sbalogic rules --event lose
    """
    found = state_based_actions()
    if event is not None:
        events = sorted({each for action in found for each in action.events})
        if event not in events:
            raise click.BadParameter(f"{event!r} is no event; the events are {', '.join(events)}", param_hint="--event")
        found = [each for each in found if event in each.events]
    if rule is not None:
        found = [_one(rule, found)]
    if output == "json":
        rows = [{"rule": each.rule, "sba": each.name, "events": list(each.events), "text": each.text} for each in found]
        click.echo(json.dumps(rows[0] if rule is not None else rows, ensure_ascii=False, indent=2))
    elif rule is not None:
        click.echo(f"{click.style(f'{found[0].rule} {found[0].name}', bold=True)}\n\n{found[0].source.rstrip()}")
    else:
        for each in found:
            click.echo(f"{click.style(f'{each.rule:<8}', fg='cyan')} {each.name:<20} {', '.join(each.events)}")


def _one(rule: str, found: list[StateBasedAction]) -> StateBasedAction:
    wanted = rule.lower().replace(" ", "_").replace("-", "_")
    for each in found:
        if wanted in (each.rule, each.name):
            return each
    names = [name for each in found for name in (each.rule, each.name)]
    near = get_close_matches(wanted, names, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`sbalogic rules` lists them all"
    click.secho(f"no state-based action is called {rule!r}; {hint}", err=True)
    raise click.exceptions.Exit(Exit.WRONG_INPUT)
