"""Which rows are one player's: each player once, in the order of the list.

An `Entry` is what one row says of one player. In a list of several rounds a player has an entry in
each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from wordfleet_print.errors import Problem
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import first_lines, quote, some_of
from wordfleet_print.roster.entries import Entry
from wordfleet_print.roster.questions import Answers, Question, make_question_key, offer
from wordfleet_print.roster.roles import PLAYER_NEEDS
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.player_names import simplify

# Notes of one kind.
MOST_NOTES = 20
_SHOWN_NUMBERS = 5


class PlayerEntry(NamedTuple):
    """What a row says of a player, and which player that is."""

    player: int
    """The index in `GatheredPlayers.players`."""
    entry: Entry


@dataclass
class GatheredPlayers:
    """Each player once, whose entry is whose, and what is open."""

    players: list[Player] = field(default_factory=list)
    player_entries: list[PlayerEntry] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def gather_players(entries: Sequence[Entry], answers: Answers, file: str) -> GatheredPlayers:
    """Return each player once.

    Two rows of one name are one player if they name two rounds; else it is asked. If one row says a
    need, such as large print, the player has it in all rounds.
    """
    gatherer = _Gatherer(answers)
    for entry in entries:
        gatherer.add_entry(entry)
    gathered = gatherer.finish()
    without_round = [entry for entry in entries if entry.round is None]
    if len(without_round) < len(entries):
        for entry in without_round:
            what = "has no round, though other rows have one"
            where = f"{file} row {entry.row}"
            gathered.problems.append(Problem(what, where=where, advice="write the round"))
    if len(gathered.players) > MOST_PLAYERS:
        what = f"holds more than {MOST_PLAYERS:,} players"
        gathered.problems.append(Problem(what, where=file, advice="split it"))
    return gathered


class _Gatherer:
    """Finds out which entries are of one player."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._gathered = GatheredPlayers()
        self._first_of_name_and_club: dict[tuple[str, str], int] = {}
        """The index of the first player of each name and club."""
        self._first_of_name: dict[str, int] = {}
        """The index of the first player of each name."""
        self._first_rows: list[int] = []
        """The number of each player's first row."""
        self._entered_rounds: set[tuple[int, int | None]] = set()
        """The index of a player and a round (or None) for each entry so far."""
        self._repeated_rows: defaultdict[int, list[int]] = defaultdict(list)
        """By player, the numbers of further rows of the same name, club and round."""

    def add_entry(self, entry: Entry) -> None:
        """Add an entry to the player of its name and club, or add a player for it.

        A second entry of that player in the same round may be another person. The organizer's
        answer “one” drops the entry, “two” makes a further player of it; without an answer it is
        dropped and asked about.
        """
        players = self._gathered.players
        name_and_club = (fold_name(entry), simplify(entry.club))
        index = self._first_of_name_and_club.get(name_and_club)
        if index is None:
            index = self._add_player(entry)
            self._first_of_name_and_club[name_and_club] = index
        elif (index, entry.round) in self._entered_rounds:
            answer = self._answers.get(make_question_key("same", entry.name))
            if answer not in ("one", "two"):
                self._repeated_rows[index].append(entry.row)
            if answer != "two":
                return
            index = self._add_player(entry, twin=self._count_twins(entry))
        players[index] = _add_needs(players[index], entry)
        self._entered_rounds.add((index, entry.round))
        self._gathered.player_entries.append(PlayerEntry(index, entry))

    def _add_player(self, entry: Entry, *, twin: int = 0) -> int:
        """Add a player for an entry, and return the index; `twin` is how many have the same name
        and club.
        """
        players = self._gathered.players
        index = len(players)
        self._note_namesake(entry, index)
        player = Player(
            name=entry.name, number=index + 1, club=entry.club, twin=twin, filed=entry.filed
        )
        players.append(player)
        self._first_rows.append(entry.row)
        return index

    def _count_twins(self, entry: Entry) -> int:
        """Return how many players have the same name and club."""
        same = (entry.name, entry.club)
        return sum(1 for player in self._gathered.players if (player.name, player.club) == same)

    def _note_namesake(self, entry: Entry, index: int) -> None:
        """Note that a new player, who gets this index, has the name of one of another club."""
        first = self._first_of_name.setdefault(fold_name(entry), index)
        if first == index:
            return
        namesake = self._gathered.players[first]
        if simplify(namesake.club) == simplify(entry.club):
            return
        rows = f"rows {self._first_rows[first]} and {entry.row}"
        note = f"{quote(entry.name)} is in {rows} with different clubs; both get a sheet."
        self._gathered.notes.append(note)

    def finish(self) -> GatheredPlayers:
        """Return all players, with the questions who is one person."""
        gathered = self._gathered
        for index, rows in self._repeated_rows.items():
            name = gathered.players[index].name
            numbers = tuple(dict.fromkeys((self._first_rows[index], *rows)))
            text = f"{quote(name)} is in rows {some_of(numbers, _SHOWN_NUMBERS)}."
            choices = offer(one="one person: print one sheet", two="different people: print all")
            key = make_question_key("same", name)
            question = Question(
                key=key,
                text=f"{text} Is that one person?",
                choices=choices,
                rows=numbers,
            )
            gathered.questions.append(question)
        gathered.notes = [*first_lines(gathered.notes, MOST_NOTES, " of the kind.")]
        return gathered


def _add_needs(player: Player, entry: Entry) -> Player:
    """Return a player with the needs that a row says, too."""
    needs: dict[str, Any] = {}
    for need in PLAYER_NEEDS:
        needs[need.field] = getattr(player, need.field) or getattr(entry, need.field)
    return replace(player, **needs)


def fold_name(named: Entry | Player) -> str:
    """Return the name of a player to compare: without case, accents and signs, unless it is all
    signs.
    """
    return simplify(named.name) or named.name
