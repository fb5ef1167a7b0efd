"""Rulebooks and sites, made once for the whole run, and read as text, pages and outlines."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from html import unescape
from html.parser import HTMLParser
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from pypdfium2 import raw

from making import shelf
from making.command import texts
from making.games import with_body
from wordfleet_print.errors import MissingDependencyError
from wordfleet_print.games import RulesSource, load_rules, rules_slugs
from wordfleet_print.press.ink.paper import PAPERS, Paper
from wordfleet_print.rulebook import bound_book as pdfs
from wordfleet_print.rulebook.book_columns import PageFrame
from wordfleet_print.rulebook.bound_book import Finish, Flip, book_look, print_book, print_booklet
from wordfleet_print.rulebook.quick_reference import (
    print_large_reference,
    print_quick_reference,
    side_template,
    side_text,
)
from wordfleet_print.rulebook.site_build import Site, build_site
from wordfleet_print.rulebook.text.html_page import BookText, Look, html_page
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text
from wordfleet_print.rulebook.text.markup import ContentsLine
from wordfleet_print.rulebook.weasyprint_pdf import Printed, print_text


def letter_sizes(pdf: bytes) -> Iterator[float]:
    """How large each letter of a PDF is set (pt)."""
    matrix = raw.FS_MATRIX()
    with pypdfium2.PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            for number in range(text.count_chars()):
                if not raw.FPDFText_IsGenerated(text, number):
                    raw.FPDFText_GetMatrix(text, number, matrix)
                    yield raw.FPDFText_GetFontSize(text, number) * hypot(matrix.c, matrix.d)


def printed_alone(text: BookText) -> Printed:
    """A rulebook's text on sheets of A4, without what a book is bound with."""
    frame = PageFrame(210, 297)
    return print_text(text, book_look(frame), frame)


SLUGS = rules_slugs()
SHORTEST = "happy-flip-chess"
ON_SHELF = {f"{slug}-a4.pdf": shelf.RULES for slug in SLUGS} | {
    f"{SHORTEST}-{kind}letter.pdf": shelf.BOOKLET for kind in ("", "booklet-", "quick-reference-")
}
"""Which command prints a file."""
ARCHIVED = ("army-men", "letter")
"""The book that is printed to be archived: it says more of itself, and is laid out as ever."""
FOLDED = (SHORTEST, "army-men", "word-fleet-strike")
"""Whose booklets are printed: one of each game, for which there are tables and figures of its own."""
PAPERED = (*((slug, "a4") for slug in SLUGS), *((slug, "letter") for slug in FOLDED))
"""Every book on A4, one of each game on US Letter: paragraphs break otherwise there."""
AROUND = Surroundings(siblings=tuple(SLUGS))


@cache
def text(slug: str) -> BookText:
    """The text of a bundled rulebook."""
    return render_text(load_rules(slug), AROUND)


@cache
def page(slug: str) -> str:
    """Its page."""
    return html_page(text(slug), Look())


@cache
def shelved(name: str, line: str) -> Printed:
    """A PDF that a command printed."""
    content = shelf.files_of(line)[name]
    with pikepdf.open(BytesIO(content)) as document:
        return Printed(content, len(document.pages), ())


def pdf(slug: str, paper: str = "a4") -> Printed:
    """Its PDF."""
    return _once(slug, "", paper) or _pdf(slug, paper)


def booklet(slug: str) -> Printed:
    """Its booklet: on US Letter where a command prints that, else on A4."""
    return _once(slug, "booklet-", "letter") or _booklet(slug, "a4")


def quick(slug: str, paper: str = "a4") -> Printed:
    """Its quick reference."""
    return _once(slug, "quick-reference-", paper) or _quick(slug, paper)


def _once(slug: str, kind: str, paper: str) -> Printed | None:
    name = f"{slug}-{kind}{paper}.pdf"
    return shelved(name, ON_SHELF[name]) if name in ON_SHELF else None


@cache
def _pdf(slug: str, paper: str) -> Printed:
    name, archive = f"book-{slug}-{paper}", (slug, paper) == ARCHIVED
    return shelf.kept(
        name, lambda: print_book(load_rules(slug), text(slug), PAPERS[paper], finish=Finish(archive=archive))
    )


@cache
def _booklet(slug: str, paper: str) -> Printed:
    return shelf.kept(f"booklet-{slug}-{paper}", lambda: _folded(slug, paper))


def _folded(slug: str, paper: str) -> Printed:
    return print_booklet(load_rules(slug), text(slug), PAPERS[paper], Flip.SHORT)


@cache
def read(slug: str, paper: str = "a4") -> tuple[str, ...]:
    """The text of each page of its PDF."""
    return tuple(texts(pdf(slug, paper).content))


@cache
def inside(slug: str, paper: str = "a4") -> int:
    """How many pages of its PDF are the book's own; behind are a log that fills the leaf, and the quick reference."""
    with opened(pdf(slug, paper)) as document, document.open_outline() as outline:
        titles = [item.title for item in outline.root]
        behind = list(outline.root)[titles.index(text(slug).contents[-1].title) + 1]
        assert behind.destination is not None
        return [sheet.obj.objgen for sheet in document.pages].index(behind.destination[0].objgen)


