"""A game of Word Fleet to look on at: what its front matter says of it, and all that follows by the edition's rules.

The front matter holds where the hidden fleet lies and what is called, turn by turn; answers, marks, counts and sunken
ships are worked out here. Only the turns of one captain are told: the other's go the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import ValidationError

from wordfleet_print.games.edition import Edition, Ship, TurnAction
from wordfleet_print.games.facts import SeaCall, SeaGame, SeaShows, SeaTurn
from wordfleet_print.games.fields import Location

SeaSquare = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeaAnswer:
    """A call, what it comes to, the count of its letter, the letter that its square holds, and the ships it sinks."""

    action: TurnAction
    call: SeaCall
    shows: SeaShows
    count: int = 0
    held: str = ""
    sunk: tuple[Ship, ...] = ()


@dataclass(frozen=True, slots=True)
class SeaFrame:
    """A turn with its answers, and all that is known after it.

    `marks` are each attacked square's mark and the letter in it, `counts` each letter asked for, `sunk` the ships that
    are down.
    """

    answers: tuple[SeaAnswer, ...]
    marks: Mapping[SeaSquare, tuple[SeaShows, str]]
    counts: Mapping[str, int]
    sunk: tuple[Ship, ...]

    @property
    def shows(self) -> SeaShows:
        """What the turn comes to."""
        return "sunk" if any(answer.sunk for answer in self.answers) else self.answers[0].shows


def square_at(name: str) -> SeaSquare:
    """(column, row) from 0 of a square such as B4."""
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def hidden_squares(edition: Edition, game: SeaGame) -> list[list[SeaSquare]]:
    """The squares of each ship of the hidden fleet, in the fleet's order."""
    found = []
    for ship, placement in zip(edition.fleet, game.hides, strict=True):
        name, way = placement.split()
        x, y = square_at(name)
        found.append([(x + i, y) if way == "across" else (x, y + i) for i in range(ship.letters)])
    return found


@lru_cache(maxsize=4)  # a book's words ask for them, and so does each of its figures
def sea_frames(edition: Edition) -> tuple[SeaFrame, ...]:
    """The edition's game, a frame for each turn; none where it has no game. Raises nothing for checked front matter."""
    if not edition.played:
        return ()
    sea = _Sea(edition, edition.played)
    return tuple(sea.play(turn) for turn in edition.played.turns)


