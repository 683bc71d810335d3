// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaLanguage
import Runtime
import Wire

/// What the holder of a key may do, with all restrictions of the key.
public struct KeyAccess: Sendable, Hashable {
    public let rights: Set<AlgoliaRight>
    /// Lists of names of indexes: of each list one must be that of the index.
    let indexes: [[String]]
    /// The parameters that every query has, those of the key that it was made of first; of each list all filters must hold.
    public let parameters: [JSONObject]
    /// The networks that requests may come from: one of each list must hold the client's address.
    let sources: [[NetworkRange]]
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
        sources = KeyAccess.sources(key.parameters)
        maxHitsPerQuery = key.maxHitsPerQuery
        digest = HexDigest.sha256("searchbus-key:\(key.value)", bytes: 8)
        userToken = nil
    }

    /// The access of a key that was made of another one.
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
    /// - Parameter address: The client's address; `nil` where it is unknown, which a key with networks refuses.
    /// - Returns: Whether each list of networks has one that holds the address.
    public func allows(source address: NetworkAddress?) -> Bool {
        sources.allSatisfy { list in address.map { address in list.contains { $0.contains(address) } } ?? false }
    }

    /// The networks that parameters name: none where they name none, one list where they do.
    ///
    /// A list that cannot be read allows no address.
    private static func sources(_ parameters: JSONObject) -> [[NetworkRange]] {
        guard parameters["restrictSources"] != nil else { return [] }
        return [(try? networks(parameters)) ?? []]
    }

    /// The networks that parameters name.
    ///
    /// - Throws: `AlgoliaError` for what is not an address or a network.
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

    /// Whether the key shows a part of the records only.
    public var hasFilters: Bool {
        parameters.contains { list in
            list.keys.contains(where: AlgoliaQuery.narrowingNames.contains)
                || AlgoliaQuery.circleNames.allSatisfy { list[$0] != nil }
        }
    }

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
    /// What narrows the records found, the attributes shown or the number of hits holds beside the question's own parameters. Of
    /// other parameters the key's take the place of the question's, and those of the key that it was made of come first.
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
}
