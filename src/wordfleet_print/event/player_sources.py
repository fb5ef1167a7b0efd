"""Read who plays: from lists, a number of players, or a printed event and its `players.csv`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError
from wordfleet_print.event.event import Event, Result
from wordfleet_print.event.folder import EventPlace, PrintedEvent, is_changed, is_players_file
from wordfleet_print.event.plan import players_file, returning_players
from wordfleet_print.roster.questions import Answers, RosterError, parse_answers
from wordfleet_print.roster.reader import read_rosters
from wordfleet_print.roster.roster import Roster, numbered_roster
from wordfleet_print.roster.worksheets import SHEET_SEPARATOR
from wordfleet_print.settings.event import EventSettings, ListSettings

# The key of an answer: the round that a list is of, if the list does not say.
ROUND = "round"


def read_event_roster(settings: EventSettings, place: EventPlace) -> Roster:
    """Return who plays: new lists, an edited `players.csv`, or those of the printed event.

    Raises `RosterError` with questions, `BadInputError` with every problem, `UsageError` for
    neither or both of a list and a number of players.
    """
    if bool(settings.lists) == (settings.number_of_players is not None):
        what = "Give a player list or a number of players."
        raise UsageError(Problem(what, "lists", (Fix.choose("number_of_players"),)))
    answers = read_answers(settings)
    if place.printed_event is None:
        return _read_new(settings, answers, {})
    event = place.printed_event.event
    edited = _find_edited(settings, place, place.printed_event)
    if edited:
        return players_file.read_edited_players(edited, event, answers)
    # An `event.json` or its folder was named instead of a list
    if place.source:
        return returning_players.rename_players(event, settings.rename)
    roster = _read_new(settings, answers, dict(event.roster.answers))
    _check_known(roster, event, place.folder)
    return returning_players.match_players(roster, event, settings.rename, answers)


def _find_edited(
    settings: EventSettings, place: EventPlace, printed_event: PrintedEvent
) -> Path | None:
    """Return the `players.csv` to read, if one was edited or given."""
    # An `event.json` or its folder was named instead of a list
    if place.source:
        players = [row for row in printed_event.files if row.name == players_file.PLAYERS_FILE]
        if any(is_changed(place.source.parent, row) for row in players):
            return place.source.with_name(players_file.PLAYERS_FILE)
        return None
    if settings.lists and is_players_file(settings.lists[0]):
        return settings.lists[0]
    return None


def read_event_results(settings: EventSettings, place: EventPlace) -> tuple[Result, ...]:
    """Return the results of the event, with those that were typed into its `players.csv`.

    Raises `BadInputError` with every problem.
    """
    if place.printed_event is None:
        return ()
    edited = _find_edited(settings, place, place.printed_event)
    if edited is None:
        # Another list says who plays, but results are typed only here
        own = place.folder / players_file.PLAYERS_FILE
        rows = [row for row in place.printed_event.files if row.name == own.name]
        if is_players_file(own) and any(is_changed(place.folder, row) for row in rows):
            edited = own
    if edited is None:
        return place.printed_event.event.results
    return players_file.read_edited_results(
        edited, place.printed_event.event, read_answers(settings)
    )


def _check_known(roster: Roster, event: Event, folder: Path) -> None:
    """Raise `BadInputError` if nobody in the list is in the event: it is another one."""
    known = {player.called for player in event.players}
    if known.isdisjoint(player.called for player in roster.players):
        what = f"{folder} holds the event “{event.title}”, with other players."
        raise BadInputError(Problem(what, "output", (Fix.choose("output"), Fix.choose("title"))))


def read_answers(settings: ListSettings) -> dict[str, str]:
    """Return how lists are to be read."""
    answers = parse_answers(settings.column, settings.answer)
    if settings.encoding:
        answers.setdefault("encoding", settings.encoding)
    if settings.worksheet:
        answers.setdefault("sheet", SHEET_SEPARATOR.join(settings.worksheet))
    return answers


def find_round(settings: ListSettings, answers: Answers) -> int | None:
    """Return the round that the list is for, if an option or an answer says so."""
    if settings.round:
        return settings.round
    return EventSettings.read({"round": answers.get(ROUND) or None}).round


def _read_new(settings: EventSettings, answers: dict[str, str], earlier: Answers) -> Roster:
    """Return the roster of lists, or of a number; `earlier` are the answers about former lists."""
    if settings.number_of_players is not None:
        roster = numbered_roster(settings.number_of_players)
    else:
        roster = _read_lists(settings.lists, answers, earlier)
    number = find_round(settings, answers)
    return roster.assign_round(number) if number else roster


def _read_lists(lists: Sequence[Path], answers: dict[str, str], earlier: Answers) -> Roster:
    """Return the players of lists, by these answers and by the `earlier` ones of former lists.

    Raises `RosterError` and `BadInputError`.
    """
    try:
        return read_rosters(lists, returning_players.keep_answers(earlier) | answers)
    except BadInputError as error:
        # What held for another list, such as the name of a worksheet, may not for this one; its
        # questions are its own
        asks = isinstance(error, RosterError) and error.questions and not error.faults
        if asks or not earlier:
            raise
    return read_rosters(lists, answers)
