"""The commands of `event`."""
