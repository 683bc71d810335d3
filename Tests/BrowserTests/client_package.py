# SPDX-License-Identifier: MIT
"""The JavaScript client as programs install it: a folder with the package, and Node, which runs them."""

import json
import pathlib
import shutil
import subprocess
import sys
import tarfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where Debian has React.
LIBRARIES = pathlib.Path("/usr/share/nodejs")


class Project:
    """A folder with `searchbus` in its node_modules."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "package.json").write_text('{ "name": "project", "version": "1.0.0", "type": "module", "private": true }')
        packed = folder / "packed"
        subprocess.run([sys.executable, ROOT / "deploy/package/npm.py", packed], check=True, capture_output=True)
        self.archive, = packed.iterdir()
        modules = folder / "node_modules"
        modules.mkdir()
        with tarfile.open(self.archive) as archive:
            archive.extractall(folder, filter="data")
        (folder / "package").rename(modules / "searchbus")

    def use(self, *names):
        """Adds packages of Debian's, with what they need."""
        for name in names:
            # A link would have Node look for what it needs where it is.
            shutil.copytree(LIBRARIES / name, self.folder / "node_modules" / name, ignore=shutil.ignore_patterns("umd"))

    def write(self, name, text):
        """Writes a file of the project; answers with its path."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
        return path

    def run(self, program, *arguments):
        """Runs a module in Node, which has to end by itself; answers with the JSON that it prints."""
        path = self.write("program.mjs", program)
        done = subprocess.run(["node", path, *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def bundle(self, name, minify=False):
        """Bundles a module for browsers; answers with its text."""
        output = self.folder / "bundle.js"
        subprocess.run(["esbuild", self.folder / name, "--bundle", "--format=esm", "--jsx=automatic", "--log-level=warning",
                        f"--minify={str(minify).lower()}", f"--outfile={output}"], check=True, cwd=self.folder)
        return output.read_text()

    def check(self, *names):
        """What TypeScript says of files; nothing if they are right."""
        command = ["tsc", "--strict", "--noEmit", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16",
                   "--lib", "es2022,dom,dom.iterable", "--jsx", "react-jsx", *names]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False)
        return done.stdout


@pytest.fixture
def project(tmp_path):
    """A project of its own."""
    return Project(tmp_path)


def has_npm():
    """Whether npm is at hand; Debian's tests do without it."""
    return shutil.which("npm") is not None
