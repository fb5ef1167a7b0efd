"""Markdown as the parts of a book: tables and figures in place, rulings, examples, pictures,
columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from wordfleet_print import errors
from wordfleet_print.games import RulesSource
from wordfleet_print.messages import did_you_mean
from wordfleet_print.rulebook import fill_facts, lint, sanitize
from wordfleet_print.rulebook.drawings import Drawings, find_outdated

if TYPE_CHECKING:
    from markdown import Markdown

MOST_CHARACTERS = 1_000_000
# Where something drawn is put in, once the writer's own HTML has been cleaned.
# The marks are private-use characters: no font prints them, so no text is expected to hold any.
SLOT = re.compile("\ue000(\\d+)\ue001")
# Words of a chapter that is kept in one column.
SHORT_CHAPTER = 70
# Characters that a table has room for in a column; columns of one in small letters; rows of one
# that may break.
COLUMN, MANY_COLUMNS, LONG_TABLE = 46, 8, 15
QUICK = "quick reference"
_TEXT = ("p", "ul", "ol", "blockquote")


@dataclass(frozen=True, slots=True)
class Part:
    """A `# heading` and what is below it; `chapters` are names and titles of its `## headings`."""

    title: str
    classes: str
    body: str
    chapters: tuple[tuple[str, str], ...]

    @property
    def quick(self) -> bool:
        """Whether this is the quick reference: by its title, or by its class in another
        language.
        """
        return self.title.casefold() == QUICK or "quick" in self.classes.split()


@dataclass(frozen=True, slots=True)
class BookText:
    """A text as parts, and notes on what was left out."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]


def read_text(source: RulesSource, facts: fill_facts.Facts, drawings: Drawings) -> BookText:
    """Return the text of a rules file as HTML.

    Raises `BadInputError` with a complaint for everything that is wrong with it, each with its
    line.
    """
    if len(source.body) > MOST_CHARACTERS:
        raise errors.BadInputError(
            f"The text of {source.name} is longer than {MOST_CHARACTERS:,} characters."
        )
    reader = TextReader(source, facts, drawings)
    try:
        parts = list(reader.read())
    except RecursionError as error:
        raise errors.BadInputError(
            f"{source.name} cannot be published: it is nested too deeply."
        ) from error
    if reader.faults:
        line = re.compile(r":(\d+)$")
        faults = sorted(
            dict.fromkeys(reader.faults), key=lambda one: int((line.search(one.where) or [0, 0])[1])
        )
        raise errors.BadInputError(f"{source.name} cannot be published.", *faults)
    return BookText(tuple(parts), tuple(dict.fromkeys(reader.notes)))


