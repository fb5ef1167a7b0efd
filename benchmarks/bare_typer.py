"""The peer for start-up: the least programme typer can make with three commands."""

import typer

app = typer.Typer()


@app.command()
def tracker(count: int = 2) -> None:
    """Print trackers."""


@app.command()
def words() -> None:
    """Show words."""


@app.command()
def doctor() -> None:
    """Tell what is missing."""


app()
