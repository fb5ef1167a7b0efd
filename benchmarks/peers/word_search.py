"""word-search-generator making its own PDFs: other pages than ours, a puzzle and its key, a file for each.

Its exact pins are at odds with ours, so it lives in a virtual environment of its own, `.venv/peers`, and this module is
run there as a script: `word_search.py FOLDER PUZZLES WORD…` prints its CPU seconds.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

PYTHON = Path(__file__).parents[2] / ".venv" / "peers" / "bin" / "python"
NOTE = "install benchmarks/peers/word_search.txt into .venv/peers"


def spend(puzzles: int, words: Sequence[str]) -> float:
    """CPU seconds of making so many puzzles of these words and saving them."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(PYTHON), __file__, folder, str(puzzles), *words]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        _check(Path(folder, "0.pdf"), words)
    return float(done.stdout)


def _check(path: Path, words: Sequence[str]) -> None:
    from benchmarks.peers.check import texts_of

    text = "".join(texts_of(path.read_bytes()))
    if not all(word in text for word in words):
        raise ValueError(f"word-search-generator's PDF does not list its words: {text[:200]}")


def _run(folder: Path, puzzles: int, words: Sequence[str]) -> float:
    from word_search_generator import WordSearch

    start = time.process_time()
    for number in range(puzzles):
        WordSearch(" ".join(words), size=12).save(folder / f"{number}.pdf", format="PDF")
    return time.process_time() - start


if __name__ == "__main__":
    print(_run(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
