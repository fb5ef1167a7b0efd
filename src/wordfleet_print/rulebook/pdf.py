"""Pages as PDF: by WeasyPrint with Pango, or by an installed browser."""

from __future__ import annotations

import atexit
import contextlib
import ctypes.util
import io
import logging
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, cast
from weakref import ref
from xml.etree.ElementTree import Element

from pydantic import Base64Bytes

from wordfleet_print.errors import Fix, MissingDependencyError, Problem
from wordfleet_print.rulebook.block_measures import list_page_boxes, walk_boxes
from wordfleet_print.rulebook.blocks import ON_ITS_OWN, add_class, classes_of
from wordfleet_print.rulebook.browser import find_browser, print_by_browser
from wordfleet_print.rulebook.line_ends import (
    bind_heads,
    bind_line_ends,
    bind_punctuation,
    hyphenate_well,
    part_daggers,
)

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import HTML
    from weasyprint.document import Document
    from weasyprint.formatting_structure.boxes import Box
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher


# The first styles of a page of HTML, and the classes of its body.
STYLE = re.compile(r"(?s)(?<=<style>).*?(?=</style>)")
BODY_CLASS = re.compile(r'(?<=<body class=")[^"&]*(?=")')
# What marks a rule that an edition suggests.
DAGGER = "†"
# The class of a body whose first figure goes below the first chapter.
FIGURE_BELOW = "figure-below"


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF."""

    content: Base64Bytes
    """Its bytes; in JSON, which passes it between processes, they are Base64."""
    pages: int
    notes: tuple[str, ...] = ()
    """What a designer should know about it, a sentence each."""


def print_pdf(html: str, lay_out: Callable[[str], Document] | None = None) -> Printed:
    """Return a page of HTML as PDF, by WeasyPrint with Pango, or by an installed browser.

    `lay_out` makes WeasyPrint's document; without it, pages break where WeasyPrint breaks them.
    Only `data:` addresses are fetched. Raises `MissingDependencyError` where this computer has
    neither Pango nor a browser.
    """
    if has_pango():
        notes: list[str] = []
        target = io.BytesIO()
        with collect_notes(notes):
            document = lay_out(html) if lay_out else render_page(parse_page(html))
            drop_idle_legends(document)
            document.write_pdf(target, finisher=forbid_scaling, pdf_variant="pdf/ua-1")
        return Printed(target.getvalue(), len(document.pages), tuple(dict.fromkeys(notes)))
    if browser := find_browser():
        content, pages = print_by_browser(html, browser)
        return Printed(content, pages)
    advice = "\n".join(explain_pango())
    advice += "\nOr write HTML, open it in a browser and print it at 100%."
    raise MissingDependencyError(
        Problem(
            "PDFs need Pango or a browser, and this computer has neither.",
            fixes=(Fix("format", "html"),),
            advice=advice,
        )
    )


def forbid_scaling(_document: Document, pdf: PDF) -> None:
    """Ask viewers to print at true size (ISO 32000-1, 12.2); WeasyPrint calls this at the end."""
    from pydyf import Dictionary

    preferences = pdf.catalog.setdefault("ViewerPreferences", Dictionary())
    preferences["PrintScaling"] = "/None"


# By WeasyPrint, with Pango

# The packages of Debian 12 and 13 and of Ubuntu from 24.04 on; they bring the other libraries
# along.
DEBIAN = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
PANGO_HELP = {
    "Debian or Ubuntu": f"sudo apt install {' '.join(DEBIAN)}",
    "Fedora": "sudo dnf install pango",
    "macOS": "brew install pango",
    "Windows": "install MSYS2, then in its UCRT64 shell: pacman -S mingw-w64-ucrt-x86_64-pango",
}


def explain_pango() -> tuple[str, ...]:
    """Return what to type to get Pango, a line for each system, and what does instead."""
    commands = (f"  {system}: {command}" for system, command in PANGO_HELP.items())
    return ("To get Pango:", *commands, "Or install Chrome, Chromium or Edge.")


@cache
def has_pango() -> bool:
    """Whether WeasyPrint finds its libraries, Pango and others, on this computer."""
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
            find_libraries_by_file(),
        ):
            # It warns if HarfBuzz-Subset lacks (fontTools subsets fonts then), or if the computer
            # has no fonts (books bring theirs).
            warnings.simplefilter("ignore")
            import_module("weasyprint")  # without Pango it prints a banner, and raises OSError
    except OSError:
        return False
    return True


@contextlib.contextmanager
def find_libraries_by_file() -> Iterator[None]:
    """Make WeasyPrint start faster on Linux: let it find libraries by the names of files alone.

    WeasyPrint tries several names of each library, for all systems. For each name that is no file,
    `ctypes.util.find_library` starts processes on Linux, compilers among them, which takes half as
    long again as loading all of WeasyPrint.
    """
    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda *_names, **_options: None
    try:
        yield
    finally:
        ctypes.util.find_library = find_library


@cache
def load_fonts() -> FontConfiguration:
    """Return the fonts that all documents share: each is unpacked once, not for every layout."""
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    atexit.register(_remove_font_files, ref(fonts))
    return fonts


def _remove_font_files(fonts_ref: ref[FontConfiguration]) -> None:
    """Remove the folder of unpacked fonts as Python ends, while its modules still work.

    WeasyPrint removes it when the last document that uses the fonts is deleted. That may be after
    the functions for it: “Exception ignored in FontConfiguration.__del__”.
    """
    if fonts := fonts_ref():
        fonts.__del__()
        fonts._folder = None  # nothing is left for `__del__` to remove


@cache
def make_fetcher() -> URLFetcher:
    """Return what WeasyPrint fetches with: `data:` addresses, nothing else."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"}, allow_redirects=False)


