"""How good a position is for each seat: what the greedy bot and the hints go by."""

from __future__ import annotations

import math

from triarchy.engine.bits import ONE, ZERO, bit, count, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.games.china.roads import road_points
from triarchy.games.china.rules import COLOUR_COUNT, houses_of_all
from triarchy.games.china.scoring import alliance_points, house_points, leads, standing
from triarchy.games.china.state import (
    HAND,
    NONE,
    OVER,
    PLACE_EMISSARY,
    PLACE_FORT,
    PLACE_HOUSE,
    ROW,
)


@compiled
def progress(board, state):
    """How much of the game is over, 0 to 1, by the cards that have gone through the deck."""
    players = int(state.players)
    cards = -(HAND * players + ROW)
    for colour in range(COLOUR_COUNT):
        cards += int(board.cards[colour]) - (5 - players)
    through = 1.0 - int(state.deck_size) / cards
    return min(1.0, 0.5 * int(state.exhausted) + 0.5 * max(0.0, through))


@compiled
def house_hopes(board, state, province, seat, free):
    """Points that free fields of a province may still bring: a leader gains by every house."""
    fields = board.fields_of[province]
    own = count(state.houses[seat] & fields)
    if own == 0:
        return 0.0
    most = 0
    for other in range(int(state.players)):
        if other != seat:
            most = max(most, count(state.houses[other] & fields))
    hopes = 0.1 * free
    if own == most:
        hopes = 0.35 * free
    elif own > most:
        hopes = 0.55 * free
    return 2.0 * hopes if state.houses[seat] & state.forts & fields != ZERO else hopes


@compiled
def alliance_hopes(board, state, alliance, seat):
    """What a lead on one side of an alliance promises."""
    one = leads(board, state, int(board.alliances[alliance, 0]), seat)
    two = leads(board, state, int(board.alliances[alliance, 1]), seat)
    return 0.9 if one != two else 0.0


@compiled
def road_hopes(board, state, seat):
    """Pairs of own houses joined by a road: rows may grow from them."""
    joined = 0
    rest = state.houses[seat]
    while rest != ZERO:
        joined += count(board.near[index_of_lowest(rest)] & state.houses[seat])
        rest &= rest - ONE
    return 0.15 * joined


@compiled
def hand_hopes(state, seat):
    """Two or three cards of one colour are worth a joker or two pieces."""
    pairs = 0.0
    for colour in range(COLOUR_COUNT):
        if int(state.hands[seat, colour]) >= 2:
            pairs += 0.4
    return pairs + 0.1 * int(state.hand_sizes[seat])


@compiled
def outlook(board, state, seat, done):
    """The points a seat may hope for: what stands now, and what may come of it."""
    free = board.all_fields & ~houses_of_all(state)
    certain = 0.0
    hopes = hand_hopes(state, seat) + road_hopes(board, state, seat)
    for province in range(int(board.province_count)):
        certain += house_points(board, state, province, seat)
        open_fields = count(free & board.fields_of[province])
        hopes += house_hopes(board, state, province, seat, open_fields)
    for alliance in range(int(board.alliance_count)):
        certain += (0.6 + 0.4 * done) * alliance_points(board, state, alliance, seat)
        hopes += alliance_hopes(board, state, alliance, seat)
    certain += road_points(board, state.houses[seat], state.forts)
    return certain + (1.0 - done) * hopes


@compiled
def put_chosen_piece(state, amount):
    """Add (1) or take away again (-1) the piece that has been chosen and not yet paid."""
    piece = int(state.piece)
    seat = int(state.to_move)
    if piece == NONE:
        return
    if piece >= PLACE_EMISSARY:
        province = piece - PLACE_EMISSARY
        state.emissaries[province, seat] = int(state.emissaries[province, seat]) + amount
    elif piece >= PLACE_FORT:
        state.forts ^= bit(piece - PLACE_FORT)
    else:
        state.houses[seat] ^= bit(piece - PLACE_HOUSE)


@compiled
def evaluate(board, state, out):
    """Shares of the win from the seats' outlooks, sharper towards the end."""
    players = int(state.players)
    if int(state.phase) == OVER:
        share_the_win(state, out)
        return
    put_chosen_piece(state, 1)
    done = progress(board, state)
    sharpness = 0.08 + 0.22 * done
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp(sharpness * outlook(board, state, seat, done))
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
    put_chosen_piece(state, -1)


@compiled
def share_the_win(state, out):
    """A finished game: the best seats share the win."""
    players = int(state.players)
    best = 0
    for seat in range(players):
        best = max(best, standing(state, seat))
    winners = 0
    for seat in range(players):
        if standing(state, seat) == best:
            winners += 1
    for seat in range(players):
        out[seat] = 1.0 / winners if standing(state, seat) == best else 0.0
