"""Print the option reference of the docs: `python -m wordfleet_print.settings > docs/options.md`."""

from __future__ import annotations

import sys

from wordfleet_print.settings.commands import COMMANDS
from wordfleet_print.settings.reference import write_reference

sys.stdout.write(write_reference(COMMANDS))
