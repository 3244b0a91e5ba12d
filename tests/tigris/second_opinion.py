"""The rules of a move told a second time, in plain Python over the position document.

Only tests use this: it says which rules a move breaks, by the names of `text.reasons.Reason`, and
knows nothing of the engine. A cell is its name, such as K1.
"""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]
ROWS = (
    "....~~~~~.T.~...",
    ".C..~.......~..C",
    "...~~T......~~..",
    "~~~~.........~~~",
    ".............T~~",
    "..............~.",
    "~~~~....T...~~~.",
    ".C.~~~~.....~...",
    "......~~~~~~~.C.",
    ".....T..........",
    "..........T.....",
)
LAND = {f"{chr(65 + x)}{y + 1}": kind for y, row in enumerate(ROWS) for x, kind in enumerate(row)}
RIVERS = {cell for cell, kind in LAND.items() if kind == "~"}
CORNERS = {cell for cell, kind in LAND.items() if kind == "C"}
PHASES = {
    "tile": ("action",),
    "leader": ("action",),
    "catastrophe": ("action",),
    "swap": ("action",),
    "pass": ("action",),
    "cell": ("cell",),
    "withdraw": ("cell",),
    "discard": ("swap",),
    "draw": ("swap",),
    "war": ("war",),
    "support": ("support",),
    "square": ("square",),
    "monument": ("monument",),
    "take": ("treasure",),
}


def moved(cell: str, east: int, south: int) -> str:
    return f"{chr(ord(cell[0]) + east)}{int(cell[1:]) + south}"


