// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Runtime
import Wire

/// The permissions of a key's holder, with all restrictions of the key.
public struct KeyAccess: Sendable, Hashable {
    public let rights: Set<AlgoliaRight>
    /// Lists of names of indexes: one of each list must match the index.
    let indexes: [[String]]
    /// The parameters of every query, those of the parent key first; all filters of each list must match.
    public let parameters: [JSONObject]
    /// The networks that requests may come from: one of each list must contain the client's address.
    let sources: [[NetworkRange]]
    public let maxHitsPerQuery: Int
    /// An identifier of the key that is not secret.
    public let digest: String
    /// The user of the key, if it has one.
    public let userToken: String?

    /// The access of a key.
    init(_ key: AlgoliaKey) {
        rights = key.rights
        indexes = key.indexes.isEmpty ? [] : [key.indexes]
        parameters = key.parameters.isEmpty ? [] : [key.parameters]
        sources = KeyAccess.sources(key.parameters)
        maxHitsPerQuery = key.maxHitsPerQuery
        digest = HexDigest.sha256("searchbus-key:\(key.value)", bytes: 8)
        userToken = nil
    }

    /// The access of a key that was derived from another one.
    init(_ parent: KeyAccess, restrictedBy parameters: JSONObject, indexes: [String]) {
        rights = parent.rights.intersection([.search, .recommendation])
        self.indexes = parent.indexes + (indexes.isEmpty ? [] : [indexes])
        self.parameters = parent.parameters + (parameters.isEmpty ? [] : [parameters])
        sources = parent.sources + KeyAccess.sources(parameters)
        maxHitsPerQuery = parent.maxHitsPerQuery
        digest = parent.digest
        userToken = parameters["userToken"]?.string
    }

    /// Whether the key may be used on an index.
    public func allows(index: String) -> Bool {
        indexes.allSatisfy { list in list.contains { KeyAccess.matches($0, index) } }
    }

    /// Whether the key may be used from an address.
    ///
    /// - Parameter address: The client's address; `nil` if it is unknown, which a key with networks refuses.
    /// - Returns: Whether each list of networks has one that contains the address.
    public func allows(source address: NetworkAddress?) -> Bool {
        sources.allSatisfy { list in address.map { address in list.contains { $0.contains(address) } } ?? false }
    }

    /// The networks in parameters: one list if there are any.
    ///
    /// An invalid list allows no address.
    private static func sources(_ parameters: JSONObject) -> [[NetworkRange]] {
        guard parameters["restrictSources"] != nil else { return [] }
        return [(try? networks(parameters)) ?? []]
    }

    /// The networks in parameters.
    ///
    /// - Throws: `AlgoliaError` for a text that is not an address or a network.
    static func networks(_ parameters: JSONObject) throws(AlgoliaError) -> [NetworkRange] {
        var networks: [NetworkRange] = []
        for name in try ParameterValues(parameters).texts("restrictSources") ?? [] {
            guard let network = try? NetworkRange(parsing: name) else {
                throw AlgoliaError("restrictSources: an address or a network such as 192.0.2.0/24 is expected")
            }
            networks.append(network)
        }
        return networks
    }

    /// Whether the key gives access to only a part of the records.
    public var hasFilters: Bool {
        parameters.contains { list in
            list.keys.contains(where: AlgoliaQuery.narrowingNames.contains)
                || AlgoliaQuery.circleNames.allSatisfy { list[$0] != nil }
        }
    }

    /// Whether a name matches an index; a `*` at either end matches any text.
    private static func matches(_ pattern: String, _ index: String) -> Bool {
        let body = pattern.drop { $0 == "*" }
        let isOpenAtStart = body.count < pattern.count
        guard pattern != "*" else { return true }
        guard body.hasSuffix("*") else { return isOpenAtStart ? index.hasSuffix(body) : index == body }
        let middle = body.dropLast()
        return isOpenAtStart ? index.contains(middle) : index.hasPrefix(middle)
    }

    /// A request with all restrictions of the key.
    ///
    /// Restrictions of the records, the attributes or the number of hits apply in addition to the request's own parameters. Of
    /// other parameters the key's override the request's, and those of the parent key have precedence.
    public func restricting(_ question: AlgoliaQuestion) -> AlgoliaQuestion {
        switch question.kind {
        case .settings, .synonyms, .indexes: return question
        case .recommendations: return restrictingSearches(of: question)
        case .hits, .facets, .browse, .objects: break
        }
        var question = question
        let narrowing = AlgoliaQuery.narrowingNames + AlgoliaQuery.circleNames + ["attributesToRetrieve"]
        for list in parameters {
            let held = JSONObject(list.members.filter { narrowing.contains($0.key) }.map { ($0.key, $0.value) })
            if !held.isEmpty { question.restrictions.append(held) }
        }
        if maxHitsPerQuery > 0 {
            question.restrictions.append(JSONObject([("maxHitsPerQuery", JSON(maxHitsPerQuery))]))
        }
        switch question.kind {
        case .objects, .browse:
            guard !rights.contains(.seeUnretrievableAttributes) else { break }
            question.restrictions.append(JSONObject([("hidesUnretrievable", true)]))
        default: break
        }
        guard question.kind != .objects else { return question }
        let own = ["validUntil", "restrictIndices", "restrictSources", "userToken"]
        let kept = Set(own + AlgoliaQuery.narrowingNames + ["attributesToRetrieve"])
        for list in parameters.reversed() {
            let replaced = JSONObject(list.members.filter { !kept.contains($0.key) }.map { ($0.key, $0.value) })
            question.parameters = question.parameters.merging(replaced)
        }
        return question
    }

    /// Applies the key's restrictions to each of the searches of recommendations.
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
}
