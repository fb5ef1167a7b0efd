"""What fields of front matter are made of: texts, names, places, blocks that hold nothing unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError


def require(test: Callable[[object], object], should_be: str) -> BeforeValidator:
    """Return a validator that takes texts which pass a test; `should_be` refuses any other."""

    def check(value: object) -> str:
        if not test(value):
            raise PydanticCustomError("checked", should_be)
        return str(value)

    return BeforeValidator(check)


# Characters that leave no ink or turn the direction of reading, as a regular expression; it lets joiners pass.
UNSEEN = r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"

Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=f"^[^{UNSEEN[1:-1]}]+$")
]
# A sentence or two.
Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=f"^[^{UNSEEN[1:-1]}]+$")
]
CAPITALS = r"^[A-Z]+$"
SLUG = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
VERSION = r"^[0-9]{1,4}(\.[0-9]{1,4}){0,3}$"
COLOR = "^#[0-9a-fA-F]{6}$"
# What fields look like, as regular expressions, and in words.
PATTERNS = {
    CAPITALS: "should be capital letters",
    SLUG: "should be small letters, digits and hyphens, a letter first",
    VERSION: "should be numbers with dots between them, as in 1.0",
    COLOR: "should be a color such as '#0f2d4a', in quotes",
}
Capitals = Annotated[str, StringConstraints(pattern=CAPITALS, min_length=1, max_length=26)]
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=40)]
# Where a field is: names of blocks and, from 0, places in lists.
Location = tuple[str | int, ...]


def name_field(where: Location, whole: str = "the front matter") -> str:
    """Return a field as messages call it: `fleet[1].letters`; lists count from 1; `whole` for no field."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in where)
    return "".join(steps).removeprefix(".") or whole


class Facts(BaseModel):
    """A block of front matter: frozen, and nothing in it unknown or loosely typed."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def __hash__(self) -> int:
        """Hash all facts, so that what is cached for one version of the rules is not used for an edited one."""
        return hash(self.model_dump_json())
