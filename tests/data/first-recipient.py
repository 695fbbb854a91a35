#!/usr/bin/env python3
"""A recipient to try Lazaret with: PORT [MODE].

MODE is a status to refuse with (422, 503 …), `ok` (do it, 201), `drop` (do it, then close without an answer) or `vanish`
(close without doing it). POST /mode changes it. GET /effects/KEY answers 200 when the effect happened, GET /all lists them.
"""
import collections
import http.server
import json
import sys
import threading
import urllib.parse

effects = collections.Counter()
lock = threading.Lock()
mode = sys.argv[2] if len(sys.argv) > 2 else "422"


class Recipient(http.server.BaseHTTPRequestHandler):
    def answer(self, status, body=b"{}"):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        global mode
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/mode":
            mode = body.decode()
            return self.answer(200)
        if mode in ("ok", "drop"):
            with lock:
                effects[self.headers.get("Idempotency-Key", "")] += 1
        if mode in ("drop", "vanish"):
            return self.connection.close()
        return self.answer(201 if mode == "ok" else int(mode))

    def do_GET(self):
        if self.path == "/all":
            return self.answer(200, json.dumps(effects).encode())
        key = urllib.parse.unquote(self.path.removeprefix("/effects/"))
        return self.answer(200 if effects[key] else 404)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Recipient).serve_forever()
