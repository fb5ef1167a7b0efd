"""Tables and figures in a text: `[[name | caption]]` on lines of their own."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from wordfleet_print.rulebook.dialects import BLOCK
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.fill_facts import FactError
from wordfleet_print.rulebook.slots import Slots
from wordfleet_print.rulebook.text_report import TextReport


def place_figures(
    lines: Sequence[str],
    code_lines: frozenset[int],
    drawings: Drawings,
    slots: Slots,
    report: TextReport,
) -> list[str]:
    """Return a text with a placeholder for each line `[[name | caption]]`; `slots` keep its figure.

    Nothing is changed in `code_lines` (numbers from 0). A figure that cannot be drawn is a fault in
    `report`, and its line stays.
    """
    new_lines = list(lines)
    for number, line in enumerate(lines):
        match = BLOCK.fullmatch(line.strip())
        if not match or number in code_lines:
            continue
        wide, name, caption = match.groups()
        where = report.find_place(number)
        try:
            html = str(drawings.draw(name))
        except FactError as error:
            report.add_fault(where, f"[[{name}]]: {error}")
            continue
        if html.startswith("<svg") and "<title>" not in html:
            report.add_note(where, f"say what “{name}” shows, in a <title> of it")
            html = add_title(html, caption or name)
        if html:
            is_wide = wide is not None
            figure = write_figure(html, name, caption, wide=is_wide)
            new_lines[number] = slots.keep(figure, wide=is_wide)
    return new_lines


def drop_figures(lines: Sequence[str], code_lines: frozenset[int]) -> list[str]:
    """Return a text with an empty line for each `[[name | caption]]` outside of code."""
    return [
        "" if number not in code_lines and BLOCK.fullmatch(line.strip()) else line
        for number, line in enumerate(lines)
    ]


def add_title(svg: str, words: str) -> str:
    """Return an SVG with a `<title>` of these words, which screen readers read out."""
    return svg.replace(">", f"><title>{escape(words)}</title>", 1)


def write_figure(html: str, name: str, caption: str | None, *, wide: bool) -> str:
    """Return the `<figure>` of a drawn table (HTML) or figure (SVG), with its caption.

    `wide` lets it go across all columns of the page.
    """
    kind = "figure" if html.startswith("<svg") else "table"
    legend = f"<figcaption>{escape(caption, quote=False)}</figcaption>" if caption else ""
    classes = f"{kind} {name} wide" if wide else f"{kind} {name}"
    # A phone scrolls what is wider than its screen. With the focus, arrow keys can scroll it, too.
    focus = ' tabindex="0"' if kind == "table" or wide else ""
    return f'<figure class="{classes}"{focus}>{html}{legend}</figure>'
