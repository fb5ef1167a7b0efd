"""Build the app for this system: a folder that needs no Python, and a zip of it.

Run as `python -m app.build`, with the Python of an environment that holds requirements/app.txt and
wordfleet-print itself, not editable: `make app` does. It writes into dist/.
"""

from __future__ import annotations

import ast
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from app.licenses import list_packages, list_parts, write_licenses

from wordfleet_print.files import data_folder

HERE = Path(__file__).parent
DIST = HERE.parent / "dist"
NAME = "wordfleet-print"
# These are imported by names that only run time knows.
NAMED = ("pymdownx",)
# Packages look for these, and do without them: PyInstaller would take them along.
UNUSED = ("numpy", "setuptools", "pip", "tkinter", "sqlite3", "readline", "pydoc", "unittest")
# Their data are fonts and tests, which nothing of ours reads.
WITHOUT_DATA = {"networkx", "reportlab"}
# Where fonts are, as fontconfig says it; our pages bring their own.
FONT_FOLDERS = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("WINDOWSFONTDIR",),
}
FONT_SETTINGS = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
{folders}
<cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
# A page of one picture: PDFium draws a point as a pixel.
ICON_STYLE = "@page { size: 512pt; margin: 0 } svg { display: block; width: 512pt; height: 512pt }"
# The date of everything in the zip: the earliest that a zip can have.
ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def main() -> None:
    """Build the folder, add what people read, and pack it."""
    target = DIST / name_folder()
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        files = build_app(Path(work), target)
    write_licenses(target, list_parts(files))
    shutil.copy(HERE / "README.txt", target)
    print(f"Built {target.relative_to(DIST.parent)} and {zip_folder(target).name}")


def name_folder() -> str:
    """Return the name of the app's folder: the version, the system, and its processor."""
    system = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{NAME}-{metadata.version(NAME)}-{system}-{platform.machine().lower()}"


def build_app(work: Path, target: Path) -> list[Path]:
    """Build the app into a folder by PyInstaller; return the files that it is made of."""
    made, kept = work / "made", work / "kept"
    fonts = write_font_settings(work)
    options = [
        str(HERE / "start.py"),
        *("--name", NAME, "--onedir", "--noconfirm", "--log-level", "ERROR"),
        *("--distpath", str(made), "--workpath", str(kept), "--specpath", str(work)),
        *("--additional-hooks-dir", str(HERE / "hooks")),
        *("--add-data", f"{fonts}{os.pathsep}."),
        *(word for name in list_data_packages() for word in ("--collect-data", name)),
        *("--collect-submodules", "wordfleet_print"),
        *(word for name in NAMED for word in ("--collect-submodules", name)),
        *(word for name in UNUSED for word in ("--exclude-module", name)),
        # On macOS a window of a program is a bundle, which is allowed as a whole
        "--windowed" if sys.platform == "darwin" else "--console",
    ]
    if sys.platform != "linux":  # programs have no icon there
        options += ["--icon", str(draw_icon(work))]
    # With other seeds names would be in another order in byte code
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run([sys.executable, "-m", "PyInstaller", *options], env=environment, check=True)
    if sys.platform == "darwin":
        target.mkdir(parents=True)
        shutil.move(made / f"{NAME}.app", target)
    else:
        shutil.move(made / NAME, target)
    collected = ast.literal_eval((kept / NAME / "COLLECT-00.toc").read_text("utf-8"))
    return [Path(source) for _, source, kind in collected[0] if kind == "BINARY"]


def write_font_settings(work: Path) -> Path:
    """Write where fonts are on this system, for a computer that does not say it."""
    folders = "\n".join(f"<dir>{folder}</dir>" for folder in FONT_FOLDERS[sys.platform])
    file = work / "fonts.conf"
    file.write_text(FONT_SETTINGS.format(folders=folders), encoding="utf-8")
    return file


def draw_icon(work: Path) -> Path:
    """Draw the page's icon; PyInstaller makes the icons of Windows and macOS of it."""
    from pypdfium2 import PdfDocument
    from weasyprint import HTML

    svg = (data_folder("templates") / "site" / "icon.svg").read_text(encoding="utf-8")
    pdf = HTML(string=f"<style>{ICON_STYLE}</style>{svg}").write_pdf()
    file = work / "icon.png"
    with PdfDocument(pdf) as drawn:
        drawn[0].render(fill_color=(0, 0, 0, 0)).to_pil().save(file)
    return file


def list_data_packages() -> Iterator[str]:
    """Yield the packages of Python whose data the app takes along: all that the app is made of."""
    wanted = {part.name for part in list_packages()} - WITHOUT_DATA
    for name, distributions in sorted(metadata.packages_distributions().items()):
        spec = find_spec(name) if wanted.intersection(distributions) else None
        if spec and spec.submodule_search_locations:
            yield name


def zip_folder(folder: Path) -> Path:
    """Pack the folder, with its links and permissions; the same files make the same bytes."""
    target = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(target, "w") as packed:
        for path in sorted(folder.rglob("*")):
            is_link = path.is_symlink()
            if path.is_dir() and not is_link:
                continue
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), ZIP_DATE)
            entry.create_system = 3  # Unix, so that its permissions count
            entry.external_attr = (path.lstat().st_mode & 0xFFFF) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = str(path.readlink()).encode() if is_link else path.read_bytes()
            packed.writestr(entry, content)
    return target


if __name__ == "__main__":
    main()
