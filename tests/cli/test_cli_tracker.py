"""`wordfleet-print tracker` as people use it: sheets for tonight's table, and the same ones again."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import unicodedata
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pikepdf
import pypdfium2
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from support.command import Ran, Run, done, files_in, json_of, texts
from support.nursery import called
from wordfleet_print.cli.console import how_to_print, how_to_print_of
from wordfleet_print.cli.options import parse_seed
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.fleet.word_lists import TIERS, load_theme, load_tier, theme_slugs
from wordfleet_print.games import edition_slugs, load_edition
from wordfleet_print.sheet.sheet_code import ALPHABET
from wordfleet_print.tracker.geometry import PAPERS

POINTS = 72 / 25.4
SHEET_CODE = re.compile(r"WF-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}")
SECRETS = {"words", "manifest", "placements", "launch_codes"}
LOCALE = ("LC_ALL", "LC_PAPER", "LC_CTYPE", "LANG", "LANGUAGE")


@pytest.fixture
def call(call: Run) -> Run:
    """Run `wordfleet-print tracker` in this process."""
    return partial(call, "tracker")


def _pictures(pdf: Path) -> list[bytes]:
    """Each page as grey pixels."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=1, grayscale=True).to_numpy().tobytes() for page in document]


def _paper(pdf: Path | bytes) -> set[str]:
    """Which papers the pages have, upright or landscape."""
    with pikepdf.open(io.BytesIO(pdf) if isinstance(pdf, bytes) else pdf) as document:
        sizes = {tuple(sorted(round(float(x) / POINTS, 1) for x in page.mediabox[2:])) for page in document.pages}
    return {slug for slug, paper in PAPERS.items() if (paper.width, paper.height) in sizes}


def _own_list(path: Path) -> Path:
    """A word list of a user's: twenty words of each length, taken from a packaged tier."""
    lists = load_tier("family").by_length
    path.write_text("\n".join(word for n in (2, 3, 4, 5) for word in lists[n][:20]), encoding="utf-8")
    return path


# What comes out


def test_two_sheets_in_one_pdf(tmp_path: Path) -> None:
    """With no option: one PDF of two pages in output/, nothing else, and the table of sheets on stdout."""
    ran = done(called("tracker", folder=tmp_path))
    (name,) = files_in(tmp_path)
    assert re.fullmatch(r"output/word-fleet-trackers-[0-9A-Z]+\.pdf", name)
    assert len(texts(tmp_path / name)) == 2
    assert ran.err == ""
    assert f"Wrote {name}: 2 sheets on 2 pages" in ran.out


def test_the_table_names_captain_fleet_code_and_rating(call: Run) -> None:
    """A line for each sheet, with its captain, its fleet's name, the code that is on the page, how hard it is."""
    ran = done(call("-c", "Ann", "-c", "Ben", "-s", "tonight"))
    sheets = json_of(call("-c", "Ann", "-c", "Ben", "-s", "tonight", "--json"))["sheets"]
    pages = texts(Path(next(Path("output").iterdir())))
    lines = ran.out.splitlines()
    assert re.split(r"\s{2,}", lines[1].strip()) == ["Captain", "Fleet", "Sheet code", "To find"]
    for sheet, captain, page in zip(sheets, ("Ann", "Ben"), pages, strict=True):
        (line,) = [line for line in lines if sheet["code"] in line]
        cells = [captain, sheet["fleet_name"], sheet["code"], sheet["rating_label"]]
        assert re.split(r"\s{2,}", line.strip()) == cells
        assert sheet["code"] in page
        assert sheet["fleet_name"] in page
    assert ran.err == ""


def _said(ran: Ran) -> set[str]:
    """The words and numbers on screen, but for sheet codes, file names, the seed, and advice on scaling."""
    text = SHEET_CODE.sub("", ran.out + ran.err)
    text = re.sub(r"\S+\.pdf|--seed \S+|at 100 %", "", text)
    return set(re.findall(r"[A-Za-z]+|\d+", text))


@pytest.mark.parametrize("options", [(), ("--placed",), ("--split",), ("-o", "-")], ids=" ".join)
def test_secrets_stay_off_the_screen(call: Run, options: Sequence[str]) -> None:
    """Neither table nor JSON tells a word, a launch code, a letter count or a place, unless asked with --show-words."""
    deal = ("-n", "6", "-s", "secret", "-t", "animals")
    told = json_of(call(*deal, "--json", "--show-words"))["sheets"]
    secrets = {secret for sheet in told for secret in (*sheet["words"], *sheet["launch_codes"])}
    assert len(secrets) > 30
    ran = done(call(*deal, *options))
    if options == ("-o", "-"):
        ran = Ran(ran.code, "", ran.err, b"")
    assert "The same again" in ran.out + ran.err
    assert not _said(ran) & secrets
    assert not {word.lower() for word in _said(ran)} & {secret.lower() for secret in secrets if len(secret) > 3}
    if "-" not in options:
        document = json_of(call(*deal, *options, "--json"))
        assert all(not SECRETS & set(sheet) for sheet in document["sheets"])
        assert not {f'"{secret}"' for secret in secrets if f'"{secret}"' in json.dumps(document)}


def test_secrets_are_shown_when_asked_for(call: Run) -> None:
    """--show-words adds every word and launch code of every sheet, to the table and to the JSON."""
    deal = ("-n", "3", "-s", "secret", "--show-words", "--placed")
    sheets = json_of(call(*deal, "--json"))["sheets"]
    ran = done(call(*deal))
    for sheet in sheets:
        (line,) = [line for line in ran.out.splitlines() if sheet["code"] in line]
        assert " ".join(sheet["words"]) in line
        assert " ".join(sheet["launch_codes"]) in line
        assert set(sheet) >= SECRETS
        assert len(sheet["placements"]) == len(sheet["words"])


