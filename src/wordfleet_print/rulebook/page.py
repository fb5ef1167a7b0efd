"""A rulebook as one HTML page, for screens and for print, with the fonts that it needs inside."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.files import data_folder
from wordfleet_print.games import Rulebook, RulesSource
from wordfleet_print.paper import A4, HALF_LETTER, HALVES, Paper
from wordfleet_print.rulebook.content_policy import add_policy
from wordfleet_print.rulebook.cover import fit_title
from wordfleet_print.rulebook.drawings import Drawings, PageWidth, open_templates
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.fonts import (
    embed_fonts,
    find_missing,
    name_characters,
    strip_markup,
)
from wordfleet_print.rulebook.markdown import BookText, read_text
from wordfleet_print.rulebook.styles import read_colors, read_own_styles

Target = Literal["screen", "pdf"]
# The size of letters (pt) of a book that does not say its own.
LETTERS = 10.4


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How a book is published: its paper, with less ink, with a font for letters that the bundled
    ones lack.
    """

    paper: Paper = A4
    eco: bool = False
    font: Path | None = None
    record_pages: int = 0
    """Pages to write results on, before the quick reference."""
    folded: bool = False
    """Whether sheets are folded to a booklet, whose pages have outer and inner edges."""


@dataclass(frozen=True, slots=True)
class BookPage:
    """A finished page, and notes on its text."""

    html: str
    letters: float | None
    """Size of the letters that front matter asks for, in pt; None for the usual one."""
    quick_letters: float | None
    """That of the quick reference; None for the largest that fills a page."""
    has_quick: bool
    notes: tuple[str, ...]
    spots: tuple[str, ...] = ()
    """Pictures (SVG) for white space on paper."""
    is_half: bool = False
    """Whether its paper is half a sheet, as in a booklet: it has one column."""

    def resize(self, letters: float, quick_letters: float | None) -> BookPage:
        """Return the page with letters of other sizes."""
        sizes = write_sizes(letters, quick_letters)
        html = re.sub(r"--letters:[\d.]+pt;--quick-letters:[\d.]+pt", sizes, self.html, count=1)
        return replace(self, html=html, letters=letters, quick_letters=quick_letters)

    def add_class(self, name: str) -> BookPage:
        """Return the page with one more class on its body."""
        return replace(self, html=self.html.replace('<body class="', f'<body class="{name} ', 1))

    def has_class(self, name: str) -> bool:
        """Whether the page's body has a class."""
        match = re.search(r'<body class="([^"]*)"', self.html)
        return match is not None and name in match[1].split()

    def turn(self, paper: Paper) -> BookPage:
        """Return the page on the same paper, turned to landscape."""
        size = f"<style>@page{{size:{paper.height:g}mm {paper.width:g}mm}}</style></head>"
        return replace(self, html=self.html.replace("</head>", size, 1))


def make_page(
    source: BookSource, target: Target = "screen", settings: BookSettings | None = None
) -> BookPage:
    """Return a book as one page that needs no other file.

    Raises `BadInputError` with a complaint for every fault of its text, and on paper for letters
    that no font has.
    """
    settings = settings or BookSettings()
    drawings = make_drawings(source, target, settings.paper)
    text = read_text(source, drawings)
    html = fill_template(source.book, text, drawings, settings)
    plain = strip_markup(html)
    notes = [*text.notes, *report_missing(source, plain, settings.font, target)]
    if source.book.all_labels.note:
        notes.append(f"{source.name}: {source.book.all_labels.note}".rstrip("."))
    styles = embed_fonts(plain, settings.font) + read_styles(target, Path(source.name).parent)
    html = html.replace("/* styles */", styles, 1)
    slug = settings.paper.slug
    spots = drawings.draw_spots(eco=settings.eco) if target == "pdf" else []
    if settings.folded:
        # The cover has the first one
        spots = [*spots[1:], *spots[:1]]
    return BookPage(
        html=add_policy(html) if target == "screen" else html,
        letters=source.book.look.letters.get(slug),
        quick_letters=source.book.look.quick.get(slug),
        has_quick=any(part.quick for part in text.parts),
        notes=tuple(dict.fromkeys(notes)),
        spots=tuple(map(str, spots)),
        is_half=settings.paper in HALVES.values(),
    )


