"""`Asides`: the rows of a list that are nobody, or somebody who does not play after all; what is said of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wordfleet_print.event.roster.columns.columns import Columns
from wordfleet_print.event.roster.complaints import rows_said
from wordfleet_print.event.roster.rows import Cell, Odd, text_of
from wordfleet_print.event.roster.uses import NAMING, Use
from wordfleet_print.event.roster.vocabulary.answers import wish
from wordfleet_print.event.roster.vocabulary.margins import Margin, aside_of, is_out, is_struck
from wordfleet_print.event.roster.vocabulary.words import plain_words
from wordfleet_print.sheet.captains import plain
from wordfleet_print.wording import plural, quote, some_of

_GONE = plain_words("gone")
_COMING = plain_words("coming")
"""Words of headings whose answers say that somebody does not play, or does."""
_MOST_NAMED = 5
Told = list[tuple[int, str]]


class Asides:
    """Takes rows aside, one after the other.

    `round` is the round that the last title among them named. `stripped` are names that lost a number or bullet,
    `several` those that seem to be of several people.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._named = [columns.places[use] for use in NAMING if use in columns.places]
        self._labels = [*columns.labels]
        self._out = False
        """Whether those below the last label do not play."""
        self.round = columns.round
        self.stripped: Told = []
        self.several: Told = []
        self._nobody: Told = []
        self._gone: Told = []
        self._again: list[int] = []

    def takes(self, row: int, cells: Sequence[Cell]) -> bool:
        """Whether a row is to be left out."""
        texts = [*map(text_of, cells)]
        if self._columns.row and texts == self._labels:
            self._again.append(row)
            return True
        if aside := aside_of(cells):
            if aside.round is None:
                self._nobody.append((row, aside.text))
            self._out = aside.margin is Margin.OUT or (self._out and aside.margin in (Margin.TOTAL, Margin.FOOT))
            self.round = aside.round or self.round
            return True
        named = " ".join([texts[place] for place in self._named if place < len(texts)])
        if self._out or self._is_gone(cells) or is_struck(named):
            self._gone.append((row, named.strip() or next(filter(None, texts))))
            return True
        return False

    def _is_gone(self, cells: Sequence[Cell]) -> bool:
        """Whether a row's status says that somebody does not play: “cancelled”, or “no” to “attending?”."""
        if Use.STATUS not in self._columns.places:
            return False
        status = self._columns.cell(cells, Use.STATUS)
        words = {*plain(self._columns.headings.get(Use.STATUS, "")).split()}
        if isinstance(status, Odd) or not status.strip():
            return isinstance(status, Odd) and bool(words & _GONE)
        answer = wish(status.strip(), Use.STATUS)
        if words & _GONE:
            return answer is not False
        return is_out(status) or (answer is False and plain(status) != "none" and bool(words & _COMING))

    def notes(self, name: str) -> Iterator[str]:
        """What was left out, and what was left off."""
        for told, what in (
            (self._nobody, "{} no player and left out"),
            (self._gone, "said not to play and left out; if somebody does, move the row up or change its status"),
        ):
            if told:
                are = plural(len(told), "is", "are")
                rows = rows_said([row for row, _ in told])
                names = some_of([quote(text) for _, text in told], _MOST_NAMED)
                yield f"{name} {rows}: {names} {what.format(are) if '{}' in what else f'{are} {what}'}."
        if self._again:
            are = plural(len(self._again), "is the row", "are the rows")
            yield f"{name}: {rows_said(self._again)} {are} of headings again and left out."
        if self.several:
            names = some_of([quote(text) for _, text in self.several], _MOST_NAMED)
            rows = rows_said([row for row, _ in self.several])
            yield f"{name} {rows}: {names} may be several people with one sheet; if each plays, give each a row."
        if self.stripped:
            row, text = self.stripped[0]
            yield f"{name}: numbers, bullets and the like beside names were left off, as in row {row}, {quote(text)}."
