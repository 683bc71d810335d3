# SPDX-License-Identifier: MIT
"""A wire between browser and gateway that can be cut."""

import contextlib
import socket
import threading


class Wire:
    """Forwards connections to a port; `cut()` tears all that are open, as a failing network does."""

    def __init__(self, target):
        self._target = target
        self._pairs = set()
        self._lock = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Ends every open connection. Answers with how many there were."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            _close(pair)
        return len(pairs)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _close((self._server,))
        self.cut()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                pair = (near, far)
                with self._lock:
                    self._pairs.add(pair)
                for source, drain in (pair, pair[::-1]):
                    threading.Thread(target=self._carry, args=(source, drain, pair), daemon=True).start()

    def _carry(self, source, drain, pair):
        with contextlib.suppress(OSError):
            while piece := source.recv(65_536):
                drain.sendall(piece)
        with self._lock:
            self._pairs.discard(pair)
        _close(pair)


def _close(sockets):
    for each in sockets:
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()
