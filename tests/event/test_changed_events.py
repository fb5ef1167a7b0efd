"""An `event.json` with any value changed, under a digest that fits: one error, or an event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.command import Run, check, files_in, roster
from support.events import reseal_event
from wordfleet_print.errors import WordfleetError
from wordfleet_print.event.event import Result
from wordfleet_print.services.events import plan_event, print_event
from wordfleet_print.services.reprint import reprint_event
from wordfleet_print.services.results import record_results
from wordfleet_print.settings.event import EventSettings
from wordfleet_print.settings.table import ReprintSettings

ODD: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 7, 1.5, 1 << 31, 1 << 32, 1 << 64, 10**30, float("inf")),
    *("", "x", "a4", "../x", "\u0000", "\u202e", "é" * 600, "2026-01-01", "=1+1", "\ud800"),
    *([], [[]], {}, {"file": "/etc/passwd"}, [0], [0, 0], ["x"], {"x": 1}),
)
EVERY = 300
USUAL = 30


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every value of a document."""
    if path:
        yield path
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        yield from list_places(inner, (*path, key))


def change_one(document: dict[str, Any], random: Random) -> None:
    """Change, remove, double or add one value of a document."""
    *path, key = random.choice([*list_places(document)])
    parent: Any = document
    for step in path:
        parent = parent[step]
    what = random.choice(["put", "put", "put", "step", "remove", "double", "add"])
    if what == "remove":
        del parent[key]
    elif what == "double" and isinstance(parent, list):
        parent.insert(key, parent[key])
    elif what == "add" and isinstance(parent, dict):
        parent["glitter"] = random.choice(ODD)
    elif what == "step" and type(parent[key]) is int:
        parent[key] += random.choice([-1, 1])
    else:
        parent[key] = random.choice(ODD)


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `event.json` of an event in which nearly every field says something."""
    folder = tmp_path_factory.mktemp("changed")
    names = ["Ann,5a,", "Ben,5b,large print", "Cy,5a,", "Di,5b,left-handed", "Eve,,"]
    first = roster(names, folder / "club.csv", "name,club,needs")
    settings = EventSettings(lists=(first,), rounds=2, output=folder / "cup", paper="a4", seed="s")
    print_event(settings)
    roster([*names[1:], "Flo,,"], first, "name,club,needs")
    more = settings.model_copy(update={"rounds": 3, "redeal": (2,)})
    print_event(more, given_fields={"rounds", "redeal"})
    record_results(folder / "cup", 1, [Result(1, 1, "first", (5, 3)), Result(1, 2, "draw")])
    return folder / "cup" / "event.json"


@pytest.mark.parametrize(
    "number",
    [pytest.param(one, marks=[] if one < USUAL else pytest.mark.matrix) for one in range(EVERY)],
)
def test_any_value_may_be_changed(cup: Path, tmp_path: Path, number: int) -> None:
    """The event can be printed and reprinted, or one error says what is wrong, and where."""
    copy = tmp_path / "cup" / "event.json"
    copy.parent.mkdir()
    copy.write_bytes(cup.read_bytes())
    reseal_event(copy, lambda printed: change_one(printed, Random(number)))
    for call in (
        lambda: plan_event(EventSettings(lists=(copy.parent,), rounds=4)),
        lambda: print_event(EventSettings(lists=(copy.parent,), round=3)),
        lambda: reprint_event(ReprintSettings(round=1), copy),
    ):
        with suppress(WordfleetError):
            call()


def test_a_setting_of_a_newer_version_is_named(call: Run) -> None:
    """What this version does not know is named with its place; nothing is changed."""
    check(call("event", "print", "--players", "4", "--title", "Cup"))
    file = Path("output/cup/event.json")
    reseal_event(file, lambda printed: printed["event"]["settings"].update(glitter=True))
    before = files_in(Path())
    result = call("event", "print", "output/cup", "--rounds", "2")
    assert result.code == 3
    assert "event.json holds no event that this version prints" in result.err
    assert "event.settings.glitter" in result.err
    assert files_in(Path()) == before


@pytest.mark.parametrize(
    "change",
    [{"words": {"file": "/etc/passwd"}}, {"output": "/etc"}, {"lists": ["/etc/passwd"]}],
)
def test_a_printed_event_names_no_path(call: Run, change: dict[str, Any]) -> None:
    """No setting of an `event.json` makes us read or write another file."""
    check(call("event", "print", "--players", "4", "--title", "Cup"))
    file = Path("output/cup/event.json")
    reseal_event(file, lambda printed: printed["event"]["settings"].update(change))
    result = call("event", "print", "output/cup", "--rounds", "2")
    assert (result.code, next(iter(change)) in result.err) == (3, True), result.err
    assert json.loads(file.read_bytes())["printed"]["event"]["settings"].items() >= change.items()
