"""When a table's seats, holders or chat last changed: most changes are moves, and leave them alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "others_version"
down_revision = "history"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("others_version", sa.Integer, nullable=False, server_default="0")
    )


def downgrade() -> None:
    op.drop_column("tables", "others_version")
