"""Revolts and wars: who fights, how strong, and what the loser gives up.

The phases are the sequence: `war` (pick the colour), `support` (attacker, then defender), and
again. What follows a conflict is the business of rules.py.
"""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris.regions import (
    common,
    connected_cells,
    contains,
    fill,
    load,
    neighbours,
    region_of,
    set_leader,
    single,
    size,
    store,
    survey,
    without,
)
from triarchy.games.tigris.state import (
    NO_CONFLICT,
    NONE,
    RED,
    REVOLT,
    SUPPORT,
    WARFARE,
)


@compiled
def begin(state, kind, colour, attacker, defender):
    """Set up a conflict between two leaders of one colour; the attacker commits first."""
    state.conflict = kind
    state.conflict_colour = colour
    state.attacker = attacker
    state.defender = defender
    state.attacker_board = strength(state, kind, colour, attacker)
    state.defender_board = strength(state, kind, colour, defender)
    state.attacker_support = NONE
    state.phase = SUPPORT
    state.to_move = attacker


@compiled
def strength(state, kind, colour, seat):
    """What a seat's leader has on the board.

    In a revolt the face-up temples next to it; one temple may count for both. In a war the
    followers of its colour in its own side.
    """
    cell = int(state.leader_cell[seat, colour])
    if kind == REVOLT:
        # Ruling T-10
        return size(temples_beside(state, cell))
    return size(common(side_of(state, cell), load(state.tiles[colour])))


@compiled
def temples_beside(state, cell):
    """The face-up temples next to a cell."""
    return common(neighbours(single(cell)), load(state.tiles[RED]))


@compiled
def parted_cells(state):
    """The cells that make up regions; while wars are pending without the marked tile, which
    belongs to neither side."""
    cells = connected_cells(state)
    # Rulings T-14, T-15
    if int(state.unification) != NONE:
        cells = without(cells, single(int(state.unification)))
    return cells


@compiled
def side_of(state, cell):
    """What is connected to a cell without passing through the marked tile."""
    return fill(single(cell), parted_cells(state))


@compiled
def fights(state, region, colour):
    """Whether two leaders of this colour are in the region."""
    found = 0
    for seat in range(int(state.players)):
        cell = int(state.leader_cell[seat, colour])
        if cell >= 0 and contains(region, cell):
            found += 1
    return found > 1


@compiled
def pending_wars(state):
    """The colours whose leaders meet through the marked tile: bit c for colour c."""
    region = region_of(state, int(state.unification))
    colours = 0
    for colour in range(4):
        if fights(state, region, colour):
            colours |= 1 << colour
    return colours


@compiled
def sides_of_war(state, colour):
    """Who fight a pending war of this colour, and first the attacker: the active player if involved,
    else the nearest one clockwise."""
    region = region_of(state, int(state.unification))
    players = int(state.players)
    attacker = NONE
    defender = NONE
    # Ruling T-13
    for k in range(players):
        seat = (int(state.active) + k) % players
        cell = int(state.leader_cell[seat, colour])
        if cell >= 0 and contains(region, cell):
            if attacker == NONE:
                attacker = seat
            elif defender == NONE:
                defender = seat
    return attacker, defender


@compiled
def begin_war(state, colour):
    attacker, defender = sides_of_war(state, colour)
    begin(state, WARFARE, colour, attacker, defender)


@compiled
def committed_colour(state):
    """Revolts are fought with temples, wars with followers of the leaders' colour."""
    return RED if int(state.conflict) == REVOLT else int(state.conflict_colour)


@compiled
def may_commit(state, n):
    """Whether the seat to move may commit n tiles; only `support: english` sets limits."""
    # Ruling T-9
    if int(state.english_support) == 0 or n == 0:
        return True
    if int(state.attacker_support) == NONE:
        return int(state.attacker_board) + n > int(state.defender_board)
    attack = int(state.attacker_board) + int(state.attacker_support)
    return int(state.defender_board) + n == attack


@compiled
def commit(state, n):
    """Lay out n tiles from behind the screen; they leave the game whoever wins."""
    seat = int(state.to_move)
    colour = committed_colour(state)
    state.hands[seat, colour] = int(state.hands[seat, colour]) - n
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) - n
    # Ruling T-11
    state.removed[colour] = int(state.removed[colour]) + n


@compiled
def attack_wins(attack, defence):
    """A tie is the defender's."""
    return attack > defence


@compiled
def resolve(state, defence):
    """Decide the conflict, the defender having committed `defence` tiles."""
    kind = int(state.conflict)
    colour = int(state.conflict_colour)
    attack = int(state.attacker_board) + int(state.attacker_support)
    if attack_wins(attack, int(state.defender_board) + defence):
        winner, loser = int(state.attacker), int(state.defender)
    else:
        winner, loser = int(state.defender), int(state.attacker)
    if kind == REVOLT:
        state.points[winner, RED] += 1
    else:
        state.points[winner, colour] += 1 + remove_followers(state, colour, loser)
    set_leader(state, loser, colour, NONE)
    survey(state)
    clear(state)


@compiled
def remove_followers(state, colour, loser):
    """The beaten leader's followers leave the game; returns how many.

    In a war of priests temples stay that hold a treasure or lie next to another leader.
    """
    cell = int(state.leader_cell[loser, colour])
    lost = common(side_of(state, cell), load(state.tiles[colour]))
    if colour == RED:
        others = without(load(state.leaders), single(cell))
        # Ruling T-17
        lost = without(without(lost, load(state.treasures)), neighbours(others))
    store(state.tiles[colour], without(load(state.tiles[colour]), lost))
    number = size(lost)
    state.removed[colour] = int(state.removed[colour]) + number
    return number


@compiled
def clear(state):
    """No conflict is being fought."""
    state.conflict = NO_CONFLICT
    state.conflict_colour = NONE
    state.attacker = NONE
    state.defender = NONE
    state.attacker_board = 0
    state.defender_board = 0
    state.attacker_support = NONE
