"""Kits as tests need them: each made once, and read back."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pymupdf

from making.games import with_facts
from making.pages import ReadPage, read_pages
from wordfleet_print.games import Library
from wordfleet_print.jobs.print_kits import KitRequest, PrintedKit, print_game
from wordfleet_print.press.ink.paper import PAPERS
from wordfleet_print.press.kit.kit_texts import KitWishes
from wordfleet_print.press.kit.written import KitLook

GAMES = ("army-men", "happy-flip-chess", "word-fleet", "word-fleet-admirals", "word-fleet-strike")
CHESS, ARMY = "happy-flip-chess", "army-men"


@cache
def kit(slug: str, paper: str = "a4", *, eco: bool = False, two_sided: bool = True, **wishes: Any) -> PrintedKit:
    """A game's kit, made once."""
    return print_game(asked_kit(slug, KitLook(PAPERS[paper], eco, two_sided), **wishes))


def asked_kit(slug: str, look: KitLook, pages: tuple[str, ...] = (), **wishes: Any) -> KitRequest:
    """A kit as it is asked for."""
    return KitRequest(slug, look, pages=pages, wishes=KitWishes(**wishes))


@cache
def read_kit(
    slug: str, paper: str = "a4", *, eco: bool = False, two_sided: bool = True, **wishes: Any
) -> list[ReadPage]:
    """The pages of a kit, as MuPDF reads them."""
    return read_pages(kit(slug, paper, eco=eco, two_sided=two_sided, **wishes).content)


def pages_called(name: str, slug: str, paper: str = "a4", **wishes: Any) -> list[ReadPage]:
    """The pages of one element."""
    made = kit(slug, paper, **wishes)
    return [page for leaf, page in zip(made.leaves, read_kit(slug, paper, **wishes), strict=True) if leaf.name == name]


def changed_kit(slug: str, change: Callable[[dict[str, Any]], object], paper: str = "a4", **wishes: Any) -> PrintedKit:
    """The kit of a game with other front matter."""
    source = with_facts(slug, change)
    library = Library.of([source], "")
    return print_game(KitRequest(slug, KitLook(PAPERS[paper]), library, wishes=KitWishes(**wishes)))


def told_by(made: PrintedKit, name: str = "") -> str:
    """All that is read on the pages of a kit, or of one of its elements, line by line, those on their head as well."""
    with pymupdf.open(stream=made.content) as document:
        pages = zip(made.leaves, document, strict=True)
        return "\n".join(str(page.get_text()) for leaf, page in pages if name in ("", leaf.name))
