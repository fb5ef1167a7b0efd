"""Faults and bad input: one clear message, the exit code that docs/exit-codes.md gives it, and nothing touched."""

from __future__ import annotations

import codecs
import fcntl
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from support.command import Ran, Run, files_in, json_of, texts
from support.nursery import PROGRAMME, born, called
from support.sheets import made_code
from wordfleet_print.errors import ExitCode
from wordfleet_print.fleet import word_lists
from wordfleet_print.fleet.word_lists import load_screen, load_tier
from wordfleet_print.limits import MOST_SHEETS
from wordfleet_print.services import print_trackers as jobs
from wordfleet_print.services.word_file import MAX_BYTES
from wordfleet_print.sheet import sheet as dealing
from wordfleet_print.sheet.captains import name_faults
from wordfleet_print.sheet.sheet_code import SheetCode, parse_code

GOOD = b"%PDF-1.3 a good file from yesterday"
KEPT = "good.pdf"
USAGE, BAD, CANNOT_WRITE = ExitCode.USAGE, ExitCode.BAD_INPUT, ExitCode.CANNOT_WRITE
LONGEST_MESSAGE = 3000
"""Characters of all that is said about one fault; most is far less."""
Refused = Callable[..., str]


def _tree(folder: Path) -> dict[str, bytes | str | None]:
    """Everything under a folder: files by content, links by target, folders as None."""
    return {
        str(path.relative_to(folder)): str(path.readlink())
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in folder.rglob("*")
    }


def _told(err: str) -> str:
    """What was said, without the frames and line breaks that usage errors are set in."""
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", err).split())


def _check_refusal(ran: Ran, code: int, parts: Sequence[str]) -> str:
    told = _told(ran.err)
    assert ran.code == code, ran.err
    assert ran.raw == b""
    assert "Traceback" not in ran.err
    assert re.search(r"\bError\b", ran.err)
    assert len(re.findall(r"\bError\b", ran.err)) == 1
    for part in parts:
        assert part in told
    assert len(ran.err) < LONGEST_MESSAGE
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", ran.err), "something raw reached the terminal"
    return told


@pytest.fixture
def refused(call: Run, tmp_path: Path) -> Refused:
    """Run `tracker`, expect a refusal: its code, its words, nothing on stdout, everything as it was.

    A good file stands at the output path, unless the call names another.
    """
    (tmp_path / KEPT).write_bytes(GOOD)

    def check(code: int, *parts: str, args: Sequence[str | Path]) -> str:
        before = _tree(tmp_path)
        output = () if any(str(argument) in {"-o", "--output"} for argument in args) else ("-o", KEPT)
        told = _check_refusal(call("tracker", *args, *output), code, parts)
        assert _tree(tmp_path) == before
        return told

    return check


# Numbers and choices


@pytest.mark.parametrize(
    "count",
    [
        *("0", "-1", "-0", "1001", str(10**9), "9" * 5000, "1_000", "１０", "٣", "nan", "inf", "1e2", "0x10", "+5"),
        *("2.0", "two", "", " ", "²", "1 000", "1\n2"),
    ],
    ids=lambda text: ascii(text)[:12],
)
def test_a_count_is_ascii_digits_within_bounds(refused: Refused, count: str) -> None:
    """A count that is no whole number of sheets from 1 to the most is a usage error that says so, and briefly."""
    told = refused(USAGE, f"is not a number of sheets from 1 to {MOST_SHEETS:,}", args=["-n", count])
    assert len(told) < 400


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["-t", "animal"], ["no theme “animal”", "Did you mean animals?"]),
        (["-t", "animals", "-t", "wether"], ["no theme “wether”", "Did you mean weather?"]),
        (["-t", "qqqqqq"], ["no theme “qqqqqq”", "Themes: animals, "]),
        (["--tier", "expret"], ["no tier “expret”", "Did you mean expert?", "family, standard, expert"]),
        (["--tier", "Familly "], ["no tier “familly”", "Did you mean family?"]),
        (["--edition", "word-flet"], ["no edition “word-flet”", "Did you mean word-fleet?"]),
        (["--edition", "../rules/word-fleet"], ["no edition"]),
        (["--edition", "xyz"], ["no edition “xyz”", "Editions: "]),
        (["--paper", "a5"], ["no paper “a5”", "a4, letter"]),
        (["--paper", "lettr"], ["no paper “lettr”", "Did you mean letter?"]),
        (["--paper", ""], ["no paper “”", "a4, letter"]),
        (["--tier", ""], ["no tier “”", "family, standard, expert"]),
        (["--edition", ""], ["no edition “”"]),
        (["--theme", ""], ["no theme “”"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_unknown_choices_are_told_with_the_nearest(refused: Refused, args: list[str], parts: list[str]) -> None:
    """A theme, tier, edition or paper that is not there is named, with the nearest one or all there are."""
    refused(BAD, *parts, args=args)


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["--blank", "--theme", "animals"], "--blank"),
        (["--blank", "--tier", "family"], "--blank"),
        (["--blank", "--words", "x.txt"], "--blank"),
        (["--blank", "--placed"], "--blank"),
        (["--words", "x.txt", "--theme", "animals"], "--words"),
        (["--words", "x.txt", "--tier", "family"], "--words"),
        (["--code", "WF-1YAHV-BH6K-WBVTH", "--count", "1"], "--code"),
        (["--code", "WF-1YAHV-BH6K-WBVTH", "--seed", "x"], "--code"),
        (["--code", "WF-1YAHV-BH6K-WBVTH", "--blank"], "--code"),
        (["--code", "WF-1YAHV-BH6K-WBVTH", "-c", "Ann", "-c", "Ben"], "2 captains"),
        (["-n", "1", "-c", "Ann", "-c", "Ben"], "2 captains"),
        (["-o", "-", "--split"], "--output -"),
        (["-o", "-", "--open"], "--output -"),
        (["--bogus"], "--bogus"),
        (["-n"], "-n"),
        (["surplus"], "surplus"),
        (["--seed", ""], "A seed is any text"),
        (["--seed", "x" * 101], "A seed is any text"),
        (["--seed", "a\nb"], "A seed is any text"),
        (["--seed", "a\udcff"], "A seed is any text"),
    ],
    ids=lambda value: " ".join(value)[:40].encode("ascii", "replace").decode() if isinstance(value, list) else None,
)
def test_options_that_do_not_go_together(refused: Refused, args: list[str], part: str) -> None:
    """What cannot be meant together, or is no option at all, is a usage error that names it."""
    refused(USAGE, part, args=args)


