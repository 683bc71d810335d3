// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What an index keeps in memory: the values of counted and compared attributes, row by row in ranking order.
struct Columns: Sendable {
    /// How many records there are.
    let rowCount: Int
    /// The counted attributes.
    var facets: [String: FacetColumn] = [:]
    /// The compared attributes.
    var numbers: [String: NumberColumn] = [:]

    init(rowCount: Int) {
        self.rowCount = rowCount
    }
}
