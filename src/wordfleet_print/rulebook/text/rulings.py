"""Rulings: rules that the designer has not decided, each marked where it stands, and a note on why.

A writer puts a ruling in a box, `!!! ruling NAME`: a question in bold, the reasons, and the rule as a paragraph marked
`{: .short }`. The rule stands in its place behind †1 and on; the rest in the notes at the end of the book.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element, SubElement

from wordfleet_print.rulebook.text.sections import MARK, SECTION, kinds_of, level_of, mark, unmark

BOX = "ruling"
"""The kind of box that holds a ruling; a further class names it."""
RULED, DAGGER, NOTES, NOTE = "ruled", "dagger", "notes", "note"
"""Classes of a ruling in its place, of its mark, of the list of all notes, and of one of these."""
QUESTIONS = "questions"
"""The marker, alone in a paragraph, in whose place the notes on all rulings stand."""
SHORT = "short"
"""Class of a paragraph in a ruling's box that says the ruling in a sentence."""
SUGGESTED, OTHERWISE = "as suggested", "otherwise:"
"""What a table ticks at a note, before it is known where the ruling stands."""


_BOXED = re.compile(rf"^!!! {BOX}\b *(?P<name>[\w-]*).*\n(?P<inside>(?:(?: {{4}}.*)?\n)*)", re.MULTILINE)
_QUESTION = re.compile(r"^ {4}\*\*(.+?)\*\*", re.MULTILINE | re.DOTALL)
_SHORT = re.compile(rf"^((?: {{4}}\S.*\n)+) {{4}}\{{: \.{SHORT} \}}", re.MULTILINE)
_INLINE = re.compile(r"\[\[†([\w-]+)\]\]")


def rulings_in(markdown: str) -> dict[str, dict[str, str]]:
    """The rulings of a book's markdown by their names: each one's `number` (†1 and on), `question` and `short` form.

    Raises nothing; a part that a box lacks is empty. Source: the boxes and marks that `Rulings` numbers.
    """
    boxes = [(box["name"] or f"r{number}", box) for number, box in enumerate(_BOXED.finditer(markdown), 1)]
    inline = {mark[1]: mark.start() for mark in reversed(list(_INLINE.finditer(markdown)))}
    boxes.sort(key=lambda named: inline.get(named[0], named[1].start()))
    found = {}
    for number, (name, box) in enumerate(boxes, 1):
        parts = {"question": _QUESTION.search(box["inside"]), "short": _SHORT.search(box["inside"])}
        said = {part: " ".join(match[1].split()) if match else "" for part, match in parts.items()}
        found[name] = {"number": f"†{number}"} | said
    return found


