// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Testing
import Wire

@Suite struct EventTests {
    private static let queryID = QueryIdentifier(place: 77, member: 3, epoch: "log").text

    private func event(_ change: (inout JSONObject) -> Void) -> JSONObject {
        var event = JSONObject([
            ("eventType", "click"), ("eventName", "opened"), ("index", "products"), ("userToken", "ann"),
            ("objectIDs", ["p1"]), ("positions", [3]), ("queryID", .string(Self.queryID)),
        ])
        change(&event)
        return JSONObject([("events", [.object(event)])])
    }

    @Test func `an identifier says where its question stands, and of which log`() throws {
        let read = try #require(QueryIdentifier(Self.queryID))
        #expect(Self.queryID.utf8.count == 32)
        #expect(read.place == 77)
        #expect(read.member == 3)
        #expect(read.isOf(epoch: "log"))
        #expect(!read.isOf(epoch: "other"))
        #expect(QueryIdentifier("x") == nil)
        #expect(QueryIdentifier(String(repeating: "f", count: 32)) == nil)
        #expect(QueryIdentifier(String(repeating: "A", count: 32)) == nil)
    }

    @Test func `an event in order is read`() throws {
        let read = try AlgoliaEvent.list(in: event { _ in })
        #expect(read.first?.kind == .click)
        #expect(read.first?.positions == [3])
        #expect(read.first?.queryID?.place == 77)
        let filters = try AlgoliaEvent.list(
            in: event {
                for name in ["objectIDs", "positions", "queryID"] { $0[name] = nil }
                $0["filters"] = ["brand:Acme"]
            }
        )
        #expect(filters.first?.objectIDs.isEmpty == true)
    }

    @Test(
        arguments: [
            ("eventType", "buy"), ("eventName", ""), ("index", 7), ("userToken", .null), ("objectIDs", []),
            ("objectIDs", [1]), ("filters", ["a:b"]), ("positions", .null), ("positions", [1, 2]), ("positions", [0]),
            ("queryID", "short"),
        ] as [(String, JSON)]
    )
    func `an invalid event is refused with its number`(name: String, value: JSON) {
        #expect {
            try AlgoliaEvent.list(in: event { $0[name] = value.isNull ? nil : value })
        } throws: { error in
            guard let error = error as? AlgoliaError else { return false }
            return error.status == 422 && error.message.hasPrefix("events[0].")
        }
    }
}
