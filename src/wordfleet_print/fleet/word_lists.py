"""The packaged words: tiers, themes, screens, and the parts of fleet names. Each file is read once
per process.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import product
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import data_folder
from wordfleet_print.fleet.random import KeyedRandom
from wordfleet_print.games.alphabet import find_main_language, to_capitals
from wordfleet_print.messages import near_misses

# The tiers, easiest first; each holds all words of those before it. Sheet codes have their number
# in two bits (`deck_digest.TIER_BITS`): a fourth would change the codes of all sheets.
TIERS = ("family", "standard", "expert")


@dataclass(frozen=True)
class WordList:
    """Capital-letter words by length, each length sorted; `title` is how a sheet names the list."""

    slug: str
    title: str
    about: str
    by_length: dict[int, tuple[str, ...]]

    @classmethod
    def of(
        cls, slug: str, title: str, about: str, words: Iterable[str], language: str = "en"
    ) -> WordList:
        """Make a list of the given words, in any case and order."""
        lengths: defaultdict[int, set[str]] = defaultdict(set)
        for word in words:
            capitals = to_capitals(word, language)  # “groß” is GROSS, five letters
            lengths[len(capitals)].add(capitals)
        return cls(slug, title, about, {n: tuple(sorted(lengths[n])) for n in sorted(lengths)})

    @cached_property
    def digest(self) -> bytes:
        """16 bytes that change with any word."""
        text = "\n".join(word for words in self.by_length.values() for word in words)
        return blake2b(text.encode(), digest_size=16, person=b"wordlist").digest()


@cache
def load_tier(slug: str) -> WordList:
    """Load the words of a tier and of all easier ones. Raises `BadInputError` for an unknown
    tier.
    """
    check_slug(slug, TIERS, "tier")
    all_words: list[str] = []
    for tier in TIERS[: TIERS.index(slug) + 1]:
        headers, words = _read(data_folder("wordlists") / "tiers" / f"{tier}.txt")
        all_words += words
    # The title is that of the last file, which is the tier's own
    return WordList.of(slug, headers["title"], headers["about"], all_words)


# A list of another language is its only tier; sheet codes know it by the number of this one.
ONLY_TIER = "standard"


@cache
def load_words(language: str, tier: str) -> WordList:
    """Load an English tier, or the one list of another language; without a list it has no words.

    `language` is a tag such as `de-AT`, whose list is that of `de-AT` or `de`.
    """
    main = find_main_language(language)
    if main == "en":
        return load_tier(tier)
    folder = data_folder("wordlists") / "languages"
    for code in (language, main):
        path = folder / code / "words.txt"
        if path.is_file():
            headers, words = _read(path)
            return WordList.of(ONLY_TIER, headers["title"], headers["about"], words, main)
    return WordList.of(ONLY_TIER, "", "", ())


def list_themes() -> tuple[str, ...]:
    """List the packaged themes, in alphabetical order."""
    return tuple(sorted(path.stem for path in (data_folder("wordlists") / "themes").glob("*.txt")))


@cache
def load_theme(slug: str) -> WordList:
    """Load a theme's words. Raises `BadInputError` for an unknown theme, naming the nearest."""
    check_slug(slug, list_themes(), "theme")
    headers, words = _read(data_folder("wordlists") / "themes" / f"{slug}.txt")
    return WordList.of(slug, headers["title"], headers["about"], words)


# How many words of each length a theme has at least.
THEME_MINIMUM = {3: 15, 4: 30, 5: 30}


def find_theme_faults(path: Path) -> list[str]:
    """Return what keeps a file from being packaged as a theme; nothing if it can be."""
    headers, words = _read(path)
    faults = [
        f"A theme begins with a line “# {name}: …”."
        for name in ("title", "about")
        if not headers.get(name)
    ]
    if words != sorted(set(words), key=lambda word: (len(word), word)):
        faults.append("A theme has each word once, shortest first, then by alphabet.")
    for length, least in THEME_MINIMUM.items():
        count = sum(len(word) == length for word in words)
        if count < least:
            faults.append(
                f"A theme has at least {least} words of {length} letters; this one has {count}."
            )
    known = {word.lower() for tier in load_tier(TIERS[-1]).by_length.values() for word in tier}
    if unknown := sorted({*words} - known):
        faults.append(f"A theme has only lower-case words of the tiers, not: {', '.join(unknown)}.")
    return faults


@cache
def load_screen(name: str) -> frozenset[str]:
    """Load a screen's words in capitals: `blocked`, `awkward`, `names`, `abbreviations` or
    `profanity`.
    """
    return frozenset(
        w.upper() for w in _read(data_folder("wordlists") / "screens" / f"{name}.txt")[1]
    )


