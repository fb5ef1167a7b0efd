"""Ready pairs: an edition's trackers for two opponents, a PDF each; so many that there is a new one for everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pydantic import Base64Bytes

from wordfleet_print.game import Edition, RulesSource
from wordfleet_print.press.ink.paper import Paper
from wordfleet_print.rulebook.orders import RenderOrder
from wordfleet_print.rulebook.site.cache import Unit, digest
from wordfleet_print.rulebook.site.packs import TIER
from wordfleet_print.rulebook.site.shelf import PAIRS, PairShelf, games_of, pair_file

PAIRS_SEED = "published pairs"


@dataclass(frozen=True, slots=True)
class Pairs:
    """Ready pairs: a PDF for each, in their order."""

    files: tuple[Base64Bytes, ...]


def pair_units(sources: Mapping[str, RulesSource], papers: Sequence[Paper], count: int, here: str) -> Iterator[Unit]:
    """The pairs to be, so many of each edition on each paper; `here` is a digest of what decides how they come out."""
    for slug, source in sources.items():
        for paper in papers if count and isinstance(source.book, Edition) else ():
            yield Unit(PAIRS, slug, paper, digest([here, source.edition.model_dump_json(), paper.slug, str(count)]))


def pair_order(edition: Edition, paper: Paper, count: int) -> RenderOrder[Pairs]:
    """The pairs of an edition on a paper, to be made."""
    return RenderOrder(partial(print_pairs, edition, paper, count), count)


def pair_files(slug: str, paper: Paper, pairs: Pairs) -> dict[str, bytes]:
    """The files of these pairs within the site."""
    return {pair_file(slug, paper.slug, number): content for number, content in enumerate(pairs.files, start=1)}


def pair_shelves(units: Sequence[Unit], sources: Mapping[str, RulesSource]) -> tuple[PairShelf, ...]:
    """The pairs that there are, by edition and paper, in the order that games stand in."""
    found: dict[str, list[tuple[Paper, tuple[str, ...]]]] = {}
    for unit in units:
        if unit.kind == PAIRS and unit.paper and unit.files:
            names = tuple(sorted(name or unit.target for name in unit.files))
            found.setdefault(unit.slug, []).append((unit.paper, names))
    books = [book for game in games_of(source.book for source in sources.values()) for book in game.books]
    return tuple(PairShelf(sources[book.slug].edition, tuple(found[book.slug])) for book in books if book.slug in found)


def print_pairs(edition: Edition, paper: Paper, count: int) -> Pairs:
    """So many tables' trackers with words, no fleet twice: each pair has the same sheets on every paper, and the same
    bytes however many there are.

    Raises `BadInputError` for an edition that the words cannot supply or that does not fit the paper.
    Source: the press, with a fixed seed.
    """
    from wordfleet_print.fleet.deck import tier_deck
    from wordfleet_print.fleet.word_lists import load_tier
    from wordfleet_print.press.panels.layout import Looks, sheet_layout
    from wordfleet_print.press.trackers import print_trackers
    from wordfleet_print.sheet.sheet import deal

    deck, seats = tier_deck(edition, load_tier(TIER)), edition.players.count
    layout = sheet_layout(edition, Looks(paper))
    sheets = [(sheet, layout) for sheet in deal(deck, ("",) * seats * count, f"{PAIRS_SEED} {edition.slug}")]
    tables = [sheets[first : first + seats] for first in range(0, len(sheets), seats)]
    return Pairs(tuple(print_trackers(edition, table) for table in tables))
