"""The captains' form: what was typed, the sheets it asks for, faults at their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.fleet.deck import own_deck
from wordfleet_print.fleet.word_lists import TIERS, WordList, known_slug, load_tier, theme_slugs
from wordfleet_print.games import Library, packaged
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER
from wordfleet_print.services.asking import check_mine, checked_title, paper_of
from wordfleet_print.services.check_words import CheckedList, look_over
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_trackers import TrackerRequest
from wordfleet_print.services.word_file import screen_list
from wordfleet_print.sheet.captains import name_faults

MOST_SHOWN = 12
"""Faults shown of one field."""
FOLDERS = re.compile(r"(?<![\w:/.\\])(?:[A-Za-z]:)?[\\/](?:[^\s\\/]+[\\/])+")
"""The folders of a file of the server's, which no page tells."""
INPUTS = {"paper": "paper", "edition": "edition", "words": "theme", "theme": "theme", "tier": "tier", "round": "round"}
"""Where the faults of fields are shown."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to mend: the field's name, what is wrong as a sentence, and where in the field, such as “line 3”."""

    field: str
    what: str
    where: str = ""


def sentence(text: str) -> str:
    """A text as a sentence of its own."""
    text = text.strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.rstrip('”').endswith(('.', '?', '!')) else '.'}"


def faults_of(error: WordfleetError, field: str) -> Iterator[Fault]:
    """What an error says, at a field: each complaint, else message and tip, but for folders."""
    for one in error.complaints[:MOST_SHOWN]:
        advice = f" {sentence(one.advice)}" if one.advice else ""
        yield Fault(field, FOLDERS.sub("", sentence(one.what) + advice), FOLDERS.sub("", one.where))
    if not error.complaints:
        yield Fault(field, FOLDERS.sub("", f"{error.message} {error.tip}".strip()))


def faults_by(field: str, check: Callable[[], object]) -> list[Fault]:
    """What a check complains about, at a field; nothing where all is well."""
    try:
        check()
    except WordfleetError as error:
        return list(faults_of(error, field))
    return []


