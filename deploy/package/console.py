#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Part of SearchBus.
"""Makes the console of an installation from its sources: few files, small, compressed, and cached for good.

    console.py SOURCES OUTPUT

What the page names is bundled into OUTPUT/immutable, where the names contain a hash of the contents, and the page names these. What
pages of others import from the client keeps its addresses; the modules of it are bundled into parts that they share. Beside each
file are its forms in Brotli and gzip.
OUTPUT must not exist. Needs esbuild, brotli and gzip.
"""

import itertools
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

STYLE = re.compile(r' *<link rel="stylesheet" href="/([^"]+)">\n')
NAMED = re.compile(r'(?<=="/)[^"]+')
# What pages may import of the client.
ENTRIES = ("core.js", "elements.js", "index.js", "react.js", "vue.js")
# A comment that begins with `!` survives, here and wherever the file goes.
LICENCE = "/*! SPDX-License-Identifier: MIT */"


def bundle(sources, output):
    """Writes the console's page, and what it loads, uncompressed."""
    page = (sources / "index.html").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        # One sheet, in the page's order, where the first was.
        sheet = pathlib.Path(folder, "console.css")
        sheet.write_text("".join(f'@import "{sources / name}";\n' for name in STYLE.findall(page)), encoding="utf-8")
        tags = itertools.chain([f'  <link rel="stylesheet" href="/{sheet.name}">\n'], itertools.repeat(""))
        page = STYLE.sub(lambda _: next(tags), page)
        named = {sheet.name: sheet, **{name: sources / name for name in NAMED.findall(page) if (sources / name).is_file()}}
        made = esbuild(folder, output, named.values())
        page = NAMED.sub(lambda match: made[named[match[0]].resolve()] if match[0] in named else match[0], page)
    (output / "index.html").write_text(page, encoding="utf-8")


def bundle_client(sources, output):
    """Writes the client: a page loads a few files instead of some sixty. The inspector is a bundle of its own, made of the console."""
    run_esbuild([sources / name for name in ENTRIES], "--splitting", "--chunk-names=parts/[name]-[hash]", "--external:react",
                "--external:vue", f"--outdir={output}")
    run_esbuild(sorted(sources.glob("devtools.*")), f"--outdir={output}")
    for path in (sources / "package.json", sources / "searchbus.css", *sources.glob("*.d.ts")):
        shutil.copy(path, output)


def esbuild(folder, output, entries):
    """Bundles each entry with what it imports; answers with where in the output each is."""
    report = pathlib.Path(folder, "made.json")
    run_esbuild(entries, "--loader:.svg=copy", f"--outdir={output}", "--entry-names=immutable/[name]-[hash]",
                "--asset-names=immutable/[name]-[hash]", f"--metafile={report}")
    files = json.loads(report.read_text(encoding="utf-8"))["outputs"]
    # What is copied has no entry point, and is its own input.
    return {pathlib.Path(file.get("entryPoint") or next(iter(file["inputs"]))).resolve():
            pathlib.Path(name).resolve().relative_to(output).as_posix() for name, file in files.items()}


def run_esbuild(entries, *options):
    """Bundles and minifies each entry."""
    subprocess.run(["esbuild", *entries, "--bundle", "--minify", "--format=esm", "--log-level=warning",
                    f"--banner:js={LICENCE}", f"--banner:css={LICENCE}", *options], check=True)


def compress(output):
    """Puts its compressed forms beside each file."""
    files = [path for path in output.rglob("*") if path.is_file()]
    subprocess.run(["gzip", "--best", "--no-name", "--keep", *files], check=True)
    subprocess.run(["brotli", "--best", "--keep", *files], check=True)


def main():
    """Runs it as a command."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 64
    sources, output = (pathlib.Path(path).resolve() for path in sys.argv[1:])
    # Compressed forms would be compressed again.
    output.mkdir(parents=True)
    bundle(sources, output)
    bundle_client(sources / "client", output / "client")
    compress(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
