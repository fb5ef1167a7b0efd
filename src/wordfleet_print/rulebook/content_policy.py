"""What a page may load, stated in the page itself."""

from __future__ import annotations

import base64
import hashlib
import re


def add_policy(page: str) -> str:
    """Return a page (HTML) that lets browsers load its own styles, scripts, fonts and pictures, and
    nothing else.

    Each `<style>` and `<script>` is allowed by its digest (W3C, Content Security Policy Level 3).
    """
    rules = ["default-src 'none'"]
    for rule, tag in (("style-src", "style"), ("script-src", "script")):
        contents = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        if contents:
            rules.append(" ".join([rule, *map(_write_digest, contents)]))
    rules += ["font-src data:", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    meta = f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'
    return page.replace("<head>", f"<head>\n{meta}", 1)


def _write_digest(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
