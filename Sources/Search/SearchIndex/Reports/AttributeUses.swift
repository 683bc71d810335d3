// SPDX-License-Identifier: MIT

import Wire

/// What the settings of an index use an attribute for.
public struct AttributeUses: Sendable, Hashable {
    /// How many entries of `searchableAttributes` precede its own; `nil` if it is not searched.
    public var rank: Int?
    /// Whether it makes no difference where in it a word stands.
    public var isUnordered = false
    /// Whether its values are counted.
    public var isFacet = false
    /// Whether its numbers are compared.
    public var isNumeric = false
    /// Which records the ranking puts first by it; `nil` where it has no part in that.
    public var ranking: RankingRule.Direction?
    /// Whether records are grouped by it.
    public var isDistinct = false
    /// Whether another order of the records goes by it.
    public var isReplica = false
    /// Whether words found are marked in it.
    public var isHighlighted = false

    static func all(of settings: IndexSettings) -> [String: AttributeUses] {
        var all: [String: AttributeUses] = [:]
        func note(_ name: String, _ change: (inout AttributeUses) -> Void) {
            change(&all[name, default: AttributeUses()])
        }
        for attribute in settings.searchedAttributes {
            note(attribute.name) { uses in
                uses.rank = uses.rank ?? attribute.rank
                uses.isUnordered = attribute.isUnordered
            }
        }
        for name in settings.attributesForFaceting ?? [] { note(name) { $0.isFacet = true } }
        for name in settings.numericAttributes ?? [] { note(name) { $0.isNumeric = true } }
        for rule in settings.relevance.sort + (settings.customRanking ?? []) {
            note(rule.attribute) { $0.ranking = $0.ranking ?? rule.direction }
        }
        for rule in settings.relevance.replicas.flatMap(\.rules) { note(rule.attribute) { $0.isReplica = true } }
        if let name = settings.relevance.attributeForDistinct { note(name) { $0.isDistinct = true } }
        for name in settings.attributesToHighlight ?? [] { note(name) { $0.isHighlighted = true } }
        return all
    }

    /// The uses in words, as settings name them.
    public var words: [String] {
        var words: [String] = []
        if let rank { words.append("searched \(rank + 1)\(isUnordered ? " unordered" : "")") }
        if isFacet { words.append("facet") }
        if isNumeric { words.append("numeric") }
        if let ranking { words.append("ranking \(ranking.rawValue)") }
        if isDistinct { words.append("distinct") }
        if isReplica { words.append("replica") }
        return words
    }

    /// The uses as JSON, for programs.
    public var json: JSON {
        [
            "rank": JSON(rank), "unordered": .bool(isUnordered), "facet": .bool(isFacet), "numeric": .bool(isNumeric),
            "ranking": JSON(ranking?.rawValue), "distinct": .bool(isDistinct), "replica": .bool(isReplica),
            "highlighted": .bool(isHighlighted),
        ]
    }
}
