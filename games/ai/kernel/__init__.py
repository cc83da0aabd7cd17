"""The fast half of the stronger computer players: deals imagined and played out, compiled.

Importing this package costs nothing but a folder for compiled code. Its modules need numpy and
numba, and the first one that is imported reads or makes the compiled code, so what plays loads them
through `games.ai.engine`, when it first has to.

A deal is two small arrays. `words` holds sets of cards as bits of 64-bit words: one hand a seat,
then the cards that all have seen. `facts` holds whole numbers: bids, tricks taken, the trick under
way (`layout` names the places). A card is 16 * suit + rank, with the trump suit always relabelled
as suit 3, and points come from a table by bid and tricks taken: so one kernel serves every rules.
"""

from games.ai.engine import keep_compiled_code

keep_compiled_code()  # before any module of the kernel imports numba, which looks once
