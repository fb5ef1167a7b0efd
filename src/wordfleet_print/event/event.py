"""`Event`: a planned or printed event, which is what `event.json` holds, and its sheets.

Each fact is in one place: title, seed, edition, words and looks are the settings'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, NamedTuple, cast

from pydantic import ConfigDict, PlainSerializer, ValidatorFunctionWrapHandler, WrapValidator

from wordfleet_print.event.pairing.rounds import Numbers, Round, to_numbers
from wordfleet_print.fleet import word_lists
from wordfleet_print.fleet.deck import Deck, blank_deck, own_deck, theme_deck
from wordfleet_print.games import Edition, RulesSource, load_rules, parse_rules
from wordfleet_print.roster.roster import Player, Roster
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.words import WordSettings
from wordfleet_print.sheet.sheet import Seat
from wordfleet_print.sheet.sheet_code import SEED_BITS
from wordfleet_print.tracker.looks import SheetLooks, choose_looks, suit_player
from wordfleet_print.tracker.names import spell_name

# The seed of a player who has no sheet in a round; no real seed is so large.
NO_SHEET = 1 << SEED_BITS
# The round of a spare sheet that was voided.
SPARE = 0
# Decks that a process holds, each of one or two megabytes.
DECKS_HELD = 32


# Ships that a player may sink at one table: more is a slip of the pen.
MOST_SHIPS = 99
# Who won a table: the player on its first or second seat, or nobody.
Outcome = Literal["first", "second", "draw", "unplayed"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a table of a round ended."""

    round: int
    table: int
    outcome: Outcome
    ships: tuple[int, int] | None = None
    """How many ships each player sank, in seat order, if that was noted."""


class VoidedSheet(NamedTuple):
    """A sheet that was dealt and is no longer valid; printed copies may exist.

    `key` is the player's, or `spare_key`; `number` is the player's or the spare sheet's; a spare
    sheet's round is `SPARE`.
    """

    key: str
    number: int
    round: int
    seed: int


def _read_record(value: object, validate: ValidatorFunctionWrapHandler) -> EventSettings:
    """Return settings as `event.json` keeps them. Raises `ValueError` for what it never holds.

    It holds no path, above all: a file of a stranger could make its reader open what it names.
    """
    settings = cast(EventSettings, validate(value))
    record = settings.to_record()
    for name, item in value.items() if isinstance(value, dict) else ():
        if name not in record or record[name] != item:
            raise ValueError(f"{name} has a value that no event keeps")
    return settings


@dataclass(frozen=True)
class Event:
    """An event: its settings, who meets whom, and the seed of each sheet."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    settings: Annotated[
        EventSettings,
        WrapValidator(_read_record),
        PlainSerializer(EventSettings.to_record),
    ]
    """Those that `event.json` keeps, with what was chosen for those that were left open."""
    roster: Roster
    former: tuple[Player, ...] = ()
    """Players who are no longer in the roster."""
    rounds: tuple[Round, ...] = ()
    seeds: tuple[Numbers, ...] = ()
    """By round, the seed of each player's sheet (32 bits) or `NO_SHEET`, by index in `players`."""
    spares: Numbers = field(default_factory=to_numbers)
    spares_with: int = 1
    """The number of the round that spare sheets are printed with, if rounds are printed alone."""
    voided: tuple[VoidedSheet, ...] = ()
    results: tuple[Result, ...] = ()
    """In order of round and table."""
    deck: int = 0
    """The digest of the deck that it was dealt from."""
    rules: str = ""
    """The text of a designer's own edition, "" for a bundled one."""
    labels: str = ""
    """The text of the labels file next to it, "" for a bundled one."""
    words_title: str = ""
    """What a list of your own is called on the sheets."""
    fair: bool = True
    """Whether opponents' fleets are equally hard to find."""
    font: str = ""
    """In Base64, a font's letters that the bundled ones lack."""

    @property
    def title(self) -> str:
        """Its name."""
        return self.settings.title

    @property
    def seed(self) -> str:
        """What all its sheets are dealt from."""
        return self.settings.seed or ""

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who is or was in it: those of the roster first."""
        return self.roster.players + self.former

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rounds."""
        return tuple(event_round.number for event_round in self.rounds)

    @property
    def head_count(self) -> int:
        """How many players are in its rounds."""
        seated: set[int] = set()
        for event_round in self.rounds:
            seated |= event_round.players
        return len(seated)

    @property
    def sheets(self) -> int:
        """How many sheets players have in all rounds."""
        return sum(len(seeds) - seeds.count(NO_SHEET) for seeds in self.seeds)

    def only(self, number: int) -> Event:
        """Return one round alone; with the spare sheets, if they are printed with it."""
        at = self.numbers.index(number)
        spares = self.spares if number == self.spares_with else to_numbers()
        return replace(self, rounds=(self.rounds[at],), seeds=(self.seeds[at],), spares=spares)


