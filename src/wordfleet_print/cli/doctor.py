"""`doctor`: check what this computer can print, and say how to install the rest."""

from __future__ import annotations

import typer

from wordfleet_print.cli.console import examples, noted, say, show_table, stdout
from wordfleet_print.cli.parameters import takes
from wordfleet_print.errors import ExitCode
from wordfleet_print.settings.table import DoctorSettings

doctor_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@doctor_app.command(epilog=examples("doctor"))
@takes(DoctorSettings, "doctor")
def doctor(settings: DoctorSettings, _typed: frozenset[str]) -> None:
    """Check what this computer can print, and how to install the rest.

    Exit code 0: trackers can be printed; 5: something they need is missing.
    """
    from wordfleet_print.services.diagnostics import find_extras, find_needed

    needed = list(find_needed())
    findings = [*needed, *find_extras()]
    is_ready = all(one.ok for one in needed)
    if not settings.quiet:
        rows = [["ok" if one.ok else "missing", one.what, noted(one.found)] for one in findings]
        show_table(stdout(), ["", "What", "Found"], rows)
        for line in (line for one in findings for line in one.help):
            say(stdout(), noted(line))
        say(stdout(), "Trackers can be printed." if is_ready else "Trackers cannot be printed yet.")
    if not is_ready:
        raise typer.Exit(ExitCode.MISSING_DEPENDENCY)
