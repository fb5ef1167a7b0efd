"""wordfleet-print: the printer's shop of Word Fleet, Army Men and Happy Flip Chess."""

__version__ = "0.1.0"
