"""The smoke script, which continuous integration runs on Windows and macOS, passes here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "smoke.py"


@pytest.mark.slow
def test_the_smoke_script_passes(tmp_path: Path) -> None:
    """Doctor, a table, an event, a rulebook and the web page work from a plain installation."""
    result = subprocess.run(
        [sys.executable, str(SCRIPT)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (result.returncode, "Smoke test passed." in result.stdout) == (0, True), result.stderr
