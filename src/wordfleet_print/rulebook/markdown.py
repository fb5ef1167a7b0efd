"""Markdown as the parts of a book: tables and figures in place, rulings, examples, pictures,
columns.

Two libraries read the same text. Python-Markdown makes the HTML. markdown-it-py reads it as
CommonMark, as GitHub does. Where a designer would see another text on GitHub, the line is refused.
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
from wordfleet_print.rulebook.links import check_links, find_heading_ids, name_links
from wordfleet_print.rulebook.pictures import Pictures
from wordfleet_print.rulebook.private_signs import END_OF_TEXT, OURS, mark_attributes
from wordfleet_print.rulebook.slots import Slots
from wordfleet_print.rulebook.text_report import TextReport

if TYPE_CHECKING:
    from markdown import Markdown

MOST_CHARACTERS = 1_000_000
# From this many parts on, with even fewer chapters, some parts may be meant as chapters.
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
# `{: .wide }`
_CLASS = re.compile(r"\{:[^}\n]*\}")
# `{: .wide }` anywhere, or `{#turn}` at the end of a line
_ATTRIBUTES = re.compile(r"\{:[^}\n]*\}|(?<= )\{[.#][\w-][^}\n]*\}\s*$")
_BRACE = re.compile(r"(?<!\\)\{")
_TAG = re.compile(r"<[^>]+>")
_CHAPTER = re.compile(r'<h2[^>]*?id="([^"]+)"[^>]*>(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book: a `# heading`, and what is below it up to the next one."""

    title: str
    classes: str
    """Classes of its heading, as in HTML: "quick wide"."""
    body: Markup
    """Its HTML without the heading."""
    chapters: tuple[tuple[str, str], ...]
    """The id and the title of each `## heading` in it."""

    @property
    def quick(self) -> bool:
        """Whether this is the quick reference: by its title, or by its class in another
        language.
        """
        return self.title.casefold() == QUICK_TITLE or "quick" in self.classes.split()


