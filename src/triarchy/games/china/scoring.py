"""China's points: houses in a province, alliances, roads, and who has won."""

from __future__ import annotations

from triarchy.engine.bits import ZERO, count
from triarchy.engine.compiled import compiled
from triarchy.games.china.roads import road_points
from triarchy.games.china.state import FOR_ALLIANCES, FOR_HOUSES, FOR_ROADS


@compiled
def house_points(board, state, province, seat):
    """What the seat's houses in a province earn as they stand ("Häuserwertung").

    The first rank earns a point for each house of the province, every further rank as many as
    a player of the rank above has houses there; a fortified house of one's own doubles it.
    """
    fields = board.fields_of[province]
    own = count(state.houses[seat] & fields)
    if own == 0:
        return 0
    total = 0
    above = 0
    for other in range(int(state.players)):
        houses = count(state.houses[other] & fields)
        total += houses
        if houses > own and (above == 0 or houses < above):
            above = houses
    points = total if above == 0 else above
    if state.houses[seat] & state.forts & fields != ZERO:
        points *= 2  # Ruling C-18: once
    return points


@compiled
def score_houses(board, state, province):
    """Score the houses of a province and mark it as scored."""
    for seat in range(int(state.players)):
        gained = house_points(board, state, province, seat)
        state.points[seat, FOR_HOUSES] = int(state.points[seat, FOR_HOUSES]) + gained
    state.scored = int(state.scored) | (1 << province)


@compiled
def leaders(state, province):
    """The seats with at least one emissary there than whom nobody has more: bit s for seat s."""
    most = 1
    found = 0
    for seat in range(int(state.players)):
        standing = int(state.emissaries[province, seat])
        if standing > most:
            most = standing
            found = 0
        if standing == most:
            found |= 1 << seat
    return found


@compiled
def leads(board, state, province, seat):
    """Whether nobody has more emissaries there than the seat, which has at least one."""
    return (leaders(state, province) >> seat) & 1 == 1


@compiled
def emissaries_in(board, state, province):
    total = 0
    for seat in range(int(state.players)):
        total += int(state.emissaries[province, seat])
    return total


@compiled
def allies(board, state, alliance):
    """The seats that score an alliance as the emissaries stand, as bits, and what each of them gets
    ("Bündniswertung")."""
    # Ruling C-16: ties count, and everyone who leads in both scores in full.
    one = int(board.alliances[alliance, 0])
    two = int(board.alliances[alliance, 1])
    both = leaders(state, one) & leaders(state, two)
    if both == 0:
        return 0, 0
    return both, emissaries_in(board, state, one) + emissaries_in(board, state, two)


@compiled
def alliance_points(board, state, alliance, seat):
    """What an alliance earns the seat as the emissaries stand."""
    seats, points = allies(board, state, alliance)
    return points if (seats >> seat) & 1 == 1 else 0


@compiled
def final_scoring(board, state):
    """The houses of the provinces not scored yet, the alliances, the roads ("Schlusswertung")."""
    for province in range(int(board.province_count)):
        if (int(state.scored) >> province) & 1 == 0:
            score_houses(board, state, province)
    for alliance in range(int(board.alliance_count)):
        seats, points = allies(board, state, alliance)
        for seat in range(int(state.players)):
            if (seats >> seat) & 1 == 1:
                state.points[seat, FOR_ALLIANCES] = int(state.points[seat, FOR_ALLIANCES]) + points
    for seat in range(int(state.players)):
        state.points[seat, FOR_ROADS] = road_points(board, state.houses[seat], state.forts)


@compiled
def total_points(state, seat):
    return (
        int(state.points[seat, FOR_HOUSES])
        + int(state.points[seat, FOR_ALLIANCES])
        + int(state.points[seat, FOR_ROADS])
    )


@compiled
def standing(state, seat):
    """A number that ranks the seats: points, then the pieces left in supply (ruling C-19)."""
    left = 0
    for kind in range(3):
        left += int(state.supply[seat, kind])
    return total_points(state, seat) * 64 + left


@compiled
def final(board, state, scores, ranks):
    """Points for houses, alliances and roads, their sum, and the ranks."""
    for seat in range(int(state.players)):
        for part in range(3):
            scores[seat, part] = int(state.points[seat, part])
        scores[seat, 3] = total_points(state, seat)
        better = 0
        for other in range(int(state.players)):
            if standing(state, other) > standing(state, seat):
                better += 1
        ranks[seat] = 1 + better
