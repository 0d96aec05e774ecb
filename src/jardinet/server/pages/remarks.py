"""Remarks: preset phrases and reactions in place of a chat, each read in the reader's own language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.server.pages.forms import Form, PageRequest, form_loaded_anew, to_table_now
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.tables import commands
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.words.phrases import UnknownPhraseError, phrases

SHOWN = timedelta(seconds=12)  # for which a remark hangs at its seat (static/remarks.css lets it go a little sooner)


class RemarkPages(Controller):
    """Controller of the form by which a person says a preset phrase at a table."""

    path = "/t/{table_id:str}"

    loaded_anew = form_loaded_anew("remark")

    @post("/remark")
    async def say(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Say one of the phrases at the table."""
        reader, phrase = reader_of(request), data.get("phrase", "")
        if phrase not in phrases(reader.language):
            raise UnknownPhraseError("no-such-phrase-button", "That is not one of the phrases.")
        await service.do(table_id, commands.Say(reader.person, phrase))
        return to_table_now(service, table_id)


def remarks_context(table: TableState, reader: Reader, names: Sequence[str], at: datetime) -> dict[str, Any]:
    """What `parts/remarks.html` shows as `remarks`: what was said last, and what the reader may say.

    `is_shown`: it is the seat's latest, and new at the time `at`. A person who plays with bots alone has nobody to talk to.
    """
    known, own = phrases(reader.language), table.seats_of(reader.person)
    said = [one for one in table.remarks if one.phrase in known]
    latest = {one.seat: one.number for one in said if at - one.said_at < SHOWN}
    others = [seat for seat in table.seats if seat.is_free or seat.person not in (None, reader.person)]
    return {
        "said": [
            {
                "number": one.number,
                "seat": one.seat,
                "name": names[one.seat],
                "is_own": one.seat in own,
                "is_shown": latest.get(one.seat) == one.number,
                **known[one.phrase]._asdict(),
            }
            for one in said
        ],
        "phrases": known,
        "may_speak": bool(own and others),
    }
