"""Markdown as the parts of a book: tables and figures in place, rulings, examples, pictures,
columns.

Python-Markdown renders; CommonMark reads the same text. Where they differ, the line is refused.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote
from xml.etree.ElementTree import Element

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup

from wordfleet_print import errors
from wordfleet_print.games import RulesSource
from wordfleet_print.messages import did_you_mean, join_words
from wordfleet_print.rulebook import (
    canonical,
    canonical_tree,
    commonmark,
    dialects,
    fill_facts,
    sanitize,
)
from wordfleet_print.rulebook.blocks import (
    SLOT,
    classes_of,
    join_pictures,
    lay_columns,
    shape_table,
)
from wordfleet_print.rulebook.clean_lines import CleanText, clean_lines, drop_comments
from wordfleet_print.rulebook.compare_readings import find_differences
from wordfleet_print.rulebook.drawings import Drawings, find_outdated

if TYPE_CHECKING:
    from markdown import Markdown

MOST_CHARACTERS = 1_000_000
QUICK = "quick reference"
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
# Where footnotes are put: nowhere but at the end of the text.
NOTES = "\ue00e"
_CLASS = re.compile(r"\{:[^}\n]*\}")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_WEB = re.compile(r"https?://", re.IGNORECASE)
# Files that a note names.
MOST_NAMED = 5


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
        return self.title.casefold() == QUICK or "quick" in self.classes.split()


@dataclass(frozen=True, slots=True)
class BookText:
    """A text as parts, and notes on what was left out."""

    parts: tuple[Part, ...]
    notes: tuple[str, ...]
    own_numbers: bool = False
    """Whether chapters bring their own numbers."""


def read_text(
    source: RulesSource, facts: fill_facts.Facts, drawings: Drawings, *, in_columns: bool = True
) -> BookText:
    """Return the text of a rules file as HTML, in columns or with its blocks one after another.

    Raises `BadInputError` with a complaint for everything that is wrong with it, each with its
    line.
    """
    if len(source.body) > MOST_CHARACTERS:
        raise errors.BadInputError(
            f"The text of {source.name} is longer than {MOST_CHARACTERS:,} characters."
        )
    reader = TextReader(source, facts, drawings, in_columns=in_columns)
    try:
        parts = list(reader.read())
    except commonmark.TextTooComplexError as error:
        reader.report(reader.find_place(error.line), str(error))
        parts = []
    except RecursionError as error:
        raise errors.BadInputError(
            f"{source.name} cannot be published: it is nested too deeply."
        ) from error
    if reader.faults:
        # A line with one fault often has more, which are the same mistake seen by another rule.
        first = {fault.where: fault for fault in reversed(reader.faults)}
        faults = sorted(first.values(), key=lambda fault: find_number(fault.where))
        raise errors.BadInputError(f"{source.name} cannot be published.", faults)
    return BookText(tuple(parts), tuple(dict.fromkeys(reader.notes)), reader.text.own_numbers)


def find_number(place: str) -> int:
    """Return the line of “file:line”; 0 where there is none."""
    number = place.rpartition(":")[2]
    return int(number) if number.isdecimal() else 0


class TextReader:
    """Reads one text: `faults` and `notes` collect what there is to say about it."""

    def __init__(
        self,
        source: RulesSource,
        facts: fill_facts.Facts,
        drawings: Drawings,
        *,
        in_columns: bool = True,
    ) -> None:
        self.source, self.facts, self.drawings = source, facts, drawings
        self.in_columns = in_columns
        self.folder = Path(source.name).parent
        self.faults: list[errors.Problem] = []
        self.notes: list[str] = []
        self.drawn: list[str] = []
        self.wide: set[int] = set()
        self.text = CleanText([])
        self.reading = commonmark.Reading("")
        self.attributes: list[str] = []

    def read(self) -> Iterator[Part]:
        """Yield the parts of the book."""
        commonmark.refuse_costly(self.source.body)
        filled, unknown = fill_facts.fill_facts(self.source, self.facts)
        code = commonmark.find_code_lines(filled)
        lines = drop_comments(re.sub("[\ue000-\ue00f]", "", filled).split("\n"), code)
        self.text = clean_lines(self.place_blocks(lines, code), code)
        if note := self.text.note(self.source.body_line):
            self.notes.append(f"{self.source.name}: {note}")
        shown = [
            self.keep_attributes(line, number, code) for number, line in enumerate(self.text.lines)
        ]
        self.reading = commonmark.Reading("\n".join(shown))
        commonmark.refuse_deep(self.reading)
        self.find_faults(code)
        self.faults += unknown
        self.reading.replace_code(self.keep_code)
        self.begin_part()
        page = sanitize.clean_html(self.convert())
        _, *parts = re.split(r"(?=<h1)", page)
        self.check_links(page)
        for part in parts:
            head, body = part.split("</h1>", 1)
            classes = found[1] if (found := re.search(r'class="([^"]*)"', head)) else ""
            chapters = re.findall(r'<h2[^>]*?id="([^"]+)"[^>]*>(.*?)</h2>', body, re.DOTALL)
            titles = tuple(
                (unescape(name), unescape(re.sub(r"<[^>]+>", "", title)))
                for name, title in chapters
            )
            yield Part(
                unescape(re.sub(r"<[^>]+>", "", head)).strip(),
                unescape(classes),
                Markup(self.fill_slots(body.strip())),  # noqa: S704 - cleaned by nh3
                titles,
            )

    def find_place(self, line: int) -> str:
        """Return file and line of a line of the text, which counts from 0."""
        return f"{self.source.name}:{line + self.source.body_line}"

    def find_faults(self, code: frozenset[int]) -> None:
        """Report what other programs read, and this book would lose; the first fault of a line."""
        tree = self.reading.tree
        faults = [
            *dialects.find_foreign_signs(self.text.lines, code),
            *dialects.find_lost_sense(tree, self.text.lines),
        ]
        for line in dialects.find_joined_lines(tree, self.text.lines):
            place = self.find_place(line)
            self.notes.append(
                f"{place}: a line right below a table is a row of it, as on GitHub;"
                " an empty line above it parts them"
            )
        first = {fault.line: fault for fault in reversed(faults)}
        for line in sorted(first):
            self.report(self.find_place(line), first[line].message, first[line].advice)

    def keep_attributes(self, line: str, number: int, code: frozenset[int]) -> str:
        """Return a line with marks in the place of `{: .class }`; other braces are only braces."""
        if number in code:
            return line

        def keep(found: re.Match[str]) -> str:
            self.attributes.append(found[0])
            return f"\ue005{len(self.attributes) - 1}\ue006"

        def change(words: str) -> str:
            marked = re.sub(r"\{:[^}\n]*\}|(?<= )\{[.#][\w-][^}\n]*\}\s*$", keep, words)
            return re.sub(r"(?<!\\)\{", r"\\{", marked)

        return fill_facts.change_words(line, change)

    def keep_code(self, token: Token) -> str:
        """Return the slot of a block of code or of HTML."""
        if token.type == "html_block":
            return self.slot(sanitize.clean_html(token.content))
        if token.type == "code_block" and token.map:
            place = self.find_place(token.map[0])
            self.notes.append(f"{place}: four spaces before a line print it as code, as on GitHub")
        return self.slot(f"<pre><code>{escape(token.content, quote=False)}</code></pre>")

    def begin_part(self) -> None:
        """Let the text begin with a part: a stranger's first line may be a chapter, or words."""
        tokens = self.reading.tokens
        if tokens and tokens[0].tag != "h1":
            where = self.find_place(tokens[0].map[0] if tokens[0].map else 0)
            self.notes.append(f"{where}: the text begins without a part; read as “# Rules”")
            self.reading.tokens = [*commonmark.Reading("# Rules").tokens, *tokens]
        elif not tokens:
            where = f"{self.source.name}:{self.source.body_line}"
            self.report(where, "the text must begin with a part’s heading", "such as # Rules")

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
            self.report(
                self.find_place(difference.line),
                f"GitHub shows {difference.first} here, this book would show {difference.second}",
                "write it so that both read the same",
            )

    def report(self, where: str, message: str, advice: str = "") -> None:
        """Note what is wrong with the text, with its file and line."""
        self.faults.append(errors.Problem(message, where=where, advice=advice))

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
                reader.name_links(root)
                reader.shape(root)

        configs: dict[str, dict[str, Any]] = {
            "toc": {"slugify": slugify_unicode, "marker": ""},
            "tables": {"use_align_attribute": True},
            "footnotes": {"BACKLINK_TEXT": "↑", "PLACE_MARKER": NOTES},
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

    def place_blocks(self, lines: Sequence[str], code: frozenset[int]) -> list[str]:
        """Replace `[[name | caption]]` on lines of their own by what they name."""
        placed = list(lines)
        for number, line in enumerate(lines):
            found = dialects.BLOCK.fullmatch(line.strip())
            if not found or number in code:
                continue
            wide, name, caption = found.groups()
            try:
                drawn = self.drawings.draw(name)
            except fill_facts.FactError as error:
                self.report(self.find_place(number), f"[[{name}]]: {error}")
                continue
            if drawn:
                if drawn.startswith("<svg") and "<title>" not in drawn:
                    self.notes.append(
                        f"{self.find_place(number)}: say what “{name}” shows, in a <title> of it"
                    )
                    drawn = add_title(drawn, caption or name)
                placed[number] = self.slot(
                    write_figure(drawn, name, caption, wide=bool(wide)), wide=bool(wide)
                )
        return placed

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
        for left in _CLASS.findall(re.sub(r"(?s)<code.*?</code>|<[^>]+>", "", page)):
            advice = "write it on a line of its own, right below its paragraph"
            self.report(self.find_line(left), "this class belongs to nothing", advice)

    def name_links(self, root: Element) -> None:
        """Lead links to the names that GitHub gives headings; other files are named as words."""
        names = find_aliases(root, self.reading.tree, self.text.titles)
        other_files: list[str] = []
        for picture in root.iter("img"):
            if _WEB.match(picture.get("src", "")):
                self.link_picture(picture)
        for link in root.iter("a"):
            address = link.get("href", "")
            if address.startswith("#"):
                name = unquote(address[1:])
                link.set("href", f"#{names.get(name.casefold(), name)}")
            elif not sanitize.LINK.fullmatch(address) and not _SCHEME.match(address):
                other_files.append(unquote(address))
                link.tag = "span"
                link.attrib.pop("href", None)
        if other_files:
            shown = join_words(list(dict.fromkeys(other_files))[:MOST_NAMED])
            where = self.find_line(other_files[0])
            self.notes.append(f"{where}: links to other files are printed as words: {shown}")

    def link_picture(self, picture: Element) -> None:
        """Make a link of a picture on the web: books fetch nothing."""
        address = picture.get("src", "")
        picture.tag = "a"
        picture.text = picture.get("alt", "").strip() or "picture"
        picture.attrib.clear()
        picture.set("href", address)
        where = self.find_picture(address, picture.text)
        self.notes.append(
            f"{where}: a picture on the web is printed as a link; save it in the rules folder"
        )

    def draw_picture(self, image: Element) -> tuple[str, float]:
        """Return the slot of a picture, and its width to height. One that shows other facts is left
        out: no slot.
        """
        address = image.get("src", "")
        words = image.get("alt", "").strip()
        where = self.find_picture(address, words)
        name = sanitize.name_picture(address)
        if not words:
            self.notes.append(f"{where}: say what “{name}” shows: ![What it shows](…)")
            words = Path(name).stem.replace("-", " ").replace("_", " ")
        try:
            if outdated := find_outdated(address, self.folder, self.facts):
                if not any(note.endswith(outdated) for note in self.notes):
                    self.notes.append(f"{where}: {outdated}")
                return "", 1.0
            picture = sanitize.load_picture(address, self.folder)
        except sanitize.PictureError as error:
            self.report(where, str(error))
            return "", 1.0
        if picture.lost_text:
            self.notes.append(
                f"{where}: PDFs lose {picture.lost_text} of “{name}”; make it plain text"
            )
        return self.slot(write_picture(picture, words)), picture.shape

    def find_picture(self, address: str, words: str) -> str:
        """Return file and line of a picture: by its address as it may be written, or its words."""
        for looked_for in (f"({address[:80]}", f"<{address[:80]}", quote(address[:80]), words):
            where = self.find_line(looked_for) if looked_for.strip("(<") else self.source.name
            if where != self.source.name:
                return where
        return self.find_line("![")

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
        blocks = join_pictures(blocks)
        root[:] = lay_columns(blocks, self.is_wide) if self.in_columns else blocks

    def is_wide(self, element: Element) -> bool:
        """Whether a block goes across the page."""
        slot = SLOT.fullmatch((element.text or "").strip())
        is_drawn_wide = bool(slot and int(slot[1]) in self.wide)
        return is_drawn_wide or not {"wide", "lead"}.isdisjoint(classes_of(element))

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
        caption.text = (image.tail or "").lstrip()
        caption.extend(list(paragraph)[1:])
        paragraph.tag, paragraph.text = "figure", slot
        # Low, wide pictures have their words next to them
        kinds = [*classes_of(paragraph), *classes_of(image)] or ["rows"] * (shape > 2.5)
        paragraph.set("class", " ".join(["turn", *kinds]))
        paragraph[:] = [caption] if caption.text.strip() or len(caption) else []
        return bool(slot)


def write_picture(picture: sanitize.Picture, words: str) -> str:
    """Return the HTML of a picture that `words` describe."""
    svg = re.sub(r"<title>.*?</title>", "", picture.svg, flags=re.DOTALL)
    if not svg:
        return f'<img src="{picture.data}" alt="{escape(words)}">'
    titled = svg.replace(">", f"><title>{escape(words)}</title>", 1)
    return titled if 'role="img"' in titled else titled.replace("<svg", '<svg role="img"', 1)


def add_title(svg: str, words: str) -> Markup:
    """Return a figure that these words describe."""
    titled = str(svg).replace(">", f"><title>{escape(words)}</title>", 1)
    return Markup(titled)  # noqa: S704 - escaped


def find_aliases(root: Element, tree: SyntaxTreeNode, titles: Mapping[int, str]) -> dict[str, str]:
    """Return the id of each heading by its id and by the name that GitHub gives it, in lower case.

    `titles` are those that lost their number, by line.
    """
    headings = [element for element in root.iter() if re.fullmatch("h[1-6]", element.tag)]
    aliases: dict[str, str] = {}
    counted: dict[str, int] = {}
    nodes = [node for node in tree.children if node.type == "heading"]
    for element, node in zip(headings, nodes, strict=False):
        title = titles.get(node.map[0], "") if node.map else ""
        words = title or "".join(element.itertext())
        name = re.sub(r"[^\w\- ]", "", words.strip().casefold()).replace(" ", "-")
        before = counted.get(name, 0)
        counted[name] = before + 1
        aliases.setdefault(f"{name}-{before}" if before else name, element.get("id", ""))
        aliases.setdefault(name.strip("-"), element.get("id", ""))
    for element in root.iter():
        if identity := element.get("id"):
            aliases[identity.casefold()] = identity
    return aliases


def write_figure(drawn: str, name: str, caption: str | None, *, wide: bool) -> str:
    """Return a table or figure with its caption."""
    kind = "figure" if drawn.startswith("<svg") else "table"
    legend = f"<figcaption>{escape(caption, quote=False)}</figcaption>" if caption else ""
    classes = f"{kind} {name}{' wide' if wide else ''}"
    # On a phone it is scrolled, by keyboard too
    focus = ' tabindex="0"' if kind == "table" or wide else ""
    return f'<figure class="{classes}"{focus}>{drawn}{legend}</figure>'
