"""The rules of Tigris & Euphrates: set-up and what happens; what may be done is in choices.py.

The order within an action is the rulebook's (ruling T-21): point, wars, monument, leaders home,
treasures.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle_pile
from triarchy.games.tigris import conflicts
from triarchy.games.tigris.choices import buildable_squares, placed_colour
from triarchy.games.tigris.regions import (
    common,
    contains,
    drop,
    empty,
    everywhere,
    first_cell,
    join,
    leader_in,
    load,
    near_without,
    put,
    region_of,
    send_stranded_home,
    set_leader,
    size,
    store,
    store_near,
    survey,
)
from triarchy.games.tigris.scoring import earns_point, score_monuments, score_tile
from triarchy.games.tigris.state import (
    ACTION,
    ACTIONS_A_TURN,
    BAG,
    CATASTROPHES,
    CELL,
    DO_CATASTROPHE,
    DO_CELL,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    DO_WITHDRAW,
    GREEN,
    HAND,
    LAST_TURN,
    MONUMENT,
    MONUMENTS,
    MOST_PLAYERS,
    NONE,
    OVER,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    RED,
    REVOLT,
    SQUARE,
    START_TEMPLES,
    SUPPORT,
    SWAP,
    TILES,
    TREASURE,
    TREASURE_COLUMN,
    TREASURES_AT_THE_END,
    WAR,
)

# Preparation


@compiled
def blank(state):
    """Set every field of a state of zeros that means "none" by -1."""
    for seat in range(MOST_PLAYERS):
        for colour in range(4):
            state.leader_cell[seat, colour] = NONE
    for monument in range(MONUMENTS):
        state.monument_square[monument] = NONE
        state.monument_on[monument] = NONE
    state.placed = NONE
    state.unification = NONE
    state.square = NONE
    state.piece = NONE
    state.taker = NONE
    conflicts.clear(state)


@compiled
def setup(board, state, players, options, seed):
    """Ten temples with treasures on the board, six tiles and two catastrophes for everyone."""
    blank(state)
    state.players = players
    state.open_points = options & 255
    state.english_support = (options >> 8) & 255
    store(state.tiles[RED], load(board.starts))
    store(state.treasures, load(board.starts))
    fill_bag(state, seed)
    for seat in range(players):
        state.catastrophes_left[seat] = CATASTROPHES
        draw(state, seat, HAND)
    # Ruling T-29: `active` and `to_move` are 0
    state.actions_left = ACTIONS_A_TURN
    state.phase = ACTION


@compiled
def fill_bag(state, seed):
    """Shuffle what is not on the board."""
    bag = state.bag
    n = 0
    for colour in range(3, -1, -1):  # the first tile of the list lies last
        number = TILES[colour] - (START_TEMPLES if colour == RED else 0)
        for _ in range(number):
            bag[n] = colour
            n += 1
    # The generator needs a word to keep its state in; `near` is empty until a leader is placed.
    state.near[0, 0] = np.uint64(seed)
    shuffle_pile(state.near[0], bag, BAG)
    state.near[0, 0] = np.uint64(0)
    state.bag_size = BAG


@compiled
def draw(state, seat, number):
    """Draw up to this many tiles; returns how many the bag could not give."""
    left = int(state.bag_size)
    drawn = min(number, left)
    for _ in range(drawn):
        left -= 1
        colour = int(state.bag[left])
        state.bag[left] = 0
        state.hands[seat, colour] += 1
    state.bag_size = left
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) + drawn
    return number - drawn


# What happens


# What an action leads to, in this order; at WARS, MONUMENTS and TREASURES somebody may have to decide.
TO_WARS, TO_MONUMENTS, TO_LEADERS, TO_TREASURES, TO_NEXT_ACTION, TO_NEXT_TURN, TO_NOTHING = range(7)


@compiled
def apply(board, state, action):
    """What the action itself does, then what follows up to the next decision (ruling T-21)."""
    if int(state.phase) == ACTION and action != DO_PASS:
        choose_action(state, action)
        return
    step, changed = act(board, state, action)
    if step == TO_NOTHING:
        return
    if step == TO_WARS:
        # Ruling T-16
        if conflicts.pending_wars(state) != 0:
            # Ruling T-12: the seat to move is the active one
            state.phase = WAR
            return
        state.unification = NONE
    if step <= TO_MONUMENTS:
        if offer_monument(state):
            return
    elif step == TO_LEADERS:
        send_stranded_home(state)
        survey(state)
    if step <= TO_TREASURES and offer_treasure(state, changed):
        return
    if step <= TO_NEXT_ACTION and begin_action(state):
        return
    end_turn(state)


@compiled
def act(board, state, action):
    """What an action itself does. Returns what that leads to, and where it may have changed kingdoms."""
    phase = int(state.phase)
    changed = everywhere()
    step = TO_NOTHING
    if phase == ACTION:
        step = TO_NEXT_TURN  # a pass
    elif phase == CELL:
        piece = int(state.piece)
        state.piece = NONE
        if piece < PIECE_LEADER:
            return place_tile(state, piece, action - DO_CELL)
        if piece < PIECE_CATASTROPHE:
            return place_leader(state, piece - PIECE_LEADER, action)
        step = place_catastrophe(state, action - DO_CELL)
    elif phase == SWAP:
        step = swap(state, action)
    elif phase == WAR:
        conflicts.begin_war(state, action - DO_WAR)
    elif phase == SUPPORT:
        step = support(state, action - DO_SUPPORT)
    elif phase == SQUARE:
        if action == DO_NO_MONUMENT:
            step = TO_TREASURES
        else:
            state.square = action - DO_SQUARE
            state.phase = MONUMENT
    elif phase == MONUMENT:
        step = build(state, action)
    elif phase == TREASURE:
        cell = int(board.start_cell[action - DO_TAKE])
        drop(state.treasures, cell)
        state.points[int(state.taker), TREASURE_COLUMN] += 1
        step = TO_TREASURES
    return step, changed


@compiled
def choose_action(state, action):
    """What is to be done: where, or with which tiles, comes next."""
    if action == DO_SWAP:
        state.phase = SWAP
        return
    if action == DO_CATASTROPHE:
        state.piece = PIECE_CATASTROPHE
    elif action >= DO_LEADER:
        state.piece = PIECE_LEADER + action - DO_LEADER
    else:
        state.piece = action - DO_TILE
    state.phase = CELL


@compiled
def place_tile(state, colour, cell):
    """Ein Plättchen legen: a point in a kingdom; if it joins two kingdoms, none, but wars."""
    seat = int(state.active)
    state.hands[seat, colour] = int(state.hands[seat, colour]) - 1
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) - 1
    state.placed = cell
    joins = contains(load(state.near[1]), cell)
    earns = earns_point(state, cell)
    region = empty()
    if joins or earns:
        region = join(state, cell, False)
        if earns:
            score_tile(state, region, colour)
    put(state.tiles[colour], cell)
    if joins:
        state.unification = cell
        return TO_WARS, region
    return TO_MONUMENTS, region


@compiled
def place_leader(state, colour, action):
    """Einen Anführer setzen, versetzen or zurückziehen."""
    seat = int(state.active)
    before = int(state.leader_cell[seat, colour])
    if before != NONE:
        store_near(state, near_without(state, before))
        set_leader(state, seat, colour, NONE)
    if action == DO_WITHDRAW:
        return TO_NEXT_ACTION, empty()
    cell = action - DO_CELL
    region = join(state, cell, True)
    rival = leader_in(state, colour, region)
    set_leader(state, seat, colour, cell)
    if rival != NONE:
        conflicts.begin(state, REVOLT, colour, seat, rival)
        return TO_NOTHING, region
    return TO_TREASURES, region


@compiled
def place_catastrophe(state, cell):
    """Ein Katastrophen-Plättchen einsetzen: the tile under it leaves the game."""
    seat = int(state.active)
    state.catastrophes_left[seat] = int(state.catastrophes_left[seat]) - 1
    put(state.catastrophes, cell)
    for colour in range(4):
        if contains(load(state.tiles[colour]), cell):
            drop(state.tiles[colour], cell)
            state.removed[colour] = int(state.removed[colour]) + 1
            return TO_LEADERS
    return TO_NEXT_ACTION


@compiled
def swap(state, action):
    """Bis zu 6 Plättchen tauschen: a bag that cannot give as many ends the game at once."""
    seat = int(state.active)
    if action < DO_DRAW:
        colour = action - DO_DISCARD
        state.hands[seat, colour] = int(state.hands[seat, colour]) - 1
        state.hand_sizes[seat] = int(state.hand_sizes[seat]) - 1
        state.swapped[colour] = int(state.swapped[colour]) + 1
        state.swapped_size = int(state.swapped_size) + 1
        return TO_NOTHING
    number = int(state.swapped_size)
    for colour in range(4):
        away = int(state.swapped[colour])
        state.discarded[seat, colour] = int(state.discarded[seat, colour]) + away
        state.swapped[colour] = 0
    state.discarded_sizes[seat] = int(state.discarded_sizes[seat]) + number
    state.swapped_size = 0
    # Ruling T-25
    if draw(state, seat, number) > 0:
        state.turn = int(state.turn) + 1
        end_game(state)
        return TO_NOTHING
    return TO_NEXT_ACTION


@compiled
def support(state, number):
    conflicts.commit(state, number)
    if int(state.attacker_support) == NONE:
        state.attacker_support = number
        state.to_move = state.defender
        return TO_NOTHING
    war = int(state.conflict) != REVOLT
    conflicts.resolve(state, number)
    state.to_move = state.active
    return TO_WARS if war else TO_TREASURES


# Monuments


@compiled
def offer_monument(state):
    """Monumente bauen: now or never for these four tiles. Returns whether there is a choice."""
    squares = buildable_squares(state)
    number = size(squares)
    if number == 1:
        state.square = first_cell(squares)
        state.phase = MONUMENT
    elif number > 1:
        state.phase = SQUARE
    return number > 0


@compiled
def build(state, action):
    """Flip the four tiles: they connect, and nothing else. Treasures on them stay."""
    step = TO_TREASURES
    if action != DO_NO_MONUMENT:
        monument = action - DO_MONUMENT
        square = int(state.square)
        colour = placed_colour(state)
        state.monument_square[monument] = square
        state.monument_on[monument] = colour
        for i in range(4):
            cell = square + (i & 1) + 16 * (i >> 1)
            # Ruling T-19
            drop(state.tiles[colour], cell)
            put(state.flipped, cell)
        if colour == RED:
            step = TO_LEADERS
    state.square = NONE
    return step


# Treasures, and the end of actions, turns and the game


@compiled
def offer_treasure(state, changed):
    """Schätze vergeben: a kingdom's trader takes all but one, at the end of every action. Returns whether
    one is to be taken; only kingdoms where something changed can owe any."""
    if size(common(changed, load(state.treasures))) < 2:
        return False
    players = int(state.players)
    for k in range(players):
        seat = (int(state.active) + k) % players
        # Ruling T-22
        cell = int(state.leader_cell[seat, GREEN])
        if cell >= 0 and contains(changed, cell) and treasures_owed(state, seat) > 0:
            state.taker = seat
            state.to_move = seat
            state.phase = TREASURE
            return True
    return False


@compiled
def treasures_owed(state, seat):
    """How many treasures a seat's trader takes: all of its kingdom's but one."""
    cell = int(state.leader_cell[seat, GREEN])
    if cell < 0:
        return 0
    return max(0, size(common(region_of(state, cell), load(state.treasures))) - 1)


@compiled
def begin_action(state):
    """The next action of the turn, if there is one left: whether there is."""
    state.placed = NONE
    state.taker = NONE
    left = int(state.actions_left) - 1
    state.actions_left = left
    if left > 0:
        state.phase = ACTION
        state.to_move = state.active
    return left > 0


@compiled
def end_turn(state):
    """Zugende: monuments, then all hands are filled up, the active player's first."""
    score_monuments(state)
    players = int(state.players)
    active = int(state.active)
    # Ruling T-24
    for k in range(players):
        seat = (active + k) % players
        draw(state, seat, HAND - int(state.hand_sizes[seat]))
    state.turn = int(state.turn) + 1
    if what_ends_it(state) != GOES_ON:
        end_game(state)
        return
    active = (active + 1) % players
    state.active = active
    state.to_move = active
    state.actions_left = ACTIONS_A_TURN
    state.phase = ACTION


GOES_ON, BAG_EMPTY, FEW_TREASURES, TURNS_OVER = range(4)
"""What can end the game with a turn."""


@compiled
def what_ends_it(state):
    """What ends the game with the turn that has just been completed; GOES_ON if nothing does."""
    # Rulings T-25, T-26, T-27
    if int(state.bag_size) == 0:
        for seat in range(int(state.players)):
            if int(state.hand_sizes[seat]) < HAND:
                return BAG_EMPTY
    if few_treasures(state):
        return FEW_TREASURES
    return TURNS_OVER if int(state.turn) == LAST_TURN else GOES_ON


@compiled
def few_treasures(state):
    return size(load(state.treasures)) <= TREASURES_AT_THE_END


@compiled
def end_game(state):
    state.actions_left = 0
    state.phase = OVER
    state.to_move = NONE
