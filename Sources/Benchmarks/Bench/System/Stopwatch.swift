// SPDX-License-Identifier: MIT

import Glibc

/// The clock that everything here is measured by, in nanoseconds.
enum Stopwatch {
    /// The time since some moment in the past.
    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Sleeps until a time by this clock; returns at once where it has passed.
    static func sleep(until time: Int64) {
        var moment = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
    }

    static func sleep(milliseconds: Int64) { sleep(until: now() + milliseconds * 1_000_000) }

    /// The processor time that this process has used, in seconds.
    static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}