# Names


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("王小明", ["王 (U+738B", "小 (U+5C0F"]),
        ("Ann 😀", ["U+1F600 GRINNING FACE"]),
        ("अन", ["U+0905 DEVANAGARI LETTER A", "U+0928"]),
        ("अनु", ["U+0941"]),
        ("שרה", ["U+05E9", "right to left"]),
        ("مريم", ["U+0645", "right to left"]),
        ("Ann\nBen", ["character 4", "U+000A", "a control character"]),
        ("Ann\tBen", ["U+0009"]),
        ("\x1b[31mAnn", ["character 1", "U+001B", "a control character"]),
        ("Ann\x7f", ["U+007F"]),
        ("Ann\x85", ["U+0085"]),
        ("Ann\u202eneB", ["character 4", "U+202E", "an invisible character"]),
        ("An\u200bn", ["U+200B"]),
        ("An\u200dn", ["U+200D"]),
        ("\ufeffAnn", ["U+FEFF"]),
        ("An\u00adn", ["U+00AD"]),
        ("Ann\u2028Ben", ["U+2028"]),
        ("Ann\ue000", ["a private-use character", "U+E000"]),
        ("Ann\uffff", ["U+FFFF"]),
        ("\u0303q", ["a combining mark", "U+0303"]),
        ("A\udcffnn", ["bytes that are not text", "DCFF"]),
        ("", ["is empty"]),
        (" \u00a0 ", ["is empty"]),
    ],
    ids=lambda value: ascii(value)[:24] if isinstance(value, str) else None,
)
def test_a_name_that_cannot_be_printed_is_refused(refused: Refused, name: str, parts: list[str]) -> None:
    """With `--strict`, each character that no font has, that cannot be seen or set, is named with its place or code
    point; what is no text at all is refused without it, too.
    """
    refused(BAD, *parts, args=["--strict", "-c", "Ann", "-c", name])
    if any(name_faults(name)):
        refused(BAD, *parts, args=["-c", "Ann", "-c", name])


def test_all_names_are_complained_of_at_once(refused: Refused) -> None:
    """Every bad name is told in one go, with whose it is."""
    parts = ["captain 1", "U+0007", "captain 3", "is empty", "captain 4", "U+200B"]
    refused(BAD, *parts, args=["--strict", "-c", "A\a", "-c", "Ben", "-c", "", "-c", "D\u200bn"])
    refused(BAD, "U+738B", "U+1F600", args=["--strict", "-c", "王", "-c", "Ben", "-c", "😀"])


def test_bytes_that_are_no_text(run: Run, tmp_path: Path) -> None:
    """Bytes that are no UTF-8, given on a real command line, are refused where they name a captain or a choice."""
    for option in ("-c", "-t", "--code", "--seed"):
        arguments = "tracker", option, os.fsdecode(b"A\xffnn")
        ran = run(*arguments) if option == "-c" else called(*arguments, folder=tmp_path)
        assert ran.code in {USAGE, BAD}, ran.err
        assert "Traceback" not in ran.err
        assert (ran.out, _tree(tmp_path)) == ("", {})


def test_a_very_long_name_is_cut_with_a_note(call: Run, tmp_path: Path) -> None:
    """A name of 500 characters is printed as far as its line goes, with an ellipsis and a note; short ones whole."""
    ran = call("tracker", "-c", "Wilhelmina " * 45 + "Smith", "-c", "Ben", "-o", "x.pdf")
    assert ran.code == 0
    assert ran.err.startswith("Note: “Wilhelmina Wilhelmina")
    assert "too long" in ran.err
    assert len(ran.err) < 300
    long, short = texts(tmp_path / "x.pdf")
    assert re.search(r"Wilhelmina Wil.*…", long)
    assert "Smith" not in long
    assert "Ben" in short


@pytest.mark.parametrize("option", ["-t", "--tier", "-e", "-p", "--code", "-w", "-n", "-o", "-c", "--seed", "--bogus"])
def test_no_complaint_upsets_the_terminal(refused: Refused, option: str, tmp_path: Path) -> None:
    """Whatever is mistyped or pasted, the message about it holds no escape sequence and no turn of direction."""
    (tmp_path / "file").write_bytes(GOOD)
    hostile = "file/\x1b]0;x\x07\x1b[31m\u202e\x9b"
    code = {"-n": USAGE, "--seed": USAGE, "--bogus": USAGE, "-o": CANNOT_WRITE}.get(option, BAD)
    refused(code, args=[option, hostile])


# Word lists


def _words(per_length: int = 20) -> list[str]:
    """Words of a packaged tier, as a user might list them."""
    lists = load_tier("family").by_length
    return [word for n in (2, 3, 4, 5) for word in lists[n][:per_length]]


def _list(folder: Path, *more: str) -> Path:
    path = folder / "mine.txt"
    path.write_text("\n".join([*_words(), *more]) + "\n", encoding="utf-8", newline="")
    return path


