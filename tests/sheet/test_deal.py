"""Dealing: opponents that are a fair match, and sheets that depend on their code alone."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.games import EDITIONS
from support.matrix import mark_matrix
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.dealing import Dealer
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck
from wordfleet_print.fleet.word_lists import WordList, list_themes, load_theme, load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.sheet.dealing import (
    DealLimits,
    are_fair_opponents,
    count_fair_pairs,
    deal,
    find_unfairness,
)
from wordfleet_print.sheet.sheet import make_sheet
from wordfleet_print.sheet.sheet_code import parse_code

SHEETS = 40


@cache
def _make_deck(name: str) -> Deck:
    """A deck by name: a tier, `blank`, or a theme with the family tier."""
    edition = load_edition("word-fleet")
    if name == "blank":
        return blank_deck(edition)
    themes = [load_theme(name)] if name in list_themes() else []
    return theme_deck(edition, load_tier("family" if themes else name), themes)


@pytest.mark.parametrize("name", ["family", "standard", "expert", "blank", *list_themes()])
def test_opponents_are_a_fair_match(name: str) -> None:
    """Opponents' fleets are about equally difficult; they share no word and no launch code; no
    fleet comes twice.
    """
    deck = _make_deck(name)
    sheets = deal(deck, ("",) * SHEETS, "tonight")
    for one, other in zip(sheets[::2], sheets[1::2], strict=True):
        assert (
            abs((one.difficulty or 0) - (other.difficulty or 0))
            <= deck.edition.fairness.opponents_within
        )
        assert not {*(one.words or ())} & {*(other.words or ())}
        assert not {*one.launch_codes} & {*other.launch_codes}
    assert len({frozenset(sheet.words or sheet.code) for sheet in sheets}) == SHEETS
    assert len({sheet.code for sheet in sheets}) == SHEETS
    assert {parse_code(sheet.code).deck for sheet in sheets} == {deck.digest}


def test_reasons_for_an_unfair_match_tell_no_secret() -> None:
    """A wide gap, a shared word and a shared code are refused, without naming them; the widest fair
    gap is fair.
    """
    deck = _make_deck("standard")
    one, other = deal(deck, ("", ""), "pair")
    assert one.difficulty is not None
    assert other.words is not None
    within = deck.edition.fairness.opponents_within
    for sign in (-1, 1):
        assert are_fair_opponents(
            one, replace(other, difficulty=one.difficulty + sign * within), deck
        )
        assert not are_fair_opponents(
            one, replace(other, difficulty=one.difficulty + sign * (within + 1)), deck
        )
    assert list(find_unfairness(one, replace(one, difficulty=one.difficulty + 9), deck)) == [
        "their difficulties are 9 apart",
        "they share a word",
        "they share a launch code",
    ]


@pytest.mark.parametrize("name", ["standard", "animals", "blank"])
@settings(max_examples=10)
@given(seed=st.text(min_size=1, max_size=20), order=st.randoms(use_true_random=False))
def test_a_sheet_depends_on_its_code_alone(name: str, seed: str, order: Random) -> None:
    """Made again from its code, alone, in any order, after any others, a sheet is the same
    sheet.
    """
    deck = _make_deck(name)
    sheets = list(deal(deck, ("",) * 6, seed, placed=name == "standard"))
    order.shuffle(sheets)
    for sheet in sheets:
        assert make_sheet(deck, parse_code(sheet.code), placed=name == "standard") == sheet


@given(seed=st.text(min_size=1, max_size=20), count=st.integers(1, 9), more=st.integers(1, 4))
@settings(max_examples=25)
def test_a_latecomer_changes_nobody_elses_sheet(seed: str, count: int, more: int) -> None:
    """However many more are dealt from the same seed, the first sheets stay the same; other seeds
    deal others.
    """
    deck = _make_deck("standard")
    assert deal(deck, ("",) * (count + more), seed)[:count] == (
        first := deal(deck, ("",) * count, seed)
    )
    assert not {sheet.code for sheet in first} & {
        sheet.code for sheet in deal(deck, ("",) * count, f"{seed} ")
    }


def test_names_and_placing_change_no_sheet() -> None:
    """Captains meet two by two; their names, and whether the fleet is printed on its grid, draw
    nothing.
    """
    deck, captains = _make_deck("standard"), ("Ann", "Ben", "Cleo", "", "Eve")
    bare, placed = deal(deck, ("",) * 5, "tonight"), deal(deck, captains, "tonight", placed=True)
    assert [replace(sheet, player="", opponent="", placements=None) for sheet in placed] == list(
        bare
    )
    assert all(sheet.placements for sheet in placed)
    assert [sheet.player for sheet in placed] == list(captains)
    assert [sheet.opponent for sheet in placed] == ["Ben", "Ann", "", "Cleo", ""]


@pytest.mark.parametrize("slug", mark_matrix(EDITIONS, {"word-fleet"}))
@pytest.mark.slow
def test_every_theme_supplies_an_event(slug: str) -> None:
    """Two hundred players of one theme have fair opponents in every edition, each fleet rated
    inside the band.
    """
    edition, tier = load_edition(slug), load_tier("family")
    for theme in list_themes():
        dealer = Dealer(theme_deck(edition, tier, [load_theme(theme)]), "event", 200)
        for table in range(100):
            dealer.deal_table((f"{table} port", f"{table} starboard"), 1)
        assert dealer.dealt == 200, theme


def test_public_data_holds_no_secret() -> None:
    """What may be shown to everyone lacks words, manifest, placements and launch codes; all of it
    is JSON.
    """
    (sheet,) = deal(_make_deck("standard"), ("Ann",), "tonight", placed=True)
    whole, public = (
        json.loads(json.dumps(sheet.to_json())),
        json.loads(json.dumps(sheet.to_public_json())),
    )
    assert set(whole) - set(public) == {"words", "manifest", "placements", "launch_codes"}
    assert public.items() <= whole.items()


ONE_PAIR = "VERSE STOLE ARMS LIMB CAN SEE VAN CUP UP BY"
"""Just enough words for two opponents, of whose fleets one pair is a fair match in Captains."""
FEW = "AGREE ROUND HINT TIME DUG BUD TUB PET OH US"
"""Some more pairs in every edition."""


def _deck_of(words: str, slug: str = "word-fleet") -> Deck:
    return own_deck(load_edition(slug), WordList.of("own", "mine", "", words.split()), sheets=2)


@pytest.mark.parametrize("slug", mark_matrix(EDITIONS, {"word-fleet"}))
@pytest.mark.parametrize("words", [ONE_PAIR, FEW], ids=["one pair", "few"])
def test_a_fair_pair_is_found_where_there_is_one(slug: str, words: str) -> None:
    """However small a list: while two fleets left are fair opponents, a table is dealt; the next
    one is refused.
    """
    deck = _deck_of(words, slug)
    pairs = count_fair_pairs(deck)
    assert pairs
    one, other = deal(deck, ("",) * 2, "0", limits=DealLimits(tables=1))
    assert are_fair_opponents(one, other, deck)
    few = DealLimits(tables=1, sheets=2_000)
    with pytest.raises(
        BadInputError, match=r"“mine” cannot supply fair opponents for table \d+\."
    ) as caught:
        deal(deck, ("",) * 2 * (pairs + 1), "0", limits=few)
    assert (
        "equally hard to find; no fleet comes twice. Add words, or print fewer sheets."
        in caught.value.summary.advice
    )


def test_fair_pairs_are_counted() -> None:
    """The count of a small list is that of all pairs of all its fleets; of a large list there is
    none.
    """
    deck = _deck_of(ONE_PAIR)
    drawn = (deck.draw_fleet(key.to_bytes(9, "big")) for key in range(3000))
    fleets = {frozenset(fleet): difficulty for fleet, difficulty in drawn}
    within = deck.edition.fairness.opponents_within
    fair = [
        1 for a, b in combinations(fleets, 2) if not a & b and abs(fleets[a] - fleets[b]) <= within
    ]
    assert count_fair_pairs(deck) == len(fair) > 0
    assert count_fair_pairs(_make_deck("family")) is None


def test_a_sheet_says_which_words_are_not_of_its_list() -> None:
    """Each sheet for itself; a long title gives way."""
    own = WordList.of(
        "own", "Class", "", ["fox", "owl", "bee", "wolf", "bear", "deer", "hare", "tiger", "sheep"]
    )
    for title in ("Class", "A very long title of a very long list"):
        listed = replace(own, title=title)
        deck = own_deck(load_edition("word-fleet"), listed, sheets=2, fill=load_tier("standard"))
        for sheet in deal(deck, ("",) * 2, "class"):
            pairs = zip(deck.edition.fleet, sheet.words or (), strict=True)
            ships = " & ".join(ship.ship for ship, word in pairs if word not in deck.listed_words)
            assert len(sheet.words_from) <= 40
            assert ships in sheet.words_from
            assert sheet.words_from.startswith(title[:13])
