"""Draw the pictures of the books’ example games from their data, and make those of README and docs
from what the commands print. Needs Chromium for the web page.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pypdfium2
from PIL import Image, ImageOps

from wordfleet_print.files import data_folder
from wordfleet_print.games import load_rules, packaged
from wordfleet_print.rulebook.example_pictures import draw_example

FOLDER = Path(__file__).parent / "pictures"
COMMAND = (sys.executable, "-m", "wordfleet_print")
SMALL_PX = 240
PAGE_PX = 560
LARGE_PX = 840
COLORS = 24
PAGES = {
    # picture: (arguments, file to read, its page from 0)
    "standard": (["tracker", "Ann", "Ben", "--seed", "demo", "--output", "a.pdf"], "a.pdf", 0),
    "large": (
        ["tracker", "Ann", "Ben", "--large-print", "--seed", "demo", "--output", "b.pdf"],
        "b.pdf",
        0,
    ),
    "half": (
        ["tracker", "Ann", "Ben", "--half-sheets", "--seed", "demo", "--output", "c.pdf"],
        "c.pdf",
        0,
    ),
    "event": (
        ["event", "print", "players.csv", "--seed", "demo", "--output", "event"],
        "event/table-cards.pdf",
        0,
    ),
    "book": (
        ["rules", "army-men", "--format", "pdf", "--output", "rules"],
        "rules/army-men-a4.pdf",
        0,
    ),
    "cards": (
        ["kit", "army-men", "--draft", "--page", "cards", "--output", "cards"],
        "cards/army-men-kit-a4.pdf",
        0,
    ),
    "pieces": (
        ["kit", "happy-flip-chess", "--page", "pieces", "--output", "p"],
        "p/happy-flip-chess-kit-a4.pdf",
        0,
    ),
    "board": (
        ["kit", "happy-flip-chess", "--page", "board", "--output", "b"],
        "b/happy-flip-chess-kit-a4.pdf",
        0,
    ),
}
PLAYERS = (
    "name\nZoé Lefèvre\nJürgen Groß\nŁukasz Żółć\nNiamh Ó Súilleabháin\nAnn Lee\nBen Okri\nCy "
    "Young\nDi Stone\n"
)
WINDOW = "1280,1150"


def main() -> None:
    """Draw the example games; print everything into a temporary folder, and make pictures of it."""
    draw_examples()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "players.csv").write_text(PLAYERS, encoding="utf-8")
        pages = {}
        for picture, (arguments, file, number) in PAGES.items():
            subprocess.run(
                [*COMMAND, *arguments, "--paper", "a4", "--quiet"], cwd=folder, check=True
            )
            with pypdfium2.PdfDocument(folder / file) as document:
                pages[picture] = document[number].render(scale=3).to_pil().convert("RGB")
        save_picture(pages["standard"], FOLDER / "tracker.png", LARGE_PX)
        pieces, cards = pages.pop("pieces"), pages["cards"]
        kit = Image.new(
            "RGB", (pieces.width + cards.width, max(pieces.height, cards.height)), "white"
        )
        kit.paste(pieces, (0, 0))
        kit.paste(cards, (pieces.width, 0))
        save_picture(kit, FOLDER / "kit.png", LARGE_PX)
        for picture, page in pages.items():
            save_picture(page, FOLDER / f"{picture}.png", SMALL_PX)
        save_picture(take_screenshot(folder), FOLDER / "page.png", PAGE_PX)


def draw_examples() -> None:
    """Write the pictures of all example games next to their data."""
    for slug in packaged().slugs:
        for name, svg in draw_example(load_rules(slug)).items():
            (data_folder("rules") / "pictures" / name).write_text(svg, encoding="utf-8")


def save_picture(image: Image.Image, path: Path, width: int) -> None:
    """Save an image with this width in pixels and few colors, which keeps the file small."""
    height = round(image.height * width / image.width)
    small = image.resize((width, height), Image.Resampling.LANCZOS)
    framed = ImageOps.expand(small, 1, "silver")  # white paper on a white page has no edge
    framed.quantize(COLORS, dither=Image.Dither.NONE).save(path, optimize=True)


def take_screenshot(folder: Path) -> Image.Image:
    """Return the first page of `serve`, as Chromium shows it."""
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if browser is None:
        raise SystemExit("make pictures needs Chromium.")
    picture = folder / "page.png"
    with subprocess.Popen(
        [*COMMAND, "serve", "--no-open"], cwd=folder, stdout=subprocess.PIPE
    ) as server:
        try:
            line = server.stdout.readline() if server.stdout else b""
            link = re.findall(rb"http://\S+", line)[0].decode()
            options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={WINDOW}"]
            subprocess.run(
                [browser, *options, f"--screenshot={picture}", link],
                check=True,
                capture_output=True,
            )
        finally:
            server.terminate()
    return Image.open(picture).convert("RGB")


if __name__ == "__main__":
    main()
