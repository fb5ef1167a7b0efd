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
from wordfleet_print.rulebook.drawings import Drawings, PageWidth
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.rulebook.fonts import (
    embed_fonts,
    find_missing,
    name_characters,
    strip_markup,
)
from wordfleet_print.rulebook.line_ends import bind_on_screens
from wordfleet_print.rulebook.markdown import BookText, read_text
from wordfleet_print.rulebook.styles import read_colors, read_own_styles
from wordfleet_print.rulebook.templates import open_templates

Target = Literal["screen", "pdf"]
# The size of the letters of a book that does not say its own.
LETTERS_PT = 10.4


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How a book is published."""

    paper: Paper = A4
    eco: bool = False
    """Whether ink is saved."""
    font: Path | None = None
    """A designer's font file, for letters that the bundled fonts lack."""
    record_pages: int = 0
    """How many pages to write results on come before the quick reference."""
    folded: bool = False
    """Whether sheets are folded to a booklet, whose pages have outer and inner edges."""

    @property
    def is_half(self) -> bool:
        """Whether the paper is half a sheet: pages have one column, and there can be a cover."""
        return self.paper in HALVES.values()


@dataclass(frozen=True, slots=True)
class BookPage:
    """A book as one page of HTML, and what layout needs to know of it."""

    html: str
    letters: float | None
    """Size of the letters that front matter asks for, in pt; None for the usual one."""
    quick_letters: float | None
    """That of the quick reference; None for the largest that fills a page."""
    has_quick: bool
    """Whether the book has a quick reference."""
    notes: tuple[str, ...]
    """What a designer should know about the text, a sentence each."""
    spots: tuple[str, ...] = ()
    """Pictures (SVG) for white space on paper."""
    is_half: bool = False
    """Whether its paper is half a sheet, as in a booklet: it has one column."""

    def resize(self, letters: float, quick_letters: float | None) -> BookPage:
        """Return the page with letters of other sizes (pt)."""
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
    """Return a book as one page that needs no other file: its styles and fonts are inside.

    Raises `BadInputError` with a problem for every fault of its text, and on paper for letters
    that no font has.
    """
    settings = settings or BookSettings()
    drawings = make_drawings(source, target, settings)
    text = read_text(source, drawings)
    html = fill_book_template(source.book, text, drawings, settings, target)
    if target == "screen":
        html = bind_on_screens(html)
    words = strip_markup(html)
    notes = [*text.notes, *report_missing_letters(source, words, settings.font, target)]
    if source.book.all_labels.note:
        notes.append(f"{source.name}: {source.book.all_labels.note}".rstrip("."))
    styles = embed_fonts(words, settings.font) + read_styles(target, Path(source.name).parent)
    html = html.replace("/* styles */", styles, 1)
    spots = drawings.draw_spots(eco=settings.eco) if target == "pdf" else []
    if settings.is_half:
        # The cover shows the first one, so the pages show it last.
        spots = [*spots[1:], *spots[:1]]
    paper = settings.paper
    return BookPage(
        html=add_policy(html) if target == "screen" else html,
        letters=source.book.look.letters.get(paper.slug),
        quick_letters=source.book.look.quick.get(paper.slug),
        has_quick=any(part.quick for part in text.parts),
        notes=tuple(dict.fromkeys(notes)),
        spots=tuple(map(str, spots)),
        is_half=settings.is_half,
    )


def make_drawings(source: BookSource, target: Target, settings: BookSettings) -> Drawings:
    """Return what draws the tables and figures of a book, in its colors and for its pages."""
    colors = read_colors(source.book)
    if target == "screen":
        # The page's CSS variables, which dark mode changes. On paper the colors are in the
        # figures: WeasyPrint does not know variables inside SVG.
        colors = {name: f"var(--{name})" for name in colors}
    folder = Path(source.name).parent
    width = find_page_width(target, settings.paper)
    return Drawings(source.book, source.facts, colors, folder, width, eco=settings.eco)


