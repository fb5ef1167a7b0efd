"""What is made together, what it is made from, and what need not be made again.

In the folder of finished files stands a list: of each file its digest, of each unit a digest of all that it was made
from. What is there is kept where both are as they were: nothing is that is stale, damaged, or changed by somebody.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from wordfleet_print.errors import BadInputError, WordfleetError
from wordfleet_print.files import PREFIX, data_folder
from wordfleet_print.games import RulesSource
from wordfleet_print.rulebook.bound_book import USUAL, Finish, Flip, book_order, booklet_order, check_order, quick_order
from wordfleet_print.rulebook.downloads import BOOKLET, PAGE, PDF, QUICK, pair_file, target
from wordfleet_print.rulebook.pango import renderer_versions
from wordfleet_print.rulebook.quick_reference import unmarked
from wordfleet_print.rulebook.rendering import Renderer, RenderOrder, all_of
from wordfleet_print.rulebook.text.html_page import BookText
from wordfleet_print.rulebook.text.illustrated import page_order, surroundings, text_order
from wordfleet_print.rulebook.text.web_fonts import missing_notes
from wordfleet_print.rulebook.weasyprint_pdf import Printed, machine_note
from wordfleet_print.tracker.geometry import A4, Paper

RENDERED = (PDF, BOOKLET, QUICK)
"""What WeasyPrint sets."""
_RULES = "{rules}"
"""Stands in the list for the rules file that a note speaks of: where it lies is the machine's business."""

Answer = Printed | tuple[Printed, ...] | str | list[str]
"""A PDF or picture, several, a page; or notes alone."""
Work = RenderOrder[Any] | Callable[[BookText], RenderOrder[Any]]
"""An order, or what gives it once there is the rulebook's text."""


@dataclass
class Unit:
    """Files that are made together from the same input: a page with its assets, or one download; or notes alone.

    `file` is the first of them; `key` is a digest of all that they are made from; `of` is the rules file.
    """

    kind: str
    slug: str
    file: str
    key: str
    work: Work = field(compare=False)
    paper: Paper = A4
    of: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: int = 0
    notes: list[str] = field(default_factory=list)

    @property
    def content(self) -> bytes:
        """Its first file."""
        return self.files[self.file]

    def take(self, answer: Answer | WordfleetError, *, may_fail: bool) -> bool:
        """Whether it could be made, or can be done without; if so, it has what was made, and notes."""
        match answer:
            case str():
                self.files = {self.file: answer.encode()}
            case tuple():
                pairs = enumerate(answer, start=1)
                self.files = {pair_file(self.slug, self.paper.slug, number): pair.content for number, pair in pairs}
            case list():
                self.notes = answer
            case Printed():
                self.files, self.pages = {self.file: answer.content}, answer.pages
                self.notes = [f"{self.file.rpartition('/')[2]}: {warning}" for warning in answer.warnings]
            case BadInputError() if may_fail:
                why = "; ".join([answer.message.rstrip("."), *map(str, answer.complaints)])
                self.notes = [f"{self.slug}: no {self.kind} on {self.paper.title}: {why}"]
            case _:
                return False
        return True


