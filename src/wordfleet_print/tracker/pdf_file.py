"""A PDF file: a template by reportlab, and by pikepdf pages on it, bookmarks, page labels, what it
says of itself.

The template has what pages share, drawn once as form XObjects, and the fonts of all the rest, which
text operators set in its character codes. Sources: ISO 32000-1, 7.7.3 (page tree), 9.4 (text),
12.3.3 (outlines), 12.4.2 (page labels), 12.2 (viewer preferences).
"""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import groupby, pairwise
from threading import Lock
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from wordfleet_print import __version__
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import Fit
from wordfleet_print.paper import MM
from wordfleet_print.tracker import pen
from wordfleet_print.tracker.fonts import (
    Face,
    find_font,
    font,
    get_fallback_digest,
    refuse_missing,
    text_advance,
)

# The date of every file, unless `SOURCE_DATE_EPOCH` gives one: the first second of 2000, UTC.
FIXED_DATE_SECONDS = 946684800
# Looked up once: pikepdf makes a name at each access, a tenth of a page's cost.
DEFLATED, PAGE, FIT = Name.FlateDecode, Name.Page, Name.Fit
# For pages' operators: a sheet of 2.5 kB hardly shrinks more at higher levels.
COMPRESSION_LEVEL = 4
CACHED_TEMPLATES = 64
CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -–…·")
SMALL = frozenset("abcdefghijklmnopqrstuvwxyz.,’'()")
# Letters that are embedded together where one of them is needed: most files then share one of a few
# templates.
WESTERN = frozenset(
    char for char in map(chr, range(0xC0, 0x180)) if char.encode("cp1252", "ignore")
)
# What a literal string escapes (ISO 32000-1, 7.3.4.2): a bare carriage return would be read as a
# line feed.
ESCAPES = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r"})
# Held while reportlab draws: it reads a font's file through one position for all threads.
_REPORTLAB = Lock()


class Glyphs(NamedTuple):
    """The characters of a face in a template: the resource name of each one's font, and its code as
    it is written in a literal string, by code point as `str.translate` takes it.
    """

    fonts: dict[str, str]
    codes: dict[int, str]


@dataclass(frozen=True, eq=False)
class Template:
    """A PDF whose one page has all forms and fonts in its resources; the forms' names, and glyphs
    by face.
    """

    pdf: bytes
    forms: Mapping[pen.Art, str]
    glyphs: Mapping[Face, Glyphs]


def collect_characters(items: Iterable[pen.Item]) -> dict[Face, set[str]]:
    """Return the characters that items need of each face."""
    found: dict[Face, set[str]] = {}
    for item in items:
        if isinstance(item, pen.Run | pen.CellText):
            found.setdefault(item.face, set()).update(item.text)
    return found


def make_template(arts: Sequence[pen.Art], characters: Mapping[Face, Iterable[str]]) -> Template:
    """Return a template of this art whose fonts hold these characters, with the fallback font in
    use.

    Raises `BadInputError` for characters that no font has.
    """
    fonts = []
    # In the order of `Face`, and sorted: the same characters give the same bytes, whatever order
    # the sheets came in.
    for face in (face for face in Face if face in characters):
        wanted = frozenset(characters[face])
        refuse_missing("".join(sorted(wanted)), face)
        groups = (group for group in (CAPITALS, SMALL, WESTERN) if not group.isdisjoint(wanted))
        fonts.append((face, "".join(sorted(wanted.union(*groups)))))
    return _make_template(tuple(arts), tuple(fonts), get_fallback_digest())


def draw_to_measure(art: pen.Art) -> list[Fit]:
    """Return which wordings are chosen when something is drawn; the drawing is thrown away."""
    options: dict[str, Any] = {"initialFontName": font(Face.MEDIUM).fontName}
    with _REPORTLAB:
        canvas = Canvas(io.BytesIO(), pagesize=(art.width * MM, art.height * MM), **options)
        measuring = pen.Pen(canvas, art.height, is_lenient=True)
        art.draw(measuring)
    return measuring.fits


