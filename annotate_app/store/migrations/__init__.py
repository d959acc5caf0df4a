"""The history of the tables, as Alembic revisions; run by `annotate_app.store.migrate`."""
