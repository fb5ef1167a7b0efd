"""A double click on the app opens the page, also where no terminal shows an error."""

from __future__ import annotations

import signal
from pathlib import Path

from support.spawn import start_process

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
