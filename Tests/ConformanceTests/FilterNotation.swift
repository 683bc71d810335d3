// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension Filter {
    /// Reads a filter of a case.
    init(notation json: JSON) throws {
        guard json["score"] == nil else { throw Missing("score") }
        try self.init(json: json)
    }
}

extension FilterGroup {
    /// Reads a group of a case.
    init(notation json: JSON) throws {
        self.init(id: try ID(json: json), filters: try json.list("filters").map(Filter.init(notation:)))
    }
}
