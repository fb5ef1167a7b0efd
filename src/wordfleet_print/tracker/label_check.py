"""Which wording of each label is printed where, and what does not fit: every look and paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import Fit, find_misfits
from wordfleet_print.paper import PAPERS, Paper
from wordfleet_print.tracker.handouts.answer_key import AnswerKey
from wordfleet_print.tracker.handouts.certificates import Certificates
from wordfleet_print.tracker.handouts.handout import AnyHandout
from wordfleet_print.tracker.handouts.name_index import NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlips
from wordfleet_print.tracker.handouts.standings import Standings
from wordfleet_print.tracker.handouts.table_cards import TableCards
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.pen import Art
from wordfleet_print.tracker.template import draw_to_measure

# Kinds of sheets whose fits are remembered.
KINDS_KEPT = 64
# The rounds of the event whose papers are measured.
ROUNDS = (1, 2, 3)
# What looks are called, and their options.
LOOKS: Mapping[str, Mapping[str, Any]] = {
    "": {},
    "large print": {"large_print": True},
    "half sheets": {"half_sheets": True},
}


class Place(NamedTuple):
    """A paper and a look: “Letter, large print”."""

    paper: str
    look: str

    @property
    def title(self) -> str:
        """Both, as people say them."""
        return ", ".join(filter(None, self))


@dataclass(frozen=True, slots=True)
class PlaceFits:
    """How labels fit on all sheets of one paper and look: with words, blank and placed; with and
    without lines for an event; with usual and with less ink.
    """

    place: Place
    fits: tuple[Fit, ...]
    refusals: tuple[str, ...]
    """Why no sheet can be laid out, each once."""

    @property
    def misfits(self) -> list[Fit]:
        """What does not fit, each label where it misses most."""
        return find_misfits(self.fits)

    def count_wording(self, key: str) -> str:
        """Return the shortest wording that is printed: “2 of 3”; “–” for none, "" for no place."""
        fits = [fit for fit in self.fits if fit.key == key]
        if not fits:
            return ""
        if not all(fit.has_room for fit in fits):
            return "–"
        return f"{max(fit.number for fit in fits)} of {fits[0].count}"


def check_labels(edition: Edition) -> list[PlaceFits]:
    """Return how an edition's labels fit, on every paper and in every look."""
    places = []
    for paper, (look, options) in product(PAPERS.values(), LOOKS.items()):
        looks = SheetLooks(paper, mine=edition.mines > 0, **options)
        fits: list[Fit] = []
        refusals: list[str] = []
        for variant in list_variants(looks):
            try:
                fits += measure_labels(edition, *variant)
            except BadInputError as error:
                refusals.append(error.message)
        if not look:
            fits += measure_handouts(edition, paper)
        place = Place(paper.title, look)
        places.append(PlaceFits(place, tuple(fits), tuple(dict.fromkeys(refusals))))
    return places


# The page plans an event at each change, and to draw its papers takes 0.2 s.
@lru_cache(maxsize=KINDS_KEPT)
def measure_handouts(edition: Edition, paper: Paper) -> tuple[Fit, ...]:
    """Return how labels fit on the papers of an event; those that do not are no error."""
    papers = list_handouts(edition, paper)
    arts = [Art(handout.page.w, handout.page.h, handout.draw) for handout in papers]
    return tuple(fit for art in arts for fit in draw_to_measure(art))


def list_handouts(edition: Edition, paper: Paper) -> list[AnyHandout]:
    """Return one of each paper of an event, without its items."""
    return [
        AnswerKey(edition, paper, "", round="1"),
        NameIndex(edition, paper, "", rounds=ROUNDS),
        TableCards(edition, paper, ""),
        ScoreSlips(edition, paper, ""),
        Standings(edition, paper, ""),
        Certificates(edition, paper, ""),
    ]


def list_variants(looks: SheetLooks) -> Iterator[tuple[SheetLooks, bool, bool]]:
    """Yield all variants of these looks on which labels may fit differently: looks with usual or
    less ink, with or without lines for an event; each with whether sheets are blank, and whether
    ships are placed.
    """
    for eco, event in product((False, True), repeat=2):
        variant = replace(looks, eco=eco, event=event)
        yield variant, False, False
        yield variant, True, False
        yield variant, False, True


@lru_cache(maxsize=KINDS_KEPT)
def measure_labels(
    edition: Edition, looks: SheetLooks, blank: bool = False, placed: bool = False
) -> tuple[Fit, ...]:
    """Return how the labels of one kind of sheet fit; those that do not are no error."""
    pages = lay_out_sheet(edition, looks, blank=blank, placed=placed)
    arts = [art for page in pages for art in (page.art, page.cut) if art]
    return tuple(fit for art in arts for fit in draw_to_measure(art))
