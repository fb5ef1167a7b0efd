"""Print the kits of games: which games and pages are wanted, and what comes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print import errors
from wordfleet_print.games import Library, Rulebook, RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit import printing
from wordfleet_print.kit.document import CHECK, KitDocument, KitSheet, make_kit
from wordfleet_print.messages import join_words, suggestion
from wordfleet_print.paper import find_paper
from wordfleet_print.services.books import collect_facts
from wordfleet_print.services.editions import read_library
from wordfleet_print.settings.games import KitSettings
from wordfleet_print.settings.looks import BackOffset


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """A kit that is ready to be written."""

    files: dict[str, bytes]
    """The content of each file by its name: one PDF or HTML, or pictures of cards."""
    sheets: tuple[KitSheet, ...]
    """The pages; empty for pictures."""
    book: Rulebook
    """The game."""
    notes: tuple[str, ...] = ()
    """What is worth knowing of pictures and of labels."""


def print_kits(
    settings: KitSettings,
    progress: errors.Progress = errors.show_nothing,
    sheet_offset: BackOffset | None = None,
) -> tuple[list[PrintedKit], errors.MissingDependencyError | None]:
    """Return the kits that the settings ask for, as PDF or their cards as PNG.

    Where nothing can make PDFs, the kits are HTML, and the error that is returned says what is
    missing. `sheet_offset` is how far backs of sheets are moved. Raises as `choose_kits` and
    `print_kit`.
    """
    choices = choose_kits(settings, read_library(settings.rules))
    kits: list[PrintedKit] = []
    pdf_error: errors.MissingDependencyError | None = None
    file_type = "png" if settings.png else "pdf"
    for source, settings_of_kit in choices:
        try:
            kit = print_kit(source, settings_of_kit, file_type, sheet_offset)
        except errors.MissingDependencyError as error:
            if settings.png:
                raise
            pdf_error = error
            file_type = "html"  # for the other kits, too: none of them could be a PDF
            kit = print_kit(source, settings_of_kit, file_type, sheet_offset)
        kits.append(kit)
        progress(len(kits), len(choices))
    return kits, pdf_error


def choose_kits(settings: KitSettings, library: Library) -> list[tuple[RulesSource, KitSettings]]:
    """Return the games whose kits are printed, with the settings for each: those that the settings
    name, else all that have one of the pages that they name.

    Raises `UsageError` if no game shows what the settings ask for, `BadInputError` for a game
    without a kit and for a page that no kit has.
    """
    sources = [library.rules(slug) for slug in library.slugs]
    with_kit = [source for source in sources if source.book.kit]
    pages = list(dict.fromkeys(item.name for source in with_kit for item in source.book.kit))
    for game in settings.games:
        if game not in library.slugs and game in pages:
            message = f"“{game}” is a page, not a game."
            raise errors.UsageError(errors.Problem(message, "games", (errors.Fix("page", game),)))
    if settings.games:
        return [(source, settings) for source in _find_named(settings, library, with_kit)]
    _refuse_unknown(settings.page, pages, "No kit has a")
    return _choose_by_pages(settings, with_kit)


def _find_named(
    settings: KitSettings, library: Library, with_kit: Sequence[RulesSource]
) -> list[RulesSource]:
    """Return the games that are named, each once. Raises `BadInputError` for one without a kit."""
    sources = [library.rules(game) for game in settings.games]
    by_slug = {source.book.slug: source for source in sources}
    for source in by_slug.values():
        if not source.book.kit:
            slugs = join_words(source.book.slug for source in with_kit)
            tip = f"Games that have one: {slugs or 'none'}."
            raise errors.BadInputError(
                errors.Problem(f"{source.book.title} has no kit.", "games", advice=tip)
            )
    return [*by_slug.values()]


def _choose_by_pages(
    settings: KitSettings, with_kit: Sequence[RulesSource]
) -> list[tuple[RulesSource, KitSettings]]:
    """Return the games that can print what the settings ask for, each with those of the pages that
    it has. Without pages in the settings, each game prints all of its own.

    Raises `UsageError` if no game can.
    """
    choices: list[tuple[RulesSource, KitSettings]] = []
    all_faults: list[errors.UsageError] = []
    for source in with_kit:
        pages = tuple(item.name for item in source.book.kit if item.name in settings.page)
        if settings.page and not pages:
            continue
        settings_of_game = settings.model_copy(update={"page": pages})
        faults = list(_find_wish_faults(settings_of_game, source.book))
        all_faults += faults
        if not faults:
            choices.append((source, settings_of_game))
    if choices:
        return choices
    if all_faults:
        raise all_faults[0]
    tip = "Write one into a game’s front matter, as `kit:`."
    raise errors.UsageError(errors.Problem("These games have no kit.", advice=tip))


def draw_kit(
    source: RulesSource, settings: KitSettings, sheet_offset: BackOffset | None = None
) -> KitDocument:
    """Return the kit of a game as a document, which is HTML and its pages. `sheet_offset` is how
    far backs of sheets are moved.

    Raises everything that is wrong with it as one error: unknown pages, wishes that no page shows,
    faults of its elements.
    """
    book = source.book
    pages = [item.name for item in book.kit]
    _refuse_unknown(settings.page, pages, f"The kit of {book.title} has no")
    faults: list[errors.WordfleetError] = [*_find_wish_faults(settings, book)]
    try:
        document = make_kit(collect_facts(source), settings, sheet_offset=sheet_offset)
    except errors.BadInputError as error:
        faults.append(error)
    if faults:
        raise errors.join_errors(faults, "The kit cannot be printed.")
    return document


def print_kit(
    source: RulesSource,
    settings: KitSettings,
    file_type: str = "pdf",
    sheet_offset: BackOffset | None = None,
) -> PrintedKit:
    """Return the kit of a game as `pdf`, as `html`, or its cards as `png`. Raises as `draw_kit` and
    `print_pdf`.
    """
    document = draw_kit(source, settings, sheet_offset)
    book = source.book
    stem = f"{book.slug}-kit-{find_paper(settings.paper).slug}"
    notes = document.notes
    if book.all_labels.note:
        notes = (*notes, book.all_labels.note)
    if file_type == "html":
        return PrintedKit({f"{stem}.html": document.html.encode()}, document.sheets, book, notes)
    if file_type == "png":
        return PrintedKit(printing.print_cards(collect_facts(source), settings), (), book, notes)
    pdf = printing.print_document(document)
    notes = (*notes, *pdf.notes)
    content = pdf.content
    if settings.back_offset or sheet_offset:  # the printer prints backs beside their fronts
        kit_offset = settings.back_offset
        content = printing.move_backs(content, document.sheets, kit_offset, sheet_offset)
    return PrintedKit({f"{stem}.pdf": content}, document.sheets, book, notes)


def needs_trackers(book: Rulebook, sheets: Sequence[KitSheet]) -> bool:
    """Return whether players need trackers as well, which are not pages of the kit."""
    names = {sheet.name for sheet in sheets}
    return find_game(book).has_trackers and not names <= {CHECK}


def _refuse_unknown(names: Sequence[str], pages: Sequence[str], beginning: str) -> None:
    """Raise `BadInputError` for a name that is none of these pages. Its message has this beginning,
    such as “No kit has a”.
    """
    for name in names:
        if name not in pages:
            advice = suggestion(name, pages, "Pages")
            problem = errors.Problem(f"{beginning} page “{name}”.", "page", advice=advice)
            raise errors.BadInputError(problem)


def _find_wish_faults(settings: KitSettings, book: Rulebook) -> Iterator[errors.UsageError]:
    """Yield a fault for each wish (a draft, a square's size, squads) that no chosen page shows, and
    for chosen pages that need the draft.
    """
    yield from _find_draft_faults(settings, book)
    if settings.square is not None:
        with_board = [item.name for item in book.kit if item.board]
        yield from _find_unseen_wish(settings, book, "square", "board", pages_showing=with_board)
    if settings.squad:
        with_squads = find_game(book).options.get("squad", ())
        yield from _find_unseen_wish(settings, book, "squad", "squads", pages_showing=with_squads)


def _find_draft_faults(settings: KitSettings, book: Rulebook) -> Iterator[errors.UsageError]:
    """Yield a fault for pages that only the draft has, and for a draft that the game has not."""
    draft_pages = [item.name for item in book.kit if item.element.draft]
    chosen_draft_pages = [name for name in settings.page if name in draft_pages]
    if chosen_draft_pages and not settings.for_draft:
        message = f"Only the draft has {join_words(chosen_draft_pages)}."
        yield errors.UsageError(errors.Problem(message, "page", (errors.Fix.choose("draft"),)))
    if settings.draft and not draft_pages:
        yield from _find_unseen_wish(settings, book, "draft", "draft", pages_showing=())


def _find_unseen_wish(
    settings: KitSettings, book: Rulebook, option: str, what: str, *, pages_showing: Collection[str]
) -> Iterator[errors.UsageError]:
    """Yield a fault if the kit has no page that shows what an option asks for (`pages_showing`), or
    none of them is printed. `what` is that thing in words, such as “board”.
    """
    names = [item.name for item in book.kit]
    pages = [name for name in names if name in pages_showing]
    if not pages:
        message = f"The kit of {book.title} has no {what}."
        yield errors.UsageError(errors.Problem(message, option, (errors.Fix.leave_out(option),)))
    elif not set(pages) & set(settings.page or names):
        message = f"These pages do not show the {what}."
        fixes = [errors.Fix("page", name) for name in pages]
        fixes.append(errors.Fix.leave_out(option))
        yield errors.UsageError(errors.Problem(message, option, tuple(fixes)))


def list_options(book: Rulebook) -> set[str]:
    """Return which of the options for only some kits are for this one: `square` for a kit with a
    board, `draft`, and those of the game's own.
    """
    options = {"square"} if any(item.board for item in book.kit) else set()
    if any(item.element.draft for item in book.kit):
        options.add("draft")
    names = {item.name for item in book.kit}
    for option, pages in find_game(book).options.items():
        if names & set(pages):
            options.add(option)
    return options
