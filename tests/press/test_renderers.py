"""Every reader that opens a tracker shows the same page, and none has anything to complain of.

pdfium is the reference. Pages are compared at 100 dpi after a light blur, by the mean luminance of tiles that overlap,
so that nothing hides by lying on an edge. In tiles of 16 pixels two good renderers stay under 0.13 of full contrast, in
tiles of 12 pixels, as tall as the letters, under 0.165. One missing letter does not, which the last test proves.
"""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pypdfium2
import pytest

from making.pages import POINTS
from making.rulebooks import characters_of
from making.sheets import EACH_KIND, Printed, printed
from wordfleet_print.press.ink.ink import Run, Type
from wordfleet_print.press.pdf.composing import Composer
from wordfleet_print.press.pdf.pages import Page, print_block, shape_of
from wordfleet_print.press.pdf.plates import make_plates
from wordfleet_print.press.pdf.writer import DocumentLayout, write_document

Image = np.ndarray[Any, np.dtype[np.float32]]
Command = Callable[[Path, Path], Sequence[str | Path]]
DPI = 100
STEP = 4
AGREEMENT = {16: 0.13, 12: 0.165}
"""How far two renderers may be apart, by the tiles' side (pixels)."""
LETTER_TILE = 12
OPENS: Mapping[str, Command] = {
    "qpdf": lambda pdf, _: ["qpdf", "--check", pdf],
    "pdftoppm": lambda pdf, out: ["pdftoppm", "-gray", "-r", "50", pdf, out / "splash"],
    "gs": lambda pdf, out: [
        *("gs", "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-dPDFSTOPONWARNING"),
        *("-sDEVICE=pgmraw", "-r50", "-o", out / "gs%d.pgm", pdf),
    ],
}
"""Programmes that must open a tracker without a word."""
DRAWS: Mapping[str, Command] = {
    # -N: some builds have no colour management and say so of every file, even one without colours.
    "mutool": lambda pdf, out: ["mutool", "draw", "-N", "-q", "-r", str(DPI), "-o", out / "page%d.pgm", pdf],
    "pdftocairo": lambda pdf, out: ["pdftocairo", "-gray", "-png", "-r", str(DPI), pdf, out / "page"],
}
"""Programmes that must also draw the same page as pdfium."""
HERE = [name for name in (*OPENS, *DRAWS) if shutil.which(name)]
each_kind = pytest.mark.parametrize(("kind", "paper"), EACH_KIND)


def test_there_are_other_readers_to_compare_with() -> None:
    """The set-up installs readers that share no code with pdfium; without any, nothing here is proved."""
    assert HERE, "No other PDF reader is here: sudo apt install poppler-utils qpdf mupdf-tools ghostscript"


def _run(name: str, command: Command, pdf: bytes, folder: Path) -> str:
    """Run a reader on a file, which must say nothing on stderr, and give its standard output."""
    out = folder / name
    out.mkdir()
    path = out / "sheet.pdf"
    path.write_bytes(pdf)
    done = subprocess.run(command(path, out), capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, ""), f"{name}: {done.stderr or done.stdout}"
    return done.stdout


@each_kind
def test_readers_open_every_sheet_without_a_warning(kind: str, paper: str, tmp_path: Path) -> None:
    """qpdf, poppler and Ghostscript accept every kind of sheet in silence; so does pikepdf's check."""
    pdf = printed(kind, paper).pdf
    with pikepdf.open(io.BytesIO(pdf), suppress_warnings=False) as document:
        assert document.check_pdf_syntax() == []
        assert list(document.get_warnings()) == []
    for name in (name for name in OPENS if name in HERE):
        said = _run(name, OPENS[name], pdf, tmp_path)
        if name == "qpdf":
            assert "No syntax or stream encoding errors found" in said
        else:
            assert said == ""


