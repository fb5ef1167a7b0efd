"""What the papers of a pack say: cards, index lines, slips, drawn from the plan as they are needed; counted without."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby, takewhile

from wordfleet_print.event.pack.looks import FiledBy
from wordfleet_print.event.pack.order import by_table, cut, round_title, table_of
from wordfleet_print.event.pack.papers import Contents, FormHead, PaperBatch
from wordfleet_print.event.plan.event_plan import ABSENT, BYE_TABLE, EventPlan, Round, RoundByPlayer
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.press.cards_and_slips import MOST_LINES, ScoreSlip, TableCard, table_cards
from wordfleet_print.press.ink.printable_names import spelled
from wordfleet_print.press.key_and_index import IndexLine
from wordfleet_print.sheet.captains import plain

CARDS, LINES, SLIPS = 128, 2048, 512
"""Items in one block of table cards, of the name index, of score slips."""
ROUNDS_OF_INDEX = 8
"""Rounds that one form of the name index shows; more rounds need more forms."""
BYE = "–"
"""Stands in the index where a player has a bye; of a round in which somebody is not it says nothing."""


def card_contents(plan: EventPlan) -> Contents:
    """A card for each table, or several where there are many rounds."""
    rounds_at = Counter[int]()
    for one in plan.rounds:
        rounds_at.update(one.seats[::3])
    tables = [
        table for table in sorted(rounds_at) if table != BYE_TABLE for _ in range(-(-rounds_at[table] // MOST_LINES))
    ]
    batches = [PaperBatch(0, (f"Tables {part[0]}–{part[-1]}",), len(part)) for part in cut(tables, CARDS)]
    return Contents(batches, partial(_cards, plan))


def _cards(plan: EventPlan) -> Iterator[TableCard]:
    players, numbers = plan.players, [str(one.number) for one in plan.rounds]
    at_tables = takewhile(lambda sitting: sitting.seating.table != BYE_TABLE, by_table(plan.rounds))
    for table, sittings in groupby(at_tables, key=table_of):
        lines = []
        for index, _, (_, first, second) in sittings:
            lines.append((numbers[index], name_of(players[first]), "" if second is None else name_of(players[second])))
        yield from table_cards(str(table), lines)


def slip_contents(plan: EventPlan) -> Contents:
    """A slip for each table of each round, in the order in which they are handed out."""
    batches = []
    for one in plan.rounds:
        title, slips = round_title(one), one.tables
        for number, start in enumerate(range(0, slips, SLIPS), start=1):
            titles = (title,) if slips <= SLIPS else (title, f"{title}, part {number}")
            batches.append(PaperBatch(0, titles, min(SLIPS, slips - start)))
    return Contents(batches, partial(_slips, plan))


def _slips(plan: EventPlan) -> Iterator[ScoreSlip]:
    players = plan.players
    for one in plan.rounds:
        for table, first, second in one:
            if second is not None:
                yield ScoreSlip(str(one.number), str(table), name_of(players[first]), name_of(players[second]))


def index_heads(plan: EventPlan) -> tuple[FormHead, ...]:
    """The heads of the name index's forms: which rounds each shows."""
    return tuple(FormHead("", len(rounds), rounds[0].number) for rounds in _rounds_of_index(plan))


def _rounds_of_index(plan: EventPlan) -> Iterator[Sequence[Round]]:
    """The rounds that each form of the name index shows: so many that follow each other."""
    rounds = plan.rounds
    for _, run in groupby(enumerate(rounds), key=lambda one: one[1].number - one[0]):
        yield from cut((one for _, one in run), ROUNDS_OF_INDEX)


def name_of(player: Player) -> str:
    """The name on papers for organisers and the door: with number and transcription where fonts cannot set it."""
    return spelled(player.name, player.number)


def index_contents(plan: EventPlan, by: FiledBy = "surname") -> Contents:
    """The table in every round of everybody who is in one, by name; after `ROUNDS_OF_INDEX` rounds the names begin
    again.
    """
    filed = [filed_name(player, by) for player in plan.players]
    there = bytearray(len(plan.players))
    for place in chain.from_iterable(one.places for one in plan.rounds):
        there[place] = True
    order = array("I", [place for place in by_name(filed) if there[place]])
    spans = [
        " – ".join([filed[place] or plan.players[place].called for place in (part[0], part[-1])])
        for part in cut(order, LINES)
    ]
    batches = []
    for form, (_, rounds, first) in enumerate(index_heads(plan)):
        title = "Names" if len(plan.rounds) == 1 else f"Rounds {first}–{first + rounds - 1}"
        for part, span in enumerate(spans):
            titles = (title, span) if len(spans) > 1 else (title,)
            batches.append(PaperBatch(form, titles, min(LINES, len(order) - part * LINES)))
    return Contents(batches, partial(_index_lines, plan, filed, order))


def _index_lines(plan: EventPlan, filed: Sequence[str], order: Sequence[int]) -> Iterator[IndexLine]:
    players = plan.players
    for rounds in _rounds_of_index(plan):
        tables = [RoundByPlayer.of(one, len(players)).tables for one in rounds]
        for at in order:
            player = players[at]
            shown = tuple([_shown(table[at]) for table in tables])
            yield IndexLine(filed[at] or player.called.capitalize(), spelled(player.club), shown)


def _shown(table: int) -> str:
    return "" if table == ABSENT else BYE if table == BYE_TABLE else str(table)


def filed_name(player: Player, by: FiledBy) -> str:
    """The name as the index has it: surname first where that is known and wanted."""
    return spelled(player.filed, player.number) if by == "surname" and player.filed else name_of(player)


def by_name(names: Sequence[str]) -> list[int]:
    """Places in the roster in the order of a directory, by the names' letters and digits as their initials are: signs,
    capitals and accents count only between names that are else alike, the roster's order between equal ones.
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    order.sort(key=lambda place: plain(names[place]))  # those that are alike keep the order they have
    return order
