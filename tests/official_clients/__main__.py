"""Plays against `clover serve` as the official Crocomine clients do, and checks every reply.

    pip install requests
    python3 tests/official_clients CLOVER [FOLDER...]

CLOVER is the program. It is started as `CLOVER serve 127.0.0.1:0 FOLDER`, first for a folder of
hand-written special cases, then for each FOLDER. Groups with the client 0.2.1 and groups with the
client 1.0.0 walk all maps, interleaved: they win, lose, give up, resume and ask for nonsense.

The idea: beside each client stands an oracle, which reads the map files and follows the rules by
itself. It knows what every reply has to be, so each is compared in full, whoever asks for what.
Where the protocol leaves a choice (border cells may be told again, in any order), any is right.

Ends with 0 and a line a folder where all is as the protocol says, with 1 and the first exchange
that is not, with 2 on wrong usage.
"""

from __future__ import annotations

import itertools
import os
import random
import re
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import requests

from clients import Client021, Client100, Fault, Server, json_object
from rules import Game, Json, text


class Walk:
    """One group: its client, and beside it the oracle."""

    def __init__(self, start_client: Callable[[], Client021]) -> None:
        self.start_client = start_client
        self.client = start_client()
        self.ahead = list(self.client.server.levels)
        self.game = Game()
        self.registered = False

    def register(self) -> None:
        """Registers with a client that was just started: where the group is known, its walk goes on."""
        self.client = self.start_client()
        self.client.register()
        self.registered = True

    def new_grid(self) -> bool:
        """Goes to the next map, if there is one."""
        if not self.registered or not self.ahead:
            self.client.ask("new_grid", "Err")
            return False
        level = self.ahead.pop(0)
        self.game = Game(level)
        reply = self.client.ask("new_grid", "OK", "grid_infos")
        wanted = text({"status": "OK", "msg": level.title, "grid_infos": level.grid_infos()})
        self.client.expect(text(reply) == wanted, f"{level.name}: {wanted}")
        return True

    def go_to(self, name: str) -> Walk:
        """Registers and gives up all maps before this one."""
        self.register()
        while self.game.level.name != name:
            self.new_grid()
        return self

    def act(self, command: str, status: str | None = None, **fields: Any) -> Json:
        """An action, whose `status` may be given as a second opinion. What a KO tells is left open."""
        answer = self.game.answer(command, **fields)
        assert status in (None, answer.status), f"the oracle is wrong: {command} {fields}: {answer}, not {status}"
        reply = self.client.ask(command, answer.status, "infos", **fields)
        if answer.status in ("OK", "GG"):
            border = f"all of {sorted(answer.new)} and none but {sorted(answer.border)}" if answer.border else "nothing"
            self.client.expect(answer.fits(reply["infos"]), f"on {self.game.level.name}: {text(answer.entries)}, then {border}")
        return reply

    def all_err(self) -> None:
        """There is no game: every action is an Err."""
        for command, fields in (("discover", {}), ("guess", {"animal": "T"}), ("chord", {})):
            self.act(command, "Err", pos=(0, 0), **fields)

    def win(self, rng: random.Random, chords: bool = True) -> Iterator[None]:
        """Wins the map at hand, knowing the truth, with a pause after each action."""
        game, level = self.game, self.game.level
        for pos in sorted(level.cells, key=lambda pos: (pos != level.start or rng.random() < 0.3, rng.random())):
            if game.over or not game.closed([pos]):
                continue
            animal = level.animal(pos)
            self.act("guess", pos=pos, animal=animal) if animal else self.act("discover", pos=pos)
            yield
            for near in [pos, *level.around(pos)] if chords else []:
                if not game.over and game.chordable(near) and (game.closed(level.around(near)) or rng.random() < 0.1):
                    self.act("chord", pos=near)
                    yield
            if not game.over and rng.random() < 0.1:
                command, fields = rng.choice(list(game.nonsense()))
                self.act(command, "Err", **fields)
            if rng.random() < 0.02:
                self.register()
        assert game.over, "the oracle is wrong: all cells are dealt with"

    def all_maps(self, rng: random.Random, way: str) -> Iterator[None]:
        """Walks all maps that are left, in one of the ways `win`, `chord`, `leave`, `lose`; then there is none."""
        while self.new_grid():
            most = None if way in ("win", "chord") else rng.randrange(4)
            yield from itertools.islice(self.win(rng, way != "win"), most)
            if way == "lose" and not self.game.over:
                self.lose(rng)
            if self.game.over:
                self.all_err()
                self.register()
                self.all_err()
        self.new_grid()
        self.register()
        self.new_grid()

    def lose(self, rng: random.Random) -> None:
        """Makes one mistake: discovers an animal, guesses another one, or guesses one where there is none."""
        pos = rng.choice(self.game.closed(self.game.level.cells))
        animal = self.game.level.animal(pos)
        if animal and rng.random() < 0.5:
            self.act("discover", "KO", pos=pos)
        else:
            self.act("guess", "KO", pos=pos, animal=rng.choice([kind for kind in "TSC" if kind != animal]))


