#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Makes a Debian package and a tar file of the build.
# Usage: build.sh FOLDER_OF_EXECUTABLES OUTPUT_FOLDER
# COMPRESSION=none is faster, and the files are larger.
set -euo pipefail

bin=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
version=$("$bin/searchbus" --version)
architecture=$(dpkg --print-architecture)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

"$here/install.sh" "$bin" /usr "$stage/deb"

# The Debian packages of the libraries that are not in this one.
needed=$(readelf -d "$stage"/deb/usr/lib/searchbus/* | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u)
libraries=$(ldd "$stage"/deb/usr/lib/searchbus/* | awk '/=> \//{print $1, $3}' | grep -v " $stage" | sort -u |
    grep -wF "$needed" | cut -d' ' -f2 | xargs -n1 readlink -f | sort -u)
depends=$(echo "$libraries" | xargs -n1 "$here/owner.sh" | sort -u | paste -sd, | sed 's/,/, /g')

mkdir -p "$stage/deb/DEBIAN"
cat >"$stage/deb/DEBIAN/control" <<CONTROL
Package: searchbus
Version: $version
Architecture: $architecture
Maintainer: The SearchBus developers <searchbus@localhost>
Installed-Size: $(du -sk "$stage/deb/usr" | cut -f1)
Depends: adduser, $depends
Suggests: nginx | caddy
Section: web
Priority: optional
Description: search screens as processes on a bus
 Runs the logic of a search screen (searchers, filter states, widgets) as
 processes that exchange events over ZeroMQ, kept in one log in SQLite, and
 serves them over HTTP with a web console. "searchbus demo" shows it.
CONTROL
install -m 755 "$here/postinst" "$stage/deb/DEBIAN/postinst"
dpkg-deb --root-owner-group "-Z${COMPRESSION:-xz}" --build "$stage/deb" "$output/searchbus_${version}_$architecture.deb" >/dev/null

name=searchbus-$version-linux-$(uname -m)
mkdir "$stage/$name"
cp -a "$stage/deb/usr/bin" "$stage/deb/usr/lib" "$stage/deb/usr/share" "$stage/$name/"
# The unit is for an installation whose place is known.
rm -rf "$stage/$name/lib/systemd" "$stage/$name/lib/sysusers.d"
level=6
[ "${COMPRESSION:-}" != none ] || level=1
tar -C "$stage" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip "-$level" >"$output/$name.tar.gz"
ls "$output/searchbus_${version}_$architecture.deb" "$output/$name.tar.gz"
