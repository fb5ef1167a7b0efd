"""The site built: every page and download made, and only what changed written."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wordfleet_print.errors import (
    BadInputError,
    CannotWriteError,
    MissingDependencyError,
    Problem,
    Progress,
    WordfleetError,
    as_one,
    call_all,
    show_nothing,
)
from wordfleet_print.files import PREFIX, check_writable, is_inside, remove_leftovers, write_all
from wordfleet_print.games import RulesSource, read_folder
from wordfleet_print.rulebook.page import make_page
from wordfleet_print.rulebook.print_book import BOOK
from wordfleet_print.settings.games import SiteSettings
from wordfleet_print.site.pages import (
    Download,
    Listed,
    SiteContents,
    add_bar,
    find_dead_links,
    group_games,
    list_downloads,
    make_pages,
)
from wordfleet_print.tracker.geometry import PAPERS

# The list of the site's own files, in its folder.
LIST = f"{PREFIX}site.json"
FOLDERS = ("downloads", "pairs")
# Slugs whose page would take the place of one of these.
OWN_NAMES = frozenset(["index", "compare", "pairs", "print", "404"])


@dataclass
class BuiltSite:
    """What a build did: all files with their sizes, those written and removed, and notes."""

    files: dict[str, int]
    written: list[str]
    removed: list[str]
    notes: list[str]
    missing: MissingDependencyError | None = None


def build_site(site: SiteSettings, progress: Progress = show_nothing) -> BuiltSite:
    """Make the site and write what changed; files that are not the site's stay as they are.

    Raises `BadInputError` for rules that cannot be published, `CannotWriteError` where files of
    others have the site's names. Nothing is written then. Without a renderer of PDFs the books to
    print are left out, and `missing` says why.
    """
    check_writable(site.folder)
    if links := [name for name in FOLDERS if (site.folder / name).is_symlink()]:
        raise CannotWriteError(
            "A site is not written through links.",
            *(Problem("is a link", where=name) for name in links),
        )
    sources = read_folder(site.rules)
    if taken := [source for source in sources if source.book.slug in OWN_NAMES]:
        faults = [
            Problem(f"has the slug {source.book.slug}", where=source.name) for source in taken
        ]
        raise BadInputError(
            f"A site has pages of its own called {', '.join(sorted(OWN_NAMES))}.", *faults
        )
    own = read_own_files(site.folder)
    build = BuiltSite({}, [], [], [])
    # All is made before anything is written, so that a fault leaves the last site whole.
    held, listed = make_downloads(site, sources, progress, build)
    pages = call_all(
        [partial(make_page, one) for one in sources],
        "Some rulebooks cannot be published.",
        progress,
    )
    books = tuple(
        book for game in group_games([source.book for source in sources]) for book in game
    )
    missing = (
        ("Rulebooks to print are missing: they were left out when this site was built.",)
        if build.missing
        else ()
    )
    contents = SiteContents(books, tuple(listed), missing, site.url or "")
    files = make_pages(contents)
    for source, page in zip(sources, pages, strict=True):
        build.notes += page.notes
        # The bar is added last: it links to the pages and downloads that this site turned out to
        # have.
        files[f"{source.book.slug}.html"] = add_bar(
            page.html, source.book, contents, list(files)
        ).encode()
    build.notes += find_dead_links({**files, **dict.fromkeys(held, b"")})
    build.notes = list(dict.fromkeys(build.notes))
    if build.notes and not site.rules:
        raise BadInputError(
            "The bundled rules have faults.", *(Problem(note) for note in build.notes)
        )
    write_site(site.folder, own, files, held, build)
    return build


def read_own_files(folder: Path) -> dict[str, int]:
    """Return a site's own files in a folder and their pages (0: no PDF), as the last build listed
    them.
    """
    try:
        listed = json.loads((folder / LIST).read_bytes())
        return {
            name: int(pages) for name, pages in listed.items() if is_inside(folder / name, folder)
        }
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


# Pages and bytes of each file to download; no bytes: it stays as it is.
Held = dict[str, tuple[int, bytes | None]]


def make_downloads(
    site: SiteSettings,
    sources: Sequence[RulesSource],
    progress: Progress,
    build: BuiltSite,
) -> tuple[Held, list[Listed]]:
    """Return all files to download, and how pages list them.

    For a designer's game, one that cannot be printed is a note, unless it is the book.
    """
    held: Held = {}
    papers = [PAPERS[site.paper]] if site.paper else [*PAPERS.values()]
    downloads = list(list_downloads(sources, papers, site.pair_count, pdfs=site.downloads))
    errors: dict[str, WordfleetError] = {}
    for number, one in enumerate(downloads, start=1):
        try:
            for name, printed in zip(one.names, one.make(), strict=True):
                build.notes += printed.notes
                if printed.pages:
                    held[name] = (printed.pages, printed.content)
        except MissingDependencyError as error:
            build.missing = error
        except BadInputError as error:
            if site.rules and one.kind != BOOK:
                why = "; ".join([error.message.rstrip("."), *map(str, error.found)])
                build.notes.append(f"{one.slug}: no {one.kind} on {one.paper.title}: {why}")
            else:
                # The same fault comes with each paper and booklet; a writer reads it once.
                errors[str(error)] = error
        progress(number, len(downloads))
    if errors:
        raise as_one([*errors.values()], "Some rulebooks cannot be published.")
    return held, list(list_held(site.folder, downloads, held))


def list_held(folder: Path, downloads: Sequence[Download], held: Held) -> Iterator[Listed]:
    """Yield the files to download as pages list them."""
    for one in downloads:
        for name, kind in zip(one.names, one.kinds, strict=True):
            if name in held:
                pages, content = held[name]
                size = (folder / name).stat().st_size if content is None else len(content)
                yield Listed(one.slug, kind, one.paper, name, size, pages)


def write_site(
    folder: Path, own: Mapping[str, int], pages: Mapping[str, bytes], held: Held, build: BuiltSite
) -> None:
    """Write what differs, then remove what the site no longer has, then write the list of what it
    has.
    """
    # Content of None is a file that is as it was: it is kept, and not written again
    contents = {
        **pages,
        **{name: content for name, (_, content) in held.items() if content is not None},
    }
    changed = {
        name: content for name, content in contents.items() if _read(folder / name) != content
    }
    foreign = [name for name in changed if name not in own and os.path.lexists(folder / name)]
    if foreign:
        why = f"{folder} holds other files under the site's names: {', '.join(sorted(foreign))}."
        raise CannotWriteError(why, tip="Move them away.", say=("output",))
    for place in (folder, *(folder / name for name in FOLDERS)):
        remove_leftovers(place)
    if changed:
        write_all({folder / name: content for name, content in changed.items()})
    build.removed = sorted(
        name for name in own if name not in pages and name not in held and (folder / name).is_file()
    )
    for name in build.removed:
        (folder / name).unlink()
    now = {name: held[name][0] if name in held else 0 for name in (*pages, *held)}
    # The list is last. A build that stops before has written what the next one makes, and nobody
    # takes it for foreign.
    if now != own:
        write_all({folder / LIST: f"{json.dumps(now, indent=0)}\n".encode()})
    build.files = {name: (folder / name).stat().st_size for name in now}
    build.written = sorted(changed)


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None
