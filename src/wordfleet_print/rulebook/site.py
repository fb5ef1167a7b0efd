"""The published site: every page and download made in memory, checked, and only what changed written.

A list of what was written, `.wordfleet-site.json`, is kept beside the site. It holds a digest of all that each file
was made from, so that nothing is made again without need, and tells the site's files from anybody else's.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from wordfleet_print import __version__
from wordfleet_print.errors import BadInputError, CannotWriteError, Complaint, MissingDependencyError
from wordfleet_print.files import check_writable, data_folder, write_all
from wordfleet_print.game import Edition, RulesSource
from wordfleet_print.press.paper import A4, PAPERS, Paper
from wordfleet_print.rulebook.job import Published, RulebookJob
from wordfleet_print.rulebook.packs import print_pack
from wordfleet_print.rulebook.pdf import load_weasyprint
from wordfleet_print.rulebook.site_check import site_faults
from wordfleet_print.rulebook.site_pages import Download, bar, other_pages, rulebook_page
from wordfleet_print.rulebook.source import read_sources

LIST = ".wordfleet-site.json"
PACKAGE = Path(__file__).resolve().parents[1]
PAGE, PDF, PACK = "page", "rulebook", "tracker pack"

_NAME = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*")
_OWN_NAMES = frozenset(["index", "compare", "404"])

Publisher = Callable[[RulebookJob], Published]
"""What makes rulebooks: `publish`, or `publish_guarded` for a designer's own."""


@dataclass(frozen=True, slots=True)
class SiteJob:
    """A site to build. `url` is where it will stand, ending in a slash, or empty; `rules`, `templates`: own folders.

    `downloads`: with PDFs. `keeps_old`: leave the downloads that are there as they are, even if their rules changed.
    """

    output: Path
    papers: tuple[Paper, ...] = tuple(PAPERS.values())
    rules: Path | None = None
    templates: Path | None = None
    url: str = ""
    downloads: bool = True
    keeps_old: bool = False


@dataclass
class Built:
    """What a build did: all files of the site with their sizes, those written and removed, made again, and notes."""

    files: dict[str, int]
    written: list[str]
    removed: list[str]
    made: list[str]
    notes: list[str]
    missing: MissingDependencyError | None = None


