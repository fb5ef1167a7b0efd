"""typst: one document as somebody writes it who knows typst, with what `lean_page` has on a page, in our fonts.

What recurs is the background of all pages; what differs is data, read by the document itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

import typst

from benchmarks.batch import EDITION
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fonts import FOLDER

DOCUMENT = """
#let (game, sheets) = json(bytes(sys.inputs.data))
#let strong = (weight: "bold")
#let say(x, y, said, size: 10pt, ..how) = place(dx: x * 1mm, dy: y * 1mm, text(size: size, ..how, said))
#let label(x, y, said) = say(x, y, upper(said), size: 7.5pt, ..strong)
#let cells(x, y, size, columns, said) = place(dx: x * 1mm, dy: y * 1mm, grid(
  columns: (size.at(0) * 1mm,) * columns, rows: size.at(1) * 1mm, stroke: 0.5pt, align: center + horizon, ..said))
#let boxed(x, y, size, word) = cells(x, y, size, word.len(), word.clusters().map(it => text(14pt, ..strong, it)))
#let battle-grid(y, title) = {
  label(15, y, title)
  cells(15, y + 9, (9.5, 9.5), game.columns.len(), (none,) * (game.columns.len() * game.rows))
  for (i, name) in game.columns.enumerate() { say(18.5 + 9.5 * i, y + 5, name, ..strong) }
  for i in range(game.rows) { for x in (10, 17 + 9.5 * game.columns.len()) { say(x, y + 12 + 9.5 * i, str(i + 1)) } }
}
#let letters(y, title, told) = {
  label(125, y, title)
  for (i, row) in game.alphabet.enumerate() {
    cells(125, y + 5 + 10 * i, (12, 10), row.len(), row.map(it => text(14pt, told(it))))
  }
}
#let art = {
  say(15, 14, upper(game.title), size: 26pt, ..strong)
  for (name, x, y) in game.fields { label(x, y, name) }
  battle-grid(40, "Attack grid")
  letters(40, "Letter recon", it => it)
  label(125, 104, "Enemy fleet")
  for (i, (ship, length)) in game.fleet.enumerate() {
    say(125, 110 + 7.4 * i, ship)
    cells(149, 109 + 7.4 * i, (6, 6), length, (none,) * length)
    say(183, 110 + 7.4 * i, "sunk", size: 8pt)
    place(dx: 191.5mm, dy: (109.5 + 7.4 * i) * 1mm, circle(radius: 2.5mm, stroke: 0.5pt))
  }
  place(dx: 10mm, dy: 148.5mm, line(length: 190mm, stroke: 0.5pt))
  battle-grid(182, "Defense grid")
  label(125, 244, "Your turn")
  for (i, step) in game.turn.enumerate() { say(125, 248 + 6.4 * i, [#{ i + 1 }. #step], size: 8pt) }
  label(125, 274, "Sheet code")
}
#set document(date: none)
#set text(font: "Fira Sans", stretch: 75%, weight: "medium", hyphenate: false, lang: "en")
#set page("a4", margin: 0mm, background: place(top + left, art))
#set par(leading: 0pt, spacing: 0pt)
#show heading: it => none
#for sheet in sheets {
  heading(outlined: false, bookmarked: true, sheet.names.first())
  for (said, (name, x, y)) in sheet.names.zip(game.fields) { say(x, y + 4, said, size: 12pt) }
  label(15, 153, "Launch codes")
  for (i, code) in sheet.codes.enumerate() { boxed(15 + 21 * i, 158, (6, 8), code) }
  label(125, 153, "My fleet")
  for (word, x, y) in sheet.words { boxed(x, y, (7, 8), word) }
  letters(182, "Letter manifest", it => it + " " + str(sheet.manifest.at(it, default: "–")))
  say(125, 278, sheet.code, size: 14pt, ..strong)
  pagebreak(weak: true)
}
"""
FIELDS = (
    ("Captain", 15, 30),
    ("Opponent", 68, 30),
    ("Fleet", 125, 16),
    ("Table", 125, 30),
    ("Round", 149, 30),
    ("Serial", 173, 30),
)


def data_driven(sheets: Sequence[Sheet]) -> bytes:
    """All pages in one compilation."""
    data = json.dumps({"game": _game(), "sheets": list(map(_data, sheets))})
    return bytes(
        typst.compile(DOCUMENT.encode(), sys_inputs={"data": data}, font_paths=[FOLDER], ignore_system_fonts=True)
    )


@cache
def _game() -> dict[str, object]:
    return {
        "title": EDITION.title,
        "columns": list(EDITION.grid.column_names),
        "rows": EDITION.grid.rows,
        "alphabet": [list(row) for row in EDITION.alphabet_rows],
        "fleet": [(ship.ship, ship.letters) for ship in EDITION.fleet],
        "turn": [f"{one.name}: {one.calls}" for one in EDITION.turn.actions],
        "fields": FIELDS,
    }


def _data(sheet: Sheet) -> dict[str, object]:
    """What stands on a sheet; words go on in the next line where one is full."""
    names = (sheet.captain, sheet.opponent, sheet.fleet_name, sheet.table, sheet.round, sheet.serial)
    words, left, top = [], 125, 158
    for word in sheet.words or ():
        if left + 7 * len(word) > 197:
            left, top = 125, top + 10
        words.append((word, left, top))
        left += 7 * len(word) + 3
    return {
        "names": names,
        "codes": sheet.launch_codes,
        "words": words,
        "manifest": sheet.manifest,
        "code": sheet.code,
    }
