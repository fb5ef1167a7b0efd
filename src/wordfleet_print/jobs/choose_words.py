"""Which words sheets are dealt from: packaged, a theme, or a user's file of any kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from wordfleet_print.errors import BadInputError, UsageError
from wordfleet_print.fleet.deck import Deck, blank_deck, find_deck, has_number, mixed_deck, own_deck, theme_deck
from wordfleet_print.fleet.own_words import ScreenedList
from wordfleet_print.fleet.word_lists import TIERS, WordList, known_slug, load_theme, load_tier, theme_slugs
from wordfleet_print.game import Edition, Library, packaged
from wordfleet_print.jobs.asking import Check
from wordfleet_print.jobs.own_rules import folder_in_sight
from wordfleet_print.limits import DEFAULT_EDITION, DEFAULT_TIER
from wordfleet_print.press.ink.fonts import Face
from wordfleet_print.press.ink.printable_names import check_name
from wordfleet_print.sheet.sheet import count_fair_pairs, deal
from wordfleet_print.sheet.sheet_code import SheetCode


@dataclass(frozen=True, slots=True)
class WordsRequest:
    """An edition and its words: of a tier, of themes, of a file or a text of one's `own`, or the captains' (`blank`).

    None or empty where nothing was said. `fill` is the tier that a file of one's own takes the lengths from that it
    lacks. `fair` deals opponents fleets about equally hard to find, else any. `library` holds the editions.
    """

    edition: str | None = None
    tier: str | None = None
    themes: tuple[str, ...] = ()
    own: Path | str | None = None
    blank: bool = False
    fair: bool = True
    fill: str | None = None
    library: Library = field(default_factory=packaged)

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
            if slug not in library.slugs and not library.place and (folder := folder_in_sight(slug)):
                tip, say = f"It is in {folder}/.", (f"rules={folder}/",)
                raise BadInputError(error.message, tip=tip, field="edition", say=say) from error
            raise

    def deck(self, sheets: int) -> Deck:
        """The deck, which supplies so many sheets. Raises `BadInputError`."""
        edition = self.the_edition()
        if self.blank:
            return blank_deck(edition)
        if self.own:
            return own_deck(edition, read_own_words(self.own, edition), sheets=sheets, fill=self._fill())
        tier = load_tier(DEFAULT_TIER if self.tier is None else self.tier)
        return theme_deck(edition, tier, map(load_theme, self.themes))

    def _fill(self) -> WordList | None:
        """The tier that a list of one's own is filled up from. Raises `BadInputError`."""
        return None if self.fill is None else load_tier(self.fill)

    def decks_of(self, codes: Sequence[SheetCode]) -> tuple[Deck, ...]:
        """The deck of each code. Raises `BadInputError` for a code that these words have not dealt."""
        for check in self.checks():
            check()
        library = self.library
        editions = [*map(library.edition, library.edition_slugs)] if self.edition is None else [self.named_edition()]
        own = _own_decks(self.own, editions, self._fill()) if self.own else ()
        found: dict[int, Deck] = {}
        for code in codes:
            if code.deck not in found:
                found[code.deck] = self._deck_of(code, editions, own)
        return tuple(found[code.deck] for code in codes)

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
            tip="The code knows its own.",
            leave=("rules",),
        )
    if deck.edition.slug not in {edition.slug for edition in editions}:
        return BadInputError(
            f"{code} is a sheet of the edition {deck.edition.slug}, but another is named.",
            tip="The code knows its own.",
            leave=("edition",),
        )
    return BadInputError(
        f"{code} was printed with “{deck.title}”, but other words are named.",
        tip="The code knows its own.",
        leave=("words",) if own else ("tier", "theme"),
    )


def _of_no_edition(code: SheetCode, library: Library, own: Collection[Deck]) -> BadInputError:
    """Why a code is of no deck at all: its edition is not here, or it was another then, or its words were."""
    same = "the same file as then" if own else "the same file"
    words = f"If it came from a list of your own, give {same}, and the tier that filled it up, if one did."
    if library.place:
        what = f"{code} belongs to none of the editions in {library.place} as they are now, or to other words."
        return BadInputError(what, tip=words, say=("words", "fill_from"))
    if not has_number(code.deck):
        folder = folder_in_sight()
        say = f"rules={folder}/" if folder else "rules"
        return BadInputError(f"{code} belongs to an edition that is not here.", say=(say,))
    return BadInputError(
        f"{code} is a sheet code, but was printed with another word list or version.",
        tip=f"{words} Or it is of rules of your own that kept a bundled name.",
        say=("words", "fill_from", "rules"),
    )


