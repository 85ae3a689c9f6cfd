"""Drives bots of the Python bot framework: `zulip-run-bot` and `zulip-botserver`, with the framework's own bots."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import sysconfig
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import zulip
from steps import channel, folder, site, step, succeeded, until, zuliprc

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


def reply_after(narrow, sent, what):
    """Returns the bot's first message after one that was sent."""
    replies = lambda: [each for each in newest(narrow) if each["sender_id"] == bot_id and each["id"] > sent]
    return until(lambda: next(iter(replies()), None), what)


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
