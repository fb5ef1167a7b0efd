"""Match the players of a list to those of a printed event, by name and club, by renames and by what
the user says.

Matched players keep number and key, whatever the list calls them now. The list decides who plays:
players who are not in it play no later round. Doubt is a question.

`known_by_index` has what is matched so far: the player of the event, by the index of the same
person in `roster.players`, the list. `Player.key` is what a player's sheets are dealt by; it stays
the same when name or club change.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wordfleet_print.errors import BadInputError, Fix, Problem
from wordfleet_print.event.event import Event
from wordfleet_print.messages import how_many, join_words, quote, some_of
from wordfleet_print.roster.player_finder import PlayerFinder, find_similar
from wordfleet_print.roster.questions import (
    Answers,
    Choice,
    Question,
    RosterError,
    make_question_key,
)
from wordfleet_print.roster.roles import CLUB, PLAYER_NEEDS
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.sheet.player_names import parse_name

# The key of the question whether players who are not in the list have left.
GONE = "gone"
# The kind of question whether a new player is a former one with another name.
RENAMED = "renamed"
# Players who may be missing from a list without a question; and one in `GONE_SHARE` of all.
MOST_GONE = 3
GONE_SHARE = 5
MOST_NAMED = 6
# Pairs of names compared: if there are more, the list is another one.
MOST_COMPARED = 100_000
_FIELDS = {CLUB.field: "clubs", **{need.field: need.plural for need in PLAYER_NEEDS}}


def keep_answers(answers: Answers) -> dict[str, str]:
    """Return the answers that hold for the next list too."""
    return {
        key: value
        for key, value in answers.items()
        if key.partition(".")[0] not in (GONE, RENAMED, "round", "result")
    }


def rename_players(event: Event, renames: Iterable[str]) -> Roster:
    """Return the roster of a printed event with new names, each “OLD=NEW” as the list writes them.

    Raises `BadInputError` for unknown players.
    """
    players = list(event.roster.players)
    problems: list[Problem] = []
    for rename in renames:
        old, _, new = (part.strip() for part in rename.partition("="))
        index_or_fault = _find_only_player(old, players)
        if isinstance(index_or_fault, int):
            last, comma, first = new.partition(",")
            if comma and "," in old:  # as a list writes it that has last names first
                name = parse_name(f"{first} {last}")
                filed = parse_name(new)
            else:
                name = parse_name(new)
                filed = ""
            player = players[index_or_fault]
            renamed = replace(player, name=name, filed=filed, dealt=player.key)
            players[index_or_fault] = renamed
        elif isinstance(_find_only_player(new, players), str):  # else it was renamed before
            problems.append(Problem(index_or_fault, field="rename", where=quote(rename)))
    if problems:
        raise BadInputError(
            Problem("Players cannot be renamed.", advice="Write OLD=NEW."), problems
        )
    return replace(event.roster, players=tuple(players))


def match_players(roster: Roster, event: Event, renames: Iterable[str], answers: Answers) -> Roster:
    """Return the new list `roster` with numbers and keys of the event's players.

    What the list does not say of them stays as it is.

    A list that pairs players says nothing about who is not in it: they stay in the event, but not
    in the rounds that it pairs. Raises `RosterError` with every name that may be several players',
    every rename that cannot be applied, and the questions that are open; `BadInputError` if the
    user chose to stop.
    """
    problems: list[Problem] = []
    known_by_index = _apply_renames(roster, event, renames, problems)
    for players in (event.roster.players, event.former):
        known_by_index |= _match_by_name(roster, known_by_index, players, problems)
    if problems:
        raise RosterError("", problems)
    known_by_index |= _match_by_number(roster, event)
    gone = _find_gone(event, known_by_index)
    known_by_index |= _match_renamed(gone, roster, known_by_index, answers)
    gone = _find_gone(event, known_by_index)
    paired_rounds = {fixture.round for fixture in roster.fixtures if len(fixture.players) == 2}
    gone_stay = bool(paired_rounds) or keep_gone(gone, len(event.roster.players), answers)
    staying = gone if gone_stay else []
    roster = _take_over(roster, event, known_by_index)
    indices = tuple(range(len(roster.players), len(roster.players) + len(staying)))
    missing_by_round = dict(roster.missing_by_round)
    for number in paired_rounds:
        missing_by_round[number] = (*missing_by_round.get(number, ()), *indices)
    return replace(
        roster,
        players=(*roster.players, *staying),
        missing_by_round=tuple(sorted(missing_by_round.items())),
    )


def _match_by_number(roster: Roster, event: Event) -> dict[int, Player]:
    """Return the players of the event for players without a name, whose key is their number."""
    by_key = {player.key: player for player in event.players}
    return {
        index: by_key[player.key]
        for index, player in enumerate(roster.players)
        if not player.name and player.key in by_key
    }


def _find_gone(event: Event, known_by_index: Mapping[int, Player]) -> list[Player]:
    """Return the players of the event who are not matched to anybody in the new list."""
    matched_keys = {player.key for player in known_by_index.values()}
    return [player for player in event.roster.players if player.key not in matched_keys]


def keep_gone(gone: Sequence[Player], count: int, answers: Answers) -> bool:
    """Return whether the `gone` players, who are missing from a list, stay in the event.

    `count` is how many players the event has. A few have left. If more than three are missing, or
    more than a fifth, it depends on the user's answer; without one, `RosterError` is raised with
    the question. Raises `BadInputError` for the answer to stop.
    """
    if len(gone) <= MOST_GONE and GONE_SHARE * len(gone) <= count:
        return False
    answer = answers.get(GONE)
    if answer == "stop":
        raise BadInputError(
            Problem(
                "Stopped. Nothing was changed.",
                advice="Correct the list and run the same command again.",
            )
        )
    if answer not in ("stay", "left"):
        names = some_of([player.called for player in gone], MOST_NAMED)
        share = f"{len(gone):,} of {how_many(count, 'player')}"
        are = "is" if len(gone) == 1 else "are"
        text = f"{share} {are} not in this list: {names}."
        choices = (
            Choice("stay", "Only add the new ones"),
            Choice("left", "They have left"),
            Choice("stop", "Stop"),
        )
        question = Question(key=GONE, text=text, choices=choices)
        raise RosterError("", questions=[question])
    return answer == "stay"


def _find_only_player(name: str, players: Sequence[Player]) -> int | str:
    """Return the index of the only player of a name; or what is wrong with it."""
    finder = PlayerFinder(players)
    matches = finder.find_players(name)
    if len(matches) == 1:
        return matches[0]
    if matches:
        return f"several players are called {quote(name)}; add the club in parentheses"
    near = finder.find_nearest(name)
    return f"no player is called {quote(name)}" + (f"; did you mean {quote(near)}?" if near else "")


def _apply_renames(
    roster: Roster, event: Event, renames: Iterable[str], problems: list[Problem]
) -> dict[int, Player]:
    """Return the players that “OLD=NEW” matches: OLD is in the event, NEW in the list.

    A rename that cannot be applied is added to `problems`. One that an earlier print has applied
    changes nothing: then NEW is in the event, and OLD no longer in the list.
    """
    known_by_index: dict[int, Player] = {}
    for rename in renames:
        old, _, new = (part.strip() for part in rename.partition("="))
        # Each is an index, or a text that says what is wrong with the name
        in_list = _find_only_player(new, roster.players)
        in_event = _find_only_player(old, event.players)
        old_in_list = PlayerFinder(roster.players).find_players(old)
        if (
            isinstance(in_list, int)
            and isinstance(in_event, int)
            and old_in_list in ([], [in_list])
        ):
            known_by_index[in_list] = event.players[in_event]
            continue
        new_in_event = _find_only_player(new, event.players)
        was_applied = isinstance(new_in_event, int) and not old_in_list
        if isinstance(in_list, int) and was_applied:
            continue
        faults = [fault for fault in (in_list, in_event) if isinstance(fault, str)]
        what = (*faults, f"{quote(old)} is still in the list")[0]
        problems.append(Problem(what, field="rename", where=quote(rename)))
    return known_by_index


def _match_by_name(
    roster: Roster,
    known_by_index: Mapping[int, Player],
    event_players: Sequence[Player],
    problems: list[Problem],
) -> dict[int, Player]:
    """Return which of `event_players` is whom of the list, by index, of those not matched yet.

    The same name with the same club comes first, then the same letters if the clubs do not
    contradict each other. Names that may be several players' are added to `problems`.
    """
    finder = PlayerFinder(event_players)
    matched_keys = {player.key for player in known_by_index.values()}

    def find_unmatched(name: str) -> list[Player]:
        players = [event_players[at] for at in finder.find_players(name)]
        return [player for player in players if player.key not in matched_keys]

    unmatched = _list_unmatched(roster, known_by_index)
    exact: dict[int, Player] = {}
    # First players whose names are exactly the same, so that a similar name cannot take their place
    for index, player in unmatched.items():
        same = _choose_exact(player, find_unmatched(player.name))
        if same:
            exact[index] = same
            matched_keys.add(same.key)
    has_clubs = "club" not in roster.fields_without_column
    candidates: dict[int, list[Player]] = {}
    for index, player in unmatched.items():
        if index not in exact:
            candidates[index] = find_unmatched(player.name)
            if has_clubs:
                candidates[index] = _drop_other_clubs(candidates[index], player.club)
    return exact | _accept_only_candidates(roster, candidates, problems)


def _drop_other_clubs(players: Sequence[Player], club: str) -> list[Player]:
    """Return the players whose club is this one or unknown; all if this one is unknown."""
    return [player for player in players if not club or player.club in ("", club)]


def _list_unmatched(roster: Roster, known_by_index: Mapping[int, Player]) -> dict[int, Player]:
    """Return the players of the list with a name who are not matched yet, by index."""
    players = enumerate(roster.players)
    return {
        index: player for index, player in players if player.name and index not in known_by_index
    }


def _choose_exact(player: Player, same: Iterable[Player]) -> Player | None:
    """Return the player with exactly this name and club, the same twin first; None for nobody."""
    exact = [other for other in same if (other.name, other.club) == (player.name, player.club)]
    for other in exact:
        if other.twin == player.twin:
            return other
    return exact[0] if exact else None


def _accept_only_candidates(
    roster: Roster, candidates: Mapping[int, Sequence[Player]], problems: list[Problem]
) -> dict[int, Player]:
    """Return the candidate of each player of the list, by index, who has only one.

    Several candidates, and one who is also a candidate for somebody else, are added to `problems`.
    A player without a candidate is new.
    """
    times = Counter(player.key for players in candidates.values() for player in players)
    accepted = {}
    for index, players in candidates.items():
        if len(players) == 1 and times[players[0].key] == 1:
            accepted[index] = players[0]
        elif players:
            what = f"may be {join_words(map(name_with_club, players), 'or')} of the event"
            who = quote(name_with_club(roster.players[index]))
            advice = "write the club, or say which with"
            problems.append(Problem(what, fixes=(Fix.choose("rename"),), where=who, advice=advice))
    return accepted


def name_with_club(player: Player) -> str:
    """Return what messages call a player, with the club if there is one."""
    return f"{player.called} ({player.club})" if player.club else player.called


def _match_renamed(
    gone: Collection[Player], roster: Roster, known_by_index: Mapping[int, Player], answers: Answers
) -> dict[int, Player]:
    """Return the `gone` players who are in the list under a similar name, by index there.

    Only the user knows if a new name is that of a new person. Raises `RosterError` with a question
    for each similar name without an answer.
    """
    new = _list_unmatched(roster, known_by_index)
    if len(gone) * len(new) > MOST_COMPARED:
        return {}
    renamed: dict[int, Player] = {}
    questions: list[Question] = []
    remaining = [player for player in gone if player.name]
    for index, player in new.items():
        nearest = find_similar(player.name, [other.name for other in remaining])
        if nearest is None:
            continue
        before = remaining.pop(nearest)
        key = make_question_key(RENAMED, player.name)
        answer = answers.get(key)
        if answer == "yes":
            renamed[index] = before
        elif answer != "no":
            questions.append(_ask_if_renamed(key, player, before))
    if questions:
        raise RosterError("", questions=questions)
    return renamed


def _ask_if_renamed(key: str, player: Player, before: Player) -> Question:
    """Return the question whether a new player is `before`; namesakes are shown with clubs."""
    if before.name == player.name:
        now = quote(name_with_club(player))
        was = quote(name_with_club(before))
    else:
        now = quote(player.name)
        was = quote(before.name)
    text = f"{now} is new and {was} is gone. Is that one person?"
    yes = Choice("yes", f"one person, now {now}: number and sheets stay")
    return Question(
        key=key,
        text=text,
        choices=(yes, Choice("no", "two different people")),
    )


def _take_over(roster: Roster, event: Event, known_by_index: Mapping[int, Player]) -> Roster:
    """Return the roster with what the event knows of matched players, such as their keys.

    Newcomers get keys that nobody ever had. A warning names the fields that the list has no column
    for, if anybody has such a field.
    """
    fields_without_column = roster.fields_without_column - {"filed"}
    keys = {player.key for player in event.players}
    kept_fields: set[str] = set()
    players = []
    for index, player in enumerate(roster.players):
        known = known_by_index.get(index)
        if known is None:
            players.append(make_newcomer(player, keys))
        elif player.name:
            players.append(_keep_fields(player, known, fields_without_column))
            kept_fields |= {field for field in fields_without_column if getattr(known, field)}
        else:
            players.append(known)
    names = join_words(says for field, says in _FIELDS.items() if field in kept_fields)
    warnings = list(roster.warnings)
    if names:
        warnings.append(f"The list has no column for {names}: these do not change.")
    return replace(roster, players=tuple(players), warnings=tuple(warnings))


def _keep_fields(player: Player, known: Player, fields_without_column: Iterable[str]) -> Player:
    """Return a player of the list with key and fields of `known`, who is the same person.

    `fields_without_column` are those that the list cannot say, so that "" or False means nothing.
    """
    known_fields: dict[str, Any] = {field: getattr(known, field) for field in fields_without_column}
    known_fields.setdefault("club", player.club or known.club)
    name = player.name
    if "(" in player.name and "(" not in known.name:  # “Ann Lee (Rovers)” is “Ann Lee”
        name = known.name
    now = replace(
        player, **{**known_fields, "name": name, "filed": player.filed or known.filed, "dealt": ""}
    )
    # If name or club have changed, the key that the sheets were dealt by is kept
    return now if now.key == known.key else replace(now, dealt=known.key)


def make_newcomer(player: Player, keys: set[str]) -> Player:
    """Return a new player with a key that is not among `keys`, and add it there.

    If name, club and twin make a key that somebody had, the twin is counted up in the key alone.
    """
    if not player.name:
        return player
    twin = player.twin
    while (key := replace(player, twin=twin, dealt="").key) in keys:
        twin += 1
    keys.add(key)
    return player if twin == player.twin else replace(player, dealt=key)
