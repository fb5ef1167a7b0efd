"""Who publishes what stands on the site, for the foot of its pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wordfleet_print.game import Rulebook
from wordfleet_print.wording import listed


@dataclass(frozen=True, slots=True)
class Publisher:
    """What some rulebooks say of their publisher, alike; `titles` names them, or is empty where all say so."""

    publisher: str | None = None
    publisher_address: str | None = None
    contact: str | None = None
    licence: str | None = None
    titles: str = ""


def imprints(books: Sequence[Rulebook]) -> tuple[Publisher, ...]:
    """Each publisher once, with what it publishes where not all have the same. Raises nothing.

    Source: front matter; what says nothing of a publisher has no imprint.
    """
    groups: dict[Publisher, list[str]] = {}
    for book in books:
        said = Publisher(book.publisher, book.publisher_address, book.contact, book.licence)
        groups.setdefault(said, []).append(f"{book.title}, {book.edition}" if book.edition else book.title)
    alone = len(groups) == 1
    return tuple(
        said if alone else replace(said, titles=listed(list(dict.fromkeys(titles))))
        for said, titles in groups.items()
        if said != Publisher()
    )
