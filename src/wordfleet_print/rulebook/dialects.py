"""Markdown of other programs that both our readers print as it is typed, or read in another sense.

People bring it along from pandoc, Obsidian, wikis and word processors. Each fault says what to
write instead. Code is left alone. Where our two readers differ, `compare_readings` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.tree import SyntaxTreeNode

from wordfleet_print.rulebook.fill_facts import CODE, PLACEHOLDER
from wordfleet_print.rulebook.sanitize import CLASSES, find_refused

# A table or a figure on a line of its own, such as `[[wide combat | A fight]]`.
BLOCK = re.compile(r"\[\[(wide )?(?:figure: )?([\w-]+)(?: \| (.*))?\]\]")
# A bar between two cells.
_BAR = re.compile(r"(?<!\\)\|")
# The line below a table's head.
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
# A line that a reader takes for an item of a list, and markdown for words.
_LIKE_ITEM = re.compile(
    r"\s*(?:[–—] ?|[-+](?=[^\s+-])|\*(?=[^\s*][^*]*$)|\d{1,3}\.(?=[^\s\d])|\(\d{1,3}\) )\S"
)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
# `{: .wide }`, `{ .wide }` or `{.wide}`
_CLASS = re.compile(r"\{:?\s([^}\n]*)\}|\{:([^}\n]*)\}|\{(\.[^}\n]*)\}")
_WORD_BEFORE = re.compile(r"[\w)]$")
_WORD_AFTER = re.compile(r"[\w(]")
# A star between two words or numbers, as in 3*4.
_TIMES = re.compile(r"(?<=[\w)])\*(?=[\w(])")


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line (from 0), and what to write instead."""

    line: int
    message: str
    advice: str = ""


# What a line may not hold: a regular expression, what is wrong with it, what to write instead.
_SIGNS: tuple[tuple[str, str, str], ...] = (
    (r"\{%", "rules hold text and facts, no “{%”", "write the rule out"),
    (
        r"\{#",
        "“{#” means nothing here",
        "a heading’s name is {#name} at its end; a comment is <!-- … -->",
    ),
    (r"\{\{", "“{{” does not name a fact", "write {{ name }} or {{ name|words }}"),
    (r"^\s*:::", "this opens no box here", "write an example as a quotation: > and a space"),
    (r"\+\+\w[^+]*\+\+", "“++” marks nothing here", "write *italic*"),
    (
        r"\w\^[^\s^]+\^|\w~[^\s~]+~(?!~)",
        "this raises or lowers nothing here",
        "write <sup>2</sup> or <sub>2</sub>",
    ),
    (
        r"!?\[\[[^\]]*\]\]",
        "this is not a known table or figure",
        "a link is [Combat](#combat); [[…]] has its own line",
    ),
    (r"\^\[", "a footnote is not written like this", "write [^1], and below: [^1]: its words"),
    (
        r"^\\(?:newpage|pagebreak|page|columnbreak)\b",
        "this breaks no page here",
        "write # and a title: each part begins a page",
    ),
    (r"^%%", "this would be printed", "a note to yourself is <!-- … -->"),
    (r"^\$\$", "this is no formula here", "write it in words, with × and ÷"),
    (
        r"^\s*(?:\+[-=+]+\+|-{2,}(?: +-{2,})+)\s*$",
        "this is not a table yet",
        "write its rows with bars: | one | two |",
    ),
    (
        r"\]\s\((?:#[\w-]+|[\w/-]+\.\w+)\)",
        "this is not a link",
        "write [words](#heading) without a space between",
    ),
)
_COMPILED = [(re.compile(looks), what, advice) for looks, what, advice in _SIGNS]


def find_foreign_signs(lines: Sequence[str], code_lines: frozenset[int]) -> Iterator[LineFault]:
    """Yield signs of other programs, which would be printed: `:::`, `++words++`, `{{…}}`.

    A list that only looks like one is among them: two lines that begin with `–` or `1.` and a word.
    """
    line_before = ""
    for number, line in enumerate(lines):
        if number in code_lines:
            line_before = ""
            continue
        yield from _find_signs_in(number, line)
        if _LIKE_ITEM.match(line) and _LIKE_ITEM.match(line_before):
            advice = "start its items with “- ” or “1. ”, after an empty line"
            yield LineFault(number, "this is not a list yet", advice)
        line_before = line


