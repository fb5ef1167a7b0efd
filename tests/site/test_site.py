"""The site: its pages, what they lead to, what is written again and what is left alone."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.games import HEAD, write_editions
from support.html import Page, text_of
from support.publishing import build_site
from support.sheets import write_edition
from wordfleet_print.errors import BadInputError, CannotWriteError
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.word_lists import TIERS, list_themes
from wordfleet_print.games import (
    find_luminance,
    load_edition,
    load_rules,
    packaged,
    read_folder,
)
from wordfleet_print.games.schema import Colors, is_dark
from wordfleet_print.paper import PAPERS
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.services.trackers import deal_trackers
from wordfleet_print.settings.games import SiteSettings
from wordfleet_print.settings.table import TrackerSettings
from wordfleet_print.site.covers import choose_cover_color, draw_cover_styles
from wordfleet_print.site.dead_links import find_dead_links
from wordfleet_print.site.pages import SiteContents, compare_books, link_pairs, make_pages
from wordfleet_print.site.pairs import list_word_choices, name_pair, print_pairs


def read_page(path: Path) -> Page:
    """Return a page of the site as a browser reads it."""
    return Page(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled site without PDFs, with two pairs of each edition."""
    folder = tmp_path_factory.mktemp("plain")
    build_site(SiteSettings(output=folder, paper="a4", downloads=False, pairs=2))
    return folder


@pytest.fixture
def own(tmp_path: Path) -> SiteSettings:
    """A designer's site: two editions, and one of their own."""
    return SiteSettings(
        output=tmp_path / "site", rules=write_editions(tmp_path / "rules"), downloads=False
    )


def test_every_page_is_there(plain: Path) -> None:
    """A landing page, each rulebook, the comparison, pairs and a 404; neither search nor
    sitemap.
    """
    names = {
        path.name for path in plain.iterdir() if path.is_file() and not path.name.startswith(".")
    }
    books = {"army-men.html", "happy-flip-chess.html", "word-fleet.html"}
    books |= {"word-fleet-strike.html", "word-fleet-admirals.html"}
    books |= {f"word-fleet-{language}.html" for language in ("de", "es", "fr")}
    assert names == {"index.html", "compare.html", "pairs.html", "404.html", *books}
    # Two pairs: English of three tiers and each theme for three editions, and three languages
    lists = 3 * (len(TIERS) + len(list_themes())) + 3
    assert len(list((plain / "pairs").glob("*.pdf"))) == 2 * lists


def test_links_lead_somewhere(plain: Path) -> None:
    """No page names a place that is not there; a dead link, a dead anchor and a link out of the
    site are told apart.
    """
    files = {
        path.relative_to(plain).as_posix(): path.read_bytes()
        for path in plain.rglob("*")
        if path.is_file()
    }
    assert list(find_dead_links(files)) == []
    wrong = (
        b'<a href="gone.html">x</a> <a href="b.html#there">x</a> <a '
        b'href="https://example.org">x</a> <a href="#a">x</a>'
    )
    assert list(find_dead_links({"a.html": wrong + b'<p id="a">', "b.html": b"<p>"})) == [
        "a.html links to gone.html, which is not a page of the site",
        "a.html links to b.html#there, and no place there has that name",
    ]


def test_the_latest_edition_is_named_where_editions_are_listed(plain: Path) -> None:
    """A reader who has to choose sees which edition is the latest, as the covers say."""
    for name in ("index.html", "compare.html", "pairs.html"):
        words = read_page(plain / name).text
        assert re.search(r"Captains( edition)?,? the latest", words), name


def test_the_first_page_speaks_one_language(plain: Path) -> None:
    """A book in another language is in the list of its game, with the name of the language."""
    page = read_page(plain / "index.html")
    kickers = re.findall("For two (\\w+)", page.text)
    assert kickers == ["captains", "commanders", "players"]
    assert {"Deutsch", "Español", "Français"} <= {text_of(one) for one in page.find_all("p")}


