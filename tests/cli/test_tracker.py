"""`tracker`, `reprint` and `look-up` as people use them: sheets for a table, and the same ones
again.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
import typer

from support.command import Run, check, files_in, json_of, texts
from support.spawn import run_process
from wordfleet_print.fleet.word_lists import TIERS, load_theme, load_tier
from wordfleet_print.games import load_edition, packaged
from wordfleet_print.paper import PAPERS

SHEET_CODE = re.compile(r"WF-[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}")
POINTS_PER_MM = 72 / 25.4


def codes_of(call: Run, *arguments: str) -> list[str]:
    """The codes of the sheets that a call prints."""
    return [sheet["code"] for sheet in json_of(call("tracker", *arguments, "--json"))["sheets"]]


def words_of(call: Run, codes: Sequence[str], *arguments: str) -> list[list[str]]:
    """The words of the sheets of these codes."""
    sheets = json_of(call("look-up", *codes, *arguments, "--json"))["sheets"]
    return [[*sheet["words"].values()] for sheet in sheets]


def pictures(pdf: Path) -> list[bytes]:
    """Each page as gray pixels."""
    with pypdfium2.PdfDocument(pdf) as document:
        return [page.render(scale=1, grayscale=True).to_numpy().tobytes() for page in document]


def paper_of(pdf: bytes) -> set[str]:
    """The papers of the pages, upright or landscape."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        boxes = [
            [round(float(side) / POINTS_PER_MM, 1) for side in list(page.mediabox)[2:]]
            for page in document.pages
        ]
    return {
        slug
        for slug, paper in PAPERS.items()
        if [paper.width, paper.height] in [sorted(box) for box in boxes]
    }


def test_two_sheets_in_one_pdf(tmp_path: Path) -> None:
    """Without options: one PDF of two pages in output/, and a table of the sheets on stdout."""
    result = check(run_process("tracker", folder=tmp_path))
    assert [*files_in(tmp_path)] == ["output/word-fleet-trackers.pdf"]
    assert len(texts(tmp_path / "output/word-fleet-trackers.pdf")) == 2
    assert result.err == ""
    assert "Wrote output/word-fleet-trackers.pdf: 2 sheets on 2 pages" in result.out


def test_the_table_is_true(call: Run) -> None:
    """Each row has the player, fleet, sheet code and difficulty of one sheet, and the names are on
    their pages.
    """
    result = check(call("tracker", "Ann", "[red]Ben", "Zoé", "-s", "tonight"))
    pages = texts(Path("output/ann-red-ben-and-zoe.pdf"))
    assert "Difficulty" in result.out
    for name, page in zip(("Ann", "[red]Ben", "Zoé"), pages, strict=True):
        (line,) = [
            line
            for line in result.out.splitlines()
            if line.strip().startswith(name) and "WF-" in line
        ]
        assert SHEET_CODE.findall(line) == SHEET_CODE.findall(page)
        assert name in page


@pytest.mark.parametrize("options", [(), ("--placed",), ("--split",), ("-o", "-")], ids=" ".join)
def test_secrets_stay_off_the_screen(call: Run, options: Sequence[str]) -> None:
    """No table, JSON or file name contains a word or a launch code."""
    deal = ("-n", "6", "-s", "secret", "-t", "animals")
    codes = codes_of(call, *deal)
    sheets = json_of(call("look-up", *codes, "--json"))["sheets"]
    secrets = {word for one in sheets for word in one["words"].values() if len(word) > 2}
    secrets |= {one["code"] for sheet in sheets for one in sheet["launch_codes"]}
    result = check(call("tracker", *deal, *options))
    message = SHEET_CODE.sub("", result.err if "-" in options else result.out).replace(
        "--seed secret", ""
    )
    assert not {word.upper() for word in re.findall(r"\w+", message)} & secrets
    assert all("-code" not in name and "secret" not in name for name in files_in(Path("output")))


def test_players_have_what_they_need(call: Run) -> None:
    """Needs after a name hold for that sheet alone, `--tier` for the others; opponents share no
    word.
    """
    for tier in TIERS:
        codes = codes_of(
            call,
            "Ann",
            "Mia: large print, family",
            "-s",
            "x",
            "--tier",
            tier,
            "-o",
            "ann-and-mia.pdf",
        )
        ann, mia = map(set, words_of(call, codes))
        known, family = ({*chain(*load_tier(one).by_length.values())} for one in (tier, "family"))
        assert (ann <= known, mia <= family, ann & mia) == (True, True, set())
    assert len(texts(Path("ann-and-mia.pdf"))) == 3


