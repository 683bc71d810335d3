#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Builds the reference of the Swift libraries with DocC of the Swift toolchain, from the modules that were built.
# Usage: [REFERENCE_MODULES="Wire …"] reference.sh FOLDER_OF_EXECUTABLES OUTPUT [BASE]
# BASE is the path of the reference on its server.
set -euo pipefail

bin=$1
output=$2
base=${3:-reference}
read -ra modules <<<"${REFERENCE_MODULES:-Wire SearchModel Interactors SearchClient}"

command -v docc >/dev/null || {
    echo "error: \`docc\` is missing; it comes with the Swift toolchain (swift.org)" >&2
    exit 69
}
for module in "${modules[@]}"; do
    [ -e "$bin/Modules/$module.swiftmodule" ] || {
        echo "error: $module is not built; build first: swift build" >&2
        exit 69
    }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(swift -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')
# Modules in C of the packages that the libraries use.
maps=()
while IFS= read -r map; do maps+=(-Xcc "-fmodule-map-file=$map"); done < <(
    {
        find -L "$bin" -mindepth 2 -maxdepth 2 -path '*.build/module.modulemap'
        find .build/checkouts/ -maxdepth 6 -path '*/Sources/*/include/module.modulemap'
    } | xargs grep -lE '^ *(explicit )?module (_NumericsShims|CNIO\w*|CAsyncHTTPClient|_AtomicsShims|CSystem)\b' | sort -u)

mkdir "$work/graphs"
for module in "${modules[@]}"; do
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$bin/Modules" "${maps[@]}" \
        -minimum-access-level public -output-dir "$work/graphs"
done
rm -rf "$output"
docc convert --fallback-display-name SearchBus --fallback-bundle-identifier org.searchbus.reference \
    --additional-symbol-graph-dir "$work/graphs" --output-path "$output" \
    --transform-for-static-hosting --hosting-base-path "$base" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    exit 70
}
echo "the reference of ${modules[*]}: $output"
