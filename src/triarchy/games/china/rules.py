"""China's set-up, what may be done, and what happens: the turn of the rulebook, step by step."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.bits import ONE, ZERO, bit, count, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle_pile
from triarchy.games.china.scoring import final_scoring, score_houses
from triarchy.games.china.state import (
    COLOURS,
    DO_DRAW,
    DO_DRAW_DECK,
    DO_EMISSARY,
    DO_END,
    DO_FORT,
    DO_HOUSE,
    DO_PASS,
    DO_PAY,
    DO_SWAP,
    DRAW,
    EMISSARY,
    FIELDS,
    FORT,
    HAND,
    HOUSE,
    MAIN,
    MOST_PLAYERS,
    NONE,
    OVER,
    PAY,
    ROW,
    START_SUPPLY,
)

COLOUR_COUNT = len(COLOURS)
HOUSES_EACH, EMISSARIES_EACH, FORTS_EACH = START_SUPPLY


# Set-up and the deck


@compiled
def taken_out(players):
    """How many cards of each colour stay in the box: two with three players, one with four."""
    return 5 - players  # Ruling C-2


@compiled
def setup(board, state, players, options, seed):
    """Deal three cards to each seat and four to the open row; seat 0 has the emperor."""
    state.players = players
    state.with_forts = int(options) & 255
    state.rng[0] = np.uint64(seed)
    size = 0
    for colour in range(COLOUR_COUNT - 1, -1, -1):  # the first card of the list lies last
        for _ in range(int(board.cards[colour]) - taken_out(players)):
            state.deck[size] = colour
            size += 1
    state.deck_size = size
    shuffle_pile(state.rng, state.deck, size)
    for seat in range(players):
        state.supply[seat, HOUSE] = HOUSES_EACH
        state.supply[seat, EMISSARY] = EMISSARIES_EACH
        state.supply[seat, FORT] = FORTS_EACH * int(state.with_forts)
        for _ in range(HAND):
            take_card(state, seat, draw_from_deck(state))
    for slot in range(ROW):
        state.open[slot] = draw_from_deck(state)
    state.phase = MAIN
    state.province = NONE
    state.piece = NONE
    # Ruling C-20: starter and seat to move stay 0.


@compiled
def draw_from_deck(state):
    """Take the next card; "Nachziehstapel aufgebraucht" as soon as it was the last one."""
    size = int(state.deck_size) - 1
    card = int(state.deck[size])
    state.deck[size] = 0
    state.deck_size = size
    if size == 0:
        if int(state.exhausted) == 0 and int(state.discards_size) > 0:  # Ruling C-11
            state.exhausted = 1
            reshuffle(state)
        else:
            state.exhausted = 2
    return card


@compiled
def reshuffle(state):
    """The discards, in colour order, are shuffled into a new deck; the open row stays."""
    discarded = int(state.discards_size)
    size = 0
    for colour in range(COLOUR_COUNT - 1, -1, -1):
        for i in range(discarded):
            if int(state.discards[i]) == colour:
                state.deck[size] = colour
                size += 1
    for i in range(discarded):
        state.discards[i] = 0
    state.discards_size = 0
    state.deck_size = size
    shuffle_pile(state.rng, state.deck, size)


@compiled
def take_card(state, seat, colour):
    state.hands[seat, colour] = int(state.hands[seat, colour]) + 1
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) + 1


@compiled
def spend_card(state, seat, colour):
    """One card of the hand goes to the discards; a known one, as far as others can tell."""
    state.hands[seat, colour] = int(state.hands[seat, colour]) - 1
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) - 1
    known = int(state.known[seat, colour])
    if known > 0:
        state.known[seat, colour] = known - 1
    at = int(state.discards_size)
    state.discards[at] = colour
    state.discards_size = at + 1


@compiled
def cards_to_draw(state):
    """Whether any card is left in the row or the deck."""
    left = int(state.deck_size)
    for slot in range(ROW):
        if int(state.open[slot]) != NONE:
            left += 1
    return left > 0


# What can be placed where


@compiled
def kind_of(piece):
    """HOUSE, EMISSARY or FORT, for an action that chooses a piece."""
    if piece >= DO_EMISSARY:
        return EMISSARY
    return FORT if piece >= DO_FORT else HOUSE


@compiled
def province_of(board, piece):
    """The province that a piece would come to."""
    if piece >= DO_EMISSARY:
        return piece - DO_EMISSARY
    return int(board.province_of[piece % FIELDS])


@compiled
def houses_of_all(state):
    total = ZERO
    for seat in range(MOST_PLAYERS):
        total |= state.houses[seat]
    return total


@compiled
def payable(state, seat, colour):
    """Whether the hand pays a piece in a province of this colour: one such card, or a joker."""
    if int(state.hands[seat, colour]) > 0:
        return True
    for other in range(COLOUR_COUNT):
        if other != colour and int(state.hands[seat, other]) >= 2:
            return True
    return False


@compiled
def emissaries_in(state, province):
    standing = 0
    for seat in range(int(state.players)):
        standing += int(state.emissaries[province, seat])
    return standing


@compiled
def emissary_limit(board, state, province):
    """As many emissaries as the player with most houses there has houses."""
    # Ruling C-6: whoever owns the houses, scored or not.
    most = 0
    for seat in range(int(state.players)):
        most = max(most, count(state.houses[seat] & board.fields_of[province]))
    return most


@compiled
def emissary_fits(board, state, province):
    # Ruling C-5: asked anew for each piece.
    return emissaries_in(state, province) < emissary_limit(board, state, province)


@compiled
def pieces_in(board, state, province):
    # Ruling C-8: a fortification is a piece too.
    fields = board.fields_of[province]
    found = count(houses_of_all(state) & fields) + count(state.forts & fields)
    return found + emissaries_in(state, province)


@compiled
def limit_of_turn(board, state, province):
    """How many pieces this turn may place in a province: one if it was empty when the turn began."""
    # Ruling C-9: also of a fortification.
    return 1 if pieces_in(board, state, province) == int(state.placed) else 2


@compiled
def second_piece_asked(board, state, seat, province):
    """Whether everybody can see that a second piece might follow in the province of the turn.

    The limit, the board, the supply and the number of cards tell; what the cards are does not,
    so that neither the question nor its absence gives the hand away.
    """
    # Ruling C-21
    if int(state.placed) >= int(state.limit) or int(state.hand_sizes[seat]) == 0:
        return False
    free = board.fields_of[province] & ~houses_of_all(state)
    if free != ZERO and int(state.supply[seat, HOUSE]) > 0:
        return True
    if free & ~state.forts != ZERO and int(state.supply[seat, FORT]) > 0:
        return True
    return int(state.supply[seat, EMISSARY]) > 0 and emissary_fits(board, state, province)


@compiled
def nobody_can_place(board, state):
    """Whether no player could place a piece anywhere, whatever his cards ("Spielende")."""
    # Ruling C-15
    houses = 0
    emissaries = 0
    forts = 0
    for seat in range(int(state.players)):
        houses += int(state.supply[seat, HOUSE])
        emissaries += int(state.supply[seat, EMISSARY])
        forts += int(state.supply[seat, FORT])
    free = board.all_fields & ~houses_of_all(state)
    if houses > 0 and free != ZERO:
        return False
    if forts > 0 and free & ~state.forts != ZERO:
        return False
    if emissaries > 0:
        for province in range(int(board.province_count)):
            if emissary_fits(board, state, province):
                return False
    return True


# Legal actions


@compiled
def legal(board, state, out):
    phase = int(state.phase)
    if phase == MAIN:
        if int(state.placed) == 0:
            return legal_first(board, state, out)
        return legal_second(board, state, out)
    if phase == PAY:
        return legal_payments(board, state, out)
    if phase == DRAW:
        return legal_draws(state, out)
    return 0


@compiled
def write_fields(fields, first, out, at):
    """Write an action for each field of a set; returns where the list goes on."""
    while fields != ZERO:
        out[at] = first + index_of_lowest(fields)
        fields &= fields - ONE
        at += 1
    return at


@compiled
def legal_first(board, state, out):
    """The first piece of a turn, or a swap; with an empty hand only a pass."""
    seat = int(state.to_move)
    if int(state.hand_sizes[seat]) == 0:
        out[0] = DO_PASS  # Ruling C-14
        return 1
    fields = ZERO
    colours = 0
    for colour in range(COLOUR_COUNT):
        if payable(state, seat, colour):
            fields |= board.fields_of_colour[colour]
            colours |= 1 << colour
    fields &= ~houses_of_all(state)
    at = 0
    if int(state.supply[seat, HOUSE]) > 0:
        at = write_fields(fields, DO_HOUSE, out, at)
    if int(state.supply[seat, FORT]) > 0:
        at = write_fields(fields & ~state.forts, DO_FORT, out, at)
    if int(state.supply[seat, EMISSARY]) > 0:
        for province in range(int(board.province_count)):
            paid = (colours >> int(board.colour_of[province])) & 1 == 1
            if paid and emissary_fits(board, state, province):
                out[at] = DO_EMISSARY + province
                at += 1
    for colour in range(COLOUR_COUNT):  # Ruling C-10
        if int(state.hands[seat, colour]) > 0:
            out[at] = DO_SWAP + colour
            at += 1
    return at


@compiled
def legal_second(board, state, out):
    """One more piece in the same province, or the end of placing, always allowed."""
    seat = int(state.to_move)
    province = int(state.province)
    if not payable(state, seat, int(board.colour_of[province])):
        out[0] = DO_END
        return 1
    fields = board.fields_of[province] & ~houses_of_all(state)
    at = 0
    if int(state.supply[seat, HOUSE]) > 0:
        at = write_fields(fields, DO_HOUSE, out, at)
    if int(state.supply[seat, FORT]) > 0:
        at = write_fields(fields & ~state.forts, DO_FORT, out, at)
    if int(state.supply[seat, EMISSARY]) > 0 and emissary_fits(board, state, province):
        out[at] = DO_EMISSARY + province
        at += 1
    out[at] = DO_END
    return at + 1


@compiled
def legal_payments(board, state, out):
    """One card of the province's colour, or two of another colour as a joker."""
    seat = int(state.to_move)
    own = int(board.colour_of[int(state.province)])
    at = 0
    for colour in range(COLOUR_COUNT):
        if int(state.hands[seat, colour]) >= (1 if colour == own else 2):
            out[at] = DO_PAY + colour
            at += 1
    return at


