"""Everything Meridian says to people, in English, German and Dutch: a `GameText`."""

from triarchy.games.meridian.claims import claims as claims
from triarchy.games.meridian.claims import stakes as stakes
from triarchy.games.meridian.text.board import board_text as board_text
from triarchy.games.meridian.text.board import spoken as spoken
from triarchy.games.meridian.text.changes import clause as clause
from triarchy.games.meridian.text.changes import how_won as how_won
from triarchy.games.meridian.text.changes import stake as stake
from triarchy.games.meridian.text.changes import theme as theme
from triarchy.games.meridian.text.introduction import about as about
from triarchy.games.meridian.text.introduction import aim as aim
from triarchy.games.meridian.text.introduction import option_words as option_words
from triarchy.games.meridian.text.learning import help_anchor as help_anchor
from triarchy.games.meridian.text.learning import legend as legend
from triarchy.games.meridian.text.learning import lessons as lessons
from triarchy.games.meridian.text.learning import rulebook as rulebook
from triarchy.games.meridian.text.learning import strategy as strategy
from triarchy.games.meridian.text.log import landmark as landmark
from triarchy.games.meridian.text.log import preview as preview
from triarchy.games.meridian.text.log import sentence as sentence
from triarchy.games.meridian.text.prompts import label as label
from triarchy.games.meridian.text.prompts import prompt as prompt
from triarchy.games.meridian.text.reasons import why_not as why_not
from triarchy.games.meridian.text.scores import final_steps as final_steps
from triarchy.games.meridian.text.scores import score_help as score_help
from triarchy.games.meridian.text.words import seat_names as seat_names
