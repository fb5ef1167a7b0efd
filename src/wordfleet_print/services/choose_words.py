"""Which words sheets are dealt from: packaged, a theme, or a user's file of any kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.fleet.deck import Deck, blank_deck, find_deck, own_deck, theme_deck
from wordfleet_print.fleet.deck_digest import has_edition_number
from wordfleet_print.fleet.own_words import GERMAN, PLAIN, ScreenedList
from wordfleet_print.fleet.word_lists import TIERS, WordList, known_slug, load_theme, load_tier, theme_slugs
from wordfleet_print.games import Edition, Library, find_rules_folder, packaged
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER
from wordfleet_print.messages import listed, plural, some_of
from wordfleet_print.services.asking import Check
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.names import check_name


@dataclass(frozen=True, slots=True)
class WordsRequest:
    """An edition and its words: of a tier, of themes, of a file or a text of one's `own`, or the
    captains' (`blank`).

    None or empty where nothing was said. `fill` is the tier that tops a list of one's own up;
    `letters` says how words of it with marks are written, as `screen` takes it. `fair` deals
    opponents fleets about equally hard to find, else any. `library` holds the editions.
    """

    edition: str | None = None
    tier: str | None = None
    themes: tuple[str, ...] = ()
    own: Path | str | None = None
    blank: bool = False
    fair: bool = True
    fill: str | None = None
    library: Library = field(default_factory=packaged)
    letters: str = ""

    @property
    def says_anything(self) -> bool:
        """Whether an edition or any words are named."""
        return bool(self.own or self.themes) or self.tier is not None or self.edition is not None

    def check(self, *, placed: bool = False) -> None:
        """Raises `UsageError` for words that do not go together, or with fleets that are `placed`."""
        if self.blank and (self.own or self.themes or self.tier is not None or placed):
            leave = ("words", "theme", "tier", "placed")
            raise UsageError("Blank sheets leave the words to the captains.", field="blank", leave=leave)
        if self.own and (self.themes or self.tier is not None):
            raise UsageError("A list of your own brings all words.", field="words", leave=("theme", "tier"))
        if self.fill is not None and not self.own:
            raise UsageError("Only a list of your own is filled up.", field="fill_from", say=("words",))
        if self.letters and not self.own:
            raise UsageError("Only a list of your own is written so.", field=f"{self.letters}_letters", say=("words",))

    def checks(self) -> Iterator[Check]:
        """A check of each value, which raises `BadInputError` where it is unknown."""
        if self.edition is not None:
            yield self.named_edition
        if self.tier is not None:
            yield partial(known_slug, self.tier, TIERS, "tier")
        if self.fill is not None:
            yield partial(known_slug, self.fill, TIERS, "tier")
        yield from (partial(known_slug, theme, theme_slugs(), "theme") for theme in dict.fromkeys(self.themes))

    def the_edition(self) -> Edition:
        """The edition that is named, or the usual one, pairing fleets as asked for. Raises `BadInputError`."""
        edition = self.named_edition()
        return edition if self.fair else edition.with_any_fleets()

    def named_edition(self) -> Edition:
        """The edition that is named, or the usual one: of a designer's own the only one.

        Raises `BadInputError` for an unknown one, `UsageError` where it is not clear which.
        """
        library, slug = self.library, self.edition
        if slug is None:
            slug = DEFAULT_EDITION if DEFAULT_EDITION in library.slugs else _only_edition(library)
        try:
            return library.edition(slug)
        except BadInputError as error:
            if slug not in library.slugs and not library.place and (folder := find_rules_folder(slug)):
                tip, say = f"It is in {folder}/.", (f"rules={folder}/",)
                raise BadInputError(error.message, tip=tip, field="edition", say=say) from error
            raise

    def deck(self, sheets: int) -> Deck:
        """The deck, which supplies so many sheets. Raises `BadInputError`."""
        edition = self.the_edition()
        if self.blank:
            return blank_deck(edition)
        if self.own:
            screened = self.own_list(edition)
            try:
                return own_deck(edition, screened.words, sheets=sheets, fill=self._fill())
            except BadInputError as error:
                error.complaints = (*error.complaints, *screened.skipped[:SHOWN])  # a mended one might be enough
                raise
        tier = load_tier(DEFAULT_TIER if self.tier is None else self.tier)
        return theme_deck(edition, tier, map(load_theme, self.themes))

    def own_list(self, edition: Edition) -> ScreenedList:
        """The list of one's own, called as the sheet shows it. Raises `BadInputError` where there is none, or no word
        of it can be used.
        """
        from wordfleet_print.services.word_file import PASTED, read_own_list

        if not self.own:
            raise BadInputError("There is no list.", field="words", say=("words",))
        screened = read_own_list(self.own, edition.ships_of_length, self.letters)
        name, faults = (PASTED, ()) if isinstance(self.own, str) else check_name(self.own.stem, Face.MEDIUM)
        title = f"{'Plain letters: ' if screened.rewritten else ''}{PASTED if faults else name}"
        return replace(screened, words=replace(screened.words, title=title))

    def _fill(self) -> WordList | None:
        """The tier that a list of one's own is filled up from. Raises `BadInputError`."""
        return None if self.fill is None else load_tier(self.fill)

    def decks_of(self, codes: Sequence[SheetCode]) -> tuple[Deck, ...]:
        """The deck of each code. Raises `BadInputError` for a code that these words have not dealt."""
        for check in self.checks():
            check()
        library = self.library
        editions = [*map(library.edition, library.edition_slugs)] if self.edition is None else [self.named_edition()]
        own = self._own_decks(editions, {code.deck for code in codes}) if self.own else ()
        found: dict[int, Deck] = {}
        for code in codes:
            if code.deck not in found:
                found[code.deck] = self._deck_of(code, editions, own)
        return tuple(found[code.deck] for code in codes)

    def _own_decks(self, editions: Sequence[Edition], wanted: Collection[int]) -> tuple[Deck, ...]:
        """List the decks that a user's list makes with these editions, with any tier or letters where none are named;
        the `wanted` digests say when to stop. Raises `BadInputError` where it makes none.
        """
        decks: dict[tuple[str, int], Deck] = {}
        errors: list[BadInputError] = []
        fills = [self._fill()] if self.fill else [None, *map(load_tier, TIERS)]
        for letters in (self.letters,) if self.letters else ("", PLAIN, GERMAN):
            for edition in editions:
                try:
                    words = replace(self, letters=letters).own_list(edition).words
                    decks |= {(edition.slug, deck.digest): deck for deck in _decks_of_list(edition, words, fills)}
                except BadInputError as error:
                    errors.append(error)
            if {deck.digest for deck in decks.values()}.issuperset(wanted):
                break
        if not decks:
            raise errors[0]
        return tuple(decks.values())

    def _deck_of(self, code: SheetCode, editions: Sequence[Edition], own: Sequence[Deck]) -> Deck:
        """The one deck that a code was drawn from: of a user's own, where there are any.

        Raises `BadInputError` for none, or for more than one, as editions without a number of their own may make:
        never guesses.
        """
        tiers = TIERS if self.tier is None else [self.tier]
        themes = tuple(sorted(set(self.themes))) or None
        if own:
            decks = [deck for deck in own if deck.digest == code.deck]
        else:
            decks = [deck for edition in editions if (deck := find_deck(code.deck, edition, tiers, themes))]
        if len(decks) == 1:
            return decks[0]
        if decks:
            titles = "; ".join(f"{deck.edition.slug}, {deck.title}" for deck in decks)
            raise BadInputError(f"{code} fits several decks: {titles}.", say=("edition",))
        raise _not_at_hand(code, editions, own, self.library)


