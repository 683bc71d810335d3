// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One member of what a client of Algolia's interface asks, as it stands in the data of a `request/algolia/` event.
public struct AlgoliaQuestion: Sendable, Hashable {
    /// What is asked for.
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
        /// Which words stand for others: one synonym by its identifier, or a page of those that match.
        case synonyms
        /// Which indexes there are.
        case indexes
        /// Records like one.
        case recommendations

        /// Whether an engine searches for the answer.
        public var isSearch: Bool { self == .hits || self == .facets }
    }

    /// When a question of several is left out.
    public enum Strategy: String, Sendable, Hashable, CaseIterable {
        /// Never.
        case none
        /// Once one before it has found a whole page.
        case stopIfEnoughMatches
    }

    public var kind: Kind
    /// When the question is left out; of searches only.
    public var strategy = Strategy.none
    /// The index; empty for a question about all of them.
    public var index: String
    /// The parameters, as they came.
    public var parameters: JSONObject
    /// The filters of the key, which no parameter can take away: `filters`, `facetFilters`, `numericFilters`, `tagFilters`.
    public var restrictions: [JSONObject]

    public init(_ kind: Kind, index: String, parameters: JSONObject = JSONObject(), restrictions: [JSONObject] = []) {
        self.kind = kind
        self.index = index
        self.parameters = parameters
        self.restrictions = restrictions
    }

    /// How many questions one call may hold.
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
                guard let members = restriction.object else { throw JSONError("a restriction is no object") }
                return members
            }
        )
        guard let name = json["strategy"]?.string else { return }
        guard let strategy = Strategy(rawValue: name) else { throw JSONError("`strategy` is unknown") }
        self.strategy = strategy
    }

    /// The question as an object with `kind`, `index`, `strategy`, `parameters` and `restrictions`.
    public var json: JSON {
        var object = JSONObject([("kind", .string(kind.rawValue)), ("index", .string(index))])
        if strategy != .none { object["strategy"] = .string(strategy.rawValue) }
        if !parameters.isEmpty { object["parameters"] = .object(parameters) }
        if !restrictions.isEmpty { object["restrictions"] = .array(restrictions.map(JSON.object)) }
        return .object(object)
    }
}

extension JSONObject {
    /// The object without the keys and names that some clients put beside parameters, at whatever depth: they are secrets, and
    /// the log keeps what is asked.
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
    /// The question without keys among its parameters.
    public var withoutCredentials: AlgoliaQuestion {
        var question = self
        question.parameters = parameters.withoutCredentials
        return question
    }

    /// The component part of the topics of questions and answers, and the name of the component that answers.
    public static let component = "algolia"

    /// Whether clicks on what is found are to be told apart by search.
    public var wantsIdentifier: Bool { kind == .hits && isTrue("clickAnalytics") }

    /// Whether a parameter is true, which may be told as a text.
    private func isTrue(_ name: String) -> Bool { parameters[name] == true || parameters[name] == "true" }

    /// Checks that the parameters make sense, as far as that can be told without the index.
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
