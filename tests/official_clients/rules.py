"""The oracle: map files and the rules of the game, read and followed without anything of Clover's."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Pos = tuple[int, int]
Json = dict[str, Any]


def text(value: Any) -> str:
    """One text for equal JSON: unlike Python, it tells 1 from 1.0 and from true."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


@dataclass
class Level:
    """The truth of a map, as its file tells it."""

    name: str
    title: str
    size: Pos
    start: Pos
    cells: dict[Pos, str]

    @staticmethod
    def read(path: Path) -> Level | None:
        """The map of a file, or nothing where the file is broken."""
        lines = path.read_bytes().decode("utf-8-sig", "replace").rstrip().split("\n")
        try:
            (rows, cols), (row, col) = (map(int, line.split()) for line in lines[1:3])
            words = [line.split() for line in lines[3:]]
            cells = {(i, j): word for i, line in enumerate(words) for j, word in enumerate(line)}
            whole = [len(line) for line in words] == [cols] * rows and set(cells.values()) <= set("~-TSCW")
            good = whole and cells[row, col] in ("~", "-")
        except (ValueError, KeyError):
            return None
        return Level(path.name, lines[0].rstrip("\r"), (rows, cols), (row, col), cells) if good else None

    def animal(self, pos: Pos) -> str | None:
        return {"T": "T", "S": "S", "C": "C", "W": "C"}.get(self.cells[pos])

    def entry(self, pos: Pos, **more: Any) -> Json:
        """What `infos` tells of a cell."""
        return {"pos": list(pos), "field": "sea" if self.cells[pos] in "~SW" else "land", **more}

    def around(self, pos: Pos) -> list[Pos]:
        """The neighbours, in row-major order."""
        square = itertools.product(*(range(at - 1, at + 2) for at in pos))
        return [near for near in square if near in self.cells and near != pos]

    def counts(self, cells: Iterable[Pos]) -> list[int]:
        """Tigers, sharks and crocodiles among some cells."""
        animals = [self.animal(pos) for pos in cells]
        return [animals.count(kind) for kind in "TSC"]

    def three_bv(self) -> int:
        """The least number of discoveries that opens every free cell: the empty regions, then what is left."""
        free = [pos for pos in self.cells if not self.animal(pos)]
        empty = [pos for pos in free if not any(self.counts(self.around(pos)))]
        game = Game(self)
        return sum(game.flood([pos]).entries != [] for pos in empty + free)

    def grid_infos(self) -> Json:
        """What `new_grid` tells. No cell is revealed beforehand: a file cannot ask for that."""
        counts = dict(zip(("tiger_count", "shark_count", "croco_count"), self.counts(self.cells), strict=True))
        sea = sum(letter in "~SW" for letter in self.cells.values())
        size = {"m": self.size[0], "n": self.size[1], "start": list(self.start), "3BV": self.three_bv()}
        return {**size, **counts, "sea_count": sea, "land_count": len(self.cells) - sea, "infos": []}


@dataclass
class Answer:
    """What a reply has to be: entries in this order, then border cells, of which the new ones must come."""

    status: str
    entries: list[Json] = field(default_factory=list)
    border: set[str] = field(default_factory=set)
    new: set[str] = field(default_factory=set)

    def fits(self, infos: list[Json]) -> bool:
        told = [text(entry) for entry in infos[len(self.entries) :]]
        exact = text(infos[: len(self.entries)]) == text(self.entries)
        return exact and self.new <= set(told) <= self.border and len(set(told)) == len(told)


class Game:
    """The oracle: one group's game on one map, by the rules. Without a map, nothing can be done."""

    def __init__(self, level: Level | None = None) -> None:
        self.level = level or Level("no map", "", (0, 0), (0, 0), {})
        self.open: set[Pos] = set()
        self.guessed: set[Pos] = set()
        self.told: set[str] = set()
        self.over = level is None

    def closed(self, cells: Iterable[Pos]) -> list[Pos]:
        return [pos for pos in cells if pos not in self.open and pos not in self.guessed]

    def chordable(self, pos: Pos) -> bool:
        """Whether the cell is open, and all animals around it were guessed."""
        return pos in self.open and not any(map(self.level.animal, self.closed(self.level.around(pos))))

    def answer(self, command: str, pos: Pos | None = None, animal: str | None = None) -> Answer:
        """Acts, if that can be done; a missing field is like one that is out of range."""
        if self.over or pos not in self.level.cells:
            return Answer("Err")
        if command == "chord":
            return self.flood(self.closed(self.level.around(pos))) if self.chordable(pos) else Answer("Err")
        if not self.closed([pos]) or (command == "guess" and animal not in ("T", "S", "C")):
            return Answer("Err")
        if self.level.animal(pos) != (animal if command == "guess" else None):
            self.over = True
            return Answer("KO")
        if command == "discover":
            return self.flood([pos])
        self.guessed.add(pos)
        return self.tell([self.level.entry(pos, animal=animal)], [])

    def flood(self, cells: list[Pos]) -> Answer:
        """Opens cells and what follows from it, in depth-first preorder."""
        entries, border, stack = [], set(), cells[::-1]
        while stack:
            if (pos := stack.pop()) in self.open:
                continue
            self.open.add(pos)
            around = self.level.around(pos)
            counts = self.level.counts(around)
            entries.append(self.level.entry(pos, prox_count=counts))
            border.update(around)
            stack += [] if any(counts) else around[::-1]
        return self.tell(entries, self.closed(border))

    def tell(self, entries: list[Json], border: list[Pos]) -> Answer:
        cells = {text(self.level.entry(pos)) for pos in border}
        new = cells - self.told
        self.told |= new
        self.over = len(self.open) + len(self.guessed) == len(self.level.cells)
        return Answer("GG" if self.over else "OK", entries, cells, new)

    def nonsense(self) -> Iterator[tuple[str, Json]]:
        """All kinds of actions that cannot be done now: an Err each, and nothing changes."""
        (rows, cols), cells = self.level.size, self.level.cells
        outside = [(-1, 0), (0, -1), (rows, 0), (0, cols), (-rows, -cols), (2**31, 0), (0, 2**32)]
        for pos in outside + [(j, i) for i, j in cells if (j, i) not in cells][-2:]:
            yield from (("discover", {"pos": pos}), ("chord", {"pos": pos}), ("guess", {"pos": pos, "animal": "C"}))
        for pos in self.open | self.guessed:
            yield from (("discover", {"pos": pos}), ("guess", {"pos": pos, "animal": self.level.animal(pos) or "T"}))
        yield from (("chord", {"pos": pos}) for pos in cells if not self.chordable(pos))
        for pos in self.closed(cells)[:4]:
            yield from (("guess", {"pos": pos, "animal": animal}) for animal in ("W", "t", "", "TS", "tiger", None))
            yield "guess", {"pos": pos}
        yield from (("discover", {}), ("chord", {}), ("guess", {"animal": "T"}), ("guess", {}))
