"""The table of interactions as a page of HTML, every yes a link to its board."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sbalogic.verify.interactions import QUESTIONS, Answer, both_ways

_HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>How state-based actions bear on one another</title>
<style>
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; margin-bottom: 2em; }
th, td { border: 1px solid #ccc; padding: 2px 5px; font-size: 12px; text-align: center; }
thead th { writing-mode: vertical-rl; text-align: left; }
tbody th { text-align: right; }
td.yes { background: #cfe8cf; } td.no { background: #f4f4f4; color: #777; } td.unknown { background: #f8dcc0; }
</style>
<h1>How state-based actions bear on one another</h1>
<p>Rows are the first action, columns the second. A number is a yes, and links a smallest board, which has so many
permanents; a dash is a no, proved for all boards up to the size that its hint names; a question mark is not known.</p>
"""
_FOOT = "<p>Unofficial; Magic: The Gathering belongs to Wizards of the Coast.</p>\n</html>\n"


def interactions_html(actions: Sequence[str], answers: Sequence[Answer]) -> str:
    """Return a page with a table for each question. The boards lie beside it."""
    by_pair = both_ways(answers)
    parts = [_HEAD]
    for question, said in QUESTIONS.items():
        columns = "".join(f"<th>{escape(each)}</th>" for each in actions)
        parts.append(
            f"<h2>{escape(question)}</h2>\n<p>{escape(said)}</p>\n<table>\n<thead><tr><th></th>{columns}</tr></thead>\n"
        )
        for one in actions:
            cells = "".join(_cell(by_pair.get((question, one, other))) for other in actions)
            parts.append(f"<tr><th>{escape(one)}</th>{cells}</tr>\n")
        parts.append("</table>\n")
    return "".join((*parts, _FOOT))


def board_name(answer: Answer) -> str:
    """Return what the file of a board is called."""
    return f"{answer.pair.question}-{answer.pair.first}-{answer.pair.second}.yaml"


def _cell(answer: Answer | None) -> str:
    if answer is None:
        return "<td></td>"
    if answer.yes:
        link = f'<a href="{escape(board_name(answer))}" title="{escape(_events(answer))}">{answer.permanents}</a>'
        return f'<td class="yes">{link}</td>'
    if answer.yes is None:
        return '<td class="unknown">?</td>'
    return f'<td class="no" title="no board with up to {answer.permanents} permanents">-</td>'


def _events(answer: Answer) -> str:
    return "; ".join(", ".join(events) for events in answer.events)
