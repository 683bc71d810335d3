// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Possible events of one session on the log, in order: the same for the same seed.
///
/// It is like those of the state store and a searcher: request numbers rise; a member has one search in flight;
/// an answer belongs to an earlier request; outdated requests are cancelled.
struct RandomHistory {
    /// Something that happens to a widget; all but the last three are kept on the log.
    enum Event {
        case filters(FilterState)
        case request([(member: String, MemberRequest)])
        case search(String, Int, SearchProgress)
        case results(String, Int, SearchResponse)
        case session(SessionOverview)
        case intent(Intent)
        case reset
        case overdue

        /// The inputs of the widget, in order.
        var inputs: [Input] {
            switch self {
            case .filters(let filters): [.filters(filters)]
            case .request(let members): members.map { .request(searcher: $0.member, $0.1) }
            case .search(let member, let request, let progress):
                [.search(searcher: member, request: request, progress)]
            case .results(let member, let request, let response):
                [.results(searcher: member, request: request, response)]
            case .session(let session): [.session(session)]
            case .intent(let intent): [.intent(intent)]
            case .reset: [.reset]
            case .overdue: [.overdue]
            }
        }

        /// The topic on which the event replaces the previous one; `nil` for events that are not stored.
        var topic: String? {
            switch self {
            case .filters: "filters"
            case .request: "request"
            case .search(let member, _, _): "search \(member)"
            case .results(let member, _, _): "results \(member)"
            case .session: "session"
            case .intent, .overdue, .reset: nil
            }
        }
    }

    private var random: RandomValues
    private let members: [String]
    /// Whether a search without a text is admitted.
    private let searchesNothing: Bool
    private var number = 0
    private var wanted: [String: MemberRequest] = [:]
    private var searches: [String: MemberRequest] = [:]
    private var answered: [String: Int] = [:]
    private var filters = FilterState()
    private var waiting: [Event] = []

    init(seed: UInt64, members: [String]) {
        random = RandomValues(seed: seed)
        self.members = members
        searchesNothing = random.isTrue()
        change { $0.page = 0 }
    }

    /// The next event for a widget with these intents of its own.
    mutating func next(ownIntents: [IntentDeclaration], isWaiting: Bool) -> Event {
        while true {
            if !waiting.isEmpty { return waiting.removeFirst() }
            switch random.number(in: 0..<14) {
            case 0 where isWaiting: return .overdue
            case 1 where !ownIntents.isEmpty: return .intent(random.intent(ownIntents.map(\.name)))
            case 2 where !ownIntents.isEmpty: return .intent(random.intent(of: ownIntents))
            case 3...5: ask()
            case 6: begin(again: true)
            default: search()
            }
        }
    }

    /// Carries out a widget's request to a searcher, as the state store would.
    mutating func carryOut(_ intent: Intent) {
        switch try? SearchIntent(intent) {
        case .setQuery(let query, let editor):
            change { ($0.query, $0.page, $0.client, $0.edit) = (query, 0, editor?.client, editor?.edit) }
        case .loadPage(let page, let request):
            guard request == 0 || request == wanted[members[0]]?.number else { return }
            change(only: members[0]) { $0.page = page }
        case .search: change { _ in }
        case .setParameter(let name, let value): change { ($0.parameters[name], $0.page) = (value, 0) }
        default: break
        }
    }

    // MARK: The state store

    private mutating func ask() {
        switch random.number(in: 0..<10) {
        case 0...2:
            let (query, client) = (random.pick(["", "a", "ab"]), random.pick([nil, "c-1", "c-2"]))
            let edit = client.map { _ in random.number(in: 1..<4) }
            change { ($0.query, $0.page, $0.client, $0.edit) = (query, 0, client, edit) }
        case 3...4:
            filters = random.filters()
            if random.isTrue() {
                let related = RelatedItems(to: random.pick(["a", "b"]), record: [:], patterns: [])
                filters = FilterState(groups: filters.groups + related.required.groups)
            }
            let filters = filters
            waiting.append(.filters(filters))
            change { ($0.filters, $0.page) = (filters, 0) }
        case 5:
            let page = random.number(in: 0..<4)
            change(only: random.pick(members)) { $0.page = page }
        case 6:
            let index = random.pick(["products", "products_by_price"])
            let size = random.pick([nil, 3])
            change(only: random.pick(members)) { ($0.index, $0.hitsPerPage, $0.page) = (index, size, 0) }
        case 7: waiting.append(.session(SessionOverview(canUndo: random.isTrue(), canRedo: random.isTrue())))
        case 8: waiting.append(.reset)
        default:
            // Another client has typed the same: the request is the same except for its author.
            for name in members { wanted[name]?.client = "c-3" }
            tell()
        }
    }

    private mutating func change(only member: String? = nil, _ change: (inout MemberRequest) -> Void) {
        number += 1
        for name in member.map({ [$0] }) ?? members {
            let last = wanted[name]
            var request = last ?? MemberRequest(number: 0, index: "products")
            change(&request)
            request.number = number
            request.isAdmitted = searchesNothing || !request.query.isEmpty
            let isEmptied = request.query.isEmpty && last?.query.isEmpty == false
            if !request.isAdmitted || isEmptied || last.map({ $0.index != request.index }) == true {
                request.since = number
            }
            if !request.isAdmitted { request.cleared = number }
            wanted[name] = request
        }
        tell()
        for (name, asked) in searches.sorted(by: { $0.key < $1.key }) where asked.number < wanted[name]?.since ?? 0 {
            searches[name] = nil
            waiting.append(.search(name, asked.number, .superseded))
        }
    }

    private mutating func tell() {
        waiting.append(.request(wanted.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    }

    // MARK: The searcher

    private mutating func begin(again: Bool) {
        let name = random.pick(members)
        guard searches[name] == nil, let request = wanted[name], request.isAdmitted else { return }
        guard again || request.number > answered[name] ?? 0 else { return }
        searches[name] = request
    }

    private mutating func search() {
        let name = random.pick(members)
        guard let asked = searches[name] else { return begin(again: false) }
        switch random.number(in: 0..<8) {
        case 0: waiting.append(.search(name, asked.number, .started))
        case 1: waiting.append(.search(name, asked.number, .stalled))
        case 2:
            (searches[name], answered[name]) = (nil, asked.number)
            waiting.append(.search(name, asked.number, random.failure()))
        default:
            (searches[name], answered[name]) = (nil, asked.number)
            let isOfValues = name == "categories" && random.isTrue()
            let answer = isOfValues ? random.values(for: asked) : random.response(to: asked)
            waiting.append(.results(name, asked.number, answer))
        }
    }
}
