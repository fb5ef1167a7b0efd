"""What the tests of files of lists share: a list read, and a list refused."""

from support.rosters import read, refuse

__all__ = ["read", "refuse"]