def test_json_is_one_document_and_nothing_else(tmp_path: Path) -> None:
    """With --json stdout is one JSON document, stderr is silent, and the document is true of what was written."""
    ran = called("tracker", "--json", "-n", "3", "-c", "Ann", "-p", "letter", "-s", "7", folder=tmp_path)
    document = json_of(ran)
    assert ran.err == ""
    assert document["files"] == [*files_in(tmp_path)]
    told = [document[name] for name in ("edition", "paper", "pages", "seed")]
    assert told == ["word-fleet", "letter", 3, "7"]
    assert [sheet["captain"] for sheet in document["sheets"]] == ["Ann", "", ""]
    pages = texts(tmp_path / document["files"][0])
    assert all(sheet["code"] in page for sheet, page in zip(document["sheets"], pages, strict=True))


# How many, for whom


@pytest.mark.parametrize(
    ("options", "captains"),
    [
        ((), ["", ""]),
        (("-n", "1"), [""]),
        (("--count", "3"), ["", "", ""]),
        (("-c", "Ann"), ["Ann", ""]),
        (("-c", "Ann", "--captain", "Ben", "-c", "Cleo"), ["Ann", "Ben", "Cleo"]),
        (("-n", "5", "-c", "Ann", "-c", "Ben"), ["Ann", "Ben", "", "", ""]),
        (("-n", "1", "-c", "Ann"), ["Ann"]),
        (("-n", "007"), [""] * 7),
    ],
    ids=" ".join,
)
def test_as_many_sheets_as_asked_for(call: Run, options: Sequence[str], captains: list[str]) -> None:
    """One sheet a captain or as many as --count says, odd ones too; each captain's name on their own page, in order."""
    document = json_of(call("--json", *options))
    assert [sheet["captain"] for sheet in document["sheets"]] == captains
    pages = texts(Path(document["files"][0]))
    assert len(pages) == document["pages"] == len(captains)
    for name, sheet, page in zip(captains, document["sheets"], pages, strict=True):
        assert name in page
        assert sheet["opponent"] in page


def test_names_are_printed_as_typed(call: Run) -> None:
    """A name is text, whatever it looks like: no markup, no HTML, no picture is made of it."""
    names = ["<Jerry> & <b>Tom</b>", "[red]Ann[/red] :smile:", '<img src="x">', "{{ 7*7 }} %s", "Zoë Žižek Жанна Ωμέγα"]
    ran = done(call(*(part for name in names for part in ("-c", name)), "-o", "names.pdf"))
    for name, page in zip(names, texts(Path("names.pdf")), strict=True):
        assert name in page
        assert name in ran.out


# Which words


def test_themes_join_and_the_tier_fills_in(call: Run) -> None:
    """Words come from the themes named; the lengths they lack come from the tier, and the sheet says so."""
    document = json_of(call("-n", "8", "-t", "animals", "-t", "plants", "--tier", "family", "--json", "--show-words"))
    themed = [load_theme("animals").by_length, load_theme("plants").by_length]
    for sheet in document["sheets"]:
        for word in sheet["words"]:
            filled = [load_tier("family").by_length[2]] if len(word) == 2 else []
            assert any(word in words.get(len(word), ()) for words in themed) or any(word in words for words in filled)
    assert document["sheets"][0]["words_from"] == "Animals & Plants; PT from the general list"


def test_the_order_of_themes_is_no_matter(call: Run) -> None:
    """Themes agreed on in another order, or named twice, deal the same sheets."""
    one, other = ("-t", "plants", "-t", "animals"), ("-t", "animals", "-t", "plants", "-t", "animals")
    done(call(*one, "-s", "x", "-o", "1.pdf"))
    done(call(*other, "-s", "x", "-o", "2.pdf"))
    assert Path("1.pdf").read_bytes() == Path("2.pdf").read_bytes()


@pytest.mark.parametrize("tier", ["family", "standard", "expert"])
def test_words_are_of_the_tier(call: Run, tier: str) -> None:
    """--tier decides which words are dealt; `standard` is the default."""
    named = json_of(call("-n", "12", "--tier", tier, "-s", "x", "--json", "--show-words"))["sheets"]
    words = load_tier(tier).by_length
    assert all(word in words[len(word)] for sheet in named for word in sheet["words"])
    unnamed = json_of(call("-n", "12", "-s", "x", "--json", "--show-words"))["sheets"]
    assert (named == unnamed) == (tier == "standard")


def test_a_list_of_ones_own(call: Run, tmp_path: Path) -> None:
    """--words deals from the user's file alone, and the sheet names it."""
    own = _own_list(tmp_path / "our-words.txt")
    words = set(own.read_text(encoding="utf-8").split())
    document = json_of(call("--words", own, "--json", "--show-words", "-n", "4"))
    assert all(set(sheet["words"]) <= words for sheet in document["sheets"])
    assert all("our-words" in page for page in texts(Path(document["files"][0])))


# On which paper


