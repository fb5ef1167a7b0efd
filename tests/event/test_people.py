"""Who of a list is who of a printed event: by name, by club where it is given, by what the organiser says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.sheets import TERMS
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.plan.changes import diff_plans, likely_same, within_edits
from wordfleet_print.event.plan.matching import Rename, recognised, renamed_roster
from wordfleet_print.event.plan.plan import NO_SHEET, EventPlan, Retired, Scope
from wordfleet_print.event.plan.planner import plan_event
from wordfleet_print.event.roster.roster import Player, Roster


def _plan(
    names: list[str],
    earlier: EventPlan | None = None,
    renames: tuple[Rename, ...] = (),
    opened: frozenset[int] = frozenset(),
) -> EventPlan:
    roster = Roster(tuple(Player(name, number) for number, name in enumerate(names, start=1)))
    if earlier:
        roster, earlier = recognised(roster, earlier, renames)
    return plan_event(roster, TERMS, Scope("Cup", "names", 2, 1), earlier=earlier, opened=opened)


NAMES = ["Ann Lee", "Finn Rossi", "Cleo Marsh", "Dov Adler", "Eve Quinn"]
TYPO = Rename("Finn Rossix", "Finn Rossi")
MISTYPED = _plan([name.replace("Rossi", "Rossix") for name in NAMES])


@pytest.mark.parametrize("opened", [frozenset(), frozenset({1, 2})], ids=["rounds stand", "rounds paired anew"])
def test_a_corrected_name_keeps_number_sheets_and_tables(opened: frozenset[int]) -> None:
    """Renamed at once, or after the pack was printed with somebody new, who has sheets where rounds were paired anew:
    the event is as with the right name from the start, number and all; once more changes nothing.
    """
    at_once = _plan(NAMES, MISTYPED, (TYPO,))
    assert (at_once.rounds, at_once.seeds, at_once.retired) == (MISTYPED.rounds, MISTYPED.seeds, ())
    assert at_once.roster.players[1] == Player("Finn Rossi", 2, dealt=MISTYPED.players[1].key)
    meanwhile = _plan(NAMES, MISTYPED, opened=opened)
    assert meanwhile.seeds != MISTYPED.seeds
    later = _plan(NAMES, meanwhile, (TYPO,))
    assert (later.seeds, later.roster) == (MISTYPED.seeds, at_once.roster)
    assert {sheet.key for sheet in later.retired} == ({later.roster.players[1].key} if opened else set())
    assert _plan(NAMES, later, (TYPO,)) == later
    assert not diff_plans(at_once, _plan(NAMES, at_once, (TYPO,)))


def test_a_rename_takes_filing_wishes_and_sheets_out_of_use_along() -> None:
    """The event is as if all had been written so from the start, sheets of earlier deals too; one who came meanwhile,
    and has sheets of rounds that are both's, gives them up, and they stay taken.
    """
    was = replace(MISTYPED.players[1], club="Quay", large_print=True)
    old = Retired(was.key, 2, 3, 12345)
    people = (MISTYPED.players[0], was, *MISTYPED.players[2:])
    known = replace(MISTYPED, roster=Roster(people), retired=(old,))
    says_little = Roster(
        tuple(Player(name, number) for number, name in enumerate(NAMES, start=1)), unsaid=frozenset({"large_print"})
    )
    roster, _ = recognised(says_little, known, (TYPO,))
    assert roster.players[1] == Player("Finn Rossi", 2, "Quay", large_print=True, dealt=was.key)
    again = plan_event(roster, TERMS, Scope("Cup", "names", 2, 1), earlier=known)
    assert (again.seeds, again.gone, again.retired) == (MISTYPED.seeds, (), (old,))
    meanwhile = _plan(NAMES, MISTYPED, opened=frozenset({1, 2}))
    _, later = recognised(meanwhile.roster, meanwhile, (TYPO,))
    newcomers = {seeds[1] for seeds in meanwhile.seeds}
    assert {sheet.seed for sheet in later.retired if sheet.key == later.players[1].key} >= newcomers
    assert [seeds[1] for seeds in later.seeds] == [seeds[1] for seeds in MISTYPED.seeds]
    alone = renamed_roster(Roster((replace(was, name="Finn Rossix", filed="Rossix, Finn"),)), (TYPO,)).players
    assert alone == (replace(was, name="Finn Rossi", dealt=was.key),)


def test_one_who_was_printed_under_two_names_is_one_again() -> None:
    """A typo in the list of round 2: with number, club and large print of the first, and the sheets of both rounds; a
    diff tells of no sheet that is out of use.
    """
    first = tuple(replace(one, club="Quay", large_print=True) for one in Roster(_people(NAMES)).players)
    round_1 = plan_event(Roster(first), TERMS, Scope("Cup", "names", 1, 0))
    listed = Roster(
        _people([name.replace("Rossi", "Rossy") for name in NAMES]), unsaid=frozenset({"club", "large_print"})
    )
    scope = Scope("Cup", "names", 2, 0, frozenset({2}))
    roster, _ = recognised(listed, round_1)
    both = plan_event(roster, TERMS, scope, earlier=round_1)
    assert [player.number for player in both.players if player.name.startswith("Finn")] == [6, 2]
    roster, known = recognised(listed, both, (Rename("Finn Rossi", "Finn Rossy"),))
    one = plan_event(roster, TERMS, scope, earlier=known)
    (finn,) = (player for player in one.players if player.name.startswith("Finn"))
    assert (finn.number, finn.club, finn.large_print) == (2, "Quay", True)
    assert {seed for seeds in one.seeds for seed in seeds} == {seed for seeds in both.seeds for seed in seeds} - {
        NO_SHEET
    }
    assert not [line for line in diff_plans(both, one).lines() if "out of use" in line or "WF-" in line]
    assert ("renamed: Finn Rossi is Finn Rossy", True) in [(line, True) for line in diff_plans(round_1, one).lines()]


def _people(names: list[str]) -> tuple[Player, ...]:
    return tuple(Player(name, number) for number, name in enumerate(names, start=1))


CLUBS = {"Ann Lee": "Quay", "Bo Ek": "Reef", "Cy Orr": "Quay", "Di Abel": "Reef"}


@pytest.mark.parametrize("known", [True, False], ids=["a club is left out", "a club comes later"])
def test_an_empty_club_is_an_unknown_one(known: bool) -> None:
    """Whoever is found by name alone stays who they are, with whatever the list says more."""
    people = [Player(name, number, club) for number, (name, club) in enumerate(CLUBS.items(), start=1)]
    without = tuple(replace(one, club="") for one in people)
    printed, listed = (Roster(one) for one in ((tuple(people), without) if known else (without, tuple(people))))
    plan = plan_event(printed, TERMS, Scope("Cup", "clubs", 1, 0))
    listed = Roster(
        tuple(Player(name, at, club * (not known)) for at, (name, club) in enumerate(CLUBS.items(), start=1))
    )
    roster, _ = recognised(listed, plan)
    assert [(one.name, one.club) for one in roster.players] == [*CLUBS.items()]
    assert [one.key for one in roster.players] == [one.key for one in printed.players]
    assert not any(diff_plans(plan, plan_event(roster, TERMS, Scope("Cup", "clubs", 1, 0), earlier=plan)).joined)


def test_namesakes_are_found_by_their_clubs() -> None:
    """In a column, or in brackets behind the name; without a club it is asked which of them is meant."""
    twins = Roster((Player("Ann Lee", 1, "Quay"), Player("Ann Lee", 2, "Reef"), Player("Bo Ek", 3)))
    plan = plan_event(twins, TERMS, Scope("Cup", "twins", 1, 0))
    for named in (Player("Ann Lee (Reef)", 1), Player("Ann Lee", 1, "Reef")):
        (found,) = recognised(Roster((named,)), plan)[0].players
        assert (found.name, found.club, found.number) == ("Ann Lee", "Reef", 2)
    with pytest.raises(BadInputError) as caught:
        recognised(Roster((Player("Ann Lee", 1),)), plan)
    assert "may be Ann Lee (Quay) or Ann Lee (Reef), as the event has them" in str(caught.value)
    (told,) = recognised(Roster((Player("Ann Lee", 1),)), plan, (Rename("Ann Lee (Reef)", "Ann Lee"),))[0].players
    assert (told.club, told.number) == ("Reef", 2)


def test_an_emoji_makes_nobody_another_player() -> None:
    """Whoever is printed without it is found without it, and two names that differ by one stay two."""
    plan = plan_event(Roster(_people(["Nate Poe ✅", "Bo Ek", "Bo Ek 🎲"])), TERMS, Scope("Cup", "emoji", 1, 0))
    roster, _ = recognised(Roster(_people(["Bo Ek 🎲", "Nate Poe", "Bo Ek"])), plan)
    assert [(one.name, one.number) for one in roster.players] == [("Bo Ek 🎲", 3), ("Nate Poe", 1), ("Bo Ek", 2)]


def test_who_comes_back_is_told_as_returning() -> None:
    """Absent from the list of round 2, in that of round 3 again: no newcomer, and with the number of before."""
    plan = _plan(NAMES)
    less = _plan(NAMES[1:], plan)
    assert [*diff_plans(plan, less).left] == ["Ann Lee"]
    back = _plan(NAMES, less)
    assert (diff_plans(less, back).joined, diff_plans(less, back).returned) == ((), ("Ann Lee",))
    assert {player.name: player.number for player in back.roster.players}["Ann Lee"] == 1


def test_two_players_do_not_become_one() -> None:
    """Who left and who is here were both in a round, or the name is that of two: refused, and told."""
    fewer = _plan(NAMES[1:], _plan(NAMES))
    with pytest.raises(BadInputError, match="cannot be renamed") as caught:
        recognised(fewer.roster, fewer, (Rename("Ann Lee", "Finn Rossi"),))
    assert "“Ann Lee” and “Finn Rossi” are both in round 1" in str(caught.value)
    twins = Roster((Player("Bo", 1, "Quay"), Player("Bo", 2, "Reef"), Player("Cy", 3)))
    plan = plan_event(twins, TERMS, Scope("Cup", "names", 1, 0))
    roster = Roster((Player("Bea", 1), Player("Cy", 2)))
    with pytest.raises(BadInputError, match="cannot be renamed") as caught:
        recognised(roster, plan, (Rename("Bo", "Bea"),))
    assert "several players are called “Bo”" in str(caught.value)
    known, _ = recognised(roster, plan, (Rename("Bo (Reef)", "Bea"),))
    assert [(one.name, one.number, one.club) for one in known.players] == [("Bea", 2, "Reef"), ("Cy", 3, "")]


@pytest.mark.parametrize(
    ("rename", "told"),
    [
        (Rename("Nobody", "Finn Rossy"), "“Finn Rossy” is not in the roster; did you mean “Finn Rossi”?"),
        (Rename("Ann Lee", "Finn Rossi"), "“Ann Lee” is still in the roster"),
    ],
)
def test_a_rename_of_nobody_is_refused(rename: Rename, told: str) -> None:
    """A name that is not there, or still is, is told, with the nearest one."""
    with pytest.raises(BadInputError) as caught:
        _plan(NAMES, MISTYPED, (rename,))
    assert told in str(caught.value)


def test_the_likely_same_are_told() -> None:
    """One or two letters, case and accents, a club, or another name in the same row: told once each, and no others."""
    old = Roster(tuple(Player(name, 1, club) for name, club in zip(NAMES, ["", "", "A", "", ""], strict=True)))

    def pairs(*changes: tuple[int, str, str]) -> list[tuple[str, str]]:
        players = list(old.players)
        for at, name, club in changes:
            players[at] = replace(players[at], name=name, club=club)
        return [(before.name, now.name) for before, now in likely_same(old, Roster(tuple(players)))]

    assert pairs((1, "Finn Rosssi", "")) == [("Finn Rossi", "Finn Rosssi")]
    assert pairs((1, "Fin Rosis", ""), (0, "ann  lée", "")) == [("Ann Lee", "ann  lée"), ("Finn Rossi", "Fin Rosis")]
    assert pairs((2, "Cleo Marsh", "B")) == [("Cleo Marsh", "Cleo Marsh")]
    assert pairs((3, "Bob", "")) == [("Dov Adler", "Bob")]
    assert pairs((3, "Bob", "C")) == []


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edits_are_counted_as_typed(one: str, other: str) -> None:
    """One edit leads from one to the other and back; two at most are two edits one after the other."""
    near = {one} | _edited(one)
    assert within_edits(one, other, 1) == within_edits(other, one, 1) == (other in near)
    assert within_edits(one, other, 2) <= any(other in _edited(text) for text in near)
    assert all(within_edits(one, text, 2) for text in near)


def _edited(text: str) -> set[str]:
    cuts = [(text[:at], text[at:]) for at in range(len(text) + 1)]
    swapped = {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    changed = {a + char + b[skip:] for a, b in cuts for char in ("", *"abc") for skip in (0, 1)}
    return swapped | changed
