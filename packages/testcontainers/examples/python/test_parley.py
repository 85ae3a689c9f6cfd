"""Sends a message to Parley and reads it back, in a container that is reset between tests."""

import os

import pytest
import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs


@pytest.fixture(scope="session")
def container():
    image = os.environ.get("PARLEY_IMAGE", "parley/all-in-one:0.2.0")
    with DockerContainer(image).with_exposed_ports(9991, 9992) as started:
        wait_for_logs(started, "Parley is ready at", timeout=60)
        yield started


@pytest.fixture
def parley(container):
    def address(port):
        return f"http://{container.get_container_host_ip()}:{container.get_exposed_port(port)}"

    accounts = requests.get(f"{address(9992)}/accounts", timeout=10).json()
    yield address(9991), {account["email"].split("@")[0]: account for account in accounts}
    requests.post(f"{address(9992)}/reset", timeout=10).raise_for_status()


def call(parley, name, method, path, **parameters):
    url, accounts = parley
    account = accounts[name]
    sent = {"params": parameters} if method == "GET" else {"data": parameters}
    auth = (account["email"], account["apiKey"])
    response = requests.request(method, f"{url}/api/v1{path}", auth=auth, timeout=10, **sent)
    assert response.status_code == 200, response.text
    return response.json()


def newest(parley, name):
    found = call(parley, name, "GET", "/messages", anchor="newest", num_before=1, num_after=0, apply_markdown="false")
    return found["messages"][0]["content"]


@pytest.mark.parametrize("text", ["first", "second"])
def test_a_message_reaches_another_person_and_is_taken_back(parley, text):
    # The container is reset between tests, so texts of the other test must be gone.
    assert newest(parley, "member2") not in ("first", "second")
    call(parley, "member1", "POST", "/messages", type="channel", to="general", topic="tests", content=text)
    assert newest(parley, "member2") == text
