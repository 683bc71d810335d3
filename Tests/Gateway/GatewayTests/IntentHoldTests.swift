// SPDX-License-Identifier: MIT

import Bus
import Components
import Testing
import Wire

@testable import Gateway

/// The holds of sessions as a value.
@Suite struct IntentHoldTests {
    private let start = ContinuousClock.now
    private let app: GatewayApp

    init() throws { app = try GatewayApp(TestGateway.app) }

    private func now(_ seconds: Int) -> IntentHold.Now {
        IntentHold.Now(
            instant: start + .seconds(seconds),
            time: Timestamp(microseconds: 1_700_000_000_000_000 + Int64(seconds) * 1_000_000)
        )
    }

    private func request(_ ids: String..., session: String = "s", query: String = "q") throws -> IntentHold.Request {
        let intents = try ids.map { id in
            let data: JSON = ["query": .string(query)]
            return try IntentRequest(
                ["id": .string(id), "to": "box", "type": "set-query", "data": data],
                for: app
            )
        }
        return IntentHold.Request(session: session, intents: intents, sender: "a test", since: now(0).time)
    }

    /// The actions as text, in their order.
    private func words(_ actions: [IntentHold.Action]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .append(let request): "append \(request.id)"
            case .settle(let keys, nil): "settle \(keys.map(\.id).joined(separator: "+")) ok"
            case .settle(let keys, let error?): "settle \(keys.map(\.id).joined(separator: "+")) \(error.code.rawValue)"
            case .show: nil
            case .end(_, let resolution): "end \(resolution.name)"
            case .record(let record): "record \(record.reason)"
            }
        }
    }

    /// Checks that a request waits, and that nothing is done meanwhile.
    private func expectWait(_ request: IntentHold.Request, in hold: inout IntentHold) throws {
        let actions = try hold.received(request, at: now(0))
        #expect(actions.map(words) == [])
    }

    /// Checks that a request is appended at once.
    private func expectPass(_ request: IntentHold.Request, in hold: inout IntentHold) throws {
        let actions = try hold.received(request, at: now(0))
        #expect(actions.map(words) == nil)
    }

    private func state(_ hold: IntentHold) -> String? { hold.display(of: "s")?.json["state"]?.string }

    @Test("Without a hold nothing waits, and nothing is kept")
    func idle() throws {
        var hold = IntentHold()
        #expect(!hold.concerns("s"))
        try expectPass(request("a"), in: &hold)
        _ = try hold.begin("s", by: "ada")
        #expect(!hold.concerns("other"))
        try expectPass(request("a", session: "other"), in: &hold)
    }

    @Test("The next request is held, later ones wait behind it, and all are appended in their order")
    func release() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        #expect(state(hold) == "armed")
        try expectWait(request("a"), in: &hold)
        #expect(state(hold) == "held")
        for id in ["b", "c"] { try expectWait(request(id), in: &hold) }
        let shown = try #require(hold.display(of: "s")).json
        #expect(shown["waiting"]?.int == 2 && shown["intents"]?.array?.first?["id"] == "a")
        #expect(shown["sender"] == "a test" && shown["since"]?.string == now(0).time.description)
        #expect(shown["until"]?.string == now(60).time.description)
        let actions = try hold.decide(.release, "a", session: "s", by: "bob", holdsNext: false, at: now(2))
        #expect(words(actions) == ["record held", "append a", "end released"])
        // What comes meanwhile stays behind what waits.
        try expectWait(request("d"), in: &hold)
        #expect(words(hold.appended("s", nil, at: now(3))) == ["settle a ok", "append b"])
        #expect(words(hold.appended("s", nil, at: now(3))) == ["settle b ok", "append c"])
        #expect(words(hold.appended("s", nil, at: now(3))) == ["settle c ok", "append d"])
        #expect(words(hold.appended("s", nil, at: now(3))) == ["settle d ok"])
        #expect(!hold.concerns("s"))
        #expect(words(hold.appended("s", nil, at: now(3))) == [])
    }

    @Test("A request that cannot be appended is answered with the reason; the next is tried")
    func failure() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        for id in ["a", "b"] { _ = try hold.received(request(id), at: now(0)) }
        _ = try hold.decide(.release, "a", session: "s", by: "ada", holdsNext: false, at: now(0))
        let full = SearchBusError(.storageFull, "The disk is full.")
        #expect(words(hold.appended("s", full, at: now(0))) == ["settle a storage-full", "append b"])
    }

    @Test("A dropped request and each repeat of a part of it are refused; the others are appended")
    func drop() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        _ = try hold.received(request("a", "b"), at: now(0))
        _ = try hold.received(request("c"), at: now(0))
        let actions = try hold.decide(.drop, "a", session: "s", by: "ada", holdsNext: false, at: now(1))
        #expect(words(actions) == ["record dropped", "settle a+b dropped", "end dropped", "append c"])
        _ = hold.appended("s", nil, at: now(1))
        for ids in ["a", "b"] {
            let error = #expect(throws: SearchBusError.self) { try hold.received(request(ids), at: now(2)) }
            #expect(error?.code == .dropped)
        }
        try expectPass(request("d"), in: &hold)
        // Another session may have an intent of the same ID.
        try expectPass(request("a", session: "other"), in: &hold)
        #expect(words(hold.tick(at: now(601))) == [] && !hold.concerns("s"))
    }

    @Test("A repeat of a waiting request waits with it, and is not appended twice")
    func repeats() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        for id in ["a", "b", "a", "b"] { _ = try hold.received(request(id), at: now(0)) }
        #expect(hold.display(of: "s")?.json["waiting"]?.int == 1)
        _ = try hold.decide(.release, "a", session: "s", by: "ada", holdsNext: false, at: now(0))
        try expectWait(request("a"), in: &hold)
        #expect(words(hold.appended("s", nil, at: now(0))) == ["settle a ok", "append b"])
        #expect(words(hold.appended("s", nil, at: now(0))) == ["settle b ok"])
        #expect(!hold.concerns("s"))
    }

    @Test("With `holdNext` the next request is held after the first one is appended")
    func next() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        for id in ["a", "b", "c"] { _ = try hold.received(request(id), at: now(0)) }
        let actions = try hold.decide(.release, "a", session: "s", by: "ada", holdsNext: true, at: now(50))
        #expect(words(actions) == ["record held", "append a"] && state(hold) == "armed")
        #expect(words(hold.appended("s", nil, at: now(50))) == ["settle a ok"])
        #expect(state(hold) == "held" && words(hold.tick(at: now(109))) == [])
        let dropped = try hold.decide(.drop, "b", session: "s", by: "ada", holdsNext: true, at: now(109))
        #expect(words(dropped) == ["record dropped", "settle b dropped"] && state(hold) == "held")
        #expect(words(hold.tick(at: now(169))) == ["record held", "append c", "end timed-out"])
    }

    @Test("Only the request that is held can be decided about")
    func otherIntent() throws {
        var hold = IntentHold()
        func decide(_ id: String) throws {
            _ = try hold.decide(.drop, id, session: "s", by: "ada", holdsNext: false, at: now(0))
        }
        #expect(throws: SearchBusError.self) { try decide("a") }
        _ = try hold.begin("s", by: "ada")
        #expect(throws: SearchBusError.self) { try decide("a") }
        for id in ["a", "b"] { _ = try hold.received(request(id), at: now(0)) }
        #expect(throws: SearchBusError.self) { try decide("b") }
        try decide("a")
        #expect(throws: SearchBusError.self) { try decide("a") }
    }

    @Test("A hold ends with its time, or with its inspector, and releases what it holds")
    func ends() throws {
        var hold = IntentHold()
        let (first, _) = try hold.begin("s", by: "ada")
        _ = try hold.received(request("a"), at: now(0))
        #expect(words(hold.tick(at: now(59))) == [])
        #expect(words(hold.tick(at: now(60))) == ["record held", "append a", "end timed-out"])
        #expect(words(hold.leave("s", number: first, at: now(60))) == [])
        let (second, _) = try hold.begin("s", by: "bob")
        // The first hold no longer concerns the second one.
        #expect(words(hold.leave("s", number: first, at: now(60))) == [] && state(hold) == "armed")
        _ = try hold.received(request("b"), at: now(60))
        #expect(words(hold.appended("s", nil, at: now(60))) == ["settle a ok"] && state(hold) == "held")
        #expect(words(hold.leave("s", number: second, at: now(61))) == ["record held", "append b", "end abandoned"])
        _ = hold.appended("s", nil, at: now(61))
        #expect(!hold.concerns("s"))
        let (third, _) = try hold.begin("s", by: "ada")
        #expect(words(hold.leave("s", number: third, at: now(62))) == ["end abandoned"] && !hold.concerns("s"))
    }

    @Test("A session has one hold at a time")
    func oneHolder() throws {
        var hold = IntentHold()
        _ = try hold.begin("s", by: "ada")
        let error = #expect(throws: SearchBusError.self) { try hold.begin("s", by: "bob") }
        #expect(error?.code == .busy && error?.message.contains("ada") == true)
        _ = try hold.begin("other", by: "bob")
    }

    @Test("What waits is bounded by number and size, for a session and in total")
    func bounds() throws {
        var limits = IntentHold.Limits()
        (limits.requests, limits.allRequests, limits.bytes, limits.allBytes) = (3, 5, 10_000, 1_000)
        var hold = IntentHold(limits)
        for session in ["s", "t"] { _ = try hold.begin(session, by: "ada") }
        func isRefused(_ request: IntentHold.Request) throws -> Bool {
            do {
                return try hold.received(request, at: now(0)) == nil
            } catch let error as SearchBusError {
                #expect(error.code == .busy && error.remedy.contains("same ids"))
                return true
            }
        }
        for id in ["a", "b", "c"] { #expect(try !isRefused(request(id))) }
        #expect(try isRefused(request("d")))
        #expect(try !isRefused(request("a")), "a repeat needs no room")
        for id in ["a", "b"] { #expect(try !isRefused(request(id, session: "t"))) }
        #expect(try isRefused(request("c", session: "t")))
        _ = try hold.decide(.drop, "a", session: "s", by: "ada", holdsNext: false, at: now(0))
        #expect(try !isRefused(request("c", session: "t")))
        limits = IntentHold.Limits()
        (limits.bytes, limits.allBytes) = (300, 500)
        hold = IntentHold(limits)
        for session in ["s", "t"] { _ = try hold.begin(session, by: "ada") }
        let long = String(repeating: "x", count: 200)
        #expect(try !isRefused(request("a", query: long)))
        #expect(try isRefused(request("b", query: long)))
        #expect(try !isRefused(request("a", session: "t", query: long)))
        #expect(try isRefused(request("b", session: "t", query: String(repeating: "x", count: 80))))
    }
}
