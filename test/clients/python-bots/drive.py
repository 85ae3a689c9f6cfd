"""Drives bots of the Python bot framework: `zulip-run-bot` and `zulip-botserver`, with the framework's own bots."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import zulip
from steps import LIMIT, channel, folder, site, step, succeeded, until, zuliprc

person = zulip.Client(config_file=zuliprc())
bot = zulip.Client(config_file=zuliprc("bot-zuliprc"))
bot_id = bot.get_profile()["user_id"]
bot_name = bot.get_profile()["full_name"]
programs = sysconfig.get_path("scripts")


def newest(narrow):
    request = {"anchor": "newest", "num_before": 50, "num_after": 0, "narrow": narrow, "apply_markdown": False}
    return succeeded(person.get_messages(request))["messages"]


def send(message):
    return succeeded(person.send_message(message))["id"]


def reply_after(narrow, sent, what, seconds=LIMIT):
    """Returns the bot's first message after one that was sent."""
    replies = lambda: [each for each in newest(narrow) if each["sender_id"] == bot_id and each["id"] > sent]
    return until(lambda: next(iter(replies()), None), what, seconds)


def ask(content):
    """Sends a direct message to the bot. Returns the bot's reply."""
    sent = send({"type": "private", "to": [bot_id], "content": content})
    return reply_after([["pm-with", bot.email]], sent, f"reply to {content!r}")["content"]


def mention(content, topic):
    """Mentions the bot in a channel. Returns the bot's reply."""
    sent = send({"type": "stream", "to": channel, "topic": topic, "content": f"@**{bot_name}** {content}"})
    return reply_after([["stream", channel], ["topic", topic]], sent, f"reply to {content!r}")


@contextlib.contextmanager
def running(name, *arguments):
    """Runs a bot of the framework, and waits until it receives messages."""
    log = open(os.path.join(folder, f"{name}.log"), "w+", encoding="utf8")
    command = [os.path.join(programs, "zulip-run-bot"), name, "--config-file", zuliprc("bot-zuliprc"), *arguments]
    process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=folder)
    try:
        for _ in range(15):
            sent = send({"type": "private", "to": [bot_id], "content": "help"})
            with contextlib.suppress(TimeoutError):
                until(
                    lambda: [
                        each
                        for each in newest([["pm-with", bot.email]])
                        if each["sender_id"] == bot_id and each["id"] > sent
                    ],
                    "a first reply",
                    2,
                )
                break
        else:
            log.seek(0)
            raise TimeoutError(f"{name} never replied: {log.read()[-600:]}")
        yield
        assert process.poll() is None, f"{name} ended with {process.returncode}"
    finally:
        process.kill()
        process.wait()
        log.close()


with step("helloworld replies to direct messages, and to mentions in a channel that it is not subscribed to"):
    with running("helloworld"):
        assert ask("hi") == "beep boop"
        sent = send({"type": "stream", "to": channel, "topic": "hello", "content": f"@**{bot_name}** hi"})
        assert reply_after([["stream", channel], ["topic", "hello"]], sent, "reply")["content"] == "beep boop"
        message = lambda: [each for each in newest([["stream", channel], ["topic", "hello"]]) if each["id"] == sent][0]
        until(lambda: [each["emoji_name"] for each in message()["reactions"]] == ["wave"], "the bot's reaction")

with step("incrementor stores a number and edits its message"):
    with running("incrementor"):
        narrow = [["pm-with", bot.email]]
        first = [each for each in newest(narrow) if each["sender_id"] == bot_id][-1]
        send({"type": "private", "to": [bot_id], "content": "more"})
        edited = lambda: [each["content"] for each in newest(narrow) if each["id"] == first["id"]] > [first["content"]]
        until(edited, "the edited message")

with step("virtual_fs stores files between commands"):
    with running("virtual_fs"):
        mention("mkdir spam", "files")
        mention("write spam/eggs three", "files")
        assert "three" in mention("read spam/eggs", "files")["content"]

with step("file_uploader uploads a file"):
    with running("file_uploader"):
        assert "](/user_uploads/" in ask(zuliprc("note.txt"))

with step("followup posts to the channel of its configuration"):
    person.add_subscriptions([{"name": "followup"}])
    config = os.path.join(folder, "followup.conf")
    with open(config, "w", encoding="utf8") as file:
        file.write("[followup]\nstream=followup\n")
    with running("followup", "--bot-config-file", config):
        sent = send({"type": "private", "to": [bot_id], "content": "buy eggs"})
        assert "buy eggs" in reply_after([["stream", "followup"]], sent, "the followup")["content"]

with step("converter and encrypt compute answers"):
    with running("converter"):
        assert "inch" in ask("2 m inch")
    with running("encrypt"):
        assert "Uryyb" in ask("Hello")

with step("game_of_fifteen starts a game in a channel, and shows the board after a move"):
    with running("game_of_fifteen"):
        narrow = [["stream", channel], ["topic", "fifteen"]]
        posted = lambda text: [
            each for each in newest(narrow) if each["sender_id"] == bot_id and text in each["content"]
        ]
        mention("start game", "fifteen")
        until(lambda: posted("Welcome to Game of Fifteen!"), "the start of the game")
        mention("move 1", "fifteen")
        until(lambda: posted("moved 1"), "the move")
        until(lambda: posted(":two::grey_question::one:"), "the board")

with step("connect_four and tictactoe start games in channels"):
    for name in ["connect_four", "tictactoe"]:
        with running(name):
            # In a channel, a game with one person waits for another one to join.
            assert "to play them!" in mention("start game", name)["content"]