@cache
def log(slug: str) -> BookText:
    """What stands on a page of its log of battles, or of whatever the game has."""
    source = load_rules(slug)
    template = side_template("log", source.book.game, None)
    assert template
    return side_text(source, template, AROUND)


def is_log(slug: str, words: str) -> bool:
    """Whether a page has what heads the columns of a log."""
    return words_of(re.sub(r"<[^>]*>", " ", log(slug).chapters)) <= words_of(words)


@cache
def _quick(slug: str, paper: str) -> Printed:
    return reference(print_quick_reference, load_rules(slug), PAPERS[paper])


@cache
def large(slug: str, paper: str) -> Printed:
    """The same in large print."""
    return reference(print_large_reference, load_rules(slug), PAPERS[paper])


def reference(work: Callable[[RulesSource, Paper], Printed], source: RulesSource, paper: Paper) -> Printed:
    """The quick reference of any rules, as one of these two prints it."""
    told = hashlib.sha256(source.text.encode()).hexdigest()[:16]
    return shelf.kept(f"{work.__name__}-{told}-{paper.slug}", lambda: work(source, paper))


def own_text(body: str, slug: str = "word-fleet", around: Surroundings = AROUND) -> BookText:
    """The text of a rules file with this body below a title."""
    source, _ = with_body(slug, f"# A title\n\n{body}\n")
    return render_text(source, around)


def called(entry: ContentsLine) -> str:
    """A heading's number, if it has one, and its words."""
    return unescape(f"{entry.number} {entry.title}".strip())


def opened(printed: Printed) -> pikepdf.Pdf:
    """A PDF to look into."""
    return pikepdf.open(BytesIO(printed.content))


def words_of(words: str) -> Counter[str]:
    """How often each word is there; hyphens, which pdfium drops at the ends of lines, count for nothing."""
    return Counter(re.findall(r"\w+", re.sub(r"[-\u00ad\ufffe\x02]\s*", "", words.casefold())))


READERS: dict[str, list[str]] = {
    "qpdf": ["--check"],
    "mutool": ["draw", "-N", "-q", "-F", "txt", "-o", os.devnull],
    "pdfinfo": [],
    "pdftotext": ["-q"],
}
"""Programmes that must read a PDF without a word of complaint, and how they are asked to."""


def complaints_of(content: bytes, folder: Path) -> dict[str, str]:
    """What each reader has to complain of; those that are not here have nothing to say."""
    path = folder / "read.pdf"
    path.write_bytes(content)
    told = {}
    for name in filter(shutil.which, READERS):
        done = subprocess.run([name, *READERS[name], path], capture_output=True, text=True, timeout=60, check=False)
        if done.returncode or done.stderr:
            told[name] = done.stderr or done.stdout
    return told


OVERHANG = 1
"""How far the ink of a letter such as A may reach over the edge that it is set at (pt)."""
Margins = tuple[float, float, float]
"""What stays empty at both sides, on top and at the foot of a page (mm)."""


def outside(printed: Printed, margins: Margins) -> list[tuple[int, str]]:
    """The glyphs beyond the margins, each with its page."""
    side, head, foot = (margin * 72 / 25.4 - OVERHANG for margin in margins)
    found = []
    with pypdfium2.PdfDocument(printed.content) as document:
        for number, page in enumerate(document, start=1):
            (width, height), text = page.get_size(), page.get_textpage()
            for i in range(text.count_chars()):
                left, bottom, right, top = text.get_charbox(i)
                inside = side <= left and right <= width - side and foot <= bottom and top <= height - head
                if right > left and not inside:
                    found.append((number, text.get_text_range(i, 1)))
    return found


class Outline(HTMLParser):
    """A page's elements in order, the text inside chosen ones, and every attribute."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.texts.setdefault(tag, []).append("")
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Add to the text of every open element."""
        for tag in set(self._open):
            self.texts[tag][-1] += data

    def all(self, *tags: str) -> list[dict[str, str]]:
        """The attributes of all elements of these kinds."""
        return [facts for tag, facts in self.elements if tag in tags]

    def tags(self) -> list[str]:
        """All tags, in order."""
        return [tag for tag, _ in self.elements]


@contextmanager
def without_pango() -> Iterator[None]:
    """As on a machine that lacks what rulebooks' PDFs need."""

    def missing() -> None:
        raise MissingDependencyError("Rulebook PDFs need Pango.", tip="To get Pango: …")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdfs, "load_weasyprint", missing)
        yield


def bundled() -> Path:
    """The bundled site as a command in another world has built it, without any PDF."""
    done = shelf.printed_by(shelf.SITE)
    assert done.code == 0, done.err
    return done.folder / "output" / "site"


def paired() -> Path:
    """The bundled site with tracker packs and two pairs of each kind, below a folder, as if on a sub-path."""
    return shelf.kept("paired-site", _paired)


def _paired() -> Path:
    folder = shelf.folder / "root" / "some" / "path"
    with without_pango():
        build_site(Site(folder, pairs=2))
    return folder


@cache
def backs() -> Mapping[str, Callable[[RulesSource, Paper], Any]]:
    """What prints rules on the back, each once for the whole run."""
    from wordfleet_print.rulebook import quick_reference

    names = ("print_quick_reference", "print_large_reference")
    return {
        f"wordfleet_print.rulebook.quick_reference.{name}": partial(reference, getattr(quick_reference, name))
        for name in names
    }
