"""Sheets for one table: settings in, dealt sheets out, printed as PDF or plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from wordfleet_print import errors
from wordfleet_print.fleet import word_lists
from wordfleet_print.games import Edition, Library, RulesSource
from wordfleet_print.messages import join_words, plural, quote, slug, some_of
from wordfleet_print.services.decks import choose_deck
from wordfleet_print.services.editions import find_edition, read_library
from wordfleet_print.services.labels import note_labels_left_out
from wordfleet_print.services.own_lists import read_word_list
from wordfleet_print.settings import table
from wordfleet_print.settings.looks import LookSettings
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.player_names import find_name_faults, parse_name
from wordfleet_print.sheet.seed_text import draw_seed_text, parse_seed_text
from wordfleet_print.sheet.sheet import Sheet
from wordfleet_print.tracker.fallback_font import make_fallback
from wordfleet_print.tracker.fonts import use_fallback
from wordfleet_print.tracker.label_check import measure_labels
from wordfleet_print.tracker.layout import add_cut_names, lay_out_sheet
from wordfleet_print.tracker.looks import SheetLooks, choose_looks, suit_player
from wordfleet_print.tracker.names import check_title, note_names
from wordfleet_print.tracker.plain_text import FORM_FEED, write_text
from wordfleet_print.tracker.print_trackers import SheetToPrint, count_pages, print_trackers
from wordfleet_print.tracker.printing_steps import PrintingStep, list_printing_steps

# Players named in a file's name; of more, their number.
MOST_IN_FILE_NAME = 3
LONGEST_IN_FILE_NAME = 30
# What people type between two names: a word alone, or a sign at an end of a name.
JOINING = re.compile(r"[,;&+/]$|^[,;&+/]|^(?:and|or|vs\.?|versus|against|with|und|y|et|gegen)$")
ONLY_SPACES = "For two players leave a space between their names, and nothing else."
NOT_FAIR = (
    "These words make no two fleets that are equally hard to find, so one may be easier than "
    "the other."
)


@dataclass(frozen=True, slots=True)
class Trackers:
    """Sheets that are ready to be printed, and what the user should know about them."""

    edition: Edition
    sheets: tuple[Sheet, ...]
    looks: tuple[SheetLooks, ...]
    """How each sheet looks."""
    seed: str = ""
    """What deals them again; "" for sheets that were not dealt just now."""
    rules: dict[bool, bytes] | None = None
    """PDFs for the backs, by whether they are in large print; None without such backs."""
    fallback: bytes = b""
    """A font for letters that ours lack; b"" for none."""
    notes: tuple[errors.Note, ...] = ()
    text_numbers: tuple[int, ...] = ()
    """The sheets, counted from 1, that are printed as plain text, too."""

    @property
    def has_fair_fleets(self) -> bool:
        """Whether opponents have just been dealt fleets that are about equally hard to find."""
        if not self.seed or len(self.sheets) < 2 or self.sheets[0].words is None:
            return False
        return all(note.text != NOT_FAIR for note in self.notes)

    @property
    def pages(self) -> int:
        """The number of pages in a file of all sheets, with the backs."""
        fronts = count_pages(list(map(SheetToPrint, self.sheets, self.looks)))
        return fronts if self.rules is None else 2 * fronts

    @property
    def printing_steps(self) -> list[PrintingStep]:
        """How to print a file of all sheets."""
        return list_printing_steps(
            {look.large_print for look in self.looks},
            half_sheets=self.looks[0].half_sheets,
            with_rules=self.rules is not None,
        )

    @property
    def file_stem(self) -> str:
        """A file name of the players' names: `ann-and-ben`, `ann-ben-mia-and-2-more`. It has no
        code and no seed, which are secret.
        """
        slugs = [slug(sheet.player, LONGEST_IN_FILE_NAME) for sheet in self.sheets]
        names = [name for name in slugs if name]
        title = join_words(names)
        if len(names) > MOST_IN_FILE_NAME:
            title = some_of(names, MOST_IN_FILE_NAME)
        return slug(title, None) or f"{self.edition.slug}-trackers"

    @property
    def sheet_stems(self) -> list[str]:
        """A file name for each sheet: its player, or its fleet; safe on every system, and
        unique.
        """
        stems: list[str] = []
        for sheet in self.sheets:
            stem = slug(sheet.player or sheet.fleet_name, LONGEST_IN_FILE_NAME) or "player"
            candidates = chain([stem], (f"{stem}-{number}" for number in count(2)))
            stems.append(next(candidate for candidate in candidates if candidate not in stems))
        return stems

    def print_pdf(self, numbers: Sequence[int] = ()) -> bytes:
        """Return one PDF of these sheets, counted from 1, or of all."""
        sheets = self._choose(numbers)
        # One of several sheets is not a half to cut: nothing would be on the other half
        if len(sheets) == 1 and len(self.sheets) > 1:
            sheets = [sheets[0]._replace(looks=replace(sheets[0].looks, half_sheets=False))]
        return print_trackers(self.edition, sheets, title=self.looks[0].title, rules=self.rules)

    def print_text(self, numbers: Sequence[int] = ()) -> bytes:
        """Return these sheets as plain text, a form feed between them: nobody reads on into
        another's secrets.
        """
        return FORM_FEED.join(
            write_text(self.edition, sheet.sheet, sheet.looks) for sheet in self._choose(numbers)
        ).encode()

    def _choose(self, numbers: Sequence[int]) -> list[SheetToPrint]:
        use_fallback(self.fallback)
        numbers = numbers or range(1, len(self.sheets) + 1)
        return [SheetToPrint(self.sheets[number - 1], self.looks[number - 1]) for number in numbers]


def deal_trackers(settings: table.TrackerSettings, library: Library | None = None) -> Trackers:
    """Deal the sheets of a table, and lay them out. `library` replaces the rules of
    `settings.rules`.

    Raises `BadInputError` with everything that is wrong with names, words, font and edition.
    """
    library = library or read_library(settings.rules)
    names = [parse_name(player.name) for player in settings.players]
    fallback = make_fallback(settings.font, names)
    use_fallback(fallback)
    edition = _check_table(settings, library)
    seats = settings.count or max(len(names), edition.players.count)
    seed = parse_seed_text(settings.seed) if settings.seed else draw_seed_text()
    unnamed = [""] * (seats - len(names))
    sheets, notes = _deal_table(settings, edition, (*names, *unnamed), seed)
    notes += note_lone_name(settings, library)
    notes += note_joining_words(settings)
    is_odd = seats % 2 == 1
    if len(names) > 2 and edition.players.count == 2 and is_odd:
        fix = errors.Fix("count", str(seats + 1), "With {} there is a sheet for one more.")
        notes.append(errors.Note(f"{names[-1] or 'One player'} has no opponent.", (fix,)))
    if edition.all_labels.note:
        notes.append(errors.Note(edition.all_labels.note))
    source = library.rules(edition.slug)
    trackers = lay_out_trackers(
        source, sheets, settings, settings.players, settings.title, fallback
    )
    return replace(trackers, seed=seed, notes=(*notes, *trackers.notes))


def _check_table(settings: table.TrackerSettings, library: Library) -> Edition:
    """Return the edition of a table. Raises `BadInputError` with all problems together: of the
    edition, of its layout with these looks, of names and of the title.
    """

    def check_layout() -> None:
        edition = find_edition(settings, library)
        lay_out_sheet(edition, choose_looks(settings), blank=settings.blank)

    checks: tuple[Callable[[], object], ...] = (
        check_layout,
        lambda: check_names(player.name for player in settings.players),
        lambda: check_title(settings.title),
    )
    errors.call_all(checks, "Some options cannot be used.")
    # Only now: an unknown edition is one of the problems that were collected
    return find_edition(settings, library)


def _deal_table(
    settings: table.TrackerSettings, edition: Edition, players: tuple[str, ...], seed: str
) -> tuple[tuple[Sheet, ...], list[errors.Note]]:
    """Return a sheet for each player, and notes on the words. If the user's own words make no fair
    fleets, any fleets are dealt, and a note says so.
    """
    seats = len(players)
    own_list = None
    if settings.words:
        own_list = read_word_list(settings.words, edition, settings.letters)
    deck = choose_deck(settings, edition, seats, own_list)
    # Players with a tier of their own have a deck of their own, by their place at the table
    other_decks = {
        place: choose_deck(settings, edition, seats, own_list, player.tier)
        for place, player in enumerate(settings.players)
        if player.tier
    }
    placed = settings.placed
    if own_list is None:
        remedy = "Choose a larger tier or another theme as well"
        return deal(deck, players, seed, placed=placed, remedy=remedy, others=other_decks), []
    remedy = "Add words to the list"
    notes: list[errors.Note] = []
    try:
        sheets = deal(deck, players, seed, placed=placed, remedy=remedy, others=other_decks)
    except errors.BadInputError:
        # The edition says how hard to find fleets may be; without these limits all of them count
        any_fleets = edition.allow_any_fleets()
        unfair_deck = replace(deck, edition=any_fleets)
        other_decks = {
            place: replace(other, edition=any_fleets) for place, other in other_decks.items()
        }
        sheets = deal(unfair_deck, players, seed, placed=placed, remedy=remedy, others=other_decks)
        notes.append(errors.Note(NOT_FAIR))
    lines = own_list.describe_use(deck, (sheet.words or () for sheet in sheets))
    notes += map(errors.Note, lines)
    return sheets, notes


def lay_out_trackers(
    source: RulesSource,
    sheets: tuple[Sheet, ...],
    settings: LookSettings,
    players: Sequence[table.Player] = (),
    title: str = "",
    fallback: bytes = b"",
) -> Trackers:
    """Return sheets ready to print, with notes on names that are cut and labels that are left out.

    `players` say what the first sheets need, such as large print; `fallback` is a font for letters
    that ours lack. Raises `BadInputError` if a sheet does not fit the paper.
    """
    edition = source.edition
    usual = choose_looks(settings, title)
    looks = _list_looks(usual, players, len(sheets))
    use_fallback(fallback)
    rules = None
    if settings.with_rules:
        # It loads jinja2 and more, which most sheets do not need
        from wordfleet_print.services.books import print_rules_backs

        sizes = {look.large_print for look in looks}
        rules = print_rules_backs(source, usual.paper, sizes, eco=usual.eco)
    # Each name that is cut, with whether only sheets in large print cut it
    cut_names: dict[str, bool] = {}
    # A dictionary without values: each kind of sheet once, in their order
    sheet_kinds: dict[tuple[SheetLooks, bool, bool], None] = {}
    for sheet, looks_of_sheet in zip(sheets, looks, strict=True):
        is_blank = sheet.words is None
        is_placed = sheet.placements is not None
        pages = lay_out_sheet(edition, looks_of_sheet, blank=is_blank, placed=is_placed)
        add_cut_names(cut_names, sheet, pages)
        sheet_kinds[looks_of_sheet, is_blank, is_placed] = None
    names = [name for sheet in sheets for name in (sheet.player, sheet.opponent) if name]
    fits = [fit for kind in sheet_kinds for fit in measure_labels(edition, *kind)]
    label_notes = map(errors.Note, note_labels_left_out(edition, fits))
    return Trackers(
        edition=edition,
        sheets=sheets,
        looks=tuple(looks),
        rules=rules,
        fallback=fallback,
        notes=(*note_names(names, cut_names), *label_notes),
        text_numbers=tuple(
            number for number, player in enumerate(players, start=1) if player.text_sheet
        ),
    )


def _list_looks(usual: SheetLooks, players: Sequence[table.Player], count: int) -> list[SheetLooks]:
    """Return the looks of each sheet: what its player needs, and as usual for the others."""
    looks = [suit_player(usual, player) for player in players]
    return looks + [usual] * (count - len(looks))


def note_lone_name(settings: table.TrackerSettings, library: Library) -> list[errors.Note]:
    """Return a note if the only player is called like a theme, a tier, an edition, or like two
    players: `tracker animals` prints a sheet for a player with that name.
    """
    if len(settings.players) != 1:
        return []
    name = settings.players[0].name.casefold()
    short_names = [slug.rpartition("-")[2] for slug in library.edition_slugs]
    editions = [*library.edition_slugs, *short_names]  # `word-fleet-strike` and `strike`
    what = f"{quote(settings.players[0].name)} is printed as a player’s name."
    for field, values, meaning in (
        ("theme", word_lists.list_themes(), f"words about {name}"),
        ("tier", word_lists.TIERS, f"{name} words"),
        ("edition", editions, f"the {name} edition"),
    ):
        if name in values:
            fix = errors.Fix(field, name, f"For {meaning} use {{}}.")
            return [errors.Note(what, (fix,))]
    if re.search(r"[,;&+/]| (?:and|vs\.?) ", name):  # “Ann and Ben”
        return [errors.Note(f"{what} {ONLY_SPACES}")]
    return []


def note_joining_words(settings: table.TrackerSettings) -> list[errors.Note]:
    """Return a note if something between two names was read as a name (`Ann and Ben`), or as a part
    of one (`Ann, Ben`).
    """
    if len(settings.players) == 1:
        return []
    names = [player.name for player in settings.players]
    joining = [name for name in names if JOINING.search(name.casefold())]
    if not joining:
        return []
    what = f"{join_words(map(quote, joining))} {plural(len(joining), 'is', 'are')} printed as"
    kind = plural(len(joining), "a player’s name", "players’ names")
    return [errors.Note(f"{what} {kind}. {ONLY_SPACES}")]


def check_names(names: Iterable[str], field: str = "players") -> None:
    """Raise `BadInputError` with every fault of every name; `field` is the setting that has them.

    An empty name is no fault: the sheet has a line to write on.
    """
    problems = list[errors.Problem]()
    for place, name in enumerate(names):
        faults = find_name_faults(name) if name else ()
        problems += [
            errors.Problem(f"{quote(name)}: {fault}", field, place=(place, "name"))
            for fault in faults
        ]
    if problems:
        raise errors.BadInputError("Some names cannot be printed.", problems)
