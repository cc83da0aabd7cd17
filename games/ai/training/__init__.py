"""How Insane is made: deals of self-play, and small nets fitted to what the search thought there.

Every step is a command; `docs/insane.md` has them in order. Nothing here is used while playing.
"""
