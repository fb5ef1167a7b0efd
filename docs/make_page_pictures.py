"""Take the pictures of `docs/first-class.md` from the page, with an invented class. Needs
Chromium.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures"
COMMAND = (sys.executable, "-m", "wordfleet_print")
NAMES = (
    "Ava Adler",
    "Ben Brown",
    "Cleo Chen",
    "Dov Diaz",
    "Eva Evans",
    "Finn Fox",
    "Gus Green",
    "Hana Ito",
    "Ivy Jones",
    "Jon King",
    "Kim Lee",
    "Lou Marsh",
    "Mia Novak",
    "Noah Okri",
    "Olga Petit",
    "Pia Quist",
    "Ravi Rosi",
    "Sara Stone",
    "Tom Unger",
)
NEEDS = {"Ben Brown": "left-handed", "Eva Evans": "large print"}
LIST = "class-5a.csv"
WINDOW_PX = (900, 620)
WIDTH_PX = 640
COLORS = 32


def main() -> None:
    """Run the page in a temporary folder, and take a picture of each step."""
    rows = ["Name,Notes", *(f"{name},{NEEDS.get(name, '')}" for name in NAMES)]
    with tempfile.TemporaryDirectory() as name, serve(Path(name)) as link, open_page() as page:
        folder = Path(name)
        (folder / LIST).write_text("\n".join(rows), encoding="utf-8")
        page.goto(link)
        base = re.match(r"http://[^/]+", page.url)
        if base is None:
            raise SystemExit(f"The page is at no address: {page.url}")
        take_steps(page, base[0], folder)


def take_steps(page: Page, base: str, folder: Path) -> None:
    """Take the eight pictures, in the order of the steps."""
    page.goto(f"{base}/event")
    save_picture(page.screenshot(), "class-1-names")
    page.set_input_files("#roster", folder / LIST)
    page.wait_for_url(re.compile(r"/event/.+"))
    plan = page.url
    save_picture(page.screenshot(), "class-2-plan")
    page.get_by_role("link", name="What we found in your list").first.click()
    save_picture(find_section(page, "Columns").screenshot(), "class-3-columns")
    page.goto(plan)
    words = page.locator("fieldset", has=page.get_by_role("heading", name="Which words"))
    words.get_by_text("Family").click()
    save_picture(words.screenshot(), "class-4-words")
    print_class(folder)
    page.goto(f"{base}/event")
    page.locator("aside .lines a").first.click()
    page.wait_for_load_state()
    save_picture(find_section(page, "Hand out").screenshot(), "class-5-sheets")
    save_picture(find_section(page, "Public").screenshot(), "class-6-papers")
    save_picture(find_section(page, "Print again").screenshot(), "class-7-again")
    page.get_by_role("link", name="Type results").click()
    page.wait_for_load_state()
    save_picture(page.screenshot(), "class-8-results")


def find_section(page: Page, heading: str) -> Locator:
    """Return the section of the page that has a heading."""
    return page.locator("section", has=page.get_by_role("heading", name=heading)).last


def print_class(folder: Path) -> None:
    """Print the class as the page would, with a seed: the same sheets each time."""
    options = ["--rounds", "3", "--tier", "family", "--paper", "a4", "--seed", "demo", "--quiet"]
    subprocess.run([*COMMAND, "event", "print", LIST, *options], cwd=folder, check=True)


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Run the page of a folder; yield the link that opens it."""
    command = [*COMMAND, "serve", "--no-open"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE) as server:
        try:
            line = server.stdout.readline() if server.stdout else b""
            yield re.findall(rb"http://\S+", line)[0].decode()
        finally:
            server.terminate()


@contextmanager
def open_page() -> Iterator[Page]:
    """Open a light page of a browser that stands still."""
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if program is None:
        raise SystemExit("The pictures need Chromium.")
    width, height = WINDOW_PX
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser.new_page(
            viewport={"width": width, "height": height},
            locale="en-GB",
            color_scheme="light",
            reduced_motion="reduce",
        )
        browser.close()


def save_picture(content: bytes, name: str) -> None:
    """Save a picture with few colors, no wider than the pages of docs."""
    path = FOLDER / f"{name}.png"
    path.write_bytes(content)
    with Image.open(path) as image:
        shot = image.convert("RGB")
    width = min(WIDTH_PX, shot.width)
    height = round(shot.height * width / shot.width)
    small = shot.resize((width, height), Image.Resampling.LANCZOS)
    small.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
