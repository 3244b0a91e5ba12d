"""Every claim of a reason told a second time, in plain Python over the position documents.

Only tests use this. `before` and `after` are the documents of the whole position at both ends of a turn,
`moves` the turn in the notation; `holds` says whether a claim is true of them, `named` what its
sentence must name.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.tigris.second_opinion import beside, regions
from triarchy.kit.reasons import Claim
from triarchy.table.game import Game

Document = dict[str, Any]
COLOURS = ("black", "red", "blue", "green")
CARDS = ("red", "green", "orange", "yellow", "violet")


class Ends:
    """A turn with the positions at both ends of it."""

    def __init__(
        self, game: Game, before: Document, moves: tuple[str, ...], after: Document
    ) -> None:
        self.board = game.board
        self.actions = game.moves
        self.before = before
        self.moves = moves
        self.after = after
        self.seat = int(before["to_move"])
        self.players = int(before["players"])

    @property
    def both(self) -> tuple[Document, Document]:
        return self.before, self.after


def holds(game: str, ends: Ends, claim: Claim) -> bool:
    return {"meridian": _meridian, "china": _china, "tigris": _tigris}[game](ends, claim)


# Meridian


def strengths(ends: Ends, document: Document, island: str) -> list[int]:
    found = [0] * ends.players
    for city in ends.board.data["cities"]:
        tower = document["towers"][city["meridian"] - 1][city["row"] - 1]
        if city["island"] == island and tower:
            found[tower[0]] += 2 if city["capital"] else 1
    return found


def holder(own: list[int]) -> int:
    """Who takes an island: -1 nobody, -2 tied."""
    most = max(own)
    if most == 0:
        return -1
    return own.index(most) if own.count(most) == 1 else -2


def _meridian(ends: Ends, claim: Claim) -> bool:
    seat = ends.seat
    if claim.what == "spends":
        spent = ends.before["supply"][seat] - ends.after["supply"][seat]
        return claim.count == spent != 0
    if claim.what == "passes":
        return "done" in ends.moves and not any(move.startswith("city") for move in ends.moves)
    if claim.what == "keeps":
        kept = list(ends.before["open"][seat])
        kept.remove(
            ends.moves[0].removeprefix("card ")
            if ends.moves[0].startswith("card")
            else ends.before["card"]
        )
        return claim.where in [_card(each) for each in kept]
    if claim.what in ("builds", "moves"):
        meridian, row = divmod(claim.where, len(ends.before["towers"][0]))
        tower = [claim.seat, claim.count]
        was, now = (each["towers"][meridian][row] for each in ends.both)
        built = f"city {row + 1}" == ends.moves[-1] and claim.seat == seat
        return now == tower != was and built == (claim.what == "builds")
    island = ends.board.data["islands"][claim.where]
    value = island["size"]
    old, new = (strengths(ends, each, island["id"]) for each in ends.both)
    was, now = holder(old), holder(new)
    if claim.what in ("takes", "gives", "breaks", "leaves", "levels") and claim.count != value:
        return False
    margins = [
        own[seat] - max(each for at, each in enumerate(own) if at != seat) for own in (old, new)
    ]
    top = [own[seat] == max(own) > 0 for own in (old, new)]
    return {
        "takes": now == seat != was and claim.other == was,
        "gives": was == seat != now and claim.other == now,
        "breaks": was == claim.seat != seat and now != was and claim.other == now != seat,
        "leaves": was < 0 and now == claim.seat != seat,
        "levels": top[1] and not top[0] and now == -2,
        "leads": claim.count == margins[1] > 0 and claim.other == margins[0] != margins[1],
        "trails": -claim.count == margins[1] < 0 and claim.other == margins[0] != margins[1],
        "quits": old[seat] > 0 == new[seat],
        "weakens": new[claim.seat] == claim.count < old[claim.seat] and was == now,
        "strengthens": new[claim.seat] == claim.count > old[claim.seat] and was == now,
    }[claim.what]


def _card(text: str) -> int:
    """The number of a card, by how it is written."""
    groups = {"1-3": 10, "4-7": 11, "8-10": 12}
    return groups[text] if text in groups else int(text) - 1


# China


def _fields(ends: Ends, province: str) -> list[str]:
    data = next(each for each in ends.board.data["provinces"] if each["id"] == province)
    return [field["id"] for field in data["fields"]]


def house_points(ends: Ends, document: Document, province: str, seat: int) -> int:
    fields = _fields(ends, province)
    counts = Counter(document["houses"][field] for field in fields if field in document["houses"])
    if counts[seat] == 0:
        return 0
    above = [count for count in counts.values() if count > counts[seat]]
    points = min(above) if above else sum(counts.values())
    strong = any(
        document["houses"].get(field) == seat for field in document["forts"] if field in fields
    )
    return 2 * points if strong else points


def leading(document: Document, province: str) -> set[int]:
    own = document["emissaries"].get(province, [0])
    return {seat for seat, count in enumerate(own) if count == max(own) > 0}


def alliance_points(ends: Ends, document: Document, number: int, seat: int) -> int:
    alliance = next(each for each in ends.board.data["alliances"] if each["n"] == number)
    pair = alliance["a"], alliance["b"]
    if not all(seat in leading(document, province) for province in pair):
        return 0
    return sum(sum(document["emissaries"].get(province, [])) for province in pair)


def road_points(ends: Ends, document: Document, seat: int) -> int:
    """The best set of rows of at least four own houses, no house in two of them, by trying all."""
    own = {field for field, owner in document["houses"].items() if owner == seat}
    near: dict[str, set[str]] = {field: set() for field in own}
    for one, two in ends.board.data["roads"]:
        if one in own and two in own:
            near[one].add(two)
            near[two].add(one)
    rows = set()

    def grow(row: tuple[str, ...]) -> None:
        if len(row) >= 4:
            rows.add(frozenset(row))
        for field in near[row[-1]] - set(row):
            grow((*row, field))

    for field in own:
        grow((field,))

    def value(row: frozenset[str]) -> int:
        return len(row) * (2 if row & set(document["forts"]) else 1)

    def best(left: frozenset[str]) -> int:
        fitting = [row for row in rows if row <= left]
        return max((value(row) + best(left - row) for row in fitting), default=0)

    return best(frozenset(own))


def free_beside(ends: Ends, document: Document, seat: int) -> int:
    """Fields without a house that a road joins to a house of this seat."""
    houses = document["houses"]
    both = [*ends.board.data["roads"], *(road[::-1] for road in ends.board.data["roads"])]
    return len({two for one, two in both if houses.get(one) == seat and two not in houses})


def _china(ends: Ends, claim: Claim) -> bool:
    seat, provinces = ends.seat, [each["id"] for each in ends.board.data["provinces"]]
    before, after = ends.both
    if claim.what in ("houses", "alliance", "roads"):
        was, now = (
            {
                "houses": lambda d: house_points(ends, d, provinces[claim.where], claim.seat),
                "alliance": lambda d: alliance_points(ends, d, claim.where, claim.seat),
                "roads": lambda d: road_points(ends, d, claim.seat),
            }[claim.what](document)
            for document in ends.both
        )
        return now - was == claim.count != 0
    if claim.what in ("leads", "loses"):
        was, now = (claim.seat in leading(each, provinces[claim.where]) for each in ends.both)
        return now and not was if claim.what == "leads" else was and not now
    if claim.what == "closes":
        fields = set(_fields(ends, provinces[claim.where]))
        return fields <= after["houses"].keys() and not fields <= before["houses"].keys()
    if claim.what == "joins":
        pairs = [
            sum(
                d["houses"].get(one) == d["houses"].get(two) == seat
                for one, two in ends.board.data["roads"]
            )
            for d in ends.both
        ]
        return pairs[1] - pairs[0] == claim.count > 0
    if claim.what in ("hems", "opens"):
        was, now = (free_beside(ends, each, claim.seat) for each in ends.both)
        fewer = claim.what == "hems" and claim.seat != seat and now < was
        return claim.count == now and (fewer or (claim.seat == seat and now > was))
    return _china_cards(ends, claim)


def _china_cards(ends: Ends, claim: Claim) -> bool:
    seat, before = ends.seat, ends.before
    if claim.what == "builds":
        return ends.moves.count(ends.actions[claim.where]) == claim.count > 0
    if claim.what in ("pays", "draws", "makes"):
        colour = CARDS[claim.where]
        hands = [each["hands"][seat][colour] for each in ends.both]
        taken = [
            before["open"][int(move.removeprefix("draw ")) - 1]
            for move in ends.moves
            if move.startswith("draw ") and move != "draw deck"
        ]
        hidden = ends.moves.count("draw deck")
        gone = hands[0] - hands[1] + taken.count(colour)
        if claim.what == "draws":
            return taken.count(colour) == claim.count > 0
        if claim.what == "makes":
            return colour in taken and 2 <= claim.count <= hands[1] <= claim.count + hidden
        return gone <= claim.count <= gone + hidden and claim.count > 0
    placed = sum(move.startswith("pay") for move in ends.moves) + before["placed"]
    return {
        "hidden": ends.moves.count("draw deck") == claim.count > 0,
        "ends": "end" in ends.moves and claim.count == placed,
        "passes": ends.moves == ("pass",),
    }[claim.what]


# Euphrat & Tigris


def cell_of(document: Document, seat: int, colour: str) -> str:
    places = [cell for cell, leader in document["leaders"].items() if leader == [seat, colour]]
    return places[0] if places else ""


def followers(document: Document, cell: str, colour: str) -> int:
    parts = regions(document, document["unification"] or "")
    kingdom = next(part for part in parts if cell in part)
    return sum(document["tiles"].get(each) == colour for each in kingdom)


def temples(document: Document, cell: str) -> int:
    return sum(document["tiles"].get(near) == "red" for near in beside(cell))


def weakest(points: dict[str, int]) -> int:
    own, left = [points[colour] for colour in COLOURS], points["treasure"]
    for _ in range(left):
        own[own.index(min(own))] += 1
    return min(own)


def earned(document: Document, seat: int) -> int:
    """What monuments bring a seat at the end of its turn."""
    found = 0
    for one in document["monuments"]:
        part = next(part for part in regions(document) if one["square"] in part)
        found += sum(
            cell_of(document, seat, colour) in part
            for colour in one["colours"]
            if cell_of(document, seat, colour)
        )
    return found


def _tigris(ends: Ends, claim: Claim) -> bool:
    seat = claim.seat
    colour = COLOURS[claim.where] if 0 <= claim.where < 4 else "treasure"
    if claim.what == "points":
        was, now = (each["points"][seat][colour] for each in ends.both)
        return now - was == claim.count != 0
    if claim.what == "weakest":
        was, now = (weakest(each["points"][seat]) for each in ends.both)
        return (claim.other, claim.count) == (was, now) and was != now and seat == ends.seat
    if claim.what == "earns":
        was, now = (earned(each, seat) for each in ends.both)
        return (claim.other, claim.count) == (was, now) and was != now
    if claim.what in ("places", "moves", "withdraws", "loses", "drives", "followers", "temples"):
        return _tigris_leader(ends, claim, colour)
    if claim.what in ("revolts", "fights", "embroils"):
        return _tigris_conflict(ends, claim, colour)
    return _tigris_choice(ends, claim, colour)


def _cell(number: int) -> str:
    return f"{chr(65 + number % 16)}{number // 16 + 1}"


def _tigris_leader(ends: Ends, claim: Claim, colour: str) -> bool:
    was, now = (cell_of(each, claim.seat, colour) for each in ends.both)
    own = claim.seat == ends.seat
    taken_home = any(
        move == "withdraw"
        and (ends.moves[at - 1] if at else f"leader {ends.before['piece']}").endswith(colour)
        for at, move in enumerate(ends.moves)
    )
    if claim.what in ("followers", "temples"):
        count = (
            followers
            if claim.what == "followers"
            else lambda document, cell, _: temples(document, cell)
        )
        old, new = (
            count(each, cell, colour) if cell else -1
            for each, cell in zip(ends.both, (was, now), strict=True)
        )
        return (claim.other, claim.count) == (old, new) and old != new and now != ""
    return {
        "places": own and not was and now == _cell(claim.count),
        "moves": own and bool(was) and was != now == _cell(claim.count),
        "withdraws": own and bool(was) and not now and taken_home,
        "loses": own and bool(was) and not now and not taken_home,
        "drives": not own and bool(was) and not now,
    }[claim.what]


def _tigris_conflict(ends: Ends, claim: Claim, colour: str) -> bool:
    conflict = ends.after["conflict"]
    attacker, defender = conflict["attacker"], conflict["defender"]
    if claim.what == "embroils":
        return (claim.seat, claim.other) == (attacker, defender) and ends.seat not in (
            attacker,
            defender,
        )
    sums = {
        attacker: conflict["attacker_board"] + (conflict["attacker_support"] or 0),
        defender: conflict["defender_board"],
    }
    kind = "revolt" if claim.what == "revolts" else "war"
    return (
        conflict["kind"] == kind
        and conflict["colour"] == colour
        and {claim.seat, ends.seat} == {attacker, defender}
        and (claim.count, claim.other) == (sums[ends.seat], sums[claim.seat])
    )


def _tigris_choice(ends: Ends, claim: Claim, colour: str) -> bool:
    before, after, moves = ends.before, ends.after, ends.moves
    pieces = [before["piece"] or "", *moves]  # what was chosen before each cell
    cells = [
        (pieces[at], move.removeprefix("cell "))
        for at, move in enumerate(moves)
        if move.startswith("cell ")
    ]
    built = [each["colours"] for each in after["monuments"] if each not in before["monuments"]]
    pairs = (
        ("black", "red"),
        ("black", "blue"),
        ("black", "green"),
        ("red", "blue"),
        ("red", "green"),
        ("blue", "green"),
    )
    what = claim.what
    if what == "monument":
        return list(pairs[claim.where]) in [list(each) for each in built]
    if what == "lays":
        return (f"tile {COLOURS[claim.count]}", _cell(claim.where)) in cells
    if what == "ruins":
        return ("catastrophe", _cell(claim.where)) in cells and _cell(claim.where) in after[
            "catastrophes"
        ]
    if what == "takes":
        gone = set(before["treasures"]) - set(after["treasures"])
        return any(f"take {cell}" in moves for cell in gone)
    if what == "adds":
        tiles = [int(move.removeprefix("support ")) for move in moves if move.startswith("support")]
        return claim.count in tiles
    return {
        "swaps": moves.count(f"discard {colour}") == claim.count > 0,
        "declines": "monument none" in moves,
        "begins": f"war {colour}" in moves,
        "passes": "pass" in moves,
    }[what]
