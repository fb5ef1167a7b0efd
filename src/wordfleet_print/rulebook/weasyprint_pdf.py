"""A rulebook's page as PDF by WeasyPrint.

On paper alone: the pages of a site share one style sheet.
"""

from __future__ import annotations

import contextlib
import io
import logging
import re
import warnings as python_warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname
from xml.etree.ElementTree import Element, ParseError, fromstring

from pydantic import Base64Bytes

from wordfleet_print.errors import BadInputError, Complaint, MissingDependencyError
from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook
from wordfleet_print.press.ink.paper import load_picture
from wordfleet_print.press.ink.svg_pen import number
from wordfleet_print.rulebook.book_columns import PageFrame, arrange
from wordfleet_print.rulebook.pango import about_machine, found_by_file, pango_lines
from wordfleet_print.rulebook.pdf_tags import Languages, languages_of, link_names, tidy_tags
from wordfleet_print.rulebook.text.html_page import BookText, Look, html_page
from wordfleet_print.rulebook.text.palette import colored, palette_styles
from wordfleet_print.rulebook.text.web_fonts import FOLDER as FONTS
from wordfleet_print.rulebook.text.web_fonts import missing_characters, packed_faces

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint.document import Document, Page
    from weasyprint.urls import URLFetcher

_DRAWING = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_PLACE = "data-drawing"
"""Attribute of an empty `svg` where a drawing was taken out: its number."""


def taken_out(page: str) -> tuple[str, list[Element]]:
    """The page with empty places for its drawings, and these; what is no XML stays in the page. Raises nothing."""
    drawings: list[Element] = []

    def read(found: re.Match[str]) -> str:
        try:
            # It begins with `<svg`: no DTD stands before it, so that no entities are declared that could grow
            # (XML 1.0, 2.8).
            drawings.append(fromstring(found[0]))  # noqa: S314 - no entities
        except ParseError:
            return found[0]
        return f'<svg {_PLACE}="{len(drawings) - 1}"></svg>'

    return _DRAWING.sub(read, page), drawings


def put_back(places: Iterable[Element], drawings: list[Element]) -> None:
    """Fill the empty places, which may be among other elements, with the drawings. Raises nothing."""
    for place in list(places):
        number = place.get(_PLACE, "")
        if number.isdecimal() and int(number) < len(drawings):
            drawing = drawings[int(number)]
            place.attrib.clear()
            place.attrib.update(drawing.attrib)
            place.text = drawing.text
            place[:] = list(drawing)


def silhouettes(book: Rulebook) -> str:
    """The CSS of the classes `ship-ketch` and so on, which an edition's silhouettes have; nothing for other games.

    Raises nothing for checked front matter. Source: the pictures of the tracker's press.
    """
    if not isinstance(book, Edition):
        return ""
    styles = ""
    for name in sorted({ship.silhouette for ship in book.fleet if ship.silhouette}):
        picture = load_picture(name)
        size = f"{number(picture.width)} {number(picture.height)}"
        steps = " ".join(outline.steps for outline in picture.outlines)
        path = f"<path fill='{book.look.colors.ink}' d='{steps}'/>"
        svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size}'>{path}</svg>"
        address = "data:image/svg+xml," + quote(svg, safe="/:='., ")
        styles += f'.ship-{name}{{background-image:url("{address}")}}\n'
    return styles


TAGGED, ARCHIVED = "pdf/ua-1", "pdf/a-3a"
"""PDF/UA-1: for everyone to read. PDF/A-3a: to keep for decades, tagged as well."""

