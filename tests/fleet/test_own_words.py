"""A user's list: each word is printed, or left aside with its reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from support.command import Run, check, json_of
from support.rosters import DOCUMENTS, ods_of, xlsx_of
from wordfleet_print.errors import BadInputError, Fix
from wordfleet_print.fleet.own_words import Entries, ScreenedList, read_text, screen
from wordfleet_print.fleet.word_lists import TIERS, load_screen, load_theme, load_tier
from wordfleet_print.services.own_lists import screen_file

LENGTHS = (2, 3, 4, 5)
TEXTS = {
    "one per line": "leaf\nroot\nstem\n",
    "comments, blank lines, Windows": "# my list\r\nLEAF\r\n\r\nRoot\r\n// later\r\nstem\r\n",
    "numbers": "1. leaf\n2) root\n(3) stem\n",
    "numbers alone": "1 leaf\n2\troot\n10 stem",
    "bullets": "• leaf\n- root\n* stem\n",
    "commas": "leaf, root,\nstem,\n",
    "quotation marks and points": "“leaf”,\n'root'.\nstem!\n",
    "a heading": "Words\nleaf\nroot\nstem\n",
    "a table with commas": "No.,Word,Meaning\n1,leaf,green\n2,root,below\n3,stem,holds\n",
    "a table with tabs and a title": (
        "Spelling, term 2\t\nSPELLING\tSentence\nleaf\tIt is green.\nroot\t\nstem\tx\n"
    ),
    "two columns": "word;words\nleaf;root\nstem;\n",
    "a Markdown table": (
        "| Word | Meaning |\n|---|---|\n| leaf | green |\n| root | below |\n| stem | up |\n"
    ),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_list_is_read(text: str) -> None:
    """Words are read one per line, with commas, bullets or numbers, or from a table with a column
    headed “word”.
    """
    assert sorted(entry.lower() for _, entry in read_text(text).entries) == ["leaf", "root", "stem"]


@pytest.mark.parametrize("ending", ["xlsx", "ods", "csv"])
def test_a_table_is_read_by_its_heading(tmp_path: Path, ending: str) -> None:
    """The column headed “word” is read; a table without one is refused with what to write."""
    rows = [["No.", "Word", "Meaning"], [1, "leaf", "a green thing"], [2, "root", "bud"]]
    write: dict[str, Callable[..., bytes]] = {
        "xlsx": xlsx_of,
        "ods": ods_of,
        "csv": lambda rows: "\n".join(",".join(map(str, r)) for r in rows).encode(),
    }
    (tmp_path / f"a.{ending}").write_bytes(write[ending](rows))
    screened = screen_file(tmp_path / f"a.{ending}", LENGTHS, "")
    assert screened.words.by_length == {4: ("LEAF", "ROOT")}
    assert screened.reading == ("The words were read from “Word” in row 1.",)
    (tmp_path / f"b.{ending}").write_bytes(write[ending](rows[1:]))
    with pytest.raises(BadInputError, match=f"b.{ending}") as refused:
        screen_file(tmp_path / f"b.{ending}", LENGTHS, "")
    assert "“word”" in refused.value.summary.advice


@pytest.mark.parametrize(
    ("raw", "ending", "output"), DOCUMENTS, ids=[ending for _, ending, _ in DOCUMENTS]
)
def test_a_document_is_named_as_what_it_is(
    tmp_path: Path, raw: bytes, ending: str, output: str
) -> None:
    """A file that is no list is named as what it is, with how to make a list."""
    (tmp_path / f"list.{ending}").write_bytes(raw)
    with pytest.raises(BadInputError) as caught:
        screen_file(tmp_path / f"list.{ending}", LENGTHS, "")
    assert f"list.{ending} is {output}, not a list of words." in caught.value.message
    assert "plain text" in caught.value.summary.advice


def _screen(*words: str, letters: str = "") -> ScreenedList:
    read = Entries([*enumerate(words, start=1)])
    return screen(read, LENGTHS, name="mine.txt", title="mine", line="mine.txt:", letters=letters)


def _list_words(screened: ScreenedList) -> list[str]:
    return [word for words in screened.words.by_length.values() for word in words]


def test_nothing_is_lost_in_silence() -> None:
    """A word that cannot be printed is left aside with its line and reason; the others are
    taken.
    """
    screened = _screen(
        "leaf", "ice cream", "ice-cream", "CAT;50", "dog/SG", "r2d2", "elephant", "Leaf"
    )
    assert _list_words(screened) == ["LEAF"]
    assert [str(one) for one in screened.skipped] == [
        "mine.txt:2: “ice cream” is more than one word (one word per line, or commas between "
        "words)",
        "mine.txt:3: “ice-cream” has “-”; words are made of A to Z only",
        "mine.txt:4: “CAT;50” has “;”, “5”, “0”; words are made of A to Z only",
        "mine.txt:5: “dog/SG” has “/”; words are made of A to Z only",
        "mine.txt:6: “r2d2” has “2”; words are made of A to Z only",
    ]
    assert screened.unused == ("ELEPHANT",)
    assert [note.message for note in screened.doubts] == ["LEAF is on line 1 already"]
    assert screened.describe_reading()[-1].startswith(
        "Left out 5 entries that cannot be printed: mine.txt:2: “ice cream”"
    )


def test_every_screened_word_is_left_aside() -> None:
    """Blocked words, and words of the profanity list that no tier prints, are left aside in any
    case.
    """
    printed = {word for words in load_tier(TIERS[-1]).by_length.values() for word in words}
    words = sorted((load_screen("blocked") | load_screen("profanity")) - printed)
    for found in (_screen(*words), _screen(*map(str.lower, words))):
        assert _list_words(found) == []
        assert [one.message for one in found.skipped] == [
            one.message for one in found.skipped if "do not print" in one.message
        ]
        assert len(found.skipped) == len(words)
    passed = [word for word in sorted(load_screen("profanity") & printed) if len(word) in LENGTHS]
    assert passed
    assert sorted(_list_words(_screen(*passed))) == passed


def test_what_a_challenge_would_fail_is_noted() -> None:
    """Proper nouns, abbreviations and words of no dictionary are printed, with a note."""
    noun, short = (
        min(w for w in load_screen(name) if len(w) in LENGTHS)
        for name in ("names", "abbreviations")
    )
    assert [
        (note.where, note.message.split(",")[0].split(";")[0])
        for note in _screen("cat", noun, short, "qqxz").doubts
    ] == [
        ("mine.txt:2", f"{noun} reads as a proper noun"),
        ("mine.txt:3", f"{short} reads as an abbreviation"),
        ("mine.txt:4", "QQXZ is not in the reference dictionary"),
    ]


@pytest.mark.parametrize(
    ("letters", "printed"),
    [
        ("plain", ["OL", "KASE", "NINO", "COEUR", "GROSS"]),
        ("german", ["OEL", "NINO", "COEUR", "GROSS", "KAESE"]),
    ],
)
def test_words_with_marks_are_printed_in_plain_letters(letters: str, printed: list[str]) -> None:
    """Letters with marks are written plainly, in German custom or any other, and the note says
    which words changed.
    """
    found = _screen("niño", "Käse", "groß", "cœur", "Öl", letters=letters)
    assert (_list_words(found), found.skipped, found.rewritten) == (printed, (), True)
    assert (
        f"“niño” as NINO, “Käse” as {'KASE' if letters == 'plain' else 'KAESE'}" in found.reading[0]
    )


def test_a_word_with_marks_is_left_aside_with_what_helps() -> None:
    """Each way of writing the word is suggested; letters that are not Latin have none."""
    cheese, child, other = _screen("Käse", "niño", "мир").skipped
    ways = (Fix("letters", "plain"), Fix("letters", "german"))
    assert (cheese.advice, cheese.fixes) == ("in plain letters KASE or KAESE", ways)
    assert (child.advice, child.fixes) == ("in plain letters NINO", (Fix("letters", "plain"),))
    assert other.fixes == ()


CLASS_LIST = (
    "Year 4 – Animals\n1. fox\n2. owl\n3. bee\n4. wolf\n5. bear\n6. deer\n7. tiger\n8. otter\n"
    "9. Käse\n"
)


def test_a_class_list_is_checked_and_printed(call: Run, tmp_path: Path) -> None:
    """`words check` shows what is left out; `tracker` counts the class's words; a code needs it
    too.
    """
    (tmp_path / "5A.txt").write_text(CLASS_LIST, encoding="utf-8")
    checked = call("words", "check", "5A.txt")
    for part in (
        "5A.txt:1: “Year 4 – Animals”",
        "KASE or KAESE",
        "WOLF",
    ):
        assert part in checked.out
    result = json_of(
        call("tracker", "-w", "5A.txt", "--letters", "german", "--seed", "s", "--json")
    )
    assert any(note.startswith("2 to 4 of 5 ") for note in result["notes"])
    sheet = result["sheets"][0]
    assert sheet["words_from"].startswith("Plain letters: 5A; ")
    (again,) = json_of(call("look-up", sheet["code"], "-w", "5A.txt", "--json"))["sheets"]
    assert again["words_from"] == sheet["words_from"]


@pytest.mark.parametrize("themes", [("animals",), ("food", "animals")])
def test_themes_fill_up_a_list(call: Run, tmp_path: Path, themes: Sequence[str]) -> None:
    """Own words come first and themes fill what they lack, for one player's tier, too; their codes
    need only the list.
    """
    (tmp_path / "pets.txt").write_text("rex\nbella\nkitty\nmax\n", encoding="utf-8")
    chosen = [option for theme in themes for option in ("--theme", theme)]
    result = json_of(call("tracker", "Ann: family", "Ben", "-w", "pets.txt", *chosen, "--json"))
    titles = " & ".join(sorted(load_theme(theme).title for theme in themes))
    assert any(f"“{titles}”" in note for note in result["notes"])
    known = {"REX", "BELLA", "KITTY", "MAX"}
    for theme in themes:
        for words in load_theme(theme).by_length.values():
            known.update(words)
    for dealt in result["sheets"]:
        (sheet,) = json_of(call("look-up", dealt["code"], "-w", "pets.txt", "--json"))["sheets"]
        assert sheet["fleet_name"] == dealt["fleet_name"]
        assert [
            word for word in sheet["words"].values() if len(word) > 2 and word not in known
        ] == []


def test_few_themes_fill_up_a_list(call: Run, tmp_path: Path) -> None:
    """A code must be found again without its themes, so a list takes three at most."""
    (tmp_path / "pets.txt").write_text("rex\nbella\n", encoding="utf-8")
    themes = ("animals", "food", "plants", "space")
    chosen = [option for theme in themes for option in ("--theme", theme)]
    result = call("tracker", "Ann", "Ben", "-w", "pets.txt", *chosen)
    assert "At most 3 themes can fill up a list of your own." in result.err


def test_an_event_keeps_the_words_it_was_dealt_from(call: Run, tmp_path: Path) -> None:
    """`event.json` alone prints an event of a filled list again."""
    (tmp_path / "mine.txt").write_text(CLASS_LIST, encoding="utf-8")
    check(
        call(
            "event",
            "print",
            "--players",
            "4",
            "--title",
            "Cup",
            "-w",
            "mine.txt",
            "--tier",
            "family",
            "-q",
        )
    )
    folder = tmp_path / "output" / "cup"
    sheets = (folder / "sheets.pdf").read_bytes()
    (tmp_path / "mine.txt").unlink()
    check(call("event", "print", folder / "event.json", "-o", "again", "-q"))
    assert (tmp_path / "again" / "sheets.pdf").read_bytes() == sheets
