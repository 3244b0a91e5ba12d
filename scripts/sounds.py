"""Make the table's sounds: small WAV files from sums of fading sines, the same bytes every time.

    python scripts/sounds.py

They are 8 bits deep at 16 kHz, a few kilobytes each; the page plays them (`web/static/sounds.js`).
"""

from __future__ import annotations

import io
import math
import wave
from pathlib import Path

TARGET = Path(__file__).parent.parent / "src" / "triarchy" / "web" / "static" / "sounds"
RATE = 16_000

Tone = tuple[float, float, float, float, float]
"""When it begins, its pitch in Hz, how long it takes to fade, its loudness, how bright it is."""

SOUNDS: dict[str, tuple[float, list[Tone]]] = {
    # A piece of wood on paper.
    "move": (0.14, [(0.0, 190.0, 0.022, 0.5, 0.9), (0.004, 620.0, 0.010, 0.35, 0.4)]),
    # Two soft bells, rising: it is your turn.
    "turn": (0.60, [(0.0, 587.33, 0.12, 0.38, 0.3), (0.14, 880.0, 0.16, 0.38, 0.25)]),
    # A coin on the pile.
    "points": (0.26, [(0.0, 1174.66, 0.05, 0.28, 0.35), (0.03, 1760.0, 0.07, 0.2, 0.2)]),
    # Four bells for the end of a game.
    "end": (
        1.30,
        [
            (0.0, 440.0, 0.16, 0.3, 0.4),
            (0.16, 554.37, 0.16, 0.3, 0.35),
            (0.32, 659.26, 0.18, 0.3, 0.3),
            (0.48, 880.0, 0.28, 0.34, 0.3),
        ],
    ),
}


def sample(time: float, tones: list[Tone]) -> float:
    """The wave at a moment: each tone with its octave and twelfth, fading."""
    total = 0.0
    for begins, pitch, fading, loud, bright in tones:
        since = time - begins
        if since < 0:
            continue
        rise = min(1.0, since / 0.004)
        turn = 2 * math.pi * pitch * since
        wave_form = math.sin(turn) + bright * math.sin(2 * turn) + bright**2 * math.sin(3 * turn)
        total += loud * rise * math.exp(-since / fading) * wave_form
    return math.tanh(total)


def wav(name: str) -> bytes:
    """One sound as the bytes of its file."""
    seconds, tones = SOUNDS[name]
    count = int(seconds * RATE)
    levels = []
    for number in range(count):
        end = min(1.0, (count - number) / (0.03 * RATE))
        levels.append(128 + round(120 * end * sample(number / RATE, tones)))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(bytes(levels))
    return out.getvalue()


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name in SOUNDS:
        (TARGET / f"{name}.wav").write_bytes(wav(name))
        print(f"{name}.wav: {len(wav(name))} bytes")


if __name__ == "__main__":
    main()
