from __future__ import annotations

import re

from tests.kit.pages import Site, Visitor


def account_of(visitor: Visitor, name: str) -> str:
    """Give a visitor a name; returns the id by which hosts invite them."""
    visitor.post("/account", name=name)
    shown = visitor.get("/account/tokens").text
    found = re.search(r"<code>([0-9a-f]{32})</code>", shown)
    assert found
    return found[1]


def test_a_host_invites_an_account_and_takes_it_back(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    guest = account_of(ben, "Ben's bot")
    table = ada.set_table("lucky_numbers", name="Ada")
    shown = ada.post(f"{table}/invite", seat=1, account=f" {guest} ").text
    assert "invited: Ben&#39;s bot" in shown
    seen = ben.get(table).text
    assert "invited: Ben&#39;s bot" in seen  # everybody knows whom the table waits for
    assert guest not in seen
    assert f'action="{table}/invite"' not in seen
    assert f'action="{table}/uninvite"' not in seen
    assert "invited:" not in ada.post(f"{table}/uninvite", account=guest).text


def test_an_id_that_nobody_has_is_told_at_the_table(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada")
    for account in ("nobody", "", "\0"):
        answer = ada.post(f"{table}/invite", seat=1, account=account)
        assert answer.status_code == 404
        assert '<p id="problem" class="problem" role="alert">Nobody has that id.</p>' in answer.text
        assert f'action="{table}/invite"' in answer.text


def test_only_the_host_invites_and_only_to_free_seats(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    guest = account_of(ben, "Ben")
    table = ada.set_table("lucky_numbers", name="Ada")
    assert ben.post(f"{table}/invite", seat=1, account=guest).status_code == 403
    assert ada.post(f"{table}/invite", seat=0, account=guest).status_code == 409
    ada.post(f"{table}/invite", seat=1, account=guest)
    assert site.visitor().post(f"{table}/uninvite", account=guest).status_code == 403
    assert site.visitor().post("/t/nowhere/invite", seat=1, account=guest).status_code == 404


def test_an_invitation_is_no_more_where_somebody_sits_down(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    guest = account_of(ben, "Ben")
    table = ada.set_table("lucky_numbers", name="Ada", seat3="person")
    ada.post(f"{table}/invite", seat=1, account=guest)
    assert "invited:" not in site.visitor().post(f"{table}/sit", seat=1, name="Cyd").text
