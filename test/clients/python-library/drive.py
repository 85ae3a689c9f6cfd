"""Drives the Python library: its methods, its command line programs, its examples and its event loop."""

import io
import os
import sys
import sysconfig
import threading

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import zulip
from steps import (
    channel, email, folder, other_email, other_id, run, site, step, succeeded, until, user_id, zuliprc,
)

client = zulip.Client(config_file=zuliprc())
other = zulip.Client(config_file=zuliprc("other-zuliprc"))
owner = zulip.Client(config_file=zuliprc("owner-zuliprc"))
programs = sysconfig.get_path("scripts")
examples = os.path.join(os.path.dirname(zulip.__file__), "examples")


def named_file(name, content):
    file = io.BytesIO(content)
    file.name = name
    return file


def example(name, *arguments, rc="zuliprc"):
    return run(
        sys.executable, os.path.join(examples, name), *arguments, "--config-file", zuliprc(rc), cwd=folder
    )


def example_succeeds(name, *arguments, rc="zuliprc"):
    output = example(name, *arguments, rc=rc)
    assert "'result': 'success'" in output, output


with step("server settings and profile"):
    settings = succeeded(client.get_server_settings())
    assert settings["realm_uri"].startswith("http")
    assert succeeded(client.get_profile())["user_id"] == user_id

with step("channels: subscribe, list, look up, change, archive"):
    succeeded(client.add_subscriptions([{"name": "python", "description": "snakes"}], principals=[user_id, other_id]))
    stream_id = succeeded(client.get_stream_id("python"))["stream_id"]
    assert "python" in [each["name"] for each in succeeded(client.get_subscriptions())["subscriptions"]]
    assert "python" in [each["name"] for each in succeeded(client.get_streams())["streams"]]
    assert other_id in succeeded(client.get_subscribers(stream="python"))["subscribers"]
    assert succeeded(client.get_subscription_status(other_id, stream_id))["is_subscribed"]
    properties = [{"stream_id": stream_id, "property": "color", "value": "#76ce90"}]
    succeeded(client.update_subscription_settings(properties))
    succeeded(owner.update_stream({"stream_id": stream_id, "description": "more snakes"}))
    succeeded(owner.add_default_stream(stream_id))
    succeeded(client.add_subscriptions([{"name": "short-lived"}]))
    succeeded(owner.delete_stream(client.get_stream_id("short-lived")["stream_id"]))
    succeeded(client.remove_subscriptions(["python"], principals=[other_email]))

with step("messages: send, read, edit, history, delete"):
    sent = succeeded(
        client.send_message({"type": "stream", "to": "python", "subject": "eggs", "content": "spam **spam**"})
    )["id"]
    succeeded(client.send_message({"type": "private", "to": [other_email], "content": "hello"}))
    succeeded(client.send_message({"type": "private", "to": [other_id], "content": "by ID"}))
    assert succeeded(client.get_raw_message(sent))["raw_content"] == "spam **spam**"
    succeeded(client.update_message({"message_id": sent, "content": "ham", "topic": "breakfast"}))
    history = succeeded(client.get_message_history(sent))["message_history"]
    assert [each["content"] for each in history] == ["spam **spam**", "ham"], history
    found = succeeded(
        client.get_messages(
            {
                "anchor": "newest",
                "num_before": 5,
                "num_after": 0,
                "narrow": [
                    {"operator": "stream", "operand": "python"},
                    {"operator": "topic", "operand": "breakfast"},
                ],
            }
        )
    )["messages"]
    assert sent in [each["id"] for each in found], found  # A notice of the move follows it.
    matching = client.check_messages_match_narrow(msg_ids=[sent], narrow=[{"operator": "has", "operand": "link"}])
    assert succeeded(matching)["messages"] == {}
    assert "<strong>" in succeeded(client.render_message({"content": "**bold**"}))["rendered"]
    succeeded(owner.delete_message(succeeded(
        client.send_message({"type": "stream", "to": "python", "topic": "gone", "content": "gone"})
    )["id"]))

with step("narrows with older operators"):
    older = [
        [["stream", "python"]],
        [["pm-with", other_email]],
        [["is", "private"]],
        [["sender", email], ["search", "ham"]],
        [{"operator": "stream", "operand": "python", "negated": True}],
    ]
    for narrow in older:
        request = {"anchor": 10000000000000000, "num_before": 1, "num_after": 0, "narrow": narrow}
        succeeded(client.get_messages(request))

