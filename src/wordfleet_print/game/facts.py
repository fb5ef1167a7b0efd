"""What all rules files share: how facts are typed, and the fields of every rulebook's front matter."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from wordfleet_print.game.printing import Contact, Day, Version, WebAddress, checked, written_day
from wordfleet_print.wording import counted

UNSEEN = r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
"""Characters that leave no ink or turn the direction of reading, as a regular expression."""

Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=f"^[^{UNSEEN[1:-1]}]+$")
]
Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=f"^[^{UNSEEN[1:-1]}]+$")
]
"""A sentence or two."""
Capitals = Annotated[str, StringConstraints(pattern=r"^[A-Z]+$", min_length=1, max_length=26)]
SLUG = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
"""What files and pages are called, as a regular expression."""
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=40)]
Location = tuple[str | int, ...]
"""Where a field stands: names of blocks and, from 0, places in lists."""


def field_name(where: Location, whole: str = "the front matter") -> str:
    """A field as messages call it: `fleet[1].letters`; the first of a list is 1, as people count; `whole` for none."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
    return "".join(steps).removeprefix(".") or whole


def worded(pattern: str, should_be: str) -> BeforeValidator:
    """Text of a pattern (a regular expression), any other refused in these words."""
    return checked(lambda value: isinstance(value, str) and re.fullmatch(pattern, value), should_be)


class Facts(BaseModel):
    """A block of front matter: frozen, and nothing in it unknown or loosely typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def __hash__(self) -> int:
        """By all that it says: what was made of the same facts is found again, of edited ones it is not."""
        return hash(self.model_dump_json())


class Players(Facts):
    """How many play, and what one and many of them are called (C-01)."""

    count: int = Field(ge=2, le=8)
    one: Text
    many: Text

    @property
    def said(self) -> str:
        """How many, in words: `two captains`."""
        return counted(self.count, self.one, self.many)


PictureName = Literal["tracker", "pencil", "highlighter", "squad", "die", "table", "measure"]
"""What a thing that players need looks like."""


class Thing(Facts):
    """A thing that players need; its picture stands in the figure `kit`."""

    item: Text
    picture: PictureName | None = None


class Equipment(Thing):
    """A thing each player needs (C-02 to C-04)."""

    each: int = Field(ge=1, le=99)
    optional: bool = False


class PrintingChange(Facts):
    """What a version changes, a sentence or two a line; and the day that it was printed."""

    version: Version
    date: Day | None = None
    lines: tuple[Line, ...] = Field(strict=False, min_length=1, max_length=50)


class Rulebook(Facts):
    """The front matter every rules file has. `game` says which schema the rest follows.

    `version` and `date` tell this printing from others; where they are left out, they are those of the newest of
    `changes`, which comes first. `tracker_address` is where readers find sheets to print.
    """

    game: Slug
    title: Text
    subtitle: Text
    edition: Text | None = None
    slug: Slug
    status: Literal["published", "draft"]
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]
    tagline: Text
    players: Players
    equipment: tuple[Equipment, ...] = Field(strict=False, min_length=1)
    numbers: dict[Slug, int] = Field(default={}, description="Numbers that only the text needs, by name.")
    version: Version | None = None
    date: Day | None = None
    changes: tuple[PrintingChange, ...] = Field(default=(), strict=False, max_length=50)
    publisher: Annotated[Text, StringConstraints(max_length=80)] | None = None
    publisher_address: WebAddress | None = None
    contact: Contact | None = None
    licence: Annotated[Text, StringConstraints(max_length=80)] | None = None
    tracker_address: WebAddress | None = None

    def __hash__(self) -> int:
        """By its name alone, for that is quick; of two of a name equality sees whether they say the same."""
        return hash((self.slug, self.version))

    @property
    def issued(self) -> str:
        """The day of this printing (ISO 8601), or nothing."""
        return self.date or next((change.date or "" for change in self.changes), "")

    @property
    def printing(self) -> str:
        """Which printing it is, in words: `Version 1.1, 31 May 2026`, as far as front matter says; or nothing."""
        version = self.version or next((change.version for change in self.changes), "")
        day = written_day(self.issued) if self.issued else ""
        return ", ".join(filter(None, [f"Version {version}" if version else "", day]))

    @property
    def who_plays(self) -> str:
        """How many play, in words: `two captains`."""
        return self.players.said
