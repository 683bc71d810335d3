// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Wire

/// What a call of Algolia's interface searches for, as far as people do.
struct QuestionSearches {
    /// The component part of the topics of such calls.
    static let component = WorkerKind.questions.component
    /// The prefix of the index in the name of the searched source.
    static let prefix = "algolia:"

    struct One {
        let member: Int
        let searcher: String
        let query: String
        let isTracked: Bool
        /// Whether filters narrow it.
        let isFiltered: Bool
    }

    let place: UInt64
    /// The call, as a digest.
    let cause: UInt64
    var list: [One] = []

    /// Reads the data of a call; searches that are made for counts alone, or are not to be analysed, are left out.
    ///
    /// - Throws: `JSONError` for an invalid call.
    init(_ event: Event, _ data: JSON, _ rules: InsightsRules) throws {
        place = event.sequence.rawValue
        cause = TextDigest.of(event.id)
        for (member, question) in try data.list("requests").prefix(50).enumerated() {
            guard question["kind"] == "hits" else { continue }
            let parameters = question["parameters"] ?? [:]
            // Some clients send every parameter as a text.
            guard parameters["analytics"]?.words != "false", parameters["hitsPerPage"]?.words != "0" else { continue }
            let filters = ["filters", "facetFilters", "numericFilters", "tagFilters"].compactMap { parameters[$0] }
            list.append(
                One(
                    member: member,
                    searcher: rules.cut(
                        question["searcher"]?.string ?? Self.prefix + (question["index"]?.string ?? "")
                    ),
                    query: rules.normalised(parameters["query"]?.string ?? ""),
                    isTracked: parameters["clickAnalytics"]?.words == "true",
                    isFiltered: question["filtered"]?.bool
                        ?? filters.contains { $0.string?.isEmpty != true && $0.array?.isEmpty != true }
                )
            )
        }
    }
}

extension JSON {
    /// A text as it stands, anything else as JSON.
    fileprivate var words: String { string ?? text }
}
