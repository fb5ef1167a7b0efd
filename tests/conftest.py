"""Options of the test run, and what the tests share: the edition, a pair of sheets, and the command
line.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import settings
from hypothesis import strategies as st

from support.command import COMMANDS, Result, Run
from support.sheets import PLAYERS
from support.store import STORE, share_prints
from wordfleet_print.__main__ import GARBAGE_THRESHOLD
from wordfleet_print.cli.main import run as run_here
from wordfleet_print.fleet.deck import tier_deck
from wordfleet_print.fleet.word_lists import load_tier
from wordfleet_print.games import Edition, load_edition
from wordfleet_print.rulebook.pdf import load_fonts
from wordfleet_print.sheet.dealing import deal
from wordfleet_print.sheet.sheet import Sheet

USUAL_SECONDS = 0.35
"""CPU time of five million steps on a machine of 2024 that does nothing else; the limit counts such
seconds.
"""
BUSY = 2
"""A test that runs with others takes up to this many times the CPU time: caches are shared, and
garbage is collected.
"""

# As the program does: garbage is looked for less often, which saves a twelfth of the time.
gc.set_threshold(GARBAGE_THRESHOLD)

# The same examples in each run: a new fault belongs to the change that made it. `make test-all`
# looks for others.
settings.register_profile("usual", deadline=None, max_examples=50, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# A developer's own wordfleet.toml changes no test, in this process or another.
os.environ["XDG_CONFIG_HOME"] = "/nonexistent"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the limit of what a test without a marker may cost."""
    parser.addoption(
        "--cpu-limit", type=float, default=2.0, help="CPU seconds of a test that is not marked slow"
    )


def _count_cpu_seconds() -> float:
    """Return the CPU seconds of this process, and of its children that have ended."""
    return sum(
        sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )


def _measure_slowness() -> float:
    """Return how many times more CPU time than usual this machine takes now, at least 1: it may be
    busy.
    """
    before = _count_cpu_seconds()
    for number in range(5_000_000):
        _ = number * number % 7
    return BUSY * max(1.0, (_count_cpu_seconds() - before) / USUAL_SECONDS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Fail a test that costs much and is not marked so; what fixtures cost belongs to no single
    test.
    """
    before = _count_cpu_seconds()
    result = yield
    used, limit = _count_cpu_seconds() - before, item.config.getoption("cpu_limit")
    is_marked = any(item.iter_markers("slow")) or any(item.iter_markers("matrix"))
    if used > limit and not is_marked and used > limit * _measure_slowness():
        pytest.fail(
            f"It took {used:.1f} CPU seconds, more than {limit:g}. Make it cheaper, or mark it "
            "slow.",
            False,
        )
    return result


@pytest.fixture(scope="session", autouse=True)
def _unicode_tables() -> None:
    """Hypothesis reads all of Unicode once, which takes a second: no single test pays for it."""
    st.text().validate()


@pytest.fixture(scope="session", autouse=True)
def _no_power_cuts() -> Iterator[None]:
    """Nothing waits for the disk: whether it is waited for, test_files.py proves; no power cut is
    tried.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(scope="session", autouse=True)
def _shared_prints(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Workers share the books and kits that they print; a run begins with none."""
    folder = tmp_path_factory.getbasetemp()
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    STORE.begin((folder.parent if is_worker else folder) / "printed")
    with pytest.MonkeyPatch.context() as patch:
        share_prints(patch)
        yield
    # As Python ends, it is too late for WeasyPrint to remove its folder of fonts
    load_fonts.cache_clear()


@pytest.fixture(scope="session")
def edition() -> Edition:
    """The Captains edition."""
    return load_edition("word-fleet")


@pytest.fixture(scope="session")
def pair(edition: Edition) -> tuple[Sheet, ...]:
    """Two opponents' sheets."""
    return deal(tier_deck(edition, load_tier("standard")), PLAYERS, "pair")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file of somebody else's, outside every folder that is given."""
    path = tmp_path / "secret.txt"
    path.write_text("root:x:0:0", encoding="utf-8")
    return path


@pytest.fixture
def call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Iterator[Run]:
    """Run `wordfleet-print` in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(typer.main, "get_command", COMMANDS)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def run_command(*arguments: str | Path) -> Result:
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ended:
            run_here(list(map(str, arguments)))
        raw, err = capsysbinary.readouterr()
        return Result(
            int(ended.value.code or 0),
            raw.decode(errors="replace"),
            err.decode(errors="replace"),
            raw,
        )

    yield run_command
    for number, handler in before.items():
        signal.signal(number, handler)
