"""Reads what arrived in Parley, as a person."""

import base64
import json
import os
import urllib.parse
import urllib.request

from steps import channel, site

credentials = f"{os.environ['CLIENT_EMAIL']}:{os.environ['CLIENT_KEY']}"


def call(method, path, parameters=None):
    """Calls Parley's own API."""
    form = urllib.parse.urlencode(parameters or {})
    address = f"{site}/api/v1{path}" + (f"?{form}" if method == "GET" else "")
    request = urllib.request.Request(address, method=method, data=None if method == "GET" else form.encode())
    request.add_header("Authorization", "Basic " + base64.b64encode(credentials.encode()).decode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def newest(count=5):
    """Returns the newest messages of the channel."""
    narrow = json.dumps([["channel", channel]])
    query = {"anchor": "newest", "num_before": count, "num_after": 0, "narrow": narrow, "apply_markdown": "false"}
    return call("GET", "/messages", query)["messages"]
