// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// What somebody searched for, without when, by whom and as which of their requests: equal searches are equal values.
public struct LoggedSearch: Sendable, Hashable {
    /// The searcher that was asked: one of type `hits` or `facets`.
    public let searcher: String
    /// What it was asked; the index is empty where it is the app's own, whatever that is called.
    public let request: MemberRequest

    /// Takes what stands in a request.
    public init(searcher: String, _ request: MemberRequest) {
        var request = request
        (request.number, request.since, request.cleared) = (0, 0, 0)
        (request.isAdmitted, request.isOnce) = (true, false)
        (request.client, request.edit) = (nil, nil)
        if !request.isIndexChosen { request.index = "" }
        self.searcher = searcher
        self.request = request
    }

    /// Takes a text, and nothing beside it.
    public init(searcher: String, query: String) {
        self.init(searcher: searcher, MemberRequest(number: 0, query: query, index: ""))
    }

    /// About how many bytes of memory it takes.
    var size: Int { 1_024 + searcher.utf8.count + request.json.bytes.count }

    /// The search as it is told: what is as it is by default is left out.
    public var json: JSON {
        var object = JSONObject([("searcher", .string(searcher)), ("query", .string(request.query))])
        for member in request.json.object?.members ?? [] where !Self.isDefault(member) {
            object[member.key] = member.value
        }
        return .object(object)
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