def test_themes_join_and_the_tier_fills_in(call: Run) -> None:
    """Words come from the themes; lengths that they lack come from the tier; the order of themes
    does not matter.
    """
    codes = codes_of(call, "-t", "animals,space", "-s", "x")
    assert codes == codes_of(call, "-t", "space", "-t", "animals", "-s", "x")
    known = [load_theme("animals"), load_theme("space"), load_tier("standard")]
    listed = {word for one in known for words in one.by_length.values() for word in words}
    assert set(words_of(call, codes)[0]) <= listed


@pytest.mark.parametrize(
    ("locale", "asked", "paper"),
    [
        ("en_US.UTF-8", (), "letter"),
        ("de_DE.UTF-8", (), "a4"),
        ("C", (), "a4"),
        ("en_US.UTF-8", ("-p", "A4"), "a4"),
    ],
)
def test_paper_follows_the_country(
    call: Run, monkeypatch: pytest.MonkeyPatch, locale: str, asked: Sequence[str], paper: str
) -> None:
    """Without `--paper` the country's paper is used, or A4 if the country is unknown."""
    monkeypatch.setenv("LC_ALL", locale)
    assert paper_of(check(call("tracker", *asked, "-o", "-")).raw) == {paper}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(call: Run, tmp_path: Path) -> None:
    """The same command writes the same file in any time zone, locale, hash seed and folder."""
    deal = (
        "-s",
        "our seed",
        "Jörg",
        "-n",
        "3",
        "--placed",
        "-t",
        "animals",
        "-p",
        "letter",
        "--eco",
        "--large-print",
    )
    check(call("tracker", *deal, "-o", "here.pdf"))
    world = {"TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"}
    check(run_process("tracker", *deal, "-o", "far/there.pdf", folder=tmp_path, env=world))
    assert (tmp_path / "far" / "there.pdf").read_bytes() == (tmp_path / "here.pdf").read_bytes()


def test_the_seed_shown_deals_the_sheets_again(call: Run) -> None:
    """The last line shows only a seed; without a seed every call deals other sheets."""
    result = check(call("tracker", "Ann", "Ann"))
    (seed,) = re.findall(r"add --seed (\S+) to the command\.$", result.out, re.MULTILINE)
    assert codes_of(call, "Ann", "Ann", "--seed", seed.lower()) == SHEET_CODE.findall(result.out)
    assert codes_of(call) != codes_of(call)


def test_no_file_replaces_another(call: Run) -> None:
    """The same players on another evening get another file; the same sheets keep theirs."""
    for seed in ("1", "2", "1"):
        check(call("tracker", "Ann", "Ben", "-s", seed))
    assert [*files_in(Path("output"))] == ["ann-and-ben-2.pdf", "ann-and-ben.pdf"]


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ("tonight.pdf", "tonight.pdf"),
        ("new/deep/tonight.PDF", "new/deep/tonight.PDF"),
        ("folder/", "folder/ann.pdf"),
        ("folder", "folder/ann.pdf"),
        ("v1.2/", "v1.2/ann.pdf"),
    ],
)
def test_output_goes_where_it_should(call: Run, tmp_path: Path, output: str, name: str) -> None:
    """A path that ends in .pdf is a file, any other a folder. Folders are created, and a named file
    is replaced.
    """
    for _ in range(2):
        assert f"Wrote {name}" in check(call("tracker", "Ann", "-o", output, "-s", "x")).out
    assert [*files_in(tmp_path)] == [name]


def test_split_gives_each_player_a_file(call: Run, tmp_path: Path) -> None:
    """`--split` writes a file for each player, with a name that is safe everywhere and only that
    player's sheet.
    """
    document = json_of(call("tracker", "--split", "CON", "con", "Zoé Lefèvre", "../x", "--json"))
    names = ["con.pdf", "con-2.pdf", "zoe-lefevre.pdf", "x.pdf"]
    assert [Path(name).name for name in document["files"]] == names
    for path, sheet in zip(document["files"], document["sheets"], strict=True):
        (page,) = texts(tmp_path / path)
        assert sheet["code"] in page


@pytest.mark.parametrize(
    ("split", "files"),
    [
        ((), ["x/ann.txt", "x/ben.txt"]),
        (("--split",), ["x/ann.txt", "x/ben.txt"]),
        (("--no-split",), ["x.txt"]),
    ],
)
def test_sheets_are_written_as_plain_text(
    call: Run, tmp_path: Path, split: Sequence[str], files: Sequence[str]
) -> None:
    """A .txt becomes a file for each player, each with only its own words; they are together only
    where that is asked for.
    """
    document = json_of(
        call("tracker", "Ann", "Ben", "--seed", "text", "-o", "x.txt", "--json", *split)
    )
    ann, ben = words_of(call, [sheet["code"] for sheet in document["sheets"]])
    sheets = [
        text
        for file in document["files"]
        for text in (tmp_path / file).read_text(encoding="utf-8").split("\f")
    ]
    assert document["files"] == files
    assert len(sheets) == 2
    for sheet, own, other in zip(sheets, (ann, ben), (ben, ann), strict=True):
        found = set(re.findall(r"[A-Z]{2,5}", sheet))
        assert set(own) <= found
        assert not {word for word in other if len(word) > 3} & found


