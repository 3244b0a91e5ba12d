"""Positions of China set up by hand: houses, emissaries, fortifications, cards, whose turn it is.

Points and scored provinces follow from the map. Cards are exchanged with the deck, or with the
discards; whoever is to move begins a turn.
"""

from __future__ import annotations

from triarchy.games.china.drawing.pieces import emissary, fort, house, small_card
from triarchy.games.china.loading import mask_of, score_full_provinces
from triarchy.games.china.positions import field_names, province_names
from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import (
    COLOURS,
    EMISSARY,
    FORT,
    HAND,
    HOUSE,
    MAIN,
    NONE,
    ROW,
    START_SUPPLY,
)
from triarchy.games.china.text.words import colour_word, joined, speaker
from triarchy.kit.definition import Board, State
from triarchy.kit.language import Translate
from triarchy.kit.setting_up import (
    SYMBOL,
    Setting,
    SetupPiece,
    SetupPlace,
    SetupRow,
    cannot_lie_there,
    none_left,
    nothing_to_take,
)
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, svg

MIDDLE = SYMBOL / 2
CARD_WIDTH = SYMBOL * 0.72


def begin(board: Board, state: State) -> None:
    """Hands and row are filled from the deck, as they would be at the end of the turn."""
    state.phase = MAIN
    state.piece = state.province = NONE
    state.limit = state.placed = state.swapping = 0
    for seat in range(int(state.players)):
        while int(state.hand_sizes[seat]) < HAND and int(state.deck_size) > 1:
            state.hands[seat, _next_card(state)] += 1
            state.hand_sizes[seat] += 1
    for slot in range(ROW):
        if int(state.open[slot]) == NONE and int(state.deck_size) > 1:
            state.open[slot] = _next_card(state)


def _next_card(state: State) -> int:
    left = int(state.deck_size) - 1
    state.deck_size = left
    return int(state.deck[left])


# What there is


def pieces(sight: ChinaSight, reader: Reader) -> list[SetupPiece]:
    say = speaker(reader.language)
    found = [
        SetupPiece(
            f"house {seat}", say("{name}'s house", "piece", name=name), _symbol(_house(seat))
        )
        for seat, name in enumerate(reader.names)
    ]
    found += [
        SetupPiece(
            f"emissary {seat}",
            say("{name}'s emissary", name=name),
            _symbol(emissary(seat, MIDDLE, MIDDLE, MIDDLE * 0.7)),
            START_SUPPLY[EMISSARY],
        )
        for seat, name in enumerate(reader.names)
    ]
    if sight.with_forts:
        wall = fort(MIDDLE, MIDDLE, MIDDLE * 0.7)
        found.append(SetupPiece("fort", say("Fortification"), _symbol(wall)))
    return found + [
        SetupPiece(f"card {name}", _card_name(say, colour), _card(colour))
        for colour, name in enumerate(COLOURS)
    ]


def _symbol(piece: Element) -> str:
    return str(svg(SYMBOL, SYMBOL, piece))


def _house(seat: int) -> Element:
    return house(seat, MIDDLE, MIDDLE, MIDDLE * 0.8)


def _card(colour: int) -> str:
    return str(svg(CARD_WIDTH, SYMBOL, small_card(colour, 1, 1, CARD_WIDTH - 2)))


def _card_name(say: Translate, colour: int) -> str:
    return say("Card: {colour}", colour=colour_word(say, colour))


def places(sight: ChinaSight, reader: Reader) -> dict[str, str]:
    say = speaker(reader.language)
    names = {}
    for field, (id_, name) in enumerate(zip(sight.field_ids, sight.place_names, strict=True)):
        there = [say("Fortification")] if field in sight.forts else []
        if field in sight.owners:
            there.append(say("{name}'s house", "piece", name=reader.names[sight.owners[field]]))
        names[f"field {id_}"] = f"{name}: {joined(say, there)}" if there else name
    for province in sight.provinces:
        name = say("Dragon space of {province}", province=province.name)
        there = [
            f"{reader.names[seat]} {own}" for seat, own in enumerate(province.emissaries) if own
        ]
        names[f"dragon {province.id}"] = f"{name}: {', '.join(there)}" if there else name
    return names


def rows(sight: ChinaSight, reader: Reader) -> list[SetupRow]:
    say = speaker(reader.language)
    hands = [
        SetupRow(
            say("{name}'s hand", name=name),
            [
                _slot(say, f"hand {seat} {slot}", colour)
                for slot, colour in enumerate(_slots(sight.view, seat))
            ],
        )
        for seat, name in enumerate(reader.names)
    ]
    row = [_slot(say, f"open {slot}", int(card)) for slot, card in enumerate(sight.view.open)]
    return [*hands, SetupRow(say("Face-up cards"), row)]


def _slots(state: State, seat: int) -> list[int]:
    """The colours of a hand card by card, NONE for each that is missing."""
    held = [colour for colour in range(len(COLOURS)) for _ in range(int(state.hands[seat, colour]))]
    return held + [NONE] * (HAND - len(held))


def _slot(say: Translate, name: str, colour: int) -> SetupPlace:
    if colour == NONE:
        return SetupPlace(name, say("No card"), "")
    return SetupPlace(name, _card_name(say, colour), _card(colour))


