"""Rules at hand, by slug: those that ship with the package, or those of a designer's folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem
from wordfleet_print.files import data_folder, is_inside
from wordfleet_print.games.rules_file import FrontMatterError, RulesSource, read_rules
from wordfleet_print.games.word_fleet.model import Edition
from wordfleet_print.messages import did_you_mean, suggestion


@dataclass(frozen=True)
class Library:
    """Rules by slug, each read when it is asked for.

    `place` says where a designer's own are, such as a folder; it is "" for the bundled ones.
    """

    slugs: tuple[str, ...]
    read: Callable[[str], RulesSource]
    place: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the rules are a designer's own, not the bundled ones."""
        return bool(self.place)

    def __reduce__(self) -> tuple[Callable[..., Library], tuple[object, ...]]:
        """Pickle the bundled rules by name: another process has them, too."""
        return (Library, (self.slugs, self.read, self.place)) if self.is_own else (packaged, ())

    @classmethod
    def of(cls, sources: Sequence[RulesSource], place: str) -> Library:
        """Return a library of a designer's own rules, from this place."""
        by_slug = {source.book.slug: source for source in sources}
        return cls(tuple(sorted(by_slug)), by_slug.__getitem__, place)

    @cached_property
    def edition_slugs(self) -> tuple[str, ...]:
        """The slugs of the editions of Word Fleet among them: those that have trackers."""
        return tuple(slug for slug in self.slugs if isinstance(self.read(slug).book, Edition))

    def rules(self, name: str) -> RulesSource:
        """Return the rules of a slug, or of its last part if no other has the same: `chess`.

        Raises `BadInputError` for an unknown one, naming the nearest.
        """
        return self.read(self.find_slug(name, self.slugs, "There are no rules", "Rules", "games"))

    def edition(self, name: str) -> Edition:
        """Return the edition of a slug, or of its last part if no other has the same: `admirals`.

        Raises `BadInputError` for an unknown one, naming the nearest, and for a game without
        trackers.
        """
        known = self.slugs if name in self.slugs else self.edition_slugs
        return self.read(
            self.find_slug(name, known, "There is no edition", "Editions", "edition")
        ).edition

    def find_slug(
        self, name: str, known: Sequence[str], what: str, all_of_them: str, field: str
    ) -> str:
        """Return the known slug that a user means by `name`: this one, or the only one that ends
        with it, as happy-flip-chess does for “chess”.

        Raises `BadInputError` for no such slug, or several: it begins with `what`, is about
        `field`, and suggests the nearest name, or lists `all_of_them` under that word.
        """
        if name in known:
            return name
        ending_so = [slug for slug in known if name and slug.endswith(f"-{name}")]
        if len(ending_so) == 1:
            return ending_so[0]
        short_names = [slug.rpartition("-")[2] for slug in known]
        names = [*known, *short_names] if did_you_mean(name, short_names) else known
        advice = suggestion(name, names, all_of_them)
        place = f" in {self.place}" if self.place else ""
        raise BadInputError(Problem(f"{what} “{name}”{place}.", field, advice=advice))


# How the slug of a translation ends: with the code of its language.
TRANSLATION = re.compile(r"-[a-z]{2}$")


@cache
def packaged() -> Library:
    """Return the rules that ship with the package, each file read once."""
    slugs = [path.stem for path in data_folder("rules").glob("*.md")]
    # Translations, such as `word-fleet-de`, are listed after all originals.
    slugs.sort(key=lambda slug: (TRANSLATION.search(slug) is not None, slug))
    return Library(
        tuple(slugs), cache(lambda slug: read_rules(data_folder("rules") / f"{slug}.md"))
    )


def load_rules(slug: str) -> RulesSource:
    """Return the bundled rules of a slug. Raises `BadInputError` for an unknown slug, naming the
    nearest.
    """
    return packaged().rules(slug)


def load_edition(slug: str) -> Edition:
    """Return the bundled edition of a slug. Raises as `Library.edition`."""
    return packaged().edition(slug)


# A search looks at the start of files that may not be rules at all: no YAML is read for it.
HEAD_BYTES = 16_384
SLUG = re.compile(
    rb"\A(?:\xef\xbb\xbf)?---.*?^slug:[ \t]*[\"']?([a-z0-9-]+)", re.MULTILINE | re.DOTALL
)
# Rules files that are read of a folder.
MOST_FILES = 200


