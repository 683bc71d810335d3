// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import Wire

/// The kinds of query rewriting in Algolia's indexes: the indexes here have synonyms, and no rules.
enum AlgoliaRewrites: String, Sendable, Hashable {
    case synonyms, rules
}

/// Synonyms and rules: reading rules returns none, and writing rules is refused, since they are not supported.
extension AlgoliaGateway {
    /// Answers `POST /1/indexes/INDEX/synonyms/search` and `…/rules/search`.
    func rewrites(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        switch kind {
        case .synonyms:
            try await ask([AlgoliaQuestion(.synonyms, index: call.index, parameters: try await body(call))], call)
                .response
        case .rules: .json(["hits": [], "nbHits": 0, "page": 0, "nbPages": 0])
        }
    }

    /// Answers `GET /1/indexes/INDEX/synonyms/ID` and `…/rules/ID`.
    func rewrite(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        guard kind == .synonyms else { throw AlgoliaError("ObjectID does not exist", status: 404) }
        let parameters = JSONObject([("objectID", .string(call.object))])
        return try await ask([AlgoliaQuestion(.synonyms, index: call.index, parameters: parameters)], call).response
    }

    /// Answers `POST …/synonyms/batch` and `…/rules/batch`: an empty list of rules changes nothing.
    func putRewrites(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        let buffer = try await call.request.body.collect(upTo: limits.writeBodySize)
        let limits = JSONLimits(depth: 16, values: 2_000_000)
        guard let list = try JSON(parsing: buffer.readableBytesView, limits: limits).array else {
            throw AlgoliaError("The body is not a list of \(kind.rawValue).")
        }
        guard kind == .synonyms else {
            guard list.isEmpty else { throw Self.keepsNoRules }
            return try await written([], call.index)
        }
        let synonyms = try list.map { element in
            guard let members = element.object else { throw AlgoliaError("The body is not a list of synonyms.") }
            return members
        }
        let replacesAll = try call.flag("replaceExistingSynonyms", default: false)
        guard !synonyms.isEmpty || replacesAll else { return try await written([], call.index) }
        return try await put(synonyms, replacesAll: replacesAll, in: call.index)
    }

    /// Answers `PUT …/synonyms/ID` and `…/rules/ID`.
    func putRewrite(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        guard kind == .synonyms else { throw Self.keepsNoRules }
        var synonym = try await body(call)
        synonym["objectID"] = .string(call.object)
        return try await put([synonym], replacesAll: false, in: call.index, named: call.object)
    }

    private func put(
        _ synonyms: [JSONObject],
        replacesAll: Bool,
        in index: String,
        named objectID: String? = nil
    ) async throws -> Response {
        var checked = AlgoliaSynonyms()
        try checked.put(synonyms, replacesAll: replacesAll)
        return try await written([.synonyms(synonyms, replacesAll: replacesAll)], index, naming: ["id": objectID])
    }

    /// Answers `POST …/synonyms/clear` and `…/rules/clear`.
    func clearRewrites(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        guard kind == .synonyms else { return try await written([], call.index) }
        return try await written([.synonyms([], replacesAll: true)], call.index)
    }

    /// Answers `DELETE …/synonyms/ID` and `…/rules/ID`.
    func deleteRewrite(_ kind: AlgoliaRewrites, _ call: AlgoliaCall) async throws -> Response {
        // Algolia's response to a deleted rule is that to a change.
        guard kind == .synonyms else { return try await written([], call.index) }
        return try await written([.deleteSynonym(objectID: call.object)], call.index, "deletedAt")
    }

    private static var keepsNoRules: AlgoliaError {
        AlgoliaError("This service keeps no rules; docs/algolia.md#rules says what to use instead.")
    }
}
