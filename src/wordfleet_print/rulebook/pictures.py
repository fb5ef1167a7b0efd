"""Pictures in a text: drawn into it, described, refused or left out, each with its line."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from urllib.parse import quote
from xml.etree.ElementTree import Element

from wordfleet_print.rulebook.blocks import classes_of
from wordfleet_print.rulebook.drawings import find_outdated
from wordfleet_print.rulebook.fill_facts import Facts
from wordfleet_print.rulebook.picture_files import Picture, PictureError, load_picture, name_picture
from wordfleet_print.rulebook.slots import Slots
from wordfleet_print.rulebook.text_report import TextReport

_WEB = re.compile(r"https?://", re.IGNORECASE)
# Characters of an address by which its line is found.
MOST_LOOKED_FOR = 80
# Width to height above which a picture has its words next to it.
WIDE_RATIO = 2.5


class Pictures:
    """Draws the pictures of one text into its slots."""

    def __init__(self, folder: Path, facts: Facts, slots: Slots, report: TextReport) -> None:
        self._folder = folder
        self._facts = facts
        self._slots = slots
        self._report = report

    def link_web_pictures(self, root: Element) -> None:
        """Make links of pictures on the web: books fetch nothing."""
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
        """Return the slot of a picture, and its ratio of width to height. One that shows other
        facts is left out: no slot.
        """
        address = image.get("src", "")
        words = image.get("alt", "").strip()
        where = self._find_place(address, words)
        name = name_picture(address)
        if not words:
            self._report.add_note(where, f"say what “{name}” shows: ![What it shows](…)")
            words = Path(name).stem.replace("-", " ").replace("_", " ")
        try:
            if outdated := find_outdated(address, self._folder, self._facts):
                self._note_outdated(where, outdated)
                return "", 1.0
            picture = load_picture(address, self._folder)
        except PictureError as error:
            self._report.add_fault(where, str(error))
            return "", 1.0
        if picture.lost_text:
            what = f"PDFs lose {picture.lost_text} of “{name}”; make it plain text"
            self._report.add_note(where, what)
        return self._slots.keep(write_picture(picture, words)), picture.shape

    def _note_outdated(self, where: str, outdated: str) -> None:
        """Note once why the pictures of a game are left out."""
        if not any(note.endswith(outdated) for note in self._report.notes):
            self._report.add_note(where, outdated)

    def _find_place(self, address: str, words: str) -> str:
        """Return file and line of a picture: by its address as it may be written, or its words."""
        start = address[:MOST_LOOKED_FOR]
        for looked_for in (f"({start}", f"<{start}", quote(start), words):
            if looked_for.strip("(<"):
                where = self._report.find_words(looked_for)
                if where != self._report.source.name:
                    return where
        return self._report.find_words("![")

    def make_figure(self, paragraph: Element) -> bool:
        """Turn a paragraph that begins with a picture into a figure, its words into the caption.
        Return whether the picture was drawn: a figure without one has no picture.

        The class "turn" is a picture with words, as a turn of an example game is printed; with
        "rows" the words are next to the picture.
        """
        image = paragraph[0]
        slot, ratio = self.draw(image)
        caption = Element("figcaption")
        caption.text = (image.tail or "").lstrip()
        caption.extend(list(paragraph)[1:])
        paragraph.tag = "figure"
        paragraph.text = slot
        kinds = [*classes_of(paragraph), *classes_of(image)]
        if not kinds and ratio > WIDE_RATIO:
            kinds = ["rows"]
        paragraph.set("class", " ".join(["turn", *kinds]))
        has_caption = bool(caption.text.strip() or len(caption))
        paragraph[:] = [caption] if has_caption else []
        return bool(slot)

    def draw_among_words(self, root: Element) -> None:
        """Draw the pictures that are left: those among words."""
        for element in root.iter():
            for place, child in enumerate(element):
                if child.tag == "img":
                    span = Element("span")
                    span.text = self.draw(child)[0]
                    span.tail = child.tail
                    element[place] = span


def write_picture(picture: Picture, words: str) -> str:
    """Return the HTML of a picture that `words` describe."""
    svg = re.sub(r"<title>.*?</title>", "", picture.svg, flags=re.DOTALL)
    if not svg:
        return f'<img src="{picture.data}" alt="{escape(words)}">'
    titled = svg.replace(">", f"><title>{escape(words)}</title>", 1)
    return titled if 'role="img"' in titled else titled.replace("<svg", '<svg role="img"', 1)
