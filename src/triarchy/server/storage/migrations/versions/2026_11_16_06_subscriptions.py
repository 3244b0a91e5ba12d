"""Browsers that are told of their owner's turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "subscriptions"
down_revision = "passkeys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_until", sa.Integer),
        sa.Column("zone", sa.String(64)),
        sa.Column("held", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("subscriptions_by_person", "subscriptions", ["person"])


def downgrade() -> None:
    op.drop_table("subscriptions")
