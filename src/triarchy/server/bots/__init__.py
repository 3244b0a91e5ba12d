"""Bots at work: their processes and compiling, who waits for them, hints and reviews."""
