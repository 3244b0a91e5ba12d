"""The lines of the log, and what a move would do, both told from the positions around it."""

from __future__ import annotations

from functools import cached_property

from triarchy.games.tigris import rules
from triarchy.games.tigris.sight import Conflict, TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    CELL,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SUPPORT,
    DO_TAKE,
    DO_WAR,
    DO_WITHDRAW,
    MONUMENT,
    NONE,
    SQUARE,
    SUPPORT,
    SWAP,
    TREASURE,
    TREASURE_COLUMN,
    WAR,
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
from triarchy.kit.language import Translate, counted, mark
from triarchy.kit.sight import Reader

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
_WAR_OF = (
    mark("war (black leaders)"),
    mark("war (red leaders)"),
    mark("war (blue leaders)"),
    mark("war (green leaders)"),
)
_REVOLT_OF = (
    mark("revolt (black leaders)"),
    mark("revolt (red leaders)"),
    mark("revolt (blue leaders)"),
    mark("revolt (green leaders)"),
)
_GOES_HOME = (
    mark("{name}'s black leader leaves the board."),
    mark("{name}'s red leader leaves the board."),
    mark("{name}'s blue leader leaves the board."),
    mark("{name}'s green leader leaves the board."),
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


def conflict_name(say: Translate, conflict: Conflict) -> str:
    """ "revolt of the red leaders"."""
    return say((_REVOLT_OF if conflict.revolt else _WAR_OF)[conflict.colour])


class Story:
    """What one action did, read from the views before and after it."""

    def __init__(
        self, before: TigrisSight, action: int, after: TigrisSight, reader: Reader
    ) -> None:
        self.before = before
        self.action = action
        self.after = after
        self.names = reader.names
        self.say = speaker(reader.language)
        self.phase = before.phase
        self.mover = before.to_move
        self.active = before.active
        self.short_swap = self.phase == SWAP and after.over and self._swap_fell_short()
        self.turn_over = after.turn > before.turn

    def _swap_fell_short(self) -> bool:
        """Whether the bag gave fewer tiles than were put away."""
        wanted = self.before.hand_sizes[self.active] + self.before.swapped_size
        return self.after.hand_sizes[self.active] < wanted

    @cached_property
    def monuments(self) -> list[int]:
        """The points by colour that the active seat got from monuments."""
        if not self.turn_over or self.short_swap:
            return [0, 0, 0, 0]
        return self.after.monument_points(self.active)

    def gains(self) -> list[str]:
        """What everyone gained at once, monuments apart: "1 red point for Lion"."""
        found = []
        for seat, (before, after) in enumerate(
            zip(self.before.points, self.after.points, strict=True)
        ):
            for colour in range(5):
                gain = after[colour] - before[colour]
                if seat == self.active and colour != TREASURE_COLUMN:
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
        name = self.names[self.active]
        if self.before.tile != NONE:
            doing = self.say(_LAYS[self.before.tile], name=name, cell=CELL_NAMES[self.action])
            return doing, self.gains() or self.joining()
        if self.before.leader != NONE:
            return self.placing_leader(self.before.leader)
        doing = self.say(
            "{name} puts a catastrophe on {cell}", name=name, cell=CELL_NAMES[self.action]
        )
        lost = self.before.tile_at.get(self.action)
        return doing, [] if lost is None else [self.say(_DESTROYED[lost])]

    def joining(self) -> list[str]:
        """What a tile without a point has done: joined kingdoms, or nothing."""
        if self.after.wars:
            fights = [self.say(_WAR_OF[colour]) for colour in self.after.wars]
            return [self.say("two kingdoms are joined"), in_row(self.say, fights)]
        if self.before.joins_kingdoms(self.action):
            return [self.say("two kingdoms are joined in peace")]
        return [self.say("no point")]

    def placing_leader(self, colour: int) -> tuple[str, list[str]]:
        name = self.names[self.active]
        old = self.before.lifted
        if self.action == DO_WITHDRAW:
            return self.say(_WITHDRAWS[colour], name=name, cell=CELL_NAMES[old]), []
        cell = CELL_NAMES[self.action]
        if old == NONE:
            doing = self.say(_PLACES[colour], name=name, cell=cell)
        else:
            doing = self.say(_MOVES[colour], name=name, old=CELL_NAMES[old], cell=cell)
        conflict = self.after.conflict
        if conflict is None:
            return doing, []
        revolt = self.say(
            "revolt against {name}, {attack} against {defence}",
            name=self.names[conflict.defender],
            attack=conflict.attacker_board,
            defence=conflict.defender_board,
        )
        return doing, [revolt]

    def choosing_war(self) -> tuple[str, list[str]]:
        conflict = self.after.conflict
        assert conflict is not None
        versus = self.versus(conflict, None, None)
        return capital(self.say(_WAR_OF[self.action - DO_WAR])), [versus]

    def versus(self, conflict: Conflict, attack: int | None, defence: int | None) -> str:
        """Both sides, with the tiles they have added."""
        return self.say(
            "{attacker} {attack} against {defender} {defence}",
            attacker=self.names[conflict.attacker],
            attack=sum_of(conflict.attacker_board, attack),
            defender=self.names[conflict.defender],
            defence=sum_of(conflict.defender_board, defence),
        )

    def supporting(self) -> tuple[str, list[str]]:
        number = self.action - DO_SUPPORT
        conflict = self.before.conflict
        assert conflict is not None
        if conflict.attacker_support is None:
            name = self.names[self.mover]
            if number == 0:
                doing = self.say("{name} adds nothing", name=name)
            elif number == 1:
                doing = self.say(_ADDS_ONE[conflict.tiles], name=name)
            else:
                doing = self.say(_ADDS[conflict.tiles], name=name, count=number)
            result = self.say(
                "{attack} against {defence}",
                attack=sum_of(conflict.attacker_board, number),
                defence=conflict.defender_board,
            )
            return doing, [result]
        fight = conflict_name(self.say, conflict)
        versus = self.versus(conflict, conflict.attacker_support, number)
        return f"{capital(fight)}, {versus}", self.outcome(conflict, number)

    def outcome(self, conflict: Conflict, number: int) -> list[str]:
        """Who has won the conflict, what the loser has lost and the winner gained."""
        if conflict.attack_wins(number):
            won = self.say("{name} wins", name=self.names[conflict.attacker])
        else:
            won = self.say("{name} holds", name=self.names[conflict.defender])
        colour = conflict.tiles
        lost = self.after.removed[colour] - self.before.removed[colour] - number
        losses = [counted(self.say, lost, _ONE_LOST[colour], _LOST[colour])] if lost else []
        return [won, *losses, *self.spared(conflict, number, lost), *self.gains()]

    def spared(self, conflict: Conflict, number: int, lost: int) -> list[str]:
        """The temples of the loser of a war that stay, because something protects them."""
        beaten = conflict.attack_wins(number)
        left = (conflict.defender_board if beaten else conflict.attacker_board) - lost
        if conflict.revolt or not left:
            return []
        one = mark("1 temple stays, beside another leader or with a treasure")
        several = mark("{count} temples stay, beside other leaders or with treasures")
        return [counted(self.say, left, one, several)]

    def building(self) -> str:
        return self.say(
            "{name} builds the {monument} monument on {square}",
            name=self.names[self.active],
            monument=monument_name(self.say, self.action - DO_MONUMENT),
            square=square_name(self.before.square),
        )

    # What has no results worth a colon

    def plain(self) -> str:
        """The whole sentence of an action that `doing` does not tell."""
        name = self.names[self.mover]
        if self.phase == ACTION and self.action == DO_PASS:
            if self.before.actions_left > 1:
                return self.say("{name} passes.", name=name)
            return self.say("{name} skips the second action.", name=name)
        if self.phase == SWAP:
            number = self.before.swapped_size
            one, several = mark("{name} swaps 1 tile."), mark("{name} swaps {count} tiles.")
            return self.say(one if number == 1 else several, name=name, count=number)
        if self.phase in (SQUARE, MONUMENT):
            return self.say("{name} builds no monument.", name=name)
        cell = self.before.start_cells[self.action - DO_TAKE]
        return self.say("{name} takes the treasure from {cell}.", name=name, cell=CELL_NAMES[cell])

    # What followed

    def sent_home(self) -> list[str]:
        """Leaders that are no longer on the board, but for one that was withdrawn."""
        withdrawn = self.phase == CELL and self.action == DO_WITHDRAW
        gone = []
        for seat, cells in enumerate(self.after.leader_cells):
            for colour, cell in enumerate(cells):
                left = cell == NONE and self.before.leader_cells[seat][colour] != NONE
                if left and not (withdrawn and seat == self.active):
                    gone.append(self.say(_GOES_HOME[colour], name=self.names[seat]))
        return gone

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
        spent = [0] * self.before.players
        if self.before.tile != NONE:
            spent[self.active] = 1
        elif self.phase == SUPPORT:
            spent[self.mover] = self.action - DO_SUPPORT
        elif self.phase == SWAP:
            spent[self.active] = -self.before.swapped_size
        numbers = []
        for seat, used in enumerate(spent):
            number = self.after.hand_sizes[seat] - self.before.hand_sizes[seat] + used
            if number > 0:
                numbers.append(f"{self.names[seat]} {number}")
        return [self.say("Tiles drawn: {list}.", list=", ".join(numbers))] if numbers else []

    def ending(self) -> list[str]:
        if not self.after.over:
            return []
        ended_by = self.after.what_ends_it
        if ended_by == rules.BAG_EMPTY:
            return [self.say("The bag is empty: the game is over.")]
        if ended_by == rules.FEW_TREASURES:
            return [self.say("Only one or two treasures are left on the board: the game is over.")]
        return [self.say("The game is over.")]

    def owed(self) -> list[str]:
        if self.after.phase != TREASURE or self.phase == TREASURE:
            return []
        name, number = self.names[self.after.taker], self.after.treasures_owed
        if number == 1:
            return [self.say("{name} takes 1 treasure.", name=name)]
        return [self.say("{name} takes {count} treasures.", name=name, count=number)]

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


def sentence(before: TigrisSight, action: int, after: TigrisSight, reader: Reader) -> str:
    return Story(before, action, after, reader).whole()


def landmark(before: TigrisSight, action: int, after: TigrisSight, language: str) -> str:
    """Conflicts when they are decided, monuments, catastrophes."""
    say = speaker(language)
    conflict = before.conflict
    if before.phase == SUPPORT and conflict is not None and conflict.attacker_support is not None:
        return say("Revolt") if conflict.revolt else say("War")
    if before.phase == MONUMENT and action != DO_NO_MONUMENT:
        return say("Monument")
    if before.phase == CELL and before.tile == NONE and before.leader == NONE:
        return say("Catastrophe tile")
    return ""


def preview(sight: TigrisSight, action: int, reader: Reader) -> list[str]:
    """The action is played on a copy of the view; what it draws there is never said."""
    if sight.phase == ACTION and action != DO_PASS:
        return []
    conflict = sight.conflict
    if conflict is not None and conflict.attacker_support is None:
        return _needed(conflict, action - DO_SUPPORT, reader)
    after = sight.after(action)
    story = Story(sight, action, after, reader)
    _, results = story.doing()
    first = [capital(", ".join(results)) + "."] if results else []
    if sight.tile != NONE:
        first += _wars_to_come(after, reader)
    if sight.phase == MONUMENT and action != DO_NO_MONUMENT:
        first += _monument_earners(story)
    return [
        *first,
        *story.sent_home(),
        *story.owed(),
        *story.monument_points(),
        *story.ending(),
    ]


def _needed(conflict: Conflict, number: int, reader: Reader) -> list[str]:
    """What the defender would need against this attack."""
    say = speaker(reader.language)
    name, missing = reader.names[conflict.defender], conflict.needed(number)
    if missing == 0:
        return [say("{name} holds without adding anything.", name=name)]
    if missing == 1:
        return [say("{name} needs 1 more tile to hold.", name=name)]
    return [say("{name} needs {count} more tiles to hold.", name=name, count=missing)]


def _wars_to_come(after: TigrisSight, reader: Reader) -> list[str]:
    """Each war that a tile would bring, with the strengths on the board."""
    say = speaker(reader.language)
    return [
        f"{capital(say(COLOUR_WORDS[colour]))}: "
        + ", ".join(f"{reader.names[leader.seat]} {leader.followers}" for leader in leaders)
        + "."
        for colour, leaders in after.wars.items()
    ]


def _monument_earners(story: Story) -> list[str]:
    """Who will get points from the new monument at the end of each of his turns."""
    monument = story.action - DO_MONUMENT
    earners = []
    for seat in range(story.after.players):
        for built, colour in story.after.earnings(seat):
            if built == monument:
                earners.append(story.for_seat(points(story.say, colour, 1), seat))
    if not earners:
        return [story.say("No leader would score points from it yet.")]
    return [story.say("Every turn: {gains}.", gains=", ".join(earners))]
