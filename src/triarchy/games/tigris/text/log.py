"""The lines of the log, and what a move would do, both told from the positions around it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from triarchy.games.tigris import rules
from triarchy.games.tigris.state import (
    ACTION,
    CELL,
    DO_DISCARD,
    DO_DRAW,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SUPPORT,
    DO_TAKE,
    DO_WAR,
    DO_WITHDRAW,
    MONUMENT,
    NOWHERE,
    OVER,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    REVOLT,
    SQUARE,
    SUPPORT,
    SWAP,
    TAKING,
    TREASURE,
    TREASURES_AT_THE_END,
    WAR,
)
from triarchy.games.tigris.text.situation import (
    Situation,
    committed_colour,
    gathered,
    spread,
    sums,
)
from triarchy.games.tigris.text.words import (
    CELL_NAMES,
    COLOUR_WORDS,
    capital,
    in_row,
    monument_name,
    points,
    speaker,
    square_name,
    sum_of,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate, counted, mark

_LAYS = (
    mark("{name} lays a black tile on {cell}"),
    mark("{name} lays a red tile on {cell}"),
    mark("{name} lays a blue tile on {cell}"),
    mark("{name} lays a green tile on {cell}"),
)
_PLACES = (
    mark("{name} places the black leader on {cell}"),
    mark("{name} places the red leader on {cell}"),
    mark("{name} places the blue leader on {cell}"),
    mark("{name} places the green leader on {cell}"),
)
_MOVES = (
    mark("{name} moves the black leader from {old} to {cell}"),
    mark("{name} moves the red leader from {old} to {cell}"),
    mark("{name} moves the blue leader from {old} to {cell}"),
    mark("{name} moves the green leader from {old} to {cell}"),
)
_WITHDRAWS = (
    mark("{name} withdraws the black leader from {cell}"),
    mark("{name} withdraws the red leader from {cell}"),
    mark("{name} withdraws the blue leader from {cell}"),
    mark("{name} withdraws the green leader from {cell}"),
)
_DESTROYED = (
    mark("the black tile there is lost"),
    mark("the red tile there is lost"),
    mark("the blue tile there is lost"),
    mark("the green tile there is lost"),
)
_PUTS_AWAY = (
    mark("{name} puts a black tile away."),
    mark("{name} puts a red tile away."),
    mark("{name} puts a blue tile away."),
    mark("{name} puts a green tile away."),
)
_WAR_OF = (
    mark("war of the black leaders"),
    mark("war of the red leaders"),
    mark("war of the blue leaders"),
    mark("war of the green leaders"),
)
_REVOLT_OF = (
    mark("revolt of the black leaders"),
    mark("revolt of the red leaders"),
    mark("revolt of the blue leaders"),
    mark("revolt of the green leaders"),
)
_GOES_HOME = (
    mark("The black leader of {name} goes home."),
    mark("The red leader of {name} goes home."),
    mark("The blue leader of {name} goes home."),
    mark("The green leader of {name} goes home."),
)
_ADDS_ONE = (
    mark("{name} adds 1 black tile"),
    mark("{name} adds 1 red tile"),
    mark("{name} adds 1 blue tile"),
    mark("{name} adds 1 green tile"),
)
_ADDS = (
    mark("{name} adds {count} black tiles"),
    mark("{name} adds {count} red tiles"),
    mark("{name} adds {count} blue tiles"),
    mark("{name} adds {count} green tiles"),
)
_ONE_LOST = (
    mark("1 black tile leaves the board"),
    mark("1 red tile leaves the board"),
    mark("1 blue tile leaves the board"),
    mark("1 green tile leaves the board"),
)
_LOST = (
    mark("{count} black tiles leave the board"),
    mark("{count} red tiles leave the board"),
    mark("{count} blue tiles leave the board"),
    mark("{count} green tiles leave the board"),
)


def war_name(say: Translate, revolt: bool, colour: int) -> str:
    """ "revolt of the red leaders"."""
    return say((_REVOLT_OF if revolt else _WAR_OF)[colour])


class Story:
    """What one action did, read from the views before and after it."""

    def __init__(
        self,
        board: Board,
        before: State,
        action: int,
        after: State,
        names: Sequence[str],
        say: Translate,
    ) -> None:
        self.board = board
        self.before = before
        self.action = action
        self.after = after
        self.names = names
        self.say = say
        self.phase = int(before.phase)
        self.mover = int(before.to_move)
        self.active = int(before.active)
        self.short_swap = (
            self.phase == SWAP and int(after.phase) == OVER and self._swap_fell_short()
        )
        self.turn_over = int(after.turn) > int(before.turn)

    def _swap_fell_short(self) -> bool:
        return int(self.before.swapped_count) > int(self.before.bag_count)

    @cached_property
    def situation(self) -> Situation:
        return Situation(self.board, self.after)

    @cached_property
    def monuments(self) -> list[int]:
        """The points by colour that the active seat got from monuments."""
        if not self.turn_over or self.short_swap:
            return [0, 0, 0, 0]
        return self.situation.monument_points(self.active)

    def gains(self) -> list[str]:
        """What everyone gained at once, monuments apart: "1 red point for Lion"."""
        found = []
        for seat in range(int(self.before.players)):
            for colour in range(5):
                gain = int(self.after.points[seat, colour]) - int(self.before.points[seat, colour])
                if seat == self.active and colour != TREASURE:
                    gain -= self.monuments[colour]
                if gain:
                    found.append(self.for_seat(points(self.say, colour, gain), seat))
        return found

    def for_seat(self, what: str, seat: int) -> str:
        return self.say("{points} for {name}", points=what, name=self.names[seat])

    # The action itself

    def doing(self) -> tuple[str, list[str]]:
        """The action in words without a full stop, and its immediate results."""
        if self.phase == CELL:
            return self.placing()
        if self.phase == WAR:
            return self.choosing_war()
        if self.phase == SUPPORT:
            return self.supporting()
        if self.phase == MONUMENT and self.action != DO_NO_MONUMENT:
            return self.building(), []
        return "", []

    def placing(self) -> tuple[str, list[str]]:
        piece = int(self.before.piece)
        name = self.names[self.active]
        if piece < PIECE_LEADER:
            doing = self.say(_LAYS[piece], name=name, cell=CELL_NAMES[self.action])
            return doing, self.gains() or self.joining()
        if piece < PIECE_CATASTROPHE:
            return self.placing_leader(piece - PIECE_LEADER)
        doing = self.say(
            "{name} puts a catastrophe on {cell}", name=name, cell=CELL_NAMES[self.action]
        )
        bit = 1 << self.action
        lost = [self.say(_DESTROYED[c]) for c in range(4) if gathered(self.before.tiles[c]) & bit]
        return doing, lost

    def joining(self) -> list[str]:
        """What a tile without a point has done: joined kingdoms, or nothing."""
        if int(self.after.phase) == WAR:
            rivals = Situation(self.board, self.after).rivals()
            fights = [self.say(_WAR_OF[colour]) for colour in rivals]
            return [self.say("two kingdoms are joined"), in_row(self.say, fights)]
        touched = Situation(self.board, self.before).kingdoms_beside(self.action)
        if len(touched) > 1:
            return [self.say("two kingdoms are joined in peace")]
        return [self.say("no point")]

    def placing_leader(self, colour: int) -> tuple[str, list[str]]:
        name = self.names[self.active]
        old = int(self.before.leader_cell[self.active, colour])
        if self.action == DO_WITHDRAW:
            return self.say(_WITHDRAWS[colour], name=name, cell=CELL_NAMES[old]), []
        cell = CELL_NAMES[self.action]
        if old == NOWHERE:
            doing = self.say(_PLACES[colour], name=name, cell=cell)
        else:
            doing = self.say(_MOVES[colour], name=name, old=CELL_NAMES[old], cell=cell)
        if int(self.after.phase) != SUPPORT:
            return doing, []
        attack, defence = sums(self.after, 0, 0)
        revolt = self.say(
            "revolt against {name}, {attack} against {defence}",
            name=self.names[int(self.after.defender)],
            attack=attack,
            defence=defence,
        )
        return doing, [revolt]

    def choosing_war(self) -> tuple[str, list[str]]:
        attack, defence = sums(self.after, 0, 0)
        versus = self.versus(self.after, str(attack), str(defence))
        return capital(self.say(_WAR_OF[self.action - DO_WAR])), [versus]

    def versus(self, conflict: State, attack: str, defence: str) -> str:
        return self.say(
            "{attacker} {attack} against {defender} {defence}",
            attacker=self.names[int(conflict.attacker)],
            attack=attack,
            defender=self.names[int(conflict.defender)],
            defence=defence,
        )

    def supporting(self) -> tuple[str, list[str]]:
        number = self.action - DO_SUPPORT
        before = self.before
        colour = committed_colour(before)
        attack, defence = sums(before, 0, 0)
        if int(before.attacker_support) == NOWHERE:
            name = self.names[self.mover]
            if number == 0:
                doing = self.say("{name} adds nothing", name=name)
            elif number == 1:
                doing = self.say(_ADDS_ONE[colour], name=name)
            else:
                doing = self.say(_ADDS[colour], name=name, count=number)
            result = self.say(
                "{attack} against {defence}", attack=sum_of(attack, number), defence=defence
            )
            return doing, [result]
        added = int(before.attacker_support)
        fight = war_name(self.say, int(before.conflict) == REVOLT, int(before.conflict_colour))
        versus = self.versus(before, sum_of(attack, added), sum_of(defence, number))
        return f"{capital(fight)}, {versus}", self.outcome(colour, number)

    def outcome(self, colour: int, number: int) -> list[str]:
        """Who has won the conflict, what the loser has lost and the winner gained."""
        attack, defence = sums(self.before, int(self.before.attacker_support), number)
        if attack > defence:
            won = self.say("{name} wins", name=self.names[int(self.before.attacker)])
        else:
            won = self.say("{name} holds", name=self.names[int(self.before.defender)])
        lost = int(self.after.removed[colour]) - int(self.before.removed[colour]) - number
        losses = [counted(self.say, lost, _ONE_LOST[colour], _LOST[colour])] if lost else []
        return [won, *losses, *self.gains()]

    def building(self) -> str:
        return self.say(
            "{name} builds the {monument} monument on {square}",
            name=self.names[self.active],
            monument=monument_name(self.say, self.action - DO_MONUMENT),
            square=square_name(int(self.before.square)),
        )

    # What has no results worth a colon

    def plain(self) -> str:
        """The whole sentence of an action that `doing` does not tell; "" for a mere choice."""
        name = self.names[self.mover]
        if self.phase == ACTION and self.action == DO_PASS:
            if int(self.before.actions_left) > 1:
                return self.say("{name} passes.", name=name)
            return self.say("{name} does without the second action.", name=name)
        if self.phase == SWAP:
            return self.swapping(name)
        if self.phase in (SQUARE, MONUMENT) and self.action == DO_NO_MONUMENT:
            return self.say("{name} builds no monument.", name=name)
        if self.phase == TAKING:
            cell = int(self.board.struct.start_cell[self.action - DO_TAKE])
            return self.say(
                "{name} takes the treasure from {cell}.", name=name, cell=CELL_NAMES[cell]
            )
        return ""

    def swapping(self, name: str) -> str:
        if self.action == DO_DRAW:
            number = int(self.before.swapped_count)
            if number == 1:
                return self.say("{name} swaps 1 tile.", name=name)
            return self.say("{name} swaps {count} tiles.", name=name, count=number)
        if self.action < 0:
            return self.say("{name} puts a tile away face down.", name=name)
        return self.say(_PUTS_AWAY[self.action - DO_DISCARD], name=name)

    # What followed

    def sent_home(self) -> list[str]:
        """Leaders that are no longer on the board, but for one that was withdrawn."""
        found = []
        for seat in range(int(self.before.players)):
            for colour in range(4):
                was = int(self.before.leader_cell[seat, colour])
                gone = was != NOWHERE and int(self.after.leader_cell[seat, colour]) == NOWHERE
                withdrawn = self.phase == CELL and self.action == DO_WITHDRAW
                if gone and not (withdrawn and seat == self.active):
                    found.append(self.say(_GOES_HOME[colour], name=self.names[seat]))
        return found

    def monument_points(self) -> list[str]:
        gained = [points(self.say, c, n) for c, n in enumerate(self.monuments) if n]
        if not gained:
            return []
        what = self.for_seat(in_row(self.say, gained), self.active)
        return [self.say("Monuments: {gains}.", gains=what)]

    def drawn(self) -> list[str]:
        """How many tiles everyone drew at the end of the turn; never which."""
        if not self.turn_over or self.short_swap:
            return []
        spent = [0] * int(self.before.players)
        if self.phase == CELL and int(self.before.piece) < PIECE_LEADER:
            spent[self.active] = 1
        elif self.phase == SUPPORT:
            spent[self.mover] = self.action - DO_SUPPORT
        elif self.phase == SWAP:
            spent[self.active] = -int(self.before.swapped_count)
        found = []
        for seat, used in enumerate(spent):
            number = int(self.after.hand_count[seat]) - int(self.before.hand_count[seat]) + used
            if number > 0:
                found.append(f"{self.names[seat]} {number}")
        return [self.say("Tiles drawn: {list}.", list=", ".join(found))] if found else []

    def ending(self) -> list[str]:
        if int(self.after.phase) != OVER:
            return []
        left = gathered(self.after.treasures).bit_count()
        if self.short_swap or int(self.after.bag_count) == 0:
            return [self.say("The bag is empty: the game is over.")]
        if left <= TREASURES_AT_THE_END:
            return [self.say("Hardly any treasures are left on the board: the game is over.")]
        return [self.say("The game is over.")]

    def owed(self) -> list[str]:
        if int(self.after.phase) != TAKING or self.phase == TAKING:
            return []
        taker = int(self.after.taker)
        cell = int(self.after.leader_cell[taker, 3])
        here = spread(1 << cell, self.situation.connected) & self.situation.treasures
        number = here.bit_count() - 1
        if number == 1:
            return [self.say("{name} may take 1 treasure.", name=self.names[taker])]
        return [
            self.say("{name} may take {count} treasures.", name=self.names[taker], count=number)
        ]

    def whole(self) -> str:
        """The line of the log."""
        doing, results = self.doing()
        if doing:
            first = f"{doing}: {', '.join(results)}." if results else f"{doing}."
        else:
            first = self.plain()
        after = [
            *self.sent_home(),
            *self.owed(),
            *self.monument_points(),
            *self.drawn(),
            *self.ending(),
        ]
        return " ".join([first, *after]).strip()


def sentence(
    board: Board,
    before: State,
    action: int,
    after: State,
    names: Sequence[str],
    language: str,
) -> str:
    return Story(board, before, action, after, names, speaker(language)).whole()


def preview(
    board: Board, view: State, action: int, names: Sequence[str], language: str
) -> list[str]:
    """The action is played on a copy of the view; what it draws there is never said."""
    say = speaker(language)
    phase = int(view.phase)
    if phase == ACTION and action != DO_PASS:
        return []
    after = view.copy()
    rules.apply(board.struct, after, action)
    story = Story(board, view, action, after, names, say)
    if phase == SUPPORT and int(view.attacker_support) == NOWHERE:
        return _needed(view, action - DO_SUPPORT, names, say)
    _, results = story.doing()
    first = [capital(", ".join(results)) + "."] if results else []
    if phase == CELL and int(after.phase) == WAR:
        first += _wars_to_come(board, after, names, say)
    if phase == MONUMENT and action != DO_NO_MONUMENT:
        first += _monument_earners(story)
    return [
        *first,
        *story.sent_home(),
        *story.owed(),
        *story.monument_points(),
        *story.ending(),
    ]


def _needed(view: State, number: int, names: Sequence[str], say: Translate) -> list[str]:
    """What the defender would need against this attack."""
    attack, defence = sums(view, number, 0)
    name = names[int(view.defender)]
    if attack <= defence:
        return [say("{name} holds without adding anything.", name=name)]
    missing = attack - defence
    if missing == 1:
        return [say("{name} needs 1 tile more to hold.", name=name)]
    return [say("{name} needs {count} tiles more to hold.", name=name, count=missing)]


def _wars_to_come(board: Board, after: State, names: Sequence[str], say: Translate) -> list[str]:
    """Each war with the strengths on the board."""
    return [
        f"{capital(say(COLOUR_WORDS[colour]))}: "
        + ", ".join(f"{names[leader.seat]} {leader.followers}" for leader in leaders)
        + "."
        for colour, leaders in Situation(board, after).rivals().items()
    ]


def _monument_earners(story: Story) -> list[str]:
    """Who will get points from the new monument at the end of each of his turns."""
    monument = story.action - DO_MONUMENT
    earners = []
    for seat in range(int(story.after.players)):
        for built, colour in story.situation.links(seat):
            if built == monument:
                earners.append(story.for_seat(points(story.say, colour, 1), seat))
    if not earners:
        return [story.say("No leader would earn points from it yet.")]
    return [story.say("Every turn: {gains}.", gains=", ".join(earners))]
