"""A person holds the seats, by any number of browsers; seats' own cookies are only read."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "people"
down_revision = "bans"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people") as people:
        people.add_column(sa.Column("recovery", sa.String(64)))
        people.create_unique_constraint("people_recovery_key", ["recovery"])
    op.create_table(
        "keys",
        sa.Column("mark", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("keys_by_person", "keys", ["person"])
    op.create_table(
        "holders",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
    )
    op.create_index("holders_by_person", "holders", ["person"])
    op.execute(
        "INSERT INTO holders (table_id, place, person)"
        " SELECT DISTINCT table_id, place, person FROM tokens"
    )
    # Whoever has a seat, a table or progress is a person of this server, with a name or without.
    for source in (
        "SELECT person FROM tokens",
        "SELECT maker AS person FROM tables WHERE maker IS NOT NULL",
        "SELECT person FROM progress",
    ):
        op.execute(
            sa.text(
                "INSERT INTO people (id, name, created)"
                f" SELECT DISTINCT person, '', CAST(:now AS DOUBLE PRECISION) FROM ({source})"
                " AS known WHERE person NOT IN (SELECT id FROM people)"
            ).bindparams(now=time.time())
        )


def downgrade() -> None:
    op.drop_table("holders")
    op.drop_table("keys")
    with op.batch_alter_table("people") as people:
        people.drop_constraint("people_recovery_key", type_="unique")
        people.drop_column("recovery")
