"""Markdown that would be lost, or mean something else than its writer thinks: each place with its
line and a remedy.

What is looked for is what people bring along from GitHub, pandoc, Obsidian and word processors.
Text inside fences is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wordfleet_print.errors import Problem
from wordfleet_print.games import RulesSource
from wordfleet_print.rulebook import fill_facts
from wordfleet_print.rulebook.sanitize import find_refused

# What `{: .class }` can say of a part, a chapter or a paragraph.
CLASSES = ("wide", "three", "across", "draft", "unfinished", "lead", "law", "farewell", "quick")
# A table or a figure, on a line of its own.
BLOCK = re.compile(r"\[\[(wide )?(?:figure: )?([\w-]+)(?: \| (.*))?\]\]")
_HEADING_ID = re.compile(r"^(#{1,6} .*\S)\s+\{#([\w-]+)\}\s*$")
_ITEM = re.compile(r"(\s*)([-*+]|\d{1,3}\.)( +|$)")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")
# A line that a reader takes for an item of a list, and markdown for words.
_LIKE_ITEM = re.compile(r"\s*(?:[–—] ?|[-+](?=[^\s+-])|\*(?=[^\s*][^*]*$)|\d{1,3}\.(?=[^\s\d]))\S")
_CLASS = re.compile(r"\{:?\s([^}\n]*)\}|\{:([^}\n]*)\}|\{(\.[^}\n]*)\}")

# What a line may not hold: how it looks, what is wrong with it, what to write instead.
_SIGNS: tuple[tuple[str, str, str], ...] = (
    (r"\{%", "rules hold text and facts, no “{%”", "write the rule out, or delete it"),
    (
        r"\{#",
        "“{#” means nothing here",
        "a heading’s name is {#name} at its end; a comment is <!-- … -->",
    ),
    (r"\{\{", "“{{” does not name a fact", "write {{ name }} or {{ name|words }}"),
    (r"^#{1,6}\s*$", "a heading needs words", "write them after the #"),
    (r"^#{1,6}[^#\s]", "a heading needs a space after its #", ""),
    (
        r"^ {1,3}#{1,6} ",
        "a heading starts at the beginning of its line",
        "delete the spaces before it",
    ),
    (
        r"^\s*(?:[-*+]|\d+\.|#{1,6})?[\u00a0\u2000-\u200a\u202f]",
        "there is a no-break space here",
        "type a space",
    ),
    (
        r"^## (?:\d+[.):]|\d+\.\d+\.?|[IVX]+\.|§ ?\d+|Chapter \d+[:.]?) ",
        "chapters are numbered already",
        "leave the number out",
    ),
    (r"^(?:> ?)*\s*(?:[-*+]|\d+\.) \[[ xX]\] ", "“[ ]” is not a checkbox here", "write ☐ or ☑"),
    (
        r"^>\s*\[![\w-]+\]",
        "“[!NOTE]” is printed as it is",
        "start the quotation with a bold word instead",
    ),
    (
        r"^\s*:::|^(?:!!!|\?\?\?)",
        "this opens no box here",
        "write an example as a quotation: > and a space",
    ),
    (r"(?<!=)==[^=\s]", "“==” marks nothing here", "write **bold**"),
    (r"~~[^~\s][^~]*~~", "“~~” strikes nothing out here", "leave the words out"),
    (r"\+\+\w[^+]*\+\+", "“++” marks nothing here", "write *italic*"),
    (
        r"\w\^[^\s^]+\^|\w~[^\s~]+~",
        "this raises or lowers nothing here",
        "write <sup>2</sup> or <sub>2</sub>",
    ),
    (
        r"!?\[\[[^\]]*\]\]",
        "this is not a known table or figure",
        "a link is [Combat](#combat); [[…]] has its own line",
    ),
    (
        r"\[\^[\w-]+\]|\^\[",
        "there are no footnotes here",
        "write it into the text, or as a paragraph with †",
    ),
    (
        r"^\[TOC\]|^\\(?:newpage|pagebreak)|^%%|^\$\$|^: |^\*\[",
        "this means nothing here",
        "delete the line",
    ),
    (r"^\s*(?:•|◦|▪|·)\s*\S", "this is not a list yet", "start its items with “- ”"),
    (
        r"^\s*(?:\d+\)|\(\d+\)|[a-z][.)]) ",
        "this is not a numbered list yet",
        "number its items 1. 2. 3.",
    ),
    (r"\\$", "a “\\” at the end of a line is printed", "end the line with two spaces"),
    (
        r"^\s*(?:\+[-=+]+\+|-{2,}(?: +-{2,})+|-{12,})\s*$",
        "this is not a table yet",
        "write its rows with bars: | one | two |",
    ),
    (
        r"^(?:> ?| +)+(?:```|~~~)",
        "a fence starts at the beginning of its line",
        "move it out of the list or quotation",
    ),
    (
        r"\]\s\((?:#[\w-]+|[\w/-]+\.\w+)\)",
        "this is not a link",
        "write [words](#heading) without a space between",
    ),
)
_COMPILED = [(re.compile(looks), what, advice) for looks, what, advice in _SIGNS]


def name_headings(text: str) -> str:
    """Write `{#name}` after a heading, and a # at its end, as Python-Markdown reads them; the lines
    stay the same.
    """
    lines = [_HEADING_ID.sub(r"\1 {: #\2 }", line) for line in text.split("\n")]
    return "\n".join(re.sub(r"^(#{1,6} .*[^#\s\\])(#+)\s*$", r"\1\\\2", line) for line in lines)


def lint_rules(source: RulesSource) -> list[Problem]:
    """Return a complaint for every line of the text that would be lost or misread, in their
    order.
    """
    lines = source.body.split("\n")
    found: list[tuple[int, str, str]] = []
    bare = list(blank_fences(lines, found))
    found += lint_lines(bare)
    found += lint_lists(bare)
    found += lint_tables(bare)
    # A line with one fault often has more, which are the same mistake seen by another rule: only
    # the first is shown.
    first = {
        number: (what, advice)
        for number, what, advice in sorted(found, reverse=True, key=lambda one: one[0])
    }
    return [
        Problem(what, where=f"{source.name}:{number + source.body_line}", advice=advice)
        for number, (what, advice) in sorted(first.items())
    ]


Found = tuple[int, str, str]


def blank_fences(lines: Sequence[str], found: list[Found] | None = None) -> Iterator[str]:
    """Yield the lines without code and comments, empty those in fences; one that is never closed
    goes to `found`.
    """
    closing, opened, comment = "", 0, False
    for number, line in enumerate(lines):
        fence = fill_facts.FENCE.match(line)
        if closing:
            yield ""
            closing = "" if fence and line.rstrip() == closing else closing
        elif fence:
            yield ""
            closing, opened = fence[1], number
        else:
            bare = re.sub(r"<!--.*?-->", "", line)
            kept = bare.partition("-->")[2] if comment else bare
            comment = (comment and "-->" not in bare) or "<!--" in kept
            yield fill_facts.CODE.sub("", kept.partition("<!--")[0])
    if closing and found is not None:
        found.append(
            (opened, "this fence is never closed", f"write {closing} on a line of its own below")
        )


def lint_lines(lines: Sequence[str]) -> Iterator[Found]:
    """Yield what is wrong with single lines."""
    chapter = 0
    for number, line in enumerate(lines):
        chapter = 0 if line.startswith("# ") else chapter + line.startswith("## ")
        if re.match(rf"## {chapter} ", line):
            yield number, "chapters are numbered already", "leave the number out"
        if number and _LIKE_ITEM.match(line) and _LIKE_ITEM.match(lines[number - 1]):
            yield (
                number,
                "this is not a list yet",
                "start its items with “- ” or “1. ”, after an empty line",
            )
        block = BLOCK.fullmatch(line.strip())
        shown = block[3] or "" if block else _HEADING_ID.sub(r"\1", line)
        shown = fill_facts.VALUE.sub("xx", shown)
        for looks, what, advice in _COMPILED:
            if looks.search(shown):
                yield number, what, advice
        for refused in find_refused(shown):
            yield number, refused, "write it in markdown"
        for marks in _CLASS.findall(shown):
            for mark in " ".join(marks).split():
                if mark[:1] == "." and mark[1:] not in CLASSES:
                    yield (
                        number,
                        f"there is no {mark}",
                        f"there are {', '.join(f'.{name}' for name in CLASSES)}",
                    )
        if re.fullmatch(r"\s*(?:-+|=+)\s*", line) and number and lines[number - 1].strip():
            yield (
                number,
                "this line makes a heading of the words above it",
                "leave an empty line, or write ## before",
            )


def lint_lists(lines: Sequence[str]) -> Iterator[Found]:
    """Items and paragraphs of a list that stand neither at its margin nor four blanks further
    in.
    """
    in_list = False
    for number, line in enumerate(lines):
        before = lines[number - 1] if number else ""
        item, indent = _ITEM.match(line), len(line) - len(line.lstrip(" "))
        if not line.strip():
            continue
        if indent >= 4 and not in_list and not before.strip():
            yield (
                number,
                "four spaces before a line print it as code",
                "delete them, or write a fence of ```",
            )
        if in_list and indent % 4 and (item or not before.strip()):
            yield (
                number,
                f"in a list, {indent} spaces before a line change its place",
                "indent by four spaces",
            )
        plain = (
            before.strip()
            and not _ITEM.match(before)
            and not before.startswith((" ", ">", "#", "|", "[["))
        )
        if item and not indent and plain and not in_list:
            yield number, "a list begins after an empty line", "leave one before its first item"
        # A list goes on below an empty line as long as lines are indented or are items.
        in_list = bool(item) or (in_list and (bool(indent) or bool(before.strip())))


def lint_tables(lines: Sequence[str]) -> Iterator[Found]:
    """Yield what is wrong with tables: blocks of lines between empty ones are checked one by
    one.
    """
    start = 0
    for number in range(len(lines) + 1):
        if number < len(lines) and lines[number].strip():
            continue
        yield from lint_table(lines[start:number], start)
        start = number + 1


def lint_table(rows: Sequence[str], first: int) -> Iterator[Found]:
    """Check one block of lines without an empty one between them, which may be a table."""
    barred = [place for place, row in enumerate(rows) if row.strip().startswith("|")]
    rules = [
        place
        for place, row in enumerate(rows)
        if place and _RULE.fullmatch(row) and "|" in row + rows[place - 1]
    ]
    if not rules:
        if barred and len(rows) > 1:
            head = rows[barred[0]]
            yield (
                first + barred[0],
                "a table needs a line below its head",
                f"write {'| --- ' * count_cells(head)}|",
            )
        return
    if rules[0] > 1:
        yield first + rules[0] - 1, "a table begins after an empty line", "leave one above it"
    cells = count_cells(rows[rules[0] - 1])
    if count_cells(rows[rules[0]]) != cells:
        yield (
            first + rules[0],
            f"the table’s head has {cells} cells, this line {count_cells(rows[rules[0]])}",
            "",
        )
    if len(rules) > 1:
        yield first + rules[1] - 1, "a table begins after an empty line", "leave one above it"
    for place in range(rules[0] + 1, len(rows)):
        row = rows[place]
        if not _BAR.search(row):
            if not row.lstrip().startswith("{:"):
                yield (
                    first + place,
                    "a line right below a table becomes a row of it",
                    "leave an empty line above it",
                )
        elif count_cells(row) > cells:
            yield (
                first + place,
                f"this row has {count_cells(row)} cells, and the table’s head has {cells}",
                "",
            )


def count_cells(row: str) -> int:
    """Return how many cells a row has."""
    return len(_BAR.findall(row.strip().removeprefix("|").removesuffix("|"))) + 1
