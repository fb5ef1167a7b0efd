"""A designer's own editions: read from a folder, found near the current one, compared with those of an event."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.games import Edition, Library, Rulebook, RulesSource, packaged, parse_rules, read_folder
from wordfleet_print.tracker.geometry import Paper

# Where an edition is that an event keeps.
THE_EVENT = "the event"
# Fields shown in which two editions differ.
MOST_CHANGES = 8
# Fields that no sheet shows.
_OF_THE_BOOK = {*Rulebook.model_fields} - {"title", "edition", "players", "language"}


def read_library(folder: Path | None) -> Library:
    """Return the rules of a designer's folder, or the bundled ones. Raises as `read_folder`."""
    return packaged() if folder is None else Library.of(read_folder(folder), str(folder))


@lru_cache(maxsize=8)  # the page of an event asks for it at each request
def read_event_rules(edition: str, rules: str, own: Library | None = None) -> Library:
    """Return the rules that a printed event goes on with: its own edition, with the others of a designer's folder.

    `rules` is the edition's text, "" for a bundled one. Raises `BadInputError` for a text that is no rules.
    """
    kept = Library.of([parse_rules(rules, name=THE_EVENT)], THE_EVENT) if rules else packaged()
    if own is None or not own.place or edition not in kept.slugs:
        return kept
    others = [own.rules(slug) for slug in own.slugs if slug != edition]
    return Library.of([kept.rules(edition), *others], own.place)


def refuse_other_rules(title: str, kept: Edition, given: Edition, place: str) -> None:
    """Raise `BadInputError` if an edition differs from that of the event of this title, with the fields.

    What only its rulebook shows, such as its version, may differ.
    """
    before, now = (dict(_flatten(one.model_dump(mode="json", exclude=_OF_THE_BOOK))) for one in (kept, given))
    fields = [name for name in sorted({**before, **now}) if before.get(name) != now.get(name)]
    changes = [f"{name} is {now.get(name)!r}, and was {before.get(name)!r}" for name in fields[:MOST_CHANGES]]
    if len(fields) > MOST_CHANGES:
        changes.append(f"{len(fields) - MOST_CHANGES} more fields differ")
    if changes:
        raise BadInputError(
            f"The event “{title}” was printed with other rules of {kept.slug} than those in {place}.",
            *(Problem(change) for change in changes),
            tip="The event keeps its own; or start a new event in another folder.",
            field="rules",
            say=("output",),
            leave=("rules",),
        )


def _flatten(value: object, where: str = "") -> Iterator[tuple[str, object]]:
    """Yield each value inside dicts and lists with its place, such as `grid.columns` or `ships.2.letters`."""
    items = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    if not items:
        yield where, value
    for name, part in items:
        yield from _flatten(part, f"{where}.{name}" if where else str(name))


def print_rules_back(source: RulesSource, paper: Paper, *, large: bool) -> bytes:
    """Return a PDF of the quick reference for the backs of sheets. Raises as `print_quick_reference`."""
    # These load jinja2 and more, which most sheets do not need
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.rulebook.pdf import print_quick_reference

    return print_quick_reference(source, BookSettings(paper), large=large).content