with step("reactions, flags, read state"):
    succeeded(client.add_reaction({"message_id": sent, "emoji_name": "octopus"}))
    succeeded(client.remove_reaction({"message_id": sent, "emoji_name": "octopus"}))
    coded = {"message_id": sent, "emoji_name": "cat", "emoji_code": "1f408", "reaction_type": "unicode_emoji"}
    succeeded(client.add_reaction(coded))
    succeeded(client.update_message_flags({"messages": [sent], "op": "add", "flag": "starred"}))
    succeeded(other.mark_topic_as_read(stream_id, "breakfast"))
    succeeded(other.mark_stream_as_read(stream_id))
    succeeded(other.mark_all_as_read())

with step("files: upload, list, download"):
    uploaded = succeeded(client.upload_file(named_file("eggs.txt", b"three eggs")))
    assert uploaded["uri"] == uploaded["url"]
    client.send_message(
        {"type": "stream", "to": "python", "topic": "files", "content": f"[eggs]({uploaded['uri']})"}
    )
    assert "eggs.txt" in [each["name"] for each in succeeded(client.get_attachments())["attachments"]]
    client.ensure_session()
    fetched = client.session.get(site + uploaded["uri"], auth=(client.email, client.api_key))
    assert fetched.content == b"three eggs", fetched.status_code

with step("users: list, look up, create, change, deactivate, reactivate"):
    assert user_id in [each["user_id"] for each in succeeded(client.get_users())["members"]]
    assert succeeded(client.get_user_by_id(other_id))["user"]["email"] == other_email
    new = {"email": "python-new@test.example", "password": "a long password", "full_name": "New Snake"}
    created = succeeded(owner.create_user(new))["user_id"]
    succeeded(owner.update_user_by_id(created, full_name="Newer Snake", role=300))
    succeeded(owner.deactivate_user_by_id(created))
    succeeded(owner.reactivate_user_by_id(created))

with step("groups: create, change members, rename, remove"):
    succeeded(owner.create_user_group({"name": "pythons", "description": "all", "members": [user_id]}))
    group = [each for each in succeeded(client.get_user_groups())["user_groups"] if each["name"] == "pythons"][0]
    succeeded(owner.update_user_group_members(group["id"], {"add": [other_id]}))
    succeeded(owner.update_user_group({"group_id": group["id"], "name": "vipers", "description": "some"}))
    succeeded(owner.remove_user_group(group["id"]))

with step("presence, typing, alert words, muting, notification settings"):
    succeeded(client.update_presence({"status": "active", "ping_only": False, "new_user_input": True}))
    assert "presence" in succeeded(other.get_user_presence(email))
    succeeded(client.get_realm_presence())
    succeeded(client.set_typing_status({"op": "start", "to": [other_id]}))
    succeeded(client.set_typing_status({"type": "stream", "op": "stop", "stream_id": stream_id, "topic": "eggs"}))
    succeeded(client.add_alert_words(["parrot", "cheese"]))
    assert "cheese" not in succeeded(client.remove_alert_words(["cheese"]))["alert_words"]
    succeeded(client.mute_topic({"stream": "python", "topic": "eggs", "op": "add"}))
    succeeded(client.update_notification_settings({"enable_sounds": False}))

with step("organization: emoji, linkifiers, profile fields"):
    picture = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
        "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
    )
    succeeded(owner.upload_custom_emoji("dot", named_file("dot.png", picture)))
    emoji = succeeded(client.get_realm_emoji())["emoji"]
    assert "dot" in [each["name"] for each in emoji.values()]
    succeeded(owner.delete_custom_emoji("dot"))
    linkifier = succeeded(owner.add_realm_filter(r"#(?P<id>[0-9]+)", "https://issues.example/{id}"))["id"]
    assert linkifier in [each["id"] for each in succeeded(client.get_realm_linkifiers())["linkifiers"]]
    succeeded(owner.remove_realm_filter(linkifier))
    field = succeeded(owner.create_realm_profile_field(name="Snake", field_type=1))["id"]
    succeeded(owner.update_realm_profile_field(field, name="Viper"))
    order = [each["id"] for each in succeeded(client.get_realm_profile_fields())["custom_fields"]]
    succeeded(owner.reorder_realm_profile_fields(order=list(reversed(order))))
    succeeded(owner.remove_realm_profile_field(field))

with step("move_topic"):
    succeeded(owner.add_subscriptions([{"name": "python"}, {"name": channel}]))
    target = succeeded(owner.get_stream_id(channel))["stream_id"]
    succeeded(owner.move_topic("python", channel, "files", "moved files", notify_old_topic=False))
    assert "moved files" in [each["name"] for each in succeeded(owner.get_stream_topics(target))["topics"]]

