"""What the app is built of, as far as it shows without building it (`test_app.py` does)."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from app import build, licenses
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from PIL import Image

from wordfleet_print.rulebook import markdown

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)==\S+", re.MULTILINE)


def test_the_app_carries_what_is_imported_by_name() -> None:
    """PyInstaller sees imports, not the names of markdown's extensions; it knows those of markdown
    itself.
    """
    packages = {name.partition(".")[0] for name in markdown.EXTENSIONS if "." in name}
    assert packages - {"markdown"} == set(build.NAMED)


@pytest.fixture(scope="module")
def parts() -> dict[str, licenses.Part]:
    """The packages that pyproject.toml names, and all that they need here."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = [Requirement(line) for line in project["dependencies"]]
    roots = [str(one) for one in declared if one.marker is None or one.marker.evaluate()]
    return {canonicalize_name(part.name): part for part in licenses.list_packages(*roots)}


def test_what_is_left_out_is_nothing_that_is_needed(parts: dict[str, licenses.Part]) -> None:
    """No package that the app leaves out is one of its parts."""
    assert parts.keys().isdisjoint(build.UNUSED)
    assert parts.keys() >= build.WITHOUT_DATA


def test_every_package_of_the_app_says_its_license(parts: dict[str, licenses.Part]) -> None:
    """All that a user's set-up pins is listed with a text; only what builds is not."""
    pinned = set(PIN.findall((ROOT / "requirements/run.txt").read_text(encoding="utf-8")))
    here = {name for name in pinned if has_package(name)}
    building = {"hatchling", "pathspec", "pluggy", "tomlkit", "trove-classifiers", "colorama"}
    assert here - building == parts.keys()
    assert [part.name for part in parts.values() if not part.texts or not part.license] == []


def has_package(name: str) -> bool:
    """Return whether a package is installed: some are for other systems."""
    try:
        return bool(metadata.distribution(name))
    except metadata.PackageNotFoundError:
        return False


def test_a_mac_s_library_is_described_by_where_it_is(tmp_path: Path) -> None:
    """Homebrew keeps each formula in a folder with its version, and its license there."""
    home = tmp_path / "Cellar" / "pango" / "1.56.4"
    (home / "lib").mkdir(parents=True)
    library = home / "lib" / "libpango-1.0.0.dylib"
    library.touch()
    (home / "COPYING").write_bytes(b"LGPL")
    linked = tmp_path / "lib" / "libpango-1.0.dylib"
    linked.parent.mkdir()
    linked.symlink_to(library)
    part = licenses.describe_brew(linked)
    assert (part.name, part.version, part.texts) == ("pango", "1.56.4", (("COPYING", b"LGPL"),))


def test_a_part_without_a_license_ends_the_build(tmp_path: Path) -> None:
    """Nobody may pass on what has none."""
    silent = licenses.Part("mystery", "1", "", "", ())
    with pytest.raises(SystemExit, match="mystery"):
        licenses.write_licenses(tmp_path, [licenses.describe_python(), silent])


def test_the_program_s_icon_is_the_page_s(tmp_path: Path) -> None:
    """Its corners are round, and its middle is as dark as the sea."""
    with Image.open(build.draw_icon(tmp_path)) as icon:
        assert icon.size == (512, 512)
        assert icon.mode == "RGBA"
        corner, edge = icon.getpixel((0, 0)), icon.getpixel((256, 20))
    assert isinstance(corner, tuple)
    assert corner[3] == 0
    assert edge == (0x14, 0x26, 0x3A, 255)
