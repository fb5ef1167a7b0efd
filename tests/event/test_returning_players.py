"""Who of a list is who of a printed event: by name, by club, by renames and by what the user
says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from support.sheets import make_draft
from wordfleet_print.errors import BadInputError
from wordfleet_print.event.event import Event
from wordfleet_print.event.plan.changes import compare_plans
from wordfleet_print.event.plan.planner import plan_rounds
from wordfleet_print.event.plan.returning_players import keep_answers, match_players, rename_players
from wordfleet_print.roster.questions import Question, RosterError
from wordfleet_print.roster.roster import Fixture, Player, Roster, numbered_roster

NAMES = ["Ann Lee", "Finn Rossi", "Cleo Marsh", "Dov Adler", "Eve Quinn", "Gus Hale"]
NO_CLUBS = frozenset({"club", "large_print", "left_handed"})


def _make_roster(names: Sequence[str], *, missing: frozenset[str] = NO_CLUBS) -> Roster:
    """A list of names, or of names with clubs: “Ann Lee/Quay”."""
    parts = [name.partition("/") for name in names]
    return Roster(
        tuple(Player(name, at, club) for at, (name, _, club) in enumerate(parts, start=1)),
        fields_without_column=missing,
    )


def _print(roster: Roster, previous: Event | None = None, rounds: int = 1) -> Event:
    return plan_rounds(make_draft(roster, seed="names"), rounds, 1, previous=previous)


def _match(
    names: Sequence[str] | Roster,
    plan: Event,
    *renames: str,
    answers: Mapping[str, str] | None = None,
) -> list[str]:
    """Who plays next, each with the earlier number or the next one."""
    roster = names if isinstance(names, Roster) else _make_roster(names)
    found = _print(match_players(roster, plan, renames, answers or {}), plan, rounds=2)
    return [f"{one.name} {one.number}" for one in found.roster.players]


def _questions(roster: Roster, plan: Event, **answers: str) -> list[Question]:
    with pytest.raises(RosterError) as caught:
        match_players(roster, plan, (), answers)
    assert not caught.value.faults
    return list(caught.value.questions)


PLAN = _print(_make_roster(NAMES))


def test_the_list_decides_who_plays() -> None:
    """Players who are not in the list play no later round; those who return keep number and key."""
    assert _match(NAMES[1:], PLAN) == [
        "Finn Rossi 2",
        "Cleo Marsh 3",
        "Dov Adler 4",
        "Eve Quinn 5",
        "Gus Hale 6",
    ]
    less = _print(match_players(_make_roster(NAMES[1:]), PLAN, (), {}), PLAN, rounds=2)
    assert [player.name for player in less.former] == ["Ann Lee"]
    assert compare_plans(PLAN, less).left == ("Ann Lee",)
    back = _print(match_players(_make_roster(NAMES), less, (), {}), less, rounds=3)
    assert (compare_plans(less, back).joined, compare_plans(less, back).returned) == (
        (),
        ("Ann Lee",),
    )
    assert back.roster.players[0].key == PLAN.players[0].key


def test_a_list_of_pairs_says_nothing_of_who_is_not_in_it() -> None:
    """Players who are not in a list of pairs stay in the event, but not in the round that it
    pairs.
    """
    pairs = replace(
        _make_roster(NAMES[:2]), fixtures=(Fixture(2, 1, (0, 1)),), rounds=2, by_round=True
    )
    roster = match_players(pairs, PLAN, (), {})
    assert {player.name for player in roster.players} == {*NAMES}
    assert roster.find_absent(2) == {2, 3, 4, 5}
    assert roster.find_absent(3) == set()


def test_many_who_are_gone_at_once_are_a_question() -> None:
    """Of 12 players, a list has Ann and three new ones: the choices are only add them, they have
    left, stop.
    """
    twelve = [*NAMES, "Ivy Stone", "Kim Yates", "Leo Usher", "Mia Tran", "Ned Sato", "Ora Reyes"]
    plan, listed = (
        _print(_make_roster(twelve)),
        _make_roster(["Ann Lee", "Zed Bok", "Xi Wu", "Ugo Pym"]),
    )
    (question,) = _questions(listed, plan)
    assert question.text.startswith("11 of 12 players are not in this list: Finn Rossi, ")
    labels = [choice.label for choice in question.choices]
    assert labels == ["Only add the new ones", "They have left", "Stop"]
    assert [one.value for one in question.as_problem("").fixes] == ["gone=stay", "gone=left"]
    left = match_players(listed, plan, (), {"gone": "left"})
    assert [one.name for one in left.players] == [one.name for one in listed.players]
    stay = match_players(listed, plan, (), {"gone": "stay"})
    assert [one.name for one in stay.players] == [
        *(one.name for one in listed.players),
        *twelve[1:],
    ]
    with pytest.raises(BadInputError, match="Nothing was changed"):
        match_players(listed, plan, (), {"gone": "stop"})
    assert keep_answers({"gone": "left", "renamed.x": "no", "status.maybe": "out"}) == {
        "status.maybe": "out"
    }


@pytest.mark.parametrize(
    ("count", "gone", "asked"), [(40, 3, False), (40, 4, True), (10, 2, False), (10, 3, True)]
)
def test_more_than_three_or_a_fifth_are_many(count: int, gone: int, asked: bool) -> None:
    """Players without names are asked about too: `--players 36` after 40."""
    plan = _print(numbered_roster(count))
    fewer = numbered_roster(count - gone)
    if asked:
        assert [one.key for one in _questions(fewer, plan)] == ["gone"]
    else:
        assert len(match_players(fewer, plan, (), {}).players) == count - gone


def test_a_name_that_may_be_a_former_one_is_a_question() -> None:
    """For one player gone and a similar name new, “one person” keeps number and sheets and “two
    people” does not.
    """
    listed = _make_roster(["Ann Lee", "Finn Rossy", *NAMES[2:]])
    (question,) = _questions(listed, PLAN)
    assert question.text == "“Finn Rossy” is new and “Finn Rossi” is gone. Is that one person?"
    assert _match(listed, PLAN, answers={question.key: "yes"})[1] == "Finn Rossy 2"
    assert _match(listed, PLAN, answers={question.key: "no"})[1] == "Finn Rossy 7"
    one = _print(match_players(listed, PLAN, (), {question.key: "yes"}), PLAN)
    assert (one.seeds, one.rounds) == (PLAN.seeds, PLAN.rounds)
    assert compare_plans(PLAN, one).renamed == (("Finn Rossi", "Finn Rossy"),)


def test_the_same_letters_in_any_order_are_the_same_player() -> None:
    """Accents, case, “Lee, Ann” and emoji make nobody a new player; names that differ in one letter
    stay two.
    """
    assert _match(["Lee, Ánn", "FINN ROSSI", *NAMES[2:]], PLAN)[:2] == [
        "Lee, Ánn 1",
        "FINN ROSSI 2",
    ]
    plan = _print(_make_roster(["Nate Poe ✅", "Bo Ek", "Bo Ek 🎲", "Cy Orr"]))
    assert _match(["Bo Ek 🎲", "Nate Poe", "Bo Ek", "Cy Orr"], plan) == [
        "Bo Ek 🎲 3",
        "Nate Poe 1",
        "Bo Ek 2",
        "Cy Orr 4",
    ]


@pytest.mark.parametrize("known", [True, False], ids=["a club is left out", "a club comes later"])
def test_an_empty_club_is_an_unknown_one(known: bool) -> None:
    """A player matched by name alone stays the same and gets the club that the list adds."""
    clubs = _make_roster(["Ann/Quay", "Bo/Reef", "Cy/Quay"], missing=frozenset())
    bare = _make_roster(["Ann", "Bo", "Cy"])
    plan = _print(clubs if known else bare)
    roster = match_players(bare if known else clubs, plan, (), {})
    assert [(one.name, one.club) for one in roster.players] == [
        ("Ann", "Quay"),
        ("Bo", "Reef"),
        ("Cy", "Quay"),
    ]
    assert [one.key for one in roster.players] == [one.key for one in plan.players]


def test_namesakes_are_found_by_their_clubs() -> None:
    """Namesakes are found by a column of clubs or a club in brackets; without a club a problem
    names both.
    """
    plan = _print(
        _make_roster(["Ann Lee/Quay", "Ann Lee/Reef", "Bo Ek", "Cy Orr"], missing=frozenset())
    )
    for listed in (
        _make_roster(["Ann Lee (Reef)"]),
        _make_roster(["Ann Lee/Reef"], missing=frozenset()),
    ):
        found = match_players(listed, plan, (), {"gone": "left"}).players[0]
        assert (found.name, found.club, found.key) == ("Ann Lee", "Reef", plan.players[1].key)
    with pytest.raises(
        BadInputError, match=r"may be Ann Lee \(Quay\) or Ann Lee \(Reef\) of the event"
    ):
        match_players(_make_roster(["Ann Lee", "Bo Ek", "Cy Orr"]), plan, (), {})
    rename, left = "Ann Lee (Reef)=Ann Lee", {"gone": "left"}
    assert _match(["Ann Lee", "Bo Ek", "Cy Orr"], plan, rename, answers=left)[0] == "Ann Lee 2"


def test_what_a_list_has_no_column_for_stays() -> None:
    """Clubs and needs stay if the list has no column for them, and a note says so."""
    wish = replace(PLAN.players[0], large_print=True, club="Quay")
    plan = replace(PLAN, roster=replace(PLAN.roster, players=(wish, *PLAN.players[1:])))
    roster = match_players(_make_roster(NAMES), plan, (), {})
    assert roster.players[0] == replace(wish, dealt=wish.key if roster.players[0].dealt else "")
    assert (
        "The list has no column for clubs and large print: these do not change." in roster.warnings
    )


@pytest.mark.parametrize("rename", ["Finn Rossi=Ivo Bo", "Rossi, Finn=Bo, Ivo"])
def test_a_rename_keeps_number_and_sheets(rename: str) -> None:
    """Names are given as the list writes them; renaming again changes nothing; a printed event can
    be renamed too.
    """
    listed = _make_roster(["Ann Lee", "Ivo Bo", *NAMES[2:]])
    once = _print(match_players(listed, PLAN, (rename,), {}), PLAN)
    assert (once.players[1].name, once.players[1].number, once.seeds) == ("Ivo Bo", 2, PLAN.seeds)
    assert _print(match_players(listed, once, (rename,), {}), once) == once
    itself = rename_players(PLAN, (rename,))
    assert (itself.players[1].name, itself.players[1].key) == ("Ivo Bo", PLAN.players[1].key)
    assert rename_players(once, (rename,)) == once.roster


@pytest.mark.parametrize(
    ("rename", "what"),
    [
        ("Nobody=Finn Rossy", "no player is called “Finn Rossy”; did you mean “Finn Rossi”?"),
        ("Ann Lee=Finn Rossi", "“Ann Lee” is still in the list"),
        ("Zed=Finn Rossi", ""),
    ],
)
def test_a_rename_of_nobody_is_refused(rename: str, what: str) -> None:
    """An unknown name, and one that is still in the list, is refused; a rename that was done before
    is not.
    """
    if not what:
        assert _match(NAMES, PLAN, rename)[1] == "Finn Rossi 2"
        return
    with pytest.raises(BadInputError) as caught:
        match_players(_make_roster(NAMES), PLAN, (rename,), {})
    assert what in str(caught.value)
