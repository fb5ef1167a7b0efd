"""Key, cards, index, slips: what they say and who draws them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, groupby, islice, takewhile
from typing import Any, NamedTuple

from wordfleet_print.event.pack.documents import Lot, PdfDocument, Stored, layout_of
from wordfleet_print.event.pack.looks import PackLooks, round_title
from wordfleet_print.event.pack.making import KEPT, MadeSection, Maker, SheetSection, by_table, cut, table_of
from wordfleet_print.event.pack.shards import Shard
from wordfleet_print.event.plan.event_plan import ABSENT, BYE_TABLE, EventPlan, Round, RoundByPlayer, Terms
from wordfleet_print.event.roster.roster import Player
from wordfleet_print.games import Edition
from wordfleet_print.press.cards_and_slips import MOST_LINES, ScoreSlip, ScoreSlips, TableCard, TableCards, table_cards
from wordfleet_print.press.ink.printable_names import spelled
from wordfleet_print.press.key_and_index import IndexLine, Key, NameIndex
from wordfleet_print.press.pdf.glyphs import Characters
from wordfleet_print.press.pdf.pages import Numbering, Page, Shape, print_block
from wordfleet_print.press.pdf.plates import make_plates
from wordfleet_print.press.stationery import Stationery, StationeryPress
from wordfleet_print.sheet.captains import plain

KINDS = {"key": Key, "table-cards": TableCards, "name-index": NameIndex, "score-slips": ScoreSlips}
"""What makes a form, by the names of the files: of the edition, the paper, the event's title and the form's head."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one document of stationery, described: hashable, picklable, the same on every machine. `heads` are
    what the form of that kind asks for beside edition, paper and title.
    """

    kind: str
    terms: Terms
    looks: PackLooks
    title: str
    heads: tuple[tuple[str | int, ...], ...]

    @property
    def edition(self) -> Edition:
        """The edition they are of."""
        return self.terms.source().edition

    def press(self) -> StationeryPress:
        """The press, made ready once a process, and its fonts.

        Raises `BadInputError` for what does not fit the paper.
        """
        self.looks.use_fonts()
        return _press(self)


def plate(form: int) -> str:
    """The name of a form."""
    return f"p{form}"


@lru_cache(maxsize=KEPT)
def _press(forms: Forms) -> StationeryPress:
    make: Callable[..., Stationery] = KINDS[forms.kind]
    of = forms.edition, forms.looks.on, forms.title
    return StationeryPress({plate(number): make(*of, *head) for number, head in enumerate(forms.heads)})


class PaperBatch(NamedTuple):
    """Items that become one block: the form they are printed on, the headings above them, how many they are."""

    form: int
    titles: tuple[str, ...]
    size: int


class Contents(NamedTuple):
    """What a document of stationery says: its batches, told without drawing their items; and the items, drawn anew each
    time.
    """

    batches: Sequence[PaperBatch]
    items: Callable[[], Iterator[Any]]


def print_items(forms: Forms, form: int, first: int, place: Numbering, items: Sequence[Any]) -> list[bytes]:
    """Items printed on a form, as a block that stands in `place`; pages are numbered from `first`."""
    leaves: list[Page] = list(forms.press().print(plate(form), items, first))
    return [print_block(leaves, place).pack()]


def _print_key(forms: Forms, form: int, first: int, place: Numbering, section: MadeSection) -> list[bytes]:
    """A line of the organiser's key for each of a section's sheets."""
    return print_items(forms, form, first, place, section.sheets)


def key_file(
    forms: Forms,
    characters: Characters,
    titles: Sequence[str],
    sections: Iterable[SheetSection],
    blocks: Sequence[Stored],
) -> tuple[PdfDocument, list[Maker]]:
    """The organiser's key, and what makes its blocks, one for each section: it is told on the form of its outermost
    title, else on the last; `titles` has one for each form.
    """
    numbers = {title: form for form, title in enumerate(titles)}
    batches = [
        PaperBatch(numbers.get(section.titles[0], len(titles) - 1), section.titles, section.sheets)
        for section in sections
    ]
    document = _document(forms, characters, batches, blocks, private=True)
    pages = [
        partial(_print_key, forms, batch.form, document.skeleton.pages[at] + 1, document.skeleton.numbering(at))
        for at, batch in enumerate(batches)
    ]
    return document, [*pages]


def paper_lot(forms: Forms, characters: Characters, contents: Contents) -> Lot:
    """A document of stationery of these characters, and its work.

    Raises `BadInputError` for what does not fit the paper.
    """
    blocks = [Stored(f"{forms.kind}-{number:06d}") for number in range(len(contents.batches))]
    document = _document(forms, characters, contents.batches, blocks)
    return Lot([document], len(blocks), partial(_shards, forms, contents, document))


def _shards(forms: Forms, contents: Contents, document: PdfDocument) -> Iterator[Shard]:
    items, skeleton = contents.items(), document.skeleton
    for number, (batch, stored) in enumerate(zip(contents.batches, document.blocks, strict=True)):
        first, due = skeleton.pages[number] + 1, tuple(islice(items, batch.size))
        yield Shard(stored.shard, partial(print_items, forms, batch.form, first, skeleton.numbering(number), due))


def _document(
    forms: Forms,
    characters: Characters,
    batches: Sequence[PaperBatch],
    blocks: Sequence[Stored],
    *,
    private: bool = False,
) -> PdfDocument:
    plates, paper, edition = forms.press().plates, forms.looks.on, forms.edition
    shared = make_plates(characters, paper, {name: form.draw for name, form in plates.items()})
    pages = [-(-batch.size // plates[plate(batch.form)].per_page) for batch in batches]
    title, shapes = f"{forms.title} – {forms.kind.replace('-', ' ')}", [Shape(count, count, 0) for count in pages]
    skeleton = layout_of(edition, paper, title, shared, shapes, (batch.titles for batch in batches))
    no_stamps = dict[str, bytes]()
    return PdfDocument(f"{forms.kind}.pdf", skeleton, blocks, no_stamps.__getitem__, private)


CARDS, LINES, SLIPS = 128, 2048, 512
"""Items in one block of table cards, of the name index, of score slips."""
ROUNDS_OF_INDEX = 8
"""Rounds that one form of the name index shows; more rounds need more forms."""
BYE = "bye"
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


def index_heads(plan: EventPlan) -> tuple[tuple[int, int], ...]:
    """The heads of the name index's forms: how many rounds each shows, and the first."""
    return tuple((len(rounds), rounds[0].number) for rounds in _rounds_of_index(plan))


