"""`Complaints`: what is wrong with one file, gathered row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.wording import and_more, some_of

MOST_TOLD = 50
"""Complaints shown of one file; of more, only their number."""
MOST_COUNTED = 10_000
"""Complaints that are counted beyond those: after more, a file is read no further."""


class Complaints:
    """Complaints of one file: the first `MOST_TOLD` kept, the rest counted. `name` is the file's."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._kept: list[Complaint] = []
        self._more = 0

    def __bool__(self) -> bool:
        return bool(self._kept)

    @property
    def enough(self) -> bool:
        """Whether there are so many that the rest of the file need not be read."""
        return self._more > MOST_COUNTED

    def take(self, complaints: Iterable[Complaint]) -> None:
        """Add complaints that are made out already."""
        for complaint in complaints:
            if len(self._kept) < MOST_TOLD:
                self._kept.append(complaint)
            else:
                self._more += 1

    def add(self, rows: Sequence[int], column: str, what: str, advice: str, place: int | None = None) -> None:
        """Add one about these rows; `column` follows them, or is empty; `place` is the column's, from 0."""
        self.take([Complaint(f"{self.name} {rows_said(rows)}{column}", what, advice, tuple(rows), place)])

    def error(self) -> BadInputError:
        """What is raised: all of them."""
        unread = "; the rest is not read" if self.enough else ""
        more = [Complaint("", f"{and_more(self._more)}{unread}")] if self._more else []
        return BadInputError(f"{self.name} cannot be used as a roster.", *self._kept, *more)


def rows_said(rows: Sequence[int]) -> str:
    """“row 2”, “rows 2, 5 and 7”; of many the first ones, and how many more."""
    if len(rows) == 1:
        return f"row {rows[0]}"
    if len(rows) > 6:
        return f"rows {some_of(rows, 5)}"
    return f"rows {', '.join(map(str, rows[:-1]))} and {rows[-1]}"
