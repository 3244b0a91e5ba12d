"""Alembic's migrations; they travel with the package and run when a server starts."""
