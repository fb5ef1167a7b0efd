"""What a page is told while it is open: server-sent events (HTML, 9.2), until it or the shop is closed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import anyio
from starlette.requests import Request
from starlette.responses import StreamingResponse

from wordfleet_print.desk.shop import shop_of

EVERY = 0.3
"""Seconds between two looks at what there is to tell."""
HEARTBEAT = 15.0
"""Seconds after which a silent page is written to: so either side learns whether the other is still there."""


def events(request: Request, tell: Callable[[], str], over: Callable[[], bool] = lambda: False) -> StreamingResponse:
    """Tell the page what `tell` gives, one line, now and whenever it is another, until it is `over`."""
    shop = shop_of(request)

    async def told() -> AsyncIterator[str]:
        last, silent = None, 0.0
        while not shop.closing:
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