@each_kind
def test_renderers_agree_on_every_page(kind: str, paper: str, tmp_path: Path) -> None:
    """Mupdf and poppler's cairo draw each page of both sheets as pdfium does, without a warning."""
    pdf = printed(kind, paper).pdf
    reference = _by_pdfium(pdf)
    for name in (name for name in DRAWS if name in HERE):
        assert _run(name, DRAWS[name], pdf, tmp_path) == ""
        pictures = [_read(path) for path in sorted((tmp_path / name).glob("page*"))]
        for tile, most in AGREEMENT.items():
            differences = [_difference(*pages, tile) for pages in zip(reference, pictures, strict=True)]
            assert max(differences) <= most, f"{name} and pdfium, tiles of {tile}: {differences}"


def _by_pdfium(pdf: bytes) -> list[Image]:
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document]
        return [_blurred(page.reshape(page.shape[:2])) for page in pages]


def _read(path: Path) -> Image:
    return _blurred(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))


def _blurred(image: np.ndarray[Any, Any]) -> Image:
    return cv2.GaussianBlur(image.astype(np.float32) / 255, (0, 0), 1.0)


def _difference(one: Image, other: Image, tile: int) -> float:
    """The largest difference of the mean luminance of two pages' tiles."""
    assert np.abs(np.subtract(one.shape, other.shape)).max() <= 1
    height, width = np.minimum(one.shape, other.shape)
    apart = one[:height, :width] - other[:height, :width]
    means = cv2.boxFilter(apart, -1, (tile, tile), anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
    return float(np.abs(means[: 1 - tile : STEP, : 1 - tile : STEP]).max())


# --- the measure would see a missing letter --------------------------------------------------------------------


def _without_each_letter(items: Sequence[Type]) -> list[list[Type]]:
    """The type of a page, again and again, each time without one of the letters and digits that play needs; of a name,
    without its last.
    """
    pages = []
    for i, item in enumerate(items):
        if isinstance(item, Run) and item.text[-1].isalnum() and item.size >= 10:
            cut = [item._replace(text=item.text[:-1])] if len(item.text) > 1 else []
            pages.append([*items[:i], *cut, *items[i + 1 :]])
    return pages


def _print_pages(once: Printed, pages: Sequence[Sequence[Type]]) -> bytes:
    """Pages with the plate of the sheet's last page and whatever type is given."""
    paper = once.layout.paper
    characters = characters_of(item for items in pages for item in items)
    composer = Composer(paper.height)
    pieces = [composer.compose(items) for items in pages]
    leaves = [Page(f"/plate Do BT {piece.opens} {piece.text} ET".encode("latin-1"), "") for piece in pieces]
    shared = make_plates(characters, paper, {"plate": once.layout.pages[-1].draw})
    layout = DocumentLayout(paper.width * POINTS, paper.height * POINTS, shared, {}, "en", [shape_of(leaves)])
    return b"".join(write_document(layout, [print_block(leaves, layout.numbering(0))], str.encode))


def _pages_lacking_a_letter(kind: str, paper: str) -> tuple[bytes, bytes]:
    """The sheet's last page as it is; and as many pages as it has letters, each without one."""
    once = printed(kind, paper)
    items = once.layout.pages[-1].set_type(once.sheets[0])
    return _print_pages(once, [items]), _print_pages(once, _without_each_letter(items))


def test_the_measure_sees_every_missing_letter(tmp_path: Path) -> None:
    """Whichever letter or digit of the type is dropped, the page differs from another renderer's by more than two
    renderers ever differ: all are caught.
    """
    whole, lacking = _pages_lacking_a_letter("placed", "a4")
    (reference,) = _by_pdfium(whole)
    if "mutool" in HERE:
        _run("mutool", DRAWS["mutool"], whole, tmp_path)
        reference = _read(tmp_path / "mutool" / "page1.pgm")
    differences = [_difference(reference, page, LETTER_TILE) for page in _by_pdfium(lacking)]
    assert len(differences) > 3 + 15 + 17 + 26
    assert min(differences) > AGREEMENT[LETTER_TILE]
