"""Habits of other programs rewritten as CommonMark, line by line; the lines keep their numbers.

Word processors, GitHub, Obsidian and wikis each have habits. Those that can mean one thing only
are rewritten; one note says which. Everything else is left for `dialects` to refuse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

from wordfleet_print.messages import did_you_mean, join_words
from wordfleet_print.rulebook.canonical import INDENT
from wordfleet_print.rulebook.fill_facts import change_outside_code
from wordfleet_print.rulebook.private_signs import LETTERED
from wordfleet_print.rulebook.sanitize import CLASSES, HTML_ELEMENTS

HEADING = re.compile(r"^( {0,3})(#{1,6})[ \t]+(.*?)[ \t]*$")
_LINE_BREAKS = re.compile("[\u2028\u2029\x0b\x0c\x85]")
# Characters without width, and what sets the direction of text.
_UNSEEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
# Tones of skin, and the signs that draw a digit as a key.
_SHADES = re.compile("[\U0001f3fb-\U0001f3ff]|\ufe0f?\u20e3")
_SPACES = "\u00a0\u2000-\u200a\u202f\u3000"
_SPACES_BEHIND_SIGN = re.compile(rf"^(\s*(?:> ?)*)([-*+]|\d{{1,9}}[.)]|#{{1,6}})[{_SPACES}]+(?=\S)")
_FIRST_SPACES = re.compile(rf"^[{_SPACES}]+")
_GLUED_HEADING = re.compile(r"^(##+|#(?=[^\W\d_]))(?=[^#\s])")
_BULLET = re.compile(r"^(\s*(?:> ?)*)[•◦▪▸‣●○∙·][ \t\u00a0]*(?=\S)")
_TICK_BOX = re.compile(r"^((?:\s|> ?)*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[([ xX])\](?=\s)")
_ALERT = re.compile(r"^(\s*(?:> ?)+)\[!([A-Za-z]+)\][-+]?[ \t]*(.*)$")
_LETTER_ITEM = re.compile(r"^((?:[ \t]|> ?)*)([a-z])[.)][ \t]+(?=\S)")
_NUMBER_ITEM = re.compile(r"^((?:[ \t]|> ?)*)\d{1,9}[.)][ \t]+(?=\S)")
# A heading's own name and classes at its end: {#turn}, {#turn .wide}
_HEADING_NAME = re.compile(r"^(.*\S)\s+\{#([\w-]+(?:\s+\.[\w-]+)*)\s*\}\s*$")
_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)\s*$")
_CLASSES = re.compile(r"\{:?\s*((?:[.#][A-Za-z][\w-]*\s*)+)\}")
# What pandoc and kramdown write behind a picture: {width=50%}, {: .right width="5cm" }
_MEASURES = re.compile(
    r"(?<=\))\{:?(?=[^{}]*=)((?:\s*(?:[.#][A-Za-z][\w-]*|[\w-]+=(?:\"[^\"{}]*\"|[^\s{}\"]+)))+)\s*\}"
)
_ANGLE_BRACKETS = re.compile(r"(?<!\]\()(?<!\]: )<([A-Za-z][\w-]*)((?: [\w-]+)*)>")
_PICTURE_FILE = r"[^()<>\"\n]*\.(?:svg|png|jpe?g|gif|webp)"
_SPACED_PICTURE = re.compile(
    rf"(!\[[^\]]*\]\()((?=[^()]*\s)\s*{_PICTURE_FILE})(\s+\"[^\"]*\")?\s*\)", re.IGNORECASE
)
_ABBREVIATION = re.compile(r"^\*\[([^\]]+)\]:[ \t]*(\S.*?)[ \t]*$")
_CONTENTS = re.compile(r"^(?:\[TOC\]|\[\[_?TOC_?\]\]|\{:toc\})\s*$", re.IGNORECASE)
# The number that a chapter's title begins with: 1. 1) 1: 2.1 IV. § 3, Chapter 4:
_NUMBERED = re.compile(
    r"^(?:(?:chapter|section|part|kapitel|abschnitt|teil|chapitre|capítulo|§)\s*"
    r"(\d{1,3}|[IVXL]{1,6})\b[.:)]?|(\d{1,3})[.:)]|(\d{1,3})\.0|([IVXL]{1,6})[.:)])"
    r"\s*(?:[-–—:]\s+|\s)(?=\S)",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"^(\d{1,3})\s+(?=\S)")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50}

_TAG = r"</?(?:{})(?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)?/?>"
# Elements that only lay a page out: their words stay.
_LAYOUT = re.compile(
    _TAG.format(
        "div|center|p|font|details|section|article|header|footer|main|nav|aside|figure|picture|"
        "figcaption|source|big|o:p"
    ),
    re.IGNORECASE,
)
_SUMMARY = re.compile(r"<summary[^<>]*>(.*?)</summary>", re.IGNORECASE)
_HTML_HEADING = re.compile(r"^\s*<h([1-6])(?:\s[^<>]*)?>(.*?)</h\1>\s*$", re.IGNORECASE)
_HTML_RULE = re.compile(r"^\s*<hr[^<>]*>\s*$", re.IGNORECASE)
_HTML_PICTURE = re.compile(r"<img\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>", re.IGNORECASE)
_HTML_ANCHOR = re.compile(
    r"<a\s+(?:name|id)\s*=\s*[\"']?([\w:.-]+)[\"']?\s*(?:/>|>\s*</a>|>(?!.*</a>))", re.IGNORECASE
)
_LOOK_ATTRIBUTE = re.compile(
    r"(<[a-z][\w-]*(?:\s[^<>]*?)?)\s(?:style|width|height|valign|bgcolor|border|cellpadding|"
    r"cellspacing|target|rel|face|size|color)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+)",
    re.IGNORECASE,
)
_HTML_ATTRIBUTE = re.compile(r"([\w:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")


@dataclass(slots=True)
class CleanText:
    """The lines of a text as both readers get them, and what was found while they were cleaned."""

    lines: list[str]
    abbreviations: dict[str, str] = field(default_factory=dict)
    """{"HP": "hit points"} from `*[HP]: hit points`."""
    titles: dict[int, str] = field(default_factory=dict)
    """Titles of chapters before their number was taken off, by line (from 0)."""
    own_numbers: bool = False
    """Whether chapters keep the numbers that they were written with."""
    changes: dict[str, int] = field(default_factory=dict)
    """Each kind of change, such as “a box to tick”, with the first line (from 0) that it changed.
    """

    def describe_changes(self, first_line: int) -> str:
        """Return one note on all changes, “read as meant: a box to tick (line 9)”; "" for none.

        `first_line` is the number of line 0 in the rules file.
        """
        places = [f"{kind} (line {line + first_line})" for kind, line in self.changes.items()]
        return f"read as meant: {join_words(places)}" if places else ""


def drop_comments(lines: Sequence[str], code_lines: frozenset[int]) -> list[str]:
    """Return a text without its comments `<!-- … -->`, with as many lines.

    A comment may go on over several lines. Code between backticks and in `code_lines` (numbers from
    0) stays. So does a comment that never ends, which is a fault of `dialects`.
    """
    new_lines: list[str] = []
    is_in_comment = False
    for number, line in enumerate(lines):
        if number in code_lines and not is_in_comment:
            new_lines.append(line)
            continue
        words = line
        if is_in_comment:
            is_in_comment = "-->" not in line
            words = "" if is_in_comment else line.partition("-->")[2]
        words = change_outside_code(words, lambda part: re.sub(r"<!--.*?-->", "", part))
        before_comment, opening, _ = words.partition("<!--")
        begins_comment = bool(opening) and any("-->" in below for below in lines[number + 1 :])
        is_in_comment = is_in_comment or begins_comment
        new_lines.append(before_comment if begins_comment else words)
    return new_lines


def clean_lines(lines: list[str], code_lines: frozenset[int]) -> CleanText:
    """Return a text whose habits of other programs are rewritten as CommonMark, line by line.

    For example `•  a lake` becomes `- a lake`. Nothing is changed in `code_lines` (numbers from 0).
    """
    text = CleanText(list(lines))
    for number, line in enumerate(lines):
        if number not in code_lines:
            text.lines[number] = _clean_line(text, number, line)
    _read_heading_names(text, code_lines)
    _read_lettered_lists(text, code_lines)
    _drop_chapter_numbers(text, code_lines)
    return text


def _clean_line(text: CleanText, number: int, line: str) -> str:
    """Return a line with all changes; `text` gets their kinds, and an abbreviation's definition."""
    for kind, change in _CHANGES:
        new_line = change(line)
        if new_line != line:
            text.changes.setdefault(kind, number)
            line = new_line
    if match := _ABBREVIATION.match(line):
        text.abbreviations[match[1]] = match[2]
        return ""
    return line


