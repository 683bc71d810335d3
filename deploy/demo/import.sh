#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Imports the indexes of a demo app that its data directory lacks.
# Usage: import.sh SEARCHBUS_COMMAND APP DATA_DIRECTORY
set -euo pipefail

searchbus=$1
app=$2
data=$3
demo=$(dirname "$0")

# has INDEX: whether the data directory holds the index already.
has() { [ -e "$data/indexes/$1/manifest.json" ]; }

# import INDEX FILE: imports an NDJSON file under the settings that lie beside this script.
import() { "$searchbus" index import "$1" "$2" --format ndjson --settings "$demo/$1.settings.json" --data "$data"; }

# What lies there is for its owner alone.
(umask 077 && mkdir -p "$data")
case $app in
store | gallery | categories-products | suggesting-store)
    has products || python3 "$demo/generate_products.py" | import products -
    ;;&
store | gallery | actors-films)
    has films || import films "$demo/films.ndjson"
    has actors || import actors "$demo/actors.ndjson"
    ;;&
gallery)
    has cities || import cities "$demo/cities.ndjson"
    ;;&
gallery | suggesting-store)
    has suggestions || import suggestions "$demo/suggestions.ndjson"
    ;;&
engines)
    has products || python3 "$demo/generate_products.py" --count 2000 | import products -
    ;;
packages)
    has packages || python3 "$demo/packages.py" | import packages -
    ;;
esac
