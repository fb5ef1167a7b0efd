"""Front matter that is wrong is refused whole: every complaint at once, each with its line and
field.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from support.games import with_facts
from wordfleet_print.errors import BadInputError, ExitCode, Problem
from wordfleet_print.files import data_folder
from wordfleet_print.games import Edition, Rulebook, load_rules, parse_rules
from wordfleet_print.games.rules_file import MOST_FAULTS, MOST_RULES_BYTES, read_rules

TEXT = (data_folder("rules") / "word-fleet.md").read_text(encoding="utf-8")
FACTS = load_rules("word-fleet").edition.model_dump(mode="json", exclude_none=True)
TAGLINE = "tagline: Loose words sink ships"


def _line(start: str) -> int:
    """The line (from 1) of the published file that starts so."""
    return next(
        number for number, line in enumerate(TEXT.split("\n"), 1) if line.lstrip().startswith(start)
    )


def _replace(*changes: tuple[str, str]) -> str:
    text = TEXT
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    return text


def _complaints(text: str) -> tuple[Problem, ...]:
    with pytest.raises(BadInputError) as caught:
        parse_rules(text, name="mine.md")
    assert caught.value.exit_code == ExitCode.BAD_INPUT
    assert "mine.md" in caught.value.message
    return caught.value.problems


def _only(text: str) -> tuple[str, str]:
    (complaint,) = _complaints(text)
    return complaint.where, str(complaint)


def test_the_published_file_parses() -> None:
    """The default edition's rules file is valid, and the parser says where its body starts."""
    rules_file = parse_rules(TEXT, name="mine.md")
    assert rules_file.edition.slug == "word-fleet"
    assert rules_file.body == "\n".join(TEXT.split("\n")[rules_file.body_line - 1 :])
    assert TEXT.split("\n")[rules_file.body_line - 2] == "---"


def test_all_complaints_come_at_once() -> None:
    """Wrong fields in four places give four problems at once, each with its line."""
    text = _replace(
        (TAGLINE + "\n", ""),
        ("touching: allowed", "touching: sometimes"),
        ("  columns: 10", "  columns: ten"),
        ("  rows: 10", "  rows: 10\n  depths: 3"),
    )
    output = {str(complaint).split(": ", 1)[1].split()[0] for complaint in _complaints(text)}
    assert output == {"tagline", "touching", "grid.columns", "grid.depths"}


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        (
            "  columns: 10",
            "  columns: ten",
            "columns:",
            "grid.columns should be a whole number, found 'ten'",
        ),
        ("  columns: 10", '  columns: "10"', "columns:", "grid.columns should be a whole number"),
        ("  columns: 10", "  columns: 10.5", "columns:", "grid.columns should be a whole number"),
        ("  columns: 10", "  columns: yes", "columns:", "grid.columns should be a whole number"),
        (
            "  columns: 10",
            "  columns: 3",
            "columns:",
            "grid.columns should be greater than or equal to 4",
        ),
        ("  columns: 10", "  columns: .nan", "columns:", "grid.columns should be a whole number"),
        (
            "silhouette: ketch",
            "silhouette: kech",
            "- {ship: KETCH",
            "fleet[1].silhouette names no drawing; did you mean ketch?",
        ),
        (
            "silhouette: ketch",
            "silhouette: rifleman",
            "- {ship: KETCH",
            "fleet[1].silhouette names no drawing; there are ark,",
        ),
        ("title: Word Fleet", "title: [Word, Fleet]", "title:", "title should be a valid string"),
        ("title: Word Fleet", "title: 12", "title:", "title should be a valid string"),
        (
            "title: Word Fleet",
            "title: ' '",
            "title:",
            "title string should have at least 1 character",
        ),
        (
            "touching: allowed",
            "touching: no",
            "touching:",
            "touching should be 'allowed' or 'forbidden'",
        ),
        ("ship: SUB", "ship: NO", "- {ship: SUB", "fleet[3].ship should be a valid string"),
        (
            "example: STORM",
            "example: storm",
            "- {ship: KETCH",
            "fleet[1].example should be capital letters",
        ),
        ("band: [56, 63]", "band: [56]", "band:", "fairness.band[2] is missing"),
        (
            'examples: ["142"',
            "examples: [142",
            "examples:",
            "launch_codes.examples[1] should be a valid string",
        ),
        (
            "slug: word-fleet",
            "slug: ../word",
            "slug:",
            "slug should be small letters, digits and hyphens",
        ),
    ],
)
def test_a_wrong_value_names_line_and_field(old: str, new: str, line: str, what: str) -> None:
    """A value of the wrong type or out of bounds is refused with line, field and value."""
    where, complaint = _only(_replace((old, new)))
    assert where == f"mine.md:{_line(line)}"
    assert what in complaint