MAX_DATA = 500_000
"""Characters of a data: address."""
_TOLD = re.compile(r"(<title[^>]*>)([^<]*)(</title>\n<desc[^>]*>)([^<]*)(?=</desc>)")
_ROW_HEAD = re.compile(r'<th((?: class="[a-z-]+")?) scope="row">(.*?)</th>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, and what WeasyPrint said while it was made: complaints of the page, none in the project's own rulebooks,
    and the first thing that it misses on this machine, or nothing.
    """

    content: Base64Bytes
    pages: int
    warnings: tuple[str, ...]
    machine: str = ""


def machine_note(printed: Iterable[Printed]) -> str:
    """What the renderer misses on this machine, said once for several PDFs; empty if nothing."""
    return next((one.machine for one in printed if one.machine), "")


def print_text(text: BookText, look: Look, frame: PageFrame | None = None) -> Printed:
    """The rulebook as PDF: tagged, with bookmarks, page labels and all its fonts; the same bytes every time.

    Raises `MissingDependencyError` without Pango, `BadInputError` as `html_page` does and for characters that no
    bundled font has. Source: WeasyPrint; PDF/UA-1 (ISO 14289-1).
    """
    return print_page(ready_page(text, look), frame)


def ready_page(text: BookText, look: Look) -> str:
    """A page as WeasyPrint takes it. Raises `BadInputError` as `print_text` does."""
    _refuse_missing(text)
    look = replace(look, added=palette_styles(text.book, eco=look.paper == "eco") + look.added + silhouettes(text.book))
    page = html_page(text, look).replace(*packed_faces(), 1)
    # A PDF stands alone: names of other rulebooks stay, links to their pages go.
    page = re.sub(r'<a [^>]*href="[a-z0-9-]+\.html(?:#[^"]*)?"[^>]*>(.*?)</a>', r"\1", page)
    # A reader tells the heads of each cell aloud; in a table cut by a column those of its rows outnumber the cells.
    page = colored(_ROW_HEAD.sub(r"<td\1>\2</td>", page), text.book)
    # WeasyPrint makes `/Alt` of figures' titles alone; PDF/UA-1, 7.3, wants what they show.
    return _TOLD.sub(r"\1\2. \4\3\4", page)


def print_page(page: str, frame: PageFrame | None = None) -> Printed:
    """A finished page as PDF, in the columns of a frame where there is one. Raises `MissingDependencyError` without
    Pango.

    Source: as `print_text`.
    """
    setting = Setting()
    document = setting.set(page, frame)
    return setting.print(document, document.pages)


class Setting:
    """Pages that are set one after the other to make one PDF: they share their fonts, and none is set again.

    Raises `MissingDependencyError` without Pango. Source: WeasyPrint, `Document.copy`.
    """

    def __init__(self) -> None:
        self._weasyprint = load_weasyprint()
        from weasyprint.text.fonts import FontConfiguration

        self._fonts = FontConfiguration()
        self._names: dict[str, str] = {}
        self._warnings: list[str] = []
        self._machine: list[str] = []

    def set(self, page: str, frame: PageFrame | None = None) -> Document:
        """A page of HTML as sheets, in the columns of a frame where there is one. Its anchors must be none of
        another's. Raises nothing of its own.
        """
        with _listening(self._warnings, self._machine):
            bare, drawings = taken_out(page)
            html = self._weasyprint.HTML(string=bare, url_fetcher=fetcher())
            put_back(html.etree_element.iter("{http://www.w3.org/2000/svg}svg"), drawings)
            self._names = link_names(html.etree_element) | self._names
            # hints are where a list begins to count
            render = partial(html.render, font_config=self._fonts, presentational_hints=True)
            return arrange(html.etree_element, frame, render) if frame else cast("Document", render())

    def print(self, book: Document, pages: Sequence[Page], *, archive: bool = False) -> Printed:
        """Pages that were set, in this order, as one PDF, which has the book's title and language; with `archive` it is
        PDF/A-3a (ISO 19005-3).
        """
        whole = book.copy(pages)
        target, finisher = io.BytesIO(), partial(_finish, names=self._names, languages=languages_of(whole))
        with _listening(self._warnings, self._machine):
            whole.write_pdf(target, finisher=finisher, pdf_variant=ARCHIVED if archive else TAGGED, pdf_tags=True)
        told = tuple(dict.fromkeys(self._warnings))
        return Printed(target.getvalue(), len(whole.pages), told, next(iter(self._machine), ""))


def load_weasyprint() -> ModuleType:
    """WeasyPrint, loaded when it is needed. Raises `MissingDependencyError` saying how to get Pango, or pikepdf."""
    if find_spec("pikepdf") is None:  # which finishes what WeasyPrint prints
        raise MissingDependencyError(
            "Rulebook PDFs need pikepdf.", tip='To get it: python -m pip install "pikepdf>=9.11"'
        )
    try:
        with contextlib.redirect_stdout(io.StringIO()), python_warnings.catch_warnings(), found_by_file():
            python_warnings.simplefilter("ignore", DeprecationWarning)  # HarfBuzz-Subset is missing: `doctor` tells
            import weasyprint  # without Pango it prints a banner
    except OSError as error:
        tip = "\n".join(["To get Pango:", *pango_lines(), "HTML needs none of it."])
        what = "Rulebook PDFs need Pango, which this machine does not have."
        raise MissingDependencyError(what, tip=tip, say=("format=html",)) from error
    return cast("ModuleType", weasyprint)


@cache
def fetcher() -> URLFetcher:
    """What WeasyPrint fetches with: `data:` addresses and files inside the bundled folders, nothing else at all."""
    load_weasyprint()
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class BundledFetcher(URLFetcher):
        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
            check_address(url)
            return super().fetch(url, headers)

    return BundledFetcher(allowed_protocols={"data", "file"}, allow_redirects=False)


def check_address(url: str) -> None:
    """Raises `ValueError` for an address that is neither small `data:` nor a file inside the bundled folders."""
    parts = urlsplit(url)
    if parts.scheme == "data" and len(url) <= MAX_DATA:
        return
    path = Path(url2pathname(parts.path)).resolve()
    bundled = (data_folder("templates").resolve(), FONTS.resolve())
    if parts.scheme != "file" or parts.netloc or not any(path.is_relative_to(folder) for folder in bundled):
        raise ValueError("a rulebook fetches only what is bundled")


def _refuse_missing(text: BookText) -> None:
    missing = sorted(missing_characters(set(text.plain)))
    if missing:
        import unicodedata

        faults = [f"{char} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})" for char in missing]
        complaints = [Complaint(text.name, f"no bundled font has {fault}") for fault in faults]
        raise BadInputError(
            f"{text.name} cannot be printed.", *complaints, tip="HTML can show it.", say=("format=html",)
        )


def _finish(document: Document, pdf: PDF, names: Mapping[str, str], languages: Sequence[Languages]) -> None:
    """Tidy tags, page labels (the cover has no number), the title in the window, and printing at full size."""
    import pydyf

    tidy_tags(pdf, names, languages)

    first = pydyf.Dictionary({"P": pydyf.String("Cover")})
    rest = pydyf.Dictionary({"S": "/D", "St": 2})
    labels = [0, first, 1, rest] if len(document.pages) > 1 else [0, pydyf.Dictionary({"S": "/D"})]
    pdf.catalog["PageLabels"] = pydyf.Dictionary({"Nums": pydyf.Array(labels)})
    preferences = pdf.catalog.setdefault("ViewerPreferences", pydyf.Dictionary())
    preferences["DisplayDocTitle"] = "true"
    preferences["PrintScaling"] = "/None"
    pdf.objects[int(pdf.catalog["Metadata"].split()[0])].compress = False  # archives read it without a decoder


@contextlib.contextmanager
def _listening(warnings: list[str], machine: list[str]) -> Iterator[None]:
    """Collect what WeasyPrint logs as a warning or worse, what it says of this machine apart."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            (machine if about_machine(record) else warnings).append(record.getMessage())

    logger, listener = logging.getLogger("weasyprint"), Listener(logging.WARNING)
    propagates = logger.propagate
    logger.addHandler(listener)
    logger.propagate = False
    try:
        with python_warnings.catch_warnings():  # it leaves the file of its color profile to the garbage collector
            python_warnings.simplefilter("ignore", ResourceWarning)
            yield
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagates
