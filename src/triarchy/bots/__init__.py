"""Bots: players that are programs. Each sees a view, what its seat may know, and nothing else.

>>> from triarchy.bots import bot
>>> bot("search:sims=200,c=0.7")
<Bot search:sims=200,c=0.7>
"""

from triarchy.bots.analysis import Judgement, Study, analyse, hint, study
from triarchy.bots.base import Bot
from triarchy.bots.named import STRENGTHS, Strength, bot, strength_words
from triarchy.bots.playing import choose_move, play_game

__all__ = [
    "STRENGTHS",
    "Bot",
    "Judgement",
    "Strength",
    "Study",
    "analyse",
    "bot",
    "choose_move",
    "hint",
    "play_game",
    "strength_words",
    "study",
]
