"""Drives apprise (its Zulip, Slack and Mattermost addresses) and matterhook, a client of Mattermost's incoming webhooks."""

import os
import sys
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import apprise
from apprise.plugins.slack import NotifySlack
from apprise.plugins.zulip import NotifyZulip
from matterhook import Webhook
from reading import newest
from steps import channel, site, step

host = urllib.parse.urlsplit(site).netloc


def arrived(text):
    found = [each for each in newest() if text in each["content"]]
    assert found, [each["content"] for each in newest()]
    return found[-1]


hooks_token = os.environ["CLIENT_HOOKS_PATH"].rsplit("/", 1)[1]
services = os.environ["CLIENT_SERVICES_PATH"]


class SlackAtDeployment(NotifySlack):
    """The address of Slack is fixed in apprise. Only its host is another one here."""

    webhook_url = f"{site}/services"


class ZulipAtDeployment(NotifyZulip):
    """apprise makes the address of the server from an organization and a domain. Only scheme and port are others here."""

    notify_url = f"{site}/api/v1/messages"


with step("matterhook posts to an address in Mattermost's form"):
    hook = Webhook(site, hooks_token)
    hook.send("**Backup** is done", username="backups")
    assert arrived("**Backup** is done")["subject"] == "hooks"

with step("apprise notifies by an address in Mattermost's form"):
    assert apprise.Apprise(f"mmost://{host}/{hooks_token}").notify(body="disk is full", title="Alert")
    arrived("disk is full")
    assert not apprise.Apprise(f"mmost://{host}/{'x' * 26}").notify(body="lost")

with step("apprise notifies by an address in Slack's form"):
    _, _, team, webhook, token = services.split("/")
    notifier = SlackAtDeployment(token_a=team, token_b=webhook, token_c=token, targets=[])
    assert notifier.notify(body="by slack", title="Alert")
    arrived("by slack")

with step("apprise notifies by an address in Zulip's form"):
    name, domain = os.environ["CLIENT_BOT_EMAIL"].split("@")
    zulip = ZulipAtDeployment(
        botname=name.removesuffix("-bot"), organization="parley", token=os.environ["CLIENT_BOT_KEY"], targets=[channel]
    )
    zulip.organization, _, zulip.hostname = domain.partition(".")
    assert zulip.notify(body="by zulip", title="Alert")
    arrived("by zulip")
