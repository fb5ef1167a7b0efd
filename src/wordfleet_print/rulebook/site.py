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
from wordfleet_print.rulebook.overrides import override_notes
from wordfleet_print.rulebook.packs import print_pack
from wordfleet_print.rulebook.pango import renderer_versions
from wordfleet_print.rulebook.pdf import load_weasyprint
from wordfleet_print.rulebook.site_check import site_faults
from wordfleet_print.rulebook.site_pages import Furnishing, Furniture, furnish, rulebook_page
from wordfleet_print.rulebook.site_shelf import BOOKLET, PACK, PAGE, PDF, QUICK, Download, target
from wordfleet_print.rulebook.source import read_sources

LIST = ".wordfleet-site.json"
PACKAGE = Path(__file__).resolve().parents[1]
RENDERED = (PDF, BOOKLET, QUICK)
"""Downloads that WeasyPrint sets; tracker packs come from the press."""

_NAME = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*")
_OWN_NAMES = frozenset(["index", "compare", "print", "404"])
_ORDERS: Mapping[str, Mapping[str, Any]] = {
    PAGE: {"formats": ("html",)},
    PDF: {"formats": ("pdf",)},
    BOOKLET: {"formats": (), "booklet": True},
    QUICK: {"formats": (), "quick": True},
}

Publisher = Callable[[RulebookJob], Published]
"""What makes rulebooks: `publish`, or `publish_guarded` for a designer's own."""
Furnisher = Callable[[Furnishing], Furniture]
"""What makes the other pages: `furnish`, or `furnish_guarded` for a designer's own."""


@dataclass(frozen=True, slots=True)
class SiteJob:
    """A site to build. `url` is where it will stand, ending in a slash, or empty; `rules`, `templates`: own folders.

    `downloads`: with PDFs. `keeps_old`: those that are there stay as they are, even if their rules changed, and no
    other is made.
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
    """What a build did: all files of the site with their sizes, those written and removed, made again, and notes.

    `machine` is as in `Published`.
    """

    files: dict[str, int]
    written: list[str]
    removed: list[str]
    made: list[str]
    notes: list[str]
    missing: MissingDependencyError | None = None
    machine: str = ""


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
        return target(self.slug, self.kind, self.paper.slug if self.paper else "")


def build_site(job: SiteJob, publisher: Publisher, furnisher: Furnisher = furnish) -> Built:
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
    units = _units(job, sources, old, pdfs=missing is None)
    _refuse_twins(units)
    machine: list[str] = []
    made = _make(job, units, sources, old, _listening(publisher, machine))
    notes = [*override_notes(job.templates, job.rules)]
    notes += dict.fromkeys(note for unit in units for note in unit.notes)
    if notes and not (job.rules or job.templates):
        raise BadInputError("The bundled rules have faults.", *(Complaint("", note) for note in notes))
    files = _gathered(job, units, furnisher(_furnishing(job, units, sources, missing)))
    _refuse_faults(files)
    written, removed = _write(job.output, files, units, old)
    sizes = {name: len(content) for name, content in sorted(files.items())}
    return Built(sizes, written, removed, made, notes, missing, next(filter(None, machine), ""))


def _listening(publisher: Publisher, machine: list[str]) -> Publisher:
    """The publisher; what it misses on this machine is collected."""

    def publish(order: RulebookJob) -> Published:
        published = publisher(order)
        machine.append(published.machine)
        return published

    return publish


def _refuse_own_names(sources: Sequence[RulesSource]) -> None:
    taken = [Complaint(s.name, f"has the slug {s.book.slug}") for s in sources if s.book.slug in _OWN_NAMES]
    if taken:
        raise BadInputError(f"A site has pages of its own called {', '.join(sorted(_OWN_NAMES))}.", *taken)


def _refuse_twins(units: Sequence[Unit]) -> None:
    """Raises `BadInputError` where two slugs would give different files one name."""
    seen: dict[str, str] = {}
    twins = [
        Complaint(unit.target, f"is the {unit.kind} of {unit.slug} and of {seen[unit.target]}")
        for unit in units
        if seen.setdefault(unit.target, unit.slug) != unit.slug
    ]
    if twins:
        raise BadInputError("Two files of the site would have one name; change a slug.", *twins)


def _missing_pango() -> MissingDependencyError | None:
    try:
        load_weasyprint()
    except MissingDependencyError as error:
        return error
    return None


# What is made, and what it is made from.


def _units(job: SiteJob, sources: Sequence[RulesSource], old: Mapping[str, Any], *, pdfs: bool) -> list[Unit]:
    """Every file to be, with a digest of all it is made from: pages first."""
    here = _workshop()
    images = _digest(_folder_bytes(job.rules, but=".md"))
    slugs = [source.book.slug for source in sources]
    common = [here + _digest(_folder_bytes(job.templates)), images, *slugs]
    keys = {source.book.slug: _digest([*common, _read(Path(source.name)) or b""]) for source in sources}
    downloads = list(_downloads(job, sources, keys, here, pdfs=pdfs)) if job.downloads else []
    if job.keeps_old:
        downloads = [unit for unit in downloads if _reused(unit, job, old)]
    editions = sum(isinstance(source.book, Edition) for source in sources)
    with_own = {unit.slug for unit in downloads}
    in_bar = [str(editions > 1), str(bool(downloads)), job.url]
    pages = [Unit(PAGE, slug, None, _digest([key, PAGE, str(slug in with_own), *in_bar])) for slug, key in keys.items()]
    return pages + downloads


def _downloads(
    job: SiteJob, sources: Sequence[RulesSource], keys: Mapping[str, str], here: str, *, pdfs: bool
) -> Iterator[Unit]:
    renderer = renderer_versions() if pdfs else ()
    for source in sources:
        slug = source.book.slug
        for paper in job.papers:
            for kind in RENDERED if pdfs else ():
                yield Unit(kind, slug, paper, _digest([keys[slug], kind, paper.slug, *renderer]))
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
            yield _read(path) or b""  # an editor's own files come and go


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
            _publish(job, kind, paper, group, names, publisher)
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
    job: SiteJob,
    kind: str,
    paper: Paper | None,
    units: Sequence[Unit],
    names: Mapping[str, str],
    publisher: Publisher,
) -> None:
    """Make rulebooks of one kind, all at once. What a designer's own cannot be bound as is left out, with a note."""
    slugs = tuple(unit.slug for unit in units)
    order = RulebookJob(slugs, paper=paper or A4, rules=job.rules, templates=job.templates, **_ORDERS[kind])
    try:
        published = publisher(order)
    except BadInputError as error:
        if not order.own or kind not in {BOOKLET, QUICK}:
            raise
        _publish_singly(job, units, names, publisher, error)
        return
    by_slug = {made.slug: made for made in published.files}
    for unit in units:
        made = by_slug[unit.slug]
        unit.files, unit.pages = {"": made.content}, made.pages or 0
        about = [made.name, *(name for name, slug in names.items() if slug == unit.slug)]
        unit.notes = [note for note in published.notes if note.startswith(tuple(f"{name}:" for name in about))]


