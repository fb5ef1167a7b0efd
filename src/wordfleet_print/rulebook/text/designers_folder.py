"""A designer's folder: rules files, templates of their own, starters.

Those of the games at hand are made of their own rules, so that they hold whatever these hold; only a game of its own
kind has a starter of its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint, UsageError
from wordfleet_print.files import data_folder, is_inside
from wordfleet_print.games import RulesSource, read_rules
from wordfleet_print.rulebook.text.slips import nearest
from wordfleet_print.wording import suggestion

MOST_RULES_FILES = 200


def read_sources(slugs: Sequence[str], folder: Path | None = None) -> tuple[RulesSource, ...]:
    """The rules of these slugs, or all there are; from `folder`, or the bundled ones.

    Raises `BadInputError` for an unknown slug, with the complaints of every file that cannot be read or is a link out
    of the folder, and where two files would become the same rulebook. Source: all `*.md` in the folder; a file's slug
    is its front matter's.
    """
    files = rules_files(folder)
    if not folder:  # each of the bundled ones is named by its slug
        _refuse_unknown(slugs, [path.stem for path in files])
        files = tuple(path for path in files if not slugs or path.stem in slugs)
    sources: list[RulesSource] = []
    complaints: list[Complaint] = []
    for path in files:
        if folder and not is_inside(path, folder):
            complaints.append(Complaint(str(path), "leads out of the folder of rules", "put the file itself there"))
            continue
        try:
            sources.append(read_rules(path))
        except BadInputError as error:
            complaints += error.complaints or (Complaint(str(path), error.message),)
    if complaints:
        raise BadInputError("Some rules cannot be read.", *complaints)
    _refuse_twins(sources)
    _refuse_unknown(slugs, [source.book.slug for source in sources])
    return tuple(source for source in sources if not slugs or source.book.slug in slugs)


def rules_files(folder: Path | None = None) -> tuple[Path, ...]:
    """All rules files of a folder, or the bundled ones, in order of their names.

    Raises `BadInputError` for a folder that is none, holds none, or holds more than `MOST_RULES_FILES`.
    """
    place = folder or data_folder("rules")
    check_folder(place, "rules")
    files = tuple(sorted(place.glob("*.md")))
    if not files:
        raise BadInputError(f"There are no rules in {place}.", tip="Rules are files whose names end in .md.")
    if len(files) > MOST_RULES_FILES:
        raise BadInputError(f"{place} holds {len(files)} files; at most {MOST_RULES_FILES} are published at once.")
    return files


def check_folder(path: Path, field: str) -> None:
    """Raises `BadInputError` for a field's path that is no folder, or that the system cannot even look for."""
    try:
        found, why = path.is_dir(), "is not a folder"
    except OSError as error:
        found, why = False, f"cannot be read: {error.strerror}"
    if not found:
        raise BadInputError(f"{path} {why}.", field=field)


def _refuse_unknown(slugs: Sequence[str], known: Sequence[str]) -> None:
    for slug in slugs:
        if slug not in known:
            raise BadInputError(f"There are no rules “{slug}”.", tip=suggestion(slug, known, "Rules"))


def _refuse_twins(sources: Sequence[RulesSource]) -> None:
    seen: dict[str, str] = {}
    complaints = []
    for source in sources:
        first = seen.setdefault(source.book.slug, source.name)
        if first != source.name:
            complaints.append(Complaint(source.name, f"has the slug {source.book.slug}, as {first} does"))
    if complaints:
        raise BadInputError("Two rules files would become the same rulebook.", *complaints)


MOST_TEMPLATES = 500
"""How many files of the folder are looked at."""
MOST_NOTES = 10
MOST_READ = 1_000_000
"""Bytes of a file that are searched for the names of others."""
_TEXTS = (".md", ".html", ".css", ".svg")


def override_notes(templates: Path | None, rules: Path | None = None) -> Iterator[str]:
    """A sentence on each template that goes before none of the bundled ones and that no other file names.

    Raises nothing; of many, the first `MOST_NOTES` are told. Source: the names below `templates/`.
    """
    if not templates:
        return
    bundled = _names(data_folder("templates"))
    unknown = [name for name in _names(templates) if name not in bundled]
    named = _texts(templates) + _texts(rules) if unknown else ""
    idle = [name for name in unknown if f'"{name}"' not in named and f"'{name}'" not in named]
    for name in idle[:MOST_NOTES]:
        # The bundled template of the same name, or of nearly the same, in whatever folder; or nothing
        files = {known.rpartition("/")[2]: known for known in bundled}
        near = nearest(name.rpartition("/")[2], files)
        meant = files[near] if near else ""
        yield f"{templates / name}: replaces no template" + (f" (did you mean {meant}?)" if meant else "")
    if len(idle) > MOST_NOTES:
        yield f"{templates}: {len(idle) - MOST_NOTES} more files replace no template"