def _decks_of_list(edition: Edition, words: WordList, fills: Sequence[WordList | None]) -> list[Deck]:
    """The decks of a list and each of these tiers, the first first. Raises `BadInputError` where it
    makes none.
    """
    decks: list[Deck] = []
    errors: list[BadInputError] = []
    for fill in fills:
        try:
            decks.append(own_deck(edition, words, sheets=1, fill=fill))
        except BadInputError as error:
            errors.append(error)
    if not decks:
        raise errors[0]
    return decks


def _only_edition(library: Library) -> str:
    """The slug of the only edition there is. Raises as `WordsRequest.named_edition`."""
    match library.edition_slugs:
        case [slug]:
            return slug
        case []:
            raise BadInputError(
                f"There is no edition of Word Fleet in {library.place}.", tip="Only those have trackers."
            )
    slugs = ", ".join(library.edition_slugs)
    what = f"Which edition? In {library.place} there are {slugs}."
    raise UsageError(what, field="edition", say=("edition",))


def _not_at_hand(
    code: SheetCode, editions: Iterable[Edition], own: Collection[Deck], library: Library
) -> BadInputError:
    """Why no deck that was asked for is a code's: which option keeps it away, or that it is not here at all."""
    found = (
        (deck, shelf)
        for shelf in ([library, packaged()] if library.place else [library])
        for slug in shelf.edition_slugs
        if (deck := find_deck(code.deck, shelf.edition(slug)))
    )
    deck, shelf = next(found, (None, library))
    if deck is None:
        return _of_no_edition(code, library, own)
    if shelf is not library:
        return BadInputError(
            f"{code} is a sheet of the bundled edition {deck.edition.slug}, but other rules are named.",
            tip="The sheet code says which words it was dealt from.",
            leave=("rules",),
        )
    if deck.edition.slug not in {edition.slug for edition in editions}:
        return BadInputError(
            f"{code} is a sheet of the edition {deck.edition.slug}, but another is named.",
            tip="The sheet code says which words it was dealt from.",
            leave=("edition",),
        )
    return BadInputError(
        f"{code} was printed with “{deck.title}”, but other words are named.",
        tip="The sheet code says which words it was dealt from.",
        leave=("words",) if own else ("tier", "theme"),
    )


