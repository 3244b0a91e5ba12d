"""Everything Meridian says to people, in English, German and Dutch: a `GameText`."""

from triarchy.games.meridian.text.introduction import about, option_words
from triarchy.games.meridian.text.legend import legend
from triarchy.games.meridian.text.lessons import lessons
from triarchy.games.meridian.text.log import landmark, preview, sentence
from triarchy.games.meridian.text.prompts import label, prompt
from triarchy.games.meridian.text.reasons import explain, why_not
from triarchy.games.meridian.text.rulebook import help_anchor, rulebook
from triarchy.games.meridian.text.scores import final_steps, score_help
from triarchy.games.meridian.text.words import seat_names

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
