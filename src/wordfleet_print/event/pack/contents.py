"""What the papers of a pack say, drawn from the plan as it is needed: cards, index lines, slips."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import merge
from typing import Any

from wordfleet_print.event.pack.order import seats_of, sections
from wordfleet_print.event.pack.papers import Batch, Said, cut
from wordfleet_print.event.pack.sections import Part
from wordfleet_print.event.plan.pairing import BYE_TABLE
from wordfleet_print.event.plan.planner import EventPlan, name_of
from wordfleet_print.event.roster.model import Player
from wordfleet_print.press.stationery import IndexLine, ScoreSlip, TableCard, table_cards
from wordfleet_print.sheet.captain import plain

CARDS, LINES, SLIPS = 128, 2048, 512
"""Items in one block of table cards, of the name index, of score slips."""
SORTED = 8192
"""Names that are sorted at once, so that not all of them are in memory; then these runs are merged."""
ROUNDS_OF_INDEX = 8
"""Rounds that one form of the name index shows; more rounds need more forms."""
NO_TABLE = "–"
"""Stands in the index where a player has no table."""


def key_batches(parts: Iterable[Part], heads: Sequence[str]) -> Iterator[Batch]:
    """The sheets of the parts, on the form whose head says what the part's outermost title is, else on the last."""
    forms = {head: form for form, head in enumerate(heads)}
    for part in parts:
        yield Batch(forms.get(part.titles[0], len(heads) - 1), part.titles, part.sheets, part.rows)


def card_batches(plan: EventPlan) -> Iterator[Batch]:
    """A card for each table, or several where there are many rounds."""
    for cards in cut(_cards(plan), CARDS):
        first, last = cards[0].table, cards[-1].table
        yield Batch(0, (f"Tables {first}–{last}",), len(cards), partial(_known, cards))


def _known(items: Sequence[Any]) -> Sequence[Any]:
    return items


def _cards(plan: EventPlan) -> Iterator[TableCard]:
    players = plan.roster.players
    lines: list[tuple[str, str, str]] = []
    table = BYE_TABLE
    for section in sections(plan, "table"):
        for index, seating in section.sittings:
            if seating.table == BYE_TABLE:
                continue
            if seating.table != table and lines:
                yield from table_cards(str(table), lines)
                lines = []
            table = seating.table
            other = "" if seating.second is None else players[seating.second].name
            lines.append((str(plan.rounds[index].number), players[seating.first].name, other))
    if lines:
        yield from table_cards(str(table), lines)


def slip_batches(plan: EventPlan) -> Iterator[Batch]:
    """A slip for each table of each round, in the order in which they are handed out."""
    for round_index, one in enumerate(plan.rounds):
        title = f"Round {one.number}"
        for number, slips in enumerate(cut(_slips(plan, round_index), SLIPS)):
            titles = (title,) if len(one) <= SLIPS else (title, f"{title}, part {number + 1}")
            yield Batch(0, titles, len(slips), partial(_known, slips))


def _slips(plan: EventPlan, round_index: int) -> Iterator[ScoreSlip]:
    players, one = plan.roster.players, plan.rounds[round_index]
    for table, first, second in one:
        if second is not None:
            yield ScoreSlip(str(one.number), str(table), players[first].name, players[second].name)


def index_forms(plan: EventPlan) -> tuple[Said, ...]:
    """The forms of the name index: which rounds each shows."""
    return tuple(Said("", len(rounds), rounds[0].number) for rounds in cut(plan.rounds, ROUNDS_OF_INDEX))


def index_batches(plan: EventPlan) -> Callable[[], Iterator[Batch]]:
    """Every player's table in every round, by name; after `ROUNDS_OF_INDEX` rounds the names begin again."""
    order = _by_name(plan.roster.players)
    tables = [seats_of(one, len(plan.roster.players)).tables for one in plan.rounds]

    def batches() -> Iterator[Batch]:
        for form, shown in enumerate(cut(tables, ROUNDS_OF_INDEX)):
            first = plan.rounds[form * ROUNDS_OF_INDEX].number
            rounds = f"Rounds {first}–{first + len(shown) - 1}" if len(tables) > 1 else "Names"
            for part in cut(order, LINES):
                span = f"{name_of(plan.roster.players[part[0]])} – {name_of(plan.roster.players[part[-1]])}"
                titles = (rounds, span) if len(order) > LINES else (rounds,)
                yield Batch(form, titles, len(part), partial(_index_lines, plan, part, shown))

    return batches


def _index_lines(plan: EventPlan, part: Sequence[int], tables: Sequence[array[int]]) -> list[IndexLine]:
    players = plan.roster.players
    return [
        IndexLine(
            name_of(players[i]).capitalize() if not players[i].name else players[i].name,
            players[i].club,
            tuple(str(round_[i]) if round_[i] != BYE_TABLE else NO_TABLE for round_ in tables),
        )
        for i in part
    ]


def _by_name(players: Sequence[Player]) -> array[int]:
    """Places in the roster in the order of a directory, by the names' letters and digits as their initials are: signs,
    capitals and accents count only between names that are else alike, the roster's order between equal ones.
    """

    def letters(place: int) -> tuple[str, str]:
        name = players[place].name
        return plain(name), name

    runs = [array("I", sorted(run, key=letters)) for run in cut(range(len(players)), SORTED)]
    return array("I", merge(*runs, key=letters))
