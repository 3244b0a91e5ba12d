"""Around the board: seats by lot, names that change, resigning said to all, the waiting room's chat and code."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

from tests.server.people import BOT, ME, OPEN, Person, finish
from tests.server.servers import Running, hurry
from triarchy.server.tables.seating import seat_order


def my_seat(person: Person, table: str) -> int:
    return next(seat["seat"] for seat in person.table(table)["seats"] if seat["you"])


def committed_order(person: Person, table: str, players: int) -> list[int]:
    return seat_order(int(person.screen(table)["fair"]["seed"]), players)


def test_one_person_against_bots_gets_a_seat_by_the_committed_lot(
    server: Running, anna: Person
) -> None:
    tables = [anna.make([ME, BOT, BOT, BOT], lot=True) for _ in range(4)]
    for table in tables:
        seat = my_seat(anna, table)
        with server.service.transactions.change(table) as change:
            change.values["status"] = "over"
        assert committed_order(anna, table, 4)[seat] == 0


def test_without_the_lot_the_seats_are_as_given(anna: Person) -> None:
    assert [my_seat(anna, anna.make([BOT, ME, BOT])) for _ in range(3)] == [1, 1, 1]


def test_a_table_whose_free_seats_go_to_bots_draws_them_too(server: Running, anna: Person) -> None:
    table = anna.make([ME, OPEN, OPEN])
    anna.post(f"/api/tables/{table}/start", {"fill": "easy"})
    seat = my_seat(anna, table)
    with server.service.transactions.change(table) as change:
        change.values["status"] = "over"
    assert committed_order(anna, table, 3)[seat] == 0


def test_again_draws_no_seats_but_moves_everybody_up(server: Running, anna: Person) -> None:
    table = anna.make([ME, ME], hot_seat=True)
    before = [seat["name"] for seat in anna.table(table)["seats"]]
    finish(table, [anna], hurry(server, table))
    fresh = anna.post(f"/api/tables/{table}/rematch").json()["id"]
    after = [seat["name"] for seat in anna.table(fresh)["seats"]]
    assert after == [*before[1:], before[0]]


def test_a_changed_name_shows_at_running_tables_and_not_at_finished_ones(
    server: Running, someone: Callable[[str], Person]
) -> None:
    anna, ben = someone("Anna"), someone("Ben")
    running, waiting, over = anna.make([ME, BOT]), anna.make([ME, OPEN]), anna.make([ME, BOT])
    ben.sit(waiting)
    with server.service.transactions.change(over) as change:
        change.values["status"] = "over"
    before = anna.table(running)["version"]
    assert anna.put("/api/me", {"name": "Annika"}).status_code == 200
    assert anna.table(running)["seats"][0]["name"] == "Annika"
    assert anna.table(running)["version"] > before  # whoever listens is told
    assert anna.screen(running)["players"][0]["name"] == "Annika"
    assert [seat["name"] for seat in ben.table(waiting)["seats"]] == ["Annika", "Ben"]
    assert anna.table(over)["seats"][0]["name"] == "Anna"
    # Nobody gets another player's name, and nothing is announced when nothing changes.
    ben.put("/api/me", {"name": "annika"})
    assert [seat["name"] for seat in ben.table(waiting)["seats"]] == ["Annika", "annika 2"]
    before = anna.table(running)["version"]
    anna.put("/api/me", {"name": "Annika"})
    assert anna.table(running)["version"] == before


def test_names_of_several_people_on_one_device_stay(anna: Person) -> None:
    seats = [{**ME, "name": "Cleo"}, {**ME, "name": "Dora"}]
    table = anna.make(seats, hot_seat=True)
    anna.put("/api/me", {"name": "Annika"})
    assert {seat["name"] for seat in anna.table(table)["seats"]} == {"Cleo", "Dora"}


def test_who_has_resigned_is_known_to_everybody(anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN, BOT])
    ben.sit(table)
    anna.post(f"/api/tables/{table}/start")
    assert not any(seat["resigned"] for seat in anna.table(table)["seats"])
    ben.post(f"/api/tables/{table}/resign", {"strength": "easy"})
    resigned = {seat["name"]: seat["resigned"] for seat in anna.table(table)["seats"]}
    assert resigned.pop("Ben") is True
    assert set(resigned.values()) == {False}
    players = {player["name"]: player for player in anna.screen(table)["players"]}
    assert players["Ben"]["resigned"]


def test_the_waiting_room_has_a_chat(anna: Person, ben: Person) -> None:
    table = anna.make([ME, OPEN])
    assert ben.get(f"/api/tables/{table}/chat").json() == {"chat": []}
    anna.post(f"/api/tables/{table}/chat", {"text": "who comes?"})
    lines = ben.get(f"/api/tables/{table}/chat").json()["chat"]
    assert [(line["name"], line["text"]) for line in lines] == [("Anna", "who comes?")]


def test_links_come_as_qr_codes(anna: Person) -> None:
    import segno

    table = anna.make([ME, OPEN])
    answer = anna.get(f"/api/tables/{table}/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.text)
    code = segno.make_qr(anna.table(table)["link"])
    assert drawing.get("viewBox") == "0 0 {0} {0}".format(code.symbol_size(border=3)[0])
    carried = anna.post(f"/api/tables/{table}/carry").json()
    assert ElementTree.fromstring(carried["qr"]).tag.endswith("svg")


# Pictures and previews of links


def test_a_link_shows_title_and_picture(server: Running, anna: Person) -> None:
    table = anna.make([ME, OPEN], name="Friday <evening>")
    page = anna.get(f"/table/{table}").text
    assert '<meta property="og:title" content="Friday &lt;evening&gt; · Meridian">' in page
    address = page.split('property="og:image" content="')[1].split('"')[0].replace("&amp;", "&")
    path = address.removeprefix(server.app.state.service.settings.share)
    picture = anna.get(path)
    assert picture.headers["content-type"] == "image/png"
    width, height = (int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_the_picture_of_a_table_is_an_onlookers(server: Running, anna: Person, ben: Person) -> None:
    table = anna.make([ME, BOT])
    mine, theirs = (each.get(f"/api/tables/{table}/picture") for each in (anna, ben))
    assert mine.content == theirs.content
    assert anna.get(f"/api/tables/{table}/picture", number=999).status_code == 404


# Looking back


def test_a_game_that_goes_on_tells_its_turns_and_nothing_hidden(
    server: Running, anna: Person, ben: Person
) -> None:
    table = anna.make([ME, BOT])
    anna.my_turn(table)
    for _ in range(6):
        anna.play(table)
        anna.my_turn(table)
    story = ben.get(f"/api/tables/{table}/story").json()
    assert story["decided"] is None and story["won"] == []
    turns = story["turns"]
    assert [turn["before"] for turn in turns[1:]] == [turn["after"] for turn in turns[:-1]]
    assert turns[-1]["after"] == anna.table(table)["number"]
    assert story["log"] == ben.screen(table)["log"]


def test_only_a_finished_game_lends_its_positions(server: Running, anna: Person) -> None:
    table = anna.make([ME, BOT])
    body = {"table": table, "number": 0}
    assert anna.post("/api/play-on", body).status_code == 409
    hurry(server, table, 0)
    assert anna.post("/api/play-on", body).status_code == 201
    body["number"] = anna.table(table)["number"]
    assert anna.post("/api/play-on", body).status_code == 422  # it has been played to its end
    assert anna.post("/api/play-on", {**body, "table": "aaaaaaaaaaaa"}).status_code == 404


def test_a_finished_game_tells_how_it_was_won_and_without_a_review_no_deciding_turn(
    server: Running, anna: Person
) -> None:
    for _ in range(3):
        table = anna.make([ME, BOT, BOT])
        hurry(server, table, 0)
        story = anna.get(f"/api/tables/{table}/story").json()
        assert story["decided"] is None
        screen = anna.screen(table)
        ranking = screen["result"]["ranking"]
        if ranking.count(1) > 1:
            assert story["won"] == []
            continue
        names = [player["name"] for player in screen["players"]]
        beside = 0 if ranking[0] != 1 else ranking.index(2)
        assert names[ranking.index(1)] in story["won"][0]
        assert any(names[beside] in sentence for sentence in story["won"])


def test_names_in_a_record_are_kept_and_checked(server: Running, anna: Person) -> None:
    table = anna.make([ME, BOT])
    hurry(server, table, 0)
    assert "names" not in anna.get(f"/api/tables/{table}/record").json()
    record = anna.get(f"/api/tables/{table}/record", names=True).json()
    assert record["names"][0] == "Anna"
    record["names"] = ["Cleo", "cleo"]
    copy = anna.post("/api/records", record).json()
    assert [seat["name"] for seat in copy["seats"]] == ["Cleo", "cleo 2"]
    for names in (["Cleo"], ["Cleo", 7], ["Cleo", "x" * 41], "Cleo"):
        assert anna.post("/api/records", {**record, "names": names}).status_code == 422
