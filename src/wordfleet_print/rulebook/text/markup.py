"""Markdown as HTML: headings, boxes, tables; slips of the pen.

Whatever markdown lets through of the writer's own HTML is still in it: `guard` comes next.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import dedent
from typing import TYPE_CHECKING, Any, cast
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.game import RulesSource
from wordfleet_print.rulebook.text import rulings, sections
from wordfleet_print.rulebook.text.book_index import TERM, UNLISTED, TermReader, place_index, reading
from wordfleet_print.wording import near_misses

if TYPE_CHECKING:
    from markdown.treeprocessors import Treeprocessor

NEAR = 0.75
"""How alike an unknown word and a known one are, from 0 to 1, for one to be taken for the other."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Markup that does nothing: how it starts in the source, what is wrong with it, what was probably meant.

    Where nothing is near enough, `meant` is empty, and the markup may stand.
    """

    start: str
    what: str
    meant: str = ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing. Raises nothing."""
    return "".join(near_misses(word.lower(), known, alike=NEAR))


def place_of(start: str, source: RulesSource) -> str:
    """File and line of what starts so in the text, or else in front matter; the file alone if a partial has made it.

    Raises nothing.
    """
    looked_for = re.compile(re.escape(start) + r"(?![\w-])", re.IGNORECASE)
    for text, first in ((source.body, source.body_line), (source.text, 1)):
        for number, line in enumerate(text.split("\n"), first):
            if looked_for.search(line):
                return f"{source.name}:{number}"
    return source.name


def refuse_slips(slips: Sequence[Slip], source: RulesSource) -> None:
    """Raises `BadInputError` with every slip whose meaning is plain: publishing would lose what was meant."""
    complaints = [
        Complaint(place_of(slip.start, source), slip.what, f"did you mean {slip.meant}?")
        for slip in dict.fromkeys(slips)
        if slip.meant
    ]
    if complaints:
        raise BadInputError(f"{source.name} has markup that does nothing.", *complaints)


def slip_notes(slips: Sequence[Slip], source: RulesSource) -> Iterator[str]:
    """Sentences on the slips that may stand. Raises nothing."""
    for slip in dict.fromkeys(slips):
        if not slip.meant:
            yield f"{place_of(slip.start, source)}: {slip.what}"


MAX_DEPTH = 40
"""Blocks within blocks. WeasyPrint and browsers' assistive tools recurse over them."""
MAX_CHARACTERS = 1_000_000

_TABLE = re.compile(r"(?:^\|.*\|[ ]*$\n?)+", re.MULTILINE)
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+\s*")
_CELL_ENDS = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"`[^`\n]*`")
_OPEN_BOX = re.compile(r"^(!!! .*)\n(?=[^\s])", re.MULTILINE)
_BOXED = re.compile(r"^(!!! .*\n)((?:(?: {4}.*)?\n)+)", re.MULTILINE)
_TIGHT_HEADING = re.compile(r"^(#{1,6})([^#\s].*)$", re.MULTILINE)
_FENCED = re.compile(r"^(?:```|~~~)[\s\S]*?^(?:```|~~~)$|^(?: {4}|\t)[^\n]*$", re.MULTILINE)


def lost_in_lines(text: str) -> Iterator[Slip]:
    """What markdown would lose, or take for something else, without a word: cells beyond a table's head, a table
    without its rule, a box whose words are not indented, a heading without its blank. Raises nothing.
    """
    bare = _CODE.sub("", _FENCED.sub("", text))
    opened = _BOXED.sub(lambda box: f"{box[1]}\n{dedent(box[2])}", text)  # a table in a box is a table
    for table in _TABLE.finditer(_CODE.sub("", _FENCED.sub("", opened))):
        head, *rows = table[0].splitlines()
        cells = len(_CELL_ENDS.findall(head)) - 1
        if not rows or not _RULE.fullmatch(rows[0]):
            yield Slip(
                head.strip(), "a table without its rule is no table", f"{head.strip()} and below it {'| --- ' * cells}|"
            )
        for row in rows[1:]:
            if (found := len(_CELL_ENDS.findall(row)) - 1) > cells:
                what = f"this row has {found} cells, and the table's head has {cells}"
                yield Slip(row.strip(), what, f"a head of {found} cells")
    for box in _OPEN_BOX.finditer(bare):
        yield Slip(box[1], "the words of this box are not in it", "four blanks before each of its lines")
    for heading in _TIGHT_HEADING.finditer(bare):
        yield Slip(heading[0], "a heading has a blank behind its #", f"{heading[1]} {heading[2]}")


