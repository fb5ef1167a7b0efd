"""What a new plan changes in a printed event, and which sheets have to be printed again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import groupby
from typing import Any, NamedTuple

from wordfleet_print.errors import Fix, Note
from wordfleet_print.event.event import SPARE, Event, VoidedSheet
from wordfleet_print.event.pairing.rounds import Seating
from wordfleet_print.event.plan.returning_players import name_with_club
from wordfleet_print.messages import how_many, join_words, plural, quote, some_of
from wordfleet_print.roster.roles import PLAYER_NEEDS
from wordfleet_print.roster.roster import Fixture, Player

_MOST_NAMES = 6
# Void sheets have to be found again, so more of them are named.
_MOST_VOIDED = 60
# The fields of players on which the layout of their sheets depends.
_LAYOUT_FIELDS = [need.field for need in PLAYER_NEEDS if need.changes_layout]
# Runs of table numbers shown for one round.
_MOST_SPANS = 20


class SheetPlace(NamedTuple):
    """A player's sheet in a printed round: round, table, the player's name and number."""

    round: int
    table: int
    player: str
    number: int


@dataclass(frozen=True)
class Changes:
    """What is new, in facts that the command line, the page and JSON share.

    `printed` are the rounds that stay as they were printed. `reseated` are sheets of these players
    in printed rounds whose code, table or opponent changed, `relabeled` those that show an old name
    or layout; `voided` names the printed sheets that are no longer valid. `all_again`: every sheet
    looks different. `event` are sentences about the whole.
    """

    joined: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    new_rounds: tuple[int, ...] = ()
    dropped_rounds: tuple[int, ...] = ()
    reseated: tuple[SheetPlace, ...] = ()
    relabeled: tuple[SheetPlace, ...] = ()
    voided: tuple[str, ...] = ()
    event: tuple[str, ...] = ()
    all_again: bool = False
    printed: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Return whether anything changed."""
        return any(
            getattr(self, attribute.name)
            for attribute in fields(self)
            if attribute.name != "printed"
        )

    @property
    def reprint(self) -> tuple[SheetPlace, ...]:
        """The sheets to print again, unless all are."""
        return tuple(sorted((*self.reseated, *self.relabeled)))

    def summarize(self) -> list[str]:
        """Return the changes in plain sentences."""
        return [*self._sentences()] or ["Nothing changed."]

    def to_json(self) -> dict[str, Any]:
        """Return the changes as JSON-able data, with the sentences."""
        return {**asdict(self), "reprint": [*self.reprint], "summary": self.summarize()}

    def _sentences(self) -> Iterator[str]:
        """Yield what has changed, for the terminal and the page."""
        yield from self._describe_players()
        for rounds, what in ((self.new_rounds, "new"), (self.dropped_rounds, "dropped")):
            if rounds:
                yield f"{_name_rounds(rounds)} {plural(len(rounds), 'is', 'are')} {what}."
        if self.printed and (self.joined or self.returned or self.left):
            yield self._describe_printed()
        yield from self.event
        if self.voided:
            void = plural(len(self.voided), "becomes void", "become void")
            sheets = how_many(len(self.voided), "printed sheet")
            names = some_of(self.voided, _MOST_VOIDED)
            yield f"{sheets} {void}: {names}. Collect or destroy what is printed of them."
        yield from self._describe_reprints()

    def _describe_players(self) -> Iterator[str]:
        """Yield who came, left, or has another name."""
        moves = (("joined", self.joined), ("returned", self.returned), ("left", self.left))
        parts = []
        for what, names in moves:
            if names:
                some = some_of(names, _MOST_NAMES)
                parts.append(f"{len(names):,} {what} ({some})")
        if parts:
            yield f"{', '.join(parts)}."
        for was, now in self.renamed:
            yield f"{quote(was)} is now {quote(now)}: number and sheet codes stay."

    def _describe_printed(self) -> str:
        """Return that printed rounds stay as they are, though other players are here."""
        those = []
        if self.joined or self.returned:
            those.append("without those who joined")
        if self.left:
            those.append("with those who left")
        stay = "were printed and stay as they are"
        if len(self.printed) == 1:
            stay = "was printed and stays as it is"
        return f"{_name_rounds(self.printed)} {stay}, {' and '.join(those)}."

    def _describe_reprints(self) -> Iterator[str]:
        """Yield what has to be printed again."""
        if self.all_again:
            yield "All sheets look different now: print all of them again."
        else:
            what = "Print again, since sheet code, table or opponent changed"
            yield from _list_places(what, self.reseated)
            what = "Print again, or correct by hand, since name or layout changed"
            yield from _list_places(what, self.relabeled)
        if self.reseated:
            papers = "name index, answer key, and the cards and slips of these tables"
            yield f"Also print again: {papers}."
        elif self.renamed:
            yield "Also print again: name index and answer key."


