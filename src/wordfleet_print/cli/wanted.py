"""`Wanted`: what was asked of `tracker`, before it is known to make sense; it becomes a `TrackerJob` or an error."""

from __future__ import annotations

import os
import secrets
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from wordfleet_print.cli.job import TrackerJob, deck_of_code, parse_captains, printable_title
from wordfleet_print.cli.options import DEFAULT_EDITION, MOST_SHEETS
from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck, tier_deck
from wordfleet_print.fleet.screen import read_own_list
from wordfleet_print.fleet.words import TIERS, WordList, known_slug, load_theme, load_tier, theme_slugs
from wordfleet_print.game import Edition, edition_slugs, load_edition
from wordfleet_print.press.layout import Looks
from wordfleet_print.press.paper import PAPERS, Paper, paper_of_locale
from wordfleet_print.sheet.code import ALPHABET, SheetCode, parse_code

DEFAULT_TIER = "standard"
MOST_NAMED = 24
"""Captains that are named in the call for the same sheets again."""

OVERRULES: Mapping[str, frozenset[str]] = {
    "codes": frozenset({"count", "seed", "tier", "themes", "words", "blank", "fair"}),
    "blank": frozenset({"words", "themes", "tier", "placed"}),
    "words": frozenset({"themes", "tier", "blank"}),
    "themes": frozenset({"words", "blank"}),
    "tier": frozenset({"words", "blank"}),
    "placed": frozenset({"blank"}),
}
"""What is typed, and the defaults of a file that give way to it."""
_FIELDS: Mapping[str, str] = {"theme": "themes", "code": "codes", "captain": "captains"}
"""The fields of options that can be repeated."""
_EMPTY: Mapping[str, Any] = {
    "tier": None,
    "count": None,
    "seed": None,
    "words": None,
    "themes": (),
    "blank": False,
    "placed": False,
    "fair": True,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options that decide what is on the sheets, as typed; None or empty where left out."""

    captains: tuple[str, ...]
    count: int | None
    edition: str | None
    tier: str | None
    themes: tuple[str, ...]
    words: Path | None
    seed: str | None
    codes: tuple[str, ...]
    blank: bool
    placed: bool
    fair: bool = True

    def without_clashing(self, named_by_file: Collection[str]) -> Wanted:
        """The same, less the defaults named by a file that something typed overrules."""
        from_file = {_FIELDS.get(name, name) for name in named_by_file}
        dropped: set[str] = set()
        for field, overruled in OVERRULES.items():
            if getattr(self, field) and field not in from_file:
                dropped |= overruled & from_file
        return replace(self, **{field: _EMPTY[field] for field in dropped})

    def job(self, looks: Looks) -> TrackerJob:
        """The job. Raises `UsageError` for options that do not go together, `BadInputError` for bad values."""
        self.check()
        captains = parse_captains(self.captains)
        if self.codes:
            return self._reprint(captains, looks)
        edition = self.rules()
        count = self.count or max(len(captains), edition.players.count)
        deck = self._deck(edition, count)
        seats = captains + ("",) * (count - len(captains))
        remedy = "Add words to the list" if self.words else "Choose a wider tier or another theme as well"
        return TrackerJob(edition, (deck,), (), seats, self.seed or fresh_seed(), self.placed, looks, remedy)

    def rules(self) -> Edition:
        """The edition asked for, pairing fleets as asked for. Raises `BadInputError` for an unknown one."""
        edition = load_edition(DEFAULT_EDITION if self.edition is None else self.edition)
        return edition if self.fair else edition.with_any_fleets()

    def check(self) -> None:
        """Raises `UsageError` for options that do not go together."""
        if self.blank and (self.words or self.themes or self.tier is not None or self.placed):
            raise UsageError(
                "--blank leaves the words to the captains: no --words, --theme, --tier or --placed with it."
            )
        if self.words and (self.themes or self.tier is not None):
            raise UsageError("--words brings the whole list: no --theme or --tier with it.")
        if self.codes and (self.count or self.seed or self.blank or not self.fair):
            raise UsageError("--code says which sheets to print: no --count, --seed, --blank or --fair with it.")
        sheets = len(self.codes) or self.count or len(self.captains)
        if sheets > MOST_SHEETS:
            raise UsageError(f"{sheets} sheets are more than the {MOST_SHEETS} that one call prints.")
        if len(self.captains) > sheets:
            raise UsageError(f"{len(self.captains)} captains are named for {sheets} sheet(s).")

    def check_values(self, paper: str | None) -> None:
        """Raises as `check`; then `BadInputError` with every value that is unknown or mistyped, and the paper's."""
        self.check()
        checks: list[Callable[[], object]] = [partial(parse_captains, self.captains), partial(paper_of, paper)]
        if self.edition is not None:
            checks.append(partial(load_edition, self.edition))
        if self.tier is not None:
            checks.append(partial(known_slug, self.tier, TIERS, "tier"))
        checks += [partial(known_slug, theme, theme_slugs(), "theme") for theme in dict.fromkeys(self.themes)]
        checks += [partial(parse_code, code) for code in dict.fromkeys(self.codes)]
        check_all(checks)

    def again(self, seed: str, typed: Collection[str]) -> str:
        """What to type for the same sheets again: `--seed` alone where that brings them, else the whole call.

        `typed` names the parameters that somebody typed.
        """
        named = [*self._again(typed), "--seed", seed]
        return shlex.join(named if len(named) == 2 else ["wordfleet-print", "tracker", *named])

    def _again(self, typed: Collection[str]) -> Iterator[str]:
        """All but the seed that decides what is on the sheets, and for whom."""
        for name in ("edition", "tier", "words"):
            value = getattr(self, name)
            if value is not None:
                yield from (f"--{name}", str(value))
        for theme in dict.fromkeys(self.themes):
            yield from ("--theme", theme)
        for name in ("blank", "placed"):
            if getattr(self, name) or name in typed:
                yield f"--{name}" if getattr(self, name) else f"--no-{name}"
        if not self.fair:
            yield from ("--fair", "off")
        for captain in self.captains if self.names_all else ():
            yield from ("--captain", captain)
        if self.count is not None or not self.names_all:
            yield from ("--count", str(self.count or len(self.captains)))

    @property
    def names_all(self) -> bool:
        """Whether `again` names the captains: not where they are too many to."""
        return len(self.captains) <= MOST_NAMED

    def _deck(self, edition: Edition, sheets: int) -> Deck:
        if self.blank:
            return blank_deck(edition)
        if self.words:
            return _own_deck(self.words, edition, sheets)
        tier = load_tier(DEFAULT_TIER if self.tier is None else self.tier)
        themes = {slug: load_theme(slug) for slug in self.themes}
        return theme_deck(edition, tier, themes.values()) if themes else tier_deck(edition, tier)

    def _reprint(self, captains: tuple[str, ...], looks: Looks) -> TrackerJob:
        codes, decks = self.coded()
        if len({deck.edition.slug for deck in decks}) > 1:
            raise UsageError("The codes belong to different editions; reprint one edition at a time.")
        if self.placed and any(deck.words is None for deck in decks):
            raise UsageError("A blank sheet has no words to place: no --placed with its code.")
        seats = captains + ("",) * (len(codes) - len(captains))
        return TrackerJob(decks[0].edition, decks, codes, seats, "", self.placed, looks)

    def coded(self) -> tuple[tuple[SheetCode, ...], tuple[Deck, ...]]:
        """The sheet codes, and the deck of each. Raises `BadInputError` for a code that is mistyped or unknown."""
        codes = tuple(parse_code(text) for text in self.codes)
        editions = [load_edition(slug) for slug in (edition_slugs() if self.edition is None else [self.edition])]
        if self.tier is not None:
            known_slug(self.tier, TIERS, "tier")
        for theme in self.themes:
            known_slug(theme, theme_slugs(), "theme")
        own = _own_decks(self.words, editions) if self.words else ()
        tiers = TIERS if self.tier is None else [self.tier]
        themes = tuple(sorted(set(self.themes))) or None
        by_digest = {code.deck: deck_of_code(code, editions, tiers, themes, own) for code in codes}
        return codes, tuple(by_digest[code.deck] for code in codes)


def check_all(checks: Collection[Callable[[], object]]) -> None:
    """Makes every check. Raises the one `BadInputError` that they raise, or one that holds all of several."""
    errors = []
    for check in checks:
        try:
            check()
        except BadInputError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        alone = [error.complaints or (Complaint("", error.message, error.tip),) for error in errors]
        raise BadInputError("Some options cannot be used.", *(complaint for told in alone for complaint in told))


def paper_of(slug: str | None) -> Paper:
    """The paper asked for, or the locale's. Raises `BadInputError` for an unknown one."""
    if slug is None:
        return paper_of_locale(os.environ)
    known_slug(slug.lower(), tuple(PAPERS), "paper")
    return PAPERS[slug.lower()]


def read_own_words(path: Path, edition: Edition) -> WordList:
    """A user's own list, called as the sheet shows it. Raises `BadInputError` with its faults."""
    return replace(read_own_list(path, edition.ships_of_length), title=printable_title(path.stem))


def _own_deck(path: Path, edition: Edition, sheets: int) -> Deck:
    return own_deck(edition, read_own_words(path, edition), sheets=sheets)


def _own_decks(path: Path, editions: Iterable[Edition]) -> tuple[Deck, ...]:
    """The decks that a user's list makes with these editions. Raises `BadInputError` where it makes none."""
    decks: list[Deck] = []
    errors: list[BadInputError] = []
    for edition in editions:
        try:
            decks.append(_own_deck(path, edition, 1))
        except BadInputError as error:
            errors.append(error)
    if not decks:
        raise errors[0]
    return tuple(decks)


def fresh_seed() -> str:
    """A short seed nobody has used; it can be read aloud."""
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{symbols[:4]}-{symbols[4:]}"
