// SPDX-License-Identifier: MIT

import SearchModel

/// What the criteria say of a row that matches; see `RelevanceSetting.Criterion`.
struct RowQuality {
    var typos = 0
    /// How far away it is, in steps of the precision asked for.
    var distance = 0
    var words = 0
    /// What the optional filters that it meets are worth.
    var filters = 0
    /// How far the words stand from each other: 1 for each two neighbours of the query that are neighbours in it, up to 8.
    var proximity = 0
    /// Where the first of the words stands.
    var place: UInt8 = 0
    var exact = 0
    /// How much an element of an attribute is the query: 1 where it is nothing but its words and has all of them, 2 in its order.
    var element = 0
}

/// Packs what criteria say into one number, so that a row is before another where its number is lower.
struct RankingKeys: Sendable {
    /// How many bits each criterion gets; all together fit.
    private static func bits(_ criterion: RelevanceSetting.Criterion) -> UInt64 {
        switch criterion {
        case .typo: 4
        case .geo: 20
        case .words: 5
        case .filters: 12
        case .proximity: 8
        case .attribute: 8
        case .exact: 5
        case .custom: 0
        }
    }

    /// The criteria before the ranking of records themselves, which is the order of rows.
    let criteria: [RelevanceSetting.Criterion]

    /// Takes the criteria of settings; those behind `custom` find nothing left to tell apart.
    init(_ ranking: [RelevanceSetting.Criterion]) {
        criteria = Array(ranking.prefix { $0 != .custom })
    }

    /// Whether rows with fewer errors come before all others.
    var startsWithTypos: Bool { criteria.first == .typo }

    @inline(__always)
    func key(_ quality: RowQuality) -> UInt64 {
        var key: UInt64 = 0
        for criterion in criteria {
            let bits = RankingKeys.bits(criterion)
            let most = (1 << bits) - 1
            let value: Int =
                switch criterion {
                case .typo: quality.typos
                case .geo: quality.distance
                case .words: 31 - quality.words
                case .filters: 4_095 - quality.filters
                case .proximity: quality.proximity
                case .attribute: Int(quality.place)
                case .exact: 31 - 3 * quality.exact - quality.element
                case .custom: 0
                }
            key = key << bits | UInt64(max(0, min(value, Int(most))))
        }
        return key
    }
}