def test_pages_run_nothing_but_the_choice_of_pairs(plain: Path) -> None:
    """Each page has a strict policy for its own styles alone; only the first page has a script, by
    its digest.
    """
    for path in plain.glob("*.html"):
        page = read_page(path)
        assert page.policy.startswith("default-src 'none'; style-src 'sha256-"), path.name
        has_script = path.name == "index.html"
        assert ("script-src 'sha256-" in page.policy) is has_script
        assert bool(page.find_all("script")) is has_script
        loaded = [*page.find_all("link"), *page.find_all("img"), *page.find_all("script")]
        addresses = [one.get("href") or one.get("src") or "data:" for one in loaded]
        assert [one for one in addresses if not one.startswith("data:")] == []
        assert page.find_all("title")


def test_the_bar_leads_everywhere(plain: Path) -> None:
    """Each page has one bar with all others; a rulebook's leads to its own pairs."""
    book = read_page(plain / "word-fleet-strike.html")
    assert len(book.find_all("nav", class_="bar")) == 1
    assert "index.html#pair-word-fleet-strike" in book.links
    comparison = read_page(plain / "compare.html")
    assert comparison.find_all("a", **{"href": "compare.html", "aria-current": "page"})


def test_the_comparison_follows_front_matter(own: SiteSettings) -> None:
    """Every fact that an edition is chosen by has a row, with what that edition's front matter
    says.
    """
    build_site(own)
    page = (own.folder / "compare.html").read_text(encoding="utf-8")
    assert "8 × 8" in page
    assert "Pocket" in page
    rows = dict(compare_books([load_edition("word-fleet"), load_edition("word-fleet-admirals")]))
    assert rows["Ships may touch"] == [["yes"], ["no, not even corner to corner"]]
    assert rows["Asking for a letter"][1] == ["each letter once a game"]


