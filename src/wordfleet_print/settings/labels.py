"""Settings of the commands about labels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from wordfleet_print.settings import looks
from wordfleet_print.settings.core import Group, Option

CHECKED = Group.WORDS
# A language's code as in BCP 47: de, pt-BR, zh-Hant.
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$")]


class LabelCheckSettings(looks.RulesFolderSettings, looks.RunSettings):
    """`labels check`: which wordings are printed where, and what does not fit."""

    language: Annotated[
        Language | None,
        Option(
            "Language whose editions are checked, such as de.",
            CHECKED,
            placeholder="LANGUAGE",
            argument=True,
            default_note="en",
        ),
    ] = None


class NewLabelsSettings(looks.RunSettings):
    """`labels new`: a file of labels to translate."""

    language: Annotated[
        Language | None,
        Option(
            "Language of the translation, such as sv or de-AT.",
            CHECKED,
            placeholder="LANGUAGE",
            argument=True,
        ),
    ] = None
    folder: Annotated[
        Path,
        Option(
            "Folder with your own games.",
            CHECKED,
            placeholder="DIR",
            argument=True,
            default_note="this folder",
        ),
    ] = Path()
