"""What cards and helpers say is what the books say: they are set from their blocks."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import tostring

import pytest

from support.games import with_facts
from support.html import Page, text_of
from support.kits import (
    ARMY,
    CHESS,
    FLEET,
    GAMES,
    document,
    own_kit,
    print_html,
    read_sheets,
    settings,
    sheets,
    sheets_called,
)
from support.matrix import mark_matrix
from support.publishing import make_kit
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import RulesSource, load_edition, load_rules
from wordfleet_print.rulebook import drawings
from wordfleet_print.rulebook.named_blocks import find_blocks, read_blocks
from wordfleet_print.rulebook.styles import read_colors
from wordfleet_print.services.books import collect_facts

pytestmark = pytest.mark.slow


def _text(name: str, slug: str, **more: Any) -> str:
    return " ".join(sheet.text for sheet in sheets_called(name, slug, **more))


@pytest.mark.parametrize(
    "slug", mark_matrix([*GAMES, "draft"], {"happy-flip-chess", "word-fleet", "draft"})
)
def test_nothing_on_the_table_bears_a_dagger(slug: str) -> None:
    """Rulings are marked in books; on cards, boards and aids they are rules like any other. Only
    the line that says so has the mark.
    """
    made = sheets(ARMY, draft=True) if slug == "draft" else sheets(slug)
    texts = {sheet.title: sheet.text.replace("rulings with †", "") for sheet in made}
    assert [title for title, text in texts.items() if "†" in text] == []


def test_cards_of_army_men_say_which_rules_they_are_for() -> None:
    """A tutorial's cards have nothing of the draft, and each trooper says what it belongs to."""
    draft, tutorial = _text("cards", ARMY, draft=True), _text("cards", ARMY)
    for text in (draft, tutorial):
        assert text.index("YOUR TURN") < text.index("SHOOTING") < text.index("COMBAT")
    assert "IN SHORT" in draft
    assert not re.search("in short|draft|in cover|away from its squad", tutorial, re.IGNORECASE)
    assert "or as agreed" in draft
    assert draft.count("The designer’s draft") >= 6
    assert tutorial.count("Tutorial") >= 2
    assert tutorial.count("5 a squad") == 2
    assert "designer’s draft" in _text("counters", ARMY, draft=True)
    assert "Counters: Tutorial" in _text("counters", ARMY)


def test_tables_of_a_draft_have_its_values_alone() -> None:
    """On cards of the draft no column is the tutorial's, and no cell leaves out what it says."""
    (page, *_) = sheets_called("cards", ARMY, draft=True)
    assert "To kill, roll in range 6 within half range 5+" in page.text
    assert "Tutorial" not in page.text
    assert "no modifier" not in page.text


def test_six_troopers_have_six_drawings() -> None:
    """No two cards of a set show the same trooper; both players have those without special
    weapons, and two sheets are full.
    """
    html = document(ARMY, page=("cards",), draft=True).html
    scenes = [tostring(scene) for scene in Page(html).find_all("svg", x="8", y="0.6")]
    assert len({*scenes}) == 6
    assert len(scenes) == 8


def test_titles_have_a_gun_sight() -> None:
    """A title's first O is a gun sight, as on sheets; who reads the text finds the letter."""
    (page,) = sheets_called("tokens", FLEET)
    assert "WORD FLEET" in page.text
    rings = [line for line in page.lines if line.kind == "c" and line.y1 < 16]
    assert all(line.w == pytest.approx(line.h, abs=0.05) for line in rings)
    assert rings


def list_blocks(source: RulesSource) -> list[tuple[str, str]]:
    """Return each block that a kit sets, with the page it is on."""
    found: list[tuple[str, str]] = []
    for item in source.book.kit:
        for names in item.page.panels if item.page else ():
            found += [(item.name, name) for name in names]
        if item.text:
            found += [(item.name, name) for name in (*item.text.blocks, *(item.text.back or ()))]
        if item.wedge:
            found += [(item.name, name) for name in item.wedge.blocks or ()]
    return found


BLOCKS = [(slug, *block) for slug in GAMES for block in list_blocks(load_rules(slug))]


# The last letter of a sentence.
SENTENCE_END = re.compile(r"(?m)[a-z](?=[.!?]†?(?:\s|$)|:†?$)")


@pytest.mark.parametrize("slug", mark_matrix(GAMES, {ARMY, FLEET}))
def test_a_changed_sentence_changes_every_page_that_shows_it(slug: str) -> None:
    """Each sentence of each block is the book's: changed there, it is changed in the kit."""
    source = load_rules(slug)
    body = source.body
    places = [place.end() for place in SENTENCE_END.finditer(body)]
    # From the end, so that earlier places stay where they are; words without a sense of their own.
    for number, place in reversed([*enumerate(places)]):
        body = f"{body[:place]} zq{number}q{body[place:]}"
    changed = replace(source, body=body)
    blocks = read_own_blocks(changed)
    on_page: dict[str, set[str]] = {}
    for _, page, name in [block for block in BLOCKS if block[0] == slug]:
        if page not in on_page:
            made = make_kit(changed, settings(page=(page,), draft=slug == ARMY))
            on_page[page] = list_marks(made.html)
        words = list_marks(find_blocks(blocks, [name]))
        assert words <= on_page[page]
        assert words or name in UNCHANGED, name


