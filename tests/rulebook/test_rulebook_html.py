"""A rulebook's page: whole in one file, its setting, its guards against what a writer brings."""

from __future__ import annotations

import base64
import hashlib
import io
import re
import struct
import zlib
from dataclasses import replace
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import fromstring, tostring

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from tinyhtml5.parser import HTMLParser

from making import shelf
from making.games import LEAST, with_body, with_facts
from making.rulebooks import AROUND, SLUGS, Outline, own_text, page, text
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_rules, parse_rules
from wordfleet_print.rulebook.text.html_page import BASE, Look, html_page, page_faults, read_styles, style_faults
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text
from wordfleet_print.rulebook.text.web_fonts import COVERED, EXTRA, FOLDER, font_faces, missing_characters
from wordfleet_print.rulebook.weasyprint_pdf import put_back, taken_out

HEAVIEST = 255_000
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_is_light_and_leaves_nothing_out(slug: str) -> None:
    """At most 255 kB with its fonts and pictures inside, and no note on anything removed from our own rules."""
    assert len(page(slug).encode()) <= HEAVIEST
    assert text(slug).notes == ()


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_fetches_and_runs_nothing(slug: str) -> None:
    """Whatever has an address that a browser would load by itself is data inside the page, and so is its one script."""
    outline = Outline(page(slug))
    loaded = [
        value
        for tag, facts in outline.elements
        for name, value in facts.items()
        if name in {"src", "srcset", "data", "poster", "action"} or (name == "href" and tag != "a")
    ]
    assert [address[:40] for address in loaded if not address.startswith("data:")] == []
    styles = "".join(outline.texts["style"])
    assert set(re.findall(r"url\(\"?(\w+:)", styles)) == {"data:"}
    assert "@import" not in styles
    assert not {"iframe", "object", "embed", "form"} & set(outline.tags())
    assert outline.all("script") == [{"type": "application/ld+json"}]
    assert [name for _, facts in outline.elements for name in facts if name.startswith("on") or name == "style"] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_security_policy_is_strict_and_fits_the_styles(slug: str) -> None:
    """Nothing is allowed but data: fonts and images, and the one style sheet by its digest."""
    outline = Outline(page(slug))
    policy = next(f["content"] for f in outline.all("meta") if f.get("http-equiv") == "Content-Security-Policy")
    (styles,) = outline.texts["style"]
    digest = base64.b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
        "font-src data:",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_has_landmarks_language_and_a_way_in(slug: str) -> None:
    """Header, navigation, main and footer; the language; a link past it all that comes first."""
    outline = Outline(page(slug))
    assert outline.all("html")[0]["lang"] == load_rules(slug).book.language
    assert [outline.tags().count(tag) for tag in ("header", "main", "footer", "h1")] == [1, 1, 1, 1]
    assert all("aria-label" in facts or "aria-labelledby" in facts for facts in outline.all("nav"))
    body = outline.tags().index("body")
    first, facts = outline.elements[body + 1]
    assert (first, facts["href"]) == ("a", "#" + outline.all("main")[0]["id"])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_keeps_to_the_standard(slug: str) -> None:
    """A parser has nothing to correct; no two landmarks share a name, no address has a space, rows have heads."""
    parser = HTMLParser(namespace_html_elements=False)
    parser.parse(page(slug))
    assert parser.errors == []
    outline = Outline(page(slug))
    names = [facts.get("aria-label") or facts["aria-labelledby"] for facts in outline.all("nav")]
    assert names == ["Contents menu", "page-contents"]
    assert [facts["href"][:60] for facts in outline.all("a", "link") if " " in facts["href"]] == []
    rows = re.findall(r"<tr>\s*(.*?)</tr>", page(slug), re.DOTALL)
    assert [row for row in rows if not re.match(r'<th( class="[a-z-]+")? scope="|<t[dh][^>]*></t', row)] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_describes_itself(slug: str) -> None:
    """Title, description, theme colors for light and dark, and what shared links show, from front matter."""
    book, outline = load_rules(slug).book, Outline(page(slug))
    named = {facts.get("name") or facts.get("property"): facts.get("content", "") for facts in outline.all("meta")}
    assert book.tagline[1:] in named["description"]
    edition = f" ({book.edition} edition)" if book.edition else ""
    assert named["og:title"] == outline.texts["title"][0] == f"{book.title} – {book.subtitle}{edition}"
    assert named["og:description"] == named["description"]
    assert "width=device-width" in named["viewport"]
    assert sum(facts.get("name") == "theme-color" for facts in outline.all("meta")) == 2