def _read_heading_names(text: CleanText, code_lines: frozenset[int]) -> None:
    """Write `## Turn {#turn}` as `## Turn {: #turn }`; also where a heading is underlined."""
    for number, line in enumerate(text.lines):
        line_below = text.lines[number + 1 : number + 2]
        is_underlined = bool(line_below) and _UNDERLINE.match(line_below[0]) is not None
        if number not in code_lines and (is_underlined or HEADING.match(line)):
            text.lines[number] = _HEADING_NAME.sub(r"\1 {: #\2 }", line)


def _keep_code(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return a change that leaves code between backticks as it is typed."""
    return lambda line: change_outside_code(line, change)


def _read_line_breaks(line: str) -> str:
    return _LINE_BREAKS.sub("<br>", line.strip("\u2028\u2029\x0b\x0c\x85"))


def _read_spaces(line: str) -> str:
    """Use plain spaces at a line's start, at most 3 (4 would make code), and behind `-` or `#`."""
    indented = _FIRST_SPACES.sub(lambda match: " " * min(len(match[0]), 3), line)
    return _SPACES_BEHIND_SIGN.sub(r"\1\2 ", indented)


def _read_tick_box(line: str) -> str:
    return _TICK_BOX.sub(lambda match: match[1] + ("☐" if match[2] == " " else "☑"), line)


def _read_alert(line: str) -> str:
    """Write the first line of a box, `> [!NOTE] Title`, as `> **Title**`."""

    def write(match: re.Match[str]) -> str:
        before, kind, title = match.groups()
        return f"{before}**{title or kind.capitalize()}**  "

    return _ALERT.sub(write, line)


def _read_picture_element(line: str) -> str:
    """Write `<img src="a.png" alt="A">` as `![A](<a.png>)`."""

    def write(match: re.Match[str]) -> str:
        values: dict[str, str] = {}
        for name, *quoted_values in _HTML_ATTRIBUTE.findall(match[0]):
            # The value is in "…", in '…' or bare; the other two groups are empty.
            values[name.lower()] = unescape("".join(quoted_values))
        alt = values.get("alt", "").replace("[", "(").replace("]", ")")
        return f"![{alt}](<{values.get('src', '')}>)"

    return _HTML_PICTURE.sub(write, line)


def _read_layout(line: str) -> str:
    """Drop tags that only lay out a page, such as `<div>`, and write a `<summary>` in bold."""
    with_title = _SUMMARY.sub(r"**\1**", line)
    words = _LAYOUT.sub("", with_title)
    if words == line:
        return line
    # Two spaces break the line, so that the title is above what it opens, not in front of it.
    has_title = with_title != line
    return words.strip() + "  " if has_title else words.strip()


def _drop_look_attributes(line: str) -> str:
    """Drop `style=` and the like from all tags; each pass takes one from each tag."""
    changed = _LOOK_ATTRIBUTE.sub(r"\1", line)
    return changed if changed == line else _drop_look_attributes(changed)


def _read_html_heading(line: str) -> str:
    match = _HTML_HEADING.match(line)
    if match and match[2].strip():
        return f"{'#' * int(match[1])} {match[2].strip()}"
    return _HTML_RULE.sub("***", line)


def _drop_measures(line: str) -> str:
    """Drop `{width=50%}` behind a picture; names and classes in the same braces stay."""

    def keep_names(match: re.Match[str]) -> str:
        names = [word for word in match[1].split() if word[0] in ".#" and "=" not in word]
        return f"{{: {' '.join(names)} }}" if names else ""

    return _MEASURES.sub(keep_names, line)


def _drop_foreign_classes(line: str) -> str:
    """Drop classes that only another program knows; misspelled ones stay, to be refused."""

    def keep_ours(match: re.Match[str]) -> str:
        words = match[1].split()
        ours = [word for word in words if not _is_foreign(word)]
        if ours == words:
            return match[0]
        return f"{{: {' '.join(ours)} }}" if ours else ""

    changed = _CLASSES.sub(keep_ours, line)
    return changed if changed == line else changed.rstrip()


def _is_foreign(word: str) -> bool:
    name = word[1:]
    return word[0] == "." and name not in CLASSES and not did_you_mean(name, CLASSES)


def _read_angle_brackets(line: str) -> str:
    """Write `<player>` as `&lt;player&gt;`, words; names of HTML elements stay tags."""

    def write(match: re.Match[str]) -> str:
        is_tag = match[1].lower() in HTML_ELEMENTS or f"</{match[1]}" in line
        return match[0] if is_tag else f"&lt;{match[1]}{match[2]}&gt;"

    return _ANGLE_BRACKETS.sub(write, line)


def _read_spaced_picture(line: str) -> str:
    """Write `![A](my map.png)` as `![A](<my map.png>)`."""

    def write(match: re.Match[str]) -> str:
        before, name, title = match.groups()
        return f"{before}<{name.strip()}>{title or ''})"

    return _SPACED_PICTURE.sub(write, line)


def _drop_contents(line: str) -> str:
    return "" if _CONTENTS.match(line) else line


# Each kind of change, in words for the note, with the function that changes a line.
_CHANGES: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("another sign for a line’s end", _read_line_breaks),
    ("an unseen character", lambda line: _UNSEEN.sub("", line)),
    ("an emoji’s shade, or the key around a digit", lambda line: _SHADES.sub("", line)),
    ("a no-break space", _read_spaces),
    ("[TOC], since books make their own contents", _drop_contents),
    ("HTML that lays out a page", _keep_code(_read_layout)),
    ("a heading in HTML", _read_html_heading),
    ("<a name>", _keep_code(lambda line: _HTML_ANCHOR.sub(r'<span id="\1"></span>', line))),
    ("<img>", _keep_code(_read_picture_element)),
    ("looks in HTML, such as style=", _keep_code(_drop_look_attributes)),
    ("words between < and >", _keep_code(_read_angle_brackets)),
    ("measures behind a picture", _keep_code(_drop_measures)),
    ("classes of another program", _keep_code(_drop_foreign_classes)),
    ("a heading without a space after its #", lambda line: _GLUED_HEADING.sub(r"\1 ", line)),
    ("• before an item", lambda line: _BULLET.sub(r"\1- ", line)),
    ("a box to tick", _read_tick_box),
    ("[!NOTE]", _read_alert),
    ("a picture’s name with blanks", _read_spaced_picture),
)


