"""Word lists as teachers have them are taken as they are meant, or refused in one sentence; tiers fill them up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from making.command import done, json_of
from making.rosters import DOCUMENTS, ods_of, xlsx_of
from wordfleet_print.errors import BadInputError
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import load_edition
from wordfleet_print.jobs.word_file import screen_list

LENGTHS = load_edition("word-fleet").ships_of_length
TEXTS = {
    "plain": ("leaf\nroot\nstem\n", "leaf root stem"),
    "capitals, blank lines, Windows": ("LEAF\r\n\r\nRoot\r\n", "leaf root"),
    "comments": ("# my list\nleaf # green\nroot // under\n# end\n", "leaf root"),
    "numbers with dots": ("1. leaf\n2. root\n10. stem\n", "leaf root stem"),
    "numbers with brackets": ("1) leaf\n(2) root\n3: stem\n", "leaf root stem"),
    "numbers alone": ("1 leaf\n2 root\n", "leaf root"),
    "numbers and tabs": ("1\tleaf\n2\troot\n", "leaf root"),
    "letters": ("a) leaf\nb. root\n", "leaf root"),
    "bullets": ("• leaf\n- root\n* stem\n– bud\n▪ seed\n", "leaf root stem bud seed"),
    "bullets of Word": ("o\tleaf\n·\troot\n", "leaf root"),
    "ticks": ("[ ] leaf\n- [x] root\n☐ stem\n", "leaf root stem"),
    "commas": ("leaf, root, stem\n", "leaf root stem"),
    "commas on many lines": ("leaf, root,\nstem, bud,\nseed\n", "leaf root stem bud seed"),
    "semicolons": ("leaf; root; stem;\n", "leaf root stem"),
    "slashes, and": ("leaf / root\nstem and bud\nseed, pod and oak.\n", "leaf root stem bud seed pod oak"),
    "dashes": ("leaf - a green thing\nroot – under the ground\nstem — holds it up\n", "leaf root stem"),
    "colons": ("leaf: a green thing\nroot: under, the ground\n", "leaf root"),
    "equals": ("leaf = Blatt\nroot = Wurzel\n", "leaf root"),
    "arrows": ("leaf -> Blatt\nroot => Wurzel\n", "leaf root"),
    "tabs and meanings": ("leaf\tthe green part\nroot\tthe part below\n", "leaf root"),
    "wide gaps": ("leaf      the green part\nroot      the part below\n", "leaf root"),
    "commas and meanings": ("leaf, the green part of a plant\nroot, what grows below\n", "leaf root"),
    "kinds of words": ("leaf (n.)\ngrow v.\nroot noun\nseed (noun) what grows\n", "leaf grow root seed"),
    "kinds between commas": ("leaf, noun\nroot, n., what grows below\n", "leaf root"),
    "notes in brackets": ("leaf (plural leaves)\nroot [hard]\nstem /stem/\n", "leaf root stem"),
    "points at the end": ("leaf.\nroot;\n“stem”,\n'bud'\n", "leaf root stem bud"),
    "a title": ("Science vocabulary\n\nleaf\nroot\n", "leaf root"),
    "a title with a colon": ("Plants:\nleaf\nroot\nWeek 2 words:\nstem\n", "leaf root stem"),
    "a title with a dash": ("Water – Week 3\nleaf - part of a plant\nroot\n", "leaf root"),
    "a heading": ("Words\nleaf\nroot\n", "leaf root"),
    "weeks": ("Week 1\nleaf\nroot\nWeek 2\nstem\n", "leaf root stem"),
    "labels": ("Week 1: leaf, root\nAnimals: bear, wolf\n", "leaf root bear wolf"),
    "Markdown": ("## Plants\n\n- **leaf**: green\n- *root*\n", "leaf root"),
    "a Markdown table": ("| Word | Meaning |\n|---|---|\n| leaf | green |\n| root | below |\n", "leaf root"),
    "JSON": ('["leaf", "root",\n "stem"]\n', "leaf root stem"),
    "headings in a text": ("Word,Definition\nleaf,green\nroot,below\n", "leaf root"),
    "other bullets": ("→ leaf\n★ root\n1, stem\n2-bud\n#3 seed\niv. oak\n", "leaf root stem bud seed oak"),
    "articles and numbers": ("a leaf\nthe root\nto grow\nstem 4\nbud 🌱\n", "leaf root grow stem bud"),
    "a form": ("Name: ____  Date: ____\nleaf\nroot\nPage 1 of 2\n© 2024 Our School\n", "leaf root"),
    "a title with marks": ("Year 5 / 6 spellings — Autumn 2\n\nleaf\nroot\n", "leaf root"),
    "a title with commas": ("Term 3, Week 4 – Magic e words\nleaf\nroot\n", "leaf root"),
    "a title and a date": ("Y5/6 Statutory Word List (KS2)\n12/11/2025\nleaf\nroot\n", "leaf root"),
    "a class": ("5B\nleaf\nroot\n", "leaf root"),
    "a topic": ("Science – Plants\nleaf\nroot\nstem\n", "leaf root stem"),
    "instructions": ("Please learn these words for Friday. Practise every night.\nleaf\nroot\n", "leaf root"),
    "titles in between": ("leaf\nroot\nTricky words!\nstem\n\nLong vowels\nbud\nseed\n", "leaf root stem bud seed"),
    "parts in capitals": ("Trees\noak\nash\n\nFood\nbean\ncorn\n", "oak ash bean corn"),
    "a heading in German": ("WORT\nleaf\nroot\n", "leaf root"),
    "headings in Spanish": ("Palabra;Significado\nleaf;ave\nroot;mar\n", "leaf root"),
    "one answer for all colons": ("leaf: green and thin\nroot: below, deep\nstem: it holds up\n", "leaf root stem"),
    "an answer above": ("Word: meaning\nleaf: green and thin\nroot: deep, old\n", "leaf root"),
    "the other answer": ("Topic: words\ntree: leaf, root\nbird: wing, beak\n", "leaf root wing beak"),
    "labels of one word": ("Week 1: leaf\nWeek 2: root\n", "leaf root"),
    "labels before commas": ("Week 1, leaf, root\nWeek 2, stem, bud\n", "leaf root stem bud"),
    "numbers in a row": ("1. leaf 2. root 3. stem\n", "leaf root stem"),
    "bullets in a row": ("• leaf • root • stem\n", "leaf root stem"),
    "many with spaces": ("leaf root stem seed bud corn\n", "leaf root stem seed bud corn"),
    "translations": ("leaf, Blatt\nroot, Wurzel\nstem, Stiel\n", "leaf root stem"),
    "articles of languages": ("der Wald\nla casa\nl'eau\n", "wald casa eau"),
    "UTF-16": ("leaf\nroot – café\n", "leaf root"),
}


def _taken(screened: ScreenedList) -> set[str]:
    return {word.lower() for words in screened.words.by_length.values() for word in words}


def _screen(folder: Path, raw: bytes, name: str = "list.txt") -> ScreenedList:
    path = folder / name
    path.write_bytes(raw)
    return screen_list(path, LENGTHS)


@pytest.mark.parametrize(("text", "words"), TEXTS.values(), ids=TEXTS)
def test_a_text_is_taken_as_it_is_meant(tmp_path: Path, text: str, words: str) -> None:
    """Numbers, bullets, meanings, comments and titles are no words; what is left aside in a text is told."""
    screened = _screen(tmp_path, text.encode("utf-16" if "é" in text else "utf-8"))
    assert _taken(screened) == {*words.split()}
    assert screened.faults == ()


COLUMNS: dict[str, tuple[list[list[str | int]], str]] = {
    "headings": ([["No.", "Word", "Definition"], [1, "leaf", "a green thing"], [2, "root", "bud"]], "leaf root"),
    "a title above": (
        [["Spelling, term 2"], ["", ""], ["Spelling word", "Sentence"], ["leaf", "The leaf is green."]],
        "leaf",
    ),
    "no headings": ([["leaf", "a green thing"], ["root", "what is below"], ["stem", "what holds"]], "leaf root stem"),
    "a kind each": (
        [["leaf", "noun", "a green thing"], ["grow", "verb", "to get big"], ["root", "noun", "x y"]],
        "leaf grow root",
    ),
    "weeks side by side": ([["Week 1", "Week 2"], ["leaf", "stem"], ["root", "bud"]], "leaf root stem bud"),
    "one column": ([["Vocabulary"], ["leaf"], ["root"]], "leaf root"),
    "a translation": ([["German", "English"], ["Blatt", "leaf"], ["Wurzel", "root"]], "leaf root"),
    "a line of words": ([["leaf", "root", "stem"]], "leaf root stem"),
    "a title in a table": (
        [["Spellings Year 4", "", ""], ["No.", "Word", "Sentence"], [1, "leaf", "It is green."]],
        "leaf",
    ),
    "a heading that is a word": ([["Wort"], ["leaf"], ["root"]], "leaf root"),
    "labels of rows": (
        [["Week 1", "leaf", "bud", "oak"], ["Week 2", "root", "stem", "ash"]],
        "leaf bud oak root stem ash",
    ),
    "a word that is a heading elsewhere": ([["leaf"], ["root"], ["list"]], "leaf root list"),
    "words and bullets": ([["Word"], ["1. leaf"], ["• root"], ["stem, bud"]], "leaf root stem bud"),
}


@pytest.mark.parametrize(
    ("name", "kind"), [*((name, "csv") for name in COLUMNS), ("headings", "xlsx"), ("weeks side by side", "ods")]
)
def test_a_column_of_words_is_found(tmp_path: Path, name: str, kind: str) -> None:
    """Of a table the column of words is taken, by its heading or by what stands in it."""
    table, words = COLUMNS[name]
    quoted = "\n".join(",".join(f'"{cell}"' for cell in row) for row in table)
    raw = {"csv": quoted.encode("cp1252"), "xlsx": xlsx_of(table), "ods": ods_of(table)}[kind]
    screened = _screen(tmp_path, raw, f"list.{kind}")
    assert _taken(screened) == {*words.split()}
    assert screened.faults == ()


@pytest.mark.parametrize(("raw", "ending", "told"), DOCUMENTS, ids=[ending for _, ending, _ in DOCUMENTS])
def test_documents_are_named_as_what_they_are(tmp_path: Path, raw: bytes, ending: str, told: str) -> None:
    """What is no list is named, and how to make a list of it."""
    name = f"list.{ending}"
    with pytest.raises(BadInputError) as caught:
        _screen(tmp_path, raw, name)
    assert f"{name} is {told}, not a list of words." in caught.value.message
    assert "plain text" in caught.value.tip


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("leaf\nice cream\n", "“ice cream” is more than one word"),
        ("cat dog sun\n", "“cat dog sun” is more than one word"),
        ("Body: arm, leg, eye\n", "is “Body” the word, or are those after the colon?"),
        ("café\n", "“café” has “é”"),
        ("leaf: green, thin\nroot: old, deep\n", "“leaf: green, thin” and one more line: is “leaf” the word"),
        ("leaf\tgreen\nroot\tdeep\n", "“leaf” and “green” stand side by side"),
    ],
)
def test_what_could_be_meant_otherwise_is_asked(tmp_path: Path, text: str, fault: str) -> None:
    """Several words in a row, and a label that may be a word, are faults that say what to do."""
    (found,) = _screen(tmp_path, text.encode()).faults
    assert fault in found.what


def test_faults_stand_in_the_order_of_the_list(tmp_path: Path) -> None:
    """Of whatever kind they are."""
    faults = _screen(tmp_path, b"leaf\nr2d2\nice cream\ncaf\xc3\xa9\n").faults
    assert [fault.where.rpartition(":")[2] for fault in faults] == ["2", "3", "4"]


def test_what_was_taken_is_shown(call: Callable[..., Any], tmp_path: Path) -> None:
    """`words check` shows words, what was left aside, and the call that fills up what lacks; so does `--json`."""
    (tmp_path / "mine.txt").write_text("Our words\n1. leaf - green\n2. planet\n", encoding="utf-8")
    ran = call("words", "check", "mine.txt")
    for part in ("“Our words”: taken for a title", "1 word was left aside", "LEAF", "PLANET", "--fill-from standard"):
        assert part in ran.out
    told = json.loads(call("words", "check", "mine.txt", "--json").out)
    assert (told["words"]["4"], told["unused"], len(told["read"])) == (["LEAF"], ["PLANET"], 2)
    filled = json_of(call("words", "check", "mine.txt", "--fill-from", "family", "--json"))
    assert filled["ok"]
    assert filled["filled"]["2"] == len(load_tier("family").by_length[2])


OWN = ["STORM", "WAVES", "HARBOR", "LEAF", "ROOT", "STEM", "SEED", "CORN", "FOG", "SEA", "OAK", "BUD"]


def test_a_tier_fills_up_what_lacks(call: Callable[..., Any], tmp_path: Path) -> None:
    """Lengths that the list lacks come from the tier, and no others; the sheet says so; its code prints it again."""
    (tmp_path / "Plants.txt").write_text("\n".join(OWN), encoding="utf-8")
    refused = call("tracker", "-w", "Plants.txt")
    assert (refused.code, "--fill-from standard" in refused.err) == (3, True)
    filling = ("-w", "Plants.txt", "--fill-from", "family")
    sheets = json_of(call("tracker", *filling, "-s", "x", "--json", "--show-words"))["sheets"]
    assert {sheet["words_from"] for sheet in sheets} == {"Plants; PT from the general list"}
    for sheet in sheets:
        assert {word for word in sheet["words"] if len(word) > 2} <= {*OWN}
        assert {word for word in sheet["words"] if len(word) == 2} <= {*load_tier("family").by_length[2]}
        again = json_of(call("tracker", *filling, "--code", sheet["code"], "--json", "--show-words"))["sheets"][0]
        assert (again["words"], again["launch_codes"]) == (sheet["words"], sheet["launch_codes"])
        assert json_of(call("verify", sheet["code"], *filling, "--json"))["words_from"] == sheet["words_from"]
        other = call("tracker", "-w", "Plants.txt", "--fill-from", "standard", "--code", sheet["code"])
        assert (other.code, "--fill-from" in other.err) == (3, True)
    out = done(call("tracker", *filling)).out
    assert out.count("tracker --words Plants.txt --fill-from family --") == 2  # one sheet again, and all of them


def test_a_full_list_is_filled_with_nothing(call: Callable[..., Any], tmp_path: Path) -> None:
    """Where nothing lacks, filling changes nothing: the same codes, and no word of a tier on the sheet."""
    words = [word for words in load_tier("standard").by_length.values() for word in words[:12]]
    (tmp_path / "mine.txt").write_text("\n".join(words), encoding="utf-8")
    plain, filled = (
        json_of(call("tracker", "-w", "mine.txt", "-s", "x", *more, "--json"))["sheets"]
        for more in ((), ("--fill-from", "expert"))
    )
    assert plain == filled


def test_filling_needs_a_list_and_a_tier(call: Callable[..., Any], tmp_path: Path) -> None:
    """Without a list there is nothing to fill; an unknown tier is told with the nearest."""
    (tmp_path / "mine.txt").write_text("\n".join(OWN), encoding="utf-8")
    assert "--words names a list of your own" in call("tracker", "--fill-from", "family").err
    assert "Did you mean family?" in call("tracker", "-w", "mine.txt", "--fill-from", "famly").err


def test_an_event_is_filled_up_too(call: Callable[..., Any], tmp_path: Path) -> None:
    """An event of a filled list keeps what it was dealt from: `event.json` alone prints it again."""
    (tmp_path / "mine.txt").write_text("\n".join(OWN), encoding="utf-8")
    args = ("--players", "4", "--title", "Cup", "-w", "mine.txt", "--fill-from", "family", "-q")
    done(call("event", "print", *args))
    folder = tmp_path / "output" / "cup"
    sheets = (folder / "sheets.pdf").read_bytes()
    assert json.loads((folder / "event.json").read_text(encoding="utf-8"))["terms"]["fill"] == "family"
    (tmp_path / "mine.txt").unlink()
    done(call("event", "print", folder / "event.json", "-o", "again", "-q"))
    assert (tmp_path / "again" / "sheets.pdf").read_bytes() == sheets
