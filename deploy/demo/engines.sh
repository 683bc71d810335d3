#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Starts a PostgreSQL and a Groonga server of its own, fills them with the products that the embedded index has, and runs the demo
# app `engines`; when that ends, so do they, and nothing is left of them.
# Usage: engines.sh SEARCHBUS_COMMAND DATA_DIRECTORY [ARGUMENTS of `searchbus up`]
set -euo pipefail

searchbus=$1
data=$2
shift 2
demo=$(cd "$(dirname "$0")" && pwd)
setup=$demo/../setup

directory=$(mktemp -d /tmp/searchbus-engines.XXXXXX)
# Each server ends with its standard input, which this script holds open.
finish() {
    exec 7>&- 8>&-
    wait "${servers[@]}" 2>/dev/null || true
    rm -rf "$directory"
}
servers=()
trap finish EXIT
trap 'exit 130' INT TERM

chmod 755 "$directory"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
mkfifo "$directory/postgresql.in" "$directory/groonga.in"
"$setup/private-postgresql.sh" "$directory/postgresql" <"$directory/postgresql.in" >"$directory/postgresql.out" &
servers+=($!)
exec 7>"$directory/postgresql.in"
"$setup/private-groonga.sh" "$directory/groonga" "$port" <"$directory/groonga.in" >"$directory/groonga.out" 7>&- &
servers+=($!)
exec 8>"$directory/groonga.in"
for engine in postgresql groonga; do
    until grep -q ready "$directory/$engine.out"; do
        for server in "${servers[@]}"; do kill -0 "$server" 2>/dev/null || exit 69; done
        read -r -t 0.1 _ <> <(:) || true
    done
done

"$demo/import.sh" "$searchbus" engines "$data"
python3 "$demo/generate_products.py" --count 2000 >"$directory/products.ndjson"
python3 "$demo/engines.py" "$directory/products.ndjson" "$directory/postgresql" "http://127.0.0.1:$port"

export ENGINES_DIRECTORY=$directory/postgresql ENGINES_GROONGA_PORT=$port
"$searchbus" up "$demo/engines.yaml" --data "$data" "$@" 7>&- 8>&- &
app=$!
# The signal that ends this script ends the app, which is waited for.
trap 'kill -TERM $app 2>/dev/null' INT TERM
# A signal ends the waiting, and not yet the app.
wait $app && code=0 || code=$?
while kill -0 $app 2>/dev/null; do wait $app && code=0 || code=$?; done
exit $code
