"""The draw is the same on every Python: sheet codes outlive versions."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import wordfleet_print.fleet.draw

NAMES = ("python3", "python3.11", "python3.12", "python3.13", "python3.14", "python3.15")
OLDEST = (3, 11)

PROGRAM = """
import hashlib, importlib.util, json, sys
spec = importlib.util.spec_from_file_location("draw_alone", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["draw_alone"] = module
spec.loader.exec_module(module)
def draw(purpose):
    return module.Draw(b"a sheet's key", purpose)
numbers, choices, samples, shuffles = map(draw, (b"numbers", b"choices", b"samples", b"shuffles"))
print(json.dumps({
    "numbers": [numbers.below(bound) for bound in (1, 2, 3, 10, 26, 100, 1000, 1386, 3 << 30, 1 << 32)],
    "choices": "".join(choices.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(40)),
    "samples": [samples.sample(range(1000), 5) for _ in range(3)],
    "shuffles": ["".join(shuffles.shuffled("WORDFLEET")) for _ in range(3)],
    "blake2b": hashlib.blake2b(b"sheet", digest_size=8, key=b"key", person=b"deck").hexdigest(),
}))
"""

PINNED = {
    "numbers": [0, 1, 1, 8, 23, 35, 617, 81, 318503779, 2531754482],
    "choices": "TBJNPLFDCJFKVALINAJNSBDQHQQLCSBYZKVDBBBS",
    "samples": [[809, 660, 544, 122, 526], [169, 288, 695, 997, 530], [740, 972, 567, 368, 221]],
    "shuffles": ["RETEOLFDW", "LOEFDRTEW", "OFERTDWEL"],
    "blake2b": "a711e77fef96ccc3",
}


def _version(python: str) -> tuple[str, tuple[int, ...]] | None:
    """The interpreter's own path and version, or None where it does not run."""
    ask = "import json, sys; print(json.dumps([sys.executable, sys.version_info[:3]]))"
    try:
        done = subprocess.run([python, "-I", "-c", ask], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    executable, version = json.loads(done.stdout)
    return executable, tuple(version)


@cache
def _pythons() -> dict[str, str]:
    """The Pythons of this machine by version, always with the one that runs this."""
    versions = Path.home() / ".pyenv" / "versions"
    candidates = [*filter(None, map(shutil.which, NAMES)), *map(str, sorted(versions.glob("*/bin/python")))]
    found = {"this one": sys.executable}
    for candidate in candidates:
        answer = _version(candidate)
        if answer and answer[1] >= OLDEST and answer[1] != sys.version_info[:3]:
            found.setdefault(".".join(map(str, answer[1])), answer[0])
    return found


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_every_python_draws_the_same(hash_seed: str) -> None:
    """Numbers, choices, samples and shuffles are the same on every Python and under every hash seed."""
    for version, python in _pythons().items():
        done = subprocess.run(
            [python, "-c", PROGRAM, wordfleet_print.fleet.draw.__file__],
            env={"PATH": os.environ["PATH"], "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        )
        assert json.loads(done.stdout) == PINNED, version
