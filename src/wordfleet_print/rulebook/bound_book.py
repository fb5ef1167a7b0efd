"""The book, the booklet to fold, the order that makes each."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.games import RulesSource
from wordfleet_print.rulebook import quick_reference as quick
from wordfleet_print.rulebook.book_columns import COLUMNS, PageFrame
from wordfleet_print.rulebook.rendering import RenderOrder
from wordfleet_print.rulebook.text.html_page import BookText, Look
from wordfleet_print.rulebook.text.illustrated import ALONE, Surroundings
from wordfleet_print.rulebook.text.variables import MAX_CHARACTERS
from wordfleet_print.rulebook.weasyprint_pdf import (
    Printed,
    Setting,
    load_weasyprint,
    ready_page,
)
from wordfleet_print.tracker.geometry import Paper

if TYPE_CHECKING:
    from pikepdf import Object, Page, Pdf
    from weasyprint.document import Page as LaidPage

LEAF = 2
"""Pages of a leaf."""
LOG, LOG_STYLES = "log.html", "log.css"
BACK_STYLES, BOOKLET_BACK = "back-cover.css", "back-booklet.css"
_ID = re.compile(r'\sid="[^"]*"')
_NAMED = re.compile(r'(\bid="|\bhref="#|\burl\(#)')
_HEADING = re.compile(r"(?<=<)(/?h)([1-5])(?=[\s>])")
_STYLED_HEADING = re.compile(r"(?<![\w#.-])h([1-5])(?=[\s,{>.:])")


@dataclass(frozen=True, slots=True)
class Finish:
    """What a book is printed for: `archive`, to be kept for decades (PDF/A-3a); `print_shop`, with bleed and crop
    marks, a page each; `eco`, with a cover of little ink.
    """

    archive: bool = False
    print_shop: bool = False
    eco: bool = False


USUAL = Finish()


def print_book(
    source: RulesSource, text: BookText, paper: Paper, around: Surroundings = ALONE, finish: Finish = USUAL
) -> Printed:
    """The rulebook on whole sheets, `text` being its text: the quick reference is the last page, the back of a leaf.

    Raises as `print_text` and `quick_reference` do. Source: `templates/rulebook-print.css`; `bind`.
    """
    frame = PageFrame(paper.width, paper.height, bleed=finish.print_shop)
    bound = Bound(source, around, frame, LEAF, finish)
    return bind(text, book_look(frame, around.templates, eco=finish.eco), bound)


def book_look(frame: PageFrame, templates: Path | None = None, *styles: str, eco: bool = False) -> Look:
    """How a rulebook looks on paper, in pages of a frame. Raises nothing. Source: `templates/rulebook-print.css`."""
    paper = "eco" if eco else "full"
    return Look(styles=(COLUMNS, "rulebook-print.css", *styles), added=frame.styles, templates=templates, paper=paper)


@dataclass(frozen=True, slots=True)
class Bound:
    """What a book is bound with: its rules and what is around them, its pages, and how many of them a sheet has."""

    source: RulesSource
    around: Surroundings
    frame: PageFrame
    sheet: int
    finish: Finish = USUAL


def bind(text: BookText, look: Look, bound: Bound) -> Printed:
    """The book in this look, behind it the quick reference, if there is one; before that a log of battles, of as many
    pages as fill the last sheet.

    Raises as `print_book`. Source: `templates/back-cover.css`, `templates/log.html`, `templates/log.css`.
    """
    source, templates = bound.source, look.templates
    cover = None if quick.unmarked(source, templates) else quick.quick_reference(source, bound.around, text.rulings)
    path = quick.side_template("log", source.book.game, templates)
    log = quick.side_text(source, path, bound.around) if path else None
    beside = "".join(sorted({*text.plain, *(cover.plain if cover else ""), *(log.plain if log else "")}))
    setting = Setting()
    book = setting.set(ready_page(text, replace(look, beside=beside)), bound.frame)
    pages: list[LaidPage] = list(book.pages)
    back: Sequence[LaidPage] = ()
    if cover:
        frame = quick.quick_frame(bound.frame, marked=not quick.side_template("quick", source.book.game, templates))
        styles = [COLUMNS, quick.STYLES, *(() if bound.finish.eco else (BACK_STYLES,))]
        styles += () if frame.columns > 1 else (BOOKLET_BACK,)
        outer = Look(quick.TEMPLATE, tuple(styles), frame.styles, templates, beside)
        back = setting.set(back_page(ready_page(cover, outer)), frame).pages
        quick.check_fits(cover, len(back), frame)
    if log:
        over = 1 + -(len(pages) + 1 + len(back)) % bound.sheet
        inner = replace(look, template=LOG, styles=(*look.styles, LOG_STYLES), beside=beside)
        pages += setting.set(log_page(log, inner, range(len(pages), len(pages) + over))).pages
    return setting.print(book, [*pages, *back], archive=bound.finish.archive)


def back_page(page: str) -> str:
    """A quick reference's page as part of a book: its anchors have names of their own, its headings are a level down.

    Raises nothing. Source: the book has the title, and anchors of the same names.
    """
    head, end, body = page.partition("</style>")
    head = _STYLED_HEADING.sub(lambda found: f"h{int(found[1]) + 1}", head)
    return head + end + _lowered(_NAMED.sub(r"\1back-", body))


def log_page(log: BookText, look: Look, places: Sequence[int]) -> str:
    """Pages to note battles on, each numbered for its place in the book, 0 being the first. Raises as `ready_page`."""
    head = f'<div class="heading heading-h2">{_ID.sub("", log.opening)}</div>'
    sheets = f'<section class="log">{head}{log.chapters}<div class="lines"></div></section>' * len(places)
    numbers = (f"@page:nth({nth}){{counter-reset:page {place + 1}}}" for nth, place in enumerate(places, start=1))
    side = "html{break-before:left}" if places[0] % 2 else ""
    numbered = replace(look, added=look.added + side + "".join(numbers))
    return _lowered(ready_page(replace(log, chapters=sheets), numbered))


def _lowered(html: str) -> str:
    return _HEADING.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", html)


PT = 72 / 25.4
"""Points in a millimetre."""

FOLDED = 4
"""Pages of a folded sheet."""

LeafSide = tuple[int | None, int | None]
"""The pages on the left and right of one side of a sheet, from 0; None is a blank page."""


class Flip(StrEnum):
    """The edge of the landscape sheet that a printer turns it over."""

    SHORT = "short"
    LONG = "long"


def print_booklet(
    source: RulesSource, text: BookText, paper: Paper, flip: Flip, around: Surroundings = ALONE, finish: Finish = USUAL
) -> Printed:
    """The rulebook on half sheets, imposed for saddle stitching, bound as `print_book` binds it. Raises as that does.

    Source: `templates/rulebook-print.css` with `templates/rulebook-booklet.css`; the order is `signature`'s.
    """
    size = paper.height / 2, paper.width
    frame = PageFrame(*size, columns=1, head=17.0, side=13.0, foot=15.0, bleed=finish.print_shop)
    look = book_look(frame, around.templates, "rulebook-booklet.css", eco=finish.eco)
    printed = bind(text, look, Bound(source, around, frame, FOLDED, finish))
    if finish.print_shop:
        return printed
    imposed = impose(printed.content, paper, flip)
    return replace(printed, content=imposed, pages=len(signature(printed.pages)))


def signature(pages: int) -> tuple[LeafSide, ...]:
    """The sides of a saddle-stitched booklet, front and back of the outermost sheet first.

    Raises nothing. Source: the bookbinder's rule: blanks fill up to a multiple of four; on the outer sheet the last
    page faces the first, on its back the second faces the last but one, and so on inwards.
    """
    total = pages + -pages % 4
    numbers = [page if page < pages else None for page in range(total)]
    sides: list[LeafSide] = []
    for outer in range(0, total // 2, 2):
        sides += [(numbers[-1 - outer], numbers[outer]), (numbers[outer + 1], numbers[-2 - outer])]
    return tuple(sides)


def impose(pdf: bytes, paper: Paper, flip: Flip) -> bytes:
    """A tagged PDF of half-sheet pages as one of whole sheets, landscape and tagged; the same bytes every time.

    Raises nothing for a PDF of ours. Printed over the long edge, each back
    stands on its head on the screen, so that it is upright in the hand. Links and bookmarks, of no use on paper, are
    left out; a reader that reads aloud still goes by the book's order. Source: PDF 1.7, form XObjects (8.10) and tagged
    content in them (14.7.4.2); pikepdf.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as book:
        leaves = [_leaf(book, page) for page in book.pages]
        sheets: dict[int, tuple[Object, Object]] = {}
        for place, side in enumerate(signature(len(leaves))):
            turned = flip is Flip.LONG and place % 2 == 1
            sheet = _sheet(book, paper, {n: leaves[n] for n in side if n is not None}, side, turned=turned)
            sheets |= {int(leaves[n].StructParents): (sheet, leaves[n]) for n in side if n is not None}
        _retag(book, sheets)
        del book.pages[: len(leaves)]
        for key in ("/Outlines", "/Names", "/PageLabels"):  # they lead to pages that are no more
            if key in book.Root:
                del book.Root[key]
        written = io.BytesIO()
        book.save(written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return written.getvalue()


def _leaf(book: Pdf, page: Page) -> Object:
    """A page as a form to place on a sheet, bringing along its number in the structure's parent tree."""
    form = book.make_indirect(page.as_form_xobject())
    form.StructParents = page.obj.StructParents
    return form


def _sheet(book: Pdf, paper: Paper, leaves: dict[int, Object], side: LeafSide, *, turned: bool) -> Object:
    """A new landscape page at the end, a leaf on each half that has one; on its head where it is turned."""
    import pikepdf

    width, height = paper.height * PT, paper.width * PT
    book.add_blank_page(page_size=(width, height))
    page = book.pages[-1]
    parts = [f"-1 0 0 -1 {width:.3f} {height:.3f} cm"] if turned else []
    for half, number in enumerate(side):
        if number is not None:
            name = page.add_resource(leaves[number], pikepdf.Name.XObject, pikepdf.Name(f"/Page{number + 1}"))
            parts.append(f"q 1 0 0 1 {half * width / 2:.3f} 0 cm {name} Do Q")
    page.Contents = book.make_stream("\n".join(parts).encode())
    return page.obj


def _retag(book: Pdf, sheets: dict[int, tuple[Object, Object]]) -> None:
    """Let each element of the structure find its text in a leaf on a sheet; links become plain text."""
    import pikepdf

    for element in book.objects:
        if isinstance(element, pikepdf.Dictionary) and element.get("/Type") == "/StructElem" and "/Pg" in element:
            sheet, leaf = sheets[int(element.Pg.StructParents)]
            kids = [kid for kid in element.K if isinstance(kid, int) or kid.get("/Type") != "/OBJR"]
            # marked content lies in a form now, where the structure had only its number on a page
            element.K = pikepdf.Array(
                pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=sheet, Stm=leaf, MCID=kid) if isinstance(kid, int) else kid
                for kid in kids
            )
            element.Pg = sheet
            if element.S == "/Link":
                element.S = pikepdf.Name.Span
    tree = book.Root.StructTreeRoot.ParentTree
    tree.Nums = pikepdf.Array([entry for n in sorted(sheets) for entry in (n, tree.Nums[2 * n + 1])])


