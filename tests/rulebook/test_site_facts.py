"""What the site tells of the editions, and its ready pairs."""

from __future__ import annotations

import inspect
import io
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from tinyhtml5.parser import HTMLParser

from making.command import Run, texts
from making.games import EDITIONS, write_editions, write_reeds
from making.rulebooks import paired
from wordfleet_print.errors import BadInputError, ExitCode, WordfleetError
from wordfleet_print.games import Edition, Rulebook, edition_slugs, load_edition, load_rules, rules_slugs
from wordfleet_print.jobs.publish import SiteRequest
from wordfleet_print.rulebook import downloads
from wordfleet_print.rulebook.bound_book import booklet_order
from wordfleet_print.rulebook.downloads import KINDS, PACK, Download, PairShelf, target
from wordfleet_print.rulebook.links import LONE, PAIRS_PAGE, SCRIPTS, SEARCH_PAGE, Links, policy_of, site_faults
from wordfleet_print.rulebook.rendering import RenderOrder, Seen, T, render_here
from wordfleet_print.rulebook.site_build import Built, Site, build_site
from wordfleet_print.rulebook.site_pages import SiteContext, SitePages, make_pages
from wordfleet_print.rulebook.text import search_index as text_index
from wordfleet_print.rulebook.text.search_index import MOST_INDEX, search_index, words_of
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import A4, PAPERS
from wordfleet_print.wording import counted

DRAFTS = ("happy-flip-chess", "word-fleet-strike")
BOOKS = tuple(
    load_rules(slug).book.model_copy(update={"status": "draft" if slug in DRAFTS else "published"})
    for slug in rules_slugs()
)
SHELF = {
    (book.slug, kind, paper.title): Download(
        book.slug, kind, paper.title, target(book.slug, kind, paper.slug), 600_000 + 17_300 * n, n + 1
    )
    for n, (book, kind, paper) in enumerate((b, k, p) for b in BOOKS for k in KINDS for p in PAPERS.values())
    if kind != PACK or isinstance(book, Edition)
}


@cache
def _site() -> SitePages:
    pairs = tuple(
        PairShelf(b, tuple((p, (f"pairs/{b.slug}-{p.slug}-001.pdf",)) for p in PAPERS.values()))
        for b in BOOKS
        if isinstance(b, Edition)
    )
    return make_pages(SiteContext(BOOKS, tuple(SHELF.values()), pairs, url="https://example.org/a/"))


@cache
def _page(name: str) -> Any:
    return HTMLParser(namespace_html_elements=False).parse(_site().files[name].decode())


