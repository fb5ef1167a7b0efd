"""Cases of a matrix: a few run in every test run, all of them in `make test-all`."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def mark_matrix(cases: Iterable[Any], usual: Container[Any]) -> list[Any]:
    """Return the parameters of these cases; those that are not `usual` have the marker `matrix`."""
    return [
        pytest.param(
            *(case if isinstance(case, tuple) else (case,)),
            marks=() if case in usual else pytest.mark.matrix,
        )
        for case in cases
    ]
