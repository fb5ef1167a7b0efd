"""What the tests share: the edition, dealt sheets, printed PDFs of every kind, and the command line."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import settings
from typer.main import get_command

import shelf
from wordfleet_print.cli import config
from wordfleet_print.cli.run import app
from wordfleet_print.cli.run import run as run_here
from wordfleet_print.fleet.deck import blank_deck, theme_deck, tier_deck
from wordfleet_print.fleet.word_lists import load_theme, load_tier
from wordfleet_print.game import Edition, RulesSource, load_edition
from wordfleet_print.press.ink.paper import PAPERS, Paper
from wordfleet_print.press.panels.layout import Layout, Looks, sheet_layout
from wordfleet_print.press.trackers import print_trackers
from wordfleet_print.sheet.sheet import Sheet, deal

settings.register_profile("house", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

KINDS: Mapping[str, Mapping[str, bool]] = {
    "words": {},
    "blank": {"blank": True},
    "placed": {"placed": True},
    "eco": {"eco": True},
    "large-print": {"large_print": True},
    "left-handed": {"left_handed": True},
    "all-at-once": {"placed": True, "eco": True, "large_print": True, "left_handed": True},
}
"""Every kind of sheet, by the options that make it."""

EACH_KIND = tuple(zip(KINDS, cycle(PAPERS), strict=False))
"""Every kind on one paper, either paper with several: for what the paper changes in nothing but its measures."""

DEAREST = (
    *("docs", "rulebook_pdf", "desk_browser", "rulebook_browser", "site_browser", "desk_events_browser", "runner"),
    *("cli_event", "rulebook_standards", "rulebook_designers", "machine", "rulebook_workers", "site", "bad_input"),
    *("editions", "page", "ink", "packaging", "renderers", "cli_tracker", "streaming", "desk_events"),
    *("desk_own_editions", "benchmarks"),
    *("stationery", "fleet_shapes", "pack", "quick_reference", "house", "backs", "cli_rounds"),
    *("roster_files", "every_name", "whole_packs", "rules_only", "desk_pages", "printings", "site_pairs"),
    *("desk_hostile", "desk_serving", "own_editions", "safe_folders", "index", "bound_book"),
)
"""The test files that take longest, dearest first: the slow ones, which `make check` leaves to `make test`, as it does
single tests of other files that are marked so.
"""

CAPTAINS = ("Niamh Ó Súilleabháin", "Jörg Müller-Lüdenscheidt")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The dearest files are slow, and tested first: no worker begins with one when all others have nothing to do."""
    places = {f"test_{name}.py": place for place, name in enumerate(DEAREST)}
    assert not [name for name in places if not (Path(__file__).parent / name).is_file()]
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if item.path.name in places:
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """What is loaded and collected stays: to look through it again and again, or often, frees nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@dataclass(frozen=True)
class Printed:
    """A printed pair of sheets: what went in and what came out."""

    sheets: tuple[Sheet, ...]
    layout: Layout
    pdf: bytes


@cache
def printed(kind: str, paper: str) -> Printed:
    """The same pair of sheets in one kind, on one paper."""
    options = dict(KINDS[kind])
    blank, placed = options.pop("blank", False), options.pop("placed", False)
    edition = load_edition("word-fleet")
    deck = blank_deck(edition) if blank else theme_deck(edition, load_tier("standard"), [load_theme("animals")])
    sheets = deal(deck, CAPTAINS, "printed", placed=placed)
    layout = sheet_layout(edition, Looks(PAPERS[paper], **options), blank=blank)
    return Printed(sheets, layout, print_trackers(edition, [(sheet, layout) for sheet in sheets]))


@pytest.fixture(scope="session", autouse=True)
def _shelf(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What is printed once lies above the folders of the run's workers; without workers, among the run's own."""
    own = tmp_path_factory.getbasetemp()
    shelf.folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shelf"
    shelf.folder.mkdir(exist_ok=True)


@pytest.fixture(scope="session", autouse=True)
def _no_power_cuts() -> Iterator[None]:
    """Nothing waits for the disk: whether it is waited for, test_files.py proves; no power cut is tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(scope="session")
def edition() -> Edition:
    """The Captains edition."""
    return load_edition("word-fleet")


@pytest.fixture(scope="session")
def pair(edition: Edition) -> tuple[Sheet, ...]:
    """Two opponents' sheets."""
    return deal(tier_deck(edition, load_tier("standard")), CAPTAINS, "pair")


@dataclass(frozen=True)
class Ran:
    """A finished call of the programme."""

    code: int
    out: str
    err: str
    raw: bytes


def done(ran: Ran) -> Ran:
    """The call, which must have ended well."""
    assert ran.code == 0, ran.err
    return ran


def json_of(ran: Ran) -> dict[str, Any]:
    """The one JSON document on stdout of a call that must have ended well."""
    document: dict[str, Any] = json.loads(done(ran).out)
    return document


def all_commands() -> Iterator[tuple[str, ...]]:
    """The words of every command and group of the programme, itself among them."""
    return _commands(get_command(app), ())


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    for name, child in getattr(command, "commands", {}).items():
        yield from _commands(getattr(child, "loaded", child), (*path, name))


Run = Callable[..., Ran]


@cache
def backs() -> Mapping[str, Callable[[RulesSource, Paper], Any]]:
    """What prints rules on the back, each once for the whole run."""
    from rulebooks_made import reference
    from wordfleet_print.rulebook import quick_reference

    names = ("print_quick_reference", "print_large_reference")
    return {
        f"wordfleet_print.rulebook.quick_reference.{name}": partial(reference, getattr(quick_reference, name))
        for name in names
    }


COMMANDS = cache(get_command)
"""What typer makes of the programme, which takes as long as a short call: all calls in this process have the same."""


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run `wordfleet-print` in a folder of its own, as a user would; never with a terminal."""

    def call(*arguments: str | Path, env: Mapping[str, str] | None = None, timeout: float = 60) -> Ran:
        command: Sequence[str] = [sys.executable, "-m", "wordfleet_print", *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
        out = done.stdout.decode("utf-8", "replace")
        return Ran(done.returncode, out, done.stderr.decode("utf-8", "replace"), done.stdout)

    return call


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Run]:
    """Run `wordfleet-print` in this process, in a folder of its own: as `run` does, but quicker."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    for module in (typer.main, config):
        monkeypatch.setattr(module, "get_command", COMMANDS)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def called(*arguments: str | Path) -> Ran:
        if "--with-rules" in arguments:
            for name, printed_once in backs().items():
                monkeypatch.setattr(name, printed_once)
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            run_here(list(map(str, arguments)))
        raw, err = capsysbinary.readouterr()
        return Ran(int(ended.value.code or 0), raw.decode(errors="replace"), err.decode(errors="replace"), raw)

    yield called
    for number, handler in before.items():
        signal.signal(number, handler)