def settings(sight: ChinaSight, reader: Reader) -> list[Setting]:
    say = speaker(reader.language)
    last = sight.players - 1
    return [Setting("seat", say("To move"), sight.to_move, 0, last, reader.names)]


# Changes


def put(board: Board, state: State, piece: str, place: str, count: int) -> None:
    kind, _, which = piece.partition(" ")
    where, _, rest = place.partition(" ")
    if kind == "card" and where in ("hand", "open"):
        _exchange(state, place, COLOURS.index(which))
    elif kind == "emissary" and where == "dragon":
        _send(board, state, int(which), rest, count)
    elif kind == "house" and where == "field":
        _build(board, state, int(which), field_names(board).index(rest))
    elif kind == "fort" and where == "field":
        _fortify(state, field_names(board).index(rest))
    else:
        raise cannot_lie_there()
    score_full_provinces(board, state)


def take(board: Board, state: State, place: str) -> None:
    """A house, then the fortification; from a dragon field all emissaries; a card."""
    where, _, rest = place.partition(" ")
    if where in ("hand", "open"):
        _discard(state, place)
    elif where == "dragon":
        emissaries = state.emissaries[province_names(board).index(rest)]
        if not emissaries.any():
            raise nothing_to_take()
        for seat in range(int(state.players)):
            state.supply[seat, EMISSARY] += emissaries[seat]
        emissaries[:] = 0
    else:
        _clear(state, field_names(board).index(rest))
    score_full_provinces(board, state)


def _owner(state: State, field: int) -> int:
    """Whose house stands on a field; NONE for nobody's."""
    for seat in range(int(state.players)):
        if int(state.houses[seat]) >> field & 1:
            return seat
    return NONE


def _build(board: Board, state: State, seat: int, field: int) -> None:
    if _owner(state, field) != NONE:
        _clear(state, field)
    if not state.supply[seat, HOUSE]:
        raise none_left()
    state.houses[seat] |= mask_of([field])
    state.supply[seat, HOUSE] -= 1


def _fortify(state: State, field: int) -> None:
    """A fortification of whoever is to move, or else of the next who has one."""
    if int(state.forts) >> field & 1:
        raise cannot_lie_there()
    players, first = int(state.players), int(state.to_move)
    for seat in (*range(first, players), *range(first)):
        if state.supply[seat, FORT]:
            state.forts |= mask_of([field])
            state.supply[seat, FORT] -= 1
            return
    raise none_left()


def _clear(state: State, field: int) -> None:
    seat = _owner(state, field)
    if seat != NONE:
        state.houses[seat] &= ~mask_of([field])
        state.supply[seat, HOUSE] += 1
    elif int(state.forts) >> field & 1:
        state.forts &= ~mask_of([field])
        without = next(seat for seat in range(int(state.players)) if not state.supply[seat, FORT])
        state.supply[without, FORT] += 1
    else:
        raise nothing_to_take()


def _send(board: Board, state: State, seat: int, province: str, count: int) -> None:
    """So many emissaries of the seat stand there then."""
    there = state.emissaries[province_names(board).index(province)]
    if count > int(there[seat]) + int(state.supply[seat, EMISSARY]):
        raise none_left()
    state.supply[seat, EMISSARY] += int(there[seat]) - count
    there[seat] = count


# Cards


def _held(state: State, place: str) -> int:
    """The colour of the card on a place; NONE for no card."""
    where, *numbers = place.split()
    if where == "open":
        return int(state.open[int(numbers[0])])
    return _slots(state, int(numbers[0]))[int(numbers[1])]


def _lay(state: State, place: str, old: int, new: int) -> None:
    """A card for another one, NONE for none, in a hand or in the row."""
    where, *numbers = place.split()
    if where == "open":
        state.open[int(numbers[0])] = new
        return
    seat = int(numbers[0])
    for colour, more in ((old, -1), (new, 1)):
        if colour != NONE:
            state.hands[seat, colour] += more
            state.hand_sizes[seat] += more
    for colour in range(len(COLOURS)):
        state.known[seat, colour] = min(state.known[seat, colour], state.hands[seat, colour])


def _exchange(state: State, place: str, colour: int) -> None:
    """The card comes out of the deck, from its bottom, or else out of the discards."""
    old = _held(state, place)
    deck = state.deck[: int(state.deck_size)]
    discards = state.discards[: int(state.discards_size)]
    if old == NONE:
        if colour not in discards:
            raise none_left()
        left = discards.tolist()
        left.remove(colour)
        state.discards[: len(left)] = left
        state.discards[len(left)] = 0
        state.discards_size = len(left)
    else:
        for cards in (deck, discards):
            if colour in cards:
                cards[cards.tolist().index(colour)] = old
                break
        else:
            if colour != old:
                raise none_left()
    _lay(state, place, old, colour)


def _discard(state: State, place: str) -> None:
    old = _held(state, place)
    if old == NONE:
        raise nothing_to_take()
    _lay(state, place, old, NONE)
    state.discards[int(state.discards_size)] = old
    state.discards_size += 1


def change(board: Board, state: State, setting: str, value: int) -> None:
    """Another seat is to move: the emperor goes to the one from whom it is its turn."""
    state.starter = (value - int(state.turn)) % int(state.players)
    state.to_move = value
