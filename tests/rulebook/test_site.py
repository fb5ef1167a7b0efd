"""The published site: whole, linked, strict, the same every time, and built again only where something changed."""

from __future__ import annotations

import re
import shutil
import socket
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from making.command import Run, files_in, killed
from making.games import EDITIONS, LEAST, write_editions, write_reeds
from making.nursery import PROGRAMME, called
from making.rulebooks import bundled, without_pango
from wordfleet_print.errors import BadInputError, CannotWriteError, ExitCode, WordfleetError
from wordfleet_print.event.lock import LOCK_FILE
from wordfleet_print.files import data_folder
from wordfleet_print.games import load_edition, load_rules, rules_slugs
from wordfleet_print.jobs import machine
from wordfleet_print.rulebook import quick_reference
from wordfleet_print.rulebook.links import LONE, Links, policy_of, site_faults
from wordfleet_print.rulebook.rendering import RenderOrder, T, all_of, render_here, rendering
from wordfleet_print.rulebook.site_build import Built, Site, build_site
from wordfleet_print.rulebook.site_pages import SiteContext, compare, make_pages
from wordfleet_print.rulebook.text.guard import own_policy
from wordfleet_print.rulebook.units import SITE_LIST
from wordfleet_print.sandbox import ChildLimits
from wordfleet_print.tracker.geometry import A4


def _refuses(orders: Sequence[RenderOrder[T]]) -> list[T | WordfleetError]:
    """Only the pages that list what there is are made."""
    assert {order.work.func for order in orders} <= {make_pages}
    return render_here(orders)


@pytest.fixture(scope="session")
def plain() -> Path:
    """The bundled site without PDFs."""
    return bundled()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with two editions and a designer's own, which say little."""
    return write_editions(tmp_path / "own")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A small site: of that folder, without PDFs."""
    folder = tmp_path_factory.mktemp("first")
    site = Site(folder / "site", rules=write_editions(folder / "own"), downloads=False)
    build_site(site)
    return site


@pytest.fixture
def copied(first: Site, tmp_path: Path) -> Site:
    """A copy of it to change."""
    return replace(first, output=Path(shutil.copytree(first.output, tmp_path / "site")))


def test_the_site_is_whole(plain: Path) -> None:
    """A landing page, each rulebook, the comparison, a 404, robots.txt; no sitemap without an address."""
    own = {"index.html", "search.html", "compare.html", "404.html", "robots.txt"}
    pages = own | {f"{slug}.html" for slug in rules_slugs()}
    assert pages | {SITE_LIST} == {path.name for path in plain.iterdir() if path.is_file()}
    landing = (plain / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<section class="hero game-([a-z-]+)"', landing) == [
        "word-fleet",
        "army-men",
        "happy-flip-chess",
    ]
    assert all(f'href="{slug}.html"' in landing for slug in rules_slugs())


def test_every_link_leads_somewhere_and_stays_relative(plain: Path) -> None:
    """No page fetches from elsewhere or names a place that is not there; nothing starts at the root."""
    files = files_in(plain)
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
        "<style>p{color:red}</style>"
    )
    icon = '<svg onload="x()"><image href="https://example.com/y.png"/></svg>'
    files = {"a.html": page.encode(), "b.svg": icon.encode()}
    told = "\n".join(what for _, what in site_faults(files, frozenset(files)))
    for word in (
        "gone.html",
        "#gone",
        "example.org",
        "<script>",
        "style=",
        "<style>",
        "Policy",
        "onload",
        "example.com",
    ):
        assert word in told


def test_every_page_has_the_strict_policy(plain: Path) -> None:
    """Styles from beside the page only, no script but for the search; the 404 holds its own styles, by their digest."""
    for path in plain.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        links = Links(page)
        assert links.policy == (own_policy(links.styles) if path.name == LONE else policy_of(path.name))
        assert bool(links.styles) == (path.name == LONE)
        assert "style=" not in page.replace("style=&", "")


def test_tables_need_no_roles(plain: Path) -> None:
    """A table's parts have their roles by what they are: to say it again is an error."""
    page = (plain / "compare.html").read_text(encoding="utf-8")
    assert '<th scope="row">' in page
    assert not re.findall(r"<t\w+[^>]* role=", page)


