"""Runs scim2-tester against a server and prints one JSON line for each check."""

import json
import os

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import check_server

client = Client(
    base_url=os.environ["SCIM_URL"],
    headers={"Authorization": f"Bearer {os.environ['SCIM_TOKEN']}"},
    timeout=30,
)
for result in check_server(SyncSCIMClient(client)):
    print(
        json.dumps(
            {
                "status": result.status.name,
                "title": result.title,
                "resource": result.resource_type or "",
                "reason": result.reason or "",
            }
        )
    )