KEYS = {"dagger": "† Suggested", "example": "Example", "borrowed": "From elsewhere"}
"""Kinds of boxes and marks, and what explains them."""


def _said(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def _part(html: str, start: str, end: str) -> str:
    return html.partition(start)[2].partition(end)[0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_cover_and_its_keys_are_the_books_own(slug: str) -> None:
    """Edition, draft or not, and who plays; the key explains just those marks that the book has; its head
    tells no other page where a link was followed.
    """
    html, book = page(slug), load_rules(slug).book
    edition = f" · {book.edition} edition" if book.edition else ""
    draft = " Draft" if book.status == "draft" else ""
    assert _said(_part(html, '<p class="kicker">', "</p>")).replace(" · ", "·") == (
        f"Rulebook{edition}{draft}".replace(" · ", "·")
    )
    assert _said(_part(html, '<p class="facts">', "</p>")) == f"For {book.who_plays}"
    keys = [_said(key) for key in re.findall(r"<dt>(.*?)</dt>", _part(html, '<section class="reading"', "</section>"))]
    boxes = {kind for classes in re.findall(r'class="([^"]*)"', text(slug).chapters) for kind in classes.split()}
    wanted = [key for kind, key in KEYS.items() if kind in boxes]
    unfinished = any(entry.stamp for entry in text(slug).contents)
    assert keys == ["§ 1.2", *wanted, *(["Unfinished"] if unfinished else [])]
    named = {facts.get("name"): facts.get("content") for facts in Outline(html).all("meta")}
    assert (named["referrer"], named["color-scheme"]) == ("no-referrer", "light dark")
    assert (f"({book.edition} edition)" in _part(html, "<title>", "</title>")) is bool(book.edition)


@pytest.mark.parametrize(("day", "kind"), [("2026-05-31", "example"), (None, "dagger"), (None, "borrowed")])
def test_a_draft_with_one_kind_of_boxes_says_no_more(day: str | None, kind: str) -> None:
    """A stamp beside its kind, the key that every book needs and the one of its boxes, and the day that it was issued,
    if there is one; and its own language.
    """
    said = {"status": "draft", "date": day, "changes": (), "language": "en-GB"}
    book = load_rules("happy-flip-chess").book.model_copy(update=said)
    contents = tuple(replace(entry, stamp="") for entry in text("happy-flip-chess").contents)
    boxes = '<a class="dagger">†1</a>' if kind == "dagger" else f'<div class="admonition {kind}">x</div>'
    html = html_page(replace(text("happy-flip-chess"), book=book, chapters=boxes, contents=contents), Look())
    assert _said(_part(html, '<p class="kicker">', "</p>")) == "Rulebook Draft"
    keys = re.findall(r"<dt>(.*?)</dt>", _part(html, '<section class="reading"', "</section>"))
    assert [_said(key) for key in keys] == ["§ 1.2", KEYS[kind]]
    created = [facts["content"] for facts in Outline(html).all("meta") if facts.get("name") == "dcterms.created"]
    assert created == ([day] if day else [])
    assert (Outline(html).all("html")[0]["lang"], 'og:locale" content="en_GB"' in html) == ("en-GB", True)


@pytest.mark.parametrize("slug", SLUGS)
def test_headings_are_in_order_and_linked(slug: str) -> None:
    """No level is skipped; each heading below the title has an anchor, a permalink and a line in the contents."""
    outline = Outline(page(slug))
    levels = [int(tag[1]) for tag in outline.tags() if tag in HEADINGS]
    assert levels[0] == 1
    assert all(lower <= upper + 1 for upper, lower in pairwise(levels))
    permalinks = {f["href"] for f in outline.all("a") if f.get("class") == "permalink"}
    assert permalinks == {"#" + facts["id"] for facts in outline.all(*HEADINGS[1:])}
    contents = re.findall(r'<nav class="contents".*?</nav>', page(slug), re.DOTALL)[0]
    assert set(re.findall(r'href="([^"]+)"', contents)) == {"#" + facts["id"] for facts in outline.all("h2", "h3")}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_link_leads_somewhere(slug: str) -> None:
    """Anchors exist, once each; links to other rulebooks name ones there are; the rest are web addresses."""
    outline = Outline(page(slug))
    ids = [facts["id"] for _, facts in outline.elements if "id" in facts]
    assert sorted(ids) == sorted(set(ids))
    for target in (unquote(facts["href"]) for facts in outline.all("a")):
        where, _, anchor = target.partition("#")
        known = where.removesuffix(".html") in SLUGS or re.match(r"https?://|mailto:", where)
        assert known if where else anchor in ids, target
    labels = [name for _, facts in outline.elements for name in facts.get("aria-labelledby", "").split()]
    assert set(labels) <= set(ids)


def test_anchors_are_stable() -> None:
    """An anchor follows from its heading's words: what is written before it changes nothing."""
    assert 'id="shipyard"' in page("word-fleet")
    before = own_text("## Moorings\n\nText.\n\n## Über die Brücke\n\nText.")
    after = own_text("## News\n\nMore.\n\n### Of today\n\nText.\n\n## Moorings\n\nText.\n\n## Über die Brücke\n\nText.")
    anchors = [entry.anchor for entry in before.contents]
    assert anchors == ["moorings", "über-die-brücke"]
    assert [entry.anchor for entry in after.contents if entry.anchor in anchors] == anchors


@pytest.mark.slow
def test_the_same_bytes_everywhere() -> None:
    """Time zone, locale and hash seed leave no trace, nor does how many are at work."""
    elsewhere = shelf.printed_by(shelf.RULES).files()
    assert {slug: elsewhere[f"{slug}.html"] for slug in SLUGS} == {slug: page(slug).encode() for slug in SLUGS}


def test_front_matter_reaches_the_page() -> None:
    """Another grid and another title in the front matter are on the page."""

    def change(facts: dict[str, object]) -> None:
        facts["grid"] = {"columns": 12, "rows": 14}
        facts["title"] = "Word Armada"

    changed = html_page(render_text(with_facts("word-fleet", change), AROUND), Look())
    assert "12 × 14" in changed
    assert "<title>Word Armada" in changed


def test_unfinished_chapters_are_stamped() -> None:
    """A heading marked draft or under construction says so beside it, in the contents, and around its chapter."""
    made = own_text("## Plain\n\nText.\n\n## Soon {: .draft }\n\nText.\n\n## Later {: .under-construction }\n\nText.")
    assert [entry.stamp for entry in made.contents] == ["", "Draft", "Under construction"]
    assert '<section class="chapter draft">' in made.chapters
    assert made.chapters.count('class="stamp"') == 2
    assert html_page(made, Look()).count('class="stamp"') == 6


def test_chapters_and_sections_are_numbered() -> None:
    """Chapters 1 and on, sections 1.1 and on, as text of the headings; links know the number they lead to, and a
    chapter may go without.
    """
    boxed = '!!! ruling lee "Table ruling"\n    **Which?**'
    body = f"## One\n\n[B](#b), [R](#ruling-lee), [Two](#two), [1](#one)\n\n### A\n\n### B\n\n#### C\n\n{boxed}\n\n"
    made = own_text(f"{body}## Two {{: .unnumbered }}\n\n### D\n\n## Three\n\nText.")
    numbers = [(entry.number, [below.number for below in entry.entries]) for entry in made.contents]
    assert numbers == [("1", ["1.1", "1.2"]), ("", [""]), ("2", [])]
    assert '<h3 id="b"><span class="number">1.2</span> B</h3>' in made.chapters
    links = [facts for facts in Outline(made.chapters).all("a") if facts.get("class") != "permalink"]
    assert [facts.get("data-section") for facts in links] == ["1.2", "1.2", None, "1"]
    assert made.chapters.count('<div class="rule">') == 3
    assert '<section class="chapter unnumbered">' in made.chapters


def test_facts_stand_at_the_side_and_figures_beside_their_words() -> None:
    """An aside follows its section's head; a figure is paired with the words before it, or with one block alone; after
    a bar alone it has no caption.
    """
    table = "| a | b |\n| - | - |\n| c | d |"
    body = f"### A\n\n{table}\n\nText.\n\n- Item\n\n[[figure: grid]]\n{{: .beside }}\n\nA fact\n{{: .aside }}\n"
    made = own_text(f"## One\n\n{body}\n### B\n\nText.\n\n{table}\n\n[[figure: marks |]]\n{{: .beside .wide }}\n")
    parts = r'class="(heading heading-h3|side|aside|table|pair[ a-z]*|words|figure[ a-z]*)"|<(ul|figcaption|p)>'
    found = ["".join(names) for names in re.findall(parts, made.chapters)]
    first = ["side", "heading heading-h3", "aside", "table", "pair", "words", "p", "ul", "figure beside", "figcaption"]
    second = ["side", "heading heading-h3", "p", "pair wide", "words", "table", "figure beside wide"]
    assert found == [*first, *second]


def test_boxes_and_tables_can_be_told_and_reached() -> None:
    """Boxes are notes named by their titles; tables lie in a box that the keyboard reaches, their heads marked."""
    outline = Outline(
        own_text('## One\n\n!!! example "A case"\n    Text.\n\n| a | b |\n| - | -: |\n| c | d |').chapters
    )
    note, table = (facts for facts in outline.all("div") if facts.get("role"))
    assert (note["role"], table["role"], table["tabindex"]) == ("note", "group", "0")
    assert [facts["scope"] for facts in outline.all("th")] == ["col", "col", "row"]
    assert outline.all("td")[0]["class"] == "at-right"


HOSTILE = {
    "script": ("<script>alert(1)</script>", "alert", "<script>"),
    "script in a line": ("Text <script>alert(1)</script> text", "alert", "<script>"),
    "event handler": ('<p onclick="alert(1)">Text</p>', "onclick", "onclick"),
    "iframe": ('<iframe src="https://example.com"></iframe>', "iframe", "<iframe>"),
    "object": ('<object data="x.pdf">x</object>', "object", "<object>"),
    "style element": ("<style>body{display:none}</style>", "display:none", "<style>"),
    "style attribute": ('<p style="position:fixed">Text</p>', "position:fixed", "style"),
    "base": ('<base href="https://example.com/">', "example.com", "<base>"),
    "meta refresh": ('<meta http-equiv="refresh" content="0;url=https://example.com">', "refresh", "<meta>"),
    "form": ('<form action="https://example.com"><input name="a"></form>', "<form", "<form>"),
    "javascript link": ("[click](javascript:alert(1))", "javascript:", "javascript:"),
    "javascript with entities": ('<a href="jav&#x09;ascript:alert(1)">a</a>', "ascript:", "href"),
    "data link": ("[click](data:text/html,hello)", "data:text", "data:text"),
    "file link": ("[click](file:///etc/passwd)", "file:", "file:"),
    "attachment": ('<a rel="attachment" href="file:///etc/passwd">a</a>', "attachment", "rel"),
    "remote image": ("![a sea](https://example.com/sea.png)", "example.com", "fetches nothing"),
    "remote image without scheme": ("![a sea](//example.com/sea.png)", "example.com", "fetches nothing"),
    "file image": ("![a sea](file:///etc/passwd)", "passwd", "src="),
    "image outside": ("![a sea](../../../etc/passwd)", "passwd", "no folder of images"),
    "SVG": ('<svg onload="alert(1)"><script>alert(1)</script></svg>', "<svg", "<svg>"),
    "SVG image": ("![a](data:image/svg+xml;base64,PHN2Zy8+)", "svg+xml", "no PNG"),
    "huge colspan": ('<table><tr><td colspan="10000000">a</td></tr></table>', "10000000", "colspan"),
    "video": ('<video src="https://example.com/a.mp4" autoplay></video>', "example.com", "<video>"),
    "closing tags": ("</section></main></body>Text <script>alert(1)</script>", "alert", "<script>"),
}


@pytest.mark.parametrize(("markdown", "gone", "told"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_html_is_left_out_and_told(markdown: str, gone: str, told: str) -> None:
    """What could run, fetch or break the page is not on it, and a note says what was left out."""
    made = own_text(f"## One\n\n{markdown}\n\n## Two\n\nThe end.")
    whole = html_page(made, Look())
    assert gone not in made.opening + made.chapters
    assert told in " ".join(made.notes)
    assert Outline(whole).tags().count("main") == 1
    assert "The end." in whole


def test_harmless_html_stays() -> None:
    """Keys, subscripts, definition lists, footnotes and attributes of markdown pass."""
    made = own_text("## One\n\nPress <kbd>A</kbd>, H<sub>2</sub>O.[^1]\n\nSea\n:   Wet.\n\n[^1]: A note.\n")
    assert {"<kbd>A</kbd>", "<sub>2</sub>", "<dt>Sea</dt>"} <= set(
        re.findall(r"<(?:kbd|sub|dt)>.*?</\w+>", made.chapters)
    )
    assert "A note." in made.chapters
    assert made.notes == ()


FAULTY = {
    "no title": ("Text without one.", "must start with its title"),
    "nothing": ("\n{# Nothing yet. #}\n", "must start with its title"),
    "two titles": ("# One\n\n# Two\n", "2 titles"),
    "skipped level": ("# One\n\n## Two\n\n#### Four\n", "none may be skipped"),
    "broken anchor": ("# One\n\n## Two\n\n[there](#nowhere)\n", "mine.md:{}: the link to #nowhere"),
    "broken page": ("# One\n\n## Two\n\n[there](word-flet.md)\n", "mine.md:{}: the link to word-flet finds"),
    "same anchor twice": ('# One\n\n## Two\n\n<p id="two">Text</p>\n', "#two"),
    "nested quotes": ("# One\n\n" + "> " * 200 + "deep\n", "deep"),
    "nested elements": ("# One\n\n" + "<div>" * 200 + "deep" + "</div>" * 200 + "\n", "deep"),
    "a figure twice": ("# One\n\n## Two\n\n[[figure: grid]]\n\n[[figure: grid]]\n", "grid]]: stands here twice"),
    "unknown figure": ("# One\n\n## Two\n\n[[figure: kraken]]\n", "kraken"),
}


@pytest.mark.parametrize(("body", "told"), FAULTY.values(), ids=FAULTY.keys())
def test_what_cannot_be_published_is_refused(body: str, told: str) -> None:
    """One error that names the file and what is wrong."""
    source, _ = with_body("word-fleet", body)
    with pytest.raises(BadInputError) as caught:
        render_text(source, AROUND)
    assert told.format(source.body_line + 4) in str(caught.value)
    assert "mine.md" in str(caught.value)


def _png(width: int, height: int) -> bytes:
    """A PNG that claims a size; its pixels are few bytes whatever it claims."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 64)) + chunk(b"IEND", b"")


def test_small_images_beside_the_rules_are_put_inside(tmp_path: Path) -> None:
    """A PNG in the folder of the rules becomes data in the page, with its text."""
    folder = tmp_path / "mine"
    folder.mkdir()
    Image.new("L", (8, 8)).save(folder / "map.png")
    made = own_text('## One\n\n![The map](map.png "My map")\n', around=Surroundings(folder, AROUND.siblings))
    assert re.search(r'<img src="data:image/png;base64,[^"]+" alt="The map">', made.chapters)
    assert "<figcaption>My map</figcaption>" in made.chapters
    assert made.notes == ()
    assert not list(page_faults(html_page(made, Look()), ""))[1:]
    silent = own_text("## One\n\n![](map.png)\n", around=Surroundings(folder, AROUND.siblings))
    assert [note.partition(": ")[2] for note in silent.notes] == [
        "an image has no text for those who cannot see it: ![text](…)"
    ]


@pytest.mark.parametrize("kind", ["claims many pixels", "many bytes", "no image", "outside", "linked"])
def test_other_files_are_left_out(kind: str, tmp_path: Path) -> None:
    """An image too large and a file that is none is left out with a note; what is not in the folder is refused."""
    folder = tmp_path / "mine"
    folder.mkdir()
    picture = io.BytesIO()
    Image.new("L", (8, 8)).save(picture, "PNG")
    (tmp_path / "secret.png").write_bytes(picture.getvalue())
    name = "map.png"
    match kind:
        case "claims many pixels":
            (folder / name).write_bytes(_png(20_000, 20_000))
        case "many bytes":
            (folder / name).write_bytes(picture.getvalue() + b"\0" * 20_000_000)
        case "no image":
            (folder / name).write_text("secret", encoding="utf-8")
        case "outside":
            name = "../secret.png"
        case _:
            (folder / name).symlink_to(tmp_path / "secret.png")
    body = f"## One\n\n![The map]({name})\n"
    if kind in {"outside", "linked"}:
        with pytest.raises(BadInputError, match=r"links that lead nowhere") as caught:
            own_text(body, around=Surroundings(folder, AROUND.siblings))
        assert f"the picture {name} is not in the folder of the rules" in str(caught.value.complaints[0])
        return
    made = own_text(body, around=Surroundings(folder, AROUND.siblings))
    assert "<img" not in made.chapters
    assert "The map" in made.chapters
    assert len(made.notes) == 1


def test_large_pictures_are_made_smaller_and_stand_on_the_cover(tmp_path: Path) -> None:
    """A photograph of megabytes is a light JPEG in the page, a see-through drawing a PNG; front matter places both."""
    Image.effect_noise((2400, 3000), 90).convert("RGB").save(tmp_path / "front.jpg", quality=95)
    Image.effect_noise((60, 60), 90).resize((1500, 1500)).convert("RGBA").save(tmp_path / "crest.png")
    assert (tmp_path / "front.jpg").stat().st_size > 3_000_000
    look = "look: {cover: front.jpg, logo: crest.png}\n"
    source = parse_rules(f"---\n{LEAST}{look}---\n# Reeds\n\n*Cut.*\n\n## One\n\n![A](front.jpg)\n", name="reeds.md")
    made = render_text(source, Surroundings(tmp_path))
    again = render_text(source, Surroundings(tmp_path))
    pictures = re.findall(r'src="data:image/(\w+);base64,([^"]*)"', made.cover + made.logo + made.chapters)
    assert [kind for kind, _ in pictures] == ["jpeg", "png", "jpeg"]
    heavy = [len(base64.b64decode(data)) for _, data in pictures]
    assert all(bytes_ <= most for bytes_, most in zip(heavy, (360_000, 360_000, 150_000), strict=True))
    assert (made.cover, made.logo) == (again.cover, again.logo)
    assert made.cover in html_page(made, Look())
    with pytest.raises(BadInputError, match="lead nowhere"):
        render_text(
            parse_rules(source.text.replace("front.jpg,", "gone.jpg,"), name="reeds.md"), Surroundings(tmp_path)
        )


LOST = {
    "a cell beyond the head": (
        "| a | b |\n| - | - |\n| c | d | e |",
        "this row has 3 cells, and the table's head has 2",
    ),
    "a cell in a box": ('!!! example "Case"\n    | a | b |\n    | - | - |\n    | c | d | e |', "this row has 3 cells"),
    "a table without its rule": ("| a | b |\n| c | d |", "a table without its rule is no table"),
    "a heading without its blank": ("###Bidding", "a heading has a blank behind its #"),
    "a box whose words are not in it": ('!!! example "Case"\nWords.', "the words of this box are not in it"),
    "a box of two blanks": ('!!! example "Case"\n  Words.', "the words of this box are not in it"),
    "a box whose title is not quoted": ("!!! example Good case\n    Words.", "so many words name no box"),
    "a box with curly quotes": ("!!! example “Case”\n    Words.", "this opens no box"),
    "a cell beyond a head without bars": ("a | b\n- | -\nc | d | e", "this row has 3 cells"),
    "a table below words": ("Words:\n| a | b |\n| - | - |\n| c | d |", "this is no table yet"),
    "a table in an item": ("- one\n  | a | b |\n  | - | - |\n  | c | d |", "this is no table yet"),
    "a heading further in": (" ### Bidding", "a heading stands at the start of its line"),
    "a rule below words": ("Words.\n---", "the line below makes a heading of these words"),
    "a list below words": ("Words:\n- one", "a list begins after an empty line"),
    "numbers with brackets": ("1) one\n2) two", "these lines are no list"),
    "an item inside an item": ("- one\n  - two", "an item inside an item stands further in"),
    "a footnote without text": ("Cut[^1] them.", "this footnote has no text"),
    "a link that does not end": ("See [x](#one now.", "this is no link"),
    "a link with a blank": ("See [x] (#one) now.", "this is no link"),
    "a meaning without its blank": ("Reed\n:a plant", "has a blank behind its colon"),
    "a mark misspelt": ("Words.\n{: .quik }", "{: .quik } marks nothing"),
}
STANDS = {
    "Cut **now.": "**now: these marks make no words bold",
    "Cut ~~now~~.": "~~now~~: these marks",
    "Cut { title }.": "{ title }: this is no mark and no variable",
    "Cut. {.quick}": "{.quick}: this is no mark",
}


@pytest.mark.parametrize("slip", LOST)
def test_nothing_of_a_line_is_lost_in_silence(slip: str) -> None:
    """What markdown would drop, or take for something else, is refused with its line; in code it stands."""
    written, what = LOST[slip]
    with pytest.raises(BadInputError, match="has markup that does nothing") as caught:
        own_text(f"## One\n\n{written}\n")
    (complaint,) = caught.value.complaints
    assert what in str(complaint)
    assert re.search(r"mine\.md:\d+", str(complaint))
    assert own_text(f"## One\n\n```\n{written}\n```\n").notes == ()


@pytest.mark.parametrize("written", STANDS)
def test_what_stands_as_it_is_gets_a_note(written: str) -> None:
    """What may be meant so is published, and told with its line."""
    (note,) = {*own_text(f"## One\n\n{written}\n").notes}
    assert re.match(rf"mine\.md:\d+: {re.escape(STANDS[written])}", note)


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("#### Deep", "a heading of level 4 follows one of level 2"),
        ("# Again", "has 2 titles"),
        ("Cut.\n\n[^1]: A note.", "the footnote [^1] is called nowhere"),
        ("!!! ruling a\n    **Q?** Why.\n\n!!! ruling a\n    **Q?** Why.", "two rulings have this name"),
        ("[[†nam]]\n\n!!! ruling name\n    **Q?** Why.", "did you mean [[†name]]?"),
    ],
)
def test_faults_of_a_text_name_their_lines(written: str, what: str) -> None:
    """A skipped level, a second title, a footnote nobody calls, rulings of one name or misspelt: with their line."""
    with pytest.raises(BadInputError) as caught:
        own_text(f"## One\n\n{written}\n")
    (told,) = [str(one) for one in caught.value.complaints]
    assert what in told
    assert re.search(r"mine\.md:\d+", told)


def _with_styles(folder: Path, **sheets: str) -> str:
    """The styles of a page whose designer has these style sheets in a folder, without the fonts."""
    for name, styles in sheets.items():
        (folder / f"{name}.css").write_text(styles, encoding="utf-8")
    return read_styles("rulebook.css", folder)


def test_a_style_sheet_of_ones_own_stands_alone_or_on_the_bundled_base(tmp_path: Path) -> None:
    """Only a sheet whose first line imports `base.css` gets it, the designer's own where there is one."""
    bundled = read_styles(BASE, None)
    assert bundled + "p{color:red}" == _with_styles(tmp_path, rulebook='/* Mine. */\n@import "base.css";\np{color:red}')
    assert _with_styles(tmp_path, rulebook="p{color:red}") == "p{color:red}"
    changed = _with_styles(tmp_path, rulebook='@import "base.css";\np{color:red}', base="a{color:blue}")
    assert changed == "a{color:blue}p{color:red}"


@pytest.mark.parametrize(
    "sheets",
    [
        {"rulebook": 'p{color:red}\n@import "base.css";'},
        {"rulebook": '@import "base.css";\n@import "base.css";'},
        {"rulebook": '@import "../../base.css";'},
        {"rulebook": '@import "other.css";', "other": "p{color:red}"},
        {"rulebook": '@import "base.css";', "base": '@import "base.css";'},
    ],
    ids=["not first", "twice", "elsewhere", "another", "of itself"],
)
def test_no_other_import_is_followed(sheets: dict[str, str], tmp_path: Path) -> None:
    """The one import is of `base.css`, in the first line; any other is refused, and a sheet cannot import itself."""
    with pytest.raises(BadInputError, match=r"has @import; only base\.css"):
        _with_styles(tmp_path, **sheets)


STYLES = {
    "import": "@import 'https://example.com/a.css';",
    "remote": "p{background:url(https://example.com/a.png)}",
    "file": "p{background:url('file:///etc/passwd')}",
    "escaped": r"p{background:u\72l(https://example.com)}",
    "closing": "</style><script>alert(1)</script>",
    "huge": "p{color:red}" * 50_000,
}


@pytest.mark.parametrize("styles", STYLES.values(), ids=STYLES.keys())
def test_styles_that_fetch_are_found(styles: str) -> None:
    """A style sheet that would fetch something, or end early, is refused."""
    assert list(style_faults(styles))


def test_web_fonts_hold_the_characters_they_promise() -> None:
    """The text fonts cover just what `COVERED` says; anything more comes from the press's fonts, or is missing."""
    pattern = re.compile(f"[{COVERED}]")
    for name in ("text", "text-italic", "text-bold"):
        with TTFont(FOLDER / f"{name}.woff2") as font:
            covered = {code for code in font.getBestCmap() if pattern.match(chr(code))}
            assert covered >= {code for code in range(0x20, 0x2200) if pattern.match(chr(code))} - {0xAD}, name
    assert EXTRA not in font_faces("Café – “naïve” × ½ → €")
    assert EXTRA in font_faces("Ναυμαχία Флот")
    assert missing_characters("a Ж 海 🚢") == {"海", "🚢"}


FRONT = "slug: reeds\ngame: rules-only\ntitle: Reeds\ntagline: Cut them\nplayers: {count: 2}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><title>Reed</title><path d="M0 0h2"/></svg>'


def test_figures_are_taken_out_and_put_back_as_they_were() -> None:
    """What is no XML stays where it is, and so does whatever else calls itself a place."""
    broken = '<svg viewBox="0 0 1 1"><path d="M0 0"></svg>'
    bare, drawings = taken_out(f"<main><p>a{SVG}b</p>{broken}<svg data-drawing='7'></svg>{SVG}</main>")
    assert broken in bare
    assert len(drawings) == 3
    # Both strings stand in this file: nobody else's XML is read here.
    page, drawn = (fromstring(xml) for xml in (bare.replace(broken, ""), SVG))  # noqa: S314 - our own
    put_back(page.iter("svg"), drawings)
    put_back(page.iter("svg"), drawings)
    (first, foreign, last) = (place for place in page.iter() if place.tag == "svg")
    assert [place.get("viewBox") for place in (first, foreign, last)] == ["0 0 2 1", None, "0 0 2 1"]
    assert first.tail == "b"
    assert b"".join(map(tostring, first)) == b"".join(map(tostring, drawn))
