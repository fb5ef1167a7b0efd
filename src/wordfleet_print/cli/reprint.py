"""`reprint`: print sheets again, by their codes or from a printed event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordfleet_print.cli import tracker
from wordfleet_print.cli.output import format_examples, open_file, say, stdout
from wordfleet_print.cli.parameters import Origin, make_command, show_origin
from wordfleet_print.files import check_target, write_all
from wordfleet_print.messages import how_many
from wordfleet_print.settings.table import ReprintSettings

if TYPE_CHECKING:
    from pathlib import Path


EXAMPLES = format_examples(
    "reprint WF-…",
    "reprint WF-… WF-… --player Ann --player Ben",
    'reprint output/summer-cup/ --player "Zoé Lefèvre" --round 2',
    "reprint output/summer-cup/ --table 7 --round 2",
    "reprint --spare 1 --output spare.pdf",
)


@make_command(ReprintSettings, "reprint", EXAMPLES, notes=False)
def reprint(settings: ReprintSettings, origin: Origin) -> None:
    """Print sheets again by their codes, or from an event: same words, codes and letters.

    With codes, choose paper, looks and names again. An event knows them: type
    only what you want to change.
    """
    from wordfleet_print.services.reprint import find_event_path, reprint_codes

    event = find_event_path(settings.sheets)
    if settings.sheets and event is None:
        trackers = reprint_codes(settings)
        if not settings.quiet:
            show_origin(origin)
        files = tracker.print_files(trackers, settings.output)
        tracker.write_files(files)
        if not settings.quiet:
            tracker.show_trackers(trackers, [*files], ReprintSettings)
        path = next(iter(files))
    else:
        path = print_event_sheets(settings, event, origin)
    if settings.open:
        open_file(path)


def print_event_sheets(settings: ReprintSettings, event: Path | None, origin: Origin) -> Path:
    """Print the sheets of an event that the settings choose. Return the file that was written."""
    from wordfleet_print.services.events import list_steps
    from wordfleet_print.services.reprint import reprint_event

    if not settings.quiet:
        # An event has looks of its own: of these fields, defaults of wordfleet.toml do not count
        fields = ReprintSettings.fields().items()
        show_origin(origin, [name for name, field in fields if not field.option.in_record])
    reprint = reprint_event(settings, event, origin.given_fields)
    path = settings.output or reprint.path
    check_target(path)
    write_all({path: reprint.content}, private=True)
    if not settings.quiet:
        pages = f"; {how_many(reprint.pages, 'page')}" if reprint.pages else ""
        step = " ".join(step.text for step in list_steps(reprint.event, reprint.large))
        sheets = " and ".join(reprint.sheets)
        say(stdout(), f"Wrote {path}: {sheets}{pages}. {step}")
    return path