@dataclass
class Unit:
    """Files that are made together from the same input: a page with its assets, or one download."""

    kind: str
    slug: str
    paper: Paper | None
    key: str
    files: dict[str, bytes] = field(default_factory=dict)
    pages: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the list calls it."""
        return "/".join([self.kind, self.slug, *([self.paper.slug] if self.paper else [])])

    @property
    def target(self) -> str:
        """The name of its first file."""
        if not self.paper:
            return f"{self.slug}.html"
        return f"downloads/{self.slug}{'-trackers' if self.kind == PACK else ''}-{self.paper.slug}.pdf"


def build_site(job: SiteJob, publisher: Publisher) -> Built:
    """Make the site and write what changed; files that are not the site's stay untouched.

    Raises `BadInputError` for rules that cannot be published, `CannotWriteError` where files cannot be written or
    stand there already and are not the site's. Nothing is written then. Without Pango the rulebooks' PDFs are left
    out and `missing` says how to get it. Source: docs/site.md.
    """
    check_writable(job.output)
    sources = read_sources((), job.rules)
    _refuse_own_names(sources)
    old = _read_list(job.output)
    missing = _missing_pango() if job.downloads else None
    units = list(_units(job, sources, pdfs=missing is None))
    made = _make(job, units, sources, old, publisher)
    notes = list(dict.fromkeys(note for unit in units for note in unit.notes))
    if notes and not (job.rules or job.templates):
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    files = _gathered(job, units, sources, missing)
    _refuse_faults(files)
    written, removed = _write(job.output, files, units, old)
    sizes = {name: len(content) for name, content in sorted(files.items())}
    return Built(sizes, written, removed, made, notes, missing)


def _refuse_own_names(sources: Sequence[RulesSource]) -> None:
    taken = [Complaint(s.name, f"has the slug {s.book.slug}") for s in sources if s.book.slug in _OWN_NAMES]
    if taken:
        raise BadInputError(f"A site has pages of its own called {', '.join(sorted(_OWN_NAMES))}.", *taken)


def _missing_pango() -> MissingDependencyError | None:
    try:
        load_weasyprint()
    except MissingDependencyError as error:
        return error
    return None


# What is made, and what it is made from.


def _units(job: SiteJob, sources: Sequence[RulesSource], *, pdfs: bool) -> Iterator[Unit]:
    slugs = [source.book.slug for source in sources]
    here = _workshop()
    workshop = here + _digest(_folder_bytes(job.templates))
    images = _digest(_folder_bytes(job.rules, but=".md"))
    editions = sum(isinstance(source.book, Edition) for source in sources)
    for source in sources:
        rules = hashlib.sha256(Path(source.name).read_bytes()).hexdigest()
        key = _digest([workshop, images, rules, *slugs])
        slug = source.book.slug
        papers = [paper for paper in job.papers if job.downloads]
        told = [PAGE, str(editions > 1), *(paper.slug for paper in papers), str(pdfs)]
        yield Unit(PAGE, slug, None, _digest([key, *told]))
        for paper in papers:
            if pdfs:
                yield Unit(PDF, slug, paper, _digest([key, PDF, paper.slug]))
            if isinstance(source.book, Edition):
                yield Unit(PACK, slug, paper, _digest([here, source.edition.model_dump_json(), paper.slug]))


def _workshop() -> str:
    """A digest of everything here that decides how a file comes out: code, templates, fonts, words, libraries."""
    folders = [PACKAGE, data_folder("templates"), data_folder("wordlists")]
    parts: list[str | bytes] = [__version__]
    for name in ("weasyprint", "reportlab", "markdown", "jinja2", "nh3", "pydyf", "fonttools"):
        try:
            parts.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            parts.append(f"no {name}")
    for folder in folders:
        parts += _folder_bytes(folder)
    return _digest(parts)


def _folder_bytes(folder: Path | None, but: str = "") -> Iterator[str | bytes]:
    """Names and contents of all files in a folder, in order, `but` those with this ending."""
    for path in sorted(folder.rglob("*")) if folder else ():
        if path.is_file() and "__pycache__" not in path.parts and not (but and path.name.endswith(but)):
            yield path.relative_to(folder).as_posix() if folder else ""
            yield path.read_bytes()


def _digest(parts: Iterable[str | bytes]) -> str:
    hashed = hashlib.sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        hashed.update(f"{len(content)}:".encode() + content)
    return hashed.hexdigest()[:32]


def _make(
    job: SiteJob, units: Sequence[Unit], sources: Sequence[RulesSource], old: Mapping[str, Any], publisher: Publisher
) -> list[str]:
    """Fill every unit: from what stands there where that is still right, else anew. Returns the names of the latter."""
    new = [unit for unit in units if not _reused(unit, job, old)]
    editions = {source.book.slug: source.book for source in sources}
    names = {source.name: source.book.slug for source in sources}
    for (kind, paper), group in _groups(new):
        if kind == PACK:
            for unit in group:
                _print_pack(unit, editions[unit.slug])
        else:
            _publish(job, paper, group, names, publisher)
    return [unit.name for unit in new]


def _groups(units: Iterable[Unit]) -> Iterator[tuple[tuple[str, Paper | None], list[Unit]]]:
    groups: dict[tuple[str, Paper | None], list[Unit]] = {}
    for unit in units:
        groups.setdefault((unit.kind, unit.paper), []).append(unit)
    yield from groups.items()


def _reused(unit: Unit, job: SiteJob, old: Mapping[str, Any]) -> bool:
    """Whether the unit's files stand there as they would come out again; if so, it is filled with them."""
    record = old["units"].get(unit.name)
    stale_is_fine = job.keeps_old and unit.paper is not None
    if not record or not (record["key"] == unit.key or stale_is_fine):
        return False
    files = {name: _read(job.output / name) for name in record["files"]}
    if any(content is None or _sha(content) != record["files"][name] for name, content in files.items()):
        return False
    unit.key, unit.pages, unit.notes = record["key"], record["pages"], record["notes"]
    unit.files = {
        ("" if name == unit.target else name): content for name, content in files.items() if content is not None
    }
    return True


def _publish(
    job: SiteJob, paper: Paper | None, units: Sequence[Unit], names: Mapping[str, str], publisher: Publisher
) -> None:
    """Make rulebooks of one kind, all at once."""
    form = "pdf" if paper else "html"
    slugs = tuple(unit.slug for unit in units)
    order = RulebookJob(slugs, (form,), paper or A4, rules=job.rules, templates=job.templates)
    published = publisher(order)
    by_slug = {made.slug: made for made in published.files}
    for unit in units:
        made = by_slug[unit.slug]
        unit.files, unit.pages = {"": made.content}, made.pages or 0
        about = [made.name, *(name for name, slug in names.items() if slug == unit.slug)]
        unit.notes = [note for note in published.notes if note.startswith(tuple(f"{name}:" for name in about))]


