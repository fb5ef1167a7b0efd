"""The published site: whole, linked, strict, the same every time, and built again only where something changed."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from wordfleet_print.errors import BadInputError, CannotWriteError, MissingDependencyError
from wordfleet_print.files import data_folder
from wordfleet_print.game import load_edition, rules_slugs
from wordfleet_print.press.paper import A4
from wordfleet_print.rulebook import site as sites
from wordfleet_print.rulebook.compare import compare
from wordfleet_print.rulebook.job import Published, RulebookJob, publish
from wordfleet_print.rulebook.site import LIST, Built, SiteJob, build_site
from wordfleet_print.rulebook.site_check import LONE_POLICY, POLICY, Links, site_faults

EDITIONS = ("word-fleet", "word-fleet-strike", "word-fleet-admirals")
POCKET = {
    "title: Word Fleet": "title: Pocket Fleet",
    "edition: Captains": "edition: Pocket",
    "slug: word-fleet": "slug: pocket-fleet",
    "columns: 10": "columns: 8",
    "rows: 10": "rows: 8",
    "  - {ship: PT, letters: 2, example: GO, silhouette: pt}\n": "",
    "known_letters: 14": "known_letters: 12",
}
"""A designer's Word Fleet: 8 × 8, four ships."""


def _refuses(_: RulebookJob) -> Published:
    raise AssertionError("nothing should be rendered")


def _snapshot(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Built]:
    """The bundled site without PDFs, and what building it told."""
    folder = tmp_path_factory.mktemp("site")
    return folder, build_site(SiteJob(folder, downloads=False), publish)


