"""`kit`, `rules`, `site` and `serve`: kits and rulebooks of games, their website, the page in the
browser.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator
from pydantic import Field as Bounds

from wordfleet_print.limits import OUTPUT as OUTPUT_FOLDER
from wordfleet_print.messages import quote
from wordfleet_print.paper import BOOK_PAPER_TITLES, BookPaperName, PaperName
from wordfleet_print.settings import looks
from wordfleet_print.settings.core import Group, Option, Relation, Requires, to_lower

PAGES = Group.PAGES
ARMY = Group.ARMY
CHESS = Group.CHESS
MADE = Group.MADE
OUTPUT = Group.OUTPUT
OTHERS = Group.OTHERS
# Boards for pieces that people have; a wider one does not fit on two pages.
LEAST_SQUARE_MM = 20
MOST_SQUARE_MM = 69
MOST_PAIRS = 100
# Enough for a class of 30.
USUAL_PAIRS = 15
ORIGIN = r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?"


class GameSettings(looks.RulesFolderSettings):
    """Whose kits or rules."""

    games: Annotated[
        tuple[str, ...],
        Option(
            "Games, such as army-men.",
            PAGES,
            placeholder="GAME …",
            default_note="all",
            argument=True,
        ),
    ] = ()


class FolderSettings(looks.RunSettings):
    """Where several files go."""

    output: Annotated[Path | None, looks.make_output_option("Folder for the files.", "output/")] = (
        None
    )


class KitSettings(GameSettings, looks.PaperSettings, looks.OpenSettings, FolderSettings):
    """`kit`: boards, pieces, cards and tapes."""

    page: Annotated[
        tuple[str, ...], Option("Print only this page, such as board.", PAGES, placeholder="NAME")
    ] = ()
    one_sided: Annotated[
        bool,
        Option(
            "Print pieces to fold, for a printer that prints on one side.",
            Group.LOOKS,
            label="My printer prints on one side",
        ),
    ] = False
    square: Annotated[
        float | None,
        Bounds(ge=LEAST_SQUARE_MM, le=MOST_SQUARE_MM),
        Option(
            "Width of a chess square in mm, for your own pieces.",
            CHESS,
            placeholder="MM",
            label="Square size for your own pieces (mm)",
        ),
    ] = None
    squad: Annotated[
        tuple[str, ...],
        Option(
            'A squad on its own sheet: "sergeant, regular*5".',
            ARMY,
            placeholder="TROOPS",
            label="Squads",
            web_help=(
                "One squad per line. Squads need the draft, so they tick it. Without squads, the "
                "draft’s squad sheets are blank."
            ),
        ),
    ] = ()
    points: Annotated[
        int | None,
        Bounds(ge=1, le=10_000),
        Option("Most points that an army may cost.", ARMY, label="Most points"),
    ] = None
    draft: Annotated[
        bool,
        Option(
            "Print the kit of the designer’s draft, not of the finished rules.",
            ARMY,
            label="For the designer’s draft",
            web_help="Without a tick, the kit is for the finished rules.",
        ),
    ] = False
    png: Annotated[
        bool,
        Option(
            "Write each card as a picture, 300 dpi with 3 mm of bleed.",
            OUTPUT,
            label="Cards as pictures",
        ),
    ] = False

    relations: ClassVar[tuple[Relation, ...]] = (
        Requires("points", ("squad",), "Points limit what the squads may cost."),
    )

    @property
    def for_draft(self) -> bool:
        """Whether the kit is for the draft of the rules: only that has squads to choose."""
        return self.draft or bool(self.squad)


class RulesSettings(GameSettings, looks.PrintSettings, FolderSettings):
    """`rules`: rulebooks as web page and PDF."""

    paper: Annotated[
        BookPaperName | None,
        BeforeValidator(to_lower),
        Option(
            "Paper size.",
            Group.LOOKS,
            short="-p",
            default_note="that of your country",
            titles=BOOK_PAPER_TITLES,
        ),
    ] = None
    format: Annotated[
        tuple[Annotated[Literal["html", "pdf"], BeforeValidator(to_lower)], ...],
        Option("Write html or pdf only.", MADE, short="-f", default_note="both"),
    ] = ()
    booklet: Annotated[
        bool, Option("Also make a booklet to print double-sided, fold and staple.", MADE)
    ] = False
    quick_reference: Annotated[
        bool, Option("Also make a sheet with what players look up.", MADE)
    ] = False
    check: Annotated[
        bool,
        Option("Only check: list mistakes, and short wordings to compare.", MADE),
    ] = False


class NewRulesSettings(looks.RunSettings):
    """`rules new`: starter files for your own games."""

    folder: Annotated[
        Path | None, Option("Folder for the files.", MADE, placeholder="DIR", argument=True)
    ] = None
    kinds: Annotated[
        tuple[str, ...],
        Option(
            "Games to start from.", MADE, placeholder="GAME …", default_note="all", argument=True
        ),
    ] = ()


def check_address(address: str | None) -> str | None:
    """Return a public address with a slash at its end, or raise `ValueError`."""
    if address is not None and not re.fullmatch(rf"{ORIGIN}(/[A-Za-z0-9._~/-]*)?", address):
        raise ValueError(f"{quote(address)} is not an address such as https://example.org/games/.")
    return address and f"{address.rstrip('/')}/"


def check_origin(address: str | None) -> str | None:
    """Return a public address without a path, or raise `ValueError`."""
    if address is not None and not re.fullmatch(rf"{ORIGIN}/?", address):
        raise ValueError(f"{quote(address)} is not an address such as https://print.example.org/.")
    return address


class SiteSettings(looks.RulesFolderSettings, FolderSettings):
    """`site`: a website of all games."""

    downloads: Annotated[bool, Option("Leave out the PDFs.", MADE)] = True
    pairs: Annotated[
        int | None,
        Bounds(ge=0, le=MOST_PAIRS),
        Option(
            "Ready pairs of each edition, list of words and paper.",
            MADE,
            default_note="15, or none without PDFs",
        ),
    ] = None
    paper: Annotated[
        PaperName | None,
        BeforeValidator(to_lower),
        Option("Make PDFs for a4 or letter only.", MADE, short="-p", default_note="both"),
    ] = None
    output: Annotated[
        Path | None, looks.make_output_option("Folder for the files.", "output/site/", on_web=False)
    ] = None
    url: Annotated[
        str | None,
        AfterValidator(check_address),
        Option("Public address, such as https://example.org/games/.", OUTPUT, placeholder="URL"),
    ] = None

    @property
    def folder(self) -> Path:
        """The site's folder."""
        return self.output or OUTPUT_FOLDER / "site"

    @property
    def pair_count(self) -> int:
        """The number of ready pairs of each edition, list of words and paper."""
        return self.pairs if self.pairs is not None else USUAL_PAIRS * self.downloads


class ServeSettings(looks.RulesFolderSettings, looks.RunSettings):
    """`serve`: the web page on this computer."""

    open: Annotated[bool, Option("Do not open the browser.", Group.RUN)] = True
    port: Annotated[
        int | None,
        Bounds(ge=0, le=65535),
        Option(
            "Port.",
            OTHERS,
            default_note="any that is free",
            advice="Choose another one with {}, or 0 for any that is free.",
        ),
    ] = None
    host: Annotated[
        str | None,
        Option(
            "Let others in: an address of this computer, or 0.0.0.0.", OTHERS, placeholder="ADDRESS"
        ),
    ] = None
    url: Annotated[
        str | None,
        AfterValidator(check_origin),
        Option(
            "Behind a proxy: the address that people type.",
            OTHERS,
            placeholder="URL",
            advice="Behind a proxy, {} is the public address.",
        ),
    ] = None
    key_file: Annotated[
        Path | None,
        Option(
            "Keep the key of the link in this file.",
            OTHERS,
            placeholder="FILE",
            default_note="a new key each time",
        ),
    ] = None
