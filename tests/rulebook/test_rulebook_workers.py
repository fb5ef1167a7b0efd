"""Rulebooks and sites by several processes: the same bytes, and none of the processes outlives its work."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from making import shelf
from making.command import files_in
from making.games import with_body, write_editions, write_reeds
from making.rulebooks import SHORTEST
from wordfleet_print import sandbox
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.games import load_rules
from wordfleet_print.jobs.publish import RulebookRequest, publish
from wordfleet_print.rulebook.bound_book import Finish, Flip, quick_order
from wordfleet_print.rulebook.rendering import all_of, render_here, rendering
from wordfleet_print.rulebook.site_build import Site, build_site
from wordfleet_print.rulebook.text.designers_folder import read_sources
from wordfleet_print.rulebook.text.illustrated import surroundings, text_order
from wordfleet_print.sandbox import Child, ChildEndedError, ChildEnding, ChildLimits
from wordfleet_print.tracker.geometry import A4, LETTER

SLUGS = ("army-men", "happy-flip-chess")
STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]


def test_a_command_makes_the_same_bytes_everywhere(tmp_path: Path) -> None:
    """A page and PDFs of every kind are the same from one process, which is our own, and from two in a world with
    another time zone, locale and hash seed.
    """
    elsewhere = shelf.files_of(shelf.ARCHIVED)
    rules, kinds = write_reeds(tmp_path / "reeds"), ("html", "pdf")
    wanted = RulebookRequest(
        (), kinds, LETTER, booklet=True, flip=Flip.LONG, quick=True, finish=Finish(archive=True), rules=rules
    )
    assert {file.file: file.content for file in publish(wanted).files} == elsewhere
    assert len(elsewhere) == 4
    bundled = shelf.files_of(shelf.BOOKLET)
    assert quick_order(load_rules(SHORTEST), LETTER).work().content == bundled[f"{SHORTEST}-quick-reference-letter.pdf"]


def test_a_site_is_the_same_whoever_renders_it(tmp_path: Path) -> None:
    """Pages, pairs, previews, assets and list of a site do not tell how many were at work."""
    rules = write_editions(tmp_path / "own")
    for workers in (1, 2):
        with rendering(workers) as render:
            site = Site(tmp_path / str(workers), (A4,), rules, url="https://example.org/", downloads=False, pairs=2)
            build_site(site, render)
    assert files_in(tmp_path / "1") == files_in(tmp_path / "2")


def test_answers_come_in_the_orders_order() -> None:
    """Whoever is quicker, an answer stands where its order stood; an error stands in place of the one that failed. How
    many are done and of how many is told after each.
    """
    sources = read_sources(SLUGS)
    broken, _ = with_body("word-fleet", "# Title\n\n{{ nope }}\n")
    around = surroundings(None, sources)
    orders = [text_order(source, around) for source in (*sources, broken, *sources)]
    told: list[tuple[int, int]] = []
    with rendering(2, seen=lambda count, of: told.append((count, of))) as render:
        answers = render(orders)
    assert told == [(number, len(orders)) for number in range(1, len(orders) + 1)]
    assert isinstance(answers[2], BadInputError)
    assert "nope is not a variable" in str(answers[2])
    assert [a for a in answers if not isinstance(a, Exception)] == all_of(render_here([*orders[:2], *orders[3:]]))


@dataclass(frozen=True)
class Started:
    """A run with children at work."""

    process: subprocess.Popen[bytes]
    children: list[psutil.Process]


@pytest.fixture
def start(tmp_path: Path) -> Callable[[], Started]:
    """Start a run that takes long, and wait until its children are there."""

    def started() -> Started:
        command = [sys.executable, "-m", "wordfleet_print", "rules", "--workers", "3", "--booklet", "-o", "made"]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        children: list[psutil.Process] = []
        while len(children) < 2 and process.poll() is None:
            time.sleep(0.02)  # they need their processor more than this loop
            children = psutil.Process(process.pid).children(recursive=True)
        return Started(process, children)

    return started


@pytest.mark.parametrize("stop", STOPS)
def test_a_stop_leaves_nothing_behind(start: Callable[[], Started], stop: signal.Signals, tmp_path: Path) -> None:
    """Ctrl-C, SIGTERM, even SIGKILL: no process is left, and no file; the code says why."""
    run = start()
    run.process.send_signal(stop)
    _, said = run.process.communicate(timeout=60)
    _, alive = psutil.wait_procs(run.children, timeout=60)
    assert alive == []
    codes = {signal.SIGINT: ExitCode.INTERRUPTED, signal.SIGTERM: ExitCode.TERMINATED, signal.SIGKILL: -signal.SIGKILL}
    assert run.process.returncode == codes[stop]
    assert b"Traceback" not in said
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_child_that_died_is_replaced() -> None:
    """An order that costs its child its life fails alone; the next one gets another child."""
    (source,) = read_sources(("army-men",))
    order = text_order(source, surroundings(None, (source,)))
    with rendering(1, ChildLimits(memory=30)) as render:
        first, second = render([order])[0], render([order])[0]
    assert isinstance(first, BadInputError)
    assert isinstance(second, BadInputError)


def test_a_child_that_has_been_ended_takes_no_orders() -> None:
    """What is asked of it then fails at once, and starts nothing."""
    child = Child("wordfleet_print.rulebook.rendering")
    child.end()
    with pytest.raises(ChildEndedError):
        child.ask([])


@pytest.mark.parametrize(
    ("code", "said", "ending"),
    [
        (-signal.SIGXCPU, "", ChildEnding.TIME),
        (-signal.SIGKILL, "", ChildEnding.MEMORY),
        (-signal.SIGABRT, "", ChildEnding.MEMORY),
        (1, "MemoryError", ChildEnding.MEMORY),
        (3, "  what():  std::bad_alloc", ChildEnding.MEMORY),
        (1, "ValueError: no", ChildEnding.FAULT),
    ],
)
def test_how_a_child_ended_is_told_by_its_code(code: int, said: str, ending: ChildEnding) -> None:
    """Time by the signal that limits send, memory by those of systems and libraries that have none, else a fault."""
    assert sandbox.ending_of(code, said) is ending
