"""Rows: who is a player, who is left out and named, what is refused with its row and column."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from support.rosters import FOLDER, describe, names_of, read_as
from wordfleet_print.errors import BadInputError
from wordfleet_print.roster.questions import MOST_PROBLEMS
from wordfleet_print.roster.roles import role_called
from wordfleet_print.roster.roster import Player, Roster, numbered_roster
from wordfleet_print.sheet.player_names import find_name_faults, parse_name

DOCS = Path(__file__).parents[2] / "docs" / "rosters.md"
NFD_JOSE = unicodedata.normalize("NFD", "José")
Read = Callable[..., Roster]


# Players


def test_numbered_players_are_told_by_their_numbers() -> None:
    """Players without names are dealt by number, from 1."""
    roster = numbered_roster(100_000)
    assert [player.key for player in roster.players[9:11]] == ["#10", "#11"]
    assert (len(roster.players), roster.players[-1]) == (100_000, Player("", 100_000))


def test_keys_tell_all_players_apart() -> None:
    """A key depends on name, club and twin alone, and no two are equal."""
    players = [
        Player("Ann", 1, "Lee"),
        Player("Ann Lee", 2),
        Player("Ann", 3, "Lee", twin=1),
        Player("#5", 4),
        Player("", 5),
    ]
    assert len({player.key for player in players}) == len(players)
    assert Player("Ann", 7, large_print=True).key == Player("Ann", 1).key


def test_what_was_read_is_said_in_sentences(read: Read) -> None:
    """The sentences say how many players came from which column, who was left out and why, and what
    else was read.
    """
    roster = read(
        "No,Child's name,House,State,Bus\n1,Ann Lee,Red,yes,x\n2,Ben Oko,Red,withdrawn,\n3,Cy "
        "Zed,Blue,yes,\n"
    )
    assert roster.reading == (
        "2 players from column B “Child's name”.",
        "1 left out (“State”: “withdrawn”): row 3 “Ben Oko”.",
        "Also read: club from “House”, status from “State”.",
        "Not read: “No”, “Bus”.",
    )
    assert [(one.letter, one.use, one.samples[0]) for one in roster.columns[1:3]] == [
        ("B", "name", "Ann Lee"),
        ("C", "club", "Red"),
    ]
    roster = read("number,name,needs,here\n1,Ann Lee,large print,yes\n2,Ben Oko,,yes\n")
    assert roster.reading[1:] == (
        "Also read: needs from “needs”, status from “here”.",
        "Not read: “number”.",
    )
    assert (roster.players[0].large_print, roster.warnings) == (True, ())


@pytest.mark.parametrize("name", ["王小明", "محمد", "Zoë 😀", "अनु", "Ẹ̀dá", "مهدی\u200cپور", "AUX"])
def test_whatever_is_a_name_is_read(read: Read, name: str) -> None:
    """No name is refused for its letters; invisible characters are removed."""
    roster = read(f"name,club\n{name},{name}\nAn\u200bn\ufe0f,\n")
    assert names_of(roster) == [parse_name(name), "Ann"]
    assert roster.players[0].club == parse_name(name)


def test_odd_names_are_names(read: Read) -> None:
    """Names that upset file systems, spreadsheets or markup are still names."""
    names = ["Ann Lee", "=1+1 Kid", "@captain", "<b>", "Kid 007", "R2-D2"]
    assert names_of(read("\n".join(["name", *names]))) == names


@pytest.mark.parametrize(
    ("cell", "part"),
    [
        ("A\0n", "U+0000"),
        ("x" * 201, "too long"),
        ("anonymous", "for a name"),
        ("ann@x.org", "for a name"),
        ("Bring a pen: Ben", "reads as a remark"),
        ("Cy vs. Young", "several players in one cell"),
        ('""""', "for the name above"),
        ("{{name}}", "for a name"),
    ],
)
def test_what_is_no_name_is_refused_with_its_row(
    refuse: Callable[..., str], cell: str, part: str
) -> None:
    """Ditto marks are refused too, because they would print somebody else's name."""
    refuse(
        f"name,club\nAnn Lee,A\nBen Oko,A\nCy Zed,B\n{cell},B\n",
        "roster.csv row 5, column “name”",
        part,
    )


def test_a_ditto_mark_for_a_club_is_refused(refuse: Callable[..., str]) -> None:
    """A ditto mark is no club, and everybody below would get the wrong one."""
    refuse(
        'Name,Class\nAnn,5A\nBen,"""\n'.replace('"""', '""""'),
        "row 3, column “Class”",
        "write the club out",
    )


def test_a_table_on_its_side_is_refused(refuse: Callable[..., str]) -> None:
    """If names are across the first row, “Club” is not read as a player."""
    refuse("Name,Ann Lee,Ben Oko\nClub,Rovers,City\nLarge print,yes,no\n")


