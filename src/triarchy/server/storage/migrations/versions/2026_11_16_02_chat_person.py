"""Who said a line: each person has a share of a table's chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "chat_person"
down_revision = "second"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat", sa.Column("person", sa.String(32)))


def downgrade() -> None:
    op.drop_column("chat", "person")