def check_folder(path: Path, field: str) -> None:
    """Raise `BadInputError` for a field's path that is no folder, or that the system cannot even
    look for.
    """
    why = "is not a folder"
    try:
        if path.is_dir():
            return
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    raise BadInputError(Problem(f"{path} {why}.", field))


def find_rules_folder(slug: str = "") -> Path | None:
    """Return a folder with a rules file of this slug, or whose last part it is (`chess`); of any
    slug, without one; None if there is none. Searched are `rules`, the current folder, and the
    other folders in it.
    """
    here = Path()
    paths = chain(*(sorted(here.glob(pattern)) for pattern in ("rules/*.md", "*.md", "*/*.md")))
    for path in islice(paths, MOST_FILES):
        try:
            if not path.is_file() or not is_inside(path, here):  # a pipe would never end
                continue
            with path.open("rb") as file:
                slug_line = SLUG.match(file.read(HEAD_BYTES))
        except OSError:
            continue
        if not slug_line:
            continue
        # “chess” is the end of “-happy-flip-chess” with a hyphen before it
        slug_of_file = f"-{slug_line[1].decode()}"
        if not slug or slug_of_file.endswith(f"-{slug}"):
            return path.parent
    return None


# Returns what is wrong with a file's text; without its facts, if these have faults themselves.
TextCheck = Callable[[RulesSource, bool], Sequence[Problem]]


def read_folder(
    folder: Path | None, slugs: Sequence[str] = (), find_text_faults: TextCheck | None = None
) -> tuple[RulesSource, ...]:
    """Return the rules of a folder's `*.md` files, or the bundled ones; all, or those of some
    slugs.

    Raises `BadInputError` for an unknown slug, and with the complaints of every file that cannot be
    read, leads out of the folder, or has the slug of another or of a bundled game. With
    `find_text_faults` the complaints about the texts are among them.
    """
    if folder is None:
        return tuple(packaged().rules(slug) for slug in slugs or packaged().slugs)
    complaints: list[Problem] = []
    sources = _read_files(folder, complaints, find_text_faults)
    if complaints and find_text_faults:
        for source in sources.values():
            complaints += find_text_faults(source, True)
    if complaints:
        raise BadInputError("Some rules cannot be read.", complaints)
    library = Library.of(tuple(sources.values()), str(folder))
    return tuple(library.rules(slug) for slug in slugs or library.slugs)


def _read_files(
    folder: Path, complaints: list[Problem], find_text_faults: TextCheck | None
) -> dict[str, RulesSource]:
    """Return the rules of a folder's files by their slugs; add what is wrong with files that cannot
    be used to `complaints`, and with `find_text_faults` what is wrong with their texts.
    """
    sources: dict[str, RulesSource] = {}
    # A designer mends all files at once, so one that cannot be read hides no fault of the next.
    for path in _list_rules(folder):
        if not is_inside(path, folder):
            what = "leads out of the rules folder"
            complaints.append(Problem(what, where=str(path), advice="put the file itself there"))
            continue
        try:
            source = read_rules(path)
        except BadInputError as error:
            complaints += error.details or [replace(error.summary, where=str(path))]
            if find_text_faults and isinstance(error, FrontMatterError):
                complaints += find_text_faults(error.rest, False)
            continue
        first = sources.setdefault(source.book.slug, source)
        if first is not source:
            what = f"has the slug {source.book.slug}, as {first.name} does"
            complaints.append(Problem(what, where=source.name, advice="give one of them its own"))
    return sources


def _list_rules(folder: Path) -> list[Path]:
    """Return a folder's files of rules. Raises `BadInputError` for none, and for too many."""
    check_folder(folder, "rules")
    files = sorted(folder.glob("*.md"))
    if not files:
        raise BadInputError(
            Problem(
                f"There are no rules in {folder}.", advice="Rules are files whose names end in .md."
            )
        )
    if len(files) > MOST_FILES:
        raise BadInputError(
            f"{folder} holds {len(files)} files; at most {MOST_FILES} are published at once."
        )
    return files
