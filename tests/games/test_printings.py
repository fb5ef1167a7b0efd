"""Printings that can be told apart: by version, date, changes and publisher, which all that is published tells."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image

from making import shelf
from making.command import Run, texts
from making.rulebooks import printed_alone
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.games import RulesSource, load_rules, parse_rules, rules_slugs
from wordfleet_print.press.ink.paper import Outline, Picture, Rect
from wordfleet_print.press.ink.svg_pen import INK, PAPER, TINT
from wordfleet_print.rulebook.figures.canvas import Canvas, in_mm
from wordfleet_print.rulebook.previews import COLORS, HEIGHT, SPLIT, WIDTH, draw_landing, draw_preview, painted
from wordfleet_print.rulebook.site_build import Site, build_site
from wordfleet_print.rulebook.site_pages import imprints
from wordfleet_print.rulebook.text.html_page import BookText, Look, describe, html_page
from wordfleet_print.rulebook.text.illustrated import Surroundings, text_order

FRONT = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"
TOLD = """\
version: 1.10
date: 2026-05-31
publisher: The “Corner” & Table <Press>
publisher_address: https://example.org/press?a=1&b=2
contact: rules@example.org
licence: CC BY-SA 4.0
tracker_address: https://example.org/games/
changes:
  - version: 1.10
    date: 2026-05-31
    lines:
      - "#1 wish: *no* passing ([play](#play))."
      - 7. Seven is <b>more</b> than six.
      - "- a dash"
  - version: 1.9
    lines: [First printing.]
"""


def _rules(printing: str = TOLD, body: str = "# Reeds\n\n*Cut them.*\n\n## Play\n\nCut.\n") -> RulesSource:
    return parse_rules(f"---\n{FRONT}{printing}---\n{body}", name="reeds.md")


@cache
def _text(printing: str = TOLD) -> BookText:
    return text_order(_rules(printing), Surroundings()).work()


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def test_all_faults_of_a_printing_are_told_together() -> None:
    """Versions that go backwards, days that there are not, changes out of order, addresses that are none and a field
    that nobody knows: each once, with its line, in order of lines, whatever else is wrong.
    """
    printing = """\
version: 1.2
date: 2026-02-30
publsher: Me
publisher_address: example.org
contact: me@home
changes:
  - {version: 1.9, date: 2026-01-02, lines: [b]}
  - {version: 1.10, date: 2026-01-03, lines: [a]}
  - {version: 1.9.0, date: 2026-13-01, lines: []}
