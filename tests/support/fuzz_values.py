"""What forms of the shop hold, and what somebody hostile writes there instead."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wordfleet_print.fleet.word_lists import TIERS, theme_slugs
from wordfleet_print.games import edition_slugs
from wordfleet_print.tracker.geometry import PAPERS
from wordfleet_print.web.events.event_form import MORE
from wordfleet_print.web.events.list_read import USES
from wordfleet_print.web.table_form import KINDS

CANARY = "canary.txt"
"""A file beside the shop's folder, that no answer may hold."""
NUMBERS: Sequence[str] = ("", "²", "٤", "-1", "0", "1e9", "NaN", "0x10", "+3", "1_0", "9" * 20, "9" * 5_000)
"""What is no number, or none that anybody wants."""
HOSTILE: Sequence[str] = (
    *(*NUMBERS, " ", "\0", "\r\nSet-Cookie: a=b"),
    *(
        *("..", "../" * 9 + "etc/passwd", f"../{CANARY}", f"..\\{CANARY}", "/etc/passwd", "C:\\x"),
        *("file:///etc/passwd", "~", "."),
    ),
    *("<script>alert(1)</script>", '"><b>', "{{7*7}}", "{% include 'x' %}", "%s%n", "' OR 1=1--", "=1+1", "__class__"),
    *(
        *("ნინო", "Nguyễn Hà", "Zoé", "ﬁ", "🏴‍☠️" * 9, "a\u0301" * 40, "\u202eevil", "\u200b"),
        *("\ufeff", "\ufffe", "\U0010ffff"),
    ),
    *("x" * 300, "é" * 3_000, "a," * 9_000, "\n" * 5_000, "A " * 9_000, "WF-" + "Z" * 90, "None", "true", "[]", "on"),
)
"""Texts that no field wants."""
PATHS: Sequence[bytes] = (
    *(b"..", b"%2e%2e", b"..%2f" * 6 + b"etc%2fpasswd", b"%2e%2e%2f" + CANARY.encode(), b"..%5c" + CANARY.encode()),
    *(b"%00", b"a%00b", b"%ff%fe", b"%", b"%zz", b"//", b"%2f%2fevil.example%2f", b".", b"~", b"*", b"%0d%0aX:%20y"),
    *(
        *(b"%252e%252e%252f" + CANARY.encode(), b"9" * 5_000, b"-1", b"0", b"x" * 9_000),
        *(b"%f0%9f%8f%b4" * 300, b"\xc3\xa9", b";a=b"),
    ),
)
"""Parts of addresses that lead nowhere."""
CODES = ("WF-R23TV-HXJZ0-NYTX", "wf r23tv hxjz0 nytx", "WF-00000-00000-0000", "WF-R23TV-HXJZ-0NYTX", "WF-")
NAMES = ("Ann", "Ben", "Zoé Lefèvre", "Nguyễn Hà", "Lee, Bo", "")
_TABLE: Mapping[str, Sequence[str]] = {
    "edition": edition_slugs(),
    "tier": tuple(TIERS),
    "theme": theme_slugs(),
    "paper": tuple(PAPERS),
    "kind": tuple(kind for kind in KINDS if kind != "rules"),
    "own": ("", "STORM\nWAVE", "\n".join(["ABCDE", "FGHIJ", "KLMN", "OPQ", "RS"] * 9), "é" * 40),
    "fill": ("on",),
    "plain": ("on",),
    "german": ("on",),
}
_SEATS: Mapping[str, Sequence[str]] = {
    **{f"captain-{number}": NAMES for number in (1, 2, 3, 24, 99)},
    "left-1": ("on",),
    "large-2": ("on",),
}
_ROSTER: Mapping[str, Sequence[str]] = {"roster": ("",)}
FORMS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "/tracker": {**_TABLE, **_SEATS, "do": ("print", "more", "look", "turns", "download")},
    "/sheets/{ticket}/another": {},
    "/again": {
        **_SEATS,
        **{f"code-{n}": CODES for n in (1, 2, 24)},
        "paper": tuple(PAPERS),
        "own": ("",),
        "do": ("more", "print"),
    },
    "/kit/{slug}": {
        "page": ("board", "pieces", "cards", "squads"),
        "paper": tuple(PAPERS),
        "sides": ("one", "two"),
        **dict.fromkeys(("eco", "tutorial"), ("on",)),
        "squad": ("sergeant, regular*5", "sargent\nregular*99", ""),
        "points": ("100", "", "x"),
        "square": ("47", "", "9"),
        "do": ("print", "save"),
    },
    "/kit/{slug}/preview": {"page": ("board", "x"), "paper": tuple(PAPERS), "squad": ("sergeant, regular*5", "")},
    "/umpire": {"code": CODES},
    "/umpire/{ticket}": {"do": ("cover", "open")},
    "/event": {
        **_ROSTER,
        "names": ("Ann\nBen\nCy\nDi", "name\tclub\nAnn\tReef\nBen\tQuay"),
        "players": ("4", "7", "", "2000"),
    },
    "/event/{ticket}/roster": _ROSTER,
    "/event/{ticket}/delete": {},
    "/event/{ticket}/list": {
        **{f"cell-{row}-{column}": ("Bo", "", "2") for row in (3, 4, 5) for column in (0, 2)},
        **{f"use-{place}": ("", *USES) for place in range(3)},
        **{
            "out": ("5", "3"),
            "headed": ("yes",),
            "sheet": ("", "One"),
            "encoding": ("", "utf-8", "cp1252", "utf-7", "idna", "rot13"),
        },
    },
    "/event/{ticket}/plan": {
        **_TABLE,
        **{"title": ("Night", "Summer Cup"), "rounds": ("1", "2", ""), "spare": ("0", "1", ""), "more": tuple(MORE)},
        **{
            "redeal": ("1", "2"),
            "same": ("0",),
            "anew": ("on",),
            "do": ("count", "print", "leave"),
        },
    },
    "/event/{ticket}/print": {},
    "/event/{ticket}/stop": {},
    "/event/{ticket}/back": {},
}
"""The fields of each form, and what usually stands in them; the token and the version of a list come by themselves."""
FILE_NAMES = (
    *("sheets.pdf", "answer-key.pdf", "event.json", "manifest.csv", "index.html", "compare.html"),
    *("web.css", ".wordfleet-lock"),
)
LIST_NAMES = (
    *("night.csv", "cup.xlsx", "list.ods", "event.json", "x.zip", "noending", f"../{CANARY}", ".."),
    *("a\\b.csv", "é" * 200 + ".csv"),
)


