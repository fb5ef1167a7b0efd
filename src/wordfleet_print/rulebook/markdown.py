"""Markdown as the parts of a book: tables and figures in place, rulings, examples, pictures,
columns.

Python-Markdown renders; CommonMark reads the same text. Where they differ, the line is refused.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from markdown_it.token import Token
from markupsafe import Markup

from wordfleet_print.errors import BadInputError
from wordfleet_print.messages import how_many
from wordfleet_print.rulebook import canonical, canonical_tree, commonmark, dialects, sanitize
from wordfleet_print.rulebook.blocks import (
    join_pictures,
    lay_columns,
    shape_table,
    split_pictures,
)
from wordfleet_print.rulebook.clean_lines import CleanText, clean_lines, drop_comments
from wordfleet_print.rulebook.compare_readings import find_differences
from wordfleet_print.rulebook.drawings import Drawings
from wordfleet_print.rulebook.figures import drop_figures, place_figures
from wordfleet_print.rulebook.fill_facts import BookSource, change_outside_code, fill_facts
from wordfleet_print.rulebook.links import check_links, find_aliases, name_links
from wordfleet_print.rulebook.pictures import Pictures
from wordfleet_print.rulebook.private_signs import END_OF_TEXT, OURS, mark_attributes
from wordfleet_print.rulebook.slots import Slots
from wordfleet_print.rulebook.text_report import TextReport

if TYPE_CHECKING:
    from markdown import Markdown

MOST_CHARACTERS = 1_000_000
# Of this many parts with fewer chapters, some may be meant as chapters.
MANY_PARTS = 3
QUICK_TITLE = "quick reference"
EXTENSIONS = (
    "attr_list",
    "tables",
    "sane_lists",
    "toc",
    "footnotes",
    "def_list",
    "admonition",
    "abbr",
    "pymdownx.tilde",
    "pymdownx.mark",
)
_CLASS = re.compile(r"\{:[^}\n]*\}")
_ATTRIBUTES = re.compile(r"\{:[^}\n]*\}|(?<= )\{[.#][\w-][^}\n]*\}\s*$")
_BRACE = re.compile(r"(?<!\\)\{")
_TAG = re.compile(r"<[^>]+>")
_CHAPTER = re.compile(r'<h2[^>]*?id="([^"]+)"[^>]*>(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """A `# heading` and what is below it; `chapters` are names and titles of its `## headings`."""

    title: str
    classes: str
    body: Markup
    chapters: tuple[tuple[str, str], ...]

    @property
    def quick(self) -> bool:
        """Whether this is the quick reference: by its title, or by its class in another
        language.
        """
        return self.title.casefold() == QUICK_TITLE or "quick" in self.classes.split()


@dataclass(frozen=True, slots=True)
class BookText:
    """A text as parts, and notes on what was left out."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    own_numbers: bool = False
    """Whether chapters bring their own numbers."""


def read_text(
    source: BookSource, drawings: Drawings, *, in_columns: bool = True, knows_facts: bool = True
) -> BookText:
    """Return the text of a rules file as HTML, in columns or with its blocks one after another;
    where its facts are not known, without what is drawn from them.

    Raises `BadInputError` with a complaint for everything that is wrong with it, each with its
    line.
    """
    if len(source.body) > MOST_CHARACTERS:
        raise BadInputError(
            f"The text of {source.name} is longer than {MOST_CHARACTERS:,} characters."
        )
    reader = TextReader(source, drawings, in_columns=in_columns, knows_facts=knows_facts)
    report = reader.report
    try:
        parts = list(reader.read())
    except commonmark.TextTooComplexError as error:
        report.add_fault(report.find_place(error.line), str(error))
        parts = []
    except RecursionError as error:
        raise BadInputError(
            f"{source.name} cannot be published: it is nested too deeply."
        ) from error
    if report.faults:
        raise BadInputError(f"{source.name} cannot be published.", report.list_faults())
    notes = tuple(dict.fromkeys(report.notes))
    return BookText(tuple(parts), notes, reader.text.own_numbers)


