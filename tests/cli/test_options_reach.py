"""Every option of every command reaches the field of the request that it is for, and no other."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from support.command import COMMANDS, Run
from wordfleet_print.cli.run import app
from wordfleet_print.errors import UsageError
from wordfleet_print.event.plan.matching import Rename

WORDS: dict[str, Any] = {
    "words.edition": "strike",
    "words.tier": "expert",
    "words.themes": ("naval", "food", "space"),
    "words.own": Path("own.txt"),
    "words.fill": "family",
    "words.library": "the rules of mine",
}
WORDS_TYPED = (
    *("-e", "Strike", "--rules", "mine", "--tier", "expert", "--theme", "naval,food", "-t", "Space"),
    *("--words", "own.txt", "--fill-from", "family"),
)
LETTERS: dict[str, dict[str, Any]] = {
    "--plain-letters": {"words.letters": "plain"},
    "--german-letters": {"words.letters": "german"},
}
WORD_FLAGS = {"--blank": {"words.blank": True}, "--placed": {"placed": True}, **LETTERS}


@dataclass(frozen=True)
class Reached:
    """A command: what takes what it was asked for, what is always typed, what all options with a value come to when
    they are typed at once, and each flag alone; `elsewhere` are options that tell of the result or of nothing else.
    """

    command: str
    taker: str
    always: Sequence[str] = ()
    typed: Sequence[str] = ()
    valued: Mapping[str, Any] = field(default_factory=dict)
    flags: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    elsewhere: Sequence[str] = ("--output",)


ALL = [
    Reached(
        "tracker",
        "wordfleet_print.services.print_trackers.TrackerRequest",
        ("--captain", "Ann", "--captain", "Ben"),
        (
            *WORDS_TYPED,
            *("--count", "3", "--seed", "tide", "--fair", "off", "--code", "WF-1", "--code", "WF-2"),
            *("--large-print-for", "Ben", "--left-handed-for", "Ann", "--paper", "letter", "--fallback-font", "f.ttf"),
            *("--tier-for", "Ann=family", "--title", "Class 5B"),
        ),
        {
            **WORDS,
            "words.fair": False,
            "tiers_for": {(1, "family")},
            "title": "Class 5B",
            "count": 3,
            "seed": "tide",
            "codes": ("WF-1", "WF-2"),
            "large_for": {2},
            "left_for": {1},
            "paper": "letter",
            "fallback_font": Path("f.ttf"),
        },
        {
            **WORD_FLAGS,
            "--strict": {"strict": True},
            "--eco": {"eco": True},
            "--large-print": {"large_print": True},
            "--left-handed": {"left_handed": True},
            "--mine": {"mine": True},
            "--with-rules": {"with_rules": True},
            "--half-sheets": {"half_sheets": True},
        },
        ("--split", "--output", "--open", "--show-words"),
    ),
    Reached(
        "event print",
        "wordfleet_print.services.ask_event.EventRequest",
        ("list.csv",),
        (
            *WORDS_TYPED,
            *("--players", "9", "--rounds", "7", "--round", "6", "--encoding", "cp1252", "--column", "club=C"),
            *("--answer", "row.x=skip"),
            *("--sheet", "Two", "--withdraw", "Ann", "--return", "Ben", "--redeal", "2-3", "--redeal", "5"),
            *("--rename", "Cy=Si", "--title", "Cup", "--seed", "tide", "--band", "40-60", "--fair", "off"),
            *("--paper", "letter", "--fallback-font", "f.ttf"),
            *("--by", "club"),
            *("--spare", "4", "--output", "there", "--workers", "3"),
        ),
        {
            **WORDS,
            "words.fair": False,
            "players": 9,
            "rounds.count": 7,
            "rounds.only": 6,
            "answers": {"encoding": "cp1252", "sheet": "Two", "column.club": "C", "row.x": "skip"},
            "rounds.withdrawn": ("Ann",),
            "rounds.returning": ("Ben",),
            "rounds.redeal": {2, 3, 5},
            "names.renames": (Rename("Cy", "Si"),),
            "title": "Cup",
            "seed": "tide",
            "band": (40, 60),
            "looks.paper": "letter",
            "names.fallback_font": Path("f.ttf"),
            "looks.by": "club",
            "spare": 4,
            "output": Path("there"),
            "workers": 3,
        },
        {
            **WORD_FLAGS,
            "--strict": {"names.strict": True},
            "--eco": {"looks.eco": True},
            "--mine": {"looks.mine": True},
            "--large-print": {"looks.large_print": True},
            "--left-handed": {"looks.left_handed": True},
            "--half-sheets": {"looks.half_sheets": True},
            "--with-rules": {"looks.with_rules": True},
            "--bye-sheets": {"rounds.bye_sheets": True},
            "--per-player": {"looks.per_player": True},
        },
        (),
    ),
    Reached(
        "event check",
        "wordfleet_print.services.check_roster.check_roster",
        ("list.csv",),
        (
            "--rounds",
            "7",
            "--round",
            "6",
            "--encoding",
            "cp1252",
            "--sheet",
            "Two",
            "--column",
            "club=C",
            "--answer",
            "status.maybe=out",
        ),
        {
            "rounds": 7,
            "number": 6,
            "answers": {"encoding": "cp1252", "sheet": "Two", "column.club": "C", "status.maybe": "out"},
        },
    ),
    Reached(
        "event reprint",
        "wordfleet_print.services.sheets_again.ReprintRequest",
        ("cup/", "--captain", "Ann"),
        ("--number", "8", "--table", "7", "--spare", "6", "--round", "5"),
        {"number": 8, "table": 7, "spare": 6, "round": 5},
        elsewhere=("--captain", "--output"),
    ),
    Reached(
        "verify",
        "wordfleet_print.services.sheets_again.find_sheet",
        ("WF", "1"),
        (*WORDS_TYPED, "--event", "cup/"),
        {**WORDS, "event": Path("cup")},
        LETTERS,
    ),
    Reached(
        "words check",
        "wordfleet_print.services.check_words.check_list",
        ("own.txt",),
        ("-e", "strike", "--rules", "mine", "--fill-from", "family", "--fair", "off"),
        {
            "words.edition": "strike",
            "words.library": "the rules of mine",
            "words.fill": "family",
            "words.fair": False,
        },
        LETTERS,
    ),
    Reached(
        "site",
        "wordfleet_print.web.server.listen",
        ("--watch",),
        ("--port", "8123"),
        {"port": 8123},
        elsewhere=(
            *("--output", "--url", "--paper", "--no-downloads", "--pairs", "--rules"),
            "--watch",
        ),
    ),
    Reached(
        "serve",
        "wordfleet_print.web.server.listen",
        (),
        ("--host", "192.0.2.1", "--port", "8123", "--url", "https://X.org"),
        {"host": "192.0.2.1", "port": 8123, "url": "https://x.org"},
        elsewhere=("--rules", "--no-open", "--key-file"),
    ),
    Reached(
        "serve",
        "wordfleet_print.web.server.listen",
        (),
        ("--rules", "."),
        {"rules": Path()},
        elsewhere=("--host", "--port", "--url", "--no-open", "--key-file"),
    ),
]


def _flat(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Fields by their names, those of what lies in a field with a dot before them."""
    if is_dataclass(value) and type(value).__name__ in {
        "WordsRequest",
        "RoundsRequest",
        "NamesRequest",
        "SiteSettings",
    }:
        value = {one.name: getattr(value, one.name) for one in fields(value)}
    elif not (isinstance(value, dict) and name in {"", "looks"}):
        yield name, value
        return
    for key, inner in value.items():
        yield from _flat(inner, f"{name}.{key}" if name else key)


