#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Installs what the benchmarks of the embedded index compare it with: setup.sh [VENV]
#
# Groonga comes from Debian, tantivy from PyPI into a virtual environment; FTS5 is part of Python's own SQLite.
set -euo pipefail

root=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$root/.venv}
"$root/deploy/setup/install-debian.sh" python3-venv groonga-bin
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import tantivy' 2>/dev/null \
    || "$venv/bin/pip" install -q --disable-pip-version-check tantivy==0.27.0