@dataclass
class _Sea:
    """The hidden fleet, and what is known of it so far."""

    edition: Edition
    game: SeaGame
    marks: dict[SeaSquare, tuple[SeaShows, str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    sunk: list[Ship] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ships = list(zip(self.edition.fleet, hidden_squares(self.edition, self.game), strict=True))
        self._letters = {
            at: letter for ship, hull in self._ships for at, letter in zip(hull, ship.example, strict=True)
        }
        self._held = Counter(self._letters.values())

    def play(self, turn: SeaTurn) -> SeaFrame:
        answers = tuple(self._answer(call) for call in turn.calls)
        return SeaFrame(answers, dict(self.marks), dict(self.counts), tuple(self.sunk))

    def _answer(self, call: SeaCall) -> SeaAnswer:
        action = next(action for action in self.edition.turn.actions if action.kind == call.do)
        if call.word:
            down = [ship for ship, hull in self._afloat() if ship.example == call.word and _is_at(call, hull)]
            self.sunk += down
            return SeaAnswer(action, call, "sunk" if down else "wrong", sunk=tuple(down))
        if call.square is None:
            asked = str(call.letter)
            count = self.counts[asked] = self._held[asked]
            return SeaAnswer(action, call, "count" if count else "none", count=count, sunk=self._sink())
        at = square_at(call.square)
        held = self._letters.get(at, "")
        shows = self._mark(held, call.letter or "")
        if at not in self.marks or self.marks[at][0] != "ring":
            self.marks[at] = shows, held if shows == "ring" else call.letter or ""
        return SeaAnswer(action, call, shows, held=held, sunk=self._sink())

    def _mark(self, held: str, called: str) -> SeaShows:
        """The mark of an attack: on water, on the letter that is called or told, or on another."""
        draws = {mark.means for mark in self.edition.marks}
        if not held:
            return "dot"
        if "cross" in draws:
            return "ring" if called == held else "cross"
        return "ring" if "ring" in draws else "letter"

    def _sink(self) -> tuple[Ship, ...]:
        """The ships that go down now: every letter found in its square or, where attacks find none, asked for."""
        finds = "ring" in {mark.means for mark in self.edition.marks}
        ringed = {at for at, (shows, _) in self.marks.items() if shows == "ring"}
        down = tuple(
            ship
            for ship, hull in self._afloat()
            if (ringed.issuperset(hull) if finds else set(ship.example) <= set(self.counts))
        )
        self.sunk += down
        return down

    def _afloat(self) -> Iterator[tuple[Ship, list[SeaSquare]]]:
        return ((ship, hull) for ship, hull in self._ships if ship not in self.sunk)


def _is_at(call: SeaCall, hull: list[SeaSquare]) -> bool:
    """Whether a word is called from a hull's first square, and to its last where that is said."""
    return square_at(str(call.square)) == hull[0] and (call.to is None or square_at(call.to) == hull[-1])


def sea_game_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """What the rules have against the edition's game: where, and the fault in words."""
    game = edition.played
    if not game:
        return
    faults = [*_hiding_faults(edition, game)]
    once = set[str]()
    for i, turn in enumerate(game.turns):
        for j, call in enumerate(turn.calls):
            faults += ((("played", "turns", i, "calls", j), what) for what in _call_faults(edition, call, once))
    yield from faults
    if not faults:
        yield from _turn_faults(edition, game)


def _hiding_faults(edition: Edition, game: SeaGame) -> Iterator[tuple[Location, str]]:
    if len(game.hides) != len(edition.fleet):
        why = f"places {len(game.hides)} ships, but the fleet has {len(edition.fleet)}"
        yield ("played", "hides"), f"{why}; place each, or leave played out"
        return
    taken: dict[SeaSquare, str] = {}
    reach = (-1, 0, 1) if edition.touching == "forbidden" else (0,)
    for i, (ship, hull) in enumerate(zip(edition.fleet, hidden_squares(edition, game), strict=True)):
        where = ("played", "hides", i)
        if not all(_on_grid(edition, at) for at in hull):
            yield where, f"takes {ship.ship} off the grid; its {ship.letters} letters need squares on it"
        near = [taken[at] for x, y in hull for at in ((x + a, y + b) for a in reach for b in reach) if at in taken]
        if near:
            verb = "touches" if edition.touching == "forbidden" else "lies across"
            yield where, f"is no place for {ship.ship}: there it {verb} {near[0]}; choose another"
        taken |= dict.fromkeys(hull, ship.ship)


def _call_faults(edition: Edition, call: SeaCall, once: set[str]) -> Iterator[str]:
    """What is wrong with a call by itself; `once` are the letters that were asked for before it."""
    action = next((action for action in edition.turn.actions if action.kind == call.do), None)
    if not action:
        kinds = ", ".join(action.kind for action in edition.turn.actions)
        yield f"does {call.do}, which is no kind of this edition’s actions; choose one of {kinds}"
        return
    given = {name for name in ("letter", "square", "to", "word") if getattr(call, name) is not None}
    needed, free = called_by(edition, action)
    if not needed <= given <= needed | free:
        yield f"calls {' and '.join(sorted(given)) or 'nothing'}; {action.name} calls {' and '.join(sorted(needed))}"
        return
    yield from _square_faults(edition, call)
    if needed == {"letter"}:
        if call.letter in once and edition.tracker.letters_once:
            yield f"asks for {call.letter} again; this edition’s captains ask for each letter once"
        once.add(str(call.letter))


def _square_faults(edition: Edition, call: SeaCall) -> Iterator[str]:
    """Squares off the grid, and those that do not hold a word."""
    for name in (call.square, call.to):
        if name and not _on_grid(edition, square_at(name)):
            last = f"{edition.grid.column_names[-1]}{edition.grid.rows}"
            yield f"calls {name}, which is not on the grid; its squares are A1 to {last}"
    if call.word and call.square and call.to:
        (x, y), (right, below) = square_at(call.square), square_at(call.to)
        if (right - x, below - y) not in {(len(call.word) - 1, 0), (0, len(call.word) - 1)}:
            yield f"calls {call.word} from {call.square} to {call.to}, which does not hold its {len(call.word)} letters"


def called_by(edition: Edition, action: TurnAction) -> tuple[set[str], set[str]]:
    """What an action calls, by the names of `SeaCall`'s fields, and what may be told beside it."""
    draws = {mark.means for mark in edition.marks}
    if "word" in action.example:
        to = {"to"} & set(action.example)
        return ({"word", "square"}, to) if "square" in action.example else ({"word", "square"} | to, set())
    if "square" not in action.example:
        return {"letter"}, set()
    if "cross" in draws:
        return {"square", "letter"}, set()
    return {"square"}, set() if "ring" in draws else {"letter"}


def example_faults(edition: Edition) -> Iterator[tuple[Location, str]]:
    """What is wrong with the examples of actions, which are calls as a captain would make them: where, and in words."""
    for i, action in enumerate(edition.turn.actions):
        where = ("turn", "actions", i, "example")
        answer = action.example.get("answer", 0)
        if not isinstance(answer, int) or not 0 <= answer <= edition.fleet_letters:
            yield (*where, "answer"), f"should be a number from 0 to {edition.fleet_letters}, the letters of a fleet"
        named = {"square" if name == "from" else name: value for name, value in action.example.items()}
        called = {name: named[name] for name in ("letter", "square", "to", "word") if name in named}
        try:
            call = SeaCall.model_validate({"do": action.kind, **called})
        except ValidationError as error:
            for one in error.errors():
                yield where, f"has a {one['loc'][0]} that {one['msg']}, found {one['input']}"
            continue
        yield from ((where, what) for what in _square_faults(edition, call))


def _turn_faults(edition: Edition, game: SeaGame) -> Iterator[tuple[Location, str]]:
    """Turns that hold too much or too little, go on when all is over, or come to something else than their words."""
    for i, (turn, frame) in enumerate(zip(game.turns, sea_frames(edition), strict=True)):
        where: Location = ("played", "turns", i)
        first, *rest = frame.answers
        goes_on = first.action.optional and first.shows != "wrong"
        if goes_on and not (rest and not rest[0].action.optional):
            yield where, f"needs one more call: after {first.action.name} comes another action"
        elif rest and not goes_on:
            yield where, f"goes on after {first.action.name}, which ends the turn; leave out its last call"
        elif frame.shows != turn.shows:
            why = f"says {turn.shows}, but by the rules the turn comes to {frame.shows}"
            yield (*where, "shows"), f"{why}; change its calls or, with the words of its frame, what it shows"
        if len(frame.sunk) == len(edition.fleet) and i + 1 < len(game.turns):
            yield ("played", "turns", i + 1), "comes after the last ship has gone down; leave it out"
            return


def _on_grid(edition: Edition, at: SeaSquare) -> bool:
    return 0 <= at[0] < edition.grid.columns and 0 <= at[1] < edition.grid.rows
