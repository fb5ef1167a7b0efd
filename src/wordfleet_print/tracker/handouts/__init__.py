"""Papers around an event's sheets, a file for each kind."""
