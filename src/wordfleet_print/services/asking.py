"""What several requests share: defaults, seeds, names of events, papers; all complaints together."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, UsageError, as_one
from wordfleet_print.fleet.word_lists import known_slug
from wordfleet_print.games import Edition
from wordfleet_print.limits import OUTPUT
from wordfleet_print.messages import quote, slug, suggestion
from wordfleet_print.sheet.captains import name_faults, parse_name
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.tracker.geometry import PAPERS, Paper, guess_paper
from wordfleet_print.tracker.names import check_name

Check = Callable[[], object]


def check_all(checks: Iterable[Check]) -> None:
    """Makes every check. Raises the one `BadInputError` that they raise, or one that holds all of several."""
    errors = []
    for check in checks:
        try:
            check()
        except BadInputError as error:
            errors.append(error)
    if errors:
        raise as_one(errors, "Some options cannot be used.")


def parse_captains(names: Iterable[str | None], *, strict: bool) -> tuple[str, ...]:
    """The captains' names, "" for None. Raises `BadInputError` with every fault of every name; where it is not
    `strict`, names that no font at hand can set are none.
    """
    parsed, complaints = [], []
    for number, text in enumerate(names, start=1):
        if text is None:
            parsed.append("")
            continue
        name, faults = check_name(text)
        faults = faults if strict else tuple(name_faults(text))
        complaints += [Complaint(f"captain {number} {quote(text)}", fault) for fault in faults]
        parsed.append(name)
    if complaints:
        raise BadInputError("Some names cannot be printed.", *complaints)
    return tuple(parsed)


def places_of(wanted: Iterable[str], captains: Sequence[str], field: str) -> frozenset[int]:
    """The places, from 1, of the captains that a field names. Raises `UsageError` for a name that none has."""
    names = [parse_name(name).casefold() for name in captains]
    found: set[int] = set()
    for text in wanted:
        places = {place for place, name in enumerate(names, start=1) if name == parse_name(text).casefold()}
        if not places:
            complaint = Complaint(quote(text), "is no captain at this table", field=field)
            tip = suggestion(text, captains, "At the table")
            raise UsageError("Nobody is called so.", complaint, tip=tip, field=field)
        found |= places
    return frozenset(found)


def tiers_of(wanted: Iterable[str], captains: Sequence[str]) -> frozenset[tuple[int, str]]:
    """The places, from 1, of captains and their own tiers, of texts such as “Mia=family”. Raises `UsageError` for one
    without a tier, for a name that none has, and for two tiers of one captain.
    """
    found: dict[int, str] = {}
    for text in wanted:
        name, equals, tier = text.rpartition("=")
        if not equals:
            raise UsageError(
                f"{quote(text)} names no tier.", tip="Write a name and a tier: Mia=family.", field="tier_for"
            )
        for place in places_of([name], captains, "tier_for"):
            if found.setdefault(place, tier.strip().casefold()) != tier.strip().casefold():
                raise UsageError(f"{quote(name)} has two tiers.", field="tier_for")
    return frozenset(found.items())


def paper_of(slug: str | None) -> Paper:
    """The paper asked for, or the locale's. Raises `BadInputError` for an unknown one."""
    if slug is None:
        return guess_paper(os.environ)
    known_slug(slug.lower(), tuple(PAPERS), "paper")
    return PAPERS[slug.lower()]


def check_mine(edition: Edition) -> None:
    """Raise `UsageError` where sheets are to have a mine's box and the edition has no variation with mines."""
    if not edition.mines:
        what = f"The {edition.edition} edition of {edition.title} has no variation with mines."
        raise UsageError(what, field="mine", leave=("mine",))


LONGEST_SEED = 100
_DRAWN = re.compile(r"([0-9A-Z]{4})(-?)([0-9A-Z]{4})")
_MIXED = re.compile(r".*([0-9].*[A-Z]|[A-Z].*[0-9]).*")
_READ_AS = str.maketrans("OIL", "011")


def fresh_seed() -> str:
    """A short seed nobody has used; it can be read aloud."""
    symbols = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{symbols[:4]}-{symbols[4:]}"


def parse_seed(text: str) -> str:
    """A seed: any short text. One that looks like a drawn seed is that one, however it is typed: `1sqb-n9yh`.

    Raises `BadInputError` for an empty or over-long one, or one that cannot be printed.
    """
    seed = text.strip()
    if not seed or len(seed) > LONGEST_SEED or not seed.isprintable():
        raise BadInputError(f"A seed is any text of 1 to {LONGEST_SEED} printable characters.")
    return _as_drawn(seed) or seed


def _as_drawn(seed: str) -> str:
    """The seed as `fresh_seed` would have told it, or empty: any case; O is read as 0, I and L as 1, as in sheet codes.

    Its hyphen may be left out, unless it is all letters or all digits then: that is somebody's own word or date.
    """
    found = _DRAWN.fullmatch(seed.upper()) if seed.isascii() else None
    if not found or not (found[2] or _MIXED.fullmatch(found[0])):
        return ""
    drawn = f"{found[1]}-{found[3]}".translate(_READ_AS)
    return drawn if set(drawn) <= {*ALPHABET, "-"} else ""


_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def title_of(file: Path) -> str:
    """A roster's file name as a title: `summer-cup_2025.csv` is “Summer Cup 2025”; “Event” where no font has it."""
    words = file.stem.replace("_", " ").replace("-", " ").split()
    text = " ".join(word.capitalize() if word.islower() else word for word in words)[:100].strip()
    name, faults = check_name(text) if text else ("", ("is empty",))
    return "Event" if faults else name


def checked_title(text: str) -> str:
    """A title as typed, or none. Raises `BadInputError` for characters that cannot be printed."""
    if not text:
        return ""
    name, faults = check_name(text)
    if faults:
        complaints = [Complaint(f"the title {quote(text)}", fault) for fault in faults]
        raise BadInputError("The title cannot be printed.", *complaints)
    return name


def folder_of(title: str) -> Path:
    """Where an event goes by default: a name that is safe on every system."""
    name = slug(title) or "event"
    return OUTPUT / (f"{name}-event" if name in _RESERVED else name)
