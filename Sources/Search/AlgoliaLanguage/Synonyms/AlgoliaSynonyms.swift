// SPDX-License-Identifier: MIT

import Wire

/// The synonyms of an index, by their identifiers.
public struct AlgoliaSynonyms: Sendable, Hashable {
    /// The maximum size of an index's synonyms in bytes: they are read whenever a version is opened.
    public static let limit = 1 << 20

    /// The synonyms, as stored with the index.
    public private(set) var members: JSONObject

    /// Reads stored synonyms.
    public init(kept members: JSONObject = JSONObject()) { self.members = members }

    /// Reads the synonyms of an index from other sources: the identifier of each is its number.
    ///
    /// - Parameter given: The index's own settings.
    public init(given: JSON) {
        let synonyms = (given["synonyms"]?.array ?? []).enumerated().map { number, element in
            var synonym = element.object ?? JSONObject([("type", "synonym"), ("synonyms", element)])
            synonym["objectID"] = .string("synonym-\(number + 1)")
            synonym["type"] = .string(synonym["type"]?.string?.lowercased() ?? "synonym")
            return ("synonym-\(number + 1)", JSON.object(synonym))
        }
        members = JSONObject(synonyms)
    }

    /// Stores synonyms; they replace those with their identifiers, or all.
    ///
    /// - Throws: `AlgoliaError` for an invalid one, or too many; nothing is changed then.
    public mutating func put(_ synonyms: [JSONObject], replacesAll: Bool) throws(AlgoliaError) {
        var changes: [(key: String, value: JSON?)] = []
        for members in synonyms {
            let synonym = try AlgoliaSynonym(members)
            changes.append((synonym.objectID, .object(synonym.members)))
        }
        let changed = (replacesAll ? JSONObject() : members).merging(changes)
        guard JSON.object(changed).bytes.count <= AlgoliaSynonyms.limit else {
            throw AlgoliaError(
                "The index would have more than \(ByteSize(AlgoliaSynonyms.limit)) of synonyms.",
                status: 413
            )
        }
        members = changed
    }

    /// Removes one, if it exists.
    public mutating func remove(_ objectID: String) { members[objectID] = nil }

    /// The synonyms in the form of the embedded index; `nil` without any.
    var engineForm: JSON? {
        let forms = all.map(\.engineForm)
        return forms.isEmpty ? nil : .array(forms)
    }

    private var all: [AlgoliaSynonym] {
        members.members.compactMap { member in member.value.object.flatMap { try? AlgoliaSynonym($0) } }
    }

    // MARK: Requests

    /// Answers a request for one of them, named by `objectID`, or for a page of those that match.
    ///
    /// - Parameter parameters: `objectID`; or `query`, `type` (several with commas between), `page`, `hitsPerPage`.
    /// - Returns: The synonym, or `hits` and `nbHits`.
    /// - Throws: `AlgoliaError`: 404 for an unknown one, 400 for an invalid parameter.
    public func answer(_ parameters: JSONObject) throws(AlgoliaError) -> JSON {
        if let objectID = parameters["objectID"]?.string {
            guard let synonym = members[objectID] else {
                throw AlgoliaError("Synonym set does not exist", status: 404)
            }
            return synonym
        }
        let values = try ParameterValues(parameters)
        let query = try values.text("query")?.lowercased() ?? ""
        let kinds = Set((try values.texts("type") ?? []).map { $0.lowercased() })
        let (page, size) = try AlgoliaSynonyms.page(values)
        let found = all.filter { synonym in
            (kinds.isEmpty || kinds.contains(synonym.kind.rawValue)) && (query.isEmpty || synonym.contains(query))
        }
        let hits = found.dropFirst(page * size).prefix(size).map { JSON.object($0.members) }
        return ["hits": .array(Array(hits)), "nbHits": JSON(found.count)]
    }

    private static func page(_ values: ParameterValues) throws(AlgoliaError) -> (page: Int, size: Int) {
        (try values.integer("page", in: 0...1_000_000) ?? 0, try values.integer("hitsPerPage", in: 1...10_000) ?? 100)
    }
}
