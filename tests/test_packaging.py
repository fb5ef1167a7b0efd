"""The wheel is whole: installed in a fresh environment, it works far from the checkout."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import urljoin

import hatch_build
import httpx2
import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from support.command import Run, check
from support.html import Page

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[1]
DATA = ("rules", "templates", "wordlists")
RUN, DEV = ROOT / "requirements/run.txt", ROOT / "requirements/dev.txt"
APP = ROOT / "requirements/app.txt"
LOWEST, MAC = ROOT / "requirements/lowest.txt", ROOT / "requirements/mac.txt"
# The markers with which requirements/mac.txt is locked: a Mac's, with the lowest Python.
LOWEST_PYTHON = {"python_version": "3.11", "python_full_version": "3.11.0"}
ON_A_MAC = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, made from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    _run(
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--outdir",
        str(folder),
        str(ROOT),
        cwd=folder,
    )
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a fresh environment that holds the wheel and the pinned requirements,
    nothing else.

    The requirements are linked or copied from this environment, where pip has checked their hashes
    when it was set up.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(programs / "python")
    packages = Path(
        _run(
            python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
        ).strip()
    )
    for pinned in map(Requirement, _read_pins(RUN)):
        if pinned.marker is None or pinned.marker.evaluate():
            _copy_package(pinned, packages)
    pip = [sys.executable, "-m", "pip", "--python", python]
    _run(
        *pip,
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        "--no-compile",
        str(_only(built, "*.whl")),
        cwd=folder,
    )
    _run(*pip, "check", cwd=folder)
    return programs


def _read_pins(requirements: Path) -> dict[str, set[str]]:
    """Each requirement of a file with its version and marker, and the hashes it may have."""
    lines = requirements.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    pinned = [
        line.partition(" --hash")
        for line in lines
        if line.strip() and not line.lstrip().startswith("#")
    ]
    return {name.strip(): set(re.findall(r"sha256:\w+", hashes)) for name, _, hashes in pinned}


def _copy_package(pinned: Requirement, packages: Path) -> None:
    """Copy an installed package, which must be of the pinned version, to where another environment
    has its own.
    """
    found = distribution(pinned.name)
    assert found.version in pinned.specifier, (
        f"{pinned} is pinned, {found.version} installed; run make again"
    )
    for file in found.files or ():
        source = Path(str(found.locate_file(file)))
        if ".." not in file.parts and source.is_file():
            (packages / file).parent.mkdir(parents=True, exist_ok=True)
            _link(source, packages / file)


def _link(source: Path, target: Path) -> None:
    """One file more of the same bytes: a hard link, or a copy where the disk has none or it is
    another disk.
    """
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copy2(source, target)


def _run(*command: str, cwd: Path) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def _only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_the_wheel_carries_all_data(built: Path) -> None:
    """Rules, templates, word lists, fonts, pictures and licences are in the wheel; tests and tools
    are not.
    """
    names = set(zipfile.ZipFile(_only(built, "*.whl")).namelist())
    code, data = (
        _run("git", "ls-files", "src", cwd=ROOT).split(),
        _run("git", "ls-files", *DATA, cwd=ROOT).splitlines(),
    )
    wanted = {
        *(name.removeprefix("src/") for name in code),
        *(f"wordfleet_print/data/{name}" for name in data),
    }
    assert wanted - names == set()
    assert [
        name for name in names if name.startswith(("tests/", "benchmarks/")) or name.endswith(".sh")
    ] == []
    licences = {Path(name).name for name in names if ".dist-info/licenses/" in name}
    assert {
        "LICENSE",
        "NOTICE",
        "OFL-SairaStencil.txt",
        "OFL-NotoEmoji.txt",
        "OFL-NotoSansSymbols.txt",
        "scowl.txt",
        "wordnet.txt",
    } <= licences


@pytest.mark.parametrize("other", [DEV, APP], ids=lambda path: path.stem)
def test_a_user_gets_the_very_packages_that_are_tested_here(other: Path) -> None:
    """What a user's set-up pins is pinned for development and for the app with the same versions
    and hashes, so pip has proved them.
    """
    run, pinned = (
        {name.split(" ;")[0]: hashes for name, hashes in _read_pins(file).items()}
        for file in (RUN, other)
    )
    assert run
    assert all(run.values())
    assert {name: pinned.get(name) for name in run} == run


def _list_versions(pins: Path, environment: dict[str, str] | None = None) -> dict[str, str]:
    """The version of each package that a file pins where these markers hold."""
    markers = LOWEST_PYTHON | (environment or {})
    return {
        one.name: str(one.specifier).removeprefix("==")
        for one in map(Requirement, _read_pins(pins))
        if one.marker is None or one.marker.evaluate(markers)
    }


def test_the_lowest_versions_that_are_tried_are_those_declared() -> None:
    """`make smoke` prints with the very lower bound of every dependency in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [Requirement(line) for line in project["dependencies"]]
    bounds = {
        one.name: bound.version
        for one in declared
        for bound in one.specifier
        if bound.operator in (">=", "==") and one.marker is None
    }
    pinned = _list_versions(LOWEST)
    assert {one.name for one in declared} == set(bounds)
    assert {
        name: (version, pinned.get(name))
        for name, version in bounds.items()
        if Version(pinned.get(name, "0")) != Version(version)
    } == {}


