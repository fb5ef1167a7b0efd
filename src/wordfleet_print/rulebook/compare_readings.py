"""Whether two readers of a text see the same: blocks, items, cells, emphasis, pictures, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import takewhile, zip_longest

from wordfleet_print.messages import how_many
from wordfleet_print.rulebook.private_signs import MARKS

# Elements inside a line, and what a reader sees of them.
STYLES = {
    "strong": "in bold",
    "b": "in bold",
    "em": "in italics",
    "i": "in italics",
    "code": "as code",
    "a": "as a link",
    "del": "struck out",
    "s": "struck out",
    "mark": "marked",
    "sup": "raised",
    "sub": "lowered",
}
KINDS = {
    "p": "a paragraph",
    "ul": "a list",
    "ol": "a numbered list",
    "li": "an item",
    "blockquote": "a box",
    "table": "a table",
    "tr": "a row",
    "td": "a cell",
    "th": "a cell",
    "hr": "a line across",
    "div": "a box",
    "dl": "a list of definitions",
}
# Blocks that hold words with or without a paragraph around them.
ITEMS = ("li", "dd")
# Elements that one reader makes and the other does not; nobody sees a difference.
_UNSEEN = ("html", "thead", "tbody", "abbr", "span")
_LINE_BREAK = "\u2028"
_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """A block that begins or ends (`kind`), or words with each letter's look; its line from 0."""

    kind: str
    letters: tuple[tuple[str, str], ...]
    line: int

    def is_like(self, other: Piece) -> bool:
        """Whether both look the same."""
        return self.kind == other.kind and self.letters == other.letters

    @property
    def words(self) -> str:
        """The letters alone."""
        return "".join(letter for letter, _ in self.letters)


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the readers differ, by its line (from 0), with both readings in words."""

    line: int
    first: str
    second: str


class _Page(HTMLParser):
    """Collects what a reader of an HTML page sees."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._line = 0
        self._styles: list[str] = []
        self._letters: list[tuple[str, str]] = []
        self._skipped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self._skipped or values.get("class") == "footnote":
            self._skipped += tag == "div"
        elif tag == "br":
            self._letters.append((_LINE_BREAK, ""))
        elif tag == "img":
            self._letters.append((f"[picture: {values.get('alt', '')}]", ""))
        elif tag in STYLES:
            self._styles.append("" if values.get("class") == "footnote-ref" else STYLES[tag])
        elif tag not in _UNSEEN:
            self.end_words()
            self._line = int(values.get("data-line", self._line))
            self.pieces.append(Piece(tag, (), self._line))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= tag == "div"
        elif tag in STYLES:
            if self._styles:
                self._styles.pop()
        elif tag not in _UNSEEN:
            self.end_words()
            self.pieces.append(Piece(f"/{tag}", (), self._line))

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            look = " and ".join(sorted({style for style in self._styles if style}))
            self._letters += [(letter, look) for letter in MARKS.sub("", data)]

    def end_words(self) -> None:
        """End a run of words: spaces are one, and have no look."""
        letters: list[tuple[str, str]] = []
        for letter, look in self._letters:
            if not letter.isspace() or letter == _LINE_BREAK:
                letters.append((letter, look))
            elif letters and letters[-1][0] not in (" ", _LINE_BREAK):
                letters.append((" ", ""))
        while letters and letters[-1][0] in (" ", _LINE_BREAK):
            letters.pop()
        if letters:
            self.pieces.append(Piece("", tuple(letters), self._line))
        self._letters = []


def read_page(html: str) -> list[Piece]:
    """Return what HTML shows; paragraphs inside items count only where there are several."""
    page = _Page()
    page.feed(html)
    page.close()
    page.end_words()
    pieces: list[Piece] = []
    for place, (piece, holder) in enumerate(_find_holders(page.pieces)):
        is_in_item = holder in ITEMS and piece.kind in ("p", "/p")
        following = page.pieces[place + 1 : place + 2]
        is_one_of_several = piece.kind == "/p" and any(
            next_.kind in ("p", "") for next_ in following
        )
        if not is_in_item or is_one_of_several:
            pieces.append(piece)
    return pieces


def _find_holders(pieces: list[Piece]) -> Iterator[tuple[Piece, str]]:
    """Yield each thing seen with the kind of the block that it is in, or nothing."""
    inside: list[str] = []
    for piece in pieces:
        if piece.kind.startswith("/"):
            del inside[-1:]
        elif piece.kind and piece.kind != "hr":
            inside.append(piece.kind)
        outer = inside[:-1] if piece.kind == "p" else inside
        yield piece, outer[-1] if outer else ""


def find_differences(first: str, second: str) -> Iterator[Difference]:
    """Yield where the HTML of two readers differs; past another block only the first place."""
    pieces = read_page(first)
    others = read_page(second)
    for place, (piece, other) in enumerate(zip_longest(pieces, others)):
        if piece is not None and other is not None and piece.is_like(other):
            continue
        line = piece.line if piece is not None else pieces[-1].line if pieces else 0
        if piece is not None and other is not None and piece.kind == other.kind == "":
            yield Difference(line, *_describe_words(piece, other))
            continue
        yield Difference(line, _describe(pieces, place), _describe(others, place))
        return


def _describe_words(piece: Piece, other: Piece) -> tuple[str, str]:
    """Return both readings of some words, from the first letter that differs."""
    pairs = zip(piece.letters, other.letters, strict=False)
    place = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = piece.words.rfind(" ", 0, place) + 1
    return _show_letters(piece, start), _show_letters(other, start)


def _show_letters(piece: Piece, start: int) -> str:
    """Return words in quotation marks, with the look of those that have one."""
    letters = piece.letters[start:]
    plain = "".join(letter for letter, _ in letters).replace(_LINE_BREAK, " / ")
    if len(plain) > _SHOWN_CHARACTERS:
        plain = plain[:_SHOWN_CHARACTERS].rstrip() + "…"
    look = next((look for _, look in letters if look), "")
    if not look:
        return f"“{plain}”"
    styled = "".join(letter if letter_look == look else "\n" for letter, letter_look in letters)
    words = re.sub(r"\s*\n\s*", " ", styled.strip("\n")).strip()
    return f"“{plain}” with “{words[:_SHOWN_CHARACTERS]}” {look}"


def _describe(pieces: list[Piece], place: int) -> str:
    """Return what begins or ends at a place, in words."""
    if place >= len(pieces):
        return "the end of the text"
    piece = pieces[place]
    if not piece.kind:
        return _show_letters(piece, 0)
    if piece.kind.startswith("/"):
        return f"the end of {KINDS.get(piece.kind[1:], 'a heading')}"
    if piece.kind in ("ul", "ol"):
        return f"{KINDS[piece.kind]} of {how_many(_count_items(pieces, place), 'item')}"
    return KINDS.get(piece.kind, "a heading")


def _count_items(pieces: list[Piece], place: int) -> int:
    """Return how many items the list that begins at `place` has."""
    depth = 0
    count = 0
    for piece in pieces[place:]:
        depth += piece.kind in ("ul", "ol")
        depth -= piece.kind in ("/ul", "/ol")
        count += depth == 1 and piece.kind == "li"
        if not depth:
            break
    return count
