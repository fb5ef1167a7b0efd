"""A PDF file made from a template by pikepdf: pages, bookmarks, page labels, information.

Sections of ISO 32000-1: 7.7.3 (page tree), 12.3.3 (outlines), 12.4.2 (page labels), 12.2 (viewer
preferences), 14.3.3 (information).
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
from wordfleet_print.paper import MM
from wordfleet_print.tracker.template import Template

# The date of every file, unless `SOURCE_DATE_EPOCH` (reproducible-builds.org) gives one: the first
# second of 2000, UTC.
FIXED_DATE_SECONDS = 946684800
# Looked up once: pikepdf makes a name at each access, a tenth of a page's cost.
DEFLATED = Name.FlateDecode
PAGE = Name.Page
FIT = Name.Fit
# For pages' operators: a sheet of 2.5 kB hardly shrinks more at higher levels.
COMPRESSION_LEVEL = 4
# Digits of a size after the point (pt).
SIZE_DECIMALS = 4
# Pages whose sizes differ by less are equal.
SIZE_TOLERANCE_MM = 0.001


class Bookmark(NamedTuple):
    """A bookmark to a page."""

    title: str
    level: int = 0
    """0 at the top."""


class PdfFile:
    """A PDF made from a template. Pages are added, then it is saved; the same pages give the same
    bytes.
    """

    def __init__(self, template: Template) -> None:
        self._pdf = pikepdf.open(io.BytesIO(template.pdf))
        page = self._pdf.Root.Pages.Kids[0]
        # All pages inherit these. Pages go into the tree directly: `pdf.pages.append` takes ever
        # longer, at 16,000 pages a millisecond each, which is more than all the rest.
        self._tree = self._pdf.Root.Pages
        self._tree.MediaBox = page.MediaBox
        self._tree.Resources = page.Resources
        _, _, width, height = page.MediaBox
        self._size = (float(width) / MM, float(height) / MM)
        self._pages: list[pikepdf.Object] = []
        self._labels: list[Any] = []
        self._bookmarks: list[tuple[pikepdf.Object, int]] = []

    def add_form(self, name: str, page: pikepdf.Page) -> None:
        """Add a page of another PDF as a form, such as the rules on backs."""
        self._tree.Resources.XObject[f"/{name}"] = self._pdf.copy_foreign(page.as_form_xobject())

    def add_page(
        self,
        operators: str,
        label: str,
        bookmarks: Iterable[Bookmark] = (),
        size: tuple[float, float] | None = None,
    ) -> None:
        """Add a page with these operators, a label, and bookmarks to it; `size` (mm) is the
        template's unless given.
        """
        content = zlib.compress(operators.encode("latin-1"), COMPRESSION_LEVEL)
        stream = Stream(self._pdf, content)
        stream.Filter = DEFLATED
        page = self._pdf.make_indirect(
            Dictionary({"/Type": PAGE, "/Parent": self._tree, "/Contents": stream})
        )
        if size and self._is_other_size(*size):
            width, height = (round(side * MM, SIZE_DECIMALS) for side in size)
            page.MediaBox = Array([0, 0, width, height])
        self._labels += [len(self._pages), Dictionary({"/P": String(label)})]
        self._pages.append(page)
        for title, level in bookmarks:
            entry = Dictionary({"/Title": String(title), "/Dest": Array([page, FIT])})
            self._bookmarks.append((self._pdf.make_indirect(entry), level))

    def _is_other_size(self, width: float, height: float) -> bool:
        """Whether a page has another size than the template's."""
        usual_width, usual_height = self._size
        difference = max(abs(width - usual_width), abs(height - usual_height))
        return difference > SIZE_TOLERANCE_MM

    def save(self, title: str, edition: Edition, paper: str, *, duplex: bool = False) -> bytes:
        """Return the whole file; `duplex` asks printers to print on both sides, flipped on the long
        edge.
        """
        self._tree.Kids = Array(self._pages)
        self._tree.Count = len(self._pages)
        root = self._pdf.Root
        root.PageLabels = Dictionary(Nums=Array(self._labels))
        root.Outlines = self._link_bookmarks()
        root.PageMode = Name.UseOutlines
        root.Lang = String(edition.language)
        root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
        if duplex:
            root.ViewerPreferences.Duplex = Name.DuplexFlipLongEdge
        subject = edition.say("pdf.subject", edition=edition.edition, paper=paper)
        texts = {"Title": title, "Author": edition.title, "Subject": subject, **_describe_making()}
        information = Dictionary({f"/{key}": String(text) for key, text in texts.items()})
        self._pdf.trailer.Info = self._pdf.make_indirect(information)
        # The template's: the file's own is made from its content
        del self._pdf.trailer.ID
        written = io.BytesIO()
        self._pdf.save(
            written,
            deterministic_id=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            force_version="1.5",
        )
        self._pdf.close()
        return written.getvalue()

    def _link_bookmarks(self) -> pikepdf.Object:
        """Link bookmarks to their parents and neighbors; return the root. All are closed: readers
        show the top alone.

        pikepdf's own outline takes half as long again, and writes a count of 0 into every sheet's.
        """
        # The root, and the last entry of each level
        path: list[pikepdf.Object] = [self._pdf.make_indirect(Dictionary(Type=Name.Outlines))]
        for entry, level in self._bookmarks:
            parent = path[level]
            entry.Parent = parent
            if len(path) > level + 1:
                previous = path[level + 1]
                entry.Prev = previous
                previous.Next = entry
            else:
                parent.First = entry
            parent.Last = entry
            # A negative count says that the entry is closed (ISO 32000-1, table 153); the root's
            # own is positive.
            parent.Count = int(parent.get(Name.Count, 0)) + (-1 if level else 1)
            path[level + 1 :] = [entry]
        return path[0]


def _describe_making() -> dict[str, str]:
    """Return what a file says of what made it, and when."""
    made_by = f"wordfleet-print {__version__}"
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", FIXED_DATE_SECONDS))
    date = datetime.fromtimestamp(seconds, UTC).strftime("D:%Y%m%d%H%M%S+00'00'")
    return {"Creator": made_by, "Producer": made_by, "CreationDate": date, "ModDate": date}
