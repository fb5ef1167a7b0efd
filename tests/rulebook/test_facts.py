"""Facts in the text: what `{{ name }}` prints, and what the bundled books say in numbers."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from support.games import own_rules, with_facts
from support.html import Page, list_texts, read_tags
from support.matrix import mark_matrix
from support.publishing import make_page
from wordfleet_print import art
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.rulebook.drawings import Drawings, PageWidth, list_drawings
from wordfleet_print.rulebook.fill_facts import FactError, derive_facts, write_fact
from wordfleet_print.rulebook.styles import read_colors
from wordfleet_print.services.books import collect_facts

FLEET = derive_facts(load_rules("word-fleet").book)
ARMY = derive_facts(load_rules("army-men").book)
CHESS = derive_facts(load_rules("happy-flip-chess").book)


@pytest.mark.parametrize(
    ("facts", "name", "in_words", "printed"),
    [
        (FLEET, "grid.columns", False, "10"),
        (FLEET, "grid.columns", True, "ten"),
        (FLEET, "grid.last_column", False, "J"),
        (FLEET, "launch_codes.examples", False, "142, 087 and 953"),
        (FLEET, "fleet", True, "five"),
        (FLEET, "fleet.4.ship", False, "PT"),
        (FLEET, "fleet.KETCH.letters", False, "5"),
        (FLEET, "variations.minefield.turns", True, "two"),
        (FLEET, "tracker.panels.recon.title", False, "Letter Recon"),
        (ARMY, "shooting.target_moved", False, "−1"),
        (ARMY, "soldier.close", False, "10"),
        (ARMY, "ganging_up.example.bonus", False, "2"),
        (CHESS, "board.full_score", False, "101"),
    ],
)
def test_facts_are_printed(facts: dict[str, Any], name: str, in_words: bool, printed: str) -> None:
    """A fact is printed in digits, words, or as a counted list; an item is found by number or
    name.
    """
    assert write_fact(facts, name, in_words=in_words) == printed


@pytest.mark.parametrize(
    "name",
    [
        *("grid", "fleet", "grid.colums", "grid.columns.x", "date", "fleet.9.ship", "__class__"),
        *("play.minutes.2", "play.minutes." + "9" * 5_000, "fleet.\u0661.ship"),
    ],
)
def test_what_is_no_fact_is_refused(name: str) -> None:
    """Groups, unknown names, facts that are left out and Python's own names are refused."""
    with pytest.raises(FactError):
        write_fact(FLEET, name, in_words=False)


def test_values_are_text() -> None:
    """A fact's value is text: it ends no table cell and begins no element."""
    source = own_rules("\n| a |\n| - |\n| {{ unfinished }} |\n", facts="unfinished: a | <b>b</b>\n")
    assert "<td>a | &lt;b&gt;b&lt;/b&gt;</td>" in make_page(source).html


def test_numbers_stay_with_their_units() -> None:
    """No line ends between a number and ×, inches or mm."""
    html = unescape(make_page(own_rules("\n## One\n\n2 × 3, 4 inches, 5 mm, 6 men\n")).html)
    assert "2\u00a0×\u00a03, 4\u00a0inches, 5\u00a0mm, 6 men" in html


CHANGES: dict[str, dict[str, tuple[Any, str]]] = {
    "word-fleet": {
        "grid.rows": (9, r"rows 1–9 down"),
        "launch_codes.opening_turns": (3, r"three opening turns"),
        "variations.2.turns": (4, r"four full turns"),
    },
    "word-fleet-de": {
        "grid.rows": (9, r"Zeilen 1–9 von oben"),
        "launch_codes.opening_turns": (3, r"drei\s+Eröffnungszüge"),
        "variations.2.turns": (4, r"vier volle Züge"),
    },
    "word-fleet-es": {
        "grid.rows": (9, r"filas 1-9 de arriba"),
        "launch_codes.opening_turns": (3, r"tres\s+turnos de apertura"),
        "variations.2.turns": (4, r"cuatro turnos completos"),
    },
    "word-fleet-fr": {
        "grid.rows": (9, r"rangées 1–9 de haut"),
        "launch_codes.opening_turns": (3, r"trois tours\s+d’ouverture"),
        "variations.2.turns": (4, r"quatre tours complets"),
    },
    "army-men": {
        "deployment.apart": (30, r"30\u00a0inches"),
        "squad.within": (3, r"3\u00a0inches"),
        "standard.area_effect.dead_on": (5, r"5"),
    },
    "happy-flip-chess": {"quiet_turns": (30, r"30")},
}


