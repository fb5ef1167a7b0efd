"""A game of its own kind: any rulebook is published, with drawings and marked passages; starters to begin with."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from making.command import Run, json_of, texts
from making.rulebooks import letter_sizes, own_text
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.games import RulesSource, parse_rules
from wordfleet_print.games.rules_file import GAMES
from wordfleet_print.jobs.publish import RulebookRequest, publish
from wordfleet_print.rulebook import quick_reference as quick
from wordfleet_print.rulebook.quick_reference import SIZES, quick_reference
from wordfleet_print.rulebook.site_build import Site, build_site
from wordfleet_print.rulebook.text.designers_folder import KINDS, read_sources, starter_files
from wordfleet_print.rulebook.text.guard import Elements, policy_in
from wordfleet_print.rulebook.text.html_page import BookText, Look, html_page, page_faults
from wordfleet_print.rulebook.text.illustrated import Surroundings, render_text, text_order
from wordfleet_print.rulebook.text.writers_pictures import MOST_DRAWING_BYTES, Drawings
from wordfleet_print.tracker.geometry import A4

LEAST = "game: rules-only\ntitle: Reeds\nslug: reeds\ntagline: Cut them\nplayers: {count: 2}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 60">{}</svg>'
TITLED = SVG.format("<title>A reed &amp; a bank</title>{}")


def _rules(body: str = "", front: str = LEAST) -> RulesSource:
    return parse_rules(f"---\n{front}---\n# Reeds\n\n*Cut.*\n\n{body}", name="reeds.md")


def _words(html: str) -> str:
    unseen = r"<(title|desc)\b.*?</\1>|<a [^>]*permalink.*?</a>"
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", re.sub(unseen, " ", html, flags=re.DOTALL))).split())


def test_the_least_front_matter_is_published() -> None:
    """Five fields and a text are a rulebook, with a cover picture, a strict policy and nothing of another game."""
    text = render_text(_rules("## Play\n\nCut {{ players.many }}' reeds.\n"), Surroundings())
    page = html_page(text, Look())
    assert text.notes == ()
    assert list(page_faults(page, policy_in(Elements(page).all))) == []
    assert "Reeds – Rules of the game" in page
    assert "A table set for Reeds" in page
    assert "For two players" in _words(page)
    assert "Cut players’ reeds." in _words(page)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("{count: 1}", "one player"),
        ("{count: 2, most: 6}", "two to six players"),
        ("{count: 3, one: fox, many: foxes}", "three foxes"),
        ("{count: 1, most: 40, one: fox, many: foxes}", "one to 40 foxes"),
    ],
)
def test_as_many_play_as_a_game_says(players: str, said: str) -> None:
    """One, a number, or from few to many; the cover has a pawn for each that there is room for."""
    source = _rules(front=LEAST.replace("{count: 2}", players))
    assert source.book.who_plays == said
    page = html_page(render_text(source, Surroundings()), Look())
    assert f"For {said}" in _words(page)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "{count: 2}",
            "{count: 4, most: 4}",
            "players.most must be more than count, 4; leave it out where it is the same",
        ),
        ("{count: 2}", "{count: 0}", "players.count should be greater than or equal to 1, found 0"),
        ("{count: 2}", "{count: 2, moust: 3}", "players.moust is not a field here; did you mean most?"),
        ("title: Reeds\n", "", "title is missing"),
        ("game: rules-only\n", "", f"game is missing; write one of {', '.join(GAMES)}"),
        ("tagline:", "grid: {columns: 3}\ntagline:", "grid is not a field here"),
        (
            "rules-only",
            "rules_only",
            f"game must be one of {', '.join(GAMES)}, found 'rules_only'; did you mean rules-only?",
        ),
    ],
)
def test_wrong_front_matter_is_told(old: str, new: str, fault: str) -> None:
    """The field and what it should be."""
    with pytest.raises(BadInputError) as caught:
        _rules(front=LEAST.replace(old, new))
    assert [complaint.what for complaint in caught.value.complaints] == [fault]


def test_it_has_no_trackers(call: Run, tmp_path: Path) -> None:
    """Whoever asks for them is told why, at a table and for an event, by the game's name or by none."""
    with pytest.raises(BadInputError, match="Reeds has no battle trackers"):
        _ = _rules().edition
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n", encoding="utf-8")
    for asked in (("tracker",), ("event", "print", "--players", "4")):
        for named, told in (
            ((), "There is no edition of Word Fleet in mine"),
            (("-e", "reeds"), "Reeds has no battle"),
        ):
            ran = call(*asked, "--rules", "mine", *named)
            assert (ran.code, told in ran.err) == (ExitCode.BAD_INPUT, True), ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def _drawn(folder: Path, inside: str, *, whole: str = "", marker: str = "[[figure: reed]]") -> BookText:
    folder.mkdir(exist_ok=True)
    (folder / "reed.svg").write_text(whole or TITLED.format(inside), encoding="utf-8")
    return render_text(_rules(f"## Play\n\n{marker}\n"), Surroundings(folder))