def test_an_unknown_field_suggests_the_nearest() -> None:
    """A mistyped field is refused with its line and the nearest field."""
    complaints = _complaints(_replace(("  rows: 10", "  rowz: 10")))
    assert [c.message for c in complaints] == [
        "grid.rows is missing",
        "grid.rowz is not a field here; did you mean rows?",
    ]
    assert complaints[1].where == f"mine.md:{_line('rows:')}"


@pytest.mark.parametrize("more", ["field-{}: 1\n", "x: {}\nx: {}\n", "\x00 # {}\n"])
def test_of_many_faults_the_first_are_told(more: str) -> None:
    """The first faults are shown and the rest are counted, in the time that a test may take."""
    output = _complaints(
        _replace(("---\n", "---\n" + "".join(more.format(n, n) for n in range(9_000))))
    )
    assert len(output) == MOST_FAULTS + 1
    assert re.fullmatch(r"… and (8,950|17,949) more", str(output[-1]))


def test_a_missing_field_names_the_block_it_is_missing_from() -> None:
    """A missing field is reported with the line where its block starts."""
    where, complaint = _only(_replace(("  rows: 10\n", "")))
    assert where == f"mine.md:{_line('grid:')}"
    assert "grid.rows is missing" in complaint


def test_a_repeated_field_is_refused() -> None:
    """YAML would keep the last of two fields; here the second is a problem that names the first."""
    where, complaint = _only(
        _replace(("touching: allowed", "touching: allowed\ntouching: forbidden"))
    )
    assert where == f"mine.md:{_line('touching:') + 1}"
    assert f"touching appears a second time (first on line {_line('touching:')})" in complaint


def test_an_alias_is_refused() -> None:
    """Aliases, which can be made to explode, are refused."""
    text = _replace(("edition: Captains", "edition: &name Captains"), (TAGLINE, "tagline: *name"))
    where, complaint = _only(text)
    assert where.startswith("mine.md:")
    assert "tagline is a YAML alias; write the value out" in complaint


SUB = "  - {ship: SUB, letters: 3"
SLIPS = {
    "a colon": (
        "title: Word Fleet",
        "title: Word Fleet: the game",
        'write title: "Word Fleet: the game"',
    ),
    "a colon before a comment": ("title: Word Fleet", "title: a: b # c", 'write title: "a: b"'),
    "a tab": ("  columns: 10", "\tcolumns: 10", "there is a tab in this line (write spaces)"),
    "a tab further down": (
        "  rows: 10",
        "\trows: 10",
        "there is a tab in this line (write spaces)",
    ),
    "a tab in a line": (
        "{ship: SUB, letters: 3",
        "\t{ship: SUB, letters: 3",
        "there is a tab in this line",
    ),
    "an item too far left": (
        SUB,
        SUB[1:],
        "this line starts with 1 space, the line above it with 2",
    ),
    "an item too far right": (
        SUB,
        f" {SUB}",
        "this line starts with 3 spaces, the line above it with 2",
    ),
    "an item not indented": (
        SUB,
        SUB[2:],
        "this line starts with 0 spaces, the line above it with 2",
    ),
    "a field too far left": (
        "  rows: 10",
        " rows: 10",
        "this line starts with 1 space, the line above it with 2",
    ),
    "a field too far right": (
        "  rows: 10",
        "   rows: 10",
        "this line starts with 3 spaces, the line above it with 2",
    ),
    "a sign": (
        "title: Word Fleet",
        "title: @Word",
        "a text cannot start with @ (put it in quotation marks)",
    ),
    "a star": (
        "title: Word Fleet",
        "title: *Word Fleet",
        "a text cannot start with * (put it in quotation marks)",
    ),
    "a quotation mark": (
        "title: Word Fleet",
        "title: 'Word's Fleet'",
        "a quotation mark is missing",
    ),
    "no blank": (
        "touching: allowed",
        "touching:allowed",
        "not a `field: value` line (write a space after the colon)",
    ),
    "a comma": (
        "{ship: SUB, letters",
        "{ship: SUB: letters",
        "a comma or a closing bracket is missing",
    ),
    "a text for a list": (
        ": [animals, colors, military terms]",
        ": animals",
        "as in [animals], found 'animals'",
    ),
    "no list": (
        ": [animals, colors, military terms]",
        ": ",
        "should be a list, as in [one, two], found nothing",
    ),
    "a name that other programs have": (
        "grid:\n",
        "time: 30 min\ngrid:\n",
        "write play: {minutes: [30, 45]}",
    ),
    "a language by its name": (
        "language: en",
        "language: english",
        "language should be a code such as en or pt-BR, found 'english'",
    ),
    "a number for a block": (
        "grid:\n",
        "grid: 5\nlanes:\n",
        "grid should be `field: value` lines (columns, rows, letters), found 5",
    ),
}


