"""What several tests print alike, printed once in a run.

Each worker of the run has this module; what one of them has printed, the others read from a folder.
"""

from __future__ import annotations

import fcntl
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar, cast

import pytest
from pydantic import TypeAdapter

from wordfleet_print.games import Edition
from wordfleet_print.paper import Paper
from wordfleet_print.rulebook import letter_sizes, pdf, print_book
from wordfleet_print.rulebook.page import BookPage
from wordfleet_print.rulebook.pdf import Printed
from wordfleet_print.site import downloads, pairs
from wordfleet_print.site.pairs import WordChoice

Result = TypeVar("Result", Printed, tuple[Printed, ...], int)
RESULTS = TypeAdapter[Printed | tuple[Printed, ...] | int](Printed | tuple[Printed, ...] | int)


class Store:
    """PDFs by what they show, and how many pages HTML needs."""

    folder: Path | None = None
    """Where they are kept: empty when a run begins. Without a folder nothing is kept."""

    def print_once(self, key: tuple[object, ...], printer: Callable[[], Result]) -> Result:
        """Return what `printer` returns, or what it returned to an earlier call with this key.

        `key` names all that the result depends on, in values whose `repr` is the same in each
        worker.
        """
        if self.folder is None:
            return printer()
        path = self.folder / hashlib.sha256(repr(key).encode()).hexdigest()
        # Another worker that wants the same waits until it is printed
        with path.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if path.exists():
                return cast("Result", RESULTS.validate_json(path.read_bytes()))
            result = printer()
            path.write_bytes(RESULTS.dump_json(result))
            return result

    def begin(self, folder: Path) -> None:
        """Keep what is printed in a folder, which is made if another worker has not."""
        folder.mkdir(exist_ok=True)
        self.folder = folder

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Print everything again for the length of a block, and keep nothing."""
        folder = self.folder
        self.folder = None
        yield
        self.folder = folder


STORE = Store()


def share_prints(patch: pytest.MonkeyPatch) -> None:
    """Let Pango print each page of HTML once in a run, and try each size of letters once."""
    print_page = print_book.print_page
    print_pdf = pdf.print_pdf
    count_pages = letter_sizes.count_pages
    count_quick_pages = letter_sizes.count_quick_pages

    def share_page(page: BookPage, *, can_shrink: bool = True) -> Printed:
        return share("page", (page, can_shrink), lambda: print_page(page, can_shrink=can_shrink))

    def share_pdf(html: str) -> Printed:
        return share("pdf", html, lambda: print_pdf(html))

    def share_pages(html: str) -> int:
        return share("pages", html, lambda: count_pages(html))

    def share_quick_pages(html: str) -> int:
        return share("quick pages", html, lambda: count_quick_pages(html))

    patch.setattr(print_book, "print_page", share_page)
    patch.setattr(print_book, "count_pages", share_pages)
    patch.setattr(print_book, "count_quick_pages", share_quick_pages)
    patch.setattr(letter_sizes, "count_quick_pages", share_quick_pages)
    patch.setattr(pdf, "print_pdf", share_pdf)
    share_pairs(patch)


def share_pairs(patch: pytest.MonkeyPatch) -> None:
    """Let each list of pairs of a site be printed once in a run."""
    print_pairs = pairs.print_pairs

    def print_pairs_once(
        edition: Edition, words: WordChoice, paper: Paper, count: int
    ) -> tuple[Printed, ...]:
        key = ("pairs", edition, words, paper, count)
        return STORE.print_once(key, lambda: print_pairs(edition, words, paper, count))

    patch.setattr(downloads, "print_pairs", print_pairs_once)


def share(kind: str, asked: object, printer: Callable[[], Result]) -> Result:
    """Return what `printer` returns; tests that take Pango away share nothing."""
    if not pdf.has_pango():
        return printer()
    return STORE.print_once((kind, asked), printer)
