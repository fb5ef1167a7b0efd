"""What the packaged word lists promise; read straight from `wordlists/`."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from wordfleet_print.fleet.deck import ENOUGH, FleetNames
from wordfleet_print.fleet.fleets import any_unhappy_pair
from wordfleet_print.fleet.random import KeyedRandom

WORDLISTS = Path(__file__).parents[2] / "wordlists"
DATA = Path(__file__).parents[1] / "data"
TIERS = ("family", "standard", "expert")
THEMES = (
    "animals", "body", "camping", "clothing", "colors", "farm", "food", "home", "jobs", "music",
    "naval", "party", "plants", "school", "space", "sports", "tales", "transport", "weather",
)  # fmt: skip
SCREENS = ("blocked", "awkward", "names", "abbreviations")
PRINTED = tuple(f"tiers/{t}.txt" for t in TIERS) + tuple(f"themes/{t}.txt" for t in THEMES)
SCREENED = tuple(f"screens/{s}.txt" for s in SCREENS)
REFERENCE = "reference/enable.txt"
EVERY = (*PRINTED, *SCREENED, REFERENCE)
PROFANITY, PAIRS = "screens/profanity.txt", "screens/pairs.txt"

TIER_MINIMUM = {
    "family": {2: 27, 3: 266, 4: 758, 5: 821},
    "standard": {2: 46, 3: 379, 4: 1132, 5: 1345},
    "expert": {2: 58, 3: 481, 4: 1562, 5: 2223},
}
"""Words a tier has at least, with those below it: 3 % under what the games were measured with."""

LONGEST_NAME = 28


def read(path: str) -> tuple[list[str], list[str]]:
    """The `#` lines and the words of a list, each in file order."""
    lines = (WORDLISTS / path).read_text(encoding="utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    return comments, [line for line in lines if not line.startswith("#")]


def words(path: str) -> list[str]:
    """The words of a list."""
    return read(path)[1]


def by_length(path: str) -> Counter[int]:
    """How many words of each length a list holds."""
    return Counter(len(word) for word in words(path))


def tier(name: str) -> list[str]:
    """The words of a tier with those of the tiers below it."""
    return [w for t in TIERS[: TIERS.index(name) + 1] for w in words(f"tiers/{t}.txt")]


def screened() -> set[str]:
    """The words that no sheet prints."""
    return {word for path in SCREENED for word in words(path)}


def profanity() -> set[str]:
    """What better-profanity lists, and what cuss rates 1 or 2."""
    rated = json.loads((DATA / "cuss_en.json").read_text(encoding="utf-8"))
    return set(words(PROFANITY)) | set(rated)


def pairs() -> list[tuple[str, str]]:
    """The two words of each unhappy pair, in alphabetical order."""
    sides = [[side.split() for side in line.split(": ")] for line in words(PAIRS)]
    return [tuple(sorted(pair)) for ones, others in sides for pair in product(ones, others)]


def reviewed() -> dict[str, str]:
    """The printed words that profanity lists hold, each with the reason why it stays."""
    lines = (DATA / "profanity_reviewed.txt").read_text(encoding="utf-8").splitlines()
    return {word: reason for word, _, reason in (line.partition("\t") for line in lines)}


def fleet_names() -> tuple[list[str], dict[str, list[str]]]:
    """The adjectives, and the nouns by theme."""
    parts = tomllib.loads((WORDLISTS / "fleet_names.toml").read_text(encoding="utf-8"))
    return parts["adjectives"], parts["nouns"]


def sources_rows() -> dict[str, list[int]]:
    """The counts SOURCES.md gives for each file: in all, then of 2, 3, 4 and 5 letters."""
    text = (WORDLISTS / "SOURCES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `?([\w/.]+)`? \|((?: [\d,]+ \|){5})", text, flags=re.MULTILINE)
    return {path: [int(n.replace(",", "")) for n in re.findall(r"[\d,]+", cells)] for path, cells in rows}


def counts(found: list[str]) -> list[int]:
    """How many words there are: in all, then of 2, 3, 4 and 5 letters."""
    lengths = Counter(map(len, found))
    return [len(found), *(lengths[n] for n in (2, 3, 4, 5))]


def test_these_are_all_the_lists() -> None:
    """Every list in the folder is one that these tests read."""
    found = {p.relative_to(WORDLISTS).as_posix() for p in WORDLISTS.glob("*/*.txt")}
    assert {path for path in found if not path.startswith("licences/")} == {*EVERY, PROFANITY, PAIRS}


@pytest.mark.parametrize("path", EVERY)
def test_a_word_is_two_to_five_small_letters(path: str) -> None:
    """A list holds nothing but words of 2 to 5 letters, a to z."""
    assert [word for word in words(path) if not re.fullmatch("[a-z]{2,5}", word)] == []


@pytest.mark.parametrize("path", [*EVERY, PROFANITY])
def test_a_list_is_sorted_by_length_then_alphabet_without_duplicates(path: str) -> None:
    """A reader finds a word where it is looked for, and finds it once."""
    assert words(path) == sorted(set(words(path)), key=lambda word: (len(word), word))


@pytest.mark.parametrize("path", [*EVERY, PROFANITY, PAIRS])
def test_a_list_starts_with_its_title_and_one_line_about_it(path: str) -> None:
    """`# title:` and `# about:` stand at the top, and no other comment anywhere."""
    comments, _ = read(path)
    lines = (WORDLISTS / path).read_text(encoding="utf-8").splitlines()
    assert lines[: len(comments)] == comments
    assert [re.match(r"# (\w+): \S", line)[1] for line in comments] == ["title", "about"]


@pytest.mark.parametrize("path", [*EVERY, PROFANITY, PAIRS])
def test_a_list_has_unix_line_ends(path: str) -> None:
    """A list has LF line ends, one at its end, and no byte order mark."""
    raw = (WORDLISTS / path).read_bytes()
    assert b"\r" not in raw
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert raw.endswith(b"\n")
    assert not raw.endswith(b"\n\n")


def test_tier_files_are_disjoint() -> None:
    """A tier file holds only what that tier adds."""
    assert [word for word, n in Counter(tier("expert")).items() if n > 1] == []


def test_a_word_stands_in_one_screen() -> None:
    """A screened word has one reason."""
    found = Counter(word for path in SCREENED for word in words(path))
    assert [word for word, n in found.items() if n > 1] == []


@pytest.mark.parametrize("path", PRINTED)
def test_no_screened_word_is_printed(path: str) -> None:
    """No tier and no theme holds a word that a screen holds out."""
    assert sorted(screened().intersection(words(path))) == []


@pytest.mark.parametrize("path", PRINTED)
def test_every_printed_word_is_in_the_reference(path: str) -> None:
    """No printed word fails a dictionary challenge."""
    assert sorted(set(words(path)).difference(words(REFERENCE))) == []


@pytest.mark.parametrize("name", TIERS)
def test_a_tier_has_words_enough(name: str) -> None:
    """A tier keeps the size that the games were measured with."""
    lengths = Counter(map(len, tier(name)))
    assert {n: lengths[n] for n, least in TIER_MINIMUM[name].items() if lengths[n] < least} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_words_enough(theme: str) -> None:
    """A theme has 30 words of 5 and of 4 letters, and of 3 as many as let it supply them alone; none of 2."""
    lengths = by_length(f"themes/{theme}.txt")
    assert lengths[5] >= 30
    assert lengths[4] >= 30
    assert lengths[3] >= ENOUGH
    assert lengths[2] == 0


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_holds_words_of_the_tiers(theme: str) -> None:
    """A theme surprises nobody: each of its words stands in a tier."""
    assert sorted(set(words(f"themes/{theme}.txt")).difference(tier("expert"))) == []


FIRST_MEANT_OTHERWISE = {
    "body": "lid calf sole palms",
    "clothing": "boa hose slip",
    "music": "air hit rest major",
    "sports": "heat walk draw hole",
    "transport": "fly gas map gate park",
}


@pytest.mark.parametrize("theme", FIRST_MEANT_OTHERWISE)
def test_a_theme_has_no_loose_members(theme: str) -> None:
    """A word is in the theme in its first sense: HEAT is no sport, a MAP no vehicle."""
    assert set(words(f"themes/{theme}.txt")).isdisjoint(FIRST_MEANT_OTHERWISE[theme].split())


SPELLINGS = {
    "family": "color armor honor favor humor labor vapor odor odour gray grey mom mum mommy mummy okay cozy cosy "
    "fiber fibre liter litre meter metre mold mould plow ax axe donut tire tyre curb kerb braid plait math maths zed "
    "zee truck lorry",
    "standard": "ardor arbor savor rigor valor vigor saber sabre molt moult miter mitre ocher ochre czar tsar",
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_american_and_british_spellings_stand_side_by_side(name: str) -> None:
    """Whichever side of the ocean a player learnt to spell on, the word is in the tier where its readers are."""
    assert sorted(set(SPELLINGS[name].split()).difference(tier(name))) == []


KNOWN_FROM = {
    "family": "maybe until pear words going bye body says goes using fewer older later queue teddy baker comma fairy",
    "standard": "con audit gene lease vogue feat amid irony norm dual poker",
}


@pytest.mark.parametrize("name", KNOWN_FROM)
def test_words_begin_in_the_tier_of_those_who_know_them(name: str) -> None:
    """Everyday words are in the family tier itself; what an eight-year-old does not know begins with Standard."""
    assert sorted(set(KNOWN_FROM[name].split()).difference(words(f"tiers/{name}.txt"))) == []


OWN_MEANING = {"buss": "a kiss", "dues": "a fee", "mores": "customs"}
"""Words that only look like a form of another word."""


def test_a_form_of_a_word_is_no_harder_than_the_word() -> None:
    """A plural or an -ING form that stands in a tier at all stands in its word's own."""
    level = {word: TIERS.index(name) for name in TIERS for word in words(f"tiers/{name}.txt")}
    endings = {"s": ("",), "es": ("",), "ing": ("", "e")}
    harder = set()
    for word, own in level.items():
        stems = {word.removesuffix(end) + e for end, most in endings.items() if word.endswith(end) for e in most}
        found = [level[stem] for stem in stems if len(stem) > 2 and stem in level]
        if found and own > max(found):
            harder.add(word)
    assert harder == set(OWN_MEANING)


def test_pairs_are_read_in_one_order() -> None:
    """A reader finds a pair where it is looked for: lines and each side of them sorted, each pair once."""
    lines = words(PAIRS)
    assert lines == sorted(lines)
    assert [
        line for line in lines if not re.fullmatch(r"[a-z]{2,5}( [a-z]{2,5})*: [a-z]{2,5}( [a-z]{2,5})*", line)
    ] == []
    sides = [side.split() for line in lines for side in line.split(": ")]
    assert [side for side in sides if side != sorted(set(side))] == []
    assert [pair for pair, times in Counter(pairs()).items() if times > 1 or pair[0] == pair[1]] == []


def test_pairs_are_of_words_that_are_printed() -> None:
    """The list of pairs holds no idle word."""
    assert sorted(set(chain(*pairs())).difference(tier("expert"))) == []


def test_every_pair_is_told_in_either_order() -> None:
    """Each pair of the list is told, whichever word is first and wherever the two stand; what is no pair is not."""
    listed = set(pairs())
    for one, other in listed:
        assert any_unhappy_pair([one.upper(), "OCEAN", other.upper()])
        assert any_unhappy_pair([other.upper(), one.upper()])
    paired = sorted(set(chain(*listed)))
    told = {pair for pair in combinations(paired, 2) if any_unhappy_pair([word.upper() for word in pair])}
    assert told == listed


@pytest.mark.parametrize("path", EVERY)
def test_sources_counts_are_true(path: str) -> None:
    """SOURCES.md counts the words of every list right."""
    assert sources_rows()[path] == counts(words(path))


@pytest.mark.parametrize("name", TIERS)
def test_sources_counts_of_whole_tiers_are_true(name: str) -> None:
    """SOURCES.md counts the words of every tier, with those below it, right."""
    assert sources_rows()[name] == counts(tier(name))


def test_sources_counts_of_profanity_and_pairs_are_true() -> None:
    """SOURCES.md counts the two lists that are no lists of short words right."""
    text = " ".join((WORDLISTS / "SOURCES.md").read_text(encoding="utf-8").split())
    assert f"`{PROFANITY}` ({len(words(PROFANITY))} words of any length)" in text
    assert f"`{PAIRS}` ({len(pairs())} pairs)" in text


def test_sources_names_every_file() -> None:
    """No file of the folder is without a stated origin."""
    text = (WORDLISTS / "SOURCES.md").read_text(encoding="utf-8")
    found = sorted(p.relative_to(WORDLISTS).as_posix() for p in WORDLISTS.rglob("*") if p.is_file())
    assert [path for path in found if f"`{path}`" not in text] == []


def test_licence_notices_are_kept() -> None:
    """The notices that SCOWL, WordNet and better-profanity ask for, and the licence of the words, are shipped."""
    notices = {
        "scowl.txt": "Kevin Atkinson",
        "wordnet.txt": "WordNet 3.0 Copyright 2006 by Princeton University.",
        "cc-by-sa-4.0.txt": "Creative Commons Attribution-ShareAlike 4.0 International",
        "better-profanity.txt": "Permission is hereby granted, free of charge",
    }
    folder = WORDLISTS / "licences"
    assert {path.name for path in folder.iterdir()} == set(notices)
    for name, line in notices.items():
        assert line in (folder / name).read_text(encoding="utf-8")


def test_profane_looking_words_are_reviewed() -> None:
    """A printed word that a profanity list holds has a written reason to stay."""
    printed = {word for path in PRINTED for word in words(path)}
    assert sorted(printed & profanity() - set(reviewed())) == []


def test_the_review_holds_no_idle_word() -> None:
    """A reviewed word has a reason, is printed, and is on a profanity list still."""
    printed = {word for path in PRINTED for word in words(path)}
    assert sorted(set(reviewed()) - (printed & profanity())) == []
    assert [word for word, reason in reviewed().items() if not reason.strip()] == []


def test_fleet_names_are_enough_and_for_every_theme() -> None:
    """There are names enough for an event, and each theme has nouns of its own."""
    adjectives, nouns = fleet_names()
    assert len(adjectives) >= 240
    assert len(nouns["general"]) >= 120
    assert set(nouns) == {"general", *THEMES}
    assert {t: len(nouns[t]) for t in THEMES if not 12 <= len(nouns[t]) <= 20} == {}


def test_fleet_name_parts_are_single_plain_words() -> None:
    """A part is 4 to 12 ASCII letters, the first a capital, and stands once in its list."""
    adjectives, nouns = fleet_names()
    for parts in (adjectives, *nouns.values()):
        assert [part for part in parts if not re.fullmatch("[A-Z][a-z]{3,11}", part)] == []
        assert len(parts) == len(set(parts))


def test_fleet_names_fit_their_line() -> None:
    """The longest adjective with the longest noun is not longer than 28 characters."""
    adjectives, nouns = fleet_names()
    longest_noun = max((noun for parts in nouns.values() for noun in parts), key=len)
    assert len(f"The {max(adjectives, key=len)} {longest_noun}") <= LONGEST_NAME


def test_no_fleet_name_says_one_root_twice() -> None:
    """An adjective never meets a noun that begins as it does or holds four of its letters in a row."""
    adjectives, nouns = fleet_names()
    for group in nouns.values():
        drawn = FleetNames(tuple(adjectives), tuple(group))
        names = [drawn.draw(KeyedRandom(str(number).encode(), b"fleet name")) for number in range(300)]
        for name in names:
            _, adjective, noun = name.lower().split(" ")
            assert adjective[:3] != noun[:3], name
            assert not [adjective[i : i + 4] for i in range(len(adjective) - 3) if adjective[i : i + 4] in noun], name


def test_names_of_one_root_are_passed_over() -> None:
    """Where every name but one would say a root twice, that one is drawn."""
    names = FleetNames(("Cosmic", "Parading", "Sunny", "Roving"), ("Cosmos",))
    drawn = {names.draw(KeyedRandom(str(number).encode(), b"fleet name")) for number in range(50)}
    assert drawn == {"The Parading Cosmos", "The Sunny Cosmos", "The Roving Cosmos"}
    pairs = [("Roving", "Rovers"), ("Sunny", "Sunset"), ("Harmonious", "Philharmonic"), ("Windswept", "Whirlwind")]
    for adjective, noun in pairs:
        one = FleetNames((adjective, "Jolly"), (noun,))
        assert {one.draw(KeyedRandom(str(n).encode(), b"fleet name")) for n in range(20)} == {f"The Jolly {noun}"}


def test_no_fleet_name_offends() -> None:
    """No part of a fleet name is a screened word or on a profanity list."""
    adjectives, nouns = fleet_names()
    parts = {part.lower() for part in (*adjectives, *(n for group in nouns.values() for n in group))}
    assert sorted(parts & (screened() | profanity())) == []
