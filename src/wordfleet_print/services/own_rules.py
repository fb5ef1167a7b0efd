"""A designer's own editions: read from a folder, found beside where one stands, kept by an event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import is_file, is_inside
from wordfleet_print.games import Edition, Library, Rulebook, RulesSource, packaged, parse_rules, read_folder
from wordfleet_print.tracker.geometry import Paper

if TYPE_CHECKING:
    from wordfleet_print.event.plan.plan import Terms

IN_SIGHT = "rules"
"""The folder that is looked into first for an edition that is not here."""
THE_EVENT = "the event"
"""Where an edition stands that an event keeps."""
MOST_FOLDERS, MOST_FILES, HEAD = 50, 200, 16_384
"""How many folders and files of them are looked into, and how much of a file (bytes)."""
MOST_CHANGES = 8
"""Fields told in which two editions differ."""
_OF_THE_BOOK = {*Rulebook.model_fields} - {"title", "edition", "players", "language"}
"""Fields that no sheet shows."""
_SLUG = re.compile(rb"^slug:[ \t]*[\"']?([a-z0-9-]+)", re.MULTILINE)


def library_of(folder: Path | None) -> Library:
    """The rules of a designer's folder, or those that ship with the package. Raises as `read_folder`."""
    if folder is None:
        return packaged()
    return Library.of(read_folder(folder), str(folder))


def library_kept(terms: Terms) -> Library:
    """The rules that an event is printed by: its own edition, or the packaged ones."""
    return Library.of([terms.source()], THE_EVENT) if terms.rules else packaged()


@lru_cache(maxsize=8)
def library_beside(shelf: Library, edition: str, rules: str) -> Library:
    """The rules that a printed event can go on with: its own `edition`, whose text is `rules`, "" for a packaged one;
    and those on a designer's shelf. Raises `BadInputError` for a text that is no rules.
    """
    kept = Library.of([parse_rules(rules, name=THE_EVENT)], THE_EVENT) if rules else packaged()
    if not shelf.place or edition not in kept.slugs:
        return kept
    others = [shelf.rules(slug) for slug in shelf.slugs if slug != edition]
    return Library.of([kept.rules(edition), *others], shelf.place)


def folder_in_sight(slug: str = "") -> Path | None:
    """The folder, `rules/` or another beside or here, in which a file has that slug, or one that ends so; or any."""
    for folder in _near():
        if any(not slug or found == slug or found.endswith(f"-{slug}") for found in _slugs_in(folder)):
            return folder
    return None


def _near() -> Iterator[Path]:
    here = Path()
    try:
        inside = sorted(path for path in here.iterdir() if path.is_dir() and not path.name.startswith("."))
    except OSError:
        return
    yield from (path for path in (here / IN_SIGHT, here) if path.is_dir())
    yield from (path for path in inside[:MOST_FOLDERS] if path.name != IN_SIGHT)


def _slugs_in(folder: Path) -> Iterator[str]:
    """The slugs that the files of a folder seem to have; they are not read as rules."""
    files = sorted(folder.glob("*.md"))[:MOST_FILES]
    for path in (path for path in files if is_file(path) and is_inside(path, folder)):
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
        except OSError:
            continue
        if head.removeprefix(b"\xef\xbb\xbf").startswith(b"---") and (found := _SLUG.search(head)):
            yield found[1].decode()


def refuse_other_rules(title: str, kept: Edition, given: Edition, place: str) -> None:
    """Raises `BadInputError`, with the fields, where an edition is not as the event of this title remembers it; what
    only its rulebook says, such as its version, may change.
    """
    before, now = (one.model_dump(mode="json", exclude=_OF_THE_BOOK) for one in (kept, given))
    changes = list(_changes(before, now, ""))
    if changes:
        more = [f"and {len(changes) - MOST_CHANGES} more fields"] if len(changes) > MOST_CHANGES else []
        raise BadInputError(
            f"The event “{title}” was printed by other rules of {kept.slug} than those in {place}.",
            *(Complaint("", change) for change in (*changes[:MOST_CHANGES], *more)),
            tip="The event keeps its own; or start a new event in another folder.",
            field="rules",
            say=("output",),
            leave=("rules",),
        )


def _changes(before: object, now: object, where: str) -> Iterator[str]:
    """Every field in which two editions differ."""
    match before, now:
        case dict(), dict():
            for name in sorted(before.keys() | now.keys()):
                yield from _changes(before.get(name), now.get(name), f"{where}.{name}" if where else str(name))
        case list(), list() if len(before) == len(now):
            for number, (one, other) in enumerate(zip(before, now, strict=True), start=1):
                yield from _changes(one, other, f"{where}[{number}]")
        case list(), list():
            yield f"{where} has {len(now)} entries, and had {len(before)}"
        case _ if before != now:
            yield f"{where} is {now!r}, and was {before!r}"


def rules_behind(source: RulesSource, paper: Paper, *, large: bool, own: bool) -> bytes:
    """Return a PDF of the quick reference to print behind sheets; a designer's `own` is set in a child with limits.

    Raises as `print_quick_reference`.
    """
    from wordfleet_print.processes import ChildLimits
    from wordfleet_print.rulebook.page import BookSettings
    from wordfleet_print.rulebook.pdf import Printed, print_quick_reference
    from wordfleet_print.rulebook.rendering import RenderOrder, all_of, rendering

    work = partial(print_quick_reference, source, BookSettings(paper), large=large)
    with rendering(1, ChildLimits() if own else None) as render:
        orders: list[RenderOrder[Printed]] = [RenderOrder(work, of=source.name)]
        return all_of(render(orders))[0].content
