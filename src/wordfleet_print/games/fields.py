"""What front matter is made of: kinds of fields with their patterns, and blocks of facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from wordfleet_print import art
from wordfleet_print.messages import did_you_mean


def require(test: Callable[[object], object], should_be: str) -> BeforeValidator:
    """Return a validator that takes texts which pass a test; `should_be` refuses any other."""

    def check(value: object) -> str:
        if not test(value):
            raise PydanticCustomError("checked", should_be)
        return str(value)

    return BeforeValidator(check)


# Characters that leave no ink or turn the direction of reading, as a regular expression; it lets
# joiners pass.
UNSEEN = r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]"

VISIBLE = f"^[^{UNSEEN[1:-1]}]+$"
Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200, pattern=VISIBLE)
]
# A sentence or two.
Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400, pattern=VISIBLE)
]
CAPITALS = r"^\p{Lu}+$"
SLUG = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
VERSION = r"^[0-9]{1,4}(\.[0-9]{1,4}){0,3}$"
COLOR = "^#[0-9a-fA-F]{6}$"
BLOCK = r"^\w+(-\w+)*(\.(list|table|leads))?$"
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
# What fields look like, as regular expressions, and in words.
PATTERNS = {
    CAPITALS: "should be capital letters",
    SLUG: "should be small letters, digits and hyphens, a letter first",
    VERSION: "should be numbers with dots between them, as in 1.0",
    BLOCK: "should be a chapter, or .list, .table or .leads of it, as in your-turn.list",
    LANGUAGE: "should be a code such as en or pt-BR",
    COLOR: "should be a color such as '#0f2d4a', in quotes",
}
Capitals = Annotated[str, StringConstraints(pattern=CAPITALS, min_length=1, max_length=40)]
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=40)]


def refuse_drawing(name: str, known: Sequence[str], more: str = "") -> PydanticCustomError:
    """Return the error for a name that no bundled drawing has, with the nearest or all of them."""
    near = did_you_mean(name, known) or f"there are {', '.join(known)}"
    return PydanticCustomError(
        "drawing", "names no drawing{more}; {near}", {"near": near, "more": more}
    )


def check_silhouette(name: str) -> str:
    """Return the name of a drawing that sheets can show."""
    if name in art.list_silhouettes():
        return name
    raise refuse_drawing(name, art.list_silhouettes())


def check_drawing(name: str) -> str:
    """Return the name of a drawing that kits and books can show."""
    if name in art.list_drawings():
        return name
    raise refuse_drawing(name, art.list_drawings())


Silhouette = Annotated[Slug, AfterValidator(check_silhouette)]
Drawing = Annotated[Slug, AfterValidator(check_drawing)]
# Where a field is: names of blocks and, from 0, places in lists.
Location = tuple[str | int, ...]


def name_field(where: Location) -> str:
    """Return a field as messages call it: `fleet[1].letters`; lists count from 1."""
    name = ""
    for step in where:
        name += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return name.removeprefix(".") or "the front matter"


class Facts(BaseModel):
    """A block of front matter: frozen, and nothing in it unknown or loosely typed."""

    # Strict, so that "10" is no number and yes is no 1. YAML has lists where fields have tuples:
    # those are not strict. Built when first used: most commands read one game of four.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def __hash__(self) -> int:
        """Hash all facts, so that what is cached for one version of the rules is not used for an
        edited one.
        """
        return hash(self.model_dump_json())
