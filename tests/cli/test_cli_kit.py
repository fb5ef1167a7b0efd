"""`kit`: what is asked for is on paper, or it is refused with what would do; nothing is written then."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run, json_of
from wordfleet_print.errors import ExitCode
from wordfleet_print.rulebook import pdf


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("--page board", {"happy-flip-chess": ["board"]}),
        ("--page tape --page board", {"army-men": ["tape"], "happy-flip-chess": ["board"]}),
        ("word-fleet --page check --one-sided", {"word-fleet": ["check"]}),
        ("army-men --tutorial --page counters", {"army-men": ["counters"]}),
    ],
)
def test_kits_have_the_pages_that_are_asked_for(typed: str, printed: dict[str, list[str]], call: Run) -> None:
    """Without a game's name, of every game that has them."""
    files = json_of(call("kit", *typed.split(), "--json"))["files"]
    assert {file["slug"]: [page["name"] for page in file["pages"]] for file in files} == printed
    assert all(Path(file["path"]).read_bytes().startswith(b"%PDF") for file in files)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("--page bord", "No kit has a page “bord”. Did you mean board?"),
        ("army-men --page board", "The kit of Army Men has no page “board”."),
        ("army-men --page tape cards", "“cards” is a page, not a game. Use --page cards."),
        ("army-men --page squads --tutorial", "The tutorial has no page squads."),
        ("army-men --points 100", "Points are what squads may cost. Use --squad."),
        ("army-men --squad regular*5 --points 0", "An army costs one point at least."),
        ("army-men --squad regular*5 --page cards", "Use --page squads. Leave out --squad."),
        ("army-men --square 40", "The kit of Army Men has no board. Leave out --square."),
        ("happy-flip-chess --squad regular*5", "The kit of Happy Flip Chess has no squads. Leave out --squad."),
        ("happy-flip-chess --square 55 --page pieces", "Use --page board. Leave out --square."),
        ("word-fleet --png", "Only cards can be pictures, and other pages are asked for. Use --page cards."),
        ("word-fleet --format svg", "--format"),
    ],
)
def test_what_no_page_shows_is_refused(typed: str, said: str, call: Run) -> None:
    """In one sentence, with what to say or to leave out; no wish vanishes."""
    refused = call("kit", *typed.split())
    assert refused.code in (ExitCode.USAGE, ExitCode.BAD_INPUT)
    assert said in " ".join(refused.err.split())
    assert not list(Path("output").glob("*.pdf"))


def test_all_wishes_that_are_wrong_are_told_together(call: Run) -> None:
    """Those of one option beside those of another, each once."""
    refused = call("kit", "army-men", "--squad", "sargent, regular*5", "--points", "0", "--square", "40")
    said = " ".join(refused.err.split())
    assert refused.code == ExitCode.USAGE
    for one in ("--points: An army costs one point", "Army Men has no board.", "squad 1, entry 1: there is no"):
        assert said.count(one) == 1


def test_cards_are_written_as_pictures(call: Run) -> None:
    """A file for each face and back, by the card's title."""
    files = json_of(call("kit", "army-men", "--page", "cards", "--png", "--json"))["files"]
    names = {Path(file["path"]).name for file in files}
    assert {"sergeant-front.png", "sergeant-back.png", "mortar-bazooka-rpg-front.png", "a-turn-front.png"} <= names


def test_without_a_renderer_pages_are_html(call: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written all the same, and exit code 5 says what is missing and what to do."""
    monkeypatch.setattr(pdf, "has_pango", lambda: False)
    monkeypatch.setattr(pdf, "find_browser", lambda: "")
    ended = call("kit", "happy-flip-chess", "--page", "board")
    assert ended.code == ExitCode.MISSING_DEPENDENCY
    assert "open them in a browser and print them at 100 %" in " ".join(ended.err.split())
    html = Path("output/happy-flip-chess-kit-a4.html").read_text("utf-8")
    assert html.count("<section") == 1
