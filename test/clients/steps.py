"""Reports the steps of a driver program: one JSON line per step on the standard output."""

import contextlib
import json
import os
import subprocess
import time
import traceback

site = os.environ["CLIENT_SITE"]
email = os.environ["CLIENT_EMAIL"]
user_id = int(os.environ["CLIENT_USER_ID"])
password = os.environ["CLIENT_PASSWORD"]
other_email = os.environ["CLIENT_OTHER_EMAIL"]
other_id = int(os.environ["CLIENT_OTHER_ID"])
channel = os.environ["CLIENT_CHANNEL"]
folder = os.environ["CLIENT_FOLDER"]


def zuliprc(name="zuliprc"):
    """Returns the path of a configuration file: `zuliprc`, `other-zuliprc`, `owner-zuliprc` or `bot-zuliprc`."""
    return os.path.join(folder, name)


@contextlib.contextmanager
def step(name):
    """Runs one step. Reports a failure with its reason and continues with the next step."""
    reason = None
    try:
        yield
    except Exception as error:  # noqa: BLE001
        place = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({os.path.basename(place.filename)}:{place.lineno})"
    line = {"step": name, "passed": reason is None}
    if reason is not None:
        line["reason"] = reason
    print(json.dumps(line), flush=True)


def succeeded(answer):
    """Returns the answer of a successful call."""
    assert answer["result"] == "success", answer
    return answer


# This limit only ends runs that hang. A busy machine is many times slower than an idle one.
LIMIT = 120


def until(condition, what, seconds=LIMIT):
    """Returns the first truthy result of a condition that is checked repeatedly."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = condition()
        if result:
            return result
        time.sleep(0.1)
    raise TimeoutError(f"{what}: not within {seconds} s")


def run(*command, **options):
    """Returns the output of a program that must exit with code 0."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}"
    return done.stdout
