"""Passkeys, with which a person comes to another browser."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "passkeys"
down_revision = "people"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("signs", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53)),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("expires", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("challenges")
    op.drop_table("passkeys")
