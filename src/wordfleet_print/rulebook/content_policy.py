"""What a page may load, stated in the page itself."""

from __future__ import annotations

import base64
import hashlib
import re


def add_policy(page: str) -> str:
    """Let a page use its own styles, scripts, fonts and pictures, and nothing else. Source: W3C,
    CSP Level 3.
    """
    rules = ["default-src 'none'"]
    for kind, tag in (("style-src", "style"), ("script-src", "script")):
        if contents := re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL):
            digests = (
                base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
                for content in contents
            )
            rules.append(" ".join([kind, *(f"'sha256-{digest}'" for digest in digests)]))
    policy = "; ".join(
        [*rules, "font-src data:", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    )
    return page.replace(
        "<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1
    )
