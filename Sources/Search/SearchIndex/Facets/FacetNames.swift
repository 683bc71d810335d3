// SPDX-License-Identifier: MIT

import SearchModel

/// The places of a facet's values in the order of their names, made once.
struct FacetNames: Sendable {
    /// The place of each value, by ordinal.
    let ranks: [UInt32]
    /// The ordinal of the value in each place.
    let ordinals: [UInt32]

    init(_ values: [FacetValue]) {
        let names = values.map(FacetName.init)
        ordinals = names.indices.sorted { names[$0] < names[$1] }.map { UInt32($0) }
        var ranks = [UInt32](repeating: 0, count: values.count)
        for (rank, ordinal) in ordinals.enumerated() { ranks[Int(ordinal)] = UInt32(rank) }
        self.ranks = ranks
    }

    /// Takes existing positions; what is not a permutation of this many values is made into one.
    init(ranks: [UInt32]) {
        var ordinals = [UInt32](repeating: 0, count: ranks.count)
        for (ordinal, rank) in ranks.enumerated() where rank < ranks.count { ordinals[Int(rank)] = UInt32(ordinal) }
        self.ordinals = ordinals
        self.ranks = ranks.map { min($0, UInt32(max(0, ranks.count - 1))) }
    }
}
