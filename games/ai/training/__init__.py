"""How Insane's nets are made: practice against themselves, and a close look at how seats play.

Every step is a command; `docs/insane.md` has them in order. Nothing here is used while playing.
"""
