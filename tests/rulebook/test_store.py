"""Rulebooks published again: what would come out the same is kept, and whatever would not is made anew."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from making import shelf
from making.command import Run, files_in
from making.games import LEAST, write_reeds
from making.nursery import PROGRAMME, called
from wordfleet_print.errors import WordfleetError
from wordfleet_print.files import write_all
from wordfleet_print.jobs.publish import RulebookRequest, publish
from wordfleet_print.rulebook import units
from wordfleet_print.rulebook.bound_book import Finish, Flip
from wordfleet_print.rulebook.rendering import RenderOrder, T, render_here
from wordfleet_print.rulebook.units import RULES_LIST
from wordfleet_print.rulebook.weasyprint_pdf import Printed
from wordfleet_print.tracker.geometry import A4, LETTER

BOOKS = {"print_book", "print_booklet", "print_quick_reference"}
PDFS = {f"reeds{kind}-a4.pdf" for kind in ("", "-booklet", "-quick-reference")}
ALONE = "import subprocess, sys; sys.modules['weasyprint'] = subprocess.Popen = None\n"
"""What a process does first that can neither set a page for paper nor begin another process."""


def _quickly(orders: Sequence[RenderOrder[T]]) -> list[T | WordfleetError]:
    """All but PDFs is made; those are of one page, and say nothing but who made them."""
    empty: Any = Printed(b"%PDF-", 1, ())
    return [empty if order.work.func.__name__ in BOOKS else render_here([order])[0] for order in orders]


def _published(request: RulebookRequest) -> set[str]:
    """What had to be done; what was made stands in the folder then."""
    done: list[str] = []

    def render(orders: Sequence[RenderOrder[T]]) -> list[T | WordfleetError]:
        done.extend(order.work.func.__name__ for order in orders)
        return _quickly(orders)

    published = publish(request, render)
    write_all({request.output / name: content for name, content in published.changed.items()})
    return set(done)


@pytest.fixture
def request_(tmp_path: Path) -> RulebookRequest:
    """All that can be published of a small game of a designer's, which stands there already."""
    rules, dress = write_reeds(tmp_path / "rules"), tmp_path / "dress"
    dress.mkdir()
    request = RulebookRequest((), ("html", "pdf"), A4, booklet=True, quick=True, rules=rules, templates=dress)
    request = replace(request, output=tmp_path / "made")
    _published(request)
    return request


def test_what_stands_there_is_not_made_again(tmp_path: Path) -> None:
    """Without a change nothing is written, set or rendered, and no process is begun; and it is told all the same."""
    fresh = shelf.printed_by(shelf.ARCHIVED)
    shutil.copytree(fresh.folder, tmp_path / "again")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "again").rglob("*") if path.is_file()}
    arguments = shelf.ARCHIVED.removeprefix("wordfleet-print ").split()
    ran = called(*arguments, folder=tmp_path / "again", doing=ALONE + PROGRAMME)
    assert ran.code == 0, ran.err
    assert {path: path.stat().st_mtime_ns for path in before} == before
    files, again = json.loads(fresh.out)["files"], json.loads(ran.out)["files"]
    assert [{**file, "written": False} for file in files] == again
    assert {file["written"] for file in files} == {True}
    told = called(*arguments[:-1], folder=tmp_path / "again", doing=ALONE + PROGRAMME).out
    assert "4 files in output/: 0 written, 4 unchanged." in told


def test_what_somebody_changed_or_removed_is_written_again(request_: RulebookRequest) -> None:
    """As it came out at first; what is untouched stays, and so does what others have put there."""
    folder = request_.output
    before = files_in(folder)
    assert before.keys() == {"reeds.html", RULES_LIST, *PDFS}
    assert _published(request_) == set()
    (folder / "reeds.html").write_text("changed")
    (folder / "reeds-a4.pdf").unlink()
    (folder / "reeds-booklet-a4.pdf").unlink()
    (folder / "reeds-booklet-a4.pdf").symlink_to(folder / "mine.pdf")
    (folder / "mine.pdf").write_bytes(before["reeds-booklet-a4.pdf"])
    assert _published(request_) == {"render_text", "check_printing", "html_page", "print_book", "print_booklet"}
    assert files_in(folder) == before | {"mine.pdf": before["reeds-booklet-a4.pdf"]}


