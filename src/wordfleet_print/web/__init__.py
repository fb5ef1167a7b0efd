"""The web page that `wordfleet-print serve` opens. Only this package knows starlette and
uvicorn.
"""
