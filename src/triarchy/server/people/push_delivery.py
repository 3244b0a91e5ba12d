"""One message to one browser: encrypted, signed, and sent to nothing but a public push service."""

from __future__ import annotations

import base64
import http.client
import ipaddress
import json
import socket
import ssl
import time
from typing import Any
from urllib.parse import SplitResult, urlsplit

from triarchy.server.refusals import Refused

SECONDS = 5.0
"""For connecting, and for each part of the answer."""
KEEP = 24 * 3600
"""For how long a push service keeps a message for a browser that is not there."""
VALID = 12 * 3600
GONE = (404, 410)
"""A browser that wants no more messages."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
NOT_PUBLIC = "Notifications go to https addresses of public push services only."


class Undeliverable(Exception):
    """A message that did not arrive; `gone` if none will."""

    def __init__(self, why: str, gone: bool = False) -> None:
        super().__init__(why)
        self.gone = gone


def checked(endpoint: str, *, loopback: bool = False) -> SplitResult:
    """The parts of an endpoint's address; refused unless it is https at a public address.

    `loopback` also allows http there: for the tests' push service.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Refused(422, NOT_PUBLIC) from None
    if loopback and parts.scheme == "http" and host == "127.0.0.1":
        return parts
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    named = parts.username is None and parts.password is None and port in (None, 443)
    if parts.scheme != "https" or not host or not plain or not named:
        raise Refused(422, NOT_PUBLIC)
    try:
        addresses_of(host)
    except (OSError, UnicodeError):  # nobody of that name, or no name at all
        raise Refused(422, NOT_PUBLIC) from None
    return parts


def addresses_of(host: str) -> list[str]:
    """The addresses a name leads to; an OSError if one of them is not public."""
    found = socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not addresses or not all(is_public(address) for address in addresses):
        raise OSError("not a public address")
    return addresses


def is_public(text: str) -> bool:
    """Whether an address belongs to the internet, and to no private network behind it."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # such as one with a zone
        return False
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)))
        if address.sixtofour is not None or address.teredo is not None:
            return False
    return address.is_global and not address.is_multicast


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked at, for the name it was found by."""

    def __init__(self, host: str, address: str) -> None:
        context = ssl.create_default_context()
        super().__init__(host, 443, timeout=SECONDS, context=context)
        self._tls = context
        self._address = address

    def connect(self) -> None:
        bare = socket.create_connection((self._address, 443), SECONDS)
        self.sock = self._tls.wrap_socket(bare, server_hostname=self.host)


def _connected(parts: SplitResult) -> http.client.HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "http":  # `checked` has allowed it
        return http.client.HTTPConnection(host, parts.port, timeout=SECONDS)
    # Looked up again, and the very address that was looked at is used: the name may lead
    # elsewhere by now.
    return _Pinned(host, addresses_of(host)[0])


class Sender:
    """Sends with the server's own key, which browsers know."""

    def __init__(self, private_key: str, contact: str, *, loopback: bool) -> None:
        from py_vapid import Vapid02

        self.vapid = Vapid02.from_raw(private_key.encode())
        self.contact = contact
        self.loopback = loopback

    @property
    def public_key(self) -> str:
        """What a browser subscribes with."""
        return public_key_of(self.vapid)

    def send(self, endpoint: str, p256dh: str, auth: str, message: dict[str, Any]) -> None:
        """Deliver a message, or say why not."""
        try:
            parts = checked(endpoint, loopback=self.loopback)
            body = encrypted(p256dh, auth, json.dumps(message, ensure_ascii=False).encode())
            status = self._post(parts, body)
        except Refused as refusal:
            raise Undeliverable(refusal.sentence) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Undeliverable(str(error)) from None
        if not 200 <= status < 300:  # nothing is followed elsewhere
            raise Undeliverable(f"status {status}", gone=status in GONE)

    def _post(self, parts: SplitResult, body: bytes) -> int:
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + VALID,
            "sub": self.contact,
        }
        headers = {
            **self.vapid.sign(claims),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEEP),
            "Urgency": "normal",
        }
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection = _connected(parts)
        try:
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()


def encrypted(p256dh: str, auth: str, data: bytes) -> bytes:
    """A message that nobody but the browser with these keys can read (RFC 8291)."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    own = ec.generate_private_key(ec.SECP256R1())  # for this message alone
    point, secret = unpacked(p256dh), unpacked(auth)
    return bytes(http_ece.encrypt(data, private_key=own, dh=point, auth_secret=secret))


def new_private_key() -> str:
    """A key of the server's own."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def public_key_of(vapid: Any) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def unpacked(key: str) -> bytes:
    """A key as browsers write it: base64 without padding."""
    return base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a browser: a point of the curve and 16 bytes."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        point, secret = unpacked(p256dh), unpacked(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == 65 and len(secret) == 16