@cache
def load_pairs() -> dict[str, frozenset[str]]:
    """Return the pairs of words that no fleet holds, in capitals: by the word of a pair that comes
    first in the alphabet, the other words of its pairs.

    A line of the file such as `adult: book club` is two pairs: each word before the colon with each
    one after it.
    """
    partners: defaultdict[str, set[str]] = defaultdict(set)
    _, lines = _read(data_folder("wordlists") / "screens" / "pairs.txt")
    for line in lines:
        words_before, words_after = (side.upper().split() for side in line.split(":"))
        for pair in product(words_before, words_after):
            partners[min(pair)].add(max(pair))
    return {word: frozenset(others) for word, others in partners.items()}


@cache
def digest_barred_word_pairs() -> bytes:
    """Return 16 bytes that change with any pair that no fleet holds (`load_pairs`): which fleets
    are drawn depends on them.
    """
    pairs = sorted((word, sorted(partners)) for word, partners in load_pairs().items())
    return blake2b(repr(pairs).encode(), digest_size=16, person=b"pairs").digest()


@cache
def load_reference() -> frozenset[str]:
    """Load ENABLE's words of 2 to 5 letters in capitals: what a dictionary challenge looks up."""
    return frozenset(
        w.upper() for w in _read(data_folder("wordlists") / "reference" / "enable.txt")[1]
    )


# Two words echo if they have this many first letters in common, or if this many letters of one, in
# a row, are anywhere in the other. Words that share a root do.
SAME_START = 3
SAME_RUN = 4


def _do_echo(adjective: str, noun: str) -> bool:
    """Return whether two words in small letters sound like a repetition: “roving rovers”."""
    if adjective[:SAME_START] == noun[:SAME_START]:
        return True
    starts = range(len(adjective) - SAME_RUN + 1)
    return any(adjective[start : start + SAME_RUN] in noun for start in starts)


@dataclass(frozen=True)
class FleetNames:
    """The two parts a fleet's name is made of."""

    adjectives: tuple[str, ...]
    nouns: tuple[str, ...]

    def choose(self, random: KeyedRandom) -> str:
        """Choose a name whose parts do not echo one another, as “Roving Rovers” would."""
        while True:
            adjective = random.choice(self.adjectives)
            noun = random.choice(self.nouns)
            if not _do_echo(adjective.lower(), noun.lower()):
                return f"The {adjective} {noun}"


@dataclass(frozen=True)
class WholeNames:
    """Names of fleets that are not made of parts, as the labels of a language have them."""

    names: tuple[str, ...]

    def choose(self, random: KeyedRandom) -> str:
        """Choose a name."""
        return random.choice(self.names)


def load_names(themes: Iterable[str] = ()) -> FleetNames:
    """Load the names that suit the themes, or those for any fleet where no theme is given."""
    parts = _load_name_parts()
    nouns = {noun for theme in themes for noun in parts["nouns"].get(theme, ())}
    return FleetNames(tuple(parts["adjectives"]), tuple(sorted(nouns or parts["nouns"]["general"])))


@cache
def digest_fleet_names(theme: str = "") -> bytes:
    """Return 16 bytes that change with the words that fleets' names are made of: the nouns of a
    theme; without one, all adjectives and the general nouns.
    """
    parts = _load_name_parts()
    nouns = parts["nouns"]
    changing = [nouns.get(theme, [])] if theme else [parts["adjectives"], nouns["general"]]
    return blake2b(repr(changing).encode(), digest_size=16, person=b"fleetnames").digest()


@cache
def _load_name_parts() -> dict[str, Any]:
    parts = tomllib.loads(
        (data_folder("wordlists") / "fleet_names.toml").read_text(encoding="utf-8")
    )
    nouns = {theme: sorted(words) for theme, words in sorted(parts["nouns"].items())}
    return {"adjectives": sorted(parts["adjectives"]), "nouns": nouns}


def check_slug(slug: str, known: tuple[str, ...], kind: str) -> None:
    """Raise `BadInputError` unless `slug` is one of `known`; suggest the nearest."""
    if slug in known:
        return
    meant = "".join(
        f"Did you mean {near}? " for near in near_misses(slug.lower(), known, alike=0.5)
    )
    tip = f"{meant}{kind.capitalize()}s: {', '.join(known)}."
    raise BadInputError(Problem(f"There is no {kind} “{slug}”.", kind, advice=tip))


def _read(path: Path) -> tuple[dict[str, str], list[str]]:
    """Read a packaged list: `# field: value` lines at the top, then one word per line."""
    headers: dict[str, str] = {}
    words = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            field, _, value = line[1:].partition(":")
            headers[field.strip()] = value.strip()
        elif line:
            words.append(line)
    return headers, words
