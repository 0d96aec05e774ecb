"""Passkeys: somebody signs in by a key that a device of theirs keeps for this site, and tells neither a name nor a password.

A browser's answers are checked by py_webauthn, which is loaded when the first passkey is made or used: many servers never see one.
A challenge is a row that the answer to it deletes, right or wrong. So an answer counts once, also where its authenticator
does not count how often it has signed.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from jardinet.games.parameters import GameError
from jardinet.server.people.ways import PASSKEY, add_way
from jardinet.server.storage.account_models import ChallengeRow, PasskeyRow, WayRow
from jardinet.server.storage.models import PersonRow

_BYTES = 32
_MINUTES = timedelta(minutes=5)
MOST_OPEN = 10  # challenges of one person
_LONGEST_TRANSPORTS = 100

T = TypeVar("T")


class _PasskeyResponse(msgspec.Struct):
    clientDataJSON: str  # noqa: N815 (WebAuthn's name)
    transports: list[str] = []


class _PasskeyAnswer(msgspec.Struct):
    """What is read of an answer before py_webauthn looks at all of it."""

    id: str
    response: _PasskeyResponse


class _ClientData(msgspec.Struct):
    challenge: str


_ANSWER, _CLIENT_DATA = msgspec.json.Decoder(_PasskeyAnswer), msgspec.json.Decoder(_ClientData)


class PasskeyError(GameError):
    """A passkey was not made or not recognized; the message says what can be done."""


@dataclass(frozen=True)
class RelyingParty:
    """The site that passkeys are for: a name, and the origins of the pages that may ask for them."""

    id: str
    origins: tuple[str, ...]


def options_to_make(connection: Connection, person: str, site: RelyingParty, at: datetime) -> str:
    """What a browser needs to make a passkey for a person, as JSON (`PublicKeyCredentialCreationOptionsJSON`)."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    name = connection.scalar(select(PersonRow.name).where(PersonRow.id == person)) or "?"
    own = select(PasskeyRow.credential).join(WayRow).where(WayRow.person_id == person)
    options = generate_registration_options(
        rp_id=site.id,
        rp_name="Jardinet",
        user_id=person.encode(),
        user_name=name,
        challenge=_challenge(connection, person, at),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one) for one in connection.scalars(own)],
    )
    return options_to_json(options)


def options_to_sign_in(connection: Connection, site: RelyingParty, at: datetime) -> str:
    """What a browser needs to ask for any passkey of this site, as JSON (`PublicKeyCredentialRequestOptionsJSON`)."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=site.id,
        challenge=_challenge(connection, None, at),
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    return options_to_json(options)


def use_challenge(connection: Connection, answer: str, person: str | None, at: datetime) -> bytes:
    """The challenge that an answer, JSON of a browser, says it has signed; it counts no more, whether the answer is right or not.

    `person`: who makes a passkey; None: somebody signs in.

    Raises:
        PasskeyError: it is no challenge of theirs, or was used, or is too old; or that is no answer.
    """
    challenge = _checked(
        lambda: _decoded(_CLIENT_DATA.decode(_decoded(_ANSWER.decode(answer).response.clientDataJSON)).challenge)
    )
    open_ = ChallengeRow.digest == _digest(challenge), ChallengeRow.person_id.is_not_distinct_from(person)
    if not connection.execute(delete(ChallengeRow).where(*open_, ChallengeRow.until > at)).rowcount:
        raise PasskeyError("passkey-late", "that took too long: try again.")
    return challenge


def keep_passkey(
    connection: Connection, person: str, answer: str, challenge: bytes, site: RelyingParty, label: str, at: datetime
) -> None:
    """Let a person sign in from now on by the passkey that an answer to `challenge` brings.

    Args:
        connection: to the database.
        person: whose it is.
        answer: JSON of `navigator.credentials.create()`.
        challenge: see `use_challenge`.
        site: for which it was made.
        label: the device where it was made.
        at: the time.

    Raises:
        PasskeyError: it is not right, or that passkey is known already.
        TooManyWaysError: they have too many ways back.
    """
    from webauthn import verify_registration_response

    made = _checked(
        lambda: verify_registration_response(
            credential=answer, expected_challenge=challenge, expected_rp_id=site.id, expected_origin=list(site.origins)
        )
    )
    transports = " ".join(
        one for one in _ANSWER.decode(answer).response.transports if one.isascii() and one.isprintable()
    )
    try:
        way = add_way(connection, person, PASSKEY, _digest(made.credential_id), at)
    except IntegrityError:
        raise PasskeyError("passkey-known", "that passkey is known here already.") from None
    row = {
        "way_id": way,
        "credential": made.credential_id,
        "key": made.credential_public_key,
        "sign_count": made.sign_count,
        "transports": transports[:_LONGEST_TRANSPORTS],
        "label": label,
    }
    connection.execute(insert(PasskeyRow), row)


def use_passkey(connection: Connection, answer: str, challenge: bytes, site: RelyingParty) -> str:
    """The id of the person whose passkey has signed `challenge`; `answer`: JSON of `navigator.credentials.get()`.

    Raises:
        PasskeyError: it is nobody's, or the answer is not right.
    """
    from webauthn import verify_authentication_response

    credential = _checked(lambda: _decoded(_ANSWER.decode(answer).id))
    found = select(WayRow.person_id, PasskeyRow).join(PasskeyRow).where(WayRow.proof == _digest(credential))
    row = connection.execute(found.with_for_update()).one_or_none()
    if row is None:
        raise PasskeyError(
            "passkey-unknown",
            "nobody is known here by that passkey: it was removed, or is another site's. Sign in by another way.",
        )
    used = _checked(
        lambda: verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=list(site.origins),
            credential_public_key=row.key,
            credential_current_sign_count=row.sign_count,
        )
    )
    counted = update(PasskeyRow).where(PasskeyRow.way_id == row.way_id).values(sign_count=used.new_sign_count)
    connection.execute(counted)
    return str(row.person_id)


def _challenge(connection: Connection, person: str | None, at: datetime) -> bytes:
    """A new challenge; of a person's open ones the MOST_OPEN latest stay."""
    challenge = secrets.token_bytes(_BYTES)
    connection.execute(delete(ChallengeRow).where(ChallengeRow.until <= at))
    if person is not None:
        own = select(ChallengeRow.digest).where(ChallengeRow.person_id == person)
        old = connection.scalars(own.order_by(ChallengeRow.until.desc()).offset(MOST_OPEN - 1)).all()
        connection.execute(delete(ChallengeRow).where(ChallengeRow.digest.in_(old)))
    row = {"digest": _digest(challenge), "person_id": person, "until": at + _MINUTES}
    connection.execute(insert(ChallengeRow), row)
    return challenge


def _checked(check: Callable[[], T]) -> T:
    """What a check returns.

    Raises:
        PasskeyError: it raises anything. Beside its own errors py_webauthn 3.0.1 raises a KeyError where a key lacks a part.
    """
    try:
        return check()
    except Exception:
        raise PasskeyError(
            "passkey-refused", "that passkey was not recognized: try again, or take another way."
        ) from None


def _decoded(text: str) -> bytes:
    """Bytes of base64 in its alphabet for addresses, without its filling."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _digest(of: bytes) -> str:
    return sha256(of).hexdigest()