QUICK_SIZE = 300
"""What a quick reference is beside books, whose size is how many elements they have: those take the time."""


def check_order() -> RenderOrder[None]:
    """Find out whether PDFs can be made on this machine. What has to be loaded takes longer than any text."""
    return RenderOrder(partial(check_printing), MAX_CHARACTERS)


def check_printing() -> None:
    """Raises `MissingDependencyError` where PDFs cannot be made."""
    load_weasyprint()


def book_order(
    source: RulesSource, text: BookText, paper: Paper, around: Surroundings, finish: Finish = USUAL
) -> RenderOrder[Printed]:
    """A rulebook to print on whole sheets, as `print_book` does."""
    work = partial(print_book, source, text, paper, around, finish)
    return RenderOrder(work, text.chapters.count("<"), source.name)


def booklet_order(
    source: RulesSource,
    text: BookText,
    paper: Paper,
    around: Surroundings,
    flip: Flip = Flip.SHORT,
    finish: Finish = USUAL,
) -> RenderOrder[Printed]:
    """A rulebook to print as a folded booklet, as `print_booklet` does; imposing it is a tenth of the work."""
    work = partial(print_booklet, source, text, paper, flip, around, finish)
    return RenderOrder(work, text.chapters.count("<") * 11 // 10, source.name)


def quick_order(source: RulesSource, paper: Paper, around: Surroundings = ALONE) -> RenderOrder[Printed]:
    """A quick reference to render and print, as `print_quick_reference` does."""
    return RenderOrder(partial(quick.print_quick_reference, source, paper, around), QUICK_SIZE, source.name)
