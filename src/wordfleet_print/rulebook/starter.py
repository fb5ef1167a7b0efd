"""Starters for your own rules: a small whole game, and copies of the bundled games with a name to
change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
    """Return the files of the starters for these games, or for all, by file name.

    The last part of a game’s name is enough. Raises `UsageError` for a
    game that has no starter.
    """
    full_names = [
        next((name for name in STARTERS if f"-{name}".endswith(f"-{game}")), game) for game in games
    ]
    for game in full_names:
        if game not in STARTERS:
            advice = suggestion(game, list(STARTERS), "Starters")
            raise UsageError(Problem(f"There is no starter “{game}”.", advice=advice))
    files: dict[str, bytes] = {}
    for game in full_names or STARTERS:
        if game == RULES_ONLY:
            folder = data_folder("templates") / "starters"
            files |= {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        else:
            files |= copy_game(game)
    return files


def copy_game(game: str) -> dict[str, bytes]:
    """Return a bundled game's rules as a designer's own, with their pictures, by file name.

    The copy has another slug (`STARTERS`), version and edition name.
    """
    folder = data_folder("rules")
    slug = STARTERS[game]
    text = (folder / f"{game}.md").read_text("utf-8")
    front_matter, body = text.removeprefix("---\n").split("\n---\n", 1)
    own_facts = {"slug": slug, "version": '"0.1"'}
    if re.search("^edition:", front_matter, re.M):
        own_facts["edition"] = "My own"
    for name, value in own_facts.items():
        line = f"{name}: {value}"
        front_matter = re.sub(rf"^{name}:.*$", line, front_matter, count=1, flags=re.M)
    # The edition's note and the comments above `game:` are about the bundled game.
    front_matter = re.sub(
        r"^(?:edition_note:.*\n|(?:#.*\n)+(?=game:))", "", front_matter, flags=re.M
    )
    files = {f"{slug}.md": f"---\n{FIRST_LINES}{front_matter}\n---\n{body}".encode()}
    for picture in re.findall(r"\]\((pictures/[\w.-]+)\)", body):
        game_data = re.sub(r"-\d+\.svg$", ".yaml", picture)
        for name in (picture, game_data):
            if (folder / name).is_file():
                files[name] = (folder / name).read_bytes()
    return files
