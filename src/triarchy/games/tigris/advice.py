"""How good a position is for each seat: what the greedy bot and the hints go by."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.engine.elementary import exp
from triarchy.games.tigris.conflicts import attack_wins, sides_of_war, strength
from triarchy.games.tigris.regions import (
    common,
    connected_cells,
    contains,
    fill,
    first_cell,
    is_empty,
    load,
    neighbours,
    set_leader,
    single,
    size,
    without,
)
from triarchy.games.tigris.scoring import ascending
from triarchy.games.tigris.state import (
    ACTIONS_A_TURN,
    BLACK,
    BLUE,
    GREEN,
    HAND,
    MONUMENTS,
    NO_CONFLICT,
    NONE,
    PAIRS,
    RED,
    REVOLT,
    TREASURE_COLUMN,
    WARFARE,
)

# What a colour is expected to bring in a turn of its owner.
WITHOUT_LEADER = 0.04
BY_THE_KING = 0.14
BY_ITS_LEADER = 0.34
BY_A_MONUMENT = 0.6
FOR_A_TILE_IN_HAND = 0.04
FOR_A_FOLLOWER = 0.02

# What one more point is worth in the weakest colour, the second weakest, ...
WEIGHTS = (1.0, 0.4, 0.15, 0.05)


# A game of more turns than LONG_GAME drags on; so many turns later, the seats are judged as if each
# had one more turn, whatever is left in the bag.
LONG_GAME = 100
DRAGGING_ON = 50


@compiled
def turns_left(state):
    """About how many turns each seat has still to come, by what is left in the bag.

    In a game that drags on the bag counts less and less: else seats with monuments would pass and
    pass, because to draw tiles brings the end nearer.
    """
    left = min(12.0, 0.5 + int(state.bag_size) / (2.5 * int(state.players)))
    beyond = min(1.0, max(0.0, (int(state.turn) - LONG_GAME) / DRAGGING_ON))
    return left * (1.0 - beyond) + beyond


# What a leader finds in its kingdom is kept in FINDINGS bits of a number: its followers, at most
# MOST_FOLLOWERS, and above them the monuments of its colour. Two numbers hold it for all leaders.
FINDINGS = 5
MOST_FOLLOWERS = 6


@compiled
def findings_in(state, kingdom, colour):
    """The followers and monuments of a colour in a kingdom."""
    found = min(MOST_FOLLOWERS, size(common(kingdom, load(state.tiles[colour]))))
    for monument in range(MONUMENTS):
        square = int(state.monument_square[monument])
        if square != NONE:
            first, second = PAIRS[monument]
            if (first == colour or second == colour) and contains(kingdom, square):
                found += MOST_FOLLOWERS + 2
    return found


@compiled
def findings(state):
    """What every leader on the board finds in its kingdom: of seats 0 and 1, of seats 2 and 3."""
    players = int(state.players)
    area = connected_cells(state)
    rest = load(state.leaders)
    low = 0
    high = 0
    while not is_empty(rest):
        kingdom = fill(single(first_cell(rest)), area)
        here = common(rest, kingdom)
        rest = without(rest, kingdom)
        for colour in range(4):
            found = -1
            for seat in range(players):
                cell = int(state.leader_cell[seat, colour])
                if cell != NONE and contains(here, cell):
                    if found < 0:
                        found = findings_in(state, kingdom, colour)
                    if seat < 2:
                        low |= found << (FINDINGS * (4 * seat + colour))
                    else:
                        high |= found << (FINDINGS * (4 * (seat - 2) + colour))
    return low, high


@compiled
def of_leader(found, seat, colour):
    """The findings of one leader."""
    return (found >> (FINDINGS * (4 * (seat & 1) + colour))) & ((1 << FINDINGS) - 1)


@compiled
def income(state, seat, colour, found):
    """The points of this colour the seat may expect in a turn."""
    cell = int(state.leader_cell[seat, colour])
    missing = HAND - int(state.hand_sizes[seat])  # drawn at the end of the turn, of any colour
    tiles = min(3.0, int(state.hands[seat, colour]) + missing / 4.0)
    if cell == NONE:
        if int(state.leader_cell[seat, BLACK]) != NONE:
            return BY_THE_KING + 0.5 * FOR_A_TILE_IN_HAND * tiles
        return WITHOUT_LEADER
    found = of_leader(found, seat, colour)
    temples = size(common(neighbours(single(cell)), load(state.tiles[RED])))
    safety = 0.7 + 0.12 * min(temples, 3)
    gain = BY_ITS_LEADER + FOR_A_TILE_IN_HAND * tiles
    gain += FOR_A_FOLLOWER * (found & (MOST_FOLLOWERS + 1))
    gain += BY_A_MONUMENT * (found // (MOST_FOLLOWERS + 2))
    return gain * safety


@compiled
def worth(a, b, c, d, treasures):
    """What four colours and some jokers are worth: the weakest counts most."""
    a, b, c, d = ascending(a, b, c, d)
    # Jokers are poured like water: they raise the lowest, then the lowest two, and so on.
    room = b - a
    used = min(treasures, room)
    a += used
    treasures -= used
    if treasures > 0.0:
        used = min(treasures, 2.0 * (c - b))
        a += used / 2.0
        b += used / 2.0
        treasures -= used
    if treasures > 0.0:
        used = min(treasures, 3.0 * (d - c))
        a += used / 3.0
        b += used / 3.0
        c += used / 3.0
        treasures -= used
    each = treasures / 4.0
    return (
        WEIGHTS[0] * (a + each)
        + WEIGHTS[1] * (b + each)
        + WEIGHTS[2] * (c + each)
        + WEIGHTS[3] * (d + each)
    )


@compiled
def to_come(state, seat, colour, found):
    """Points that a seat gets from monuments when the turn it is in the middle of ends.

    So what it does next is compared with passing, which ends the turn at once.
    """
    if seat != int(state.active) or int(state.actions_left) == ACTIONS_A_TURN:
        return 0
    return of_leader(found, seat, colour) // (MOST_FOLLOWERS + 2)


@compiled
def outlook(state, seat, turns, found):
    """The worth of the points a seat has and may still expect."""
    points = state.points[seat]
    return worth(
        int(points[0]) + to_come(state, seat, 0, found) + turns * income(state, seat, 0, found),
        int(points[1]) + to_come(state, seat, 1, found) + turns * income(state, seat, 1, found),
        int(points[2]) + to_come(state, seat, 2, found) + turns * income(state, seat, 2, found),
        int(points[3]) + to_come(state, seat, 3, found) + turns * income(state, seat, 3, found),
        float(int(points[TREASURE_COLUMN])),
    )


@compiled
def hopes(state, out):
    """The seats' outlooks, sharper towards the end."""
    turns = turns_left(state)
    sharpness = 0.25 + 0.5 / (1.0 + turns)
    low, high = findings(state)
    for seat in range(int(state.players)):
        out[seat] = sharpness * outlook(state, seat, turns, low if seat < 2 else high)


