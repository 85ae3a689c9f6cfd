"""An app that acknowledges alerts, without a library. It checks the signature, and its answer updates the message."""

import hashlib, hmac, json, os, time, urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["SIGNING_SECRET"].encode()


class App(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        at = self.headers["x-slack-request-timestamp"]
        expected = "v0=" + hmac.new(SECRET, f"v0:{at}:".encode() + body, hashlib.sha256).hexdigest()
        is_signed = hmac.compare_digest(expected, self.headers["x-slack-signature"])
        if not is_signed or abs(time.time() - int(at)) > 300:
            return self.send_error(401)
        payload = json.loads(urllib.parse.parse_qs(body.decode())["payload"][0])
        answer = {"replace_original": True, "text": f"Acknowledged by <@{payload['user']['id']}>"}
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())


HTTPServer(("", 3000), App).serve_forever()
