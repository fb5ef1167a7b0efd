"""A text as Python-Markdown reads it safely, written again from the blocks that CommonMark found.

Each paragraph is one line, each block has an empty line before it, and what is inside an item is
indented by four spaces: whatever a writer typed, both readers then see the same blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.rulebook.private_signs import ATTRIBUTES, EMPTY, SEPARATOR

INDENT = "    "
# Blocks of one kind that Python-Markdown joins where they follow one another.
_JOINED = ("blockquote", "bullet_list", "ordered_list", "dl")
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_BREAK = re.compile(r"(?: {2,}|(?<!\\)(?:\\\\)*\\)$")
_ALIGNMENTS = {"left": ":--", "right": "--:", "center": ":-:"}


def write_text(tree: SyntaxTreeNode, attributes: Sequence[str]) -> str:
    """Return the text of a tree; `attributes` are put back where `ATTRIBUTES` marks them."""
    text = "\n".join(_write_blocks(tree.children))
    return ATTRIBUTES.sub(lambda mark: attributes[int(mark[1])], text) + "\n"


def _write_blocks(nodes: Iterable[SyntaxTreeNode]) -> Iterator[str]:
    before = ""
    for node in nodes:
        if before:
            yield ""
        if before == node.type and before in _JOINED:
            yield SEPARATOR
            yield ""
        yield from _write_block(node)
        before = node.type


def _write_block(node: SyntaxTreeNode) -> Iterator[str]:
    match node.type:
        case "heading":
            yield f"{'#' * int(node.tag[1])} {_write_heading(node)}"
        case "bullet_list" | "ordered_list":
            yield from _write_list(node)
        case "blockquote":
            for line in _write_blocks(node.children):
                yield f"> {line}".rstrip()
        case "table":
            yield from _write_table(node)
        case "hr":
            yield "---"
        case "dl":
            yield from _write_definitions(node)
        case "admonition":
            yield from _write_admonition(node)
        case "footnote_block":
            yield from _write_footnotes(node)
        case _:
            yield from _write_words(node)


def _read_inline(node: SyntaxTreeNode) -> str:
    """Return the source of the words in a block."""
    return "".join(child.content for child in node.children if child.type == "inline")


def _write_heading(node: SyntaxTreeNode) -> str:
    text = " ".join(_write_words(node))
    words = ATTRIBUTES.sub("", text).rstrip()
    ended = re.sub(r"(?<!\\)(#+)$", r"\\\1", words)
    return ended + text[len(words) :]


def _write_words(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield a paragraph as one line; a class below it as a second one."""
    lines = _read_inline(node).split("\n")
    below = ""
    if len(lines) > 1 and ATTRIBUTES.fullmatch(lines[-1].strip()):
        below = lines.pop().strip()
    yield _join_lines(lines)
    if below:
        yield below


def _join_lines(lines: Sequence[str]) -> str:
    """Return wrapped lines as one; two spaces or a backslash at a line's end break it."""
    joined = ""
    for place, line in enumerate(lines):
        is_last = place == len(lines) - 1
        words = line.strip(" ") if is_last else _BREAK.sub("", line).strip(" ")
        is_broken = not is_last and _BREAK.search(line)
        joined += words + ("<br>" if is_broken else "" if is_last else " ")
    return re.sub(" {3,}", " ", joined)


def _write_list(node: SyntaxTreeNode) -> Iterator[str]:
    number = int(node.attrs.get("start", 1))
    for place, item in enumerate(node.children):
        marker = "- " if node.type == "bullet_list" else f"{number + place}. "
        if place:
            yield ""
        yield from _write_item(item, marker)


def _write_item(node: SyntaxTreeNode, marker: str) -> Iterator[str]:
    """Yield an item: its first paragraph next to the marker, all else indented below."""
    children = list(node.children)
    first = [EMPTY]
    if children and children[0].type == "paragraph":
        first = list(_write_words(children.pop(0)))
    yield marker + (first[0] or EMPTY)
    for line in first[1:]:
        yield INDENT + line
    if children:
        yield ""
    yield from _indent(_write_blocks(children))


def _indent(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield INDENT + line if line else ""


def _write_table(node: SyntaxTreeNode) -> Iterator[str]:
    head = node.children[0].children[0]
    yield _write_row(head)
    styles = (str(cell.attrs.get("style", "")).partition(":")[2] for cell in head.children)
    yield "| " + " | ".join(_ALIGNMENTS.get(style, "---") for style in styles) + " |"
    for body in node.children[1:]:
        for row in body.children:
            yield _write_row(row)


def _write_row(row: SyntaxTreeNode) -> str:
    cells = (" ".join(_write_words(cell)) for cell in row.children)
    return "| " + " | ".join(_escape_bars(cell) for cell in cells) + " |"


def _escape_bars(cell: str) -> str:
    """Return a cell whose bars do not end it; inside code they do not need to be escaped."""
    written = ""
    place = 0
    for code in _CODE.finditer(cell):
        written += cell[place : code.start()].replace("|", r"\|") + code[0]
        place = code.end()
    return written + cell[place:].replace("|", r"\|")


def _write_definitions(node: SyntaxTreeNode) -> Iterator[str]:
    before = ""
    for child in node.children:
        if before == "dd":
            yield ""
        if child.type == "dt":
            yield from _write_words(child)
        else:
            yield from _write_item(child, ":   ")
        before = child.type


def _write_admonition(node: SyntaxTreeNode) -> Iterator[str]:
    opening = node.nester_tokens.opening if node.nester_tokens else None
    tag = opening.meta["tag"] if opening else "note"
    title = opening.content if opening else ""
    yield f'!!! {tag} "{title}"'
    yield ""
    yield from _indent(
        _write_blocks(child for child in node.children if child.type != "admonition_title")
    )


def _write_footnotes(node: SyntaxTreeNode) -> Iterator[str]:
    for place, footnote in enumerate(node.children):
        if place:
            yield ""
        yield from _write_item(footnote, f"[^{footnote.meta['label']}]: ")
