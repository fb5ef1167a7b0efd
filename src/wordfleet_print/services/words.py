"""What sheets are dealt from: rules, an edition, and words: a tier, themes, a list of your own,
those of a code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError
from wordfleet_print.files import is_missing
from wordfleet_print.fleet.deck import (
    MOST_THEMES_WITH_OWN_WORDS,
    Deck,
    blank_deck,
    find_deck,
    own_deck,
    sort_themes,
    theme_deck,
)
from wordfleet_print.fleet.deck_digest import has_edition_number, hash_own_deck
from wordfleet_print.fleet.own_words import (
    ENGLISH,
    GERMAN,
    HEADINGS,
    PLAIN,
    Entries,
    ScreenedList,
    Spelling,
    read_rows,
    read_text,
    screen,
)
from wordfleet_print.fleet.word_lists import (
    TIERS,
    WordList,
    find_theme_faults,
    list_themes,
    load_theme,
    load_words,
)
from wordfleet_print.games import (
    Edition,
    Library,
    find_rules_folder,
    packaged,
    parse_rules,
    read_folder,
)
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.messages import how_many, join_words, some_of
from wordfleet_print.settings.words import (
    EditionSettings,
    OwnWordSettings,
    WordCheckSettings,
    WordSettings,
    WordSource,
)
from wordfleet_print.sheet.dealing import count_fair_pairs
from wordfleet_print.sheet.sheet_code import SheetCode
from wordfleet_print.tracker.fonts import Face
from wordfleet_print.tracker.names import check_name

MOST_WORDS_BYTES = 5_000_000
MAX_TABLE_BYTES = 50_000_000
AS_TEXT = (
    "Save the list as plain text with one word a line, or as CSV or XLSX with a column “word”."
)
_TABLE_SUFFIXES = (".csv", ".tsv", ".tab")
# Reasons shown where no word can be used.
MOST_FAULTS = 20
# Words of a list that are shown of each length, or for each reason.
MOST_SHOWN = 6
# Fair pairs of fleets that are so few that players soon know them.
FEW_PAIRS = 20
# Where an edition is that an event keeps.
THE_EVENT = "the event"


def read_library(folder: Path | None) -> Library:
    """Return the rules of a designer's folder, or the bundled ones. Raises as `read_folder`."""
    return packaged() if folder is None else Library.of(read_folder(folder), str(folder))


@lru_cache(maxsize=8)  # the page of an event asks for it at each request
def read_event_rules(rules: str, labels: str) -> Library:
    """Return the edition that a printed event keeps as a text, with the text of its labels file, or
    the bundled ones if it keeps none.
    """
    if not rules:
        return packaged()
    return Library.of([parse_rules(rules, name=THE_EVENT, labels=labels)], THE_EVENT)


def find_edition(settings: EditionSettings, library: Library) -> Edition:
    """Return the edition that was chosen; of a designer's own games, the only one if none was.

    Raises `BadInputError` for an unknown edition, and if it is not clear which.
    """
    slug = settings.edition
    known = library.edition_slugs
    if slug == DEFAULT_EDITION and slug not in library.slugs:
        if not known:
            what = f"There is no edition of Word Fleet in {library.place}."
            raise BadInputError(Problem(what, "rules", advice="Only that game has trackers."))
        if len(known) > 1:
            raise UsageError(
                Problem(
                    f"Which edition? {library.place} has {join_words(known)}.",
                    "edition",
                    (Fix.choose("edition"),),
                )
            )
        (slug,) = known
    return library.edition(slug)


def choose_deck(
    settings: WordSettings,
    edition: Edition,
    sheets: int,
    screened: ScreenedList | None = None,
    tier: str = "",
) -> Deck:
    """Return the deck to deal this many sheets from; `tier` replaces that of the settings.

    Themes and the tier fill every length that `screened`, a list of your own, lacks.
    """
    if settings.blank:
        return blank_deck(edition)
    words = load_words(edition.language, tier or settings.tier)
    themes = [load_theme(slug) for slug in settings.theme]
    if screened:
        return own_deck(edition, screened.words, sheets=sheets, fill=words, themes=themes)
    return theme_deck(edition, words, themes)


def read_word_list(source: WordSource, edition: Edition, letters: str = "keep") -> ScreenedList:
    """Read a list of your own; words that cannot be printed are left aside, each with its reason.

    Raises `BadInputError` if it cannot be read, or no word of it can be used.
    """
    lengths = tuple(edition.ships_of_length)
    how = "" if letters == "keep" else letters
    spelling = choose_spelling(edition)
    if source.file:
        screened = screen_file(source.file, lengths, how, spelling)
    else:
        screened = screen(
            read_text(source.text),
            lengths,
            name="Own words",
            title=spelling.own_list,
            line="line ",
            letters=how,
            spelling=spelling,
        )
    if not screened.words.by_length:
        reasons = [
            Problem(problem.message, "words", where=problem.where, advice=problem.advice)
            for problem in screened.skipped
        ]
        long = (
            f" Too long or too short: {some_of(screened.unused, MOST_SHOWN)}."
            if screened.unused
            else ""
        )
        ships = f"as long as a ship: {join_words(map(str, sorted(lengths)), 'or')} letters"
        what = f"{source.file or 'Own list'} has no word that is {ships}.{long}"
        tip = "" if reasons or long else "Write one word per line."
        raise BadInputError(Problem(what, "words", advice=tip), reasons[:MOST_FAULTS])
    return screened


