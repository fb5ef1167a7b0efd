"""Settings of the command that checks labels."""

from __future__ import annotations

from typing import Annotated

from wordfleet_print.settings import looks
from wordfleet_print.settings.core import Group, Option

CHECKED = Group.WORDS


class LabelCheckSettings(looks.RulesFolderSettings, looks.RunSettings):
    """`labels check`: which wordings are printed where, and what does not fit."""

    language: Annotated[
        str,
        Option(
            "Language whose editions are checked, such as de.",
            CHECKED,
            placeholder="LANGUAGE",
            argument=True,
        ),
    ] = "en"