"""
    with pytest.raises(BadInputError) as caught:
        _rules(printing)
    told = [str(complaint) for complaint in caught.value.complaints]
    lines = [int(one.split(":")[1]) for one in told]
    assert lines == sorted(lines)
    assert {*told} == {
        "reeds.md:8: date should be a day that there is, as in 2026-05-31, found '2026-02-30'",
        "reeds.md:9: publsher is not a field here; did you mean publisher?",
        "reeds.md:10: publisher_address should be an address such as https://example.org, found 'example.org'",
        "reeds.md:11: contact should be an address such as rules@example.org or https://example.org, found 'me@home'",
        "reeds.md:7: version goes backwards: it is 1.2, and changes tells of 1.9 already",
        "reeds.md:14: changes[2].version is 1.10, below 1.9; the newest change comes first",
        "reeds.md:14: changes[2].date is 2026-01-03, below 2026-01-02; the newest change comes first",
        "reeds.md:15: changes[3].date should be a day that there is, as in 2026-05-31, found '2026-13-01'",
        "reeds.md:15: changes[3].lines should have at least 1 entry, found []",
    }


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("version: one", "version should be numbers with dots between them, as in 1.0, found 'one'"),
        ("version: 1.0-beta", "version should be numbers"),
        ("version: [1]", "version should be numbers"),
        ("version: ''", "version should be numbers"),
        ("date: 31 May 2026", "date should be a day"),
        ("date: 2026-05-31 12:00:00", "date should be a day"),
        ("date: 20260531", "date should be a day"),
        ("date: 2025-02-29", "date should be a day"),
        ("publisher_address: rules@example.org", "publisher_address should be an address"),
        ("publisher_address: javascript:alert(1)", "publisher_address should be an address"),
        ("publisher_address: https://example", "publisher_address should be an address"),
        ("publisher_address: https://exa mple.org", "publisher_address should be an address"),
        (f"publisher_address: https://example.org/{'x' * 99}", "publisher_address should be an address"),
        ("tracker_address: ftp://example.org", "tracker_address should be an address"),
        ("contact: a@b@example.org", "contact should be an address"),
        ("contact: '@example.org'", "contact should be an address"),
        ("contact: call us", "contact should be an address"),
        ("publisher: ''", "publisher string should have at least 1 character"),
        ("licence: 4", "licence should be a valid string"),
        ("changes: {version: 1}", "changes should be a list"),
        ("changes: [{version: 1.0, lines: [a], datum: x}]", "changes[1].datum is not a field here; did you mean date?"),
        ("version: 1.1\nchanges: [{version: 1.0, lines: [a]}]", "version is 1.1, and the newest of changes is 1.0"),
        (
            "version: 1\nchanges: [{version: 1.0, lines: [a]}, {version: 1, lines: [a]}]",
            "changes[2].version is 1, below",
        ),
        (
            "date: 2026-01-01\nchanges: [{version: 1, date: 2026-01-02, lines: [a]}]",
            "date is 2026-01-01, and the newest",
        ),
    ],
)
def test_what_is_no_version_day_or_address_is_refused(line: str, fault: str) -> None:
    """One complaint that names the field and says what it should be."""
    with pytest.raises(BadInputError) as caught:
        _rules(f"{line}\n")
    (complaint,) = caught.value.complaints
    assert complaint.what.startswith(fault)


@pytest.mark.parametrize(
    ("printing", "words", "day"),
    [
        ("version: 1.10\n", "Version 1.10", ""),
        ("version: 2\ndate: '2026-12-01'\n", "Version 2, 1 December 2026", "2026-12-01"),
        ("date: 2024-02-29\n", "29 February 2024", "2024-02-29"),
        ("changes: [{version: 0.3, date: 2026-01-01, lines: [a]}]\n", "Version 0.3, 1 January 2026", "2026-01-01"),
        ("version: 1.0\nchanges: [{version: 1, lines: [a]}]\n", "Version 1.0", ""),
        ("", "", ""),
    ],
)
def test_a_printing_is_told_in_words(printing: str, words: str, day: str) -> None:
    """Version and day as they were written; of the newest change, where front matter says no other."""
    book = _rules(printing).book
    assert (book.printing, book.issued) == (words, day)
    assert describe(book).endswith(f"for two players. {words}." if words else "for two players.")


def test_bundled_rulebooks_have_a_version_and_no_invented_history() -> None:
    """Each is a first printing; nobody has written down when, or by whom."""
    books = [load_rules(slug).book for slug in rules_slugs()]
    assert {(book.printing, book.changes, book.publisher, book.issued) for book in books} == {
        ("Version 1.0", (), None, "")
    }


def test_a_dead_link_of_a_change_has_its_line() -> None:
    """Front matter is text as well: where a link in it leads nowhere, its line is told."""
    with pytest.raises(BadInputError) as caught:
        _text("changes:\n  - version: 1.0\n    lines:\n      - As in [play](#plya).\n")
    assert [str(one) for one in caught.value.complaints] == [
        "reeds.md:10: the link to #plya finds no heading of that name"
    ]


def test_the_page_says_what_changed_at_its_end_and_who_made_it() -> None:
    """The last chapter lists changes, the newest first, in the writer's words, whatever they start with; the imprint
    stands at the foot, with links that can be followed; the head names author and day.
    """
    page = html_page(_text(), Look())
    chapter = page[page.index('id="what-changed"') :]
    assert _text().contents[-1].anchor == "what-changed"
    assert _plain(chapter[: chapter.index("</section>")]).endswith(
        "Version 1.10 , 31 May 2026 #1 wish: no passing ( play ). 7. Seven is more than six. - a dash "
        "Version 1.9 First printing."
    )
    footer = page[page.index("<footer>") :]
    assert _plain(footer).startswith(
        "Reeds. Version 1.10, 31 May 2026. Published by The “Corner” & Table <Press>, "
        "https://example.org/press?a=1&b=2 . Write to rules@example.org . Licence: CC BY-SA 4.0. "
        "Sheets to print: https://example.org/games/ . Set from one source"
    )
    assert set(re.findall(r'href="([a-z]+:[^"]*)"', footer)) == {
        "https://example.org/press?a=1&amp;b=2",
        "mailto:rules@example.org",
        "https://example.org/games/",
    }
    assert '<meta name="author" content="The “Corner” &amp; Table &lt;Press&gt;">' in page
    assert '<meta name="dcterms.created" content="2026-05-31">' in page
    bare = html_page(_text(""), Look())
    assert not re.search('what-changed|dcterms|name="author"|Published by|Write to|Licence', bare)


def test_the_pdf_carries_its_printing() -> None:
    """Author, subject and the day of the front matter as its date, and no other; imprint on the cover, changes last."""
    printed = shelf.kept("printing-pdf", lambda: printed_alone(_text()))
    assert printed.warnings == ()
    with pikepdf.open(BytesIO(printed.content)) as document:
        facts = {name: str(document.docinfo.get(name, "")) for name in ("/Author", "/CreationDate", "/ModDate")}
        subject = str(document.docinfo["/Subject"])
        metadata = document.Root.Metadata.read_bytes().decode()
    assert facts == {"/Author": "The “Corner” & Table <Press>", "/CreationDate": "D:20260531", "/ModDate": ""}
    assert subject == describe(_text().book)
    assert "2026-05-31</xmp:CreateDate>" in metadata
    pages = [" ".join(page.split()) for page in texts(printed.content)]
    assert "Version 1.10, 31 May 2026. Published by The “Corner” & Table <Press>, https" in pages[0]
    assert pages[-1].index("WHAT CHANGED" if "WHAT CHANGED" in pages[-1] else "What changed") >= 0
    assert "First printing." in pages[-1]


def test_the_rules_send_readers_to_the_tracker_address() -> None:
    """Where an edition says where its trackers are printed, its text names that and not the other."""
    for slug in ("word-fleet", "word-fleet-strike", "word-fleet-admirals"):
        path = Path(load_rules(slug).name)
        text = path.read_text("utf-8").replace("version:", "tracker_address: https://example.org/door\nversion:", 1)
        source = parse_rules(text, name=f"{slug}.md")
        html = text_order(source, Surroundings(siblings=tuple(rules_slugs()))).work().chapters
        assert "https://example.org/door" in html
        assert source.edition.rules_address not in html


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Path]:
    """Two games on a site with an address, built twice, and on one without."""
    rules, *folders = (tmp_path_factory.mktemp(name) for name in ("rules", "one", "two", "none"))
    (rules / "reeds.md").write_text(f"---\n{FRONT}{TOLD}---\n# Reeds\n\n## Play\n\nCut.\n", encoding="utf-8")
    sedge = FRONT.replace("reeds", "sedge").replace("Reeds", "Sedge")
    (rules / "sedge.md").write_text(f"---\n{sedge}---\n# Sedge\n\n## Play\n\nCut.\n", encoding="utf-8")
    for folder, url in zip(folders, ("https://example.org/a/b/",) * 2 + ("",), strict=True):
        build_site(Site(folder, rules=rules, url=url, downloads=False))
    return folders[0], folders[1], folders[2]


def test_links_have_previews_where_the_site_knows_its_address(sites: tuple[Path, Path, Path]) -> None:
    """Every page names a PNG by its whole address, of the size that it says; the same bytes twice."""
    one, two, none = sites
    for name, slug in (("reeds.html", "reeds"), ("sedge.html", "sedge"), ("index.html", "index")):
        page = (one / name).read_text("utf-8")
        said = dict(re.findall(r'<meta property="og:(image[a-z:]*|url)" content="([^"]*)">', page))
        assert said["image"] == f"https://example.org/a/b/previews/{slug}.png"
        assert said["url"] == f"https://example.org/a/b/{name.removeprefix('index.html')}"
        picture = one / "previews" / f"{slug}.png"
        with Image.open(picture) as image:
            assert (image.format, *map(str, image.size)) == ("PNG", said["image:width"], said["image:height"])
        assert picture.read_bytes() == (two / "previews" / f"{slug}.png").read_bytes()
        assert "og:image" not in (none / name).read_text("utf-8")
    assert not (none / "previews").exists()
    days = re.findall(r"([\w.]*)</loc>(?:<lastmod>(.*?)</lastmod>)?</url>", (one / "sitemap.xml").read_text("utf-8"))
    dated = dict.fromkeys(("", "search.html", "reeds.html"), "2026-05-31")
    assert dict(days) == {**dated, "sedge.html": ""}


def test_the_foot_of_the_site_names_publishers(sites: tuple[Path, Path, Path]) -> None:
    """Each once, with what it publishes where not all have the same; nothing where nobody is named."""
    foot = _plain((sites[0] / "index.html").read_text("utf-8").partition("<footer>")[2])
    assert foot.startswith(
        "Reeds: Published by The “Corner” & Table <Press>, https://example.org/press?a=1&b=2 . Write to"
    )
    reeds, sedge = _rules().book, _rules("").book
    assert [one.titles for one in imprints([reeds, reeds.model_copy(update={"title": "Sedge"})])] == [""]
    assert [one.titles for one in imprints([reeds, sedge, reeds.model_copy(update={"title": "Rush"})])] == [
        "Reeds and Rush"
    ]
    assert imprints([sedge, sedge]) == ()


def _inked(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many colors are seen in a part of a picture."""
    return len(set(image.convert("RGB").crop(box).getcolors(10**6)))