LINE = len(_words()) + 1
"""The line of the first word that `_list` adds."""


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("w0rd", "“w0rd” has “0”"),
        ("café", "“café” has “é”"),
        ("naïve", "“naïve” has “ï”"),
        ("it's", "has “'”"),
        ("two words", "“two words” is more than one word"),
        ("ｗｏｒｄ", "words are made of A to Z only"),
        ("w\u200bord", "U+200B"),
        ("wo\x1brd", "U+001B"),
        ("wo\u202erd", "U+202E"),
        ("x1" * 100_000, "…” has “1”"),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_a_word_that_is_no_word_is_left_out_and_told(call: Run, tmp_path: Path, word: str, part: str) -> None:
    """Digits, accents, spaces, full-width letters and what cannot be seen: file, line and character are named."""
    told = " ".join(json_of(call("tracker", "-w", _list(tmp_path, word), "--json"))["words_told"])
    assert "Left out 1 entry that cannot be printed" in told
    assert f"mine.txt:{LINE}: " in told
    assert part in told


@pytest.mark.parametrize("change", [str.lower, str.upper, str.title])
def test_a_blocked_word_is_never_printed(call: Run, tmp_path: Path, change: Callable[[str], str]) -> None:
    """Words that no sheet prints are left out, in any case; so are those of the profanity list."""
    blocked = [word for word in sorted(load_screen("blocked")) if len(word) in {3, 4, 5}]
    for word in (blocked[0], blocked[-1], "fuck"):
        checked = json.loads(call("words", "check", _list(tmp_path, change(word)), "--json").out)
        assert word.upper() not in checked["words"][str(len(word))]
        assert "a word that sheets do not print" in checked["left_out"][0]["what"]


@pytest.mark.parametrize(
    ("counts", "parts"),
    [
        ({2: 0, 3: 20, 4: 20, 5: 20}, ["has 0 words of 2 letters, needs 2"]),
        ({2: 20, 3: 3, 4: 1, 5: 20}, ["has 3 words of 3 letters, needs 4", "has 1 word of 4 letters, needs 2"]),
    ],
    ids=str,
)
def test_a_list_too_small_says_what_lacks(
    refused: Refused, tmp_path: Path, counts: dict[int, int], parts: list[str]
) -> None:
    """Every length that lacks words is named with how many it has and how many opponents need."""
    lists = load_tier("family").by_length
    path = tmp_path / "small.txt"
    path.write_text("# only a comment\n\n" + "\n".join(word for n, k in counts.items() for word in lists[n][:k]))
    told = refused(BAD, "The word list is too small", *parts, args=["-w", path])
    assert told.count("•") == len(parts)


def test_words_that_make_no_fleet_leave_nothing(refused: Refused, tmp_path: Path) -> None:
    """A list that has the numbers but no fleet, since short words stand in all long ones: told, no folder left."""
    path = tmp_path / "nested.txt"
    path.write_text("AA\nAB\nXYX\nYXY\nXXY\nYYX\nXXXX\nYYYY\nAAABA\nAABAA\n")
    refused(BAD, "No fleet can be made of these words", "Add more words", args=["-w", path, "-o", "new/folder/"])


def _raw(folder: Path, raw: bytes) -> Path:
    path = folder / "mine.txt"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (b"cat\ndog\nw\0rd\n", ["mine.txt:3", "NUL byte"]),
        ("cat\ndog\n".encode("utf-16-le"), ["too small"]),
        ("cat\ndog\n".encode("utf-16-be"), ["too small"]),
        (codecs.BOM_UTF16_LE + "cat\ndog".encode("utf-16-le") + b"x", ["not UTF-16 text"]),
        ("cat\ncafé\n".encode("cp1252"), ["mine.txt:2", "“café” has “é”"]),
        (codecs.BOM_UTF8 + b"caf\xe9", ["mine.txt line 1", "not in UTF-8"]),
        (b"", ["has no word that can be printed"]),
        (b"\n \n# nothing\n", ["has no word that can be printed"]),
        (b"cat\n" * (MAX_BYTES // 4 + 1), [f"larger than {MAX_BYTES:,} bytes"]),
        (codecs.BOM_UTF32_LE + "cat\ndog\n".encode("utf-32-le"), ["mine.txt"]),
        (b"PK\x03\x04\x14\x00\x00\x00", ["damaged"]),
    ],
    ids=["nul", "utf-16-le", "utf-16-be", "cut", "cp1252", "cp1252-bom", "empty", "comments", "huge", "utf-32", "zip"],
)
def test_a_file_that_is_no_word_list_is_told(refused: Refused, tmp_path: Path, raw: bytes, parts: list[str]) -> None:
    """NUL bytes, encodings without a mark, cut, empty and huge files: what is wrong, where, and what to do."""
    refused(BAD, *parts, args=["-w", _raw(tmp_path, raw)])