@compiled
def legal_draws(state, out):
    at = 0
    for slot in range(ROW):
        if int(state.open[slot]) != NONE:
            out[at] = DO_DRAW + slot
            at += 1
    if int(state.deck_size) > 0:
        out[at] = DO_DRAW_DECK
        at += 1
    return at


# What happens


@compiled
def apply(board, state, action):
    seat = int(state.to_move)
    if act(board, state, seat, action):
        end_turn(board, state, seat)


@compiled
def act(board, state, seat, action):
    """What the action does, up to the end of the turn: whether it comes to that."""
    if action < DO_END:
        return choose_piece(board, state, action)
    if action == DO_END:
        return begin_drawing(state)
    if action == DO_PASS:
        return True
    if action < DO_PAY:
        spend_card(state, seat, action - DO_SWAP)
        state.swapping = 1
        return begin_drawing(state)
    if action < DO_DRAW:
        return pay(board, state, seat, action - DO_PAY)
    return draw(state, seat, action)


@compiled
def choose_piece(board, state, action):
    """The first piece of a turn settles its province, and how many pieces may go there."""
    if int(state.placed) == 0:
        province = province_of(board, action)
        state.province = province
        state.limit = limit_of_turn(board, state, province)
    state.piece = action
    state.phase = PAY
    return False