USUAL = {("word-fleet", "grid.rows"), ("army-men", "squad.within")}
USUAL |= {("word-fleet-de", "launch_codes.opening_turns"), ("happy-flip-chess", "quiet_turns")}


@pytest.mark.parametrize(
    ("slug", "name"),
    mark_matrix([(slug, name) for slug, names in CHANGES.items() for name in names], USUAL),
)
def test_numbers_follow_front_matter(slug: str, name: str) -> None:
    """A number changed in a book's front matter changes in its text, tables and figures."""
    value, said = CHANGES[slug][name]

    def change(facts: dict[str, Any]) -> None:
        *path, last = (int(step) if step.isdigit() else step for step in name.split("."))
        # Lists are stepped into by numbers
        inside: Any = facts
        for step in path:
            inside = inside[step]
        inside[last] = value

    before, after = (
        "".join(list_texts(Page(html).root, {"svg"}))
        for html in (
            make_page(load_rules(slug)).html,
            make_page(with_facts(slug, change, load_rules(slug).name)).html,
        )
    )
    assert len(re.findall(said, after)) > len(re.findall(said, before))


TYPED = re.compile(
    r"(?<![\w#&-])(\d+)(?: | )?(inches|squares|ships|codes|digits|pieces|points|troopers|minutes)\b"
)


@pytest.mark.parametrize("slug", packaged().slugs)
def test_typed_numbers_are_facts(slug: str) -> None:
    """Numbers of inches, ships, codes or points that a text types itself are among its facts."""
    source = load_rules(slug)
    facts = derive_facts(source.book)
    known: set[str] = set()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            for one in value.values():
                collect(one)
        elif isinstance(value, list | tuple):
            known.add(str(len(value)))
            for one in value:
                collect(one)
        else:
            known.add(str(value).lstrip("-"))

    collect(facts)
    rules = re.sub(
        r"^>.*(?:\n>.*)*|!\[.*\n.*|<!--[^>]*-->", "", source.body, flags=re.MULTILINE
    )  # examples play with other numbers
    assert [found for found in TYPED.findall(rules) if found[0] not in known] == []


@pytest.mark.parametrize("width", ["wide", "narrow"])
def test_ranges_are_drawn_to_scale(width: PageWidth) -> None:
    """Each soldier's bars are as long as his range, the close part of it and his movement, all in
    one scale. A weapon that hits an area kills no better when it is close (D36).
    """
    book = load_rules("army-men").book
    drawn = Drawings(book, ARMY, read_colors(book), width=width).draw("ranges")
    bars = [dict(attributes) for tag, attributes in read_tags(str(drawn)) if tag == "rect"]
    key_bars = 3
    wide = [float(bar["width"] or 0) for bar in bars[key_bars:]]
    soldiers = [ARMY["soldier"], *ARMY["standard"]["profiles"]]
    inches = []
    for soldier in soldiers:
        hits_an_area = soldier.get("weapon")
        close = [] if hits_an_area else [soldier["range"] / 2]
        inches += [soldier["range"], *close, soldier["movement"]]
    assert wide == pytest.approx([length * wide[0] / inches[0] for length in inches], abs=0.01)


def can_draw(slug: str, name: str) -> bool:
    """Whether a book has the facts of a table or figure."""
    source = collect_facts(load_rules(slug))
    try:
        return bool(Drawings(source.book, source.facts, read_colors(source.book)).draw(name))
    except FactError:
        return False


@pytest.mark.parametrize("name", list_drawings())
def test_every_table_and_figure_can_be_drawn(name: str) -> None:
    """What a text can name, some bundled book has the facts of; turns of example games, which need
    more, are no names.
    """
    assert any(can_draw(slug, name) for slug in packaged().slugs)


def test_every_drawing_is_named() -> None:
    """Each built-in drawing is in a bundled book’s facts, or in the list for designers."""
    texts = [load_rules(slug).text for slug in packaged().slugs]
    texts.append((Path(__file__).parents[2] / "docs" / "kits.md").read_text("utf-8"))
    named = {word for text in texts for word in re.findall(r"[a-z][a-z-]*", text)}
    assert set(art.list_drawings()) <= named


def test_docs_list_all_tables_and_figures() -> None:
    """A designer finds in docs/rulebooks.md every name that a text can have in [[…]]."""
    page = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text("utf-8")
    (listed,) = re.findall(r"(?s)Tables and figures: (.*?)\n\n", page)
    assert {*re.findall(r"`([\w-]+)`", listed)} == set(list_drawings())