@dataclass(frozen=True, slots=True)
class BookText:
    """The text of a book as HTML."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    """What a designer should know, such as pictures that were left out; a sentence each."""
    own_numbers: bool = False
    """Whether chapters bring their own numbers."""


def read_text(
    source: BookSource, drawings: Drawings, *, in_columns: bool = True, knows_facts: bool = True
) -> BookText:
    """Return the text of a rules file as HTML.

    `in_columns` puts its blocks into boxes of columns; otherwise they follow one another. Without
    `knows_facts` (the front matter has faults itself), figures and facts are left out.

    Raises `BadInputError` with everything that is wrong with the text, each with its line.
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
        """Whether the facts are those of the front matter, so that a fact it lacks is a fault."""
        self.report = TextReport(source)
        """Notes and faults, with their lines."""
        self.slots = Slots()
        """Finished HTML of figures, pictures and code, with a placeholder for each in the text."""
        self.pictures = Pictures(Path(source.name).parent, source.facts, self.slots, self.report)
        self.text = CleanText([])
        """The lines that both readers see; `read` sets them."""
        self.reading = commonmark.Reading("")
        """These lines as CommonMark reads them; `read` sets it."""
        self.attributes: list[str] = []
        """Each `{: .class }` of the text. Sign number 3 in the text stands for attributes[3]."""

    def read(self) -> Iterator[Part]:
        """Yield the parts of the book; faults go to the report.

        The text is changed step by step: facts are filled in, figures drawn, habits of other
        programs rewritten. Both readers see the result. What they agree on is sanitized.
        """
        report = self.report
        commonmark.refuse_costly(self.source.body)
        markdown, fact_faults = fill_facts(self.source, self.source.facts)
        code_lines = commonmark.find_code_lines(markdown)
        lines = drop_comments(OURS.sub("", markdown).split("\n"), code_lines)
        if self.knows_facts:
            lines = place_figures(lines, code_lines, self.drawings, self.slots, report)
        else:
            lines = drop_figures(lines, code_lines)
        self.text = clean_lines(lines, code_lines)
        if note := self.text.describe_changes(first_line=self.source.body_line):
            report.add_note(self.source.name, note)
        lines_with_signs = [
            self.keep_attributes(line, number, code_lines)
            for number, line in enumerate(self.text.lines)
        ]
        self.reading = commonmark.Reading("\n".join(lines_with_signs))
        commonmark.refuse_deep(self.reading)
        self.report_dialects(code_lines)
        if self.knows_facts:
            report.faults += fact_faults
        self.reading.replace_code(self.keep_code)
        self.begin_with_part()
        self.note_many_parts()
        html = sanitize.clean_html(self.convert())
        check_links(html, report)
        _before_first_part, *parts = re.split(r"(?=<h1)", html)
        for part in parts:
            yield self.read_part(part)

    def read_part(self, html: str) -> Part:
        """Return a part from its HTML, `<h1 class="quick">Quick reference</h1>…`."""
        heading, body = html.split("</h1>", 1)
        match = re.search(r'class="([^"]*)"', heading)
        classes = unescape(match[1]) if match else ""
        chapters = tuple(
            (unescape(name), read_words(title)) for name, title in _CHAPTER.findall(body)
        )
        whole_body = Markup(self.slots.fill(body.strip()))  # noqa: S704 - `clean_html` sanitized it
        return Part(read_words(heading).strip(), classes, whole_body, chapters)

    def report_dialects(self, code_lines: frozenset[int]) -> None:
        """Report what only other dialects of markdown understand; of each line its first fault."""
        report = self.report
        tree = self.reading.tree
        faults = [
            *dialects.find_foreign_signs(self.text.lines, code_lines),
            *dialects.find_lost_sense(tree, self.text.lines),
        ]
        for line in dialects.find_words_in_tables(tree, self.text.lines):
            what = (
                "a line right below a table is a row of it, as on GitHub;"
                " an empty line above it parts them"
            )
            report.add_note(report.find_place(line), what)
        # In reverse, so that the first fault of a line is the one that the mapping keeps.
        first_faults = {fault.line: fault for fault in reversed(faults)}
        for line, fault in sorted(first_faults.items()):
            report.add_fault(report.find_place(line), fault.message, fault.advice)

    def keep_attributes(self, line: str, number: int, code_lines: frozenset[int]) -> str:
        """Return a line with a sign in the place of each `{: .class }`, which `attributes` keeps.

        Other braces are escaped: Python-Markdown could take them for attributes, too.
        """
        if number in code_lines:
            return line

        def keep(match: re.Match[str]) -> str:
            self.attributes.append(match[0])
            return mark_attributes(len(self.attributes) - 1)

        def replace_braces(words: str) -> str:
            return _BRACE.sub(r"\\{", _ATTRIBUTES.sub(keep, words))

        return change_outside_code(line, replace_braces)

    def keep_code(self, token: Token) -> str:
        """Return a placeholder for a block of code or of HTML, which `slots` keeps."""
        if token.type == "html_block":
            return self.slots.keep(sanitize.clean_html(token.content))
        if token.type == "code_block" and token.map:
            where = self.report.find_place(token.map[0])
            what = "four spaces before a line print it as code, as on GitHub"
            self.report.add_note(where, what)
        return self.slots.keep(f"<pre><code>{escape(token.content, quote=False)}</code></pre>")

    def begin_with_part(self) -> None:
        """Put the heading “# Rules” above a text that begins with a chapter or with words.

        Everything in a book is in a part. A text without any block is a fault.
        """
        report = self.report
        tokens = self.reading.tokens
        if not tokens:
            what = "the text must begin with a part’s heading"
            report.add_fault(report.find_place(0), what, "such as # Rules")
        elif tokens[0].tag != "h1":
            where = report.find_place(tokens[0].map[0] if tokens[0].map else 0)
            report.add_note(where, "the text begins without a part; read as “# Rules”")
            self.reading.tokens = [*commonmark.Reading("# Rules").tokens, *tokens]

    def note_many_parts(self) -> None:
        """Note that there are many parts and few chapters: some `#` may be meant as `##`."""
        headings = [token for token in self.reading.tokens if token.type == "heading_open"]
        parts = [token for token in headings if token.tag == "h1"]
        chapters = [token for token in headings if token.tag == "h2"]
        if len(parts) < MANY_PARTS or len(chapters) >= len(parts):
            return
        second = parts[1].map
        where = self.report.find_place(second[0] if second else 0)
        count = how_many(len(parts), "heading")
        what = f"{count} with one # begin a part each, on a page of its own; write chapters with ##"
        self.report.add_note(where, what)

    def convert(self) -> str:
        """Return the HTML that Python-Markdown makes of the text, in the shape of a book.

        It gets the text as `canonical` writes it from the blocks that CommonMark read.
        """
        converter = self.make_converter()
        for label, reference in self.reading.references.items():
            address = unquote(reference["href"])
            converter.references[label.lower()] = (address, reference.get("title", ""))
        text = canonical.write_text(self.reading.tree, self.attributes)
        for short, words in self.text.abbreviations.items():
            text += f"\n*[{short}]: {words}\n"
        return converter.convert(text)

    def report_differences(self, root: Element, converter: Markdown) -> None:
        """Report each place where CommonMark reads another text than Python-Markdown.

        `root` is what Python-Markdown read. Its HTML is written here as `converter` will write it.
        """
        html = converter.serializer(root).strip()
        for processor in converter.postprocessors:
            html = processor.run(html)
        html = html.removeprefix(f"<{root.tag}>").removesuffix(f"</{root.tag}>")
        html = _CLASS.sub("", html)  # a class that belongs to nothing is a fault of `check_links`
        for difference in find_differences(self.reading.render(), html):
            self.report.add_fault(
                self.report.find_place(difference.line),
                f"GitHub shows {difference.first} here, this book would show {difference.second}",
                "write it so that both read the same",
            )

    def make_converter(self) -> Markdown:
        """Return Python-Markdown with the extensions and conventions of our books."""
        from markdown import Markdown
        from markdown.extensions.toc import slugify_unicode
        from markdown.treeprocessors import Treeprocessor

        reader = self

        class Conventions(Treeprocessor):
            def run(self, root: Element) -> None:
                canonical_tree.drop_signs(root)
                reader.report_differences(root, self.md)
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
        # CommonMark has read blocks of code and HTML, addresses and underlined headings already.
        md.preprocessors.deregister("html_block")
        for name in ("code", "reference", "setextheader"):
            md.parser.blockprocessors.deregister(name)
        # The lowest priority: when it runs, all extensions have finished the tree.
        md.treeprocessors.register(Conventions(md), "conventions", -1)
        return md

    # Conventions

    def lead_links(self, root: Element) -> None:
        """Let links reach headings by the names that GitHub gives these; pictures on the web become
        links.
        """
        ids = find_heading_ids(root, self.reading.tree, self.text.titles)
        self.pictures.link_web_pictures(root)
        name_links(root, ids, self.report)

    def shape(self, root: Element) -> None:
        """Give the blocks of the text the shape of a book: figures, rulings, examples, columns."""
        blocks = [element for element in split_pictures(list(root)) if self.shape_block(element)]
        root[:] = blocks
        self.pictures.draw_among_words(root)
        blocks = join_pictures(blocks)
        root[:] = lay_columns(blocks, self.slots.is_wide) if self.in_columns else blocks

    def shape_block(self, element: Element) -> bool:
        """Shape one block of the text. Return False for one to leave out: a picture that is
        outdated or has a fault.
        """
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
    """Return the words of HTML without its tags: `<b>A &amp; B</b>` is `A & B`."""
    return unescape(_TAG.sub("", html))


def shape_ruling(paragraph: Element) -> None:
    """Mark a paragraph that begins with † as a ruling of this edition: the † becomes bold."""
    paragraph.set("class", "ruling")
    dagger = Element("b", {"class": "dagger"})
    dagger.text = "†"
    dagger.tail = (paragraph.text or "").lstrip().removeprefix("†").lstrip()
    paragraph.text = ""
    paragraph.insert(0, dagger)