@pytest.mark.parametrize(("old", "new", "output"), SLIPS.values(), ids=SLIPS.keys())
def test_a_slip_is_told_in_words(old: str, new: str, output: str) -> None:
    """A writer's mistake is explained by the line they wrote, not in a parser's words."""
    first = _complaints(_replace((old, new)))[0]
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    assert first.where == f"mine.md:{line}"
    assert output in str(first)


@pytest.mark.parametrize(
    "value",
    [
        *("2020-13-45", "9" * 5000, "!!int abc", "!!bool x", "!!timestamp x", "!!python/tuple [1]"),
        *("!!python/object:os.system x", "1_0", "0xA", "012", "+10"),
    ],
)
def test_a_value_yaml_cannot_make_names_its_line(value: str) -> None:
    """Impossible dates, endless numbers, foreign tags and numbers but in plain digits are problems
    with their line.
    """
    where, complaint = _only(_replace(("  columns: 10", f"  columns: {value}")))
    assert where == f"mine.md:{_line('columns:')}"
    assert "grid.columns" in complaint


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        ("", 1, "the first line must be `---`"),
        ("\n---\ntitle: x\n---\n", 1, "the first line must be `---`"),
        ("---\ntitle: Word Fleet\n", 3, "close it with a `---` line"),
        ("---\n- a list\n---\nbody\n", 1, "the front matter must be `field: value` lines"),
        ("---\n# a comment\n---\nbody\n", 1, "the front matter must be `field: value` lines"),
        ("---\n---\nbody\n", 1, "the front matter must be `field: value` lines"),
    ],
)
def test_front_matter_is_fields_between_fences(text: str, line: int, advice: str) -> None:
    """A file without a fence, with one that is not closed, or with anything but fields between is
    refused.
    """
    assert _only(text) == (f"mine.md:{line}", f"mine.md:{line}: {advice}")


@pytest.mark.parametrize(
    "character",
    [
        *("\x07", "\x00", "\x7f", "\x9f", "\u202e", "\u2066", "\u200f", "\u2028"),
        *(r"\a", r"\0", r"\x7f", r"\x9f", r"\u202e", r"\u2066", r"\ud800"),
    ],
    ids=ascii,
)
def test_control_characters_are_refused(character: str) -> None:
    """Control characters and those that change direction are refused with their line, as YAML
    escapes too.
    """
    where, _ = _only(_replace((TAGLINE, f'tagline: "A na{character}val battle"')))
    assert where == f"mine.md:{_line('tagline:')}"