def _list_places(heading: str, places: Sequence[SheetPlace]) -> Iterator[str]:
    """Yield one sentence with the tables of each round."""
    tables: defaultdict[int, set[int]] = defaultdict(set)
    for place in places:
        tables[place.round].add(place.table)
    if tables:
        rounds = [
            f"round {number} {plural(len(own), 'table')} {join_spans(sorted(own))}"
            for number, own in sorted(tables.items())
        ]
        yield f"{heading}: {'; '.join(rounds)}."


def _name_rounds(numbers: Sequence[int]) -> str:
    return f"{plural(len(numbers), 'Round')} {join_spans(numbers)}"


def join_spans(numbers: Sequence[int]) -> str:
    """Return ascending numbers in short: “1–3, 7, 9”."""
    # In 1 2 3 7 9 each number minus its place is 1 1 1 4 5: equal differences make a run
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ]
    spans = [_join_span(run, "–") for run in runs[:_MOST_SPANS]]
    more = sum(map(len, runs[_MOST_SPANS:]))
    return ", ".join(spans) + (f" and {more:,} more" if more else "")


def _join_span(numbers: Sequence[int], dash: str) -> str:
    first = numbers[0]
    last = numbers[-1]
    return f"{first}{dash}{last}" if len(numbers) > 1 else str(first)


def compare_plans(
    old: Event, new: Event, *, redeal: Collection[int] = (), all_again: bool = False
) -> Changes:
    """Return what changed.

    `redeal` rounds (numbers) were paired again; `all_again`: all sheets look different.
    """
    old_players = {player.key: player for player in old.players}
    new_players = {player.key: player for player in new.players}
    came = _list_others(new.roster.players, old.roster.players)
    joined = _list_others(came, old.players)
    returned = _list_others(came, joined)
    left = _list_others(old.roster.players, new.roster.players)
    # Each player of both events, before and now
    both = [(old_players[key], now) for key, now in new_players.items() if key in old_players]
    renamed = [(before.called, now.called) for before, now in both if before.name != now.name]
    reseated = _find_reseated(old, new)
    newly_voided = sorted({*new.voided}.difference(old.voided), key=_order_voided)
    return Changes(
        joined=tuple(map(name_with_club, joined)),
        returned=tuple(map(name_with_club, returned)),
        left=tuple(map(name_with_club, left)),
        renamed=tuple(renamed),
        new_rounds=tuple(sorted({*new.numbers}.difference(old.numbers))),
        dropped_rounds=tuple(sorted({*old.numbers}.difference(new.numbers))),
        reseated=reseated,
        relabeled=_find_relabeled(old, new, both, reseated),
        voided=tuple(_describe_voided(sheet, new_players) for sheet in newly_voided),
        event=tuple(_describe_event(old, new)),
        all_again=all_again or _look_different(old, new),
        printed=tuple(sorted({*old.numbers}.difference(redeal))),
    )


def _list_others(players: Sequence[Player], known: Iterable[Player]) -> list[Player]:
    """Return the players who are not `known`."""
    keys = {player.key for player in known}
    return [player for player in players if player.key not in keys]


def _look_different(old: Event, new: Event) -> bool:
    """Return whether what all sheets show has changed."""
    return old.settings.placed != new.settings.placed or old.title != new.title


def _find_reseated(old: Event, new: Event) -> tuple[SheetPlace, ...]:
    """Return the sheets of printed rounds whose code, table or opponent changed."""
    old_seats = _list_seats(old)
    players = {player.key: player for player in new.players}
    places = []
    for (number, key), seat in _list_seats(new).items():
        if number in old.numbers and old_seats.get((number, key)) != seat:
            places.append(_make_place(number, seat, players[key]))
    return tuple(places)


def _find_relabeled(
    old: Event,
    new: Event,
    both: Iterable[tuple[Player, Player]],
    reseated: Collection[SheetPlace],
) -> tuple[SheetPlace, ...]:
    """Return the sheets of printed rounds that show an old name or layout, but for `reseated` ones.

    `both` are pairs of a player in the old event and in the new one.
    """
    renamed = set()
    restyled = set()
    for before, now in both:
        if before.name != now.name:
            renamed.add(now.key)
        if any(getattr(before, field) != getattr(now, field) for field in _LAYOUT_FIELDS):
            restyled.add(now.key)
    players = {player.key: player for player in new.players}
    known_places = {*reseated}
    places = []
    for (number, key), seat in _list_seats(new).items():
        # A name is also on the opponent's sheet, so both are relabeled
        is_outdated = key in restyled or not renamed.isdisjoint((key, seat.opponent_key))
        place = _make_place(number, seat, players[key])
        if is_outdated and number in old.numbers and place not in known_places:
            places.append(place)
    return tuple(places)


