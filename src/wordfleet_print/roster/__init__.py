"""A player list becomes a roster: players, and the pairings that the list settles.

`reader.read_rosters` is the way in. Its steps, in order:

- `worksheets` opens the file and chooses the sheet; `several_lists` joins several.
- `columns` finds the headings, `headings` takes them apart, `roles` knows what a column can be.
- `mapping` says which column is what: `names` finds the names, `status_columns` who plays,
  `column_questions` asks about the rest, `column_answers` reads the answers.
- `rows` says what each row is: a player, a title, a total.
- `row_reader` reads row by row into `entries`; `cells` understands a cell, `name_faults` refuses a
  name, `row_questions` asks about rows.
- `people` looks at all rows together: `tidy_names` strips bullets and marks from names.
- `same_players` finds out which rows are one player's, `pairings` who meets whom.
- `summary` says what was read. `questions` has questions and answers, `vocabulary` the words.
"""
