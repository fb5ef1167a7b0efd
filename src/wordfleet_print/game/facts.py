"""What all rules files share: how facts are typed, and the fields of every rulebook's front matter."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

UNSEEN = r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
"""Characters that leave no ink or turn the direction of reading, as a regular expression."""

Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=f"^[^{UNSEEN[1:-1]}]+$"),
]
Capitals = Annotated[str, StringConstraints(pattern=r"^[A-Z]+$", min_length=1, max_length=26)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$", max_length=40)]
Location = tuple[str | int, ...]
"""Where a field stands: names of blocks and, from 0, places in lists."""


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


class Equipment(Facts):
    """A thing each player needs (C-02 to C-04)."""

    item: Text
    each: int = Field(ge=1, le=99)
    optional: bool = False


class Rulebook(Facts):
    """The front matter every rules file has. `game` says which schema the rest follows."""

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
