"""Who asks: a browser keeps one random key, of which the database knows the hash alone."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
import string
import unicodedata
from collections.abc import Callable

ME = "triarchy_me"
LANGUAGE = "triarchy_language"
THEME = "triarchy_theme"
SEAT = "triarchy_seat"
COOKIES = frozenset((ME, LANGUAGE, THEME, SEAT))
"""The names of our cookies."""
YEAR = 365 * 24 * 3600
ID_LETTERS = string.ascii_lowercase + string.digits
ID_LENGTH = 12
KEY = re.compile(r"[A-Za-z0-9_-]{32}")
OLD_ID = 16


class Visitor:
    """Who sends a request: a person, looked up by the hash of their browser's key when first asked for.

    `key` is what the answer gives the browser to keep, if anything; `token` an old seat's cookie.
    """

    def __init__(
        self,
        key_hash: str | None,
        person_of: Callable[[str], str | None],
        language: str,
        address: str = "",
        token: str | None = None,
    ) -> None:
        self.key: str | None = None
        self.key_hash = key_hash or ""
        self.language = language
        self.address = address
        self.token = token
        self._person_of = person_of
        self._person: str | None = None
        if key_hash is None:
            self.use_key(new_key())

    @property
    def person(self) -> str:
        """The person; a browser that was signed out is somebody new."""
        if self._person is None:
            self._person = self._person_of(self.key_hash)
        if self._person is None:
            self.use_key(new_key())
            self._person = self.key_hash
        return self._person

    def use_key(self, key: str) -> None:
        """The browser gets this key with the answer, and is whose it is."""
        self.key, self.key_hash, self._person = key, hash_of_key(key), None

    def reload(self) -> Visitor:
        """The same browser, looked up again."""
        return Visitor(self.key_hash, self._person_of, self.language, self.address, self.token)


def new_key() -> str:
    """What a browser keeps of a person: 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_of_key(key: str) -> str:
    """What is stored of a key: the id of the person it makes, unless it was given to another."""
    digest = hashlib.sha256(b"person:" + key.encode()).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def new_token() -> str:
    """A secret for a private link to a seat: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """The id of a table: not to be guessed (62 random bits), easy to read out."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def hashed(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_in_cookie(cookie: str, secret: bytes) -> str | None:
    """The hash of the key in a person's cookie; None if it is no key.

    Earlier versions gave out the id of a person with a signature; these are still good.
    """
    if KEY.fullmatch(cookie):
        return hash_of_key(cookie)
    person, _, signature = cookie.rpartition(".")
    # Ids of today are longer: nobody who learns the secret can sign for their persons.
    if len(person) != OLD_ID or len(cookie) > 100 or not cookie.isascii():
        return None
    return person if hmac.compare_digest(signature, _signature(person, secret)) else None


def _signature(person: str, secret: bytes) -> str:
    digest = hmac.new(secret, b"person:" + person.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def clean(text: str) -> str:
    """A name or a line without control characters and doubled spaces."""
    kept = (c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join("".join(kept).split())