def _read_lettered_lists(text: CleanText, code_lines: frozenset[int]) -> None:
    """Write lists `a.`, `b.`, `c.` with numbers, `1)`, `2)`, `3)`, and a sign that they had
    letters.

    Markdown has no lists with letters. A list right below a numbered item is indented into it.
    """
    next_letter = ""
    deeper = ""
    for number, line in enumerate(text.lines):
        item = None if number in code_lines else _LETTER_ITEM.match(line)
        is_first = item is not None and _begins_lettered_list(text.lines, number)
        if item is None or not (is_first or item[2] == next_letter):
            next_letter = next_letter if _continues_item(line) else ""
            continue
        indent, letter = item.groups()
        words = line[item.end() :]
        if is_first:
            text.changes.setdefault("a list a. b. c.", number)
            words = LETTERED + words
            deeper = INDENT if _is_below_number(text.lines, number, indent) else ""
        item_number = ord(letter) - ord("a") + 1
        text.lines[number] = f"{indent}{deeper}{item_number}) {words}"
        next_letter = chr(ord(letter) + 1)


def _continues_item(line: str) -> bool:
    """Whether an indented or empty line goes on with the item above it."""
    return not line.strip() or line[:1] in " \t>"


def _is_below_number(lines: list[str], number: int, indent: str) -> bool:
    """Whether the line above is an item with a number and the same indent."""
    above = _NUMBER_ITEM.match(lines[number - 1]) if number else None
    return above is not None and above[1] == indent


