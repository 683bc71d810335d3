// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import SearchIndex
import Wire

extension IndexTarget.Write {
    /// Reads a `write/` event.
    init(_ event: Event) throws {
        let limits = JSONLimits(depth: 64, values: 1_000_000)
        let data = try JSON(parsing: event.dataBytes, limits: limits)
        self.init(
            index: event.topic.component,
            stamp: IndexStamp(epoch: event.epoch, sequence: event.sequence.rawValue),
            operations: try data.list("operations").map(AlgoliaWrite.init(json:))
        )
    }

    /// Whether the stamp of its index does not say after a restart that a write was applied.
    ///
    /// It concerns two indexes, removes one, or cannot be read.
    static func leavesNoStamp(_ event: Event) -> Bool {
        guard event.typeSuffix != "transfer", let operations = try? Self(event).operations else { return true }
        return operations.contains { $0 == .deleteIndex || !$0.concernsOneIndex }
    }
}