@compiled
def pay(board, state, seat, colour):
    province = int(state.province)
    spend_card(state, seat, colour)
    if colour != int(board.colour_of[province]):
        spend_card(state, seat, colour)
    place(board, state, seat, province, int(state.piece))
    state.piece = NONE
    state.placed = int(state.placed) + 1
    if second_piece_asked(board, state, seat, province):
        state.phase = MAIN
        return False
    return begin_drawing(state)


@compiled
def place(board, state, seat, province, action):
    """Put the piece on the map; a province whose last field gets its house is scored at once."""
    if action >= DO_EMISSARY:
        state.emissaries[province, seat] = int(state.emissaries[province, seat]) + 1
        state.supply[seat, EMISSARY] = int(state.supply[seat, EMISSARY]) - 1
    elif action >= DO_FORT:
        state.forts |= bit(action - DO_FORT)
        state.supply[seat, FORT] = int(state.supply[seat, FORT]) - 1
    else:
        state.houses[seat] |= bit(action - DO_HOUSE)
        state.supply[seat, HOUSE] = int(state.supply[seat, HOUSE]) - 1
        if board.fields_of[province] & ~houses_of_all(state) == ZERO:
            score_houses(board, state, province)  # Ruling C-7


@compiled
def begin_drawing(state):
    """Drawing, as far as there are cards (ruling C-12); without any the turn is over."""
    state.phase = DRAW
    return not cards_to_draw(state)


@compiled
def draw(state, seat, action):
    """One card into the hand; one from the row is seen by everyone, its slot stays empty."""
    if action == DO_DRAW_DECK:
        take_card(state, seat, draw_from_deck(state))
    else:
        slot = action - DO_DRAW
        colour = int(state.open[slot])
        state.open[slot] = NONE
        take_card(state, seat, colour)
        state.known[seat, colour] = int(state.known[seat, colour]) + 1
    full = int(state.hand_sizes[seat]) >= HAND
    return int(state.swapping) == 1 or full or not cards_to_draw(state)


@compiled
def end_turn(board, state, seat):
    """Fill the row, then the next seat's turn, or the final scoring ("Spielende")."""
    for slot in range(ROW):
        if int(state.open[slot]) == NONE and int(state.deck_size) > 0:
            state.open[slot] = draw_from_deck(state)
    state.province = NONE
    state.limit = 0
    state.placed = 0
    state.swapping = 0
    state.turn += 1
    if ends_last_round(state, seat) or nobody_can_place(board, state):
        state.phase = OVER
        state.to_move = -1
        final_scoring(board, state)
    else:
        state.phase = MAIN
        state.to_move = (seat + 1) % int(state.players)


@compiled
def ends_last_round(state, seat):
    """Whether the game is over with the turn of this seat, since the deck is used up for good."""
    # Ruling C-13: the emperor's right neighbour has the last turn of a round.
    round_over = (seat + 1) % int(state.players) == int(state.starter)
    return int(state.exhausted) == 2 and round_over
