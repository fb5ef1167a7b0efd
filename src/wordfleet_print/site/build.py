"""The site built: every page and download made, and only what changed written."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from wordfleet_print.errors import (
    BadInputError,
    CannotWriteError,
    Complaint,
    MissingDependencyError,
    Progress,
    WordfleetError,
    as_one,
    call_all,
    show_nothing,
)
from wordfleet_print.files import check_writable, data_folder, remove_leftovers, write_all
from wordfleet_print.games import RulesSource, read_folder
from wordfleet_print.rulebook.page import make_page
from wordfleet_print.rulebook.pango import has_pango
from wordfleet_print.rulebook.pdf import BOOK, find_browser, print_pdf
from wordfleet_print.rulebook.unchanged import MadeFile, MadeList, digest_folder, make_key
from wordfleet_print.site.downloads import PAIRS, Download, Listed, list_downloads
from wordfleet_print.site.pages import SiteContents, add_bar, find_dead_links, group_games, make_pages
from wordfleet_print.tracker.geometry import PAPERS, Paper

LIST = "site"
FOLDERS = ("downloads", "pairs")
OWN_NAMES = frozenset(["index", "compare", "pairs", "print", "404"])


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """A site to build. `url` is where it will be, ending in a slash, or empty; `rules` is a designer's folder.

    `downloads`: with PDFs. `pairs`: so many ready pairs of each edition on each paper. `keep_old`: PDFs that are there
    stay as they are, and no other is made.
    """

    output: Path
    papers: tuple[Paper, ...] = tuple(PAPERS.values())
    rules: Path | None = None
    url: str = ""
    downloads: bool = True
    pairs: int = 0
    keep_old: bool = False

    def watch(self) -> SiteSettings:
        """Return the same for a site that is built while its rules are written."""
        return replace(self, keep_old=True)

    def folders(self) -> Iterator[Path]:
        """Yield the folders in which a change may change the site."""
        yield self.rules or data_folder("rules")
        yield data_folder("templates")


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

    Raises `BadInputError` for rules that cannot be published, `CannotWriteError` where files of others have the site's
    names. Nothing is written then. Without a renderer of PDFs the books to print are left out, and `missing` says why.
    """
    check_writable(site.output)
    if links := [name for name in FOLDERS if (site.output / name).is_symlink()]:
        raise CannotWriteError(
            "A site is not written through links.", *(Complaint(name, "is a link") for name in links)
        )
    sources = read_folder(site.rules)
    if taken := [source for source in sources if source.book.slug in OWN_NAMES]:
        faults = [Complaint(source.name, f"has the slug {source.book.slug}") for source in taken]
        raise BadInputError(f"A site has pages of its own called {', '.join(sorted(OWN_NAMES))}.", *faults)
    made = MadeList(site.output, LIST)
    build = BuiltSite({}, [], [], [])
    held, listed = _make_downloads(site, sources, made, progress, build)
    pages = call_all([partial(make_page, one) for one in sources], "Some rulebooks cannot be published.", progress)
    files = dict[str, bytes]()
    ordered = [book for game in group_games([source.book for source in sources]) for book in game]
    missing = ("Rulebooks to print are missing: they were left out when this site was built.",) if build.missing else ()
    contents = SiteContents(tuple(ordered), tuple(listed), missing, site.url)
    files |= make_pages(contents)
    for source, page in zip(sources, pages, strict=True):
        build.notes += page.notes
        files[f"{source.book.slug}.html"] = add_bar(page.html, source.book, contents, list(files)).encode()
    files["robots.txt"] = b"User-agent: *\nAllow: /\n"
    build.notes += find_dead_links({**files, **dict.fromkeys(held, b"")})
    build.notes = list(dict.fromkeys(build.notes))
    if build.notes and not site.rules:
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in build.notes))
    _write(site, made, files, held, build)
    return build


