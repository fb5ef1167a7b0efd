"""`kit`: what is asked for is on paper, or it is refused with what would do; nothing is written
then.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run, check
from support.machine import without_pango, without_programs
from wordfleet_print.errors import ExitCode


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("--page board", {"happy-flip-chess": "1 page; print one-sided"}),
        ("--page tape --page board", {"army-men": "Army Men, ", "happy-flip-chess": "1 page"}),
        (
            "strike --page check --one-sided",
            {"word-fleet-strike": "Word Fleet, Word Strike, 1 page"},
        ),
        ("army-men --draft --page counters", {"army-men": "1 page"}),
        ("army-men --page cards --one-sided", {"army-men": "print one-sided"}),
        ("army-men --page cards", {"army-men": "2 pages on card; print double-sided"}),
        (
            "chess",
            {"happy-flip-chess": "5 pages (2 on card and 1 blank); print double-sided"},
        ),
    ],
)
def test_kits_have_the_pages_that_are_asked_for(
    typed: str, printed: dict[str, str], call: Run
) -> None:
    """Without a name every game with a kit is printed; the last word of a name is enough; the
    edition is shown.
    """
    result = check(call("kit", *typed.split(), "--paper", "a4"))
    lines = {
        line.split("/")[1].partition("-kit")[0]: line
        for line in result.out.splitlines()
        if "Wrote" in line
    }
    assert lines.keys() == printed.keys()
    assert [said for slug, said in printed.items() if said not in lines[slug]] == []
    assert {path.name for path in Path("output").iterdir()} == {
        f"{slug}-kit-a4.pdf" for slug in printed
    }


def test_all_problems_are_shown_together(call: Run) -> None:
    """What no page shows and faults of squads are shown together, each once."""
    refused = call("kit", "army-men", "--squad", "sargent, regular*5", "--square", "40")
    assert refused.code == ExitCode.USAGE
    assert [
        refused.err.count(one) for one in ("has no board.", "squad 1, entry 1: there is no")
    ] == [1, 1]


def test_order_and_copies_are_shown(call: Run) -> None:
    """The output says what to print first and how often, and that trackers belong to the kit."""
    shown = " ".join(check(call("kit", "strike", "--paper", "a4")).out.split())
    assert "Print pages 1 and 2 first, to check your printer." in shown
    assert "Print pages 3 and 4 twice and page 9 four times. Their heads say why." in shown
    assert "for each player, too: wordfleet-print tracker --edition word-fleet-strike" in shown


@pytest.mark.slow
def test_cards_are_written_as_pictures(call: Run) -> None:
    """Each face and back is a file named by the card's title."""
    check(call("kit", "army-men", "--page", "cards", "--draft", "--png"))
    names = {path.name for path in Path("output").iterdir()}
    assert {
        "sergeant-front.png",
        "sergeant-back.png",
        "mortar-bazooka-rpg-front.png",
        "rules-front.png",
    } <= names


def test_without_a_renderer_pages_are_html(call: Run, tmp_path: Path) -> None:
    """The pages are written as HTML, and exit code 5 says what is missing and what to do."""
    with without_pango(), without_programs(tmp_path):
        ended = call("kit", "happy-flip-chess", "--page", "board")
    assert ended.code == ExitCode.MISSING_DEPENDENCY
    assert "open them in a browser and print them at 100%" in " ".join(ended.err.split())
    html = Path("output/happy-flip-chess-kit-a4.html").read_text("utf-8")
    assert html.count("<section") == 1
