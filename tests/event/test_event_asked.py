"""What is asked for of an event that stands: which options plan it anew, what stays, and what is printed again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from pathlib import Path

import pytest

from support.command import texts
from wordfleet_print.cli.event_print import print_
from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.event.pack.looks import PackLooks
from wordfleet_print.event.plan.changes import PlanChange, PlanDiff, PlayerRound
from wordfleet_print.event.plan.event_file import write_record
from wordfleet_print.event.plan.matching import Rename
from wordfleet_print.games import ANY_RATING, load_edition
from wordfleet_print.services.ask_event import OF_THE_PLAN, EventRequest, NamesRequest, RoundsRequest
from wordfleet_print.services.choose_words import WordsRequest
from wordfleet_print.services.print_event import neighbours
from wordfleet_print.services.printed_event import look_at_pack
from wordfleet_print.services.sheets_again import ReprintRequest, print_round
from wordfleet_print.services.what_changed import Changes, changes_by
from wordfleet_print.sheet.sheet_code import SheetCode

PAPER = {"paper": "a4"}
OF_THE_SOURCE = {"context", "roster", "players", "encoding", "column", "answer", "sheet", "round_"}
OF_THE_PRINT = {
    *("strict", "eco", "mine", "large_print", "left_handed", "half_sheets", "with_rules", "paper", "fallback_font"),
    *("by", "per_player", "output", "workers", "json", "quiet"),
}


def _listed(*rows: str, heads: str = "name", file: str = "cup.csv") -> Path:
    Path(file).write_text("\n".join([heads, *rows]), encoding="utf-8")
    return Path(file)


def _stands(request: EventRequest) -> Path:
    """The event that is asked for, as if it had been printed."""
    job = request.job()
    job.folder.mkdir(parents=True)
    (job.folder / "event.json").write_bytes(b"".join(write_record(job.plan(), job.looks.recorded())))
    return job.folder


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_every_option_of_a_plan_plans_anew() -> None:
    """Whatever `event print` takes, but where players come from and how sheets look: no event is printed as it was
    though one of them was typed.
    """
    assert {*signature(print_).parameters} - OF_THE_SOURCE - OF_THE_PRINT == OF_THE_PLAN
    folder = _stands(EventRequest(_listed("Ann", "Ben"), looks=PAPER))
    assert EventRequest(folder, looks=PAPER, typed=frozenset(OF_THE_PRINT)).job().as_it_was
    for option in OF_THE_PLAN:
        assert not EventRequest(folder, looks=PAPER, typed=frozenset({option})).job().as_it_was
    names = NamesRequest(renames=(Rename("Ben", "Bea"),))
    job = EventRequest(folder, looks=PAPER, names=names, typed=frozenset({"rename"})).job()
    assert [player.name for player in job.plan().players] == ["Ann", "Bea"]


@pytest.mark.parametrize(("players", "spares"), [(2, 2), (40, 2), (41, 3), (200, 10)])
def test_spare_sheets_grow_with_the_players(players: int, spares: int) -> None:
    """One for each twenty players begun, two at least; an event that stands keeps its own, whatever is not typed."""
    assert EventRequest(None, players, looks=PAPER).job().scope.spare == spares


def test_an_event_that_stands_keeps_its_sheets_for_byes() -> None:
    """`--bye-sheets` holds for rounds to come, and so do title and seed, until something else is typed."""
    asked = RoundsRequest(bye_sheets=True)
    roster = _listed("Ann,", "Ben,", "Cy,bye", heads="name,opponent")
    folder = _stands(EventRequest(roster, rounds=asked, title="Gala", seed="s", looks=PAPER))
    again = EventRequest(roster, title="Cup", output=folder, looks=PAPER)
    assert (again.job().scope.title, again.job().scope.seed, again.job().scope.bye_sheets) == ("Gala", "s", True)
    typed = EventRequest(roster, title="Cup", output=folder, looks=PAPER, typed=frozenset({"title", "bye_sheets"}))
    assert (typed.job().scope.title, typed.job().scope.bye_sheets) == ("Cup", False)


def test_an_event_keeps_the_box_for_a_mine() -> None:
    """`--mine` stays in `event.json`, so that a second round and a reprint have the box as well."""
    folder = _stands(EventRequest(_listed("Ann", "Ben"), looks={**PAPER, "mine": True}))
    assert EventRequest(folder, looks=PAPER).job().looks.mine
    assert EventRequest(Path("cup.csv"), output=folder, looks=PAPER).job().looks.mine


def _changes(*changes: PlanChange, spares: Sequence[str] = (), rounds: Sequence[int] = ()) -> Changes:
    return Changes(PlanDiff((), tuple(rounds), (), (), (), (), changes, tuple(spares), ()), False, ())


HERE, THERE, NEW = PlayerRound(1, "Ben", "WF-1"), PlayerRound(2, "Ben", "WF-1"), PlayerRound(1, "Ben", "WF-2")


@pytest.mark.parametrize(
    ("changes", "papers", "key"),
    [
        (_changes(), False, False),
        (_changes(spares=["WF-3"]), False, True),
        (_changes(PlanChange(1, "Ann", HERE, NEW)), False, True),
        (_changes(PlanChange(1, "Ann", HERE, THERE)), True, True),
        (_changes(PlanChange(1, "Ann", HERE, None)), True, True),
        (_changes(PlanChange(1, "Ann", None, HERE)), True, True),
        (_changes(PlanChange(2, "Ann", None, HERE), rounds=[2]), False, False),
    ],
)
def test_what_is_stale_beside_the_sheets(changes: Changes, papers: bool, key: bool) -> None:
    """Cards, slips and index where somebody of a printed round sits elsewhere, came or is gone; the key where sheets
    are others, spare ones too. A round that is new makes nothing stale.
    """
    assert (changes.papers_stale, changes.key_stale) == (papers, key)


def test_who_has_another_layout_is_told() -> None:
    """Large print or the left hand, begun or ended: those players alone, and everybody where looks of all change."""
    heads = "name,large print,left-handed"
    folder = _stands(EventRequest(_listed("Ann,,", "Ben,x,", "Cy,,x", "Di,,", heads=heads), looks=PAPER))
    request = EventRequest(_listed("Ann,x,", "Ben,,", "Cy,,", "Di,,x", heads=heads), output=folder, looks=PAPER)
    found = changes_by(request.job(), request.job().plan())
    assert found
    assert (found.restyled, found.all_again) == (("Ann", "Ben", "Cy", "Di"), False)
    for name, value in PackLooks("a4", per_player=True, eco=True).recorded().items():
        other = EventRequest(folder, looks={**PAPER, name: value}, typed=frozenset({name}))
        told = changes_by(other.job(), other.job().plan())
        assert told is not None
        assert (told.all_again, told.plan) == (name == "eco", None)


@pytest.mark.parametrize(("rows", "told"), [(("Ann", "Ben", "Cy"), True), (("Ann", "Ben"), False), (("Ann",), False)])
def test_an_event_of_most_of_the_players_is_told(rows: Sequence[str], told: bool) -> None:
    """Of four players of a new event more than half must be in the one beside it."""
    folder = _stands(EventRequest(_listed(*rows, "Xenia", file="old.csv"), output=Path("out/old"), looks=PAPER))
    new = EventRequest(_listed("Ann", "Ben", "Cy", "Di"), output=Path("out/new"), looks=PAPER)
    assert [*neighbours(new.job())] == [folder] * told


def test_what_a_pack_lacks_is_told() -> None:
    """Of a pack whose files went lost, each kind that was printed."""
    request = EventRequest(_listed("Ann", "Ben"), looks=PAPER)
    request.folder.mkdir(parents=True)
    job = request.job()
    written = job.print(job.pack(job.plan()))
    assert look_at_pack(request.folder).missing == ()
    for name in ("spares.pdf", "name-index.pdf"):
        (request.folder / name).unlink()
    assert look_at_pack(request.folder).missing == ("spares", "name-index")
    assert len(look_at_pack(request.folder).files) == len(written) - 2


def test_terms_of_an_event_that_stands_change_by_what_is_typed() -> None:
    """Fairness takes its usual band along; grids and a band of `wordfleet.toml` change nothing. What does not go
    together is refused, though one of the two stands in the event.
    """
    folder = _stands(EventRequest(_listed("Ann", "Ben"), looks=PAPER))
    usual = EventRequest(folder, looks=PAPER, placed=True, band=(0, 9), words=WordsRequest(fair=False)).job().terms
    assert (usual.placed, usual.fair, usual.band) == (False, True, load_edition("word-fleet").fairness.band)
    typed = EventRequest(folder, looks=PAPER, placed=True, words=WordsRequest(fair=False), typed=frozenset({"fair"}))
    assert (typed.job().terms.fair, typed.job().terms.band) == (False, ANY_RATING)
    both = replace(typed, band=(0, 9), typed=frozenset({"fair", "band"}))
    blank = _stands(EventRequest(_listed("Cy", "Di", file="b.csv"), words=WordsRequest(blank=True), looks=PAPER))
    for request in (both, EventRequest(blank, placed=True, looks=PAPER, typed=frozenset({"placed"}))):
        with pytest.raises(UsageError, match=r"of any ratings|no words to place"):
            request.job()


def test_a_sheet_again_is_that_of_its_round() -> None:
    """Of several rounds one must be said, of a spare sheet none; who has left is told as that; several players' sheets
    are those of the rounds named with them.
    """
    rows = ("Ann", "Ben", "Cy", "Di")
    first = EventRequest(_listed(*rows), rounds=RoundsRequest(2), looks=PAPER)
    folder = _stands(first)
    again = EventRequest(_listed(*rows[:3]), output=folder, rounds=RoundsRequest(redeal=frozenset({1, 2})), looks=PAPER)
    plan = again.job().plan()
    (folder / "event.json").write_bytes(b"".join(write_record(plan, PackLooks("a4").recorded())))
    wish = ReprintRequest(folder, captain=None, number=None, table=None, spare=None, round=None)
    for refused in (wish, replace(wish, spare=1, round=1), replace(wish, number=1), replace(wish, number=1, table=1)):
        with pytest.raises(UsageError):
            refused.sheets()
    with pytest.raises(BadInputError, match="“di” left the event"):
        replace(wish, captain="di", round=1).sheets()
    with pytest.raises(BadInputError, match="“dov” is not in the event"):
        replace(wish, captain="dov", round=1).sheets()
    one = replace(wish, captain="Ann", round=2).sheets()
    assert [label.endswith("round 2)") for label in one.sheets] == [True]
    pages = ["".join(page.split()) for page in texts(print_round(folder, None, frozenset({(1, "Ann"), (2, "Cy")})))]
    codes = [str(SheetCode(plan.terms.deck().digest, plan.seeds[at][place])) for at, place in ((0, 0), (1, 2))]
    assert [code in page for code, page in zip(codes, pages, strict=True)] == [True, True]


def test_a_list_of_a_later_round_is_that_round_from_the_start() -> None:
    """What a list pairs is no draw of ours, also where nothing was printed before."""
    listed = _listed("1,Ann,Ben", "2,Cy,Di", heads="Board,White,Black")
    plan = EventRequest(listed, looks=PAPER, rounds=RoundsRequest(listed=3)).job().plan()
    names = [player.name for player in plan.players]
    met = {
        (one.number, frozenset((names[first], names[second or 0]))) for one in plan.rounds for _, first, second in one
    }
    assert met == {(3, frozenset({"Ann", "Ben"})), (3, frozenset({"Cy", "Di"}))}