@pytest.mark.parametrize("depth", [50, 900, 5_000])
@pytest.mark.parametrize(
    ("opening", "closing"), [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")]
)
def test_front_matter_nested_too_deep_is_refused(depth: int, opening: str, closing: str) -> None:
    """Deep nesting is one problem with its line, at any depth."""
    where, complaint = _only(f"---\ntitle:\n  {opening * depth}x{closing * depth}\n---\n")
    assert where == "mine.md:3"
    assert "nested too deeply" in complaint


def test_no_depth_crashes_the_process() -> None:
    """Nesting deep enough to overflow the C stack is refused; this runs in a child process."""
    program = (
        "from wordfleet_print.errors import BadInputError\n"
        "from wordfleet_print.games import parse_rules\n"
        "try:\n"
        "    parse_rules('---\\ntitle: ' + '[' * 100_000 + '\\n---\\n', name='mine.md')\n"
        "except BadInputError as error:\n"
        "    raise SystemExit(error.exit_code)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, timeout=60
    )
    assert result.returncode == ExitCode.BAD_INPUT, result.stderr[-500:]


@pytest.mark.parametrize("more", [-1, 1])
def test_chess_pieces_fill_the_board(more: int) -> None:
    """Fewer pieces than half the squares are refused, and so are more."""

    def change(facts: dict[str, Any]) -> None:
        max(facts["pieces"], key=lambda piece: piece["each"])["each"] += more

    with pytest.raises(BadInputError) as caught:
        with_facts("happy-flip-chess", change)
    assert "must fill the board's 32 squares" in str(caught.value.problems[0])


RATED, UNRATED = "  different: 4\n  squares: -1\n", "  different: 0\n  squares: 0\n"
QUESTIONS = "  questions:\n    - {order: ETAOINSRHLDCUMFPGWYBVKXJQZ, weight: 2}\n"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (
            "5, example: STORM",
            "11, example: THUNDERHEAD",
            "fleet[1].letters KETCH is longer than the grid's longest",
        ),
        (
            "example: WAVE",
            "example: WAVES",
            "fleet[2].example WAVES has 5 letters, but SHIP carries 4",
        ),
        (
            "twin: 1, plain: 3}",
            "twin: 1, plain: 4}",
            "launch_codes.deal[1] deals 6 codes, but a sheet has 5",
        ),
        ("ship: ARK", "ship: sub", "fleet[4].ship sub is in the fleet twice"),
        ('"087"', '"0087"', "launch_codes.examples[2] 0087 does not have 3 digits"),
        (
            "[triple, run, mirror, twin, plain]",
            "[triple, run, mirror, twin]",
            "launch_codes.rarity must name",
        ),
        (
            "alike: [3, 4]",
            "alike: [5, 4]",
            "launch_codes.alike should be two numbers such as [3, 4]",
        ),
        ("order: ETA", "order: ATA", "fairness.questions[1].order must hold each letter"),
        (
            "weight: 2",
            "known: 18, weight: 2",
            "questions[1].known is more than the fleet's 17 letters; leave it out",
        ),
        ("band: [56, 63]", "band: [63, 56]", "fairness.band must run from low to high"),
        ("easy_below: 50", "easy_below: 67", "fairness.easy_below must not be above hard_above"),
        (
            f"{RATED}{QUESTIONS}",
            f"{UNRATED}  questions: []\n",
            "fairness gives all fleets the same difficulty",
        ),
        (
            "vowels: AEIOU",
            "vowels: EAIOU",
            "vowels must be different letters in alphabetical order",
        ),
        (
            "vowels: AEIOU",
            "vowels: A",
            "vowels must be different letters in alphabetical order, two at least",
        ),
        (
            "prints: mine, mines: 1",
            "prints: mine",
            "variations[3].mines is missing; Minefield needs it",
        ),
        (
            "calls: a letter, example",
            "optional: true, calls: a letter, example",
            "turn.actions[1].optional can only be true",
        ),
        (
            "square: B4, letter: T",
            "square: K4, letter: T",
            "turn.actions[2].example.square names K4, which is off the grid",
        ),
        (
            "example: {letter: R}",
            "example: {letter: RR}",
            "turn.actions[1].example.letter cannot be 'RR'",
        ),
        ("setup: [bid, deploy]", "setup: [bid, bid]", "setup must name bid and deploy, each once"),
        ("kind: attack, name", "kind: intelligence, name", "turn uses a kind twice"),
        ("kind: themed, name", "kind: silent, name", "variations uses a kind twice"),
        (
            "columns: 10\n  rows: 10",
            "columns: 6\n  rows: 5",
            "fleet its 17 letters crowd a grid of this size",
        ),
    ],
)
def test_fields_that_contradict_each_other_are_refused(old: str, new: str, what: str) -> None:
    """Fields that contradict each other are refused with the field."""
    assert what in _only(_replace((old, new)))[1]


