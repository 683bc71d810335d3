#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Runs a private Groonga server in a new directory, for tests and demos: private-groonga.sh DIRECTORY PORT
#
# It listens on the loopback address. It prints `ready` when it accepts requests, and ends with its standard input; then it removes the
# directory.
set -euo pipefail

directory=$1
port=$2
command -v groonga >/dev/null || {
    echo "error: Groonga is not installed" >&2
    echo "  Run: deploy/setup/install-debian.sh groonga-bin" >&2
    exit 69
}
mkdir -p "$directory"
groonga --protocol http --bind-address 127.0.0.1 --port "$port" --log-path "$directory/groonga.log" \
    -s -n "$directory/db" >"$directory/out.log" 2>&1 </dev/null &
server=$!
# It would wait for connections that are kept; nothing here is worth keeping.
trap 'kill -KILL $server 2>/dev/null; { wait $server || true; } 2>/dev/null; rm -rf "$directory"' EXIT
until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    kill -0 $server 2>/dev/null || { cat "$directory/out.log" >&2; exit 70; }
    read -r -t 0.05 _ <> <(:) || true
done
echo ready
cat >/dev/null
