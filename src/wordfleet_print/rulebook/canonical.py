"""Markdown written again from the blocks that CommonMark found, for Python-Markdown.

Each paragraph is one line, each block has an empty line before it, and what is inside an item is
indented by four spaces: whatever a writer typed, both readers then see the same blocks. Functions
that yield strings yield lines without line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.rulebook.private_signs import ATTRIBUTES, EMPTY, SEPARATOR

INDENT = "    "
# Kinds of blocks of which Python-Markdown makes one where two follow one another.
_MERGED = ("blockquote", "bullet_list", "ordered_list", "dl")
# Words between backticks, also over several lines.
_CODE = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
# The end of a line that asks for a line break: two spaces, or a backslash that is not escaped.
_BREAK = re.compile(r"(?: {2,}|(?<!\\)(?:\\\\)*\\)$")
# What the line below a table's head has for each CSS text-align.
_ALIGNMENTS = {"left": ":--", "right": "--:", "center": ":-:"}


def write_text(tree: SyntaxTreeNode, attributes: Sequence[str]) -> str:
    """Return the markdown of a tree, with each attribute in place of the sign of its number."""
    text = "\n".join(_write_blocks(tree.children))
    return ATTRIBUTES.sub(lambda sign: attributes[int(sign[1])], text) + "\n"


def _write_blocks(nodes: Iterable[SyntaxTreeNode]) -> Iterator[str]:
    kind_before = ""
    for node in nodes:
        if kind_before:
            yield ""
        if kind_before == node.type and kind_before in _MERGED:
            yield SEPARATOR
            yield ""
        yield from _write_block(node)
        kind_before = node.type


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
    """Return a heading's words. `#` at their end is escaped, or Python-Markdown would drop it."""
    text = " ".join(_write_words(node))
    words = ATTRIBUTES.sub("", text).rstrip()
    attributes = text[len(words) :]
    return re.sub(r"(?<!\\)(#+)$", r"\\\1", words) + attributes


def _write_words(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield a paragraph as one line; attributes below it, such as a class, as a second one."""
    lines = _read_inline(node).split("\n")
    attributes = ""
    if len(lines) > 1 and ATTRIBUTES.fullmatch(lines[-1].strip()):
        attributes = lines.pop().strip()
    yield _join_lines(lines)
    if attributes:
        yield attributes


def _join_lines(lines: Sequence[str]) -> str:
    """Return the lines of a paragraph as one. A line with a break at its end gets `<br>`."""
    *lines_before, last_line = lines
    joined_line = ""
    for line in lines_before:
        words = _BREAK.sub("", line).strip(" ")
        joined_line += words + ("<br>" if _BREAK.search(line) else " ")
    joined_line += last_line.strip(" ")
    return re.sub(" {3,}", " ", joined_line)


def _write_list(node: SyntaxTreeNode) -> Iterator[str]:
    first_number = int(node.attrs.get("start", 1))
    for number, item in enumerate(node.children, start=first_number):
        marker = "- " if node.type == "bullet_list" else f"{number}. "
        if number > first_number:
            yield ""
        yield from _write_item(item, marker)


def _write_item(node: SyntaxTreeNode, marker: str) -> Iterator[str]:
    """Yield an item: its first paragraph next to the marker, all else indented below.

    An item that begins with another block, such as a table, gets a sign for words of its own.
    """
    children = list(node.children)
    first_lines = [EMPTY]
    if children and children[0].type == "paragraph":
        first_lines = list(_write_words(children.pop(0)))
    yield marker + (first_lines[0] or EMPTY)
    for line in first_lines[1:]:
        yield INDENT + line
    if children:
        yield ""
    yield from _indent(_write_blocks(children))


def _indent(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield INDENT + line if line else ""


def _write_table(node: SyntaxTreeNode) -> Iterator[str]:
    head_row = node.children[0].children[0]
    yield _write_row(head_row)
    # A cell's style is “text-align:right”.
    styles = (str(cell.attrs.get("style", "")).partition(":")[2] for cell in head_row.children)
    yield "| " + " | ".join(_ALIGNMENTS.get(style, "---") for style in styles) + " |"
    for body in node.children[1:]:
        for row in body.children:
            yield _write_row(row)


def _write_row(row: SyntaxTreeNode) -> str:
    cells = (" ".join(_write_words(cell)) for cell in row.children)
    return "| " + " | ".join(_escape_bars(cell) for cell in cells) + " |"


def _escape_bars(cell: str) -> str:
    r"""Return the words of a cell with `\|` for each bar outside of code, which would end it."""
    escaped = ""
    end_of_code = 0
    for code in _CODE.finditer(cell):
        escaped += cell[end_of_code : code.start()].replace("|", r"\|") + code[0]
        end_of_code = code.end()
    return escaped + cell[end_of_code:].replace("|", r"\|")


def _write_definitions(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield a list of definitions: terms (`dt`), each with its meanings (`dd`) below."""
    tag_before = ""
    for child in node.children:
        if tag_before == "dd":
            yield ""
        if child.type == "dt":
            yield from _write_words(child)
        else:
            yield from _write_item(child, ":   ")
        tag_before = child.type


def _write_admonition(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield a box with a title: `!!! note "Title"`, and its blocks indented."""
    opening = node.nester_tokens.opening if node.nester_tokens else None
    tag = opening.meta["tag"] if opening else "note"
    title = opening.content if opening else ""
    yield f'!!! {tag} "{title}"'
    yield ""
    blocks = (child for child in node.children if child.type != "admonition_title")
    yield from _indent(_write_blocks(blocks))


def _write_footnotes(node: SyntaxTreeNode) -> Iterator[str]:
    for place, footnote in enumerate(node.children):
        if place:
            yield ""
        yield from _write_item(footnote, f"[^{footnote.meta['label']}]: ")
