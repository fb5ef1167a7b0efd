"""Print the kits of games: which games and pages are wanted, and what comes of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from wordfleet_print import errors
from wordfleet_print.games import Library, Rulebook, RulesSource
from wordfleet_print.games.registry import find_game
from wordfleet_print.kit import printing
from wordfleet_print.kit.document import KitDocument, KitSheet, make_kit
from wordfleet_print.messages import join_words, suggestion
from wordfleet_print.paper import find_paper
from wordfleet_print.services.books import collect_facts
from wordfleet_print.services.editions import read_library
from wordfleet_print.settings.games import KitSettings


@dataclass(frozen=True, slots=True)
class PrintedKit:
    """The files of a finished kit by their names, its pages, its game, and notes on its
    pictures.
    """

    files: dict[str, bytes]
    sheets: tuple[KitSheet, ...]
    book: Rulebook
    notes: tuple[str, ...] = ()


def print_kits(
    settings: KitSettings, progress: errors.Progress = errors.show_nothing
) -> tuple[list[PrintedKit], errors.MissingDependencyError | None]:
    """Return the kits that are asked for: as PDF, their cards as PNG, or as HTML where nothing can
    make PDFs.

    The error says what is missing then. Raises as `choose_kits` and `print_kit`.
    """
    chosen = choose_kits(settings, read_library(settings.rules))
    kits: list[PrintedKit] = []
    missing: errors.MissingDependencyError | None = None
    for source, own in chosen:
        try:
            kits.append(
                print_kit(source, own, "png" if settings.png else "html" if missing else "pdf")
            )
        # The first kit finds out; the others need not try again
        except errors.MissingDependencyError as error:
            if settings.png:
                raise
            missing = error
            kits.append(print_kit(source, own, "html"))
        progress(len(kits), len(chosen))
    return kits, missing


def choose_kits(settings: KitSettings, library: Library) -> list[tuple[RulesSource, KitSettings]]:
    """Return the games that are named, with the settings for each; without names, those with the
    pages asked for.

    Raises `UsageError` if no game shows what is asked for, `BadInputError` for a game without a kit
    and for a page that none has.
    """
    with_kit = [source for slug in library.slugs if (source := library.rules(slug)).book.kit]
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
    """Return the games that have some of the pages asked for, or any if none are, with their own
    of these pages. Raises `UsageError` if no game shows what is asked for.
    """
    chosen: list[tuple[RulesSource, KitSettings]] = []
    refused: list[errors.UsageError] = []
    for source in with_kit:
        own = tuple(item.name for item in source.book.kit if item.name in settings.page)
        if settings.page and not own:
            continue
        for_game = settings.model_copy(update={"page": own})
        faults = list(_find_wish_faults(for_game, source.book))
        refused += faults
        if not faults:
            chosen.append((source, for_game))
    if chosen:
        return chosen
    if refused:
        raise refused[0]
    tip = "Write one into a game’s front matter, as `kit:`."
    raise errors.UsageError(errors.Problem("These games have no kit.", advice=tip))


def draw_kit(source: RulesSource, settings: KitSettings) -> KitDocument:
    """Return the kit of a game as a document.

    Raises everything that is wrong with it as one error: unknown pages, wishes that no page shows,
    faults of its elements.
    """
    book = source.book
    _refuse_unknown(
        settings.page, [item.name for item in book.kit], f"The kit of {book.title} has no"
    )
    wrong: list[errors.WordfleetError] = [*_find_wish_faults(settings, book)]
    try:
        document = make_kit(collect_facts(source), settings)
    except errors.BadInputError as error:
        wrong.append(error)
    if wrong:
        raise errors.join_errors(wrong, "The kit cannot be printed.")
    return document


def print_kit(source: RulesSource, settings: KitSettings, form: str = "pdf") -> PrintedKit:
    """Return the kit of a game as `pdf`, as `html`, or its cards as `png`. Raises as `draw_kit` and
    `print_pdf`.
    """
    document = draw_kit(source, settings)
    book = source.book
    stem = f"{book.slug}-kit-{find_paper(settings.paper).slug}"
    notes = document.notes
    if book.all_labels.note:
        notes = (*notes, book.all_labels.note)
    if form == "html":
        return PrintedKit({f"{stem}.html": document.html.encode()}, document.sheets, book, notes)
    if form == "png":
        return PrintedKit(printing.print_cards(collect_facts(source), settings), (), book, notes)
    printed = printing.print_document(document)
    notes = (*notes, *printed.notes)
    content = printed.content
    if settings.back_offset:
        content = printing.move_backs(content, document.sheets, settings.back_offset)
    return PrintedKit({f"{stem}.pdf": content}, document.sheets, book, notes)


def _refuse_unknown(pages: Sequence[str], names: Sequence[str], which: str) -> None:
    """Raise `BadInputError` for a page that is not among these names."""
    for name in pages:
        if name not in names:
            raise errors.BadInputError(
                errors.Problem(
                    f"{which} page “{name}”.", "page", advice=suggestion(name, names, "Pages")
                )
            )


def _find_wish_faults(settings: KitSettings, book: Rulebook) -> Iterator[errors.UsageError]:
    """Yield which wishes (a draft, a square's size, squads) no chosen page shows, and which chosen
    pages need the draft.
    """
    yield from _find_draft_faults(settings, book)
    if settings.square is not None:
        with_board = [item.name for item in book.kit if item.board]
        yield from _find_missing(settings, book, "square", "board", with_board)
    if settings.squad:
        with_squads = find_game(book).options.get("squad", ())
        yield from _find_missing(settings, book, "squad", "squads", with_squads)


def _find_draft_faults(settings: KitSettings, book: Rulebook) -> Iterator[errors.UsageError]:
    """Yield a fault for pages that only the draft has, and for a draft that the game has not."""
    drafts = [item.name for item in book.kit if item.element.draft]
    wanted = [name for name in settings.page if name in drafts]
    if wanted and not settings.for_draft:
        yield errors.UsageError(
            errors.Problem(
                f"Only the draft has {join_words(wanted)}.", "page", (errors.Fix.choose("draft"),)
            )
        )
    if settings.draft and not drafts:
        yield from _find_missing(settings, book, "draft", "draft", ())


def _find_missing(
    settings: KitSettings, book: Rulebook, option: str, what: str, showing: Collection[str]
) -> Iterator[errors.UsageError]:
    """Yield a fault if the pages called `showing`, which use `option`, are not printed."""
    names = [item.name for item in book.kit]
    pages = [name for name in names if name in showing]
    if not pages:
        message = f"The kit of {book.title} has no {what}."
        yield errors.UsageError(errors.Problem(message, option, (errors.Fix.leave_out(option),)))
    elif not set(pages) & set(settings.page or names):
        message = f"These pages do not show the {what}."
        fixes = [errors.Fix("page", name) for name in pages]
        fixes.append(errors.Fix.leave_out(option))
        yield errors.UsageError(errors.Problem(message, option, tuple(fixes)))


def list_options(book: Rulebook) -> set[str]:
    """Return the options that only some kits have something for, and this one has."""
    options = {"square"} if any(item.board for item in book.kit) else set()
    if any(item.element.draft for item in book.kit):
        options.add("draft")
    names = {item.name for item in book.kit}
    for option, pages in find_game(book).options.items():
        if names & set(pages):
            options.add(option)
    return options