def _publish_singly(
    job: SiteJob, units: Sequence[Unit], names: Mapping[str, str], publisher: Publisher, error: BadInputError
) -> None:
    """Make those that can be made of units that failed together."""
    if len(units) > 1:
        for unit in units:
            _publish(job, unit.kind, unit.paper, [unit], names, publisher)
    else:
        units[0].notes = [_left_out(units[0], error)]


def _left_out(unit: Unit, error: BadInputError) -> str:
    paper = unit.paper.title if unit.paper else ""
    why = "; ".join([error.message.rstrip("."), *map(str, error.complaints)])
    return f"{unit.slug}: no {unit.kind} on {paper}: {why}"


def _print_pack(unit: Unit, book: object) -> None:
    if not isinstance(book, Edition) or not unit.paper:
        return
    try:
        printed = print_pack(book, unit.paper)
    except BadInputError as error:
        unit.notes = [_left_out(unit, error)]
    else:
        unit.files, unit.pages = {"": printed.content}, printed.pages


# Putting it together, and writing it.


def _furnishing(
    job: SiteJob, units: Sequence[Unit], sources: Sequence[RulesSource], missing: MissingDependencyError | None
) -> Furnishing:
    downloads = tuple(
        Download(unit.slug, unit.kind, unit.paper.title, unit.target, len(unit.files[""]), unit.pages)
        for unit in units
        if unit.paper and unit.files
    )
    notes = ("Rulebooks to print are missing: they were left out when this site was built.",) if missing else ()
    books = tuple(source.book for source in sources)
    return Furnishing(books, downloads, notes, job.url, job.rules, job.templates)


def _gathered(job: SiteJob, units: Sequence[Unit], furniture: Furniture) -> dict[str, bytes]:
    """All files of the site, by name."""
    files: dict[str, bytes] = {}
    for unit in units:
        if unit.kind == PAGE and len(unit.files) == 1:  # fresh from the press
            page, bar = unit.files[""].decode(), furniture.bars[unit.slug]
            address = f"{job.url}{unit.target}" if job.url else ""
            unit.files = rulebook_page(page, bar, furniture.bar_styles, address)
        files |= {name or unit.target: content for name, content in unit.files.items()}
    return files | furniture.files


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