@pytest.mark.parametrize(
    ("environment", "paper"),
    [
        ({"LC_ALL": "en_US.UTF-8"}, "letter"),
        ({"LC_ALL": "fr_CA"}, "letter"),
        ({"LC_ALL": "de_DE.UTF-8"}, "a4"),
        ({"LC_ALL": "de_DE@euro", "LC_PAPER": "en_US.UTF-8", "LANG": "en_US.UTF-8"}, "a4"),
        ({"LC_PAPER": "en_US.UTF-8", "LANG": "de_DE.UTF-8"}, "letter"),
        ({"LC_ALL": "", "LC_PAPER": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}, "a4"),
        ({"LANG": "en_US.UTF-8"}, "letter"),
        ({"LC_ALL": "C"}, "a4"),
        ({"LC_ALL": "C", "LC_PAPER": "en_US.UTF-8"}, "a4"),
        ({"LC_ALL": "POSIX"}, "a4"),
        ({"LC_ALL": "C.UTF-8"}, "a4"),
    ],
    ids=str,
)
def test_paper_follows_the_locale(
    call: Run, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], paper: str
) -> None:
    """Without --paper the locale decides, in POSIX's order: letter in North America, A4 where nothing says so."""
    for name in LOCALE:
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert _paper(done(call("-o", "-")).raw) == {paper}


def test_without_any_locale_it_is_a4(tmp_path: Path) -> None:
    """In a bare environment A4 is printed."""
    done(called("tracker", "-o", "x.pdf", folder=tmp_path, env=dict.fromkeys(LOCALE, "")))
    assert _paper(tmp_path / "x.pdf") == {"a4"}