def lay_out(html: str) -> Document:
    """Return a page of HTML laid out."""
    return render_page(parse_page(html))


def parse_page(html: str) -> HTML:
    """Return a page of HTML as WeasyPrint's tree, prepared for paper; the caller may change it.

    A booklet is laid out fourteen times, in letters of several sizes, which are in the first styles
    and in the class of the body. Parsing the rest each time would take a twelfth of all time. So
    the page is parsed without these two, once (`parse_html`), and they are put into a copy of its
    tree.
    """
    style = STYLE.search(html)
    body_class = BODY_CLASS.search(html)
    if style is None or body_class is None:
        page = parse_html(html)
    else:
        before = html[: style.start()]
        between = html[style.end() : body_class.start()]
        page = deepcopy(parse_html(before + between + html[body_class.end() :]))
        next(page.etree_element.iter("style")).text = style[0]
        page.etree_element.find("body").set("class", body_class[0])
    drop_hidden_parts(page.etree_element)
    move_first_figure(page.etree_element)
    bind_line_ends(page.etree_element)
    bind_heads(page.etree_element)
    hyphenate_well(page.etree_element)
    bind_punctuation(page.etree_element)
    part_daggers(page.etree_element.find("body"))
    return page


@lru_cache(maxsize=4)
def parse_html(html: str) -> HTML:
    """Return HTML as WeasyPrint's tree; nobody may change it, as the next caller gets the same."""
    from weasyprint import HTML

    return HTML(string=html, url_fetcher=make_fetcher())


def drop_hidden_parts(root: Element) -> None:
    """Remove from a page what book.css hides by the class of its body.

    With "alone" only the quick reference is shown, with "no-quick" all but it. WeasyPrint finds the
    styles of hidden elements too, which takes longer than to lay out the visible ones.
    """
    body = root.find("body")
    main = root.find("body/main")
    if body is None or main is None:
        return
    classes = classes_of(body)
    for part in list(main):
        is_quick = "quick" in classes_of(part)
        if ("alone" in classes and not is_quick) or ("no-quick" in classes and is_quick):
            main.remove(part)


def move_first_figure(root: Element) -> None:
    """Move the first figure above columns to below their first chapter, if the body asks for it.

    A large figure that comes first would leave the page before it half empty.
    """
    body = root.find("body")
    if body is None or FIGURE_BELOW not in classes_of(body):
        return
    for section in root.iter("section"):
        for figure, columns in pairwise(section):
            if figure.find("figure") is None or "columns" not in classes_of(columns):
                continue
            chapter_places = [
                place
                for place, child in enumerate(columns)
                if child.tag == "h2" or "starts" in classes_of(child)
            ]
            if len(chapter_places) > 1:
                section.remove(figure)
                columns.insert(chapter_places[1], figure)
                add_class(figure, ON_ITS_OWN)
            return


def render_page(page: HTML) -> Document:
    """Return a tree laid out."""
    document = page.render(font_config=load_fonts(), presentational_hints=True)
    return cast("Document", document)


def drop_idle_legends(document: Document) -> None:
    """Remove the legend of the † from the feet of pages that mark nothing with one."""
    from weasyprint.formatting_structure.boxes import MarginBox

    for page in list_page_boxes(document):
        legends: list[Box] = []
        has_mark = False
        for child in page.children:
            if not any(DAGGER in getattr(box, "text", "") for box in walk_boxes(child)):
                continue
            if isinstance(child, MarginBox):
                legends.append(child)
            else:
                has_mark = True
        if not has_mark:
            page.children = [child for child in page.children if child not in legends]


@contextlib.contextmanager
def collect_notes(notes: list[str]) -> Iterator[None]:
    """Append to `notes` what WeasyPrint warns of while the `with` block runs.

    That is about the page: warnings about the libraries of this computer are left out.
    """

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # `record.msg` is the message before values are filled in: a page that mentions one of
            # these libraries does not count.
            if not any(name in str(record.msg) for name in ("HarfBuzz", "fontTools")):
                notes.append(record.getMessage())

    logger = logging.getLogger("weasyprint")
    listener = Listener(logging.WARNING)
    propagates = logger.propagate
    logger.propagate = False
    logger.addHandler(listener)
    try:
        with warnings.catch_warnings():
            # WeasyPrint leaves the file of its color profile open for the garbage collector.
            warnings.simplefilter("ignore", ResourceWarning)
            yield
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagates
