"""What the packaged word lists promise; read straight from `wordlists/`."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from wordfleet_print.fleet.deck import ENOUGH
from wordfleet_print.fleet.fleets import has_unhappy_pair
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.fleet.word_lists import FleetNames, find_theme_faults, load_names

WORDLISTS = Path(__file__).parents[2] / "wordlists"
DATA = Path(__file__).parents[1] / "data"
SOURCES = (WORDLISTS / "SOURCES.md").read_text(encoding="utf-8")
TIERS = ("family", "standard", "expert")
THEMES = sorted(path.stem for path in (WORDLISTS / "themes").glob("*.txt"))
PRINTED = (*(f"tiers/{name}.txt" for name in TIERS), *(f"themes/{name}.txt" for name in THEMES))
SCREENED = tuple(f"screens/{name}.txt" for name in ("blocked", "awkward", "names", "abbreviations"))
LANGUAGES = {
    "de": "abcdefghijklmnopqrstuvwxyzäöüß",
    "es": "abcdefghijklmnñopqrstuvwxyz",
    "fr": "abcdefghijklmnopqrstuvwxyz",
}
"""Each language with a list, and the letters that its words may have in the file."""
TRANSLATED = tuple(f"languages/{code}/words.txt" for code in LANGUAGES)
REFERENCE, PROFANITY, PAIRS = "reference/enable.txt", "screens/profanity.txt", "screens/pairs.txt"
EVERY = (*PRINTED, *SCREENED, REFERENCE, *TRANSLATED)
TIER_MINIMUM = {
    "family": {2: 27, 3: 266, 4: 758, 5: 821},
    "standard": {2: 46, 3: 379, 4: 1132, 5: 1345},
    "expert": {2: 58, 3: 481, 4: 1562, 5: 2223},
}
"""Words a tier has at least, with those below it: 3 % less than the games were measured with."""


def _read(path: str) -> list[str]:
    lines = (WORDLISTS / path).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def _read_tier(name: str) -> list[str]:
    """The words of a tier with those of the tiers below it."""
    return [word for tier in TIERS[: TIERS.index(name) + 1] for word in _read(f"tiers/{tier}.txt")]


def _read_pairs() -> list[tuple[str, ...]]:
    sides = [[side.split() for side in line.split(": ")] for line in _read(PAIRS)]
    return [tuple(sorted(pair)) for ones, others in sides for pair in product(ones, others)]


def _read_profanity() -> set[str]:
    """What better-profanity lists, and what cuss rates 1 or 2."""
    return {*_read(PROFANITY), *json.loads((DATA / "cuss_en.json").read_text(encoding="utf-8"))}


def _count(words: list[str]) -> list[int]:
    """How many words there are: in all, then of 2, 3, 4 and 5 capitals."""
    lengths = Counter(len(word.upper()) for word in words)
    return [len(words), *(lengths[n] for n in (2, 3, 4, 5))]


def test_these_are_all_the_lists() -> None:
    """The tests read every list in the folder, and SOURCES.md names every file."""
    found = {
        path.relative_to(WORDLISTS).as_posix() for path in WORDLISTS.rglob("*") if path.is_file()
    }
    lists = {path for path in found if path.endswith(".txt") and not path.startswith("licences/")}
    assert lists == {*EVERY, PROFANITY, PAIRS}
    assert [path for path in sorted(found) if f"`{path}`" not in SOURCES] == []


@pytest.mark.parametrize("path", [*EVERY, PROFANITY, PAIRS])
def test_a_list_is_easy_to_read(path: str) -> None:
    """A list has a title and a line about it, LF line ends, and words of 2 to 5 letters by length
    and alphabet.
    """
    raw, words = (WORDLISTS / path).read_bytes(), _read(path)
    assert re.match(rb"# title: \S[^\n]*\n# about: \S[^\n]*\n[^#]+[^\n]\n\Z", raw)
    assert not re.search(rb"\r|\n\n", raw)
    if path != PAIRS:
        assert words == sorted(set(words), key=lambda word: (len(word.upper()), word))
    if path not in (PAIRS, PROFANITY):
        letters = LANGUAGES.get(Path(path).parent.name, "a-z")
        assert [word for word in words if not re.fullmatch(f"[{letters}]+", word)] == []
        assert [word for word in words if not 2 <= len(word.upper()) <= 5] == []


@pytest.mark.parametrize("path", PRINTED)
def test_every_printed_word_can_be_played(path: str) -> None:
    """Every printed word is in the reference dictionary and on no screen."""
    words = {*_read(path)}
    assert sorted(words.difference(_read(REFERENCE))) == []
    assert sorted(words & {word for screen in SCREENED for word in _read(screen)}) == []


def test_tiers_and_screens_hold_each_word_once() -> None:
    """A tier's file holds only what that tier adds; a screened word has one reason."""
    for words in (_read_tier("expert"), [word for path in SCREENED for word in _read(path)]):
        assert [word for word, count in Counter(words).items() if count > 1] == []


@pytest.mark.parametrize("name", TIERS)
def test_a_tier_has_enough_words(name: str) -> None:
    """A tier keeps the size that the games were measured with."""
    lengths = Counter(map(len, _read_tier(name)))
    assert {n: lengths[n] for n, least in TIER_MINIMUM[name].items() if lengths[n] < least} == {}


AT_LEAST_TRANSLATED = {2: 20, 3: 150, 4: 150, 5: 150}


@pytest.mark.parametrize("path", TRANSLATED)
def test_a_language_has_enough_words(path: str) -> None:
    """The list of a language has enough words for fair fleets, and no two that print the same."""
    words = [word.upper() for word in _read(path)]
    assert len(words) == len(set(words))
    lengths = Counter(map(len, words))
    assert {n: lengths[n] for n, least in AT_LEAST_TRANSLATED.items() if lengths[n] < least} == {}


TWO_LETTERS = {
    "animals": ["ox"],
    "camping": ["ax"],
    "farm": ["ox"],
    "home": ["ax"],
    "school": ["pi"],
    "tales": ["ax"],
    "music": ["do", "fa", "la", "mi", "re", "so", "ti"],
}
FIRST_MEANT_OTHERWISE = {
    "body": "lid calf sole palms",
    "clothing": "boa hose slip",
    "music": "air hit rest major",
    "sports": "heat walk draw hole",
    "transport": "fly gas map gate park",
}


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_has_enough_words_and_no_loose_ones(theme: str) -> None:
    """A theme has 30 words of five and of four letters, `ENOUGH` of three, and its two-letter
    words, all of a tier.
    """
    words = _read(f"themes/{theme}.txt")
    assert find_theme_faults(WORDLISTS / "themes" / f"{theme}.txt") == []
    assert [word for word in words if len(word) == 2] == TWO_LETTERS.get(theme, [])
    assert {*words}.isdisjoint(FIRST_MEANT_OTHERWISE.get(theme, "").split())


def test_what_a_new_theme_lacks_is_named(tmp_path: Path) -> None:
    """A missing header, wrong order, too few words and words of no tier are each named."""
    (tmp_path / "beach.txt").write_text("# title: Beach\nsand\nsea\nzzzzz\n", encoding="utf-8")
    faults = find_theme_faults(tmp_path / "beach.txt")
    assert [re.sub(r"^A theme (begins|has) ", "", fault) for fault in faults] == [
        "with a line “# about: …”.",
        "each word once, shortest first, then by alphabet.",
        f"at least {ENOUGH} words of 3 letters; this one has 1.",
        "at least 30 words of 4 letters; this one has 1.",
        "at least 30 words of 5 letters; this one has 1.",
        "only lower-case words of the tiers, not: zzzzz.",
    ]


AT_LEAST_IN = {
    "family": "color armor honor favor humor labor vapor odor odour gray grey mom mum mommy mummy "
    "okay cozy cosy fiber fibre liter litre meter metre mold mould plow ax axe "
    "donut tire tyre curb kerb braid plait math maths zed "
    "zee truck lorry maybe until pear words going bye body says goes using fewer older later "
    "queue teddy baker comma",
    "standard": (
        "ardor arbor savor rigor valor vigor saber sabre molt moult miter mitre ocher ochre "
        "czar tsar"
    ),
}


@pytest.mark.parametrize("name", AT_LEAST_IN)
def test_words_are_in_the_tier_of_their_readers(name: str) -> None:
    """Everyday words are in Family, words that only adults know are not, and both spellings are in
    one tier.
    """
    hard = "con audit gene lease vogue feat amid irony norm dual poker"
    assert {*hard.split()} <= {*_read("tiers/standard.txt")}
    assert sorted({*AT_LEAST_IN[name].split()}.difference(_read_tier(name))) == []


def test_a_form_of_a_word_is_no_harder_than_the_word() -> None:
    """A plural or an -ING form of a tier is in the tier of its word."""
    level = {word: TIERS.index(name) for name in TIERS for word in _read(f"tiers/{name}.txt")}
    endings = {"s": ("",), "es": ("",), "ing": ("", "e")}
    harder = set()
    for word, own in level.items():
        stems = {
            word.removesuffix(end) + e
            for end, most in endings.items()
            if word.endswith(end)
            for e in most
        }
        found = [level[stem] for stem in stems if len(stem) > 2 and stem in level]
        if found and own > max(found):
            harder.add(word)
    assert harder == {"buss", "dues", "mores"}


def test_unhappy_pairs_are_found_in_any_order() -> None:
    """Each unhappy pair is found in any order and place, and no other pair is."""
    lines, pairs = _read(PAIRS), {*_read_pairs()}
    assert lines == sorted(lines)
    assert len(pairs) == len(_read_pairs())
    assert all(has_unhappy_pair([other.upper(), "OCEAN", one.upper()]) for one, other in pairs)
    words = sorted({*chain(*pairs)})
    assert {
        pair for pair in combinations(words, 2) if has_unhappy_pair([word.upper() for word in pair])
    } == pairs
    assert sorted({*words}.difference(_read_tier("expert"))) == []


def test_sources_counts_are_true() -> None:
    """SOURCES.md has the right number of words for every list and tier."""
    rows = re.findall(r"^\| `?([\w/.]+)`? \|((?: [\d,]+ \|){5})", SOURCES, flags=re.MULTILINE)
    written = {
        path: [int(n.replace(",", "")) for n in re.findall(r"[\d,]+", cells)]
        for path, cells in rows
    }
    expected = {path: _count(_read(path)) for path in EVERY} | {
        name: _count(_read_tier(name)) for name in TIERS
    }
    assert {path: written.get(path) for path in expected} == expected
    text = " ".join(SOURCES.split())
    assert f"`{PROFANITY}` ({len(_read(PROFANITY))} words of any length)" in text
    assert f"`{PAIRS}` ({len(_read_pairs())} pairs)" in text


def test_license_notices_are_kept() -> None:
    """The notices that SCOWL, WordNet and better-profanity ask for, and the license of the words,
    are shipped.
    """
    notices = {
        "scowl.txt": "Kevin Atkinson",
        "wordnet.txt": "WordNet 3.0 Copyright 2006 by Princeton University.",
        "cc-by-sa-4.0.txt": "Creative Commons Attribution-ShareAlike 4.0 International",
        "better-profanity.txt": "Permission is hereby granted, free of charge",
    }
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in (WORDLISTS / "licences").iterdir()
    }
    assert texts.keys() == notices.keys()
    assert all(line in texts[name] for name, line in notices.items())


def test_profane_looking_words_are_reviewed() -> None:
    """A printed word on a profanity list has a written reason to stay, and no other word has."""
    lines = (DATA / "profanity_reviewed.txt").read_text(encoding="utf-8").splitlines()
    reasons = {word: reason.strip() for word, _, reason in (line.partition("\t") for line in lines)}
    assert {*reasons} == {word for path in PRINTED for word in _read(path)} & _read_profanity()
    assert all(reasons.values())


def test_fleet_names_are_fit_to_print() -> None:
    """There are enough plain single words for any event and theme; none offends, and the longest
    name fits its line.
    """
    parts = tomllib.loads((WORDLISTS / "fleet_names.toml").read_text(encoding="utf-8"))
    adjectives, nouns = parts["adjectives"], parts["nouns"]
    assert len(adjectives) >= 240
    assert len(nouns["general"]) >= 120
    assert sorted(nouns) == sorted(["general", *THEMES])
    assert {theme: len(nouns[theme]) for theme in THEMES if not 12 <= len(nouns[theme]) <= 20} == {}
    for group in (adjectives, *nouns.values()):
        assert [part for part in group if not re.fullmatch("[A-Z][a-z]{3,11}", part)] == []
        assert len(group) == len(set(group))
    assert len("The  ") + max(map(len, adjectives)) + max(map(len, chain(*nouns.values()))) <= 28
    bad = _read_profanity() | {word for path in SCREENED for word in _read(path)}
    assert sorted({part.lower() for part in (*adjectives, *chain(*nouns.values()))} & bad) == []


def test_no_fleet_name_says_one_root_twice() -> None:
    """An adjective never meets a noun that starts the same or shares four letters in a row."""
    randoms = [KeyedRandom(str(number).encode(), b"fleet name") for number in range(50)]
    for adjective, noun in [
        ("Roving", "Rovers"),
        ("Sunny", "Sunset"),
        ("Harmonious", "Philharmonic"),
    ]:
        assert {FleetNames((adjective, "Jolly"), (noun,)).choose(one) for one in randoms} == {
            f"The Jolly {noun}"
        }
    assert len({load_names().choose(one) for one in randoms}) > 40
    assert not {*load_names(["animals"]).nouns} & {*load_names().nouns}
