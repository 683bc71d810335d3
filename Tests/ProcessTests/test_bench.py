# SPDX-License-Identifier: MIT
"""The relay that the broker is measured beside: figures are worthless if it does not run."""

import subprocess

import zmq
from searchbus_testing import binary, eventually


def test_the_yardstick_relays_what_is_appended(tmp_path):
    """An append to it is acknowledged and published, and it ends with its input."""
    runtime, log = tmp_path / "run", tmp_path / "log"
    runtime.mkdir(mode=0o700)
    log.mkdir()
    with subprocess.Popen([binary("searchbus-bench"), "relay", "--runtime", runtime, "--log", log], stdin=subprocess.PIPE) as relay:
        sockets = eventually(lambda: sorted(path.name for path in runtime.iterdir()), lambda names: len(names) == 2, "it listens")
        with zmq.Context() as context, context.socket(zmq.DEALER) as dealer, context.socket(zmq.SUB) as subscriber:
            commands, events = (next(name for name in sockets if word in name) for word in ("commands", "events"))
            dealer.connect(f"ipc://{runtime / commands}")
            subscriber.connect(f"ipc://{runtime / events}")
            subscriber.subscribe(b"view/")

            def is_published():
                dealer.send_multipart([b"1", b"view/w/s/", b"{}"])
                assert dealer.poll(20_000) and dealer.recv_multipart()[0] == b"1"
                return subscriber.poll(100) and subscriber.recv_multipart()[-1] == b"{}"

            eventually(is_published, bool, "a subscriber receives an event")
        relay.stdin.close()
        assert relay.wait(20) == 0
