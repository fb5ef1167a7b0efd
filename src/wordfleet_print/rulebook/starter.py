"""Starters for your own rules: a small whole game, and copies of the bundled games with a name to
change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from wordfleet_print.errors import Problem, UsageError
from wordfleet_print.files import data_folder
from wordfleet_print.games.registry import GAMES
from wordfleet_print.messages import suggestion

# What the starter of each game is called.
STARTERS = {name: game.starter for name, game in GAMES.items() if game.starter}
# The only game of which no book is bundled.
RULES_ONLY = "rules-only"
FIRST_LINES = """\
# Your own edition: change the facts between the two lines of ---, and the text below them.
# Sheets, figures and the text read these facts. Say here what sets your edition apart.
"""


def make_starters(games: Sequence[str] = ()) -> dict[str, bytes]:
    """Return the files of the starters for these games, or of all, by name. The last part of a
    game’s name is enough.

    Raises `UsageError` for a game that has none.
    """
    chosen = [
        next((name for name in STARTERS if f"-{name}".endswith(f"-{game}")), game) for game in games
    ]
    for game in chosen:
        if game not in STARTERS:
            raise UsageError(
                Problem(
                    f"There is no starter “{game}”.",
                    advice=suggestion(game, list(STARTERS), "Starters"),
                )
            )
    files: dict[str, bytes] = {}
    for game in chosen or STARTERS:
        if game == RULES_ONLY:
            files |= {
                path.name: path.read_bytes()
                for path in sorted((data_folder("templates") / "starters").iterdir())
            }
        else:
            files |= copy_game(game)
    return files


def copy_game(game: str) -> dict[str, bytes]:
    """Return the rules of a bundled game under a name of their own, and the pictures that they
    show.
    """
    folder = data_folder("rules")
    slug = STARTERS[game]
    text = (folder / f"{game}.md").read_text("utf-8")
    front, body = text.removeprefix("---\n").split("\n---\n", 1)
    own = {"slug": slug, "version": '"0.1"'} | (
        {"edition": "My own"} if re.search("^edition:", front, re.M) else {}
    )
    for name, value in own.items():
        front = re.sub(rf"^{name}:.*$", f"{name}: {value}", front, count=1, flags=re.M)
    # Comments above `game:` and the note are about the bundled game.
    front = re.sub(r"^(?:edition_note:.*\n|(?:#.*\n)+(?=game:))", "", front, flags=re.M)
    files = {f"{slug}.md": f"---\n{FIRST_LINES}{front}\n---\n{body}".encode()}
    for address in re.findall(r"\]\((pictures/[\w.-]+)\)", body):
        data = re.sub(r"-\d+\.svg$", ".yaml", address)
        files |= {
            name: (folder / name).read_bytes()
            for name in (address, data)
            if Path(folder, name).is_file()
        }
    return files
