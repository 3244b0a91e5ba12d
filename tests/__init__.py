"""The tests, and what several of them share (`scenes.py`, `people.py`, `shared_checks.py`, ...)."""
