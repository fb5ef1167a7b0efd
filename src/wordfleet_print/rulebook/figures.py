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
    code: frozenset[int],
    drawings: Drawings,
    slots: Slots,
    report: TextReport,
) -> list[str]:
    """Return the lines with what `[[name | caption]]` names in its place; `code` is left alone."""
    placed = list(lines)
    for number, line in enumerate(lines):
        match = BLOCK.fullmatch(line.strip())
        if not match or number in code:
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
            is_wide = bool(wide)
            figure = write_figure(html, name, caption, wide=is_wide)
            placed[number] = slots.keep(figure, wide=is_wide)
    return placed


def drop_figures(lines: Sequence[str], code: frozenset[int]) -> list[str]:
    """Return the lines, those that name tables and figures empty."""
    return [
        "" if number not in code and BLOCK.fullmatch(line.strip()) else line
        for number, line in enumerate(lines)
    ]


def add_title(svg: str, words: str) -> str:
    """Return a figure that these words describe."""
    return svg.replace(">", f"><title>{escape(words)}</title>", 1)


def write_figure(html: str, name: str, caption: str | None, *, wide: bool) -> str:
    """Return a table or figure with its caption."""
    kind = "figure" if html.startswith("<svg") else "table"
    legend = f"<figcaption>{escape(caption, quote=False)}</figcaption>" if caption else ""
    classes = f"{kind} {name} wide" if wide else f"{kind} {name}"
    # On a phone it is scrolled, by keyboard too
    focus = ' tabindex="0"' if kind == "table" or wide else ""
    return f'<figure class="{classes}"{focus}>{html}{legend}</figure>'
