"""The tree that Python-Markdown makes of a canonical text, without the marks that guided it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.rulebook.private_signs import EMPTY, LETTERED, SEPARATOR


def drop_marks(root: Element) -> None:
    """Take the marks of a canonical text out of its tree."""
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
            _mark_letters(element)


def _drop_paragraph(holder: Element, paragraph: Element) -> None:
    """Remove a paragraph of no words; what it holds next to them stays."""
    place = list(holder).index(paragraph)
    holder.remove(paragraph)
    for child in reversed(list(paragraph)):
        holder.insert(place, child)


def _mark_letters(numbered: Element) -> None:
    """Let a list whose first item has the mark count a, b, c."""
    for element in numbered[0].iter() if len(numbered) else ():
        if element.text and LETTERED in element.text:
            element.text = element.text.replace(LETTERED, "")
            numbered.set("class", "letters")
            return
        if element.tag == "ol":
            return


def tighten_lists(root: Element, tree: SyntaxTreeNode) -> None:
    """Take the paragraphs out of items that have no empty line between them."""
    is_tight = [_is_tight(node) for node in tree.walk() if node.type == "list_item"]
    for item, tight in zip(_find_items(root), is_tight, strict=False):
        for paragraph in list(item) if tight else ():
            if paragraph.tag == "p" and item[0] is paragraph:
                _open_paragraph(item, paragraph)


def _find_items(element: Element) -> Iterator[Element]:
    """Yield the items of all lists in their order, without those of footnotes."""
    for child in element:
        if child.get("class") == "footnote":
            continue
        if child.tag == "li":
            yield child
        yield from _find_items(child)


def _is_tight(node: SyntaxTreeNode) -> bool:
    """Whether an item's words are shown without the space of a paragraph."""
    first = node.children[0] if node.children else None
    opening = first.nester_tokens.opening if first is not None and first.nester_tokens else None
    return opening is None or opening.hidden


def _open_paragraph(item: Element, paragraph: Element) -> None:
    """Put a paragraph's words into its item."""
    children = list(paragraph)
    item.text = paragraph.text
    item.remove(paragraph)
    for place, child in enumerate(children):
        item.insert(place, child)
