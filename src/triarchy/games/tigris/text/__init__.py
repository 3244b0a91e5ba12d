"""Everything Tigris & Euphrates says to people: the functions of `kit.presentation.GameText`."""

from triarchy.games.tigris.claims import claims as claims
from triarchy.games.tigris.claims import stakes as stakes
from triarchy.games.tigris.text.board import board_text as board_text
from triarchy.games.tigris.text.board import spoken as spoken
from triarchy.games.tigris.text.changes import clause as clause
from triarchy.games.tigris.text.changes import how_won as how_won
from triarchy.games.tigris.text.changes import stake as stake
from triarchy.games.tigris.text.changes import theme as theme
from triarchy.games.tigris.text.introduction import about as about
from triarchy.games.tigris.text.introduction import aim as aim
from triarchy.games.tigris.text.introduction import option_words as option_words
from triarchy.games.tigris.text.learning import help_anchor as help_anchor
from triarchy.games.tigris.text.learning import legend as legend
from triarchy.games.tigris.text.learning import lessons as lessons
from triarchy.games.tigris.text.learning import rulebook as rulebook
from triarchy.games.tigris.text.learning import strategy as strategy
from triarchy.games.tigris.text.log import landmark as landmark
from triarchy.games.tigris.text.log import preview as preview
from triarchy.games.tigris.text.log import sentence as sentence
from triarchy.games.tigris.text.prompts import label as label
from triarchy.games.tigris.text.prompts import prompt as prompt
from triarchy.games.tigris.text.reasons import why_not as why_not
from triarchy.games.tigris.text.scores import final_steps as final_steps
from triarchy.games.tigris.text.scores import score_help as score_help
from triarchy.games.tigris.text.words import seat_names as seat_names
