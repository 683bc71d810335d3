// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One member of a request to Algolia's interface, as in the data of a `request/algolia/` event.
public struct AlgoliaQuestion: Sendable, Hashable {
    /// The kind of request.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page of records, with counts.
        case hits
        /// The values of an attribute that match a text.
        case facets
        /// Records in the order of the index, a page after the other.
        case browse
        /// Records by their identifiers.
        case objects
        /// How the index searches.
        case settings
        /// Synonyms: one by its identifier, or a page of those that match.
        case synonyms
        /// The list of indexes.
        case indexes
        /// Related records.
        case recommendations

        /// Whether an engine searches for the answer.
        public var isSearch: Bool { self == .hits || self == .facets }
    }

    /// When a request of several is skipped.
    public enum Strategy: String, Sendable, Hashable, CaseIterable {
        /// Never.
        case none
        /// Once one before it has found a whole page.
        case stopIfEnoughMatches
    }

    public var kind: Kind
    /// When the request is skipped; of searches only.
    public var strategy = Strategy.none
    /// The index; empty for a request about all of them.
    public var index: String
    /// The parameters, unchanged.
    public var parameters: JSONObject
    /// The key's filters, which parameters cannot remove: `filters`, `facetFilters`, `numericFilters`, `tagFilters`.
    public var restrictions: [JSONObject]

    public init(_ kind: Kind, index: String, parameters: JSONObject = JSONObject(), restrictions: [JSONObject] = []) {
        self.kind = kind
        self.index = index
        self.parameters = parameters
        self.restrictions = restrictions
    }

    /// The maximum number of requests in one call.
    public static let limit = 50
}

extension AlgoliaQuestion: JSONConvertible {
    public init(json: JSON) throws {
        guard let kind = Kind(rawValue: try json.requiredString("kind")) else { throw JSONError("`kind` is unknown") }
        self.init(
            kind,
            index: try json.requiredString("index"),
            parameters: json["parameters"]?.object ?? JSONObject(),
            restrictions: try (json["restrictions"]?.array ?? []).map { restriction in
                guard let members = restriction.object else { throw JSONError("a restriction is not an object") }
                return members
            }
        )
        guard let name = json["strategy"]?.string else { return }
        guard let strategy = Strategy(rawValue: name) else { throw JSONError("`strategy` is unknown") }
        self.strategy = strategy
    }

    /// The request as an object with `kind`, `index`, `strategy`, `parameters` and `restrictions`.
    public var json: JSON {
        var object = JSONObject([("kind", .string(kind.rawValue)), ("index", .string(index))])
        if strategy != .none { object["strategy"] = .string(strategy.rawValue) }
        if !parameters.isEmpty { object["parameters"] = .object(parameters) }
        if !restrictions.isEmpty { object["restrictions"] = .array(restrictions.map(JSON.object)) }
        return .object(object)
    }
}

extension JSONObject {
    /// The object without the keys and names that some clients put beside parameters, at any depth: they are secret;
    /// the log keeps requests.
    public var withoutCredentials: JSONObject {
        JSONObject(
            members.compactMap { member in
                let name = member.key.lowercased()
                guard name != "apikey", !name.hasPrefix("x-algolia-") else { return nil }
                return (member.key, member.value.withoutCredentials)
            }
        )
    }
}

extension JSON {
    fileprivate var withoutCredentials: JSON {
        if let object { return .object(object.withoutCredentials) }
        if let array { return .array(array.map(\.withoutCredentials)) }
        return self
    }
}

extension AlgoliaQuestion {
    /// The request without keys among its parameters.
    public var withoutCredentials: AlgoliaQuestion {
        var question = self
        question.parameters = parameters.withoutCredentials
        return question
    }

    /// The component part of the topics of requests and responses, and the name of the component that responds.
    public static let component = WorkerKind.questions.component

    /// Whether clicks on the results must be attributed to their search.
    public var wantsIdentifier: Bool { kind == .hits && isTrue("clickAnalytics") }

    /// Whether a parameter is true, which may be given as a text.
    private func isTrue(_ name: String) -> Bool { parameters[name] == true || parameters[name] == "true" }

    /// Checks the parameters, as far as possible without the index.
    ///
    /// - Throws: `AlgoliaError`.
    public func check() throws(AlgoliaError) {
        guard !index.isEmpty || kind == .indexes || kind == .objects, index.utf8.count <= 256 else {
            throw AlgoliaError("indexName: 1 to 256 bytes are expected")
        }
        if kind.isSearch || kind == .browse { _ = try AlgoliaQuery(self) }
        if kind == .synonyms, parameters["objectID"] == nil { _ = try AlgoliaSynonyms().answer(parameters) }
        if kind == .recommendations { _ = try AlgoliaRecommendation(self) }
    }
}
