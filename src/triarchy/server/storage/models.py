"""The database: a table is its record (seed, options, moves) and who sits where."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()


def _of_table() -> Column[str]:
    return Column(
        "table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


settings = Table(
    "settings",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    # The hash of the code with which another browser becomes this person.
    Column("recovery", String(64), unique=True),
    # Whether they want to be seen on the leaderboard.
    Column("listed", Boolean, nullable=False, server_default=false()),
)

keys = Table(
    "keys",
    metadata,
    # The hash of a browser's key. A key that is not here is that of the person of the same id;
    # one without a person has been signed out.
    Column("hash", String(32), primary_key=True),
    Column("person", String(32)),
    Column("created", Float(53), nullable=False),
    Index("keys_by_person", "person"),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    # The credential's id and public key, in base64url.
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("signs", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("used", Float(53)),
    Index("passkeys_by_person", "person"),
)

# What a passkey has signed once is not taken again.
challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("expires", Float(53), nullable=False),
)

progress = Table(
    "progress",
    metadata,
    Column("person", String(32), primary_key=True),
    # A lesson or a puzzle, by its id, and how far the person has come with it.
    Column("what", String(80), primary_key=True),
    Column("value", Integer, nullable=False),
    Column("changed", Float(53), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("board", String(80), nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    # How the game began: a seed with its salt, or a position; `base` moves came before that
    # position where a game goes on under newer rules.
    Column("seed", String(20)),
    Column("salt", String(64)),
    Column("commitment", String(64)),
    Column("start", Text),
    Column("base", Integer, nullable=False),
    # The position after the last move, as a document: what a later version of the rules goes on
    # from.
    Column("position", Text),
    Column("status", String(10), nullable=False),
    Column("maker", String(32)),
    Column("public", Boolean, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    # Seconds for each turn, or for the whole game with an increment whenever play passes on.
    Column("time_limit", Integer),
    Column("clock", String(6)),
    Column("increment", Integer),
    Column("created", Float(53), nullable=False),
    Column("changed", Float(53), nullable=False),
    Column("moved", Float(53), nullable=False),
    # `version` grows with every change that somebody can see, `number` is the number of moves
    # made, `undos` tells two games with equally many moves apart.
    Column("version", Integer, nullable=False),
    # The version with which other rows of the table, its seats, holders or chat, last changed.
    Column("seats_version", Integer, nullable=False, server_default="0"),
    Column("number", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("to_move", Integer),
    Column("rematch", String(16)),
    # A series: the best of so many games, the number of this one, the seats' wins before it; the
    # seats that won this game; whether the seats follow from the game before and are not shuffled.
    Column("best_of", Integer),
    Column("game_number", Integer),
    Column("wins", String(80)),
    Column("winners", String(80)),
    Column("rotated", Boolean, nullable=False, server_default=false()),
    # Whether a weaker bot has played for one that was being compiled: such a game is not rated.
    Column("stood_in", Boolean, nullable=False, server_default=false()),
    # Which server process lets a bot think here, and until when the others leave it alone.
    Column("lease_by", String(32)),
    Column("lease_until", Float(53), nullable=False),
    Index("tables_by_status", "status", "changed"),
    Index("tables_by_maker", "maker"),
)
BUMP_VERSIONS = {"version": tables.c.version + 1, "seats_version": tables.c.version + 1}
"""What a table's row gets when other rows of it change, apart from `Transactions`, which does it by itself."""

seats = Table(
    "seats",
    metadata,
    _of_table(),
    # A place stays what it was when the table opened; its seat may change in the shuffle.
    Column("place", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("kind", String(6), nullable=False),
    Column("name", String(40), nullable=False),
    Column("strength", String(20)),
    Column("away", Boolean, nullable=False),
    # Seconds left when the clock last stood still.
    Column("clock", Float(53)),
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("here", Boolean, nullable=False),
    Column("seen", Float(53), nullable=False),
)

holders = Table(
    "holders",
    metadata,
    _of_table(),
    Column("place", Integer, primary_key=True),
    Column("person", String(32), primary_key=True),
    Index("holders_by_person", "person"),
)

# Cookies for single seats, as earlier versions gave them: no row is added any more.
tokens = Table(
    "tokens",
    metadata,
    _of_table(),
    Column("hash", String(64), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("person", String(32), nullable=False),
    Index("tokens_by_person", "person"),
)

seat_transfers = Table(
    "seat_transfers",
    metadata,
    _of_table(),
    Column("hash", String(64), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("expires", Float(53), nullable=False),
    # Whether who opens the link holds the seat in place of those who held it.
    Column("replaces", Boolean, nullable=False, server_default=false()),
)

moves = Table(
    "moves",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True),
    Column("move", String(60), nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("at", Float(53), nullable=False),
)

chat = Table(
    "chat",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True),
    Column("place", Integer),
    Column("person", String(32)),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float(53), nullable=False),
)

bans = Table(
    "bans",
    metadata,
    # A person's id, or a network as ipaddress writes it.
    Column("who", String(50), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("made", Float(53), nullable=False),
    Column("until", Float(53), nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    # The hash of the address at which a browser's push service takes messages.
    Column("id", String(64), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    # Quiet hours, in minutes of the day there; `held`: something is to be told after them.
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("zone", String(64)),
    Column("held", Boolean, nullable=False),
    Column("created", Float(53), nullable=False),
    Index("subscriptions_by_person", "person"),
)

reviews = Table(
    "reviews",
    metadata,
    _of_table(),
    Column("judge", Integer, nullable=False),
    # What was said of each part of the game, as JSON (`bots/review.py`).
    Column("document", Text, nullable=False),
    Column("created", Float(53), nullable=False),
)

# What was played, a row for each seat; it stays when the table is deleted.
results = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(32)),
    Column("name", String(40), nullable=False),
    Column("bot", String(20)),
    Column("bot_version", String(20)),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("share", Float(53), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("finished", Float(53), nullable=False),
    Index("results_by_person", "person", "finished"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    # A person, or a bot with its version.
    Column("person", String(32), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
)
