"""Rules at hand, by slug: those that ship with the package, or a designer's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from wordfleet_print.errors import BadInputError
from wordfleet_print.files import data_folder
from wordfleet_print.games.edition import Edition
from wordfleet_print.games.rules_file import RulesSource, read_rules
from wordfleet_print.wording import suggestion


@dataclass(frozen=True)
class Library:
    """Rules by slug, each read when it is asked for.

    `place` says where a designer's own stand, such as a folder; it is "" for those that ship with the package.
    """

    slugs: tuple[str, ...]
    read: Callable[[str], RulesSource]
    place: str = ""

    def __reduce__(self) -> tuple[Callable[..., Library], tuple[object, ...]]:
        """How it goes to another process: the packaged rules are there, too."""
        return (Library, (self.slugs, self.read, self.place)) if self.place else (packaged, ())

    @classmethod
    def of(cls, sources: Sequence[RulesSource], place: str) -> Library:
        """A designer's own rules, from this place."""
        by_slug = {source.book.slug: source for source in sources}
        return cls(tuple(sorted(by_slug)), by_slug.__getitem__, place)

    @cached_property
    def edition_slugs(self) -> tuple[str, ...]:
        """The slugs of the editions of Word Fleet among them: those that have trackers."""
        return tuple(slug for slug in self.slugs if isinstance(self.read(slug).book, Edition))

    def rules(self, slug: str) -> RulesSource:
        """The rules of a slug. Raises `BadInputError` for an unknown slug, naming the nearest."""
        if slug not in self.slugs:
            raise BadInputError(f"There are no rules “{slug}”{self._where}.", tip=suggestion(slug, self.slugs, "Rules"))
        return self.read(slug)

    def edition(self, slug: str) -> Edition:
        """The edition of a slug, whose last part will do where no other has the same: `admirals`.

        Raises `BadInputError` for an unknown slug, naming the nearest, and for a game without trackers.
        """
        if slug in self.slugs:
            return self.read(slug).edition
        meant = [known for known in self.edition_slugs if slug and known.endswith(f"-{slug}")]
        if len(meant) == 1:
            return self.read(meant[0]).edition
        tip = suggestion(slug, self.edition_slugs, "Editions")
        raise BadInputError(f"There is no edition “{slug}”{self._where}.", tip=tip, field="edition")

    @property
    def _where(self) -> str:
        return f" in {self.place}" if self.place else ""


@cache
def packaged() -> Library:
    """The rules that ship with the package."""
    slugs = tuple(sorted(path.stem for path in data_folder("rules").glob("*.md")))
    return Library(slugs, cache(lambda slug: read_rules(data_folder("rules") / f"{slug}.md")))


def rules_slugs() -> tuple[str, ...]:
    """The slugs of all rules that ship with the package, in alphabetical order."""
    return packaged().slugs


def edition_slugs() -> tuple[str, ...]:
    """The slugs of the editions of Word Fleet among them: those that have trackers."""
    return packaged().edition_slugs


def load_rules(slug: str) -> RulesSource:
    """The packaged rules of a slug. Raises `BadInputError` for an unknown slug, naming the nearest."""
    return packaged().rules(slug)


def load_edition(slug: str) -> Edition:
    """The packaged edition of a slug. Raises as `Library.edition`."""
    return packaged().edition(slug)
