// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The records whose `objectID` an earlier record of an import has: their number and the first few identifiers.
struct RepeatCount {
    /// How many identifiers are named.
    private static let named = 5

    private var count = 0
    private var examples: [String] = []

    mutating func add(_ objectID: String) {
        count += 1
        if examples.count < Self.named, !examples.contains(objectID) { examples.append(objectID) }
    }

    /// One line, where there are any.
    var lines: [String] {
        guard count > 0 else { return [] }
        let ids = examples.map { "`\($0)`" }.joined(separator: ", ")
        let have = count == 1 ? "record has" : "records have"
        return [
            "\(Quantity.count(count)) \(have) the `objectID` of an earlier record; the last of each was kept: \(ids)"
        ]
    }
}
