"""Who asks: a signed cookie for the person, random tokens for seats of which only hashes are kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import string
import unicodedata
from dataclasses import dataclass

ME = "triarchy_me"
LANGUAGE = "triarchy_language"
THEME = "triarchy_theme"
SEAT = "triarchy_seat"
COOKIES = frozenset((ME, LANGUAGE, THEME, SEAT))
"""The names of our cookies."""
YEAR = 365 * 24 * 3600
ID_LETTERS = string.ascii_lowercase + string.digits
ID_LENGTH = 12


@dataclass(frozen=True)
class Visitor:
    """Who sends a request: the person of the cookie, and the token of a seat at this table."""

    person: str
    token: str | None
    language: str
    address: str = ""


def new_person() -> str:
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """A secret for a seat or a carry link: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """The id of a table: not to be guessed (62 random bits), easy to read out."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def sign(person: str, secret: bytes) -> str:
    """The cookie of a person."""
    return f"{person}.{_signature(person, secret)}"


def signed(cookie: str, secret: bytes) -> str | None:
    """The person of a cookie, if its signature is right."""
    person, _, signature = cookie.rpartition(".")
    if not person or len(cookie) > 100 or not cookie.isascii():
        return None
    return person if hmac.compare_digest(signature, _signature(person, secret)) else None


def _signature(person: str, secret: bytes) -> str:
    digest = hmac.new(secret, b"person:" + person.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def clean(text: str) -> str:
    """A name or a line without control characters and doubled spaces."""
    kept = (c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join("".join(kept).split())
