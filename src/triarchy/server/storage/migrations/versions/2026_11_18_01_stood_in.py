"""Tables at which a weaker bot has played for one that was being compiled."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "stood_in"
down_revision = "others_version"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("stood_in", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("tables", "stood_in")