@pytest.mark.parametrize(
    ("options", "files"),
    [
        ((), ["output/ann-and-ben.pdf", "output/ben.txt"]),
        (("-o", "x.pdf"), ["x.pdf", "ben.txt"]),
        (("--split",), ["output/ann-and-ben/ann.pdf", "output/ann-and-ben/ben.pdf"]),
    ],
)
def test_a_player_who_needs_it_gets_a_text_sheet(
    call: Run, options: Sequence[str], files: Sequence[str]
) -> None:
    """The sheet of “Ben: text” is also a file of text next to the PDF, and nobody else's is."""
    document = json_of(call("tracker", "Ann", "Ben: text", "--seed", "need", "--json", *options))
    *_, text = document["files"]
    assert document["files"][: len(files)] == files
    assert Path(text).name == "ben.txt"
    (_, ben) = document["sheets"]
    assert SHEET_CODE.findall(Path(text).read_text(encoding="utf-8")) == [ben["code"]]
    refused = call("tracker", "Ann", "Ben: text", "-o", "-")
    assert "Leave out PLAYER “…: text sheet”" in refused.err


def test_half_sheets_are_two_on_a_page(call: Run) -> None:
    """The front has what everyone may see, the back the secrets of both. An odd sheet is alone; all
    have the title.
    """
    check(
        call("tracker", "Ann", "Ben", "Cy", "--half-sheets", "--title", "Class 5B", "-o", "x.pdf")
    )
    pages = texts(Path("x.pdf"))
    assert [page.casefold().count("class 5b") for page in pages] == [2, 0, 1, 0]
    assert [len(SHEET_CODE.findall(page)) for page in pages] == [0, 2, 0, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "Print at 100%, on one side. Fold each sheet back along its dashed line."),
        (("--large-print",), "on one side. Large print: every second page is secret."),
        pytest.param(
            ("--with-rules",),
            "double-sided, flipped on the long edge. Fold each sheet",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("--large-print", "--with-rules"),
            "double-sided, flipped on the long edge. Large print: every second piece of paper",
            marks=pytest.mark.slow,
        ),
        (("--half-sheets",), "double-sided, flipped on the long edge. Cut every page across"),
        (
            ("Ann: large print", "Ben"),
            "on one side. Fold each sheet back along its dashed line. Large print: every second",
        ),
    ],
    ids=str,
)
def test_how_to_print_is_true(call: Run, options: Sequence[str], message: str) -> None:
    """The sides, folding and secret pages that are described fit the pages written."""
    result = check(call("tracker", *options, "-o", "x.pdf", "-p", "letter"))
    assert message in result.out


def test_output_to_stdout(tmp_path: Path) -> None:
    """`--output -` sends only the PDF to stdout; the table goes to stderr, and no file is
    written.
    """
    result = check(run_process("tracker", "-o", "-", "-s", "x", folder=tmp_path))
    assert len(texts(result.raw)) == 2
    assert len(SHEET_CODE.findall(result.err)) == 2
    assert [*files_in(tmp_path)] == []


@pytest.mark.parametrize(
    "options", [(), ("W" * 190,), ("--split",), ("-n", "120"), ("animals",)], ids=len
)
def test_quiet_says_nothing(call: Run, options: Sequence[str]) -> None:
    """`--quiet` prints nothing if nothing is wrong, not even a note."""
    result = check(call("tracker", "--quiet", *options))
    assert (result.out, result.err) == ("", "")