def test_a_row_with_more_cells_than_headings_is_refused(refuse: Callable[..., str]) -> None:
    """An unquoted comma shifts all cells behind it, so the row is refused."""
    refuse(
        "name,club\nLee, Ann,Rovers\nBen,City\n",
        "row 2",
        "3 cells",
        "2 headings",
        "quotation marks",
    )


def test_what_only_looks_like_a_name_is_no_player(refuse: Callable[..., str]) -> None:
    """A title above bullets is asked about, however short the list is; cells that were not
    separated are refused.
    """
    refuse(
        "Kids coming to Leo's party\n- Leo\n- Ida\n\nTotal: 2\n",
        "--answer row.kids-coming-to-leo-s-party=",
    )
    refuse('"Okafor, Ben","Lee, Ann",1\n"Young, Cy",bye,\n', "for a name")


@pytest.mark.parametrize(
    ("heading", "text", "key"), [("Waiting list?", "3", "3"), ("Withdrawn on", "May 1", "may-1")]
)
def test_a_mark_under_a_heading_of_absence_is_asked(
    heading: str, text: str, key: str, refuse: Callable[..., str]
) -> None:
    """The only mark that is not known is no yes there."""
    refuse(f"Name,{heading}\nAnn Lee,\nBen Okafor,\nCy Young,{text}\n", f"--answer status.{key}=")


def test_last_names_first(read: Read, refuse: Callable[..., str]) -> None:
    """“Lee, Ann” becomes “Ann Lee”; separate columns file the player by the last name."""
    assert names_of(read('Name\n"Lee, Ann"\n"King, Martin, Jr."\n')) == [
        "Ann Lee",
        "Martin King Jr.",
    ]
    roster = read("last name,first name\nRossi,Finn\nŁuk,\n")
    assert [(player.name, player.filed) for player in roster.players] == [
        ("Finn Rossi", "Rossi, Finn"),
        ("Łuk", ""),
    ]
    both = read("Primer apellido,Segundo apellido,Nombre\nGarcía,López,Ana\n").players[0]
    assert (both.name, both.filed) == ("Ana García López", "García López, Ana")
    assert names_of(read("姓,名\n王,小明\n")) == ["王 小明"]
    refuse(
        'Name\n"Ann Lee, Rovers"\n"Ben Oko, Rovers"\n',
        "What is before the comma",
        "--answer order=",
    )


def test_a_wish_in_a_remark_is_read_and_noted(read: Read) -> None:
    """Large print and left-handed are read from remarks; a denial is no wish."""
    roster = read(
        "Name,Notes\nAnn,large print please\nBen,no large print\nCy,is left-handed (lefty)\n"
    )
    assert [(one.large_print, one.left_handed) for one in roster.players] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert len(roster.warnings) == 2


def test_a_wish_in_one_row_is_enough(read: Read) -> None:
    """If a player has a row for each round, one row with a wish is enough."""
    players = read("name,round,left\nAnn,1,\nBen,1,no\nAnn,2,yes\n").players
    assert [one.left_handed for one in players] == [True, False]


def test_only_so_many_problems_are_shown(refuse: Callable[..., str]) -> None:
    """Of a thousand problems, fifty are shown and the rest are counted."""
    message = refuse(
        "name,table\n"
        + "".join(f"Ann {n},x{'-' * (n % 2)}\nBen {n},{n}\n" for n in range(1, 1001)),
        "… and 950 more",
    )
    assert message.count("not a table number") == MOST_PROBLEMS


# Pairings