@pytest.mark.parametrize(("asked", "paper"), [("a4", "a4"), ("letter", "letter"), ("Letter", "letter"), ("A4", "a4")])
def test_the_paper_asked_for_is_printed(call: Run, monkeypatch: pytest.MonkeyPatch, asked: str, paper: str) -> None:
    """--paper wins over any locale, in capitals or not."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8" if paper == "a4" else "de_DE.UTF-8")
    assert _paper(done(call("--paper", asked, "-o", "-")).raw) == {paper}


# The same again


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(run: Run, call: Run, tmp_path: Path) -> None:
    """The same call writes the same file, of any kind, in any time zone, locale, hash seed and folder."""
    deal = ("-s", "our seed", "-c", "Jörg", "-n", "3", "--placed", "-t", "animals")
    every_look = ("-p", "letter", "--eco", "--large-print", "--left-handed")
    worlds = [
        (("-p", "a4"), {"TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "1"}),
        (every_look, {"TZ": "America/Los_Angeles", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"}),
    ]
    for looks, world in worlds:
        done(call(*deal, *looks, "-o", "here.pdf"))
        done(run("tracker", *deal, *looks, "-o", "far/there.pdf", env=world))
        assert (tmp_path / "far" / "there.pdf").read_bytes() == (tmp_path / "here.pdf").read_bytes()


def test_different_seeds_give_different_sheets(call: Run) -> None:
    """Another seed deals others; no seed deals others every time; the seed told at the end deals them again."""
    codes = [
        tuple(sheet["code"] for sheet in json_of(call("--json", *seed))["sheets"])
        for seed in (("-s", "1"), ("-s", "2"), ("-s", "it's 2"), (), ())
    ]
    assert len({code for pair in codes for code in pair}) == 10
    ran = done(call())
    seed = re.search(r"--seed (\S+)$", ran.out, re.MULTILINE)
    assert seed
    again = json_of(call("--seed", seed[1], "--json"))["sheets"]
    assert [sheet["code"] for sheet in again] == SHEET_CODE.findall(ran.out)


def test_a_seed_is_told_so_that_it_can_be_typed(call: Run) -> None:
    """A seed with spaces and quotes is quoted for the shell."""
    assert "--seed 'our \"own\" seed'\n" in done(call("-s", 'our "own" seed')).out


@pytest.mark.parametrize(
    ("deal", "told"),
    [
        ((), "--seed {seed}"),
        (("-p", "letter", "--eco", "--large-print"), "--eco --large-print --paper letter --seed {seed}"),
        (("--mine", "--left-handed", "-c", "Ann"), "--captain Ann --mine --left-handed --seed {seed}"),
        (("-t", "space,animals", "--tier", "family"), "--tier family --theme space --theme animals --seed {seed}"),
        (("-e", "admirals", "--placed"), "--edition word-fleet-admirals --placed --seed {seed}"),
        (("-c", "Ann Lee", "-n", "3"), "--captain 'Ann Lee' --count 3 --seed {seed}"),
        (
            ("-c", "Ann", "-c", "Ben", "--left-handed-for", "ANN", "--large-print-for", " ben"),
            "--captain Ann --captain Ben --large-print-for Ben --left-handed-for Ann --seed {seed}",
        ),
        (
            ("-c", "Ann", "-c", "Ben", "--tier-for", "ann=Family", "--half-sheets", "--title", "Class 5B"),
            "--captain Ann --captain Ben --tier-for Ann=family --half-sheets --title 'Class 5B' --seed {seed}",
        ),
        (("--blank",), "--blank --seed {seed}"),
        (("--fair", "off"), "--fair off --seed {seed}"),
        (("-w", "our words.txt"), "--words 'our words.txt' --seed {seed}"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_the_call_told_prints_the_same_sheets(call: Run, tmp_path: Path, deal: Sequence[str], told: str) -> None:
    """The last line is a whole call that brings the same file again, looks and all; the line before it likewise brings
    one sheet.
    """
    _own_list(tmp_path / "our words.txt")
    for seed in ("7", "our seed"):
        one, line = done(call(*deal, "-s", seed)).out.splitlines()[-2:]
        assert line == f"The same again: wordfleet-print tracker {told.format(seed=shlex.quote(seed))}"
        assert ("--mine" in one) == ("--mine" in deal)
    again = shlex.split(line.removeprefix("The same again: wordfleet-print tracker "))
    first, second = (json_of(call(*options, "--json", "--show-words")) for options in ((*deal, "-s", seed), again))
    assert second == first


def test_a_look_for_nobody_is_refused(call: Run) -> None:
    """Large print for a captain who is not there is a slip: it is told, with those who are."""
    ran = call("-c", "Ann", "-c", "Ben", "--large-print-for", "Bne")
    assert (ran.code, "--large-print-for “Bne”: is no captain" in ran.err) == (2, True)


def test_a_captain_has_words_of_a_tier_of_their_own(call: Run) -> None:
    """Every word is of it; opponents are as fair as ever, share no word, and each code alone prints its sheet again."""
    family = {word for words in load_tier("family").by_length.values() for word in words}
    others = set[str]()
    for seed in map(str, range(8)):
        asked = ("-c", "Mia", "-c", "Ben", "-c", "Cy", "--tier", "expert", "--tier-for", "mia=family", "-s", seed)
        mia, ben, cy = json_of(call(*asked, "--json", "--show-words"))["sheets"]
        assert set(mia["words"]) <= family
        assert set(mia["words"]).isdisjoint(ben["words"])
        assert abs(mia["rating"] - ben["rating"]) <= load_edition("word-fleet").fairness.opponents_within
        again = json_of(call("--code", mia["code"], "--json", "--show-words"))["sheets"]
        assert again[0]["words"] == mia["words"]
        others |= {*ben["words"], *cy["words"]}
    assert not others <= family


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--tier-for", "Mia"), "“Mia” names no tier."),
        (("--tier-for", "Mia=easy"), "There is no tier “easy”."),
        (("--tier-for", "Ben=family"), "--tier-for “Ben”: is no captain at this table"),
        (("--tier-for", "Mia=family", "--tier-for", "mia=expert"), "has two tiers"),
        (("--tier-for", "Mia=family", "--blank"), "Leave out --code or --blank or --words or --tier-for."),
        (("--half-sheets", "--with-rules"), "Half sheets are cut and printed on both sides."),
        (("--half-sheets", "--split"), "A file for each captain has whole sheets."),
        (("--title", "肖像"), "The title cannot be printed."),
    ],
)
def test_what_a_table_cannot_have_is_refused(call: Run, asked: Sequence[str], told: str) -> None:
    """Tiers for nobody or without words, halves that would be cut through."""
    ran = call("-c", "Mia", *asked)
    assert (ran.code in (2, 3), told in ran.err) == (True, True), ran.err


def test_half_sheets_lie_two_on_a_leaf(call: Run) -> None:
    """In front what everyone may see, behind it the secrets of both; the title on every sheet; an odd one is alone."""
    names = ("-c", "Mia", "-c", "Ben", "-c", "Cy", "--left-handed-for", "Ben", "--title", "Class 5B")
    ran = done(call(*names, "--half-sheets", "-s", "halves", "-o", "x.pdf", "--show-words"))
    assert "3 sheets on 4 pages" in ran.out
    assert "cut each leaf across the middle" in ran.out
    sheets = json_of(call(*names, "--half-sheets", "-s", "halves", "-o", "x.pdf", "--show-words", "--json"))["sheets"]
    pages = texts(Path("x.pdf"))
    for page, captains in zip(pages[::2], (sheets[:2], sheets[2:]), strict=True):
        assert page.casefold().count("class 5b") == len(captains)
        assert all(sheet["captain"] in page and sheet["code"] not in page for sheet in captains)
    for page, captains in zip(pages[1::2], (sheets[:2], sheets[2:]), strict=True):
        assert all(sheet["code"] in page for sheet in captains)
    again = done(call("--code", sheets[0]["code"], "--code", sheets[1]["code"], "--half-sheets", "-o", "y.pdf"))
    assert "2 sheets on 2 pages" in again.out


@pytest.mark.parametrize("options", [("-o", "tonight.txt"), ("--split", "-o", "for/sheet.txt")], ids=" ".join)
def test_sheets_are_written_as_plain_text(call: Run, tmp_path: Path, options: Sequence[str]) -> None:
    """A file that ends in .txt holds sheets as text, all in one or one a captain: each captain's own words are below a
    line, and nothing else is; what is said on screen speaks of no paper.
    """
    asked = ("-c", "Ann", "-c", "Ben", "-s", "text", *options)
    sheets = json_of(call(*asked, "--json", "--show-words"))["sheets"]
    ran = done(call(*asked))
    assert "2 sheets as plain text" in ran.out
    assert "Print at 100 %" not in ran.out
    written = [content.decode() for content in files_in(tmp_path).values()]
    found = [text for content in written for text in content.split("\f")]
    assert (len(written), len(found)) == (2 if "--split" in options else 1, 2)
    for text, sheet, other in zip(found, sheets, sheets[::-1], strict=True):
        public, secret = re.split("^-+$", text, maxsplit=1, flags=re.MULTILINE)
        assert f"Captain: {sheet['captain']}" in public
        assert all(word in secret and word not in public for word in sheet["words"])
        assert not any(word in text for word in other["words"])


def test_plain_text_has_no_back(call: Run) -> None:
    """Rules on the back of a text are refused in one line."""
    ran = call("-o", "x.txt", "--with-rules")
    assert (ran.code, "Plain text has no back for rules." in ran.err) == (2, True)


def test_the_call_told_undoes_defaults(call: Run) -> None:
    """What was typed against a default of `wordfleet.toml` is typed again: in that folder the call is true as well."""
    _defaults('[tracker]\nplaced = true\nedition = "word-fleet-strike"\ntier = "family"\n')
    typed = ("--no-placed", "-e", "word-fleet", "-s", "x")
    line = done(call(*typed)).out.splitlines()[-1]
    assert line.endswith(" tracker --edition word-fleet --tier family --no-placed --seed x")
    again = shlex.split(line.partition(" tracker ")[2])
    assert json_of(call(*again, "--json"))["sheets"] == json_of(call(*typed, "--json"))["sheets"]


def test_the_call_told_stays_short(call: Run) -> None:
    """Where there are too many captains to name, their number is told, and that their names are not."""
    names = [f"Captain {number}" for number in range(30)]
    line = done(call(*(part for name in names for part in ("-c", name)), "-s", "x")).out.splitlines()[-1]
    assert line == "The same again but for the names: wordfleet-print tracker --count 30 --seed x"


@pytest.mark.parametrize("typed", ["1sqb-n9yh", "1SQBN9YH", "isqb-n9yh", "Lsqbn9yh", "1SQB-N9YH"])
def test_a_drawn_seed_is_known_however_it_is_typed(call: Run, typed: str) -> None:
    """A seed of the form of a drawn one means that one: in any case, without its hyphen, with I and L for 1."""
    document = json_of(call("-s", typed, "--json"))
    assert document["seed"] == "1SQB-N9YH"
    assert document["sheets"] == json_of(call("-s", "1SQB-N9YH", "--json"))["sheets"]


@pytest.mark.parametrize(
    "seed",
    [
        *("tomorrow", "20261122", "1sqb-n9y", "1sqb-n9yhh", "1sqb n9yh", "1sqb-n9yu", "1sqb--n9yh", "１sqb-n9yh"),
        "1ſqb-n9yh",
    ],
)
def test_any_other_seed_stays_as_typed(call: Run, seed: str) -> None:
    """Words, dates, and whatever is no drawn seed mean themselves, letter for letter."""
    assert json_of(call("-s", seed, "--json"))["seed"] == seed
    assert parse_seed(seed) == seed


@given(st.text(ALPHABET, min_size=8, max_size=8))
def test_drawn_seeds_keep_their_meaning(symbols: str) -> None:
    """A seed typed exactly as it was drawn is taken as it is; in small letters it is the same seed."""
    drawn = f"{symbols[:4]}-{symbols[4:]}"
    assert parse_seed(drawn) == parse_seed(drawn.lower()) == drawn


@pytest.mark.parametrize("kind", [(), ("--placed",), ("--blank",), ("--large-print", "--eco")], ids=" ".join)
def test_a_code_reprints_its_page(call: Run, kind: Sequence[str]) -> None:
    """--code prints the same page again, ink for ink, with the same words, codes and placement."""
    deal = ("-n", "2", "-s", "first", *kind, "--show-words", "--json")
    first = json_of(call(*deal, "-o", "first.pdf"))
    reprint = tuple(option for option in kind if option != "--blank")
    pages = first["pages"] // 2
    first_texts, pictures = texts(Path("first.pdf")), _pictures(Path("first.pdf"))
    sheet = first["sheets"][1]
    again = json_of(call("--code", sheet["code"], *reprint, "--show-words", "--json", "-o", "again.pdf"))
    assert again["sheets"] == [sheet]
    assert texts(Path("again.pdf")) == first_texts[pages:]
    assert _pictures(Path("again.pdf")) == pictures[pages:]


def test_options_may_stand_in_any_order(call: Run) -> None:
    """A code reprints the same bytes whatever stands before or after it, and whatever else is rightly named."""
    first = json_of(call("-t", "animals", "-t", "music", "--tier", "family", "-s", "x", "--json"))["sheets"][0]["code"]
    named = (("-t", "music"), ("-t", "animals"), ("--tier", "family"), ("-e", "word-fleet"))
    calls = [
        ["--code", first, "--placed", "-c", "Ann", "-p", "a4"],
        ["-p", "a4", "-c", "Ann", "--placed", "--code", first],
        ["--placed", "--code", first.lower().replace("-", " "), "-p", "A4", "-c", "Ann"],
        ["-c", "Ann", *(part for option in named for part in option), "--code", first[3:], "--placed", "-p", "a4"],
    ]
    assert len({done(call(*arguments, "-o", "-")).raw for arguments in calls}) == 1


def test_several_codes_reprint_in_their_order(call: Run) -> None:
    """Codes of different word lists print together, one page each, in the order given, each with its captain."""
    codes = [
        json_of(call("-n", "1", *deck, "--json"))["sheets"][0]["code"]
        for deck in (("--tier", "expert"), ("-t", "space"), ("--blank",))
    ]
    again = json_of(call("--code", codes[2], "--code", codes[0], "-c", "Ann", "--code", codes[1], "--json"))
    assert [sheet["code"] for sheet in again["sheets"]] == [codes[2], codes[0], codes[1]]
    assert [sheet["captain"] for sheet in again["sheets"]] == ["Ann", "", ""]
    pages = texts(Path(again["files"][0]))
    assert all(sheet["code"] in page for sheet, page in zip(again["sheets"], pages, strict=True))


def _some_decks() -> list[tuple[str, ...]]:
    """For each edition and tier, the options of one set of themes, from none to a dozen."""
    chance = Random(11)
    bases = product(edition_slugs(), TIERS)
    themes = (chance.sample(theme_slugs(), size) for size in (0, 1, 2, 3, 4, 5, 7, 9, 12))
    return [
        ("-e", edition, "--tier", tier, *(part for theme in chosen for part in ("-t", theme)))
        for (edition, tier), chosen in zip(bases, themes, strict=True)
    ]


@pytest.mark.parametrize(
    "deck",
    [("-e", "word-fleet", "--tier", "family", "-t", "home", "-t", "music", "-t", "sports"), *_some_decks()],
    ids=" ".join,
)
def test_a_code_alone_brings_its_words(call: Run, deck: Sequence[str]) -> None:
    """Whatever edition, tier and themes a sheet was dealt from: its code alone prints it again."""
    first = json_of(call(*deck, "-n", "1", "-s", "x", "--show-words", "--json", "-o", "first.pdf"))["sheets"]
    again = json_of(call("--code", first[0]["code"], "--show-words", "--json", "-o", "again.pdf"))["sheets"]
    assert again == first
    assert Path("again.pdf").read_bytes() == Path("first.pdf").read_bytes()


def test_a_list_of_ones_own_reprints_with_it(call: Run, tmp_path: Path) -> None:
    """A code from a user's list prints again with the same file, wherever it lies and whatever its order."""
    own = _own_list(tmp_path / "mine.txt")
    first = json_of(call("-w", own, "-n", "1", "--show-words", "--json"))["sheets"][0]
    words = own.read_text(encoding="utf-8").split()
    (tmp_path / "moved").mkdir()
    moved = tmp_path / "moved" / "mine.txt"
    moved.write_text("# ours\n\n" + "\r\n".join(word.lower() for word in reversed(words)), encoding="utf-8")
    assert json_of(call("--code", first["code"], "-w", moved, "--show-words", "--json"))["sheets"] == [first]


