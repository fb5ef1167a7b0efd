"""Print-and-play for Word Fleet, Army Men and Happy Flip Chess."""

__version__ = "0.2.0"