class TextReader:
    """Reads one text: `faults` and `notes` collect what there is to say about it."""

    def __init__(self, source: RulesSource, facts: fill_facts.Facts, drawings: Drawings) -> None:
        self.source, self.facts, self.drawings = source, facts, drawings
        self.folder = Path(source.name).parent
        self.faults: list[errors.Problem] = lint.lint_rules(source)
        self.notes: list[str] = []
        self.drawn: list[str] = []
        self.wide: set[int] = set()

    def read(self) -> Iterator[Part]:
        """Yield the parts of the book."""
        text, unknown = fill_facts.fill_facts(self.source, self.facts)
        self.faults += unknown
        text = re.sub(r"<!--.*?-->", lambda note: "\n" * note[0].count("\n"), text, flags=re.DOTALL)
        text = self.place_blocks(lint.name_headings(text))
        page = sanitize.clean_html(self.converter().convert(text))
        before, *parts = re.split(r"(?=<h1)", page)
        if before.strip() or not parts:
            where = f"{self.source.name}:{self.source.body_line}"
            self.report(where, "the text must begin with a part’s heading", "such as # Rules")
        self.check_links(page)
        for part in parts:
            head, body = part.split("</h1>", 1)
            classes = found[1] if (found := re.search(r'class="([^"]*)"', head)) else ""
            chapters = re.findall(r'<h2[^>]*?id="([^"]+)"[^>]*>(.*?)</h2>', body, re.DOTALL)
            titles = tuple((name, re.sub(r"<[^>]+>", "", title)) for name, title in chapters)
            yield Part(
                unescape(re.sub(r"<[^>]+>", "", head)).strip(),
                classes,
                self.fill_slots(body.strip()),
                titles,
            )

    def report(self, where: str, message: str, advice: str = "") -> None:
        """Note what is wrong with the text, with its file and line."""
        self.faults.append(errors.Problem(message, where=where, advice=advice))

    def converter(self) -> Markdown:
        """Return Python-Markdown with our conventions, after attr_list (8) and toc (5) have done
        their work.
        """
        from markdown import Markdown
        from markdown.extensions.toc import slugify_unicode
        from markdown.treeprocessors import Treeprocessor

        reader = self

        class Conventions(Treeprocessor):
            def run(self, root: Element) -> None:
                reader.shape(root)

        configs: dict[str, dict[str, Any]] = {
            "toc": {"slugify": slugify_unicode, "marker": ""},
            "tables": {"use_align_attribute": True},
        }
        extensions = ["attr_list", "tables", "sane_lists", "toc", "fenced_code"]
        md = Markdown(extensions=extensions, extension_configs=configs, output_format="html")
        md.treeprocessors.register(Conventions(md), "conventions", 4)
        return md

    # Tables, figures and pictures

    def slot(self, html: str, *, wide: bool = False) -> str:
        """Keep something drawn, and return a placeholder for it until the writer's HTML has been
        cleaned.
        """
        self.drawn.append(html)
        if wide:
            self.wide.add(len(self.drawn) - 1)
        return f"\ue000{len(self.drawn) - 1}\ue001"

    def fill_slots(self, html: str) -> str:
        """Put in what was drawn."""
        html = re.sub(f"<p>\\s*({SLOT.pattern})\\s*</p>", r"\1", html)
        return SLOT.sub(lambda found: self.drawn[int(found[1])], html)

    def place_blocks(self, text: str) -> str:
        """Replace `[[name | caption]]` on lines of their own by what they name."""
        lines = re.sub("[\ue000\ue001]", "", text).split("\n")
        for number, line in enumerate(lint.blank_fences(lines)):
            if found := lint.BLOCK.fullmatch(line.strip()):
                wide, name, caption = found.groups()
                try:
                    drawn = self.drawings.draw(name)
                except fill_facts.FactError as error:
                    where = f"{self.source.name}:{number + self.source.body_line}"
                    self.report(where, f"[[{name}]]: {error}")
                    continue
                if not drawn:
                    continue
                kind = "figure" if drawn.startswith("<svg") else "table"
                legend = (
                    f"<figcaption>{escape(caption, quote=False)}</figcaption>" if caption else ""
                )
                focus = (
                    ' tabindex="0"' if kind == "table" or wide else ""
                )  # on a phone it is scrolled, by keyboard too
                figure = (
                    f'<figure class="{kind} '
                    f'{name}{" wide" if wide else ""}"{focus}>{drawn}{legend}</figure>'
                )
                lines[number] = self.slot(figure, wide=bool(wide))
        return "\n".join(lines)

    def find_line(self, words: str) -> str:
        """Return file and line of the first line that holds these words; the file alone where none
        does.
        """
        for number, line in enumerate(self.source.body.split("\n"), self.source.body_line):
            if words in line:
                return f"{self.source.name}:{number}"
        return self.source.name

    def check_links(self, page: str) -> None:
        """Note names that two headings have, links that lead nowhere, and classes that nothing
        took.
        """
        ids = re.findall(r'\bid="([^"]+)"', page)
        known = set(ids)
        for name in sorted({name for name in ids if ids.count(name) > 1}):
            self.report(
                self.find_line(f"#{name}"), f"two headings are named “{name}”", "rename one"
            )
        for name in dict.fromkeys(re.findall(r'href="#([^"]*)"', page)):
            if unescape(name) not in known:
                where = self.find_line(f"(#{unescape(name)}")
                near = (
                    did_you_mean(name, known)
                    or "a heading’s name is its words in small letters, with hyphens"
                )
                self.report(where, f"there is no heading “#{name}”", near)
        for missing in dict.fromkeys(re.findall(r"<a(?: title=\"[^\"]*\")?>(.*?)</a>", page)):
            self.report(self.find_line(f"[{missing}"), "this link leads nowhere", "write https://…")
        for left in re.findall(r"\{:[^}\n]*\}", re.sub(r"(?s)<code.*?</code>|<[^>]+>", "", page)):
            advice = "write it on a line of its own, right below its paragraph"
            self.report(self.find_line(left), "this class belongs to nothing", advice)

    def draw_picture(self, image: Element) -> tuple[str, float]:
        """Return the slot of a picture, and its width to height. One that shows other facts is left
        out: no slot.
        """
        address, words = image.get("src", ""), image.get("alt", "")
        where = self.find_line(address or "![")
        if not words.strip():
            self.report(where, f"“{address}” does not say what it shows", "![What it shows](…)")
        try:
            if outdated := find_outdated(address, self.folder, self.facts):
                if not any(note.endswith(outdated) for note in self.notes):
                    self.notes.append(f"{where}: {outdated}")
                return "", 1.0
            svg, data, shape = sanitize.load_picture(address, self.folder)
        except sanitize.PictureError as error:
            self.report(where, str(error))
            return "", 1.0
        if svg:
            svg = re.sub(r"<title>.*?</title>", "", svg, flags=re.DOTALL)
            svg = svg.replace(">", f"><title>{escape(words)}</title>", 1)
            svg = svg if 'role="img"' in svg else svg.replace("<svg", '<svg role="img"', 1)
        return self.slot(svg or f'<img src="{data}" alt="{escape(words)}">'), shape

    # Conventions

    def shape(self, root: Element) -> None:
        """Give a parsed text the shape of a book."""
        blocks = [element for element in root if self.shape_block(element)]
        for element in root.iter():
            for place, child in enumerate(element):
                if child.tag == "img":  # a picture among words
                    element[place] = Element("span")
                    element[place].text, element[place].tail = (
                        self.draw_picture(child)[0],
                        child.tail,
                    )
        root[:] = self.lay_columns(join_pictures(blocks))

    def shape_block(self, element: Element) -> bool:
        """Shape one block of the text; False where it is left out."""
        text = (element.text or "").strip()
        if element.tag == "blockquote":
            element.set("class", "example")
        elif element.tag == "p" and text.startswith("†"):
            self.shape_ruling(element)
        elif element.tag == "p" and len(element) and element[0].tag == "img" and not text:
            return self.shape_picture(element)
        elif element.tag == "table":
            shape_table(element)
        return True

    @staticmethod
    def shape_ruling(paragraph: Element) -> None:
        """Mark a paragraph that begins with † as a ruling of this edition."""
        paragraph.set("class", "ruling")
        dagger = Element("b", {"class": "dagger"})
        dagger.text, dagger.tail = "†", (paragraph.text or "").lstrip()[1:].lstrip()
        paragraph.text = ""
        paragraph.insert(0, dagger)

    def shape_picture(self, paragraph: Element) -> bool:
        """Make a figure of a paragraph that begins with a picture; its words are the caption. False
        if left out.
        """
        image = paragraph[0]
        slot, shape = self.draw_picture(image)
        caption = Element("figcaption")
        caption.text = (image.tail or "").strip()
        caption.extend(list(paragraph)[1:])
        paragraph.tag, paragraph.text = "figure", slot
        # Low, wide pictures have their words next to them
        kinds = [*classes_of(paragraph), *classes_of(image)] or ["rows"] * (shape > 2.5)
        paragraph.set("class", " ".join(["turn", *kinds]))
        paragraph[:] = [caption] if caption.text or len(caption) else []
        return bool(slot)

    def is_wide(self, element: Element) -> bool:
        """Whether a block goes across the page."""
        slot = SLOT.fullmatch((element.text or "").strip())
        return bool(slot and int(slot[1]) in self.wide) or "wide" in classes_of(element)

    def lay_columns(self, blocks: Sequence[Element]) -> list[Element]:
        """Put text into columns, and between them what goes across: `{: .wide }` chapters, wide
        figures and tables.

        WeasyPrint 70 fails on `column-span: all` with `break-inside: avoid`, so nothing spans
        columns: the box of columns is closed before what goes across, and a new one opened after
        it.
        """
        found: list[Element] = []
        for element in blocks:
            if element.tag == "h1":
                found.append(element)
            elif element.tag == "h2" and self.is_wide(element):
                found.append(make_box("section", f"{element.get('class', '')} chapter", [element]))
            elif self.is_wide(element):
                found.append(make_box("div", "spread", [*take_headings(found), element]))
            elif found and found[-1].tag == "section" and element.tag != "h2":
                found[-1].append(element)
            else:
                if not found or found[-1].get("class") != "columns":
                    found.append(make_box("div", "columns", []))
                found[-1].append(element)
        for column in found:
            if column.get("class") == "columns":
                column[:] = keep_short_chapters(keep_with_text(list(column)))
        return [one for one in found if len(one) or one.tag == "h1"]