HOSTILE = {
    "<script>alert(1)</script>": "<script>",
    '<rect width="5" height="5" onload="alert(1)"/>': "onload=",
    '<image href="https://example.org/x.png"/>': "<image>",
    "<foreignObject><p>x</p></foreignObject>": "<foreignObject>",
    '<a href="https://example.org"><rect width="5" height="5"/></a>': "<a>",
    '<use xlink:href="other.svg#x"/>': 'href="other.svg#x"',
    '<rect fill="url(https://example.org/x)"/>': 'fill="url(https://example.org/x)"',
    "<style>@import url(x.css); g > rect { fill: url(x) }</style>": "styles of “@import url(x.css); g > rect”",
    '<rect style="fill:url(//example.org)"/>': 'fill="url(//example.org)"',
    '<rect fill="url(#a) url(alert.svg)"/>': 'fill="url(#a) url(alert.svg)"',
    '<rect fill="URL(alert.svg)"/>': 'fill="URL(alert.svg)"',
    '<rect><animate attributeName="x"/></rect>': "<animate>",
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>': 'href="#b"',
}
"""What may not stand in a drawing, and how the note calls it."""


@pytest.mark.parametrize("inside", HOSTILE)
def test_what_runs_fetches_or_moves_is_left_out_of_drawings(inside: str, tmp_path: Path) -> None:
    """The rest is drawn, and the note says what is missing; the page keeps to its policy."""
    text = _drawn(tmp_path, f'{inside}<circle cx="4" cy="4" r="3"/>')
    page = html_page(text, Look())
    assert f"reed.svg: left out {HOSTILE[inside]}, which a drawing cannot hold" in text.notes
    assert list(page_faults(page, policy_in(Elements(page).all))) == []
    assert '<circle cx="4" cy="4" r="3"></circle>' in text.chapters
    assert not re.search("example.org|alert|onload|animate|<use", text.chapters)


@pytest.mark.parametrize(
    ("whole", "why"),
    [
        (SVG.format("<rect/>"), "it has no text for those who cannot see it"),
        (TITLED.format("").replace("viewBox", "viewbox"), "it does not say how large it is"),
        *(
            (TITLED.format("").replace("0 0 90 60", box), "it does not say how large it is")
            for box in ("0 0 90 0", "nan 0 90 60", "0 inf 90 60", "0 0 1e-300 9", f'0 0 9 9" width="{"9" * 400}')
        ),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + TITLED.format("&a;"), "it declares entities; save it as plain SVG"),
        ("<html/>", "it is no SVG: it starts with <html>"),
        ("<svg", "it is no SVG: "),
        (TITLED.format("<g>" * 40 + "</g>" * 40), "it is nested more than 30 elements deep"),
        (TITLED.format("<g/>" * 4_001), "it has more than 4,000 elements; simplify it"),
        (TITLED.format(f'<g id="a">{"<g/>" * 99}</g>' + '<use href="#a"/>' * 40), "it has more than 4,000 elements"),
        (TITLED.format(" " * MOST_DRAWING_BYTES), f"it is larger than {MOST_DRAWING_BYTES:,} bytes"),
    ],
)
def test_what_is_no_drawing_is_refused(whole: str, why: str, tmp_path: Path) -> None:
    """With the file, why, and the line where the text places it."""
    with pytest.raises(BadInputError) as caught:
        _drawn(tmp_path, "", whole=whole)
    (complaint,) = caught.value.complaints
    assert complaint.where.startswith("reeds.md:14: [[figure: reed]]")
    assert complaint.what.startswith(f"reed.svg cannot be a figure: {why}")