LETTERS = ("german", "plain")
"""How words with marks may be written, the one that counts where both are ticked first."""
KINDS = ("placed", "blank", "eco", "rules", "halves", "mine")
"""The kinds of sheets that can be ticked."""
LONGEST_TITLE = 100
"""Characters of a title."""
MOST_PASTED = 200
"""Lines of pasted names that are read."""
_SEAT = re.compile(r"(captain|left|large|tier)-([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class SeatFields:
    """What a captain is called, how their own sheet is to look, which tier its words are from ("": the table's)."""

    name: str = ""
    left: bool = False
    large: bool = False
    tier: str = ""


def sheets_for(seats: Sequence[SeatFields], words: WordsRequest, kinds: Collection[str], paper: str) -> TrackerRequest:
    """The sheets of these captains, of these kinds."""
    numbered = list(enumerate(seats, start=1))
    return TrackerRequest(
        words,
        tuple(seat.name or None for seat in seats),
        placed="placed" in kinds,
        paper=paper,
        eco="eco" in kinds,
        large_for=frozenset(number for number, seat in numbered if seat.large),
        left_for=frozenset(number for number, seat in numbered if seat.left),
        with_rules="rules" in kinds,
        strict=False,
        tiers_for=frozenset((number, seat.tier) for number, seat in numbered if seat.tier),
        half_sheets="halves" in kinds,
        mine="mine" in kinds,
    )


def _with_many(seats: Sequence[SeatFields], pasted: str) -> list[SeatFields]:
    """The seats with these names, a line each, where nobody sits yet, and more behind them; two by two."""
    names = [name for line in pasted.splitlines()[:MOST_PASTED] if (name := line.strip())]
    filled = []
    for seat in seats:
        filled.append(replace(seat, name=names.pop(0)) if names and not seat.name else seat)
    filled += [SeatFields(name) for name in names]
    return [*filled, SeatFields()] if len(filled) % 2 and pasted.strip() else filled


@dataclass(frozen=True, slots=True)
class TableForm:
    """The form as it came; `fill`: what an own list lacks comes from the tier; `letters`: how its words with marks are
    written; `title` is printed on every sheet.
    """

    seats: tuple[SeatFields, ...] = (SeatFields(), SeatFields())
    edition: str = DEFAULT_EDITION
    tier: str = DEFAULT_TIER
    themes: tuple[str, ...] = ()
    paper: str = "a4"
    kinds: frozenset[str] = frozenset()
    own: str = ""
    fill: bool = False
    letters: str = ""
    title: str = ""

    @classmethod
    def read(cls, fields: Iterable[tuple[str, str]], paper: str, edition: str = DEFAULT_EDITION) -> TableForm:
        """The form of these fields; what is not among them is as usual: the paper as the reader's country has it, the
        edition as the shop does.
        """
        told = list(fields)
        one = dict(told)
        numbers = [int(found[2]) for name in one if (found := _SEAT.fullmatch(name))]
        seats = [
            SeatFields(
                one.get(f"captain-{n}", "").strip(), f"left-{n}" in one, f"large-{n}" in one, one.get(f"tier-{n}", "")
            )
            for n in range(1, max([2, *numbers]) + 1)
        ]
        seats = _with_many(seats, one.get("many", ""))
        return cls(
            tuple(seats),
            one.get("edition", edition),
            one.get("tier", DEFAULT_TIER),
            tuple(dict.fromkeys(value for name, value in told if name == "theme")),
            one.get("paper", paper),
            frozenset(value for name, value in told if name == "kind" and value in KINDS),
            one.get("own", "").strip("\r\n"),
            "fill" in one,
            next((value for value in LETTERS if value in one), ""),
            " ".join(one.get("title", "").split())[:LONGEST_TITLE],
        )

    @property
    def brings_words(self) -> bool:
        """Whether it is dealt from a list of one's own."""
        return "blank" not in self.kinds and bool(self.own.strip())

    def words(self, library: Library) -> WordsRequest:
        """The words that are asked for: an own list goes before themes and tier, and blank sheets have none."""
        if "blank" in self.kinds:
            return WordsRequest(self.edition, blank=True, library=library)
        if self.brings_words:
            return WordsRequest(
                self.edition, own=self.own, fill=self.tier if self.fill else None, library=library, letters=self.letters
            )
        return WordsRequest(self.edition, self.tier, self.themes, library=library)

    def request(self, seed: str | None = None, library: Library | None = None) -> TrackerRequest:
        """The sheets that are asked for, by these rules or the bundled ones."""
        asked = sheets_for(self.seats, self.words(library or packaged()), self.kinds, self.paper)
        return replace(asked, count=len(self.seats), seed=seed, title=self.title)

    def faults(self, most: int, library: Library) -> list[Fault]:
        """What is wrong with single fields, at each; whether fair opponents are found is known when they are dealt."""
        return [
            *self._seat_faults(most),
            *faults_by("edition", partial(library.edition, self.edition)),
            *faults_by("tier", partial(known_slug, self.tier, TIERS, "tier")),
            *(
                fault
                for one in self.themes
                for fault in faults_by("theme", partial(known_slug, one, theme_slugs(), "theme"))
            ),
            *faults_by("paper", partial(paper_of, self.paper)),
            *faults_by("title", partial(checked_title, self.title)),
            *self._kind_faults(library),
            *(self._own_faults(library) if self.brings_words else ()),
        ]

    def _seat_faults(self, most: int) -> Iterator[Fault]:
        if len(self.seats) > most:
            yield Fault(
                "captain-1", f"{len(self.seats)} captains are more than the {most} of one call. Print them in parts."
            )
        for number, seat in enumerate(self.seats, start=1):
            yield from (Fault(f"captain-{number}", sentence(what)) for what in name_faults(seat.name) if seat.name)
            yield from faults_by("tier", partial(known_slug, seat.tier or DEFAULT_TIER, TIERS, "tier"))

    def _own_faults(self, library: Library) -> Iterator[Fault]:
        """What is wrong with words of one's own, and what lacks even when that is mended; nothing for no edition."""
        try:
            checked = self.checked(library)
        except BadInputError as error:
            yield from faults_of(error, "own")
            return
        if checked is None:
            return
        screened, edition = checked.screened, library.edition(self.edition)
        short = faults_by("own", partial(own_deck, edition, screened.words, sheets=len(self.seats), fill=self._fill))
        remedy = "" if self.fill else " Add some, or tick below that lengths are topped up."
        yield from (replace(fault, what=fault.what + remedy, where="") for fault in short)

    @property
    def _fill(self) -> WordList | None:
        return load_tier(self.tier) if self.fill and self.tier in TIERS else None

    def checked(self, library: Library) -> CheckedList | None:
        """Its own words looked over; None where it brings none, or the edition is none. Raises
        `BadInputError`.
        """
        if not self.brings_words or self.edition not in library.edition_slugs:
            return None
        edition = library.edition(self.edition)
        return look_over(screen_list(self.own, edition.ships_of_length, self.letters), edition, self._fill)

    def _kind_faults(self, library: Library) -> Iterator[Fault]:
        if "mine" in self.kinds and self.edition in library.edition_slugs:
            edition = library.edition(self.edition)
            yield from faults_by("kind", partial(check_mine, edition))
        if "halves" in self.kinds and ("rules" in self.kinds or any(seat.large for seat in self.seats)):
            yield Fault("kind", "Half sheets have no rules behind, and no large print. Untick one of the two.")
        if ("blank" in self.kinds or self.brings_words) and any(seat.tier for seat in self.seats):
            yield Fault("tier", "Your own words have no tiers. Choose the table’s words for every captain.")
        if "blank" in self.kinds and "placed" in self.kinds:
            yield Fault("kind", "A blank sheet has no words to place. Untick one of the two.")
        if "blank" in self.kinds and self.own.strip():
            yield Fault("own", "Blank sheets leave the words to the captains. Untick “left blank”, or empty this list.")
