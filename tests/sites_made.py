"""What the tests of sites share: the bundled site, built once for the whole run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import shelf
from wordfleet_print.errors import MissingDependencyError
from wordfleet_print.rulebook import bound_book as pdfs
from wordfleet_print.rulebook.site_build import Site, build_site


@contextmanager
def without_pango() -> Iterator[None]:
    """As on a machine that lacks what rulebooks' PDFs need."""

    def missing() -> None:
        raise MissingDependencyError("Rulebook PDFs need Pango.", tip="To get Pango: …")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdfs, "load_weasyprint", missing)
        yield


def bundled() -> Path:
    """The bundled site as a command in another world has built it, without any PDF."""
    done = shelf.printed_by(shelf.SITE)
    assert done.code == 0, done.err
    return done.folder / "output" / "site"


def paired() -> Path:
    """The bundled site with tracker packs and two pairs of each kind, below a folder, as if on a sub-path."""
    return shelf.kept("paired-site", _paired)


def _paired() -> Path:
    folder = shelf.folder / "root" / "some" / "path"
    with without_pango():
        build_site(Site(folder, pairs=2))
    return folder


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its path there."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
