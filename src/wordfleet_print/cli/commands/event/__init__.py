"""`wordfleet-print event`: from a roster to a stack of paper."""

from wordfleet_print.cli.commands.event.app import app

__all__ = ["app"]
