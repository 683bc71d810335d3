// SPDX-License-Identifier: MIT

import Wire

/// Something that a request asked for and a backend could not give, while the rest of the answer stands.
public struct SearchWarning: Sendable, Hashable {
    /// What kind of thing it is; a code never changes its meaning, and new ones may come.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No record has the attribute: its facet is empty, its statistic missing, and a filter on it finds nothing.
        public static let attributeUnknown = Code(rawValue: "attribute-unknown")
        /// The attribute has values that the backend does not count: its facet is empty.
        public static let attributeNotCounted = Code(rawValue: "attribute-not-counted")
        /// The attribute has no numbers, or none that the backend compares: its statistic is missing.
        public static let attributeNotNumeric = Code(rawValue: "attribute-not-numeric")
        /// The engine lists no more values than it did: those that come next by the wanted order are not known.
        public static let facetCut = Code(rawValue: "facet-cut")
        /// Parts of the index had no say.
        ///
        /// Records and counts of theirs are missing. It concerns no attribute, so that its `attribute` is empty.
        public static let answerIncomplete = Code(rawValue: "answer-incomplete")
        /// Other machines have a newer version of the index, which this one has yet to fetch.
        ///
        /// It concerns no attribute, so that its `attribute` is empty.
        public static let indexBehind = Code(rawValue: "index-behind")
        /// A parameter of the session that the backend does not know, or that the searcher sets itself.
        public static let parameterIgnored = Code(rawValue: "parameter-ignored")
    }

    /// The attribute or parameter that is concerned; empty where it is the whole answer.
    public let attribute: String
    public let code: Code
    /// What is missing and why, in words for a person.
    public let message: String
    /// What to do about it.
    public let remedy: String

    public init(_ code: Code, attribute: String, _ message: String, remedy: String) {
        self.attribute = attribute
        self.code = code
        self.message = message
        self.remedy = remedy
    }
}

extension SearchWarning: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            Code(rawValue: try json.requiredString("code")),
            attribute: try json.requiredString("attribute"),
            json["message"]?.string ?? "",
            remedy: json["remedy"]?.string ?? ""
        )
    }

    public var json: JSON {
        [
            "attribute": .string(attribute), "code": .string(code.rawValue), "message": .string(message),
            "remedy": .string(remedy),
        ]
    }
}
