"""Reviews of finished games, kept with their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "reviews"
down_revision = "subscriptions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("judge", sa.Integer, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("reviews")
