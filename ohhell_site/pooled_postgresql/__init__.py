"""Django's PostgreSQL backend whose pool gets over a restart of the database at once."""
