"""Words by length: packaged tiers, themes, screens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import product
from pathlib import Path

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.wording import near_misses

TIERS = ("family", "standard", "expert")
"""The tiers, easiest first; each holds all words of those before it."""


@dataclass(frozen=True)
class WordList:
    """Capital-letter words by length, each length sorted; `title` is how a sheet names the list."""

    slug: str
    title: str
    about: str
    by_length: dict[int, tuple[str, ...]]

    def __hash__(self) -> int:
        """By its name, and how many words it has of each length."""
        return hash((self.slug, self.title, *map(len, self.by_length.values())))

    @classmethod
    def of(cls, slug: str, title: str, about: str, words: Iterable[str]) -> WordList:
        """A list of the given words, whatever their case and order."""
        lengths: defaultdict[int, set[str]] = defaultdict(set)
        for word in words:
            lengths[len(word)].add(word.upper())
        return cls(slug, title, about, {n: tuple(sorted(lengths[n])) for n in sorted(lengths)})

    @cached_property
    def digest(self) -> bytes:
        """16 bytes that change with any word."""
        text = "\n".join(word for words in self.by_length.values() for word in words)
        return blake2b(text.encode(), digest_size=16, person=b"wordlist").digest()


@cache
def load_tier(slug: str) -> WordList:
    """A tier with everything below it. Raises `BadInputError` for an unknown tier."""
    known_slug(slug, TIERS, "tier")
    parts = [_read(data_folder("wordlists") / "tiers" / f"{t}.txt") for t in TIERS[: TIERS.index(slug) + 1]]
    headers, _ = parts[-1]
    return WordList.of(slug, headers["title"], headers["about"], (w for _, words in parts for w in words))


def theme_slugs() -> tuple[str, ...]:
    """The themes at hand, in alphabetical order."""
    return tuple(sorted(path.stem for path in (data_folder("wordlists") / "themes").glob("*.txt")))


@cache
def load_theme(slug: str) -> WordList:
    """A theme's words. Raises `BadInputError` for an unknown theme, naming the nearest."""
    known_slug(slug, theme_slugs(), "theme")
    headers, words = _read(data_folder("wordlists") / "themes" / f"{slug}.txt")
    return WordList.of(slug, headers["title"], headers["about"], words)


@cache
def load_screen(name: str) -> frozenset[str]:
    """A screen's words in capitals: `blocked`, `awkward`, `names`, `abbreviations` or `profanity`."""
    return frozenset(w.upper() for w in _read(data_folder("wordlists") / "screens" / f"{name}.txt")[1])


@cache
def load_pairs() -> dict[str, frozenset[str]]:
    """The words that must not stand side by side, in capitals: the partners of each. A pair is kept under its longer
    word, or the later one of the alphabet, so that few words of a fleet have any partners.
    """
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for line in _read(data_folder("wordlists") / "screens" / "pairs.txt")[1]:
        ones, others = (side.upper().split() for side in line.split(":"))
        for pair in product(ones, others):
            partner, word = sorted(pair, key=lambda one: (len(one), one))
            partners[word].add(partner)
    return {word: frozenset(found) for word, found in partners.items()}


@cache
def pairs_digest() -> bytes:
    """16 bytes that change with any pair that never sails together: what is drawn hangs on them."""
    pairs = sorted((word, sorted(partners)) for word, partners in load_pairs().items())
    return blake2b(repr(pairs).encode(), digest_size=16, person=b"pairs").digest()


@cache
def load_reference() -> frozenset[str]:
    """ENABLE's words of 2 to 5 letters in capitals: what a dictionary challenge looks up."""
    return frozenset(w.upper() for w in _read(data_folder("wordlists") / "reference" / "enable.txt")[1])


def known_slug(slug: str, known: tuple[str, ...], kind: str) -> None:
    """Raise `BadInputError` unless `slug` is one of `known`; suggests the nearest."""
    if slug in known:
        return
    meant = "".join(f"Did you mean {near}? " for near in near_misses(slug.lower(), known, alike=0.5))
    tip = f"{meant}{kind.capitalize()}s: {', '.join(known)}."
    raise BadInputError(f"There is no {kind} “{slug}”.", tip=tip, field=kind)


def _read(path: Path) -> tuple[dict[str, str], list[str]]:
    """A packaged list: `# field: value` lines at the top, then one word a line."""
    headers: dict[str, str] = {}
    words = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            field, _, value = line[1:].partition(":")
            headers[field.strip()] = value.strip()
        elif line:
            words.append(line)
    return headers, words
