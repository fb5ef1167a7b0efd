"""Markdown as HTML: headings, boxes, tables.

Whatever markdown lets through of the writer's own HTML is still in it: `guard` comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.rulebook.text import rulings, sections
from wordfleet_print.rulebook.text.book_index import TERM, UNLISTED, TermReader, place_index, reading
from wordfleet_print.rulebook.text.slips import Slip, lost_in_lines, nearest

if TYPE_CHECKING:
    from markdown.treeprocessors import Treeprocessor

MAX_DEPTH = 40
"""Blocks within blocks. WeasyPrint and browsers' assistive tools recurse over them."""
MAX_CHARACTERS = 1_000_000

STAMPS = {"draft": "Draft", "under-construction": "Under construction"}
"""Classes of headings that mark a chapter as unfinished, and the words stamped on it."""

FRAME = "frame"
"""The kind of box that shows a turn of a played game: words, and a figure as its last paragraph."""
BOXES = ("example", rulings.BOX, "borrowed", "construction", FRAME)
"""Kinds of boxes that have a look of their own."""

_SILENT = (sections.PLAYED, sections.UNNUMBERED, TERM, UNLISTED)
"""Classes of headings that are no stamps."""
MARKS = (*STAMPS, *_SILENT, *BOXES, sections.MARK, sections.ASIDE, rulings.SHORT, "beside", "wide", "see")
"""What a writer marks headings and blocks with."""
TOO_DEEP = f"nested more than {MAX_DEPTH} blocks deep"
UNTITLED = "the text must start with its title, on a line like “# Title”"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents: a heading's number, or nothing, its plain text (HTML-escaped), its anchor, its stamp, the
    headings below it.
    """

    number: str
    title: str
    anchor: str
    level: int
    stamp: str
    entries: tuple[ContentsLine, ...]


@dataclass(frozen=True, slots=True)
class Markup:
    """Raw HTML of a body, its contents from the second level down, and slips of its writer's pen."""

    html: str
    contents: tuple[ContentsLine, ...]
    slips: tuple[Slip, ...]


def render_markup(
    text: str,
    *,
    name: str,
    shaper: Shaper | None = None,
    where: Callable[[str], str] | None = None,
) -> Markup:
    """Markdown as raw HTML, shaped as a whole book or otherwise; `name` names the file in complaints, and `where` file
    and line of what starts so.

    Raises `BadInputError` for text that is too long or nested too deeply, and for headings that do not start with
    one title or skip a level. Source: Python-Markdown with the extensions of docs/rulebooks.md.
    """
    if len(text) > MAX_CHARACTERS:
        raise BadInputError(f"The text of {name} is longer than {MAX_CHARACTERS:,} characters; that is no rulebook.")
    shaper = shaper or Shaper()
    from markdown import Markdown
    from markdown.extensions.toc import slugify_unicode

    settings: dict[str, dict[str, Any]] = {
        "toc": {"slugify": slugify_unicode, "marker": ""},
        "tables": {"use_align_attribute": True},
        "footnotes": {"BACKLINK_TEXT": "↑"},
    }
    extensions = ["tables", "toc", "attr_list", "admonition", "smarty", "def_list", "footnotes", "fenced_code"]
    converter = Markdown(extensions=extensions, extension_configs=settings, output_format="html")
    shaper.read_with(reading(converter.htmlStash.rawHtmlBlocks))
    converter.treeprocessors.register(cast("Treeprocessor", shaper), "rulebook", 1)
    try:
        html = converter.convert(text)
    except RecursionError as error:
        raise BadInputError(f"{name} cannot be published.", Complaint(name, TOO_DEEP)) from error
    found = shaper.faults if text.strip() else [("", UNTITLED)]
    faults = [Complaint(where(start) if start and where else name, fault) for start, fault in found]
    if faults:
        raise BadInputError(f"{name} cannot be published.", *faults)
    tokens: list[dict[str, Any]] = vars(converter)["toc_tokens"]  # the toc extension has put them there
    chapters = [chapter for title in tokens for chapter in title["children"]]
    slips = (*shaper.slips, *lost_in_lines(text))
    return Markup(html, tuple(_entry(token, shaper) for token in chapters), slips)


