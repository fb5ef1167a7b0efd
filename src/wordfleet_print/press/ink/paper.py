"""Paper sizes, and which one a locale prints on."""

from __future__ import annotations

import ctypes
import locale
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from wordfleet_print.press.ink.geometry import Rect


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright (mm)."""

    slug: str
    title: str
    width: float
    height: float

    @property
    def rect(self) -> Rect:
        """All of it."""
        return Rect(0, 0, self.width, self.height)


A4 = Paper("a4", "A4", 210.0, 297.0)
"""ISO 216."""
LETTER = Paper("letter", "US Letter", 215.9, 279.4)
"""ANSI/ASME Y14.1: 8.5 × 11 in."""

PAPERS = {paper.slug: paper for paper in (A4, LETTER)}

LETTER_TERRITORIES = frozenset(["BZ", "CA", "CL", "CO", "CR", "GT", "MX", "NI", "PA", "PH", "PR", "SV", "US", "VE"])
"""Territories whose usual paper is US Letter (Unicode CLDR, supplemental measurement data)."""


def paper_of_locale(environ: Mapping[str, str]) -> Paper:
    """The paper of the user's locale: LC_ALL, LC_PAPER, LANG in POSIX's order, on Windows the system's; else A4."""
    name = environ.get("LC_ALL") or environ.get("LC_PAPER") or environ.get("LANG") or _windows_locale()
    territory = re.search(r"_([A-Za-z]{2})\b", name)
    return LETTER if territory and territory[1].upper() in LETTER_TERRITORIES else A4


def _windows_locale() -> str:
    """Windows' own locale, such as en_US; empty elsewhere, where Python would only guess."""
    if sys.platform != "win32":
        return ""
    return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