def _rounds_of_index(plan: EventPlan) -> Iterator[Sequence[Round]]:
    """The rounds that each form of the name index shows: so many that follow each other."""
    rounds = plan.rounds
    for _, run in groupby(enumerate(rounds), key=lambda one: one[1].number - one[0]):
        yield from cut((one for _, one in run), ROUNDS_OF_INDEX)


def name_of(player: Player) -> str:
    """The name on papers for organisers and the door: with number and transcription where fonts cannot set it."""
    return spelled(player.name, player.number)


def index_contents(plan: EventPlan, *, of_clubs: bool = False) -> Contents:
    """The table in every round of everybody who is in one, by name; club after club where it is `of_clubs`. After
    `ROUNDS_OF_INDEX` rounds the names begin again.
    """
    filed = [filed_name(player) for player in plan.players]
    there = bytearray(len(plan.players))
    for place in chain.from_iterable(one.places for one in plan.rounds):
        there[place] = True
    order = array("I", [place for place in by_name(filed) if there[place]])
    if of_clubs:
        clubs = [(not player.club, plain(player.club), player.club) for player in plan.players]
        order = array("I", sorted(order, key=clubs.__getitem__))
    spans = [
        " – ".join([filed[place] or plan.players[place].called for place in (part[0], part[-1])])
        for part in cut(order, LINES)
    ]
    batches = []
    for form, (rounds, first) in enumerate(index_heads(plan)):
        title = "Names" if len(plan.rounds) == 1 else f"Rounds {first}–{first + rounds - 1}"
        for part, span in enumerate(spans):
            titles = (title, span) if len(spans) > 1 else (title,)
            batches.append(PaperBatch(form, titles, min(LINES, len(order) - part * LINES)))
    return Contents(batches, partial(_index_lines, plan, filed, order))


def _index_lines(plan: EventPlan, filed: Sequence[str], order: Sequence[int]) -> Iterator[IndexLine]:
    players, said = plan.players, {ABSENT: "", BYE_TABLE: BYE}
    for rounds in _rounds_of_index(plan):
        tables = [RoundByPlayer.of(one, len(players)).tables for one in rounds]
        for at in order:
            player = players[at]
            shown = tuple([said.get(table[at], str(table[at])) for table in tables])
            yield IndexLine(filed[at] or player.called.capitalize(), spelled(player.club), shown)


def filed_name(player: Player) -> str:
    """The name as the index has it: surname first where that is known."""
    return spelled(player.filed, player.number) if player.filed else name_of(player)


def by_name(names: Sequence[str]) -> list[int]:
    """Places in the roster in the order of a directory, by the names' letters and digits as their initials are: signs,
    capitals and accents count only between names that are else alike, the roster's order between equal ones.
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    order.sort(key=lambda place: plain(names[place]))  # those that are alike keep the order they have
    return order
