"""The app of `make app` works on a Linux system that has nothing else: no Python, no Pango, no
shell, no fonts, no browser.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sysconfig
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pikepdf
import pytest
from filelock import FileLock

from support.command import Run, check
from support.html import Page
from support.web import wait_until
from wordfleet_print import __version__

pytestmark = [pytest.mark.matrix, pytest.mark.slow]
ROOT = Path(__file__).parents[1]
# All that the app needs of a system: the C library, and zlib for the program that starts it.
NEEDED = ("libc", "libm", "libdl", "libpthread", "librt", "libutil", "libresolv", "libz")
LIBRARIES = Path("/lib", str(sysconfig.get_config_var("MULTIARCH")))
LOADERS = [path for folder in ("/lib", "/lib64") for path in Path(folder).glob("ld-linux*.so.*")]
HOME = "home"
# Where people unpack it.
UNPACKED = "Würfel & Wörter x"
# Prints every module of the app's program, as the bytes that it is.
SHOW_MODULES = """
import marshal, sys
from PyInstaller.archive.readers import CArchiveReader
program = CArchiveReader(sys.argv[1])
modules = program.open_embedded_archive("PYZ.pyz")
for name in modules.toc:
    sys.stdout.buffer.write(marshal.dumps(modules.extract(name)))
for name in program.toc:
    if name != "PYZ.pyz":
        sys.stdout.buffer.write(program.extract(name))
"""
# Prints which installed packages its modules are of.
SHOW_PACKAGES = """
import sys
from importlib.metadata import packages_distributions
from PyInstaller.archive.readers import CArchiveReader
modules = CArchiveReader(sys.argv[1]).open_embedded_archive("PYZ.pyz").toc
packages = packages_distributions()
print(*{one for name in modules for one in packages.get(name.partition(".")[0], ())})
"""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make app` builds, once for all workers."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with FileLock(shared / "app.lock"):
        if not (shared / "app.built").exists():
            subprocess.run(["make", "--silent", "app"], cwd=ROOT, check=True)
            (shared / "app.built").touch()
    (folder,) = (ROOT / "dist").glob(f"wordfleet-print-{__version__}-linux-*/")
    return folder


@pytest.fixture(scope="module")
def machine(app: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a system that has the C library, zlib and the app, and nothing else."""
    root = tmp_path_factory.mktemp("machine")
    for folder in ("tmp", "dev/shm", HOME):
        (root / folder).mkdir(parents=True)
    (root / "dev/null").touch()
    libraries = [path for name in NEEDED for path in LIBRARIES.glob(f"{name}.so.*")]
    for path in (*LOADERS, *libraries):
        copied = root / path.relative_to("/")
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copied)
    shutil.copytree(app, root / UNPACKED, symlinks=True)
    shutil.copy(ROOT / "tests/data/rosters/summer-cup.xlsx", root / HOME)
    return root


def make_command(machine: Path, *arguments: str) -> list[str]:
    """Return the command that starts the app there, with an empty environment."""
    become_root = [] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user"]
    change = [*become_root, "/usr/sbin/chroot", str(machine)]
    return ["env", "-i", f"HOME=/{HOME}", *change, f"/{UNPACKED}/wordfleet-print", *arguments]


