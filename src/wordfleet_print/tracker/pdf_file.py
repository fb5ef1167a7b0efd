"""A PDF file by pikepdf: pages on a template, bookmarks, page labels, what the file says of itself.

Sources: ISO 32000-1, 7.7.3 (page tree), 12.3.3 (outlines), 12.4.2 (page labels), 12.2 (viewer preferences).
"""

from __future__ import annotations

import io
import os
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream, String

from wordfleet_print import __version__
from wordfleet_print.games import Edition
from wordfleet_print.tracker.geometry import MM
from wordfleet_print.tracker.template import Template

# The date of every file, unless `SOURCE_DATE_EPOCH` gives one: the first second of 2000, UTC.
FIXED_DATE_SECONDS = 946684800
# Looked up once: pikepdf makes a name at each access, a tenth of a page's cost.
DEFLATED, PAGE, FIT = Name.FlateDecode, Name.Page, Name.Fit
# For pages' operators: a sheet of 2.5 kB hardly shrinks more at higher levels.
COMPRESSION_LEVEL = 4


class Bookmark(NamedTuple):
    """A bookmark to a page; its level is 0 at the top."""

    title: str
    level: int = 0


class PdfFile:
    """A PDF made from a template. Pages are added, then it is saved; the same pages give the same bytes."""

    def __init__(self, template: Template) -> None:
        self._pdf = pikepdf.open(io.BytesIO(template.pdf))
        self._tree = self._pdf.Root.Pages
        page = self._tree.Kids[0]
        # All pages inherit these. Pages go into the tree directly: `pdf.pages.append` takes ever longer.
        self._tree.MediaBox, self._tree.Resources = page.MediaBox, page.Resources
        self._size = tuple(float(side) / MM for side in page.MediaBox[2:])
        self._pages, self._labels = list[pikepdf.Object](), list[Any]()
        self._bookmarks = list[tuple[pikepdf.Object, int]]()

    def add_form(self, name: str, page: pikepdf.Page) -> None:
        """Add a page of another PDF as a form, such as the rules on backs."""
        self._tree.Resources.XObject[f"/{name}"] = self._pdf.copy_foreign(page.as_form_xobject())

    def add_page(
        self, operators: str, label: str, bookmarks: Iterable[Bookmark] = (), size: tuple[float, float] = (0, 0)
    ) -> None:
        """Add a page with these operators, a label, and bookmarks to it; `size` (mm) is the template's unless given."""
        pdf, content = self._pdf, zlib.compress(operators.encode("latin-1"), COMPRESSION_LEVEL)
        stream = Stream(pdf, content)
        stream.Filter = DEFLATED
        page = pdf.make_indirect(Dictionary({"/Type": PAGE, "/Parent": self._tree, "/Contents": stream}))
        if size[0] and max(abs(size[0] - self._size[0]), abs(size[1] - self._size[1])) > 0.001:
            page.MediaBox = Array([0, 0, *(round(side * MM, 4) for side in size)])
        self._labels += [len(self._pages), Dictionary({"/P": String(label)})]
        self._pages.append(page)
        for title, level in bookmarks:
            entry = Dictionary({"/Title": String(title), "/Dest": Array([page, FIT])})
            self._bookmarks.append((pdf.make_indirect(entry), level))

    def save(self, title: str, edition: Edition, paper: str, *, duplex: bool = False) -> bytes:
        """Return the whole file; `duplex` asks printers to print on both sides, so that pages turn like a book's."""
        pdf, root, written = self._pdf, self._pdf.Root, io.BytesIO()
        self._tree.Kids, self._tree.Count = Array(self._pages), len(self._pages)
        root.PageLabels = Dictionary(Nums=Array(self._labels))
        root.Outlines, root.PageMode, root.Lang = self._link(), Name.UseOutlines, String(edition.language)
        root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
        if duplex:
            edge = "Long" if self._size[0] < self._size[1] else "Short"
            root.ViewerPreferences.Duplex = Name(f"/DuplexFlip{edge}Edge")
        seconds = int(os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE_SECONDS))  # reproducible-builds.org
        date = datetime.fromtimestamp(seconds, UTC).strftime("D:%Y%m%d%H%M%S+00'00'")
        made_by = f"wordfleet-print {__version__}"
        texts = {"Title": title, "Author": edition.title, "Subject": f"{edition.edition} edition, {paper}"}
        texts |= {"Creator": made_by, "Producer": made_by, "CreationDate": date, "ModDate": date}
        pdf.trailer.Info = pdf.make_indirect(Dictionary({f"/{key}": String(text) for key, text in texts.items()}))
        del pdf.trailer.ID  # the template's: the file's own is made from its content
        pdf.save(
            written, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate, force_version="1.5"
        )
        pdf.close()
        return written.getvalue()

    def _link(self) -> pikepdf.Object:
        """Link bookmarks to their parents and neighbors; return the root. All are closed: readers show the top alone.

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
            # A negative count says that the entry is closed (ISO 32000-1, table 153); the root's own is positive.
            parent.Count = int(parent.get(Name.Count, 0)) + (-1 if level else 1)
            path[level + 1 :] = [entry]
        return path[0]