def test_a_drawing_in_markdowns_way_is_a_figure(tmp_path: Path) -> None:
    """What an image says of itself, its drawing says, too, and so does the complaint with its line."""
    text = _drawn(tmp_path, "<circle r='3'/>", marker='![Three reeds](reed.svg "A clump.")')
    assert '<figure id="figure-reed" class="figure drawn">' in text.chapters
    assert "<figcaption>A clump.</figcaption>" in text.chapters
    assert ">Three reeds</title>" in text.chapters
    assert not text.notes
    with pytest.raises(BadInputError) as caught:
        _drawn(tmp_path, "", marker="![Three reeds](rede.svg)")
    assert caught.value.complaints[0].where.startswith("reeds.md:14: ")


def test_files_outside_the_folder_are_not_read(tmp_path: Path) -> None:
    """By no path and by no link; one of nearly the name is told, in folders below, too."""
    outside, folder = tmp_path / "secret.svg", tmp_path / "rules"
    outside.write_text(TITLED.format("<text>secret</text>"), encoding="utf-8")
    (folder / "art").mkdir(parents=True)
    (folder / "link.svg").symlink_to(outside)
    (folder / "art" / "reed.svg").write_text(TITLED.format("<text>reed</text>"), encoding="utf-8")
    drawings = Drawings(folder)
    absolute = str(outside.with_suffix(""))
    assert [drawings.draw(name, "x") for name in ("../secret", absolute, "art/../../secret")] == [None] * 3
    with pytest.raises(ValueError, match="it leads out of the folder of rules"):
        drawings.draw("link", "x")
    assert "reed" in (drawings.draw("art/reed", "x") or "")
    with pytest.raises(BadInputError) as caught:
        render_text(_rules("## Play\n\n[[figure: art/rede]]\n"), Surroundings(folder))
    assert "nor a file art/rede.svg beside the rules" in str(caught.value)
    assert "Did you mean art/reed" in str(caught.value)


def test_a_drawing_is_drawn_as_its_programme_meant(tmp_path: Path) -> None:
    """Styles become attributes, the nearest word counting; ids are its own; text is set in the book's letters; what it
    shows is said by the marker before the file.
    """
    inside = (
        "<style>/* x */ rect { fill: red } .st0, #odd { fill: #00f; stroke-width: 2px !important }</style>"
        '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><g id="part"/></defs>'
        '<rect class="st0 st1" fill="green" x="1" style="stroke:url(#g);font-family:Evil;fill-opacity:.5"/>'
        '<use xlink:href="#part"/><text font-family="Comic Sans" x="2">a &lt; <tspan>b</tspan> c</text>'
    )
    marker = "[[figure: reed | A *fine* caption. | What it & shows.]]"
    svg = _drawn(tmp_path, inside, marker=marker).chapters
    assert (
        '<rect x="1" fill="#00f" stroke-width="2px" stroke="url(#figure-reed-g-drawn)" fill-opacity=".5"></rect>'
    ) in svg.replace('class="st0 st1" ', "")
    assert '<linearGradient id="figure-reed-g-drawn"><stop offset="0" stop-color="#fff"></stop>' in svg
    assert '<use href="#figure-reed-part-drawn"></use>' in svg
    assert '<text x="2">a &lt; <tspan>b</tspan> c</text>' in svg
    assert 'font-family="Fira Sans Condensed' in svg
    assert '<title id="figure-reed-title">What it &amp; shows.</title>' in svg
    assert "<figcaption>A <em>fine</em> caption.</figcaption>" in svg
    assert "A reed" not in svg
    assert "<figcaption>A reed &amp; a bank</figcaption>" in _drawn(tmp_path, "").chapters


