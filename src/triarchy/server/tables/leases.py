"""Which process lets the bots of a table think."""

from __future__ import annotations

import time

from sqlalchemy import update

from triarchy.server.service import Service
from triarchy.server.storage import models

LEASE = 4.0
"""For how many seconds a process has a table's bots to itself, unless it asks again."""


def lease(service: Service, table_id: str, process: str) -> bool:
    """Claim a table's bots for this process; False if another one has them."""
    tables = models.tables.c
    now = time.time()
    with service.storage.write() as connection:
        claimed = connection.execute(
            update(models.tables)
            .where(
                tables.id == table_id,
                (tables.lease_until < now) | (tables.lease_by == process),
            )
            .values(lease_by=process, lease_until=now + LEASE)
        )
    return claimed.rowcount > 0
