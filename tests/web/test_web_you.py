"""A person in real browsers: hundreds of seats, a recovery code, a passkey, signing out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import Running
from tests.web.browsing import PHONE, Reader

pytestmark = pytest.mark.web

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "strength": "easy"}


def table(reader: Reader, *others: dict[str, str]) -> str:
    body = {"game": "meridian", "seats": [ME, *others]}
    return str(reader.api("POST", "/api/tables", body)["id"])


def holds(reader: Reader, table_id: str) -> bool:
    return any(seat["you"] for seat in reader.api("GET", f"/api/tables/{table_id}")["seats"])


def named(reader: Reader, name: str) -> Page:
    page = reader.go("/you")
    page.fill("#name", name)
    page.press("#name", "Enter")
    expect(page.locator("#make-code")).to_be_enabled()
    return page


def test_the_first_of_three_hundred_seats_is_still_mine(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    first = table(anna, OPEN)
    for _ in range(299):
        table(anna, OPEN)
    page = anna.go("/")
    for shown in (12, 50, 100, 150, 200, 250):
        expect(page.locator("#mine li")).to_have_count(shown)
        page.click("#more")
    expect(page.locator("#more")).to_be_hidden()
    page.click(f"#mine [href='/table/{first}']")
    expect(anna.page.locator("#lobby .seats .name").first).to_contain_text("(you)")
    assert len(anna.context.cookies()) == 1


def test_a_recovery_code_on_a_second_browser(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna, phone = reader(open_server), reader(open_server, viewport=PHONE, has_touch=True)
    page = named(anna, "Anna")
    seat = table(anna, OPEN)
    page.click("#make-code")
    code = page.input_value("#code input")
    assert re.fullmatch(r"(\w{4}-){4}\w{4}", code)
    page.reload()
    expect(page.locator("#code-state")).to_contain_text("You have a recovery code")
    assert page.locator("#code input").count() == 0
    other = named(phone, "Mia")
    own = table(phone, OPEN)
    other.fill("#recovery-code", code)
    other.press("#recovery-code", "Enter")
    other.click("dialog .button.primary")  # merge both
    other.wait_for_url("**/")
    expect(other.locator("html")).to_have_attribute("data-reader", "Anna")
    assert holds(phone, seat)
    assert holds(phone, own)
    assert holds(anna, own)
    assert phone.sideways() == 0


def test_a_passkey_is_made_and_used(reader: Callable[..., Reader], open_server: Running) -> None:
    anna = reader(open_server)
    there = open_server.url.replace("127.0.0.1", "localhost")
    page = anna.page
    devtools = anna.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )
    page.goto(f"{there}/you")
    page.fill("#name", "Anna")
    page.press("#name", "Enter")
    expect(page.locator("#make-passkey")).to_be_enabled()
    page.click("#make-passkey")
    expect(page.locator("#passkeys li")).to_have_count(1)
    # The browser forgets everything but its authenticator.
    anna.context.clear_cookies()
    page.goto(f"{there}/you")
    expect(page.locator("#passkeys li")).to_have_count(0)
    expect(page.locator("#name")).to_have_value("")
    page.click("#use-passkey")
    page.wait_for_url("**/")
    expect(page.locator("html")).to_have_attribute("data-reader", "Anna")


def test_without_https_or_a_name_a_sentence_says_why_there_are_no_passkeys(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    page = named(anna, "Anna")
    expect(page.locator("#no-passkeys")).to_contain_text("localhost")
    expect(page.locator("#make-passkey")).to_be_disabled()
    expect(page.locator("#use-passkey")).to_be_hidden()


def test_signing_out_everywhere_and_deleting_oneself(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    page = named(anna, "Anna")
    seat = table(anna, OPEN)
    page.click("[data-out=everywhere]")
    expect(page.locator("dialog")).to_contain_text("no recovery code and no passkey")
    page.click("dialog .button.primary")
    page.wait_for_url("**/")
    expect(page.locator("html")).to_have_attribute("data-reader", "")
    assert not holds(anna, seat)
    page = named(anna, "Eva")
    game = table(anna, BOT)
    page.reload()
    page.click("#delete-me")
    page.click("dialog .button.primary")
    page.wait_for_url("**/")
    names = [seat["name"] for seat in anna.api("GET", f"/api/tables/{game}")["seats"]]
    assert "Guest" in names
    assert "Eva" not in names
