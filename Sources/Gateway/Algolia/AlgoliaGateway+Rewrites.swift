// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Bus
import Hummingbird
import HummingbirdCore
import Wire

/// What Algolia's indexes have to make other questions of questions; the indexes here have none of it.
enum AlgoliaRewrites: String, Sendable, Hashable {
    case synonyms, rules
}

/// Synonyms and rules: tools that look for them find none, and who would write some is told that there is no place for them.
extension AlgoliaGateway {
    /// Answers `POST /1/indexes/INDEX/synonyms/search` and `…/rules/search`.
    static func none(of kind: AlgoliaRewrites) -> Response {
        switch kind {
        case .synonyms: .json(["hits": [], "nbHits": 0])
        case .rules: .json(["hits": [], "nbHits": 0, "page": 0, "nbPages": 0])
        }
    }

    /// Answers `GET /1/indexes/INDEX/synonyms/ID` and `…/rules/ID`.
    static func missing(_ kind: AlgoliaRewrites) -> AlgoliaError {
        AlgoliaError(kind == .synonyms ? "Synonym set does not exist" : "ObjectID does not exist", status: 404)
    }

    /// Answers `POST …/synonyms/batch` and `PUT …/synonyms/ID`, and those of rules: a list of none is as it is already.
    func putRewrites(_ kind: AlgoliaRewrites, _ call: AlgoliaCall, index: String) async throws -> Response {
        let buffer = try await call.request.body.collect(upTo: limits.writeBodySize)
        let limits = JSONLimits(depth: 16, values: 2_000_000)
        let list = try JSON(parsing: buffer.readableBytesView, limits: limits).array
        guard call.request.method == .post, list?.isEmpty == true else {
            throw AlgoliaError("This service keeps no \(kind.rawValue): searches would not heed them.")
        }
        return try await unchanged(index, "updatedAt")
    }

    /// Answers `POST …/clear` and `DELETE …/ID`: what is not there is gone already.
    func dropRewrites(_ kind: AlgoliaRewrites, _ call: AlgoliaCall, index: String) async throws -> Response {
        // Algolia's answer to the end of a rule is that to a change.
        try await unchanged(index, kind == .synonyms && call.request.method == .delete ? "deletedAt" : "updatedAt")
    }
}