def fill_book_template(
    book: Rulebook, text: BookText, drawings: Drawings, settings: BookSettings, target: Target
) -> str:
    """Return the HTML of a book with its text and figures, but without styles and fonts."""
    slug = settings.paper.slug
    template = open_templates("book").get_template("book.html")
    return template.render(
        facts=drawings.template_values["facts"],
        label=drawings.template_values["label"],
        parts=text.parts,
        colors=read_colors(book),
        banner=drawings.draw_banner(book.game),
        paper=settings.paper,
        sizes=write_sizes(book.look.letters.get(slug), book.look.quick.get(slug)),
        record_pages=settings.record_pages,
        folded=settings.folded,
        emblem=drawings.draw_emblem(eco=settings.eco) if settings.is_half else "",
        title_size=fit_title(book.title, settings.paper),
        classes=list_body_classes(text, settings),
        on_screen=target == "screen",
    )


def write_sizes(letters: float | None, quick_letters: float | None) -> str:
    """Return the sizes of letters (pt) of book and quick reference as CSS variables.

    For example “--letters:10.4pt;--quick-letters:12.2pt”; None is the usual size.
    """
    letters = letters or LETTERS_PT
    quick_letters = quick_letters or LETTERS_PT
    return f"--letters:{letters:g}pt;--quick-letters:{quick_letters:g}pt"


def read_styles(target: Target, folder: Path) -> str:
    """Return the style sheets of a target, and after them the designer's own."""
    files = ("book.css", "screen.css") if target == "screen" else ("book.css",)
    ours = data_folder("templates") / "book"
    return "".join((ours / name).read_text("utf-8") for name in files) + read_own_styles(folder)


def find_text_faults(source: BookSource, *, knows_facts: bool) -> tuple[Problem, ...]:
    """Return what is wrong with the text of a book.

    Without `knows_facts` (the front matter has faults itself), nothing is said about placeholders
    and figures, which need facts.
    """
    colors = read_colors(source.book)
    drawings = Drawings(source.book, source.facts, colors, Path(source.name).parent)
    try:
        read_text(source, drawings, knows_facts=knows_facts)
    except BadInputError as error:
        return error.details
    return ()


def find_page_width(target: Target, paper: Paper) -> PageWidth:
    """Return how wide the pages are for which figures are drawn."""
    if target == "screen":
        return "any"
    return "narrow" if paper in HALVES.values() else "wide"


def list_body_classes(text: BookText, settings: BookSettings) -> list[str]:
    """Return the classes of the page's `<body>`, which its styles depend on."""
    has_rulings = any("†" in part.title or "†" in part.body for part in text.parts)
    chosen = {
        "booklet": settings.is_half,
        "folded": settings.folded,
        "half-letter": settings.paper == HALF_LETTER,
        "eco": settings.eco,
        "rulings": has_rulings,
        "own-numbers": text.own_numbers,
    }
    return [name for name, is_chosen in chosen.items() if is_chosen]


def report_missing_letters(
    source: RulesSource, words: str, font: Path | None, target: Target
) -> list[str]:
    """Return a note if no font has some letters of a page's words; [] if all can be shown.

    On a screen a reader's own fonts help out. For a PDF, `BadInputError` is raised.
    """
    missing = find_missing(words, font)
    if not missing:
        return []
    characters = name_characters(missing)
    where = source.name
    # A letter of a label is on the page, but not in the rules file.
    if missing[0] in source.text:
        line = source.text.partition(missing[0])[0].count("\n") + 1
        where = f"{source.name}:{line}"
    if target == "screen":
        note = f"no bundled font has {characters}; readers see their own fonts"
        return [f"{where}: {note}; name a font that has them"]
    raise BadInputError(
        Problem(
            f"{source.name} cannot be printed.",
            fixes=(Fix.choose("font"), Fix("format", "html")),
            advice="Name a font that has them. The web page needs none.",
        ),
        [Problem(f"no available font has {characters}", where=where)],
    )
