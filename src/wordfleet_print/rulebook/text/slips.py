"""Slips of the pen: markup that does nothing, or would do something else than what was meant; each with its line.

What markdown would lose is found in the lines of the text; what it leaves as it is, in the finished HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from textwrap import dedent

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.games import RulesSource
from wordfleet_print.wording import near_misses

NEAR = 0.75
"""How alike an unknown word and a known one are, from 0 to 1, for one to be taken for the other."""


@dataclass(frozen=True, slots=True)
class Slip:
    """Markup that does nothing: how it starts in the source, what is wrong with it, what was probably meant.

    Where nothing is near enough, `meant` is empty, and the markup may stand.
    """

    start: str
    what: str
    meant: str = ""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, or nothing. Raises nothing."""
    return "".join(near_misses(word.lower(), known, alike=NEAR))


def place_of(start: str, source: RulesSource) -> str:
    """File and line of what starts so in the text, or else in front matter; the file alone if a partial has made it.

    Raises nothing.
    """
    looked_for = re.compile(re.escape(start) + r"(?![\w-])", re.IGNORECASE)
    for text, first in ((source.body, source.body_line), (source.text, 1)):
        for number, line in enumerate(text.split("\n"), first):
            if looked_for.search(line):
                return f"{source.name}:{number}"
    return source.name


def refuse_slips(slips: Sequence[Slip], source: RulesSource) -> None:
    """Raises `BadInputError` with every slip whose meaning is plain: publishing would lose what was meant."""
    complaints = [
        Complaint(place_of(slip.start, source), slip.what, f"did you mean {slip.meant}?")
        for slip in dict.fromkeys(slips)
        if slip.meant
    ]
    if complaints:
        raise BadInputError(f"{source.name} has markup that does nothing.", *complaints)


def slip_notes(slips: Sequence[Slip], source: RulesSource) -> Iterator[str]:
    """Sentences on the slips that may stand. Raises nothing."""
    for slip in dict.fromkeys(slips):
        if not slip.meant:
            yield f"{place_of(slip.start, source)}: {slip.what}"


_RULE = re.compile(r"\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"`[^`\n]*`")
_BOXED = re.compile(r"^(!!! .*\n)((?:(?: {4}.*)?\n)+)", re.MULTILINE)
_FENCED = re.compile(r"^(?:```|~~~)[\s\S]*?^(?:```|~~~)$|^(?: {4}|\t)[^\n]*$", re.MULTILINE)
_LOST = (
    (r"^(#{1,6})([^#\s].*)$", "a heading has a blank behind its #", r"\1 \2"),
    (r"^ {1,3}(#{1,6} .*)$", "a heading stands at the start of its line", r"\1"),
    (r"^(\w.*)\n(?:---+|===+) *$", "the line below makes a heading of these words", "## before them, or an empty line"),
    (r"^(?:[-*+]|\d+\.) .*\n( {1,3}[-*+] .*)$", "an item inside an item stands further in", "four blanks before it"),
)
"""What markdown takes for something else: how it looks, what is wrong, what was probably meant."""


def lost_in_lines(text: str) -> Iterator[Slip]:
    """What markdown would lose, or take for something else, without a word: cells beyond a table's head, a table
    without its rule, headings and items that stand where they are none. Raises nothing.
    """
    opened = _BOXED.sub(lambda box: f"{box[1]}\n{dedent(box[2])}", text)  # a table in a box is a table
    bare = _CODE.sub("", _FENCED.sub("", opened))
    for looks, what, meant in _LOST:
        for found in re.finditer(looks, bare, re.MULTILINE):
            yield Slip((found[1] if "\n" in found[0] else found[0]).strip(), what, found.expand(meant))
    for block in re.split(r"\n\s*\n", bare):
        yield from _lost_in_table([line.strip() for line in block.split("\n") if line.strip()])


def _lost_in_table(lines: Sequence[str]) -> Iterator[Slip]:
    """What is wrong with a table among these lines, which have no empty one between them."""
    barred = [place for place, line in enumerate(lines) if line.startswith("|") and line.endswith("|")]
    ruled = [
        place for place, line in enumerate(lines) if _RULE.fullmatch(line) and place and "|" in line + lines[place - 1]
    ]
    if barred and not ruled:
        head = lines[barred[0]]
        yield Slip(head, "a table without its rule is no table", f"{head} and below it {'| --- ' * _cells(head)}|")
    for place in ruled[:1]:
        cells = _cells(lines[place - 1])
        for row in lines[place + 1 :]:
            if "|" in row and (found := _cells(row)) > cells:
                what = f"this row has {found} cells, and the table's head has {cells}"
                yield Slip(row, what, f"a head of {found} cells")


def _cells(row: str) -> int:
    return len(_BAR.findall(row.strip("|"))) + 1


_QUOTED = re.compile(r"<(code|pre|kbd|samp|svg)\b.*?</\1>", re.DOTALL)
_BLOCK = re.compile(r"</?(?:p|li|t[dhr]|d[dlt]|div|h[1-6]|[uo]l|table|blockquote|figure|figcaption|section)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LEFT = (
    (r"^.*\|\s*:?[-–—]+:?\s*\|.*$", "this is no table yet", "an empty line before it, and rows that start their lines"),
    (r"(?<=\n)[-*+] \S.*$", "a list begins after an empty line", "one before its first item"),
    (r"^\d{1,2}[.)] \S[^\n]*(?=\n\d{1,2}[.)] )", "these lines are no list", "1. and so on, below an empty line"),
    (r"\A(?:!{1,4}|\?{3}) *\w+ *[“\"].*$", "this opens no box", '!!! example "Title", with straight quotation marks'),
    (r"\[\^[\w-]+\]", "this footnote has no text", "a line such as [^1]: The text."),
    (r"\]\s?\(#?[\w./-]+", "this is no link", "[words](#heading), with no blank between and a bracket at the end"),
    (r"(?<=\n):\S.*$", "the meaning of a word has a blank behind its colon", ": and a blank"),
    (r"~~[^~]+~~|\*\*\w*", "these marks make no words bold and strike none out, and stand as they are", ""),
    (r"(?<=.)(?:\{:?\s*[.#][\w-]+\s*\}|\{ ?\w+ ?\})", "this is no mark and no variable, and stands as it is", ""),
)
"""What markdown leaves of markup in a block of words: how it looks, what is wrong, what was probably meant."""


def left_over(html: str) -> Iterator[Slip]:
    """Markup that still stands among the words of finished HTML; quoted code may look so. Raises nothing."""
    for block in _BLOCK.split(_QUOTED.sub("", html)):
        words = unescape(_TAG.sub("", block)).strip()
        for looks, what, meant in _LEFT:
            for found in re.finditer(looks, words, re.MULTILINE):
                start = re.split("[“”‘’–—…\n]", found[0])[0].strip() or found[0]
                yield Slip(start, f"{found[0].strip()[:60]}: {what}", meant)