class Making:
    """Rulebooks to be made, and by slug a digest of all that each is made from: its rules file, what is `here` in the
    workshop, templates and pictures of a designer's, the rulebooks that it may lead to. What the store lists is made
    from it, and does not count. Raises as `surroundings`.
    """

    def __init__(
        self, sources: Sequence[RulesSource], rules: Path | None, templates: Path | None, store: Store
    ) -> None:
        self.sources = {source.book.slug: source for source in sources}
        self.around = surroundings(rules, sources, templates)
        self.here = workshop()
        made = {store.folder.resolve() / name for name in store.files}
        said = "".join(source.text for source in sources)

        def is_no_picture(path: Path) -> bool:
            """A rules file; what is made of it; a hidden folder, such as of versions, of which no rules speak."""
            apart = path.name not in said if path.name.startswith(".") and path.is_dir() else path.suffix == ".md"
            return apart or path in made

        pictures = digest(_contents(rules, is_no_picture))
        common = [self.here, digest(_contents(templates)), pictures, *self.around.siblings]
        self.keys = {slug: digest([*common, Path(one.name).name, one.text]) for slug, one in self.sources.items()}

    def kinds(self, source: RulesSource) -> Iterator[str]:
        """What can be printed of rules."""
        yield from RENDERED if not unmarked(source, self.around.templates) else (PDF, BOOKLET)

    def page(self, source: RulesSource, *facts: str) -> Unit:
        """A rulebook's page; on these facts it hangs as well."""
        slug, work = source.book.slug, partial(page_order, templates=self.around.templates, of=source.name)
        key = digest([self.keys[slug], *facts])
        return Unit(PAGE, slug, target(slug, PAGE, ""), key, work, of=source.name)

    def printed(
        self, kind: str, source: RulesSource, paper: Paper, flip: Flip = Flip.SHORT, finish: Finish = USUAL
    ) -> Unit:
        """A rulebook as PDF, of one of these kinds."""
        slug, around = source.book.slug, self.around
        works: dict[str, Work] = {
            PDF: partial(book_order, source, paper=paper, around=around, finish=finish),
            BOOKLET: partial(booklet_order, source, paper=paper, around=around, flip=flip, finish=finish),
            QUICK: quick_order(source, paper, around),
        }
        how = {PDF: str(finish), BOOKLET: f"{flip} {finish}", QUICK: ""}
        key = digest([self.keys[slug], kind, paper.slug, how[kind], *renderer_versions()])
        return Unit(kind, slug, target(slug, kind, paper.slug), key, works[kind], paper, source.name)

    def trackers(self, kind: str, source: RulesSource, paper: Paper, work: RenderOrder[Any], *facts: str) -> Unit:
        """What is printed or found out of an edition's trackers: it hangs on front matter alone, and on these facts."""
        slug, front = source.book.slug, source.edition.model_dump_json(exclude={"played"})
        key = digest([self.here, kind, paper.slug, front, *facts])
        return Unit(kind, slug, target(slug, kind, paper.slug), key, work, paper)

    def beside(self, kind: str, source: RulesSource, paper: Paper, work: RenderOrder[Any]) -> Unit:
        """What is printed of a game without its text being set: it hangs on all that its rulebook does."""
        slug = source.book.slug
        key = digest([self.keys[slug], kind, paper.slug])
        return Unit(kind, slug, target(slug, kind, paper.slug), key, work, paper, source.name)

    def make(self, units: Sequence[Unit], render: Renderer, may_fail: Collection[str] = ()) -> str:
        """Fill every unit: first the texts, each rendered once, then all made of them; those of the kinds that may fail
        are left out then, with a note. Tells what the machine lacks.

        Raises the error of a unit that failed, or one with the complaints of several; `MissingDependencyError` for PDFs
        without Pango, before any is begun.
        """
        slugs = list(dict.fromkeys(unit.slug for unit in units if not isinstance(unit.work, RenderOrder)))
        first: list[RenderOrder[BookText | None]] = [text_order(self.sources[slug], self.around) for slug in slugs]
        if any(unit.kind in RENDERED for unit in units):
            first.append(check_order())
        texts = {text.book.slug: text for text in all_of(render(first)) if text}
        answers = render([u.work if isinstance(u.work, RenderOrder) else u.work(texts[u.slug]) for u in units])
        done = zip(units, answers, strict=True)
        all_of([answer for unit, answer in done if not unit.take(answer, may_fail=unit.kind in may_fail)])
        for unit in (unit for unit in units if not isinstance(unit.work, RenderOrder)):
            text = texts[unit.slug]
            own = self.around.folder or self.around.templates
            lacks = missing_notes(text.name, text.plain) if own and unit.kind == PAGE else ()
            unit.notes = [*text.notes, *unit.notes, *lacks]
        return machine_note(answer for answer in answers if isinstance(answer, Printed))


# What has been made.


SITE_LIST, RULES_LIST = f"{PREFIX}site.json", f"{PREFIX}rules.json"
"""The list of a site's files, which tells them from anybody else's as well; and that of rulebooks in a folder."""
_NAME = re.compile(r"(?:[a-z0-9][a-z0-9-]*/)?[a-z0-9][a-z0-9.-]*")