def test_assets_are_shared_and_named_by_their_content(plain: Path) -> None:
    """Each asset's name holds a digest of it; all rulebooks use the same style sheet, all pages the same fonts."""
    import hashlib

    for path in (plain / "assets").iterdir():
        assert hashlib.sha256(path.read_bytes()).hexdigest()[:12] in path.name
    shared = [path for path in plain.glob("*.html") if path.name != LONE]
    for name, pages in (("rulebook", [plain / f"{slug}.html" for slug in rules_slugs()]), ("fonts", shared)):
        used = [re.findall(rf"assets/{name}-\w+\.css", page.read_text(encoding="utf-8")) for page in pages]
        assert all(used)
        assert len({sheet for sheets in used for sheet in sheets}) == 1
    names = sorted(path.name.split("-")[0] + path.suffix for path in (plain / "assets").iterdir())
    assert names == ["fonts.css", "icon.svg", "rulebook.css", "site.css"]


def test_the_table_links_rulings(plain: Path) -> None:
    """What the designer leaves open is told as open, with a link to what the rulebook suggests."""
    rows = {row.fact: row.values for row in compare(list(map(load_edition, EDITIONS)))}
    assert rows["Asking for a letter"] == (
        ("left open; the rulebook suggests a rule (†)",),
        *[("each letter once a game",)] * 2,
    )
    page = (plain / "compare.html").read_text(encoding="utf-8")
    ruled = re.findall(r'<a href="[a-z-]+\.html#ruling-([a-z-]+)">the rulebook suggests</a>', page)
    assert Counter(ruled) == {"same-letter": 1, "opening": 2, "rarity": 2}


def test_the_table_follows_a_change(copied: Site, own: Path) -> None:
    """An own 8 × 8 game appears: a hero, a page, a column; and the table follows its front matter."""
    job = replace(copied, rules=own)
    page = (job.output / "compare.html").read_text(encoding="utf-8")
    assert "8 × 8 squares" in page
    assert "Pocket Fleet, Pocket" in page
    assert 'id="pocket-fleet"' in (job.output / "index.html").read_text(encoding="utf-8")
    assert "On 8 columns" in (job.output / "pocket-fleet.html").read_text(encoding="utf-8")
    file = own / "pocket-fleet.md"
    file.write_text(file.read_text(encoding="utf-8").replace("columns: 8", "columns: 9"), encoding="utf-8")
    built = build_site(job)
    assert built.made == ["pocket-fleet.html"]
    assert "9 × 8 squares" in (job.output / "compare.html").read_text(encoding="utf-8")


def test_without_pango_there_is_a_site_without_rulebook_pdfs(own: Path, tmp_path: Path) -> None:
    """Tracker packs are there all the same, a designer's too, from front matter alone; and what is missing is said."""
    job = Site(tmp_path / "site", papers=(A4,), rules=own)
    with without_pango():
        built = build_site(job)
        again = build_site(job)
    assert built.missing
    assert built.notes == []
    kinds = ("trackers", "kit")
    packs = {f"downloads/{slug}-{kind}-a4.pdf" for slug in (*EDITIONS[:2], "pocket-fleet") for kind in kinds}
    page = (job.output / "print.html").read_text(encoding="utf-8")
    assert {name for name in built.files if name.startswith("downloads/")} == packs
    assert all((job.output / name).read_bytes().startswith(b"%PDF") for name in packs)
    assert {link for link in Links(page).followed if link.endswith(".pdf")} == packs
    assert "left out" in page
    assert (again.made, again.written) == ([], [])


def test_the_same_bytes_everywhere(plain: Path, tmp_path: Path) -> None:
    """Another folder, in another world, gets the same site, list included; and what was written is told."""
    built = build_site(Site(tmp_path / "again", downloads=False))
    assert files_in(tmp_path / "again") == files_in(plain)
    assert set(built.files) == set(files_in(plain)) - {SITE_LIST}


