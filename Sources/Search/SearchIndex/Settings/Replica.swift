// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The same records in another order, under a name of its own.
public struct Replica: Sendable, Hashable {
    /// What it is asked by.
    public let name: String
    /// What comes before all criteria.
    public let ranking: [RankingRule]
    /// The criteria in their order; `nil` for those of the index, with the rules that come before them there.
    public let criteria: [RelevanceSetting.Criterion]?
    /// What puts one of two records first that match equally well; `nil` for the rules of the index.
    public let customRanking: [RankingRule]?

    public init(
        name: String,
        ranking: [RankingRule],
        criteria: [RelevanceSetting.Criterion]? = nil,
        customRanking: [RankingRule]? = nil
    ) {
        (self.name, self.ranking, self.criteria, self.customRanking) = (name, ranking, criteria, customRanking)
    }

    /// All rules that it has, whose attributes are kept as columns.
    public var rules: [RankingRule] { ranking + (customRanking ?? []) }

    var order: [SortKey] { ranking.map(\.sortKey) }

    /// The settings of an index with the replica's criteria instead of the index's own.
    func applied(to settings: IndexSettings) -> IndexSettings {
        guard let criteria else { return settings }
        var settings = settings
        (settings.relevance.sort, settings.relevance.ranking) = ([], criteria)
        return settings
    }
}

// MARK: - JSON

extension Replica {
    private enum Key: String, CaseIterable {
        case ranking, customRanking
    }

    /// Reads an object of names, each with its rules or with an object of `ranking` and `customRanking`.
    static func list(_ json: JSON) throws -> [Replica] {
        guard let object = json.object else { throw JSONError("`replicas` is not an object of names and rules") }
        return try object.members.map { member in
            guard let own = member.value.object else {
                return Replica(name: member.key, ranking: try rules(try json.strings(member.key), of: member.key))
            }
            if let stranger = own.keys.first(where: { Key(rawValue: $0) == nil }) {
                throw JSONError("`\(stranger)` of `\(member.key)` in `replicas` is neither ranking nor customRanking")
            }
            let custom = own["customRanking"] == nil ? nil : try member.value.strings("customRanking")
            let (sort, criteria) =
                own["ranking"] == nil ? ([], nil) : try RelevanceSettings.order(try member.value.strings("ranking"))
            return Replica(
                name: member.key,
                ranking: sort,
                criteria: criteria,
                customRanking: try custom.map { try rules($0, of: member.key) }
            )
        }
    }

    private static func rules(_ texts: [String], of name: String) throws -> [RankingRule] {
        try texts.map { text in
            guard let rule = RankingRule(text) else {
                throw JSONError("`\(text)` of `\(name)` in `replicas` is not asc(ATTRIBUTE) or desc(ATTRIBUTE)")
            }
            return rule
        }
    }

    var json: JSON {
        guard criteria != nil || customRanking != nil else { return JSON(ranking.map(\.text)) }
        var object = JSONObject()
        if let criteria { object["ranking"] = JSON(ranking.map(\.text) + criteria.map(\.rawValue)) }
        if let customRanking { object["customRanking"] = JSON(customRanking.map(\.text)) }
        return .object(object)
    }
}