def _pairs(roster: Roster) -> list[tuple[int, int | None, list[str]]]:
    return [
        (f.round, f.table, [roster.players[index].name for index in f.players])
        for f in roster.fixtures
    ]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("name,table\nAnn,2\nBen,1\nCy,2\nDi,1", [(1, 1, "Ben Di"), (1, 2, "Ann Cy")]),
        ("name,table,seat\nAnn,2,2\nBen,2,1\nCy,,", [(1, 2, "Ben Ann")]),
        ("Table,Color,Player\n1,B,Ann\n1,W,Ben", [(1, 1, "Ben Ann")]),
        ("name,opponent\nAnn,Ben\nBen,Ann\nCy,\nDi,Cy", [(1, None, "Ann Ben"), (1, None, "Cy Di")]),
        (
            "name,opponent,table\nAnn,Ben,7\nBen,,\nCy,bye,\nDi,–,",
            [(1, 7, "Ann Ben"), (1, None, "Cy"), (1, None, "Di")],
        ),
        ("name,club,opponent\nAnn,A,Ann (B)\nAnn,B,", [(1, None, "Ann Ann")]),
        ("no,name,opponent no\n1,Ann,3\n2,Ben,0\n3,Cy,1", [(1, None, "Ann Cy"), (1, None, "Ben")]),
        (
            "name,round,table\nAnn,1,1\nBen,1,1\nAnn,2,3\nBen,2,3",
            [(1, 1, "Ann Ben"), (2, 3, "Ann Ben")],
        ),
        ("name,opponent\nBye,\nAnn,Bye", [(1, None, "Bye Ann")]),
        ('name,opponent\n"Lee, Ann","Oko, Ben"\n"Oko, Ben",', [(1, None, "Ann Lee Ben Oko")]),
        (
            "Round 3,,\nTable,White,Black\n1,Ann,Ben\n2,Cy,spielfrei",
            [(3, 1, "Ann Ben"), (3, None, "Cy")],
        ),
    ],
)
def test_pairings_are_read(read: Read, text: str, pairs: list[tuple[int, int | None, str]]) -> None:
    """Opponents, tables, seats and colors become pairings in table order; one side's word is
    enough.
    """
    assert [
        (number, table, " ".join(names)) for number, table, names in _pairs(read(text))
    ] == pairs


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "name,opponent\nAnn,Bennat\nBennet,",
            ["row 2: the opponent “Bennat” is not a player", "did you mean “Bennet”?"],
        ),
        ("name,opponent\nAnn,ann\nBen,", ["“Ann” cannot meet themselves"]),
        ("name,club,opponent\nAnn,A,\nAnn,B,\nBen,,Ann", ["row 4", "any of 2", "(Rovers)"]),
        ("name,opponent\nAnn,Ben\nBen,\nCy,Ben", ["row 4", "“Ben” is paired twice", "meets “Ann”"]),
        (
            "name,opponent\nAnn,bye\nBen,Ann",
            ["row 3", "“Ann” is paired twice in round 1", "has a bye"],
        ),
        ("name,opponent,table\nAnn,Ben,1\nBen,Ann,2", ["row 3", "at table 1 and at table 2"]),
        ("name,opponent,table\nAnn,Ben,1\nBen,,\nCy,,1", ["table 1 has 3 players"]),
        ("name,opponent,table\nAnn,bye,1\nBen,,", ["row 2", "has a bye and a table"]),
        ("name,table,seat\nAnn,1,1\nBen,1,1", ["rows 2, 3", "the same seat"]),
        ("name,round\nAnn,1\nBen,", ["row 3", "no round"]),
    ],
)
def test_contradictions_are_refused(
    refuse: Callable[..., str], text: str, parts: list[str]
) -> None:
    """Impossible or ambiguous pairings are refused with their rows and what to do."""
    refuse(text, *parts)


@pytest.mark.parametrize(
    "text", ["0", "100001", "1_000", "１０", "-1", "+5", "1e3", "1.5", "1 000", "two", "²"]
)
def test_numbers_are_plain_digits_within_bounds(refuse: Callable[..., str], text: str) -> None:
    """Tables are whole numbers from 1 to 100,000 and rounds to 1,000; anything else is refused."""
    refuse(f'name,table\nAnn,"{text}"\nBen,1\n', "row 2, column “table”", "write a whole number")
    refuse(f'name,round\nAnn,"{text}"\nBen,1\n', "row 2, column “round”", "from 1 to 1,000")


def test_a_player_who_is_withdrawn_is_left_out_and_named(read: Read) -> None:
    """“Withdrawn” in the column of opponents is recognized in several languages."""
    for word in ("withdrawn", "Dropped out", "zurückgezogen", "abandonné", "ritirato"):
        roster = read(f"name,opponent\nAnn,{word}\nBen,bye\n")
        assert names_of(roster) == ["Ben"]
        assert f"1 left out (“opponent”: “{word}”): row 2 “Ann”." in roster.reading


def test_rounds_that_leave_players_out_say_whom(read: Read) -> None:
    """The absent players of each round are kept for its notes; a row without a round is of round
    1.
    """
    roster = read("name,round\nAnn,1\nBen,1\nAnn,3\n")
    assert (roster.rounds, roster.by_round, roster.missing_by_round) == (
        3,
        True,
        ((2, (0, 1)), (3, (1,))),
    )
    assert read("name,round\nAnn,\nBen,\n").rounds == 1
    assert read("name,round,opponent\nAnn,1,Ben\nBen,2,Ann\nCy,2,bye\n").missing_by_round == (
        (1, (2,)),
    )


# Whatever comes


