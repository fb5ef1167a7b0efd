"""Papers: which one is meant where nobody says."""

from __future__ import annotations

from string import ascii_uppercase

from wordfleet_print.paper import guess_paper


def test_countries_of_letter_paper_are_those_of_cldr() -> None:
    """Those that CLDR names for US Letter (supplemental measurement data); everybody else prints on
    A4.
    """
    letter = "BZ CA CL CO CR GT MX NI PA PH PR SV US VE"
    codes = [one + other for one in ascii_uppercase for other in ascii_uppercase]
    found = [code for code in codes if guess_paper({"LANG": f"xx_{code}.UTF-8"}).slug == "letter"]
    assert " ".join(found) == letter
