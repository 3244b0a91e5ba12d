"""Everything China says to people, in English, German and Dutch.

The functions are those of `kit.presentation.GameText`.
"""

from triarchy.games.china.claims import claims as claims
from triarchy.games.china.claims import stakes as stakes
from triarchy.games.china.text.board import board_text as board_text
from triarchy.games.china.text.board import spoken as spoken
from triarchy.games.china.text.changes import clause as clause
from triarchy.games.china.text.changes import how_won as how_won
from triarchy.games.china.text.changes import stake as stake
from triarchy.games.china.text.changes import theme as theme
from triarchy.games.china.text.introduction import about as about
from triarchy.games.china.text.introduction import aim as aim
from triarchy.games.china.text.introduction import option_words as option_words
from triarchy.games.china.text.learning import help_anchor as help_anchor
from triarchy.games.china.text.learning import legend as legend
from triarchy.games.china.text.learning import lessons as lessons
from triarchy.games.china.text.learning import rulebook as rulebook
from triarchy.games.china.text.learning import strategy as strategy
from triarchy.games.china.text.log import landmark as landmark
from triarchy.games.china.text.log import preview as preview
from triarchy.games.china.text.log import sentence as sentence
from triarchy.games.china.text.prompts import label as label
from triarchy.games.china.text.prompts import prompt as prompt
from triarchy.games.china.text.reasons import why_not as why_not
from triarchy.games.china.text.scores import final_steps as final_steps
from triarchy.games.china.text.scores import score_help as score_help
from triarchy.games.china.text.words import seat_names as seat_names
