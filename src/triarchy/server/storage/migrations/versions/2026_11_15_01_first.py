"""The schema the first version began with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "first"
down_revision = None
branch_labels = None
depends_on = None


def _of_table() -> sa.Column[str]:
    return sa.Column(
        "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    _tables()
    op.create_table(
        "seats",
        _of_table(),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(6), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("strength", sa.String(20)),
        sa.Column("away", sa.Boolean, nullable=False),
    )
    op.create_table(
        "tokens",
        _of_table(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
    )
    op.create_index("tokens_by_person", "tokens", ["person"])
    op.create_table(
        "carries",
        _of_table(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, primary_key=True),
        sa.Column("expires", sa.Float(53), nullable=False),
    )
    op.create_table(
        "moves",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("move", sa.String(60), nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_table(
        "chat",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("board", sa.String(80), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seed", sa.String(20)),
        sa.Column("salt", sa.String(64)),
        sa.Column("commitment", sa.String(64)),
        sa.Column("start", sa.Text),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("position", sa.Text),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("maker", sa.String(32)),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("hot_seat", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("time_limit", sa.Integer),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("changed", sa.Float(53), nullable=False),
        sa.Column("moved", sa.Float(53), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("to_move", sa.Integer),
        sa.Column("rematch", sa.String(16)),
        sa.Column("lease_by", sa.String(32)),
        sa.Column("lease_until", sa.Float(53), nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "changed"])
    op.create_index("tables_by_maker", "tables", ["maker"])


def downgrade() -> None:
    for name in ("chat", "moves", "carries", "tokens", "seats", "tables", "people", "settings"):
        op.drop_table(name)
