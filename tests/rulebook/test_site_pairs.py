"""The site's ready pairs: so many of each edition on each paper, small, made once, and a door to them on every page."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from making.command import Run
from making.games import EDITIONS, write_editions
from making.rulebooks import paired
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.game import edition_slugs, load_edition
from wordfleet_print.jobs.publish import SiteRequest
from wordfleet_print.press.ink.paper import A4, PAPERS
from wordfleet_print.rulebook import downloads
from wordfleet_print.rulebook.links import PAIRS_PAGE, PAIRS_POLICY, PAIRS_SCRIPT, Links, site_faults
from wordfleet_print.rulebook.rendering import Seen
from wordfleet_print.rulebook.site_build import Built, Site, build_site

LARGEST = 45_000
CODE = re.compile(r"\bWF-\w{5}-\w{5}-\w{5}\b")


@pytest.fixture(scope="module")
def built() -> Path:
    """The bundled site with two pairs of each edition on each paper."""
    return paired()


def _pages(content: bytes) -> list[str]:
    """What can be read on each page."""
    with pypdfium2.PdfDocument(content) as pdf:
        return [page.get_textpage().get_text_range() for page in pdf]


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
        codes[slug, number, paper] = [CODE.findall(page) for page in _pages(content)]
    for slug in edition_slugs():
        first, second = ({str(codes[slug, number, paper]) for paper in PAPERS} for number in ("001", "002"))
        assert (len(first), len(second), first & second) == (1, 1, set())
    assert {len(page) for pages in codes.values() for page in pages} == {1}
    assert len({code for pages in codes.values() for page in pages for code in page}) == 4 * len(edition_slugs())


def test_a_pairs_codes_print_it_again(built: Path, call: Run, tmp_path: Path) -> None:
    """`tracker --code` with the codes of a pair's sheets gives sheets that say the same, line by line."""
    for slug in edition_slugs():
        pages = _pages((built / f"pairs/{slug}-a4-002.pdf").read_bytes())
        codes = [argument for page in pages for argument in ("--code", *CODE.findall(page))]
        done = call("tracker", *codes, "--paper", "a4", "--output", f"{slug}.pdf")
        assert (done.code, done.err) == (ExitCode.DONE, "")
        assert _pages((tmp_path / f"{slug}.pdf").read_bytes()) == pages


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
        **{name: {PAIRS_PAGE} for name in ("compare", "404", "pairs")},
        "print": {PAIRS_PAGE, *(f"{PAIRS_PAGE}#{slug}" for slug in edition_slugs())},
        **{name: set() for name in ("army-men", "happy-flip-chess")},
    }
    for slug in edition_slugs():
        address = load_edition(slug).rules_address
        assert (address in Links(pages[slug]).followed, "the ready pairs on this site</a>" in pages[slug]) == (
            False,
            True,
        )


def test_one_script_on_one_page(built: Path) -> None:
    """The page of pairs holds the script that its policy names, and nothing else runs there or on any other page."""
    page = (built / PAIRS_PAGE).read_text(encoding="utf-8")
    assert Links(page).policy == PAIRS_POLICY
    assert page.count("<script") == 1
    ours = f"<script>{PAIRS_SCRIPT}</script>"
    known = frozenset(path.relative_to(built).as_posix() for path in built.rglob("*"))
    for name, text, told in (
        (PAIRS_PAGE, page, []),
        (PAIRS_PAGE, page.replace("</main>", "</main><script>x()</script>"), ["holds <script>"]),
        (PAIRS_PAGE, page.replace(ours, ours.replace("Math.random()", "0")), ["holds <script>"]),
        (PAIRS_PAGE, page.replace("<main", '<main onclick="x()"'), ["<main> has onclick="]),
        (PAIRS_PAGE, page.replace("script-src", "script-src 'self'"), ["has no strict"]),
        ("other.html", page, ["holds <script>", "has no strict"]),
    ):
        faults = [fault for _, fault in site_faults({name: text.encode()}, known | {name})]
        assert [fault[: len(start)] for fault, start in zip(faults, told, strict=True)] == told, name


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
    assert (mended.made, mended.written) == (["pairs/word-fleet/a4"], ["pairs/word-fleet-a4-001.pdf"])
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
