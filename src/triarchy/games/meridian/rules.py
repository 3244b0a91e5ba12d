"""Meridian's rules: set-up, what may be done, what happens. Headings are the rulebook's."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.bits import ONE, ZERO, has, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle_pile
from triarchy.games.meridian.state import (
    BUILD,
    CARD,
    CARD_KINDS,
    CITY,
    DO_CARD,
    DO_CITY,
    DO_DONE,
    DO_HEIGHT,
    DO_LIFT,
    DO_MERIDIAN,
    MERIDIAN,
    MOST_HEIGHT,
    OVER,
    PIECES,
)

# Preparation


@compiled
def setup(board, state, players, options, seed):
    """Everyone shuffles, and turns up the top two cards. There are no options."""
    state.players = players
    decks = decks_each(players)
    cards = CARD_KINDS * decks
    state.rng[0] = np.uint64(seed)
    for seat in range(players):
        state.supply[seat] = PIECES * decks
        pile = state.piles[seat]
        for i in range(cards):
            pile[cards - 1 - i] = i % CARD_KINDS + 1
        shuffle_pile(state.rng, pile, cards)
        state.pile_sizes[seat] = cards
        turn_up(state, seat, 0)
        turn_up(state, seat, 1)
    state.rng[0] = ZERO
    state.phase = CARD
    state.to_move = 0  # Ruling M-8


@compiled
def decks_each(players):
    """With two players everyone plays two colours as one: two decks, twice the pieces."""
    return 2 if players == 2 else 1


@compiled
def tower_limit(players):
    """One tower per meridian and player, two with two players."""
    return 2 if players == 2 else 1


@compiled
def turn_up(state, seat, place):
    """Turn up the next card of the pile, if there is one."""
    left = int(state.pile_sizes[seat])
    if left > 0:
        state.open[seat, place] = state.piles[seat, left - 1]
        state.piles[seat, left - 1] = 0
        state.pile_sizes[seat] = left - 1


# Towers


@compiled
def height_of(tower):
    return int(tower) & 63


@compiled
def owner_of(tower):
    return int(tower) >> 6


@compiled
def between(low, high):
    """The heights strictly between two, as a mask: bit h for height h."""
    if high <= low + 1:
        return ZERO
    return (ONE << np.uint64(high)) - (ONE << np.uint64(low + 1))


@compiled
def towers_in(board, state, meridian, seat):
    """How many towers stand in a meridian, and how many of them are the seat's."""
    towers = 0
    own = 0
    for row in range(int(board.rows)):
        tower = state.towers[meridian, row]
        if tower != 0:
            towers += 1
            if owner_of(tower) == seat:
                own += 1
    return towers, own


@compiled
def least_height(towers):
    """The first tower in a meridian is at least 2 high, whatever stood there before."""
    # Ruling M-1
    return 2 if towers == 0 else 1


@compiled
def heights_for_city(board, state, meridian, row, seat):
    """The heights the seat may build in this city, by order and push, as a mask.

    Heights fall from north to south, so a tower must be lower than the next one north of it and
    higher than the next one south of it; it pushes what stands in its city away from itself.
    """
    column = state.towers[meridian]
    north = MOST_HEIGHT + 1
    free_north = False
    for other in range(row):
        if column[other] == 0:
            free_north = True
        else:
            north = height_of(column[other])
    south = 0
    free_south = False
    for other in range(int(board.rows) - 1, row, -1):
        if column[other] == 0:
            free_south = True
        else:
            south = height_of(column[other])
    here = column[row]
    if here == 0:
        heights = between(south, north)
    elif owner_of(here) == seat:
        # Ruling M-2: the tower directly displaced must be an opponent's.
        return ZERO
    else:
        heights = ZERO
        if free_north:  # a higher tower moves north
            heights |= between(south, height_of(here))
        if free_south:  # a lower tower moves south
            heights |= between(height_of(here), north)
    if int(state.lifted_row) == row + 1:
        # Ruling M-5: building the lifted tower again in its own city is not a move.
        heights &= ~(ONE << np.uint64(state.lifted_height))
    return heights


@compiled
def buildable_heights(board, state, seat):
    """The heights for which some city of the chosen meridian can be built on, as a mask."""
    meridian = int(state.meridian) - 1
    towers, own = towers_in(board, state, meridian, seat)
    if own >= tower_limit(int(state.players)):
        return ZERO
    heights = ZERO
    for row in range(int(board.rows)):
        heights |= heights_for_city(board, state, meridian, row, seat)
    # Never more than the supply holds.
    return heights & between(least_height(towers) - 1, int(state.supply[seat]) + 1)


# A turn


