"""Which rows are one player's: each player once, in the order of the list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from wordfleet_print.errors import Problem
from wordfleet_print.limits import MOST_PLAYERS
from wordfleet_print.messages import first_lines, quote, some_of
from wordfleet_print.roster.entries import Entry
from wordfleet_print.roster.questions import Answers, Question, make_question_key, offer
from wordfleet_print.roster.roles import PLAYER_NEEDS
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.player_names import simplify

# A player's index, and what a row says of that player's round.
Claim = tuple[int, Entry]
# Notes of one kind.
MOST_NOTES = 20
_SHOWN_NUMBERS = 5


@dataclass
class GatheredPlayers:
    """Each player once, whose entry is whose, and what is open."""

    players: list[Player] = field(default_factory=list)
    player_entries: list[Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


def gather_players(entries: Sequence[Entry], answers: Answers, file: str) -> GatheredPlayers:
    """Return each player once.

    Two rows of one name are one player if they name two rounds; else it is asked. A wish in one row
    is enough.
    """
    gatherer = _Gatherer(answers)
    for entry in entries:
        gatherer.add_entry(entry)
    gathered = gatherer.finish()
    if any(entry.round is not None for entry in entries):
        for entry in entries:
            if entry.round is None:
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
        self._known: dict[tuple[str, str], int] = {}
        """The first player of each name and club."""
        self._first_of_name: dict[str, int] = {}
        self._rows: list[int] = []
        """Each player's first row."""
        self._in_round: set[tuple[int, int | None]] = set()
        """Who has an entry in which round."""
        self._repeated: defaultdict[int, list[int]] = defaultdict(list)
        """The further rows of players who may be two."""

    def add_entry(self, entry: Entry) -> None:
        """Add an entry to its player, or a player for it."""
        players = self._gathered.players
        name_and_club = (fold_name(entry), simplify(entry.club))
        at = self._known.get(name_and_club)
        if at is None:
            at = self._add_player(entry)
            self._known[name_and_club] = at
        elif (at, entry.round) in self._in_round:
            answer = self._answers.get(make_question_key("same", entry.name))
            if answer not in ("one", "two"):
                self._repeated[at].append(entry.row)
            if answer != "two":
                return
            at = self._add_player(entry, self._count_twins(entry))
        players[at] = _add_needs(players[at], entry)
        self._in_round.add((at, entry.round))
        self._gathered.player_entries.append((at, entry))

    def _add_player(self, entry: Entry, twin: int = 0) -> int:
        """Add a player for an entry, and return the index; `twin` is how many have the same name
        and club.
        """
        players = self._gathered.players
        at = len(players)
        self._note_namesake(entry, at)
        players.append(Player(entry.name, at + 1, entry.club, twin, filed=entry.filed))
        self._rows.append(entry.row)
        return at

    def _count_twins(self, entry: Entry) -> int:
        """Return how many players have the same name and club."""
        same = (entry.name, entry.club)
        return sum(1 for player in self._gathered.players if (player.name, player.club) == same)

    def _note_namesake(self, entry: Entry, at: int) -> None:
        """Note a new player who has the name of one of another club."""
        first = self._first_of_name.setdefault(fold_name(entry), at)
        if first == at:
            return
        namesake = self._gathered.players[first]
        if simplify(namesake.club) == simplify(entry.club):
            return
        rows = f"rows {self._rows[first]} and {entry.row}"
        note = f"{quote(entry.name)} is in {rows} with different clubs; both get a sheet."
        self._gathered.notes.append(note)

    def finish(self) -> GatheredPlayers:
        """Return all players, with the questions who is one person."""
        gathered = self._gathered
        for at, rows in self._repeated.items():
            name = gathered.players[at].name
            numbers = tuple(dict.fromkeys((self._rows[at], *rows)))
            text = f"{quote(name)} is in rows {some_of(numbers, _SHOWN_NUMBERS)}."
            choices = offer(one="one person: print one sheet", two="different people: print all")
            key = make_question_key("same", name)
            question = Question(key, f"{text} Is that one person?", choices, numbers)
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
    """Return what tells players apart: the letters of a name, or all of a name without letters."""
    return simplify(named.name) or named.name