def _find_signs_in(number: int, line: str) -> Iterator[LineFault]:
    block = BLOCK.fullmatch(line.strip())
    words = block[3] or "" if block else CODE.sub("", line)
    without_name = re.sub(r"\{: #[\w-]+ \}$", "", words)
    words = PLACEHOLDER.sub("xx", without_name)  # any word for a fact: its braces are no fault
    for pattern, what, advice in _COMPILED:
        if pattern.search(words):
            yield LineFault(number, what, advice)
    for message in find_refused(words):
        yield LineFault(number, message, "write it in markdown")
    for attributes in _CLASS.findall(words):
        for attribute in " ".join(attributes).split():
            if attribute[:1] == "." and attribute[1:] not in CLASSES:
                classes = ", ".join(f".{name}" for name in CLASSES)
                yield LineFault(number, f"there is no {attribute}", f"there are {classes}")


def find_lost_sense(tree: SyntaxTreeNode, lines: Sequence[str]) -> Iterator[LineFault]:
    """Yield what both our readers read otherwise than its writer means: rows without a table,
    fences that never end, signs that are taken for emphasis.
    """
    line = 0
    for node in tree.walk(include_self=False):
        line = node.map[0] if node.map else line
        match node.type:
            case "fence":
                yield from _check_fence(node, lines)
            case "heading":
                yield from _check_heading(line, node)
            case "html_block":
                yield from _check_html(line, node.content)
            case "paragraph":
                yield from _check_rows_apart(line, node)
            case "table":
                yield from _check_table(node, lines)
            case "text" if footnote := _FOOTNOTE.search(node.content):
                advice = f"write {footnote[0]}: and its words on a line of their own"
                yield LineFault(line, f"there is no footnote {footnote[0]}", advice)
            case "inline" if node.map:
                yield from _check_signs(node)
            case "bullet_list":
                yield from _check_scores(line, node)


def _check_heading(line: int, node: SyntaxTreeNode) -> Iterator[LineFault]:
    if not "".join(child.content for child in node.children).strip():
        yield LineFault(line, "a heading needs words", "write them after the #")
    elif node.level > 0 and node.tag in ("h1", "h2"):
        yield LineFault(line, "a chapter begins at the margin", "move it out of the list")


def _check_html(line: int, html: str) -> Iterator[LineFault]:
    if html.startswith("<!--"):
        yield LineFault(line, "this comment is never closed", "write --> at its end")
    elif html.count("<table") != html.count("</table"):
        yield LineFault(line, "an HTML table has no empty lines", "write its rows with bars")


def _check_fence(node: SyntaxTreeNode, lines: Sequence[str]) -> Iterator[LineFault]:
    start, end = node.map or (0, 0)
    last = lines[end - 1].strip("> \t") if end <= len(lines) else ""
    if end - start < 2 or not last.startswith(node.markup) or last.strip(node.markup[0]):
        advice = f"write {node.markup} on a line of its own below"
        yield LineFault(start, "this fence is never closed", advice)


def _check_rows_apart(line: int, node: SyntaxTreeNode) -> Iterator[LineFault]:
    """Yield lines of a paragraph that look like rows of a table, and why they are none."""
    paragraph = "".join(child.content for child in node.children if child.type == "inline")
    lines = paragraph.split("\n")
    rows = [row for row in lines if row.strip().startswith("|")]
    if not rows:
        return
    line_below_head = next((row for row in lines[1:] if _RULE.fullmatch(row.strip())), "")
    cells = count_cells(rows[0])
    if line_below_head:
        ruled_cells = count_cells(line_below_head)
        message = f"the table’s head has {cells} cells, the line below it {ruled_cells}"
        place = line + lines.index(line_below_head)
        yield LineFault(place, message, f"write {'| --- ' * cells}|")
    elif len(lines) == 1:
        advice = "delete the empty line above it, so that it belongs to its table"
        yield LineFault(line, "this row has no table", advice)
    else:
        advice = f"write {'| --- ' * cells}| below it"
        yield LineFault(line + lines.index(rows[0]), "a table needs a line below its head", advice)