def choose_spelling(edition: Edition) -> Spelling:
    """Return what the words of an edition are made of, and what its sheets call a list."""
    return Spelling(
        edition.letters,
        edition.language,
        edition.say("words.own_list"),
        # The place of the title is filled in when the list is known.
        edition.say("words.plain", title="{title}"),
    )


def check_word_list(settings: WordCheckSettings) -> tuple[ScreenedList, Deck, list[str]]:
    """Return a list of your own, the deck that it makes, and what a challenge or a fair match would
    miss.

    A file in a folder `themes` is checked as a theme, too.

    Raises `BadInputError` if it cannot be read or no word of it can be used.
    """
    edition = find_edition(settings, read_library(settings.rules))
    if not settings.words:
        raise BadInputError(
            Problem("Give a word list, such as my-words.txt.", "words", (Fix.choose("words"),))
        )
    screened = read_word_list(settings.words, edition, settings.letters)
    fill = load_words(edition.language, settings.tier)
    deck = own_deck(edition, screened.words, sheets=edition.players.count, fill=fill)
    notes = [str(note) for note in screened.doubts]
    file = settings.words.file
    notes += find_theme_faults(file) if file and file.parent.name == "themes" else []
    pairs = count_fair_pairs(deck)
    if pairs == 0:
        notes.append(
            "No two fleets of these words are equally hard to find. Add words for a fair match."
        )
    elif pairs is not None and pairs < FEW_PAIRS:
        they = how_many(pairs, "pair of fleets is a fair match", "pairs of fleets are fair matches")
        notes.append(f"Only {they}, so players soon know the fleets. Add words for more.")
    return screened, deck, notes


def find_decks(
    codes: Sequence[SheetCode], settings: OwnWordSettings, library: Library | None = None
) -> list[Deck]:
    """Return the deck of each sheet code. Raises `BadInputError` for a code that was dealt from
    other words.
    """
    library = library or read_library(settings.rules)
    editions = [library.edition(slug) for slug in library.edition_slugs]
    wanted = {code.deck for code in codes}
    own = (
        _make_own_decks(settings.words, settings.letters, editions, wanted)
        if settings.words
        else {}
    )
    decks: list[Deck] = []
    for code in codes:
        matches = [
            deck
            for deck in (
                own.get(code.deck),
                *(find_deck(code.deck, edition) for edition in editions),
            )
            if deck
        ]
        if not matches:
            raise _explain_unknown(code, settings, library)
        if len(matches) > 1:  # editions without a number of their own: never guess
            titles = "; ".join(f"{deck.edition.slug}, {deck.title}" for deck in matches)
            tip = "Use a folder with only one of them."
            raise BadInputError(
                Problem(
                    f"{code} fits several decks: {titles}.",
                    "rules",
                    (Fix.choose("rules"),),
                    advice=tip,
                )
            )
        decks += matches
    return decks


def _make_own_decks(
    source: WordSource, letters: str, editions: Sequence[Edition], wanted: set[int]
) -> dict[int, Deck]:
    """Return the decks of these digests that a list of your own makes, by digest, filled from any
    tier and themes.

    Raises `BadInputError` if no edition can use the list.
    """
    decks: dict[int, Deck] = {}
    errors: list[BadInputError] = []
    is_used = False
    # A code does not say how its list was read, so each way is tried until all codes are found
    for way in ("keep", PLAIN, GERMAN) if letters == "keep" else (letters,):
        for edition in editions:
            try:
                own = read_word_list(source, edition, way).words
                decks |= _find_own_decks(own, edition, wanted)
                is_used = True
            except BadInputError as error:
                errors.append(error)
        if decks.keys() >= wanted:
            break
    if not is_used:
        raise errors[0]
    return decks


def _find_own_decks(own: WordList, edition: Edition, wanted: set[int]) -> dict[int, Deck]:
    """Return the wanted decks of a list in an edition, whatever filled it up.

    A digest takes microseconds, a deck milliseconds: digests of all fillers are compared first.
    """
    decks = {}
    if hash_own_deck(edition, [own]) in wanted:
        deck = own_deck(edition, own, sheets=1)
        decks[deck.digest] = deck
    for tier, themes in _list_filler_choices(edition):
        if hash_own_deck(edition, [own, tier, *themes]) in wanted:
            deck = own_deck(edition, own, sheets=1, fill=tier, themes=themes)
            decks[deck.digest] = deck
    return decks


def _list_filler_choices(edition: Edition) -> Iterator[tuple[WordList, tuple[WordList, ...]]]:
    """Yield each tier, alone and with all themes that may fill up a list together."""
    slugs = list_themes() if edition.is_english else ()
    themes = sort_themes(load_theme(slug) for slug in slugs)
    tiers = [load_words(edition.language, name) for name in TIERS]
    for count in range(MOST_THEMES_WITH_OWN_WORDS + 1):
        for chosen in combinations(themes, count):
            for tier in tiers:
                yield tier, chosen


