"""What a person has learned: lessons and puzzles done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "second"
down_revision = "first"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("what", sa.String(80), primary_key=True),
        sa.Column("value", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("progress")
