"""What is sent: files to show or to save, redirects, and how long browsers keep something."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from starlette.responses import RedirectResponse, Response

FOREVER = "public, max-age=31536000, immutable"
# By the ending of a file's name.
MEDIA_TYPES = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
    "png": "image/png",
    "woff2": "font/woff2",
    "pdf": "application/pdf",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
}
POLICY_TAG = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def find_media_type(name: str) -> str:
    """Return the media type of a file by its ending."""
    return MEDIA_TYPES[name.rpartition(".")[2]]


def send_forever(name: str, content: bytes) -> Response:
    """Return a file that browsers may keep forever."""
    headers = {"Cache-Control": FOREVER}
    return Response(content, media_type=find_media_type(name), headers=headers)


def allow_back(response: Response) -> Response:
    """Let a browser show an empty form again when somebody goes back to it, with what they
    typed.
    """
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def redirect(address: str) -> Response:
    """After a form: go there, so that a reload sends nothing twice (RFC 9110, 15.4.4)."""
    return RedirectResponse(address, 303)


def send_file(content: bytes, name: str, *, is_download: bool) -> Response:
    """Return a PDF or a ZIP to show or to save."""
    disposition = "attachment" if is_download else "inline"
    headers = {"Content-Disposition": f'{disposition}; filename="{name}"'}
    return Response(content, media_type=find_media_type(name), headers=headers)


def send_zip(content: bytes, stem: str) -> Response:
    """Return a PDF in a ZIP: some browsers open a PDF as soon as it is saved, and folders show its
    first page.
    """
    archive = BytesIO()
    with ZipFile(archive, "w") as opened:
        opened.writestr(ZipInfo(f"{stem}.pdf"), content)
    return send_file(archive.getvalue(), f"{stem}.zip", is_download=True)


def read_policy(page: bytes) -> str:
    """Return the content security policy inside a page of the site."""
    tag = POLICY_TAG.search(page)
    return unescape(tag[1].decode()) if tag else "default-src 'none'"
