"""The tree that Python-Markdown makes of a canonical text, made like CommonMark's."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.rulebook.private_signs import EMPTY, LETTERED, SEPARATOR


def drop_signs(root: Element) -> None:
    """Take out the signs that `canonical` put into the text to guide Python-Markdown."""
    for element in root.iter():
        for child in list(element):
            words = (child.text or "").strip()
            if child.tag == "p" and words == SEPARATOR:
                element.remove(child)
            elif child.tag == "p" and words == EMPTY:
                _drop_paragraph(element, child)
            elif words == EMPTY:
                child.text = ""
        if element.tag == "ol":
            _class_lettered_list(element)


def _drop_paragraph(holder: Element, paragraph: Element) -> None:
    """Replace a paragraph without words by the elements in it, such as a list."""
    place = list(holder).index(paragraph)
    holder[place : place + 1] = list(paragraph)


def _class_lettered_list(numbered_list: Element) -> None:
    """Give the class "letters" to a list whose first item has the sign of a list a, b, c."""
    if not len(numbered_list):
        return
    first_item = numbered_list[0]
    for element in first_item.iter():
        if element.text and LETTERED in element.text:
            element.text = element.text.replace(LETTERED, "")
            numbered_list.set("class", "letters")
            return
        if element.tag == "ol":  # the sign of a list inside the item is not ours
            return


def tighten_lists(root: Element, tree: SyntaxTreeNode) -> None:
    """Take the first paragraph out of items that had no empty line between them.

    In the canonical text all blocks have empty lines between them, so Python-Markdown puts
    paragraphs into all items. Only CommonMark (`tree`) knows how the text was typed.
    """
    is_tight = [_is_tight(node) for node in tree.walk() if node.type == "list_item"]
    for item, tight in zip(_find_items(root), is_tight, strict=False):
        if tight and len(item) and item[0].tag == "p":
            _open_paragraph(item)


def _find_items(element: Element) -> Iterator[Element]:
    """Yield each `<li>` at any depth in the order of the text, without those of footnotes."""
    for child in element:
        if child.get("class") == "footnote":
            continue
        if child.tag == "li":
            yield child
        yield from _find_items(child)


def _is_tight(node: SyntaxTreeNode) -> bool:
    """Whether an item is of a tight list (CommonMark 5.3), whose paragraphs are not shown."""
    first = node.children[0] if node.children else None
    opening = first.nester_tokens.opening if first is not None and first.nester_tokens else None
    return opening is None or opening.hidden


def _open_paragraph(item: Element) -> None:
    """Put what is in an item's first paragraph into the item: `<li><p>A</p>` becomes `<li>A`."""
    paragraph = item[0]
    item.text = paragraph.text
    item[:1] = list(paragraph)
