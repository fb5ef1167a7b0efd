"""Kits printed: as PDF, as pictures of their cards, or as HTML where this machine has no
renderer.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import unescape
from math import ceil
from typing import Any

from wordfleet_print import errors
from wordfleet_print.kit.document import BLEED_MM, KitDocument, KitSheet, make_kit
from wordfleet_print.messages import slug
from wordfleet_print.paper import MM
from wordfleet_print.rulebook import pdf
from wordfleet_print.rulebook.fill_facts import BookSource
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset

DOTS_PER_INCH = 300
POINTS_PER_INCH = 72
# Which side of a sheet is its back.
BACK = 2
# How far a text may end below its room: renderers round lines differently.
SLACK_PT = 1.0
_END = re.compile(r'id="end-([\w-]+)"[^>]*data-where="([^"]*)"')


def print_document(document: KitDocument) -> pdf.Printed:
    """Return a kit as PDF.

    Raises as `print_pdf`, and `BadInputError` for texts that do not fit, each with its row or card.
    """
    printed_kit = pdf.print_pdf(document.html)
    where_by_place = {place: unescape(name) for place, name in _END.findall(document.html)}
    faults = [
        errors.Problem(describe_overflow(excess), where=where_by_place[place], advice="shorten it")
        for place, excess in find_overfull(printed_kit, where_by_place)
    ]
    if faults:
        raise errors.BadInputError("The kit cannot be printed.", dict.fromkeys(faults))
    # Our own styles have print-color-adjust for browsers; WeasyPrint notes that it does not know
    # it.
    notes = tuple(note for note in printed_kit.notes if "print-color-adjust" not in note)
    content = printed_kit.content
    if document.is_two_sided:
        content = bind_short_edge(content)
    return replace(printed_kit, content=content, notes=notes)


def bind_short_edge(content: bytes) -> bytes:
    """Return a PDF that asks viewers to print it on both sides, flipped on the short edge, as its
    landscape pages need (ISO 32000-2, 12.2).
    """
    import pikepdf

    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        document.Root.ViewerPreferences.Duplex = pikepdf.Name.DuplexFlipShortEdge
        document.save(target, deterministic_id=True)
    return target.getvalue()


def move_backs(
    content: bytes,
    sheets: Sequence[KitSheet],
    kit_offset: BackOffset | None,
    sheet_offset: BackOffset | None,
) -> bytes:
    """Return a kit's PDF with its backs moved to the right and down: landscape ones by
    `kit_offset`, upright ones by `sheet_offset` (mm).

    Printers do not put the back exactly behind the face; this makes up for it.
    """
    import pikepdf

    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as document:
        for page, sheet in zip(document.pages, sheets, strict=True):
            # All backs are landscape but that of the upright check page, which measures sheets.
            _, _, width, height = page.mediabox
            offset = kit_offset if width > height else sheet_offset
            if sheet.side == BACK and offset:
                right_pt = offset.right * MM
                up_pt = -offset.down * MM  # a PDF's y grows upward
                command = f"1 0 0 1 {right_pt:.3f} {up_pt:.3f} cm\n"
                page.contents_add(command.encode(), prepend=True)
        document.save(target, deterministic_id=True)
    return target.getvalue()


def print_cards(source: BookSource, settings: KitSettings) -> dict[str, bytes]:
    """Return each side of each card as a PNG with a bleed, by file name: `goblin-front.png`.

    Raises as `make_kit` and `print_document`, and `BadInputError` for pages that are no cards.
    """
    import pypdfium2

    document = make_kit(source, settings, bleed=BLEED_MM)
    if not document.sheets or any(not sheet.card for sheet in document.sheets):
        raise errors.BadInputError(
            errors.Problem(
                "Only cards can be pictures, but you asked for other pages.",
                fixes=(errors.Fix("page", "cards"),),
            )
        )
    pictures: dict[str, bytes] = {}
    names = name_pictures(document.sheets)
    with pypdfium2.PdfDocument(print_document(document).content) as pages:
        for page, name in zip(pages, names, strict=True):
            image = page.render(scale=DOTS_PER_INCH / POINTS_PER_INCH).to_pil().convert("RGB")
            target = io.BytesIO()
            image.save(target, "PNG", dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
            pictures[name] = target.getvalue()
    return pictures


def name_pictures(sheets: Sequence[KitSheet]) -> list[str]:
    """Return the file name of each side of each card; no two are the same.

    A second card “Goblin” gets `goblin-2-front.png` and `goblin-2-back.png`.
    """
    names: list[str] = []
    counts = Counter[str]()
    front = ""
    for sheet in sheets:
        # A back follows its front and takes its name, whatever its own title is.
        if sheet.side == BACK:
            names.append(f"{front}-back.png")
            continue
        title = slug(sheet.title) or "card"
        counts[title] += 1
        front = f"{title}-{counts[title]}" if counts[title] > 1 else title
        names.append(f"{front}-front.png")
    return names


def describe_overflow(excess_pt: float) -> str:
    """Return the message for a text that ends this far (pt) below its room; 0: on another page."""
    more = f" by {ceil(excess_pt / MM)} mm" if excess_pt else ""
    return f"its text does not fit{more}"


def find_overfull(printed_kit: pdf.Printed, places: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Yield each place whose text ends below its room, and how far (pt); 0 if on another page.

    Templates put an invisible link target `end-PLACE` behind a text, and `room-PLACE` at the end of
    its room. In the PDF these targets have a page and a height.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(printed_kit.content)) as document:
        # WeasyPrint writes a tree of names, Chromium a dictionary.
        tree = pikepdf.NameTree(document.Root.Names.Dests) if "/Names" in document.Root else {}
        targets: dict[str, Any] = {str(name): target for name, target in tree.items()}
        for key, target in document.Root.get("/Dests", {}).items():
            targets[str(key).removeprefix("/")] = target
        # A target is [page /XYZ left top zoom] (ISO 32000-1, 12.3.2.2).
        page_and_height = {}
        for name, (page, _, _, top, *_) in targets.items():
            page_and_height[name] = (page.objgen, float(top))
    for place in places:
        end = page_and_height.get(f"end-{place}")
        room = page_and_height.get(f"room-{place}")
        if not end or not room or end[0] != room[0]:
            yield place, 0
        elif end[1] < room[1] - SLACK_PT:
            yield place, room[1] - end[1]
