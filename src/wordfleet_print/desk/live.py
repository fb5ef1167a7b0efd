"""What a page is told while it is open: server-sent events (HTML, 9.2), until it or the server is closed; and pages of
the site that load again when they are told so.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from html import unescape

import anyio
from starlette.requests import Request
from starlette.responses import StreamingResponse

EVERY = 0.3
"""Seconds between two looks at what there is to tell."""
HEARTBEAT = 15.0
"""Seconds after which a silent page is written to: so either side learns whether the other is still there."""
_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def events(request: Request, tell: Callable[[], str], over: Callable[[], bool] = lambda: False) -> StreamingResponse:
    """Tell the page what `tell` gives, one line, now and whenever it is another, until it is `over`."""
    state = request.app.state

    async def told() -> AsyncIterator[str]:
        last, silent = None, 0.0
        while not state.closing:
            last_time = over()
            now = tell()
            if now != last:
                last, silent = now, 0.0
                yield f"data: {now}\n\n"
            elif silent >= HEARTBEAT:
                silent = 0.0
                yield "event: beat\ndata: on\n\n"
            if last_time:
                return
            await anyio.sleep(EVERY)
            silent += EVERY

    return StreamingResponse(told(), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


def reloading(page: bytes, script: str, told: str) -> tuple[bytes, str]:
    """A page of the site that loads again whenever it is told something else at an address, by the script at another;
    and the policy that lets it, in place of the one inside the page.
    """
    found = _POLICY.search(page)
    own = unescape(found[1].decode()) if found else "default-src 'none'"
    rest, _, scripts = own.partition("; script-src")
    tag = f'<script src="{script}" data-live="{told}" defer></script></head>'.encode()
    page = _POLICY.sub(b"", page, count=1).replace(b"</head>", tag, 1)
    return page, f"{rest}; script-src 'self'{scripts}; connect-src 'self'; frame-ancestors 'none'"
