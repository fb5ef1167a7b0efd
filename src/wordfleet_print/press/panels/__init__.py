"""The panels of a tracker. Each knows its place, draws its static art on a plate and sets a sheet's type in it."""
