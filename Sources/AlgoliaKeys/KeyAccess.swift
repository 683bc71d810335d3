// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Wire

/// What the holder of a key may do, with all restrictions of the key.
public struct KeyAccess: Sendable, Hashable {
    public let rights: Set<AlgoliaRight>
    /// Lists of names of indexes: of each list one must be that of the index.
    let indexes: [[String]]
    /// The parameters that every query has; of each list all filters must hold.
    public let parameters: [JSONObject]
    public let maxHitsPerQuery: Int
    /// What stands for the key where the key itself must not stand.
    public let digest: String
    /// The user whom the key was made for, if it tells.
    public let userToken: String?

    /// The access of a key.
    init(_ key: AlgoliaKey) {
        rights = key.rights
        indexes = key.indexes.isEmpty ? [] : [key.indexes]
        parameters = key.parameters.isEmpty ? [] : [key.parameters]
        maxHitsPerQuery = key.maxHitsPerQuery
        digest = HexDigest.sha256("searchbus-key:\(key.value)", bytes: 8)
        userToken = nil
    }

    /// The access of a key that was made of another one.
    init(_ parent: KeyAccess, restrictedBy parameters: JSONObject, indexes: [String]) {
        rights = parent.rights.intersection([.search, .recommendation])
        self.indexes = parent.indexes + (indexes.isEmpty ? [] : [indexes])
        self.parameters = parent.parameters + (parameters.isEmpty ? [] : [parameters])
        maxHitsPerQuery = parent.maxHitsPerQuery
        digest = parent.digest
        userToken = parameters["userToken"]?.string
    }

    /// Whether the key may be used on an index.
    public func allows(index: String) -> Bool {
        indexes.allSatisfy { list in list.contains { KeyAccess.matches($0, index) } }
    }

    /// Whether the key shows a part of the records only.
    public var hasFilters: Bool { parameters.contains { $0.keys.contains(where: AlgoliaQuery.filterNames.contains) } }

    /// Whether a name is that of an index; a `*` at either end stands for anything.
    private static func matches(_ pattern: String, _ index: String) -> Bool {
        let body = pattern.drop { $0 == "*" }
        let isOpenAtStart = body.count < pattern.count
        guard pattern != "*" else { return true }
        guard body.hasSuffix("*") else { return isOpenAtStart ? index.hasSuffix(body) : index == body }
        let middle = body.dropLast()
        return isOpenAtStart ? index.contains(middle) : index.hasPrefix(middle)
    }

    /// A question with all that the key asks of it.
    ///
    /// The key's filters must hold beside the question's own; of other parameters the key's take the place of the
    /// question's.
    public func restricting(_ question: AlgoliaQuestion) -> AlgoliaQuestion {
        guard !parameters.isEmpty || maxHitsPerQuery > 0 else { return question }
        guard question.kind != .recommendations else { return restrictingSearches(of: question) }
        var question = question
        for list in parameters {
            var filters = JSONObject()
            for member in list.members {
                switch member.key {
                case let name where AlgoliaQuery.filterNames.contains(name): filters[name] = member.value
                case "validUntil", "restrictIndices", "restrictSources", "userToken": break
                default: question.parameters[member.key] = member.value
                }
            }
            if !filters.isEmpty { question.restrictions.append(filters) }
        }
        if maxHitsPerQuery > 0 { limitHits(of: &question.parameters) }
        return question
    }

    /// Puts what the key asks on each of the searches that recommendations are made of.
    private func restrictingSearches(of question: AlgoliaQuestion) -> AlgoliaQuestion {
        var question = question
        for name in ["queryParameters", "fallbackParameters"] {
            guard let members = question.parameters[name]?.object else { continue }
            let search = restricting(AlgoliaQuestion(.hits, index: question.index, parameters: members))
            question.parameters[name] = .object(search.parameters)
            question.restrictions = search.restrictions
        }
        return question
    }

    /// Asks for no more hits than the key allows.
    private func limitHits(of parameters: inout JSONObject) {
        for name in ["hitsPerPage", "length"] {
            let value = parameters[name]
            guard let count = value?.int ?? value?.string.flatMap({ Int($0) }) ?? (name == "length" ? nil : 20) else {
                continue
            }
            if count > maxHitsPerQuery { parameters[name] = JSON(maxHitsPerQuery) }
        }
        if parameters["offset"] != nil, parameters["length"] == nil { parameters["length"] = JSON(maxHitsPerQuery) }
    }
}
