"""A push service of the tests' own on the loopback: takes messages, and decrypts them as the browser
whose keys it made would."""

from __future__ import annotations

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """The keys of one subscription."""

    def __init__(self, service: PushService, name: str) -> None:
        self.name = name
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.wish: dict[str, Any] = {
            "endpoint": f"{service.url}/{name}",
            "p256dh": text_of(point),
            "auth": text_of(self.secret),
        }
        self.messages: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    def take(self, body: bytes, headers: dict[str, str]) -> None:
        plain = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        assert Vapid02.verify(headers["authorization"])
        self.headers.append(headers)
        self.messages.append(json.loads(plain))


class PushService:
    """Answers 201, or what `answers` says for a browser."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.answers: dict[str, int] = {}
        self.asked: list[str] = []
        self.faults: list[str] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                name = self.path.strip("/")
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.asked.append(name)
                status = service.answers.get(name, 201)
                if status == 201:
                    try:
                        headers = {key.lower(): value for key, value in self.headers.items()}
                        service.browsers[name].take(body, headers)
                    except Exception as error:
                        service.faults.append(repr(error))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", f"{service.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def browser(self, name: str) -> Browser:
        self.browsers[name] = Browser(self, name)
        return self.browsers[name]

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
