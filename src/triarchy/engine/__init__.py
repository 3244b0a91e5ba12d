"""The engine: rules written once in Python, run interpreted, compiled, or on a GPU."""
