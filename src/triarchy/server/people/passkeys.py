"""Passkeys (WebAuthn): a device's own lock opens the way back to a person, without a password.

The package `webauthn` comes with the extra `passkeys`. Browsers allow passkeys on https pages and on
localhost alone.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from triarchy.server.people.identity import Visitor, hashed
from triarchy.server.people.persons import is_known
from triarchy.server.people.recovery import NOTHING, become
from triarchy.server.refusals import Refused
from triarchy.server.service import Service
from triarchy.server.storage import models

CHALLENGE_SECONDS = 300
MOST_PASSKEYS = 20
NONCE, STAMP = 16, 8
REFUSAL = "This passkey was not accepted."


def available() -> bool:
    """Whether the package is installed."""
    try:
        import webauthn  # noqa: F401
    except ImportError:
        return False
    return True


class Passkeys:
    """Makes and checks passkeys for the pages at one address."""

    def __init__(self, service: Service, host: str) -> None:
        if not available():
            raise Refused(409, "Passkeys are not installed on this server. Its admin can add them.")
        self.service = service
        public = urlsplit(service.settings.public_url)
        self.place = public.netloc or host
        self.name = urlsplit(f"//{self.place}").hostname or ""

    @property
    def origins(self) -> list[str]:
        local = self.name == "localhost" or self.name.endswith(".localhost")
        return [f"https://{self.place}", *([f"http://{self.place}"] if local else [])]

    # Making one

    def begin(self, visitor: Visitor) -> dict[str, Any]:
        """What a browser needs to make a passkey for this person."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        passkeys = models.passkeys.c
        with self.service.storage.read() as connection:
            if not is_known(connection, visitor.person):
                raise Refused(409, NOTHING)
            query = select(passkeys.credential).where(passkeys.person == visitor.person)
            known = connection.execute(query).scalars().all()
        name = self.service.name_of(visitor.person) or "Triarchy"
        options = generate_registration_options(
            rp_id=self.name,
            rp_name="Triarchy",
            user_name=name,
            user_id=hashlib.sha256(b"passkey:" + visitor.person.encode()).digest(),
            challenge=self._challenge("make", visitor),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(each)) for each in known],
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
        )
        return dict(json.loads(options_to_json(options)))

    def make(self, visitor: Visitor, credential: dict[str, Any], name: str) -> None:
        """Keep a passkey that a browser has made."""
        from webauthn import verify_registration_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._checked(credential, "make", visitor)
        try:
            made = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self.name,
                expected_origin=self.origins,
                require_user_verification=False,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise Refused(403, REFUSAL) from None
        passkeys = models.passkeys
        row = {
            "hash": hashed(_text(made.credential_id)),
            "person": visitor.person,
            "credential": _text(made.credential_id),
            "public_key": _text(made.credential_public_key),
            "signs": made.sign_count,
            "name": name,
            "made": time.time(),
        }
        try:
            with self.service.storage.write() as connection:
                if not is_known(connection, visitor.person):
                    raise Refused(409, NOTHING)
                count = select(func.count()).where(passkeys.c.person == visitor.person)
                if connection.execute(count).scalar_one() >= MOST_PASSKEYS:
                    raise Refused(409, "You have too many passkeys; delete one first.")
                connection.execute(insert(passkeys).values(row))
        except IntegrityError:
            raise Refused(409, "This passkey is already in use.") from None

    # Using one

    def ask(self, visitor: Visitor) -> dict[str, Any]:
        """What a browser needs to show a passkey of anybody."""
        from webauthn import generate_authentication_options, options_to_json

        options = generate_authentication_options(
            rp_id=self.name, challenge=self._challenge("use", visitor)
        )
        return dict(json.loads(options_to_json(options)))

    def use(self, visitor: Visitor, credential: dict[str, Any], merging: bool | None) -> None:
        """The browser becomes the person whose passkey it has shown."""
        from webauthn import verify_authentication_response
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._checked(credential, "use", visitor)
        passkeys = models.passkeys
        own = passkeys.c.hash == hashed(str(credential.get("id", "")))
        with self.service.storage.write() as connection:
            row = connection.execute(select(passkeys).where(own)).first()
            if row is None:
                raise Refused(403, "Unknown passkey.")
            try:
                shown = verify_authentication_response(
                    credential=credential,
                    expected_challenge=challenge,
                    expected_rp_id=self.name,
                    expected_origin=self.origins,
                    credential_public_key=_bytes(row.public_key),
                    credential_current_sign_count=row.signs,
                    require_user_verification=False,
                )
            except (WebAuthnException, ValueError, KeyError, TypeError):
                raise Refused(403, REFUSAL) from None
            values = {"signs": shown.new_sign_count, "used": time.time()}
            connection.execute(update(passkeys).where(own).values(values))
            key = become(connection, visitor, row.person, merging)
            self._spend(connection, challenge)
        self.service.people.forget()
        visitor.use_key(key)

    # Challenges: signed, so that nothing is kept of who only asks; each good once

    def _challenge(self, purpose: str, visitor: Visitor) -> bytes:
        stamp = int(time.time() + CHALLENGE_SECONDS).to_bytes(STAMP, "big")
        head = secrets.token_bytes(NONCE) + stamp
        return head + self._seal(head, purpose, visitor)

    def _seal(self, head: bytes, purpose: str, visitor: Visitor) -> bytes:
        about = f"challenge:{purpose}:{visitor.key_hash}:".encode()
        return hmac.new(self.service.storage.secret, about + head, hashlib.sha256).digest()

    def _checked(self, credential: dict[str, Any], purpose: str, visitor: Visitor) -> bytes:
        """The challenge that a browser answers, if it is one of ours, for it, and not too old."""
        try:
            data = json.loads(_bytes(credential["response"]["clientDataJSON"]))
            challenge = _bytes(data["challenge"])
        except (ValueError, KeyError, TypeError):
            raise Refused(422, REFUSAL) from None
        head, seal = challenge[: NONCE + STAMP], challenge[NONCE + STAMP :]
        good = hmac.compare_digest(seal, self._seal(head, purpose, visitor))
        if not good or int.from_bytes(head[NONCE:], "big") < time.time():
            raise Refused(403, "This took too long; try again.")
        return challenge

    def _spend(self, connection: Connection, challenge: bytes) -> None:
        challenges = models.challenges
        expires = int.from_bytes(challenge[NONCE : NONCE + STAMP], "big")
        connection.execute(delete(challenges).where(challenges.c.expires < time.time()))
        digest = hashlib.sha256(challenge).hexdigest()
        known = select(challenges.c.hash).where(challenges.c.hash == digest)
        if connection.execute(known).first() is not None:
            raise Refused(403, REFUSAL)
        connection.execute(insert(challenges).values(hash=digest, expires=expires))


def forget(service: Service, visitor: Visitor, passkey: str) -> None:
    """Delete one of one's own passkeys."""
    passkeys = models.passkeys
    mine = (passkeys.c.hash == passkey) & (passkeys.c.person == visitor.person)
    with service.storage.write() as connection:
        if not connection.execute(delete(passkeys).where(mine)).rowcount:
            raise Refused(404, "You don't have this passkey.")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
