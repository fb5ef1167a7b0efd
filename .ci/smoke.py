"""Try the installed wordfleet-print on this system: doctor, a table, an event, a rulebook, and one
page of `serve`.

Run as `python .ci/smoke.py`, with the Python that has wordfleet-print. Needs nothing else, and
works on Linux, macOS and Windows.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import threading
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

COMMAND = [sys.executable, "-m", "wordfleet_print"]
SERVE_SECONDS = 60
PLAYERS = "name\nAnn\nBen\nZoé\nŁukasz\n"


def main() -> None:
    """Run each step in a temporary folder; the first that fails ends the run with a traceback."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "players.csv").write_text(PLAYERS, encoding="utf-8")
        run(folder, "doctor")
        run(folder, "tracker", "Ann", "Ben", "--output", "table.pdf")
        run(folder, "event", "print", "players.csv", "--rounds", "2", "--output", "event")
        run(folder, "rules", "army-men", "--format", "html", "--output", "rules")
        check_pdf(folder / "table.pdf")
        for path in sorted((folder / "event").glob("*.pdf")):
            check_pdf(path)
        if "</html>" not in (folder / "rules" / "army-men.html").read_text(encoding="utf-8"):
            raise SystemExit("rules: army-men.html is incomplete")
        get_page(folder)
    print("Smoke test passed.")


def run(folder: Path, *arguments: str) -> None:
    """Run a command of wordfleet-print; any other exit code than 0 is an error."""
    print("$ wordfleet-print", *arguments, flush=True)
    subprocess.run([*COMMAND, *arguments], cwd=folder, check=True)


def check_pdf(path: Path) -> None:
    """Exit unless the file is a whole PDF."""
    content = path.read_bytes()
    if not content.startswith(b"%PDF-") or b"%%EOF" not in content[-1024:]:
        raise SystemExit(f"{path.name} is no whole PDF")


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