class Rulings:
    """The rulings of one book: rules that are marked in their places, and a note on each."""

    def __init__(self) -> None:
        self._boxes: dict[str, Element] = {}

    def add(self, box: Element, kinds: list[str]) -> None:
        """Take note of a ruling's box, by its name or else by its number."""
        name = next((kind for kind in kinds if kind != BOX), f"r{len(self._boxes) + 1}")
        self._boxes[name] = box

    def place(self, root: Element) -> Iterator[str]:
        """Put a rule in place of each box, or nothing where its mark stands in a sentence, and the notes in place of
        their marker. The names of marks that are no ruling's are yielded.
        """
        marked = [name for element in root.iter() for name in _marks(element)]
        yield from (name for name in dict.fromkeys(marked) if name not in self._boxes)
        marker = next((block for block in root if (block.text or "").strip() == f"[[{QUESTIONS}]]"), None)
        numbers = {name: str(number) for number, name in enumerate(self._in_order(root), 1)}
        for parent in list(root.iter()):
            self._write_marks(parent, numbers, linked=marker is not None)
        notes = [
            self._settle(root, name, numbers[name], inline=name in marked, linked=marker is not None)
            for name in numbers
        ]
        if marker is not None:
            marker.tag, marker.text = "div", None
            marker.set("class", NOTES)
            marker.extend(notes)

    def _in_order(self, root: Element) -> Iterator[str]:
        names, told = {box: name for name, box in self._boxes.items()}, set[str]()
        inline = {name for element in root.iter() for name in _marks(element)}
        for element in root.iter():
            boxed = [names[element]] if element in names and names[element] not in inline else []
            for name in (*boxed, *_marks(element)):
                if name in self._boxes and name not in told:
                    told.add(name)
                    yield name

    def _write_marks(self, parent: Element, numbers: Mapping[str, str], *, linked: bool) -> None:
        """Put marks in place of what stands for them in the text of an element and behind its children."""
        for place, before in reversed([(-1, parent.text), *((n, child.tail) for n, child in enumerate(parent))]):
            pieces = _INLINE.split(before or "")
            marks = [
                _dagger(numbers[name], f"#{NOTE}-{name}", linked=linked) for name in pieces[1::2] if name in numbers
            ]
            if len(marks) != len(pieces) // 2 or not marks:
                continue
            for mark_of, name, after in zip(marks, pieces[1::2], pieces[2::2], strict=True):
                mark_of.set("id", f"{BOX}-{name}")
                mark_of.tail = after
            if place < 0:
                parent.text = pieces[0]
            else:
                parent[place].tail = pieces[0]
            parent[place + 1 : place + 1] = marks

    def _settle(self, root: Element, name: str, number: str, *, inline: bool, linked: bool) -> Element:
        """Make of a box its rule, where it stands, and its note, which is given."""
        box = self._boxes[name]
        words = [part for part in box if part.tag == "p" and "admonition-title" not in kinds_of(part)]
        short = [part for part in words if SHORT in kinds_of(part)]
        note = Element("div", {"class": NOTE, "id": f"{NOTE}-{name}"})
        asked = SubElement(note, "p")
        asked.append(_dagger(number, f"#{BOX}-{name}", linked=True))
        asked[0].tail = " "
        question = words[0].find("strong") if words else None
        if question is not None:
            words[0].remove(question)
            words[0].text, question.tail = question.tail, " "
            asked.append(question)
        rule = short or ([] if inline else words)
        if short or inline:
            reasons = [part for part in words if part not in short]
            _join(asked, reasons[0] if reasons else None)
            note.extend(reasons[1:])
        answers = SubElement(note, "p", {"class": "answers"})
        for answer in (SUGGESTED, OTHERWISE):
            tick = SubElement(answers, "span", {"class": "tick"})
            tick.text, tick.tail = answer, " "
        parts = [*rule, *(part for part in box if part.tag != "p")]
        marked = MARK in kinds_of(box)
        box[:], box.text, box.attrib = [], None, {"class": RULED}
        if inline:
            parent = next(element for element in root.iter() if box in list(element))
            parent.remove(box)
            return note
        box.set("id", f"{BOX}-{name}")
        if marked:
            mark(box, MARK)
        for part in rule:
            unmark(part, SHORT)
        box.extend(parts)
        if parts:
            dagger = _dagger(number, f"#{NOTE}-{name}", linked=linked)
            dagger.tail, parts[0].text = f" {(parts[0].text or '').lstrip()}", None
            parts[0].insert(0, dagger)
        return note


def _marks(element: Element) -> list[str]:
    """The names of rulings whose marks stand in the text of an element, and behind it."""
    return _INLINE.findall(element.text or "") + _INLINE.findall(element.tail or "")


def _dagger(number: str, target: str, *, linked: bool) -> Element:
    dagger = Element("a", {"class": DAGGER, "href": target}) if linked else Element("span", {"class": DAGGER})
    dagger.text = f"†{number}"
    return dagger


def _join(paragraph: Element, other: Element | None) -> None:
    """Add the words of another paragraph to one."""
    if other is not None:
        paragraph[-1].tail = f" {(other.text or '').strip()}"
        paragraph.extend(other)


def point_to_sections(root: Element, numbers: Mapping[str, str]) -> None:
    """Let each link to a heading or a ruling know the number of the section where it leads."""
    places, now = dict(numbers), ""
    for block in root:
        if level_of(block) in {"h2", "h3"}:
            now = numbers.get(block[0].get("id", ""), "")
        places |= {one.get("id", ""): now for one in block.iter() if one.get("id", "").startswith(f"{BOX}-")}
    for link in root.iter("a"):
        number = places.get(link.get("href", "").removeprefix("#"), "")
        if number and link.get("class") not in {"permalink", DAGGER}:
            link.set(SECTION, number)
    for note in (one for one in root.iter("div") if one.get("class") == NOTE):
        if number := places.get(note.get("id", "").replace(NOTE, BOX, 1), ""):
            note[-1][0].text = f"as in §\u00a0{number}"
