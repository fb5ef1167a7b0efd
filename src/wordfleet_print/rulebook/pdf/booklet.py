"""A folded booklet: pages of half a sheet, imposed so that they read in order once printed, folded and stapled."""

from __future__ import annotations

import io
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from wordfleet_print.game import RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.html.page import BookText, Look
from wordfleet_print.rulebook.html.text import ALONE, Surroundings
from wordfleet_print.rulebook.pdf.book import Bound, bind
from wordfleet_print.rulebook.pdf.pdf import Printed, page_size

if TYPE_CHECKING:
    from pikepdf import Object, Page, Pdf

PT = 72 / 25.4
"""Points in a millimetre."""

REDUCED = 2**0.5
"""How much larger the quick reference is set than the half sheet that it is printed on: as from A4 to A5."""
FOLDED = 4
"""Pages of a folded sheet."""

LeafSide = tuple[int | None, int | None]
"""The pages on the left and right of one side of a sheet, from 0; None is a blank page."""


class Flip(StrEnum):
    """The edge of the landscape sheet that a printer turns it over."""

    SHORT = "short"
    LONG = "long"


def print_booklet(
    source: RulesSource, text: BookText, paper: Paper, flip: Flip, around: Surroundings = ALONE
) -> Printed:
    """The rulebook on half sheets, imposed for saddle stitching, bound as `print_book` binds it. Raises as that does.

    Source: `templates/rulebook-print.css` with `templates/rulebook-booklet.css`; the order is `signature`'s.
    """
    styles = ("rulebook-print.css", "rulebook-booklet.css")
    size = paper.height / 2, paper.width
    look = Look(styles=styles, added=page_size(*size), templates=around.templates)
    printed = bind(text, look, Bound(source, around, (size[0] * REDUCED, size[1] * REDUCED), FOLDED))
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

    Raises nothing for a PDF of ours. A larger page is reduced to half a sheet. Printed over the long edge, each back
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
            scale = round(width / 2 / float(leaves[number].BBox[2]), 5)
            parts.append(f"q {scale:g} 0 0 {scale:g} {half * width / 2:.3f} 0 cm {name} Do Q")
    page.Contents = book.make_stream("\n".join(parts).encode())
    return page.obj


def _retag(book: Pdf, sheets: dict[int, tuple[Object, Object]]) -> None:
    """Let each element of the structure find its text in a leaf on a sheet; links become plain text."""
    import pikepdf

    for element in book.objects:
        if isinstance(element, pikepdf.Dictionary) and element.get("/Type") == "/StructElem" and "/Pg" in element:
            sheet, leaf = sheets[int(element.Pg.StructParents)]
            kids = [kid for kid in element.K if isinstance(kid, int) or kid.get("/Type") != "/OBJR"]
            element.K = pikepdf.Array([_content(kid, sheet, leaf) if isinstance(kid, int) else kid for kid in kids])
            element.Pg = sheet
            if element.S == "/Link":
                element.S = pikepdf.Name.Span
    tree = book.Root.StructTreeRoot.ParentTree
    tree.Nums = pikepdf.Array([entry for n in sorted(sheets) for entry in (n, tree.Nums[2 * n + 1])])


def _content(number: int, sheet: Object, leaf: Object) -> Object:
    """A reference to marked content in a form, where the structure had only its number on a page."""
    import pikepdf

    return pikepdf.Dictionary(Type=pikepdf.Name.MCR, Pg=sheet, Stm=leaf, MCID=number)