def test_a_preview_shows_title_and_cover_in_every_case() -> None:
    """Words on the left, in the whole of their side, a picture on the right; what no font has is left out."""
    for slug in rules_slugs():
        with Image.open(BytesIO(draw_preview(load_rules(slug).book).content)) as image:
            assert _inked(image, (0, 0, SPLIT - 40, HEIGHT)) > 5
            assert _inked(image, (SPLIT - 30, 0, SPLIT - 1, HEIGHT)) == 1
            assert _inked(image, (SPLIT + 40, 0, WIDTH, HEIGHT)) > 5
    longest = {"title": "Extraordinarily " * 10 + "W" * 40, "subtitle": "葦", "edition": "W" * 200}
    long = _rules("").book.model_copy(update=longest)
    with Image.open(BytesIO(draw_preview(long).content)) as image:
        assert _inked(image, (SPLIT - 30, 0, SPLIT - 1, HEIGHT)) == 1
        assert _inked(image, (0, HEIGHT - 110, SPLIT, HEIGHT - 85)) == 1
        assert len(draw_preview(long).content) < 45_000
    with Image.open(BytesIO(draw_preview(long.model_copy(update={"title": "W" * 40})).content)) as image:
        assert _inked(image, (SPLIT * 3 // 5, 0, SPLIT - 40, HEIGHT)) > 5
    with Image.open(BytesIO(draw_landing([load_rules(slug).book for slug in rules_slugs()] * 9).content)) as image:
        assert _inked(image, (0, HEIGHT - 110, SPLIT, HEIGHT - 85)) == 1
        assert _inked(image, (SPLIT + 40, 0, WIDTH, HEIGHT)) > 5


def test_figures_are_painted_as_they_are_drawn() -> None:
    """Fills and holes, outlines, lines, curves, arcs, mirrored shapes and letters stand where SVG has them."""
    canvas = Canvas()
    canvas.rect(Rect(10, 10, 80, 80), fill=TINT, stroke=INK, line=4)
    canvas.path("M20,20 L80,20 L80,80 L20,80 Z M40,40 L40,60 L60,60 L60,40 Z", fill=INK)
    canvas.circle(150, 50, 40, fill=INK)
    canvas.line(200, 50, 300, 50, 6)
    canvas.path("M310,90 A40,40 0 0 1 390,90", stroke=INK, line=6)
    corner = Picture(20, 10, (Outline("M0,0 L10,0 L10,10 L0,10 Z", 0, None, 0),))
    canvas.pen.picture(corner.mirrored(), in_mm(Rect(410, 10, 40, 20)))
    canvas.path("M460,90 C460,10 540,10 540,90 Z", fill="#fff", stroke=INK, line=4)
    canvas.text(570, 50, "I", 60)
    image = painted(canvas.svg("x", "t", "d", (600, 100)), 600)
    ink, paper, tint, white = COLORS[INK], COLORS[PAPER], COLORS[TINT], "#ffffff"
    expected = {
        **{(5, 50): paper, (10, 50): ink, (15, 50): tint, (30, 50): ink, (50, 50): tint},
        **{(150, 50): ink, (150, 12): ink, (185, 20): paper, (250, 50): ink, (250, 60): paper, (350, 50): ink},
        **{(350, 70): paper, (440, 20): ink, (455, 20): paper, (500, 60): white, (500, 30): ink, (570, 50): ink},
        **{(560, 50): paper, (580, 50): paper},
    }
    pixels: Any = image.load()
    seen = {place: "#{:02x}{:02x}{:02x}".format(*pixels[place]) for place in expected}
    assert seen == expected


def test_a_fault_ends_a_publishing_before_anything_is_written(call: Run, tmp_path: Path) -> None:
    """As a designer meets it: exit code 3, file and line, no folder."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/reeds.md").write_text(f"---\n{FRONT}date: 2026-06-31\n---\n# Reeds\n", encoding="utf-8")
    ran = call("rules", "--rules", "mine", "--output", "made")
    assert ran.code == ExitCode.BAD_INPUT
    assert "mine/reeds.md:7: date should be a day that there is, as in 2026-05-31, found '2026-06-31'" in ran.err
    assert not (tmp_path / "made").exists()