# Where it goes


ODD_NAMES = [
    *("Ann", "ANN", "Änn", "A\u0308nn", "ann", "..", ".", "CON", "aux", "nul.txt", "COM1", "/etc/passwd", "C:\\x"),
    *("a*b?c|d", "-rf", ".hidden", "~", "$HOME `id`", "Ω", "Жанна", "...", "Ann.pdf", "x" * 400, "Ö" * 400, "!?"),
]


def test_split_gives_each_captain_a_safe_file(call: Run, tmp_path: Path) -> None:
    """A file for each captain, named for every system: plain, short, no device's name, unlike under any case."""
    document = json_of(call("--split", "--json", *(part for name in ODD_NAMES for part in ("-c", name))))
    paths = [Path(name) for name in document["files"]]
    assert sorted(map(str, paths)) == [*files_in(tmp_path)]
    (folder,) = {path.parent for path in paths}
    assert re.fullmatch(r"output/word-fleet-trackers-[0-9A-Z]+", str(folder))
    assert len(paths) == len(ODD_NAMES)
    assert len({unicodedata.normalize("NFKC", path.name).casefold() for path in paths}) == len(paths)
    for number, (path, sheet) in enumerate(zip(paths, document["sheets"], strict=True), start=1):
        assert re.fullmatch(rf"{number:05d}-[a-z0-9]+(-[a-z0-9]+)*\.pdf", path.name)
        assert len(os.fsencode(path.name)) <= 100
        (page,) = texts(path)
        assert sheet["code"] in page


