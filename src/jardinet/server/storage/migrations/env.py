"""Alembic's entry: runs the migrations on the connection that database.py hands over."""

from __future__ import annotations

from alembic import context

import jardinet.server.storage.account_models
import jardinet.server.storage.daily_models
import jardinet.server.storage.notification_models
import jardinet.server.storage.profile_models
import jardinet.server.storage.rating_models
import jardinet.server.storage.result_models
import jardinet.server.storage.seek_models
import jardinet.server.storage.tournament_models  # noqa: F401 - all declare tables
from jardinet.server.storage.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