def test_a_mac_is_tried_with_the_versions_that_it_gets() -> None:
    """requirements/mac.txt holds what the markers of run.txt choose there; pikepdf is another
    than here.
    """
    assert _list_versions(MAC) == _list_versions(RUN, ON_A_MAC)
    assert _list_versions(MAC)["pikepdf"] != _list_versions(RUN)["pikepdf"]


def test_no_address_is_claimed_that_nobody_has_named(built: Path) -> None:
    """The wheel has addresses of the project only if pyproject.toml names where it is public; its
    README is shown whole.
    """
    hook = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    repository = hook["metadata"]["hooks"]["custom"]["repository"]
    with zipfile.ZipFile(_only(built, "*.whl")) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
        about = Parser().parsestr(wheel.read(name).decode())
    addresses = [line.partition(", ")[2] for line in about.get_all("Project-URL", [])]
    assert bool(addresses) == bool(repository)
    assert all(address.startswith(repository) for address in addresses)
    assert str(about.get_payload()).startswith("# wordfleet-print")


def test_a_package_index_gets_links_that_lead_somewhere() -> None:
    """With an address, every link and picture of README is absolute, and names a file that is
    here.
    """
    repository = "https://code.example/wordfleet-print"
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    absolute = hatch_build.make_links_absolute(text, repository)
    links = [*re.findall(r"\]\(([^)]+)", absolute), *Page(absolute).addresses]
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    ours = [link.removeprefix(repository) for link in links if link.startswith(repository)]
    assert len(ours) > 15
    files = [re.sub(r"^/(blob|raw)/HEAD/|#.*", "", link) for link in ours]
    assert [name for name in files if not (ROOT / name).exists()] == []
    pictures = [link for link in ours if link.endswith((".png", ".svg"))]
    assert pictures
    assert [link for link in pictures if not link.startswith("/raw/")] == []


def test_the_installed_wheel_prints_the_same_bytes(
    installed: Path, call: Run, tmp_path: Path
) -> None:
    """From another folder and environment, a seed gives the very file that the checkout gives."""
    arguments = ["tracker", "--seed", "wheel", "--paper", "a4", "Ann", "--output"]
    _run(str(installed / "wordfleet-print"), *arguments, "wheel.pdf", cwd=tmp_path)
    check(call(*arguments, "checkout.pdf"))
    assert (tmp_path / "wheel.pdf").read_bytes() == (tmp_path / "checkout.pdf").read_bytes()


def test_the_installed_command_needs_no_checkout(installed: Path, tmp_path: Path) -> None:
    """Nothing is imported from the checkout, and `doctor` finds fonts, words and rules."""
    where = "import wordfleet_print; print(wordfleet_print.__file__)"
    assert str(ROOT) not in _run(str(installed / "python"), "-c", where, cwd=tmp_path)
    assert "Trackers can be printed." in _run(
        str(installed / "wordfleet-print"), "doctor", cwd=tmp_path
    )


def test_the_installed_page_opens(installed: Path, tmp_path: Path) -> None:
    """The installed wheel serves its pages, styles and pictures."""
    command = [str(installed / "wordfleet-print"), "serve", "--no-open"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as page_server:
        try:
            address = (
                (page_server.stdout.readline() if page_server.stdout else "")
                .split(" – ")[0]
                .rpartition(" ")[2]
            )
            # The key in the address becomes a cookie.
            with httpx2.Client(base_url=address, timeout=30, follow_redirects=True) as client:
                names = Page(client.get(address).text).addresses
                loaded = [name for name in names if name.startswith(("/assets/", "/preview/"))]
                assert loaded
                for name in loaded:
                    assert client.get(urljoin(address, name)).status_code == 200, name
        finally:
            page_server.terminate()
    assert page_server.returncode == 143
