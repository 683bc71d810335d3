// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// Wakes a thread that waits in poll(2); may be rung from any thread, any number of times.
public final class WakeUp: Sendable {
    /// The descriptor to watch.
    public let descriptor: Int32
    private let bell: Int32

    /// Makes a wake-up.
    ///
    /// - Throws: `SearchBusError` where the process has no descriptors left.
    public init() throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            let reason = String(cString: strerror(errno))
            throw SearchBusError(.internalError, "The process has no descriptor left: \(reason).")
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    /// Makes the current or next wait return.
    public func ring() {
        // What is full wakes as well.
        _ = withUnsafeBytes(of: UInt8(1)) { write(bell, $0.baseAddress, 1) }
    }

    /// Takes the rings back; called by the thread that was woken.
    public func clear() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            while read(descriptor, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
