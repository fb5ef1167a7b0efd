"""What an edition of one's own is called is printed whole: every letter, inside its frame, clear of the edge."""

from __future__ import annotations

from typing import Any

import numpy as np
import pypdfium2
import pytest

from making.games import EDITIONS, with_facts
from making.pages import read_pages
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.press.ink.fonts import Face, missing_glyphs
from wordfleet_print.press.ink.paper import A4, LETTER, Paper
from wordfleet_print.press.panels.head import SmallEditionPanel, WordmarkPanel
from wordfleet_print.press.panels.layout import Looks, sheet_layout
from wordfleet_print.press.trackers import print_trackers
from wordfleet_print.sheet.sheet import deal

MARGIN, DPI = 10.0, 200


def _printed(edition: Edition, looks: Looks) -> bytes:
    layout = sheet_layout(edition, looks, blank=True)
    return print_trackers(edition, [(sheet, layout) for sheet in deal(blank_deck(edition), ("",), "edge")])


def _with(slug: str = "word-fleet", **changed: Any) -> Edition:
    """An edition with some fields changed: `marks__1__legend="x"`."""

    def change(facts: Any) -> None:
        for path, value in changed.items():
            *above, last = (int(step) if step.isdigit() else step for step in path.split("__"))
            holder = facts
            for step in above:
                holder = holder[step]
            holder[last] = value

    return with_facts(slug, change).edition


@pytest.mark.parametrize(
    ("field", "title"),
    [
        ("title", "Aufklärung"),
        ("title", "Łódź Ōtaki"),
        ("tracker__title", "Übersicht Łąka"),
        ("tracker__panels__attack__title", "Žvalgyba Ģimene"),
        ("edition", "Ċavetta"),
    ],
)
@pytest.mark.parametrize("large", [False, True])
def test_titles_keep_all_their_letters(field: str, title: str, large: bool) -> None:
    """Letters that the stencil face lacks are set in bold, with those beside them; none is left out."""
    if large and field == "tracker__title":
        pytest.skip("large print has no room for it")
    pages = read_pages(_printed(_with(**{field: title}), Looks(A4, large_print=large)))
    told = " ".join(run.text for page in pages for run in page.runs)
    assert all(word in told.upper() for word in title.upper().split())


@pytest.mark.parametrize(
    "field",
    [
        *("title", "tracker__title", "tracker__panels__codes__title", "edition", "tracker__panels__attack__note"),
        *("fleet__0__ship", "marks__0__result", "marks__0__legend", "tracker__fold_line", "turn__summary__0__how"),
    ],
)
def test_texts_that_no_font_has_are_refused(field: str) -> None:
    """One clear error with the letters, instead of boxes: whatever is drawn goes through one pen, which looks."""
    with pytest.raises(BadInputError, match="no font at hand has 海"):
        _printed(_with(**{field: "海戦"}), Looks(A4))


@pytest.mark.parametrize("face", Face)
def test_every_face_has_plain_letters(face: Face) -> None:
    """So a pen need not look at texts of them alone."""
    assert missing_glyphs("".join(map(chr, range(32, 127))), face) == []


def test_a_legend_too_long_for_its_frame_is_refused() -> None:
    """With how much room it has."""
    with pytest.raises(BadInputError, match=r"“ring the letter, and shout” does not fit .*has \d+ mm"):
        _printed(_with(marks__0__legend="ring the letter, and shout"), Looks(A4))


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("left", [False, True])
def test_ink_stays_clear_of_the_edge(slug: str, paper: Paper, large: bool, left: bool) -> None:
    """Ten millimetres along every edge, legends and all: rendered, and looked at."""
    content = _printed(load_edition(slug), Looks(paper, large_print=large, left_handed=left))
    with pypdfium2.PdfDocument(content) as document:
        for number in range(len(document)):
            pixels = document[number].render(scale=DPI / 72, grayscale=True).to_numpy().squeeze()
            dark = np.argwhere(pixels < 160)
            edges = [*dark.min(axis=0), *(np.array(pixels.shape) - 1 - dark.max(axis=0))]
            assert min(edges) * 25.4 / DPI >= MARGIN


TALL: dict[str, Any] = {
    "title": "Ấçŏ",
    "edition": "Ẫşộ",
    "players__one": "ấģ",
    "tracker__title": "Ổģ",
    "tracker__panels__attack__title": "Tấn ģ",
    "tracker__panels__defense__title": "Thủ Ẵģ",
}


@pytest.mark.parametrize("looks", [{}, {"large_print": True}, {"eco": True}, {"event": "ẤỐģ"}], ids=str)
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_accents_stay_on_the_sheet(paper: Paper, looks: dict[str, Any]) -> None:
    """Two over each other, and cedillas: ten millimetres from every edge; on a solid stamp, white, they stay whole
    inside it.
    """
    edition, kind = _with(**TALL), Looks(paper, **looks)
    with pypdfium2.PdfDocument(_printed(edition, kind)) as document:
        pages = [document[number].render(scale=DPI / 72, grayscale=True).to_numpy() for number in range(len(document))]
    for pixels in map(np.squeeze, pages):
        dark = np.argwhere(pixels < 160)
        edges = [*dark.min(axis=0), *(np.array(pixels.shape) - 1 - dark.max(axis=0))]
        assert min(edges) * 25.4 / DPI >= MARGIN
    if kind.eco:
        return
    attack = sheet_layout(edition, kind, blank=True).pages[0].public
    stamp = next(panel.tab.stamp for panel in attack if getattr(panel, "tab", None) and panel.tab.title == "Tấn ģ")
    for y in (stamp.y + 0.15, stamp.bottom - 0.15):
        left, row, right = (round(place * DPI / 25.4) for place in (stamp.x + 0.3, y, stamp.right - 0.3))
        assert pages[0].squeeze()[row, left:right].max() < 100


def test_a_short_title_in_large_print_leaves_the_edition_its_place() -> None:
    """The wordmark is as tall as there is room under the edition's name, however wide it could be."""
    page = sheet_layout(_with(title="Sea"), Looks(LETTER, large_print=True), blank=True).pages[0]
    (wordmark,) = (panel for panel in page.public if isinstance(panel, WordmarkPanel))
    (name,) = (panel for panel in page.public if isinstance(panel, SmallEditionPanel))
    assert name.rect.bottom <= wordmark.rect.y