def test_a_list_that_is_not_there_is_told(refused: Refused, tmp_path: Path) -> None:
    """A missing file, a folder, a file inside a file, an endless one: each is named with the reason."""
    (tmp_path / "folder").mkdir()
    refused(BAD, "missing.txt cannot be read: No such file", args=["-w", "missing.txt"])
    refused(BAD, "folder is not a file", args=["-w", "folder"])
    refused(BAD, "cannot be read: Not a directory", args=["-w", f"{KEPT}/x.txt"])
    refused(BAD, "cannot be read: File name too long", args=["-w", "x" * 300])
    refused(BAD, "/dev/zero is not a file", args=["-w", "/dev/zero"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_marked_encodings_are_read_rightly(call: Run, tmp_path: Path, encoding: str, newline: str) -> None:
    """UTF-8 with or without its mark, UTF-16 with it, any line ends: the same words, so the same sheets."""
    path = tmp_path / "mine.txt"
    plain = _list(tmp_path)
    expected = call("tracker", "-w", plain, "-s", "x", "-o", "-").raw
    text = newline.join(_words()) + newline
    for raw in (text.encode(encoding), text.swapcase().encode(encoding)):
        path.write_bytes(raw)
        assert call("tracker", "-w", path, "-s", "x", "-o", "-").raw == expected
    path.write_bytes(codecs.BOM_UTF16_BE + text.encode("utf-16-be"))
    assert call("tracker", "-w", path, "-s", "x", "-o", "-").raw == expected


@pytest.mark.parametrize("stem", ["日本語", "שלום", "a\u202eb", "a\nb", os.fsdecode(b"a\xffb"), "w" * 200])
def test_a_list_with_an_odd_name_prints_no_boxes(call: Run, tmp_path: Path, stem: str) -> None:
    """The sheet names the list; a name that the fonts lack is refused or left out, and a long one fits its place."""
    path = tmp_path / f"{stem}.txt"
    path.write_text("\n".join(_words()))
    ran = call("tracker", "-w", path, "-o", "x.pdf")
    assert ran.code in {0, BAD}, ran.err
    if ran.code == 0:
        text = texts(tmp_path / "x.pdf")[0]
        assert stem == "w" * 200 or not set(stem) - set("ab") & set(text) - {"\n"}
        assert stem not in text


@pytest.mark.parametrize("more", [(), ("w0rd",), ("café", "x1")], ids=str)
def test_words_check_tells_all_of_a_list(call: Run, tmp_path: Path, more: Sequence[str]) -> None:
    """`words check` says what is left out, and that the rest is enough; JSON agrees."""
    path = _list(tmp_path, *more)
    ran = call("words", "check", path)
    assert ran.code == 0
    assert ran.err == ""
    for i, word in enumerate(more):
        assert f"mine.txt:{LINE + i}" in ran.out
        assert f"“{word}” has" in ran.out
    told = call("words", "check", path, "--json")
    document = json.loads(told.out)
    assert (told.code, document["ok"], len(document["left_out"])) == (0, True, len(more))


ONE_PAIR = "VERSE STOLE WIFE LIMB CAN SEE VAN CUP UP BY"
"""Just enough words for two opponents, of which one pair of fleets alone is a fair match."""
NO_PAIR = "METER SHELL FOUR KICK ARM LEG FIN NOR OF OH"
"""Just enough words, but of two fleets one is always harder to find than the other."""


@pytest.mark.parametrize(
    ("words", "pairs", "told"),
    [
        (ONE_PAIR, 1, "Only 1 pair of fleets is a fair match"),
        (NO_PAIR, 0, "No two fleets of these words are fair opponents"),
        ("AA AB XYX YXY XXY YYX XXXX YYYY AAABA AABAA", 0, "No two fleets of these words are fair opponents"),
        (None, None, "is ready"),
    ],
    ids=str,
)
def test_words_check_tells_where_fair_opponents_are_few(
    call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str | None, pairs: int | None, told: str
) -> None:
    """A list with enough words of each length may still make few fair opponents, or none: `words check` tells, and what
    it calls ready is dealt from whatever the seed.
    """
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(words.split() if words else _words()))
    ran = call("words", "check", path)
    assert told in ran.out
    assert ("Only" in ran.out) == bool(pairs)
    assert ("is ready" in ran.out) == (pairs != 0) == (ran.code == 0)
    document = json.loads(call("words", "check", path, "--json").out)
    assert (document["ok"], document["fair_pairs"]) == (pairs != 0, pairs)
    if pairs == 0:
        _give_up_soon(monkeypatch)
    codes = {call("tracker", "-w", path, "-s", str(seed), "-o", "x.pdf").code for seed in range(2 if pairs else 1)}
    assert codes == {BAD if pairs == 0 else 0}


def _give_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are no fair opponents, they are not sought for long: that all there are are found, test_deal.py
    proves.
    """
    monkeypatch.setattr(dealing, "MAX_TABLES_TRIED", 2)
    monkeypatch.setattr(dealing, "MOST_SEARCHED", 2_000)


def test_advice_on_too_few_words_fits(refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who brings a list is told to add words, not to choose a tier; fewer sheets are advised where they would do."""
    _give_up_soon(monkeypatch)
    path = tmp_path / "mine.txt"
    path.write_text("\n".join(NO_PAIR.split()))
    told = refused(BAD, "for table 1.", "Add words to the list.", args=["-w", path])
    assert "tier" not in told
    assert "fewer" not in told
    path.write_text("\n".join(ONE_PAIR.split()))
    refused(BAD, "for table 2.", "Add words to the list, or print fewer sheets.", args=["-w", path, "-n", "4"])


def test_words_check_refuses_what_is_no_list(call: Run, tmp_path: Path) -> None:
    """A file that is missing or no text is refused as `tracker` refuses it; unknown tiers and themes likewise."""
    _check_refusal(call("words", "check", tmp_path / "missing"), BAD, ["cannot be read"])
    _check_refusal(call("words", "check", _raw(tmp_path, b"cat\nw\0rd\n")), BAD, ["NUL byte"])
    _check_refusal(call("words", "--tier", "famly"), BAD, ["Did you mean family?"])
    _check_refusal(call("words", "--theme", "animal"), BAD, ["Did you mean animals?"])
    _check_refusal(call("words", "-e", "word-flet"), BAD, ["Did you mean word-fleet?"])
    _check_refusal(call("words", "chek", "x"), USAGE, ["chek"])


# Sheet codes


def _code(call: Run, *options: str | Path) -> str:
    """That of a sheet just printed."""
    return str(json_of(call("tracker", "--json", "-o", "x.pdf", *options))["sheets"][0]["code"])


def _mistyped(code: str) -> str:
    return code[:-1] + ("0" if code[-1] != "0" else "2")


def test_mistyped_and_unknown_codes_are_told_apart(refused: Refused, call: Run) -> None:
    """A mistyped code is to be compared with the sheet; a sound one of another list or version says that instead."""
    code = _code(call, "--tier", "family")
    typo = _mistyped(code)
    assert "another word list" not in refused(BAD, "is mistyped", typo, "Compare it", args=["--code", typo])
    assert "mistyped" not in refused(BAD, "is not a sheet code", "looks like WF-", args=["--code", "hello"])
    elsewhere = parse_code(code).deck ^ 0x1555555
    foreign = str(SheetCode(elsewhere, 0))
    parts = ("another word list or version", "--words", foreign)
    assert "mistyped" not in refused(BAD, *parts, args=["--code", foreign])
    refused(BAD, "is mistyped", args=["--code", code, "--code", typo])
    refused(BAD, "no tier “famly”", args=["--code", code, "--tier", "famly"])
    refused(BAD, "no theme “animal”", args=["--code", code, "-t", "animal"])


def test_codes_of_other_versions_are_told(refused: Refused, call: Run) -> None:
    """A sound code of another version is refused as that, with what to do, by `tracker` and by `verify`."""
    code = made_code(3, 9 << 31, 7)
    parts = (code, "was printed by another version of wordfleet-print", "Print it again with that version")
    assert "mistyped" not in refused(BAD, *parts, args=["--code", code])
    assert "mistyped" not in _check_refusal(call("verify", code.lower()), BAD, [code.lower(), *parts[1:]])


@pytest.mark.parametrize("command", [("tracker",), ("event", "print", "--players", "4")], ids=" ".join)
def test_a_mine_is_for_editions_that_lay_mines(command: Sequence[str], call: Run) -> None:
    """`--mine` of an edition without such a variation is one clear error, for a table and for an event."""
    ran = call(*command, "--edition", "strike", "--mine")
    assert ran.code == 2
    assert "has no variation with mines. Leave out --mine." in " ".join(ran.err.split())


KNOWS = "The sheet code says which words it was dealt from."


@pytest.mark.parametrize(
    ("options", "cause", "not_it"),
    [
        (["--tier", "expert"], f"other words are named. {KNOWS} Leave out --tier or --theme", "--edition"),
        (["-t", "animals"], f"other words are named. {KNOWS} Leave out --tier or --theme", "--edition"),
        (["-w", "LIST"], f"other words are named. {KNOWS} Leave out --words.", "--tier"),
        (["-e", "word-fleet"], "a sheet of the edition word-fleet-strike, but another is named.", "--tier"),
        (["-e", "word-fleet", "--tier", "family"], "Leave out --edition.", "--tier"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("command", ["tracker", "verify"])
def test_an_option_that_keeps_a_codes_words_away_is_named(
    call: Run, tmp_path: Path, command: str, options: list[str], cause: str, not_it: str
) -> None:
    """A right code with a wrong option beside it: that option is told, and no other, and that it may be left out."""
    code = _code(call, "-e", "word-fleet-strike", "--tier", "family")
    named = [str(_list(tmp_path)) if option == "LIST" else option for option in options]
    ran = call(command, *(["--code"] if command == "tracker" else []), code, *named)
    told = _check_refusal(ran, BAD, [code, cause, f"{KNOWS} Leave"])
    assert not_it not in told


def test_a_code_in_several_words_is_one_code(call: Run) -> None:
    """`verify` takes a code with spaces for hyphens, quoted or not; one that is mistyped is told whole."""
    code = _code(call)
    whole = call("verify", code)
    assert code in whole.out
    assert call("verify", *code.lower().split("-")).out == whole.out
    assert call("verify", *code.split("-")[1:], "--json").code == 0
    typo = _mistyped(code)
    _check_refusal(call("verify", *typo.split("-")), BAD, ["is mistyped", typo.replace("-", " ")])


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["Ann", "Ben"], ["“Ann” and “Ben”", "Name captains with --captain Ann --captain Ben."]),
        (["Ann Lee", "-n", "2"], ["“Ann Lee”", "--captain 'Ann Lee'"]),
        (["x" * 5000], ["Name captains with --captain, once for each."]),
        (["\x1b[31m\u202e"], ["--captain"]),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_names_without_an_option_are_told_how(refused: Refused, words: list[str], parts: list[str]) -> None:
    """Captains named by themselves are a usage error that shows the call they were meant for."""
    refused(USAGE, *parts, args=words)


@pytest.mark.parametrize("command", ["tracker", "verify"])
def test_all_unknown_values_are_told_at_once(refused: Refused, call: Run, command: str) -> None:
    """Tier, themes, edition, paper, names and codes that are no good are told together, each with its advice."""
    choices = ["--tier", "famly", "--theme", "colours", "-e", "word-flet", "-t", "animals,wether"]
    parts = ["no tier “famly”", "Did you mean family?", "no theme “colours”", "Did you mean colors?"]
    parts += ["no edition “word-flet”", "Did you mean word-fleet?", "no theme “wether”"]
    if command == "tracker":
        told = refused(BAD, *parts, "no paper “a5”", "captain 1", args=[*choices, "-p", "a5", "-c", ""])
    else:
        told = _check_refusal(call("verify", "hello", *choices), BAD, [*parts, "“hello” is not a sheet code"])
    assert told.count("•") == (6 if command == "tracker" else 5)
    two = refused(BAD, "“a” is not a sheet code", "“b” is not a sheet code", args=["--code", "a", "--code", "b"])
    assert two.count("•") == 2


def test_a_code_of_ones_own_list_needs_that_list(refused: Refused, call: Run, tmp_path: Path) -> None:
    """Without the file, or with a changed one, a code from a user's list is refused: never guessed."""
    mine = _list(tmp_path)
    code = _code(call, "-w", mine)
    refused(BAD, "another word list", "--words", args=["--code", code])
    other = tmp_path / "other.txt"
    other.write_text("\n".join(_words(21)))
    refused(BAD, "another word list", args=["--code", code, "-w", other])
    assert call("tracker", "--code", code, "-w", mine, "-o", "y.pdf").code == 0


def test_a_blank_sheet_has_nothing_to_place(refused: Refused, call: Run) -> None:
    """--placed with the code of a blank sheet is a usage error."""
    code = _code(call, "--blank")
    refused(USAGE, "blank sheet has no words to place", args=["--code", code, "--placed"])


# Places that cannot be written


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (["folder"], ["Cannot write folder: it is a folder", "slash"]),
        (["."], ["is a folder"]),
        ([""], ["is a folder"]),
        (["to-folder"], ["is a folder"]),
        (["file/x.pdf"], ["Cannot write file"]),
        (["file/deeper/x.pdf"], ["Cannot write file", "part of the path is a file"]),
        (["file/"], ["Cannot write file: it is a file, not a folder"]),
        (["file", "--split"], ["Cannot write file"]),
        (["file/deeper", "--split"], ["Cannot write file", "part of the path is a file"]),
        (["loop/x.pdf"], ["Cannot write loop"]),
        (["/proc/x.pdf"], ["Cannot write /proc"]),
        (["/proc/1/new/"], ["Cannot write /proc"]),
        (["/proc/1/new", "--split"], ["Cannot write /proc"]),
        (["x" * 300 + ".pdf"], ["the name is too long"]),
        (["x" * 300 + "/"], ["the name is too long"]),
        (["pipe"], ["pipe"]),
        (["pipe", "--split"], ["pipe"]),
    ],
    ids=lambda value: " ".join(value)[:20],
)
def test_a_place_that_cannot_be_written_is_told_before_any_work(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], parts: list[str]
) -> None:
    """Folders for files, places inside files or in /proc, impossible names, pipes: told before anything is drawn."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(GOOD)
    (tmp_path / "to-folder").symlink_to("folder")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")

    def never(*_: object) -> bytes:
        pytest.fail("rendered before the place was proved")

    monkeypatch.setattr(jobs, "print_trackers", never)
    refused(CANNOT_WRITE, *parts, args=["-o", *args])
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("options", [("-o", "output/"), ()], ids=len)
def test_a_file_named_output_is_in_the_way(call: Run, tmp_path: Path, options: Sequence[str]) -> None:
    """Where `output` is a file, the default folder cannot be made, named or not: told, the file left."""
    (tmp_path / "output").write_bytes(GOOD)
    _check_refusal(call("tracker", *options), CANNOT_WRITE, ["Cannot write output", "--output"])
    assert _tree(tmp_path) == {"output": GOOD}


@pytest.mark.parametrize("target", ["precious.pdf", "missing.pdf"])
def test_a_link_at_the_output_path_is_replaced(call: Run, tmp_path: Path, target: str) -> None:
    """A symlink becomes the new file; the file it led to is not touched, nor made."""
    (tmp_path / "precious.pdf").write_bytes(GOOD)
    (tmp_path / "link.pdf").symlink_to(target)
    assert call("tracker", "-o", "link.pdf").code == 0
    assert not (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "link.pdf").read_bytes().startswith(b"%PDF-")
    assert (tmp_path / "precious.pdf").read_bytes() == GOOD
    assert not (tmp_path / "missing.pdf").exists()


SMALL_FILES = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); {PROGRAMME}"


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """Where the system stops a file from growing: exit 4, told, the old file whole, no part of the new one."""
    ways = [("-o", KEPT), ("-o", "new/x.pdf"), ("--split", "-o", ".")]
    for folder, options in zip(_folders(tmp_path, len(ways)), ways, strict=True):
        (folder / KEPT).write_bytes(GOOD)
        ran = called("tracker", *options, folder=folder, doing=SMALL_FILES)
        _check_refusal(ran, CANNOT_WRITE, ["Cannot write", "larger than this system allows", "--output"])
        assert files_in(folder) == {KEPT: GOOD}


def _folders(parent: Path, count: int) -> list[Path]:
    """So many empty folders."""
    folders = [parent / f"call {number}" for number in range(count)]
    for folder in folders:
        folder.mkdir()
    return folders


def _world(buffering: str) -> dict[str, str]:
    """The environment, with Python's output buffered or, as in many containers, not."""
    return {"PYTHONUNBUFFERED": "" if buffering == "buffered" else "1"}


