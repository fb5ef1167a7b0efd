"""A roster looked over before anything is printed, mended cell by cell."""

from __future__ import annotations

import csv
import io
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.pack.pack import Pack
from wordfleet_print.event.plan.event_plan import EventPlan, Round, Terms
from wordfleet_print.event.plan.pairing import absence_notes, pair, repeated
from wordfleet_print.event.roster.columns import Taken
from wordfleet_print.event.roster.listing import typed_in
from wordfleet_print.event.roster.read_roster import RosterRead, roster_columns
from wordfleet_print.event.roster.roster import Roster
from wordfleet_print.event.roster.several import read_rosters
from wordfleet_print.event.roster.table_files import open_table
from wordfleet_print.games import load_edition
from wordfleet_print.jobs.asking import paper_of
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER
from wordfleet_print.wording import how_many


@dataclass(frozen=True, slots=True)
class CheckedRoster:
    """What was understood: what each column was taken for, the players, who meets whom; or the `error`."""

    columns: tuple[Taken, ...]
    roster: Roster | None = None
    rounds: tuple[Round, ...] = ()
    error: BadInputError | None = None

    @property
    def sizes(self) -> list[tuple[int, int, int]]:
        """Each round's number, and how many tables and byes it has."""
        return [(one.number, one.tables, one.byes) for one in self.rounds]

    @property
    def notes(self) -> tuple[str, ...]:
        """Of whom the roster does not speak, and how many meet again unasked, whoever the draw makes it."""
        if not self.roster:
            return ()
        absent = tuple(absence_notes(self.roster, [one.number for one in self.rounds]))
        if not (again := sum(1 for _ in repeated(self.roster, self.rounds))):
            return absent
        pairs = how_many(again, "pair of players meets", "pairs of players meet")
        return (*absent, f"{pairs} again in some round: the pairings that are kept leave no other way.")

    def long_names(self) -> list[str]:
        """The names that are cut with an ellipsis where sheets are printed as usual."""
        return _as_usual(self.roster).long_names() if self.roster else []

    def unset_names(self) -> list[str]:
        """The names that the bundled fonts cannot set."""
        return _as_usual(self.roster).unset_names() if self.roster else []

    def bare_names(self) -> list[str]:
        """The names that are printed without the emoji in them."""
        return _as_usual(self.roster).bare_names() if self.roster else []


def check_roster(
    files: Sequence[Path], rounds: int | None, reading: RosterRead, number: int | None = None
) -> CheckedRoster:
    """Look a roster over, of one list or several, for so many rounds or its own, or as that of the round of a number;
    nothing is raised for what is wrong in it.
    """
    taken: tuple[Taken, ...] = ()
    try:
        for file in files:
            taken += roster_columns(file, reading)
        roster = read_rosters(files, reading)
        roster = roster if number is None else roster.of_round(number)
        paired = pair(roster, rounds or roster.rounds, only={number} if number else ())
    except BadInputError as error:
        return CheckedRoster(taken, error=error)
    return CheckedRoster(taken, roster, paired)


def _as_usual(roster: Roster) -> Pack:
    """A pack for these players as `event print` makes it without options, with no round dealt."""
    terms = Terms(
        edition=DEFAULT_EDITION,
        tier=DEFAULT_TIER,
        themes=(),
        own_words=None,
        own_title="",
        blank=False,
        placed=False,
        band=load_edition(DEFAULT_EDITION).fairness.band,
    )
    return Pack(EventPlan("", "", terms, roster, (), (), array("Q")), PackLooks(paper_of(None).slug))


CellPlace = tuple[int, int]
"""A cell: its row's number, and its column's place from 0."""


def cells_of(file: Path, reading: RosterRead, rows: Collection[int]) -> dict[int, tuple[str, ...]]:
    """What stands in these rows of a list. Raises `BadInputError` for a file that cannot be read."""
    with open_table(file, encoding=reading.encoding, sheet=reading.sheet) as listing:
        return {number: tuple(map(typed_in, cells)) for number, cells in listing.rows if number in rows}


def mended_list(
    file: Path,
    reading: RosterRead,
    mends: Mapping[CellPlace, str] = MappingProxyType({}),
    left_out: Collection[int] = (),
    cut: Mapping[int, int] = MappingProxyType({}),
) -> bytes:
    """The list as a CSV with these cells, without the rows that are left out, which stay empty; `cut` says of rows how
    many cells they have.

    Raises `BadInputError` for a file that cannot be read.
    """
    with open_table(file, encoding=reading.encoding, sheet=reading.sheet) as listing:
        rows = [(number, [*map(typed_in, cells)]) for number, cells in listing.rows]
        counted = listing.counted
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), text in mends.items():
        by_row.setdefault(row, {})[column] = text
    width = 0 if counted else max((len(cells) for _, cells in rows), default=0)
    mended = ((number, _row(cells, by_row.get(number, {}), cut.get(number), width)) for number, cells in rows)
    return written_list(_numbered((number, [] if number in left_out else cells) for number, cells in mended))


def written_list(rows: Iterable[Iterable[str]]) -> bytes:
    """Rows as a CSV that spreadsheets open as it is meant: in UTF-8, with its mark."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([" ".join(cell.splitlines()) for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _row(cells: list[str], mends: Mapping[int, str], cut: int | None, width: int) -> list[str]:
    """A row with its mends, as wide as any in a list whose rows may be of different widths."""
    mended = cells + [""] * (max([width, *(at + 1 for at in mends)]) - len(cells))
    for at, text in mends.items():
        mended[at] = text
    return mended if cut is None else mended[:cut]


def _numbered(rows: Iterable[tuple[int, list[str]]]) -> Iterator[list[str]]:
    """The rows, an empty one for each number that lacks: so all keep theirs."""
    following = 1
    for number, cells in rows:
        yield from ([] for _ in range(following, number))
        yield cells
        following = number + 1
