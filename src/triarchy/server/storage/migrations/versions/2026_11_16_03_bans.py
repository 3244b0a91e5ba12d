"""Whom the host has shut out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "bans"
down_revision = "chat_person"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("who", sa.String(50), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("bans")
