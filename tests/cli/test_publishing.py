"""`rules`, `rules new`, `site` and `serve`: names that people guess, and problems in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command import Run, check


def test_a_games_last_word_is_enough(call: Run) -> None:
    """`chess` and `strike` are found. The edition tells books of one game apart, and each book is
    one file.
    """
    out = check(call("rules", "chess", "strike", "chess", "--format", "html")).out
    assert "Word Strike" in out
    assert {path.name for path in Path("output").iterdir()} == {
        "happy-flip-chess.html",
        "word-fleet-strike.html",
    }


@pytest.mark.slow
def test_a_game_of_your_own_starts_with_two_commands(call: Run) -> None:
    """`rules new` writes a whole game and replaces no file; `rules` publishes it with its
    booklet.
    """
    check(call("rules", "new", "mine", "only"))
    assert "already exist" in call("rules", "new", "mine", "rules-only").err
    out = check(
        call("rules", "--rules", "mine", "-f", "html", "--booklet", "-p", "a4", "-o", "public")
    ).out
    assert "double-sided, flipped on the short edge" in out
    assert {path.name for path in Path("public").iterdir()} == {
        "my-game.html",
        "my-game-booklet-a4.pdf",
    }