def read_own_blocks(rules: RulesSource) -> dict[str, str]:
    source = collect_facts(rules)
    drawn = drawings.Drawings(source.book, source.facts, read_colors(source.book))
    return read_blocks(source, drawn)


def list_marks(html: str) -> set[str]:
    return {*re.findall(r"zq\d+q", html)}


UNCHANGED = ("marks", "small-dice", "the-fleet", "before-the-battle.leads")
"""Blocks without a sentence: tables of facts, and words that steps begin with."""


@pytest.mark.parametrize(
    "slug", mark_matrix([one for one in GAMES if one.startswith(FLEET)], {FLEET})
)
def test_screens_list_ships_and_letters_in_the_trackers_order(slug: str) -> None:
    """Ships are as on the roster, letters in rows led by vowels."""
    edition, inside = load_edition(slug), sheets_called("screen", slug)[0].text
    ships = [inside.index(f" {ship.ship} ") for ship in edition.fleet]
    assert ships == sorted(ships)
    assert "A B C D E F G H I J K" in re.sub(r"\s+", " ", inside)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "blocks: [your-trun]",
            "there is no block “your-trun” in the text; did you mean your-turn?",
        ),
        ("blocks: [your-turn.table]", "there is no table in “your-turn”"),
        ("blocks: []", "text.blocks "),
        ("blocks: [your-turn.figure]", "text.blocks[1] should be a chapter"),
        ("blocks: [your-turn], size: [20, 88]", "cards of 20 × 88 mm cannot be printed"),
        ("blocks: [your-turn], letters: 7", "text.letters should be greater than or equal to 8"),
    ],
)
def test_cards_of_blocks_that_cannot_be_are_refused(text: str, said: str, tmp_path: Path) -> None:
    """An unknown block is named with its nearest, and what a card can be is shown."""
    with pytest.raises(BadInputError) as refused:
        make_kit(own_kit(tmp_path, f"  - text: {{{text}}}", body=TURNS), settings())
    assert said in str(refused.value)


TURNS = "\n## Your turn\n\n- Cut a reed.\n- Sing.\n\n## Reeds\n\n† Nobody sings twice.\n"


def test_a_card_can_take_one_list_and_leaves_out_marks_of_rulings(tmp_path: Path) -> None:
    """Of `your-turn.list` the heading is left out; a ruling is a paragraph like any other."""
    kit = "  - text: {blocks: [your-turn.list, reeds], back: [reeds], count: 2}"
    made = make_kit(own_kit(tmp_path, kit, body=TURNS), settings())
    face, back = read_sheets(made, print_html(made))
    assert face.text.count("Cut a reed.") == face.text.count("Nobody sings twice.") == 2
    assert "YOUR TURN" not in face.text
    assert back.text.count("Nobody sings twice.") == 2
    assert 'class="ruling"' not in made.html


def test_a_block_that_is_too_long_is_refused_with_its_measure(tmp_path: Path) -> None:
    """The message says by how many millimeters the text goes beyond its card."""
    body = f"\n## Your turn\n\n{'Cut a reed and sing. ' * 60}\n"
    source = own_kit(tmp_path, "  - text: {name: turn, blocks: [your-turn]}", body=body)
    with pytest.raises(BadInputError, match=r"turn, face: its text does not fit by \d+ mm"):
        print_html(make_kit(source, settings()))


def test_longer_names_that_do_not_fit_are_refused() -> None:
    """If a longer word does not fit, the message says which card is too small."""
    source = with_facts(
        FLEET, lambda facts: facts["marks"][0].update(tells=("a ship and its letter " * 9)[:200])
    )
    with pytest.raises(BadInputError) as refused:
        print_html(make_kit(source, settings()))
    assert any(
        "turns, face" in one.where and "does not fit" in one.message
        for one in refused.value.problems
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_kit_says_once_that_rulings_are_marked_in_the_book(slug: str) -> None:
    """The first page that is cut says where all rules are and that rulings are marked there, since
    nothing on the table does: in the head of cards, or at the foot of pieces. Both are cut off.
    """
    html = document(slug).html.replace("&nbsp;", " ")
    assert html.count("All rules are in the book, which marks our rulings with †.") == 1
    sections = Page(html).find_all("section")
    (page,) = [page for page in sections if "our rulings" in text_of(page)]
    assert page.get("data-page") == {ARMY: "cards", CHESS: "pieces"}.get(slug, "turns")