def test_one_folder_holds_what_several_calls_have_made(request_: RulebookRequest) -> None:
    """A call for some of it leaves the rest as it is, and the rest is known to the next."""
    assert _published(replace(request_, formats=("html",), booklet=False, quick=False)) == set()
    assert _published(replace(request_, paper=LETTER, quick=False)) == {
        *("render_text", "check_printing", "print_book", "print_booklet")
    }
    assert _published(request_) == set()


def test_a_list_that_is_none_is_as_good_as_none(request_: RulebookRequest) -> None:
    """Damaged, of another kind or leading elsewhere, it is not trusted: all is made, and nothing else touched."""
    victim = request_.output.parent / "victim.txt"
    victim.write_text("here")
    for said in ("", "{", "[]", '{"files": {"../victim.txt": "x"}, "units": {}}', '{"files": {}, "units": {"a": 1}}'):
        (request_.output / RULES_LIST).write_text(said)
        assert "print_book" in _published(request_), said
    assert victim.read_text() == "here"


def _installed(place: Path) -> tuple[object, str, list[str]]:
    """Another version of what is installed."""
    (place / "weasyprint-99.dist-info").mkdir()
    return sys, "path", [*sys.path, str(place)]


def _written(path: Path, said: str, instead: str = "") -> None:
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(text.replace(instead, said) if instead else text + said, encoding="utf-8")


CHANGES: dict[str, tuple[Callable[[RulebookRequest], object], set[str]]] = {
    "the text": (lambda job: _written(job.rules / "reeds.md", "\nMore.\n"), {"html_page", *BOOKS}),
    "a picture": (lambda job: _written(job.rules / "reed.svg", "<g/></svg>", "</svg>"), {"html_page", *BOOKS}),
    "a style": (lambda job: _written(job.templates / "log.css", "p{color:red}"), {"html_page", *BOOKS}),
    "a hidden picture": (lambda job: _written(job.rules / ".reed.png", "x"), {"html_page", *BOOKS}),
    "a folder of versions": (lambda job: (job.rules / ".git").mkdir() or _written(job.rules / ".git/x", "x"), set()),
    "a book to lead to": (
        lambda job: _written(job.rules / "other.md", f"---\n{LEAST.replace('reeds', 'other')}---\n# Other\n"),
        {"html_page", *BOOKS},
    ),
    "the paper": (lambda job: replace(job, paper=LETTER), BOOKS),
    "the edge": (lambda job: replace(job, flip=Flip.LONG), {"print_booklet"}),
    "an archive": (lambda job: replace(job, finish=Finish(archive=True)), {"print_book", "print_booklet"}),
    "what prints": (lambda _: (units, "renderer_versions", lambda: ("Pango 1.99",)), BOOKS),
    "a library": (lambda job: _installed(job.output.parent), {"html_page", *BOOKS}),
    "this programme": (lambda job: (units, "PACKAGE", job.rules), {"html_page", *BOOKS}),
    "nothing": (lambda _: None, set()),
    "what it was printed to": (lambda job: _written(job.output / "tracker.pdf", "%PDF"), set()),
}
"""What somebody may change, in the files or in what is asked for, and what is done again then."""


@pytest.mark.parametrize(("change", "again"), CHANGES.values(), ids=CHANGES.keys())
def test_whatever_a_file_is_made_from_counts(
    change: Callable[[RulebookRequest], object],
    again: set[str],
    request_: RulebookRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change makes those files again that hang on it, and no others; from then on they are known."""
    match change(request_):
        case RulebookRequest() as other:
            request_ = other
        case (module, name, value):
            monkeypatch.setattr(module, name, value)
    assert _published(request_) & {"html_page", *BOOKS} == again
    assert _published(request_) == set()


def test_notes_are_told_again_and_say_nothing_of_the_machine(call: Run, tmp_path: Path) -> None:
    """What was left out is told each time, by the path that was typed; the list holds none."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "reeds.md").write_text(f"---\n{LEAST}---\n# Reeds\n\n<blink>Cut.</blink>\n", encoding="utf-8")
    told = []
    for rules in ("mine", "mine", str(mine), "mine/../mine"):
        done = call("rules", "--rules", rules, "--format", "html", "--output", "mine", "--json")
        told += [note.replace(f"{rules}/", "") for note in json.loads(done.out)["notes"]]
        assert f"{rules}/reeds.md:10: left out <blink>" in done.out
    assert len(told) == 4
    assert len(set(told)) == 1
    listed = (mine / RULES_LIST).read_text(encoding="utf-8")
    assert "blink" in listed
    assert not re.search(r"mine|/", listed.replace("…", ""))
