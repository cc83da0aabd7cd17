"""The only writer of games. Every action checks, then does, in one transaction.

An action says which moment it answers: a bid or card its deal and turn (the actions taken in the
deal so far), a clock the game's version, a computer a version of this same turn. What answers
another moment is refused and changes nothing. Every change raises the game's version and sets both
alarms: when a computer should act next, and when people's time runs out. Telling others (`live`,
`tasks`) is the caller's business, after the commit.
"""

from .absence import come_back, hand_to_computer, leave, mark_gone, take_back
from .agreeing import decline_pause, next_deal, pause, resume
from .due import time_is_up
from .inheriting import hand_over
from .matching import quick_match
from .moderating import end_game, void_game
from .opening import (
    Opening,
    kick,
    open_table,
    refuse_stranger,
    rematch,
    seat_computer,
    sit,
    start,
)
from .playing import (
    act_as_chosen,
    act_for_computer,
    bid,
    choose_ahead,
    give_up,
    play,
    set_pace,
    start_game,
)
from .simulating import simulate

__all__ = [
    "Opening",
    "act_as_chosen",
    "act_for_computer",
    "bid",
    "choose_ahead",
    "come_back",
    "decline_pause",
    "end_game",
    "give_up",
    "hand_over",
    "hand_to_computer",
    "kick",
    "leave",
    "mark_gone",
    "next_deal",
    "open_table",
    "pause",
    "play",
    "quick_match",
    "refuse_stranger",
    "rematch",
    "resume",
    "seat_computer",
    "set_pace",
    "simulate",
    "sit",
    "start",
    "start_game",
    "take_back",
    "time_is_up",
    "void_game",
]