def test_an_unchanged_rebuild_renders_and_writes_nothing(copied: Site) -> None:
    """Not one file is rendered or touched."""
    before = {path: path.stat().st_mtime_ns for path in copied.output.rglob("*")}
    built = build_site(copied, _refuses)
    assert (built.written, built.removed, built.made) == ([], [], [])
    assert {path: path.stat().st_mtime_ns for path in copied.output.rglob("*")} == before


def test_only_what_changed_is_made(copied: Site) -> None:
    """A page that was damaged is made again, and nothing else."""
    (copied.output / "word-fleet.html").write_text("damaged")
    built = build_site(copied)
    assert (built.made, built.written) == (["word-fleet.html"], ["word-fleet.html"])


def test_what_the_site_no_longer_has_is_removed_and_the_rest_kept(copied: Site, own: Path) -> None:
    """A game that is gone takes its page along; files of others stay, even beside it."""
    (copied.output / "CNAME").write_text("example.org")
    (copied.output / "assets" / "mine.png").write_bytes(b"mine")
    (own / "pocket-fleet.md").unlink()
    built = build_site(replace(copied, rules=own))
    assert "pocket-fleet.html" in built.removed
    assert not (copied.output / "pocket-fleet.html").exists()
    assert (copied.output / "CNAME").exists()
    assert (copied.output / "assets" / "mine.png").exists()


def test_a_list_that_names_other_places_is_not_trusted(copied: Site) -> None:
    """A list with a path out of the folder removes nothing there."""
    victim = copied.output.parent / "victim.txt"
    victim.write_text("here")
    listed = copied.output / SITE_LIST
    listed.write_text(listed.read_text().replace('"files": {', '"files": {"../victim.txt": "x",', 1))
    build_site(copied)
    assert victim.read_text() == "here"


