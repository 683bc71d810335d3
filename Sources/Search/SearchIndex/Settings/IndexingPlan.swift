// SPDX-License-Identifier: MIT

import SearchModel

/// What of its records an index keeps for searching, as its settings have it.
///
/// Two plans that are equal make the same segments; a change from one to another needs all records to be looked at again.
struct IndexingPlan: Sendable, Hashable {
    struct Searched: Sendable, Hashable {
        let name: String
        /// How many attributes are more important; several may have the same rank.
        let rank: Int
    }

    /// An attribute whose values are kept by row.
    struct Column: Sendable, Hashable {
        let name: String
        /// Whether its values are counted, so that their order by name is worth keeping.
        let isCounted: Bool
    }

    struct Rule: Sendable, Hashable {
        let column: Int
        let isDescending: Bool
    }

    /// The searched attributes, the most important first.
    let searched: [Searched]
    /// A bit for each rank in whose attributes places are not distinguished.
    let unorderedRanks: UInt64
    let separators: IndexedSeparators
    let columns: [Column]
    let rules: [Rule]

    /// The plan of settings in which everything was inferred that they left out.
    init(_ settings: IndexSettings) {
        let attributes = settings.searchedAttributes
        searched = attributes.map { Searched(name: $0.name, rank: min($0.rank, ForwardIndex.mostRanks - 1)) }
        unorderedRanks = attributes.filter(\.isUnordered).reduce(0) { $0 | 1 << UInt64(min($1.rank, 61)) }
        separators = settings.relevance.separatorsToIndex
        var columns: [Column] = []
        func column(_ name: String, isCounted: Bool = false) -> Int {
            if let place = columns.firstIndex(where: { $0.name == name }) {
                if isCounted { columns[place] = Column(name: name, isCounted: true) }
                return place
            }
            columns.append(Column(name: name, isCounted: isCounted))
            return columns.count - 1
        }
        for name in settings.attributesForFaceting ?? [] { _ = column(name, isCounted: true) }
        // Tags can be filtered in every index, so that an app need not announce them.
        _ = column(Filter.tagAttribute, isCounted: true)
        for name in settings.numericAttributes ?? [] { _ = column(name) }
        if let name = settings.relevance.attributeForDistinct { _ = column(name) }
        for rule in settings.relevance.sort + settings.relevance.replicas.flatMap(\.rules) {
            _ = column(rule.attribute)
        }
        rules = (settings.customRanking ?? []).map { rule in
            Rule(column: column(rule.attribute), isDescending: rule.direction == .descending)
        }
        self.columns = columns
    }

    /// Whether segments of records without the further attributes are by another plan as they are by this one.
    func extends(_ other: IndexingPlan) -> Bool {
        func names(_ plan: IndexingPlan) -> [String] { plan.rules.map { plan.columns[$0.column].name } }
        return searched.starts(with: other.searched) && separators == other.separators
            && unorderedRanks == other.unorderedRanks
            && Set(columns).isSuperset(of: other.columns) && names(self) == names(other)
            && rules.map(\.isDescending) == other.rules.map(\.isDescending)
    }

    /// The attributes that a walk through a record has to show: the searched ones, then the columns, then places.
    var paths: [String] { searched.map(\.name) + columns.map(\.name) + [Filter.geoAttribute] }
}
