"""Match the players of a list to those of a printed event, by name and club, by renames and by what
the user says.

Matched players keep number and key, whatever the list calls them now. The list decides who plays:
players who are not in it play no later round. Doubt is a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

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
        before, after = (_find_one(name, players) for name in (old, new))
        if isinstance(before, int):
            last, comma, first = new.partition(",")
            if comma and "," in old:  # as a list writes it that has last names first
                name = parse_name(f"{first} {last}")
                filed = parse_name(new)
            else:
                name = parse_name(new)
                filed = ""
            key = players[before].key
            players[before] = replace(players[before], name=name, filed=filed, dealt=key)
        elif not isinstance(after, int):
            problems.append(Problem(before, field="rename", where=quote(rename)))
    if problems:
        raise BadInputError(
            Problem("Players cannot be renamed.", advice="Write OLD=NEW."), problems
        )
    return replace(event.roster, players=tuple(players))


def match_players(roster: Roster, event: Event, renames: Iterable[str], answers: Answers) -> Roster:
    """Return the roster with the keys of the event's players.

    What the list does not say of them stays as it is.

    A list that pairs players says nothing about who is not in it: they stay in the event, but not
    in the rounds that it pairs. Raises `RosterError` with every name that may be several players',
    every rename that cannot be applied, and the questions that are open; `BadInputError` if the
    user chose to stop.
    """
    wrong: list[Problem] = []
    known_by_index = _apply_renames(roster, event, renames, wrong)
    for known in (event.roster.players, event.former):
        known_by_index |= _match_by_name(roster, known_by_index, known, wrong)
    if wrong:
        raise RosterError("", wrong)
    by_key = {player.key: player for player in event.players}
    known_by_index |= {
        at: by_key[player.key]
        for at, player in enumerate(roster.players)
        if not player.name and player.key in by_key
    }
    gone = _find_gone(event, known_by_index)
    known_by_index |= _match_renamed(gone, roster, known_by_index, answers)
    gone = _find_gone(event, known_by_index)
    pairs = {fixture.round for fixture in roster.fixtures if len(fixture.players) == 2}
    absent = gone if pairs or keep_gone(gone, len(event.roster.players), answers) else []
    roster = _take_over(roster, event, known_by_index)
    indices = tuple(range(len(roster.players), len(roster.players) + len(absent)))
    missing_by_round = dict(roster.missing_by_round)
    for number in pairs:
        missing_by_round[number] = (*missing_by_round.get(number, ()), *indices)
    return replace(
        roster,
        players=(*roster.players, *absent),
        missing_by_round=tuple(sorted(missing_by_round.items())),
    )


def _find_gone(event: Event, known_by_index: Mapping[int, Player]) -> list[Player]:
    matched = {player.key for player in known_by_index.values()}
    return [player for player in event.roster.players if player.key not in matched]


def keep_gone(gone: Sequence[Player], count: int, answers: Answers) -> bool:
    """Return whether players who are missing from a list stay in the event; of `count` players in
    all.

    Raises `RosterError` with a question if more than three, or more than a fifth, are missing and
    nobody has said.
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
        raise RosterError("", (), [Question(GONE, text, choices)])
    return answer == "stay"


def _find_one(name: str, players: Sequence[Player]) -> int | str:
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
    roster: Roster, event: Event, renames: Iterable[str], wrong: list[Problem]
) -> dict[int, Player]:
    """Return who of the event is who of the list by these renames; one that was applied before
    changes nothing.
    """
    known_by_index: dict[int, Player] = {}
    for rename in renames:
        before, _, after = (part.strip() for part in rename.partition("="))
        index = _find_one(after, roster.players)
        known = _find_one(before, event.players)
        still = PlayerFinder(roster.players).find_players(before)
        if isinstance(index, int) and isinstance(known, int) and still in ([], [index]):
            known_by_index[index] = event.players[known]
        elif (
            not isinstance(index, int)
            or still
            or not isinstance(_find_one(after, event.players), int)
        ):
            faults = [fault for fault in (index, known) if isinstance(fault, str)]
            what = (*faults, f"{quote(before)} is still in the list")[0]
            wrong.append(Problem(what, field="rename", where=quote(rename)))
    return known_by_index