def test_somebody_elses_page_is_not_overwritten(own: Path, tmp_path: Path) -> None:
    """A file under one of the site's names that the site did not write: refused, nothing written."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text("my own")
    with pytest.raises(CannotWriteError, match=r"index\.html"):
        build_site(Site(tmp_path / "site", rules=own, downloads=False))
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]


def test_broken_rules_leave_the_site_as_it_was(copied: Site, own: Path) -> None:
    """One fault, and nothing of the new site is published."""
    before = files_in(copied.output)
    with (own / "pocket-fleet.md").open("a", encoding="utf-8") as file:
        file.write("\n{{ no_such_name }}\n")
    with pytest.raises(BadInputError) as caught:
        build_site(replace(copied, rules=own))
    assert re.search(r"pocket-fleet\.md:\d+", str(caught.value))
    assert files_in(copied.output) == before


def test_a_sitemap_needs_an_address(copied: Site) -> None:
    """With one, the map lists every page, each says where it stands, and the 404's links work at any depth."""
    folder, job = copied.output, replace(copied, url="https://example.org/games/")
    build_site(job)
    listed = re.findall(r"<loc>(.*?)</loc>", (folder / "sitemap.xml").read_text())
    pages = ("", "compare.html", "search.html", "pocket-fleet.html", *(f"{slug}.html" for slug in EDITIONS[:2]))
    assert sorted(listed) == sorted(job.url + page for page in pages)
    for address in listed:
        page = folder / (address.removeprefix(job.url) or "index.html")
        assert f'<link rel="canonical" href="{address}">' in page.read_text(encoding="utf-8")
    assert "Sitemap: https://example.org/games/sitemap.xml" in (folder / "robots.txt").read_text()
    lost = Links((folder / LONE).read_text(encoding="utf-8"))
    assert "/games/index.html" in lost.followed
    assert all(link.startswith(("/games/", "#")) for link in lost.followed)
    built = build_site(copied)
    assert "sitemap.xml" in built.removed
    assert "canonical" not in (folder / "word-fleet.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Built]:
    """A site of one game of few words with all its downloads on A4; which letters fit on its back is not sought."""
    folder = tmp_path_factory.mktemp("small")
    job = Site(folder / "site", papers=(A4,), rules=write_reeds(folder / "reeds"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quick_reference, "SIZES", quick_reference.SIZES[:1])
        return job, build_site(job)


def test_each_download_is_listed_with_its_pages(small: tuple[Site, Built]) -> None:
    """Rulebook, booklet and quick reference are made; what the page tells of them is what they are."""
    import pikepdf

    job, built = small
    page = (job.output / "print.html").read_text(encoding="utf-8")
    names = [f"downloads/reeds{kind}-a4.pdf" for kind in ("", "-booklet", "-quick-reference")]
    assert sorted(name for name in built.files if name.startswith("downloads/")) == sorted(names)
    told = dict(re.findall(r'<a href="(downloads/[^"]+)"[^>]*>(\d+) pages?<', page))
    assert list(told) == names
    for name in names:
        with pikepdf.open(job.output / name) as pdf:
            assert len(pdf.pages) == int(told[name])


def test_a_live_build_leaves_downloads_as_they_are(small: tuple[Site, Built], tmp_path: Path) -> None:
    """While someone writes, PDFs are not made again, none is made anew, and no page links to one that is not there."""
    job, _ = small
    output = Path(shutil.copytree(job.output, tmp_path / "site"))
    rules = write_reeds(tmp_path / "rules")
    (rules / "reeds.md").write_text((rules / "reeds.md").read_text("utf-8").replace("# Reeds", "# Rushes"), "utf-8")
    live = replace(job, output=output, rules=rules, keeps_old=True)
    assert build_site(live).made == ["reeds.html"]
    assert (output / "downloads/reeds-a4.pdf").exists()
    fresh = build_site(replace(live, output=tmp_path / "fresh"))
    assert [name for name in fresh.files if name.endswith(".pdf") or name == "print.html"] == []


def test_a_kill_at_any_step_leaves_whole_files(tmp_path: Path) -> None:
    """Killed before each file that is opened, brought to the disk, renamed or removed: every page is the old one or the
    new one, and the same command builds the new site, with nothing beside it.
    """
    rules = write_reeds(tmp_path / "rules")
    (rules / "straw.md").write_text(f"---\n{LEAST.replace('reeds', 'straw')}---\n# Straw\n", encoding="utf-8")
    site = Site(tmp_path / "old", rules=rules, downloads=False)
    build_site(site)
    (rules / "straw.md").unlink()
    build_site(replace(site, output=Path(shutil.copytree(site.output, tmp_path / "new"))))
    old, new = (files_in(tmp_path / name) for name in ("old", "new"))
    mixed = None
    for folder in killed(lambda folder: build_site(replace(site, output=folder)), site.output):
        found = {name: file for name, file in files_in(folder).items() if not name.endswith((".part", LOCK_FILE))}
        assert all(file in (old.get(name), new.get(name)) for name, file in found.items())
        mixed = mixed or (folder if found not in (old, new) else None)
    assert mixed
    build_site(replace(site, output=mixed))
    assert files_in(mixed) == new


def test_what_cannot_be_bound_is_left_out_with_a_note(
    small: tuple[Site, Built], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quick reference that does not fit its sheet costs that file alone; the note says which and why."""
    output = Path(shutil.copytree(small[0].output, tmp_path / "site"))
    (output / "downloads/reeds-quick-reference-a4.pdf").unlink()

    def too_long(*_: object) -> None:
        raise BadInputError("The quick reference needs 3 pages.")

    monkeypatch.setattr(quick_reference, "print_quick_reference", too_long)
    built = build_site(replace(small[0], output=output))
    assert built.notes == ["reeds: no quick reference on A4: The quick reference needs 3 pages"]
    assert [name for name in built.files if name.startswith("downloads/")] == [
        "downloads/reeds-a4.pdf",
        "downloads/reeds-booklet-a4.pdf",
    ]


def test_templates_that_replace_nothing_get_a_note(copied: Site, tmp_path: Path) -> None:
    """A style sheet beside the folder it belongs in is named with the one meant; the site is as without it."""
    own = tmp_path / "templates"
    own.mkdir()
    (own / "site.css").write_text("body { color: navy }", encoding="utf-8")
    built = build_site(replace(copied, templates=own))
    assert built.notes == [f"{own}/site.css: replaces no template (did you mean site/site.css?)"]
    assert built.written == []


def test_two_files_of_one_name_are_refused(own: Path, tmp_path: Path) -> None:
    """A slug that makes one game's rulebook the other's booklet is told, and nothing is written."""
    file = own / "pocket-fleet.md"
    file.write_text(file.read_text(encoding="utf-8").replace("slug: pocket-fleet", "slug: word-fleet-booklet"))
    with pytest.raises(BadInputError, match=r"word-fleet-booklet-a4\.pdf: is the"):
        build_site(Site(tmp_path / "site", rules=own), _refuses)
    assert not (tmp_path / "site").exists()


# A designer's templates.


def _with_template(folder: Path, name: str, text: str) -> SiteContext:
    """An order for the other pages, with one template of a designer's."""
    (folder / "dress/site").mkdir(parents=True)
    (folder / "dress/site" / name).write_text(text, encoding="utf-8")
    return SiteContext((load_edition("word-fleet"),), templates=folder / "dress")


def test_own_templates_reach_the_sites_pages(copied: Site, tmp_path: Path) -> None:
    """Page, bar, style sheets and icon of a designer's take the place of the bundled ones, on rulebooks too."""
    bundled = data_folder("templates")
    (tmp_path / "dress/site").mkdir(parents=True)
    changes = {
        "site/404.html": ("Miss!", "Splash!"),
        "site/bar.html": ("All games", "Harbour"),
        "site/bar.css": ("#0b1622", "rebeccapurple"),
        "site/site.css": ("#0f1d2d", "midnightblue"),
        "base.css": ("#fdfcf8", "papayawhip"),
        "site/icon.svg": ("#14263a", "#abcdef"),
    }
    for name, (old, new) in changes.items():
        text = (bundled / name).read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "dress" / name).write_text(text.replace(old, new), encoding="utf-8")
    folder = copied.output
    build_site(replace(copied, templates=tmp_path / "dress"))
    assert "Splash!" in (folder / LONE).read_text(encoding="utf-8")
    assert all("Harbour" in path.read_text(encoding="utf-8") for path in folder.glob("*.html"))
    assets = {path.name.split("-")[0]: path.read_text(encoding="utf-8") for path in (folder / "assets").iterdir()}
    for styles in (assets["rulebook"], assets["site"]):
        assert ("rebeccapurple" in styles, "papayawhip" in styles) == (True, True)
    assert "midnightblue" in assets["site"]
    assert "#abcdef" in assets["icon"]


HOSTILE = {
    "unknown variable": ("index.html", "\n{{ nope }}", r"site/index\.html:2: 'nope' is undefined"),
    "Python behind": ("bar.html", "{{ ''.__class__.__mro__ }}", "unsafe"),
    "reading files": ("404.html", "{% include '/etc/passwd' %}", r"404\.html:1"),
    "syntax": ("compare.html", "{% if %}", r"site/base\.html|compare\.html:1|cannot be filled in"),
    "fetching": ("site.css", "a{background:url(https://example.org/x.png)}", "fetches https://example"),
    "huge icon": ("icon.svg", "x" * 600_000, "larger than"),
}


@pytest.mark.parametrize(("name", "text", "told"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_templates_end_in_one_error(name: str, text: str, told: str, tmp_path: Path) -> None:
    """The sandbox refuses what reaches out of it, and names file and line."""
    order = _with_template(tmp_path, name, text)
    if name == "compare.html":
        order = replace(order, books=tuple(map(load_edition, EDITIONS)))
    with pytest.raises(BadInputError) as caught:
        make_pages(order)
    assert re.search(told, str(caught.value))


def test_a_child_makes_the_same_pages_and_keeps_to_limits(tmp_path: Path) -> None:
    """Made in a process of its own, every file and bar is what it is when made here. What the process refuses arrives
    whole; what it is stopped over, `site` itself is asked below.
    """
    order = _with_template(tmp_path, "icon.svg", "<svg></svg>")
    order = replace(order, books=tuple(load_rules(slug).book for slug in rules_slugs()), url="https://example.org/")
    endless = _with_template(tmp_path / "endless", "bar.html", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}")
    with rendering(1, ChildLimits()) as render:
        assert all_of(render([RenderOrder(partial(make_pages, order))])) == [make_pages(order)]
        with pytest.raises(BadInputError, match=r"recursion|nested too deeply"):
            all_of(render([RenderOrder(partial(make_pages, endless))]))


def test_a_page_that_could_run_something_is_refused(copied: Site, tmp_path: Path) -> None:
    """A script in a designer's template stops the build; the site stays as it was."""
    before = files_in(copied.output)
    order = _with_template(tmp_path, "bar.html", '<nav onclick="x()"><script>1</script></nav>')
    with pytest.raises(BadInputError, match=r"holds <script>"):
        build_site(replace(copied, templates=order.templates))
    assert files_in(copied.output) == before


# The command.


def test_quiet_means_only_errors(call: Run, tmp_path: Path) -> None:
    """`--quiet` says nothing of what is written or left out."""
    write_reeds(tmp_path / "mine")
    done = call("site", "--no-downloads", "--quiet", "--rules", "mine", "--workers", "1")
    assert (done.code, done.out, done.err) == (ExitCode.DONE, "", "")


def test_the_command_uses_own_templates_with_limits(call: Run, tmp_path: Path) -> None:
    """`site --templates` renders in a child, and the limits hold for it: a loop ends with the limit's message, and
    nothing is written.
    """
    loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    _with_template(tmp_path, "index.html", loop)
    write_reeds(tmp_path / "mine")
    done = call(
        "site", "--no-downloads", "--rules", "mine", "--templates", "dress", "--max-seconds", "1", "--workers", "1"
    )
    assert done.code == ExitCode.BAD_INPUT
    assert "longer than the limit of 1 second" in done.err
    assert [path for path in (tmp_path / "output").rglob("*") if path.is_file()] == []


SAVED_MEANWHILE = """
from pathlib import Path
from wordfleet_print.jobs.publish import SiteRequest

def build(request, seen, build=SiteRequest.build):
    built, file = build(request, seen), request.site.rules / "reeds.md"
    if "Rushes" in file.read_text():
        raise KeyboardInterrupt
    file.write_text(file.read_text().replace("# Reeds", "# Rushes"))
    return built

SiteRequest.build = build
"""
"""A rule is saved while the first build goes on, and Ctrl-C is pressed in the second."""


def test_what_is_saved_during_the_first_build_is_seen(tmp_path: Path) -> None:
    """The site is built again with it, without another change; and what is left out of the rules is told."""
    with (write_reeds(tmp_path / "rules") / "reeds.md").open("a", encoding="utf-8") as file:
        file.write("\n<blink>Cut.</blink>\n")
    arguments = ("site", "--watch", "--port", "0", "--no-downloads", "--workers", "1", "--rules", "rules", "-o", "site")
    ran = called(*arguments, folder=tmp_path, doing=SAVED_MEANWHILE + PROGRAMME)
    assert ran.code == 130, ran.err
    assert ": left out <blink>" in ran.err
    assert "Rushes" in (tmp_path / "site" / "reeds.html").read_text(encoding="utf-8")


def test_watching_begins_only_where_it_can(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside `--json`, on a port that is taken, or without the extra `web` nothing is built, and what to do is told."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = [call("site", "--watch", *more) for more in (["--json"], ["--port", port])]
    monkeypatch.setattr(machine, "WEB", ("starlette", "no_such_package"))
    told.append(call("site", "--watch"))
    assert [done.code for done in told] == [ExitCode.USAGE, ExitCode.CANNOT_WRITE, ExitCode.MISSING_DEPENDENCY]
    words = ["Leave one of them out", "0 for any", "no_such_package, which is not installed"]
    for done, word in zip(told, words, strict=True):
        assert (word, word in done.err) == (word, True)
    assert "wordfleet-print[web]" in told[-1].err
    assert [path for path in Path("output").rglob("*") if path.is_file()] == []
