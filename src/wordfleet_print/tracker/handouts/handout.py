"""Handouts around an event's sheets: answer key, name index, table cards, score slips; each made
into a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, pairwise
from math import sqrt
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple

from wordfleet_print.errors import BadInputError
from wordfleet_print.games import Edition
from wordfleet_print.sheet.captains import plain
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker import fonts
from wordfleet_print.tracker.fits import choose_wording
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.geometry import Paper, Rect
from wordfleet_print.tracker.layout import MARGIN_MM
from wordfleet_print.tracker.names import spell_name
from wordfleet_print.tracker.panels.panel import Heading
from wordfleet_print.tracker.pdf_file import (
    Bookmark,
    PdfFile,
    collect_characters,
    make_template,
    render_items,
)
from wordfleet_print.tracker.pen import (
    Art,
    Frame,
    Item,
    Pen,
    Run,
    set_centered,
    set_fitting,
    set_in,
    set_right,
    set_title,
)
from wordfleet_print.tracker.style import STANDARD, THIN_PT, Style

# The height of a page's head, and the width of a line for a round or a page.
HEAD_MM, NUMBER_MM = 11.0, 14.0
# Dashes at both ends of a line to cut along, at least together.
LEAST_DASHES_MM = 30.0
# Before the boxes for turns on a slip.
TURNS_MM = 12.0
# How thick a chart's scale is.
SCALE_MM = 0.8


@dataclass(frozen=True)
class Handout:
    """A kind of page that shows many items: it draws what is the same on every page, and places the
    items of one.
    """

    label: ClassVar[str]
    """What such a file is called."""

    edition: Edition
    paper: Paper
    title: str
    """The event's."""
    eco: bool = False

    @property
    def places(self) -> Sequence[Any]:
        """Return the place of each item that a page can hold."""
        raise NotImplementedError

    @property
    def per_page(self) -> int:
        """The most items of one page."""
        return len(self.places)

    @cached_property
    def style(self) -> Style:
        """Sizes of type, and lines."""
        return self.plain_style.save_ink() if self.eco else self.plain_style

    @cached_property
    def plain_style(self) -> Style:
        """The style with usual ink, for lines to cut along."""
        return replace(STANDARD, language=self.edition.language)

    @cached_property
    def room(self) -> Rect:
        """The page inside its margins."""
        return self.paper.rect.inset(MARGIN_MM)

    def draw(self, pen: Pen) -> None:
        """Draw what is the same on all pages."""

    def say(self, label: str, **facts: object) -> str:
        """Return a label in the edition's language."""
        return self.edition.say(label, **facts)

    def fit_label(self, pen: Pen, key: str, room: float, *, required: bool = True) -> str:
        """Return the fullest wording of a label that has room (mm) in small capitals.

        Raises `BadInputError` if a required one does not fit; another is left out.
        """
        wordings = self.edition.list_wordings(key)
        measure = self.style.measure_label
        return pen.note_fit(choose_wording(key, wordings, room, measure, required=required))

    def draw_cut(self, pen: Pen, place: Rect) -> None:
        """Draw a line to cut along."""
        text = self.fit_label(pen, "paper.cut", place.w - LEAST_DASHES_MM)
        pen.draw_dashed_line(place, text, self.plain_style)

    def place(self, items: Any, page: int) -> Iterable[Item]:  # noqa: ANN401 - each kind has items of its own
        """Place at most `per_page` items on the page of this number, from 1."""
        raise NotImplementedError


