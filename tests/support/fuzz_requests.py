"""Hostile requests, each made from one that is as it should be, spoilt in none to three ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from urllib.parse import quote, quote_plus

from starlette.routing import Route

from support.fuzz_values import FILE_NAMES, FORMS, HOSTILE, LIST_NAMES, NUMBERS, PATHS
from wordfleet_print.games import edition_slugs
from wordfleet_print.web.app import every_route

PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
BOUNDARY = "b0undary"
_TICKET = re.compile(r"/(sheets|event|umpire|mine)/([\w-]{22})\b")
_CODE = re.compile(r"\bWF(?:-[A-Z0-9]{4,5}){3}\b")
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 999)
WHOLE, SILENT, GONE = "whole", "silent", "gone"
"""How a body ends: as it should, not at all, or with its sender."""
Header = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it comes: its target as on the request line, its headers, its body in parts, and how that ends;
    `route` is what it was made from.
    """

    method: str
    target: bytes
    headers: tuple[Header, ...]
    body: tuple[bytes, ...] = ()
    ending: str = WHOLE
    route: str = ""

    def __str__(self) -> str:
        headers = b", ".join(b"%s: %s" % (name, value[:60]) for name, value in self.headers)
        return f"{self.method[:20]} {self.target[:120]!r} [{headers!r}] {b''.join(self.body)[:400]!r} {self.ending}"


@dataclass
class World:
    """What somebody hostile knows of a shop: its address, the cookies of its owner and of a guest, tickets by their
    doors, the version of each event's list; and lists to bring.
    """

    host: str
    origin: str
    cookies: Sequence[bytes]
    lists: Sequence[bytes]
    version_of: Callable[[str], int]
    doors: Sequence[str] = ("/",)
    tickets: dict[str, list[str]] = field(default_factory=dict)

    def learn(self, told: str) -> None:
        """Remember the tickets and the sheet codes that an answer tells."""
        found = [*_TICKET.findall(told), *(("code", code) for code in _CODE.findall(told))]
        for door, one in found:
            known = self.tickets.setdefault(door, [])
            if one not in known:
                known.append(one)
                del known[:-40]


def routes_of(doors: Sequence[str]) -> list[Route]:
    """The shop's routes below these doors; a table's rules, which take as long to make, only with the rules."""
    left_out = () if any("/rules".startswith(door) for door in doors) else ("/rules.pdf", "/quick-reference.pdf")
    return [one for one in every_route() if one.path.startswith(tuple(doors)) and not one.path.endswith(left_out)]


def make(rng: Random, world: World) -> Asked:
    """One request."""
    routes = routes_of(world.doors)
    route = rng.choice([*routes, *[one for one in routes if one.path in FORMS] * 2])
    method = "POST" if "POST" in (route.methods or ()) else "GET"
    target, ticket = _target(rng, world, route.path)
    headers: list[Header] = [(b"host", world.host.encode()), (b"cookie", world.cookies[rng.random() < 0.1])]
    asked = Asked(method, target, tuple(headers), route=f"{method} {route.path}")
    if method == "POST":
        fields = _fields(rng, {**FORMS[route.path], **_codes(world, FORMS[route.path])})
        if ticket and rng.random() > 0.1:
            fields.append(("version", str(world.version_of(ticket))))
        asked = _posted(rng, world, asked, fields, brings="roster" in FORMS[route.path])
    elif rng.random() < 0.1:
        asked = replace(
            asked, target=target + b"?" + _encoded(_fields(rng, {"player": ("1", "2"), "round": ("1",), "v": ("x",)}))
        )
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        asked = rng.choice(SPOILING)(rng, world, asked)
    return asked