def _explain_unknown(code: SheetCode, settings: OwnWordSettings, library: Library) -> BadInputError:
    """Return why no deck is a code's: other words or rules were given, or they are not here."""
    if library.is_own and any(
        find_deck(code.deck, packaged().edition(slug)) for slug in packaged().edition_slugs
    ):
        return BadInputError(
            Problem(
                f"{code} is a sheet of a bundled edition, not of {library.place}.",
                fixes=(Fix.leave_out("rules"),),
            )
        )
    words = "If it was dealt from your own list, use the same file again."
    if library.is_own:
        return BadInputError(
            Problem(
                f"{code} belongs to no edition in {library.place}.",
                fixes=(Fix.choose("words"),),
                advice=words,
            )
        )
    if not has_edition_number(code.deck):
        folder = find_rules_folder()
        fix = Fix("rules", f"{folder}/" if folder else "")
        what = f"{code} belongs to an edition that is not available here."
        return BadInputError(Problem(what, fixes=(fix,)))
    if settings.words:
        return BadInputError(
            Problem(f"{code} was not dealt from this list.", "words", advice=words)
        )
    return BadInputError(
        Problem(
            f"{code} was dealt from another word list or version.",
            fixes=(Fix.choose("words"), Fix.choose("rules")),
            advice=words,
        )
    )


def screen_file(
    path: Path, lengths: Collection[int], letters: str, spelling: Spelling = ENGLISH
) -> ScreenedList:
    """Screen a file of any kind, for ships of these lengths.

    Raises `BadInputError` for what is no list.
    """
    # Few sheets have a list of their own, and what reads files takes a tenth of a call to load.
    from wordfleet_print.tables.opening import TABLES, kind_of, read_bytes

    try:
        raw = read_bytes(path, "word list", MAX_TABLE_BYTES)
        kind = kind_of(raw)
        is_text = kind in ("text", "JSON")
        if not is_text and kind not in TABLES:
            raise BadInputError(Problem(f"{path} is {kind}, not a list of words.", advice=AS_TEXT))
        if is_text and len(raw) > MOST_WORDS_BYTES:
            what = f"{path} is larger than {MOST_WORDS_BYTES:,} bytes, too large for a word list."
            raise BadInputError(what)
        has_columns = not is_text or path.suffix.casefold() in _TABLE_SUFFIXES
        entries = _read_table(path) if has_columns else _read_lines(path, raw)
    except BadInputError as error:
        raise _explain_word_list(error, path) from error
    name, faults = check_name(path.stem, Face.MEDIUM)
    return screen(
        entries,
        lengths,
        name=path.name,
        title=spelling.own_list if faults else name,
        line=f"{path} row " if has_columns else f"{path}:",
        letters=letters,
        spelling=spelling,
    )


def _explain_word_list(error: BadInputError, path: Path) -> BadInputError:
    """Return the error as one of the option `words`."""
    summary = replace(error.summary, field="words")
    if "," in str(path) and is_missing(path):
        advice = "Words are read from a file: write them into one."
        summary = replace(summary, advice=advice)
    return BadInputError(summary, error.details)


def _read_table(path: Path) -> Entries:
    """Return the entries of a table with a column headed “word”."""
    from wordfleet_print.tables.opening import read_tables
    from wordfleet_print.tables.text import find_delimiter

    tables = read_tables(
        path, what="word list", separate=partial(find_delimiter, score=_count_word_headings)
    )
    table = next((table for table in tables if table.rows and not table.hidden), None)
    if table is None:
        raise BadInputError(f"{path} is empty.")
    rows = []
    for row in table.rows:
        cells = enumerate(row.cells)
        texts = ["" if column in row.odd_columns else cell for column, cell in cells]
        rows.append((row.number, texts))
    table_words = read_rows(rows)
    if table_words is None:
        tip = "Write “word” above the column with the words."
        raise BadInputError(Problem(f"{path} has no column headed “word”.", advice=tip))
    return Entries(table_words.entries, (*table.notes, *table_words.reading))


def _count_word_headings(cells: Sequence[str]) -> int:
    return sum(1 for cell in cells if cell.strip().casefold() in HEADINGS)


def _read_lines(path: Path, raw: bytes) -> Entries:
    """Return the entries of a text: one on each line, or several between commas."""
    from wordfleet_print.tables.opening import show_name
    from wordfleet_print.tables.text import TextDoubtError, decode

    try:
        text = decode(raw, show_name(path))
    except TextDoubtError as doubt:
        # Words are in letters A to Z; the likelier reading is named in a note
        likelier = next(iter(doubt.readings))
        text = decode(raw, show_name(path), **{doubt.summary.field: likelier})
    if "\0" in text.content:
        line = text.content.count("\n", 0, text.content.index("\0")) + 1
        what = f"{path}, line {line}: there is a NUL byte."
        raise BadInputError(Problem(what, advice="Save the file as UTF-8."))
    entries, reading = read_text(text.content)
    return Entries(entries, (text.note, *reading) if text.note else reading)
