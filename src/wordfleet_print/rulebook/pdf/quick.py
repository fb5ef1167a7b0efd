"""Quick references: one sheet of what players look up, made from front matter by a template of each game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.page import Look, Text
from wordfleet_print.rulebook.html.text import Surroundings, render_text
from wordfleet_print.rulebook.pdf.pdf import Printed, page_size, print_text
from wordfleet_print.rulebook.text.body import render_body
from wordfleet_print.rulebook.text.guard import own_file
from wordfleet_print.rulebook.text.rulings import rulings_in

TEMPLATE, STYLES, LARGE_STYLES = "quick-reference.html", "quick-reference.css", "quick-reference-large.css"
MOST_PAGES = 2
"""Both sides of one sheet."""
COLUMN = 50
"""Letters in a line of a column, about."""
LINE_HEIGHT = 18.0
"""A line's height in the units of a figure, about."""
ROW, HEADING, WHITE = 1.3, 2.2, 0.3
"""What a row's line and a chapter's heading take, with the white around them, and the white below a block (lines)."""
LONG = 50
"""A chapter of so many lines may need more than a page, which WeasyPrint cuts off in columns that are spread."""
LEAST_IN_FIGURES = 16.3
"""The least size of letters in a figure of large print, in its units: 16 pt as wide as its style sheet sets it."""
_SMALL_LETTERS = re.compile(r'\bfont-size="([0-9.]+)"')
_BLOCK = re.compile(r"<(?:p|li|h3)\b[^>]*>(.*?)</(?:p|li|h3)>", re.DOTALL)
_CELL = re.compile(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
COMMON = "any-game"
"""The template of a game that has none of its own."""


def quick_reference(source: RulesSource, templates: Path | None = None) -> Text:
    """What players of these rules look up, as clean HTML. Raises as `render_text` does.

    Source: `templates/quick/GAME.md`, or `templates/quick/any-game.md`, filled in from the front matter, and the
    rulings of the rulebook itself.
    """
    path = _template(source.book.game, templates)
    try:
        body = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path} cannot be read as UTF-8 text.") from error
    ruling = rulings_in(render_body(source, templates))
    filled = replace(source, name=str(path), body=body, body_line=1, beside={"ruling": ruling})
    text = render_text(filled, Surroundings(), templates)
    return replace(text, chapters=_in_columns(text.chapters))


def print_quick_reference(source: RulesSource, paper: Paper, templates: Path | None = None) -> Printed:
    """The quick reference as PDF, at most two pages.

    Raises as `quick_reference` and `print_text` do, and where it needs more pages. Source:
    `templates/quick-reference.html` and `templates/quick-reference.css`.
    """
    return _printed(quick_reference(source, templates), paper, Look(TEMPLATE, (STYLES,), templates=templates))


def print_large_reference(source: RulesSource, paper: Paper) -> Printed:
    """The quick reference in large print, its figures too. Raises as `print_quick_reference`.

    Source: its style sheet, and `templates/quick-reference-large.css`.
    """
    text = quick_reference(source)
    large = replace(text, chapters=_SMALL_LETTERS.sub(_enlarged, text.chapters))
    return _printed(large, paper, Look(TEMPLATE, (STYLES, LARGE_STYLES)))


def _enlarged(found: re.Match[str]) -> str:
    return f'font-size="{max(LEAST_IN_FIGURES, float(found[1]))}"'


def _printed(text: Text, paper: Paper, look: Look) -> Printed:
    printed = print_text(text, replace(look, added=page_size(paper.width, paper.height)))
    if printed.pages > MOST_PAGES:
        raise BadInputError(
            f"The quick reference of {text.book.title} needs {printed.pages} pages of {paper.title}; "
            f"one sheet has {MOST_PAGES}.",
            tip=f"Shorten {text.name}.",
        )
    return printed


def _in_columns(chapters: str) -> str:
    """The chapters in two columns of about the same length, in order: WeasyPrint's own balancing takes seconds."""
    parts = re.split(r'(?=<section class="chapter)', chapters)
    lines = [_lines(part) for part in parts]
    cut = min(range(len(parts) + 1), key=lambda place: abs(sum(lines[:place]) - sum(lines[place:])))
    columns = ("".join(parts[:cut]), "".join(parts[cut:]))
    kind = "column spread" if max(lines) < LONG else "column"
    return "".join(f'<div class="{kind}">{column}</div>' for column in columns)


def _lines(part: str) -> float:
    """How many lines a chapter takes in a column, about: its heading, rows, paragraphs, items and figures."""
    figures = sum(
        2 * WHITE + float(height) / LINE_HEIGHT for height in re.findall(r'<svg[^>]* height="([\d.]+)"', part)
    )
    text = re.sub(r"<svg\b.*?</svg>", "", part, flags=re.DOTALL)
    rows = sum(ROW * _wrapped(_CELL.findall(row)) for row in re.findall(r"<tr>(.*?)</tr>", text, re.DOTALL))
    return HEADING + figures + rows + sum(WHITE + _wrapped([block]) for block in _BLOCK.findall(text))


def _wrapped(cells: list[str]) -> float:
    """How many lines these cells take, side by side, each as wide as its words need."""
    return -(-sum(len(_TAG.sub("", cell).strip()) for cell in cells) // COLUMN)


def _template(game: str, templates: Path | None) -> Path:
    names = [f"quick/{name}.md" for name in (game, COMMON)]
    own = next(filter(None, (own_file(name, templates) for name in names)), None)
    return own or next(path for name in names if (path := data_folder("templates") / name).is_file())
