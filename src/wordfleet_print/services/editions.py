"""Which rules a call uses, and which edition of them: bundled ones, a designer's, an event's."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from wordfleet_print.errors import BadInputError, Fix, Problem, UsageError
from wordfleet_print.games import Edition, Library, packaged, parse_rules, read_folder
from wordfleet_print.limits import DEFAULT_EDITION
from wordfleet_print.messages import join_words
from wordfleet_print.settings.words import EditionSettings

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
    """Return the edition that the settings name. A designer's folder need not have the default one:
    then its only edition is meant.

    Raises `BadInputError` for an unknown edition, `UsageError` if it is not clear which is meant.
    """
    slug = settings.edition
    if slug != DEFAULT_EDITION or slug in library.slugs:
        return library.edition(slug)
    slugs = library.edition_slugs
    if not slugs:
        what = f"There is no edition of Word Fleet in {library.place}."
        raise BadInputError(Problem(what, "rules", advice="Only that game has trackers."))
    if len(slugs) > 1:
        what = f"Which edition? {library.place} has {join_words(slugs)}."
        raise UsageError(Problem(what, "edition", (Fix.choose("edition"),)))
    return library.edition(slugs[0])