def test_split_into_a_folder_of_ones_choice(call: Run, tmp_path: Path) -> None:
    """--split --output puts the files straight into the folder; unnamed captains' files have their fleet's name."""
    document = json_of(call("--split", "-o", "for/tonight", "-n", "2", "-c", "Ann", "--json"))
    fleet = document["sheets"][1]["fleet_name"].lower().replace(" ", "-")
    assert [*files_in(tmp_path)] == ["for/tonight/00001-ann.pdf", f"for/tonight/00002-{fleet}.pdf"]


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("tonight.pdf", r"tonight\.pdf"),
        ("new/deep/tonight.pdf", r"new/deep/tonight\.pdf"),
        ("folder/", r"folder/word-fleet-trackers-[0-9A-Z]+\.pdf"),
        ("new/deep/", r"new/deep/word-fleet-trackers-[0-9A-Z]+\.pdf"),
        ("./-odd name", r"-odd name"),
    ],
)
def test_output_goes_where_it_is_told(call: Run, tmp_path: Path, output: str, name: str) -> None:
    """A path is a file, one that ends in a slash a folder; folders are made; nothing else is written."""
    ran = done(call("-o", output))
    (written,) = files_in(tmp_path)
    assert re.fullmatch(name, written)
    assert f"Wrote {written}" in ran.out
    assert len(texts(tmp_path / written)) == 2


def test_an_old_file_is_replaced(call: Run, tmp_path: Path) -> None:
    """A file of the same name is replaced by the new one, whole."""
    (tmp_path / "old.pdf").write_bytes(b"old" * 1_000_000)
    done(call("-o", "old.pdf"))
    assert len(texts(tmp_path / "old.pdf")) == 2
    assert [*files_in(tmp_path)] == ["old.pdf"]


@pytest.mark.slow
def test_no_reprint_replaces_another_file(call: Run, tmp_path: Path) -> None:
    """In output/ other names, looks or sheets make another file; the same call writes the same one again."""
    deal = ("-c", "Ann", "-c", "Ben", "-s", "q")
    codes = [part for sheet in json_of(call(*deal, "--json"))["sheets"] for part in ("--code", sheet["code"])]
    first = files_in(tmp_path)
    done(call(*codes, "-c", "Ann", "-c", "Ben"))
    assert files_in(tmp_path) == first
    others = ["", "-c Ann", "-c Ben -c Ann", "--placed", "-p letter", "--eco", "--left-handed", "--large-print"]
    others += ["--large-print --left-handed --eco", "--mine", "--with-rules"]
    for options in others:
        done(call(*codes, *options.split()))
    assert len(files_in(tmp_path)) == len(first) + len(others)
    assert first.items() <= files_in(tmp_path).items()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "on one side, and fold each sheet along its dashed line"),
        (("--large-print",), "on one side; each second page is secret"),
        (("--with-rules",), "on both sides (turn over the long edge), and fold each sheet along its dashed line"),
        (("--with-rules", "--large-print"), "on both sides (turn over the short edge); each second leaf is secret"),
    ],
    ids=str,
)
def test_how_to_print_is_told_truly(call: Run, options: Sequence[str], told: str) -> None:
    """What is said of sides, folding and secret pages fits the pages written."""
    ran = done(call(*options, "-o", "x.pdf", "-p", "a4"))
    assert f"A4. Print at 100 %, {told}.\n" in ran.out


