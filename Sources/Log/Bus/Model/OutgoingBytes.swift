// SPDX-License-Identifier: MIT

import Synchronization

/// Counts the bytes that libzmq holds for peers which have not read them yet.
///
/// libzmq limits its queues by messages; this says how much memory they are. Messages that several peers wait for are
/// held once and count once. May be used from any thread.
public final class OutgoingBytes: Sendable {
    private let count = Atomic<Int>(0)
    /// What counts the same bytes for several peers together.
    private let total: OutgoingBytes?

    /// Makes a counter.
    ///
    /// - Parameter total: A counter that counts what this one counts, beside others.
    public init(partOf total: OutgoingBytes? = nil) {
        self.total = total
    }

    /// The bytes held now.
    public var held: Int { count.load(ordering: .relaxed) }

    package func add(_ bytes: Int) {
        count.add(bytes, ordering: .relaxed)
        total?.add(bytes)
    }
}
