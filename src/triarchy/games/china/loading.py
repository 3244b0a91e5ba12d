"""Reading China's position documents: a state from the keys of the notation, or what is wrong."""

from __future__ import annotations

from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.errors import BadPosition
from triarchy.games.china import rules, scoring
from triarchy.games.china.positions import (
    KEYS,
    active_seat,
    field_names,
    moves,
    province_names,
)
from triarchy.games.china.state import (
    COLOURS,
    DO_EMISSARY,
    DRAW,
    EMISSARY,
    FORT,
    HAND,
    HOUSE,
    LEGAL_LIMIT,
    MAIN,
    NONE,
    OVER,
    PAY,
    PHASES,
    PIECES,
    ROW,
    START_SUPPLY,
)
from triarchy.kit.definition import Board, Document, State
from triarchy.kit.documents import (
    POSITION,
    card_in,
    in_phase,
    keys,
    listed,
    nothing,
    of_seat,
    one_of,
    part,
    shown,
    whole,
)
from triarchy.kit.language import Phrase


def read_position(board: Board, state: State, document: Document) -> None:
    """Fill a state of zeros; its players, phase, to_move, turn and options are set already."""
    keys(document, KEYS, POSITION)
    _read_seats(state, document)
    _read_map(board, state, document)
    _read_supply(state, document)
    _read_points(board, state, document)
    _read_cards(board, state, document)
    _read_turn(board, state, document)
    _check_hands(state)
    _check_end(board, state)


