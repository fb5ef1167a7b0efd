"""Every page of every kit: ink inside its margins, letters that can be read, gray alone, the same bytes, told aloud."""

from __future__ import annotations

import io
import re
from pathlib import Path

import numpy as np
import outloud
import page
import pikepdf
import pypdfium2
import pytest
from page import ValidationProfile

from making.kits import ARMY, CHESS, GAMES, kit, read_kit
from wordfleet_print.jobs.print_kits import KitRequest, print_game
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.kit.kit_press import preview
from wordfleet_print.press.kit.written import KitLook

DPI = 100
MARGIN = 10.0
"""What stays free of ink along every edge (mm), but on the printer check."""
LEAST_LETTERS = 7.5
"""The smallest type (pt)."""
MOST_INK, MOST_INK_ECO = 0.10, 0.07
"""The share of a page that may be black."""
MADE = [(slug, paper, eco) for slug in GAMES for paper in PAPERS for eco in (False, True)]
each_kit = pytest.mark.parametrize(("slug", "paper", "eco"), MADE)


def _pixels(content: bytes, number: int) -> np.ndarray:
    with pypdfium2.PdfDocument(content) as document:
        image = document[number].render(scale=DPI / 72, grayscale=True).to_numpy()
    return image.squeeze()


@each_kit
def test_ink_stays_inside_the_margins_and_is_little(slug: str, paper: str, *, eco: bool) -> None:
    """Ten millimetres are free at every edge, but for the printer check's frames; pages are hardly a tenth black."""
    made = kit(slug, paper, eco=eco)
    for number, leaf in enumerate(made.leaves):
        pixels = _pixels(made.content, number)
        dark = np.argwhere(pixels < 200)
        edges = [*dark.min(axis=0), *(np.array(pixels.shape) - 1 - dark.max(axis=0))]
        least = 4.5 if leaf.name == "check" else MARGIN - 0.2
        assert min(edges) * 25.4 / DPI >= least, leaf.title
        if leaf.name != "check":
            ink = 1 - pixels.mean() / 255
            assert ink <= (MOST_INK_ECO if eco else MOST_INK), (leaf.title, ink)


@each_kit
def test_letters_can_be_read(slug: str, paper: str, *, eco: bool) -> None:
    """No type is smaller than 7.5 pt."""
    for read in read_kit(slug, paper, eco=eco):
        assert min(run.size for run in read.runs) >= LEAST_LETTERS


@each_kit
def test_fonts_are_embedded_and_all_is_gray(slug: str, paper: str, *, eco: bool) -> None:
    """Every font is in the file, no operator sets a color, nothing is scaled by viewers."""
    made = kit(slug, paper, eco=eco)
    with pikepdf.open(io.BytesIO(made.content)) as document:
        assert document.Root.ViewerPreferences.PrintScaling == "/None"
        for sheet in document.pages:
            fonts = sheet.Resources.Font
            assert all("/FontFile2" in fonts[name].FontDescriptor for name in fonts)
            operators = {str(one.operator) for one in pikepdf.parse_content_stream(sheet)}
            assert not operators & {"rg", "RG", "k", "K", "cs", "CS", "sc", "scn", "SC", "SCN"}


def test_same_kit_same_bytes() -> None:
    """Made again, a kit is byte for byte the same."""
    request = KitRequest(ARMY, KitLook(PAPERS["letter"]))
    assert print_game(request).content == kit(ARMY, "letter").content


@pytest.mark.parametrize("slug", GAMES)
def test_kits_are_small(slug: str) -> None:
    """Backs and all, a kit weighs less than 150 kB."""
    assert len(kit(slug).content) < 150_000
    assert len(kit(slug, two_sided=False).content) < 150_000


@pytest.mark.parametrize("slug", GAMES)
def test_validators_find_nothing(slug: str, tmp_path: Path) -> None:
    """Kits are PDF/UA-1 by the validators that rulebooks pass."""
    path = tmp_path / "kit.pdf"
    path.write_bytes(kit(slug).content)
    failures = page.validate_pdf(path, profile=ValidationProfile.PDF_UA_1).failures
    assert [one for one in failures if "STREAM-LENGTH" not in one.rule_id] == []
    heard = outloud.check(str(path))
    assert not heard.error
    assert [f"{one.rule} {one.message}" for one in heard.findings if one.severity == "error"] == []


@pytest.mark.parametrize("slug", GAMES)
def test_each_page_is_bookmarked_and_says_whose_it_is(slug: str) -> None:
    """The outline names every page; on each stand the game's name and its own."""
    made = kit(slug)
    with pikepdf.open(io.BytesIO(made.content)) as document, document.open_outline() as outline:
        assert [item.title for item in outline.root] == [leaf.title for leaf in made.leaves]
    for leaf, read in zip(made.leaves, read_kit(slug), strict=True):
        told = " ".join(run.text for run in read.runs)
        assert leaf.name in told or leaf.name == "demonstration"
        assert made.setter.book.title.split()[0].casefold() in told.casefold()


def test_previews_show_what_is_printed() -> None:
    """As SVG a page has the same size and each of its glyphs."""
    made = kit(CHESS)
    for leaf, read in zip(made.leaves, read_kit(CHESS), strict=True):
        svg = preview(leaf, made.setter)
        _, _, width, height = map(float, re.search(r'viewBox="([^"]+)"', svg)[1].split())
        assert (round(width), round(height)) == (round(read.width), round(read.height))
        assert svg.count("<use ") == sum(not glyph.text.isspace() for glyph in read.glyphs)
