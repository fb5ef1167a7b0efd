"""`kit`: what is asked for is on paper, or it is refused with what would do; nothing is written then."""

from __future__ import annotations

from pathlib import Path

import pytest

from making.command import Run, json_of
from wordfleet_print.errors import ExitCode


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("--pages board", {"happy-flip-chess": ["board"]}),
        ("--pages tape --pages board", {"army-men": ["tape"], "happy-flip-chess": ["board"]}),
        ("--apart --pages deal", {"happy-flip-chess": ["deal"]}),
        ("--tutorial", {"army-men": ["cards", "tape", "counters"]}),
        ("word-fleet --pages check --one-sided", {"word-fleet": ["check"]}),
    ],
)
def test_kits_have_the_pages_that_are_asked_for(typed: str, printed: dict[str, list[str]], call: Run) -> None:
    """Without a game's name, of every game that has them."""
    files = json_of(call("kit", *typed.split(), "--json"))["files"]
    assert {file["slug"]: [page["name"] for page in file["pages"]] for file in files} == printed


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("--pages bord", "No kit has a page “bord”. Did you mean board?"),
        ("army-men --pages board", "The kit of Army Men has no page “board”."),
        ("army-men --pages tape cards", "“cards” is a page, not a game. Say --pages cards."),
        ("army-men --pages squads --tutorial", "Or leave --tutorial out"),
        ("army-men --pages cards --pages squads --tutorial", "has no page squads. Leave --tutorial out"),
        ("army-men --points 100", "Points are what squads may cost. Say --squad."),
        ("army-men --squad regular*5 --points 0", "An army costs one point at least."),
        ("army-men --squad regular*5 --pages cards", "Say --pages squads or --pages counters. Or leave --squad out."),
        ("army-men --square 40", "The kit of Army Men has no board. Leave --square out."),
        ("happy-flip-chess --squad regular*5", "The kit of Happy Flip Chess has no squads. Leave --squad out."),
        ("happy-flip-chess --square 55 --pages pieces", "Say --pages board. Or leave --square out."),
        ("happy-flip-chess --apart --pages board", "Say --pages deal. Or leave --apart out."),
        ("happy-flip-chess --pages deal", "--apart prints it."),
        ("happy-flip-chess --code HF-HMBR-RAEV", "A deal’s code is for tables apart."),
    ],
)
def test_what_no_page_shows_is_refused(typed: str, told: str, call: Run) -> None:
    """In one sentence, with what to say or to leave out; no wish vanishes."""
    refused = call("kit", *typed.split())
    assert refused.code in (ExitCode.USAGE, ExitCode.BAD_INPUT)
    assert told in " ".join(refused.err.split())
    assert not list(Path("output").glob("*.pdf"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            ["army-men", "--squad", "sargent, regular*5", "--points", "0", "--square", "40"],
            ["--points: An army costs one point at least.", "Army Men has no board.", "squad 1, entry 1: there is no"],
        ),
        (
            ["happy-flip-chess", "--square", "400", "--apart", "--code", "HF-HMBR-RAEW"],
            ["--square: Squares are 20 to 69 mm wide.", "its check symbol does not match"],
        ),
    ],
)
def test_all_wishes_that_are_wrong_are_told_together(typed: list[str], told: list[str], call: Run) -> None:
    """Those of one option beside those of another."""
    refused = call("kit", *typed)
    assert refused.code == ExitCode.USAGE
    assert all(one in " ".join(refused.err.split()) for one in told)


def test_an_army_is_judged_once(call: Run) -> None:
    """However many pages show it, each fault is told one time."""
    refused = call("kit", "army-men", "--squad", "sargent, regular*5")
    assert (refused.code, refused.err.count("sargent")) == (ExitCode.BAD_INPUT, 1)
