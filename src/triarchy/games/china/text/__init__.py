"""Everything China says to people, in English, German and Dutch.

The functions are those of `kit.presentation.GameText`.
"""

from triarchy.games.china.text.introduction import about, option_words
from triarchy.games.china.text.legend import legend
from triarchy.games.china.text.lessons import lessons
from triarchy.games.china.text.log import landmark, preview, sentence
from triarchy.games.china.text.prompts import label, prompt
from triarchy.games.china.text.reasons import explain, why_not
from triarchy.games.china.text.rulebook import help_anchor, rulebook
from triarchy.games.china.text.scores import final_steps, score_help
from triarchy.games.china.text.words import seat_names

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
