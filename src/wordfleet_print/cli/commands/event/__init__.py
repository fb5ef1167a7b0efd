"""`wordfleet-print event`: from a roster to a stack of paper."""

from __future__ import annotations

import typer

from wordfleet_print.cli.commands.event.check import CHECK_EXAMPLES, check
from wordfleet_print.cli.commands.event.print import PRINT_EXAMPLES, print_
from wordfleet_print.cli.commands.event.umpire import DIFF_EXAMPLES, REPRINT_EXAMPLES, diff, reprint
from wordfleet_print.cli.config import Overruling

EXAMPLES = """
[bold]Examples[/bold]

wordfleet-print event check summer-cup.xlsx

wordfleet-print event print summer-cup.xlsx --rounds 5 --theme animals

wordfleet-print event reprint output/summer-cup/ --captain "Zoé Lefèvre" --round 2
"""

event_app = typer.Typer(
    help="Print all that an event needs: sheets for every player and round, and the papers around them.",
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode="rich",
    add_completion=False,
)
event_app.command("print", epilog=PRINT_EXAMPLES, cls=Overruling)(print_)
event_app.command("check", epilog=CHECK_EXAMPLES)(check)
event_app.command("reprint", epilog=REPRINT_EXAMPLES)(reprint)
event_app.command("diff", epilog=DIFF_EXAMPLES)(diff)
