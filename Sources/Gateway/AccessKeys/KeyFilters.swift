// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Wire

/// The filters that a key puts on everything that is searched with it, such as `tenant:acme`.
///
/// They have the syntax and the effect of the `filters` of Algolia's secured keys: a request can narrow what they let
/// through, and widen nothing.
public struct KeyFilters: Sendable, Hashable {
    /// The maximum size of their text, in bytes.
    public static let textLimit = 2_048
    /// The maximum size of the filters as JSON, in bytes: each request of a session carries them.
    static let sizeLimit = 8_192

    /// The texts, each of which must hold: the key's own, and that of a key made from it.
    public let texts: [String]
    /// The texts for users, and for the file, in which a key has its own alone.
    public var text: String { texts.joined(separator: ", and ") }
    /// What they say.
    public let state: FilterState

    /// Reads filters.
    ///
    /// - Throws: `JSONError` that describes the problem, and begins with `filters: `.
    public init(_ text: String) throws(JSONError) {
        guard text.utf8.count <= Self.textLimit else {
            throw JSONError("filters: more than \(Self.textLimit) bytes")
        }
        do {
            let members = JSONObject([("filters", .string(text))])
            state = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "", parameters: members)).request.baseFilters
            try state.checkLimits(relativeTo: FilterState())
        } catch let error as AlgoliaError {
            throw JSONError(error.message)
        } catch {
            throw JSONError("filters: \(error)")
        }
        guard !state.groupsByType.isEmpty else { throw JSONError("filters: there is no condition") }
        guard state.json.bytes.count <= Self.sizeLimit else {
            throw JSONError("filters: more than \(Self.sizeLimit) bytes as JSON")
        }
        texts = [text]
    }

    private init(texts: [String], state: FilterState) { (self.texts, self.state) = (texts, state) }

    /// The filters of both keys.
    ///
    /// - Throws: `JSONError` if together they are too large.
    func joined(with other: KeyFilters) throws(JSONError) -> KeyFilters {
        let joined = KeyFilters(texts: texts + other.texts, state: state.joined(with: other.state))
        guard joined.state.json.bytes.count <= Self.sizeLimit else {
            throw JSONError("filters: more than \(Self.sizeLimit) bytes as JSON, with those of the other key")
        }
        return joined
    }
}
