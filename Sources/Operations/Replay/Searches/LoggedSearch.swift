// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Wire

/// A search without its time, user and number: equal searches are equal values.
public struct LoggedSearch: Sendable, Hashable {
    /// Who was asked, and for what.
    public enum Question: Sendable, Hashable {
        /// A searcher of type `hits` or `facets`; the index is empty where it is the app's own, whatever that is called.
        case searcher(String, MemberRequest)
        /// An index, by Algolia's interface.
        case algolia(AlgoliaQuestion)
    }

    /// Parameters of Algolia's interface that say who asks and what is noted of it, and change no answer.
    private static let passingParameters = [
        "analytics", "analyticsTags", "clickAnalytics", "enableABTest", "userToken",
    ]

    public let question: Question

    public init(searcher: String, _ request: MemberRequest) {
        var request = request
        (request.number, request.since, request.cleared) = (0, 0, 0)
        (request.isAdmitted, request.isOnce) = (true, false)
        (request.client, request.edit) = (nil, nil)
        if !request.isIndexChosen { request.index = "" }
        question = .searcher(searcher, request)
    }

    /// Takes a text, and nothing beside it.
    public init(searcher: String, query: String) {
        self.init(searcher: searcher, MemberRequest(number: 0, query: query, index: ""))
    }

    /// Takes a question by Algolia's interface; `nil` for one that no engine searches for.
    public init?(_ question: AlgoliaQuestion) {
        guard question.kind.isSearch else { return nil }
        var question = question
        // Searches are made one by one: none is left out for what another one finds.
        question.strategy = .none
        for name in Self.passingParameters { question.parameters[name] = nil }
        self.question = .algolia(question)
    }

    public var query: String {
        switch question {
        case .searcher(_, let request): request.query
        case .algolia(let question): question.parameters["query"]?.string ?? ""
        }
    }

    /// About how many bytes of memory it takes.
    var size: Int {
        switch question {
        case .searcher(let name, let request): 1_024 + name.utf8.count + request.json.bytes.count
        case .algolia(let question): 1_024 + question.json.bytes.count
        }
    }

    /// The search as JSON: `searcher` or, by Algolia's interface, `algolia` with the index; the `query`, and what is not
    /// as it is by default.
    public var json: JSON {
        switch question {
        case .searcher(let name, let request):
            var object = JSONObject([("searcher", .string(name)), ("query", .string(request.query))])
            for member in request.json.object?.members ?? [] where !Self.isDefault(member) {
                object[member.key] = member.value
            }
            return .object(object)
        case .algolia(let question):
            var object = JSONObject([("algolia", .string(question.index)), ("query", .string(query))])
            for member in question.json.object?.members ?? [] where !["index", "kind"].contains(member.key) {
                object[member.key] = member.value
            }
            return .object(object)
        }
    }

    private static func isDefault(_ member: JSONObject.Member) -> Bool {
        switch member.key {
        case "number", "since", "search", "query": true
        case "index": member.value.string?.isEmpty ?? true
        case "page": member.value.int == 0
        case "filters": member.value["groups"]?.array?.isEmpty ?? true
        case "parameters": member.value.object?.members.isEmpty ?? true
        default: false
        }
    }
}