BUFFERING = pytest.mark.parametrize("buffering", ["buffered", "unbuffered"])


@BUFFERING
def test_a_full_disk_behind_stdout_is_told(tmp_path: Path, buffering: str) -> None:
    """Where stdout leads to a full disk: exit 4 and a sentence that names stdout and the reason, no traceback."""
    ways = "--version", "words", "doctor", "tracker -o x.pdf", "tracker -o -", "tracker", "tracker --json"
    for way in ways:
        with Path("/dev/full").open("wb") as full:
            ran = called(*way.split(), folder=tmp_path, out=full, env=_world(buffering))
        assert (ran.code, "Traceback" in ran.err) == (CANNOT_WRITE, False), way
        assert "Error: Cannot write to stdout: No space left on device." in ran.err, way


@BUFFERING
def test_a_pdf_cut_short_on_stdout_is_told(tmp_path: Path, buffering: str) -> None:
    """Where the disk behind stdout fills up half-way: exit 4 and a sentence, never “Sent” and exit 0."""
    with (tmp_path / "cut.pdf").open("wb") as cut:
        ran = called("tracker", "-o", "-", folder=tmp_path, doing=SMALL_FILES, out=cut, env=_world(buffering))
    assert [word for word in ("Sent", "Traceback", "Error") if word in ran.err] == ["Error"]
    assert ran.code == CANNOT_WRITE