@compiled
def shares(state, out):
    """Shares of the win from the seats' hopes."""
    players = int(state.players)
    hopes(state, out)
    highest = 0.0
    for seat in range(players):
        highest = max(highest, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = exp(out[seat] - highest)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


@compiled
def support_to_come(state, colour, seat):
    """The tiles a seat can still add to a conflict, or has added."""
    if seat == int(state.attacker) and int(state.attacker_support) != NONE:
        return int(state.attacker_support)
    return int(state.hands[seat, colour])


@compiled
def loser_of(state, kind, colour, attacker, defender):
    """Who loses a conflict in which both sides add all they hold."""
    tiles = RED if kind == REVOLT else colour
    attack = strength(state, kind, colour, attacker) + support_to_come(state, tiles, attacker)
    defence = strength(state, kind, colour, defender) + support_to_come(state, tiles, defender)
    return defender if attack_wins(attack, defence) else attacker


@compiled
def send_loser_home(state, colour):
    """Take the loser of a pending conflict of this colour home, and give the winner his points.

    Returns what `bring_loser_back` needs, 0 if there is none: the loser's cell and seat, the winner, his gain.
    """
    kind = REVOLT if int(state.conflict) == REVOLT else WARFARE
    attacker, defender = int(state.attacker), int(state.defender)
    if kind == WARFARE:
        attacker, defender = sides_of_war(state, colour)
    elif int(state.conflict_colour) != colour:
        defender = NONE
    if defender == NONE:
        return 0
    loser = loser_of(state, kind, colour, attacker, defender)
    winner = attacker + defender - loser
    gain = 1 if kind == REVOLT else 1 + strength(state, kind, colour, loser)
    cell = int(state.leader_cell[loser, colour])
    set_leader(state, loser, colour, NONE)
    state.points[winner, RED if kind == REVOLT else colour] += gain
    return (gain << 12) | (winner << 10) | (loser << 8) | cell


@compiled
def bring_loser_back(state, colour, undo):
    """Make the position what it was before `send_loser_home`."""
    if undo == 0:
        return
    gained = RED if int(state.conflict) == REVOLT else colour
    state.points[(undo >> 10) & 3, gained] -= undo >> 12
    set_leader(state, (undo >> 8) & 3, colour, undo & 255)


@compiled
def evaluate(board, state, out):
    """Each seat's share of the win.

    Conflicts that have begun are judged as if they were over. To begin one is the first half of a
    choice, and until it is fought a leader looks well placed that is sure to be driven out.
    """
    if int(state.conflict) == NO_CONFLICT and int(state.unification) == NONE:
        shares(state, out)
        return
    black, red = send_loser_home(state, BLACK), send_loser_home(state, RED)
    blue, green = send_loser_home(state, BLUE), send_loser_home(state, GREEN)
    shares(state, out)
    bring_loser_back(state, GREEN, green)
    bring_loser_back(state, BLUE, blue)
    bring_loser_back(state, RED, red)
    bring_loser_back(state, BLACK, black)
