"""Pages as PDF: by Pango where it is installed, else by an installed browser.

The largest letters that need the fewest pages are found by trying; a book that says its letters is
set once.
"""

from __future__ import annotations

import contextlib
import ctypes.util
import io
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pydantic import Base64Bytes

from wordfleet_print.errors import BadInputError, MissingDependencyError, Problem
from wordfleet_print.games import RulesSource
from wordfleet_print.messages import how_many
from wordfleet_print.rulebook.page import LETTERS, BookPage, BookSettings, make_page
from wordfleet_print.tracker.geometry import Paper

if TYPE_CHECKING:
    from pydyf import PDF
    from weasyprint import HTML
    from weasyprint.document import Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher


def order_pages(count: int) -> list[tuple[int, int]]:
    """Return the sides of a booklet, each as its left and right page from 0; pages beyond the last
    are blank.

    Eight pages make (7, 0), (1, 6), (5, 2), (3, 4): printed on both sides, the outermost sheet
    first.
    """
    whole = -(-count // 4) * 4
    pairs = [(whole - 1 - place, place) for place in range(whole // 2)]
    return [pair if place % 2 == 0 else pair[::-1] for place, pair in enumerate(pairs)]


def impose(book: bytes) -> bytes:
    """Return a PDF with the pages of `book` two on a side, to print on both sides (short edge),
    fold and staple.
    """
    import pikepdf
    from pikepdf import Dictionary, Name, Page, Rectangle

    with pikepdf.open(io.BytesIO(book)) as pages, pikepdf.new() as document:
        height, width = (
            float(one) for one in list(pages.pages[0].mediabox)[2:]
        )  # the same paper, turned
        for pair in order_pages(len(pages.pages)):
            document.add_blank_page(page_size=(width, height))
            side, halves, content = Page(document.pages[-1]), Dictionary(), b""
            for place, number in enumerate(pair):
                if number < len(pages.pages):
                    # Not `add_overlay`, which gives the half a random name
                    name, half = (
                        Name(f"/Half{place}"),
                        Rectangle(place * width / 2, 0, (place + 1) * width / 2, height),
                    )
                    halves[name] = document.copy_foreign(pages.pages[number].as_form_xobject())
                    how = {
                        "invert_transformations": True,
                        "allow_shrink": True,
                        "allow_expand": False,
                    }
                    content += side.calc_form_xobject_placement(halves[name], name, half, **how)
            side.obj.Resources, side.obj.Contents = (
                Dictionary(XObject=halves),
                document.make_stream(content),
            )
        document.docinfo["/Title"] = str(pages.docinfo.get("/Title", ""))
        document.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"))
        written = io.BytesIO()
        document.save(written, deterministic_id=True)
    return written.getvalue()


# Letters of a book (pt), tried from the largest: the largest with the fewest pages is taken.
SIZES = (11.3, 10.9, 10.6, 10.3, 9.9, 9.5)
# Letters of a quick reference (pt): the largest with which it fills one page.
QUICK_SIZES = (18.0, 17.0, 16.0, 15.0, 14.2, 13.4, 12.8, 12.2, 11.6, 11.0, 10.4, 9.9, 9.5)
# Those of large print, which fills two pages.
LARGE_SIZES = QUICK_SIZES[:3]
# Characters of a text whose letters are fitted; a longer one is set in the usual letters.
FITTED_TEXT = 25_000
# Pages of a book without a page of contents; characters of a text that surely has more.
LONG_BOOK, LONG_TEXT = 12, 90_000
FACE = re.compile(r"@font-face\{[^{}]*\}\n?")
UNBALANCED = ".columns:last-child{column-fill:auto !important}"
BROWSER_SECONDS = 60
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
)
INSTALLED = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF, its pages, and notes on its text."""

    content: Base64Bytes
    pages: int
    notes: tuple[str, ...] = ()


# The kinds of PDFs of a book.
BOOK, BOOKLET, QUICK = "rulebook", "booklet", "quick reference"


def print_files(
    source: RulesSource, settings: BookSettings, kinds: tuple[str, ...]
) -> tuple[Printed, ...]:
    """Return PDFs of a book, of these kinds; a book without a quick reference has a note in its
    place, and no page.

    Raises as `print_book`.
    """
    printed: dict[str, Printed] = {}
    if BOOK in kinds or BOOKLET in kinds:
        printed[BOOK] = print_book(source, settings)
    if BOOKLET in kinds:
        printed[BOOKLET] = replace(printed[BOOK], content=impose(printed[BOOK].content), notes=())
    if QUICK in kinds:
        try:
            printed[QUICK] = print_quick_reference(source, settings)
        except NoQuickReferenceError as error:
            printed[QUICK] = Printed(
                b"", 0, (f"{error.message.rstrip('.')}. {error.tip.rstrip('.')}",)
            )
    return tuple(printed[kind] for kind in kinds)


class NoQuickReferenceError(BadInputError):
    """Rules that have no quick reference."""


def print_book(source: RulesSource, settings: BookSettings) -> Printed:
    """Return a book as tagged PDF. Raises as `make_page` and `print_pdf` do."""
    page = make_page(source, "pdf", settings)
    if has_pango():
        page = fit_letters(page, source, settings.paper)
    printed = print_pdf(drop_links(page.html))
    return replace(printed, notes=(*page.notes, *printed.notes))


def print_quick_reference(
    source: RulesSource, settings: BookSettings, *, large: bool = False
) -> Printed:
    """Return the quick reference alone: one page in the largest letters that fit; in large print
    two.

    Raises `BadInputError` for rules without one, and where it needs more pages.
    """
    page = make_page(source, "pdf", settings)
    if not page.has_quick:
        tip = "Call its last part “# Quick reference”, or mark its heading with {: .quick }."
        raise NoQuickReferenceError(f"{source.name} has no quick reference.", tip=tip)
    page, most = page.add_class("alone"), 2 if large else 1
    if large:  # sheets in large print are landscape, so what is printed on their backs is too
        page = page.add_class("large").turn(settings.paper)
    sizes = LARGE_SIZES if large else (page.quick_letters,) if page.quick_letters else QUICK_SIZES
    size = sizes[-1]
    if has_pango() and len(sizes) > 1:
        size = find_largest_size(sizes, lambda one: count_pages(page.resize(LETTERS, one).html))
    printed = print_pdf(page.resize(LETTERS, size).html)
    if printed.pages <= most:
        return replace(printed, notes=page.notes)
    raise BadInputError(
        f"The quick reference of {source.name} needs more than {how_many(most, 'page')}.",
        tip="Shorten it.",
    )


def fit_letters(page: BookPage, source: RulesSource, paper: Paper) -> BookPage:
    """Return the page in the letters that its front matter says, or in those that fit best; with a
    page of contents where it is a long book.
    """
    letters, quick, notes = page.letters, page.quick_letters, page.notes
    if not letters:
        bare, letters = page.add_class("no-quick"), LETTERS
        count = cache(lambda size: count_pages(bare.resize(size, LETTERS).html))
        # A long text gains little by other letters, and each trial takes seconds
        if len(source.body) <= FITTED_TEXT:
            # Most books fill no page more in the largest letters
            letters = (
                SIZES[0] if count(SIZES[0]) == count(SIZES[-1]) else find_largest_size(SIZES, count)
            )
            note = (
                f"letters were fitted; to build faster, write look: {{letters: {{{paper.slug}: "
                f"{letters:g}}}}}"
            )
            notes = (*notes, f"{source.name}: {note}")
        if len(source.body) > LONG_TEXT or count(letters) > LONG_BOOK:
            page = page.add_class("long")
    if not quick and page.has_quick:
        alone = page.add_class("alone")
        quick = find_largest_size(
            QUICK_SIZES, lambda size: count_pages(alone.resize(letters, size).html)
        )
    return replace(page.resize(letters, quick or letters), notes=notes)


def find_largest_size(sizes: tuple[float, ...], count: Callable[[float], int]) -> float:
    """Return the largest size that needs no more pages than the smallest, by halving; `sizes`
    fall.
    """
    fewest, low, high = 0, 0, len(sizes) - 1
    # Each trial lays out the whole book: of six sizes three are tried, not all.
    while low < high:
        middle = (low + high) // 2
        pages = count(sizes[middle])
        fewest = 1 if pages == 1 else fewest or count(sizes[-1])
        low, high = (middle + 1, high) if pages > fewest else (low, middle)
    return sizes[low]


def count_pages(html: str) -> int:
    """Return how many pages HTML needs.

    The last columns of a part are not balanced for it: that changes no number, and WeasyPrint
    balances pixel by pixel.
    """
    with collect_notes([]):
        return len(lay_out(html.replace("</head>", f"<style>{UNBALANCED}</style></head>", 1)).pages)


def print_pdf(html: str) -> Printed:
    """Return a page of HTML as PDF, by Pango, or by an installed browser.

    Raises `MissingDependencyError` where this computer has neither. Nothing but `data:` addresses
    is fetched.
    """
    if has_pango():
        notes, target = list[str](), io.BytesIO()
        with collect_notes(notes):
            document = lay_out(html)
            document.write_pdf(target, finisher=forbid_scaling, pdf_variant="pdf/ua-1")
        return Printed(target.getvalue(), len(document.pages), tuple(dict.fromkeys(notes)))
    if browser := find_browser():
        return print_by_browser(html, browser)
    tip = "\n".join(explain_pango())
    tip += "\nOr write HTML, open it in a browser and print it at 100%."
    raise MissingDependencyError(
        "PDFs need Pango or a browser, and this computer has neither.",
        tip=tip,
        say=("format=html",),
    )


def forbid_scaling(_document: Document, written: PDF) -> None:
    """Ask viewers to print at true size (ISO 32000-1, 12.2)."""
    from pydyf import Dictionary

    preferences = written.catalog.setdefault("ViewerPreferences", Dictionary())
    preferences["PrintScaling"] = "/None"


def find_browser() -> str:
    """Return the path of an installed Chromium, Chrome or Edge; or None."""
    found = (shutil.which(name) for name in BROWSERS)
    return next((path for path in (*found, *INSTALLED) if path and Path(path).is_file()), "")


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
    """Whether WeasyPrint finds its libraries on this computer."""
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            warnings.catch_warnings(),
            find_libraries_by_file(),
        ):
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # without HarfBuzz-Subset, fontTools subsets fonts
            import_module("weasyprint")  # without Pango it prints a banner, and raises OSError
    except OSError:
        return False
    return True


@contextlib.contextmanager
def find_libraries_by_file() -> Iterator[None]:
    """Let libraries be found by the names of their files alone, on Linux, where that is how each is
    found.

    WeasyPrint also asks for their names on other systems. For each, `ctypes.util.find_library`
    starts processes on Linux, compilers among them, which takes half as long again as loading all
    of WeasyPrint.
    """
    find_library = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None  # noqa: ARG005 - called by name
    try:
        yield
    finally:
        ctypes.util.find_library = find_library


@cache
def load_fonts() -> FontConfiguration:
    """Return the fonts that all documents share."""
    from weasyprint.text.fonts import FontConfiguration

    return FontConfiguration()


@cache
def load_face(face: str) -> None:
    """Load a font once: WeasyPrint would unpack it for each page that is set, at half a second for
    all five.
    """
    from weasyprint import CSS

    CSS(string=face, url_fetcher=make_fetcher(), font_config=load_fonts())


@cache
def make_fetcher() -> URLFetcher:
    """Return what WeasyPrint fetches with: `data:` addresses, nothing else."""
    from weasyprint.urls import URLFetcher

    return URLFetcher(allowed_protocols={"data"}, allow_redirects=False)


def lay_out(html: str) -> Document:
    """Return a page of HTML laid out."""
    from weasyprint import HTML

    for face in FACE.findall(html):
        load_face(face)
    page: HTML = HTML(string=FACE.sub("", html), url_fetcher=make_fetcher())
    return cast("Document", page.render(font_config=load_fonts(), presentational_hints=True))


@contextlib.contextmanager
def collect_notes(notes: list[str]) -> Iterator[None]:
    """Collect what WeasyPrint logs as a warning or worse about the page, not about the machine's
    libraries.
    """

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            # The libraries are named in the message's form; what a page holds only fills it
            if not any(name in str(record.msg) for name in ("HarfBuzz", "fontTools")):
                notes.append(record.getMessage())

    logger, listener = logging.getLogger("weasyprint"), Listener(logging.WARNING)
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(listener)
    try:
        with (
            warnings.catch_warnings()
        ):  # it leaves the file of its color profile to the garbage collector
            warnings.simplefilter("ignore", ResourceWarning)
            yield
    finally:
        logger.removeHandler(listener)
        logger.propagate = propagates


# By a browser


def print_by_browser(html: str, browser: str) -> Printed:
    """Print with a browser without a window, in a profile of its own; all but `data:` is
    blocked.
    """
    import pikepdf

    policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
    head = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">'
    html = html.replace("<head>", f"{head}<style>*{{print-color-adjust:exact}}</style>", 1)
    with tempfile.TemporaryDirectory(prefix="wordfleet-", ignore_cleanup_errors=True) as folder:
        page, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, "utf-8")
        root = ["--no-sandbox"] if sys.platform == "linux" and os.geteuid() == 0 else []
        command = [
            *(
                browser,
                "--headless",
                "--disable-gpu",
                "--no-first-run",
                "--no-pdf-header-footer",
                *root,
            ),
            *(
                "--disable-background-networking",
                "--host-resolver-rules=MAP * ~NOTFOUND",
                "--generate-pdf-document-outline",
            ),
            *(f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}", page.as_uri()),
        ]
        try:
            done = subprocess.run(  # noqa: S603 - ours
                command, capture_output=True, timeout=BROWSER_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BadInputError(
                f"{browser} did not print the page within {BROWSER_SECONDS} seconds."
            ) from error
        if not target.is_file():
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            raise BadInputError(
                "The browser could not print the page.", Problem(said, where=browser)
            )
        with pikepdf.open(target) as document:
            for key in ("/CreationDate", "/ModDate"):  # the same page gives the same bytes
                if key in document.docinfo:
                    del document.docinfo[key]
            preferences = document.Root.get("/ViewerPreferences", pikepdf.Dictionary())
            preferences.PrintScaling = pikepdf.Name("/None")
            document.Root.ViewerPreferences = preferences
            written = io.BytesIO()
            document.save(written, deterministic_id=True)
            return Printed(written.getvalue(), len(document.pages))


def drop_links(html: str) -> str:
    """Return the page without links to the pages of other rulebooks: a PDF is alone."""
    return re.sub(r'<a [^>]*href="[a-z0-9-]+\.html(?:#[^"]*)?"[^>]*>(.*?)</a>', r"\1", html)
