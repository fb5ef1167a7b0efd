"""Dealing: opponents that are a fair match, and sheets that depend on their code alone."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.dealer import Dealer
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.launch_codes import code_class
from wordfleet_print.fleet.word_lists import WordList, load_theme, load_tier, theme_slugs
from wordfleet_print.games import edition_slugs, load_edition
from wordfleet_print.sheet import sheet as dealing
from wordfleet_print.sheet.sheet import Sheet, are_fair_opponents, count_fair_pairs, deal, make_sheet, unfairness
from wordfleet_print.sheet.sheet_code import parse_code

SHEETS = 40
TEN_WORDS = WordList.of("own", "mine", "", ["STORM", "TRAIL", "WAVE", "GULP", "FOG", "SEA", "HEN", "CUB", "GO", "AX"])
"""Just enough for two opponents."""
SECRETS = ("words", "manifest", "placements", "launch_codes")


@cache
def _deck(name: str) -> Deck:
    """A deck by name: a tier, `blank`, or a theme with the family tier."""
    edition = load_edition("word-fleet")
    if name == "blank":
        return blank_deck(edition)
    if name in theme_slugs():
        return theme_deck(edition, load_tier("family"), [load_theme(name)])
    return tier_deck(edition, load_tier(name))


def _tables(sheets: tuple[Sheet, ...]) -> list[tuple[Sheet, ...]]:
    """The sheets two by two, as they play."""
    return [sheets[i : i + 2] for i in range(0, len(sheets), 2)]


@pytest.mark.parametrize("name", ["family", "standard", "expert", *theme_slugs()])
@pytest.mark.parametrize("seed", ["tonight", "tomorrow"])
def test_opponents_are_a_fair_match(name: str, seed: str) -> None:
    """Opponents' ratings lie within `opponents_within`; they share no word and no launch code; no fleet comes twice."""
    deck = _deck(name)
    sheets = deal(deck, ("",) * SHEETS, seed)
    assert len(sheets) == SHEETS
    for one, other in _tables(sheets):
        assert one.rating is not None
        assert other.rating is not None
        assert abs(one.rating - other.rating) <= deck.edition.fairness.opponents_within
        assert not set(one.words or ()) & set(other.words or ())
        assert not set(one.launch_codes) & set(other.launch_codes)
    assert len({frozenset(sheet.words or ()) for sheet in sheets}) == SHEETS
    assert len({sheet.code for sheet in sheets}) == SHEETS
    assert {parse_code(sheet.code).deck for sheet in sheets} == {deck.digest}


def test_no_fleet_comes_twice() -> None:
    """Even where few fleets are possible – here 24 pairs, of which 16 are dealt – every sheet has its own."""
    edition = load_edition("word-fleet")
    fairness = edition.fairness.model_copy(update={"opponents_within": 99})
    deck = own_deck(edition.model_copy(update={"fairness": fairness}), TEN_WORDS, sheets=2)
    sheets = deal(deck, ("",) * 32, "tonight")
    assert len({frozenset(sheet.words or ()) for sheet in sheets}) == 32


def test_unfair_opponents_are_told() -> None:
    """A shared word, a shared code and a wide gap are refused, each by itself; the widest fair gap is fair."""
    deck = _deck("standard")
    one, other = deal(deck, ("", ""), "pair")
    assert one.words is not None
    assert other.words is not None
    assert one.rating is not None
    assert are_fair_opponents(one, other, deck)
    within = deck.edition.fairness.opponents_within
    for sign in (-1, 1):
        assert are_fair_opponents(one, replace(other, rating=one.rating + sign * within), deck)
        assert not are_fair_opponents(one, replace(other, rating=one.rating + sign * (within + 1)), deck)
    assert not are_fair_opponents(one, replace(other, words=(*other.words[:-1], one.words[-1])), deck)
    codes = (*other.launch_codes[:-1], one.launch_codes[0])
    assert not are_fair_opponents(one, replace(other, launch_codes=codes), deck)


