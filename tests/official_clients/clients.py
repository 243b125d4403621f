"""The server as a process, and the two official clients as they speak with it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import requests

from rules import Json, Level, text


class Fault(Exception):
    """What the server does against the protocol."""


class Server:
    """`clover serve`: started, watched, and ended."""

    def __init__(self, clover: str, folder: Path, log: Path) -> None:
        files = sorted((path for path in folder.glob("*.croco") if path.is_file()), key=lambda path: path.name)
        found = {path.name: Level.read(path) for path in files}
        self.levels = [level for level in found.values() if level]
        self.broken = [re.escape(name) for name, level in found.items() if not level]
        self.log, self.address = log, ""
        self.asked: list[str] = []
        self.half_open: list[socket.socket] = []
        command = [clover, "serve", "127.0.0.1:0", str(folder)]
        with log.open("wb") as stderr:  # a file, not a pipe: one that nobody reads would stop the server
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr)

    def said(self) -> str:
        return self.log.read_text("utf-8", "replace")

    def wait(self) -> None:
        """Waits until the server told where it listens."""
        for _ in range(300):
            if found := re.search(r"http://127\.0\.0\.1:\d+(?=\D)", self.said()):
                self.address = found[0]
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise Fault("expected: a line with http://127.0.0.1:PORT on standard error, within 30 s")

    def end(self) -> None:
        """Ends the server as Ctrl-C does, connections still open, and looks for what it had to report."""
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            raise Fault("expected: the end, within 5 s after SIGINT") from None
        if code != 0:
            raise Fault(f"expected: exit code 0 after SIGINT\ncame:     {code}")
        for place in self.broken:
            if not re.search(place, self.said()):
                raise Fault(f"expected: a line on standard error with the broken map and the line at fault, {place}")


def json_object(response: requests.Response) -> Json:
    """The body, or nothing where it is no object in UTF-8 that is said to be JSON."""
    kind = response.headers.get("Content-Type", "").lower().replace(" ", "")
    try:
        body = json.loads(response.content.decode("utf-8"))
    except ValueError:
        return {}
    return body if isinstance(body, dict) and kind in ("application/json", "application/json;charset=utf-8") else {}


class Client021:
    """The official client 0.2.1: no password, a connection a request, and a token it never learns."""

    token = "No Defined..."

    def __init__(self, server: Server, group: str) -> None:
        self.server, self.group = server, group
        self.send: Callable[..., requests.Response] = requests.post
        self.exchange = ""

    def expect(self, right: bool, wanted: str) -> None:
        if not right:
            raise Fault(f"expected: {wanted}\n{self.exchange}")

    def register(self, status: str = "OK") -> Json:
        return self.ask("register", status)

    def ask(self, command: str, status: str, key: str = "", **fields: Any) -> Json:
        """Sends a command. The reply has to have this status, and besides a message this key."""
        body = {"id": self.group, "members": "Zoé, Ada", "token": self.token, **fields}
        self.server.asked.append(f"POST /crocomine/{command} {text(body)}")
        self.exchange = f"request:  {self.server.asked[-1]}\ncame:     "
        response = self.send(f"{self.server.address}/crocomine/{command}", json=body, timeout=60)
        self.exchange += f"{response.status_code} {response.content.decode('utf-8', 'replace')}"
        reply, alive = json_object(response), response.headers.get("Connection", "").lower() != "close"
        self.expect(response.status_code == 200, "HTTP status 200, also for an Err")
        self.expect(bool(reply) and alive, "a JSON object in UTF-8 as application/json, keep-alive")
        self.expect(reply.get("status") == status, f"status {status}")
        self.expect(isinstance(reply.get("msg"), str) and (status != "Err" or reply["msg"] != ""), "`msg`, a text")
        keys = {"status", "msg", *([key] if key and status != "Err" else [])}
        optional = {"token"} if (command, status) == ("register", "OK") else set()
        self.expect(keys <= reply.keys() <= keys | optional, f"the fields {sorted(keys)}, no others")
        self.expect(isinstance(reply.get("infos", []), list), "`infos`, a list")
        self.expect(isinstance(reply.get("token", ""), str), "`token`, a text")
        return reply


class Client100(Client021):
    """The official client 1.0.0: a password, one connection for all, and a token if it is given one."""

    token = "Not defined"

    def __init__(self, server: Server, group: str, password: str = "crocs & Co.") -> None:
        super().__init__(server, group)
        self.password = password
        self.send = requests.Session().post

    def register(self, status: str = "OK") -> Json:
        """Registers; a password is worth nothing without a token."""
        reply = self.ask("register", status, password=self.password)
        given = reply.get("token", "") not in ("", Client021.token, Client100.token)
        self.expect(given or status == "Err", "a token")
        self.token = reply.get("token", self.token)
        return reply
