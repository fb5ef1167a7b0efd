"""The settings of each command, by its name; as a program, it prints the option reference of the docs."""

from __future__ import annotations

from collections.abc import Mapping

from wordfleet_print.settings.core import Settings
from wordfleet_print.settings.event import EventCheckSettings, EventSettings
from wordfleet_print.settings.kit import KitSettings
from wordfleet_print.settings.rulebook import NewRulesSettings, RulesSettings, ServeSettings, SiteSettings
from wordfleet_print.settings.table import DoctorSettings, ReprintSettings, TrackerSettings, VerifySettings
from wordfleet_print.settings.words import WordCheckSettings, WordListSettings

COMMANDS: Mapping[str, type[Settings]] = {
    "tracker": TrackerSettings,
    "event print": EventSettings,
    "event check": EventCheckSettings,
    "reprint": ReprintSettings,
    "verify": VerifySettings,
    "kit": KitSettings,
    "rules": RulesSettings,
    "rules new": NewRulesSettings,
    "site": SiteSettings,
    "serve": ServeSettings,
    "words": WordListSettings,
    "words check": WordCheckSettings,
    "doctor": DoctorSettings,
}

if __name__ == "__main__":
    import sys

    from wordfleet_print.settings.reference import write_reference

    sys.stdout.write(write_reference(COMMANDS))