with step("register, poll, deregister"):
    queue = succeeded(client.register(event_types=["message", "reaction"], narrow=[["stream", "python"]]))
    succeeded(other.send_message({"type": "stream", "to": "python", "topic": "poll", "content": "ping"}))
    events = succeeded(client.get_events(queue_id=queue["queue_id"], last_event_id=-1))["events"]
    assert events[0]["message"]["content"] == "ping", events
    succeeded(client.deregister(queue["queue_id"]))
    refused = client.get_events(queue_id=queue["queue_id"], last_event_id=-1)
    assert refused["code"] == "BAD_EVENT_QUEUE_ID", refused
    everything = succeeded(client.register())
    succeeded(client.deregister(everything["queue_id"]))

with step("call_on_each_message receives a message, and registers another queue after its queue ended"):
    received = []
    queues = []

    class Listener(zulip.Client):
        def register(self, *arguments, **options):
            answer = super().register(*arguments, **options)
            queues.append(answer.get("queue_id"))
            return answer

    listener = Listener(config_file=zuliprc())
    threading.Thread(target=listener.call_on_each_message, args=(received.append,), daemon=True).start()
    until(lambda: queues, "the first queue")
    other.send_message({"type": "private", "to": [email], "content": "first"})
    until(lambda: [each for each in received if each["content"] == "first"], "the first message")
    succeeded(client.deregister(queues[0]))
    until(lambda: len(queues) > 1, "the second queue")
    other.send_message({"type": "private", "to": [email], "content": "second"})
    until(lambda: [each for each in received if each["content"] == "second"], "the second message")

with step("zulip-send"):
    run(os.path.join(programs, "zulip-send"), "--config-file", zuliprc(), "--stream", "python", "--subject", "cli", "-m", "sent")
    run(os.path.join(programs, "zulip-send"), "--config-file", zuliprc(), other_email, "-m", "sent")
    newest = {"anchor": "newest", "num_before": 1, "num_after": 0, "narrow": [["pm-with", other_email]]}
    assert succeeded(client.get_messages(newest))["messages"][0]["content"] == "<p>sent</p>"

with step("zulip-api"):
    environment = {**os.environ, "HOME": folder}
    with open(os.path.join(folder, ".zuliprc"), "w", encoding="utf8") as file:
        file.write(open(zuliprc(), encoding="utf8").read())
    program = os.path.join(programs, "zulip-api")
    run(program, "send-message", "--stream", "python", "--subject", "cli", "--message", "by zulip-api", env=environment)
    run(program, "send-message", other_email, "--message", "by zulip-api", env=environment)
    run(program, "add-reaction", str(sent), "tada", env=environment)
    run(program, "remove-reaction", str(sent), "tada", env=environment)
    run(program, "update-message", str(sent), "--message", "toast", env=environment)
    run(program, "get-message-history", str(sent), env=environment)
    run(program, "get-subscriptions", env=environment)
    run(program, "mark-all-as-read", env=environment)

with step("its examples"):
    example_succeeds("alert-words", "add", "gumby")
    example_succeeds("alert-words", "get")
    example_succeeds(
        "create-user", "--new-email=jarthur@test.example", "--new-password=random17 password",
        "--new-full-name", "J. Arthur Random", "--new-short-name=jarthur", rc="owner-zuliprc",
    )
    example_succeeds("send-message", other_email, "--message", "example")
    example_succeeds("send-message", "--type=stream", "python", "--subject", "examples", "--message", "example")
    example_succeeds("edit-message", f"--message-id={sent}", "--subject=my subject", "--content=edited")
    example_succeeds("message-history", str(sent))
    example_succeeds("get-raw-message", str(sent))
    example_succeeds("update-message-flags", "add", "read", str(sent))
    example_succeeds("get-messages", "--use-first-unread-anchor", "--num-before=5", "--num-after=0")
    example("get-history", "--stream", "python", "--filename", os.path.join(folder, "history.json"))
    example_succeeds("get-public-streams")
    example_succeeds("get-stream-topics", f"--stream-id={stream_id}")
    example_succeeds("get-subscriptions")
    example_succeeds("get-user-presence", f"--email={email}")
    assert other_email in example("list-users")
    example_succeeds("mute-topic", "mute", "python", "dinner")
    example_succeeds("mute-topic", "unmute", "python", "dinner")
    example_succeeds("realm-emoji")
    example_succeeds("subscribe", "--streams=examples", rc="owner-zuliprc")
    example_succeeds("unsubscribe", "--streams=examples", rc="owner-zuliprc")
    assert "File URI: /user_uploads/" in example("upload-file", "--file-path", zuliprc("note.txt"))
    example_succeeds("delete-message", str(sent), rc="owner-zuliprc")
    example_succeeds("delete-stream", str(stream_id), rc="owner-zuliprc")