@lru_cache(maxsize=CACHED_TEMPLATES)
def _make_template(
    arts: tuple[pen.Art, ...], fonts: tuple[tuple[Face, str], ...], _fallback: str
) -> Template:
    # The first font is one of ours: Helvetica would not be embedded. The type stubs know only its
    # default.
    options: dict[str, Any] = {"initialFontName": font(Face.MEDIUM).fontName}
    drawn, packed = io.BytesIO(), io.BytesIO()
    with _REPORTLAB:
        size = arts[0].width * MM, arts[0].height * MM
        canvas = Canvas(drawn, pagesize=size, pageCompression=1, invariant=1, **options)
        # Each form is drawn once, however many pages show it: a page is then a kilobyte, not fifty.
        for number, art in enumerate(arts):
            canvas.beginForm(f"{number}", 0, 0, art.width * MM, art.height * MM)
            art.draw(pen.Pen(canvas, art.height))
            canvas.endForm()
        # The one page shows every form, so that reportlab lists all of them in its resources; pages
        # inherit these.
        for number in range(len(arts)):
            canvas.doForm(f"{number}")
        # Characters get codes in the canvas's fonts, by reportlab's protocol for dynamic fonts
        # (`pdfbase.ttfonts`).
        document = vars(canvas)["_doc"]  # private, but an argument of the protocol
        glyphs = {face: Glyphs({}, {}) for face, _ in fonts}
        for face, characters in fonts:
            for char in characters:
                if own := find_font(char, face):
                    ((subset, code),) = own.splitString(char, document)
                    glyphs[face].fonts[char] = own.getSubsetInternalName(subset, document)[1:]
                    glyphs[face].codes[ord(char)] = code.decode("latin-1").translate(ESCAPES)
        canvas.showPage()
        canvas.save()
    with pikepdf.open(
        drawn
    ) as pdf:  # to pack streams once and not for each file: reportlab writes them as ASCII
        pdf.save(packed, static_id=True)
    return Template(
        packed.getvalue(), {art: f"FormXob.{number}" for number, art in enumerate(arts)}, glyphs
    )


# Values of each field that are kept rendered, and sizes of frames.
CACHED_VALUES = 8192
CACHED_FRAMES = 256


def render_items(items: Iterable[pen.Item], template: Template, height: float) -> str:
    """Return operators that set items on a page `height` mm tall, inside a text object (BT …
    ET).
    """
    parts: list[str] = []
    last: pen.Run | None = None
    for item in items:
        if isinstance(item, pen.Run):
            fonts, runs = template.glyphs[item.face].fonts, pen.split_run(item)
            # PDFium ends the line between two fonts on a page that is almost empty, unless a span
            # holds the text.
            whole = len(runs) == 1 and len({*map(fonts.__getitem__, item.text)}) == 1
            operators = []
            for run in runs:
                operators.append(_render_run(run, last, template, height, whole=whole))
                last = run
            parts += operators if whole else [_begin_span(item.text), *operators, "EMC"]
            continue
        last = None
        if isinstance(item, pen.Frame):
            # A path cannot be drawn inside a text object (ISO 32000-1, figure 9).
            parts.append(f"ET {_render_frame(item, height)} BT")
        else:
            before, x, after = _render_cells(item.text, item.face, item.size, item.pitch, template)
            parts.append(
                f"{before} 1 0 0 1 {item.x * MM - x:.3f} {(height - item.y) * MM:.3f} Tm{after}"
            )
    return " ".join(parts)


@lru_cache(maxsize=CACHED_FRAMES)
def _trace_frame(width: float, height: float, radius: float) -> str:
    """Return the path of a frame, in points. reportlab is slow, but few sizes are met."""
    path = PDFPathObject()
    if radius:
        path.roundRect(0, 0, width * MM, height * MM, radius * MM)
    else:
        path.rect(0, 0, width * MM, height * MM)
    return str(path.getCode())


