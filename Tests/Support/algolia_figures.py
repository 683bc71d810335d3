#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Measures single queries of Algolia's interface: how many a second, and what one costs in which process.

    python3 Tests/Support/algolia_figures.py [--seconds N] [--connections N] [--rounds N] [--fill] [--bin DIR…]

Runs the demo's store on data of its own and asks with `wrk` (`algolia_wrk.lua`): queries that come again and again, and
queries of which none comes twice. With `--fill` it asks beforehand until the log holds as much as it may. Several folders of
executables are measured by turns, so that the machine's moods meet all alike.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from searchbus_testing import Stack, make_directory, running  # noqa: E402

SUPPORT = pathlib.Path(__file__).resolve().parent
DEMO = SUPPORT.parents[1] / "deploy/demo"
ROLES = {"broker": "broker", "searcher-algolia": "searcher", "gateway": "gateway"}
TICKS = os.sysconf("SC_CLK_TCK")


def seconds_used(pid):
    """The processor time that a process has used, in seconds of its own and of the system's."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS


def used(stack):
    """What each process of a stack has used."""
    times = {role: seconds_used(stack.processes()[name]["pid"]) for name, role in ROLES.items()}
    everything = [seconds_used(process["pid"]) for process in stack.processes().values()]
    times["all"] = tuple(map(sum, zip(*everything, strict=True)))
    return times


def asker_seconds():
    """The processor time that programs started here have used, `wrk` among them."""
    times = resource.getrusage(resource.RUSAGE_CHILDREN)
    return times.ru_utime + times.ru_stime


def ask(stack, seconds, connections, is_new):
    """Asks for a while; answers with the queries, those a second, and the two lines that say how long they took."""
    ring = json.loads((stack.data / "algolia.keys").read_text())
    key = next(key["value"] for key in ring["keys"] if key["acl"] == ["search"])
    environment = {**os.environ, "APP": ring["applicationID"], "KEY": key, **({"NEW": "1"} if is_new else {})}
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-s", SUPPORT / "algolia_wrk.lua",
         f"http://127.0.0.1:{stack.port}"], env=environment, check=True, capture_output=True, text=True).stdout
    count = int(re.search(r"(\d+) requests in", done).group(1))
    return count, float(re.search(r"Requests/sec:\s+([\d.]+)", done).group(1)), done.strip().splitlines()[-1]


def measure(stack, seconds, connections, is_new):
    """Asks for a while, and prints what came of it."""
    before, asker = used(stack), asker_seconds()
    count, rate, latency = ask(stack, seconds, connections, is_new)
    after, asker = used(stack), asker_seconds() - asker
    costs = []
    for role in [*ROLES.values(), "all"]:
        own, system = ((after[role][part] - before[role][part]) / count * 1000 for part in (0, 1))
        costs.append(f"{role} {own + system:.3f} ({system:.3f})")
    everything = (sum(after["all"]) - sum(before["all"]) + asker) / count
    share = everything * rate / os.cpu_count()
    print(f"  {'no query twice' if is_new else 'again and again'}: {rate:6.0f} a second, {latency}, "
          f"with {share:.0%} of {os.cpu_count()} processors\n"
          f"    ms of processor time a query (of which the system's): {', '.join(costs)}", flush=True)


def main():
    """Measures each folder of executables, by turns."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--bin", nargs="*", default=[os.environ.get("SEARCHBUS_BIN", ".build/release")])
    options = parser.parse_args()
    data = make_directory()
    folders = [pathlib.Path(folder).resolve() for folder in options.bin]
    subprocess.run([DEMO / "import.sh", folders[0] / "searchbus", "store", data], check=True, capture_output=True)
    with contextlib.ExitStack() as stacks:
        started = {}
        for folder in folders:
            os.environ["SEARCHBUS_BIN"] = str(folder)
            started[folder] = stacks.enter_context(running(Stack(DEMO / "store.yaml", data / "indexes")))
        for stack in started.values() if options.fill else []:
            for _ in range(2):
                ask(stack, options.seconds, options.connections, False)
        for number in range(options.rounds):
            for folder, stack in started.items():
                print(f"{folder}, round {number + 1}")
                for is_new in (False, True):
                    measure(stack, options.seconds, options.connections, is_new)


if __name__ == "__main__":
    main()