def beside(cell: str) -> set[str]:
    """The cells with a common edge."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {near for east, south in steps if (near := moved(cell, east, south)) in LAND}


def square(cell: str) -> set[str]:
    """The square of four that begins here in the north-west."""
    return {moved(cell, east, south) for east in (0, 1) for south in (0, 1)}


def flipped(document: Document) -> set[str]:
    return {cell for one in document["monuments"] for cell in square(one["square"])}


def regions(document: Document, without: str = "") -> list[set[str]]:
    """What hangs together by edges: tiles, flipped ones too, and leaders."""
    rest = {*document["tiles"], *flipped(document), *document["leaders"]} - {without}
    parts = []
    while rest:
        part, edge = set(), {rest.pop()}
        while edge:
            part |= edge
            edge = {near for cell in edge for near in beside(cell)} & rest
            rest -= edge
        parts.append(part)
    return parts


def kingdoms(document: Document, without: str = "") -> list[set[str]]:
    """The regions with a leader, a leader on `without` being away."""
    leaders = set(document["leaders"]) - {without}
    return [region for region in regions(document, without) if region & leaders]


def broken(document: Document, move: str) -> set[str]:
    """The rules that the move breaks in this position; none: it is legal."""
    phase = document["phase"]
    if phase == "over":
        return {"OVER"}
    word, _, value = move.partition(" ")
    if move == "monument none" and phase == "square":
        return set()
    if phase not in PHASES[word]:
        return {"NOT_NOW"}
    if word == "cell":
        return broken_on(document, document["piece"], value)
    if word in ("war", "support"):
        return broken_in_conflict(document, word, value)
    if word in ("square", "monument"):
        return broken_by_monument(document, word, value)
    if word == "take":
        return broken_by_taking(document, value)
    return broken_by_choice(document, word, value)


def broken_by_choice(document: Document, word: str, value: str) -> set[str]:
    seat = document["active"]
    hand = document["hands"][seat]
    if word in ("tile", "discard") and hand[value] == 0:
        return {"NO_TILE"}
    if word == "withdraw":
        colour = document["piece"].removeprefix("leader ")
        return set() if cell_of(document, seat, colour) else {"NOT_ON_BOARD"}
    if word == "leader" and cell_of(document, seat, value):
        return set()
    if word == "catastrophe" and document["catastrophes_left"][seat] == 0:
        return {"NO_CATASTROPHE"}
    if word in ("tile", "leader", "catastrophe"):
        piece = f"{word} {value}".strip()
        room = any(not broken_on(document, piece, cell) for cell in LAND)
        return set() if room else {f"NO_ROOM_FOR_{word.upper()}"}
    if word == "swap" and not any(hand.values()):
        return {"NOTHING_TO_SWAP"}
    if word == "draw" and not any(document["swapped"].values()):
        return {"NOTHING_PUT_AWAY"}
    return set()


def cell_of(document: Document, seat: int, colour: str) -> str:
    """Where a leader stands; "" at home."""
    places = [cell for cell, leader in document["leaders"].items() if leader == [seat, colour]]
    return places[0] if places else ""


def broken_on(document: Document, piece: str, cell: str) -> set[str]:
    """The rules against a piece on a cell."""
    rules = set()
    if cell in document["catastrophes"]:
        rules.add("DEAD_CELL")
    kind, _, colour = piece.partition(" ")
    own = cell_of(document, document["active"], colour) if kind == "leader" else ""
    if cell in document["leaders"]:
        rules.add("SAME_CELL" if cell == own else "LEADER_THERE")
    under = cell in flipped(document)
    if kind == "catastrophe":
        rules |= {"MONUMENT_THERE"} if under else set()
        rules |= {"TREASURE_THERE"} if cell in document["treasures"] and not under else set()
        return rules
    if under or cell in document["tiles"]:
        rules.add("TILE_THERE")
    touched = [one for one in kingdoms(document, own) if one & beside(cell)]
    if kind == "tile":
        if (cell in RIVERS) != (colour == "blue"):
            rules.add("NOT_A_RIVER" if colour == "blue" else "RIVER_FOR_TILE")
        return rules | ({"THREE_KINGDOMS"} if len(touched) > 2 else set())
    if cell in RIVERS:
        rules.add("RIVER_FOR_LEADER")
    if not any(document["tiles"].get(near) == "red" for near in beside(cell)):
        rules.add("NO_TEMPLE")
    return rules | ({"TWO_KINGDOMS"} if len(touched) > 1 else set())


def broken_in_conflict(document: Document, word: str, value: str) -> set[str]:
    if word == "war":
        joined = next(part for part in regions(document) if document["unification"] in part)
        met = [cell for cell in joined if document["leaders"].get(cell, [0, ""])[1] == value]
        return set() if len(met) > 1 else {"NO_WAR"}
    conflict, number = document["conflict"], int(value)
    colour = "red" if conflict["kind"] == "revolt" else conflict["colour"]
    if number > document["hands"][document["to_move"]][colour]:
        return {"TOO_FEW_TILES"}
    if number == 0 or document["options"]["support"] == "free":
        return set()
    attack, defence = conflict["attacker_board"], conflict["defender_board"]
    if conflict["attacker_support"] is None:
        return set() if attack + number > defence else {"MUST_LEAD"}
    level = defence + number == attack + conflict["attacker_support"]
    return set() if level else {"MUST_DRAW_LEVEL"}


def broken_by_monument(document: Document, word: str, value: str) -> set[str]:
    tiles, placed = document["tiles"], document["placed"]
    if word == "square":
        colours = {tiles.get(cell) for cell in square(value)}
        made = placed in square(value) and colours == {tiles[placed]}
        return set() if made else {"NO_SQUARE"}
    if value == "none":
        return set()
    colours = value.split("-")
    rules = set()
    if any(one["colours"] == colours for one in document["monuments"]):
        rules.add("BUILT")
    return rules if tiles[placed] in colours else rules | {"OTHER_COLOURS"}


def broken_by_taking(document: Document, cell: str) -> set[str]:
    treasures = set(document["treasures"])
    if cell not in treasures:
        return {"NO_TREASURE"}
    trader = cell_of(document, document["taker"], "green")
    here = next(part for part in kingdoms(document) if trader in part) & treasures
    if cell not in here:
        return {"OTHER_KINGDOM"}
    return {"CORNERS_FIRST"} if here & CORNERS and cell not in CORNERS else set()
