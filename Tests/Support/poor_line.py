#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
Carries frames between two network devices as a poor line does: late, out of order, and not all of them.

    poor_line.py LEFT RIGHT [--delay 20] [--jitter 10] [--loss 2] [--seed N]

Times in milliseconds, the loss in percent. It stands in for the kernel's netem, which many kernels are built without. Frames have
to be whole when they come: the devices behind must leave neither checksums nor segments to hardware.
"""

import argparse
import contextlib
import heapq
import itertools
import random
import select
import socket
import time

ALL_PROTOCOLS = 3
OUTGOING = 4
# The maximum of waiting frames; more are lost, as in any line.
LIMIT = 5000


def packet_socket(device):
    """Everything that comes on a device."""
    made = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS))
    made.bind((device, 0))
    made.setblocking(False)
    return made


class Line:
    """Frames in flight in both directions."""

    def __init__(self, left, right, delay, jitter, loss, chance):
        self.ends = {left: right, right: left}
        self.delay, self.jitter, self.loss = delay, jitter, loss
        self.chance = chance
        self.under_way = []
        self.count = itertools.count()

    def run(self):
        """Carries until the process is ended."""
        while True:
            wait = max(0.0, self.under_way[0][0] - time.monotonic()) if self.under_way else None
            for end in select.select(list(self.ends), [], [], wait)[0]:
                self.read(end)
            while self.under_way and self.under_way[0][0] <= time.monotonic():
                _, _, end, frame = heapq.heappop(self.under_way)
                with contextlib.suppress(OSError):
                    end.send(frame)

    def read(self, end):
        """Takes in what has come at one end."""
        with contextlib.suppress(BlockingIOError):
            while True:
                frame, address = end.recvfrom(65536)
                is_lost = self.chance.random() * 100 < self.loss or len(self.under_way) >= LIMIT
                if address[2] == OUTGOING or is_lost:
                    continue
                late = max(0.0, self.delay + self.chance.uniform(-self.jitter, self.jitter)) / 1000
                heapq.heappush(self.under_way, (time.monotonic() + late, next(self.count), self.ends[end], frame))


def main():
    """Runs it as a command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("left")
    parser.add_argument("right")
    parser.add_argument("--delay", type=float, default=20)
    parser.add_argument("--jitter", type=float, default=10)
    parser.add_argument("--loss", type=float, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    ends = packet_socket(options.left), packet_socket(options.right)
    Line(*ends, options.delay, options.jitter, options.loss, random.Random(options.seed)).run()


if __name__ == "__main__":
    main()
