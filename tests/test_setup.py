"""What a computer needs is named once: in the Makefile, the README, the container and the
messages.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from support.command import Run, check
from wordfleet_print.rulebook.pdf import DEBIAN, PANGO_HELP

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def _list_packages(variable: str) -> tuple[str, ...]:
    """The packages that a variable of the Makefile names."""
    found = re.search(rf"^{variable} := (.+)$", MAKEFILE, re.MULTILINE)
    assert found
    return tuple(found[1].split())


def test_makefile_and_readme_name_what_is_needed() -> None:
    """`make` installs the packages that `doctor` and the errors name; README has the line of each
    system but Windows, where Edge prints.
    """
    assert _list_packages("PANGO") == DEBIAN
    assert all(package in PANGO_HELP["Debian or Ubuntu"].split() for package in DEBIAN)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = [command for system, command in PANGO_HELP.items() if system != "Windows"]
    assert [command for command in named if f"`{command}`" not in readme] == []
    assert "On Windows, Edge is already there" in " ".join(readme.split())


def test_the_container_runs_what_is_here_as_an_ordinary_user(call: Run) -> None:
    """It copies files that are there and that its builder is given, has Pango, and serves by
    options there are.
    """
    said = (ROOT / "Containerfile").read_text(encoding="utf-8")
    given = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    copied = [
        name
        for line in re.findall(r"^COPY ([^-].*) \S+$", said, re.MULTILINE)
        for name in line.split()
    ]
    assert [name for name in copied if not (ROOT / name).exists() or f"!{name}" not in given] == []
    # What the package is built of
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {*wheel["force-include"], "hatch_build.py", "src"} <= set(copied)
    assert set(DEBIAN) <= set(said.split())
    assert re.findall(r"^USER (.*)$", said, re.MULTILINE) == ["captain"]
    _, *command = json.loads(said.rpartition("ENTRYPOINT")[2])
    known = check(call(command[0], "--help")).out
    assert [word for word in command if word.startswith("-") and f" {word} " not in known] == []


def test_workflows_use_actions_by_their_commit() -> None:
    """An action is pinned by one commit everywhere; the release that it is of is behind it."""
    used = [
        re.findall(r"uses: (\S+)@(\S+)(.*)", path.read_text(encoding="utf-8")) for path in WORKFLOWS
    ]
    pins = {found for one in used for found in one}
    assert len({action for action, _, _ in pins}) == len(pins)
    assert [pin for pin in pins if not re.fullmatch(r"[0-9a-f]{40}", pin[1])] == []
    assert [pin for pin in pins if not re.fullmatch(r" # v[\d.]+", pin[2])] == []


def test_workflows_run_what_is_here() -> None:
    """Targets of `make`, scripts and requirements that they name exist."""
    for path in WORKFLOWS:
        text = path.read_text(encoding="utf-8")
        targets = re.findall(r"(?:run: |bookworm )make ([\w-]+)$", text, re.MULTILINE)
        assert [target for target in targets if f"\n{target}: " not in MAKEFILE] == []
        files = re.findall(r"\b(requirements/[\w.]+)|(?:python )(\.ci/[\w.]+)", text)
        assert files
        assert [
            name for pair in files for name in pair if name and not (ROOT / name).exists()
        ] == []


TOOLS = (
    "sh",
    "env",
    "grep",
    "sed",
    "tail",
    "cat",
    "rm",
    "ls",
    "touch",
    "mkdir",
    "make",
    "echo",
    "printf",
)
INSTALLED = ("libpango-1.0-0",)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with spaces and umlauts in its path that holds the Makefile, and programs that play
    a Debian in `bin`.

    The installer can get `libpangoft2-1.0-0`; it claims to have installed `lost`, which it has not.
    """
    folder = tmp_path / "Würfel & Wörter x"
    programs = folder / "bin"
    shutil.copytree(ROOT / ".ci", folder / ".ci")
    shutil.copy(ROOT / "Makefile", folder)
    programs.mkdir()
    for tool in TOOLS:
        (programs / tool).symlink_to(str(shutil.which(tool)))
    (folder / "installed").write_text(
        "".join(f"{package}\n" for package in INSTALLED), encoding="utf-8"
    )
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
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("packages", "user", "code", "message"),
    [
        (INSTALLED, "1000", 0, ""),
        ((*INSTALLED, "libpangoft2-1.0-0"), "0", 0, ""),
        (("lost",), "0", 1, "Not installed: lost. To get them, type: sudo apt install lost"),
        (("nope", "lost"), "0", 1, "Not installed: nope"),
        (
            ("lost",),
            "1000",
            1,
            "Not installed: lost (that takes an administrator). To get them, type: sudo",
        ),
    ],
)
def test_packages_are_installed_or_one_line_says_what_to_type(
    packages: tuple[str, ...], user: str, code: int, message: str, bare: Path
) -> None:
    """Only what is missing is asked for; what cannot be had is named with its reason, and keeps
    nothing else away.
    """
    result = _run(bare, "sh", ".ci/system-packages", *packages, user=user)
    assert (result.returncode, len(result.stderr.splitlines())) == (code, code)
    assert message in result.stderr


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


def _demo(
    folder: Path, pdf: str, kits: str = "touch output/kits/a.pdf"
) -> subprocess.CompletedProcess[str]:
    """`make demo` where everything is set up, with a program that prints rulebooks and kits in this
    way.
    """
    (folder / "output").mkdir()
    _play(folder / "bin" / "wordfleet-print", PRINTER.format(pdf=pdf, kits=kits))
    return _run(folder, "make", "--old-file=.venv/run.done", "BIN=bin", "demo")


def test_the_demo_without_pango_says_in_one_line_what_is_missing(bare: Path) -> None:
    """Everything else is printed and listed, and it succeeds."""
    missing = 'echo "Error: no Pango" >&2; exit 5'
    result = _demo(bare, missing, f"touch output/kits/a.html; {missing}")
    assert (result.returncode, result.stderr) == (0, "")
    output = [line for line in result.stdout.splitlines() if "Pango" in line or "sudo apt" in line]
    assert output == [
        "Not printed: PDFs of rulebooks and kits; both are HTML. To get them, type: "
        f"sudo apt install {' '.join(DEBIAN)}; then again: make demo"
    ]
    files = {
        "output/trackers.pdf",
        "output/summer-cup/answer-key.pdf",
        "output/kits/a.html",
        "output/rules/a.html",
    }
    assert files <= set(result.stdout.split())
