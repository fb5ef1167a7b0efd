"""What a machine must have: named once, truly, and told in one line where it is missing; all else is printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

from support.command import Ran, Run, done
from support.nursery import PROGRAMME, called
from support.web import LOCAL_SETTINGS, client_of, deal
from wordfleet_print.errors import BadInputError, ExitCode
from wordfleet_print.event.roster.reader import read_roster
from wordfleet_print.processes import ChildEndedError
from wordfleet_print.rulebook.pango import DEBIAN, PANGO_HELP
from wordfleet_print.web.state import AppState

ROOT = Path(__file__).resolve().parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
BOOK = "happy-flip-chess"
ROSTER = ROOT / "tests" / "data" / "rosters" / "old.xls"


def _named(variable: str) -> tuple[str, ...]:
    """The packages that a variable of the Makefile names."""
    found = re.search(rf"^{variable} := (.+)$", MAKEFILE, re.MULTILINE)
    assert found
    return tuple(found[1].split())


def test_makefile_and_readme_name_what_is_needed() -> None:
    """`make` installs the packages that `doctor` and the errors name; README has the line of each system but Windows,
    where Edge prints.
    """
    assert _named("PANGO") == DEBIAN
    assert all(package in PANGO_HELP["Debian or Ubuntu"].split() for package in DEBIAN)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = [command for system, command in PANGO_HELP.items() if system != "Windows"]
    assert [command for command in named if f"`{command}`" not in readme] == []
    assert "Windows has Edge" in readme


def test_the_container_runs_what_is_here_as_an_ordinary_user(call: Run) -> None:
    """It copies files that are there and that its builder is given, has Pango, and serves by options there are."""
    said = (ROOT / "Containerfile").read_text(encoding="utf-8")
    given = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    copied = [name for line in re.findall(r"^COPY ([^-].*) \S+$", said, re.MULTILINE) for name in line.split()]
    assert [name for name in copied if not (ROOT / name).exists() or f"!{name}" not in given] == []
    assert set(DEBIAN) <= set(said.split())
    assert re.findall(r"^USER (.*)$", said, re.MULTILINE) == ["captain"]
    _, *command = json.loads(said.rpartition("ENTRYPOINT")[2])
    known = done(call(command[0], "--help")).out
    assert [word for word in command if word.startswith("-") and f" {word} " not in known] == []


WITHOUT = """
import ctypes, os, re, cffi.api

def without(loader):
    def load(self, name, *rest, **more):
        if name and re.search(os.environ["LACKING"], str(name)):
            raise OSError(f"cannot load library {name!r}")
        return loader(self, name, *rest, **more)
    return load

cffi.api.FFI.dlopen = without(cffi.api.FFI.dlopen)
ctypes.CDLL.__init__ = without(ctypes.CDLL.__init__)
"""
"""What comes before all else on a machine that lacks the libraries of some names."""
MACOS = """
import resource
def refuse(what, limits, take=resource.setrlimit):
    if what == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    take(what, limits)
resource.setrlimit = refuse
"""


def _machine(folder: Path, like: str) -> str:
    """The folder that makes children, by `PYTHONPATH`, run on a machine like this."""
    (folder / "machine").mkdir()
    (folder / "machine" / "sitecustomize.py").write_text(like, encoding="utf-8")
    return str(folder / "machine")


def _lacking(part: str, folder: Path, *arguments: str, before: str = "") -> Ran:
    """A call, with the children it may have, on a machine without the libraries that this expression finds."""
    env = {"LACKING": part, "PYTHONPATH": _machine(folder, WITHOUT)}
    return called(*arguments, folder=folder, env=env, doing=f"{WITHOUT}\n{before}\n{PROGRAMME}")


def test_without_harfbuzz_subset_pdfs_print_all_the_same(tmp_path: Path) -> None:
    """Neither the rules nor the machine are blamed: fontTools does its work."""
    ran = _lacking("harfbuzz-subset", tmp_path, "rules", BOOK, "--quick-reference", "--format", "html")
    assert (ran.code, ran.err) == (0, "")
    assert len(list((tmp_path / "output").glob("*.pdf"))) == 1


@pytest.mark.parametrize(
    ("part", "missing"),
    [("pango", ["Pango"]), ("pango|harfbuzz", ["Pango"])],
)
def test_doctor_tells_what_is_missing_and_what_to_type(part: str, missing: list[str], tmp_path: Path) -> None:
    """Trackers print all the same: exit code 0. Each system's line stands there once."""
    alone = "import shutil; shutil.which = lambda *_, **__: None"  # no browser that could print instead
    out = done(_lacking(part, tmp_path, "doctor", before=alone)).out
    assert re.findall(r"^ *missing +(\S+)", out, re.MULTILINE) == missing
    assert [out.count(command) for command in PANGO_HELP.values()] == [1] * 4
    assert out.rstrip().endswith("Trackers can be printed.")


def test_where_memory_has_no_limit_everything_is_read_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, which refuses one: trackers, a spreadsheet, own rules, a table of the shop come all the same."""
    monkeypatch.setenv("PYTHONPATH", _machine(tmp_path, MACOS))
    shutil.copytree(ROOT / "rules", tmp_path / "own")
    for asked in (("tracker",), ("event", "check", ROSTER), ("rules", BOOK, "--rules", "own", "--format", "html")):
        done(called(*asked, folder=tmp_path, doing=f"{MACOS}\n{PROGRAMME}"))
    with client_of(AppState(LOCAL_SETTINGS)) as client:
        assert client.get(deal(client)).status_code == 200


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ChildEndedError("exit code -9", is_limit=True), "needs more memory or time"),
        (ChildEndedError("OSError", is_limit=False), "cannot be read: “OSError”"),
    ],
)
def test_a_reader_that_dies_blames_no_file(
    error: ChildEndedError, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What ended it is told; nobody knows whether the file is damaged."""

    def die(*_args: object, **_options: object) -> NoReturn:
        raise error

    monkeypatch.setattr("wordfleet_print.event.roster.files.read_by_child", die)
    with pytest.raises(BadInputError, match=message):
        read_roster(ROSTER)


