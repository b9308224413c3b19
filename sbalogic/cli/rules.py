"""`sbalogic rules`: the state-based actions, one by one, and what changed from one edition to another."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import click

from sbalogic.board import NEWEST_EDITION
from sbalogic.cli.boards import Exit
from sbalogic.cli.days import day
from sbalogic.editions import Edition
from sbalogic.rules import ChangedRules, StateBasedAction, changed_rules, state_based_actions


@click.command(short_help="List the state-based actions, show one, or compare editions.")
@click.argument("rule", required=False)
@click.option("--event", help="Only the rules that ask for this event: lose, destroy, put_into_graveyard, unattach ...")
@click.option("--at", "at", metavar="DATE", help="The rules of this day; default those of the newest edition.")
@click.option("--diff", "days", nargs=2, metavar="DATE DATE", help="What came, went and changed between two days.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def rules(rule: str | None, event: str | None, at: str | None, days: tuple[str, str] | None, output: str) -> None:
    """List the state-based actions, or show one: its text in our words and its program.

    RULE is a number or a name. Names of rules that are no longer in force are found too.

    \b
    Examples:
      sbalogic rules
      sbalogic rules 704.5j
      sbalogic rules legend_rule
      sbalogic rules --event lose
      sbalogic rules --at 2012-02-01
      sbalogic rules --diff 2012-02-01 2017-07-08
    """
    if days:
        if rule is not None or event is not None or at is not None:
            raise click.UsageError("--diff stands alone: it compares all rules of two days")
        _write_difference(changed_rules(day(days[0], "--diff"), day(days[1], "--diff")), output)
        return
    chosen = NEWEST_EDITION if at is None else day(at, "--at")
    found = state_based_actions(chosen)
    if event is not None:
        events = sorted({each for action in found for each in action.events})
        if event not in events:
            raise click.BadParameter(f"{event!r} is no event; the events are {', '.join(events)}", param_hint="--event")
        found = [each for each in found if event in each.events]
    if rule is not None:
        found = [_one(rule, found, state_based_actions(None) if at is None else [])]
    if output == "json":
        rows = [_data(each) for each in found]
        click.echo(json.dumps(rows[0] if rule is not None else rows, ensure_ascii=False, indent=2))
    elif rule is not None:
        until = f" (until {found[0].until})" if found[0].until is not None else ""
        click.echo(f"{click.style(f'{found[0].rule} {found[0].name}', bold=True)}{until}\n\n{found[0].source.rstrip()}")
    else:
        width = max(20, *(len(each.name) for each in found))
        for each in found:
            click.echo(f"{click.style(f'{each.rule:<8}', fg='cyan')} {each.name:<{width}} {', '.join(each.events)}")


def _data(action: StateBasedAction) -> dict[str, Any]:
    return {
        "rule": action.rule,
        "sba": action.name,
        "events": list(action.events),
        "from": action.first.isoformat(),
        "until": action.until.isoformat() if action.until is not None else None,
        "text": action.text,
    }


def _one(rule: str, found: list[StateBasedAction], of_all_days: list[StateBasedAction]) -> StateBasedAction:
    wanted = rule.lower().replace(" ", "_").replace("-", "_")
    for each in found:
        if wanted in (each.rule, each.name):
            return each
    for each in of_all_days:
        if wanted == each.name:
            return each
    names = [name for each in found for name in (each.rule, each.name)] + [each.name for each in of_all_days]
    near = get_close_matches(wanted, dict.fromkeys(names), 3)
    hint = f"did you mean {' or '.join(near)}?" if near else "`sbalogic rules` lists them all"
    click.secho(f"no state-based action is called {rule!r}; {hint}", err=True)
    raise click.exceptions.Exit(Exit.WRONG_INPUT)


# --- two editions


def _write_difference(compared: ChangedRules, output: str) -> None:
    one, other, difference = compared
    if output == "json":
        data = {
            "from": one.day.isoformat(),
            "to": other.day.isoformat(),
            "came": [_named(name, other) for name in difference.came],
            "gone": [_named(name, one) for name in difference.gone],
            "changed": [{"from": _named(old, one), "to": _named(new, other)} for old, new in difference.changed],
            "renumbered": [
                {"name": name, "from": one.numbers[name], "to": other.numbers[name]} for name in difference.renumbered
            ],
            "warnings": list(_warnings(compared)),
        }
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    click.echo(click.style(f"{one.day} → {other.day}", bold=True))
    for warning in _warnings(compared):
        click.echo(click.style("  not known ", fg="yellow") + warning)
    parts = {
        "Came": [(other.numbers[name], name) for name in difference.came],
        "Went": [(one.numbers[name], name) for name in difference.gone],
        "Changed meaning": [
            (_arrow(one.numbers[old], other.numbers[new]), f"{old} → {new}") for old, new in difference.changed
        ],
        "Changed number": [(_arrow(one.numbers[name], other.numbers[name]), name) for name in difference.renumbered],
    }
    for title, rows in parts.items():
        if rows:
            click.echo(f"{title}:")
            for number, name in rows:
                click.echo(f"  {click.style(f'{number:<19}', fg='cyan')} {name}")
    if not any(parts.values()):
        click.echo("Nothing changed.")


def _arrow(one: str, other: str) -> str:
    return one if one == other else f"{one} → {other}"


def _named(name: str, edition: Edition) -> dict[str, str]:
    return {"rule": edition.numbers[name], "name": name}


def _warnings(compared: ChangedRules) -> Iterator[str]:
    for edition in dict.fromkeys((compared.one.day, compared.other.day)):
        windows = compared.one.windows if edition == compared.one.day else compared.other.windows
        yield from (f"rules of {edition}: {window}" for window in windows)