def _check_table(node: SyntaxTreeNode, lines: Sequence[str]) -> Iterator[LineFault]:
    """Yield rows that have more cells than the table's head, and a second table's head among them.

    Both readers drop the cells that are too many.
    """
    start, end = node.map or (0, 0)
    head_row = node.children[0].children[0]
    cells = len(head_row.children)
    for number in range(start + 2, end):
        row = lines[number].strip("> \t")
        if "-" in row and _RULE.fullmatch(row):
            advice = "leave an empty line above its head"
            yield LineFault(number - 1, "a table begins after an empty line", advice)
        elif count_cells(row) > cells:
            message = f"this row has {count_cells(row)} cells, and the table’s head has {cells}"
            yield LineFault(number, message, "write \\| for a bar that is no border")


def find_words_in_tables(tree: SyntaxTreeNode, lines: Sequence[str]) -> Iterator[int]:
    """Yield the number (from 0) of each line of words right below a table: GitHub and our books
    read it as a row.
    """
    for node in tree.walk(include_self=False):
        if node.type == "table" and node.map:
            start, end = node.map
            first_row = start + 2
            for number in range(first_row, end):
                if not _BAR.search(lines[number]):
                    yield number


def count_cells(row: str) -> int:
    """Return how many cells `| a | b |` has; the bars at both ends may lack."""
    bars_between = _BAR.findall(row.strip().removeprefix("|").removesuffix("|"))
    return len(bars_between) + 1


def _check_signs(node: SyntaxTreeNode) -> Iterator[LineFault]:
    """Yield sums whose stars would vanish: both readers take “2*3 and 4*5” for emphasis."""
    if not any(_loses_star(holder) for holder in node.walk()):
        return
    first_line = node.map[0] if node.map else 0
    for number, line in enumerate(node.content.split("\n"), start=first_line):
        if _multiplies_digits(line):
            words = next((word for word in line.split() if _TIMES.search(word)), line)
            message = f"“{words}” would lose its signs"
            yield LineFault(number, message, "write × for “times”, or \\* for a star")


def _multiplies_digits(line: str) -> bool:
    """Whether a star between words has a digit next to it, as in 2*3 or d*6."""
    for star in _TIMES.finditer(line):
        chars_around = line[star.start() - 1] + line[star.end()]
        if any(char.isdecimal() for char in chars_around):
            return True
    return False


def _loses_star(holder: SyntaxTreeNode) -> bool:
    """Whether an emphasis in this element begins or ends inside a word, as in 2*3 and 4*5."""
    for before, after in pairwise(holder.children):
        if before.type == "text" and after.type == "em" and _WORD_BEFORE.search(before.content):
            return True
        if before.type == "em" and after.type == "text" and _WORD_AFTER.match(after.content):
            return True
    return False


def _check_scores(line: int, node: SyntaxTreeNode) -> Iterator[LineFault]:
    """Yield `+ 3 for a king` next to `- 1 for a pawn`: these signs would be read as bullets."""
    next_list = node.next_sibling
    if next_list is None or next_list.type != "bullet_list":
        return
    bullets = {node.children[0].markup, next_list.children[0].markup}
    items = [*node.children, *next_list.children]
    if bullets == {"+", "-"} and all(map(_begins_with_digit, items)):
        advice = "write +3 and −1 without a space, each after “* ”"
        yield LineFault(line, "“+” and “-” before a space are bullets, and would be lost", advice)


def _begins_with_digit(item: SyntaxTreeNode) -> bool:
    for node in item.walk():
        if node.type == "inline":
            return node.content[:1].isdecimal()
    return False
