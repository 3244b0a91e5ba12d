"""Whether the server in this container answers: exit code 0 if it does."""

import os
import sys
from urllib.request import ProxyHandler, build_opener

PORT = os.environ.get("TRIARCHY_PORT", "8000")
ROOT = os.environ.get("TRIARCHY_ROOT_PATH", "").rstrip("/")
try:
    build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{PORT}{ROOT}/api/status", timeout=4)
except OSError as error:
    sys.exit(f"The server does not answer: {error}")