def _match_by_name(
    roster: Roster,
    known_by_index: Mapping[int, Player],
    known: Sequence[Player],
    wrong: list[Problem],
) -> dict[int, Player]:
    """Return who of those not `known_by_index` yet, by index, is which of the `known` players.

    The same name with the same club comes first, then the same letters if the clubs do not
    contradict each other.
    """
    finder = PlayerFinder(known)
    keys = {player.key for player in known_by_index.values()}

    def find_free(name: str) -> list[Player]:
        players = [known[at] for at in finder.find_players(name)]
        return [player for player in players if player.key not in keys]

    others = _list_new(roster, known_by_index)
    more: dict[int, Player] = {}
    # First players whose names are exactly the same, so that a similar name cannot take their place
    for index, player in others.items():
        same = _choose_exact(player, find_free(player.name))
        if same:
            more[index] = same
            keys.add(same.key)
    is_club_known = "club" not in roster.fields_without_column
    ways: dict[int, list[Player]] = {}
    for index, player in others.items():
        if index not in more:
            ways[index] = find_free(player.name)
            if is_club_known:
                ways[index] = _drop_other_clubs(ways[index], player.club)
    return more | _settle_claims(roster, ways, wrong)


def _drop_other_clubs(players: Sequence[Player], club: str) -> list[Player]:
    """Return the players whose club is this one or unknown; all if this one is."""
    return [player for player in players if not club or player.club in ("", club)]


def _list_new(roster: Roster, known_by_index: Mapping[int, Player]) -> dict[int, Player]:
    """Return the players of the list with a name who are not `known_by_index` yet, by index."""
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


def _settle_claims(
    roster: Roster, ways: Mapping[int, Sequence[Player]], wrong: list[Problem]
) -> dict[int, Player]:
    """Return who is clearly one player; who may be several, or is claimed twice, is a problem."""
    claims = Counter(player.key for players in ways.values() for player in players)
    settled = {}
    for index, players in ways.items():
        if len(players) == 1 and claims[players[0].key] == 1:
            settled[index] = players[0]
        elif players:
            what = f"may be {join_words(map(name_with_club, players), 'or')} of the event"
            who = quote(name_with_club(roster.players[index]))
            advice = "write the club, or say which with"
            wrong.append(Problem(what, fixes=(Fix.choose("rename"),), where=who, advice=advice))
    return settled


def name_with_club(player: Player) -> str:
    """Return what messages call a player, with the club if there is one."""
    return f"{player.called} ({player.club})" if player.club else player.called


def _match_renamed(
    gone: Collection[Player], roster: Roster, known_by_index: Mapping[int, Player], answers: Answers
) -> dict[int, Player]:
    """Return new players, by index, who are players of before with another name, as the user says.

    The last step of `match_players`, for `gone` players and new names that are similar. Raises
    `RosterError` with a question for each who may be one.
    """
    new = _list_new(roster, known_by_index)
    if len(gone) * len(new) > MOST_COMPARED:
        return {}
    same: dict[int, Player] = {}
    questions: list[Question] = []
    free = [player for player in gone if player.name]
    for index, player in new.items():
        near = find_similar(player.name, [other.name for other in free])
        if near is None:
            continue
        before = free.pop(near)
        key = make_question_key(RENAMED, player.name)
        answer = answers.get(key)
        if answer == "yes":
            same[index] = before
        elif answer != "no":
            questions.append(_ask_if_renamed(key, player, before))
    if questions:
        raise RosterError("", (), questions)
    return same


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
    return Question(key, text, (yes, Choice("no", "two different people")))


def _take_over(roster: Roster, event: Event, known_by_index: Mapping[int, Player]) -> Roster:
    """Return the roster with what is known of matched players.

    Newcomers get keys that nobody ever had.
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
    """Return a player of the list with number, key and the `fields_without_column` of `known`."""
    fields = {field: getattr(known, field) for field in fields_without_column}
    name = player.name
    if "(" in player.name and "(" not in known.name:  # “Ann Lee (Rovers)”
        name = known.name
    now = replace(player, **{"name": name, **fields})
    now = replace(now, club=now.club or known.club, filed=player.filed or known.filed, dealt="")
    return now if now.key == known.key else replace(now, dealt=known.key)


def make_newcomer(player: Player, keys: set[str]) -> Player:
    """Return a player with a key that is not among `keys`, and add it."""
    if not player.name:
        return player
    twin = player.twin
    while (key := replace(player, twin=twin, dealt="").key) in keys:
        twin += 1
    keys.add(key)
    return player if twin == player.twin else replace(player, dealt=key)