TOOLS = ("sh", "env", "grep", "sed", "tail", "cat", "rm", "ls", "touch", "mkdir", "make", "echo", "printf")
INSTALLED = ("libpango-1.0-0",)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with spaces and umlauts in its path that holds the Makefile, and programs that play a Debian in `bin`.

    The installer can get `libpangoft2-1.0-0`; it claims to have installed `lost`, which it has not.
    """
    folder = tmp_path / "Würfel & Wörter x"
    programs = folder / "bin"
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    shutil.copy(ROOT / "Makefile", folder)
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(str(shutil.which(tool)))
    (folder / "installed").write_text("".join(f"{package}\n" for package in INSTALLED), encoding="utf-8")
    _play(programs / "dpkg-query", 'for p; do :; done; grep -qx "$p" installed && echo installed')
    _play(programs / "sleep", "exit 0")
    _play(programs / "id", 'echo "${PLAYED_ID-0}"')
    _play(
        programs / "apt-get",
        'case "$* " in *" update "*) exit 0;; esac\n'
        "for p; do case $p in -*|*=*|install|lost) ;; libpangoft2-1.0-0) new=$p;;"
        ' *) echo "E: Unable to locate package $p" >&2; exit 100;; esac; done\n'
        '[ -z "${new-}" ] || echo "$new" >> installed',
    )
    return folder


def _play(program: Path, script: str) -> None:
    program.unlink(missing_ok=True)
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


def _run(folder: Path, *command: str, user: str = "0") -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(folder / "bin"), "PLAYED_ID": user, "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("packages", "user", "code", "message"),
    [
        (INSTALLED, "1000", 0, ""),
        ((*INSTALLED, "libpangoft2-1.0-0"), "0", 0, ""),
        (("lost",), "0", 1, "Not installed: lost. To get them, type: sudo apt install lost"),
        (
            ("nope", "lost"),
            "0",
            1,
            "Not installed: nope",
        ),
        (("lost",), "1000", 1, "Not installed: lost (that takes an administrator). To get them, type: sudo"),
    ],
)
def test_packages_are_installed_or_one_line_says_what_to_type(
    packages: tuple[str, ...], user: str, code: int, message: str, bare: Path
) -> None:
    """Only what is missing is asked for; what cannot be had is named with its reason, and keeps nothing else away."""
    done = _run(bare, "sh", ".ci/system-packages", *packages, user=user)
    assert (done.returncode, len(done.stderr.splitlines())) == (code, code)
    assert message in done.stderr


def test_without_venv_one_line_and_nothing_left(bare: Path) -> None:
    """`make demo` cannot start: it says what to type, fails, and leaves no half of an environment."""
    python = 'case "$2" in *ensurepip*) exit 1;; *venv*) echo python3.11-venv;; esac'
    _play(bare / "bin" / "python3", python)
    done = _run(bare, "make", ".venv/bin/python", user="1000")
    assert done.returncode == 2
    said = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make")]
    assert said == [
        "Not installed: python3.11-venv (that takes an administrator). "
        "To get them, type: sudo apt install python3.11-venv"
    ]
    assert not (bare / ".venv").exists()


PRINTER = """
case "$1 $*" in
  rules*pdf*) {pdf} ;;
  rules*) mkdir -p output/rules; touch output/rules/a.html ;;
  tracker*) touch output/trackers.pdf ;;
  event*) mkdir -p output/summer-cup; touch output/summer-cup/answer-key.pdf ;;
  kit*) mkdir -p output/kits; {kits} ;;
  site*) mkdir -p output/site; touch output/site/index.html ;;
esac
"""


def _demo(folder: Path, pdf: str, kits: str = "touch output/kits/a.pdf") -> subprocess.CompletedProcess[str]:
    """`make demo` where everything is set up, with a programme that prints rulebooks and kits in this way."""
    (folder / "output").mkdir()
    _play(folder / "bin" / "wordfleet-print", PRINTER.format(pdf=pdf, kits=kits))
    return _run(folder, "make", "--old-file=.venv/run.done", "BIN=bin", "demo")


def test_the_demo_without_pango_says_in_one_line_what_is_missing(bare: Path) -> None:
    """Everything else is printed and listed, and it succeeds."""
    missing = 'echo "Error: no Pango" >&2; exit 5'
    done = _demo(bare, missing, f"touch output/kits/a.html; {missing}")
    assert (done.returncode, done.stderr) == (0, "")
    told = [line for line in done.stdout.splitlines() if "Pango" in line or "sudo apt" in line]
    assert told == [
        "Not printed: PDFs of rulebooks and kits; both are HTML. To get them, type: "
        f"sudo apt install {' '.join(DEBIAN)}; then again: make demo"
    ]
    files = {"output/trackers.pdf", "output/summer-cup/answer-key.pdf", "output/kits/a.html", "output/rules/a.html"}
    assert files <= set(done.stdout.split())


def test_the_demo_fails_where_printing_fails(bare: Path) -> None:
    """Only a missing library is let pass: whatever else goes wrong is shown, and ends it."""
    done = _demo(bare, f'echo "Error: The rules have faults." >&2; exit {int(ExitCode.BAD_INPUT)}')
    assert done.returncode == 2
    assert "Error: The rules have faults." in done.stderr
