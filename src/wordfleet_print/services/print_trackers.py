"""Sheets for tonight: asked for, dealt, pictured, printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.fleet.deck import Deck
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.fleet.word_lists import TIERS, known_slug
from wordfleet_print.games import Edition, Library, packaged
from wordfleet_print.limits import MOST_SHEETS
from wordfleet_print.messages import how_many, slug
from wordfleet_print.services.asking import (
    Check,
    check_all,
    check_mine,
    checked_title,
    fresh_seed,
    paper_of,
    parse_captains,
)
from wordfleet_print.services.choose_words import WordsRequest, words_used
from wordfleet_print.services.own_rules import print_rules_back
from wordfleet_print.sheet.sheet import Sheet, deal, make_sheet, seat
from wordfleet_print.sheet.sheet_code import ALPHABET, SheetCode, parse_code
from wordfleet_print.tracker.fonts import get_fallback_digest, use_fallback
from wordfleet_print.tracker.geometry import Paper
from wordfleet_print.tracker.layout import Page, SheetLooks, find_cut_names, lay_out_sheet
from wordfleet_print.tracker.names import find_bare_names, make_fallback, make_printable
from wordfleet_print.tracker.plain_text import write_text
from wordfleet_print.tracker.trackers import SheetToPrint, count_pages, print_trackers


@dataclass(frozen=True, slots=True)
class TrackerRequest:
    """What is on the sheets, and how they look; None or empty where nothing was said.

    `codes` reprint their sheets; else `count` sheets are dealt from `seed`. `captains` are named in order, None is
    nobody yet. `placed` prints the fleets on their grids, `mine` a box for a mine, `with_rules` quick rules behind.
    `large_for` and `left_for` are the sheets (the first is 1) in large print and for left-handed captains, where not
    all are. `strict` refuses names that no font at hand can set, `fallback_font` among them. `tiers_for` are the sheets
    whose words are of another tier than the table's, and of which. `title` is printed on all, `half_sheets` puts two on
    a leaf.
    """

    words: WordsRequest
    captains: tuple[str | None, ...] = ()
    count: int | None = None
    seed: str | None = None
    codes: tuple[str, ...] = ()
    placed: bool = False
    paper: str | None = None
    eco: bool = False
    large_print: bool = False
    left_handed: bool = False
    large_for: frozenset[int] = frozenset()
    left_for: frozenset[int] = frozenset()
    mine: bool = False
    with_rules: bool = False
    strict: bool = False
    fallback_font: Path | None = None
    tiers_for: frozenset[tuple[int, str]] = frozenset()
    title: str = ""
    half_sheets: bool = False

    def job(self) -> TrackerJob:
        """The job. Raises `UsageError` for what does not go together, `BadInputError` with every bad value."""
        self._check()
        names = tuple(filter(None, self.captains))
        fallback = make_fallback(self.fallback_font, names) if self.fallback_font else b""
        use_fallback(fallback)
        check_all(self._checks())
        codes = tuple(map(parse_code, self.codes))
        if codes:
            decks, seed = self._decks_of(codes), ""
            edition, count = decks[0].edition, len(codes)
        else:
            edition = self.words.the_edition()
            count = self.count or max(len(self.captains), edition.players.count)
            decks, seed = (self.words.deck(count),), self.seed or fresh_seed()
        if self.mine:
            check_mine(edition)
        every = set(range(1, count + 1))
        large, left = self.large_print or self.large_for >= every, self.left_handed or self.left_for >= every
        paper, title = paper_of(self.paper), checked_title(self.title)
        looks = SheetLooks(paper, self.half_sheets, self.eco, large, left, self.mine, title)
        none = frozenset[int]()
        own = OwnLooks(none if large else self.large_for & every, none if left else self.left_for & every)
        captains = parse_captains(self.captains, strict=self.strict)
        seats = captains + ("",) * (count - len(captains))
        remedy = "Add words to the list" if self.words.own else "Choose a wider tier or another theme as well"
        dealt = edition, decks, codes, seats, seed, self.placed
        others = {place - 1: replace(self.words, tier=tier).deck(count) for place, tier in sorted(self.tiers_for)}
        listed = self.words.own_list(edition) if self.words.own and not codes else None
        behind = self.with_rules, remedy, fallback, own, self.words.library, listed
        return TrackerJob(*dealt, looks, *behind, others)

    def _check(self) -> None:
        self.words.check(placed=self.placed)
        if self.codes and (self.count or self.seed or self.words.blank or not self.words.fair):
            leave = ("count", "seed", "blank", "fair")
            raise UsageError("A sheet code says what is on its sheet.", field="code", leave=leave)
        if self.tiers_for and (self.codes or self.words.blank or self.words.own):
            told = "A tier of one’s own is for sheets that are dealt from tiers or themes."
            raise UsageError(told, field="tier_for", leave=("code", "blank", "words"))
        if self.half_sheets and (self.large_print or self.large_for or self.with_rules):
            what = "Half sheets are cut and printed on both sides."
            raise UsageError(what, field="half_sheets", leave=("large_print", "large_print_for", "with_rules"))
        sheets = len(self.codes) or self.count or len(self.captains)
        if sheets > MOST_SHEETS:
            raise UsageError(f"{sheets} sheets are more than the {MOST_SHEETS} that one call prints.")
        if len(self.captains) > sheets:
            raise UsageError(f"{len(self.captains)} captains are named for {how_many(sheets, 'sheet')}.")

    def _checks(self) -> Iterator[Check]:
        yield partial(parse_captains, self.captains, strict=self.strict)
        yield partial(paper_of, self.paper)
        yield from self.words.checks()
        yield from (partial(known_slug, tier, TIERS, "tier") for _, tier in sorted(self.tiers_for))
        yield partial(checked_title, self.title)
        yield from (partial(parse_code, code) for code in dict.fromkeys(self.codes))

    def _decks_of(self, codes: Sequence[SheetCode]) -> tuple[Deck, ...]:
        decks = self.words.decks_of(codes)
        if len({deck.edition.slug for deck in decks}) > 1:
            raise UsageError("The sheet codes belong to different editions. Reprint one edition at a time.")
        if self.placed and any(deck.words is None for deck in decks):
            raise UsageError("A blank sheet has no words to place.", field="placed", leave=("placed",))
        return decks


@dataclass(frozen=True, slots=True)
class OwnLooks:
    """The sheets (the first is 1) that look otherwise than the others: in large print, for left-handed captains."""

    large: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()

    def of(self, number: int, looks: SheetLooks) -> SheetLooks:
        """How the sheet of this number looks where the others look so."""
        if number not in self.large | self.left:
            return looks
        return replace(
            looks,
            large_print=looks.large_print or number in self.large,
            left_handed=looks.left_handed or number in self.left,
        )


@dataclass(frozen=True, slots=True)
class TrackerJob:
    """Sheets for tonight's table.

    One deck and no codes deals fresh sheets from `seed`, those of some places (the first is 0) from `others`; otherwise
    each code reprints its sheet from its own deck. `captains` holds a name, or "", for each sheet; `remedy` says what
    would help where the words do not suffice; `fallback` sets what the bundled fonts lack; `own` says whose sheets look
    otherwise. `library` holds the edition; `listed` is the list of one's own, as it was read.
    """

    edition: Edition
    decks: tuple[Deck, ...]
    codes: tuple[SheetCode, ...]
    captains: tuple[str, ...]
    seed: str
    placed: bool
    looks: SheetLooks
    with_rules: bool = False
    remedy: str = "Add words"
    fallback: bytes = b""
    own: OwnLooks = OwnLooks()
    library: Library = field(default_factory=packaged)
    listed: ScreenedList | None = None
    others: Mapping[int, Deck] = field(default_factory=dict)

    def deal(self) -> Trackers:
        """Deal the sheets. Raises `BadInputError` where the words cannot supply them, or they do not fit the paper."""
        use_fallback(self.fallback)
        sheets = self._sheets()
        looks = tuple(self.own.of(number, self.looks) for number in range(1, len(sheets) + 1))
        trackers = Trackers(self, sheets, looks)
        try:
            trackers.lay_out()
        except BadInputError as error:
            error.field = "paper"
            raise
        return trackers

    def again(self, codes: Sequence[str]) -> TrackerJob:
        """The same job with the sheets that it has dealt, by their codes."""
        decks = tuple(self.others.get(place, self.decks[0]) for place in range(len(codes)))
        return replace(self, codes=tuple(map(parse_code, codes)), decks=self.decks if self.codes else decks)

    def _sheets(self) -> tuple[Sheet, ...]:
        placed = self.placed
        if not self.codes:
            deck, others = self.decks[0], self.others
            return deal(deck, self.captains, self.seed, placed=placed, remedy=self.remedy, others=others)
        sheets = [make_sheet(deck, code, placed=placed) for deck, code in zip(self.decks, self.codes, strict=True)]
        return seat(sheets, self.captains)


@dataclass(frozen=True, slots=True)
class Trackers:
    """The sheets of a job, and how each of them looks: all there is to print."""

    job: TrackerJob
    sheets: tuple[Sheet, ...]
    looks: tuple[SheetLooks, ...]

    def lay_out(self) -> list[tuple[Page, ...]]:
        """Return the pages of each sheet. Raises `BadInputError` for an edition that does not fit the paper."""
        edition, placed = self.job.edition, self.job.placed
        pairs = zip(self.sheets, self.looks, strict=True)
        return [lay_out_sheet(edition, looks, blank=sheet.words is None, placed=placed) for sheet, looks in pairs]

    @property
    def pages(self) -> int:
        """How many pages a file of all has: behind each lies a page of rules, where rules are wanted."""
        return count_pages(list(map(SheetToPrint, self.sheets, self.looks))) * (1 + self.job.with_rules)

    @property
    def words_told(self) -> tuple[str, ...]:
        """How one's own list was read, and how much of it is on the sheets; nothing where there is
        none.
        """
        listed = self.job.listed
        used = words_used(self.job.decks[0], (sheet.words or () for sheet in self.sheets), listed)
        return (*(listed.notices if listed else ()), *([used] if used else []))

    @property
    def long_names(self) -> list[str]:
        """The names that are cut with an ellipsis, each once."""
        pairs = zip(self.sheets, self.lay_out(), strict=True)
        return list(dict.fromkeys(name for sheet, pages in pairs for name in find_cut_names(sheet, pages)))

    @property
    def unset_names(self) -> list[str]:
        """The names that no font at hand can set, each once: their lines are left to write on."""
        return [name for name in self._names if not make_printable(name)]

    @property
    def bare_names(self) -> list[str]:
        """The names that are printed without the emoji in them, each once."""
        return find_bare_names(self._names)

    @property
    def _names(self) -> list[str]:
        """Everybody on the sheets, each once."""
        names = (name for sheet in self.sheets for name in (sheet.captain, sheet.opponent) if name)
        return list(dict.fromkeys(names))

    @property
    def name(self) -> str:
        """A name for the printed files: the same sheets, names and looks, the same name; others have another.

        It does not give the sheet codes away.
        """
        looks, beside = self.job.looks, self.job.own
        fallback = get_fallback_digest() if self.job.fallback else ""
        rules = self.job.edition.model_dump_json() if self.job.library.place else ""
        sheets = [(one.code, one.words_from, one.captain, one.placements is not None) for one in self.sheets]
        own = sorted(beside.large), sorted(beside.left)
        told = repr((looks, *own, self.job.with_rules, fallback, rules, sheets)).encode()
        digest = blake2b(told, digest_size=4, person=b"run name")
        number = int.from_bytes(digest.digest(), "big")
        symbols = "".join(ALPHABET[number >> shift & 31] for shift in range(20, -1, -5))
        return f"{self.job.edition.slug}-trackers-{symbols}"

    @property
    def file_names(self) -> list[str]:
        """A name for each sheet's own file: number and captain, safe on every system and unique whatever the names."""
        return [
            f"{number:05d}-{slug(sheet.captain or sheet.fleet_name) or 'captain'}.pdf"
            for number, sheet in enumerate(self.sheets, start=1)
        ]

    @property
    def large(self) -> tuple[bool, ...]:
        """Whether each sheet is in large print."""
        return tuple(looks.large_print for looks in self.looks)

    def print(self, paths: Sequence[Path]) -> dict[Path, bytes]:
        """Return the files by path: all sheets in the only one, or one sheet in each; plain text where a path ends in
        `.txt`, else PDF.

        Raises `MissingDependencyError` where quick rules are wanted and what sets them is missing.
        """
        numbers = range(1, len(self.sheets) + 1)
        parts = [numbers] if len(paths) == 1 else [[number] for number in numbers]
        make = self.write if is_text(paths[0]) else self.printed
        return {path: make(part) for path, part in zip(paths, parts, strict=True)}

    def printed(self, numbers: Sequence[int]) -> bytes:
        """Return one PDF of these sheets, counted from 1; one alone is never cut in halves. Raises as `print`."""
        use_fallback(self.job.fallback)
        alone = len(self.sheets) > len(numbers) == 1
        sheets = []
        for number in numbers:
            sheet, looks = self.sheets[number - 1], self.looks[number - 1]
            sheets.append(SheetToPrint(sheet, replace(looks, half_sheets=looks.half_sheets and not alone)))
        rules = None
        if self.job.with_rules:
            sizes = sorted({sheet.looks.large_print for sheet in sheets})
            library, paper = self.job.library, self.job.looks.paper
            rules = {large: _backs(library, self.job.edition.slug, paper, large) for large in sizes}
        return print_trackers(self.job.edition, sheets, title=self.job.looks.title, rules=rules)

    def write(self, numbers: Sequence[int]) -> bytes:
        """Return these sheets, counted from 1, as plain text, a form feed and a blank line between them: nobody
        reads on into the next player's secrets.
        """
        use_fallback(self.job.fallback)
        pairs = [(self.sheets[number - 1], self.looks[number - 1]) for number in numbers]
        return "\f\n".join(write_text(self.job.edition, sheet, looks) for sheet, looks in pairs).encode()


def is_text(path: Path) -> bool:
    """Whether a file is to hold sheets as plain text."""
    return path.suffix.lower() == ".txt"


@lru_cache(maxsize=8)
def _backs(library: Library, slug: str, paper: Paper, large: bool) -> bytes:
    """The quick rules that lie behind sheets, in large print or not; kept, for they take long."""
    return print_rules_back(library.rules(slug), paper, large=large)