def _begins_lettered_list(lines: list[str], number: int) -> bool:
    """Whether a line is `a. …` and the next item with its indent, before any heading, is `b. …`.

    “A. Lincoln” alone, or a second “a.”, makes no list.
    """
    first = _LETTER_ITEM.match(lines[number])
    if not first or first[2] != "a":
        return False
    for line in lines[number + 1 :]:
        item = _LETTER_ITEM.match(line)
        if item and item[1] == first[1]:
            return item[2] == "b"
        if HEADING.match(line):
            return False
    return False


def _drop_chapter_numbers(text: CleanText, code_lines: frozenset[int]) -> None:
    """Drop the numbers of chapters, “1. Setup”, where all have theirs in order.

    Our books number chapters themselves. If a number is missing or wrong, all stay, and the book
    gives no numbers (`own_numbers`). A single “10 soldiers” is no number of a chapter.
    """
    chapters = list(_read_chapters(text.lines, code_lines))
    has_numbers = any(chapter.is_numbered for chapter in chapters)
    is_ordered = all(chapter.words is not None for chapter in chapters)
    is_counted = has_numbers or len(chapters) > 1
    if chapters and is_ordered and is_counted:
        text.changes.setdefault("numbers before chapters", chapters[0].line)
        for chapter in chapters:
            text.titles[chapter.line] = text.lines[chapter.line].lstrip("# ")
            text.lines[chapter.line] = f"## {chapter.words}"
    text.own_numbers = has_numbers and not is_ordered


