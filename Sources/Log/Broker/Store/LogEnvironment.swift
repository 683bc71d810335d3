// SPDX-License-Identifier: MIT

import Glibc

/// What a log depends on besides its files: the start of the machine, the time since then, and chance.
struct LogEnvironment: Sendable {
    /// The bounds of a jump: more than is ever given between two starts, and so many values that two jumps from the same
    /// sequence number do not meet.
    static let jumpRange: Range<UInt64> = 1 << 42..<1 << 43

    /// What tells this start of the machine from others; empty where the system does not say.
    var boot: String
    /// The folder of notes that outlive a broker, but not the machine.
    var witnesses: String
    /// The time since the machine's start, suspended or not, in milliseconds.
    var elapsed: @Sendable () -> Int64
    /// How many sequence numbers are left out where nothing proves which ones were given.
    var jump: @Sendable () -> UInt64

    static let current = LogEnvironment(
        boot: PlaceFile.boot(),
        witnesses: HeadWitness.folder,
        elapsed: {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        },
        jump: { UInt64.random(in: jumpRange) }
    )
}
