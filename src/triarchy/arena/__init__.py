"""Tournaments among bots: fair seats, equal seeds, every finished game kept, sound figures."""

from triarchy.arena.plan import Tournament
from triarchy.arena.running import run_tournament
from triarchy.arena.summary import summarise

__all__ = ["Tournament", "run_tournament", "summarise"]