def make_drawings(source: BookSource, target: Target, paper: Paper) -> Drawings:
    """Return what draws the figures of a book, in its colors and for its pages."""
    colors = read_colors(source.book)
    if target == "screen":
        # Dark mode changes the page's variables; WeasyPrint does not know them inside SVG.
        colors = {name: f"var(--{name})" for name in colors}
    folder = Path(source.name).parent
    return Drawings(source.book, source.facts, colors, folder, find_width(target, paper))


def fill_template(
    book: Rulebook, text: BookText, drawings: Drawings, settings: BookSettings
) -> str:
    """Return the page with its text and figures, before styles."""
    slug = settings.paper.slug
    sizes = write_sizes(book.look.letters.get(slug), book.look.quick.get(slug))
    return (
        open_templates("book")
        .get_template("book.html")
        .render(
            facts=drawings.names["facts"],
            label=drawings.names["label"],
            parts=text.parts,
            colors=read_colors(book),
            banner=drawings.draw_banner(book.game),
            paper=settings.paper,
            sizes=sizes,
            record_pages=settings.record_pages,
            folded=settings.folded,
            emblem=drawings.draw_emblem(eco=settings.eco) if settings.folded else "",
            title_size=fit_title(book.title, settings.paper),
            classes=list_classes(text, settings),
        )
    )


def write_sizes(letters: float | None, quick_letters: float | None) -> str:
    """Return the sizes of letters (pt) as CSS variables; None is the usual size."""
    return f"--letters:{letters or LETTERS:g}pt;--quick-letters:{quick_letters or LETTERS:g}pt"


def read_styles(target: Target, folder: Path) -> str:
    """Return the style sheets of a target, and after them the designer's own."""
    files = ("book.css", "screen.css") if target == "screen" else ("book.css",)
    ours = data_folder("templates") / "book"
    return "".join((ours / name).read_text("utf-8") for name in files) + read_own_styles(folder)


def find_text_faults(source: BookSource, *, knows_facts: bool) -> tuple[Problem, ...]:
    """Return what is wrong with a text; where its facts are not known, without what needs them."""
    colors = read_colors(source.book)
    drawings = Drawings(source.book, source.facts, colors, Path(source.name).parent)
    try:
        read_text(source, drawings, knows_facts=knows_facts)
    except BadInputError as error:
        return error.details
    return ()


def find_width(target: Target, paper: Paper) -> PageWidth:
    """Return for which pages figures are drawn."""
    if target == "screen":
        return "any"
    return "narrow" if paper in HALVES.values() else "wide"


def list_classes(text: BookText, settings: BookSettings) -> list[str]:
    """Return what a page's styles depend on: its body's classes."""
    has_rulings = any("†" in part.title or "†" in part.body for part in text.parts)
    chosen = {
        "booklet": settings.paper in HALVES.values(),
        "half-letter": settings.paper == HALF_LETTER,
        "eco": settings.eco,
        "rulings": has_rulings,
        "own-numbers": text.own_numbers,
    }
    return [name for name, holds in chosen.items() if holds]


def report_missing(source: RulesSource, plain: str, font: Path | None, target: Target) -> list[str]:
    """Return a note on letters that no font has. Raises `BadInputError` on paper, where nobody has
    another font.
    """
    missing = find_missing(plain, font)
    if not missing:
        return []
    characters = name_characters(missing)
    place = source.name
    # Not every letter of a page is in the text: a label may have it
    if missing[0] in source.text:
        line = source.text.partition(missing[0])[0].count("\n") + 1
        place = f"{source.name}:{line}"
    if target == "pdf":
        complaint = Problem(f"no available font has {characters}", where=place)
        tip = "Name a font that has them. The web page needs none."
        raise BadInputError(
            Problem(
                f"{source.name} cannot be printed.",
                fixes=(Fix.choose("font"), Fix("format", "html")),
                advice=tip,
            ),
            [complaint],
        )
    return [
        f"{place}: no bundled font has {characters}; readers see their own fonts; name a font that "
        "has them"
    ]
