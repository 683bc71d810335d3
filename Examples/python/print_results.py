#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints every search result as it appears on the bus. Needs pyzmq: `pip install pyzmq`.

    python3 print_results.py [--runtime DATA/run]
"""

import argparse
import glob
import json
import secrets

import zmq


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints every search result as it appears on the bus.")
    parser.add_argument("--runtime", help="the folder of the sockets (default: .searchbus/*/run)")
    runtime = parser.parse_args().runtime or next(iter(glob.glob(".searchbus/*/run")), None)
    if runtime is None:
        raise SystemExit("error: no app has run in this folder\n  Name its sockets: --runtime DATA/run")

    socket = zmq.Context().socket(zmq.SUB)
    socket.connect(f"ipc://{runtime}/events")
    socket.subscribe("results/")
    # The barrier: once this nonce is received, the subscription before it is in force.
    nonce = f"echo/{secrets.token_hex(8)}/"
    socket.subscribe(nonce)

    while True:
        topic, body = (frame.decode() for frame in socket.recv_multipart())
        if topic == nonce:
            print("listening …", flush=True)
            continue
        event = json.loads(body)
        data = event["data"]
        if "searcher" not in data:  # results of Algolia's interface have another form
            continue
        found = data.get("nbHits", len(data.get("facetHits", [])))
        print(f"{event['time'][11:23]}  {data['searcher']:12}  {data['query']!r:24}"
              f"  {found:6} found  {data['processingTimeMS']:7.2f} ms", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
