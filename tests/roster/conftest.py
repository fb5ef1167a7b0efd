"""What the tests of lists share: a list read, and a list refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from support.rosters import describe, read_as
from wordfleet_print.errors import BadInputError
from wordfleet_print.roster.roster import Roster


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Roster]:
    """Read a roster of this text or these bytes, in a file called `name`, by `answers`."""
    return partial(read_as, tmp_path)


@pytest.fixture
def refuse(tmp_path: Path) -> Callable[..., str]:
    """Read what must be refused or asked about: returns everything said, which must be fit for a
    terminal.
    """

    def of(content: str | bytes, *parts: str, name: str = "roster.csv") -> str:
        with pytest.raises(BadInputError) as caught:
            read_as(tmp_path, content, name)
        message = describe(caught.value)
        assert [part for part in parts if part not in message] == [], message
        assert message.replace("\n", "").isprintable()
        return message

    return of
