"""Names that say what they hold: of a browser's key the hash, of seats the version, of seats the transfers."""

from __future__ import annotations

from alembic import op

revision = "names"
down_revision = "stood_in"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.alter_column("keys", "mark", new_column_name="hash")
    op.alter_column("tables", "others_version", new_column_name="seats_version")
    op.rename_table("carries", "seat_transfers")


def downgrade() -> None:
    op.rename_table("seat_transfers", "carries")
    op.alter_column("tables", "seats_version", new_column_name="others_version")
    op.alter_column("keys", "hash", new_column_name="mark")
