"""Drives the terminal client by its keys, in a pseudo-terminal whose screen is read."""

import fcntl
import glob
import os
import pty
import re
import select
import signal
import struct
import sys
import sysconfig
import termios
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import pyte
import zulip
from zulipterminal.unicode_emojis import EMOJI_DATA
from steps import LIMIT, channel, email, folder, other_email, step, succeeded, until, user_id, zuliprc

COLUMNS, ROWS = 160, 45
other = zulip.Client(config_file=zuliprc("other-zuliprc"))
reader = zulip.Client(config_file=zuliprc())
names = {each["email"]: each["full_name"] for each in reader.get_users()["members"]}


class Terminal:
    """The client in a pseudo-terminal."""

    def __init__(self):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)
        program = os.path.join(sysconfig.get_path("scripts"), "zulip-term")
        command = [program, "--config-file", zuliprc(), "--color-depth", "16", "--no-autohide", "--no-notify"]
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            environment = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": folder}
            os.execve(program, command, environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def read(self, seconds=0.2):
        """Feeds what the client writes to the screen. Returns the screen's text."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if select.select([self.file], [], [], 0.05)[0]:
                try:
                    self.stream.feed(os.read(self.file, 65536))
                except OSError:
                    break
        return "\n".join(self.screen.display)

    def shows(self, text, seconds=LIMIT, key=None):
        """Waits until the screen shows a text. Presses a key before each look at the screen, for example to scroll."""

        def is_shown():
            if key is not None:
                self.press(key)
            return text in self.read()

        try:
            until(is_shown, f"{text!r} on the screen", seconds)
        except TimeoutError as error:
            lines = [re.sub(r"\s+", " ", line) for line in self.screen.display if line.strip()]
            raise TimeoutError(f"{error}; screen: {' / '.join(lines)[-1500:]}") from None

    def press(self, *keys):
        for key in keys:
            os.write(self.file, key.encode())
            self.settle()

    def settle(self):
        """Waits until the client has dealt with its input: it writes nothing, and no thread of it runs or wants to run."""
        deadline = time.monotonic() + LIMIT
        calm_since = None
        while time.monotonic() < deadline:
            has_output = bool(select.select([self.file], [], [], 0)[0])
            self.read(0.06)
            if has_output or self.is_running():
                calm_since = None
            elif calm_since is None:
                calm_since = time.monotonic()
            elif time.monotonic() - calm_since > 0.3:
                return

    def is_running(self):
        """Returns whether a thread of the client runs, or waits for a processor: on a busy machine, that may take seconds."""
        for stat in glob.glob(f"/proc/{self.pid}/task/*/stat"):
            try:
                with open(stat, encoding="utf-8") as file:
                    state = file.read().rpartition(")")[2].split()[0]
            except OSError:
                continue  # The thread has ended.
            if state in "RD":
                return True
        return False

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


ENTER, ESCAPE, TAB, SEND = "\r", "\x1b", "\t", "\x04"


def newest(narrow):
    request = {"anchor": "newest", "num_before": 20, "num_after": 0, "narrow": narrow, "apply_markdown": False}
    return succeeded(reader.get_messages(request))["messages"]


def received(content, narrow):
    return until(lambda: [each for each in newest(narrow) if each["content"] == content], repr(content))[0]


reader.add_subscriptions([{"name": channel}])
other.add_subscriptions([{"name": channel}])
other.send_message({"type": "stream", "to": channel, "topic": "first topic", "content": "before the start"})
other.send_message({"type": "private", "to": [email], "content": "a direct message"})
terminal = Terminal()

with step("starts, lists channels and people, and shows messages"):
    terminal.shows("before the start")
    terminal.shows(channel)
    terminal.shows(names[other_email])

if channel not in terminal.read():
    sys.exit(1)  # The client did not start, so all other steps would only wait until their time limits.

with step("shows a message that arrives"):
    other.send_message({"type": "stream", "to": channel, "topic": "first topic", "content": "while it runs"})
    terminal.shows("while it runs")

with step("sends a message to a channel"):
    terminal.press("G", "c")
    terminal.press("\x15", channel, TAB, "\x15", "typed topic", TAB, "typed content", SEND)
    received("typed content", [["stream", channel], ["topic", "typed topic"]])
    terminal.press(ESCAPE)

with step("switches to a topic"):
    terminal.press("a")
    terminal.shows("typed content")
    terminal.press("G", "S")
    until(lambda: "while it runs" not in terminal.read(), "only one topic")
    terminal.shows("typed content")

with step("replies in the topic"):
    terminal.press("r", "a reply", SEND)
    reply = received("a reply", [["stream", channel], ["topic", "typed topic"]])
    terminal.shows("a reply")
    terminal.press(ESCAPE)

with step("reacts with thumbs up, and removes it"):
    terminal.press("a", "G")
    terminal.press("+")
    reactions = lambda: [
        each["emoji_name"]
        for message in newest([["stream", channel]])
        for each in message["reactions"]
        if each["user_id"] == user_id
    ]
    until(lambda: reactions() == ["+1"] or reactions() == ["thumbs_up"], "the reaction")
    terminal.press("+")
    until(lambda: not reactions(), "no reaction")

with step("stars a message, and lists starred messages"):
    terminal.press("*")
    until(lambda: newest([["is", "starred"]]), "a starred message")
    terminal.press("f")
    terminal.shows("Starred messages")
    terminal.press("a")

with step("searches"):
    terminal.press("/")
    terminal.press("start", ENTER)
    until(lambda: "a direct message" not in terminal.read(), "only matches")
    terminal.shows("before the start")
    terminal.press(ESCAPE, "a")

with step("edits a message"):
    terminal.press("a", "G", "e")
    terminal.press("\x05", " and more", SEND)
    until(
        lambda: [each for each in newest([["sender", email]]) if each["content"].endswith("and more")],
        "the edited message",
    )
    terminal.press(ESCAPE)

with step("sends a direct message"):
    terminal.press("P")
    terminal.shows("a direct message")
    terminal.press("G", "r", "typed to a person", SEND)
    received("typed to a person", [["pm-with", other_email]])
    terminal.press(ESCAPE)

with step("lists mentions"):
    # The client adds a new message only to the view that is visible when the message arrives.
    terminal.press("a")
    terminal.shows("before the start")
    other.send_message(
        {"type": "stream", "to": channel, "topic": "first topic", "content": f"@**{names[email]}** look"}
    )
    terminal.shows("look", key="G")
    terminal.press("#")
    until(lambda: "a reply" not in terminal.read(), "only mentions")
    terminal.shows("look")

with step("shows details of a message"):
    terminal.press("a", "G", "i")
    terminal.shows("Message Information")
    terminal.press(ESCAPE)

terminal.close()

with step("the server accepts every emoji name that the client knows, with the client's code"):
    known = sorted({(name, data["code"]) for first, data in EMOJI_DATA.items() for name in [first, *data["aliases"]]})
    sent = succeeded(reader.send_message({"type": "stream", "to": channel, "topic": "emoji", "content": "react"}))["id"]
    refused = []
    for name, code in known:
        reaction = {
            "message_id": sent, "emoji_name": name, "emoji_code": code, "reaction_type": "unicode_emoji"
        }
        if reader.add_reaction(reaction)["result"] != "success":
            refused.append((name, code))
        else:
            reader.remove_reaction(reaction)
    assert len(known) > 1_000 and not refused, f"{len(refused)} of {len(known)}: {refused[:20]}"
