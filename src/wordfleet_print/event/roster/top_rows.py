"""Titles, headings in one row or two, and where players begin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice, pairwise

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.cell_words import CellKind, Margin, aside_of, counted, kind_of
from wordfleet_print.event.roster.headings import ColumnHeading, plain_phrases, read_heading
from wordfleet_print.event.roster.listing import Cell, Row, Use, text_of
from wordfleet_print.sheet.captains import plain

SAMPLE = 200
"""Rows that are looked at before anything is made of them."""
_TITLE = re.compile(r"[?!:：]$|(?<!\S)(19|20)\d\d(?!\S)")
_WITHIN = 15
"""Filled rows in which headings are looked for: titles may stand above them."""
_BELOW = plain_phrases("below")
"""What programmes write in a second row below the headings."""


@dataclass(frozen=True, slots=True)
class Top:
    """What stands at the top: the headings, their row (0 where there are none), and what is below.

    `labels` are the headings as they stand in that row. `above` and `below` are rows that were passed over, above the
    headings and right below them. `round` is the round that a title speaks of; `doubt` is a first row of which nobody
    could say whether it is a title or a player. `sample` holds the first rows of the list, `rest` all that follow.
    """

    headings: tuple[str, ...]
    labels: tuple[str, ...]
    row: int
    above: tuple[int, ...]
    below: tuple[int, ...]
    round: int | None
    sample: tuple[Row, ...]
    rest: Iterator[Row]
    doubt: str = ""

    @property
    def stem(self) -> str:
        """What is counted in more than half of the rows, “player” of “Player 1” and so on; "" where nothing is."""
        stems = Counter(counted(next(filter(None, map(text_of, cells)), "")) for _, cells in self.sample)
        stem, times = stems.most_common(1)[0] if stems else ("", 0)
        return stem if times * 2 > stems.total() else ""

    def columns(self) -> list[list[Cell]]:
        """The cells of each column in the sample, "" where a row is too short; rows that are nobody are left out."""
        stem = self.stem
        told = [row for _, row in self.sample if not is_aside(row, stem)]
        return [[row[at] if at < len(row) else "" for row in told] for at in range(len(self.headings))]


def read_top(rows: Iterator[Row], asked: Mapping[Use, str]) -> Top | None:
    """Read the first rows; None where none of them holds anything. `asked` are headings that must be there."""
    seen, rest = _first(dropwhile(lambda row: not any(map(text_of, row[1])), rows))
    filled = [index for index, (_, cells) in enumerate(seen) if any(map(text_of, cells))]
    if not filled:
        next(rest, None)  # what keeps it from being read
        return None
    at = _heading_row([seen[index][1] for index in filled[:_WITHIN]], [h for h in asked.values() if h])
    return _headless(seen, filled, rest) if at is None else _headed(seen, filled, at, rest)


def _first(rows: Iterator[Row]) -> tuple[list[Row], Iterator[Row]]:
    """The first rows and all others; an error among the first is raised where the others begin."""
    seen: list[Row] = []
    try:
        for row in islice(rows, SAMPLE):
            seen.append(row)
    except BadInputError as error:
        return seen, _raising(error)
    return seen, rows


def _raising(error: BadInputError) -> Iterator[Row]:
    raise error
    yield


def _headless(seen: list[Row], filled: Sequence[int], rest: Iterator[Row]) -> Top:
    """A list without headings. A title may stand above; what has room below it may be one, or the first player."""
    start, above, doubt = 0, [], ""
    if len(filled) > 1 and all(sum(map(bool, map(text_of, seen[at][1]))) == 1 for at in filled):
        first = next(text for cell in seen[filled[0]][1] if (text := text_of(cell)))
        gaps = [at for at, after in pairwise(filled) if after > at + 1]
        if _is_title(first) and not _go_on(seen[filled[0]][1], seen[filled[1]][1]):
            start, above = filled[1], [seen[filled[0]][0]]
        elif gaps == filled[:1] and len(filled) > 2:
            doubt = first
    width = max((len(cells) for _, cells in seen), default=0)
    return Top(("",) * width, (), 0, tuple(above), (), None, tuple(seen[start:]), rest, doubt)


def _is_title(text: str) -> bool:
    """Whether the first line of a bare list is a title: a question, a label, “Summer Cup 2026”, “List of players”."""
    said = read_heading(text)
    return bool(_TITLE.search(text)) or (said.known and said.use is None and " " in text)


def _headed(seen: list[Row], filled: Sequence[int], at: int, rest: Iterator[Row]) -> Top:
    number, cells = seen[filled[at]]
    labels = tuple(map(text_of, cells))
    groups = _groups_above(seen[filled[at - 1]][1], labels) if at else []
    headings = _joined(groups, labels, [*map(text_of, seen[filled[at - 1]][1])]) if groups else labels
    headings, below = _with_second(headings, [seen[index] for index in filled[at + 1 : at + 3]])
    after = next((index + 1 for index, row in enumerate(seen) if below and row[0] == below[-1]), filled[at] + 1)
    titles = [aside_of(seen[index][1]) for index in filled[:at]]
    rounds = [title.round for title in titles if title and title.round]
    above = tuple(seen[index][0] for index in filled[:at])
    return Top(headings, labels, number, above, tuple(below), rounds[-1] if rounds else None, tuple(seen[after:]), rest)


def _with_second(headings: tuple[str, ...], rows: Sequence[Row]) -> tuple[tuple[str, ...], list[int]]:
    """The headings with what rows right below say of them, and the numbers of those rows."""
    texts = [tuple(map(text_of, cells)) for _, cells in rows]
    ids = next((at for at, row in enumerate(texts) if any(text.startswith('{"ImportId"') for text in row)), None)
    if ids is not None:  # Qualtrics writes codes, then questions, then these
        return (texts[0] if ids else headings), [number for number, _ in rows[: ids + 1]]
    below: list[int] = []
    for (number, _), second in zip(rows, texts, strict=True):
        if not _is_second(headings, second):
            break
        headings = _joined(_carried(headings), second, headings)
        below.append(number)
    return headings, below


def _heading_row(top: Sequence[Sequence[Cell]], asked: Sequence[str]) -> int | None:
    """Which of the first filled rows are the headings."""
    if asked:
        wanted = {*map(plain, asked)}
        held = [len(wanted & {plain(text_of(cell)) for cell in cells}) for cells in top]
        if max(held):
            return held.index(max(held))
    nearest = [*top[1:], *top[-2:-1]] or [()]
    scores = [(0, 0, False) if _go_on(row, near) else _score(row) for row, near in zip(top, nearest, strict=True)]
    good = [
        at
        for at, (told, filled, lone) in enumerate(scores)
        if told and (at == 0 or (filled > 1 and (told > 1 or _is_sure(top[at]))) or (lone and at < 4))
    ]
    sure = next((at for at in good if _is_sure(top[at])), len(top))
    good = [at for at in good if at <= sure]
    if not good:
        return None
    best = max(good, key=lambda at: (scores[at][:2], -at))
    lone_below = best + 1 in good and scores[best][1] == 1 and scores[best + 1][2]
    return best + 1 if lone_below else best


def _is_sure(cells: Sequence[Cell]) -> bool:
    """Whether a row holds a heading that is nothing else, “Name” or both parts of one: people follow, whatever they are
    called.
    """
    heads = [read_heading(text) for cell in cells if (text := text_of(cell))]
    return any(one.bare for one in heads) or {Use.FIRST, Use.LAST} <= {one.use for one in heads if one.known}


def _go_on(cells: Sequence[Cell], near: Sequence[Cell]) -> bool:
    """Whether the next row counts on wherever this one counts: “Player 1”, “Player 2” are no headings."""
    two = [(text_of(one), text_of(other)) for one, other in zip(cells, near, strict=False)]
    named = [(one, other) for one, other in two if one and counted(one)]
    return bool(named) and all(one != other and counted(one) == counted(other) for one, other in named)


def _score(cells: Sequence[Cell]) -> tuple[int, int, bool]:
    """How many headings a row holds, none where no name is among them; its filled cells; whether it says “name”."""
    texts = [text for cell in cells if (text := text_of(cell))]
    aside = aside_of(cells)
    kinds = {kind_of([cell]) for cell in cells}
    if kinds & {CellKind.EMAILS, CellKind.DATES, CellKind.LINKS} or (aside and aside.margin is Margin.TOTAL):
        return 0, len(texts), False
    heads = [read_heading(text) for text in texts]
    told = sum(head.known or head.names for head in heads) if _names(heads) else 0
    return told, len(texts), len(heads) == 1 and heads[0].known and heads[0].names and heads[0].rank != 30


def _names(heads: Sequence[ColumnHeading]) -> bool:
    """Whether there are names among the headings: both opponents’, or anybody’s."""
    sides = {head.side for head in heads if head.names}
    numbered = any(head.names and head.ordinal for head in heads)
    return (
        sides >= {1, 2}
        or bool(sides & {0, 3})
        or numbered
        or (1 in sides and any(head.use is Use.OPPONENT for head in heads))
    )


def _is_second(headings: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a row below the headings is more of them: what programmes write there, such as “Open-Ended Response”, or
    what explains a heading that stands over several columns, “First | Last” below “Player”.
    """
    filled = [(place, text) for place, text in enumerate(second) if text]
    if not filled:
        return False
    if plain(filled[0][1]) in _BELOW:
        return len(filled) > 1 or " " in filled[0][1]
    merged = any(place >= len(headings) or not headings[place] for place, _ in filled)
    return merged and all(read_heading(text).known and not counted(text) for _, text in filled)