def test_reasons_are_told_without_secrets() -> None:
    """What keeps two sheets from being a fair match is told, all of it, without a word or a code."""
    deck = _deck("standard")
    one, other = deal(deck, ("", ""), "pair")
    assert one.rating is not None
    assert list(unfairness(one, other, deck)) == []
    alike = replace(one, rating=one.rating + 9)
    assert list(unfairness(one, alike, deck)) == [
        "their ratings are 9 apart",
        "they share a word",
        "they share a launch code",
    ]


def test_a_theme_of_few_short_words_supplies_an_evening() -> None:
    """A theme that has too few words of a length for forty sheets deals them: the tier fills it up, and they say so."""
    space = load_theme("space")
    few = replace(space, by_length=space.by_length | {3: ("ION", "SKY", "SUN")})
    deck = theme_deck(load_edition("word-fleet"), load_tier("family"), [few])
    sheets = deal(deck, ("",) * SHEETS, "tonight")
    words = {word for sheet in sheets for word in sheet.words or ()}
    assert {sheet.words_from for sheet in sheets} == {f"{space.title}; SUB & ARK & PT from the general list"}
    assert words <= {word for words in (deck.words or {}).values() for word in words}
    assert len({word for word in words if len(word) == 3}) > SHEETS


def test_blank_sheets_share_no_launch_code() -> None:
    """Captains with words of their own still get names, and codes that their opponent does not have."""
    sheets = deal(_deck("blank"), ("",) * SHEETS, "tonight")
    assert {(sheet.words, sheet.manifest, sheet.rating, sheet.rating_label) for sheet in sheets} == {(None,) * 4}
    for one, other in _tables(sheets):
        assert not set(one.launch_codes) & set(other.launch_codes)
    assert all(sheet.fleet_name for sheet in sheets)
    assert len({sheet.code for sheet in sheets}) == SHEETS


@pytest.mark.parametrize("name", ["standard", "animals", "blank"])
@settings(max_examples=10)
@given(seed=st.text(min_size=1, max_size=20), order=st.randoms(use_true_random=False))
def test_a_sheet_depends_on_its_code_alone(name: str, seed: str, order: Random) -> None:
    """Made again from its code – alone, in any order, after any others – a sheet is the same sheet."""
    deck = _deck(name)
    placed = name == "standard"
    dealt = list(deal(deck, ("",) * 6, seed, placed=placed))
    order.shuffle(dealt)
    for sheet in dealt:
        assert make_sheet(deck, parse_code(sheet.code), placed=placed) == sheet


@given(seed=st.text(min_size=1, max_size=20), count=st.integers(1, 9), more=st.integers(1, 4))
@settings(max_examples=25)
def test_a_latecomer_changes_nobody_elses_sheet(seed: str, count: int, more: int) -> None:
    """However many more are dealt from the same seed, the first sheets stay the same."""
    deck = _deck("standard")
    fewer, longer = deal(deck, ("",) * count, seed), deal(deck, ("",) * (count + more), seed)
    assert longer[:count] == fewer


def test_names_and_placing_change_no_sheet() -> None:
    """Captains' names, and whether the fleet is printed on its grid, draw nothing."""
    deck = _deck("standard")
    bare = deal(deck, ("",) * 4, "tonight")
    placed = deal(deck, ("Ann", "Ben", "Cleo", "Dan"), "tonight", placed=True)
    assert [replace(sheet, captain="", opponent="", placements=None) for sheet in placed] == list(bare)
    assert all(sheet.placements for sheet in placed)


def test_captains_meet_two_by_two() -> None:
    """The first two are opponents, the next two, and so on; an odd one out has none yet."""
    sheets = deal(_deck("standard"), ("Ann", "Ben", "Cleo", "", "Eve"), "tonight")
    assert [(sheet.captain, sheet.opponent) for sheet in sheets] == [
        ("Ann", "Ben"),
        ("Ben", "Ann"),
        ("Cleo", ""),
        ("", "Cleo"),
        ("Eve", ""),
    ]