def zipped(members: Mapping[str, bytes]) -> bytes:
    """A packed file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def _lists(event: bytes) -> Iterator[bytes]:
    """Lists, and what is none, from an event that is one: rows as they should be and not, packed bombs, odd JSON."""
    yield from (
        b"name,club\nAnn,Reef\nBen,Quay\nCy,Reef\nDi,Quay\n",
        b"Player,Club,Table\nZo,Quay,\n,Quay,\nCy,Reef,x\nZo,Quay,\n",
    )
    yield from (
        b"",
        b"\0" * 99,
        b"name\n" + b"\xff\xfe\0" * 99,
        "name\nAnn\nBen\n".encode("utf-16"),
        b'name\n"Ann\nBen',
        b"a" * 140_000,
    )
    yield from (
        *(b"name" + b",x" * 20_000 + b"\nAnn\n", b"name,name\nAnn,Ben\n"),
        *(b"name\n" + b"Ann\n" * 2_500, b"name,table\nAnn,9e99\nBen,-1\n"),
    )
    bomb = {"xl/workbook.xml": b"", "xl/worksheets/sheet1.xml": bytes(21_000_000)}
    laughs = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + b"".join(
        b'<!ENTITY %c "%s">' % (one, b"&%c;" % (one - 1) * 10) for one in range(ord("b"), ord("k"))
    )
    book = {"xl/workbook.xml": laughs + b"]><workbook>&j;</workbook>", "content.xml": laughs + b"]><x>&j;</x>"}
    odd = {"../../canary.txt": b"x", "/etc/x": b"x", "mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}
    packed = [zipped(one) for one in (bomb, book, odd, {})]
    yield from (*packed, packed[0][:5_000], b"PK\3\4" + bytes(300), b"\x89PNG\r\n\x1a\n" + bytes(90))
    yield from (
        *(b"[" * 99_000, b'{"format":' + b"9" * 9_000 + b"}", b"{}", b"null", b'{"a":"\\ud800"}'),
        event,
        event[:-9],
    )
    yield from _spoilt(event)


def _spoilt(event: bytes) -> Iterator[bytes]:
    """The event with each of its facts in turn as it should not be."""
    told: dict[str, Any] = json.loads(event)
    wrongs: Sequence[object] = (None, -1, 10**30, "../x", [[]], {"a": []})
    for name in told:
        for wrong in wrongs:
            yield json.dumps({**told, name: wrong}).encode()


def lists(event: bytes) -> tuple[bytes, ...]:
    """All that is brought as a list."""
    return tuple(_lists(event))
