"""How good a position is for each seat: what the greedy bot and the hints go by."""

from __future__ import annotations

from triarchy.engine.bits import ONE, ZERO, bit, count, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.elementary import exp
from triarchy.games.china.roads import road_points
from triarchy.games.china.rules import COLOUR_COUNT, houses_of_all
from triarchy.games.china.scoring import emissaries_in, leaders
from triarchy.games.china.state import (
    DO_EMISSARY,
    DO_FORT,
    DO_HOUSE,
    HAND,
    MOST_PLAYERS,
    NONE,
    ROW,
)

EVERY_SEAT = (1 << MOST_PLAYERS) - 1


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
def add_houses(board, state, waiting, out):
    """Each province's house points as they stand, and what its free fields may still bring.

    A leader gains by every further house. The counts of all seats lie in one number, eight bits
    each.
    """
    players = int(state.players)
    free = board.all_fields & ~houses_of_all(state)
    for province in range(int(board.province_count)):
        fields = board.fields_of[province]
        counts = 0
        total = 0
        for seat in range(players):
            own = count(state.houses[seat] & fields)
            counts |= own << (8 * seat)
            total += own
        if total == 0:
            continue
        open_fields = count(free & fields)
        for seat in range(players):
            own = (counts >> (8 * seat)) & 255
            if own == 0:
                continue
            above = 0
            equals = 0
            for other in range(players):
                houses = (counts >> (8 * other)) & 255
                if houses > own and (above == 0 or houses < above):
                    above = houses
                elif houses == own:
                    equals += 1
            points = float(total if above == 0 else above)
            hopes = 0.1
            if above == 0:
                hopes = 0.55 if equals == 1 else 0.35
            points += waiting * hopes * open_fields
            if state.houses[seat] & state.forts & fields != ZERO:
                points *= 2.0
            out[seat] += points


@compiled
def add_alliances(board, state, waiting, out):
    """The alliances as they stand, and what a lead on one side of one promises."""
    players = int(state.players)
    leading = 0  # MOST_PLAYERS bits for each province
    for province in range(int(board.province_count)):
        leading |= leaders(state, province) << (MOST_PLAYERS * province)
    for alliance in range(int(board.alliance_count)):
        one = int(board.alliances[alliance, 0])
        two = int(board.alliances[alliance, 1])
        first = leading >> (MOST_PLAYERS * one)
        second = leading >> (MOST_PLAYERS * two)
        if (first | second) & EVERY_SEAT == 0:
            continue
        total = emissaries_in(board, state, one) + emissaries_in(board, state, two)
        for seat in range(players):
            if ((first & second) >> seat) & 1 != 0:
                out[seat] += (1.0 - 0.4 * waiting) * total
            elif ((first | second) >> seat) & 1 != 0:
                out[seat] += waiting * 0.9


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
def put_chosen_piece(state, amount):
    """Add (1) or take away again (-1) the piece that has been chosen and not yet paid."""
    piece = int(state.piece)
    seat = int(state.to_move)
    if piece == NONE:
        return
    if piece >= DO_EMISSARY:
        province = piece - DO_EMISSARY
        state.emissaries[province, seat] = int(state.emissaries[province, seat]) + amount
    elif piece >= DO_FORT:
        state.forts ^= bit(piece - DO_FORT)
    else:
        state.houses[seat] ^= bit(piece - DO_HOUSE)


@compiled
def evaluate(board, state, out):
    """Shares of the win from the seats' outlooks, sharper towards the end."""
    players = int(state.players)
    put_chosen_piece(state, 1)
    done = progress(board, state)
    waiting = 1.0 - done
    for seat in range(players):
        out[seat] = road_points(board, state.houses[seat], state.forts) + waiting * (
            hand_hopes(state, seat) + road_hopes(board, state, seat)
        )
    add_houses(board, state, waiting, out)
    add_alliances(board, state, waiting, out)
    sharpness = 0.08 + 0.22 * done
    total = 0.0
    for seat in range(players):
        out[seat] = exp(sharpness * out[seat])
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
    put_chosen_piece(state, -1)