def run(machine: Path, *arguments: str) -> str:
    """Return what the app prints; it must succeed, and complain about nothing."""
    done = subprocess.run(
        make_command(machine, *arguments), capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


@contextmanager
def serve(machine: Path) -> Iterator[tuple[subprocess.Popen[str], httpx2.Client]]:
    """Yield the app that serves its page after a double click, and a browser that used its link."""
    with subprocess.Popen(
        make_command(machine), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            lines = (re.search(r"http://\S+", line) for line in process.stdout)
            link = next(found[0] for found in lines if found)
            with httpx2.Client(follow_redirects=True, timeout=60) as browser:
                assert browser.get(link).status_code == 200
                browser.base_url = link.partition("?")[0]
                yield process, browser
        finally:
            process.kill()


def test_it_knows_its_version(machine: Path) -> None:
    """`--version` answers, and without a complaint."""
    assert run(machine, "--version") == f"wordfleet-print {__version__}\n"


def test_doctor_finds_everything(machine: Path) -> None:
    """Pango is there, and a sheet and a page of a book are printed."""
    found = run(machine, "doctor")
    assert "missing" not in found
    assert len(re.findall(r" was printed", found)) == 2


def test_a_sheet_is_printed_again_by_its_code(machine: Path) -> None:
    """Two sheets are dealt, and one of them is printed once more."""
    dealt = json.loads(
        run(machine, "tracker", "Ann", "Ben", "--json", "--output", f"/{HOME}/a.pdf")
    )
    code = dealt["sheets"][0]["code"]
    run(machine, "reprint", code, "--quiet", "--output", f"/{HOME}/b.pdf")
    for name in ("a.pdf", "b.pdf"):
        with pikepdf.open(machine / HOME / name) as printed:
            assert len(printed.pages) == (2 if name == "a.pdf" else 1)


@pytest.mark.parametrize(
    "command",
    [("kit", "army-men"), ("rules", "word-fleet-es", "--format", "pdf"), ("tracker", "Zoé", "Ben")],
)
def test_it_prints_what_an_installation_prints(
    command: tuple[str, ...], machine: Path, call: Run, tmp_path: Path
) -> None:
    """The same bytes come from the Pango and the fonts that it carries; there are no others."""
    options = ["--quiet", "--paper", "a4", "--output"]
    options = ["--seed", "app", *options] if command[0] == "tracker" else options
    name = f"{command[0]}.pdf" if command[0] == "tracker" else command[0]
    run(machine, *command, *options, f"/{HOME}/{name}")
    check(call(*command, *options, name))
    (here,) = tmp_path.rglob("*.pdf")
    (there,) = [path for path in (machine / HOME).rglob("*.pdf") if path.name == here.name]
    assert there.read_bytes() == here.read_bytes()


def test_an_event_is_printed_from_a_workbook(machine: Path) -> None:
    """A child process of the app itself reads the workbook."""
    options = ("--answer", "order=as-written", "--rounds", "1", "--quiet")
    workbook = f"/{HOME}/summer-cup.xlsx"
    run(machine, "event", "print", workbook, *options, "--output", f"/{HOME}/cup")
    assert (machine / HOME / "cup" / "event.json").is_file()


def test_a_double_click_opens_the_page(machine: Path) -> None:
    """It reads an uploaded workbook and shows a kit, which another process sets; Close ends it.
    What it saves is in the user's documents.
    """
    with serve(machine) as (process, browser):
        workbook = (machine / HOME / "summer-cup.xlsx").read_bytes()
        uploaded = browser.post("/event", files={"roster": ("cup.xlsx", workbook)})
        assert "Use these columns" in Page(uploaded.text).text
        kit = browser.post("/kit/happy-flip-chess/preview", data={"paper": "a4"})
        assert "<title>Happy Flip Chess: kit</title>" in kit.text
        browser.post("/close", data={"do": "close"})
        wait_until(lambda: process.poll() is not None)
        _, notes = process.communicate()
        assert notes == "Note: Your browser could not be opened. Copy the link into it.\n"
        assert process.returncode == 0
    assert (machine / HOME / "Documents" / "Word Fleet Print").is_dir()


def test_a_viewer_gets_its_own_libraries(app: Path, tmp_path: Path) -> None:
    """A program that the app opens a PDF with learns nothing of the libraries in the app."""
    programs = tmp_path / "bin"
    programs.mkdir()
    viewer = programs / "xdg-open"
    viewer.write_text('#!/bin/sh\n/usr/bin/env > "$HOME/env"\n', encoding="utf-8")
    viewer.chmod(0o755)
    env = {"HOME": str(tmp_path), "PATH": str(programs), "DISPLAY": ":9", "LD_LIBRARY_PATH": "/own"}
    command = [str(app / "wordfleet-print"), "tracker", "Ann", "--open", "--quiet"]
    subprocess.run(command, cwd=tmp_path, env=env, check=True)
    wait_until((tmp_path / "env").is_file)
    wait_until(lambda: "HOME=" in (tmp_path / "env").read_text(encoding="utf-8"))
    lines = (tmp_path / "env").read_text(encoding="utf-8").splitlines()
    assert "LD_LIBRARY_PATH=/own" in lines
    assert str(app) not in "".join(line for line in lines if line.startswith(("LD_", "FONT")))


def test_nothing_in_it_names_the_checkout(app: Path) -> None:
    """No file and no module has the folder that it was built in."""
    contents = {"modules": inspect(app, SHOW_MODULES)}
    contents |= {str(path): path.read_bytes() for path in app.rglob("*") if path.is_file()}
    assert [name for name, content in contents.items() if str(ROOT).encode() in content] == []


def inspect(app: Path, code: str) -> bytes:
    """Return what a program prints about the app, in the environment that the app is built in."""
    command = [str(ROOT / ".venv/app/bin/python"), "-c", code, str(app / "wordfleet-print")]
    return subprocess.run(command, capture_output=True, check=True).stdout


def test_every_part_has_its_license(app: Path) -> None:
    """The list names all that is carried, and each part's license is there; so are our fonts' and
    word lists'.
    """
    lines = (app / "LICENSES.txt").read_text(encoding="utf-8").splitlines()
    names = {found[1] for line in lines if (found := re.match(r"(\S+) \d\S*: ", line))}
    assert {
        "Python",
        "pango1.0",
        "pyinstaller",
        *inspect(app, SHOW_PACKAGES).decode().split(),
    } <= names
    folders = [path for path in (app / "licenses").glob("*") if path.name != "system"]
    folders += (app / "licenses" / "system").iterdir()
    assert {path.name for path in folders} == names
    assert [path for path in folders if not any(path.iterdir())] == []
    ours = {path.name for path in (app / "licenses" / "wordfleet-print").iterdir()}
    assert any("OFL" in name for name in ours)
    assert any("scowl" in name for name in ours)


def test_the_zip_holds_the_same_program(app: Path, tmp_path: Path) -> None:
    """Unpacked, the program runs: its permissions and links are in the zip."""
    with zipfile.ZipFile(f"{app}.zip") as packed:
        for entry in packed.infolist():
            path = tmp_path / entry.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            mode = entry.external_attr >> 16
            if stat.S_ISLNK(mode):
                path.symlink_to(packed.read(entry).decode())
                continue
            path.write_bytes(packed.read(entry))
            path.chmod(stat.S_IMODE(mode))
    program = tmp_path / app.name / "wordfleet-print"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"wordfleet-print {__version__}\n"