def read_own_words(own: Path | str, edition: Edition) -> WordList:
    """A user's own list, called as the sheet shows it. Raises `BadInputError` with its faults."""
    from wordfleet_print.jobs.word_file import PASTED, read_own_list

    words = read_own_list(own, edition.ships_of_length)
    if isinstance(own, str):
        return words
    name, faults = check_name(own.stem, Face.MEDIUM)
    return replace(words, title=PASTED if faults else name)


def _own_decks(own: Path | str, editions: Iterable[Edition], fill: WordList | None) -> tuple[Deck, ...]:
    """The decks that a user's list makes with these editions, now and before own words came first. Raises
    `BadInputError` where it makes none.
    """
    decks: list[Deck] = []
    errors: list[BadInputError] = []
    for edition in editions:
        try:
            words = read_own_words(own, edition)
            made = [make(edition, words, sheets=1, fill=fill) for make in (own_deck, mixed_deck)]
            decks += {deck.digest: deck for deck in made}.values()
        except BadInputError as error:
            errors.append(error)
    if not decks:
        raise errors[0]
    return tuple(decks)


@dataclass(frozen=True, slots=True)
class CheckedList:
    """What a list of one's own is good for.

    `needed` is how many words of each length opponents take, `filled` how many the tier brings that fills it up.
    `fair_pairs` counts the fair pairs of fleets that the words make; None where they are too many to count, or where
    the list cannot be printed anyhow.
    """

    screened: ScreenedList
    needed: Mapping[int, int]
    filled: Mapping[int, int]
    fair_pairs: int | None = None

    @property
    def counts(self) -> dict[int, int]:
        """How many words the list has of each length that ships have."""
        return {length: len(self.screened.words.by_length.get(length, ())) for length in self.needed}

    @property
    def short(self) -> list[int]:
        """The lengths of which there are too few words."""
        counts = self.counts
        return [n for n, need in self.needed.items() if counts[n] + self.filled.get(n, 0) < need]

    @property
    def fillable(self) -> list[int]:
        """Those of them that tiers have words of."""
        return [length for length in self.short if length in load_tier(DEFAULT_TIER).by_length]

    @property
    def printable(self) -> bool:
        """Whether nothing is wrong with the words, and there are enough of each length."""
        return not self.screened.faults and not self.short

    @property
    def ready(self) -> bool:
        """Whether the list can be dealt from: it is printable, and has fair opponents."""
        return self.printable and self.fair_pairs != 0


def check_list(file: Path, edition: str | None, *, fill: str | None, fair: bool, library: Library) -> CheckedList:
    """Look a list of words over for an edition. Raises `BadInputError` for a file that cannot be read."""
    rules = WordsRequest(edition, fair=fair, library=library).the_edition()
    tier = None if fill is None else load_tier(fill)
    from wordfleet_print.jobs.word_file import screen_file

    screened = screen_file(file, rules.ships_of_length)
    needed = {length: ships * rules.players.count for length, ships in rules.ships_of_length.items()}
    checked = CheckedList(screened, needed, {})
    if tier:
        checked = replace(checked, filled=_filled(screened.words, checked.short, tier))
    if not (checked.printable and fair):
        return checked
    deck = own_deck(rules, screened.words, sheets=rules.players.count, fill=tier)
    return replace(checked, fair_pairs=_fair_pairs(deck))


def _filled(own: WordList, lengths: Iterable[int], tier: WordList) -> dict[int, int]:
    """How many words of these lengths a tier has that a list has not."""
    return {n: len({*tier.by_length.get(n, ())} - {*own.by_length.get(n, ())}) for n in lengths}


def _fair_pairs(deck: Deck) -> int | None:
    """How many pairs of fair opponents the words make; None where they are too many to count."""
    pairs = count_fair_pairs(deck)
    if pairs is None:
        try:
            deal(deck, ("",) * deck.edition.players.count, "words check")
        except BadInputError:
            return 0
    return pairs