def test_what_is_not_utf8_is_refused_with_its_line(tmp_path: Path) -> None:
    """A file in another encoding is refused with line and byte."""
    path = tmp_path / "mine.md"
    path.write_bytes(TEXT.replace(TAGLINE, "tagline: caf\xe9").encode("latin-1", errors="ignore"))
    with pytest.raises(BadInputError) as caught:
        read_rules(path)
    (complaint,) = caught.value.problems
    assert complaint.where == f"{path}:{_line('tagline:')}"
    assert "0xE9 is not UTF-8" in str(complaint)


def test_a_file_too_large_is_refused(tmp_path: Path) -> None:
    """A file larger than any rulebook is refused with the limit."""
    path = tmp_path / "mine.md"
    path.write_bytes(b"x" * (MOST_RULES_BYTES + 1))
    with pytest.raises(BadInputError, match="larger than 1,000,000 bytes"):
        read_rules(path)


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    """A folder, a missing file and a silent pipe are refused by their paths."""
    os.mkfifo(tmp_path / "pipe.md")
    for path in (tmp_path, tmp_path / "nothing.md", tmp_path / "pipe.md"):
        with pytest.raises(BadInputError, match="cannot be read"):
            read_rules(path)


def test_an_unknown_slug_names_the_nearest() -> None:
    """A mistyped slug is refused with the nearest edition."""
    with pytest.raises(BadInputError) as caught:
        load_rules("word-flet")
    assert caught.value.summary.advice == "Did you mean word-fleet?"


@settings(database=None, max_examples=60)
@given(dropped=st.sets(st.sampled_from(sorted(FACTS.keys() - {"labels"}))))
def test_dropped_fields_are_the_complaints(dropped: set[str]) -> None:
    """Exactly the required top-level fields are reported as missing; without `game` those that all
    games have.

    Labels are not required, but some of their words are.
    """
    kept = {name: value for name, value in FACTS.items() if name not in dropped}
    text = f"---\n{yaml.safe_dump(kept)}---\nbody\n"
    required = {name for name, field in Edition.model_fields.items() if field.is_required()}
    common = {name for name, field in Rulebook.model_fields.items() if field.is_required()}
    if "game" in dropped:
        game, *others = (c.message for c in _complaints(text))
        assert game == (
            "game is missing; write rules-only for a game of your own, or one of "
            "word-fleet, army-men, happy-flip-chess"
        )
        assert set(others) == {f"{name} is missing" for name in dropped & common - {"game"}}
    elif dropped & required:
        assert {c.message for c in _complaints(text)} == {
            f"{name} is missing" for name in dropped & required
        }
    else:
        assert parse_rules(text, name="mine.md").body == "body\n"


@pytest.mark.parametrize("digits", [[9, 4], [5, 5], [1, 9], [4, 10], [4]])
def test_highest_digits_that_make_no_sense_are_refused(digits: list[int]) -> None:
    """Highest digits go from a lower to a higher one, and enough codes exist for each."""

    def change(facts: dict[str, dict[str, object]]) -> None:
        facts["launch_codes"]["top_digit"] = digits

    with pytest.raises(BadInputError, match="fault"):
        with_facts("word-fleet-admirals", change)


@pytest.mark.parametrize(("kind", "digits"), [("triple", 3), ("run", 3), ("run", 4)])
def test_codes_that_the_lowest_digits_do_not_make_are_refused(kind: str, digits: int) -> None:
    """Digits up to 3 make four triples and four runs, so five are refused."""

    def change(facts: dict[str, dict[str, object]]) -> None:
        facts["launch_codes"] |= {
            "top_digit": [3, 9],
            "deal": [{"odds": 1, kind: 5}],
            "digits": digits,
            "examples": [],
        }

    with pytest.raises(BadInputError) as refused:
        with_facts("word-fleet-admirals", change)
    assert f"launch_codes.deal[1].{kind} is 5, but digits up to 3 make only" in str(
        refused.value.problems[0]
    )