def mask_of(numbers: list[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


def _read_seats(state: State, document: Document) -> None:
    players = int(state.players)
    state.starter = whole(document["starter"], "'starter'", 0, players - 1)
    active = active_seat(state)
    if whole(document["active"], "'active'", 0, players - 1) != active:
        raise BadPosition(
            "'active' must be {active} after {turn} turns with starter {starter}, not {value}.",
            active=active,
            turn=int(state.turn),
            starter=int(state.starter),
            value=document["active"],
        )
    if int(state.phase) != OVER and int(state.to_move) != active:
        raise BadPosition(
            "'to_move' must be the active seat {active}, not {to_move}.",
            active=active,
            to_move=int(state.to_move),
        )


# The map


def _read_map(board: Board, state: State, document: Document) -> None:
    fields = field_names(board)
    players = int(state.players)
    houses = document["houses"]
    if not isinstance(houses, dict):
        raise BadPosition("'houses' must be an object, not {houses}.", houses=shown(houses))
    for name, seat in houses.items():
        field = _number(name, "'houses'", fields)
        seat = whole(seat, Phrase("The seat of the house on {name}", name=name), 0, players - 1)
        state.houses[seat] |= mask_of([field])
    state.forts = mask_of(_numbers(document["forts"], "'forts'", fields))
    _read_emissaries(board, state, document["emissaries"])


def _read_emissaries(board: Board, state: State, emissaries: Any) -> None:
    provinces = province_names(board)
    if not isinstance(emissaries, dict):
        raise BadPosition(
            "'emissaries' must be an object, not {emissaries}.", emissaries=shown(emissaries)
        )
    for name, numbers in emissaries.items():
        province = _number(name, "'emissaries'", provinces)
        what = Phrase("'emissaries' of {name}", name=name)
        for seat, number in enumerate(listed(numbers, what, int(state.players))):
            limit = START_SUPPLY[EMISSARY]
            state.emissaries[province, seat] = whole(
                number, Phrase("{what}, seat {seat}", what=what, seat=seat), 0, limit
            )
        most = int(rules.emissary_limit(board.struct, state, province))
        if rules.emissaries_in(state, province) > most:
            raise BadPosition(
                "There are {numbers} emissaries in {name}, where no player has more than {most} houses.",
                numbers=sum(numbers),
                name=name,
                most=most,
            )


def _number(name: Any, what: str, names: list[str]) -> int:
    """The number of a field or province, by its id."""
    if not isinstance(name, str) or name not in names:
        raise BadPosition(
            "{what} names {name}, which is not on this map.", what=what, name=shown(name)
        )
    return names.index(name)


def _numbers(value: Any, what: str, names: list[str]) -> list[int]:
    """A list of different ids, as numbers."""
    found = [_number(name, what, names) for name in listed(value, what)]
    for name in value:
        if value.count(name) > 1:
            raise BadPosition("{what} names {name} twice.", what=what, name=name)
    return found


def _read_supply(state: State, document: Document) -> None:
    players = int(state.players)
    forts = int(state.with_forts)
    supply = listed(document["supply"], "'supply'", players)
    for seat in range(players):
        what = of_seat("supply", seat)
        keys(supply[seat], PIECES, what)
        for kind, piece in enumerate(PIECES):
            limit = forts if kind == FORT else START_SUPPLY[kind]
            state.supply[seat, kind] = whole(supply[seat][piece], part(what, piece), 0, limit)
        on_map = {
            HOUSE: int(state.houses[seat]).bit_count(),
            EMISSARY: int(state.emissaries[:, seat].sum()),
        }
        for kind, number in on_map.items():
            total = number + int(state.supply[seat, kind])
            if total != START_SUPPLY[kind]:
                raise BadPosition(
                    "Seat {seat} must have {number} {pieces} on the map and in supply, not {total}.",
                    seat=seat,
                    number=START_SUPPLY[kind],
                    pieces=PIECES[kind],
                    total=total,
                )
    total = int(state.forts).bit_count() + int(state.supply[:, FORT].sum())
    if total != forts * players:
        raise BadPosition(
            "There must be {forts} fortifications on the map and in supply, not {total}.",
            forts=forts * players,
            total=total,
        )


def score_full_provinces(board: Board, state: State) -> None:
    """Points and scored provinces as the map has them during a game."""
    state.scored = 0
    state.points[:] = 0
    taken = int(rules.houses_of_all(state))
    for province in range(int(board.struct.province_count)):
        if int(board.struct.fields_of[province]) & ~taken == 0:
            scoring.score_houses(board.struct, state, province)


def _read_points(board: Board, state: State, document: Document) -> None:
    """`scored` and `points` follow from the map."""
    provinces = province_names(board)
    score_full_provinces(board, state)
    if int(state.phase) == OVER:
        scoring.final_scoring(board.struct, state)
    scored = sum(1 << number for number in _numbers(document["scored"], "'scored'", provinces))
    for province, name in enumerate(provinces):
        if (scored ^ int(state.scored)) >> province & 1:
            full = int(state.scored) >> province & 1
            if full:
                raise BadPosition("'scored' must hold {name}.", name=name)
            raise BadPosition("'scored' must not hold {name}.", name=name)
    for seat, number in enumerate(listed(document["points"], "'points'", int(state.players))):
        earned = scoring.total_points(state, seat)
        if type(number) is not int or number != earned:
            raise BadPosition(
                "'points' of seat {seat} must be {earned}, not {number}.",
                seat=seat,
                earned=earned,
                number=shown(number),
            )


# The cards


def _read_cards(board: Board, state: State, document: Document) -> None:
    players = int(state.players)
    hands = listed(document["hands"], "'hands'", players)
    known = listed(document["known"], "'known'", players)
    for seat in range(players):
        state.hands[seat] = _colours(hands[seat], of_seat("hands", seat))
        state.hand_sizes[seat] = int(state.hands[seat].sum())
        if int(state.hand_sizes[seat]) > HAND:
            raise BadPosition(
                "Seat {seat} has {value} cards; {hand} is the most.",
                seat=seat,
                value=int(state.hand_sizes[seat]),
                hand=HAND,
            )
        state.known[seat] = _colours(known[seat], of_seat("known", seat))
        for colour, name in enumerate(COLOURS):
            if int(state.known[seat, colour]) > int(state.hands[seat, colour]):
                raise BadPosition(
                    "'known' of seat {seat} has more {name} cards than the hand.",
                    seat=seat,
                    name=name,
                )
    choices = (*COLOURS, None)
    row = listed(document["open"], "'open'", ROW)
    row = [choices.index(one_of(card, card_in("'open'"), choices)) for card in row]
    state.open = [NONE if card == len(COLOURS) else card for card in row]
    deck = _card_list(document["deck"], "'deck'")
    discards = _card_list(document["discards"], "'discards'")
    _check_totals(board, state, deck + discards)
    state.deck[: len(deck)] = deck[::-1]
    state.deck_size = len(deck)
    state.discards[: len(discards)] = discards
    state.discards_size = len(discards)
    state.rng[0] = _read_rng(document["rng"])
    _read_exhausted(state, document["exhausted"])


def _colours(value: Any, what: str) -> list[int]:
    """The numbers of an object of colours; a missing one is zero."""
    if not isinstance(value, dict):
        raise BadPosition("{what} must be an object, not {value}.", what=what, value=shown(value))
    for name in value:
        one_of(name, Phrase("A colour in {what}", what=what), COLOURS)
    return [whole(value.get(name, 0), part(what, name), 0, HAND) for name in COLOURS]


def _card_list(value: Any, what: str) -> list[int]:
    return [COLOURS.index(one_of(card, card_in(what), COLOURS)) for card in listed(value, what)]


def _check_totals(board: Board, state: State, cards: list[int]) -> None:
    cards = cards + [card for card in state.open.tolist() if card != NONE]
    for colour, name in enumerate(COLOURS):
        wanted = int(board.struct.cards[colour]) - rules.taken_out(int(state.players))
        found = cards.count(colour) + int(state.hands[:, colour].sum())
        if found != wanted:
            raise BadPosition(
                "There must be {wanted} {name} cards, not {found}.",
                wanted=wanted,
                name=name,
                found=found,
            )


def _read_rng(value: Any) -> np.uint64:
    plain = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20
    if not plain or str(int(value)) != value or int(value) >= 2**64:
        raise BadPosition(
            "'rng' must be a whole number below 2**64 as a decimal text, not {value}.",
            value=shown(value),
        )
    return np.uint64(int(value))


def _read_exhausted(state: State, value: Any) -> None:
    exhausted = whole(value, "'exhausted'", 0, 2)
    state.exhausted = exhausted
    if (int(state.deck_size) == 0) != (exhausted == 2):
        raise BadPosition(
            "The deck has {deck_size} cards: 'exhausted' cannot be {exhausted}.",
            deck_size=int(state.deck_size),
            exhausted=exhausted,
        )
    if exhausted < 2 and int(state.phase) != DRAW and NONE in state.open.tolist():
        raise BadPosition(
            "'open' has an empty slot, though the deck is not empty and nobody draws."
        )


# The turn


def _read_turn(board: Board, state: State, document: Document) -> None:
    """The keys of the turn must fit the phase, the map and each other."""
    phase = int(state.phase)
    why = in_phase(PHASES[phase])
    placed = whole(document["placed"], "'placed'", 0, 2)
    swapping = document["swapping"]
    if type(swapping) is not bool:
        raise BadPosition(
            "'swapping' must be true or false, not {swapping}.", swapping=shown(swapping)
        )
    state.placed = placed
    state.swapping = int(swapping)
    state.province = NONE
    state.piece = NONE
    if swapping and phase != DRAW:
        raise BadPosition("'swapping' must be false {why}.", why=why)
    if phase != PAY:
        nothing(document["piece"], "'piece'", why)
    if phase == OVER or swapping or (phase == MAIN and placed == 0):
        for key in ("province", "limit"):
            nothing(document[key], f"'{key}'", Phrase("before a piece has been chosen"))
        if placed:
            if swapping:
                raise BadPosition("'placed' must be 0 in a swap.")
            raise BadPosition("'placed' must be 0 {why}.", why=why)
    else:
        _read_placing(board, state, document)
    if phase == DRAW and not rules.cards_to_draw(state):
        raise BadPosition("There is no card left to draw, so phase draw is over.")


def _read_placing(board: Board, state: State, document: Document) -> None:
    """Province, limit and piece of a turn in which pieces are placed."""
    phase, placed = int(state.phase), int(state.placed)
    provinces = province_names(board)
    province = provinces.index(one_of(document["province"], "'province'", provinces))
    limit = whole(document["limit"], "'limit'", 1, 2)
    state.province = province
    state.limit = limit
    if placed > limit or (placed == limit and phase != DRAW) or (placed == 0 and phase != PAY):
        raise BadPosition(
            "'placed' cannot be {placed} in phase {value} with limit {limit}.",
            placed=placed,
            value=PHASES[phase],
            limit=limit,
        )
    pieces = int(rules.pieces_in(board.struct, state, province))
    if pieces < placed:
        raise BadPosition(
            "'placed' is {placed}, but {value} has {pieces} pieces.",
            placed=placed,
            value=provinces[province],
            pieces=pieces,
        )
    if limit != rules.limit_of_turn(board.struct, state, province):
        raise BadPosition(
            "'limit' cannot be {limit} with {placed} of the {pieces} pieces in {value} placed this turn.",
            limit=limit,
            placed=placed,
            pieces=pieces,
            value=provinces[province],
        )
    if phase == PAY:
        _read_piece(board, state, document)
    elif phase == MAIN and not rules.second_piece_asked(
        board.struct, state, int(state.to_move), province
    ):
        raise BadPosition("No second piece can follow, so phase main is over.")


def _read_piece(board: Board, state: State, document: Document) -> None:
    """The chosen piece must be one that could be chosen before, in this province."""
    texts = moves(board)
    choices = [text for text in texts[: DO_EMISSARY + int(board.struct.province_count)] if text]
    piece = document["piece"]
    if not isinstance(piece, str) or piece not in choices:
        raise BadPosition(
            "'piece' must be a house, an emissary or a fort, not {piece}.", piece=shown(piece)
        )
    action = texts.index(piece)
    province = int(state.province)
    if rules.province_of(board.struct, action) != province:
        raise BadPosition(
            "'piece' is {piece}, but 'province' is {value}.",
            piece=shown(piece),
            value=document["province"],
        )
    state.phase = MAIN
    out = np.zeros(LEGAL_LIMIT, np.int16)
    count = rules.legal(board.struct, state, out)
    state.phase = PAY
    if action not in out[:count].tolist():
        raise BadPosition("{piece} cannot be placed and paid.", piece=shown(piece))
    if not rules.payable(state, int(state.to_move), int(board.struct.colour_of[province])):
        raise BadPosition("{piece} cannot be paid.", piece=shown(piece))
    state.piece = action


def _check_hands(state: State) -> None:
    """Hands are full at the start of a turn while the deck lasts, and not full while drawing."""
    phase, mover = int(state.phase), int(state.to_move)
    started = phase == DRAW or int(state.placed) > 0
    for seat in range(int(state.players)):
        size = int(state.hand_sizes[seat])
        if seat == mover and started:
            if size == HAND:
                raise BadPosition(
                    "Seat {seat} has {hand} cards though it has spent some.", seat=seat, hand=HAND
                )
        elif seat == mover and phase == PAY:
            continue
        elif int(state.exhausted) < 2 and size < HAND:
            raise BadPosition(
                "Seat {seat} must have {hand} cards, not {size}.", seat=seat, hand=HAND, size=size
            )


def _check_end(board: Board, state: State) -> None:
    """The game must be over exactly when it should be."""
    phase = int(state.phase)
    stuck = rules.nobody_can_place(board.struct, state)
    active = active_seat(state)
    if phase == OVER:
        if not stuck and not rules.ends_last_round(state, active):
            raise BadPosition("The game is not over: pieces can be placed and the round continues.")
        return
    if stuck and (phase == MAIN or state.swapping):
        raise BadPosition("Nobody can place a piece any more, so the game should be over.")
    drawing = phase == DRAW and not state.swapping  # the deck may have run out in this turn
    before = (active - 1) % int(state.players)
    if int(state.turn) > 0 and not drawing and rules.ends_last_round(state, before):
        raise BadPosition(
            "The deck has run out twice and the round is finished: it should be over."
        )
