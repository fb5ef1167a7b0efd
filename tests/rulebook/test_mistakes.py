"""What designers write who know markdown from elsewhere: refused with its line and a remedy, or
understood.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.games import HEAD, HEAD_LINES, own_rules
from wordfleet_print.errors import BadInputError
from wordfleet_print.rulebook.page import make_page

MISTAKES = {
    "an unknown fact": ("\nDeal {{ hand.size }} cards.", 2, "has no “hand.size”"),
    "a fact nearly right": ("\nA game for {{ players.cont }}.", 2, "did you mean count?"),
    "a group of facts": ("\n{{ players }} play.", 2, "group of facts"),
    "an unknown table": ("\n[[weapons]]\n", 2, "no table or figure “weapons”"),
    "an unknown figure": ("\n[[figure: placment | Ships]]\n", 2, "did you mean placement?"),
    "a figure without its facts": ("\n[[figure: bidding]]\n", 2, "lacks a fact"),
    "a wiki link": ("\nSee [[Combat]] for more.", 2, "a link is [Combat](#combat)"),
    "an embedded file": ("\n![[board.png]]", 2, "not a known table or figure"),
    "an unknown class": ("\nWell.\n{: .boxed }", 3, "there is no .boxed"),
    "an unknown picture": ("\n![A map](maps/one.png)\n", 2, "no picture “maps/one.png”"),
    "a picture of no kind": ("\n![A map](one.gif)\n", 2, "use SVG, PNG or JPEG"),
    "a picture without words": ("\n![](reed.svg)\n", 2, "does not say what it shows"),
    "a dead link": ("\n## Combat\n\nSee [there](#combatt).", 4, "did you mean combat?"),
    "a link to a script": ("\n[there](javascript:alert)", 2, "leads nowhere"),
    "a template's statement": ("\n{% if x %}\n", 2, "no “{%”"),
    "a template's comment": ("\n{# note #}\n", 2, "<!-- … -->"),
    "a color in braces": ("\nPlayer {#1} scores 5.", 2, "“{#” means nothing"),
    "a heading's name in a text": ("\n## Combat\n\nText {#here} and on.", 4, "“{#” means nothing"),
    "a call in braces": ("\n{{monster,frame\nBig\n}}", 2, "does not name a fact"),
    "dice in braces": ("\nRoll {{1d6}} and {{ 2 d6 }}.", 2, "does not name a fact"),
    "a heading without blank": ("\n##Setup", 2, "needs a space"),
    "an indented heading": ("\n  ## Setup", 2, "beginning of its line"),
    "a chapter numbered twice": ("\n## 1. Setup", 2, "numbered already"),
    "a chapter numbered in words": ("\n## Chapter 3: Scoring", 2, "numbered already"),
    "a chapter with a section's number": ("\n## 2.1 Rolls", 2, "numbered already"),
    "words over a line": ("\nSetup\n---\n\nx", 3, "makes a heading"),
    "a no-break space after a bullet": ("\n-\u00a0first", 2, "no-break space"),
    "a no-break space after a number": ("\n1.\u00a0first", 2, "no-break space"),
    "a no-break space after a heading's mark": ("\n##\u00a0Next", 2, "no-break space"),
    "a box to tick": ("\n- [ ] shuffle", 2, "write ☐"),
    "a box ticked inside a list": ("\n- cards\n    - [x] cut", 3, "write ☐"),
    "highlighted words": ("\nThis is ==very important==.", 2, "**bold**"),
    "struck words": ("\nThis is ~~wrong~~.", 2, "strikes nothing"),
    "words added": ("\nThis is ++new++.", 2, "*italic*"),
    "a raised letter": ("\nx^2^ squares", 2, "<sup>"),
    "an alert": ("\n> [!NOTE]\n> Look.", 2, "bold word"),
    "a div of pandoc": ("\n::: note\nLook.\n:::", 2, "quotation"),
    "a box of material": ('\n!!! example "x"\n    y', 2, "quotation"),
    "a footnote": ("\nRoll.[^1]", 2, "no footnotes"),
    "a contents mark": ("\n[TOC]", 2, "delete the line"),
    "a typed bullet": ("\n• first\n• second", 2, "“- ”"),
    "a bracketed number": ("\n1) first\n2) second", 2, "1. 2. 3."),
    "a backslash at the end": ("\nLine one\\\nline two", 2, "two spaces"),
    "a link with a blank": ("\nSee [there] (#here).", 2, "without a space"),
    "a fence never closed": ("\n```\nA B C\n\nText.", 2, "never closed"),
    "a fence in a list": ("\n1. Like this\n\n    ```\n    A B\n    ```", 4, "fence"),
    "a fence in a quotation": ("\n> ```\n> A B\n> ```", 2, "fence"),
    "a grid table": ("\n+---+---+\n| a | b |\n+---+---+", 2, "bars"),
    "a simple table": ("\n  Weapon   Range\n  -------- -----\n  Bow      5", 3, "bars"),
    "a multi-line table": (
        "\n-------------------------\n Weapon    Range\n ------- -------\n Bow      5\n",
        2,
        "bars",
    ),
    "a table without its line": ("\n| a | b |\n| c | d |", 2, "line below its head"),
    "a line right below a table": (
        "\n| a | b |\n| - | - |\n| c | d |\nRoll again.",
        5,
        "row of it",
    ),
    "an item right below a table": ("\n| a | b |\n| - | - |\n| c | d |\n- bullet", 5, "row of it"),
    "a table right below words": (
        "\nWeapons:\n| a | b |\n| - | - |\n| c | d |",
        3,
        "begins after an empty line",
    ),
    "a row with too many cells": ("\n| a | b |\n| - | - |\n| c | d | e |", 4, "3 cells"),
    "a list right below words": ("\nYou need:\n- a die", 3, "begins after an empty line"),
    "two blanks before an item's item": ("\n- Fast game:\n  - Deal five.", 3, "four spaces"),
    "two blanks, with an empty line": ("\n- Fast game:\n\n  1. Deal five.", 4, "four spaces"),
    "three blanks before a paragraph": (
        "\n1. Place the tiles.\n\n   They lie face down.",
        4,
        "four spaces",
    ),
    "two blanks before a paragraph": (
        "\n1. Place the tiles.\n\n  They lie face down.",
        4,
        "four spaces",
    ),
    "a table's line of other cells": (
        "\n| a | b | c |\n| - | - |\n| 1 | 2 | 3 |",
        3,
        "head has 3 cells",
    ),
    "two tables in one": (
        "\n| a |\n| - |\n| 1 |\n| b |\n| - |\n| 2 |",
        5,
        "begins after an empty line",
    ),
    "a class behind words": ("\nWell. {: .law }", 2, "belongs to nothing"),
    "a name of two headings": ("\n## A {#x}\n\n## B {#x}\n\nx", 2, "two headings"),
    "a chapter numbered as it is": ("\n## Cut\n\n## 2 Setup\n\nx", 4, "numbered already"),
    "dashes for a list": ("\n– first\n– second", 3, "not a list yet"),
    "bullets without blanks": ("\n-first\n-second", 3, "not a list yet"),
    "a numbered box": ("\n1. [ ] shuffle", 2, "write ☐"),
    "a thin space after a bullet": ("\n-\u2009first", 2, "no-break space"),
    "words printed as code": ("\nOne.\n\n    Two.", 4, "as code"),
    "a paragraph of HTML": ("\n<p>\n*x*\n</p>", 2, "<p> is not allowed"),
    "an empty heading": ("\n##\n\nx", 2, "needs words"),
    "a script": ("\n<script>alert(1)</script>", 2, "<script>"),
    "a style": ('\n<b style="color:red">Red</b>', 2, "style="),
    "a frame": ("\n<iframe src='https://example.org'></iframe>", 2, "<iframe>"),
}


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_have_their_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    """A designer's mistake is refused with its line and what to write; nothing is published
    silently.
    """
    (tmp_path / "reed.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', encoding="utf-8"
    )
    with pytest.raises(BadInputError) as error:
        make_page(own_rules(text, tmp_path))
    first = error.value.problems[0]
    assert first.where == f"{tmp_path / 'mine.md'}:{HEAD_LINES + line}"
    assert message in str(first)


def test_all_mistakes_are_told_at_once() -> None:
    """All mistakes of a text are shown in the order of their lines."""
    with pytest.raises(BadInputError) as error:
        make_page(own_rules("\n- [ ] one\n\n{{ unknown }}\n\n[[nothing]]\n\n[x](#nowhere)\n"))
    lines = [int(one.where.rpartition(":")[2]) - HEAD_LINES for one in error.value.problems]
    assert lines == [2, 4, 6, 8]


UNDERSTOOD = {
    "a heading's name": ("\n## Your turn {#turn}\n\n[See](#turn).", '<h2 id="turn">Your turn</h2>'),
    "a heading's name before its class": ("\n## Turn {: #t .wide }\n\n[See](#t).", 'id="t"'),
    "a # at a heading's end": ("\n## C#\n\nx", ">C#</h2>"),
    "a list that begins at 5": ("\n5. five\n6. six", '<ol start="5">'),
    "a list that begins at 0": ("\n0. none\n1. one", '<ol start="0">'),
    "a list that goes on after a box": ("\n1. one\n\n> Like this.\n\n2. two", '<ol start="2">'),
    "a list that goes on after a fence": ("\n1. one\n\n```\nA B\n```\n\n2. two", '<ol start="2">'),
    "bullets below numbers": ("\n1. one\n\n- note", "</ol>\n<ul>"),
    "items in items": ("\n- a\n    - b\n    - c", "<ul>\n<li>b</li>"),
    "a paragraph in an item": ("\n- a\n\n    b", "<p>b</p>"),
    "feet and inches": (
        "\nA 5'10\" man on a 6'x4' table, 3\"-6\".",
        "5'10\" man on a 6'x4' table, 3\"-6\".",
    ),
    "a fence": ("\n```\nA B\n. .\n```", "<pre><code>A B\n. .\n</code></pre>"),
    "braces in code": ("\nWrite `{{ name }}` or `[[map]]`.", "<code>[[map]]</code>"),
    "a comment": ("\nOne <!-- {% not this %} -->two.", "One two."),
    "a comment of lines": ("\nOne\n<!--\n- [ ] later\n-->\n\nTwo.", "Two."),
    "lower and upper letters": ("\nH<sub>2</sub>O", "H<sub>2</sub>O"),
    "numbers in words": ("\nFor {{ players.count|words }}.", "For two."),
    "a bar in a cell": ("\n| a | b |\n| - | - |\n| c \\| d | e |", "<td>c | d</td>"),
    "an address": ("\nSee <https://example.org/a>.", 'href="https://example.org/a"'),
    "a line across": ("\nOne.\n\n---\n\nTwo.", "<hr>"),
    "lines that are wrapped": ("\n- one\n  and on\n- two", "one\n  and on"),
    "letters joined": (
        "\nA\u200cB and C\u200dD, soft\u00adhyphen.",
        "A\u200cB and C\u200dD, soft\u00adhyphen.",
    ),
    "sums and signs": ("\n2 * 3 * 4, a == b, 5 > 3, ~10.", "2 * 3 * 4, a == b, 5 &gt; 3, ~10."),
}


@pytest.mark.parametrize(("text", "html"), UNDERSTOOD.values(), ids=UNDERSTOOD)
def test_usual_markdown_works(text: str, html: str) -> None:
    """Usual markdown is published as its writer means it."""
    assert html in make_page(own_rules(text)).html


def test_windows_files_are_read_alike(tmp_path: Path) -> None:
    """Other line ends, tabs and a byte order mark give the same page and the same lines in
    errors.
    """
    from wordfleet_print.games.rules_file import read_rules

    text = f"{HEAD}\n- a\n%s- b\n"
    (tmp_path / "a.md").write_bytes((text % "    ").encode())
    (tmp_path / "b.md").write_bytes(b"\xef\xbb\xbf" + (text % "\t").replace("\n", "\r\n").encode())
    pages = [make_page(read_rules(tmp_path / name)).html for name in ("a.md", "b.md")]
    assert re.sub(r"\s+", " ", pages[0]) == re.sub(r"\s+", " ", pages[1])