def _make_place(number: int, seat: _PlayerSeat, player: Player) -> SheetPlace:
    """Return the place of a player's sheet in the round of this number."""
    return SheetPlace(number, seat.table, player.called, player.number)


def _order_voided(sheet: VoidedSheet) -> tuple[bool, int, int]:
    """Return the order in which void sheets are named: spare sheets last."""
    return (sheet.round == SPARE, sheet.round, sheet.number)


def _describe_voided(sheet: VoidedSheet, players: Mapping[str, Player]) -> str:
    if sheet.round == SPARE:
        return f"spare sheet S{sheet.number}"
    return f"round {sheet.round} {players[sheet.key].called}"


def _describe_event(old: Event, new: Event) -> Iterator[str]:
    """Yield sentences about what changed for all."""
    if old.title != new.title:
        yield f"The title is now “{new.title}” instead of “{old.title}”."
    if old.settings.placed != new.settings.placed:
        now = "now" if new.settings.placed else "no longer"
        yield f"Ships are {now} printed on their grids."
    tables = {(result.round, result.table) for result in {*old.results} ^ {*new.results}}
    if tables:
        what = how_many(len(tables), "result")
        yield f"{what} {plural(len(tables), 'is', 'are')} new or changed: no sheet changes."
    more = len(new.spares) - len(old.spares)
    if more > 0:
        yield f"{how_many(more, 'spare sheet is', 'spare sheets are')} new."


class _PlayerSeat(NamedTuple):
    """Where a player sits in a round, and with which sheet."""

    table: int
    opponent_key: str
    seed: int


def _list_seats(event: Event) -> dict[tuple[int, str], _PlayerSeat]:
    """Return the seat of everybody at a table, by the number of the round and the player's key.

    In the order of the sheets.
    """
    keys = [player.key for player in event.players]
    seats = {}
    for event_round, seeds in zip(event.rounds, event.seeds, strict=True):
        number = event_round.number
        for table, first, second in event_round:
            if second is not None:
                seats[number, keys[first]] = _PlayerSeat(table, keys[second], seeds[first])
                seats[number, keys[second]] = _PlayerSeat(table, keys[first], seeds[second])
    return seats


def list_contradictions(event: Event, printed_numbers: Collection[int]) -> Iterator[Note]:
    """Yield a note for each printed round (numbers) that the list pairs in another way."""
    players = event.players
    for event_round in event.rounds:
        fixtures = [
            fixture
            for fixture in event.roster.fixtures
            if fixture.round == event_round.number and fixture.round in printed_numbers
        ]
        seatings = event_round.seat_players() if fixtures else {}
        others = []
        for fixture in fixtures:
            player = fixture.players[0]
            if not _agrees(fixture, seatings.get(player)):
                others.append(players[player].called)
        if others:
            number = event_round.number
            what = (
                f"Round {number} was printed and stays as it is, but the list seats these players"
            )
            names = some_of(others, _MOST_NAMES)
            fix = Fix("redeal", str(number))
            yield Note(f"{what} differently: {names}.", (fix,))


def describe_newcomers(changes: Changes, played: Collection[int]) -> Iterator[Note]:
    """Yield how those who joined get sheets for printed rounds that are not `played` yet."""
    newcomers = [*changes.joined, *changes.returned]
    unplayed_numbers = [number for number in changes.printed if number not in played]
    if not newcomers or not unplayed_numbers:
        return
    names = (
        join_words(newcomers) if len(newcomers) <= _MOST_NAMES else some_of(newcomers, _MOST_NAMES)
    )
    which = f"{plural(len(unplayed_numbers), 'round')} {join_spans(unplayed_numbers)}"
    what = f"{names} {plural(len(newcomers), 'has', 'have')} no sheet in {which}."
    advice = "Where a round is not played yet, pair it again to seat them"
    fix = Fix("redeal", _join_span(unplayed_numbers, "-"), "{} does that.")
    yield Note(f"{what} {advice}.", (fix,))


def _agrees(fixture: Fixture, seating: Seating | None) -> bool:
    """Return whether a player's seating in a printed round is what the list asks for; seats do not
    count, nor a table left open.
    """
    if fixture.withdrawn or seating is None:
        return seating is None and len(fixture.players) == 1
    if fixture.table not in (None, seating.table):
        return False
    return {seating.first, seating.second} - {None} == {*fixture.players}
