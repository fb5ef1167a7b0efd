"""Who meets whom with which sheet.

- `planner` extends a printed event by a roster; `choices` says how many rounds and spare sheets.
- `dealing` deals fair sheets.
- `returning_players` says who of a list is who of the event; `players_file` reads and writes
  `players.csv`, `result_cells` the results in it.
- `changes` says what a new plan changes.
"""
