"""Rulings: rules that the designer has not decided, each marked where it stands, and a note on why.

A writer puts a ruling in a box, `!!! ruling NAME`: a question in bold, the reasons, and the rule as a paragraph marked
`{: .short }`. The rule stands in its place behind †1 and on; the rest in the notes at the end of the book. `[[†NAME]]`
marks it in a sentence as well; a box without a rule of its own has its place there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
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
    marks = {mark[1]: mark.start() for mark in reversed(list(_INLINE.finditer(markdown)))}
    boxes.sort(key=lambda named: marks.get("" if _SHORT.search(named[1]["inside"]) else named[0], named[1].start()))
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

    def add(self, box: Element, kinds: list[str]) -> str:
        """Take note of a ruling's box, by its name or else by its number; a name that another box has is given back."""
        name = next((kind for kind in kinds if kind != BOX), f"r{len(self._boxes) + 1}")
        return name if self._boxes.setdefault(name, box) is not box else ""

    def place(self, root: Element) -> Iterator[str]:
        """Put a rule in place of each box, or nothing where it has no short form and a sentence its mark, and the notes
        in place of their marker. The names of marks that are no ruling's are yielded.
        """
        marked = dict.fromkeys(name for element in root.iter() for name in _marks(element))
        yield from (name for name in marked if name not in self._boxes)
        marker = next((block for block in root if (block.text or "").strip() == f"[[{QUESTIONS}]]"), None)
        inline = {name for name in marked if name in self._boxes and not _short_in(self._boxes[name])}
        numbers = {name: str(number) for number, name in enumerate(dict.fromkeys(self._in_order(root, inline)), 1)}
        for parent in list(root.iter()):
            _write_marks(parent, numbers, inline, linked=marker is not None)
        for name in inline:  # its first mark is its place
            for again in [one for one in root.iter() if one.get("id") == f"{BOX}-{name}"][1:]:
                del again.attrib["id"]
        notes = [
            self._settle(root, name, numbers[name], inline=name in inline, linked=marker is not None)
            for name in numbers
        ]
        if marker is not None:
            marker.tag, marker.text = "div", None
            marker.set("class", NOTES)
            marker.extend(notes)

    def _in_order(self, root: Element, inline: Collection[str]) -> Iterator[str]:
        names = {box: name for name, box in self._boxes.items() if name not in inline}
        for element in root.iter():
            if element in names:
                yield names[element]
            yield from (name for name in _marks(element) if name in inline)

    def _settle(self, root: Element, name: str, number: str, *, inline: bool, linked: bool) -> Element:
        """Make of a box its rule, where it stands, and its note, which is given."""
        box = self._boxes[name]
        words = [part for part in box if part.tag == "p" and "admonition-title" not in kinds_of(part)]
        short = _short_in(box)
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
        others = [part for part in box if part.tag != "p"]
        if inline:
            note.extend(others)
        answers = SubElement(note, "p", {"class": "answers"})
        for answer in (SUGGESTED, OTHERWISE):
            tick = SubElement(answers, "span", {"class": "tick"})
            tick.text, tick.tail = answer, " "
        parts = [*rule, *others]
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


def _short_in(box: Element) -> list[Element]:
    """The paragraphs of a ruling's box that say it in a sentence."""
    return [part for part in box if part.tag == "p" and SHORT in kinds_of(part)]


def _write_marks(parent: Element, numbers: Mapping[str, str], inline: Collection[str], *, linked: bool) -> None:
    """Put marks in place of what stands for them in the text of an element and behind its children."""
    for place, before in reversed([(-1, parent.text), *((n, child.tail) for n, child in enumerate(parent))]):
        pieces = _INLINE.split(before or "")
        marks = [_dagger(numbers[name], f"#{NOTE}-{name}", linked=linked) for name in pieces[1::2] if name in numbers]
        if len(marks) != len(pieces) // 2 or not marks:
            continue
        for mark_of, name, after in zip(marks, pieces[1::2], pieces[2::2], strict=True):
            if name in inline:
                mark_of.set("id", f"{BOX}-{name}")
            mark_of.tail = after
        if place < 0:
            parent.text = pieces[0]
        else:
            parent[place].tail = pieces[0]
        parent[place + 1 : place + 1] = marks


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
