"""An event: from a roster to a plan, and from the plan to a pack of sheets.

`services.events.print_event` is the way in. Its steps, in order:

- `folder` finds the event's folder, holds it, and reads and writes `event.json`; `untrusted`
  checks what a stranger may have changed in it.
- `player_sources` reads who plays, from lists or from `players.csv`, and the results.
- `missing_results` asks for results before a round is paired by them; `results` ranks players.
- `plan` pairs the rounds by `pairing`, and deals the sheets.
- `pack` makes the files.

`event.Event` is what `event.json` holds; `titles` says what event and folder are called.
"""
