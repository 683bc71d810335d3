// SPDX-License-Identifier: MIT

import Glibc

/// A lock with a condition whose timeouts do not depend on the machine's clock being set.
///
/// Foundation's goes by the clock: if it is set back by an hour, a timeout takes an hour longer.
public final class SteadyCondition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    public init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    public func lock() { pthread_mutex_lock(mutex) }

    public func unlock() { pthread_mutex_unlock(mutex) }

    public func broadcast() { pthread_cond_broadcast(condition) }

    /// Waits, with the lock given back meanwhile, until a wake-up, which may be spurious.
    public func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits, with the lock given back meanwhile, until a wake-up, which may be spurious, or until a time.
    ///
    /// - Parameter end: The time; the machine's sleep does not count.
    /// - Returns: Whether it is earlier than that.
    public func wait(until end: SuspendingClock.Instant) -> Bool {
        let left = end - .now
        guard left > .zero else { return false }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let (seconds, attoseconds) = left.components
        let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
        time.tv_sec += Int(min(seconds, 1 << 32)) + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
    }
}
