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

    /// Where the records lie; `nil` where none of them says so.
    var places: GeoColumn?

    init(rowCount: Int) {
        self.rowCount = rowCount
    }
}
