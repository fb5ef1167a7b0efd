"""`doctor`: what this machine can do, and how to get the rest. By itself, so that `--help` loads no options."""

from __future__ import annotations

from dataclasses import asdict

import typer

from wordfleet_print.cli.console import examples, noted, say, show_json, show_table, stdout
from wordfleet_print.cli.options import AsJson, Quiet
from wordfleet_print.errors import ExitCode

EXAMPLES = examples("doctor", "doctor --json")

doctor_app = typer.Typer(rich_markup_mode="rich", add_completion=False)


@doctor_app.command(epilog=EXAMPLES)
def doctor(json: AsJson = False, quiet: Quiet = False) -> None:
    """Tell what this machine can print, and how to get what is missing.

    Exit code 0: trackers can be printed; 5: something they need is missing.
    """
    from wordfleet_print.services import machine

    needed = list(machine.needed())
    findings = [*needed, *machine.extras()]
    ready = all(finding.ok for finding in needed)
    if json:
        told = [{**asdict(f), "found": noted(f.found), "help": [*map(noted, f.help)]} for f in findings]
        show_json({"trackers": ready, "findings": told})
    elif not quiet:
        rows = [["ok" if f.ok else "missing", f.what, noted(f.found)] for f in findings]
        show_table(stdout(), ["", "What", "Found"], rows)
        for finding in findings:
            for line in finding.help:
                say(stdout(), noted(line))
        say(stdout(), "Trackers can be printed." if ready else "Trackers cannot be printed yet.")
    if not ready:
        raise typer.Exit(ExitCode.MISSING_DEPENDENCY)