@dataclass(frozen=True, slots=True)
class _Chapter:
    """A heading of a chapter."""

    line: int
    """From 0."""
    is_numbered: bool
    """Whether it begins with a number of chapters, such as “1.”, not just “1”."""
    words: str | None
    """The title without the chapter's own number; None if that lacks, or is another one."""


def _read_chapters(lines: list[str], code_lines: frozenset[int]) -> Iterator[_Chapter]:
    """Yield each chapter. Their right numbers count from 1 in each part."""
    right_number = 0
    for line, level, title in _find_headings(lines, code_lines):
        if level == 1:
            right_number = 0
            continue
        right_number += 1
        numbered = _NUMBERED.match(title)
        match = numbered or _BARE_NUMBER.match(title)
        words = None
        if match:
            digits = next(filter(None, match.groups()))
            if _read_number(digits) == right_number:
                words = title[match.end() :]
        yield _Chapter(line, numbered is not None, words)


def _find_headings(lines: list[str], code_lines: frozenset[int]) -> Iterator[tuple[int, int, str]]:
    """Yield the line (from 0), the level (1 or 2) and the title of each part and chapter."""
    for number, line in enumerate(lines):
        match = None if number in code_lines else HEADING.match(line)
        if match and len(match[2]) < 3 and match[3]:
            yield number, len(match[2]), match[3]


def _read_number(digits: str) -> int:
    """Return the value of digits, “12”, or Roman numerals, “XII” (no others than I, V, X, L)."""
    if digits.isdecimal():
        return int(digits)
    values = [_ROMAN[digit] for digit in digits.upper()]
    # A smaller one before a larger one is subtracted: IV is 5 - 1.
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)
