"""Short wordings of the rules, on sheets: which block of the book each shortens, and whether that
block still is what it was when somebody last compared the two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise

from markdown_it import MarkdownIt

from wordfleet_print.errors import Problem
from wordfleet_print.games import RulesSource
from wordfleet_print.messages import did_you_mean

# The digest of a block is this many of sixteen letters: no digit, which YAML could take for a
# number.
DIGEST_LETTERS = 6
_HEXADECIMAL = str.maketrans("0123456789abcdef", "abcdefghijkmnpqr")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
# A name of a heading's own, and classes, at its end: `{#bidding}`, `{: .wide #bidding }`.
_ATTRIBUTES = re.compile(r"\s*\{:?\s*([^{}]*)\}\s*$")


def find_unconfirmed(source: RulesSource) -> Iterator[Problem]:
    """Yield a problem for each label of the front matter whose block of the book is not there, or
    is not what the label's `confirmed` digest says.
    """
    blocks = read_blocks(source.body)
    for key, label in source.book.own_labels.items():
        if not label.of:
            continue
        where = f"{source.name}: labels.{key}"
        if label.of not in blocks:
            # A translated heading has another name, unless it keeps the English one
            naming = f"write `{{#{label.of}}}` behind its heading"
            advice = f"{did_you_mean(label.of, blocks)} Or {naming}".removeprefix(" Or ")
            yield Problem(f"shortens “{label.of}”, which is no heading", where=where, advice=advice)
            continue
        digest = digest_block(blocks[label.of])
        if digest != label.confirmed:
            has_changed = f"shortens “{label.of}”, which changed"
            what = has_changed if label.confirmed else "is not confirmed"
            advice = f"compare the two, then write `confirmed: {digest}`"
            yield Problem(what, where=where, advice=advice)


def read_blocks(text: str) -> dict[str, str]:
    """Return the markdown below each heading, up to the next one, by the heading's name.

    A heading's name is what links call it: its words in small letters, with hyphens, or what
    `{#name}` says. Of two headings with one name the second ends in `_1`, as in links. Comments are
    left out.
    """
    text = _COMMENT.sub("", text)
    lines = text.split("\n")
    tokens = MarkdownIt("commonmark").parse(text)
    # Each heading's first line, the line below it, and its words.
    headings = [
        (token.map[0], token.map[1], words.content)
        for token, words in pairwise(tokens)
        if token.type == "heading_open" and token.map
    ]
    ends = [start for start, _, _ in headings[1:]] + [len(lines)]
    blocks: dict[str, str] = {}
    counts = Counter[str]()
    for (_, below_heading, title), end in zip(headings, ends, strict=False):
        name = name_heading(title)
        same_names = counts[name]
        counts[name] += 1
        unique_name = f"{name}_{same_names}" if same_names else name
        blocks[unique_name] = "\n".join(lines[below_heading:end])
    return blocks


def name_heading(title: str) -> str:
    """Return a heading's name: “The bidding {: .wide }” is the-bidding."""
    attributes = _ATTRIBUTES.search(title)
    if attributes and (match := re.search(r"#(\S+)", attributes[1])):
        return match[1]
    words = re.sub(r"[^\w\s-]", "", _ATTRIBUTES.sub("", title)).strip().lower()
    return re.sub(r"[-\s]+", "-", words)


def digest_block(text: str) -> str:
    """Return six letters that change with any word of a block, but not with its line breaks."""
    digest = blake2b(" ".join(text.split()).encode(), digest_size=8, person=b"block")
    return digest.hexdigest()[:DIGEST_LETTERS].translate(_HEXADECIMAL)
