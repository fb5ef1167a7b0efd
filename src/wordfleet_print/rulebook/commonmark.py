"""CommonMark with tables, as GitHub shows it: the second reader of a rulebook's text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

# Blocks inside blocks: lists, items and quotations count one each.
MOST_LEVELS = 16
# Openings of emphasis, links, code or HTML in one paragraph: readers try each with each.
MOST_OPENINGS = 1_500
_OPENINGS = re.compile(r"[\[*_`<{!~=]")
_DEEP = re.compile(rf"\s*(?:(?:>|[-*+]|\d{{1,9}}[.)])\s*){{{MOST_LEVELS},}}(?=[^-*+>\s])")
_CODE = ("fence", "code_block", "html_block")


class TextTooComplexError(Exception):
    """A text that would take a reader minutes: `line` counts from 0."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class Parser(MarkdownIt):
    """A CommonMark parser for which every address makes a link.

    markdown-it-py leaves `[words](javascript:…)` as it is typed. `sanitize` and `check_links` treat
    addresses later, and know the line.
    """

    def validateLink(self, _url: str) -> bool:
        """Take any address."""
        return True


@cache
def open_parser() -> MarkdownIt:
    """Return the parser, with every extension that books keep."""
    parser = Parser("commonmark").enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False).use(deflist_plugin).use(admon_plugin)
    parser.inline.ruler.before("emphasis", "mark", read_mark)
    parser.add_render_rule("footnote_ref", _render_footnote_number)
    return parser


def read_mark(state: StateInline, silent: bool) -> bool:
    """Read `==marked words==` at the parser's place; return whether they are there.

    A rule of markdown-it-py: `silent` only asks, otherwise tokens are added. As in the extension of
    Python-Markdown, no space is inside the signs and no letter before them.
    """
    start = state.pos + len("==")
    first_char = state.src[start : start + 1]
    if state.src[state.pos : start] != "==" or first_char in ("", "=", " "):
        return False
    end = state.src.find("==", start)
    char_before = state.src[state.pos - 1 : state.pos]
    if end < 0 or state.src[end - 1] == " " or char_before.isalnum():
        return False
    if not silent:
        end_of_words = state.posMax
        state.push("mark_open", "mark", 1)
        # The words between the signs may have other markdown in them.
        state.pos = start
        state.posMax = end
        state.md.inline.tokenize(state)
        state.push("mark_close", "mark", -1)
        state.posMax = end_of_words
    state.pos = end + len("==")
    return True


def _render_footnote_number(
    _renderer: object, tokens: Sequence[Token], place: int, _options: object, _env: object
) -> str:
    return f"<sup>{tokens[place].meta['id'] + 1}</sup>"


class Reading:
    """A text as CommonMark reads it."""

    tokens: list[Token]
    references: dict[str, dict[str, str]]
    """Addresses of `[label]: address` lines."""

    def __init__(self, text: str) -> None:
        self._env: dict[str, Any] = {}
        self.tokens = open_parser().parse(text, self._env)
        self.references = self._env.get("references", {})

    @property
    def tree(self) -> SyntaxTreeNode:
        """The blocks of the text."""
        return SyntaxTreeNode(self.tokens)

    def replace_code(self, keep: Callable[[Token], str]) -> None:
        """Replace each block of code or HTML by a paragraph with the words that `keep` returns."""
        tokens: list[Token] = []
        for token in self.tokens:
            if token.type in _CODE:
                tokens += _make_paragraph(keep(token), token)
            else:
                tokens.append(token)
        self.tokens = tokens

    def render(self) -> str:
        """Return HTML without footnotes; `data-line` of blocks is their line (from 0)."""
        tokens: list[Token] = []
        for token in self.tokens:
            if token.type == "footnote_block_open":  # the last block
                break
            is_opening = token.nesting == 1
            if is_opening and token.map:
                token.attrSet("data-line", token.map[0])
            tokens.append(token)
        parser = open_parser()
        return str(parser.renderer.render(tokens, parser.options, self._env))


def _make_paragraph(text: str, block: Token) -> Iterator[Token]:
    """Yield the tokens of a paragraph of `text` with the lines and the depth of another block."""
    words = Token("text", "", 0, content=text)
    inline = Token("inline", "", 0, map=block.map, content=text, children=[words])
    yield Token("paragraph_open", "p", 1, map=block.map, level=block.level, block=True)
    yield inline
    yield Token("paragraph_close", "p", -1, level=block.level, block=True)


def refuse_costly(text: str) -> None:
    """Raise `TextTooComplexError` for a line that both readers would take long to read.

    Run before any reader: `[[[[[…` takes time that grows with the square of its length.
    """
    for number, line in enumerate(text.split("\n")):
        if len(_OPENINGS.findall(line)) > MOST_OPENINGS:
            raise TextTooComplexError("this line holds too many signs of markdown", number)
        if _DEEP.match(line):
            raise TextTooComplexError("lists and boxes are nested too deeply here", number)


def refuse_deep(reading: Reading) -> None:
    """Raise `TextTooComplexError` for blocks nested too deeply, or a paragraph of signs.

    Run on what CommonMark read, before Python-Markdown, which is slower.
    """
    line = 0
    for token in reading.tokens:
        line = token.map[0] if token.map else line
        if token.level > MOST_LEVELS:
            message = "lists and boxes are nested too deeply here"
            raise TextTooComplexError(message, line)
        if token.type == "inline" and len(_OPENINGS.findall(token.content)) > MOST_OPENINGS:
            raise TextTooComplexError("this paragraph holds too many signs of markdown", line)


def find_code_lines(text: str) -> frozenset[int]:
    """Return the lines (from 0) that are inside fences, the fences' own lines included."""
    lines: set[int] = set()
    for token in open_parser().parse(text):
        if token.type == "fence" and token.map:
            lines.update(range(*token.map))
    return frozenset(lines)