def test_the_comparison_shows_what_an_edition_says_of_its_rules(tmp_path: Path) -> None:
    """A sentence that an edition changes is changed in the comparison; what only one says is a dash
    for the other, and what none says has no row.
    """
    changes = {"slug: word-fleet": "slug: own", '- "yes"': '- "only at {turns} corners"'}
    folder = write_edition(tmp_path, changes)
    path = folder / "own.md"
    text = re.sub(r"    (asking|opens):\n.*\n.*\n.*\n.*\n", "", path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    own = read_folder(folder)[0].edition
    rows = dict(compare_books([own, load_edition("word-fleet-admirals")]))
    touching, asking = (own.say(f"compare.head.{name}") for name in ("touching", "asking"))
    assert rows[touching][0] == ["only at two corners"]
    assert rows[asking] == [["–"], ["each letter once a game"]]
    assert asking not in dict(compare_books([own, own]))


@pytest.mark.parametrize("slug", ["word-fleet-de", "word-fleet-es", "word-fleet-fr"])
def test_the_comparison_is_in_the_language_of_its_editions(slug: str) -> None:
    """Each word of a comparison is in the front matter or a label: the program adds none."""
    edition = load_edition(slug)
    front = load_rules(slug).text.split("---\n")[1]
    said = " ".join([front, *chain.from_iterable(edition.all_labels.wordings.values())])
    shown = [
        word
        for head, columns in compare_books([edition, edition])
        for text in (head, *chain.from_iterable(columns))
        for word in re.findall(r"[^\W\d]+", text)
    ]
    assert len(shown) > 100
    assert {*shown} - {*re.findall(r"[^\W\d]+", said)} == set()


def test_a_dagger_of_the_comparison_is_explained() -> None:
    """The page that compares the bundled editions, which have †, says once what it means."""
    books = tuple(load_edition(slug) for slug in ("word-fleet", "word-fleet-admirals"))
    page = make_pages(SiteContents(books))["compare.html"].decode()
    assert page.count(books[0].say("book.suggested_why")) == 1


def test_rules_link_the_pairs_of_their_site() -> None:
    """Behind each link to the address of sheets is one to the pairs of this site."""
    edition = load_edition("word-fleet")
    link = f'<a href="{edition.rules_address}">there</a>'
    linked = link_pairs(f"<p>{link}, or not.</p>", edition)
    assert linked.startswith(f'<p>{link} (<a href="pairs.html#word-fleet">')
    assert linked.endswith("</a>), or not.</p>")


def test_a_404_works_at_any_depth(own: SiteSettings) -> None:
    """With the site's public address the links of 404.html start at its root."""
    build_site(own.model_copy(update={"url": "https://example.org/fleet/"}))
    assert "/fleet/pocket-fleet.html" in read_page(own.folder / "404.html").links


def test_an_unchanged_site_is_left_alone(own: SiteSettings) -> None:
    """Built again without a change nothing is written; a damaged page is made again, and nothing
    else.
    """
    assert build_site(own).written
    assert build_site(own).written == []
    (own.folder / "pocket-fleet.html").write_text("damaged", encoding="utf-8")
    assert build_site(own).written == ["pocket-fleet.html"]


def test_games_that_are_gone_take_their_pages_along(own: SiteSettings) -> None:
    """A removed game's page goes; files of others stay; one under the site's name is refused,
    nothing is written.
    """
    build_site(own)
    (own.folder / "mine.txt").write_text("mine", encoding="utf-8")
    assert own.rules
    (own.rules / "pocket-fleet.md").unlink()
    assert build_site(own).removed == ["pocket-fleet.html"]
    assert (own.folder / "mine.txt").read_text(encoding="utf-8") == "mine"
    (own.rules / "new.md").write_text(f"{HEAD}\nPlay.\n", encoding="utf-8")
    (own.folder / "reeds.html").write_text("theirs", encoding="utf-8")
    with pytest.raises(CannotWriteError, match=r"reeds\.html"):
        build_site(own)
    assert (own.folder / "reeds.html").read_text(encoding="utf-8") == "theirs"


def test_a_slug_of_the_sites_own_is_refused(own: SiteSettings) -> None:
    """A game cannot be called as one of the site's pages; nothing is written."""
    assert own.rules
    (own.rules / "new.md").write_text(
        f"{HEAD}\nPlay.\n".replace("slug: reeds", "slug: pairs"), encoding="utf-8"
    )
    with pytest.raises(BadInputError, match="pages of its own"):
        build_site(own)
    assert not (own.folder / "index.html").exists()


def test_downloads_are_listed_as_they_are(own: SiteSettings) -> None:
    """The page of PDFs lists each kind with its pages and size."""
    site = own.model_copy(update={"downloads": True, "paper": "a4", "pairs": 0})
    blank = Printed(b"%PDF-", 3)
    build_site(site, make=lambda download: (blank,) * len(download.names))
    page = read_page(site.folder / "print.html")
    assert page.text.count("3 pages") == 3 * 4 + 3
    assert "downloads/pocket-fleet-booklet-a4.pdf" in page.links


def test_what_cannot_be_made_is_noted(own: SiteSettings) -> None:
    """Pairs that the bundled words cannot supply are left out of a designer's site with a note; the
    rest is there.
    """
    assert own.rules
    path = own.rules / "pocket-fleet.md"
    text = path.read_text(encoding="utf-8").replace(
        "letters: 5, example: STORM", "letters: 7, example: TEMPEST"
    )
    path.write_text(text, encoding="utf-8")
    built = build_site(own.model_copy(update={"pairs": 1, "paper": "a4"}))
    (note,) = [note for note in built.notes if note.startswith("pocket-fleet: no pairs on A4")]
    assert "family, standard, expert and 19 more" in note
    assert "pairs/word-fleet-animals-a4-001.pdf" in built.files


def test_pairs_stay_what_they_are(own: SiteSettings, plain: Path) -> None:
    """Pair 1 is the same file however many pairs there are."""
    build_site(own.model_copy(update={"pairs": 1, "paper": "a4"}))
    name = "pairs/word-fleet-strike-family-a4-001.pdf"
    assert (own.folder / name).read_bytes() == (plain / name).read_bytes()


def test_a_pair_can_be_dealt_again_by_its_seed(plain: Path) -> None:
    """The program prints a pair of the site again: by the name of its list as the seed."""
    seed = "site word-fleet-admirals space"
    settings = TrackerSettings(
        edition="word-fleet-admirals", theme=("space",), count=4, seed=seed, paper="a4"
    )
    dealt = deal_trackers(settings, packaged())
    second = (plain / "pairs/word-fleet-admirals-space-a4-002.pdf").read_bytes()
    assert dealt.print_pdf([3, 4]) == second


def test_pairs_of_a_list_differ() -> None:
    """All pairs of a list have different fleets, and each has two sheets."""
    edition = load_edition("word-fleet")
    for words in list_word_choices(edition):
        first, second = print_pairs(edition, words, PAPERS["a4"], 2)
        assert first.pages == second.pages == 2
        assert first.content != second.content


def test_pairs_are_listed_without_a_script(plain: Path) -> None:
    """The first page links to a list for each edition, which has every file by its number."""
    first = read_page(plain / "index.html")
    lists = read_page(plain / "pairs.html")
    targets = {link.partition("#")[2] for link in first.links if link.startswith("pairs.html#")}
    assert targets == {section.get("id") for section in lists.find_all("section", class_="shelf")}
    files = {f"pairs/{path.name}" for path in (plain / "pairs").glob("*.pdf")}
    assert {link for link in lists.links if link.startswith("pairs/")} == files


def test_the_first_page_offers_the_pairs_that_are_there(plain: Path) -> None:
    """What the script knows of the pairs are the files of the site, in every language."""
    (form,) = read_page(plain / "index.html").find_all("form")
    lists = json.loads(form.get("data-pairs", ""))
    names = {
        name_pair(slug, one["words"], paper, number)
        for slug, own in lists.items()
        for one in own
        for paper, count in one["pairs"].items()
        for number in range(1, count + 1)
    }
    assert names == {f"pairs/{path.name}" for path in (plain / "pairs").glob("*.pdf")}


def test_the_program_is_linked_if_somebody_puts_it_there(own: SiteSettings) -> None:
    """Files in `apps/` are on the first page by their system; they are never changed."""
    build_site(own)
    assert "apps/" not in (own.folder / "index.html").read_text("utf-8")
    apps = own.folder / "apps"
    apps.mkdir()
    names = ("wordfleet-print-0.2.0-linux.zip", "wordfleet-print-0.2.0-Windows.zip", "notes.txt")
    for name in (*names, ".hidden"):
        (apps / name).write_bytes(b"1234")
    (apps / "macos.zip").symlink_to(apps / names[0])
    assert build_site(own).written == ["index.html"]
    page = read_page(own.folder / "index.html")
    shown = {
        link.get("href"): text_of(link)
        for link in page.find_all("a")
        if link.get("href", "").startswith("apps/")
    }
    titles = ("Linux", "Windows", "notes.txt")
    assert shown == {f"apps/{name}": title for name, title in zip(names, titles, strict=True)}
    assert {path.name for path in apps.iterdir()} == {".hidden", "macos.zip", *names}


@pytest.mark.parametrize("slug", packaged().slugs)
def test_covers_have_the_color_of_the_book(slug: str) -> None:
    """The cover of an edition on the site and the local page has the ink of its book."""
    book = load_rules(slug).book
    assert choose_cover_color(book) == book.look.colors.ink
    assert f".cover-{slug} {{ --cover: {book.look.colors.ink}; }}" in draw_cover_styles([book])


@given(st.integers(0, 0xFFFFFF))
def test_words_on_a_cover_can_be_read(number: int) -> None:
    """Whatever color a designer chooses as ink, words of every kind stand out from the cover."""
    ink = f"#{number:06x}"
    if not is_dark(ink):
        return
    book = load_rules("army-men").book
    look = book.look.model_copy(update={"colors": Colors(ink=ink, accent="#000000")})
    cover = find_luminance(choose_cover_color(book.model_copy(update={"look": look})))
    styles = (data_folder("templates") / "base.css").read_text(encoding="utf-8")
    words = re.findall(r"--cover-(?:text|soft|accent): (#[0-9a-f]{6});", styles)
    assert len(words) == 9
    for color in words:
        assert (find_luminance(color) + 0.05) / (cover + 0.05) >= 4.5, color


def test_no_template_breaks_a_line_inside_an_expression() -> None:
    """What a sentence depends on is named: tables of values alone may take several lines."""
    folder = data_folder("templates")
    kinds = ("web/*.html", "site/*.html", "kit/*.html", "book/*/*.html", "book/*/*.svg")
    for path in sorted(path for kind in kinds for path in folder.glob(kind)):
        for found in re.finditer(r"\{[{%][^}%]*\n", path.read_text(encoding="utf-8")):
            text = found[0]
            is_table = re.match(r"\{% (set \w+ = [{(]|from |for .* in \()|\{\{- label\(\"", text)
            assert is_table, f"{path.name}: {text.strip()}"
