"""Lists in every encoding that programs write: read right at any length, asked about, or
refused.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from support.rosters import FOREIGN, names_of, read_as
from wordfleet_print.errors import BadInputError
from wordfleet_print.roster.questions import RosterError
from wordfleet_print.tables.encodings import guess_encoding

WESTERN = ("de", "fr", "es", "sv", "da", "pt", "it", "fi", "nl", "is", "ga")
EASTERN = [
    *{
        "ja": "cp932",
        "zh": "gb18030",
        "ko": "cp949",
        "he": "cp1255",
        "ar": "cp1256",
        "th": "cp874",
    }.items()
]
WRITTEN = [
    *((language, encoding) for language in WESTERN for encoding in ("cp1252", "iso8859_15")),
    *((language, "mac_roman") for language in WESTERN if language != "is"),
    *((language, "cp850") for language in ("de", "sv", "es")),
    *((language, "cp1250") for language in ("cs", "pl", "hu", "sk", "hr", "ro")),
    *((language, "cp1251") for language in ("ru", "uk", "bg")),
    *(
        ("ru", "koi8_r"),
        ("el", "cp1253"),
        ("tr", "cp1254"),
        ("lt", "cp1257"),
        ("lv", "cp1257"),
        *EASTERN,
    ),
]
LENGTHS = (5, 40, 80, 120, 168, 200)


def _bytes(language: str, encoding: str, rows: int, seed: int = 0) -> tuple[bytes, list[str]]:
    """A roster in a language as its spreadsheets write it, with a fee next to each name; and its
    names.
    """
    headings, names = FOREIGN[language]
    rng = random.Random(f"{language} {rows} {seed}")
    firsts, lasts = zip(*(name.split(" ", 1) for name in names), strict=True)
    people = [f"{rng.choice(firsts)} {rng.choice(lasts)}" for _ in range(rows)]
    table = [headings, *([f"{name} {number}", "", "5,00 €"] for number, name in enumerate(people))]
    text = "".join(";".join(row) + "\r\n" for row in table).replace(
        "€", "€" if encoding not in {"cp850", "koi8_r", "cp932"} else "EUR"
    )
    return text.encode(encoding), [str(row[0]) for row in table[1:]]


@pytest.mark.parametrize(("language", "encoding"), WRITTEN, ids="-".join)
def test_every_length_is_read_alike(language: str, encoding: str) -> None:
    """Lists from a handful of rows to two hundred are read as they were written, in each language's
    encodings.
    """
    for rows in LENGTHS:
        raw, _ = _bytes(language, encoding, rows)
        guess = guess_encoding(raw)
        assert guess is not None
        assert raw.decode(guess.encoding) == raw.decode(encoding), (rows, guess)
        assert not guess.other or encoding in ("mac_roman", "cp850")


@pytest.mark.parametrize(("language", "encoding"), EASTERN, ids="-".join)
def test_letters_that_no_name_has_are_not_printed(language: str, encoding: str) -> None:
    """A single name of an Eastern European list is read right or asked about, never printed with
    other letters.
    """
    headings, names = FOREIGN[language]
    for name in names:
        for text in (f"{name}\n", f"name;fee\n{name};5\n", f"{';'.join(headings)}\n{name};;\n"):
            for written in (
                text,
                text.replace(" ", "") if encoding in {"cp932", "gb18030", "cp949"} else text,
            ):
                guess = guess_encoding(written.encode(encoding))
                assert guess is not None
                assert guess.other or written.encode(encoding).decode(guess.encoding) == written, (
                    written,
                    guess,
                )


def test_what_two_encodings_read_is_asked(tmp_path: Path) -> None:
    """A line in either encoding is shown. The answer decides, unless the file is UTF-8."""
    raw = "name;club\nהנה;\n".encode("cp1255")
    with pytest.raises(RosterError) as caught:
        read_as(tmp_path, raw)
    (question,) = caught.value.questions
    assert (question.choices[0].value, question.choices[0].label) == ("cp1255", "הנה;")
    answers = question.answer("cp1255")
    assert names_of(read_as(tmp_path, raw, answers=answers)) == ["הנה"]
    assert names_of(read_as(tmp_path, "name;club\nZoë;\n", answers=answers)) == ["Zoë"]


def test_an_encoding_can_be_named(tmp_path: Path) -> None:
    """A named encoding decides without a note; one that does not exist or does not fit the file is
    refused.
    """
    raw = "name\nИван\n".encode("koi8-r")
    roster = read_as(tmp_path, raw, answers={"encoding": "KOI8-R"})
    assert (names_of(roster), roster.warnings) == (["Иван"], ())
    with pytest.raises(
        BadInputError, match=r"roster.csv line 2: holds bytes that are not text in utf"
    ):
        read_as(tmp_path, raw, answers={"encoding": "utf-8"})
    for wrong in ("utf-9", "hex", "rot13", "a\0b", "x" * 500):
        with pytest.raises(BadInputError, match="no text encoding"):
            read_as(tmp_path, raw, answers={"encoding": wrong})
    with pytest.raises(BadInputError, match="utf-16"):
        read_as(tmp_path, b"\xff\xfe" + "name\nAnn".encode("utf-16-le") + b"\0")


def test_what_was_saved_twice_in_the_wrong_encoding_is_asked_about(tmp_path: Path) -> None:
    """“JosÃ©” is probably José; neither is printed without asking."""
    text = "name\nJosé Ibáñez\nZoë Lind\n"
    raw = text.encode().decode("cp1252").encode()
    with pytest.raises(RosterError) as caught:
        read_as(tmp_path, raw)
    (question,) = caught.value.questions
    assert [one.label for one in question.choices] == ["José Ibáñez", "JosÃ© IbÃ¡Ã±ez"]
    assert names_of(read_as(tmp_path, raw, answers=question.answer("yes"))) == [
        "José Ibáñez",
        "Zoë Lind",
    ]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """Bytes with no likely word in any language are refused too."""
    for raw in (
        bytes(range(128, 256)) * 40,
        b"\x00\x85\xff\x81" * 500,
        b"\xd0\xc0" + bytes(200) + b"\x9c\x9d" * 90,
    ):
        with pytest.raises(BadInputError):
            read_as(tmp_path, raw)


@pytest.mark.parametrize("language", ["de", "fr", "es", "sv"])
def test_one_row_is_enough(language: str) -> None:
    """Each name from German, French, Spanish and Swedish Excel is read right, alone and next to a
    fee.
    """
    for name in FOREIGN[language][1]:
        for text in (f"Name;Fee\n{name};5,00 €\n", f"name\n{name}\n", f"name\n{name.upper()}\n"):
            raw = text.encode("cp1252")
            guess = guess_encoding(raw) if not raw.isascii() else None
            assert guess is None or raw.decode(guess.encoding) == text


@pytest.mark.parametrize(
    ("headings", "encoding", "name"),
    [
        ("Név;Csapat", "cp1250", "Szűcs Enikő"),
        ("Ad Soyad;Kulüp", "cp1254", "Aru Yılmaz"),
        ("Jméno;Klub", "cp1250", "Bedřich Tichý"),
        ("Imię i nazwisko;Klub", "cp1250", "Cyprian Ziętal"),
        ("Vardas;Klubas", "cp1257", "Gintarė Kalvaitytė"),
    ],
)
def test_headings_decide(tmp_path: Path, headings: str, encoding: str, name: str) -> None:
    """A single name that could be of several languages is read in the language of the headings."""
    assert names_of(read_as(tmp_path, f"{headings}\n{name};\n".encode(encoding))) == [name]


def test_a_guess_is_noted_with_lines(tmp_path: Path) -> None:
    """The note gives the encoding and three lines that it affects."""
    raw, names = _bytes("fr", "cp1252", 30)
    roster = read_as(tmp_path, raw)
    assert names_of(roster) == names
    assert roster.warnings[0].startswith("roster.csv is not in UTF-8 and was read as cp1252: “")
    assert roster.warnings[0].count("“") == 3


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (
            "name\nZoë Ibáñez\nRené Lacôte\nŁucja Żak\n".encode().replace(
                "René".encode(), b"Ren\xe9"
            ),
            3,
        ),
        (b"\xef\xbb\xbfname\nAnn\nZo\xeb\n", 3),
        ("name\nZoë Ibáñez\nŁucja Żak\nAgn".encode() + "è".encode()[:1] + b"\n", 4),
    ],
    ids=["one", "marked", "half"],
)
def test_a_damaged_letter_is_refused_with_its_line(tmp_path: Path, raw: bytes, line: int) -> None:
    """If one byte in a UTF-8 file is foreign, no letter is invented and nothing is read in another
    encoding.
    """
    with pytest.raises(BadInputError, match=rf"line {line} has a letter that is not in UTF-8"):
        read_as(tmp_path, raw)
