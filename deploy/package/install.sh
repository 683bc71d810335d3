#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Installs the build below a prefix: the command, the executables with the Swift libraries that they need, the
# console, the demo apps, the Python and JavaScript clients, completions, documents, recipes and a systemd unit. Removes nothing but the
# console that was there.
# Usage: install.sh FOLDER_OF_EXECUTABLES PREFIX [DESTDIR]
set -euo pipefail

bin=$1
prefix=${2%/}
root=${3:-}
here=$(cd "$(dirname "$0")/../.." && pwd)
into=$root$prefix
own=$into/lib/searchbus
share=$into/share/searchbus

"$here/deploy/setup/install-debian.sh" patchelf binutils python3 python3-setuptools python3-wheel esbuild brotli

# take FILE: copies a program or library that looks for others beside itself, without symbols that only debuggers read.
take() {
    local target=$own/${1##*/}
    # A running program keeps its file: the new one gets the name.
    install -m 755 "$1" "$target.new"
    strip --strip-unneeded "$target.new"
    patchelf --set-rpath '$ORIGIN' "$target.new"
    mv "$target.new" "$target"
}

install -d "$own" "$into/bin" "$share/demo"
executables=("$bin/searchbus")
for name in broker worker index-worker remote-worker gateway; do
    executables+=("$bin/searchbus-$name")
done
# Only a build with NATS has it.
[ ! -x "$bin/searchbus-copies" ] || executables+=("$bin/searchbus-copies")
for file in "${executables[@]}"; do
    [ -x "$file" ] || {
        echo "error: there is no executable $file; build first: swift build -c release" >&2
        exit 69
    }
    take "$file"
done

# Swift's own libraries, which few machines have: one copy for all processes, whose pages they share.
swift=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
ldd "${executables[@]}" | awk '/=> \//{print $3}' | sort -u | while read -r library; do
    case $(readlink -f "$library") in "$swift"/*) take "$library" ;; esac
done

ln -sfn ../lib/searchbus/searchbus "$into/bin/searchbus"
# The names of its files change with their contents.
rm -rf "$share/web"
"$here/deploy/package/console.py" "$here/web" "$share/web"

# wheel FOLDER: makes a Python package that pip installs without a network. The system's Python has what makes it.
wheel() {
    local copy
    copy=$(mktemp -d)
    cp -R "$here/web/python-client"/{pyproject.toml,README.md,src} "$copy/"
    install -d "$1"
    rm -f "$1"/*.whl
    (cd "$copy" && /usr/bin/python3 -c 'import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])' \
        "$(readlink -f "$1")" >"$copy/said.txt" 2>&1) || {
        cat "$copy/said.txt" >&2
        exit 70
    }
    rm -rf "$copy"
}
wheel "$share/python-client"
rm -rf "$share/javascript-client"
"$here/deploy/package/npm.py" "$share/javascript-client" >/dev/null
for demo in store gallery actors-films categories-products suggesting-store; do
    install -m 644 "$here/deploy/demo/$demo.yaml" "$share/demo/"
done
for index in products films actors cities suggestions; do
    install -m 644 "$here/deploy/demo/$index.settings.json" "$share/demo/"
    [ ! -e "$here/deploy/demo/$index.ndjson" ] || install -m 644 "$here/deploy/demo/$index.ndjson" "$share/demo/"
done
python3 "$here/deploy/demo/generate_products.py" >"$share/demo/products.ndjson"

doc=$into/share/doc/searchbus
install -d "$doc/deploy/demo"
install -m 644 "$here/README.md" "$here/CHANGELOG.md" "$here/CONTRIBUTING.md" "$here/LICENSE" "$doc/"
install -m 644 "$here/LICENSE" "$doc/copyright"
# Where the documents name them: all but what is of the sources alone.
cp -R "$here/docs" "$here/Examples" "$doc/"
cp -R "$here/deploy/cluster" "$here/deploy/compose" "$here/deploy/monitoring" "$here/deploy/proxy" "$doc/deploy/"
install -m 644 "$here/deploy/demo/README.md" "$doc/deploy/demo/"
ln -sfn ../../searchbus/web "$doc/web"
chmod -R u+rwX,go=rX "$share" "$doc"

completion() { "$own/searchbus" completion "$1" >"$2"; }
install -d "$into/share/bash-completion/completions" "$into/share/zsh/vendor-completions" \
    "$into/share/fish/vendor_completions.d"
completion bash "$into/share/bash-completion/completions/searchbus"
completion zsh "$into/share/zsh/vendor-completions/_searchbus"
completion fish "$into/share/fish/vendor_completions.d/searchbus.fish"

install -d "$into/lib/systemd/system" "$into/lib/sysusers.d"
sed "s|@PREFIX@|$prefix|g" "$here/deploy/package/searchbus@.service" >"$into/lib/systemd/system/searchbus@.service"
install -m 644 "$here/deploy/package/sysusers.conf" "$into/lib/sysusers.d/searchbus.conf"
chmod 644 "$into/lib/systemd/system/searchbus@.service"
