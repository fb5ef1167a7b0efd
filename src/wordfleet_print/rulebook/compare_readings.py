"""Whether two readers of a text see the same: blocks, items, cells, emphasis, pictures, words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import takewhile, zip_longest

from wordfleet_print.messages import how_many
from wordfleet_print.rulebook.private_signs import SIGNS

# Elements inside a line, and how they make words look.
LOOKS = {
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
ITEM_TAGS = ("li", "dd")
# Elements that one reader makes and the other does not; nobody sees a difference.
_UNSEEN = ("html", "thead", "tbody", "abbr", "span")
_LINE_BREAK = "\u2028"
_MOST_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing that a reader sees on a page: where a block begins or ends, or words in it."""

    kind: str
    """The tag of a block that begins, "table"; of one that ends, "/table"; "" for words."""
    letters: tuple[tuple[str, str], ...]
    """Of words each character with its look: ("W", "in bold"), ("e", "")."""
    line: int
    """Of the text, from 0."""

    def is_like(self, other: Piece) -> bool:
        """Whether both look the same."""
        return self.kind == other.kind and self.letters == other.letters

    @property
    def words(self) -> str:
        """The letters alone."""
        return "".join(letter for letter, _ in self.letters)


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where the two readers differ."""

    line: int
    """Of the text, from 0."""
    first: str
    """What the first one reads, such as “a list of 2 items”."""
    second: str


class _Page(HTMLParser):
    """Collects what a reader of an HTML page sees."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[Piece] = []
        self._line = 0
        """The line of the text (from 0) in which the last block began."""
        self._looks: list[str] = []
        """The looks of all inline elements that are open, such as "in bold"."""
        self._letters: list[tuple[str, str]] = []
        """The words so far, as in `Piece.letters`."""
        self._skipped_depth = 0
        """How many `<div>` are open from that of the footnotes on, which are not compared."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if self._skipped_depth or values.get("class") == "footnote":
            if tag == "div":
                self._skipped_depth += 1
        elif tag == "br":
            self._letters.append((_LINE_BREAK, ""))
        elif tag == "img":
            self._letters.append((f"[picture: {values.get('alt', '')}]", ""))
        elif tag in LOOKS:
            # Only one of the readers makes a footnote's number a link.
            self._looks.append("" if values.get("class") == "footnote-ref" else LOOKS[tag])
        elif tag not in _UNSEEN:
            self.end_words()
            self._line = int(values.get("data-line", self._line))
            self.pieces.append(Piece(tag, (), self._line))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if self._skipped_depth:
            if tag == "div":
                self._skipped_depth -= 1
        elif tag in LOOKS:
            if self._looks:
                self._looks.pop()
        elif tag not in _UNSEEN:
            self.end_words()
            self.pieces.append(Piece(f"/{tag}", (), self._line))

    def handle_data(self, data: str) -> None:
        if not self._skipped_depth:
            look = " and ".join(sorted(set(filter(None, self._looks))))
            self._letters += [(letter, look) for letter in SIGNS.sub("", data)]

    def end_words(self) -> None:
        """Make a piece of the words so far, if there are any.

        Spaces count as a browser shows them: several are one, none is at the end or next to a line
        break. They have no look.
        """
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
    """Return what a reader of HTML sees, in order.

    The paragraph inside an item, `<li><p>words</p></li>`, is left out: one of the two libraries
    writes it, and nobody sees a difference. Where an item has several paragraphs, they count.
    """
    page = _Page()
    page.feed(html)
    page.close()
    page.end_words()
    pieces: list[Piece] = []
    for place, (piece, holder) in enumerate(_find_holders(page.pieces)):
        is_item_paragraph = holder in ITEM_TAGS and piece.kind in ("p", "/p")
        following = page.pieces[place + 1 : place + 2]
        ends_before_more_words = piece.kind == "/p" and any(
            next_piece.kind in ("p", "") for next_piece in following
        )
        if not is_item_paragraph or ends_before_more_words:
            pieces.append(piece)
    return pieces


def _find_holders(pieces: list[Piece]) -> Iterator[tuple[Piece, str]]:
    """Yield each piece with the tag of the block that it is in: "li", or "" outside of all.

    Both ends of a paragraph are in the block around it.
    """
    open_tags: list[str] = []
    for piece in pieces:
        if piece.kind.startswith("/"):
            del open_tags[-1:]
        elif piece.kind and piece.kind != "hr":
            open_tags.append(piece.kind)
        outer_tags = open_tags[:-1] if piece.kind == "p" else open_tags
        yield piece, outer_tags[-1] if outer_tags else ""


def find_differences(first: str, second: str) -> Iterator[Difference]:
    """Yield where a reader sees another text in the HTML `first` than in `second`.

    Behind a block that only one of them has, everything would differ: that difference is the last.
    `data-line` of blocks in `first` tells the lines.
    """
    pieces = read_page(first)
    others = read_page(second)
    for place, (piece, other) in enumerate(zip_longest(pieces, others)):
        if piece is not None and other is not None:
            if piece.is_like(other):
                continue
            if piece.kind == other.kind == "":
                yield Difference(piece.line, *_describe_words(piece, other))
                continue
        last_line = pieces[-1].line if pieces else 0
        line = piece.line if piece is not None else last_line
        yield Difference(line, _describe(pieces, place), _describe(others, place))
        return


def _describe_words(piece: Piece, other: Piece) -> tuple[str, str]:
    """Return both readings of some words, from the first word that differs on."""
    pairs = zip(piece.letters, other.letters, strict=False)
    same_letters = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = piece.words.rfind(" ", 0, same_letters) + 1
    return _show_letters(piece, start), _show_letters(other, start)


def _show_letters(piece: Piece, start: int) -> str:
    """Return words from a letter on, for a message: “roll two dice” with “two” in bold.

    If some of them have a look, the first one is named, with all words that have it.
    """
    letters = piece.letters[start:]
    words = "".join(letter for letter, _ in letters).replace(_LINE_BREAK, " / ")
    if len(words) > _MOST_CHARACTERS:
        words = words[:_MOST_CHARACTERS].rstrip() + "…"
    look = next((look for _, look in letters if look), "")
    if not look:
        return f"“{words}”"
    # Each letter with another look leaves a line break, so that words apart are not glued.
    with_look = "".join(letter if letter_look == look else "\n" for letter, letter_look in letters)
    words_with_look = re.sub(r"\s*\n\s*", " ", with_look.strip("\n")).strip()
    return f"“{words}” with “{words_with_look[:_MOST_CHARACTERS]}” {look}"


def _describe(pieces: list[Piece], place: int) -> str:
    """Return what begins or ends at a place (from 0) of the pieces: “a list of 2 items”."""
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
    """Return how many items the list that begins at a place has, without those of lists in it."""
    depth = 0
    count = 0
    for piece in pieces[place:]:
        if piece.kind in ("ul", "ol"):
            depth += 1
        elif piece.kind in ("/ul", "/ol"):
            depth -= 1
        elif piece.kind == "li" and depth == 1:
            count += 1
        if depth == 0:
            break
    return count