@compiled
def legal(board, state, out):
    phase = int(state.phase)
    seat = int(state.to_move)
    if phase == CARD:
        return legal_cards(state, seat, out)
    if phase == MERIDIAN:
        first, last = meridians_of(int(state.card) - 1)
        for meridian in range(first, last + 1):
            out[meridian - first] = DO_MERIDIAN + meridian
        return last - first + 1
    if phase == BUILD:
        return legal_building(board, state, seat, out)
    if phase == CITY:
        return legal_cities(board, state, seat, out)
    return 0


@compiled
def legal_cards(state, seat, out):
    """Either open card, in ascending order; once if both are equal."""
    one = int(state.open[seat, 0])
    two = int(state.open[seat, 1])
    if two == 0 or one == two:
        out[0] = DO_CARD + one - 1
        return 1
    out[0] = DO_CARD + min(one, two) - 1
    out[1] = DO_CARD + max(one, two) - 1
    return 2


@compiled
def meridians_of(card):
    """The first and the last meridian on a card, both counted from 0."""
    if card == 10:
        return 0, 2
    if card == 11:
        return 3, 6
    if card == 12:
        return 7, 9
    return card, card


@compiled
def legal_building(board, state, seat, out):
    """What may be done in the chosen meridian."""
    # Ruling M-6: it stays the same for the whole turn.
    out[0] = DO_DONE
    count = 1
    if int(state.lifted_row) == 0:
        for row in range(int(board.rows)):
            tower = state.towers[int(state.meridian) - 1, row]
            if tower != 0 and owner_of(tower) == seat:
                out[count] = DO_LIFT + row
                count += 1
    heights = buildable_heights(board, state, seat)
    while heights != ZERO:
        out[count] = DO_HEIGHT + index_of_lowest(heights) - 1
        count += 1
        heights &= heights - ONE
    return count


@compiled
def legal_cities(board, state, seat, out):
    count = 0
    for row in range(int(board.rows)):
        heights = heights_for_city(board, state, int(state.meridian) - 1, row, seat)
        if has(heights, int(state.height)):
            out[count] = DO_CITY + row
            count += 1
    return count


@compiled
def apply(board, state, action):
    seat = int(state.to_move)
    if action < DO_MERIDIAN:
        card = action - DO_CARD
        state.card = card + 1
        first, last = meridians_of(card)
        if first == last:
            state.meridian = first + 1
            state.phase = BUILD
        else:
            state.phase = MERIDIAN
    elif action < DO_DONE:
        state.meridian = action - DO_MERIDIAN + 1
        state.phase = BUILD
    elif action == DO_DONE:
        end_turn(board, state, seat)
    elif action < DO_HEIGHT:
        take_back(state, seat, action - DO_LIFT)
    elif action < DO_CITY:
        state.height = action - DO_HEIGHT + 1
        state.phase = CITY
    else:
        place_tower(board, state, seat, action - DO_CITY)
        end_turn(board, state, seat)


@compiled
def take_back(state, seat, row):
    """Its pieces are usable at once; nothing slides when a tower leaves."""
    # Ruling M-4
    meridian = int(state.meridian) - 1
    height = height_of(state.towers[meridian, row])
    state.towers[meridian, row] = 0
    state.supply[seat] = int(state.supply[seat]) + height
    state.lifted_row = row + 1
    state.lifted_height = height


@compiled
def place_tower(board, state, seat, row):
    """Build the chosen height; a tower that stands there makes room, north if it is higher."""
    column = state.towers[int(state.meridian) - 1]
    height = int(state.height)
    moving = int(column[row])
    step = -1 if height_of(moving) > height else 1
    column[row] = height + 64 * seat
    state.supply[seat] = int(state.supply[seat]) - height
    at = row
    # Ruling M-3: further along the chain it does not matter whose the towers are.
    while moving != 0:
        at += step
        pushed = int(column[at])
        column[at] = moving
        moving = pushed


@compiled
def end_turn(board, state, seat):
    """Discard the card face up, turn up the next one; the game ends when no card is left."""
    played = int(state.discard_sizes[seat])
    state.discards[seat, played] = state.card
    state.discard_sizes[seat] = played + 1
    if state.open[seat, 0] == state.card:
        state.open[seat, 0] = state.open[seat, 1]
    state.open[seat, 1] = 0
    turn_up(state, seat, 1)
    state.card = 0
    state.meridian = 0
    state.lifted_row = 0
    state.lifted_height = 0
    state.height = 0
    turn = int(state.turn) + 1
    players = int(state.players)
    state.turn = turn
    if turn == players * CARD_KINDS * decks_each(players):
        state.phase = OVER
        state.to_move = -1
    else:
        state.phase = CARD
        state.to_move = turn % players
