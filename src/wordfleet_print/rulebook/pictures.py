"""Pictures in a text: drawn into it, described, refused or left out, each with its line."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from urllib.parse import quote
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.blocks import classes_of
from wordfleet_print.rulebook.fill_facts import Facts
from wordfleet_print.rulebook.outdated_pictures import explain_outdated_picture
from wordfleet_print.rulebook.picture_files import Picture, PictureError, load_picture, name_picture
from wordfleet_print.rulebook.slots import Slots
from wordfleet_print.rulebook.text_report import TextReport

_WEB = re.compile(r"https?://", re.IGNORECASE)
# Characters of an address by which its line is found.
MOST_LOOKED_FOR = 80
# Width to height above which a picture has its words next to it.
WIDE_RATIO = 2.5


class Pictures:
    """Puts the pictures of one text into its tree of elements; reports faults to its report."""

    def __init__(self, folder: Path, facts: Facts, slots: Slots, report: TextReport) -> None:
        self._folder = folder
        self._facts = facts
        self._slots = slots
        self._report = report

    def link_web_pictures(self, root: Element) -> None:
        """Replace pictures on the web by links to them: books fetch nothing."""
        for picture in root.iter("img"):
            address = picture.get("src", "")
            if not _WEB.match(address):
                continue
            picture.tag = "a"
            picture.text = picture.get("alt", "").strip() or "picture"
            picture.attrib.clear()
            picture.set("href", address)
            where = self._find_place(address, picture.text)
            what = "a picture on the web is printed as a link; save it in the rules folder"
            self._report.add_note(where, what)

    def draw(self, image: Element) -> tuple[str, float]:
        """Return the placeholder of an `<img>` and the picture's ratio of width to height.

        The placeholder is "" for a picture that has a fault, or that shows other facts than the
        book's.
        """
        address = image.get("src", "")
        words = image.get("alt", "").strip()
        where = self._find_place(address, words)
        name = name_picture(address)
        if not words:
            self._report.add_note(where, f"say what “{name}” shows: ![What it shows](…)")
            words = Path(name).stem.replace("-", " ").replace("_", " ")
        try:
            if why_outdated := explain_outdated_picture(address, self._folder, self._facts):
                self._note_outdated(where, why_outdated)
                return "", 1.0
            picture = load_picture(address, self._folder)
        except PictureError as error:
            self._report.add_fault(where, str(error))
            return "", 1.0
        if picture.lost_text:
            what = f"PDFs lose {picture.lost_text} of “{name}”; make it plain text"
            self._report.add_note(where, what)
        placeholder = self._slots.keep(write_picture(picture, words))
        return placeholder, picture.ratio

    def _note_outdated(self, where: str, why: str) -> None:
        """Note once why the pictures of a game are left out, not for each of its pictures."""
        if not any(note.endswith(why) for note in self._report.notes):
            self._report.add_note(where, why)

    def _find_place(self, address: str, words: str) -> str:
        """Return “file:line” of a picture `![words](address)`.

        The tree of elements has no lines, so the text is searched: for the address as it may be
        typed, then for the words, then for any picture.
        """
        start = address[:MOST_LOOKED_FOR]
        for looked_for in (f"({start}", f"<{start}", quote(start), words):
            if looked_for.strip("(<"):
                where = self._report.find_words(looked_for)
                is_found = where != self._report.source.name
                if is_found:
                    return where
        return self._report.find_words("![")

    def make_figure(self, paragraph: Element) -> bool:
        """Turn a paragraph that begins with a picture into a figure, its words into the caption.

        Return whether the picture could be drawn; if not, the figure has no picture. Its class
        "turn" is replaced by "turns" or "picture" in `join_pictures`. With "rows", the words are
        next to the picture, not below it.
        """
        image = paragraph[0]
        placeholder, ratio = self.draw(image)
        caption = Element("figcaption")
        caption.text = (image.tail or "").lstrip()
        caption.extend(list(paragraph)[1:])
        paragraph.tag = "figure"
        paragraph.text = placeholder
        classes = [*classes_of(paragraph), *classes_of(image)]
        if not classes and ratio > WIDE_RATIO:
            classes = ["rows"]
        paragraph.set("class", " ".join(["turn", *classes]))
        has_caption = bool(caption.text.strip() or len(caption))
        paragraph[:] = [caption] if has_caption else []
        return bool(placeholder)

    def draw_among_words(self, root: Element) -> None:
        """Draw the pictures that are left: those among words."""
        for element in root.iter():
            for place, child in enumerate(element):
                if child.tag == "img":
                    span = Element("span")
                    placeholder, _ratio = self.draw(child)
                    span.text = placeholder
                    span.tail = child.tail
                    element[place] = span


def write_picture(picture: Picture, words: str) -> str:
    """Return the HTML of a picture, with words for those who cannot see it.

    That is `<img src="data:…" alt="words">`, or `<svg role="img"><title>words</title>…`.
    """
    svg = re.sub(r"<title>.*?</title>", "", picture.svg, flags=re.DOTALL)
    if not svg:
        return f'<img src="{picture.data}" alt="{escape(words)}">'
    svg_with_title = svg.replace(">", f"><title>{escape(words)}</title>", 1)
    if 'role="img"' in svg_with_title:
        return svg_with_title
    return svg_with_title.replace("<svg", '<svg role="img"', 1)
