# SPDX-License-Identifier: MIT
"""Groonga as a yardstick: a server of its own, asked by `select` with a drilldown for each facet."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import time
import urllib.parse

from catalogue import Catalogue, values_of
from measuring import batches
from words import words_of

LIMIT = 100
HITS = 20


class Groonga:
    """One table with a column for each attribute; values are references to tables of their own, with an index each."""

    def __init__(self, catalogue: Catalogue, directory: str) -> None:
        self.catalogue = catalogue
        path = f"{directory}/db"
        is_new = not os.path.exists(path)
        os.makedirs(directory, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = ["groonga", "--protocol", "http", "--bind-address", "127.0.0.1", "--port", str(port), "-s"]
        command += ["--log-path", f"{directory}/groonga.log", *(["-n"] if is_new else []), path]
        self.server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.pid = self.server.pid
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        deadline = time.monotonic() + 20
        while True:
            try:
                return self.connection.connect()
            except OSError:
                if time.monotonic() > deadline or self.server.poll() is not None:
                    self.close()
                    raise
                time.sleep(0.01)

    def run(self, command: str, body: bytes | None = None, **parameters) -> tuple[float, list]:
        """Run a command; the answer is how long it took, as the server tells, and what it said."""
        path = f"/d/{command}?{urllib.parse.urlencode(parameters)}"
        self.connection.request("POST" if body else "GET", path, body, {"Content-Type": "application/json"})
        answer = json.loads(self.connection.getresponse().read())
        if answer[0][0] != 0:
            raise RuntimeError(f"groonga: {answer[0][3]}")
        return answer[0][2], answer[1]

    def kind(self, attribute: str) -> str:
        if attribute in self.catalogue.numbers:
            return "Float" if attribute in ("price", "rating") else "Int32"
        return "Bool" if attribute == "freeShipping" else f"v_{attribute}"

    def load(self, records) -> float:
        """Store the records and make the indexes; the answer is how many seconds that took."""
        catalogue, run = self.catalogue, self.run
        attributes = list(dict.fromkeys((*catalogue.facets, *catalogue.ranges, "popularity", *catalogue.refined)))
        start = time.perf_counter()
        run("table_create", name="Records", flags="TABLE_NO_KEY")
        run("column_create", table="Records", name="data", type="Text", flags="COLUMN_SCALAR|COMPRESS_ZSTD")
        for name in catalogue.searchable:
            run("column_create", table="Records", name=f"t_{name}", type="Text", flags="COLUMN_SCALAR")
        for name in attributes:
            if self.kind(name).startswith("v_"):
                run("table_create", name=f"v_{name}", flags="TABLE_PAT_KEY", key_type="ShortText")
            flags = "COLUMN_VECTOR" if name in catalogue.lists else "COLUMN_SCALAR"
            run("column_create", table="Records", name=name, type=self.kind(name), flags=flags)
        seconds = time.perf_counter() - start
        for batch in batches(records):
            rows = []
            for record in batch:
                row = {name: record[name] for name in attributes if name in record}
                row["data"] = json.dumps(record)
                for name in catalogue.searchable:
                    row[f"t_{name}"] = " ".join(map(str, values_of(record, name)))
                rows.append(row)
            body = json.dumps(rows).encode()
            start = time.perf_counter()
            run("load", body, table="Records")
            seconds += time.perf_counter() - start
        start = time.perf_counter()
        self.make_indexes(attributes)
        return seconds + time.perf_counter() - start

    def make_indexes(self, attributes: list[str]) -> None:
        run = self.run
        run(
            "table_create", name="Words", flags="TABLE_PAT_KEY", key_type="ShortText", normalizer="NormalizerNFKC130",
            default_tokenizer='TokenDelimit("pattern", "[^\\\\p{L}\\\\p{N}]+")',
        )
        source = ",".join(f"t_{name}" for name in self.catalogue.searchable)
        run("column_create", table="Words", name="texts", type="Records", source=source,
            flags="COLUMN_INDEX|WITH_POSITION|WITH_SECTION")
        for name in attributes:
            kind = self.kind(name)
            if name in self.catalogue.ranges:
                run("table_create", name=f"v_{name}", flags="TABLE_PAT_KEY", key_type=kind)
            if kind.startswith("v_") or name in self.catalogue.ranges:
                run("column_create", table=f"v_{name}", name="records", type="Records", source=name,
                    flags="COLUMN_INDEX")

    def ask(self, line: dict) -> tuple[float, int]:
        """Answer a line of a log; counts without the chosen value are a select of their own."""
        words = words_of(line["query"])
        common = {"table": "Records", "cache": "no", "output_columns": "data"}
        if words:
            names = self.catalogue.searchable
            common["match_columns"] = "||".join(f"t_{name}*{len(names) - at}" for at, name in enumerate(names))
            common["query"] = " ".join([*words[:-1], words[-1] + "*"])
        conditions = []
        if "range" in line:
            bounds = line["range"]
            conditions.append(f'between({bounds["attribute"]},{bounds["min"]},"include",{bounds["max"]},"include")')
        refine = line.get("refine")
        facets = [facet for facet in line["facets"] if not refine or facet != refine["attribute"]]
        seconds = 0.0
        if refine:
            facet = refine["attribute"]
            spent, _ = self.run("select", limit=0, **common, **self.filter(conditions), **self.drilldown(facet))
            seconds += spent
            sign = "@" if facet in self.catalogue.lists else "=="
            conditions.append(f"{facet} {sign} {json.dumps(refine['value'], ensure_ascii=False)}")
        drilldowns = {key: value for facet in facets for key, value in self.drilldown(facet).items()}
        order = "-_score" if words else "-popularity"
        spent, answer = self.run(
            "select", limit=HITS, sort_keys=order, **common, **self.filter(conditions), **drilldowns
        )
        return seconds + spent, answer[0][0][0]

    @staticmethod
    def filter(conditions: list[str]) -> dict:
        return {"filter": " && ".join(conditions)} if conditions else {}

    @staticmethod
    def drilldown(facet: str) -> dict:
        label = f"drilldowns[{facet}]"
        return {
            f"{label}.keys": facet,
            f"{label}.sort_keys": "-_nsubrecs",
            f"{label}.limit": LIMIT,
            f"{label}.output_columns": "_key,_nsubrecs",
        }

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(timeout=60)
