"""Results of finished games, ratings, and who wants to be seen on the leaderboard."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "history"
down_revision = "clocks"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "people", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(20)),
        sa.Column("bot_version", sa.String(20)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("share", sa.Float(53), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("finished", sa.Float(53), nullable=False),
    )
    op.create_index("results_by_person", "results", ["person", "finished"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_column("people", "listed")