@pytest.mark.parametrize(
    ("root", "size"),
    [
        ('viewBox="0 0 90 60"', ("480", "320")),
        ('viewBox="0 0 90 60" width="90" height="60"', ("90", "60")),
        ('viewBox="0 0 90 60" width="2in"', ("192", "128")),
        ('width="96px" height="48"', ("96", "48")),
        ('viewBox="0,0,100,1000"', ("40", "400")),
    ],
)
def test_a_drawing_has_the_size_it_says(root: str, size: tuple[str, str], tmp_path: Path) -> None:
    """In whatever measure; no wider and no higher than a page has room for."""
    html = _drawn(tmp_path, "", whole=TITLED.format("").replace('viewBox="0 0 90 60"', root)).chapters
    found = re.search(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"', html)
    assert found
    assert found.groups() == size


BOOK = """\
## Before

Nothing of this. {anchor}

## Turn {: .quick }

Take one ([before](#before)).

### Small print

All of it.

!!! ruling first "Who starts?"
    **Who?** Somebody.

## After

### Score

Not this.

| a | b |
| --- | --- |
| 1 | 2 |

{: .quick }

### Prizes

This one.
{: .quick }

- and
- this

{: .quick }

Not that.

!!! ruling second "Who wins?"
    **Which?** That one.

{: .quick }

## Last

Nothing.[^1]

[^1]: A note.
"""


def test_marked_passages_are_the_quick_reference() -> None:
    """Chapters, sections, paragraphs, lists, tables and boxes, each below its headings and no other text; links to what
    is not there are words, rulings keep their marks, and the book has all of it without a trace of marks.
    """
    source = _rules(BOOK.replace("{anchor}", ""))
    html = quick_reference(source).chapters
    assert _words(html) == (
        "Turn Take one ( before ). Small print All of it. †1 Somebody. "
        "After Score a b 1 2 Prizes This one. and this †2 That one."
    )
    assert not re.search(r'<a (?![^>]*permalink)[^>]*href="#', html)
    book = render_text(source, Surroundings())
    assert book.notes == ()
    assert "quick }" not in book.plain
    assert all(words in _words(book.chapters) for words in ("Nothing of this.", "Not that.", "A note.", "and this"))


def test_a_book_without_marks_has_no_quick_reference(tmp_path: Path) -> None:
    """It says how to mark, and keeps no other from its own; a mark that does nothing is told."""
    with pytest.raises(BadInputError, match="Reeds marks no passage") as caught:
        quick_reference(_rules("## Play\n\nCut.\n"))
    assert "{: .quick }" in caught.value.tip
    (tmp_path / "reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n\n## Play\n\nCut.\n", encoding="utf-8")
    published = publish(RulebookRequest((), ("html",), A4, quick=True, rules=tmp_path))
    assert [made.file for made in published.files] == ["reeds.html"]
    assert "marks no passage for a quick reference, so there is none: write {: .quick }" in published.notes[0]
    assert (
        own_text("## Play {: .quick }\n\nCut.")
        .notes[0]
        .endswith("marks a passage for a quick reference, but this game has one of its own")
    )
    for slip in ("## Play {: .quik }\n\nCut.\n", "## Play\n\nCut.\n\n{: .quik }\n"):
        with pytest.raises(BadInputError, match=r"did you mean quick\?"):
            render_text(_rules(slip), Surroundings())


@pytest.mark.parametrize(("marked", "size"), [(3, SIZES[-1]), (62, 11.0), (300, 0)])
def test_passages_are_set_as_large_as_fit(marked: int, size: float) -> None:
    """On one page, down to its foot; what does not fit in the smallest letters is told with the paper."""
    source = _rules("## Play {: .quick }\n\n" + "Cut a reed, and another one, and lay them on the heap.\n\n" * marked)
    if size:
        printed = quick.print_quick_reference(source, A4)
        assert (printed.pages, any(abs(one - size) < 0.05 for one in letter_sizes(printed.content))) == (1, True)
    else:
        with pytest.raises(BadInputError, match=r"needs 4 pages of 210 × 297 mm, even in letters of 8\.5 pt; it has 1"):
            quick.print_quick_reference(source, A4)


def test_no_passage_is_cut_off(started: Path) -> None:
    """The printed page holds the last of what is marked, in the letters that are found."""
    printed = quick.print_quick_reference(read_sources(["my-game"], started)[0], A4, around=Surroundings(started))
    assert "What the last pebble brings." in " ".join(texts(printed.content)[0].split())


@cache
def _starters() -> dict[str, bytes]:
    return starter_files()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all starters."""
    folder = tmp_path_factory.mktemp("started")
    for name, content in _starters().items():
        (folder / name).write_bytes(content)
    return folder


def test_starters_publish_without_a_complaint(started: Path) -> None:
    """One of each kind, commented, with slugs of their own, told apart as drafts; what is commented out is right."""
    sources = read_sources((), started)
    around = Surroundings(started, tuple(source.book.slug for source in sources))
    assert {source.book.game for source in sources} == set(GAMES) == set(KINDS)
    for source in sources:
        text = text_order(source, around).work()
        assert (text.notes, source.book.printing, source.book.status) == ((), "Version 0.1", "draft")
        assert "Version 0.1" in html_page(text, Look())
        written = Path(source.name).read_text("utf-8")
        assert written.count("\n# ") > 15
        uncommented = re.sub(
            r"^# (?=date|publisher|contact|licence|tracker_address|changes:|played:|  )",
            "",
            written,
            flags=re.MULTILINE,
        ).replace('version: "0.1"', 'version: "0.2"', 1)
        assert parse_rules(uncommented, name="x.md").book.printing == "Version 0.2, 31 May 2026"
        longer = written.replace("\nfleet:\n", "\nfleet:\n  - {ship: LINER, letters: 5, example: PLUMB}\n")
        assert parse_rules(longer.replace("columns: 10", "columns: 8"), name="x.md").book.slug == source.book.slug
    passages = quick_reference(next(s for s in sources if s.book.game == "rules-only"), around)
    assert {"Your turn", "How it ends", "Words of the game"} <= set(
        re.findall(r"<h2[^>]*>(.*?)</h2>", passages.chapters)
    )


def test_starters_stand_on_a_site_together(started: Path, tmp_path: Path) -> None:
    """Each has a page and a hero; a single edition is compared with none, and the kinds that have no trackers none."""
    built = build_site(Site(tmp_path / "site", rules=started, downloads=False))
    landing = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert (built.notes, {name for name in built.files if name.endswith(".html")}) == (
        [],
        {"404.html", "index.html", "search.html", *(f"{kind.slug}.html" for kind in KINDS.values())},
    )
    assert 'aria-labelledby="my-game-figure-frontispiece-title my-game-figure-frontispiece-desc"' in landing
    assert "For two to four players" in _words(landing)


def test_a_print_shop_folds_booklets_itself(call: Run, tmp_path: Path) -> None:
    """Nobody is told to fold and staple pages that stand one by one."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n", encoding="utf-8")
    ran = call("rules", "--rules", "mine", "--format", "pdf", "--booklet", "--print-shop")
    assert ran.out.endswith("Give the PDFs to the print shop as they are.\n")