@pytest.mark.parametrize("reached", ALL, ids=lambda one: f"{one.command} {one.taker.rpartition('.')[2]}")
def test_each_option_reaches_its_field(reached: Reached, call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside what is usual, all options with a value change what each of them is for; a flag does it alone. No option
    of the command is left out.
    """
    module, _, name = reached.taker.rpartition(".")
    signature = inspect.signature(getattr(import_module(module), name))
    noted: list[dict[str, Any]] = []

    def note(*told: object, **named: object) -> None:
        bound = signature.bind(*told, **named)
        bound.apply_defaults()
        noted.append(dict(_flat(dict(bound.arguments))))
        raise UsageError("That is all.")

    monkeypatch.setattr(reached.taker, note)
    monkeypatch.setattr("wordfleet_print.services.own_rules.read_library", lambda folder: f"the rules of {folder}")
    Path("own").mkdir()

    def changed(*typed: str) -> dict[str, object]:
        noted.clear()
        for words in ((), typed):
            ran = call(*reached.command.split(), *reached.always, *words)
            assert (ran.code, "That is all." in ran.err) == (2, True), ran.err
        usual, asked = noted
        assert usual.keys() == asked.keys()
        return {key: value for key, value in asked.items() if value != usual[key] and key != "typed"}

    assert changed(*reached.typed) == dict(reached.valued)
    assert {one: changed(one) for one in reached.flags} == {one: dict(told) for one, told in reached.flags.items()}
    command: Any = COMMANDS(app)
    for word in reached.command.split():
        command = command.commands[word]
        command = getattr(command, "loaded", command)
    options = [param.opts for param in command.params if param.opts[0].startswith("-")]
    known = {*reached.always, *reached.typed, *reached.flags, *reached.elsewhere, "--json", "--quiet"}
    assert [spelled for spelled in options if known.isdisjoint(spelled)] == []