def _render_frame(frame: pen.Frame, page_height: float) -> str:
    """Return a frame that a sheet adds as operators, on a page `page_height` mm tall."""
    rect = frame.rect
    path = _trace_frame(round(rect.w, 3), round(rect.h, 3), frame.radius)
    left = rect.x * MM
    bottom = (page_height - rect.bottom) * MM
    return f"q 1 0 0 1 {left:.3f} {bottom:.3f} cm {frame.width:g} w {path} S Q"


def _begin_span(text: str) -> str:
    """Return the start of a span that gives readers the whole text of what is set in parts (ISO
    32000-1, 14.9.4).
    """
    plain = text.isascii() and text.isalnum()
    string = f"({text})" if plain else f"<FEFF{text.encode('utf-16-be').hex()}>"
    return f"/Span<</ActualText{string}>>BDC"


def _render_run(
    run: pen.Run, last: pen.Run | None, template: Template, height: float, *, whole: bool
) -> str:
    x, y, text, face, size = run
    fonts, codes = template.glyphs[face]
    if last:  # a relative move is shorter than a place, and most operators are moves
        start = f"{(x - last.x) * MM:.3f} {(last.y - y) * MM:.3f} Td"
    else:
        start = f"1 0 0 1 {x * MM:.3f} {(height - y) * MM:.3f} Tm"
    if whole:
        return f"{start}/{fonts[text[0]]} {size:g} Tf({text.translate(codes)})Tj"
    parts = [(font, "".join(part)) for font, part in groupby(text, key=fonts.__getitem__)]
    return start + "".join(
        [f"/{font} {size:g} Tf({part.translate(codes)})Tj" for font, part in parts]
    )


@lru_cache(maxsize=CACHED_VALUES)
def _render_cells(
    text: str, face: Face, size: float, pitch: float, template: Template
) -> tuple[str, float, str]:
    """Return the operators before and after a text's place in cells, and how far left it begins
    (pt).

    It is one TJ: character spacing (Tc) fills a cell around a character of usual width, and others
    are moved by half their difference. Readers that look at gaps take “0 2 7” for three words if TJ
    makes them, but not if Tc does.
    """
    (fonts, codes), usual = template.glyphs[face], text_advance("N", face)
    widths, font, shown = (
        [text_advance(char, face) for char in text],
        fonts[text[0]],
        codes[ord(text[0])],
    )
    # Cells of 20 pt and an N of 9 pt at this size: Tc adds 11 pt after each character. An I of 4 pt
    # needs 2.5 pt more on both sides; TJ moves by thousandths of the size, and the half of each
    # neighbor's difference adds up.
    start = f"{_begin_span(text)}/{font} {size:g} Tf {pitch * MM - usual * size / 1000:.5g} Tc"
    for char, (before, width) in zip(text[1:], pairwise(widths), strict=True):
        wider = (before + width) / 2 - usual
        if fonts[char] != font:
            font = fonts[char]
            shown += f")]TJ/{font} {size:g} Tf[{wider:g}({codes[ord(char)]}"
        else:
            shown += f"){wider:g}({codes[ord(char)]}" if wider else codes[ord(char)]
    return start, widths[0] * size / 2000, f"[({shown})]TJ 0 Tc EMC"


class Bookmark(NamedTuple):
    """A bookmark to a page; its level is 0 at the top."""

    title: str
    level: int = 0