@pytest.mark.parametrize("large", [{True}, {False}, {True, False}], ids=str)
@pytest.mark.parametrize("backs", [{}, {"half_sheets": True}, {"with_rules": True}], ids=str)
def test_events_and_tables_are_told_the_same(large: set[bool], backs: dict[str, bool]) -> None:
    """How to print is said in the same words of an event's sheets and of a table's."""
    large_alone = large == {True} and "half_sheets" not in backs
    looks = PackLooks("a4", large_print=large_alone, **backs)
    assert how_to_print(large, **backs) == how_to_print_of(looks, large)


@pytest.mark.parametrize(("typed", "slug"), [("admirals", "word-fleet-admirals"), ("Strike", "word-fleet-strike")])
def test_an_editions_last_word_names_it(call: Run, typed: str, slug: str) -> None:
    """An edition is known by the end of its slug, where no other has the same."""
    assert json_of(call("-e", typed, "--json"))["edition"] == slug
    assert done(call("-e", typed, "-o", "x.pdf", "--quiet")).out == ""


@pytest.mark.slow
def test_output_to_stdout(call: Run, tmp_path: Path) -> None:
    """`--output -` sends the PDF, and only that, to stdout; the table goes to stderr; no file is written."""
    ran = done(called("tracker", "-o", "-", "-s", "x", "-p", "a4", folder=tmp_path))
    assert ran.raw.startswith(b"%PDF-")
    assert len(texts(ran.raw)) == 2
    assert len(SHEET_CODE.findall(ran.err)) == 2
    assert "Sent to stdout" in ran.err
    assert [*files_in(tmp_path)] == []
    done(call("-o", "x.pdf", "-s", "x", "-p", "a4"))
    assert (tmp_path / "x.pdf").read_bytes() == ran.raw


@pytest.mark.parametrize("options", [(), ("-c", "W" * 500), ("--split",), ("-n", "120"), ("-o", "-")], ids=len)
def test_quiet_says_nothing(call: Run, options: Sequence[str]) -> None:
    """--quiet prints nothing at all where nothing is wrong, not even a note; only a PDF asked for on stdout."""
    ran = done(call("--quiet", *options))
    assert ran.err == ""
    assert ran.out == "" or (options == ("-o", "-") and ran.raw.startswith(b"%PDF-"))


@pytest.mark.parametrize(
    ("options", "opened"),
    [(("-o", "x.pdf"), "x.pdf"), (("--split", "-o", "x"), "x"), (("-o", "x.pdf", "--json"), "x.pdf")],
)
def test_open_shows_what_was_written(
    call: Run, monkeypatch: pytest.MonkeyPatch, options: Sequence[str], opened: str
) -> None:
    """--open hands the finished file, or the folder of several, to the system once; without it nothing is opened."""
    shown: list[tuple[str, bool]] = []
    monkeypatch.setattr(typer, "launch", lambda url, **_: shown.append((url, Path(url).exists())))
    done(call(*options))
    assert shown == []
    done(call("--open", *options))
    assert shown == [(opened, True)]


