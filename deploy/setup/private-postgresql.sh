#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Runs a PostgreSQL server of one's own in a new directory, for tests and demos: private-postgresql.sh DIRECTORY
#
# It listens on a Unix socket in the directory and nowhere else, and its user is `postgres`. It says `ready` when it can be asked,
# and ends with its standard input; the directory is
# gone then. PostgreSQL does not run as root: there it runs as `nobody`.
set -euo pipefail

directory=$1
bin=$(find /usr/lib/postgresql -maxdepth 2 -name bin -type d 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] && [ -x "$bin/initdb" ] || {
    echo "error: PostgreSQL is not installed" >&2
    echo "  Run: deploy/setup/install-debian.sh postgresql" >&2
    exit 69
}
as=()
mkdir -p "$directory"
if [ "$(id -u)" -eq 0 ]; then
    as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    chown nobody:nogroup "$directory"
fi
chmod 755 "$directory"
cd "$directory"
# What is not worth keeping need not reach the disk.
"${as[@]}" "$bin/initdb" -D "$directory/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$directory/initdb.log" 2>&1 \
    || { cat "$directory/initdb.log" >&2; exit 70; }
"${as[@]}" "$bin/postgres" -D "$directory/data" -k "$directory" -h '' -F >"$directory/postgres.log" 2>&1 </dev/null &
server=$!
trap 'kill -INT $server 2>/dev/null; { wait $server || true; } 2>/dev/null; rm -rf "$directory"' EXIT
until "$bin/pg_isready" -q -h "$directory"; do
    kill -0 $server 2>/dev/null || { cat "$directory/postgres.log" >&2; exit 70; }
    read -r -t 0.05 _ <> <(:) || true
done
echo ready
cat >/dev/null