def walks(server: Server) -> None:
    """All ways to walk with both clients: first interleaved, action by action, then all at the same time."""
    rng = random.Random(1)
    ways: list[Iterator[None]] = []
    for way, client in itertools.product(("win", "chord", "leave", "lose"), (Client021, Client100)):
        walk = Walk(partial(client, server, f"{way}, {client.__name__} ✓"))
        walk.register()
        ways.append(walk.all_maps(random.Random(len(ways)), way))
    for _ in range(400):
        next(rng.choice(ways), None)
    with ThreadPoolExecutor(len(ways)) as pool:
        list(pool.map(list, ways))


def special_cases(folder: Path) -> list[str]:
    """Writes maps by hand; for each broken one, tells how its name and the line at fault are reported."""
    small = "\n2 2\n0 0\n- T\n- -\n"
    maps = {
        "Z.croco": "grille vide\n2 3\n0 0\n~ ~ ~\n~ - -\n",
        "around.croco": "Été à l’océan, ß 🐊\n2 5\n0 1\nW - ~ T -\n~ C - S ~\n",
        "b10.croco": "the same title\n1 3\n0 0\n- T -",
        "b2.croco": "the same title" + small + "\n \n",
        "crlf.croco": "\ufeff a mark, CRLF \r\n4  3 \r\n3 2\r\n~ \tS ~ \r\n\t- - -\r\n- - -  \r\nC - -\r\n\r\n",
        "one.croco": "\n1 1\n0 0\n~",
        "tall.croco": "tall\n6 2\n5 0\n- -\n- -\nW S\n~ ~\n~ ~\n~ ~\n",
        "sub/aaa.croco": "a map in a sub-folder" + small,
        "sub.croco/aaa.croco": "a sub-folder like a map" + small,
        "notes.txt": "no map" + small,
    }
    broken = {
        "a-cells.croco": (5, "a short row\n2 2\n0 0\n- -\n-\n"),
        "b-letter.croco": (5, "lower case\n2 2\n0 0\n- -\n- t\n"),
        "b1-header.croco": (2, "no number\n2 x\n0 0\n- -\n- -\n"),
        "b11-start.croco": (3, "start on an animal\n2 2\n0 1\n- T\n- -\n"),
        "b3-outside.croco": (3, "start outside\n2 2\n2 0\n- T\n- -\n"),
        "c-rows.croco": (5, "too many rows\n1 2\n0 0\n- T\n- -\n"),
        "d-few.croco": (6, "too few rows\n3 2\n0 0\n- T\n- -\n"),
        "e-empty.croco": (1, ""),
        "f-none.croco": (2, "no rows\n0 2\n0 0\n"),
        "zz-binary.croco": (1, "\x7fELF\0\0\n\0\1\n"),
    }
    for name, content in {**maps, **{name: content for name, (_, content) in broken.items()}}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content.encode())
    return [re.escape(name) + rf"\D+{line}\b" for name, (line, _) in broken.items()]


