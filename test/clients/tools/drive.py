"""Runs Alertmanager and Buildbot, which post to Parley as they post to any webhook."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from datetime import datetime, timedelta, timezone

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from reading import newest
from steps import channel, folder, run, site, step, until

bin_folder = os.path.dirname(sys.executable)
key = os.environ["CLIENT_BOT_KEY"]


def address(integration):
    """Returns the address that a person enters in a tool."""
    return f"{site}/api/v1/external/{integration}?api_key={key}&stream={channel}"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def arrived(topic, *texts):
    """Returns the message with these texts in a topic, when it is there."""

    def found():
        return next(
            (each for each in newest(50) if each["subject"] == topic and all(text in each["content"] for text in texts)),
            None,
        )

    return until(found, f"a message in {topic} with {texts}")


@contextlib.contextmanager
def alertmanager(config):
    port = free_port()
    root = os.path.join(folder, "alertmanager")
    file = write(os.path.join(root, "alertmanager.yml"), config)
    with open(os.path.join(root, "log"), "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [
                os.path.join(bin_folder, "alertmanager"),
                f"--config.file={file}",
                f"--storage.path={root}/data",
                f"--web.listen-address=127.0.0.1:{port}",
                "--cluster.listen-address=",
                "--web.external-url=http://alerts.example",
            ],
            stdout=log,
            stderr=log,
        )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def send_alert(server, ends=None):
    now = datetime.now(timezone.utc)
    alert = {
        "labels": {"alertname": "DiskFull", "instance": "db1.example", "severity": "critical"},
        "annotations": {"summary": "The disk of db1 is full"},
        "startsAt": (now - timedelta(minutes=1)).isoformat(),
        "generatorURL": "http://prometheus.example/graph",
    }
    if ends:
        alert["endsAt"] = now.isoformat()
    request = urllib.request.Request(
        f"{server}/api/v2/alerts", data=json.dumps([alert]).encode(), headers={"Content-Type": "application/json"}
    )

    def accepted():
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status == 200
        except OSError:
            return False

    until(accepted, "Alertmanager takes an alert")


with step("Alertmanager posts an alert that fires and is resolved"):
    receiver = json.dumps({"name": "parley", "webhook_configs": [{"url": address("alertmanager"), "send_resolved": True}]})
    route = '{ receiver: parley, group_by: [alertname], group_wait: 0s, group_interval: 1s }'
    with alertmanager(f"route: {route}\nreceivers: [{receiver}]\n") as server:
        send_alert(server)
        arrived("DiskFull", "is firing: The disk of db1 is full", "](http://prometheus.example/graph)")
        send_alert(server, ends=True)
        arrived("DiskFull", "is resolved")

with step("Buildbot posts builds that succeed and fail"):
    root = os.path.join(folder, "buildbot")
    repository = os.path.join(root, "repository")
    write(os.path.join(repository, "Makefile"), "all:\n")
    for command in (
        ("init", "--quiet", "--initial-branch=main"),
        ("add", "."),
        ("-c", "user.name=Anna", "-c", "user.email=anna@example.com", "commit", "--quiet", "-m", "Build"),
    ):
        run("git", "-C", repository, *command)
    port = free_port()
    buildbot = os.path.join(bin_folder, "buildbot")
    worker = os.path.join(bin_folder, "buildbot-worker")
    run(buildbot, "create-master", "-q", os.path.join(root, "master"))
    run(worker, "create-worker", "-q", os.path.join(root, "worker"), f"127.0.0.1:{port}", "one", "secret")
    write(
        os.path.join(root, "master", "master.cfg"),
        f"""
from buildbot.plugins import changes, reporters, schedulers, steps, util, worker

def building(command):
    return util.BuildFactory([
        steps.Git(repourl={repository!r}),
        steps.ShellCommand(command=command),
    ])

names = {{"good": ["true"], "bad": ["false"]}}
BuildmasterConfig = {{
    "workers": [worker.Worker("one", "secret")],
    "protocols": {{"pb": {{"port": "tcp:{port}:interface=127.0.0.1"}}}},
    "builders": [
        util.BuilderConfig(name=name, workernames=["one"], factory=building(command))
        for name, command in names.items()
    ],
    "change_source": [changes.GitPoller({repository!r}, branches=["main"], pollInterval=1, pollAtLaunch=True, project="shop")],
    "schedulers": [
        schedulers.SingleBranchScheduler(
            name="all", change_filter=util.ChangeFilter(branch="main"), treeStableTimer=None, builderNames=list(names)
        )
    ],
    "services": [reporters.HttpStatusPush(serverUrl={address("buildbot")!r})],
    "buildbotURL": "http://builds.example/",
    "buildbotNetUsageData": None,
}}
""",
    )
    try:
        run(buildbot, "start", os.path.join(root, "master"))
        run(worker, "start", os.path.join(root, "worker"))
        # The poller takes the commits that are there at its first look as old.
        poller_log = os.path.join(root, "master", "twistd.log")
        until(lambda: "processing changes" in open(poller_log, encoding="utf-8").read(), "the first look at the repository")
        write(os.path.join(repository, "a.txt"), "a\n")
        run("git", "-C", repository, "add", ".")
        run("git", "-C", repository, "-c", "user.name=Ben", "-c", "user.email=ben@example.com", "commit", "--quiet", "-m", "Add a")
        arrived("shop", "of good](http://builds.example/", "on `main` succeeded", "**Ben**")
        arrived("shop", "of bad](http://builds.example/", "on `main` failed", "**Ben**")
    finally:
        for program, name in ((worker, "worker"), (buildbot, "master")):
            subprocess.run([program, "stop", os.path.join(root, name)], capture_output=True, timeout=60, check=False)