# Stopped from outside


@BUFFERING
@pytest.mark.parametrize(
    ("options", "codes"),
    [
        (("-o", "-", "-n", "50"), {CANNOT_WRITE, 128 + signal.SIGPIPE}),
        (("-n", "50", "--json"), {ExitCode.DONE, CANNOT_WRITE, 128 + signal.SIGPIPE}),
    ],
    ids=["pdf", "json"],
)
def test_stdout_closed_early_is_no_bug(tmp_path: Path, options: Sequence[str], codes: set[int], buffering: str) -> None:
    """`… | head -c 10` gets its ten bytes; the programme ends without a traceback, and not as if it had a bug.

    A PDF that was not taken whole is not called sent.
    """
    child = born("tracker", *options, folder=tmp_path, out=subprocess.PIPE, env=_world(buffering))
    assert child.out
    fcntl.fcntl(child.out, fcntl.F_SETPIPE_SZ, 4096)
    with child.out:
        assert len(child.out.read(10)) == 10
    _, err = child.communicate(timeout=20)
    assert not re.search(rb"Traceback|Exception|Sent", err)
    assert child.returncode in codes


@BUFFERING
def test_nobody_reading_is_no_bug(tmp_path: Path, buffering: str) -> None:
    """Where the reader of stdout is gone before the first byte: ended quietly, with the documented code."""
    ways = ["--help"], ["tracker", "--help"], ["words"], ["words", "--json"]
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as gone:
        ended = [called(*arguments, folder=tmp_path, out=gone, env=_world(buffering)) for arguments in ways]
    assert [(ran.code, ran.err) for ran in ended] == [(ExitCode.PIPE_CLOSED, "")] * len(ways)


