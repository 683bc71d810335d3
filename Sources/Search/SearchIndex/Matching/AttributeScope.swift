// SPDX-License-Identifier: MIT

/// The searched attributes in which a query is looked for, by their ranks.
///
/// Attributes of the same rank are not distinguished in a record: they are all in it, or none is.
struct AttributeScope: Sendable, Hashable {
    /// A bit for each rank whose attributes are searched, and for each in which errors are forgiven.
    private(set) var searched = UInt64.max
    private(set) var forgiving = UInt64.max
    /// The attributes in which no errors are forgiven.
    private(set) var strict: Set<String> = []

    /// Whether all attributes are searched and forgiven errors alike.
    var isWhole: Bool { searched & forgiving == .max }

    /// The ranks in which a word counts that is found with so many errors.
    @inline(__always)
    func ranks(typos: Int) -> UInt64 { typos == 0 ? searched : searched & forgiving }

    /// The same as a value for the innermost loop.
    var admission: Admission { Admission(isWhole: isWhole, searched: searched, forgiving: searched & forgiving) }

    /// Says in which attributes words count.
    struct Admission: Sendable {
        fileprivate let isWhole: Bool
        fileprivate let searched: UInt64
        fileprivate let forgiving: UInt64

        /// What a word of an attribute is to the words of the query, of what it would be in any attribute; see `TermRoles`.
        @inline(__always)
        func admitted(_ roles: UInt32, rank: Int) -> UInt32 {
            // Nearly all queries look into all attributes alike.
            isWhole ? roles : restricted(roles, rank: rank)
        }

        private func restricted(_ roles: UInt32, rank: Int) -> UInt32 {
            let bit = UInt64(1) << UInt64(rank & 63)
            guard forgiving & bit == 0 else { return roles }
            return searched & bit == 0 ? 0 : Admission.withoutTypos(roles)
        }

        private static func withoutTypos(_ roles: UInt32) -> UInt32 {
            var kept = roles
            for word in 0..<TermRoles.mostWords {
                let shift = UInt32(word * 4)
                if TermRoles.Role(rawValue: roles >> shift & 15)?.typos != 0 { kept &= ~(15 << shift) }
            }
            return kept
        }
    }

    /// Leaves out the attributes that are not named.
    ///
    /// - Returns: The names that no searched attribute has; where all are such, the scope stays as it is.
    mutating func restrict(to names: [String], of attributes: [SearchableAttribute]) -> [String] {
        let ranks = AttributeScope.ranks(of: names, attributes)
        if ranks != 0 { searched = ranks }
        return names.filter { name in !attributes.contains { $0.name == name } }
    }

    /// Forgives no errors in the attributes that are named.
    mutating func forgiveNothing(in names: [String], of attributes: [SearchableAttribute]) {
        let ranks = AttributeScope.ranks(of: names, attributes)
        forgiving = ~ranks
        strict = Set(attributes.filter { AttributeScope.bit(of: $0) & ranks != 0 }.map(\.name))
    }

    private static func ranks(of names: [String], _ attributes: [SearchableAttribute]) -> UInt64 {
        attributes.filter { names.contains($0.name) }.reduce(0) { $0 | bit(of: $1) }
    }

    private static func bit(of attribute: SearchableAttribute) -> UInt64 {
        1 << UInt64(min(attribute.rank, ForwardIndex.mostRanks - 1))
    }
}

extension SegmentMatcher {
    /// Of rows that have one of the terms, those that have it in an attribute in which it counts.
    ///
    /// Each row is read, up to the last attribute that counts; fewer rows once the budget is spent.
    func scoped(_ rows: RowSet, to terms: Range<Int>, typos: Int) -> RowSet {
        let ranks = plan.scope.ranks(typos: typos)
        guard ranks != .max else { return rows }
        let low = UInt32(terms.lowerBound) + ForwardIndex.firstTerm
        let count = UInt32(terms.count)
        let lastRank = 63 - ranks.leadingZeroBitCount
        let forward = segment.forward
        var builder = RowSetBuilder(capacity: segment.rowCount)
        rows.forEachWhile { row in
            guard budget.spend(reading: row, of: forward) else { return false }
            var isIn = false
            for place in forward.range(of: row) {
                let number = forward[place]
                if number >= ForwardIndex.firstTerm {
                    guard isIn, number &- low < count else { continue }
                    builder.insert(UInt32(row: row))
                    return true
                }
                guard number != ForwardIndex.gap else { continue }
                // Attributes are in the order of their ranks.
                if Int(number) > lastRank { return true }
                isIn = ranks >> UInt64(number) & 1 != 0
            }
            return true
        }
        return builder.finish()
    }
}
