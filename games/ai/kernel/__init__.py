"""The fast half of the stronger computer players: deals imagined and played out, compiled.

Importing this package costs nothing. Its modules need numpy and numba, and the first one that is
imported reads or makes the compiled code, so they are loaded by `games.ai.engine` alone.

A deal is two small arrays. `words` holds sets of cards as bits of 64-bit words: one hand a seat,
then the cards that all have seen. `facts` holds whole numbers: bids, tricks taken, the trick under
way (`layout` names the places). A card is 16 * suit + rank, with the trump suit always relabelled
as suit 3, and points come from a table by bid and tricks taken: so one kernel serves every rules.
"""
