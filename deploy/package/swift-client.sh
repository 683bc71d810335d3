#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Writes the Swift client as a package of its own, which apps add by its path or from a repository of theirs:
#
#   swift-client.sh FOLDER
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
into=${1:?the folder is missing: swift-client.sh FOLDER}

mkdir -p "$into/Sources"
cp "$root/deploy/package/swift-client/Package.swift" "$root/LICENSE" "$into/"
rm -rf "$into/Sources/Wire" "$into/Sources/SearchClient"
cp -R "$root/Sources/Base/Wire" "$into/Sources/Wire"
cp -R "$root/Sources/Client/SearchClient" "$into/Sources/SearchClient"
cp "$root/deploy/package/swift-client/PrivacyInfo.xcprivacy" "$into/Sources/SearchClient/"
echo "$into"