def print_handout(name: str, parts: Iterable[tuple[str, Handout, Sequence[Any]]]) -> bytes:
    """Return a PDF of parts, called `name` beside the event's title: each a bookmark, a handout and
    its items.

    Pages are numbered from 1. Equal handouts share their art, in other files too.
    """
    pages = list[tuple[Handout, list[Item], list[Bookmark]]]()
    for heading, handout, items in parts:
        for start in range(0, len(items), handout.per_page):
            own = [*handout.place(items[start : start + handout.per_page], len(pages) + 1)]
            pages.append((handout, own, [] if start or not heading else [Bookmark(heading)]))
    arts = {
        handout: Art(handout.paper.width, handout.paper.height, handout.draw)
        for handout, _, _ in pages
    }
    template = make_template(
        [*arts.values()], collect_characters(item for _, items, _ in pages for item in items)
    )
    file = PdfFile(template)
    for number, (handout, items, bookmarks) in enumerate(pages, start=1):
        operators = render_items(items, template, handout.paper.height)
        file.add_page(
            f"/{template.forms[arts[handout]]} Do BT {operators} ET", str(number), bookmarks
        )
    first = pages[0][0]
    return file.save(f"{first.title} – {name}", first.edition, first.paper.title)


# --- what handouts are made of --------------------------------------------------------------------


def set_on_line(line: Rect, text: str, face: Face = Face.SEMIBOLD, size: float = 12.5) -> list[Run]:
    """Set a text on a line to write on, clear of it with its descenders; nothing for no text."""
    return (
        [set_fitting(line.x, line.bottom - 0.4 - 0.1 * size, text, face, size, line.w, 8.0)]
        if text
        else []
    )


def draw_dotted(pen: Pen, x: float, right: float, y: float) -> None:
    """Draw a dotted divider."""
    with pen.dashes(0.35, 0.7):
        pen.line(x, y, right, y, THIN_PT)


def draw_scale(pen: Pen, place: Rect, bars: int) -> None:
    """Draw a chart's scale along the longer side of a place: bars, dark and light by turns."""
    pen.fill(*(place.columns(bars) if place.w > place.h else place.rows(bars))[::2])
    pen.frame(place, THIN_PT)


def fit_title(pen: Pen, rect: Rect, title: str, style: Style) -> float:
    """Draw a title in heavy stencil, as large as there is room; return where it ends (mm)."""
    run = set_title(rect.x, style.capitalize(title), 0.88 * rect.h, 0.95 * rect.w)
    return pen.draw_title(run._replace(y=rect.bottom - rect.h * 0.06), style)


def split_head(form: Handout, share: float, count: int) -> list[Rect]:
    """Return the lines of a page's head, right of a title on this share of its width: the event,
    then numbers.
    """
    lines = form.room.top(HEAD_MM).after(form.room.w * share + 4)
    event = lines.left(lines.w - count * (NUMBER_MM + 4))
    return [
        event,
        *(
            Rect(event.right + 4 + at * (NUMBER_MM + 4), lines.y, NUMBER_MM, HEAD_MM)
            for at in range(count)
        ),
    ]


def draw_head(
    pen: Pen, form: Handout, title: str, beside: str, lines: Sequence[Rect], keys: Sequence[str]
) -> None:
    """Draw a page's head: its title, stencilled words beside it, the lines with the labels of these
    keys, the event's title.
    """
    style = form.style
    words = style.capitalize(beside).split()
    face = fonts.heading_face(style.capitalize(beside), Face.STENCIL)
    wide = (
        lines[0].x
        - form.room.x
        - 8
        - max(fonts.text_width(word, face, style.heading) for word in words)
    )
    place = form.room.top(HEAD_MM).left(wide)
    end, y = fit_title(pen, place, title, style) + 4, place.bottom - HEAD_MM * 0.06
    for above, word in enumerate(reversed(words)):
        pen.text(
            Run(
                end,
                y - above * 1.55 * fonts.cap_height(face, style.heading),
                word,
                face,
                style.heading,
            )
        )
    for line, key in zip(lines, ("paper.event", *keys), strict=True):
        pen.draw_writing_line(line, form.fit_label(pen, key, line.w), style)
    pen.text(*set_on_line(lines[0], form.title))


# --- the answer key -------------------------------------------------------------------------------

# Columns, and what is between them.
TABLE_MM, RATING_MM, GAP_MM = 14.0, 13.0, 3.6
SHEET_CODE_PT = 10.5


