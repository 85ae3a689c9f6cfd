"""A bot that posts an alert with a button. A press edits the message. Needs the package zulip."""

import zulip

client = zulip.Client(config_file="zuliprc")
button = {
    "type": "button",
    "action_id": "acknowledge",
    "style": "primary",
    "text": {"type": "plain_text", "text": "Acknowledge"},
}
client.call_endpoint(
    "messages",
    method="POST",
    request={
        "type": "channel",
        "to": "alerts",
        "topic": "db1",
        "content": "**Disk full**",
        "blocks": [
            {"type": "section", "text": {"type": "mrkdwn", "text": "*Disk full*"}},
            {"type": "actions", "elements": [button]},
        ],
    },
)


def pressed(event):
    taken = f"**Disk full**, acknowledged by @_**|{event['user_id']}**"
    request = {"content": taken, "blocks": []}
    client.call_endpoint(f"messages/{event['message_id']}", method="PATCH", request=request)


client.call_on_each_event(pressed, event_types=["block_action"])