def test_nothing_is_opened_after_a_failure(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing could be written there is nothing to open."""
    shown: list[str] = []
    monkeypatch.setattr(typer, "launch", lambda url, **_: shown.append(url))
    Path("folder").mkdir()
    assert call("--open", "-o", "folder").code == 4
    assert shown == []


# wordfleet.toml


def _defaults(text: str) -> None:
    Path("wordfleet.toml").write_text(text, encoding="utf-8")


def test_defaults_are_applied(call: Run, tmp_path: Path) -> None:
    """What `wordfleet.toml` says of the command holds where no option says otherwise."""
    _defaults(
        '[tracker]\ncaptain = ["Ann", "Ben", "Cleo"]\npaper = "letter"\ntier = "family"\ntheme = ["animals"]\n'
        'output = "here/"\nseed = "ours"\nlarge-print = true\njson = true\nshow_words = true\n'
    )
    document = json_of(call())
    assert (document["paper"], document["seed"], document["pages"]) == ("letter", "ours", 6)
    assert [sheet["captain"] for sheet in document["sheets"]] == ["Ann", "Ben", "Cleo"]
    assert document["sheets"][0]["words_from"].startswith("Animals")
    assert Path(document["files"][0]).parent == Path("here")
    assert _paper(tmp_path / document["files"][0]) == {"letter"}
    assert all(sheet["words"] for sheet in document["sheets"])


def test_options_win_over_defaults(call: Run) -> None:
    """An option overrides its default, alone; a repeatable one replaces the whole row."""
    _defaults('[tracker]\ncaptain = ["Ann", "Ben", "Cleo"]\npaper = "letter"\ncount = 4\nseed = 7\njson = true\n')
    document = json_of(call("--paper", "a4", "-c", "Dan"))
    assert (document["paper"], document["seed"]) == ("a4", "7")
    assert [sheet["captain"] for sheet in document["sheets"]] == ["Dan", "", "", ""]
    assert len(json_of(call("-n", "3"))["sheets"]) == 3


def test_defaults_of_other_commands_are_left_to_them(call: Run) -> None:
    """A table speaks to its own command only; an empty file says nothing."""
    _defaults("[doctor]\njson = true\n[words]\njson = true\n")
    assert "Sheet code" in done(call()).out
    _defaults("")
    assert "Sheet code" in done(call()).out


def test_every_option_has_a_default_of_its_name(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An option's own name is its key, with dashes or underscores: `open` and `large-print` as they are typed."""
    shown: list[str] = []
    monkeypatch.setattr(typer, "launch", lambda url, **_: shown.append(url))
    _defaults('[tracker]\nopen = true\nlarge_print = true\nleft-handed = false\noutput = "x.pdf"\n')
    done(call())
    assert shown == ["x.pdf"]


@pytest.mark.parametrize("text", ['theme = "animals"', 'captain = "Ann"'])
def test_one_value_of_a_repeatable_option(call: Run, text: str) -> None:
    """A single text where several may stand is that one value, or is told; it is never taken letter by letter."""
    _defaults(f"[tracker]\n{text}\n")
    ran = call("--json")
    if ran.code == 0:
        sheet = json_of(ran)["sheets"][0]
        assert "Ann" in sheet["captain"] or "Animals" in sheet["words_from"]
    else:
        assert ran.code == 3
        assert f"wordfleet.toml [tracker] {text.split(maxsplit=1)[0]}" in ran.err


def test_all_faults_of_the_defaults_are_told_at_once(call: Run, tmp_path: Path) -> None:
    """Every unknown table, unknown key and impossible value is told in one go, with its place and the nearest name."""
    _defaults(
        '[tracker]\npapr = "a4"\ncount = "many"\nblank = "perhaps"\nseed = ""\nquiet = true\n'
        "[trackr]\ncount = 2\n[doctor]\njsn = true\n"
    )
    ran = call("-o", "x.pdf")
    assert (ran.code, ran.out) == (3, "")
    for part in (
        "wordfleet.toml has 6 faults",
        "wordfleet.toml [tracker] papr: is not an option (did you mean paper?)",
        "wordfleet.toml [tracker] count: ",
        "wordfleet.toml [tracker] blank: ",
        "wordfleet.toml [tracker] seed: ",
        "wordfleet.toml [trackr]: is not a table of a command (did you mean tracker?)",
        "wordfleet.toml [doctor] jsn: is not an option (did you mean json?)",
    ):
        assert part in ran.err
    assert "quiet" not in ran.err
    assert [*files_in(tmp_path)] == ["wordfleet.toml"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"[tracker\n", "line 1"),
        (b"paper = 'a4'\n", "paper: stands above all tables"),
        (b'[tracker]\npaper = "\xe9"\n', "not TOML"),
        (b"tracker = 3\n", "[tracker]"),
        (b'[tracker]\npaper = "b5"\n', "b5"),
        (b"[tracker]\ncount = 2.5\n", "2.5"),
        (b"[tracker]\ncount = true\n", "count"),
        (b"[tracker]\ncount = [2]\n", "count"),
        (b"[tracker]\ncaptain = [1979-05-27]\ntheme = [['animals']]\n", "theme"),
        (b"[tracker]\npaper = {a4 = 1}\n", "paper"),
        (b'[tracker]\noutput = "a\\u0000b.pdf"\n', "output"),
        (b'[tracker]\nwords = "a\\u0000b.txt"\n', "words"),
    ],
    ids=repr,
)
def test_defaults_that_make_no_sense_are_refused(call: Run, tmp_path: Path, text: bytes, part: str) -> None:
    """What is no TOML, no table, or no value for its option is refused with its place; nothing is written."""
    (tmp_path / "wordfleet.toml").write_bytes(text)
    ran = call()
    assert (ran.code, ran.out) == (3, "")
    assert part in ran.err
    assert "Traceback" not in ran.err
    assert [*files_in(tmp_path)] == ["wordfleet.toml"]


def test_a_byte_order_mark_does_no_harm(call: Run) -> None:
    """A `wordfleet.toml` that an editor began with a byte order mark is read all the same."""
    Path("wordfleet.toml").write_text('[tracker]\npaper = "letter"\n', encoding="utf-8-sig")
    assert json_of(call("--json"))["paper"] == "letter"


# What --help promises


def test_every_example_of_help_works(call: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The calls that `tracker --help` shows do what they show."""
    monkeypatch.setattr(typer, "launch", lambda _url: 0)
    code = json_of(call("--json"))["sheets"][0]["code"]
    text = done(call("--help")).out
    examples = re.findall(r"^\s*wordfleet-print tracker (.+?)\s*$", text, re.MULTILINE)
    assert len(examples) >= 4
    for example in examples:
        done(call(*example.replace("WF-…", code).split()))
    assert "reprint.pdf" in files_in(tmp_path)


def test_a_list_of_ones_own_needs_no_edition_named(call: Run, tmp_path: Path) -> None:
    """A code of another edition's sheet from one's own list is found by the list alone, as packaged ones are."""
    words = [word for some in load_tier("family").by_length.values() for word in some]
    (tmp_path / "mine.txt").write_text("\n".join(words), encoding="utf-8")
    sheet = json_of(call("--edition", "word-fleet-strike", "--words", "mine.txt", "--json"))["sheets"][0]
    told = json_of(called("verify", sheet["code"], "--words", "mine.txt", "--json", folder=tmp_path))
    assert (told["edition"], told["fleet_name"]) == ("word-fleet-strike", sheet["fleet_name"])
