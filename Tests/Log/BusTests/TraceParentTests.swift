// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import Bus

@Suite struct TraceParentTests {
    private let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func `a text of the standard's form is kept byte for byte`() throws {
        let trace = try #require(TraceParent(text))
        #expect(trace.description == text)
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-011",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
    func `any other text is refused`(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test func `no change of one byte makes another form pass`() {
        var generator = SeededGenerator(seed: testSeed)
        for _ in 0..<2000 {
            var bytes = Array(text.utf8)
            let place = Int.random(in: bytes.indices, using: &generator)
            bytes[place] = UInt8.random(in: 0...127, using: &generator)
            let changed = String(decoding: bytes, as: UTF8.self)
            let isHex = "0123456789abcdef".utf8.contains(bytes[place])
            let mustPass = [2, 35, 52].contains(place) ? bytes[place] == UInt8(ascii: "-") : isHex
            guard !changed.hasPrefix("ff") else { continue }
            #expect((TraceParent(changed) != nil) == mustPass, "\(changed), seed \(testSeed)")
        }
    }

    @Test func `an event carries it, and one that says something else has none`() throws {
        let topic = try Topic(.view, "box", session: "s")
        func event(_ trace: JSON) throws -> Event {
            var attributes = JSONObject([("id", "1"), ("source", "/x"), ("type", "searchbus.view.x")])
            attributes["traceparent"] = trace
            let received = try ReceivedEvent(
                topic: topic,
                attributes: JSON.object(attributes).bytes,
                data: Array("{}".utf8)
            )
            return try Event(
                topic: topic,
                body: received.body(
                    sequence: .zero,
                    previous: .zero,
                    channelPrevious: .zero,
                    epoch: "e",
                    now: "2026-01-01T00:00:00.000000Z"
                )
            )
        }
        #expect(try event(.string(text)).traceParent?.description == text)
        #expect(try event("nonsense").traceParent == nil)
        #expect(try event(7).traceParent == nil)
        let draft = EventDraft(
            topic: topic,
            id: "1",
            source: "/x",
            type: "searchbus.view.x",
            traceParent: TraceParent(text),
            data: []
        )
        #expect(try JSON(parsing: draft.attributes)["traceparent"]?.string == text)
    }
}
