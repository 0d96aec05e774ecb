"""Sign-in page: somebody comes back by a recovery sheet, a password, a passkey, or a link that a mail brings. Where a guest has played, it asks next about their games."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Controller, MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import MINUTE
from jardinet.server.guards.sign_in_limits import SignInLimits, SignInsExceededError
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.caller import Caller
from jardinet.server.notifications.chosen import calls_off, check_mail_address
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices, is_known_device
from jardinet.server.people.passkeys import options_to_sign_in, use_challenge, use_passkey
from jardinet.server.people.passwords import LONGEST, LONGEST_HANDLE, Passwords, still_holds
from jardinet.server.people.reader import reader_of
from jardinet.server.people.sheets import use_sheet
from jardinet.server.reach import travels_in_clear
from jardinet.server.relying_party import relying_party_of, site_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database


class SignInPages(Controller):
    """Controller of the sign-in page."""

    path = "/sign-in"

    @get("/", name="sign-in")
    async def show(
        self, request: PageRequest, devices: NamedDependency[Devices], messaging: NamedDependency[Messaging]
    ) -> Response[str]:
        """The ways to sign in."""
        devices.check_signs_in()
        return _shown(request, messaging)

    @post("/options", media_type=MediaType.JSON)
    async def options(
        self, request: PageRequest, database: NamedDependency[Database], devices: NamedDependency[Devices]
    ) -> str:
        """What the browser needs to ask for a passkey; see passkeys.js."""
        devices.check_signs_in()
        return await database.write(partial(options_to_sign_in, site=site_of(request), at=database.now()))

    @post("/")
    async def sign_in(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        passwords: NamedDependency[Passwords],
        sign_in_limits: NamedDependency[SignInLimits],
        messaging: NamedDependency[Messaging],
        data: Form,
    ) -> Any:
        """Sign in by what the form holds; then the guest's games are asked about."""
        devices.check_signs_in()
        try:
            if "password" in data:
                handle = data.get("handle", "")
                holder = await passwords.holder_of(handle)
                if holder is None or not is_known_device(request.session, holder[0]):
                    await sign_in_limits.count(request, handle)
                person, proof = await passwords.check(holder, data["password"])
                await devices.sign_in(request, partial(still_holds, person=person, proof=proof))
            elif "answer" in data:
                answer, site = data["answer"], site_of(request)
                challenge = await database.write(partial(use_challenge, answer=answer, person=None, at=database.now()))
                await devices.sign_in(request, partial(use_passkey, answer=answer, challenge=challenge, site=site))
            else:
                await devices.sign_in(request, partial(use_sheet, text=data.get("sheet", "")))
        except GameError as error:
            return _shown(request, messaging, error, data.get("handle", "")[:LONGEST_HANDLE])
        return Redirect("/along", status_code=303)

    @post("/mail")
    async def mail(
        self,
        request: PageRequest,
        devices: NamedDependency[Devices],
        sign_in_limits: NamedDependency[SignInLimits],
        messaging: NamedDependency[Messaging],
        notifier: NamedDependency[Caller | None],
        data: Form,
    ) -> Response[str]:
        """Have a link sent to a confirmed address. The answer is the same whether anybody has it."""
        devices.check_signs_in()
        address = data.get("mail", "").strip()
        try:
            if notifier is None or messaging.mail is None:
                raise calls_off()
            check_mail_address(address)
            await sign_in_limits.count_mail(request, address)
        except GameError as error:
            return _shown(request, messaging, error)
        notifier.mail_links(address)
        return _shown(request, messaging, is_mailed=True)


def _shown(
    request: PageRequest,
    messaging: Messaging,
    problem: GameError | None = None,
    handle: str = "",
    *,
    is_mailed: bool = False,
) -> Response[str]:
    reader = reader_of(request)
    response = page(
        "sign_in.html",
        reader,
        status_of(problem) if problem else 200,
        problem=reader.language.tell_alone(problem) if problem else "",
        handle=handle,
        mails=messaging.mail is not None,
        is_mailed=is_mailed,
        in_clear=travels_in_clear(request),
        has_name=relying_party_of(request) is not None,
        longest={"handle": LONGEST_HANDLE, "password": LONGEST},
    )
    if isinstance(problem, SignInsExceededError):
        response.headers["Retry-After"] = str(MINUTE)
    return response
