"""What a double click on the app does: it opens the page, also where no terminal is."""

from __future__ import annotations

import html
import io
import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import NoReturn, TextIO

import platformdirs

from wordfleet_print.child_modules import make_child_command
from wordfleet_print.cli import output
from wordfleet_print.cli.main import run
from wordfleet_print.errors import ExitCode

# In the documents of this user; what is printed is in its folder `output`.
FOLDER = "Word Fleet Print"
ENDED_BY_USER = (ExitCode.DONE, ExitCode.INTERRUPTED, ExitCode.TERMINATED)
PROBLEM_FILE = "problem.html"
PROBLEM = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Word Fleet Print did not start</title>
<h1>Word Fleet Print did not start</h1>
<pre>{text}</pre>
</html>
"""


class CopiedStream(io.StringIO):
    """Keeps what is written to a stream that may show it to nobody."""

    def __init__(self, stream: TextIO | None) -> None:
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        """Write to both."""
        if self._stream:
            self._stream.write(text)
        return super().write(text)


def open_program() -> NoReturn:
    """Open the page, and save what is printed in the user's documents. Exit when it is closed."""
    folder = choose_folder()
    if sys.platform == "darwin":
        # The system waits for a window of what was clicked, and starts it only once
        command = make_child_command(__name__)
        nowhere = subprocess.DEVNULL
        subprocess.Popen(  # noqa: S603 - this program itself, without words of a user
            command,
            cwd=folder,
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            start_new_session=True,
        )
        sys.exit()
    os.chdir(folder)
    serve_page()


def choose_folder() -> Path:
    """Return the folder for what is printed; the home folder if it cannot be made."""
    folder = platformdirs.user_documents_path() / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path.home()
    return folder


def serve_page() -> NoReturn:
    """Serve the page from the current folder; an error is opened as a page, too."""
    output.set_up_streams()
    sys.stderr = errors = CopiedStream(sys.stderr)
    output.say(output.stdout(), f"What you print is saved in {Path.cwd() / 'output'}.")
    output.say(output.stdout(), "To end the program, click Close on the page.")
    code: object = ExitCode.DONE
    try:
        run(["serve"])
    except SystemExit as end:
        code = end.code or ExitCode.DONE
    except Exception:
        traceback.print_exc()
        code = 1
    if code not in ENDED_BY_USER:
        page = Path(PROBLEM_FILE)
        page.write_text(PROBLEM.format(text=html.escape(errors.getvalue())), encoding="utf-8")
        output.open_file(page.resolve())
    sys.exit(code)


if __name__ == "__main__":
    serve_page()
