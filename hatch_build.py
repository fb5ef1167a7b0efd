"""Adds to wheel and source archive what depends on where the project is public: its addresses, and
absolute links in the README, as a package index shows it without the files around it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

README = "README.md"
# A link or a picture of markdown or HTML that names a file of the project.
LINK = re.compile(r'(\]\(|src="|href=")(?!https?:|#)([^)"]+)')
PICTURE = re.compile(r"\.(png|svg|jpg)$")


class ProjectPage(MetadataHookInterface):
    """What pyproject.toml leaves open in `dynamic`, from the address that it names in one place."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set README and addresses; without an address, links stay as they are."""
        repository = str(self.config["repository"]).rstrip("/")
        text = Path(self.root, README).read_text(encoding="utf-8")
        if repository:
            text = make_links_absolute(text, repository)
            metadata["urls"] = list_addresses(repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def list_addresses(repository: str) -> dict[str, str]:
    """Return the addresses that a package index shows."""
    return {
        "Source": repository,
        "Documentation": f"{repository}/tree/HEAD/docs",
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
        "Downloads": f"{repository}/releases",
    }


def make_links_absolute(text: str, repository: str) -> str:
    """Return a README whose links to files of the project lead to the repository."""

    def lead(link: re.Match[str]) -> str:
        kind = "raw" if PICTURE.search(link[2]) else "blob"
        return f"{link[1]}{repository}/{kind}/HEAD/{link[2]}"

    return LINK.sub(lead, text)