def test_new_writes_starters_and_never_over_a_file(call: Run, tmp_path: Path) -> None:
    """All kinds or those named, each told; where one stands already, nothing is written."""
    assert json_of(call("rules", "rules-only", "--new", "mine", "--json")) == {
        "files": ["mine/my-game.md", "mine/pebbles.svg", "mine/pebbles.csv", "mine/dares.csv"]
    }
    (tmp_path / "mine/my-game.md").write_text("kept", encoding="utf-8")
    ran = call("rules", "--new", "mine")
    assert ran.code == ExitCode.CANNOT_WRITE
    assert "mine/my-game.md: stands there already" in ran.err
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [
        "dares.csv",
        "my-game.md",
        "pebbles.csv",
        "pebbles.svg",
    ]
    assert (tmp_path / "mine/my-game.md").read_text("utf-8") == "kept"
    for wrong, said in ((("word-flet",), "Did you mean word-fleet?"), (("--booklet",), "publishes nothing")):
        ran = call("rules", *wrong, "--new", "other")
        assert ran.code == ExitCode.USAGE
        assert said in ran.err
    assert not (tmp_path / "other").exists()
    (tmp_path / "wordfleet.toml").write_text('[rules]\nrules = "mine"\npaper = "letter"\n', encoding="utf-8")
    assert "my-fleet.md" in call("rules", "--new", "all").out
    assert {path.name: path.read_bytes() for path in (tmp_path / "all").iterdir()} == _starters()
