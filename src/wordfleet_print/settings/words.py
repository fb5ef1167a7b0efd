"""The edition and its words: a tier, themes, or a list of your own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator
from pydantic import Field as Bounds

from wordfleet_print import errors, limits
from wordfleet_print.messages import quote
from wordfleet_print.settings import looks
from wordfleet_print.settings.core import (
    Conflict,
    Group,
    Option,
    Relation,
    Requires,
    one_of,
    to_lower,
    unknown_choice,
)

WORDS = Group.WORDS
RARE = Group.RARE
# Characters of pasted words: more than any list that somebody reads.
LONGEST_TEXT = 200_000

Tier = Literal["family", "standard", "expert"]


def list_editions() -> Mapping[str, str]:
    """Return the titles of the bundled editions by slug."""
    from wordfleet_print.games import packaged

    library = packaged()
    return {slug: library.edition(slug).edition for slug in library.edition_slugs}


def list_themes() -> Mapping[str, str]:
    """Return the titles of the bundled themes by slug."""
    from wordfleet_print.fleet.word_lists import list_themes, load_theme

    return {slug: load_theme(slug).title for slug in list_themes()}


def split_commas(value: object) -> object:
    """Return the items, in lower case, of texts that may hold several with commas between them:
    ["animals, Space"] is ["animals", "space"]. Anything else is returned as it is.
    """
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        return value
    return [item.strip().lower() for text in texts for item in text.split(",") if item.strip()]


class WordSource(BaseModel, frozen=True):
    """Words of your own: a file on the command line, or a pasted text; event.json keeps the
    text.
    """

    file: Path | None = Bounds(default=None, exclude=True)
    text: str = Bounds(default="", max_length=LONGEST_TEXT)

    def __bool__(self) -> bool:
        return bool(self.file or self.text.strip())


def parse_words(value: object) -> object:
    """Return the source of a file as it is typed; a pasted text comes as `{"text": …}`."""
    return {"file": value} if isinstance(value, str | Path) else value


class OwnWordSettings(looks.RulesFolderSettings):
    """A list of your own, and how its letters are printed."""

    words: Annotated[
        WordSource | None,
        BeforeValidator(parse_words),
        Option(
            "Your own words (text, CSV, Excel, ODS). Themes or the tier fill missing lengths.",
            WORDS,
            short="-w",
            label="Your own words",
            web_help="One word per line. Themes or the tier fill missing lengths.",
            placeholder="FILE",
        ),
    ] = None
    letters: Annotated[
        Literal["keep", "plain", "german"],
        BeforeValidator(to_lower),
        Option(
            "Accents in your own words: plain (Käse as KASE) or german (Käse as KAESE).",
            RARE,
            titles={
                "keep": "as they are",
                "plain": "plain: Käse as KASE",
                "german": "German: Käse as KAESE",
            },
        ),
    ] = "keep"

    relations: ClassVar[tuple[Relation, ...]] = (
        Requires("letters", ("words",), "Only accents in your own words can be changed."),
    )


class CodeWordSettings(OwnWordSettings):
    """A list of your own that sheets were dealt from, for their codes."""

    words: Annotated[
        WordSource | None,
        BeforeValidator(parse_words),
        Option(
            "Your own words, if the sheets were dealt from them.",
            WORDS,
            short="-w",
            label="Your own words",
            placeholder="FILE",
        ),
    ] = None


class EditionSettings(looks.RulesFolderSettings):
    """An edition of the game."""

    edition: Annotated[
        str,
        BeforeValidator(to_lower),
        Option(
            "Edition of the game.", WORDS, short="-e", placeholder="NAME", choices=list_editions
        ),
    ] = limits.DEFAULT_EDITION

    def find_problems(self) -> list[errors.Problem]:
        """Return a problem for each conflict between the settings, and for an edition that is not
        bundled. With a folder of rules, its editions decide later.
        """
        problems = super().find_problems()
        if not self.is_set("edition") or self.rules:
            return problems
        from wordfleet_print.games import find_rules_folder

        editions = list_editions()
        # “strike” is enough for word-fleet-strike
        short = [slug.rpartition("-")[2] for slug in editions]
        if self.edition in (*editions, *short):
            return problems
        problem = unknown_choice(self.edition, editions, "edition", short)
        if folder := find_rules_folder(self.edition):
            where = f"{quote(self.edition)} is not a bundled edition, but one in {folder}/."
            problem = errors.Problem(where, "edition", (errors.Fix("rules", f"{folder}/"),))
        return [*problems, problem]


class TierSettings(EditionSettings):
    """An edition, and which of its words."""

    tier: Annotated[
        Tier,
        BeforeValidator(to_lower),
        Option(
            "How common the words are.",
            WORDS,
            label="Words",
            titles={"family": "Family", "standard": "Standard", "expert": "Expert"},
        ),
    ] = limits.DEFAULT_TIER
    theme: Annotated[
        tuple[Annotated[str, AfterValidator(one_of(list_themes))], ...],
        BeforeValidator(split_commas),
        Option(
            "Use words of this theme only, or where your own list lacks some.",
            WORDS,
            short="-t",
            label="Themes",
            placeholder="NAME",
            choices=list_themes,
        ),
    ] = ()


class WordSettings(TierSettings, OwnWordSettings):
    """The words that sheets are dealt from."""

    blank: Annotated[
        bool,
        Option(
            "Leave the word boxes empty: players choose their own words.",
            WORDS,
            label="Leave the word boxes empty",
        ),
    ] = False
    seed: Annotated[
        str | None,
        Bounds(min_length=1, max_length=limits.LONGEST_SEED),
        Option(
            "Deal the same sheets again.",
            RARE,
            short="-s",
            default_note="new sheets each time",
            on_web=False,
        ),
    ] = None

    relations: ClassVar[tuple[Relation, ...]] = (
        Conflict("blank", ("placed",), "A blank sheet has no words to place."),
        Conflict(
            "blank",
            ("words", "theme", "players.tier"),
            "On blank sheets players choose their own words.",
        ),
    )


class WordListSettings(TierSettings, looks.RunSettings):
    """`words`: the words that sheets are dealt from."""


class WordCheckSettings(TierSettings, OwnWordSettings, looks.RunSettings):
    """`words check`: whether a list of your own can be printed."""

    words: Annotated[
        WordSource | None,
        BeforeValidator(parse_words),
        Option("Your own words (text, CSV, Excel, ODS).", WORDS, placeholder="FILE", argument=True),
    ] = None
