#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Part of SearchBus.
#
# Prints the Debian package of a library, for the C library with the minimum version.
# Usage: owner.sh LIBRARY
set -euo pipefail

# Where /lib is a link to /usr/lib, some packages are listed under the one, some under the other name.
owner=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}") || {
    echo "error: no Debian package has $1" >&2
    exit 70
}
package=${owner%%:*}
case $package in
libc6) echo "libc6 (>= $(dpkg-query --show --showformat='${Version}' libc6 | cut -d- -f1))" ;;
*) echo "$package" ;;
esac
