#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Runs a private PostgreSQL server in a new directory, for tests and demos:
#   private-postgresql.sh DIRECTORY [PORT CERTIFICATE KEY]
#
# It listens on a Unix socket in the directory, and its user is `postgres`. With a port it listens on the loopback address, too, where
# it accepts only connections over TLS with a password (scram-sha-256).
# It prints `ready` when it accepts connections. The line `stop` on its standard input stops the server (it prints `stopped`), `start`
# restarts it, and it ends with its standard input; then it removes the directory. PostgreSQL does not run as root: there it runs as `nobody`.
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
# The data are temporary and need not reach the disk.
options=(-D "$directory/data" -k "$directory" -F)
if [ $# -ge 4 ]; then
    install -m 644 "$3" "$directory/server.crt"
    install -m 600 "$4" "$directory/server.key"
    [ ${#as[@]} -eq 0 ] || chown nobody:nogroup "$directory/server.key"
    options+=(-h 127.0.0.1 -p "$2" -c ssl=on -c ssl_cert_file="$directory/server.crt" -c ssl_key_file="$directory/server.key")
else
    options+=(-h '')
fi
cd "$directory"
"${as[@]}" "$bin/initdb" -D "$directory/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$directory/initdb.log" 2>&1 \
    || { cat "$directory/initdb.log" >&2; exit 70; }
if [ $# -ge 4 ]; then
    printf '%s\n' 'local all all trust' 'hostssl all all 127.0.0.1/32 scram-sha-256' \
        | "${as[@]}" tee "$directory/data/pg_hba.conf" >/dev/null
fi

server=
start() {
    "${as[@]}" "$bin/postgres" "${options[@]}" >>"$directory/postgres.log" 2>&1 </dev/null &
    server=$!
    until "$bin/pg_isready" -q -h "$directory" -p "${2:-5432}"; do
        kill -0 $server 2>/dev/null || { cat "$directory/postgres.log" >&2; exit 70; }
        read -r -t 0.05 _ <> <(:) || true
    done
    echo ready
}
stop() {
    [ -z "$server" ] || { kill -INT $server 2>/dev/null || true; { wait $server || true; } 2>/dev/null; }
    server=
}
trap 'stop; rm -rf "$directory"' EXIT
start "$@"
while read -r word; do
    case $word in
        stop) stop; echo stopped ;;
        start) start "$@" ;;
    esac
done