def games_by_hand(server: Server) -> None:
    """All ways to end a map, and chords that open nothing: each action with the status it has to have."""
    games = """
        one.croco: GG discover 0 0
        Z.croco: KO guess 1 0 S
        b10.croco: OK discover 0 0, OK guess 0 1 T, OK chord 0 0, OK chord 0 0, GG discover 0 2
        b2.croco: OK discover 0 0, Err chord 0 0, OK guess 0 1 T, Err chord 0 1, Err chord 1 0, GG chord 0 0
        b2.croco: OK guess 0 1 T, OK discover 1 1, Err guess 1 1 T, Err discover 0 1, OK discover 0 0, GG discover 1 0
        b2.croco: OK discover 1 0, OK discover 0 0, OK discover 1 1, Err discover 0 0, Err guess 0 1 W, GG guess 0 1 T
        b2.croco: OK discover 0 0, Err discover 0 2, Err discover -1 0, KO discover 0 1
        b2.croco: OK discover 0 0, KO guess 0 1 S
        b2.croco: KO guess 0 0 C
        tall.croco: Err discover 1 5, OK discover 5 0, OK guess 2 1 S, OK guess 2 0 C, OK chord 3 0, GG discover 0 1
    """
    for number, game in enumerate(games.strip().splitlines()):
        name, actions = game.strip().split(": ")
        walk = Walk(partial((Client021, Client100)[number % 2], server, f"game {number} by hand")).go_to(name)
        for action in actions.split(", "):
            status, command, row, col, *animal = action.split()
            walk.act(command, status, pos=(int(row), int(col)), **({"animal": animal[0]} if animal else {}))
        walk.all_err()


def impossible(server: Server) -> None:
    """All that cannot be done, before, between and in games; each time, all goes on as if nothing had been."""
    for client in (Client021, Client100):
        walk = Walk(partial(client, server, f"impossible, {client.__name__}"))
        walk.new_grid()
        walk.all_err()
        for _ in range(2):
            walk.register()
            walk.all_err()
        walk.new_grid()
        walk.act("discover", "GG", pos=(0, 0))
        walk.all_err()
        walk.new_grid()
        for pos in ((0, 1), (1, 4), (1, 2)):
            for command, fields in walk.game.nonsense():
                walk.act(command, "Err", **fields)
            walk.act("discover", "OK", pos=pos)
            walk.register()
        list(walk.win(random.Random(1)))


def passwords(server: Server) -> None:
    """Nobody plays for a group that has a password without it, or with another's."""
    owner, other = (Walk(partial(Client100, server, name, name)).go_to("around.croco") for name in ("owner", "other"))
    owner.act("discover", "OK", pos=(0, 1))
    for pos in ((0, 0), (1, 1)):
        owner.act("guess", "OK", pos=pos, animal="C")
    possible: dict[str, Json] = {
        "new_grid": {},
        "discover": {"pos": (1, 2)},
        "chord": {"pos": (0, 1)},
        "guess": {"pos": (1, 3), "animal": "S"},
    }
    thieves = [Client021(server, "owner"), *(Client100(server, "owner", word) for word in ("", "other", "Owner", "owner "))]
    for thief in thieves:
        thief.register("Err")
    for token in ("", "owner", owner.client.token[:-1], other.client.token):
        thieves.append(Client100(server, "owner"))
        thieves[-1].token = token
    for thief, (command, fields) in itertools.product(thieves, possible.items()):
        thief.ask(command, "Err", **fields)
    owner.act("chord", "OK", pos=(0, 1))
    owner.register()
    list(owner.win(random.Random(1)))