@dataclass(frozen=True)
class AnswerKey(Handout):
    """A row for each sheet of a round; sheets of one table share a box with its number."""

    label: ClassVar[str] = "pdf.answer_key"

    round: str = ""

    @cached_property
    def places(self) -> list[Rect]:
        """Return 16 rows."""
        return self.room.below(HEAD_MM + 3 + self.style.heading_height + 10.4).rows(16)

    @cached_property
    def _head(self) -> list[Rect]:
        return split_head(self, 0.55, 2 if self.round else 1)

    @cached_property
    def _columns(self) -> tuple[float, float, float, float, float, float]:
        """Return the size of words and codes (pt): a sheet code fits under the captain's name; the
        size of the manifest, at which even the widest fleet of different letters fits; and where
        columns start: the captain's, words, codes, the rating (mm).
        """
        edition, body = self.edition, self.places[0]
        captain, rating = body.x + TABLE_MM + 2.6, body.right - RATING_MM
        codes = edition.launch_codes.count * (edition.launch_codes.digits + 1) - 1
        words = sum(ship.letters + 1 for ship in edition.fleet) - 1
        room = (
            rating
            - 3 * GAP_MM
            - captain
            - fonts.text_width(str(SheetCode(0, 0)), Face.MONO, SHEET_CODE_PT)
        )
        char = fonts.text_width("0", Face.MONO, 1)
        size = min(12.0, int(4 * room / (codes + words) / char) / 4)
        if size < 7:
            why = (
                f"The answer key has no room for {codes + words} characters of words and codes "
                f"on {self.paper.title}."
            )
            raise BadInputError(
                why, tip="Fewer ships or launch codes leave it more room.", field="paper"
            )
        codes_x = rating - GAP_MM - codes * char * size
        words_x = codes_x - GAP_MM - words * char * size
        wide = sorted(
            (fonts.text_width(f"{letter}1 ", Face.SEMIBOLD, 1) for letter in edition.letters),
            reverse=True,
        )
        fitting = int(4 * (rating - 1 - words_x) / sum(wide[: edition.fleet_letters])) / 4
        return size, max(7.5, min(10.5, fitting)), captain, words_x, codes_x, rating

    def draw(self, pen: Pen) -> None:
        """Draw head, warning, the columns' headings, and a dotted line under each row."""
        room, style, body, low = self.room, self.style, self.places[0], self.places[0].y - 1.4
        _, _, captain, words, codes, rating = self._columns
        keys = ("paper.round", "paper.page")[-len(self._head) + 1 :]
        draw_head(pen, self, self.edition.title, self.say("key.title"), self._head, keys)
        pen.text(*set_on_line(self._head[1], self.round))
        strip = room.below(HEAD_MM + 3).top(style.heading_height)
        notes = self.edition.list_wordings("key.note")
        Heading(strip, style.capitalize(self.say("key.warning")), style, secret=True).draw(
            pen, notes
        )
        panels = self.edition.tracker.panels
        code = self.fit_label(pen, "key.sheet_code", words - captain)
        table = self.fit_label(pen, "paper.table", captain - body.x)
        difficulty = self.fit_label(pen, "key.rating", RATING_MM)
        own = self.fit_label(pen, "key.words", codes - words)
        names = (captain, code, self.edition.players.one)
        columns = ((body.x, table), names, (rating, difficulty))
        secrets = ((words, panels.manifest.title, own), (codes, "", panels.codes.title))
        for x, *texts in (*columns, *secrets):
            for line, text in enumerate(texts):
                pen.draw_label(x, low - 3 * line, text, style)
        pen.line(body.x, body.y, body.right, body.y, style.line)
        for row in self.places[1:]:
            draw_dotted(pen, captain, row.right, row.y)

    def place(self, items: Sequence[Sheet], page: int) -> Iterator[Item]:
        """Place a row for each sheet, and a box around each table's number."""
        yield from set_on_line(self._head[-1], str(page))
        rows = iter(self.places)
        for table, group in groupby(items, key=attrgetter("table")):
            placed = [(sheet, next(rows)) for sheet in group]
            for sheet, row in placed:
                yield from self._place_sheet(sheet, row, alone=len(placed) == 1)
            if table:
                top = placed[0][1].y + 1.2
                box = Rect(self.room.x, top, TABLE_MM, placed[-1][1].bottom - 1.2 - top)
                number, size = fonts.fit(table, Face.BOLD, TABLE_MM - 2, 22, 7)
                yield from (Frame(box, 1.2, self.style.line), set_in(box, number, Face.BOLD, size))

    def _place_sheet(self, sheet: Sheet, row: Rect, *, alone: bool) -> Iterator[Item]:
        size, manifest_size, captain, words, codes, rating = self._columns
        upper, lower, room = row.center_y - 1.1, row.center_y + 4.0, words - GAP_MM - captain
        if sheet.words is None:
            yield Run(words, upper, self.say("key.own_words"), Face.MEDIUM, 8.5)
        else:
            text = " ".join(sheet.words)
            yield Run(words, upper, text, fonts.heading_face(text, Face.MONO), size)
        yield Run(codes, upper, " ".join(sheet.launch_codes), Face.MONO, size)
        counts = " ".join(
            [f"{letter}{count}" for letter, count in (sheet.manifest or {}).items() if count]
        )
        yield Run(words, lower, counts, Face.SEMIBOLD, manifest_size)
        name = spell_name(sheet.captain, sheet.serial.partition(".")[0]) or self.say(
            "key.serial", serial=sheet.serial
        )
        yield set_fitting(captain, row.y + row.h * 0.33, name, Face.SEMIBOLD, 13, room, 8.5)
        yield Run(captain, row.y + row.h * 0.62, sheet.code, Face.MONO, SHEET_CODE_PT)
        # An opponent is named where no row of the same table does.
        fleet = sheet.fleet_name
        if alone and sheet.opponent:
            fleet = self.say("key.against", name=spell_name(sheet.opponent))
        about = f"{sheet.serial}  {fleet}" if sheet.captain else fleet
        yield set_fitting(captain, row.y + row.h * 0.87, about, Face.MEDIUM, 8.5, room, 7.5)
        if sheet.rating is not None:
            yield Run(rating, upper, str(sheet.rating), Face.BOLD, 13)
            label = self.say(f"key.{sheet.rating_label}")
            yield set_fitting(rating, lower, label, Face.MEDIUM, 8.5, RATING_MM, 7.0)


