"""What a shard's bytes hang on beside its task: the same on every worker, and when a stopped run goes on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import version

from wordfleet_print import __version__

OURS = "wordfleet-print"
DATE = "SOURCE_DATE_EPOCH"
"""The variable by which somebody sets the date inside PDFs."""
LIBRARIES = ("deflate", "pikepdf", "reportlab", "segno")
"""What packs streams, copies pages, cuts type and draws QR codes: of another version, it may do so otherwise."""


def versions() -> Mapping[str, str]:
    """The versions of our own package and of those libraries; the date that is set, "" where none is."""
    return {OURS: __version__, **{library: version(library) for library in LIBRARIES}, DATE: os.environ.get(DATE, "")}
