"""Make a virtual environment with other versions of our packages:

    python make_environment.py REQUIREMENTS FOLDER

Only the versions that this environment does not have are installed. The rest is found here, behind
them; wordfleet-print itself is not, so that its wheel can be installed and tried.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import venv
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

# A requirement of a lock, with the lines of its hashes.
PINNED = re.compile(r"^[\w.-]+==(?:.*\\\n)*.*$", re.MULTILINE)
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def main() -> None:
    """Make the environment; a broken one is left nowhere."""
    requirements, folder = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    try:
        make_environment(requirements, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def make_environment(requirements: Path, folder: Path) -> None:
    """Install what is different into a new environment, in front of what is here."""
    venv.create(folder, symlinks=sys.platform != "win32")
    python = next(
        path for path in (folder / "bin/python", folder / "Scripts/python.exe") if path.exists()
    )
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"))
    # Entries of a .pth file come last, and the .pth files that they hold are not read: an editable
    # installation is not found through them
    here = [path for path in sys.path if Path(path).name == "site-packages"]
    (packages / "behind.pth").write_text("\n".join(here), encoding="utf-8")
    wanted = folder / "different.txt"
    different = find_different(requirements.read_text(encoding="utf-8"))
    wanted.write_text("\n".join(different), encoding="utf-8")
    flags = (
        "--quiet",
        "--no-deps",
        "--require-hashes",
        "--only-binary=:all:",
        "--ignore-installed",
    )
    run(*PIP, "--python", python, "install", *flags, "--requirement", wanted)


def find_different(lock: str) -> list[str]:
    """Return the requirements of a lock that are not installed here in this version."""
    different = list[str]()
    for pinned in PINNED.findall(lock):
        wanted = Requirement(pinned.partition("\\")[0].partition("#")[0])
        if wanted.marker and not wanted.marker.evaluate():
            continue
        try:
            installed = version(wanted.name)
        except PackageNotFoundError:
            installed = ""
        if installed not in wanted.specifier:
            different.append(pinned)
    return different


def run(*command: str | Path) -> str:
    """Run a program; return what it prints. Its failure ends this one."""
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed with exit code {done.returncode}.")
    return done.stdout.strip()


if __name__ == "__main__":
    main()
