"""Pages as a browser reads them: elements, fields of forms with their values, links, problems."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from html.parser import HTMLParser
from xml.etree.ElementTree import Element

import tinyhtml5

Attributes = list[tuple[str, str | None]]
TYPED = {"text", "hidden", "number", "search"}
"""Types of inputs whose value is sent as it is."""
INLINE = {"a", "b", "em", "i", "small", "span", "strong", "tspan"}
"""Tags inside a sentence."""
DRAWN = {"svg", "g", "path", "circle", "line"}
"""Tags of a drawing without words: inside a word it may be one of its letters."""
READ_ATTRIBUTES = ("alt", "title", "aria-label", "data-title", "placeholder")
"""Attributes that hold words for readers."""
TICKED = {"radio", "checkbox"}
"""Types of inputs whose value is sent if they are checked."""


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.found.append((tag, attrs))


def read_tags(html: str) -> list[tuple[str, Attributes]]:
    """Return every element that begins in HTML, with its attributes."""
    tags = _Tags()
    tags.feed(html)
    return tags.found


def list_texts(element: Element, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the texts of an element as they are written, but for those of some elements in it."""
    if element.tag in without or not isinstance(element.tag, str):  # a comment has no tag
        return
    yield element.text or ""
    for child in element:
        yield from list_texts(child, without)
        yield child.tail or ""


def list_lines(element: Element, without: Collection[str] = ()) -> Iterator[str]:
    """Yield the texts of an element, each as a whole: “Print <b>two</b> sheets” is one text, though
    it has a tag inside.
    """
    line = ""
    for text in _mark_blocks(element, without):
        if text is None:
            yield line
            line = ""
        else:
            line += text
    yield line


def _mark_blocks(element: Element, without: Collection[str]) -> Iterator[str | None]:
    """Yield the texts of an element, and None where a block begins or ends: an element that is not
    inside a sentence.
    """
    if element.tag in without or not isinstance(element.tag, str):
        return
    is_drawing = element.tag in DRAWN
    is_block = not is_drawing and element.tag not in INLINE
    if is_block:
        yield None
    if not is_drawing:  # what it has for text is the indentation of its tags
        yield element.text or ""
    for child in element:
        yield from _mark_blocks(child, without)
        if not is_drawing:
            yield child.tail or ""
    if is_block:
        yield None


def text_of(element: Element) -> str:
    """Return the text of an element as it is read: with one blank for several."""
    return " ".join("".join(element.itertext()).split())


class Page:
    """A page as a browser reads it."""

    def __init__(self, html: str) -> None:
        self.root: Element = tinyhtml5.parse(html, namespace_html_elements=False)
        for element in self.root.iter():  # drawings have names with a namespace
            if isinstance(element.tag, str):
                element.tag = element.tag.rpartition("}")[2]

    @cached_property
    def text(self) -> str:
        """All words of the page."""
        return text_of(self.root)

    def find_all(self, tag: str, **attributes: str) -> list[Element]:
        """Return the elements of this tag with these attributes, in their order. `class_` is one of
        the element's classes.
        """
        class_name = attributes.pop("class_", None)
        elements = []
        for element in self.root.iter(tag):
            has_class = class_name is None or class_name in element.get("class", "").split()
            if has_class and attributes.items() <= element.attrib.items():
                elements.append(element)
        return elements

    def read_form(self, action: str = "") -> dict[str, list[str]]:
        """Return what a browser would send of the first form whose address ends with `action`: the
        values of each field, by its name.
        """
        forms = self.root.iter("form")
        form = next(form for form in forms if form.get("action", "").endswith(action))
        values: dict[str, list[str]] = {}
        for name, value in _list_values(form):
            values.setdefault(name, []).append(value)
        return values

    def list_values(self, name: str) -> list[str]:
        """Return the values that elements of this name offer, in their order."""
        return [
            element.get("value", "") for element in self.root.iter() if element.get("name") == name
        ]

    def list_choices(self, name: str) -> list[str]:
        """Return the values of the options of a menu, in their order."""
        (menu,) = self.find_all("select", name=name)
        return [option.get("value", "") for option in menu.iter("option")]

    def list_attributes(self, *names: str) -> list[str]:
        """Return the values of these attributes, in the order of their elements; of all without a
        name.
        """
        return [
            value
            for element in self.root.iter()
            for name, value in element.attrib.items()
            if not names or name in names
        ]

    @property
    def policy(self) -> str:
        """The content security policy that the page gives itself."""
        (policy,) = self.find_all("meta", **{"http-equiv": "Content-Security-Policy"})
        return policy.get("content", "")

    @property
    def menus(self) -> list[str]:
        """The names of the menus."""
        return [menu.get("name", "") for menu in self.root.iter("select")]

    @property
    def links(self) -> list[str]:
        """Where links of the page lead."""
        return [link.get("href", "") for link in self.root.iter("a")]

    @property
    def addresses(self) -> list[str]:
        """Every address that the page names: links, forms, pictures, scripts and styles."""
        names = ("href", "action", "src")
        return [
            element.attrib[name]
            for element in self.root.iter()
            for name in names
            if name in element.attrib
        ]

    @property
    def problems(self) -> dict[str, str]:
        """The problems shown at fields, by the field's id."""
        problems = {}
        for box in self.find_all("div", class_="messages"):
            lines = [text_of(line) for line in box.iter("span") if line.get("class") == "message"]
            problems[box.get("id", "").removesuffix("-problem")] = " ".join(lines)
        return problems

    @property
    def fixes(self) -> dict[str, str]:
        """The texts of the buttons that solve a problem, by the field that each changes."""
        return {
            button.get("value", ""): text_of(button)
            for button in self.find_all("button", name="fix")
        }


def _list_values(form: Element) -> Iterator[tuple[str, str]]:
    """Yield name and value of each field of a form that a browser sends if no button is pressed."""
    for element in form.iter():
        name = element.get("name", "")
        kind = element.get("type", "text")
        if not name:
            continue
        if element.tag == "textarea":
            yield name, "".join(element.itertext())
        elif element.tag == "select":
            yield name, _find_choice(element)
        elif element.tag == "input" and kind in TYPED:
            yield name, element.get("value", "")
        elif element.tag == "input" and kind in TICKED and element.get("checked") is not None:
            yield name, element.get("value", "on")


def _find_choice(menu: Element) -> str:
    """Return the value of the option of a menu that is selected: else the first."""
    options = [*menu.iter("option")]
    selected = [option for option in options if option.get("selected") is not None]
    return (selected or options)[0].get("value", "")
