#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Starts systemd as the first process of a bare Debian, in namespaces of its own; all of it ends with this process.
# It sees no device, changes no setting of the kernel, has a network of its own, and control groups below its own one alone.
# Usage: bare_systemd.sh ROOT CONTROL_GROUP
set -eu

mkdir "$2"
echo $$ >"$2/cgroup.procs"
exec unshare --mount --uts --ipc --net --pid --fork --cgroup --kill-child sh -ec '
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
mkdir dev/pts dev/shm
for node in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "dev/${node%:*}" c 1 "${node#*:}"; done
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for folder in dev/shm run tmp; do mount -t tmpfs tmpfs "$folder"; done
pivot_root . mnt
umount -l mnt
exec setpriv --bounding-set=-sys_boot,-sys_module,-sys_rawio,-sys_time \
    env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=basic.target
' "$1"