def test_open_shows_what_was_written(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--open` opens the file, or the folder of several files; if nothing can open it, one line
    says so.
    """
    shown: list[str] = []
    monkeypatch.setattr(typer, "launch", lambda url, **_: shown.append(url))
    monkeypatch.setenv("DISPLAY", ":0")
    check(call("tracker", "--open", "-o", "x.pdf"))
    check(call("tracker", "--open", "--split", "-o", "x"))
    assert shown == ["x.pdf", "x"]
    assert call("tracker", "--open", "-o", "folder.pdf/x.pdf", "-n", "0").code == 2
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    result = check(call("tracker", "--open", "-o", "x.pdf"))
    assert result.err == "Note: No program here can show x.pdf; open it yourself.\n"
    assert len(shown) == 2


@pytest.mark.parametrize("edition", packaged().edition_slugs)
@pytest.mark.parametrize(
    "kind", [(), ("-t", "animals", "--tier", "family"), ("--blank",)], ids=" ".join
)
def test_a_code_alone_prints_its_sheet_again(call: Run, edition: str, kind: Sequence[str]) -> None:
    """A code prints the same page again, whatever edition, tier and themes its sheet was dealt
    from.
    """
    if "-t" in kind and not load_edition(edition).is_english:
        kind = ()  # themes are English
    document = json_of(
        call("tracker", "Ann", "Ben", "-e", edition, *kind, "-o", "first.pdf", "--json")
    )
    codes = [sheet["code"].lower().replace("-", " ") for sheet in document["sheets"]]
    check(call("reprint", *codes, "--player", "Ann", "--player", "Ben", "-o", "again.pdf"))
    assert pictures(Path("again.pdf")) == pictures(Path("first.pdf"))


def test_a_code_of_your_own_list_needs_that_list(call: Run, tmp_path: Path) -> None:
    """A code prints its sheet with the list, in any order, name and filling tier, and never without
    it.
    """
    words = ["käse", "horse", "cat", "dog", "ox", "lion"]
    (tmp_path / "farm.txt").write_text("\n".join(words), encoding="utf-8")
    own = ("-w", "farm.txt", "--letters", "german", "--tier", "expert", "-e", "admirals")
    (code, _) = codes_of(call, *own)
    (tmp_path / "zoo.txt").write_text("\n".join(reversed(words)), encoding="utf-8")
    (found,) = words_of(call, [code], "-w", "zoo.txt")
    assert call("reprint", code, "-w", "zoo.txt").code == 0
    assert {"KAESE", "HORSE", "CAT", "DOG", "OX", "LION"} & set(found)
    refused = call("reprint", code)
    assert refused.code == 3
    assert (
        "If it was dealt from your own list, use the same file again. Use --words or --rules."
        in refused.err
    )


def test_look_up_shows_several_sheets(call: Run) -> None:
    """One call shows the words of all codes; a code may be typed in several words and small
    letters.
    """
    codes = codes_of(call, "-n", "3")
    result = check(call("look-up", *" ".join(codes).lower().replace("-", " ").split()))
    assert SHEET_CODE.findall(result.out) == codes
    assert result.out.count("Letters:") == 3


def test_look_up_names_the_squares_of_each_ship(call: Run) -> None:
    """A code says where its ships are, as the sheet with `--placed` shows them; a blank sheet has
    none.
    """
    (code,) = codes_of(call, "-n", "1", "--placed", "--seed", "s")
    (found,) = json_of(call("look-up", code, "--json"))["sheets"]
    check(call("tracker", "--seed", "s", "-n", "1", "--placed", "-o", "sheet.txt"))
    sheet = Path("sheet.txt").read_text(encoding="utf-8")
    fleet = found["squares"]
    starts = re.findall(r"([A-J]\d+) (across|down)", sheet)
    assert [squares[0] for squares in fleet.values()] == [square for square, _ in starts]
    taken = list(chain(*fleet.values()))
    assert {ship: len(squares) for ship, squares in fleet.items()} == {
        ship: len(word) for ship, word in found["words"].items()
    }
    assert len(set(taken)) == len(taken)
    shown = check(call("look-up", code)).out
    assert all(" ".join(squares) in shown for squares in fleet.values())
    assert "only for a sheet that was printed with --placed" in shown
    (blank,) = codes_of(call, "-n", "1", "--blank")
    assert json_of(call("look-up", blank, "--json"))["sheets"][0]["squares"] is None


def test_words_lists_tiers_and_themes(call: Run) -> None:
    """`words` shows the number of words in each list; one tier or theme is shown in full."""
    assert "family" in check(call("words")).out
    animals = check(call("words", "--theme", "animals")).out
    assert all(word in animals for word in load_theme("animals").by_length[4])


def test_words_check_shows_all_of_a_list(call: Run, tmp_path: Path) -> None:
    """`words check` shows what is left out and why, what a challenge would reject, and what the
    tier adds.
    """
    (tmp_path / "w.txt").write_text("Cat\ndog\nice-cream\nbecause\nxyzzy\ncat\n", encoding="utf-8")
    result = check(call("words", "check", "w.txt"))
    assert "w.txt:3: “ice-cream” " in result.out
    assert "w.txt:6: CAT " in result.out
    assert "w.txt:5: XYZZY " in result.out
    assert ": BECAUSE.\n" in result.out
    assert "added from the tier" in result.out
    assert "w.txt can be printed: wordfleet-print tracker --words w.txt" in result.out