@pytest.fixture
def copied(plain: tuple[Path, Built], tmp_path: Path) -> Path:
    """A copy of it to change."""
    return Path(shutil.copytree(plain[0], tmp_path / "site"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with two editions and a designer's own."""
    folder = tmp_path / "own"
    folder.mkdir()
    for slug in EDITIONS[:2]:
        shutil.copy(data_folder("rules") / f"{slug}.md", folder)
    front, body = (data_folder("rules") / "word-fleet.md").read_text(encoding="utf-8").split("\n---\n", 1)
    for old, new in POCKET.items():
        assert old in front
        front = front.replace(old, new, 1)
    text = f"{front}\n---\n# Pocket Fleet – small seas\n\n## Play\n\nOn {{{{ grid.columns }}}} columns.\n"
    assert body
    (folder / "pocket-fleet.md").write_text(text, encoding="utf-8")
    return folder


def test_the_site_is_whole(plain: tuple[Path, Built]) -> None:
    """A landing page, each rulebook, the comparison, a 404, robots.txt; no sitemap without an address."""
    folder, built = plain
    pages = {"index.html", "compare.html", "404.html", "robots.txt", *(f"{slug}.html" for slug in rules_slugs())}
    assert pages | {LIST} == {path.name for path in folder.iterdir() if path.is_file()}
    assert set(built.files) == set(_snapshot(folder)) - {LIST}
    landing = (folder / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<section class="hero game-([a-z-]+)"', landing) == [
        "word-fleet",
        "army-men",
        "happy-flip-chess",
    ]
    assert all(f'href="{slug}.html"' in landing for slug in rules_slugs())


def test_every_link_leads_somewhere_and_stays_relative(plain: tuple[Path, Built]) -> None:
    """No page fetches from elsewhere or names a place that is not there; nothing starts at the root."""
    files = _snapshot(plain[0])
    assert list(site_faults(files, frozenset(files))) == []
    for name, content in files.items():
        if name.endswith(".html"):
            links = Links(content.decode())
            assert not [link for link in links.fetched if urlsplit(link).scheme not in {"", "data"}]
            assert not [link for link in links.followed + links.fetched if link.startswith("/")]


def test_faults_of_a_page_are_found() -> None:
    """The checker sees dead links, dead anchors, foreign fetches, scripts, and a missing policy."""
    page = (
        '<a href="gone.html"></a><a href="#gone"></a><img src="https://example.org/x.png"><script></script><p style="">'
    )
    told = "\n".join(what for _, what in site_faults({"a.html": page.encode()}, frozenset(["a.html"])))
    for word in ("gone.html", "#gone", "example.org", "<script>", "style=", "Policy"):
        assert word in told


def test_every_page_has_the_strict_policy(plain: tuple[Path, Built]) -> None:
    """Styles from beside the page only, no script at all; the 404 holds its own styles, by their digest."""
    for path in plain[0].glob("*.html"):
        page = path.read_text(encoding="utf-8")
        policy = Links(page).policy
        assert LONE_POLICY.fullmatch(policy) if path.name == "404.html" else policy == POLICY
        assert ("<style" in page) == (path.name == "404.html")
        assert "style=" not in page.replace("style=&", "")


def test_assets_are_shared_and_named_by_their_content(plain: tuple[Path, Built]) -> None:
    """Each asset's name holds a digest of it; all rulebooks use the same style sheet; pages are light."""
    import hashlib

    folder, _ = plain
    for path in (folder / "assets").iterdir():
        assert hashlib.sha256(path.read_bytes()).hexdigest()[:12] in path.name
    used = [re.findall(r"assets/rulebook-\w+\.css", (folder / f"{slug}.html").read_text()) for slug in rules_slugs()]
    assert all(used)
    assert len({sheet for sheets in used for sheet in sheets}) == 1
    assert {path.suffix for path in (folder / "assets").iterdir()} == {".css", ".woff2", ".svg"}


def test_the_table_compares_front_matter(plain: tuple[Path, Built]) -> None:
    """Each value of the table is the edition's own."""
    editions = [load_edition(slug) for slug in EDITIONS]
    rows = {row.fact: row.values for row in compare(editions)}
    for i, edition in enumerate(editions):
        assert rows["Grid"][i] == (f"{edition.grid.columns} × {edition.grid.rows} squares",)
        assert rows["Letters in a fleet"][i] == (str(edition.fleet_letters),)
        assert rows["Ships and their letters"][i] == tuple(f"{ship.ship}: {ship.letters}" for ship in edition.fleet)
        assert rows["Ships may touch"][i][0].startswith("yes" if edition.touching == "allowed" else "no")
        assert [line.split(" (")[0] for line in rows["Variations"][i]] == [v.name for v in edition.variations]
    page = (plain[0] / "compare.html").read_text(encoding="utf-8")
    assert all(line.replace("&", "&amp;") in page for values in rows.values() for value in values for line in value)


def test_the_table_follows_a_change(own: Path, tmp_path: Path) -> None:
    """An own 8 × 8 game appears: a hero, a page, a column; and the table follows its front matter."""
    job = SiteJob(tmp_path / "site", rules=own, downloads=False)
    build_site(job, publish)
    page = (job.output / "compare.html").read_text(encoding="utf-8")
    assert "8 × 8 squares" in page
    assert "Pocket Fleet, Pocket" in page
    assert 'id="pocket-fleet"' in (job.output / "index.html").read_text(encoding="utf-8")
    assert "On 8 columns" in (job.output / "pocket-fleet.html").read_text(encoding="utf-8")
    file = own / "pocket-fleet.md"
    file.write_text(file.read_text(encoding="utf-8").replace("columns: 8", "columns: 9"), encoding="utf-8")
    built = build_site(job, publish)
    assert built.made == ["page/pocket-fleet"]
    assert "9 × 8 squares" in (job.output / "compare.html").read_text(encoding="utf-8")


def test_an_own_game_has_a_tracker_pack(own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trackers of a designer's edition are printed from its front matter alone."""
    monkeypatch.setattr(sites, "load_weasyprint", _no_pango)
    (own / "word-fleet.md").unlink()
    built = build_site(SiteJob(tmp_path / "site", papers=(A4,), rules=own), publish)
    assert (tmp_path / "site/downloads/pocket-fleet-trackers-a4.pdf").read_bytes().startswith(b"%PDF")
    assert built.notes == []


def _no_pango() -> None:
    raise MissingDependencyError("Rulebook PDFs need Pango.", tip="To get Pango: …")


def test_without_pango_there_is_a_site_without_rulebook_pdfs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tracker packs are there all the same, and what is missing is said; with Pango it is made up for."""
    monkeypatch.setattr(sites, "load_weasyprint", _no_pango)
    job = SiteJob(tmp_path, papers=(A4,))
    built = build_site(job, publish)
    assert built.missing
    assert {path.name for path in (tmp_path / "downloads").iterdir()} == {
        f"{slug}-trackers-a4.pdf" for slug in EDITIONS
    }
    assert "left out" in (tmp_path / "index.html").read_text(encoding="utf-8")
    again = build_site(job, publish)
    assert (again.made, again.written) == ([], [])


def test_the_same_bytes_every_time(plain: tuple[Path, Built], tmp_path: Path) -> None:
    """Another folder gets the same site, list included."""
    build_site(SiteJob(tmp_path / "again", downloads=False), publish)
    assert _snapshot(tmp_path / "again") == _snapshot(plain[0])


def test_an_unchanged_rebuild_renders_and_writes_nothing(copied: Path) -> None:
    """Not one file is rendered or touched."""
    before = {path: path.stat().st_mtime_ns for path in copied.rglob("*")}
    built = build_site(SiteJob(copied, downloads=False), _refuses)
    assert (built.written, built.removed, built.made) == ([], [], [])
    assert {path: path.stat().st_mtime_ns for path in copied.rglob("*")} == before


def test_only_what_changed_is_made(copied: Path) -> None:
    """A page that was damaged is made again, and nothing else."""
    (copied / "army-men.html").write_text("damaged")
    built = build_site(SiteJob(copied, downloads=False), publish)
    assert (built.made, built.written) == (["page/army-men"], ["army-men.html"])


def test_what_the_site_no_longer_has_is_removed_and_the_rest_kept(own: Path, tmp_path: Path) -> None:
    """A game that is gone takes its page along; files of others stay, even beside it."""
    job = SiteJob(tmp_path / "site", rules=own, downloads=False)
    build_site(job, publish)
    (job.output / "CNAME").write_text("example.org")
    (job.output / "assets" / "mine.png").write_bytes(b"mine")
    (own / "pocket-fleet.md").unlink()
    built = build_site(job, publish)
    assert "pocket-fleet.html" in built.removed
    assert not (job.output / "pocket-fleet.html").exists()
    assert (job.output / "CNAME").exists()
    assert (job.output / "assets" / "mine.png").exists()


def test_a_list_that_names_other_places_is_not_trusted(copied: Path) -> None:
    """A list with a path out of the folder removes nothing there."""
    victim = copied.parent / "victim.txt"
    victim.write_text("here")
    listed = copied / LIST
    listed.write_text(listed.read_text().replace('"files": {', '"files": {"../victim.txt": "x",', 1))
    build_site(SiteJob(copied, downloads=False), publish)
    assert victim.read_text() == "here"


def test_somebody_elses_page_is_not_overwritten(tmp_path: Path) -> None:
    """A file under one of the site's names that the site did not write: refused, nothing written."""
    (tmp_path / "index.html").write_text("my own")
    with pytest.raises(CannotWriteError, match=r"index\.html"):
        build_site(SiteJob(tmp_path, downloads=False), publish)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_broken_rules_leave_the_site_as_it_was(own: Path, tmp_path: Path) -> None:
    """One fault, and nothing of the new site is published."""
    job = SiteJob(tmp_path / "site", rules=own, downloads=False)
    build_site(job, publish)
    before = _snapshot(job.output)
    with (own / "pocket-fleet.md").open("a", encoding="utf-8") as file:
        file.write("\n{{ no_such_name }}\n")
    with pytest.raises(BadInputError) as caught:
        build_site(job, publish)
    assert re.search(r"pocket-fleet\.md:\d+", str(caught.value))
    assert _snapshot(job.output) == before


def test_a_sitemap_needs_an_address(copied: Path) -> None:
    """With one, the map lists every page, robots.txt names it, and the 404's links work at any depth."""
    job = SiteJob(copied, downloads=False, url="https://example.org/games/")
    build_site(job, publish)
    listed = re.findall(r"<loc>(.*?)</loc>", (copied / "sitemap.xml").read_text())
    assert {"https://example.org/games/", "https://example.org/games/compare.html"} <= set(listed)
    assert len(listed) == 2 + len(rules_slugs())
    assert "Sitemap: https://example.org/games/sitemap.xml" in (copied / "robots.txt").read_text()
    assert 'href="/games/index.html"' in (copied / "404.html").read_text()
    built = build_site(replace(job, url=""), publish)
    assert built.removed == ["sitemap.xml"]