def _groups_above(cells: Sequence[Cell], labels: Sequence[str]) -> list[str]:
    """The headings that stand merged over several of the `labels`; none where the row above is a title."""
    above = [text_of(cell) for cell in cells]
    said = [text for text in above if text]
    doubled = len({*map(plain, filter(None, labels))}) < sum(map(bool, labels))
    if len(said) < 2 or not doubled or not all(read_heading(text).known for text in said):
        return []
    return _carried(above)


def _carried(texts: Sequence[str]) -> list[str]:
    """Merged cells, each filled with what stands in the first of them."""
    carried: list[str] = []
    for text in texts:
        carried.append(text or (carried[-1] if carried else ""))
    return carried


def _joined(groups: Sequence[str], labels: Sequence[str], alone: Sequence[str] = ()) -> tuple[str, ...]:
    """Each label with the group that it stands under; `alone` are the headings to keep where a label says nothing."""
    width = max(len(groups), len(labels), len(alone))
    padded = [[*row, *[""] * (width - len(row))] for row in (groups, labels, alone)]
    return tuple(_join(*three) for three in zip(*padded, strict=True))


def _join(group: str, label: str, alone: str) -> str:
    if not label or plain(label) in _BELOW or (alone and not read_heading(label).use):
        return alone
    if not group or plain(group) == plain(label):
        return label
    both = read_heading(f"{group} {label}")
    own = read_heading(label)
    kept = (both.use is own.use and both.known) or both.rank > 60 or both.use is Use.OPPONENT
    return label if own.use and not kept else f"{group} {label}"


def is_aside(cells: Sequence[Cell], stem: str) -> bool:
    """Whether a row is nobody, and nobody could doubt it."""
    aside = aside_of(cells, stem)
    return aside is not None and aside.margin is not Margin.DOUBT


def texts_of(cells: Iterable[Cell], most: int) -> tuple[str, ...]:
    """The first few filled cells, as text."""
    return tuple(islice(filter(None, map(text_of, cells)), most))