def foreign_requests(good: Json) -> Iterator[tuple[int, str, str, Any]]:
    """What no official client sends: the status of HTTP it has to have, method, path and body."""
    actions = [f"/crocomine/{command}" for command in ("discover", "guess", "chord")]
    commands = ["/crocomine/register", "/crocomine/new_grid", *actions]
    no_id = {key: value for key, value in good.items() if key != "id"}
    bodies = [b"", b"id=http", b"\xff\xfe", b'{"id": "\xff"}', text(good)[:-1], "[" * 40_000, '{"id":' * 7_000]
    bodies += map(text, ([], [good], "http", 7, None, True, {}, no_id, {**good, "id": 7}, {**good, "id": ["http"]}))
    yield from ((400, "POST", path, body) for path in commands for body in bodies)
    positions: list[Any] = ["1,1", 1, [1], [1, 1, 1], [], ["1", "1"], [0.5, 1], {"i": 1, "j": 1}]
    yield from ((400, "POST", path, text({**good, "pos": pos})) for path in actions for pos in positions)
    yield from ((405, "GET", path, None) for path in commands)
    yield from ((404, "POST", path, text(good)) for path in ("/crocomine/fly", "/crocomine/", "/discover"))
    huge = text({**good, "members": "x" * 10_000_000}).encode()
    for path in commands:
        yield 413, "POST", path, huge
        yield 413, "POST", path, iter([huge[:5_000_000], huge[5_000_000:]])  # without its length beforehand


def refused(server: Server, status: int, method: str, path: str, body: Any) -> None:
    """Sends a request that is refused as a whole."""
    server.asked.append(f"{method} {path} {str(body)[:200]}")
    try:
        reply = requests.request(
            method, server.address + path, data=body, headers={"Content-Type": "application/json"}, timeout=60
        )
    except (requests.ConnectionError, requests.exceptions.ChunkedEncodingError):
        if status != 413:  # only what is too large need not be read to its end
            raise
        return
    wanted, said = f"HTTP status {status}", json_object(reply)
    if status == 400:
        wanted += " and a JSON object with status Err and msg"
    if reply.status_code != status or (status == 400 and (said.keys() != {"status", "msg"} or said["status"] != "Err")):
        raise Fault(f"expected: {wanted}\nrequest:  {server.asked[-1]}\ncame:     {reply.status_code} {reply.text}")


def foreign(server: Server) -> None:
    """Amid a game come other requests, some of them half sent; then the game goes on."""
    walk = Walk(partial(Client100, server, "http")).go_to("around.croco")
    walk.act("discover", "OK", pos=(0, 1))
    half = b"POST /crocomine/discover HTTP/1.1\r\nHost: me\r\nContent-Length: 99\r\n\r\n{"
    for data in [half] * 20 + [b"\x16\x03\x01\0\0\r\n\r\n"]:
        server.half_open.append(socket.create_connection(("127.0.0.1", int(server.address.split(":")[-1]))))
        server.half_open[-1].sendall(data)
    good = {"id": "http", "members": "", "token": walk.client.token, "password": "crocs & Co.", "pos": [1, 1], "animal": "C"}
    for request in foreign_requests(good):
        refused(server, *request)
    walk.act("guess", "OK", pos=(1, 1), animal="C")
    list(walk.win(random.Random(1)))


def check(clover: str, folder: Path, special: bool = False) -> str:
    """Starts the server for a folder, asks it all, and ends it."""
    broken = special_cases(folder) if special else []
    with tempfile.TemporaryDirectory() as logs:
        server = Server(clover, folder, Path(logs) / "log")
        server.broken += broken
        try:
            server.wait()
            for scene in (games_by_hand, impossible, passwords, foreign, walks) if special else [walks]:
                scene(server)
            server.end()
        except (Fault, OSError) as fault:
            what = (
                str(fault) if isinstance(fault, Fault) else f"expected: a reply\nrequest:  {server.asked[-1]}\ncame:     {fault}"
            )
            said = "\n".join(server.said().splitlines()[-5:])
            raise Fault(f"{folder}, request {len(server.asked)}:\n{what}\nstandard error ends with:\n{said}") from None
        finally:
            server.process.kill()
            server.process.wait()
    maps = "hand-written maps" if special else f"maps of {folder}"
    return f"{len(server.levels)} {maps}: {len(server.asked)} requests, all as the protocol says"


def main(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    os.environ["NO_PROXY"] = "127.0.0.1"
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have us ignore it, and the server with us
    clover, *folders = arguments
    try:
        with tempfile.TemporaryDirectory(prefix="croco maps ") as folder:
            print(check(clover, Path(folder), special=True), flush=True)
        for folder in folders:
            print(check(clover, Path(folder)), flush=True)
    except (Fault, OSError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