def _of_no_edition(code: SheetCode, library: Library, own: Collection[Deck]) -> BadInputError:
    """Why a code is of no deck at all: its edition is not here, or it was another then, or its words were."""
    same = "the same file as then" if own else "the same file"
    words = f"If it came from a list of your own, give {same}, and the tier that filled it up, if one did."
    if library.place:
        what = f"{code} belongs to none of the editions in {library.place} as they are now, or to other words."
        return BadInputError(what, tip=words, say=("words", "fill_from"))
    if not has_edition_number(code.deck):
        folder = find_rules_folder()
        say = f"rules={folder}/" if folder else "rules"
        return BadInputError(f"{code} belongs to an edition that is not here.", say=(say,))
    return BadInputError(
        f"{code} is a sheet code, but was printed with another word list or version.",
        tip=f"{words} Or it is of rules of your own that kept a bundled name.",
        say=("words", "fill_from", "rules"),
    )


SHOWN = 6
"""Words of a list that are shown of each length, or for each reason."""


def words_used(deck: Deck, fleets: Iterable[Sequence[str]], screened: ScreenedList | None = None) -> str:
    """How many words of each sheet are of one's own list, and which of the list no sheet can have,
    and why; nothing where the words are no list of one's own.
    """
    counts = {sum(word in deck.listed for word in fleet) for fleet in fleets} if deck.own else None
    if not counts:
        return ""
    span = f"{min(counts)} to {max(counts)}" if len(counts) > 1 else f"{max(counts)}"
    told = f"{span} of {len(deck.edition.fleet)} words a sheet are yours"
    if screened is None or not screened.unused:
        return f"{told}."
    lengths, unused = deck.edition.ships_of_length, screened.unused
    longer = [word for word in unused if len(word) > max(lengths)]
    shorter = [word for word in unused if len(word) < min(lengths)]
    others = [word for word in unused if word not in {*longer, *shorter}]
    why = [
        f"{some_of(words, SHOWN)} {plural(len(words), 'is', 'are')} {what}"
        for words, what in (
            (longer, "longer than any ship"),
            (shorter, "shorter than any ship"),
            (others, "of no ship’s length"),
        )
        if words
    ]
    of_all = f"{len(unused)} of your {len(unused) + len(deck.listed)}"
    return f"{told}; {of_all} {plural(len(unused), 'was', 'were')} not used: {listed(why)}."