def _names(folder: Path) -> list[str]:
    """Templates below a folder, by their names within it; what editors and Python keep for themselves is none."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    names = (path.as_posix() for path in found if not any(part.startswith((".", "_")) for part in path.parts))
    return sorted(islice((name for name in names if name.endswith(_TEXTS)), MOST_TEMPLATES))


def _texts(folder: Path | None) -> str:
    """All that templates or rules in a folder say, to look for the names of partials in."""
    said = []
    for path in [folder / name for name in _names(folder)] if folder else []:
        with suppress(OSError), path.open("rb") as file:
            said.append(file.read(MOST_READ).decode("utf-8", "replace"))
    return "\n".join(said)


FIRST_VERSION = "0.1"


@dataclass(frozen=True, slots=True)
class Starter:
    """A kind of starter: the game, what its file is called, what it is, files beside it."""

    game: str
    slug: str
    about: str
    beside: tuple[str, ...] = ()


KINDS = {
    kind.game: kind
    for kind in (
        Starter("rules-only", "my-game", "A game of your own", beside=("pebbles.svg", "pebbles.csv", "dares.csv")),
        Starter("word-fleet", "my-fleet", "An edition of Word Fleet of your own"),
        Starter("army-men", "my-army", "Army Men as you play it"),
        Starter("happy-flip-chess", "my-flip-chess", "Happy Flip Chess as you play it"),
    )
}


def starter_files(games: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of the starters for these games, or of all, by name.

    Raises `UsageError` for a game that has none. Source: `templates/starters/` and the bundled rules.
    """
    for game in games:
        if game not in KINDS:
            raise UsageError(f"There is no starter “{game}”.", tip=suggestion(game, list(KINDS), "Starters"))
    files: dict[str, bytes] = {}
    for kind in (kind for game, kind in KINDS.items() if not games or game in games):
        files[f"{kind.slug}.md"] = _starter(kind).encode()
        files |= {name: (data_folder("templates") / "starters" / name).read_bytes() for name in kind.beside}
    return files


def _starter(kind: Starter) -> str:
    own = data_folder("templates") / "starters" / f"{kind.game}.md"
    if own.is_file():
        return _with_printing(own.read_text(encoding="utf-8"))
    text = (data_folder("rules") / f"{kind.game}.md").read_text(encoding="utf-8")
    front, body = text.split("\n---\n", 1)
    return _with_printing("\n".join(_own_front(kind, front.split("\n"))) + f"\n---\n{body}")


def _own_front(kind: Starter, lines: Sequence[str]) -> Iterator[str]:
    """The front matter of rules at hand as somebody's own, with what there is to say about its fields."""
    first = next(number for number, line in enumerate(lines) if number and not line.startswith("#"))
    yield lines[0]
    yield f"# {kind.about}. Every number and name stands here, between the two ---, and nowhere else:"
    yield "# change it here, and everything that is printed follows. The text below is yours to change, too."
    said = tomllib.loads((data_folder("templates") / "starters" / "comments.toml").read_text(encoding="utf-8"))
    awake, asleep = said["awake"], said["asleep"]
    before = field = ""
    has_edition = any(line.startswith("edition:") for line in lines)
    own = {"slug": kind.slug, "status": "draft", "version": f'"{FIRST_VERSION}"', "edition": "My own"}
    for line in lines[first:]:
        name = line.partition(":")[0] if re.match(r"[a-z_]+:", line) else ""
        field = name or field
        if name == "slug" and not has_edition:
            yield f"# {awake['edition']}"
            yield f"edition: {own['edition']}"
        if name in awake and not before.startswith("#"):
            yield f"# {awake[name]}"
        if name in asleep:
            yield f"# {asleep[name]}"
        sleeps = field in asleep and line and not line.startswith("#")
        yield f"# {line}" if sleeps else f"{name}: {own[name]}" if name in own else line
        before = line


def _with_printing(text: str) -> str:
    """The starter with what can be said of a printing, after its version."""
    told = (data_folder("templates") / "starters" / "printing.txt").read_text(encoding="utf-8")
    return re.sub(r"^(version: .*\n)", lambda line: line[0] + told, text, count=1, flags=re.MULTILINE)
