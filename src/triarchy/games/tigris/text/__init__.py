"""Everything Euphrat & Tigris says to people: the functions of `kit.presentation.GameText`."""

from triarchy.games.tigris.text.introduction import about, option_words
from triarchy.games.tigris.text.legend import legend
from triarchy.games.tigris.text.lessons import lessons
from triarchy.games.tigris.text.log import landmark, preview, sentence
from triarchy.games.tigris.text.prompts import label, prompt
from triarchy.games.tigris.text.reasons import explain, why_not
from triarchy.games.tigris.text.rulebook import help_anchor, rulebook
from triarchy.games.tigris.text.scores import final_steps, score_help
from triarchy.games.tigris.text.words import seat_names

__all__ = [
    "about",
    "explain",
    "final_steps",
    "help_anchor",
    "label",
    "landmark",
    "legend",
    "lessons",
    "option_words",
    "preview",
    "prompt",
    "rulebook",
    "score_help",
    "seat_names",
    "sentence",
    "why_not",
]