def test_seeds_deal_different_sheets() -> None:
    """Different seeds share no sheet; the same seed shares all."""
    deck = _deck("standard")
    codes = [sheet.code for seed in ("a", "b", "A", "a ", "0", "1") for sheet in deal(deck, ("",) * SHEETS, seed)]
    assert len(set(codes)) == len(codes) == 6 * SHEETS
    assert deal(deck, ("", ""), "a") == deal(deck, ("", ""), "a")


def _classes(sheet: Sheet) -> tuple[str, ...]:
    return tuple(sorted(map(code_class, sheet.launch_codes)))


@pytest.mark.parametrize("slug", ["word-fleet", "word-fleet-strike", "word-fleet-admirals"])
def test_launch_codes_are_dealt_by_the_odds_for_every_seat(slug: str) -> None:
    """Over many tables each seat has every profile as often as the odds say, and opponents have the same one as often
    as `alike` and the odds say together.
    """
    edition = load_edition(slug)
    sheets = chain.from_iterable(deal(blank_deck(edition), ("",) * 300, f"{slug} {n}") for n in range(4))
    tables = _tables(tuple(sheets))
    codes = edition.launch_codes
    odds = [profile.odds / sum(one.odds for one in codes.deal) for profile in codes.deal]
    for seat in (0, 1):
        held = Counter(_classes(table[seat]) for table in tables)
        for share, profile in zip(odds, codes.deal, strict=True):
            expected = len(tables) * share
            hand = tuple(sorted(kind for kind, count in profile.classes.items() for _ in range(count)))
            assert abs(held[hand] - expected) <= 4 * (expected * (1 - share)) ** 0.5
    surely = codes.alike[0] / codes.alike[1]
    same = surely + (1 - surely) * sum(share * share for share in odds)
    found = sum(_classes(one) == _classes(other) for one, other in tables)
    assert abs(found - len(tables) * same) <= 4 * (len(tables) * same * (1 - same)) ** 0.5


def test_any_fleets_meet_where_fairness_is_off() -> None:
    """With any fleets, opponents may be far apart, and share neither word nor code."""
    edition = load_edition("word-fleet")
    deck = tier_deck(edition.with_any_fleets(), load_tier("standard"))
    sheets = deal(deck, ("",) * SHEETS, "tonight")
    ratings = [sheet.rating for sheet in sheets if sheet.rating is not None]
    apart = [abs(one - other) for one, other in zip(ratings[::2], ratings[1::2], strict=True)]
    assert max(apart) > edition.fairness.opponents_within
    low, high = edition.fairness.band
    assert min(ratings) < low
    assert max(ratings) > high
    for one, other in _tables(sheets):
        assert are_fair_opponents(one, other, deck)
        assert not set(one.words or ()) & set(other.words or ())
    assert deck.digest == _deck("standard").digest


@pytest.mark.parametrize("slug", edition_slugs())
def test_every_theme_supplies_an_event(slug: str) -> None:
    """Two hundred players of one theme have fair opponents in every edition, each fleet rated inside the band."""
    edition, tier = load_edition(slug), load_tier("family")
    for theme in theme_slugs():
        dealer = Dealer(theme_deck(edition, tier, [load_theme(theme)]), edition.fairness.band, "event", 200)
        for table in range(100):
            dealer.deal_table((f"{table} port", f"{table} starboard"), 1)
        assert dealer.dealt == 200, theme


def test_public_data_holds_no_secret() -> None:
    """What may be shown to everyone lacks words, manifest, placement and launch codes; all of it is JSON."""
    (sheet,) = deal(_deck("standard"), ("Ann",), "tonight", placed=True)
    whole, public = json.loads(json.dumps(sheet.to_json())), json.loads(json.dumps(sheet.to_public_json()))
    assert set(whole) - set(public) == set(SECRETS)
    assert public == {name: value for name, value in whole.items() if name not in SECRETS}
    assert tuple(whole["words"]) == sheet.words
    shown = json.dumps(public)
    assert not [secret for secret in (*(sheet.words or ()), *sheet.launch_codes) if f'"{secret}"' in shown]


