"""How fair dealt fleets are, by simulation: fleets, players, hunts, and the favourite's share of
wins.
"""
