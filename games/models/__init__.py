"""Everything games keep: the facts of play, and what people at tables say and earn."""

from .facts import CODES, MADE, Bid, Deal, Game, Play, Score, Seat, Trick, new_code
from .people import RANKED_FROM, Kicked, Message, Rating, RatingChange, Report
from .tallies import BidTally, Tally

__all__ = [
    "CODES",
    "MADE",
    "RANKED_FROM",
    "Bid",
    "BidTally",
    "Deal",
    "Game",
    "Kicked",
    "Message",
    "Play",
    "Rating",
    "RatingChange",
    "Report",
    "Score",
    "Seat",
    "Tally",
    "Trick",
    "new_code",
]
