"""What the tests share: the edition, dealt sheets, printed PDFs of every kind, and the command line."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
import typer.main
from hypothesis import settings

from support import shelf
from support.command import COMMANDS, Ran, Run
from support.sheets import CAPTAINS
from wordfleet_print.cli.main import run as run_here
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.sheet.sheet import Sheet, deal

settings.register_profile("house", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


DEAREST = (
    *("docs", "web_browser", "books", "own_books", "printing"),
    *("cli_event", "setup", "streams"),
    *("pdf", "packaging", "web_event", "benchmarks"),
    *("structure", "every_name", "pack_folder", "web_table"),
    *("web_server", "own_editions", "files"),
)
"""The test files that take longest, dearest first: the slow ones, which `make check` leaves to `make test`, as it does
single tests of other files that are marked so.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The dearest files are slow, and tested first: no worker begins with one when all others have nothing to do."""
    places = {f"test_{name}.py": place for place, name in enumerate(DEAREST)}
    assert places.keys() <= {path.name for path in Path(__file__).parent.rglob("test_*.py")}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if item.path.name in places:
            item.add_marker("slow")


def pytest_collection_finish() -> None:
    """What is loaded and collected stays: to look through it again and again, or often, frees nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


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
    monkeypatch.setattr(typer.main, "get_command", COMMANDS)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def called(*arguments: str | Path) -> Ran:
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            run_here(list(map(str, arguments)))
        raw, err = capsysbinary.readouterr()
        return Ran(int(ended.value.code or 0), raw.decode(errors="replace"), err.decode(errors="replace"), raw)

    yield called
    for number, handler in before.items():
        signal.signal(number, handler)
