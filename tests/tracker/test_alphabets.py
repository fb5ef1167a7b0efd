"""Panels of letters for alphabets of 20 to 33 letters: whole, on both papers, in every look."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

from support.command import texts
from support.matrix import mark_matrix
from support.sheets import write_edition
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.deck import blank_deck
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import find_misfits
from wordfleet_print.paper import A4, LETTER
from wordfleet_print.services.editions import read_library
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.tracker.layout import lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks
from wordfleet_print.tracker.panels.grids import YES_AND_NO, Letters
from wordfleet_print.tracker.print_trackers import SheetToPrint, print_trackers
from wordfleet_print.tracker.template import draw_to_measure

LATIN = ascii_uppercase
ALPHABETS = {
    "de": (f"{LATIN}ÄÖÜ", "AEIOUÄÖÜ"),
    "sv": (f"{LATIN}ÅÄÖ", "AEIOUYÅÄÖ"),
    "es": ("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ", "AEIOU"),
    "pl": ("AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ", "AĄEĘIOÓUY"),
    "el": ("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ", "ΑΕΗΙΟΥΩ"),
    "ru": ("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", "АЕЁИОУЫЭЮЯ"),
    "haw": ("ABCDEFGHIJKLMNOPQRST", "AEIO"),
    "two vowels, far apart": (LATIN, "AZ"),
    "many vowels": (LATIN, LATIN[:20]),
}
LEAST_BOX_MM = 7.5


def make_edition(folder: Path, letters: str, vowels: str) -> Edition:
    """Return the bundled edition with this alphabet, and examples made of it."""
    changes = {
        "slug: word-fleet": "slug: own",
        "language: en": "language: la",
        "vowels: AEIOU": f"letters: {letters}\nvowels: {vowels}",
        "order: ETAOINSRHLDCUMFPGWYBVKXJQZ": f"order: {letters}",
        "letter: R": f"letter: {letters[0]}",
        "letter: T": f"letter: {letters[1]}",
    }
    for word in ("STORM", "WAVE", "FOG", "SEA", "GO"):
        changes[f"example: {word}"] = f"example: {letters[2:][: len(word)]}"
    if not letters.isascii() and "A" not in letters:
        changes["columns: 10\n"] = f"columns: 10\n  letters: {letters[:10]}\n"
        changes["square: B4"] = f"square: {letters[1]}4"
    return read_library(write_edition(folder, changes)).edition("own")


@pytest.mark.parametrize("name", mark_matrix(ALPHABETS, {"pl", "ru", "many vowels"}))
def test_what_the_sheet_must_say_has_room(tmp_path: Path, name: str) -> None:
    """With each of these alphabets nothing is left out that a sheet cannot do without: on both
    papers, folded, in halves, in large print, at events. “Yes” never goes with “they don’t”.
    """
    edition = make_edition(tmp_path, *ALPHABETS[name])
    forms: list[dict[str, Any]] = [{}, {"half_sheets": True}, {"large_print": True}]
    for paper, form, event in product((A4, LETTER), forms, (False, True)):
        looks = replace(SheetLooks(paper, event=event), **form)
        pages = lay_out_sheet(edition, looks)
        fits = [fit for page in pages for fit in draw_to_measure(page.art)]
        assert not [fit.fault for fit in find_misfits(fits) if fit.required]
        yes, no = ([fit.number for fit in fits if fit.key == key] for key in YES_AND_NO)
        assert yes == no


@pytest.mark.parametrize("name", ALPHABETS)
def test_every_letter_has_a_box(tmp_path: Path, name: str) -> None:
    """Each letter has a box large enough to write in, inside its panel, on both papers and in every
    look; no box touches the corner that explains the panel.
    """
    edition = make_edition(tmp_path, *ALPHABETS[name])
    assert "".join(edition.alphabet_rows) == edition.letters
    looks = [SheetLooks(A4), SheetLooks(LETTER)]
    looks += [replace(one, large_print=True) for one in looks] + [
        replace(one, half_sheets=True) for one in looks
    ]
    for one in looks:
        for page in lay_out_sheet(edition, one):
            for panel in page.panels:
                if not isinstance(panel, Letters):
                    continue
                assert "".join(panel.boxes) == edition.letters
                for box in panel.boxes.values():
                    assert min(box.w, box.h) >= LEAST_BOX_MM
                    assert panel.rect.x - 0.01 <= box.x
                    assert box.right <= panel.rect.right + 0.01
                    assert box.bottom <= panel.rect.bottom + 0.01


@pytest.mark.parametrize("name", ["de", "pl", "ru", "el"])
def test_letters_are_on_the_sheet(tmp_path: Path, name: str) -> None:
    """A printed sheet has the letters of its alphabet, and no other in its panels."""
    letters, vowels = ALPHABETS[name]
    edition = make_edition(tmp_path, letters, vowels)
    sheets = [
        SheetToPrint(sheet, SheetLooks(A4)) for sheet in deal(blank_deck(edition), ("",) * 2, "x")
    ]
    text = texts(print_trackers(edition, sheets))[0]
    assert {*letters} <= {*text}


@pytest.mark.parametrize(
    ("letters", "vowels", "what"),
    [
        ("ABCDEFGHIJKLMNOPQRS", "AEIO", "20 to 33 different letters"),
        (f"{LATIN}ÄÖÜÅØÆŠŽ", "AEIOU", "20 to 33 different letters"),
        (f"{LATIN}A", "AEIOU", "20 to 33 different letters"),
        (LATIN.lower(), "AEIOU", "capital letters"),
        (LATIN, "AEIOÖ", "in alphabetical order"),
    ],
)
def test_wrong_alphabets_are_refused(tmp_path: Path, letters: str, vowels: str, what: str) -> None:
    """Too few letters or too many, one twice, small ones, and vowels that are none of them."""
    with pytest.raises(BadInputError) as error:
        make_edition(tmp_path, letters, vowels)
    assert any(what in str(one) for one in error.value.details)
