"""What is on the handouts of a pack: slips, cards, index, standings, certificates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, NamedTuple

from wordfleet_print.event.event import (
    Event,
    edition_of,
)
from wordfleet_print.event.pairing.rounds import Round, Seating
from wordfleet_print.event.results import describe_points, list_played_rounds, rank_players
from wordfleet_print.paper import Paper
from wordfleet_print.roster.roster import Player
from wordfleet_print.sheet.player_names import simplify
from wordfleet_print.tracker.handouts.certificates import Certificate
from wordfleet_print.tracker.handouts.name_index import IndexLine, NameIndex
from wordfleet_print.tracker.handouts.score_slips import ScoreSlip
from wordfleet_print.tracker.handouts.standings import StandingLine, Standings
from wordfleet_print.tracker.handouts.table_cards import MOST_LINES, TableCard, TableCards
from wordfleet_print.tracker.names import spell_name

TABLES_UNDER_HEADING = 25
# Rounds next to a name of the index; with more rounds the names are repeated.
ROUNDS_OF_INDEX = 8
# Names of an index that has one column.
MOST_IN_COLUMN = 12
# Places that have a certificate if not everybody has one.
MOST_PLACES = 3


class HandoutItem(NamedTuple):
    """An item of a handout. Where heading or arguments change, a new page begins."""

    heading: str
    """The bookmark over it."""
    form_arguments: tuple[Any, ...]
    """What its form is made with, besides edition, paper and title, which all items share."""
    content: Any
    """A card, a slip, a line or a sheet."""


def name_span(event: Event, table: int) -> str:
    """Return the heading that a table is under: “Tables 26–50” for table 30."""
    start = (table - 1) // TABLES_UNDER_HEADING * TABLES_UNDER_HEADING
    last = start + TABLES_UNDER_HEADING
    return edition_of(event).say("pdf.tables", first=start + 1, last=last)


def list_score_slips(event: Event) -> list[HandoutItem]:
    """Return a slip for each table of each round, in the order in which they are handed out."""
    names = [spell_name(player.name, player.number) for player in event.players]
    edition = edition_of(event)
    items: list[HandoutItem] = []
    for event_round in event.rounds:
        heading = edition.say("pdf.round", round=event_round.number)
        for table, first, second in event_round:
            if second is not None:
                slip = ScoreSlip(str(event_round.number), str(table), names[first], names[second])
                items.append(HandoutItem(heading, (), slip))
    return items


def list_table_cards(event: Event, paper: Paper) -> list[HandoutItem]:
    """Return a card for each table, or several where it has many rounds."""
    # The lines of each table: round and both players
    lines_of_table: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for _, _, slip in list_score_slips(event):
        lines_of_table[slip.table].append((slip.round, slip.player, slip.opponent))
    cards: list[TableCard] = []
    for table in sorted(lines_of_table, key=int):
        lines = lines_of_table[table]
        for start in range(0, len(lines), MOST_LINES):
            cards.append(TableCard(table, tuple(lines[start : start + MOST_LINES])))
    most_lines = min(len(event.rounds), MOST_LINES)
    form = TableCards(edition_of(event), paper, "", lines=most_lines)
    form = replace(form, row_height=form.choose_row_height(cards))
    form_arguments = (most_lines, form.row_height, form.choose_name_size(cards))
    return [HandoutItem(name_span(event, int(card.table)), form_arguments, card) for card in cards]


def list_index(event: Event, paper: Paper, *, by_club: bool) -> list[HandoutItem]:
    """Return the lines of the name index: everybody who is in a round, with the table in each.

    Names are in alphabetical order, by last name where the list says which it is; club after club
    if `by_club`. An index has room for `ROUNDS_OF_INDEX` rounds, so more make several.
    """
    players = event.players
    names = [spell_name(player.filed or player.name, player.number) for player in players]
    order = _order_names(event, names, by_club=by_club)
    edition = edition_of(event)
    bye = edition.say("index.bye")
    items: list[HandoutItem] = []
    clubs = _list_clubs(players, order)
    for group in _group_rounds(event.rounds):
        numbers = tuple(event_round.number for event_round in group)
        columns = 1 if len(order) <= MOST_IN_COLUMN else 2
        form = NameIndex(edition, paper, "", rounds=numbers, columns=columns)
        # All pages are about equally full, and have names in the same size
        pages = ceil(len(order) / form.per_page)
        on_page = ceil(len(order) / max(pages, 1))
        size = replace(form, names=on_page).choose_name_size(names[player] for player in order)
        heading = edition.say("pdf.names")
        if len(event.rounds) > 1:
            heading = edition.say("pdf.rounds", first=numbers[0], last=numbers[-1])
        # For each round the seating of each player, by index
        seatings_of_rounds = [event_round.seat_players() for event_round in group]
        for player in order:
            texts = tuple(_name_seat(seatings.get(player), bye) for seatings in seatings_of_rounds)
            name = names[player] or players[player].called.capitalize()
            line = IndexLine(name, clubs[player], texts)
            items.append(HandoutItem(heading, (numbers, columns, on_page, size), line))
    return items


def _list_clubs(players: Sequence[Player], indices: Iterable[int]) -> dict[int, str]:
    """Return the club to print with each of these players, by index; "" if all have the same."""
    clubs = {index: spell_name(players[index].club) for index in indices}
    if len({*clubs.values()}) == 1:
        return dict.fromkeys(clubs, "")
    return clubs


def _order_names(event: Event, names: Sequence[str], *, by_club: bool) -> list[int]:
    """Return the indices of everybody who is in a round, in the order of the name index.

    `names` are those of all players, by index. Accents and capitals count only between names that
    are otherwise the same. Players without a club come last.
    """
    in_rounds = set[int]().union(*(event_round.players for event_round in event.rounds))
    order = sorted(in_rounds, key=lambda index: (simplify(names[index]), names[index], index))
    if by_club:
        clubs = [(not player.club, simplify(player.club), player.club) for player in event.players]
        order.sort(key=clubs.__getitem__)
    return order


def _group_rounds(rounds: Iterable[Round]) -> list[list[Round]]:
    """Return the rounds of each name index: at most `ROUNDS_OF_INDEX` with numbers in a row."""
    groups: list[list[Round]] = []
    for event_round in rounds:
        follows = groups and groups[-1][-1].number + 1 == event_round.number
        if not follows or len(groups[-1]) == ROUNDS_OF_INDEX:
            groups.append([])
        groups[-1].append(event_round)
    return groups


def _name_seat(seating: Seating | None, bye: str) -> str:
    """Return where somebody is in a round: the table, the word for a bye, or nothing."""
    if seating is None:
        return ""
    return bye if seating.second is None else str(seating.table)


def list_standings(event: Event, paper: Paper) -> list[HandoutItem]:
    """Return the standings after the rounds that have results; nothing if none has."""
    played = list_played_rounds(event)
    if not played:
        return []
    has_ships = any(result.ships for result in event.results)
    standings = rank_players(event)
    after = str(played[-1])
    form = Standings(edition_of(event), paper, "", after=after, has_ships=has_ships)
    pages = ceil(len(standings) / form.per_page)
    lines_on_page = ceil(len(standings) / max(pages, 1))
    clubs = _list_clubs(event.players, [standing.player for standing in standings])
    lines = []
    for standing in standings:
        line = StandingLine(
            str(standing.place),
            _spell_player(event.players[standing.player]),
            clubs[standing.player],
            describe_points(standing.halves),
            str(standing.ships),
            describe_points(standing.opponents),
        )
        lines.append(line)
    name_size = replace(form, names=lines_on_page).choose_name_size(lines)
    form_arguments = (after, has_ships, lines_on_page, name_size)
    return [HandoutItem("", form_arguments, line) for line in lines]


def list_certificates(event: Event) -> list[HandoutItem]:
    """Return the certificates that are asked for. Once there are results, those of the first three
    have their place, all others say that somebody took part.

    The first three have none before that.
    """
    who = event.settings.certificates
    has_results = bool(list_played_rounds(event))
    if who == "none" or (who == "first-three" and not has_results):
        return []
    say = edition_of(event).say
    standings = rank_players(event)
    items: list[HandoutItem] = []
    for standing in standings:
        is_among_first = standing.place <= MOST_PLACES
        if who == "first-three" and not is_among_first:
            continue
        deed = say("certificate.took_part")
        is_prize = has_results and is_among_first
        if is_prize:
            deed = say("certificate.place", place=standing.place, count=len(standings))
        player = event.players[standing.player]
        name = spell_name(player.name, player.number)
        certificate = Certificate(name, spell_name(player.club), deed, is_prize)
        items.append(HandoutItem("", (), certificate))
    return items


def _spell_player(player: Player) -> str:
    """Return a player's name as it is printed, or number."""
    return spell_name(player.name, player.number) or player.called.capitalize()
