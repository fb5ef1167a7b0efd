"""Everybody gets a sheet: whatever the name, whatever becomes of it, and wherever it is filed."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import unicodedata
from pathlib import Path

import pymupdf
import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from support.command import Run, check, json_of, read_manifest
from wordfleet_print.messages import slug
from wordfleet_print.sheet.player_names import parse_name
from wordfleet_print.tracker.combining_marks import place_marks
from wordfleet_print.tracker.fallback_font import make_fallback
from wordfleet_print.tracker.fonts import FOLDER, Face, measure_text, use_fallback
from wordfleet_print.tracker.names import make_printable, spell_name

WANG, ALI, DIE, EDA = "王小明", "محمد علي", "🎲", "Ẹ̀dá"
SHAPED = "กक"
"""A Thai and a Devanagari letter: scripts that are not set letter by letter."""


def _make_font(folder: Path, kind: str) -> Path:
    """A font of boxes for a few characters: TrueType, PostScript or forbidden to be embedded."""
    signs = {
        ".notdef": 0,
        **{f"u{ord(char):04X}": ord(char) for char in f"A{WANG}{ALI}ბ{SHAPED}".replace(" ", "")},
    }
    builder = FontBuilder(2048, isTTF=kind != "otf")
    builder.setupGlyphOrder(list(signs))
    builder.setupCharacterMap({code: name for name, code in signs.items() if code})
    pens = {
        name: T2CharStringPen(2000, None) if kind == "otf" else TTGlyphPen(None) for name in signs
    }
    for pen in pens.values():
        for step, point in (("moveTo", (100, 0)), ("lineTo", (1900, 0)), ("lineTo", (1000, 1500))):
            getattr(pen, step)(point)
        pen.closePath()
    if kind == "otf":
        builder.setupCFF("Boxes", {}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    else:
        builder.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    builder.setupHorizontalMetrics(dict.fromkeys(signs, (2048, 100)))
    builder.setupHorizontalHeader(ascent=1800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular", "psName": "Boxes"})
    builder.setupOS2(fsType=2 if kind == "forbidden" else 0)
    builder.setupPost()
    path = folder / f"boxes-{kind}.{'otf' if kind == 'otf' else 'ttf'}"
    builder.save(path)
    return path


@pytest.fixture(autouse=True)
def _bundled_fonts_alone() -> None:
    use_fallback(b"")


def _page(pdf: Path, number: int = 1) -> str:
    with pypdfium2.PdfDocument(pdf) as document:
        text = document[number - 1].get_textpage().get_text_range()
        return " ".join(str(text).replace("\r\n", " ").split())


# Names and fonts


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("Zoë Ł", "Zoë Ł"),
        (EDA, EDA),
        (WANG, "Wang Xiao Ming (no. 7)"),
        (f"Zoë {WANG}", "Zoë Wang Xiao Ming (no. 7)"),
        ("Ван, 王", "Ван, Wang (no. 7)"),
        (ALI, "Mhmd Ly (no. 7)"),
        (DIE, "game die (no. 7)"),
        ("\ue000", "No. 7"),
        ("", ""),
    ],
    ids=ascii,
)
def test_organizers_read_every_name(name: str, output: str) -> None:
    """Characters that no font has are shown by number and transcription, or by name; the rest stays
    as it is.
    """
    assert spell_name(name, 7) == output
    assert make_printable(spell_name(name, 7)) == spell_name(name, 7)


def test_file_names_are_plain() -> None:
    """Names become at most sixty small plain letters; pictures are dropped."""
    assert slug("Þórður Łukasz ẞ Đặng Юлия Ψυχή") == "thordur-lukasz-ss-dang-iuliia-psukhe"
    assert slug(f"{'a' * 59} b 😀") == "a" * 59


def test_marks_stand_clear_of_their_letters() -> None:
    """A combining mark is centered above or below its letter, higher above tall letters, and marks
    do not collide.
    """
    glyphs = TTFont(io.BytesIO((FOLDER / f"{Face.SEMIBOLD}.ttf").read_bytes()))

    def box(char: str) -> tuple[int, int, int, int]:
        glyph = glyphs["glyf"][glyphs.getBestCmap()[ord(char)]]
        return glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax

    for letter in "xEbgẸ":
        (_, _, base), *marks = place_marks(f"{letter}\u0300\u0304\u0331", Face.SEMIBOLD)
        assert base == letter
        (ax, ay, above), (bx, by, higher), (cx, cy, under) = marks
        assert ay + box(above)[1] > box(letter)[3]
        assert by + box(higher)[1] > ay + box(above)[3]
        assert cy + box(under)[3] < min(0, box(letter)[1])
        for x, mark in ((ax, above), (bx, higher), (cx, under)):
            assert x + (box(mark)[0] + box(mark)[2]) / 2 == (box(letter)[0] + box(letter)[2]) / 2
    assert "".join(text for _, _, text in place_marks(EDA, Face.SEMIBOLD)) == EDA
    assert measure_text(EDA, Face.SEMIBOLD, 14) == measure_text("Ẹdá", Face.SEMIBOLD, 14)


@pytest.mark.parametrize("kind", ["ttf", "otf"])
def test_a_fallback_font_sets_what_needs_no_shaping(tmp_path: Path, kind: str) -> None:
    """A small font is made from the user's font. It adds Chinese and Georgian, and leaves out
    Arabic, Thai and Devanagari, which need shaping. The same font gives the same bytes.
    """
    font = _make_font(tmp_path, kind)
    program = make_fallback(font, [f"Ann {WANG}", ALI, "ბ", *SHAPED])
    assert program == make_fallback(font, ["ბ", WANG, ALI, SHAPED])
    assert len(program) < 4_000
    use_fallback(program)
    assert [make_printable(name) for name in (f"Ann {WANG}", ALI, "ბ", *SHAPED)] == [
        f"Ann {WANG}",
        "",
        "ბ",
        *[""] * len(SHAPED),
    ]
    em = 25.4 / 72 * 10
    assert measure_text(f"Ann{WANG}", Face.SEMIBOLD, 10) == pytest.approx(
        measure_text("Ann", Face.SEMIBOLD, 10) + 3 * em
    )
    glyph = TTFont(io.BytesIO(program))
    drawn = RecordingPen()
    glyph.getGlyphSet()[glyph.getBestCmap()[ord("王")]].draw(drawn)
    assert len(drawn.value) == 4
    assert make_fallback(font, ["Ann"]) == b""


def test_what_is_no_font_is_told(call: Run, tmp_path: Path) -> None:
    """Missing, invalid, too large or protected font files are refused with the reason."""
    (tmp_path / "text.ttf").write_text("name\nAnn\n", encoding="utf-8")
    whole = _make_font(tmp_path, "ttf").read_bytes()
    (tmp_path / "cut.ttf").write_bytes(whole[: len(whole) // 2])
    forbidden = _make_font(tmp_path, "forbidden").name
    (tmp_path / "large.ttf").touch()
    os.truncate(tmp_path / "large.ttf", 100_000_001)
    os.mkfifo(tmp_path / "pipe.ttf")
    reasons = {
        "pipe.ttf": "not a file",
        "/dev/zero": "not a file",
        "none.ttf": "No such file",
        "text.ttf": "not a TrueType",
        "cut.ttf": "damaged",
        "large.ttf": "larger than 100,000,000 bytes",
        forbidden: "license forbids",
    }
    for name, reason in reasons.items():
        result = call("tracker", "--font", name, WANG)
        assert result.code == 3
        assert [part for part in (f"{name} ", reason) if part not in result.err] == []


def test_a_table_seats_every_captain(call: Run, tmp_path: Path) -> None:
    """If a name cannot be printed, its sheet has a line to write on and a note says whose; a user's
    font prints it.
    """
    captains = (WANG, EDA, "-s", "x", "-p", "a4")
    result = check(call("tracker", *captains, "-o", "empty.pdf"))
    assert (
        f"“{WANG}” is in letters that no available font has; the line stays empty, to write "
        "on. --font FILE adds" in result.out
    )
    assert [name in _page(tmp_path / "empty.pdf") for name in (WANG, EDA)] == [False, True]
    font = _make_font(tmp_path, "ttf").name
    result = check(call("tracker", *captains, "-o", "set.pdf", "--font", font))
    assert "no available font" not in result.out
    assert [name in _page(tmp_path / "set.pdf") for name in (WANG, EDA)] == [True, True]
    document = json_of(call("tracker", *captains, "--json"))
    assert f"“{WANG}” is in letters that no available font has" in document["notes"][0]
    assert document["sheets"][0]["player"] == WANG


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        *(
            ("Nate Poe ✅", "Nate Poe"),
            ("🇩🇪 Max", "Max"),
            ("1\ufe0f\u20e3 Ann", "1 Ann"),
            ("Kim ❤\ufe0f", "Kim"),
        ),
        *(
            ("Zoë \U0001f469\U0001f3fd\u200d\U0001f680 Lee", "Zoë Lee"),
            ("Flo \U0001fae8", "Flo"),
            ("Bob™", "Bob™"),
        ),
        *(("Ann🦊Lee", "Ann Lee"), (DIE, ""), (f"{WANG} ✅", ""), ("🎲 -", "")),
    ],
)
def test_an_emoji_is_left_out_of_a_name(name: str, printed: str) -> None:
    """The rest of the name is printed if the fonts can print it; symbols that a font has stay."""
    assert make_printable(parse_name(name)) == printed
    assert spell_name(parse_name(name), 4).startswith(
        printed or spell_name(parse_name(name.removesuffix(" ✅")))
    )


def test_emoji_are_left_out_on_paper_alone(call: Run, tmp_path: Path) -> None:
    """Notes name the players whose emoji are left out; papers leave them out as sheets do; lists
    keep them.
    """
    (tmp_path / "cup.csv").write_text("Name\nNate Poe ✅\nBo Day\n", encoding="utf-8")
    check(call("event", "print", "cup.csv", "-o", "cup"))
    result = check(call("tracker", "Nate Poe ✅", "Bo Day", "-o", "two.pdf"))
    assert "“Nate Poe ✅” is printed without emoji." in result.out
    assert "Nate Poe" in _page(tmp_path / "two.pdf")
    for paper in ("sheets", "answer-key", "name-index", "table-cards", "score-slips"):
        assert ("Nate Poe" in (said := _page(tmp_path / "cup" / f"{paper}.pdf")), "✅" in said) == (
            True,
            False,
        )
    assert "Nate Poe ✅" in (tmp_path / "cup" / "manifest.csv").read_text(encoding="utf-8-sig")


def test_an_event_seats_everybody(call: Run, tmp_path: Path) -> None:
    """One call prints a sheet for everybody. Organizers' papers show who it is, and lists keep the
    names. With a user's font the names are printed, and event.json alone gives the same bytes
    again.
    """
    rows = ["first name,last name,club", f"小明,王,{WANG}", f"{ALI},,", "Ann,Zeta,", f"{EDA},Abe,"]
    Path("cup.csv").write_text("\n".join(rows), encoding="utf-8")
    result = check(call("event", "print", "cup.csv", "-p", "a4", "--seed", "x", "--per-player"))
    cup = tmp_path / "output" / "cup"
    assert all(name in result.err for name in ("王 小明", ALI))
    captains = [line["player"] for line in read_manifest(cup)]
    assert sorted(captains) == sorted(["王 小明", ALI, "Ann Zeta", f"{EDA} Abe", "", ""])
    sheet = captains.index("王 小明") + 1
    assert "王" not in _page(cup / "sheets.pdf", sheet)
    assert "1.1" in _page(cup / "sheets.pdf", sheet)
    for paper in ("answer-key", "table-cards", "score-slips"):
        assert "Wang Xiao Ming (no. 1)" in _page(cup / f"{paper}.pdf")
    index = _page(cup / "name-index.pdf")
    output = ["Abe, Ẹ̀dá", "(no. 2)", "Wang, Xiao Ming (no. 1)", "Zeta, Ann"]
    assert sorted(output, key=index.index) == output
    assert "Wang Xiao Ming" in index
    result = check(call("event", "print", "cup.csv", "--font", _make_font(tmp_path, "ttf").name))
    assert "王 小明" in _page(cup / "sheets.pdf", sheet)
    assert "王 小明" in _page(cup / "answer-key.pdf")
    check(call("event", "print", str(cup / "event.json"), "--output", "again", "--quiet"))
    for path in cup.rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "again" / path.relative_to(cup)).read_bytes()
    check(call("reprint", str(cup), "--player", "王 小明", "--output", "one.pdf"))
    assert "王 小明" in _page(tmp_path / "one.pdf")


SPOKEN = (
    *(
        "Đặng Ngọc Ánh",
        "Nguyễn Thị Hương",
        "Phạm Quỳnh Như",
        "Trần Văn Đức",
        "Vũ Ấu",
        "Νίκος Παπαδόπουλος",
    ),
    *(
        "Στέλιος Α. Ώ",
        "Юлия Щёголева",
        "И. Ю. Ё",
        "Żółć Brzęczyszczykiewicz",
        "Łucja Ś Zoë",
        f"{EDA} Ọbasá",
    ),
    *(f"Ann {WANG[0]}", f"{WANG} Łęk", f"Đỗ {WANG[:2]} Ω", "Zoë (ẵ) \\Ő"),
)
"""Names whose letters lie in several fonts: alone between others, first and last, and with marks
set one by one.
"""


def test_every_reader_copies_names_whole(call: Run, tmp_path: Path) -> None:
    """PDFium, MuPDF and poppler read names of several scripts as they were written, letter by
    letter or with separate marks. On a nearly empty page PDFium may read them in two lines.
    """
    rows = [
        unicodedata.normalize(("NFC", "NFD")[number % 2], name)
        for number, name in enumerate(SPOKEN)
    ]
    Path("cup.csv").write_text("\n".join(["name", *rows]), encoding="utf-8")
    font = _make_font(tmp_path, "ttf").name
    answer = ("--answer", "row.и-ю-е=player")  # initials look like a title
    check(call("event", "print", "cup.csv", "-p", "a4", "--seed", "x", "--font", font, *answer))
    cup = tmp_path / "output" / "cup"
    for paper in ("name-index", "sheets", "answer-key"):
        pdf = cup / f"{paper}.pdf"
        with pypdfium2.PdfDocument(pdf) as document, pymupdf.open(pdf) as same:
            read = ["\n".join(str(page.get_textpage().get_text_range()) for page in document)]
            read.append("\n".join(page.get_text() for page in same))
        if shutil.which("pdftotext"):
            read.append(
                subprocess.run(
                    ["pdftotext", pdf, "-"], capture_output=True, check=True
                ).stdout.decode()
            )
        lines = [" ".join(unicodedata.normalize("NFC", line).split()) for line in read]
        assert [
            (paper, at, name)
            for at, text in enumerate(lines)
            for name in SPOKEN
            if name not in text
        ] == []