def _target(rng: Random, world: World, path: str) -> tuple[bytes, str]:
    """An address of a route, and its ticket."""
    ticket = ""
    target = path.encode()
    for found in PARAMETER.finditer(path):
        name = found[1]
        if rng.random() < 0.1:
            value = rng.choice(PATHS)
        elif name == "ticket":
            ticket = rng.choice(world.tickets.get(path.split("/")[1], [])[-8:] or ["A" * 22])
            value = ticket.encode()
        else:
            value = quote(rng.choice(_PARTS[name])).encode()
        target = target.replace(found[0].encode(), value, 1)
    return target, ticket


_PARTS: Mapping[str, Sequence[str]] = {
    "number": ("1", "2", "3", "007", "9" * 5_000),
    "round": ("1", "2", "9", "1" * 5_000),
    "name": FILE_NAMES,
    "edition": (*edition_slugs(), "nix"),
    "slug": ("army-men", "happy-flip-chess", "word-fleet", "nix"),
    "look": ("a4", "letter-eco", "a4-large-left", "a4-nix", "a5", "-"),
}


def _codes(world: World, form: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """The fields of a form that take sheet codes, with such as there are."""
    return {name: [*usual, *world.tickets.get("code", ())] for name, usual in form.items() if name.startswith("code")}


def _fields(rng: Random, form: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """Fields of a form: most as they should be, some hostile, some twice, some that it has not."""
    fields = [(name, _value(rng, usual)) for name, usual in form.items() if rng.random() < 0.7]
    fields += [(name, _value(rng, form[name])) for name, _ in fields if rng.random() < 0.08]
    if rng.random() < 0.1:
        fields += [(rng.choice(HOSTILE)[:200], rng.choice(HOSTILE)) for _ in range(rng.choice((1, 5, 600)))]
    return fields


def _value(rng: Random, usual: Sequence[str]) -> str:
    return rng.choice(usual) if rng.random() < 0.82 else rng.choice(HOSTILE if rng.random() < 0.5 else NUMBERS)


def _encoded(fields: Sequence[tuple[str, str]]) -> bytes:
    return "&".join(f"{quote_plus(name)}={quote_plus(value)}" for name, value in fields).encode()


def _posted(rng: Random, world: World, asked: Asked, fields: Sequence[tuple[str, str]], *, brings: bool) -> Asked:
    kind, body = "application/x-www-form-urlencoded", _encoded(fields)
    if brings and rng.random() < 0.8:
        kind, body = f"multipart/form-data; boundary={BOUNDARY}", _parts(rng, world, fields)
    origin = (b"origin", world.origin.encode())
    return replace(asked, headers=(*asked.headers, origin, (b"content-type", kind.encode())), body=(body,))


def _parts(rng: Random, world: World, fields: Sequence[tuple[str, str]]) -> bytes:
    """A body in parts; what is brought in it is one of the lists."""
    parts = b""
    for name, value in fields:
        head, content = f'form-data; name="{name}"', value.encode()
        if name == "roster":
            head += f'; filename="{rng.choice(LIST_NAMES)}"'
            content = world.lists[rng.randrange(2) if rng.random() < 0.4 else rng.randrange(len(world.lists))]
        parts += f"--{BOUNDARY}\r\nContent-Disposition: {head}\r\n\r\n".encode() + content + b"\r\n"
    return parts + f"--{BOUNDARY}--\r\n".encode()


# Ways to spoil a request.


def _other_method(rng: Random, _world: World, asked: Asked) -> Asked:
    return replace(asked, method=rng.choice(METHODS))


def _other_target(rng: Random, _world: World, asked: Asked) -> Asked:
    part, target = rng.choice(PATHS), asked.target
    return replace(
        asked,
        target=rng.choice(
            (
                *(target + b"/" + part, b"/" + part + target, target + b"?" + part),
                *(target + b"?" + b"&a=" * 700, b"http://evil.example" + target),
                target.replace(b"/", b"//"),
                b"",
            )
        ),
    )


_HEADERS: Sequence[Header] = (
    *(
        (b"host", value)
        for value in (b"", b"evil.example", b"[::1", b"127.0.0.1:99999", b"\xff", b"a" * 5_000, b"a\0b")
    ),
    *(
        (b"origin", value)
        for value in (b"null", b"http://evil.example", b"http://[::1", b"http://[v1.x]/", b"//", b"\xff")
    ),
    *((b"content-length", value) for value in (b"-1", b"9" * 99, b"1e3", b"", b"0", b"\xb2")),
    *(
        (b"content-type", value)
        for value in (b"", b"text/plain", b"application/json", b"multipart/form-data", b"\xff/\xff")
    ),
    *(
        (b"content-type", b"multipart/form-data; boundary=b0undary; charset=" + value)
        for value in (b"idna", b"punycode", b"utf-7", b"utf-16", b"rot13", b"unicode_escape", b"nix", b"\xff")
    ),
    *(
        (b"content-type", b"multipart/form-data; boundary=" + value)
        for value in (b'""', b"x" * 5_000, b"\xe9", b"b0undary; boundary=c")
    ),
    *(
        (b"cookie", value)
        for value in (b"", b"wordfleet-8000=", b"wordfleet-8000=\xff", b"a=b; wordfleet-8000=2.x.y", b"=;=;" * 900)
    ),
    *((b"accept-language", value) for value in (b"en_US", b"\xff", b"x" * 5_000, b"de-" + b"-" * 99)),
    *(
        (b"range", value)
        for value in (
            *(b"bytes=0-1,2-3", b"bytes=9-1", b"bytes=-", b"bytes=" + b"0-0," * 900, b"x"),
            b"bytes=99999999999-",
        )
    ),
    *((b"sec-fetch-site", value) for value in (b"cross-site", b"same-site", b"none", b"\xff")),
    (b"accept", b"text/event-stream"),
    (b"accept-encoding", b"gzip;q=\xff"),
    (b"if-none-match", b"\xff" * 99),
    (b"transfer-encoding", b"chunked, chunked"),
    (b"expect", b"100-continue"),
    (b"upgrade", b"websocket"),
    (b"x-forwarded-for", b"' OR 1, ::1, " * 99),
)


def _other_header(rng: Random, _world: World, asked: Asked) -> Asked:
    name, value = rng.choice(_HEADERS)
    kept = [one for one in asked.headers if one[0] != name or rng.random() < 0.1]
    return replace(asked, headers=(*kept, (name, value)) if rng.random() < 0.8 else ((name, value), *kept))


def _less_headers(rng: Random, _world: World, asked: Asked) -> Asked:
    return replace(asked, headers=tuple(one for one in asked.headers if rng.random() < 0.6))


def _other_bytes(rng: Random, _world: World, asked: Asked) -> Asked:
    """Some bytes of the body are others, missing, or there many times."""
    body = b"".join(asked.body)
    at = rng.randrange(len(body) + 1)
    until = at + rng.choice((0, 1, 9, 5_000))
    wrong = rng.choice(
        (b"", b"\0", b"%", b"%ff%fe", b"&", b"=", b"\r\n", b"--b0undary", b"\xed\xa0\x80", b"&" * 900, b"x" * 70_000)
    )
    return replace(asked, body=(body[:at] + wrong + body[until:],))


def _in_pieces(rng: Random, _world: World, asked: Asked) -> Asked:
    body = b"".join(asked.body)
    size = max(1, len(body) // rng.choice((1, 2, 9, 50)))
    pieces = tuple(body[at : at + size] for at in range(0, len(body), size))
    return replace(asked, body=(*pieces, b""), ending=rng.choice((WHOLE, WHOLE, WHOLE, GONE)))


def _half_sent(rng: Random, _world: World, asked: Asked) -> Asked:
    body = b"".join(asked.body)
    return replace(asked, body=(body[: rng.randrange(len(body) + 1)],), ending=SILENT if rng.random() < 0.2 else GONE)


SPOILING = (
    *(_other_method, _other_target, _other_header, _other_header, _less_headers, _other_bytes),
    *(_in_pieces, _half_sent),
)
