"""A folded booklet: pages of half a sheet, imposed so that they read in order once printed, folded and stapled."""

from __future__ import annotations

import io
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.press.paper import Paper
from wordfleet_print.rulebook.html import Text
from wordfleet_print.rulebook.page import Look
from wordfleet_print.rulebook.pdf import Printed, page_size, print_text

if TYPE_CHECKING:
    from pikepdf import Pdf

PT = 72 / 25.4
"""Points in a millimetre."""

Side = tuple[int | None, int | None]
"""The pages on the left and right of one side of a sheet, from 0; None is a blank page."""


class Flip(StrEnum):
    """The edge of the landscape sheet that a printer turns it over."""

    SHORT = "short"
    LONG = "long"


def print_booklet(text: Text, paper: Paper, flip: Flip, templates: Path | None = None) -> Printed:
    """The rulebook on half sheets, imposed for saddle stitching. Raises as `print_text` does.

    Source: `templates/rulebook-print.css` with `templates/rulebook-booklet.css`; the order is `signature`'s.
    """
    styles = ("rulebook-print.css", "rulebook-booklet.css")
    look = Look(styles=styles, added=page_size(paper.height / 2, paper.width), templates=templates)
    printed = print_text(text, look)
    imposed = impose(printed.content, paper, flip)
    return Printed(imposed, len(signature(printed.pages)), printed.warnings)


def signature(pages: int) -> tuple[Side, ...]:
    """The sides of a saddle-stitched booklet, front and back of the outermost sheet first.

    Raises nothing. Source: the bookbinder's rule: blanks fill up to a multiple of four; on the outer sheet the last
    page faces the first, on its back the second faces the last but one, and so on inwards.
    """
    total = pages + -pages % 4
    numbers = [page if page < pages else None for page in range(total)]
    return tuple(side for sheet in range(total // 4) for side in _sides(numbers, sheet * 2))


def _sides(numbers: list[int | None], outer: int) -> Iterator[Side]:
    yield numbers[-1 - outer], numbers[outer]
    yield numbers[outer + 1], numbers[-2 - outer]


def impose(pdf: bytes, paper: Paper, flip: Flip) -> bytes:
    """A PDF of half-sheet pages as one of whole sheets, landscape; the same bytes every time.

    Raises nothing for a PDF of ours. Printed over the long edge, each back stands on its head on the screen, so that
    it is upright in the hand. Source: PDF 1.7, form XObjects (8.10); pikepdf.
    """
    import pikepdf

    width, height = paper.height * PT, paper.width * PT
    with pikepdf.open(io.BytesIO(pdf)) as source, pikepdf.new() as target:
        for place, side in enumerate(signature(len(source.pages))):
            target.add_blank_page(page_size=(width, height))
            page = target.pages[-1]
            turned = flip is Flip.LONG and place % 2 == 1
            parts = [f"-1 0 0 -1 {width:.3f} {height:.3f} cm"] if turned else []
            for half, number in enumerate(side):
                if number is not None:
                    form = target.copy_foreign(source.pages[number].as_form_xobject())
                    name = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name(f"/Page{number + 1}"))
                    parts.append(f"q 1 0 0 1 {half * width / 2:.3f} 0 cm {name} Do Q")
            page.Contents = target.make_stream("\n".join(parts).encode())
        _describe(source, target)
        written = io.BytesIO()
        target.save(written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return written.getvalue()


def _describe(source: Pdf, target: Pdf) -> None:
    """Title, language, and printing at full size."""
    import pikepdf

    for key in ("/Title", "/Author", "/Subject", "/Creator"):
        if key in source.docinfo:
            target.docinfo[key] = str(source.docinfo[key])
    target.Root.Lang = source.Root.Lang
    target.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None"))