# --- the name index -------------------------------------------------------------------------------


class IndexLine(NamedTuple):
    """A name as it is filed, the club that tells namesakes apart (or ""), and the table in each
    round.
    """

    name: str
    club: str
    places: tuple[str, ...]


# A row of the index; its columns: the initial in the margin, a name at least, a table at most.
ROW_MM, INITIAL_MM, NAME_MM, PLACE_MM = 10.4, 8.0, 45.0, 12.5


@dataclass(frozen=True)
class NameIndex(Handout):
    """The table of everybody in each of some rounds: in two columns while there are few rounds,
    else in one.
    """

    label: ClassVar[str] = "pdf.name_index"

    rounds: tuple[int, ...] = (1,)
    columns: int = 2
    """One where all names fit into the first column."""

    @cached_property
    def _bodies(self) -> list[Rect]:
        body = self.room.below(HEAD_MM + 2 + SCALE_MM + 3)
        two = body.columns(2, 7)
        # A4: a column is 91.2 mm. Three rounds need 8 + 45 + 3 × 12.5 = 90.5; with a fourth there
        # is one column.
        wide = INITIAL_MM + NAME_MM + len(self.rounds) * PLACE_MM
        return two[: self.columns] if wide <= two[0].w else [body]

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows, column by column."""
        top = self.style.heading_height + (6.2 if len(self.rounds) > 1 else 1)
        bodies = [body.below(top) for body in self._bodies]
        return [row for body in bodies for row in body.rows(int(body.h / ROW_MM))]

    def _split(self, row: Rect) -> tuple[Rect, list[Rect]]:
        """Return the room for the name in a row, and for the table in each round."""
        count = len(self.rounds)
        wide = min(PLACE_MM if count > 1 else 20.0, (row.w - INITIAL_MM - NAME_MM) / count)
        name = row.after(INITIAL_MM)
        return name.left(name.w - count * wide - 1), name.after(name.w - count * wide).columns(
            count
        )

    def draw(self, pen: Pen) -> None:
        """Draw the head, the headings of the columns with their rounds, and a dotted line under
        each name.
        """
        room, style, rounds = self.room, self.style, self.rounds
        head = split_head(self, 0.62, 1)
        draw_head(pen, self, self.say("index.title"), self.edition.title, head, ["paper.page"])
        draw_scale(pen, Rect(room.x, room.y + HEAD_MM + 2, room.w, SCALE_MM), 20)
        several = len(rounds) > 1
        label = "index.table" if rounds == (1,) else "index.tables" if several else "index.table_in"
        notes = self.edition.list_wordings(label, round=rounds[0])
        for body in self._bodies:
            Heading(
                body.top(style.heading_height), style.capitalize(self.edition.players.many), style
            ).draw(pen, notes)
            for number, place in zip(rounds if several else (), self._split(body)[1], strict=False):
                y = body.y + style.heading_height + 4.6
                pen.text(set_right(place.right, y, str(number), Face.SEMIBOLD, style.axis))
        for row, below in pairwise(self.places):
            if row.x == below.x:
                draw_dotted(pen, row.x + INITIAL_MM, row.right, row.bottom)

    def place(self, items: Sequence[IndexLine], page: int) -> Iterator[Item]:
        """Place names and tables; each new initial goes in the margin, as in a directory."""
        yield from set_on_line(split_head(self, 0.62, 1)[1], str(page))
        before = ("", 0.0)
        for line, row in zip(items, self.places, strict=False):
            initial, middle, (room, places) = (
                plain(line.name)[:1].upper()[:1],
                row.center_y,
                self._split(row),
            )
            if (initial, row.x) != before:
                # Only letters that are in the name, or plain ones: a font has these.
                shown = (
                    initial
                    if initial.isascii()
                    else next((char for char in line.name if char.isalnum()), "")
                )
                yield Run(row.x, middle + fonts.cap_height(Face.BOLD, 17) / 2, shown, Face.BOLD, 17)
                before = initial, row.x
            name = set_fitting(room.x, 0, line.name, Face.SEMIBOLD, 14, room.w, 9)
            tall = fonts.cap_height(Face.SEMIBOLD, name.size)
            yield name._replace(y=row.y + 2.1 + tall if line.club else middle + tall / 2)
            if line.club:
                yield set_fitting(
                    room.x, row.bottom - 1.5, line.club, Face.MEDIUM, 8.5, room.w, 7.5
                )
            for text, place in zip(line.places, places, strict=True):
                shown, size = fonts.fit(text, Face.BOLD, place.w - 2.4, 15, 9)
                yield set_right(
                    place.right,
                    middle + fonts.cap_height(Face.BOLD, size) / 2,
                    shown,
                    Face.BOLD,
                    size,
                )


# --- table cards ----------------------------------------------------------------------------------

# Rounds on one card; a table with more has another card.
MOST_LINES = 8


class TableCard(NamedTuple):
    """A table and who meets there: at most `MOST_LINES` lines of round, captain and opponent."""

    table: str
    lines: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class TableCards(Handout):
    """Two cards on a page, to cut apart and to fold: both faces say the same. `lines` is the most
    rounds of a card.
    """

    label: ClassVar[str] = "pdf.table_cards"

    lines: int = 1

    @cached_property
    def places(self) -> list[list[Rect]]:
        """Return the two faces of each card."""
        return [
            [face.inset(MARGIN_MM) for face in half.columns(2)] for half in self.paper.rect.rows(2)
        ]

    def _divide(self, face: Rect) -> tuple[Rect, list[list[Rect]]]:
        """Return the place of the number's chart, and those of round and names, round by round."""
        rest = face.below(17.2 + self.style.heading_height)
        chart = rest.top(min(max(rest.h - 7.2 - 12.0 * self.lines, 34.0), 62.0))
        height = min(12.0, (rest.h - chart.h - 7.2) / self.lines)
        rows = rest.below(chart.h + 7.2).top(height * self.lines).rows(self.lines)
        return chart, [[row.left(9), *row.after(11.4).columns(2, 2.4)] for row in rows]

    def draw(self, pen: Pen) -> None:
        """Draw both cards, the line to cut along between them, and the lines to fold along."""
        page, style, one = self.paper.rect, self.style, self.edition.players.one
        for half, faces in zip(page.rows(2), self.places, strict=True):
            with pen.dashes(0.35, 1.4):
                pen.line(
                    half.center_x,
                    half.y + MARGIN_MM,
                    half.center_x,
                    half.bottom - MARGIN_MM - 4,
                    1.0,
                )
            left, right = faces
            gutter = right.x - left.right - 1
            label = self.fit_label(pen, "card.fold", gutter, required=False)
            pen.draw_label(
                half.center_x - style.measure_label(label) / 2,
                half.bottom - MARGIN_MM,
                label,
                style,
            )
            for face in faces:
                chart, cells = self._divide(face)
                fit_title(pen, face.top(6.4).left(face.w - 17), self.edition.title, style)
                pen.text(*set_on_line(face.top(12.6), self.title, size=10.5))
                Heading(
                    face.below(15.6).top(style.heading_height), self.say("card.title"), style
                ).draw(pen)
                down = max(1, round(10 * chart.h / chart.w))
                draw_scale(pen, chart.top(SCALE_MM), 10)
                draw_scale(pen, chart.below(chart.h - SCALE_MM), 10)
                draw_scale(pen, chart.left(SCALE_MM), down)
                draw_scale(pen, chart.after(chart.w - SCALE_MM), down)
                number = self.fit_label(pen, "paper.round", cells[0][0].w + 2)
                for cell, text in zip(cells[0], (number, one, one), strict=True):
                    pen.draw_label(cell.x, cell.y - 1.2, text, style)
                for row in cells:
                    pen.line(face.x, row[0].bottom, face.right, row[0].bottom, THIN_PT)
        self.draw_cut(pen, page.inset(MARGIN_MM))

    def place(self, items: Sequence[TableCard], _page: int) -> Iterator[Item]:
        """Place each card's number, rounds and names on both of its faces."""
        # A number takes a share of the page, less where there are more rounds: ink is limited. On
        # an A4 card of one round a 7 has 145 pt, 35 mm; a 12 has 110 pt, for about the same ink.
        area = (
            (0.0166 - 0.0066 * (self.lines - 1) / (MOST_LINES - 1))
            * self.paper.width
            * self.paper.height
        )
        for card, faces in zip(items, self.places, strict=False):
            for face in faces:
                chart, cells = self._divide(face)
                tall, wide = (
                    fonts.cap_height(Face.STENCIL, 1),
                    fonts.text_width(card.table, Face.STENCIL, 1),
                )
                room = min(
                    min(40.0, chart.h - 9.6) / tall,
                    (chart.w - 9.6) / wide,
                    sqrt(area / (tall * wide)),
                )
                yield set_centered(
                    chart.center_x, chart.center_y, card.table, Face.STENCIL, int(room)
                )
                for row, texts in zip(cells, card.lines, strict=False):
                    for cell, text, kind in zip(
                        row, texts, (Face.BOLD, Face.MEDIUM, Face.MEDIUM), strict=True
                    ):
                        yield from set_on_line(cell, text, kind, min(14.0, cell.h * 1.7))


