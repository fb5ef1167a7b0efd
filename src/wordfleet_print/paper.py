"""Paper: sizes in millimeters, which half is a booklet's page, and which paper a country uses.

All that prints reads them here; nothing else says how large a paper is.
"""

from __future__ import annotations

import ctypes
import locale
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# Points in a millimeter: an inch has 72 points and 25.4 mm. `210 * MM` is a width in points.
MM = 72 / 25.4

# What options call the papers of sheets and kits, and those of books.
PaperName = Literal["a4", "letter"]
BookPaperName = Literal["a4", "letter", "a5"]


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright."""

    slug: str
    """What options and front matter call it."""
    title: str
    """What people call it."""
    width: float
    """The shorter side (mm)."""
    height: float
    """The longer side (mm)."""


# ISO 216.
A4 = Paper("a4", "A4", 210.0, 297.0)
A5 = Paper("a5", "A5", 148.0, 210.0)
# ANSI/ASME Y14.1: 8.5 × 11 in.
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
HALF_LETTER = Paper("half-letter", "half of US Letter", 139.7, 215.9)

# What sheets and kits are printed on: all of `PaperName`.
PAPERS: Mapping[str, Paper] = {paper.slug: paper for paper in (A4, LETTER)}
# What books are printed on: all of `BookPaperName`.
BOOK_PAPERS: Mapping[str, Paper] = {**PAPERS, A5.slug: A5}
# What options call them.
PAPER_TITLES: Mapping[str, str] = {slug: paper.title for slug, paper in PAPERS.items()}
BOOK_PAPER_TITLES: Mapping[str, str] = {slug: paper.title for slug, paper in BOOK_PAPERS.items()}
# The pages of a booklet, by the paper that is folded.
HALVES: Mapping[Paper, Paper] = {A4: A5, LETTER: HALF_LETTER}

# Territories whose usual paper is US Letter (Unicode CLDR, supplemental measurement data).
LETTER_TERRITORIES = frozenset(
    ["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"]
)


def find_paper(slug: str | None) -> Paper:
    """Return a paper of sheets and kits by its slug; without one, that of the country."""
    return PAPERS[slug] if slug else guess_paper(os.environ)


def guess_paper(environ: Mapping[str, str]) -> Paper:
    """Return the usual paper of the user's country, A4 or US Letter. The country is in the locale,
    such as en_US: in the variable LC_ALL, LC_PAPER or LANG, on Windows in its settings.
    """
    # POSIX.1-2017, 8.2: LC_ALL wins over the category, the category over LANG.
    name = (
        environ.get("LC_ALL")
        or environ.get("LC_PAPER")
        or environ.get("LANG")
        or _read_windows_locale()
    )
    territory = re.search(r"_([A-Za-z]{2})\b", name)
    if territory and territory[1].upper() in LETTER_TERRITORIES:
        return LETTER
    return A4


def _read_windows_locale() -> str:
    """Return Windows' own locale, such as en_US; empty elsewhere, where Python would only guess."""
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
