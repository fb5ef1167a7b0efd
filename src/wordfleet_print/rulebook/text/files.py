"""Where rulebooks come from: the bundled rules, or a folder of a designer's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from wordfleet_print.errors import BadInputError, Complaint
from wordfleet_print.files import data_folder, is_inside
from wordfleet_print.game import RulesSource, read_rules
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
    check_folder(place, "--rules names a folder of *.md files.")
    files = tuple(sorted(place.glob("*.md")))
    if not files:
        raise BadInputError(f"There are no rules in {place}.", tip="Rules are files whose names end in .md.")
    if len(files) > MOST_RULES_FILES:
        raise BadInputError(f"{place} holds {len(files)} files; at most {MOST_RULES_FILES} are published at once.")
    return files


def check_folder(path: Path, tip: str) -> None:
    """Raises `BadInputError` with this tip for a path that is no folder, or that the system cannot even look for."""
    try:
        found, why = path.is_dir(), "is not a folder"
    except OSError as error:
        found, why = False, f"cannot be read: {error.strerror}"
    if not found:
        raise BadInputError(f"{path} {why}.", tip=tip)


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