# --- score slips ----------------------------------------------------------------------------------


class ScoreSlip(NamedTuple):
    """One battle to report; what is empty is a line to write on."""

    round: str
    table: str
    captain: str
    opponent: str


@dataclass(frozen=True)
class ScoreSlips(Handout):
    """Six slips on a page, all of one size, to cut apart."""

    label: ClassVar[str] = "pdf.score_slips"

    @cached_property
    def places(self) -> list[tuple[Rect, list[Rect]]]:
        """Return each slip's place, and its lines to write on: round, table, both players',
        signatures.
        """
        found = []
        for rect in (rect for row in self.room.rows(3, 10) for rect in row.columns(2, 10)):
            numbers, foot = rect.below(10).top(8.8), rect.below(rect.h - 9.4)
            halves = rect.below(21).top(foot.y - rect.y - 21).rows(2)
            names = [half.top(8.6).left(rect.w - 20.4) for half in halves]
            found.append(
                (rect, [numbers.left(16), numbers.after(20).left(24), *names, *foot.columns(2, 4)])
            )
        return found

    def draw(self, pen: Pen) -> None:
        """Draw the slips, and the lines to cut along."""
        room, rows = self.room, self.room.rows(3, 10)
        for rect, lines in self.places:
            self._draw_slip(pen, rect, lines)
        for row in rows[1:]:
            self.draw_cut(pen, Rect(room.x, row.y - 10, room.w, 10))
        with pen.dashes(2.0, 1.2):
            for row in rows:
                pen.line(room.center_x, row.y, room.center_x, row.bottom, 1.0)

    def _draw_slip(self, pen: Pen, rect: Rect, lines: list[Rect]) -> None:
        """Draw head and lines; under each player a ring for each sunk ship, its picture and
        name.
        """
        style, brand, one = self.style, rect.top(6.2), self.edition.players.one
        tall = fonts.cap_height(Face.SEMIBOLD, style.label)
        fit_title(pen, brand.left(rect.w * 0.6), self.edition.title, style)
        slip = self.say("slip.title")
        face = fonts.heading_face(slip, Face.STENCIL)
        pen.text(set_right(rect.right, brand.y + fonts.cap_height(face, 11.5), slip, face, 11.5))
        event, size = fonts.fit(self.title, Face.MEDIUM, rect.w * 0.4, style.label, style.label)
        pen.text(set_right(rect.right, brand.bottom - 0.3, event, Face.MEDIUM, size))
        draw_scale(pen, Rect(rect.x, brand.bottom + 1.2, rect.w, SCALE_MM), 10)
        number, table, *names, first, second = lines
        for line, key in ((number, "paper.round"), (table, "paper.table")):
            pen.draw_writing_line(line, self.fit_label(pen, key, line.w), style)
        for line in names:
            pen.draw_writing_line(line, one, style)
        for line in (first, second):
            pen.draw_writing_line(line, self.fit_label(pen, "slip.signature", line.w), style)
        turns = Rect(rect.right - 13.6, lines[0].bottom - 7.6, 13.6, 7.6)
        before = turns.x - TURNS_MM
        word = self.fit_label(pen, "slip.turns", TURNS_MM)
        pen.draw_label(before, turns.center_y - 0.6, word, style)
        word = self.fit_label(pen, "slip.played", TURNS_MM)
        pen.draw_label(before, turns.center_y + 0.6 + tall, word, style)
        pen.draw_boxes(turns.columns(2), style.line)
        word = self.say("slip.won")
        for line in lines[2:4]:
            won = Rect(rect.right - 6.4, line.bottom - 6.4, 6.4, 6.4)
            pen.frame(won, style.line)
            pen.text(
                set_right(
                    won.x - 1.6,
                    won.center_y + fonts.cap_height(Face.BOLD, 8.5) / 2,
                    word,
                    Face.BOLD,
                    8.5,
                )
            )
            fleet = Rect(rect.x, line.bottom + 2.2, rect.w, 10.4)
            sunk = self.fit_label(pen, "slip.sunk", fleet.w)
            pen.draw_label(fleet.x, fleet.y + tall, sunk, style)
            places = fleet.below(tall + 1.0).columns(len(self.edition.fleet))
            for ship, place in zip(self.edition.fleet, places, strict=True):
                pen.text(
                    set_fitting(
                        place.x,
                        place.bottom,
                        ship.ship,
                        Face.SEMIBOLD,
                        style.label,
                        place.w - 0.4,
                        7,
                    )
                )
                above = place.top(place.h - 2.6)
                pen.ring(place.x + 1.9, above.center_y, 1.7, style.line)
                if ship.silhouette:
                    pen.draw_silhouette(
                        ship.silhouette, Rect(place.x + 4.6, above.y, 9.5, above.h), style
                    )
            draw_dotted(pen, rect.x, rect.right, line.bottom + 14.4)

    def place(self, items: Sequence[ScoreSlip], _page: int) -> Iterator[Item]:
        """Place what is known of each battle."""
        for item, (_, lines) in zip(items, self.places, strict=False):
            for line, text in zip(lines, item, strict=False):
                numbers = line in lines[:2]
                yield from set_on_line(
                    line, text, *((Face.BOLD, 15) if numbers else (Face.SEMIBOLD, 12.5))
                )


