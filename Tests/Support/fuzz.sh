#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# fuzz.sh SECONDS [TARGET…]: feeds each target, or all of them, with inputs that libFuzzer makes up, for so long. Inputs that reach new code are kept in
# .searchbus/fuzz/TARGET and used again; one that goes wrong is saved as .searchbus/fuzz/TARGET-crash-… (or -timeout-, -oom-).
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=$1
shift
# Checks of bounds that a release build leaves out are left in. Gold cannot link what the sanitizer makes.
swift build -c release --scratch-path .build/fuzz --product Fuzz -Xswiftc -sanitize=fuzzer -Xswiftc -DLIBFUZZER -Xswiftc -enable-testing \
	-Xswiftc -use-ld=lld -Xswiftc -assert-config -Xswiftc Debug
folder=$PWD/.searchbus/fuzz
mkdir -p "$folder"
root=/dev/shm
[ -w "$root" ] || root=${TMPDIR:-/tmp}
TMPDIR=$(mktemp -d "$root/searchbus-fuzz.XXXXXX")
# libFuzzer saves the input only where Swift does not take the signal first.
export TMPDIR SWIFT_BACKTRACE=enable=no
trap 'rm -rf "$TMPDIR"' EXIT
if [ $# = 0 ]; then
	mapfile -t all < <(.build/fuzz/release/Fuzz list)
	set -- "${all[@]}"
fi
for target in "$@"; do
	echo "== $target"
	if ! .build/fuzz/release/Fuzz "$target" "$folder" -max_total_time="$seconds" -verbosity=0 -print_final_stats=1; then
		echo "error: $target went wrong; its input is in $folder. Do it again with:" >&2
		echo "  swift run Fuzz $target $folder/$target-crash-…" >&2
		exit 1
	fi
	rm -rf "${TMPDIR:?}"/*
done