with step("help and incident reply, and an incident is answered"):
    with running("help"):
        assert "Info on Zulip" in ask("help")
    with running("incident"):
        incident = ask("new the disk is full")
        assert "the disk is full" in incident and "escalate" in incident
        assert "status = escalate" in ask("answer TICKET0001 4")

guides = os.path.join(os.path.dirname(__file__), "../../../docs/guides")


@contextlib.contextmanager
def guide(text, **environment):
    """Runs an example of the guide as it is written there, with a configuration file beside it."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copy(zuliprc("bot-zuliprc"), os.path.join(place, "zuliprc"))
        command = [sys.executable, "-c", text]
        process = subprocess.Popen(command, cwd=place, env={**os.environ, **environment})
        try:
            yield
            assert process.poll() is None, f"the example ended with {process.returncode}"
        finally:
            process.kill()
            process.wait()


def read(name):
    with open(os.path.join(guides, name), encoding="utf8") as file:
        return file.read()


def press(message, block, action):
    """Presses a button of a message, as clients do."""
    pressed = {"block_id": block["block_id"], "action_id": action, "values": []}
    request = {"press_id": f"guide {message['id']}", "message_id": message["id"], "pressed": pressed}
    answer = succeeded(person.call_endpoint("block_actions", method="POST", request=request))
    assert answer["outcome"] == "done", answer


def without_error(act):
    """Returns the result of a function; None when it fails, because a program is not ready yet."""
    with contextlib.suppress(OSError, AssertionError):
        return act()
    return None


def blocks_of(message):
    return json.loads([each for each in message["submessages"] if each["msg_type"] == "blocks"][-1]["content"])["blocks"]


with step("the guide's bot answers hello"):
    with guide(re.search(r"```python\n(.*?)```", read("bots.md"), re.S).group(1)):

        def answered():
            sent = send({"type": "private", "to": [bot_id], "content": "hello bot"})
            return reply_after([["pm-with", bot.email]], sent, "the answer", 3)["content"]

        assert until(lambda: without_error(answered), "the answer of the guide's bot") == "Hello!"

with step("the guide's bot with a button edits its message after a press"):
    person.add_subscriptions([{"name": "alerts"}])
    narrow = [["stream", "alerts"], ["topic", "db1"]]
    posted = lambda: [each for each in newest(narrow) if each["sender_id"] == bot_id]
    with guide(read("button_bot.py")):
        [message] = until(posted, "the alert")
        # The bot asks for events after it has posted.
        until(lambda: without_error(lambda: press(message, blocks_of(message)[1], "acknowledge") or True), "the press")
        until(lambda: "acknowledged by" in posted()[0]["content"], "the edited alert")

with step("the guide's app without a library acknowledges an alert"):
    owner = zulip.Client(config_file=zuliprc("owner-zuliprc"))
    port = os.environ["CLIENT_APP_PORT"]
    manifest = {"name": "Acknowledging", "blocks": True, "scopes": ["messages"], "url": f"http://127.0.0.1:{port}/"}
    installed = succeeded(owner.call_endpoint("apps", method="POST", request={"manifest": json.dumps(manifest)}))
    credentials = installed["credentials"]
    text = read("alerts_app.py").replace('("", 3000)', f'("127.0.0.1", {port})')
    assert port in text
    with guide(text, SIGNING_SECRET=credentials["signing_secret"]):
        button = {"type": "button", "action_id": "a", "text": {"type": "plain_text", "text": "Acknowledge"}}
        body = {"channel": "#alerts", "topic": "web1", "blocks": [{"type": "actions", "elements": [button]}]}
        headers = {"Authorization": f"Bearer {credentials['token']}", "Content-Type": "application/json"}
        address = f"{site}/slack/api/chat.postMessage"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        assert json.load(urllib.request.urlopen(request, timeout=20))["ok"]
        [message] = newest([["stream", "alerts"], ["topic", "web1"]])
        until(lambda: without_error(lambda: socket.create_connection(("127.0.0.1", int(port)), 1)), "the app")
        press(message, blocks_of(message)[0], "a")
        acknowledged = lambda: newest([["stream", "alerts"], ["topic", "web1"]])[0]["content"]
        until(lambda: "Acknowledged by" in acknowledged(), "the update")

with step("zulip-botserver handles an event of an outgoing webhook"):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = os.path.join(folder, "botserverrc")
    with open(config, "w", encoding="utf8") as file:
        file.write(f"[helloworld]\nemail={bot.email}\nkey={bot.api_key}\nsite={site}\ntoken=abcd\n")
    command = [os.path.join(programs, "zulip-botserver"), "--config-file", config, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        sent = send({"type": "stream", "to": channel, "topic": "webhook", "content": f"@**{bot_name}** hi"})
        message = newest([["stream", channel], ["topic", "webhook"]])[-1]
        event = {"bot_email": bot.email, "token": "abcd", "trigger": "mention", "message": message}
        body = json.dumps(event).encode()

        def post():
            try:
                return urllib.request.urlopen(f"http://127.0.0.1:{port}/", body, timeout=10).status == 200
            except ConnectionError:
                return False
            except urllib.error.URLError as error:
                if isinstance(error.reason, ConnectionError):
                    return False
                raise

        until(post, "the bot server")
        assert reply_after([["stream", channel], ["topic", "webhook"]], sent, "reply")["content"] == "beep boop"
    finally:
        process.kill()
        process.wait()
