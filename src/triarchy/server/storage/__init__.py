"""The database: its tables, the connection, what is written most often, migrations, backups."""
