"""Every page of a pack against its manifest, by an independent reader (PDFium); and the promises, by the manifest."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from string import ascii_uppercase
from types import SimpleNamespace

import pypdfium2

from benchmarks.batch import TERMS
from benchmarks.peers.check import packed
from wordfleet_print.sheet.sheet import unfairness

PAGES = 500
"""Pages that a process reads at a time."""
NONE = "–"
"""What stands beside a letter that is not in the fleet."""


def faults_of(pack: Path, roster: Path) -> Iterator[str]:
    """All that is wrong with a pack of one round, made for a CSV roster of names with one heading."""
    sheets = list(_manifest(pack / "manifest.json"))
    players = roster.read_text(encoding="utf-8").splitlines()[1:]
    if Counter(players) != Counter(sheet.captain for sheet in sheets):
        yield "the captains of the manifest are not the players of the roster"
    yield from _broken_promises(sheets)
    yield from _misprints(pack, sheets)


def _manifest(path: Path) -> Iterator[SimpleNamespace]:
    """The manifest's lines; it has one for each sheet."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("{"):
                yield SimpleNamespace(**json.loads(line.rstrip(",\n")))


def _broken_promises(sheets: Iterable[SimpleNamespace]) -> Iterator[str]:
    """No fleet twice, ratings inside the band, opponents fair."""
    tables = defaultdict(list)
    fleets = set()
    low, high = TERMS.band
    for sheet in sheets:
        fleet = frozenset(sheet.words)
        if fleet in fleets:
            yield f"{sheet.sheet_code}: the fleet is another's too"
        fleets.add(fleet)
        if not low <= sheet.rating <= high:
            yield f"{sheet.sheet_code}: the rating is {sheet.rating}"
        if sheet.table:
            tables[sheet.round, sheet.table].append(sheet)
    for (number, table), seated in tables.items():
        yield from _unfair(*seated) if len(seated) == 2 else [f"round {number}, table {table}: {len(seated)} players"]


def _unfair(one: SimpleNamespace, other: SimpleNamespace) -> Iterator[str]:
    """What is wrong with a table of two."""
    if (one.captain, one.opponent) != (other.opponent, other.captain):
        yield f"{one.sheet_code} and {other.sheet_code}: the captains are not each other's opponents"
    if {*one.words, *one.launch_codes} & {*other.words, *other.launch_codes}:
        yield f"{one.sheet_code} and {other.sheet_code}: they share a word or a launch code"
    yield from (f"{one.sheet_code} and {other.sheet_code}: {why}" for why in unfairness(one, other, TERMS.deck()))


def _misprints(pack: Path, sheets: Iterable[SimpleNamespace]) -> Iterator[str]:
    """Pages that do not say what the manifest says of them, and pages that it does not know."""
    by_file = {name: list(listed) for name, listed in groupby(sheets, key=attrgetter("file"))}
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, listed in by_file.items():
            with pypdfium2.PdfDocument(pack / name) as document:
                if [sheet.page for sheet in listed] != list(range(1, len(document) + 1)):
                    yield f"{name}: its pages are not those of the manifest"
            runs = [listed[i : i + PAGES] for i in range(0, len(listed), PAGES)]
            for misprints in pool.map(partial(_misprinted, pack / name), runs):
                yield from misprints


def _misprinted(path: Path, sheets: Iterable[SimpleNamespace]) -> list[str]:
    """What is missing on the pages of these sheets."""
    found = []
    with pypdfium2.PdfDocument(path) as document:
        for sheet in sheets:
            page = document[sheet.page - 1]
            text = packed(page.get_textpage().get_text_bounded())
            found += [
                f"{path.name}, page {sheet.page}: {said} is not there" for said in _said(sheet) if said not in text
            ]
            page.close()
    return found


def _said(sheet: SimpleNamespace) -> Iterator[str]:
    """What a page says, without spaces: what stands side by side is read in one go."""
    words, codes = "".join(sheet.words), "".join(sheet.launch_codes)
    letters = "".join(f"{letter}{sheet.manifest.get(letter, NONE)}" for letter in ascii_uppercase)
    names = (packed(name) for name in (sheet.captain, sheet.opponent, sheet.fleet_name))
    return (said for said in (words, codes, *names, sheet.sheet_code, sheet.serial, letters) if said)