def classes_of(element: Element) -> list[str]:
    """Return the classes of an element."""
    return element.get("class", "").split()


def make_box(tag: str, classes: str, inside: Sequence[Element]) -> Element:
    """Return an element of these classes around others."""
    box = Element(tag, {"class": classes})
    box.extend(inside)
    return box


def take_headings(found: Sequence[Element]) -> list[Element]:
    """Take the headings that end the last column: they go with the wide block below them."""
    taken: list[Element] = []
    while (
        found
        and found[-1].get("class") == "columns"
        and len(found[-1])
        and found[-1][-1].tag in ("h2", "h3")
    ):
        taken.insert(0, found[-1][-1])
        found[-1].remove(taken[0])
    return taken


def shape_table(table: Element) -> None:
    """Mark a table that is too wide for a column, or too long to be kept whole."""
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    for cell in table.iter("th"):
        if not "".join(cell.itertext()).strip():
            cell.tag = "td"  # an empty head is none
    longest = [
        max((len(word) for cell in column for word in cell.split()), default=1)
        for column in zip(*rows, strict=False)
    ]
    kinds = {
        "many": len(longest) > MANY_COLUMNS,
        "wide": sum(longest) + 3 * len(longest) > COLUMN,
        "long": len(rows) > LONG_TABLE,
    }
    marks = [kind for kind, holds in kinds.items() if holds]
    if marks:
        table.set("class", " ".join([*classes_of(table), *marks]))


