"""Completion in the shell, asked as bash asks: words in COMP_WORDS, the program prints values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.command import Run
from wordfleet_print.fleet.word_lists import TIERS, list_themes
from wordfleet_print.games import packaged
from wordfleet_print.settings.reference import list_commands

Complete = Callable[[str], list[str]]


@pytest.fixture
def complete(call: Run, monkeypatch: pytest.MonkeyPatch) -> Complete:
    """Return what bash offers behind a line; a blank at its end begins a new word."""

    def ask(line: str) -> list[str]:
        words = f"wordfleet-print {line}"
        number = len(words.split()) - (not words.endswith(" "))
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(number))
        monkeypatch.setenv("_WORDFLEET_PRINT_COMPLETE", "complete_bash")
        return call().out.split()

    return ask


GAMES = packaged().slugs
LISTS = ["list.csv", "lists/", "output/", "output/cup/"]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("ki", ["kit"]),
        ("event ", ["print", "check"]),
        ("kit a", ["army-men"]),
        ("rules ", GAMES),
        ("rules new my-games ", GAMES),
        ("kit happy-flip-chess --page ", ["board", "pieces", "aids"]),
        ("kit --page sc", ["screen"]),
        ("tracker --edition word-fleet-s", ["word-fleet-strike"]),
        ("tracker --theme an", ["animals"]),
        ("tracker Ann --tier ", TIERS),
        ("words --theme ", list_themes()),
        ("tracker --paper ", ["a4", "letter"]),
        ("labels check ", ["en", "de", "es", "fr"]),
        ("labels check d", ["de"]),
        ("event print --certificates f", ["first-three"]),
        ("event print ", LISTS),
        ("event print lists/", ["lists/5a.xlsx"]),
        ("event check l", ["list.csv", "lists/"]),
        ("reprint ", ["output/cup/"]),
        ("tracker --words li", ["list.csv", "lists/"]),
        ("kit --font ", ["noto.otf", "lists/", "output/"]),
        # The shell itself completes folders without a blank behind them, and names with blanks
        ("event print my", []),
        ("tracker --rules ", []),
        ("event print list", ["list.csv", "lists/"]),
        ("event print lists", []),
    ],
)
def test_values_are_completed(
    complete: Complete, tmp_path: Path, line: str, values: list[str]
) -> None:
    """Games, pages, editions, themes, tiers, languages and papers are known by name; files are
    those that the option takes, and printed events.
    """
    for name in (
        "list.csv",
        "picture.pdf",
        "noto.otf",
        "lists/5a.xlsx",
        "output/cup/event.json",
        "my list.csv",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert sorted(complete(line)) == sorted(values)


def test_every_option_is_completed(complete: Complete) -> None:
    """Behind two dashes come all options of the command."""
    for name, model in list_commands().items():
        offered = complete(f"{name} --")
        for field in model.fields().values():
            if not field.option.argument:
                off = "no-" if field.is_flag and field.default else ""
                assert f"--{off}{field.typed}" in offered, name


def test_games_of_your_own_are_completed(complete: Complete, call: Run, tmp_path: Path) -> None:
    """With --rules, the games are those of the folder; a fault in it disturbs no shell."""
    call("rules", "new", "own", "army-men")
    assert complete("kit --rules own ") == ["my-army"]
    (tmp_path / "own" / "my-army.md").write_text("---\ntitle: [\n")
    assert complete("kit --rules own ") == []
