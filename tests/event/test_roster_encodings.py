"""Rosters in every encoding that programmes write are read rightly at any length; what is astray in one is told."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from making.rosters import FOREIGN, delimited, names_of, read_as
from wordfleet_print.cli.console import noted, tip_of
from wordfleet_print.desk.events.list_read import HowToRead, read_list
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.roster.encodings import guess_encoding

WESTERN = ("de", "fr", "es", "sv", "da", "pt", "it", "fi", "nl", "is", "ga")
EASTERN = [
    *{"ja": "cp932", "zh": "gb18030", "ko": "cp949", "he": "cp1255", "ar": "cp1256", "th": "cp874"}.items(),
]
WRITTEN = [
    *((language, encoding) for language in WESTERN for encoding in ("cp1252", "iso8859_15")),
    *((language, "mac_roman") for language in WESTERN if language != "is"),
    *((language, "cp850") for language in ("de", "sv", "es")),
    *((language, "cp1250") for language in ("cs", "pl", "hu", "sk", "hr", "ro")),
    *((language, "cp1251") for language in ("ru", "uk", "bg")),
    *(("ru", "koi8_r"), ("el", "cp1253"), ("tr", "cp1254"), ("lt", "cp1257"), ("lv", "cp1257"), *EASTERN),
]
LENGTHS = (5, 40, 80, 120, 168, 200)


def _bytes(language: str, encoding: str, rows: int, seed: int = 0) -> tuple[bytes, list[str]]:
    """A roster in a language as its spreadsheets write it, with a fee beside each name; and its names."""
    headings, names = FOREIGN[language]
    rng = random.Random(f"{language} {rows} {seed}")
    firsts, lasts = zip(*(name.split(" ", 1) for name in names), strict=True)
    people = [f"{rng.choice(firsts)} {rng.choice(lasts)}" for _ in range(rows)]
    table = [headings, *([f"{name} {number}", "", "5,00 €"] for number, name in enumerate(people))]
    text = delimited(table, ";").replace("€", "€" if encoding not in {"cp850", "koi8_r", "cp932"} else "EUR")
    return text.encode(encoding), [str(row[0]) for row in table[1:]]


@pytest.mark.parametrize(("language", "encoding"), WRITTEN, ids="-".join)
def test_every_length_is_read_alike(language: str, encoding: str) -> None:
    """From a handful of rows to two hundred: the text that was written, in each language's encodings."""
    for rows in LENGTHS:
        raw, _ = _bytes(language, encoding, rows)
        guess = guess_encoding(raw)
        assert guess is not None
        assert raw.decode(guess.encoding) == raw.decode(encoding), (rows, guess)
        assert not guess.doubtful or encoding in ("mac_roman", "cp850")


@pytest.mark.parametrize(("language", "encoding"), EASTERN, ids="-".join)
def test_letters_that_no_name_has_are_not_printed(language: str, encoding: str) -> None:
    """One name of a list from further east, alone: read rightly, or asked for; never printed in other letters."""
    headings, names = FOREIGN[language]
    for name in names:
        for text in (f"{name}\n", f"name;fee\n{name};5\n", f"{';'.join(headings)}\n{name};;\n"):
            for written in (text, text.replace(" ", "") if encoding in {"cp932", "gb18030", "cp949"} else text):
                guess = guess_encoding(written.encode(encoding))
                assert guess is not None
                assert guess.doubtful or written.encode(encoding).decode(guess.encoding) == written, (written, guess)


def test_the_shop_asks_as_well(tmp_path: Path) -> None:
    """What two encodings read stands beside the columns, where the encoding is said; none is asked for what changes
    no name.
    """
    path = tmp_path / "roster.csv"
    path.write_bytes("name;club\nהנה;\n".encode("cp1255"))
    shown = read_list(path, HowToRead(), 100, 10**6)
    assert (shown.columns[0].use, "may be in cp1255 or in " in shown.faults[0].what) == ("name", True)
    again = read_list(path, HowToRead(encoding="cp1255"), 100, 10**6)
    assert (again.players, again.faults) == (1, ())
    assert names_of(read_as(tmp_path, "name;remark\nAnn;הנה\n".encode("cp1255"))) == ["Ann"]


@pytest.mark.parametrize("last", ["Heiðar Jónsson", "Sigrið Lind"])
def test_one_letter_more_takes_nothing_from_a_list(tmp_path: Path, last: str) -> None:
    """A list with one ð is no Turkish or Baltic one; the note shows names that the next likeliest would change."""
    roster = read_as(tmp_path, f"name\nRené Lind\nZoë Ågren\n{last}\n".encode("cp1252"))
    assert names_of(roster) == ["René Lind", "Zoë Ågren", last]
    assert f"“{last}” (as cp125" in roster.warnings[0]


