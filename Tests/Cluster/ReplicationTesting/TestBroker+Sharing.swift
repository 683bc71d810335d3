// SPDX-License-Identifier: MIT

import BusTesting
import Replication

extension TestBroker {
    /// Starts a broker that shares a journal in memory.
    ///
    /// - Throws: Errors of the broker.
    public convenience init(
        sharing journal: SharedJournal,
        in folder: String? = nil,
        retentionBytes: Int? = nil
    ) throws {
        try self.init(in: folder, retentionBytes: retentionBytes) { configuration in
            let member = try journal.member()
            return (SharedLog.configuration(configuration) { member }, member)
        }
    }

    /// Starts a broker that shares a journal of another kind.
    ///
    /// - Parameters:
    ///   - retentionBytes: The size above which the oldest events go; `nil` for the usual one.
    ///   - makeOrder: Connects to the shared order, at each start.
    /// - Throws: Errors of the broker.
    public convenience init(
        retentionBytes: Int? = nil,
        makeOrder: @escaping @Sendable () throws -> any MessageOrder
    ) throws {
        try self.init(retentionBytes: retentionBytes) { (SharedLog.configuration($0, makeOrder), nil) }
    }

    /// The access of its last start to the journal in memory; `nil` for a broker without one.
    public var journal: SharedJournal.Member? { attachment as? SharedJournal.Member }
}