def _print_pack(unit: Unit, book: object) -> None:
    if not isinstance(book, Edition) or not unit.paper:
        return
    try:
        printed = print_pack(book, unit.paper)
    except BadInputError as error:
        unit.notes = [f"{unit.slug}: no tracker pack on {unit.paper.title}: {error.message.rstrip('.')}"]
    else:
        unit.files, unit.pages = {"": printed.content}, printed.pages


# Putting it together, and writing it.


def _gathered(
    job: SiteJob, units: Sequence[Unit], sources: Sequence[RulesSource], missing: MissingDependencyError | None
) -> dict[str, bytes]:
    """All files of the site, by name."""
    downloads = [
        Download(unit.slug, unit.kind, unit.paper.title, unit.target, len(unit.files[""]), unit.pages)
        for unit in units
        if unit.paper and unit.files
    ]
    books = [source.book for source in sources]
    compares = sum(isinstance(book, Edition) for book in books) > 1
    files: dict[str, bytes] = {}
    for unit in units:
        if unit.kind == PAGE and len(unit.files) == 1:  # fresh from the press
            own = rulebook_page(unit.files[""].decode(), bar(downloads, compares=compares, slug=unit.slug))
            unit.files = own
        files |= {name or unit.target: content for name, content in unit.files.items()}
    notes = ["Rulebooks to print are missing: they were left out when this site was built."] if missing else []
    return files | other_pages(books, downloads, notes, job.url)


def _refuse_faults(files: Mapping[str, bytes]) -> None:
    """Look at every finished page once more. Raises `BadInputError` with all that is wrong."""
    faults = [Complaint(name, what) for name, what in site_faults(files, frozenset(files))]
    if faults:
        raise BadInputError("The site's pages have faults.", *faults)


def _write(
    folder: Path, files: Mapping[str, bytes], units: Sequence[Unit], old: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """Write what differs, all or nothing; then remove what the site no longer has. Returns the names of both."""
    ours = set(old["files"])
    changed = {name: content for name, content in files.items() if _read(folder / name) != content}
    foreign = [name for name in changed if name not in ours and (folder / name).exists()]
    if foreign:
        raise CannotWriteError(
            f"{folder} holds other files under the site's names: {', '.join(foreign)}.",
            tip="Move them away, or choose another folder with --output.",
        )
    listed = _listed(files, units)
    to_write = {folder / LIST: listed} if _read(folder / LIST) != listed else {}
    to_write |= {folder / name: content for name, content in sorted(changed.items())}
    for place in sorted({path.parent for path in to_write}):
        check_writable(place)
    write_all(to_write)
    return sorted(changed), sorted(_removed(folder, ours - set(files), old))


def _removed(folder: Path, names: Iterable[str], old: Mapping[str, Any]) -> Iterator[str]:
    """Remove files the site wrote and no longer has, unless someone has changed them since."""
    for name in names:
        path = folder / name
        content = None if path.is_symlink() else _read(path)
        if content is not None and _sha(content) == old["files"][name]:
            path.unlink(missing_ok=True)
            if path.parent != folder and not any(path.parent.iterdir()):
                path.parent.rmdir()
            yield name


def _listed(files: Mapping[str, bytes], units: Sequence[Unit]) -> bytes:
    """The list of the site's files, and what each was made from."""
    listed = {
        "files": {name: _sha(content) for name, content in sorted(files.items())},
        "units": {
            unit.name: {
                "key": unit.key,
                "files": {name or unit.target: _sha(content) for name, content in sorted(unit.files.items())},
                "pages": unit.pages,
                "notes": unit.notes,
            }
            for unit in units
        },
    }
    return (json.dumps(listed, indent=1, ensure_ascii=False) + "\n").encode()


def _read_list(folder: Path) -> dict[str, Any]:
    """The list of an earlier build; an empty one where there is none or it is not to be trusted."""
    nothing: dict[str, Any] = {"files": {}, "units": {}}
    content = _read(folder / LIST)
    try:
        listed = json.loads(content or b"{}")
        units = listed["units"].values()
        names = [*listed["files"], *(name for unit in units for name in unit["files"])]
        whole = all(isinstance(unit["key"] + "".join(unit["notes"]), str) and unit["pages"] >= 0 for unit in units)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return nothing
    return listed if whole and all(_NAME.fullmatch(name) for name in names) else nothing


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