def _said(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def _links(element: Any, kind: str) -> list[str]:
    return [link.get("href") for link in element.iter("a") if link.get("class") == kind]


def test_each_pdf_stands_in_the_row_of_its_kind_and_the_column_of_its_paper() -> None:
    """With its own pages and size; and the booklet's way to print is the one that it is made for."""
    page = _page("print.html")
    for shelf in (one for one in page.iter("section") if one.get("class", "").startswith("shelf")):
        papers = [_said(head) for head in shelf.iterfind(".//thead//th")]
        assert papers == [paper.title for paper in PAPERS.values()]
        rows = shelf.findall(".//tbody/tr")
        assert [_said(row.find("th")) for row in rows] == [
            kind.capitalize() for kind in KINDS if (shelf.get("id"), kind, papers[0]) in SHELF
        ]
        for row in rows:
            for paper, cell in zip(papers, row.findall("td"), strict=True):
                entry = SHELF[shelf.get("id"), _said(row.find("th")).lower(), paper]
                size = f"{entry.size / 1e6:.1f} MB" if entry.size >= 995_000 else f"{round(entry.size / 1000)} kB"
                assert cell.find("a").get("href") == entry.file
                assert _said(cell).startswith(f"{entry.pages} page")
                assert _said(cell).endswith(f"on {paper} {size}")
    ways = {_said(way.find("dt")): _said(way.find("dd")) for way in page.iterfind(".//dl/div")}
    edge = inspect.signature(booklet_order).parameters["flip"].default.value
    assert f"turned over the {edge} edge" in ways["Booklet"]
    assert {entry.size >= 995_000 for entry in SHELF.values()} == {True, False}
    assert replace(next(iter(SHELF.values())), size=300).weight == "1 kB"


def _assert_shown(part: Any, book: Rulebook) -> None:
    assert _links(part, "to-print")[:1] == [f"print.html#{book.slug}"]
    assert ("Draft" in [_said(one) for one in part.iter("span")]) is (book.status == "draft")


def test_the_landing_page_leads_each_game_to_its_own_pages() -> None:
    """Rules, PDFs and pairs; drafts alone are stamped; each edition has its own turn, each game its minutes and age."""
    books = {book.slug: book for book in BOOKS}
    for hero in (one for one in _page("index.html").iter("section") if one.get("class", "").startswith("hero")):
        book = books[hero.get("id")]
        kicker = next(one for one in hero.iter("p") if one.get("class") == "kicker")
        items = hero.findall(".//ul[@class='editions']/li")
        assert _said(kicker).removesuffix(" Draft") == f"For {book.players.said if items else book.who_plays}"
        if not items:
            assert _links(hero, "door") == [f"{book.slug}.html"]
            _assert_shown(hero, book)
        for item in items:
            edition = books[item.find("h3/a").get("href").removesuffix(".html")]
            assert isinstance(edition, Edition)
            assert _said(item.find("h3/a")) == f"{edition.edition} edition"
            assert edition.play
            assert f"{edition.play.said}." in _said(item)
            assert f"Each turn: {', '.join(action.name for action in edition.turn.actions)}." in _said(item)
            _assert_shown(item, edition)


OURS = ("last-salvo", "found-and-spelled")
"""Variations that are the rulebook's own suggestions."""


def _expected(edition: Edition) -> dict[str, list[str]]:
    """Facts of an edition as its front matter has them."""
    codes, notes = edition.launch_codes, edition.tracker.notes
    optional = {True: " (optional)", False: ""}
    return {
        "Players": [counted(edition.players.count, edition.players.one, edition.players.many)],
        "A turn": [f"{act.name}: {act.calls}{optional[act.optional]}" for act in edition.turn.actions],
        "Grid": [f"{edition.grid.columns} × {edition.grid.rows} squares"],
        "Letters in a fleet": [str(edition.fleet_letters)],
        "Ships and their letters": [f"{ship.ship}: {ship.letters}" for ship in edition.fleet],
        "What a hit reveals": [f"{mark.result}: {mark.tells}" for mark in edition.marks if mark.draws != "dot"],
        "How a ship sinks": list(edition.sinks),
        "Marks": [f"{mark.result}: {mark.legend}" for mark in edition.marks],
        "Launch codes": [f"{counted(codes.count, 'code')} of {counted(codes.digits, 'digit')}"],
        "Lines for notes": [f"{notes.label}: {counted(notes.lines, 'line')}"] if notes else ["–"],
        "Variations": [
            f"{one.name}{f' ({one.area} × {one.area})' if one.area else ' (†)' if one.kind in OURS else ''}"
            for one in edition.variations
        ],
        "Each player needs": [
            f"{thing.each if thing.each > 1 else 'a'} {thing.item}{optional[thing.optional]}"
            for thing in edition.equipment
        ],
    }


def test_each_column_of_the_comparison_is_its_edition() -> None:
    """Its head leads to the edition, its cells tell that one's facts, and its rulings are in that one's rulebook."""
    books, page = {book.slug: book for book in BOOKS}, _page("compare.html")
    heads = [link.get("href") for link in page.iterfind(".//thead//a")]
    assert sorted(heads) == sorted(f"{book.slug}.html" for book in BOOKS if isinstance(book, Edition))
    shared = {_said(row.find("dt")): [_said(one) for one in row.iter("dd")] for row in page.iterfind(".//dl/div")}
    for column, head in enumerate(heads):
        edition, told = books[head.removesuffix(".html")], dict(shared)
        assert isinstance(edition, Edition)
        for row in page.iterfind(".//tbody/tr"):
            cell = row.findall("td")[column]
            told[_said(row.find("th"))] = [_said(one) for one in cell.iter("li")] or [_said(cell)]
            assert {link.get("href").partition("#")[0] for link in cell.iter("a")} <= {head}
        expected, codes = _expected(edition), edition.launch_codes
        assert {fact: told[fact] for fact in expected} == expected
        assert told["Ships may touch"][0].startswith("yes" if edition.touching == "allowed" else "no")
        assert "conceded: whoever made it, with an ordinary turn" in told["Who strikes first"][1]
        assert ("Frequency Lock" in told["Who opens the bidding"][0]) is (codes.first_codes == "frequency-lock")
        assert ("highest digit" in told["Who strikes first"][0]) is (codes.bids == "digits")
        assert told["Who strikes first"][-1].endswith(f"with {counted(codes.opening_turns, 'opening turn')}")
        odds = f"(odds {' : '.join(str(one.odds) for one in codes.deal)})"
        assert (odds in told["Codes that our trackers hold"][0]) is (len(codes.deal) > 1)


def test_each_page_says_where_it_is_and_who_may_read_it() -> None:
    """A bar marks its own page alone and leads a rulebook's reader to its shelf; what is lost is not to be found."""
    files, names = _site().files, ("index.html", "search.html", "compare.html", "pairs.html", "print.html")
    for name in names:
        here = [link.get("href") for link in _page(name).iter("a") if link.get("aria-current")]
        assert here == [name]
    for book in BOOKS:
        assert f'href="print.html#{book.slug}"' in _site().bars[book.slug]
        assert "aria-current" not in _site().bars[book.slug]
    assert [name for name in (*names, "404.html") if b'name="robots" content="noindex"' in files[name]] == ["404.html"]
    assert {_page(name).get("lang") for name in (*names, "404.html")} == {"en"}
    sitemap = "Sitemap: https://example.org/a/sitemap.xml\n"
    assert files["robots.txt"].decode() == f"User-agent: *\nAllow: /\n{sitemap}"


@pytest.mark.parametrize("slug", ["index", "compare", "pairs", "print", "search"])
def test_no_rulebook_takes_the_name_of_one_of_the_sites_own_pages(slug: str, tmp_path: Path) -> None:
    """It is told with its file, and nothing is written."""
    rules = write_reeds(tmp_path / "rules")
    text = (rules / "reeds.md").read_text(encoding="utf-8")
    (rules / "reeds.md").write_text(text.replace("slug: reeds", f"slug: {slug}"), encoding="utf-8")
    with pytest.raises(BadInputError, match=rf"reeds\.md: has the slug {slug}"):
        build_site(Site(tmp_path / "site", rules=rules, downloads=False))
    assert not (tmp_path / "site").exists()


def _quickly(orders: Sequence[RenderOrder[T]]) -> list[T | WordfleetError]:
    """All but PDFs is made; those are of one page, and empty."""
    empty: Any = Printed(b"%PDF-", 1, ())
    printed = ("print_book", "print_booklet", "print_quick_reference", "print_pack")
    return [empty if order.work.func.__name__ in printed else render_here([order])[0] for order in orders]


def test_what_is_made_again_is_what_hangs_on_a_change(tmp_path: Path) -> None:
    """Words, pictures and templates change a book, a fact of the fleet its trackers as well; no more is made."""
    rules, dress = write_editions(tmp_path / "rules"), tmp_path / "dress"
    dress.mkdir()
    for slug in EDITIONS[:2]:
        (rules / f"{slug}.md").unlink()
    site, file = Site(tmp_path / "site", (A4,), rules, dress), rules / "pocket-fleet.md"
    kinds = ("", "-booklet", "-quick-reference", "-kit")
    pocket = {f"downloads/pocket-fleet{kind}-a4.pdf" for kind in kinds} | {"pocket-fleet.html"}
    pack = {"downloads/pocket-fleet-trackers-a4.pdf"}
    assert set(build_site(site, _quickly).made) == pocket | pack
    text = file.read_text(encoding="utf-8")
    for path, said, made in (
        (file, f"{text}\nMore.\n", pocket),
        (file, text.replace("columns: 8", "columns: 9"), pocket | pack),
        (rules / "map.svg", "<svg/>", pocket),
        (dress / "log.css", "p{color:red}", pocket),
    ):
        path.write_text(said, encoding="utf-8")
        assert set(build_site(site, _quickly).made) == made, path


LARGEST = 45_000
CODE = re.compile(r"\bWF-\w{5}-\w{5}-\w{5}\b")


@pytest.fixture(scope="module")
def built() -> Path:
    """The bundled site with two pairs of each edition on each paper."""
    return paired()


def test_every_pair_is_there_small_and_linked(built: Path) -> None:
    """Two sheets a file, the same on every paper, no fleet twice; each is on the list, and nothing else is."""
    names = [f"pairs/{s}-{p}-{n:03d}.pdf" for s in edition_slugs() for p in PAPERS for n in (1, 2)]
    assert sorted(path.relative_to(built).as_posix() for path in built.glob("pairs/*")) == sorted(names)
    listed = [link for link in Links((built / PAIRS_PAGE).read_text(encoding="utf-8")).followed if "pdf" in link]
    assert set(listed) == set(names)
    codes = {}
    for name in names:
        content = (built / name).read_bytes()
        assert len(content) <= LARGEST
        slug, paper, number = name[6:-4].rsplit("-", 2)
        with pikepdf.open(io.BytesIO(content)) as pdf:
            width = {round(float(page.mediabox[2]) * 25.4 / 72, 1) for page in pdf.pages}
        assert width == {PAPERS[paper].width}
        codes[slug, number, paper] = [CODE.findall(page) for page in texts(content)]
    for slug in edition_slugs():
        first, second = ({str(codes[slug, number, paper]) for paper in PAPERS} for number in ("001", "002"))
        assert (len(first), len(second), first & second) == (1, 1, set())
    assert {len(page) for pages in codes.values() for page in pages} == {1}
    assert len({code for pages in codes.values() for page in pages for code in page}) == 4 * len(edition_slugs())


def test_a_pairs_codes_print_it_again(built: Path, call: Run, tmp_path: Path) -> None:
    """`tracker --code` with the codes of a pair's sheets gives sheets that say the same, line by line."""
    for slug in edition_slugs():
        pages = texts((built / f"pairs/{slug}-a4-002.pdf").read_bytes())
        codes = [argument for page in pages for argument in ("--code", *CODE.findall(page))]
        done = call("tracker", *codes, "--paper", "a4", "--output", f"{slug}.pdf")
        assert (done.code, done.err) == (ExitCode.DONE, "")
        assert texts((tmp_path / f"{slug}.pdf").read_bytes()) == pages


def test_pairs_do_not_hang_on_their_number() -> None:
    """With more of them, those that were there are the same, byte for byte."""
    edition = load_edition("word-fleet")
    assert downloads.print_pairs(edition, A4, 1) == downloads.print_pairs(edition, A4, 3)[:1]


def test_every_page_of_the_game_has_the_door(built: Path) -> None:
    """Landing page, comparison, each edition's rulebook, at its own shelf; and there the address to print trackers from
    gives way to it. Other games' rulebooks have none.
    """
    pages = {path.stem: path.read_text(encoding="utf-8") for path in built.glob("*.html")}
    doors = {name: {x for x in Links(page).followed if x.startswith(PAIRS_PAGE)} for name, page in pages.items()}
    own = {slug: {f"{PAIRS_PAGE}#{slug}"} for slug in edition_slugs()}
    assert doors == {
        **own,
        "index": {PAIRS_PAGE, f"{PAIRS_PAGE}#word-fleet"},
        **{name: {PAIRS_PAGE} for name in ("compare", "404", "pairs", "search")},
        "print": {PAIRS_PAGE, *(f"{PAIRS_PAGE}#{slug}" for slug in edition_slugs())},
        **{name: set() for name in ("army-men", "happy-flip-chess")},
    }
    for slug in edition_slugs():
        address = load_edition(slug).rules_address
        assert (address in Links(pages[slug]).followed, "the ready pairs on this site</a>" in pages[slug]) == (
            False,
            True,
        )


@pytest.mark.parametrize("own", [PAIRS_PAGE, SEARCH_PAGE])
def test_one_script_on_each_of_two_pages(own: str, built: Path) -> None:
    """Pairs and search hold the script that their policy names; nothing else runs there or on any other page, and what
    machines read there is no script.
    """
    page = (built / own).read_text(encoding="utf-8")
    assert Links(page).policy == policy_of(own)
    ours = f"<script>{SCRIPTS[own]}</script>"
    assert page.count(ours) == len(re.findall(r"<script(?! type=)", page)) == 1
    known = frozenset(path.relative_to(built).as_posix() for path in built.rglob("*"))
    for name, text, told in (
        (own, page, []),
        (own, page.replace("</main>", "</main><script>x()</script>"), ["holds <script>"]),
        (own, page.replace(ours, ours.replace("const", "var", 1)), ["holds <script>"]),
        (own, page.replace("<main", '<main onclick="x()"'), ["<main> has onclick="]),
        (own, page.replace("script-src", "script-src 'self'"), ["has no strict"]),
        ("other.html", page, ["holds <script>", "has no strict"]),
    ):
        faults = [fault for _, fault in site_faults({name: text.encode()}, known | {name})]
        assert [fault[: len(start)] for fault, start in zip(faults, told, strict=True)] == told, name


def _data(page: str, kind: str) -> dict[str, Any]:
    """What machines read in a page: the one element of that type."""
    (found,) = re.findall(rf'<script type="{re.escape(kind)}"[^>]*>(.*?)</script>', page)
    data: dict[str, Any] = json.loads(found)
    return data


def test_each_page_is_told_apart_where_it_is_shared(built: Path) -> None:
    """Title and description are its own, the same for people, for those who share it, and for machines."""
    told: list[tuple[str, str]] = []
    for path in built.glob("*.html"):
        page = HTMLParser(namespace_html_elements=False).parse(path.read_bytes())
        title, metas = _said(page.find(".//title")), {m.get("name") or m.get("property"): m for m in page.iter("meta")}
        if path.name == LONE:
            assert not page.findall(".//script")
            continue
        data = _data(path.read_text(encoding="utf-8"), "application/ld+json")
        description = metas["description"].get("content")
        assert {metas["og:title"].get("content"), *([data["name"]] if data["@type"] != "Game" else [])} == {title}
        assert metas["og:description"].get("content") == data["description"] == description
        assert 20 < len(description) < 200
        told.append((title, description))
    assert len({title for title, _ in told}) == len({words for _, words in told}) == 5 + len(BOOKS)


def test_machines_read_what_front_matter_says(tmp_path: Path) -> None:
    """Who plays and how long, whose it is and of when; the site names its games. A title can end no element."""
    rules, title = write_reeds(tmp_path / "rules"), "Reeds & </script><script>x()"
    facts = f"title: {title!r}\nversion: '1.1'\ndate: 2026-05-31\npublisher: Corner\nplay: {{minutes: [5, 10], age: 4}}"
    text = (rules / "reeds.md").read_text(encoding="utf-8").replace("title: Reeds", facts)
    (rules / "reeds.md").write_text(text, encoding="utf-8")
    site = Site(tmp_path / "site", rules=rules, downloads=False, url="https://example.org/")
    build_site(site)
    pages = {name: (site.output / name).read_text(encoding="utf-8") for name in ("index.html", "reeds.html")}
    home, game = (_data(page, "application/ld+json") for page in pages.values())
    assert game["numberOfPlayers"] == {"@type": "QuantitativeValue", "minValue": 2, "maxValue": 2}
    assert (game["name"], game["timeRequired"], game["typicalAgeRange"]) == (title, "PT10M", "4-")
    assert (game["dateModified"], game["version"]) == ("2026-05-31", "1.1")
    assert game["publisher"] == {"@type": "Organization", "name": "Corner"}
    assert home["hasPart"] == [game | {"url": "reeds.html"}]
    days = re.findall("<lastmod>(.*?)</lastmod>", (site.output / "sitemap.xml").read_text())
    assert days == ["2026-05-31"] * 3


def test_every_section_can_be_found_by_its_words(built: Path) -> None:
    """Each heading of each rulebook is a place, and is there; its words lead to it. All of it is small."""
    page = (built / SEARCH_PAGE).read_text(encoding="utf-8")
    index = _data(page, "application/json")
    assert len(json.dumps(index, ensure_ascii=False, separators=(",", ":"))) <= MOST_INDEX
    assert index["common"] == []
    anchors = {name: Links((built / name).read_text(encoding="utf-8")).anchors for name, _ in index["books"]}
    assert sorted(anchors) == sorted(f"{book.slug}.html" for book in BOOKS)
    for place, (number, anchor, heading) in enumerate(index["places"]):
        assert not anchor or anchor in anchors[index["books"][number][0]]
        assert all(place in index["words"][word] for word in words_of(heading)), heading
    where = {tuple(index["places"][place][:2]) for place in index["words"]["frequency"]}
    assert {index["books"][number][0] for number, _ in where} <= {f"{slug}.html" for slug in edition_slugs()}
    assert [link for link in Links(page).followed if link.startswith("word-fleet.html#")]


def test_an_index_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it would be larger, words go that stand nearly everywhere: they tell nothing, and that is told."""
    book = load_rules("army-men").book
    page = "<main>" + "".join(f'<h2 id="a{n}">Part</h2><p>the Pläne w{n}</p>' for n in range(50)) + "</main>"
    whole, _ = search_index([(book, page)])
    assert {"plane", "part", "w7"} <= json.loads(whole)["words"].keys()
    monkeypatch.setattr(text_index, "MOST_INDEX", len(whole) - 100)
    small, _ = search_index([(book, page)])
    assert len(small) <= len(whole) - 100
    assert json.loads(small)["common"] == ["part"]


def test_pairs_are_made_once(tmp_path: Path) -> None:
    """Built again, none is made; where one was damaged, those of its edition and paper are; and without `--pairs` they
    go, with every link to them.
    """
    site = Site(tmp_path / "site", (A4,), write_editions(tmp_path / "own"), downloads=False, pairs=2)
    build_site(site)
    again = build_site(site)
    assert (again.made, again.written) == ([], [])
    (site.output / "pairs/word-fleet-a4-001.pdf").write_bytes(b"damaged")
    mended = build_site(site)
    assert (mended.made, mended.written) == (["pairs/word-fleet-a4-001.pdf"], ["pairs/word-fleet-a4-001.pdf"])
    without = build_site(replace(site, pairs=0))
    assert len([name for name in without.removed if name.startswith("pairs/")]) == 2 * len(EDITIONS)
    assert not (site.output / "pairs").exists()
    assert not [path for path in site.output.glob("*.html") if PAIRS_PAGE in path.read_text(encoding="utf-8")]


def test_an_edition_that_gets_no_pairs_costs_them_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a designer's words cannot supply, or their sheet cannot hold, is told; the site is there without it."""

    def refuse(*_: object) -> None:
        raise BadInputError("A row needs 106.5 mm.")

    monkeypatch.setattr(downloads, "print_pairs", refuse)
    own = write_editions(tmp_path / "own")
    told = build_site(Site(tmp_path / "site", rules=own, papers=(A4,), downloads=False, pairs=1))
    assert "word-fleet: no pairs on A4: A row needs 106.5 mm" in told.notes
    assert len(told.notes) == len(EDITIONS)
    assert not (tmp_path / "site" / PAIRS_PAGE).exists()


@pytest.mark.parametrize(
    ("options", "count"),
    [([], 60), (["--no-downloads"], 0), (["--no-downloads", "--pairs", "3"], 3), (["--pairs", "0"], 0)],
)
def test_how_many_unless_told(options: list[str], count: int, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty with the other PDFs, none where these are left out, and whatever somebody says."""
    asked: list[int] = []

    def build(request: SiteRequest, _: Seen) -> Built:
        asked.append(request.site.pairs)
        return Built({}, [], [], [], [])

    monkeypatch.setattr(SiteRequest, "build", build)
    assert call("site", *options).code == ExitCode.DONE
    assert asked == [count]


@pytest.mark.parametrize("count", ["501", "-1", "many"])
def test_a_number_of_pairs_is_one(count: str, call: Run) -> None:
    """What is none, or too large, is refused with the bounds."""
    done = call("site", f"--pairs={count}")
    assert (done.code, "from 0 to 500" in done.err) == (ExitCode.USAGE, True)
