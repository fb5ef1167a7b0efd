"""The licenses of everything that the app carries: our own, packages, Python, system libraries."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.metadata import PackageMetadata
from pathlib import Path

from packaging.requirements import Requirement

# Files of a package that hold a license, wherever they are in it.
LICENSE_FILE = re.compile(r"licen[cs]e|copying|copyright|notice|authors|^OFL", re.IGNORECASE)
CLASSIFIER = "License :: "
# Where Debian keeps the texts that its own files about copyright only name.
COMMON = Path("/usr/share/common-licenses")
COMMON_LICENSE = re.compile(rf"{COMMON}/([\w.+-]*\w)")
# Where a package says that its source is, best first.
ADDRESSES = ("source", "source code", "repository", "code", "github", "homepage", "home-page")
# The folder of the licenses of libraries of the system.
SYSTEM = "system"
SEE_TEXT = "see its text"
HEAD = """\
This app is made of the following parts. Their licenses are in the folder "licenses".

Libraries of the system are files of their own: you may replace each by another version of it.

"""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the app, and what its license says."""

    name: str
    version: str
    license: str
    source: str
    texts: tuple[tuple[str, bytes], ...]
    """Names of files, and what they hold."""
    folder: str = ""
    """Where the texts are, in `licenses`."""


def list_parts(files: Iterable[Path]) -> set[Part]:
    """Return the parts of an app that was built from these files."""
    return {*list_packages(), describe_builder(), describe_python(), *list_system_parts(files)}


def write_licenses(folder: Path, all_parts: Iterable[Part]) -> None:
    """Write LICENSES.txt and the texts in licenses/, of an app that is made of these parts.

    A part without a text ends the build: nobody may pass it on.
    """
    parts = sorted(all_parts, key=lambda part: part.name.lower())
    silent = [part.name for part in parts if not part.texts]
    if silent:
        raise SystemExit(f"No license was found for: {', '.join(silent)}.")
    lines = [f"{part.name} {part.version}: {part.license} {part.source}".rstrip() for part in parts]
    (folder / "LICENSES.txt").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    for part in parts:
        place = folder / "licenses" / part.folder / part.name
        place.mkdir(parents=True, exist_ok=True)
        for name, content in part.texts:
            (place / name).write_bytes(content)


# Packages of Python


def list_packages(*roots: str) -> Iterator[Part]:
    """Yield wordfleet-print, or other packages, and each package that they need on this system."""
    waiting = [Requirement(root) for root in roots or ("wordfleet-print",)]
    visited = set[str]()
    while waiting:
        requirement = waiting.pop()
        if str(requirement) in visited:
            continue
        visited.add(str(requirement))
        package = metadata.distribution(requirement.name)
        yield describe_package(package)
        waiting += list_requirements(package, requirement.extras)


def describe_builder() -> Part:
    """Return PyInstaller: the program that starts the app is its own."""
    return describe_package(metadata.distribution("pyinstaller"))


def list_requirements(
    package: metadata.Distribution, extras: Iterable[str]
) -> Iterator[Requirement]:
    """Yield which packages a package requires on this system, with these of its extras."""
    for line in package.requires or ():
        requirement = Requirement(line)
        environments = [{"extra": extra} for extra in ("", *extras)]
        if requirement.marker is None or any(map(requirement.marker.evaluate, environments)):
            yield requirement


def describe_package(package: metadata.Distribution) -> Part:
    """Return what an installed package says about itself."""
    files = [
        file
        for file in package.files or ()
        if "licenses" in file.parts or LICENSE_FILE.search(file.name)
    ]
    texts = [
        ("-".join(part for part in file.parts if not part.endswith(".dist-info")), file)
        for file in files
        if file.suffix not in (".py", ".pyc")
    ]
    return Part(
        package.name,
        package.version,
        read_short_license(package.metadata),
        read_address(package.metadata),
        tuple((name, Path(str(file.locate())).read_bytes()) for name, file in texts),
    )


def read_short_license(about: PackageMetadata) -> str:
    """Return the names of a package's licenses, as its metadata have them: “MIT or Apache-2.0”."""
    from_classifiers = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier", [])
        if line.startswith(CLASSIFIER)
    ]
    names = [*about.get_all("License-Expression", []), *about.get_all("License", [])]
    names.append(" or ".join(from_classifiers))
    # Some packages have the whole text of their license in this field.
    return next((name for name in names if name and "\n" not in name), SEE_TEXT)


