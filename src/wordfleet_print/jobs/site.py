"""`SiteRequest`: one building of the published site, or of a live one to write with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from wordfleet_print.event.lock import alone_in
from wordfleet_print.files import data_folder
from wordfleet_print.rulebook.rendering import Seen, rendering, unseen
from wordfleet_print.rulebook.site_build import Built, Site, build_site
from wordfleet_print.sandbox import SECONDS, ChildLimits, available_cores


@dataclass(frozen=True, slots=True)
class SiteRequest:
    """A site to build. `workers`: processes side by side, None for as many as there are cores; `seconds`: how long a
    file of a designer's own may take.
    """

    site: Site
    workers: int | None = None
    seconds: int = SECONDS

    def live(self) -> SiteRequest:
        """The same while its rules are being written: PDFs stay as they are."""
        return replace(self, site=replace(self.site, keeps_old=True))

    def folders(self) -> Iterator[Path]:
        """Where a change may change the site."""
        yield self.site.rules or data_folder("rules")
        yield data_folder("templates")
        if self.site.templates:
            yield self.site.templates

    def build(self, seen: Seen = unseen) -> Built:
        """Build it, a designer's own in children with limits. Raises as `build_site` and `alone_in`."""
        workers = self.workers or available_cores()
        site = self.site
        limits = ChildLimits(seconds=self.seconds) if site.own else None
        worth = site.own or ((site.downloads or site.pairs) and not site.keeps_old)
        with alone_in(site.output, private=False), rendering(workers if worth else 1, limits, seen) as render:
            return build_site(site, render)