def _entry(token: dict[str, Any], shaper: Shaper) -> ContentsLine:
    anchor = token["id"]
    below = tuple(_entry(child, shaper) for child in token["children"])
    number, stamp = shaper.numbers.get(anchor, ""), shaper.stamps.get(anchor, "")
    return ContentsLine(number, token["name"], anchor, token["level"], stamp, below)


class Shaper:
    """Gives a parsed body the shape of a rulebook: one of markdown's tree processors, which only need to `run`.

    Text is still full of markdown's placeholders: only `read` reads it, for the index.
    """

    def __init__(self) -> None:
        self._read = reading(())
        self.faults: list[tuple[str, str]] = []
        self.slips: list[Slip] = []
        self.stamps: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self._notes = 0
        self._boxes: list[list[str]] = []
        self._rulings = rulings.Rulings()

    def read_with(self, read: TermReader) -> None:
        """Read text so, for the index."""
        self._read = read

    def run(self, root: Element) -> None:
        """Reshape the tree in place; what is wrong with it goes to `faults`, unknown stamps and boxes to `slips`."""
        if _depth(root) > MAX_DEPTH:
            self.faults.append(("", TOO_DEEP))
            return
        self.faults += _heading_faults(root)
        for kinds in [sections.kinds_of(element) for element in root.iter() if element.tag not in _HEADINGS]:
            for kind in kinds if "admonition" not in kinds else ():
                if kind not in MARKS and (near := nearest(kind, MARKS)):
                    self.slips.append(Slip(f".{kind}", f"{{: .{kind} }} marks nothing", f"{{: .{near} }}"))
        for kind in sections.settle_marks(root):
            what = f"{{: .{kind} }} on a line of its own marks nothing and stays as it is"
            self.slips.append(Slip(f"{{: .{kind}", what, nearest(kind, [sections.MARK])))
        self._shape_blocks(root, [""])
        for name in self._rulings.place(root):
            what = f"[[†{name}]] marks no ruling: no box “!!! {rulings.BOX} {name}” says it"
            near = nearest(name, [kind for kinds in self._boxes for kind in kinds[1:]])
            self.slips.append(Slip(f"[[†{name}", what, near and f"[[†{near}]]"))
        self._finish(root)

    def _finish(self, root: Element) -> None:
        self.numbers = sections.number_headings(root)
        rulings.point_to_sections(root, self.numbers)
        place_index(root, self.numbers, self._read)
        sections.divide(root, tuple(STAMPS))
        sections.subdivide(root)

    def _shape_blocks(self, parent: Element, heading: list[str]) -> None:
        for place, child in enumerate(list(parent)):
            if child.tag in _HEADINGS:
                heading[0] = child.get("id", "")
            self._shape_blocks(child, heading)
            if child.tag in _HEADINGS[1:]:
                parent[place] = self._headed(child)
            elif child.tag == "table":
                parent[place] = _scrolling(child, heading[0])
            elif child.tag == "a" and child.text == child.get("href"):
                child.set("class", "address")
            elif "admonition" in sections.kinds_of(child):
                self._name_box(child)

    def _headed(self, heading: Element) -> Element:
        """A heading with its stamp and a permalink, which are beside it, not in its name."""
        anchor = heading.get("id", "")
        kinds = sections.kinds_of(heading)
        stamp = next((words for kind, words in STAMPS.items() if kind in kinds), "")
        known = [*STAMPS, *_SILENT, sections.MARK]
        for kind in (kind for kind in kinds if kind not in known):
            what = f"a heading with {{: .{kind} }} gets no stamp; stamps are {', '.join(STAMPS)}"
            self.slips.append(Slip(f".{kind}", what, nearest(kind, known)))
        block = Element("div", {"class": f"heading heading-{heading.tag}"})
        block.tail, heading.tail = heading.tail, "\n"
        block.append(heading)
        if stamp:
            self.stamps[anchor] = stamp
            SubElement(block, "p", {"class": "stamp"}).text = stamp
        link = {"class": "permalink", "href": f"#{anchor}", "aria-labelledby": f"page-permalink {anchor}"}
        SubElement(block, "a", link).text = "#"
        return block

    def _name_box(self, box: Element) -> None:
        """A boxed note is named by its title."""
        kinds = [kind for kind in sections.kinds_of(box) if kind not in {"admonition", sections.MARK}]
        for kind in kinds[:1] if not set(kinds) & set(BOXES) else ():
            what = f"!!! {kind} makes a plain box; kinds of boxes are {', '.join(BOXES)}"
            self.slips.append(Slip(f"!!! {kind}", what, nearest(kind, BOXES)))
        title = box.find("p[@class='admonition-title']")
        start, most = f"!!! {' '.join(kinds)}", 2 if rulings.BOX in kinds else 1
        if len(box) == (title is not None):
            self.slips.append(
                Slip(start, "the words of this box are not in it", "four blanks before each of its lines")
            )
        if set(kinds) & set(BOXES) and len(kinds) > most:
            self.slips.append(
                Slip(start, "so many words name no box", f'!!! {kinds[0]} "Title", its title in quotation marks')
            )
        if rulings.BOX in kinds and self._rulings.add(box, kinds):
            self.slips.append(Slip(start, "two rulings have this name", "another name for the second"))
        self._boxes.append(kinds)
        if title is not None:
            self._notes += 1
            title.set("id", f"page-note-{self._notes}")
            box.set("aria-labelledby", f"page-note-{self._notes}")
        box.set("role", "group" if FRAME in kinds else "note")
        if FRAME in kinds:  # its words get a block of their own, beside its figure, which comes last
            words = Element("div", {"class": "words"})
            words.extend(box[:-1])
            box[:-1] = [words]


