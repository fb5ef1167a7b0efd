"""Pages as PDF by an installed browser, where Pango is missing."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from wordfleet_print.errors import BadInputError, Problem

BROWSER_SECONDS = 60
BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
)
INSTALLED = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)


def find_browser() -> str:
    """Return the path of an installed Chromium, Chrome or Edge; "" without one."""
    paths = (shutil.which(name) for name in BROWSERS)
    return next((path for path in (*paths, *INSTALLED) if path and Path(path).is_file()), "")


def make_browser_command(browser: str, profile: Path, page: Path, target: Path) -> list[str]:
    """Return the command by which a browser prints an HTML file `page` into a PDF `target`."""
    is_root = sys.platform == "linux" and os.geteuid() == 0
    return [
        browser,
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--no-pdf-header-footer",
        *(["--no-sandbox"] if is_root else []),  # Chromium starts no sandbox for root
        "--disable-background-networking",
        "--host-resolver-rules=MAP * ~NOTFOUND",
        "--generate-pdf-document-outline",
        f"--user-data-dir={profile}",
        f"--print-to-pdf={target}",
        page.as_uri(),
    ]


def tidy_pdf(path: Path) -> tuple[bytes, int]:
    """Return a browser's PDF without dates, to be printed at true size, and its number of pages."""
    import pikepdf

    with pikepdf.open(path) as document:
        for key in ("/CreationDate", "/ModDate"):  # the same page gives the same bytes
            if key in document.docinfo:
                del document.docinfo[key]
        preferences = document.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        preferences.PrintScaling = pikepdf.Name("/None")
        document.Root.ViewerPreferences = preferences
        target = io.BytesIO()
        document.save(target, deterministic_id=True)
        return target.getvalue(), len(document.pages)


def print_by_browser(html: str, browser: str) -> tuple[bytes, int]:
    """Return a page as PDF, and how many pages that has, printed by a browser at this path.

    The browser opens no window, has a profile of its own, and loads nothing but `data:` addresses.
    Raises `BadInputError` if it fails.
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data:"
    head = f'<head><meta http-equiv="Content-Security-Policy" content="{policy}">'
    html = html.replace("<head>", f"{head}<style>*{{print-color-adjust:exact}}</style>", 1)
    with tempfile.TemporaryDirectory(prefix="wordfleet-", ignore_cleanup_errors=True) as folder:
        page = Path(folder, "page.html")
        target = Path(folder, "page.pdf")
        page.write_text(html, "utf-8")
        command = make_browser_command(browser, Path(folder, "profile"), page, target)
        try:
            run = subprocess.run(  # noqa: S603 - an installed browser, with options of ours
                command, capture_output=True, timeout=BROWSER_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BadInputError(
                f"{browser} did not print the page within {BROWSER_SECONDS} seconds."
            ) from error
        if not target.is_file():
            last_line = run.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
            raise BadInputError(
                "The browser could not print the page.", [Problem(last_line, where=browser)]
            )
        return tidy_pdf(target)
