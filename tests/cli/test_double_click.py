"""A double click on the app opens the page, also where no terminal shows an error."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import httpx2

from support.spawn import start_process
from support.web import wait_until

CODE = "from wordfleet_print.cli.double_click import open_program; open_program()"


def test_what_is_printed_is_saved_in_the_documents(tmp_path: Path) -> None:
    """The program says where, and how it is ended."""
    env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "DISPLAY": ""}
    with start_process(code=CODE, folder=tmp_path, env=env) as process:
        assert process.stdout
        lines = [process.stdout.readline().decode() for _ in range(3)]
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 143
    folder = tmp_path / "Documents" / "Word Fleet Print"
    assert lines[0] == f"What you print is saved in {folder / 'output'}.\n"
    assert "click Close on the page" in lines[1]
    assert "http://127.0.0.1:" in lines[2]
    assert [path.name for path in folder.iterdir()] == []


def test_on_a_mac_the_page_outlives_what_was_clicked(tmp_path: Path) -> None:
    """The process of the bundle ends at once, so that a second double click starts another; the
    page is served by a process of its own until it is closed.
    """
    code = f"import sys, wordfleet_print.cli.double_click; sys.platform = 'darwin'; {CODE}"
    env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "DISPLAY": ""}
    with start_process(code=code, folder=tmp_path, env=env) as process:
        assert process.wait(timeout=30) == 0
    wait_until(lambda: any(tmp_path.rglob("page-*.json")))
    (file,) = tmp_path.rglob("page-*.json")
    link = json.loads(file.read_text(encoding="utf-8"))["link"]
    with httpx2.Client(follow_redirects=True) as browser:
        assert "Word Fleet Print" in browser.get(link).text
        browser.post(f"{link.partition('?')[0]}close", data={"do": "close"})
    wait_until(lambda: not file.exists())


def test_an_error_is_shown_as_a_page(tmp_path: Path) -> None:
    """What is wrong is written into a page, which the browser opens; the exit code stays."""
    folder = tmp_path / "Documents" / "Word Fleet Print"
    folder.mkdir(parents=True)
    (folder / "wordfleet.toml").write_text("[serve]\nport = '<b>'\n", encoding="utf-8")
    env = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "DISPLAY": ""}
    with start_process(code=CODE, folder=tmp_path, env=env) as process:
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 3
    page = (folder / "problem.html").read_text(encoding="utf-8")
    assert "wordfleet.toml" in page
    assert "<b>" not in page
    assert b"wordfleet.toml" in errors