class TextReader:
    """Reads one text; `report` collects what there is to say about it."""

    def __init__(
        self,
        source: BookSource,
        drawings: Drawings,
        *,
        in_columns: bool = True,
        knows_facts: bool = True,
    ) -> None:
        self.source = source
        self.drawings = drawings
        self.in_columns = in_columns
        """Whether blocks are laid out in columns."""
        self.knows_facts = knows_facts
        """Whether the facts are those of the front matter, so that those that lack are faults."""
        self.report = TextReport(source)
        """Notes and faults, with their lines."""
        self.slots = Slots()
        """Drawings and pictures, which join the page once it is cleaned."""
        self.pictures = Pictures(Path(source.name).parent, source.facts, self.slots, self.report)
        self.text = CleanText([])
        """The lines that both readers see; `read` sets them."""
        self.reading = commonmark.Reading("")
        """These lines as CommonMark reads them; `read` sets it."""
        self.attributes: list[str] = []
        """What `{: … }` says of blocks, by the number that stands for it in the text."""

    def read(self) -> Iterator[Part]:
        """Yield the parts of the book."""
        report = self.report
        commonmark.refuse_costly(self.source.body)
        filled, unknown = fill_facts(self.source, self.source.facts)
        code_lines = commonmark.find_code_lines(filled)
        lines = drop_comments(OURS.sub("", filled).split("\n"), code_lines)
        placed = drop_figures(lines, code_lines)
        if self.knows_facts:
            placed = place_figures(lines, code_lines, self.drawings, self.slots, report)
        self.text = clean_lines(placed, code_lines)
        if note := self.text.note(self.source.body_line):
            report.add_note(self.source.name, note)
        marked_lines = [
            self.keep_attributes(line, number, code_lines)
            for number, line in enumerate(self.text.lines)
        ]
        self.reading = commonmark.Reading("\n".join(marked_lines))
        commonmark.refuse_deep(self.reading)
        self.find_faults(code_lines)
        report.faults += unknown if self.knows_facts else []
        self.reading.replace_code(self.keep_code)
        self.begin_part()
        self.note_parts()
        page = sanitize.clean_html(self.convert())
        check_links(page, report)
        _, *parts = re.split(r"(?=<h1)", page)
        for part in parts:
            yield self.read_part(part)

    def read_part(self, html: str) -> Part:
        """Return a part of the page, from its heading on."""
        head, body = html.split("</h1>", 1)
        match = re.search(r'class="([^"]*)"', head)
        classes = unescape(match[1]) if match else ""
        chapters = tuple(
            (unescape(name), read_words(title)) for name, title in _CHAPTER.findall(body)
        )
        filled = Markup(self.slots.fill(body.strip()))  # noqa: S704 - `clean_html` sanitized it by nh3
        return Part(read_words(head).strip(), classes, filled, chapters)

    def find_faults(self, code_lines: frozenset[int]) -> None:
        """Report what other programs read, and this book would lose; the first fault of a line."""
        report = self.report
        tree = self.reading.tree
        faults = [
            *dialects.find_foreign_signs(self.text.lines, code_lines),
            *dialects.find_lost_sense(tree, self.text.lines),
        ]
        for line in dialects.find_joined_lines(tree, self.text.lines):
            what = (
                "a line right below a table is a row of it, as on GitHub;"
                " an empty line above it parts them"
            )
            report.add_note(report.find_place(line), what)
        first = {fault.line: fault for fault in reversed(faults)}
        for line in sorted(first):
            report.add_fault(report.find_place(line), first[line].message, first[line].advice)

    def keep_attributes(self, line: str, number: int, code_lines: frozenset[int]) -> str:
        """Return a line with signs in the place of `{: .class }`; other braces are only braces."""
        if number in code_lines:
            return line

        def keep(match: re.Match[str]) -> str:
            self.attributes.append(match[0])
            return mark_attributes(len(self.attributes) - 1)

        def mark(words: str) -> str:
            marked = _ATTRIBUTES.sub(keep, words)
            return _BRACE.sub(r"\\{", marked)

        return change_outside_code(line, mark)

    def keep_code(self, token: Token) -> str:
        """Return the slot of a block of code or of HTML."""
        if token.type == "html_block":
            return self.slots.keep(sanitize.clean_html(token.content))
        if token.type == "code_block" and token.map:
            place = self.report.find_place(token.map[0])
            what = "four spaces before a line print it as code, as on GitHub"
            self.report.add_note(place, what)
        return self.slots.keep(f"<pre><code>{escape(token.content, quote=False)}</code></pre>")

    def begin_part(self) -> None:
        """Let the text begin with a part: a stranger's first line may be a chapter, or words."""
        report = self.report
        tokens = self.reading.tokens
        if not tokens:
            what = "the text must begin with a part’s heading"
            report.add_fault(report.find_place(0), what, "such as # Rules")
        elif tokens[0].tag != "h1":
            where = report.find_place(tokens[0].map[0] if tokens[0].map else 0)
            report.add_note(where, "the text begins without a part; read as “# Rules”")
            self.reading.tokens = [*commonmark.Reading("# Rules").tokens, *tokens]

    def note_parts(self) -> None:
        """Note headings of parts that may be meant as chapters: they have no chapters."""
        tokens = self.reading.tokens
        headings = [token for token in tokens if token.type == "heading_open"]
        parts = [token for token in headings if token.tag == "h1"]
        chapters = [token for token in headings if token.tag == "h2"]
        if len(parts) < MANY_PARTS or len(chapters) >= len(parts):
            return
        second = parts[1].map
        what = (
            f"{how_many(len(parts), 'heading')} with one # begin a part each, on a page of its own;"
            " write chapters with ##"
        )
        self.report.add_note(self.report.find_place(second[0] if second else 0), what)

    def convert(self) -> str:
        """Return the text as HTML, in the shape of a book."""
        converter = self.converter()
        for label, reference in self.reading.references.items():
            address = (unquote(reference["href"]), reference.get("title", ""))
            converter.references[label.lower()] = address
        text = canonical.write_text(self.reading.tree, self.attributes)
        for short, words in self.text.abbreviations.items():
            text += f"\n*[{short}]: {words}\n"
        return converter.convert(text)

    def compare(self, root: Element, converter: Markdown) -> None:
        """Report where CommonMark reads another text than this one."""
        html = converter.serializer(root).strip()
        for processor in converter.postprocessors:
            html = processor.run(html)
        html = html.removeprefix(f"<{root.tag}>").removesuffix(f"</{root.tag}>")
        html = _CLASS.sub("", html)  # one that belongs to nothing is refused by itself
        for difference in find_differences(self.reading.render(), html):
            self.report.add_fault(
                self.report.find_place(difference.line),
                f"GitHub shows {difference.first} here, this book would show {difference.second}",
                "write it so that both read the same",
            )

    def converter(self) -> Markdown:
        """Return Python-Markdown with our conventions, after all other readers of its tree."""
        from markdown import Markdown
        from markdown.extensions.toc import slugify_unicode
        from markdown.treeprocessors import Treeprocessor

        reader = self

        class Conventions(Treeprocessor):
            def run(self, root: Element) -> None:
                canonical_tree.drop_marks(root)
                reader.compare(root, self.md)
                canonical_tree.tighten_lists(root, reader.reading.tree)
                reader.lead_links(root)
                reader.shape(root)

        configs: dict[str, dict[str, Any]] = {
            "toc": {"slugify": slugify_unicode, "marker": ""},
            "tables": {"use_align_attribute": True},
            "footnotes": {"BACKLINK_TEXT": "↑", "PLACE_MARKER": END_OF_TEXT},
            "pymdownx.tilde": {"subscript": False},
        }
        md = Markdown(extensions=EXTENSIONS, extension_configs=configs, output_format="html")
        md.ESCAPED_CHARS = [*string.punctuation]
        # CommonMark has read code, HTML and addresses already
        md.preprocessors.deregister("html_block")
        for name in ("code", "reference", "setextheader"):
            md.parser.blockprocessors.deregister(name)
        md.treeprocessors.register(Conventions(md), "conventions", -1)
        return md

    # Conventions

    def lead_links(self, root: Element) -> None:
        """Lead links to the names that GitHub gives headings; pictures on the web are links."""
        names = find_aliases(root, self.reading.tree, self.text.titles)
        self.pictures.link_web_pictures(root)
        name_links(root, names, self.report)

    def shape(self, root: Element) -> None:
        """Give a parsed text the shape of a book."""
        blocks = [element for element in split_pictures(list(root)) if self.shape_block(element)]
        root[:] = blocks
        self.pictures.draw_among_words(root)
        blocks = join_pictures(blocks)
        root[:] = lay_columns(blocks, self.slots.is_wide) if self.in_columns else blocks

    def shape_block(self, element: Element) -> bool:
        """Shape one block of the text; False where it is left out."""
        text = (element.text or "").strip()
        if element.tag == "blockquote":
            element.set("class", "example")
        elif element.tag == "p" and text.startswith("†"):
            shape_ruling(element)
        elif element.tag == "p" and len(element) and element[0].tag == "img" and not text:
            return self.pictures.make_figure(element)
        elif element.tag == "table":
            shape_table(element)
        return True


def read_words(html: str) -> str:
    """Return the words of HTML."""
    return unescape(_TAG.sub("", html))


def shape_ruling(paragraph: Element) -> None:
    """Mark a paragraph that begins with † as a ruling of this edition."""
    paragraph.set("class", "ruling")
    dagger = Element("b", {"class": "dagger"})
    dagger.text = "†"
    dagger.tail = (paragraph.text or "").lstrip()[1:].lstrip()
    paragraph.text = ""
    paragraph.insert(0, dagger)
