// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The members that a record or another object from outside must have, each with its kind.
struct RecordSchema: Sendable, Hashable {
    static let schema = Schema.map(.choice(kinds))

    private static let kinds = ["text", "integer", "number", "boolean", "list", "object", "any"]

    private struct Rule: Sendable, Hashable {
        let name: String
        let kind: String

        func fits(_ value: JSON?) -> Bool {
            guard let value, !value.isNull else { return false }
            return switch kind {
            case "text": value.string != nil
            case "integer": value.int != nil
            case "number": value.double != nil
            case "boolean": value.bool != nil
            case "list": value.array != nil
            case "object": value.object != nil
            default: true
            }
        }
    }

    private let rules: [Rule]

    init(_ json: JSON) {
        rules = (json.object?.members ?? []).map { Rule(name: $0.key, kind: $0.value.string ?? "any") }
    }

    func fits(_ object: JSON) -> Bool { misfit(in: object) == nil }

    /// The first member that an object has not, or has as another kind, in words; `nil` where it fits.
    func misfit(in object: JSON) -> String? {
        rules.first { !$0.fits(object[$0.name]) }.map { "`\($0.name)` is not of the kind `\($0.kind)`" }
    }

    /// An input as a widget takes it that wants such records: an answer with others is a search that failed.
    func checked(_ input: Input) -> Input {
        guard !rules.isEmpty, case .results(let searcher, let request, let response) = input else { return input }
        for hit in response.hits?.hits ?? [] {
            guard let misfit = misfit(in: hit.record) else { continue }
            let failure = SearchProgress.failed(
                code: ErrorCode.invalidRecord.rawValue,
                message: "The record `\(hit.objectID)` is not what the widget shows: \(misfit).",
                remedy: "Correct the record, or the widget's `schema`."
            )
            return .search(searcher: searcher, request: request, failure)
        }
        return input
    }
}