def _make_downloads(
    site: SiteSettings, sources: Sequence[RulesSource], made: MadeList, progress: Progress, build: BuiltSite
) -> tuple[dict[str, tuple[str, int, bytes | None]], list[Listed]]:
    """Return key, pages and bytes (None: as they are) of each file to download, and how pages list them."""
    shared = digest_folder(site.rules, made.files)
    held: dict[str, tuple[str, int, bytes | None]] = {}
    stale: list[tuple[Download, str]] = []
    texts = {source.book.slug: source.text for source in sources}
    downloads = list(list_downloads(sources, site.papers, site.pairs, pdfs=site.downloads))
    for one in downloads:
        key = make_key(texts[one.slug], shared, one.kind, one.paper.slug, len(one.names))
        found = {name: old for name in one.names if (old := made.find(name, "" if site.keep_old else key))}
        held |= {name: (old.key, old.pages, None) for name, old in found.items()}
        build.notes += [note for old in found.values() for note in old.notes]
        if len(found) < len(one.names) and not site.keep_old:
            stale.append((one, key))
    if any(one.kind == BOOK for one, _ in stale) and not (has_pango() or find_browser()):
        stale = [(one, key) for one, key in stale if one.kind != BOOK]
        try:
            print_pdf("")
        except MissingDependencyError as error:
            build.missing = error
    _print_downloads(site, stale, held, build, progress)
    listed = []
    for one in downloads:
        for name, kind in zip(one.names, one.kinds, strict=True):
            if name in held:
                _, pages, content = held[name]
                size = (site.output / name).stat().st_size if content is None else len(content)
                listed.append(Listed(one.slug, PAIRS if one.kind == PAIRS else kind, one.paper, name, size, pages))
    return held, listed


def _print_downloads(
    site: SiteSettings,
    stale: Sequence[tuple[Download, str]],
    held: dict[str, tuple[str, int, bytes | None]],
    build: BuiltSite,
    progress: Progress,
) -> None:
    """Print files to download. For a designer's game, one that cannot be printed is a note, unless it is the book."""
    errors: dict[str, WordfleetError] = {}
    for number, (one, key) in enumerate(stale, start=1):
        try:
            for name, printed in zip(one.names, one.make(), strict=True):
                build.notes += printed.notes
                if printed.pages:
                    held[name] = (key, printed.pages, printed.content)
        except BadInputError as error:
            if site.rules and one.kind != BOOK:
                why = "; ".join([error.message.rstrip("."), *map(str, error.complaints)])
                build.notes.append(f"{one.slug}: no {one.kind} on {one.paper.title}: {why}")
            else:
                errors[str(error)] = error
        progress(number, len(stale))
    if errors:
        raise as_one([*errors.values()], "Some rulebooks cannot be published.")


def _write(
    site: SiteSettings,
    made: MadeList,
    pages: dict[str, bytes],
    held: dict[str, tuple[str, int, bytes | None]],
    build: BuiltSite,
) -> None:
    """Write what differs, then remove what the site no longer has, then write the list of what it has."""
    folder = site.output
    changed = {name: content for name, content in pages.items() if _read(folder / name) != content}
    changed |= {name: content for name, (_, _, content) in held.items() if content is not None}
    foreign = [name for name in changed if name not in made.files and os.path.lexists(folder / name)]
    if foreign:
        why = f"{folder} holds other files under the site's names: {', '.join(sorted(foreign))}."
        raise CannotWriteError(why, tip="Move them away.", say=("output",))
    for place in (folder, *(folder / name for name in FOLDERS)):
        remove_leftovers(place)
    if changed:
        write_all({folder / name: content for name, content in changed.items()})
    for name in sorted(set(made.files) - set(pages) - set(held)):
        if made.find(name):
            (folder / name).unlink()
            build.removed.append(name)
    now: dict[str, MadeFile] = {}
    for name in (*pages, *held):
        key, count, _ = held.get(name, ("", 0, None))
        now[name] = MadeFile(key, (folder / name).stat().st_mtime_ns, count, ())
        build.files[name] = (folder / name).stat().st_size
    if now != made.files:
        write_all({made.path: made.write(now)})
    build.written = sorted(changed)


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() and not path.is_symlink() else None
