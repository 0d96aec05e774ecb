"""Push messages: encrypted as RFC 8291's own example, small, signed for the service they go to, and posted to push services alone."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from py_vapid import Vapid02
from tests.kit.calls import Phone, PushService

from jardinet.server.keys import Keys
from jardinet.server.notifications.chosen import Subscription
from jardinet.server.notifications.encryption import OVERHEAD, BrowserKeys, decoded, encrypted
from jardinet.server.notifications.endpoints import EndpointError, check_endpoint
from jardinet.server.notifications.push import (
    LARGEST,
    PushMessage,
    PushSender,
    content_of,
    own_public_key,
    public_key_of,
    signing_key,
)

KEYS = Keys.of("11" * 32)
MESSAGE = PushMessage("Your turn", "Lucky Numbers with Ben", "/t/abc", "abc", 1)

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SECRET, SALT = "BTBZMqHH6r4Tts7J_aSIgg", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6"
    "cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key_of(text: str) -> object:
    return derive_private_key(int.from_bytes(decoded(text), "big"), SECP256R1())


def test_the_example_of_the_standard_comes_out() -> None:
    phone = Phone("https://push.example.net", "one", key_of(RECEIVER), decoded(SECRET))  # type: ignore[arg-type]
    keys = BrowserKeys.of(phone.keys["p256dh"], SECRET)
    body = encrypted(PLAIN, keys, key_of(SENDER), decoded(SALT))  # type: ignore[arg-type]
    assert body == decoded(BODY)
    assert phone.decrypted(body) == PLAIN
    assert len(body) - len(PLAIN) == OVERHEAD


@pytest.mark.parametrize("body", ["", "Lucky Numbers with Ben", "ü" * 500, "🐞" * 200, '"' * 300])
def test_a_message_is_small_and_read_by_its_browser_alone(body: str) -> None:
    message = msgspec.structs.replace(MESSAGE, body=body)
    content, phone, other = content_of(message), Phone("", "one"), Phone("", "two")
    sent = encrypted(content, BrowserKeys.of(**phone.keys))
    assert len(sent) <= LARGEST
    told = phone.read(sent)
    assert told["title"] == "Your turn" and told["url"] == "/t/abc"
    assert told["body"] == body or (told["body"].endswith("…") and body.startswith(told["body"][:-1]))
    with pytest.raises(Exception, match=r"^$"):  # InvalidTag
        other.read(sent)


@pytest.mark.parametrize(
    "keys",
    [
        ("", ""),
        ("AAAA", "AAAA"),
        ("ü", "ü"),
        (Phone("", "x").keys["p256dh"], "AAAA"),
        ("B" * 87, Phone("", "x").keys["auth"]),
    ],
)
def test_keys_that_are_none_are_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(ValueError):
        BrowserKeys.of(*keys)


GOOD = [
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
    "https://fcm.googleapis.com:443/x",
]
BAD = [
    "",
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com@example.org/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://evilfcm.googleapis.com/x",
    "https://notify.windows.com/x",
    "https://xnotify.windows.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://10.0.0.1/x",
    "https://localhost/x",
    "https://example.org/fcm.googleapis.com",
    "https://example.org/#fcm.googleapis.com",
    "https://example.org\\@fcm.googleapis.com/x",
    "ftp://fcm.googleapis.com/x",
    "file:///etc/passwd",
    "//fcm.googleapis.com/x",
    "https://fcm.googleapis.com/\r\nx",
    "https://fcm.googleapis.com/ü",
    "https://fcm.googleapis.com/" + "x" * 1000,
    "https://fcm.googleapis.com:99999/x",
    "https://[fcm.googleapis.com/x",
]


@pytest.mark.parametrize("endpoint", GOOD)
def test_the_browsers_push_services_are_posted_to(endpoint: str) -> None:
    check_endpoint(endpoint)


@pytest.mark.parametrize("endpoint", BAD)
def test_nothing_else_is(endpoint: str) -> None:
    with pytest.raises(EndpointError):
        check_endpoint(endpoint)


def test_a_host_allows_others_by_their_whole_origin() -> None:
    allowed = ("http://127.0.0.1:9000", "https://push.example.org")
    check_endpoint("http://127.0.0.1:9000/x", allowed)
    check_endpoint("https://push.example.org/x", allowed)
    for other in ("http://127.0.0.1:9001/x", "https://127.0.0.1:9000/x", "http://push.example.org/x"):
        with pytest.raises(EndpointError):
            check_endpoint(other, allowed)


# Sending ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


def subscribed(phone: Phone, keys: Keys = KEYS) -> Subscription:
    return Subscription(phone.endpoint, **phone.keys, server_key=own_public_key(keys))


@pytest.mark.anyio
async def test_what_a_service_learns(service: PushService) -> None:
    phone, sender = service.phone("ada"), PushSender(KEYS, "mailto:host@example.org")
    answer = await sender.send(subscribed(phone), MESSAGE, timedelta(hours=5), "high")
    await sender.close()
    message = service.messages[-1]
    assert (answer.outcome, message.path) == ("sent", "/push/ada")
    assert phone.read(message.body) == {
        "title": "Your turn",
        "body": "Lucky Numbers with Ben",
        "url": "/t/abc",
        "tag": "abc",
        "count": 1,
    }
    assert (message.headers["ttl"], message.headers["urgency"]) == ("18000", "high")
    assert message.headers["content-encoding"] == "aes128gcm"
    assert len(message.headers["topic"]) == 32 and "abc" not in message.headers["topic"]
    scheme, _, pairs = message.headers["authorization"].partition(" ")
    told = dict(pair.strip().split("=", 1) for pair in pairs.split(","))
    assert (scheme, told["k"]) == ("vapid", own_public_key(KEYS))
    assert Vapid02.verify(message.headers["authorization"])
    claims = msgspec.json.decode(urlsafe_b64decode(told["t"].split(".")[1] + "=="))
    assert (claims["aud"], claims["sub"]) == (service.origin, "mailto:host@example.org")
    assert 0 < claims["exp"] - datetime.now(UTC).timestamp() < 24 * 3600


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("answer", "outcome", "seconds"),
    [
        ((404, {}), "gone", 0),
        ((410, {}), "gone", 0),
        ((429, {"retry-after": "90"}), "later", 90),
        ((503, {"retry-after": "Fri, 31 Dec 1999 23:59:59 GMT"}), "later", 0),
        ((500, {"retry-after": "soon"}), "later", 0),
        ((429, {"retry-after": "9" * 30}), "later", 86400),
        ((403, {}), "refused", 0),
        ((302, {"location": "http://127.0.0.1:1/"}), "refused", 0),
        ((200, {}), "sent", 0),
        ((204, {}), "sent", 0),
    ],
)
async def test_what_a_service_answers(
    service: PushService, answer: tuple[int, dict[str, str]], outcome: str, seconds: int
) -> None:
    service.answers.append(answer)
    sender = PushSender(KEYS, "mailto:host@example.org")
    found = await sender.send(subscribed(service.phone("ben")), MESSAGE, timedelta(days=90))
    await sender.close()
    assert (found.outcome, found.after) == (outcome, timedelta(seconds=seconds))


@pytest.mark.anyio
async def test_a_service_that_is_away_is_asked_later() -> None:
    sender = PushSender(KEYS, "mailto:host@example.org")
    found = await sender.send(subscribed(Phone("http://127.0.0.1:9", "x")), MESSAGE, timedelta(days=1))
    await sender.close()
    assert found.outcome == "later"


@pytest.mark.anyio
async def test_keys_that_rotate_sign_for_browsers_of_before_until_they_expire(service: PushService) -> None:
    old, rotated = Keys.of("11" * 32), Keys.of("22" * 32 + " " + "11" * 32)
    browser = subscribed(service.phone("cleo"), old)
    for keys, outcome in ((rotated, "sent"), (Keys.of("22" * 32), "gone")):
        sender = PushSender(keys, "mailto:host@example.org")
        found = await sender.send(browser, MESSAGE, timedelta(days=1))
        await sender.close()
        assert found.outcome == outcome
    assert public_key_of(signing_key(bytes.fromhex("22" * 32))) == own_public_key(rotated)