class PdfFile:
    """A PDF made from a template. Pages are added, then it is saved; the same pages give the same
    bytes.
    """

    def __init__(self, template: Template) -> None:
        self._pdf = pikepdf.open(io.BytesIO(template.pdf))
        self._tree = self._pdf.Root.Pages
        page = self._tree.Kids[0]
        # All pages inherit these. Pages go into the tree directly: `pdf.pages.append` takes ever
        # longer.
        self._tree.MediaBox, self._tree.Resources = page.MediaBox, page.Resources
        self._size = tuple(float(side) / MM for side in list(page.MediaBox)[2:])
        self._pages, self._labels = list[pikepdf.Object](), list[Any]()
        self._bookmarks = list[tuple[pikepdf.Object, int]]()

    def add_form(self, name: str, page: pikepdf.Page) -> None:
        """Add a page of another PDF as a form, such as the rules on backs."""
        self._tree.Resources.XObject[f"/{name}"] = self._pdf.copy_foreign(page.as_form_xobject())

    def add_page(
        self,
        operators: str,
        label: str,
        bookmarks: Iterable[Bookmark] = (),
        size: tuple[float, float] = (0, 0),
    ) -> None:
        """Add a page with these operators, a label, and bookmarks to it; `size` (mm) is the
        template's unless given.
        """
        pdf, content = self._pdf, zlib.compress(operators.encode("latin-1"), COMPRESSION_LEVEL)
        stream = Stream(pdf, content)
        stream.Filter = DEFLATED
        page = pdf.make_indirect(
            Dictionary({"/Type": PAGE, "/Parent": self._tree, "/Contents": stream})
        )
        if size[0] and max(abs(size[0] - self._size[0]), abs(size[1] - self._size[1])) > 0.001:
            page.MediaBox = Array([0, 0, *(round(side * MM, 4) for side in size)])
        self._labels += [len(self._pages), Dictionary({"/P": String(label)})]
        self._pages.append(page)
        for title, level in bookmarks:
            entry = Dictionary({"/Title": String(title), "/Dest": Array([page, FIT])})
            self._bookmarks.append((pdf.make_indirect(entry), level))

    def save(self, title: str, edition: Edition, paper: str, *, duplex: bool = False) -> bytes:
        """Return the whole file; `duplex` asks printers to print on both sides, flipped on the long
        edge.
        """
        pdf, root, written = self._pdf, self._pdf.Root, io.BytesIO()
        self._tree.Kids, self._tree.Count = Array(self._pages), len(self._pages)
        root.PageLabels = Dictionary(Nums=Array(self._labels))
        root.Outlines, root.PageMode, root.Lang = (
            self._link(),
            Name.UseOutlines,
            String(edition.language),
        )
        root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
        if duplex:
            root.ViewerPreferences.Duplex = Name.DuplexFlipLongEdge
        seconds = int(
            os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE_SECONDS)
        )  # reproducible-builds.org
        date = datetime.fromtimestamp(seconds, UTC).strftime("D:%Y%m%d%H%M%S+00'00'")
        made_by = f"wordfleet-print {__version__}"
        texts = {
            "Title": title,
            "Author": edition.title,
            "Subject": edition.say("pdf.subject", edition=edition.edition, paper=paper),
        }
        texts |= {"Creator": made_by, "Producer": made_by, "CreationDate": date, "ModDate": date}
        pdf.trailer.Info = pdf.make_indirect(
            Dictionary({f"/{key}": String(text) for key, text in texts.items()})
        )
        del pdf.trailer.ID  # the template's: the file's own is made from its content
        pdf.save(
            written,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            force_version="1.5",
        )
        pdf.close()
        return written.getvalue()

    def _link(self) -> pikepdf.Object:
        """Link bookmarks to their parents and neighbors; return the root. All are closed: readers
        show the top alone.

        `path` holds the root and the last entry of each level.
        """
        path: list[pikepdf.Object] = [self._pdf.make_indirect(Dictionary(Type=Name.Outlines))]
        for entry, level in self._bookmarks:
            entry.Parent = parent = path[level]
            if len(path) > level + 1:
                entry.Prev, path[level + 1].Next = path[level + 1], entry
            else:
                parent.First = entry
            parent.Last = entry
            # A negative count says that the entry is closed (ISO 32000-1, table 153); the root's
            # own is positive.
            parent.Count = int(parent.get(Name.Count, 0)) + (-1 if level else 1)
            path[level + 1 :] = [entry]
        return path[0]