def drop_players(event: Event) -> Event:
    """Return what all files of an event share: without players, rounds and sheets it is small."""
    return replace(
        event,
        roster=Roster(()),
        former=(),
        rounds=(),
        seeds=(),
        spares=to_numbers(),
        voided=(),
    )


# --- words and looks


def rules_of(event: Event) -> RulesSource:
    """Return the edition's rules. Raises `BadInputError` if it is unknown or cannot be used."""
    return _load_rules(event.settings.edition, event.rules, event.labels)


def edition_of(event: Event) -> Edition:
    """Return the edition. Raises as `rules_of`."""
    return rules_of(event).edition


def deck_of(event: Event) -> Deck:
    """Return what its sheets are dealt from. Raises `BadInputError` for too few words."""
    # Neither the seed nor the path of the rules changes a deck
    words = event.settings.part(WordSettings).model_copy(update={"seed": None, "rules": None})
    rules = _load_rules(event.settings.edition, event.rules, event.labels)
    return _make_deck(words, rules.edition, event.words_title, event.fair)


@lru_cache(maxsize=DECKS_HELD)
def _load_rules(edition: str, rules: str, labels: str) -> RulesSource:
    if rules:
        return parse_rules(rules, name="the event’s own edition", labels=labels)
    return load_rules(edition)


@lru_cache(maxsize=DECKS_HELD)
def _make_deck(settings: WordSettings, edition: Edition, words_title: str, fair: bool) -> Deck:
    """Return the deck of these settings: blank, of themes, or of a list of your own."""
    if not fair:
        edition = edition.allow_any_fleets()
    if settings.blank:
        return blank_deck(edition)
    usual = word_lists.load_words(edition.language, settings.tier)
    themes = [word_lists.load_theme(slug) for slug in settings.theme]
    if settings.words is None:
        return theme_deck(edition, usual, themes)
    own = settings.words.text.split("\n")
    words = word_lists.WordList.of("own", words_title, words_title, own)
    return own_deck(edition, words, sheets=edition.players.count, fill=usual, themes=themes)


def looks_of(event: Event, player: Player | None = None, club: str = "") -> SheetLooks:
    """Return how a player's sheets look, or a spare sheet's; `club` joins the title."""
    looks = choose_looks(event.settings)
    if player is not None:
        looks = suit_player(looks, player)
    title = f"{event.title} · {spell_name(club)}" if club else event.title
    half_sheets = looks.half_sheets and not looks.large_print
    return replace(looks, title=title, event=True, half_sheets=half_sheets)


# --- sheets


class PlannedSheet(NamedTuple):
    """One sheet of an event, not made yet."""

    seed: int
    player: Player | None
    """None for a spare sheet."""
    seat: Seat


def list_planned_sheets(event: Event) -> Iterator[PlannedSheet]:
    """Yield the sheets of all rounds in table order, first seats first; a bye has none."""
    players = event.players
    for event_round, seeds in zip(event.rounds, event.seeds, strict=True):
        number = str(event_round.number)
        for table, first, second in event_round:
            if second is None:
                continue
            for index, other in ((first, second), (second, first)):
                player = players[index]
                serial = f"{player.number}.{number}"
                seat = Seat(player.name, players[other].name, str(table), number, serial)
                yield PlannedSheet(seeds[index], player, seat)


def name_spare(number: int) -> str:
    """Return the serial of a spare sheet."""
    return f"S{number}"


def list_spare_sheets(event: Event) -> Iterator[PlannedSheet]:
    """Yield the spare sheets, which have no player yet."""
    for number, seed in enumerate(event.spares, start=1):
        yield PlannedSheet(seed, None, Seat(serial=name_spare(number)))


def list_dealt_sheets(event: Event) -> Iterator[VoidedSheet]:
    """Yield every sheet that was ever dealt, as it would be voided; void ones come first."""
    yield from event.voided
    players = event.players
    for event_round, seeds in zip(event.rounds, event.seeds, strict=True):
        for player, seed in zip(players, seeds, strict=True):
            if seed != NO_SHEET:
                yield VoidedSheet(player.key, player.number, event_round.number, seed)
    for number, seed in enumerate(event.spares, start=1):
        yield VoidedSheet(make_spare_key(number), number, SPARE, seed)


def make_spare_key(number: int) -> str:
    """Return the key that a spare sheet is dealt by; no player's key looks like it."""
    return f"spare {number}"
