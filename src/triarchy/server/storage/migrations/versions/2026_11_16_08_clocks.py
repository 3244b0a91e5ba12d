"""Clocks, who is at a table, private links that replace a seat's holder, and series of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "clocks"
down_revision = "reviews"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock", sa.String(6)))
    op.add_column("tables", sa.Column("increment", sa.Integer))
    op.add_column("tables", sa.Column("best_of", sa.Integer))
    op.add_column("tables", sa.Column("game_number", sa.Integer))
    op.add_column("tables", sa.Column("wins", sa.String(80)))
    op.add_column("tables", sa.Column("winners", sa.String(80)))
    op.add_column(
        "tables", sa.Column("rotated", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("clock", sa.Float(53)))
    op.add_column(
        "carries", sa.Column("replaces", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("here", sa.Boolean, nullable=False),
        sa.Column("seen", sa.Float(53), nullable=False),
    )
    # A limit for each decision is now one for the turn.
    op.execute("UPDATE tables SET clock = 'turn' WHERE time_limit IS NOT NULL")
    op.execute(
        "UPDATE seats SET clock = (SELECT time_limit FROM tables WHERE tables.id = seats.table_id)"
    )


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_column("carries", "replaces")
    op.drop_column("seats", "clock")
    for name in ("rotated", "winners", "wins", "game_number", "best_of", "increment", "clock"):
        op.drop_column("tables", name)
