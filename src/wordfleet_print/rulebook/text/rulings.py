"""Rulings: the boxes that answer what a designer left open, numbered, and the list of open questions made of them."""

from __future__ import annotations

import re
from copy import deepcopy
from xml.etree.ElementTree import Element, SubElement

BOX = "ruling"
"""The kind of box that holds a ruling; a further class names it."""
QUESTIONS = "questions"
"""The marker, alone in a paragraph, in whose place the list of open questions stands."""
SHORT = "short"
"""Class of a paragraph in a ruling's box that says the ruling in a sentence: it moves into the list."""
ANSWERS = ("as suggested", "otherwise:")
"""What a table ticks beside each question."""


_BOXED = re.compile(rf"^!!! {BOX}\b *(?P<name>[\w-]*).*\n(?P<inside>(?:(?: {{4}}.*)?\n)*)", re.MULTILINE)
_QUESTION = re.compile(r"^ {4}\*\*(.+?)\*\*", re.MULTILINE | re.DOTALL)
_SHORT = re.compile(rf"^((?: {{4}}\S.*\n)+) {{4}}\{{: \.{SHORT} \}}", re.MULTILINE)


def rulings_in(markdown: str) -> dict[str, dict[str, str]]:
    """The rulings of a book's markdown by their names: each one's `number` (R1 and on), `question` and `short` form.

    Raises nothing; a part that a box lacks is empty. Source: the boxes that `Rulings` numbers.
    """
    found = {}
    for number, box in enumerate(_BOXED.finditer(markdown), 1):
        parts = {"question": _QUESTION.search(box["inside"]), "short": _SHORT.search(box["inside"])}
        said = {part: " ".join(match[1].split()) if match else "" for part, match in parts.items()}
        found[box["name"] or f"r{number}"] = {"number": f"R{number}"} | said
    return found


class Rulings:
    """The rulings of one book, in order."""

    def __init__(self) -> None:
        self._boxes: list[Element] = []

    def add(self, box: Element, title: Element, kinds: list[str]) -> None:
        """Number a ruling's box, R1 and on, and give it an anchor: by its name, or else by its number."""
        self._boxes.append(box)
        number = f"R{len(self._boxes)}"
        name = next((kind for kind in kinds if kind != BOX), number.lower())
        box.set("id", f"{BOX}-{name}")
        tag = Element("span", {"class": "ruled"})
        tag.text, tag.tail, title.text = number, f" {title.text or ''}", ""
        title.insert(0, tag)

    def place_list(self, root: Element) -> None:
        """Put the list of all rulings in place of the marker; without one, short forms stay in their boxes."""
        for place, block in enumerate(root):
            if block.tag == "p" and (block.text or "").strip() == f"[[{QUESTIONS}]]":
                root[place] = self._listed()

    def _listed(self) -> Element:
        listed = Element("ul", {"class": "questions"})
        listed.tail = "\n"
        for number, box in enumerate(self._boxes, 1):
            item = SubElement(listed, "li")
            asked = SubElement(item, "p")
            link = SubElement(asked, "a", {"href": f"#{box.get('id')}"})
            link.text, link.tail = f"R{number}", " "
            question = box.find("p/strong")
            if question is not None:
                asked.append(deepcopy(question))
                asked[-1].tail = ""
            for short in box.findall(f"p[@class='{SHORT}']"):
                box.remove(short)
                item.append(short)
            answers = SubElement(item, "p", {"class": "answers"})
            for answer in ANSWERS:
                tick = SubElement(answers, "span", {"class": "tick"})
                tick.text, tick.tail = answer, " "
        return listed
