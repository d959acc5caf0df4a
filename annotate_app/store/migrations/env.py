"""Entry for Alembic: run the revisions on the connection that `migrate` opened."""

from alembic import context

from annotate_app.store.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
context.run_migrations()
