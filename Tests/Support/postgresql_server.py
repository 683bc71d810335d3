# SPDX-License-Identifier: MIT
"""A PostgreSQL server of a test's own, which takes connections over TLS with a password alone, and can be stopped and started."""

import pathlib
import subprocess
import tempfile
import uuid

from searchbus_testing import PATIENCE, ROOT, free_port

SCRIPT = ROOT / "deploy" / "setup" / "private-postgresql.sh"


class PostgreSQLServer:
    """Runs until it is closed; its certificate and key are given as paths."""

    def __init__(self, certificate, key):
        self.port = free_port()
        # Its user may be another one, who has to get there.
        self.directory = pathlib.Path(tempfile.gettempdir()) / f"sbs-{uuid.uuid4().hex[:8]}"
        self.process = subprocess.Popen(
            [SCRIPT, self.directory, str(self.port), certificate, key],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.wait("ready")

    def wait(self, word):
        """Waits until the script says a word."""
        said = self.process.stdout.readline().strip()
        assert said == word, f"{said} {self.process.stderr.read() if not said else ''}"

    def stop(self):
        """Stops the server; its data stay."""
        self.tell("stop")
        self.wait("stopped")

    def start(self):
        """Starts it again."""
        self.tell("start")
        self.wait("ready")

    def tell(self, word):
        """Tells the script something."""
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def run(self, text):
        """Runs statements as the one who may do everything; answers with the rows, without decoration."""
        words = ["psql", "-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.directory, "-p", str(self.port), "-U", "postgres"]
        done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def close(self):
        """Ends it; the script removes the directory."""
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