def read_address(about: PackageMetadata) -> str:
    """Return where a package says that its source is; "" if it says nothing."""
    # Such as “Repository, https://example.org/reeds”.
    lines = [*about.get_all("Project-URL", [])]
    lines += [f"home-page, {address}" for address in about.get_all("Home-page", [])]
    addresses = {line.partition(",")[0].lower(): line.partition(",")[2].strip() for line in lines}
    return next(filter(None, map(addresses.get, ADDRESSES)), "")


def describe_python() -> Part:
    """Return Python itself, with what it is built of."""
    folders = (sysconfig.get_path("stdlib"), sys.base_prefix)
    texts = [Path(folder, "LICENSE.txt") for folder in folders]
    found = tuple(("LICENSE.txt", path.read_bytes()) for path in texts if path.is_file())
    source = "https://www.python.org/downloads/source/"
    return Part("Python", platform.python_version(), "PSF-2.0", source, found[:1])


# Libraries of the system


def list_system_parts(files: Iterable[Path]) -> Iterator[Part]:
    """Yield the packages of the system that some of these files come from."""
    describe = {"darwin": describe_brew, "win32": describe_msys}.get(sys.platform, describe_debian)
    for path in files:
        if is_of_system(path):
            yield describe(path)


def is_of_system(path: Path) -> bool:
    """Return whether a library comes neither with a package nor with Python, as one of Windows
    does.
    """
    folders = {Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")}
    if sys.base_prefix != "/usr":
        folders.add(Path(sys.base_prefix))
    if root := os.environ.get("SYSTEMROOT"):
        folders.add(Path(root))
    return not any(map(path.is_relative_to, folders))


def describe_debian(library: Path) -> Part:
    """Return the package of Debian or Ubuntu that a file comes from."""
    real = library.resolve()
    # Packages may name a file in /lib that is in /usr/lib
    names = (str(real), str(real).removeprefix("/usr"))
    owners = (ask("dpkg-query", "--search", name).partition(": ")[0] for name in names)
    package = next(filter(None, owners), "")
    if not package:
        raise SystemExit(f"{library} comes from no package: build the app on Debian or Ubuntu.")
    shown = ask("dpkg-query", "--show", "--showformat=${source:Package} ${Version}", package)
    source, version = shown.split()
    copyright_file = Path("/usr/share/doc", package.partition(":")[0], "copyright")
    text = copyright_file.read_bytes()
    mentioned = sorted(set(COMMON_LICENSE.findall(text.decode("utf-8", "replace"))))
    named = [name for name in mentioned if (COMMON / name).is_file()]
    return Part(
        source,
        version,
        SEE_TEXT,
        f"https://packages.debian.org/source/{source}",
        (
            ("copyright", text),
            *((f"{name}.txt", (COMMON / name).read_bytes()) for name in named),
        ),
        SYSTEM,
    )


def describe_brew(library: Path) -> Part:
    """Return the formula of Homebrew that a file comes from: …/Cellar/NAME/VERSION/lib/FILE."""
    real = library.resolve()
    home = real.parents[len(real.parts) - real.parts.index("Cellar") - 4]
    files = sorted(path for path in home.iterdir() if LICENSE_FILE.search(path.name))
    texts = tuple((path.name, path.read_bytes()) for path in files if path.is_file())
    source = f"https://formulae.brew.sh/formula/{home.parent.name}"
    return Part(home.parent.name, home.name, SEE_TEXT, source, texts, SYSTEM)


def describe_msys(library: Path) -> Part:
    """Return the package of MSYS2 that a file comes from: …/ucrt64/bin/FILE.

    A package without a text of its license has what MSYS2 says about it.
    """
    environment = library.parents[1]
    pacman = str(environment.parent / "usr" / "bin" / "pacman.exe")
    owner = ask(pacman, "--query", "--owns", "--quiet", f"/{environment.name}/bin/{library.name}")
    package, _, version = ask(pacman, "--query", owner).partition(" ")
    short = re.sub(r"^mingw-w64-(ucrt-|clang-)?x86_64-", "", package)
    files = sorted((environment / "share" / "licenses" / short).rglob("*"))
    texts = [(path.name, path.read_bytes()) for path in files if path.is_file()]
    if not texts:
        texts.append(("about.txt", ask(pacman, "--query", "--info", owner).encode()))
    source = f"https://packages.msys2.org/packages/{package}"
    return Part(package, version, SEE_TEXT, source, tuple(texts), SYSTEM)


def ask(*command: str) -> str:
    """Return what a program of the system answers, or "" if it fails."""
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