def join_pictures(blocks: Sequence[Element]) -> list[Element]:
    """Make one strip of pictures that follow one another; one alone stays as it is."""
    found: list[Element] = []
    for is_turn, run in groupby(blocks, key=lambda one: "turn" in classes_of(one)):
        turns = list(run)
        if is_turn and len(turns) > 1:
            turns = [make_box("div", turns[0].get("class", "").replace("turn", "turns", 1), turns)]
        elif is_turn:
            turns[0].set("class", turns[0].get("class", "").replace("turn", "picture", 1))
        found.extend(turns)
    return found


def keep_with_text(blocks: Sequence[Element]) -> list[Element]:
    """Keep a figure or table with the text before it, past a ruling in between."""
    found: list[Element] = []
    for element in blocks:
        whole = element.tag == "table" and "long" not in classes_of(element)
        if whole or element.tag == "figure" or SLOT.fullmatch((element.text or "").strip()):
            group = [element]
            if found and found[-1].tag in _TEXT:
                group.insert(0, found.pop())
                is_plain = bool(found) and found[-1].tag in _TEXT and not found[-1].get("class")
                if is_plain and group[0].get("class") == "ruling":
                    group.insert(0, found.pop())
            # A heading that must not part from a box is one with it: WeasyPrint balances columns
            # pixel by pixel where blocks hang together by rules alone, and takes seconds for a
            # page.
            while found and found[-1].tag in ("h2", "h3"):
                group.insert(0, found.pop())
            found.append(make_box("div", "keep starts" if group[0].tag == "h2" else "keep", group))
        else:
            found.append(element)
    return found


def keep_short_chapters(blocks: Sequence[Element]) -> list[Element]:
    """Keep a chapter of few words, without a drawing, in one column."""
    found: list[Element] = []
    for is_head, run in groupby(blocks, key=lambda one: one.tag == "h2"):
        chapter = list(run)
        words = sum(len(" ".join(one.itertext()).split()) for one in chapter)
        drawn = any(SLOT.search("".join(one.itertext())) for one in chapter)
        if not is_head and found and found[-1].tag == "h2" and words <= SHORT_CHAPTER and not drawn:
            chapter = [make_box("div", "keep starts", [found.pop(), *chapter])]
        found.extend(chapter)
    return found
