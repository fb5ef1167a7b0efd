"""The panels of a tracker. Each knows its place, draws its static art on a plate and sets a sheet's type in it."""

from wordfleet_print.press.panels.codes import CodesPanel, MinePanel, NotesPanel
from wordfleet_print.press.panels.enemy import EnemyPanel
from wordfleet_print.press.panels.fleet import FleetPanel
from wordfleet_print.press.panels.footer import AddressPanel, SheetCodePanel, TurnPanel
from wordfleet_print.press.panels.grid import GridPanel
from wordfleet_print.press.panels.header import EditionPanel, FieldsPanel, WordmarkPanel
from wordfleet_print.press.panels.letters import LettersPanel, ManifestPanel, ReconPanel
from wordfleet_print.press.panels.panel import FoldLine, Panel, Tab

__all__ = [
    "AddressPanel",
    "CodesPanel",
    "EditionPanel",
    "EnemyPanel",
    "FieldsPanel",
    "FleetPanel",
    "FoldLine",
    "GridPanel",
    "LettersPanel",
    "ManifestPanel",
    "MinePanel",
    "NotesPanel",
    "Panel",
    "ReconPanel",
    "SheetCodePanel",
    "Tab",
    "TurnPanel",
    "WordmarkPanel",
]
