"""What designers write who know markdown from elsewhere: refused with its line and a remedy, or
understood.
"""

from __future__ import annotations

import base64
import contextlib
import re
import time
from pathlib import Path

import pytest

from support.games import HEAD, HEAD_LINES, LEAST, REED, own_rules
from support.html import read_tags
from support.publishing import make_page
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import parse_rules, read_folder
from wordfleet_print.services.books import find_text_faults

MISTAKES = {
    "an unknown fact": ("\nDeal {{ hand.size }} cards.", 2, "has no “hand.size”"),
    "a fact nearly right": ("\nA game for {{ players.cont }}.", 2, "did you mean count?"),
    "a group of facts": ("\n{{ players }} play.", 2, "group of facts"),
    "an unknown table": ("\n[[weapons]]\n", 2, "no table or figure “weapons”"),
    "an unknown figure": ("\n[[figure: placment | Ships]]\n", 2, "did you mean placement?"),
    "a figure without its facts": ("\n[[figure: bidding]]\n", 2, "lacks a fact"),
    "a wiki link": ("\nSee [[Combat]] for more.", 2, "a link is [Combat](#combat)"),
    "an embedded file": ("\n![[board.png]]", 2, "not a known table or figure"),
    "a class nearly right": ("\nWell.\n{: .fairwell }", 3, "there is no .fairwell"),
    "an unknown picture": ("\n![A map](maps/one.png)\n", 2, "no picture “maps/one.png”"),
    "a picture of no kind": ("\n![A map](one.gif)\n", 2, "use SVG, PNG or JPEG"),
    "a dead link": ("\n## Combat\n\nSee [there](#combatt).", 4, "did you mean combat?"),
    "a link to a script": ("\n[there](javascript:alert)", 2, "leads nowhere"),
    "a template's statement": ("\n{% if x %}\n", 2, "no “{%”"),
    "a template's comment": ("\n{# note #}\n", 2, "<!-- … -->"),
    "a color in braces": ("\nPlayer {#1} scores 5.", 2, "“{#” means nothing"),
    "a heading's name in a text": ("\n## Combat\n\nText {#here} and on.", 4, "“{#” means nothing"),
    "a call in braces": ("\n{{monster,frame\nBig\n}}", 2, "does not name a fact"),
    "dice in braces": ("\nRoll {{1d6}} and {{ 2 d6 }}.", 2, "does not name a fact"),
    "words added": ("\nThis is ++new++.", 2, "*italic*"),
    "a raised letter": ("\nx^2^ squares", 2, "<sup>"),
    "a div of pandoc": ("\n::: note\nLook.\n:::", 2, "quotation"),
    "a footnote": ("\nRoll.[^1]", 2, "no footnote [^1]"),
    "a link with a blank": ("\nSee [there] (#here).", 2, "without a space"),
    "a fence never closed": ("\n```\nA B C\n\nText.", 2, "never closed"),
    "a grid table": ("\n+---+---+\n| a | b |\n+---+---+", 2, "bars"),
    "a simple table": ("\n  Weapon   Range\n  -------- -----\n  Bow      5", 3, "bars"),
    "a multi-line table": (
        "\n-------------------------\n Weapon    Range\n ------- -------\n Bow      5\n",
        4,
        "bars",
    ),
    "a table without its line": ("\n| a | b |\n| c | d |", 2, "line below its head"),
    "a row with too many cells": ("\n| a | b |\n| - | - |\n| c | d | e |", 4, "3 cells"),
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
    "dashes for a list": ("\n– first\n– second", 3, "not a list yet"),
    "bullets without blanks": ("\n-first\n-second", 3, "not a list yet"),
    "an empty heading": ("\n##\n\nx", 2, "needs words"),
    "a script": ("\n<script>alert(1)</script>", 2, "<script>"),
    "a frame": ("\n<iframe src='https://example.org'></iframe>", 2, "<iframe>"),
    "a footnote of pandoc": ("\nRoll.^[Or not.]", 2, "write [^1]"),
    "a page break": ("\n\\newpage\n\nMore.", 2, "each part begins a page"),
    "a comment never closed": ("\n<!-- later\n\nMore.", 2, "never closed"),
    "a row after an empty line": ("\n| a | b |\n| - | - |\n| c | d |\n\n| e | f |", 6, "no table"),
    "a product": ("\nYou score 3*4*5 points.", 2, "write ×"),
    "a product with brackets": ("\nRoll d6*2 (max*2).", 2, "write ×"),
    "a product in a box": ("\n> Roll 2d6*3*2.", 2, "write ×"),
    "a gain beside a loss": ("\n+ 3 for a king\n- 1 for a pawn", 2, "are bullets"),
    "a word for a tag": ("\n<object> draws.", 2, "<object>"),
    "a tag of no language": ("\n<hero>Ann</hero> draws.", 2, "<hero>"),
    "a form": ("\n<form><input name=x></form>", 2, "<form>"),
    "an HTML table with an empty line": (
        "\n<table>\n<tr><td>x</td></tr>\n\n<tr><td>y</td></tr>\n</table>",
        2,
        "no empty lines",
    ),
    "emphasis that GitHub does not read": (
        "\n**Note:**the rest.",
        2,
        "GitHub shows “**Note:**the rest.” here",
    ),
    "a chapter inside a list": ("\n- # Setup", 2, "at the margin"),
    "a picture's data cut off": ("\n![x](data:image/png;base64,iVBOR)", 2, "cut off"),
    "a script in a picture's data": ("\n![x](data:text/html;base64,iVBO)", 2, "SVG, PNG or JPEG"),
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
        make_page(own_rules("\n3*4*5\n\n{{ unknown }}\n\n[[nothing]]\n\n[x](#nowhere)\n"))
    lines = [int(one.where.rpartition(":")[2]) - HEAD_LINES for one in error.value.problems]
    assert lines == [2, 4, 6, 8]


FAULTY = """---
title: Reeds
tagline: Cut them
---
# Rules

Roll {{ dice }}: 3*4*5 [[nothing]].

[[soldier]]

[x](#nowhere)
"""


def test_faults_of_facts_hide_none_of_texts(tmp_path: Path) -> None:
    """All problems of a folder are shown together: of front matter, of the text below it, and of
    texts whose front matter has none. What only its facts could tell is not guessed.
    """
    (tmp_path / "a.md").write_text(FAULTY, encoding="utf-8")
    sound = f"---\n{LEAST}---\n# Rules\n\nRoll {{{{ dice }}}}.\n"
    (tmp_path / "b.md").write_text(sound, encoding="utf-8")
    with pytest.raises(BadInputError) as error:
        read_folder(tmp_path, (), find_text_faults)
    found = [(Path(one.where).name, one.message) for one in error.value.problems]
    assert [where for where, _ in found] == [*["a.md:2"] * 3, "a.md:7", "a.md:11", "b.md:10"]
    assert [message.split()[0] for _, message in found[:3]] == ["game", "slug", "players"]
    assert "dice" in found[-1][1]


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
    "lines that are wrapped": ("\n- one\n  and on\n- two", "<li>one and on</li>"),
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


READ_AS_MEANT = {
    "a heading without a space": ("\n##Setup", '<h2 id="setup">Setup</h2>', "heading without"),
    "an indented heading": ("\n  ## Setup", '<h2 id="setup">Setup</h2>', ""),
    "a name of a heading over a line": (
        "\nSetup {#begin}\n---\n\n[See](#begin).",
        '<h2 id="begin">Setup</h2>',
        "",
    ),
    "a name and classes of a heading": (
        "\n## Turn {#t .wide}\n\nx",
        '<h2 class="wide" id="t">',
        "",
    ),
    "a class of another program": (
        "\n- a die\n{:.parts}\n\nWell.\n{: .boxed }",
        "<p>Well.</p>",
        "classes of another program",
    ),
    "classes of two programs": (
        "\nWell.\n{: .boxed .law }",
        '<p class="law">Well.</p>',
        "classes of",
    ),
    "a picture's class": ("\n![Reed](<a reed.svg>){:.left-side}", 'alt="Reed"', "classes of"),
    "a picture's measures": ("\n![Reed](<a reed.svg>){width=50%}", 'alt="Reed"', "measures"),
    "words between < and >": (
        "\nSay: I charge <target> with <my weapon>!",
        "I charge &lt;target&gt; with &lt;my weapon&gt;!",
        "words between < and >",
    ),
    "a heading over a line": ("\nSetup\n---\n\nx", '<h2 id="setup">Setup</h2>', ""),
    "numbers before chapters": (
        "\n## 1. Setup\n\nSee [it](#2-play).\n\n## 2. Play\n",
        '<h2 id="setup">Setup</h2>\n<p>See <a href="#play">it</a>.',
        "numbers before chapters",
    ),
    "numbers of other chapters": ("\n## 4. Setup\n\n## 7. Play", ">4. Setup</h2>", ""),
    "a number that counts": ("\n## Setup\n\n## 2 players\n", ">2 players</h2>", ""),
    "no-break spaces": (
        "\n##\u00a0Next\n\n-\u00a0first\n-\u2009second\n\n1.\u00a0one",
        "<ul>\n<li>first</li>\n<li>second</li>\n</ul>",
        "no-break space",
    ),
    "a line separator": ("\nOne\u2028two", "<p>One<br>two</p>", "line’s end"),
    "an unseen character": ("\nOne\u200b two", "<p>One two</p>", "unseen character"),
    "a shade of an emoji": ("\n👍🏽 and 1\ufe0f\u20e3", "<p>👍 and 1</p>", "emoji"),
    "boxes to tick": ("\n- [ ] cut\n- [x] deal", "<li>☐ cut</li>\n<li>☑ deal</li>", "tick"),
    "an alert": ("\n> [!NOTE]\n> Look.", "<strong>Note</strong><br>Look.", "[!NOTE]"),
    "typed bullets": ("\n• first\n• second", "<li>first</li>\n<li>second</li>", "•"),
    "numbers with brackets": ("\n1) first\n2) second", "<li>first</li>\n<li>second</li>", ""),
    "letters": ("\na. first\nb. second", '<ol class="letters">\n<li>first</li>', "a. b. c."),
    "letters below a number": (
        "\n1. one\na. first\nb. second\n2. two",
        '<li>one<ol class="letters">\n<li>first</li>\n<li>second</li>\n</ol>\n</li>\n<li>two</li>',
        "a. b. c.",
    ),
    "a wrapped e. g.": ("\nSomething,\ne. g. a coin", "<p>Something, e. g. a coin</p>", ""),
    "a wrapped number": ("\nSomething\n(2) beans", "<p>Something (2) beans</p>", ""),
    "a list right below words": ("\nYou need:\n- a die", "<p>You need:</p>\n<ul>", ""),
    "a list in a box": (
        "\n> Ann may:\n> - draw\n> - pass\n>\n> Then:\n> 1. cut",
        "<p>Ann may:</p>\n<ul>\n<li>draw</li>\n<li>pass</li>\n</ul>\n<p>Then:</p>\n<ol>",
        "",
    ),
    "boxes one after another": (
        "\n> One.\n\n> Two.",
        '<p>One.</p>\n</blockquote>\n<blockquote class="example">\n<p>Two.</p>',
        "",
    ),
    "two blanks before an item": (
        "\n- Fast game:\n  - Deal five.",
        "<li>Fast game:<ul>\n<li>Deal five.</li>",
        "",
    ),
    "a paragraph of an item": (
        "\n1. Place the tiles.\n\n   They lie face down.",
        "<p>Place the tiles.</p>\n<p>They lie face down.</p>",
        "",
    ),
    "a list right below a table": ("\n| a |\n| - |\n| c |\n- one", "<li>one</li>", ""),
    "a line right below a table": (
        "\n| a | b |\n| - | - |\n| c | d |\nRoll again.",
        "<td>Roll again.</td>",
        "a row of it, as on GitHub",
    ),
    "a table right below words": ("\nCosts:\n| a |\n| - |\n| c |", "<td>c</td>", ""),
    "a table in a list": ("\n1. Roll:\n\n   | a |\n   | - |\n   | c |\n\n2. Go", "<td>c</td>", ""),
    "a fence in a list": (
        "\n1. So:\n\n   ```\n   A  {{ b }}\n   ```",
        "<code>A  {{ b }}\n</code>",
        "",
    ),
    "a fence in a box": ("\n> ```\n> A B\n> ```", "<pre><code>A B\n</code></pre>", ""),
    "four blanks": ("\nOne.\n\n    A B", "<pre><code>A B\n</code></pre>", "as code, as on GitHub"),
    "a backslash at the end": ("\nOne\\\ntwo", "One<br>two", ""),
    "struck and marked words": (
        "\n~~old~~ ==new== a == b",
        "<del>old</del> <mark>new</mark> a == b",
        "",
    ),
    "a footnote": ("\nRoll.[^a]\n\n[^a]: Or *not*.", '<li id="fn:a">\n<p>Or <em>not</em>.', ""),
    "a definition": ("\nHand\n: Your cards.", "<dt>Hand</dt>\n<dd>Your cards.</dd>", ""),
    "an abbreviation": (
        "\nFive HP.\n\n*[HP]: hit points",
        '<abbr title="hit points">HP</abbr>',
        "",
    ),
    "a word in brackets": ("\n*[Reaction]* Draw.", "<em>[Reaction]</em> Draw.", ""),
    "a box of material": (
        '\n!!! tip "Hint"\n    Look.',
        '<p class="admonition-title">Hint</p>\n<p>Look.</p>',
        "",
    ),
    "a mark for contents": ("\n[TOC]\n\nx", "<p>x</p>", "[TOC]"),
    "HTML that lays out": (
        '\n<div align="center">\n\n<h2>Hello</h2>\n\n</div>',
        '<h2 id="hello">Hello</h2>',
        "lays out",
    ),
    "a title that opens": (
        "\n<details>\n<summary>Pond</summary>\nLook.\n</details>",
        "<p><strong>Pond</strong><br>Look.</p>",
        "lays out",
    ),
    "a picture's bold caption": (
        "\n![Reed](<a reed.svg>)\nBy **Ann**",
        "<figcaption>By <strong>Ann</strong></figcaption>",
        "",
    ),
    "looks in HTML": ('\n<b style="color:red">Red</b>', "<b>Red</b>", "style="),
    "a place to link to": ('\n<a name="X"></a>\n\n[x](#X)', '<a href="#X">x</a>', "<a name>"),
    "a link to another file": ("\n[cards](cards.md)", "<span>cards</span>", "cards.md"),
    "a picture on the web": (
        "\n![Logo](https://example.org/a.png)",
        '<a href="https://example.org/a.png">Logo</a>',
        "save it",
    ),
    "a picture without words": ("\n![](a%20reed.svg)", 'alt="a reed"', "say what “a reed.svg”"),
    "a picture's name with blanks": ("\n![Reed](a reed.svg)", 'alt="Reed"', "name with blanks"),
    "a picture's name in brackets": ("\n![Reed](<a reed.svg>)", 'alt="Reed"', ""),
    "a picture in HTML": ('\n<img src="a reed.svg" alt="Reed" width=90>', 'alt="Reed"', "<img>"),
    "a picture as data": (
        "\n![Reed][one]\n\n[one]: <data:image/svg+xml;base64,REED>",
        '<img src="data:image/svg+xml;base64,REED" alt="Reed">',
        "",
    ),
    "text that a PDF loses": ("\n![Lost](lost.svg)", 'alt="Lost"', "PDFs lose HTML text"),
    "a # for chapters": ("\nPlay.\n\n# Turn\n\nx\n\n# End\n\nx", ">Turn", "write chapters with ##"),
    "parts with chapters": (
        "\n## Play\n\nx\n\n# More\n\n## Turn\n\nx\n\n# Most\n\n## End\n\nx",
        ">End</h2>",
        "",
    ),
    "braces that are words": ("\n{2} costs {wood}.", "<p>{2} costs {wood}.</p>", ""),
    "escaped signs": ("\n\\+1 hen, 3 \\- 5\\! 2\\*3", "<p>+1 hen, 3 - 5! 2*3</p>", ""),
}


@pytest.mark.parametrize(("text", "html", "note"), READ_AS_MEANT.values(), ids=READ_AS_MEANT)
def test_habits_of_strangers_are_read(tmp_path: Path, text: str, html: str, note: str) -> None:
    """What people write elsewhere is read as they mean it; what was read otherwise is noted."""
    (tmp_path / "a reed.svg").write_text(REED, encoding="utf-8")
    lost = "<foreignObject><p>Gone</p></foreignObject></svg>"
    (tmp_path / "lost.svg").write_text(REED.replace("</svg>", lost), encoding="utf-8")
    data = base64.b64encode(REED.encode()).decode()
    page = make_page(own_rules(text.replace("REED", data), tmp_path))
    assert html.replace("REED", data) in page.html
    notes = " ".join(page.notes)
    assert note in notes
    assert bool(notes) == bool(note)


SLOW = {
    "numbers in numbers": "".join(f"{'   ' * level}1. x\n" for level in range(12)),
    "bullets in bullets": "".join(f"{'  ' * level}- x\n" for level in range(14)),
    "boxes in boxes": "> " * 20_000 + "x",
    "blanks": "x" + " " * 100_000 + "y",
    **{sign: sign * 20_000 for sign in ("[", "[a](", "![", "<a ", "` ", "{:", "[[", "<!--", "*a")},
}


@pytest.mark.parametrize("text", SLOW.values(), ids=SLOW)
def test_texts_that_take_a_reader_minutes_are_refused(text: str) -> None:
    """A small text that would keep a reader of markdown busy is refused or read within seconds."""
    started = time.process_time()
    with contextlib.suppress(BadInputError):
        make_page(own_rules(f"\n{text}"))
    assert time.process_time() - started < 5


QUOTED = 'x" onfocus="alert(1)" y="<b>&'


def test_a_title_cannot_leave_its_place() -> None:
    """Quotation marks and angle brackets of a designer are only letters, in HTML and in CSS."""
    source = own_rules("\n", facts=f"edition: '{QUOTED}'\nunfinished: 'R&D \"soon\" \\'\n")
    text = f"{source.text}\n# {QUOTED} {{: .draft }}\n\n## {QUOTED} {{: .unfinished }}\n\nPlay.\n"
    page = make_page(parse_rules(text.replace("<b>", "&lt;b>"), name="mine.md"))
    names = {name for _, attributes in read_tags(page.html) for name, _ in attributes}
    assert "onfocus" not in names
    assert '--unfinished:"R\\26 D \\22 soon\\22  \\5c "' in page.html
    titles = [
        value
        for _, attributes in read_tags(page.html)
        for name, value in attributes
        if name == "data-title"
    ]
    assert f'{QUOTED}: R&D "soon" \\' in titles


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
