"""Try the installed wordfleet-print on this system: what it prints of every kind, and one page of
`serve`.

Run as `python .ci/smoke.py`, with the Python that has wordfleet-print, or as `python .ci/smoke.py
PROGRAM` to try an app. Works on Linux, macOS and Windows; books and kits need Pango or a browser.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterable
from http.cookiejar import CookieJar
from pathlib import Path

PROGRAM = [str(Path(name).resolve()) for name in sys.argv[1:]]
COMMAND = PROGRAM or [sys.executable, "-m", "wordfleet_print"]
SERVE_SECONDS = 60
PLAYERS = "name\nAnn\nBen\nZoé\nŁukasz\n"
PNG_START = b"\x89PNG\r\n\x1a\n"


def main() -> None:
    """Run each step in a temporary folder; the first that fails ends the run with a message."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "players.csv").write_text(PLAYERS, encoding="utf-8")
        run(folder, "doctor")
        print_sheets(folder)
        print_books(folder)
        build_site(folder)
        get_page(folder)
    print("Smoke test passed.")


def print_sheets(folder: Path) -> None:
    """Print two trackers, one of them again by its code; an event, and one of its tables again."""
    printed = run(folder, "tracker", "Ann", "Ben", "--json", "--output", "pair.pdf")
    code = json.loads(printed)["sheets"][0]["code"]
    run(folder, "reprint", code, "--output", "one.pdf")
    run(folder, "event", "print", "players.csv", "--rounds", "1", "--output", "event")
    run(folder, "reprint", "event", "--table", "1", "--round", "1", "--output", "again.pdf")
    check_pdfs(folder / f"{name}.pdf" for name in ("pair", "one", "again"))
    check_pdfs((folder / "event").glob("*.pdf"))


def print_books(folder: Path) -> None:
    """Print a book; a starter's booklet and quick reference; a kit, and cards as pictures."""
    run(folder, "rules", "happy-flip-chess", "--output", "books")
    run(folder, "rules", "new", "own", "rules-only")
    run(folder, "rules", "--rules", "own", "--booklet", "--quick-reference", "--output", "books")
    run(folder, "kit", "happy-flip-chess", "--output", "kit")
    run(folder, "kit", "army-men", "--page", "cards", "--png", "--output", "cards")
    check_pdfs((folder / "books").glob("*.pdf"))
    check_pdfs((folder / "kit").glob("*.pdf"))
    check_page(folder / "books" / "happy-flip-chess.html")
    pictures = sorted((folder / "cards").rglob("*.png"))
    for path in pictures:
        if not path.read_bytes().startswith(PNG_START):
            raise SystemExit(f"{path.name} is no PNG")
    if not pictures:
        raise SystemExit("kit --png made no picture")


def build_site(folder: Path) -> None:
    """Build the website without its downloads."""
    run(folder, "site", "--no-downloads", "--pairs", "1", "--output", "site")
    check_page(folder / "site" / "index.html")


def run(folder: Path, *arguments: str) -> str:
    """Run a command of wordfleet-print; return its output. Another exit code than 0 ends all."""
    print("$ wordfleet-print", *arguments, flush=True)
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}{done.stderr}Exit code {done.returncode}.")
    return done.stdout


def check_pdfs(paths: Iterable[Path]) -> None:
    """Exit unless there are files, and each is a whole PDF."""
    found = sorted(paths)
    for path in found:
        content = path.read_bytes()
        if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-1024:]:
            raise SystemExit(f"{path.name} is no whole PDF")
    if not found:
        raise SystemExit("no PDF was made")


def check_page(path: Path) -> None:
    """Exit unless the file is a whole HTML page."""
    if "</html>" not in path.read_text(encoding="utf-8"):
        raise SystemExit(f"{path.name} is incomplete")


def get_page(folder: Path) -> None:
    """Start `serve`, open its link as a browser does, and stop it."""
    print("$ wordfleet-print serve --no-open", flush=True)
    with subprocess.Popen(
        [*COMMAND, "serve", "--no-open"], cwd=folder, stdout=subprocess.PIPE
    ) as server:
        timer = threading.Timer(SERVE_SECONDS, server.kill)
        timer.start()
        try:
            if server.stdout is None:
                raise SystemExit("serve has no output")
            link = next(iter(re.findall(rb"http://[^\s]+", server.stdout.readline())), b"").decode()
            if not link.startswith("http://127.0.0.1"):
                raise SystemExit("serve shows no link of this computer")
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            with opener.open(link, timeout=SERVE_SECONDS) as answer:
                if answer.status != 200 or b"</html>" not in answer.read():
                    raise SystemExit(f"the home page is answered with {answer.status}")
        finally:
            timer.cancel()
            server.terminate()


if __name__ == "__main__":
    main()
