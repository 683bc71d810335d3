# SPDX-License-Identifier: MIT
"""Certificates for tests, made with openssl: an authority of one's own, and what it signs."""

import subprocess


def openssl(*words):
    """Runs openssl."""
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


class Authority:
    """Signs certificates in a folder; `path` is its own, which clients are to trust."""

    def __init__(self, folder, name="authority"):
        self.folder = folder
        self.path = folder / f"{name}.pem"
        self.key = folder / f"{name}.key"
        openssl("req", "-x509", *self.new_key(self.key), "-days", 30, "-subj", f"/CN={name}", "-out", self.path)

    @staticmethod
    def new_key(path):
        """The words for a new key."""
        return ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", path]

    def sign(self, name, host):
        """A certificate for a host; answers with the paths of it and of its key."""
        certificate, key, request, names = (self.folder / f"{name}.{end}" for end in ("crt", "key", "csr", "cnf"))
        openssl("req", *self.new_key(key), "-subj", f"/CN={host}", "-out", request)
        names.write_text(f"subjectAltName=DNS:{host}\n")
        openssl("x509", "-req", "-in", request, "-CA", self.path, "-CAkey", self.key, "-CAcreateserial", "-days", 30,
                "-extfile", names, "-out", certificate)
        return certificate, key

    def joined(self, name, host):
        """The same as one file of both."""
        path = self.folder / f"{name}.both.pem"
        path.write_text("".join(part.read_text() for part in self.sign(name, host)))
        return path
