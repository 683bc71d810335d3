// SPDX-License-Identifier: MIT

import AppModel
import BusTesting
import Components
import Interactors
import RandomTesting
import SearchModel
import Testing
import Wire

@testable import Components

/// Random histories of a session: a state store that is restored from the log equals one that never ended.
@Suite("State store histories")
struct StateStoreHistoryTests {
    private static let texts = ["", "a", "la", "lam", "lamp", "lamps", "\u{1F600} e\u{301}", "\"\\\n", "?q=&~", "Ä"]
    private static let values: [FacetValue] = ["acme", "globex", "", "a~b", 7, 1.5, true, "Ä"]

    private static func filter(_ random: inout SeededGenerator) -> Filter {
        let attribute = ["brand", "color", "size"].randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .range("price", Double(Int.random(in: 0...3, using: &random))...5.5)
        case 1: return .comparison("price", .greaterOrEqual, 3.25)
        case 2: return .tag("new")
        default:
            return .facet(
                attribute,
                values.randomElement(using: &random) ?? "x",
                isNegated: Int.random(in: 0..<8, using: &random) == 0
            )
        }
    }

    private static func intent(_ random: inout SeededGenerator) -> (to: String, Intent) {
        let searcher = ["products", "categories", "everything", "films"].randomElement(using: &random) ?? ""
        let text = texts.randomElement(using: &random) ?? ""
        let state = ["main", "other"].randomElement(using: &random) ?? ""
        let group = FilterGroup.ID(
            kind: [.or, .and].randomElement(using: &random) ?? .or,
            name: ["brand", "color", "price"].randomElement(using: &random) ?? ""
        )
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: return ("box", Intent(type: "set-query", data: ["query": .string(text)]))
        case 4:
            return (
                searcher, SearchIntent.setQuery(text, by: .init(client: "c\(text.count % 2)", edit: text.count)).intent
            )
        case 5: return ("products", SearchIntent.loadPage(Int.random(in: 0...3, using: &random), of: 0).intent)
        case 6: return (searcher, SearchIntent.setIndex(Bool.random(using: &random) ? "archive" : nil).intent)
        case 7:
            let parameters = JSONObject([("x", [1, 2.5, .null, "é", ["y": 1e18]]), ("z", JSON.int(Int64(text.count)))])
            return (
                searcher, SearchIntent.setParameters(Bool.random(using: &random) ? parameters : JSONObject()).intent
            )
        case 8: return (searcher, Intent(type: "search"))
        case 9, 10: return (state, FilterIntent.toggle(filter(&random), in: group).intent)
        case 11:
            return (
                state,
                FilterIntent.change(adding: [filter(&random), filter(&random)], removing: [filter(&random)], in: group)
                    .intent
            )
        case 12, 13:
            let value = values.randomElement(using: &random) ?? "x"
            return (
                Bool.random(using: &random) ? "brand" : "color", Intent(type: "select", data: ["value": value.json])
            )
        case 14: return ("brand", Intent(type: "clear"))
        case 15: return ("session", Intent(type: "undo"))
        case 16: return ("session", Intent(type: "redo"))
        case 17: return ("session", Intent(type: "reset"))
        case 18: return ("session", Intent(type: "restore", data: ["link": "?q=lamp&brand=acme~globex"]))
        default: return ("hits", Intent(type: "load-more"))
        }
    }

    @Test(arguments: 1...UInt64(rounds(8, thorough: 32)))
    func `A session that is restored after any intent equals one that never ended`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rules: [SearchRule] = [.always, .nonEmpty, .minLength(3), .manual]
        let app = App.shop(rules[Int(seed) % rules.count])
        var steady = try StoreBench(app)
        var restored = try StoreBench(app)
        var numbers: [String: Int] = [:]
        for step in 0..<50 {
            let batch = "\(step / 3)"
            let intents = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.intent(&random) }
            let turn = try steady.tell(intents, batch: batch)
            let other = try restored.tell(intents, batch: batch)
            try #require(
                turn == other,
                "seed \(seed), step \(step): \(intents.map { ($0.to, $0.1.type, $0.1.data.text) })"
            )
            restored = try restored.restart()
            // Invariants that a searcher relies on.
            for request in turn.requests {
                let request = try UnitRequest(json: request)
                #expect(request.number > numbers[request.searcher] ?? 0, "seed \(seed), step \(step)")
                numbers[request.searcher] = request.number
                for member in request.members.values {
                    #expect(
                        member.number <= request.number && member.since <= member.number,
                        "seed \(seed), step \(step)"
                    )
                    if rules[Int(seed) % rules.count] != .manual, member.isAdmitted {
                        #expect(app.searchers[0].searchWhen.admits(member.query), "seed \(seed), step \(step)")
                    }
                }
            }
        }
    }
}