STAMPS = {"draft": "Draft", "under-construction": "Under construction"}
"""Classes of headings that mark a chapter as unfinished, and the words stamped on it."""

FRAME = "frame"
"""The kind of box that shows a turn of a played game: words, and a figure as its last paragraph."""
BOXES = ("example", rulings.BOX, "borrowed", "construction", FRAME)
"""Kinds of boxes that have a look of their own."""

_SILENT = (sections.PLAYED, sections.UNNUMBERED, TERM, UNLISTED)
"""Classes of headings that are no stamps."""
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


def render_markup(text: str, *, name: str, names: Collection[str] = (), shaper: Shaper | None = None) -> Markup:
    """Markdown as raw HTML, shaped as a whole book or otherwise; `name` names the file in complaints, `names` are those
    of its game for the index.

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
    extensions = ["tables", "toc", "attr_list", "admonition", "smarty", "def_list", "footnotes"]
    converter = Markdown(extensions=extensions, extension_configs=settings, output_format="html")
    shaper.read_with(reading(converter.htmlStash.rawHtmlBlocks), names)
    converter.treeprocessors.register(cast("Treeprocessor", shaper), "rulebook", 1)
    try:
        html = converter.convert(text)
    except RecursionError as error:
        raise BadInputError(f"{name} cannot be published.", Complaint(name, TOO_DEEP)) from error
    faults = [Complaint(name, fault) for fault in (shaper.faults if text.strip() else [UNTITLED])]
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

    Text is still full of markdown's placeholders: only `read` reads it, for the index, with the game's `names`.
    """

    def __init__(self) -> None:
        self._read, self._names = reading(()), frozenset[str]()
        self.faults: list[str] = []
        self.slips: list[Slip] = []
        self.stamps: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self._notes = 0
        self._rulings = rulings.Rulings()

    def read_with(self, read: TermReader, names: Collection[str]) -> None:
        """Read text so, for the index, and look for these names of the game's as well."""
        self._read, self._names = read, frozenset(names)

    def run(self, root: Element) -> None:
        """Reshape the tree in place; what is wrong with it goes to `faults`, unknown stamps and boxes to `slips`."""
        if _depth(root) > MAX_DEPTH:
            self.faults.append(TOO_DEEP)
            return
        self.faults += _heading_faults(root)
        for kind in sections.settle_marks(root):
            what = f"{{: .{kind} }} on a line of its own marks nothing and stays as it is"
            self.slips.append(Slip(f"{{: .{kind}", what, nearest(kind, [sections.MARK])))
        self._shape_blocks(root, [""])
        for name in self._rulings.place(root):
            what = f"[[†{name}]] marks no ruling: no box “!!! {rulings.BOX} {name}” says it"
            self.slips.append(Slip(f"[[†{name}", what, ""))
        self._finish(root)

    def _finish(self, root: Element) -> None:
        self.numbers = sections.number_headings(root)
        rulings.point_to_sections(root, self.numbers)
        place_index(root, self.numbers, self._names, self._read)
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
        if title is not None:
            self._notes += 1
            title.set("id", f"page-note-{self._notes}")
            box.set("aria-labelledby", f"page-note-{self._notes}")
        if rulings.BOX in kinds and (twice := self._rulings.add(box, kinds)):
            self.faults.append(f"!!! {rulings.BOX} {twice} stands there more than once: each needs a name of its own")
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


def _heading_faults(root: Element) -> Iterator[str]:
    """What is wrong with the order of headings: screen readers and PDF/UA find their way by it."""
    levels = [_HEADINGS.index(element.tag) + 1 for element in root.iter() if element.tag in _HEADINGS]
    if not levels or root[0].tag != "h1":
        yield UNTITLED
    if levels.count(1) > 1:
        yield f"has {levels.count(1)} titles; only the first heading may be a single #"
    for upper, lower in pairwise(levels):
        if lower > upper + 1:
            yield f"a heading of level {lower} follows one of level {upper}; none may be skipped"


def _depth(root: Element) -> int:
    """How many elements lie within one another, counted without recursion."""
    deepest, todo = 0, [(root, 0)]
    while todo:
        element, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in element]
    return deepest