@dataclass(frozen=True, slots=True)
class Store:
    """What the list in a folder says: of each file its digest; of each unit, by its first file, key, pages, notes, and
    all its files.
    """

    folder: Path
    name: str
    files: Mapping[str, str]
    units: Mapping[str, Mapping[str, Any]]

    def stale(self, units: Iterable[Unit], *, old_will_do: bool = False) -> list[Unit]:
        """Those that are to be made; the others are filled with their files, which stand there as they would come out
        again, or did once where `old_will_do`.
        """
        return [unit for unit in units if not self._filled(unit, old_will_do=old_will_do)]

    def _filled(self, unit: Unit, *, old_will_do: bool) -> bool:
        record = self.units.get(unit.file)
        if not record or not (record["key"] == unit.key or old_will_do):
            return False
        files = self.untouched(record["files"])
        if len(files) < len(record["files"]):
            return False
        unit.files, unit.key, unit.pages = files, record["key"], record["pages"]
        unit.notes = [note.replace(_RULES, unit.of) for note in record["notes"]]
        return True

    def untouched(self, names: Iterable[str]) -> dict[str, bytes]:
        """Those of these files that are as they were written: nobody has changed them since."""
        contents = ((name, self.stands(name)) for name in sorted(names))
        return {name: content for name, content in contents if content is not None and sha(content) == self.files[name]}

    def stands(self, name: str) -> bytes | None:
        """A file as it stands in the folder; None where there is none, or a link on the way to it."""
        path = self.folder / name
        linked = path.is_symlink() or (path.parent != self.folder and path.parent.is_symlink())
        try:
            return None if linked else path.read_bytes()
        except OSError:
            return None

    def changed(self, files: Mapping[str, bytes], units: Sequence[Unit], *, beside: bool = False) -> dict[str, bytes]:
        """What is to be written for these to be its files, the list included. `beside`: others that it lists stay."""
        digests = {name: sha(content) for name, content in sorted(files.items())}
        told: dict[str, Mapping[str, Any]] = {
            unit.file: {
                "key": unit.key,
                "files": sorted(unit.files),
                "pages": unit.pages,
                "notes": [note.replace(unit.of, _RULES) if unit.of else note for note in unit.notes],
            }
            for unit in units
        }
        facts = {"files": {**self.files, **digests}, "units": {**self.units, **told}}
        if not beside:
            facts = {"files": digests, "units": told}
        listed = {self.name: (json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode()}
        return {name: content for name, content in {**files, **listed}.items() if self.stands(name) != content}


def store_in(folder: Path, name: str) -> Store:
    """What stands in a folder by its list; nothing where there is none, or one that is not to be trusted."""
    nothing = Store(folder, name, {}, {})
    try:
        listed = json.loads(nothing.stands(name) or b"{}")
        units = listed["units"].values()
        names = set(listed["files"])
        whole = names.issuperset(name for unit in units for name in unit["files"])
        whole &= all(isinstance(unit["key"] + "".join(unit["notes"]), str) and unit["pages"] >= 0 for unit in units)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return nothing
    good = whole and all(_NAME.fullmatch(name) for name in names)
    return Store(folder, name, listed["files"], listed["units"]) if good else nothing


# What it is made from.


PACKAGE = Path(__file__).resolve().parents[1]


def workshop() -> str:
    """A digest of all here that decides how a file comes out: code, templates, fonts, words, whatever is installed."""
    places = [path for path in map(Path, sys.path) if path.is_dir()]
    installed = sorted(found.name for place in places for found in place.glob("*-info"))  # names and versions
    folders = (PACKAGE, data_folder("templates"), data_folder("wordlists"))
    return digest([platform.python_version(), *installed, *(one for folder in folders for one in _contents(folder))])


def _contents(folder: Path | None, but: Callable[[Path], bool] = lambda _: False) -> Iterator[str]:
    """Names and digests of all files in a folder, `but` some of them and whole folders, and where its links lead."""
    root = folder.resolve() if folder else Path()
    for place, folders, names in os.walk(root) if folder else ():
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not but(Path(place, name)))
        for path in (Path(place, name) for name in (*folders, *sorted(names))):
            if not (path.name.startswith(PREFIX) or but(path)):
                yield path.relative_to(root).as_posix()
                yield _told_of(path)


def _told_of(path: Path) -> str:
    try:
        if not path.is_file():
            return str(path.readlink()) if path.is_symlink() else ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:  # an editor's own files come and go
        return ""


def digest(parts: Iterable[str]) -> str:
    """A short digest of these parts, each taken apart from its neighbours."""
    return sha(json.dumps(list(parts)).encode())[:32]


def sha(content: bytes) -> str:
    """The digest by which the list knows a file."""
    return hashlib.sha256(content).hexdigest()
