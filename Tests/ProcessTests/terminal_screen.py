# SPDX-License-Identifier: MIT
"""A program in a pseudo-terminal: what it draws, as a person sees it, and the keys that a person presses."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import termios
import threading

import pyte
from searchbus_testing import PATIENCE, eventually

KEYS = {"tab": "\t", "enter": "\r", "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "escape": "\x1b",
        "ctrl-c": "\x03", "page-down": "\x1b[6~"}


class TerminalScreen:
    """A terminal with a program in it."""

    def __init__(self, command, columns=100, rows=30, **environment):
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.lock = threading.Lock()
        self.written = b""
        self.resize(columns, rows)
        self.settings = termios.tcgetattr(self.slave)
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "SEARCHBUS_KEY")}
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=self.slave, stdout=self.slave, stderr=self.slave, start_new_session=True,
            env={**clean, "TERM": "xterm-256color", **environment},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self.master, 65536):
                with self.lock:
                    self.written += chunk
                    self.stream.feed(chunk)

    def resize(self, columns, rows):
        """Resizes the terminal, which notifies its program by a signal."""
        with self.lock:
            self.screen.resize(rows, columns)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def lines(self):
        """The lines as they are now."""
        with self.lock:
            return [line.rstrip() for line in self.screen.display]

    def press(self, *keys):
        """Presses keys: a name, or text to type."""
        os.write(self.master, "".join(KEYS.get(key, key) for key in keys).encode())

    def wait(self, holds, what):
        """Waits until the lines are right, and answers with them."""
        def shown():
            return "\n".join(self.lines) + f"\n(exit code {self.process.poll()})"
        return eventually(shown, holds, what)

    def wait_end(self):
        """Waits until the program has ended; answers with its exit code."""
        code = self.process.wait(PATIENCE)
        # Whatever it wrote last is read by then.
        eventually(lambda: self.written, lambda text: text.endswith(b"\x1b[?1049l") or code != 0, "it says good-bye")
        return code

    @property
    def is_restored(self):
        """Whether the terminal is in the same state as before the program."""
        return (termios.tcgetattr(self.slave) == self.settings and self.written.endswith(b"\x1b[0m\x1b[?25h\x1b[?1049l"))

    def close(self):
        """Ends the program, if it has not ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)
        # Reading ends when no process has the other side open. Only then may the descriptor be closed: the reader would read from
        # the next file that gets its number.
        os.close(self.slave)
        self.reader.join(PATIENCE)
        assert not self.reader.is_alive(), "a process still has the terminal open"
        os.close(self.master)
