"""Options that do not exclude each other print our own games together, on both papers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import pymupdf
import pytest

from support.matrix import mark_matrix
from support.publishing import print_files
from wordfleet_print.errors import UsageError
from wordfleet_print.games import packaged
from wordfleet_print.paper import PAPERS
from wordfleet_print.rulebook.page import BookSettings
from wordfleet_print.rulebook.print_book import BOOK, BOOKLET, QUICK
from wordfleet_print.services.kits import print_kit
from wordfleet_print.services.trackers import deal_trackers
from wordfleet_print.settings.core import Field, Settings
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.settings.table import TrackerSettings

pytestmark = pytest.mark.slow
EDITIONS = packaged().edition_slugs
GAMES = packaged().slugs
LOOKS = ("blank", *(name for name, one in LookSettings.fields().items() if one.is_flag))
BOOKS = [(slug, paper) for slug in GAMES for paper in PAPERS]
KIT_LOOKS = ("eco", "one_sided", "draft")


def _choose(names: tuple[str, ...], sizes: range) -> Iterator[tuple[str, ...]]:
    """Every choice of these many of the options."""
    return chain.from_iterable(combinations(names, size) for size in sizes)


def _is_refused(model: type[Settings], options: tuple[str, ...]) -> bool:
    """Whether the settings themselves say that these options exclude each other."""
    try:
        model.read(dict.fromkeys(options, True))
    except UsageError:
        return True
    return False


def _print_tracker(edition: str, paper: str, options: tuple[str, ...]) -> None:
    given = {"edition": edition, "paper": paper, "seed": "combined"}
    settings = TrackerSettings.read(given | dict.fromkeys(options, True))
    trackers = deal_trackers(settings)
    with pymupdf.open("pdf", trackers.print_pdf()) as document:
        assert len(document) == trackers.pages, (edition, paper, options)


def test_options_of_commands_are_known_here() -> None:
    """A new flag that changes what is printed joins these combinations."""

    def is_look(one: Field) -> bool:
        return one.is_flag and one.name not in ("quiet", "as_json", "open", "split", "png")

    assert {one.name for one in TrackerSettings.fields().values() if is_look(one)} == {*LOOKS}
    assert {one.name for one in KitSettings.fields().values() if is_look(one)} == {*KIT_LOOKS}


@pytest.mark.parametrize(
    "options",
    [
        *_choose(LOOKS, range(1)),
        ("color", "eco", "large_print", "left_handed", "mine", "placed", "with_rules"),
        ("color", "eco", "half_sheets", "left_handed", "mine", "placed"),
        ("blank", "eco", "half_sheets", "mine"),
    ],
    ids=str,
)
def test_many_options_of_tracker_print_together(options: tuple[str, ...]) -> None:
    """Many options at once print a table of the usual edition."""
    _print_tracker("word-fleet", "a4", options)


@pytest.mark.matrix
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_all_options_of_tracker_print_together(edition: str, paper: str) -> None:
    """Every combination of options prints every edition on both papers; a mine only where the
    edition has some.
    """
    has_mines = bool(packaged().rules(edition).edition.mines)
    for options in _choose(LOOKS, range(len(LOOKS) + 1)):
        if "mine" in options and not has_mines:
            continue
        if not _is_refused(TrackerSettings, options):
            _print_tracker(edition, paper, options)


@pytest.mark.parametrize(
    ("slug", "paper", "options"),
    mark_matrix(
        [
            (slug, paper, options)
            for slug in GAMES
            for paper in PAPERS
            for options in _choose(KIT_LOOKS, range(len(KIT_LOOKS) + 1))
            if slug == "army-men" or "draft" not in options
        ],
        {
            ("army-men", "letter", KIT_LOOKS),
            ("happy-flip-chess", "a4", ("eco", "one_sided")),
        },
    ),
)
def test_all_options_of_kit_print_together(slug: str, paper: str, options: tuple[str, ...]) -> None:
    """Every combination of options prints every kit on both papers."""
    settings = KitSettings.read({"paper": paper, **dict.fromkeys(options, True)})
    source = packaged().rules(slug)
    (content,) = print_kit(source, settings).files.values()
    with pymupdf.open("pdf", content) as document:
        assert len(document) > 0


@pytest.mark.parametrize(
    ("slug", "paper"),
    mark_matrix(BOOKS, {("army-men", "a4")}),
)
def test_less_ink_moves_no_word_of_a_quick_reference(slug: str, paper: str) -> None:
    """With less ink it fits one page as it does in full color, and every word is where it was."""
    places = []
    for eco in (False, True):
        (printed,) = print_files(packaged().rules(slug), BookSettings(PAPERS[paper], eco), (QUICK,))
        with pymupdf.open("pdf", printed.content) as document:
            places.append([page.get_text("words") for page in document])
    assert places[0] == places[1]
    assert places[0][0]


@pytest.mark.matrix
@pytest.mark.parametrize(("slug", "paper"), BOOKS)
def test_less_ink_needs_no_page_more(slug: str, paper: str) -> None:
    """Every book, booklet and quick reference prints together with less ink, on no page more."""
    kinds = (BOOK, BOOKLET, QUICK)
    usual, eco = (
        print_files(packaged().rules(slug), BookSettings(PAPERS[paper], eco), kinds)
        for eco in (False, True)
    )
    assert all(less.pages <= more.pages for more, less in zip(usual, eco, strict=True))


def test_less_ink_reaches_the_rules_on_the_backs() -> None:
    """`--eco --with-rules` prints the quick reference without bands, with half the ink."""
    ink = []
    for eco in (False, True):
        settings = TrackerSettings.read({"seed": "ink", "eco": eco, "with_rules": True})
        with pymupdf.open("pdf", deal_trackers(settings).print_pdf()) as document:
            samples = document[1].get_pixmap(dpi=40, colorspace="gray").samples
        ink.append(sum(255 - value for value in samples))
    assert ink[1] < ink[0] * 0.7