def test_no_stdout_at_all_is_no_bug(tmp_path: Path) -> None:
    """Started with stdout closed, as some schedulers do: no traceback, not exit 1."""
    for options in ((), ("--json",), ("-o", "-")):
        ran = called("tracker", *options, folder=tmp_path, closed=[1])
        assert (ran.code == ExitCode.BUG, "Traceback" in ran.err) == (False, False), options


PAUSED = """
import sys, time
from wordfleet_print import files
from wordfleet_print.services import print_trackers as jobs
from wordfleet_print.cli.run import run
def announced(function, calls):
    def wrapper(*arguments, **options):
        calls[0] -= 1
        if calls[0] == 0:
            sys.stderr.write("in the middle\\n")
            sys.stderr.flush()
            time.sleep({pause})
        return function(*arguments, **options)
    return wrapper
where = "{where}"
if where == "dealing":
    jobs.deal = announced(jobs.deal, [1])
elif where == "printing":
    jobs.print_trackers = announced(jobs.print_trackers, [1])
else:
    files.os.fsync = announced(files.os.fsync, [20])
run()
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "term"])
@pytest.mark.parametrize("where", ["dealing", "printing", "writing"])
def test_a_signal_in_the_middle_leaves_nothing(tmp_path: Path, number: int, code: int, where: str) -> None:
    """Ctrl-C or SIGTERM amid many sheets: ended within two seconds, no file, no temporary, the old file whole."""
    (tmp_path / KEPT).write_bytes(GOOD)
    options = ["--split", "-o", "new", "-n", "30"] if where == "writing" else ["-o", KEPT, "-n", "1000"]
    pause = 10 if where == "writing" else 0  # a slow disk: what is left to write takes less time than a signal may
    doing = PAUSED.replace("{where}", where).replace("{pause}", str(pause))
    child = born("tracker", *options, folder=tmp_path, doing=doing, err=subprocess.PIPE)
    assert child.err
    assert child.err.readline() == b"in the middle\n"
    os.kill(child.pid, number)
    sent = monotonic()
    out, err = child.communicate(timeout=20)
    assert monotonic() - sent < 2
    assert (child.returncode, out) == (code, b"")
    assert b"Traceback" not in err
    assert err.endswith(b"Stopped.\n")
    assert files_in(tmp_path) == {KEPT: GOOD}


# Bugs


def test_a_bug_keeps_its_traceback(tmp_path: Path) -> None:
    """What nobody expected is not dressed up: the traceback is shown, the exit code is 1, nothing is written."""
    program = (
        "from wordfleet_print.services import print_trackers as tracker\n"
        "from wordfleet_print.cli.run import run\n"
        "def broken(*_, **__): raise ValueError('a real bug')\n"
        "tracker.print_trackers = broken\n"
        "run(['tracker', '-o', 'good.pdf'])\n"
    )
    (tmp_path / KEPT).write_bytes(GOOD)
    ran = called(folder=tmp_path, doing=program)
    assert (ran.code, ran.out) == (ExitCode.BUG, "")
    assert ran.err.startswith("Traceback")
    assert ran.err.rstrip().endswith("ValueError: a real bug")
    assert _tree(tmp_path) == {KEPT: GOOD}


def test_doctor_tells_a_damaged_installation(call: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`doctor` finds nothing to complain of here; with the word lists gone it says so, and how to mend it: exit 5."""
    assert call("doctor").code == 0
    assert json_of(call("doctor", "--json"))["trackers"] is True
    monkeypatch.setattr(word_lists, "data_folder", lambda _name: tmp_path / "gone")
    word_lists.load_tier.cache_clear()  # as in a process that has not read it yet
    ran = call("doctor")
    assert ran.code == ExitCode.MISSING_DEPENDENCY
    assert "Traceback" not in ran.err
    assert "Install wordfleet-print again" in ran.out
    damaged: dict[str, Any] = json.loads(call("doctor", "--json").out)
    assert damaged["trackers"] is False
    assert "Words" in [finding["what"] for finding in damaged["findings"] if not finding["ok"]]


