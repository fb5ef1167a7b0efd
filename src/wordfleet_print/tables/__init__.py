"""Any file becomes rows of cells, once: for player lists, own word lists and lists of kits.

`opening.read_tables` is the way in. `text` reads delimited text, in the encoding that `encodings`
finds; `child` reads what is untrusted in a process of its own: `workbook` and `html`.
`number_formats` says what a sheet shows of a number, `rows` is what comes of all of them.
"""
