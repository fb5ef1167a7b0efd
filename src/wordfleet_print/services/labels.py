"""Check the labels of all editions in a language, and note what sheets leave out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wordfleet_print.errors import Fix, Problem, UsageError
from wordfleet_print.games import Edition
from wordfleet_print.games.fits import Fit, find_misfits
from wordfleet_print.messages import join_words
from wordfleet_print.services.editions import read_library
from wordfleet_print.settings.labels import LabelCheckSettings
from wordfleet_print.tracker.label_check import PlaceFits, check_labels


def check_language(settings: LabelCheckSettings) -> Iterator[tuple[Edition, list[PlaceFits]]]:
    """Yield each edition in the language, with how its labels fit in each place, which is a paper
    with a look.

    Raises `UsageError` if no edition is in the language.
    """
    library = read_library(settings.rules)
    editions = [library.edition(slug) for slug in library.edition_slugs]
    language = settings.language or "en"
    in_language = [edition for edition in editions if is_in_language(edition, language)]
    if not in_language:
        languages = join_words(dict.fromkeys(edition.language for edition in editions))
        what = f"No edition of Word Fleet here is in “{language}”, but in {languages}."
        raise UsageError(Problem(what, "language", (Fix.choose("rules"),)))
    return ((edition, check_labels(edition)) for edition in in_language)


def is_in_language(edition: Edition, language: str) -> bool:
    """Return whether it is in this language: “de” is also “de-AT”."""
    own = edition.language.lower()
    tag = language.lower()
    return own == tag or own.startswith(f"{tag}-")


def note_labels_left_out(edition: Edition, fits: Iterable[Fit]) -> Iterator[str]:
    """Yield a note on the labels that are left out because they do not fit."""
    if keys := [fit.key for fit in find_misfits(fits) if not fit.required]:
        how = f"wordfleet-print labels check {edition.language} shows how much is missing."
        yield f"Left out, because there is no room: {join_words(keys)}. {how}"