# The machine: names that are too long, streams that are full or closed, too few handles

LONG = "n" * 300


@pytest.mark.parametrize(
    ("code", "arguments"),
    [
        (BAD, ["event", "print", f"{LONG}.csv"]),
        (BAD, ["event", "print", LONG]),
        (BAD, ["event", "print", f"{LONG}.json"]),
        (BAD, ["event", "check", f"{LONG}.xlsx"]),
        (BAD, ["event", "diff", LONG, "."]),
        (BAD, ["event", "diff", f"{LONG}/event.json", "."]),
        (BAD, ["event", "reprint", LONG, "--spare", "1"]),
        (BAD, ["verify", str(SheetCode(0, 0)), "--event", LONG]),
        (BAD, ["words", "check", LONG]),
        (BAD, ["tracker", "--words", LONG]),
        (BAD, ["tracker", "--rules", LONG]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}.pdf"]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}/"]),
        (CANNOT_WRITE, ["tracker", "-o", f"o/{LONG}/x.pdf"]),
        (CANNOT_WRITE, ["event", "print", "--players", "4", "-o", f"o/{LONG}"]),
    ],
    ids=lambda value: " ".join(value)[:24] if isinstance(value, list) else None,
)
def test_a_name_that_is_too_long_is_told(call: Run, tmp_path: Path, code: int, arguments: list[str]) -> None:
    """A file or folder whose name no disk takes is refused with that reason, and leaves no folder behind."""
    told = _check_refusal(call(*arguments), code, [LONG[:30]])
    assert "too long" in told
    assert _tree(tmp_path) == {}


@pytest.mark.parametrize("stderr", ["full", "closed"])
def test_a_stderr_that_takes_nothing_changes_no_exit_code(tmp_path: Path, stderr: str) -> None:
    """Where nobody can read what is said, the work is done or refused all the same, and the exit code tells which."""
    ways = [
        (BAD, ["tracker", "--tier", "nope"]),
        (USAGE, ["tracker", "--nope"]),
        (USAGE, ["nope"]),
        (ExitCode.DONE, ["tracker", "-c", "W" * 90, "-o", KEPT]),
        (ExitCode.DONE, ["event", "print", "--players", "1", "-o", "event"]),
    ]
    folders = _folders(tmp_path, len(ways))
    with Path("/dev/full").open("wb") as full:
        for folder, (code, arguments) in zip(folders, ways, strict=True):
            ran = called(*arguments, folder=folder, err=full, closed=[2] if stderr == "closed" else [])
            assert ran.code == code, arguments
    assert [any(folder.iterdir()) for folder in folders] == [code == ExitCode.DONE for code, _ in ways]


def test_a_closed_stdin_is_in_nobodys_way(tmp_path: Path) -> None:
    """Sheets are printed where there is no stdin."""
    ran = called("tracker", "-q", "-o", "x.pdf", folder=tmp_path, closed=[0])
    assert (ran.code, ran.err) == (0, "")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")


def test_too_few_handles_are_told_as_such(tmp_path: Path) -> None:
    """Workers that cannot start for want of open files: that is said, not that stdout was full; nothing is left."""
    few = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)); {PROGRAMME}"
    ran = called("event", "print", "--players", "40", "--workers", "3", "-o", "event", folder=tmp_path, doing=few)
    assert [word for word in ("no more open files", "stdout", "Traceback") if word in ran.err] == ["no more open files"]
    assert (ran.code, _tree(tmp_path)) == (CANNOT_WRITE, {})


def test_workers_import_nothing_of_the_current_folder(tmp_path: Path) -> None:
    """Files that lie there by chance, or by malice, under the names of what Python imports stay unread."""
    for name in ("struct", "random", "reportlab", "wordfleet_print"):
        (tmp_path / f"{name}.py").write_text(f"open('{name}.txt', 'w')\n", encoding="utf-8")
    ran = called("event", "print", "--players", "40", "--workers", "2", "-q", "-o", "event", folder=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert not list(tmp_path.glob("*.txt"))


def test_names_with_accents_need_no_locale(tmp_path: Path) -> None:
    """Where the locale knows ASCII alone, rosters, folders and captains keep their accents."""
    (tmp_path / "été.csv").write_text("Name\nZoé Lefèvre\nÖrn\n", encoding="utf-8")
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    env = {**bare, "LANG": "C", "PYTHONUTF8": "0"}
    for arguments in ("event print été.csv -o fête --quiet", "tracker -c Zoé -o été.pdf --quiet"):
        command = [sys.executable, "-m", "wordfleet_print", *arguments.split()]
        ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
        assert (ended.returncode, ended.stderr) == (0, b"")
    assert "Zoé Lefèvre" in (tmp_path / "fête" / "event.json").read_text(encoding="utf-8")
    assert (tmp_path / "été.pdf").is_file()


@pytest.mark.parametrize("arguments", [["event", "check"], ["words", "check"], ["event", "reprint", "--spare", "1"]])
def test_paths_of_windows_are_told_as_they_were_typed(call: Run, arguments: list[str]) -> None:
    """A path with backslashes stands in the message as somebody typed it."""
    path = "C:\\Users\\Zoë\\roster.csv"
    _check_refusal(call(*arguments, path), BAD, [path])
