"""The last promises of `event check` and `event print` that other tests do not state yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from support.command import Run
from wordfleet_print.cli.event_check import _print_call


def test_the_call_that_prints_a_checked_roster_reads_it_so() -> None:
    """Whatever was said of how it is read is in the call."""
    how = [("--rounds", 3), ("--round", None), ("--encoding", "cp1252"), ("--sheet", "Two"), ("--column", "club=C")]
    told = _print_call([Path("a b.csv")], [*how, ("--column", "name=Full name")])
    assert told == (
        "wordfleet-print event print 'a b.csv' --rounds 3 --encoding cp1252 --sheet Two --column club=C "
        "--column 'name=Full name'"
    )


@pytest.mark.parametrize(
    ("typed", "table", "gone"),
    [
        ("--half-sheets", "large_print = true\nwith_rules = true", ("large_print", "with_rules")),
        ("--large-print", "half_sheets = true", ("half_sheets",)),
        ("--with-rules", "half_sheets = true", ("half_sheets",)),
    ],
)
def test_looks_that_are_typed_go_before_others(
    typed: str, table: str, gone: tuple[str, ...], call: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half sheets and large print or rules behind do not go together: what is typed counts."""
    asked: list[dict[str, Any]] = []

    def record(**options: Any) -> NoReturn:
        asked.append(options["looks"])
        raise ZeroDivisionError

    monkeypatch.setattr("wordfleet_print.services.ask_event.EventRequest", record)
    Path("wordfleet.toml").write_text(f"[event]\n{table}\n", encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        call("event", "print", "list.csv", typed)
    assert [asked[0][name] for name in (*gone, typed[2:].replace("-", "_"))] == [False] * len(gone) + [True]
