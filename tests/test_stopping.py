"""Ctrl-C and SIGTERM: the first one unwinds, at a moment when that does no harm."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

LOADED_WHILE_STOPPED = """
import signal, sys, time
from pathlib import Path
from wordfleet_print.cli.console import Stopped, exit_code, listen

Path("slow.py").write_text(f"import signal\\nsignal.raise_signal({number})\\nWHOLE = True\\n")
sys.path.insert(0, "")
listen()
try:
    import slow
    assert slow.WHOLE
    time.sleep(60)
except Stopped:
    assert "slow" in sys.modules
    sys.exit(exit_code())
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-c", "term"])
def test_a_signal_waits_for_the_end_of_an_import(tmp_path: Path, number: signal.Signals, code: int) -> None:
    """A module that is being loaded is loaded whole; then the stop comes, and ends whatever is waited for."""
    script = LOADED_WHILE_STOPPED.replace("{number}", str(int(number)))
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (code, b"")