def test_the_documentations_examples_are_rosters(read: Read) -> None:
    """Every roster shown in docs/rosters.md is read without a question; the headings it lists are
    known.
    """
    text = DOCS.read_text(encoding="utf-8")
    rosters = [read(block) for block in re.findall(r"```csv\n(.*?)```", text, re.DOTALL)]
    assert [len(roster.players) for roster in rosters] == [3, 6, 3]
    assert [len(roster.fixtures) for roster in rosters] == [0, 3, 2]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", text, re.MULTILINE)[2:]
    words = [word.strip() for row in rows for cell in row for word in cell.split(",")]
    assert len(words) > 40
    assert [word for word in words if role_called(word) is None] == []


def _check(content: bytes, name: str, answers: dict[str, str] | None = None) -> None:
    """A roster that keeps every promise, or a refusal that can be shown: nothing else."""
    with TemporaryDirectory() as folder:
        refusal, roster = "", None
        try:
            roster = read_as(Path(folder), content, name, answers or {})
        except BadInputError as error:
            refusal = describe(error)
    if roster is None:
        assert refusal.replace("\n", "").isprintable()
        return
    assert roster.players
    assert [player.number for player in roster.players] == [*range(1, len(roster.players) + 1)]
    assert len({player.key for player in roster.players}) == len(roster.players)
    for player in roster.players:
        for text in filter(None, (player.name, player.club, player.filed)):
            assert parse_name(text) == text
            assert not any(find_name_faults(text))
    assert all(line.isprintable() for line in (*roster.warnings, *roster.reading))
    seated = [(fixture.round, player) for fixture in roster.fixtures for player in fixture.players]
    tables = [(fixture.round, fixture.table) for fixture in roster.fixtures if fixture.table]
    assert len(seated) == len({*seated})
    assert len(tables) == len({*tables})
    assert all(1 <= fixture.round <= roster.rounds for fixture in roster.fixtures)


HEADINGS = [
    "name",
    "first name",
    "nom",
    "club",
    "table",
    "seat",
    "round",
    "opponent",
    "large print",
    "status",
    "x",
    "",
]
CELLS = ["", "Ann", "Ben", "José", NFD_JOSE, "Ann (A)", "A", "1", "2", "3", "yes", "no", "bye"]
ODD_CELLS = ["王", "\0", "1_0", '"', "maybe"]


@st.composite
def _tables(draw: st.DrawFn) -> str:
    """Tables that mean something, nearly: known headings, few names and small numbers, and now and
    then anything.
    """
    headings = draw(st.lists(st.sampled_from(HEADINGS), min_size=1, max_size=6, unique=True))
    cell = st.one_of(
        st.sampled_from(CELLS), st.sampled_from(CELLS + ODD_CELLS), st.text(max_size=3)
    )
    rows = draw(
        st.lists(st.lists(cell, min_size=len(headings), max_size=len(headings)), max_size=8)
    )
    delimiter = draw(st.sampled_from(",;\t|"))
    return "\n".join(delimiter.join(row) for row in [headings, *rows])


PLENTY = settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])


@PLENTY
@given(_tables())
@example("name,table\nAnn,1\nBen,1")
@example("club,name\n\x08,\n,Ann\nAnn,\n,Ann")
def test_any_table_is_read_or_refused(text: str) -> None:
    """A table of almost sensible cells gives a valid roster, or problems and questions."""
    _check(text.encode("utf-8", "surrogatepass"), "roster.csv")


@PLENTY
@given(
    st.binary(max_size=200)
    | st.text(max_size=100).map(lambda text: text.encode("utf-16", "surrogatepass"))
)
@example(b"sep=")
@example(b"\xff\xfe\0")
@example(b"\xef\xbb\xbf")
@example(b'"')
@example(b"name\r\rAnn")
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """Any bytes in a text file give a roster of printable, unique players, or are refused."""
    _check(content, "roster.csv")


@settings(max_examples=40)
@given(
    st.text(max_size=20),
    st.sampled_from(["utf-7", "utf-16", "utf-32", "shift_jis", "hz", "cp437", "iso2022_jp"]),
)
def test_any_encoding_is_read_or_refused(text: str, encoding: str) -> None:
    """Bytes read in the wrong encoding give a roster or are refused too."""
    _check(f"name\n{text}".encode("utf-8", "surrogatepass"), "roster.csv", {"encoding": encoding})


@settings(max_examples=12)
@given(
    st.sampled_from(["good.xlsx", "good.ods"]),
    st.integers(0, 2700),
    st.binary(min_size=1, max_size=20),
)
def test_a_mutated_workbook_is_read_or_refused(name: str, place: int, noise: bytes) -> None:
    """A workbook with some overwritten bytes is read or refused; faults of the library stay in its
    process.
    """
    made = bytearray((FOLDER / name).read_bytes())
    made[place : place + len(noise)] = noise
    _check(bytes(made), name)
