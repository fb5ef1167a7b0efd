"""What cards and helpers say is what the books say; rulings bear †, and the foot says what that
is.
"""

from __future__ import annotations

import re

import pytest

from support.games import with_facts
from support.kits import (
    ARMY,
    CHESS,
    FLEET,
    GAMES,
    document,
    print_html,
    settings,
    sheets,
    sheets_called,
)
from wordfleet_print.errors import BadInputError
from wordfleet_print.games import load_edition
from wordfleet_print.kit.document import make_kit
from wordfleet_print.tracker.phrases import list_choices

pytestmark = pytest.mark.slow

FOOT = "† suggested by this edition"


def _text(name: str, slug: str, **more: object) -> str:
    return " ".join(sheet.text for sheet in sheets_called(name, slug, **more))  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", [*GAMES, "tutorial"])
def test_rulings_bear_a_dagger_and_its_page_says_what_it_is(slug: str) -> None:
    """Pages with † explain it, and cards do so themselves because they are cut out."""
    made = sheets(ARMY, tutorial=True) if slug == "tutorial" else sheets(slug)
    for sheet in made:
        rest = sheet.text.replace(FOOT, "")
        if "†" in rest:
            assert FOOT in sheet.text, sheet.title
        if sheet.name in ("cards", "turns") and "†" in rest:
            assert sheet.text.count(FOOT) >= 8
    assert any("†" in sheet.text for sheet in made)


def test_a_turn_of_army_men_has_three_phases() -> None:
    """Turns have shooting, movement and combat with the whole squad; draft and tutorial end ties in
    their own way.
    """
    draft, tutorial = _text("cards", ARMY), _text("cards", ARMY, tutorial=True)
    for text in (draft, tutorial):
        assert text.index("1 SHOOTING") < text.index("2 MOVEMENT") < text.index("3 COMBAT")
        assert "Take each phase with your whole squad.†" in text
        assert "Wherever it stops" not in text
    assert "fighting on has no modifier" in tutorial
    assert "neither may attack next turn" in draft
    assert "fights on and adds 1" in draft
    assert "rolls again for each.†" in tutorial
    assert 'nobody more than 4" from any other' in tutorial
    assert draft.count("Standard rules (draft)") >= 8 <= tutorial.count("Tutorial")
    assert "standard rules (draft)" in _text("counters", ARMY)
    assert "tutorial" in _text("counters", ARMY, tutorial=True)


def test_six_troopers_have_six_drawings() -> None:
    """No two cards show the same trooper."""
    html = document(ARMY, page=("cards",)).html
    scenes = re.findall(r'<svg x="8" y="0.6".*?</svg>', html, re.DOTALL)
    assert len({*scenes}) == len(scenes) == 6


@pytest.mark.parametrize("slug", [one for one in GAMES if one.startswith(FLEET)])
def test_turn_helpers_say_the_turn_as_the_tracker_does(slug: str) -> None:
    """Turn aids give the parts with their numbers, and each choice with its call and answer, in the
    tracker's words.
    """
    text = _text("turns", slug)
    for group in list_choices(load_edition(slug)):
        assert f"{group.number} {group.lead}".strip() in text
        for one in group.choices:
            assert one.name[0] in text
            assert one.call in text
            assert one.answer[0] in text
    if slug == FLEET:
        assert "Choose one:" in text
    else:
        assert "if you like: wrong ends your turn." in text
        assert "2 Then one of:" in text
        assert "Each letter once" in text


@pytest.mark.parametrize("slug", [one for one in GAMES if one.startswith(FLEET)])
def test_the_screens_lists_are_in_the_trackers_order(slug: str) -> None:
    """Screens list steps in the order of setup, ships as on the roster, and letters in rows led by
    vowels.
    """
    edition, inside = load_edition(slug), sheets_called("screen", slug)[0].text
    steps = {"bid": "Bid.", "deploy": "Hide."}
    places = [inside.index(steps[step]) for step in edition.setup] + [inside.index("Play.")]
    assert places == sorted(places)
    ships = [inside.index(f" {ship.ship.upper()} ") for ship in edition.fleet]
    assert ships == sorted(ships)
    assert "A B C D E F G H I J K" in re.sub(r"\s+", " ", inside)


def test_aids_say_what_the_book_says() -> None:
    """Aids give a move or a flip, what ends the game, and draws."""
    text = _text("aids", CHESS).replace("- ", "-")
    for words in (
        "turn any one face-down piece face-up.†",
        "20 quiet turns pass†",
        "equal is a draw",
        "A full side is 101",
    ):
        assert words in text


def test_longer_names_that_do_not_fit_are_refused() -> None:
    """If a longer word does not fit, the message says which card is too small."""
    source = with_facts(
        FLEET, lambda facts: facts["marks"][0].update(tells=("a ship and its letter " * 9)[:200])
    )
    with pytest.raises(BadInputError) as refused:
        print_html(make_kit(source, settings()))
    assert any(
        "turn helper" in one.where and "does not fit" in one.message
        for one in refused.value.problems
    )