ONE_PAIR = WordList.of("own", "min", "", ["VERSE", "STOLE", "ARMS", "LIMB", "CAN", "SEE", "VAN", "CUP", "UP", "BY"])
"""Just enough for two opponents, of whose fleets one pair is a fair match in Captains."""
ENOUGH = WordList.of("own", "enough", "", ["AGREE", "ROUND", "HINT", "TIME", "DUG", "BUD", "TUB", "PET", "OH", "US"])
"""Some more pairs in every edition."""


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["word-fleet", "word-fleet-strike", "word-fleet-admirals"])
@pytest.mark.parametrize(("words", "seed"), [(ONE_PAIR, "0"), (ENOUGH, "1")], ids=["min", "enough"])
def test_a_fair_pair_is_found_where_there_is_one(slug: str, words: WordList, seed: str) -> None:
    """However small a list, whatever the seed: while two fleets left are fair opponents, a table is dealt."""
    edition = load_edition(slug)
    deck = own_deck(edition, words, sheets=2)
    pairs = count_fair_pairs(deck)
    assert pairs
    sheets = deal(deck, ("",) * 2 * pairs, seed)
    assert all(are_fair_opponents(one, other, deck) for one, other in _tables(sheets))


def test_a_fleet_is_tried_with_other_launch_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a few fleets alone are left, and their first launch codes make no lock, others of theirs do."""
    monkeypatch.setattr(dealing, "MAX_TABLES_TRIED", 0)
    deck = own_deck(load_edition("word-fleet-strike"), ENOUGH, sheets=2)
    sheets = deal(deck, ("",) * 2 * (count_fair_pairs(deck) or 0), "0")
    assert all(are_fair_opponents(one, other, deck) for one, other in _tables(sheets))


@pytest.mark.parametrize(("words", "count"), [(TEN_WORDS, 48), (ONE_PAIR, 36)], ids=["mine", "min"])
def test_fair_pairs_are_counted(words: WordList, count: int) -> None:
    """The count of a small list is that of all pairs of all its fleets; of a large list there is none."""
    edition = load_edition("word-fleet")
    deck = own_deck(edition, words, sheets=2)
    dealt = {key: deck.draw_fleet(key.to_bytes(9, "big")) for key in range(3000)}
    fleets = {frozenset(fleet): rating for fleet, rating in dealt.values()}
    within = edition.fairness.opponents_within
    fair = [1 for a, b in combinations(fleets, 2) if not a & b and abs(fleets[a] - fleets[b]) <= within]
    assert len(fleets) == count
    assert count_fair_pairs(deck) == len(fair) > 0
    assert count_fair_pairs(_deck("family")) is None


@pytest.mark.slow
@pytest.mark.parametrize("fair", [True, False])
def test_words_that_give_no_fair_opponents_are_refused(monkeypatch: pytest.MonkeyPatch, fair: bool) -> None:
    """A list too small for so many fleets is told with the table that cannot be dealt; nothing loops for ever. What is
    asked of opponents is told as it is asked.
    """
    monkeypatch.setattr("wordfleet_print.sheet.sheet.MAX_TABLES_TRIED", 2)
    monkeypatch.setattr("wordfleet_print.sheet.sheet.MOST_SEARCHED", 2_000)
    edition = load_edition("word-fleet")
    edition = edition if fair else edition.with_any_fleets()
    with pytest.raises(BadInputError, match=r"“mine” cannot supply fair opponents for table \d+\.") as caught:
        deal(own_deck(edition, TEN_WORDS, sheets=SHEETS), ("",) * (48 + 2), "tonight")
    assert "Add words" in caught.value.tip
    assert ("equally hard" in caught.value.tip) == fair