class Excerpts(Shaper):
    """Leaves of a body only the passages that are marked."""

    found = False

    def _finish(self, root: Element) -> None:
        """Now that rulings have their numbers, let go of what is not marked."""
        sections.divide(root, tuple(STAMPS))
        self.found = sections.marked_only(root)
        sections.untie_links(root)


def _scrolling(table: Element, heading: str) -> Element:
    """A table in a box of its own, which the keyboard can reach to scroll it sideways."""
    for cell in table.iter():
        align = cell.attrib.pop("align", "")
        if align and align != "left":
            sections.mark(cell, f"at-{align}")
        if cell.tag == "th":
            cell.set("scope", "col")
    for first in [row[0] for row in table.iterfind("tbody/tr")]:
        if first.text or len(first):  # it is what its row is about
            first.tag = "th"
            first.set("scope", "row")
    box = Element("div", {"class": "table", "role": "group", "tabindex": "0", "aria-labelledby": heading})
    box.tail, table.tail = table.tail, None
    box.append(table)
    return box


def _heading_faults(root: Element) -> Iterator[tuple[str, str]]:
    """What is wrong with the order of headings, each with how it starts in the source: screen readers and PDF/UA find
    their way by it.
    """
    headings = [element for element in root.iter() if element.tag in _HEADINGS]
    levels = [_HEADINGS.index(element.tag) + 1 for element in headings]
    starts = ["#" * level + f" {element.text or ''}".rstrip() for level, element in zip(levels, headings, strict=True)]
    if not levels or root[0].tag != "h1":
        yield "", UNTITLED
    if levels.count(1) > 1:
        second = starts[levels.index(1, levels.index(1) + 1)]
        yield second, f"has {levels.count(1)} titles; only the first heading may be a single #"
    for place, (upper, lower) in enumerate(pairwise(levels), 1):
        if lower > upper + 1:
            yield starts[place], f"a heading of level {lower} follows one of level {upper}; none may be skipped"


def _depth(root: Element) -> int:
    """How many elements lie within one another, counted without recursion."""
    deepest, todo = 0, [(root, 0)]
    while todo:
        element, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in element]
    return deepest
