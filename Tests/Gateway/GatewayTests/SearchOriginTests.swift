// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Testing
import Wire

@testable import Gateway

@Suite struct SearchOriginTests {
    private func search(_ searcher: String, _ query: String, wantsIdentifier: Bool = true) -> OneOffSearch {
        OneOffSearch(
            searcher: searcher,
            unit: searcher,
            request: MemberRequest(number: 1, since: 1, query: query, index: "shop", isOnce: true),
            wantsIdentifier: wantsIdentifier
        )
    }

    private func answer(_ text: String) -> OneOffPlan.Answer { .success(Array(text.utf8)) }

    private func report(_ searches: [OneOffSearch], _ answers: [OneOffPlan.Answer]) -> OneOffReport {
        OneOffReport(searches, answers) { $0 != "brands" }
    }

    private let identifiers = (0..<5).map { QueryIdentifier(place: 7, member: $0, epoch: "e") }

    @Test func `One text for several searchers is reported once, with the sum of their results`() {
        let answers = [
            answer(#"{"nbHits":0}"#), answer(#"{"nbHits":4}"#), answer(#"{"facetHits":[]}"#), answer(#"{"nbHits":9}"#),
        ]
        let report = report(
            [search("left", "Lamp "), search("right", "lamp"), search("brands", "lamp"), search("left", "lamp")],
            answers
        )
        #expect(report.searches.map(\.found) == [4, 9])
        #expect(report.searches[0].question["searcher"] == "left" && report.searches[0].question["filtered"] == false)
        let identified = report.identified(answers, identifiers)
        func identifier(_ number: Int) -> String? {
            (try? JSON(parsing: identified[number].get()))?["queryID"]?.string
        }
        #expect(identifier(0) == identifiers[0].text && identifier(1) == identifier(0))
        #expect(identifier(2) == nil && identifier(3) == identifiers[1].text)
    }

    @Test func `A search has no identifier if none is requested or if it fails`() {
        let failure = OneOffPlan.Answer.failure(SearchBusError(.backendFailed, "No."))
        let answers = [answer(#"{"nbHits":1}"#), failure]
        let report = report([search("left", "a", wantsIdentifier: false), search("left", "b")], answers)
        #expect(report.searches.map { $0.question["parameters"]?["clickAnalytics"] } == [false, true])
        #expect(report.searches.map(\.found) == [1, nil])
        #expect(report.identified(answers, identifiers) == answers)
    }

    @Test func `The identifier of an engine elsewhere makes room for that of the log`() throws {
        let text = #"{"nbHits":1,"queryID":"theirs","hits":[]}"#
        let report = report([search("left", "a")], [answer(text)])
        let json = try JSON(parsing: report.identified([answer(text)], identifiers)[0].get())
        #expect(json["queryID"]?.string == identifiers[0].text && json.object?.count == 3)
    }

    @Test(arguments: [
        #"{}"#, #"{"reports":[]}"#, #"{"reports":[{}]}"#,
        #"{"reports":[{"type":"tap","queryID":"ID","objectIDs":["1"]}]}"#,
        #"{"reports":[{"type":"click","queryID":"1","objectIDs":["1"]}]}"#,
        #"{"reports":[{"type":"click","queryID":"ID","objectIDs":[]}]}"#,
        #"{"reports":[{"type":"click","queryID":"ID","objectIDs":[5]}]}"#,
        #"{"reports":[{"type":"click","queryID":"ID","objectIDs":["1"],"positions":[0]}]}"#,
        #"{"reports":[{"type":"click","queryID":"ID","objectIDs":["1"],"positions":[1,2]}]}"#,
        #"{"reports":[{"type":"click","queryID":"ID","objectIDs":["1"],"position":1}]}"#,
    ]) func `A report that is wrong is refused, with which one it is`(text: String) throws {
        let body = try JSON(parsing: text.replacing("ID", with: identifiers[0].text))
        let error = #expect(throws: SearchBusError.self) { try SearchReport.parse(body) }
        #expect(error?.code == .invalidArgument && error?.message.contains("eport") == true)
    }

    @Test func `A report goes to the log with the search that it comes from`() throws {
        let id = identifiers[2].text
        let reports = try SearchReport.parse(
            try JSON(
                parsing: #"{"reports":[{"type":"click","queryID":"\#(id)","objectIDs":["p1"],"positions":[3]}]}"#
            )
        )
        let origin = SearchOrigins.Origin(session: "s", index: "shop", searcher: "left", query: "lamp", isCounted: true)
        #expect(
            reports[0].json(from: origin) == [
                "kind": "click", "objectIDs": ["p1"], "positions": [3], "index": "shop", "searcher": "left",
                "query": "lamp", "question": 7, "member": 2, "counted": true,
            ]
        )
    }
}