# --- the standings --------------------------------------------------------------------------------


class StandingLine(NamedTuple):
    """A place in the standings: who has it, and the figures that decide it."""

    place: str
    name: str
    club: str
    points: str
    ships: str
    opponents: str


STANDING_ROW_MM = 8.4
RANK_MM = 14.0
FIGURE_MM = 27.0


@dataclass(frozen=True)
class Standings(Handout):
    """Who is where after the rounds so far, to hang up; a row for each player."""

    label: ClassVar[str] = "pdf.standings"

    after: str = ""
    """The round after which it is so."""
    has_ships: bool = True
    """Whether ships were noted at any table."""

    @cached_property
    def _body(self) -> Rect:
        return self.room.below(HEAD_MM + 2 + SCALE_MM + 3)

    @cached_property
    def places(self) -> list[Rect]:
        """Return the rows."""
        rows = self._body.below(self.style.heading_height + 1)
        return rows.rows(int(rows.h / STANDING_ROW_MM))

    def _split(self, row: Rect) -> tuple[Rect, Rect, list[Rect]]:
        """Return the room of the place, of the name, and of each figure."""
        count = 3 if self.has_ships else 2
        figures = row.after(row.w - count * FIGURE_MM)
        name = row.after(RANK_MM)
        return row.left(RANK_MM), name.left(name.w - count * FIGURE_MM), figures.columns(count)

    def draw(self, pen: Pen) -> None:
        """Draw the head, the headings of the columns, and a dotted line under each row."""
        room = self.room
        head = split_head(self, 0.62, 1)
        keys = ["paper.page"]
        draw_head(pen, self, self.say("standings.title"), self.edition.title, head, keys)
        draw_scale(pen, Rect(room.x, room.y + HEAD_MM + 2, room.w, SCALE_MM), 20)
        strip = self._body.top(self.style.heading_height)
        after = self.style.capitalize(self.say("standings.after", round=self.after))
        Heading(strip, after, self.style).draw(pen)
        labels = ["standings.points", "standings.opponents"]
        if self.has_ships:
            labels.insert(1, "standings.ships")
        y = strip.bottom - 0.3 * strip.h
        for label, place in zip(labels, self._split(strip)[2], strict=True):
            text, size = fonts.fit(self.say(label), Face.SEMIBOLD, FIGURE_MM - 3, 9, 6)
            run = set_right(place.right - 2, y, text, Face.SEMIBOLD, size)
            pen.text(run)
        for row in self.places:
            draw_dotted(pen, row.x, row.right, row.bottom)

    def place(self, items: Sequence[StandingLine], page: int) -> Iterator[Item]:
        """Place the rows of a page."""
        yield from set_on_line(split_head(self, 0.62, 1)[1], str(page))
        for line, row in zip(items, self.places, strict=False):
            rank, room, figures = self._split(row)
            base = row.bottom - 0.32 * row.h
            yield set_right(rank.right - 5, base, line.place, Face.BOLD, 13)
            share = 0.62 if line.club else 1.0
            yield set_fitting(room.x, base, line.name, Face.SEMIBOLD, 13, room.w * share - 2, 8)
            if line.club:
                beside = room.x + room.w * share
                wide = room.w * (1 - share) - 2
                yield set_fitting(beside, base, line.club, Face.MEDIUM, 9.5, wide, 7)
            texts = [line.points, line.ships, line.opponents]
            if not self.has_ships:
                texts = [line.points, line.opponents]
            for text, place in zip(texts, figures, strict=True):
                face = Face.BOLD if text is line.points else Face.MEDIUM
                yield set_right(place.right - 2, base, text, face, 12)
