"""The print shop as a page: what `wordfleet-print serve` serves. Alone knows starlette and uvicorn."""