@pytest.mark.parametrize("language", ["de", "fr", "es", "sv"])
def test_one_row_is_enough(language: str) -> None:
    """Each name of German, French, Spanish and Swedish Excel alone, with a fee or without, is read rightly."""
    for name in FOREIGN[language][1]:
        for text in (f"Name;Fee\n{name};5,00 €\n", f"name\n{name}\n", f"name\n{name.upper()}\n"):
            raw = text.encode("cp1252")
            guess = guess_encoding(raw) if not raw.isascii() else None
            assert guess is None or raw.decode(guess.encoding) == text


@settings(max_examples=40)
@given(st.sampled_from(["de", "fr", "es", "sv", "cs", "ru"]), st.integers(0, 10**6), st.integers(3, 300))
def test_length_decides_nothing(language: str, seed: int, rows: int) -> None:
    """However many rows, and whichever: the same encoding, or one that reads the same."""
    encoding = {"cs": "cp1250", "ru": "cp1251"}.get(language, "cp1252")
    raw, _ = _bytes(language, encoding, rows, seed)
    guess = guess_encoding(raw)
    assert guess is not None
    assert raw.decode(guess.encoding) == raw.decode(encoding)


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
    """A single name that could be of several languages is read in that of the headings."""
    assert names_of(read_as(tmp_path, f"{headings}\n{name};\n".encode(encoding))) == [name]


def test_the_note_shows_names_and_the_way_out(tmp_path: Path) -> None:
    """A guess is told with its encoding, three names, first those that the next likeliest one would change, and
    `--encoding`; also where it is refused.
    """
    raw, names = _bytes("fr", "cp1252", 30)
    roster = read_as(tmp_path, raw)
    assert names_of(roster) == names
    shown = re.findall(r"“([^”]+)” \(as (\w+): “([^”]+)”\)", roster.warnings[0])
    assert shown
    assert roster.warnings[0].count("“") == 3 + len(shown) + 1
    for name, other, changed in shown:
        assert name in names
        assert name.encode("cp1252").decode(other) == changed != name
    assert all(part in noted(roster.warnings[0]) for part in ("cp1252", "--encoding"))
    assert sum("--encoding" in noted(warning) for warning in roster.warnings) == 1
    with pytest.raises(BadInputError) as caught:
        read_as(tmp_path, "nmoe;âge\nZoé;7\n".encode("cp1252"))
    assert "read as cp1252" in caught.value.tip
    assert "--encoding" in tip_of(caught.value)


STRAYS: Sequence[tuple[bytes, list[str], str]] = [
    (
        "name\nZoë Ibáñez\nRené Lacôte\nŁucja Żak\n".encode().replace("René".encode(), b"Ren\xe9"),
        ["René Lacôte"],
        "row 3",
    ),
    (b"\xef\xbb\xbfname\nAnn\nZo\xeb\n", ["Zoë"], "row 3"),
    (
        "name,club\nJürgen Groß,\nBen,TSV K\xf6ln\n".encode("cp1252").replace(
            b"J\xfcrgen Gro\xdf", "Jürgen Groß".encode()
        ),
        ["Jürgen Groß"],
        "row 3: “TSV Köln”",
    ),
]


@pytest.mark.parametrize(("raw", "names", "where"), STRAYS, ids=["one", "marked", "club"])
def test_one_foreign_byte_spoils_nothing(tmp_path: Path, raw: bytes, names: list[str], where: str) -> None:
    """A word in another encoding among UTF-8 is read in that, and its row is told; all else stays as it is."""
    roster = read_as(tmp_path, raw)
    assert set(names) <= set(names_of(roster))
    assert where in roster.warnings[0]
    assert "not in UTF-8 as the rest is" in roster.warnings[0]


def test_a_stray_that_is_no_word_is_never_printed(tmp_path: Path) -> None:
    """A letter cut in half among UTF-8 comes to no name: its row is told, and nothing is made up."""
    raw = "name\nZoë Ibáñez\nŁucja Żak\nAgn".encode() + "è".encode()[:1] + b"\n"
    with pytest.raises(BadInputError, match=r"row 4.*U\+FFFD"):
        read_as(tmp_path, raw)


@settings(max_examples=60)
@given(st.lists(st.text("abcdefghABCDEFGH éèüöäßñøåçÉÜÖÑ'’-", min_size=1, max_size=12), min_size=1, max_size=20))
def test_nothing_that_cp1252_reads_is_refused(names: list[str]) -> None:
    """Whatever letters of Western Europe stand in a file, it is read in some encoding."""
    raw = "\n".join(["name", *names]).encode("cp1252")
    assert raw.isascii() or guess_encoding(raw)
