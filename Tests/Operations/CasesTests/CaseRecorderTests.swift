// SPDX-License-Identifier: MIT

import Bus
import Cases
import Testing
import Wire

@Suite struct CaseRecorderTests {
    /// A session's events, as a log has them.
    private struct Events {
        private(set) var all: [Event] = []
        private var last: [String: Int] = [:]

        /// Appends an event; `root` is the intent whose chain it belongs to.
        mutating func add(
            _ channel: String,
            _ data: JSON,
            id: String,
            root: String? = nil,
            at milliseconds: Int,
            type: String = "x"
        ) throws {
            let topic = "\(channel)/s/"
            let sequence = all.count + 1
            let kind = channel.prefix { $0 != "/" }
            var head = [
                #""id":"\#(id)""#, #""source":"/x""#,
                #""type":"searchbus.\#(kind).\#(type)""#, #""correlationid":"\#(root ?? id)""#,
                #""sequence":"\#(padded(sequence))""#, #""previous":"\#(padded(last[topic] ?? 0))""#,
                #""time":"2026-11-27T15:03:56.\#(String(1_000 + milliseconds).dropFirst())000Z""#,
            ]
            if root != nil { head.append(#""causationid":"\#(root ?? "")""#) }
            let body = "{\(head.joined(separator: ",")),\"data\":\(data.text)}"
            all.append(try Event(topic: Topic(parsing: topic), body: Array(body.utf8)))
            last[topic] = sequence
        }

        private func padded(_ number: Int) -> String {
            String(repeating: "0", count: 20 - "\(number)".count) + "\(number)"
        }
    }

    private func recorded(_ events: [Event]) throws -> (steps: [CaseStep], notes: [String]) {
        var recorder = CaseRecorder(session: "s")
        for event in events { try recorder.take(event) }
        return try recorder.finish()
    }

    private func start() throws -> Events {
        var events = Events()
        try events.add("intent/session", [:], id: "i0", at: 0, type: "start")
        try events.add("outcome/session", ["intent": "i0"], id: "o0", root: "i0", at: 5, type: "applied")
        try events.add("view/box", ["phase": "ready", "query": ""], id: "v0", root: "i0", at: 8)
        return events
    }

    @Test func `each step has what changed, its outcome and its time`() throws {
        var events = try start()
        try events.add("intent/box", ["query": "a"], id: "i1", at: 300, type: "set-query")
        try events.add("outcome/box", ["intent": "i1"], id: "o1", root: "i1", at: 301, type: "applied")
        try events.add("view/box", ["phase": "ready", "query": "a"], id: "v1", root: "i1", at: 320)
        let steps = try recorded(events.all).steps
        #expect(
            steps == [
                CaseStep(
                    at: 0,
                    intents: [.init(to: "session", type: "start", outcome: "applied")],
                    changes: ["box": ["phase": "ready", "query": ""]],
                    took: 8
                ),
                CaseStep(
                    at: 300,
                    intents: [.init(to: "box", type: "set-query", data: ["query": "a"], outcome: "applied")],
                    changes: ["box": ["phase": "ready", "query": "a"]],
                    took: 20
                ),
            ]
        )
    }

    @Test func `a screen that changes after the next intent was not at rest`() throws {
        var events = try start()
        try events.add("intent/box", ["query": "a"], id: "i1", at: 300, type: "set-query")
        try events.add("intent/box", ["query": "ab"], id: "i2", at: 600, type: "set-query")
        try events.add("view/box", ["phase": "ready", "query": "a"], id: "v1", root: "i1", at: 605)
        try events.add("view/box", ["phase": "ready", "query": "ab"], id: "v2", root: "i2", at: 610)
        let steps = try recorded(events.all).steps
        #expect(steps.map { $0.changes != nil } == [true, false, true])
        #expect(steps[2].changes == ["box": ["phase": "ready", "query": "ab"]])
    }

    @Test func `a screen was not at rest if the next intent came at once, since a widget may show both together`()
        throws
    {
        var events = try start()
        try events.add("intent/box", ["query": "a"], id: "i1", at: 300, type: "set-query")
        try events.add("view/hits", ["phase": "ready", "query": "a"], id: "v1", root: "i1", at: 310)
        try events.add("intent/brand", ["value": "Acme"], id: "i2", at: 320, type: "select")
        try events.add("view/box", ["phase": "ready", "query": "a"], id: "v2", root: "i2", at: 330)
        #expect(try recorded(events.all).steps.map { $0.changes != nil } == [true, false, true])
    }

    @Test func `a screen without the results of a search was not at rest`() throws {
        var events = try start()
        let request: JSON = ["number": 2, "members": ["products": ["number": 2, "search": true]]]
        try events.add("request/products", request, id: "q1", root: "i0", at: 9)
        try events.add("intent/box", [:], id: "i1", at: 300, type: "clear")
        #expect(try recorded(events.all).steps.map { $0.changes != nil } == [false, false])
        try events.add("results/products", ["request": 2], id: "r1", root: "i1", at: 302)
        #expect(try recorded(events.all).steps.map { $0.changes != nil } == [false, true])
    }

    @Test func `intents of one request are one step`() throws {
        var events = try start()
        try events.add("intent/box", ["query": "a"], id: "i1", at: 10, type: "set-query")
        var batch = events.all
        let second =
            #"{"id":"i2","source":"/x","type":"searchbus.intent.select","correlationid":"i1","#
            + #""sequence":"00000000000000000005","previous":"00000000000000000000","time":"","data":{"value":"Acme"}}"#
        batch.append(try Event(topic: Topic(parsing: "intent/brand/s/"), body: Array(second.utf8)))
        let steps = try recorded(batch).steps
        #expect(steps.map { $0.intents.map(\.to) } == [["session"], ["box", "brand"]])
    }

    @Test func `what no intent caused is noted`() throws {
        var events = try start()
        #expect(try recorded(events.all).notes.isEmpty)
        try events.add("view/box", ["phase": "ready", "query": "x"], id: "v1", root: "index-7", at: 20)
        #expect(try recorded(events.all).notes.count == 1)
    }

    @Test(arguments: [1, 2])
    func `a session without its beginning cannot be recorded`(removed: Int) throws {
        var events = try start()
        try events.add("view/box", ["phase": "ready", "query": "x"], id: "v1", root: "i0", at: 20)
        let rest = removed == 1 ? Array(events.all.dropFirst()) : events.all.filter { $0.id != "v0" }
        let error = #expect(throws: SearchBusError.self) { try recorded(rest) }
        #expect(error?.code == .trimmed)
        #expect(error?.message.contains("Retention removed the beginning of the session `s`") == true)
        #expect(throws: SearchBusError.self) { try recorded([]) }
    }

    @Test func `times and numbers of lists do not belong to a screen`() {
        let stats: JSON = ["phase": "ready", "nbHits": 3, "processingTimeMS": 1.5, "text": "3 results (1ms)"]
        #expect(SessionScreen.comparable(stats) == ["phase": "ready", "nbHits": 3])
        #expect(SessionScreen.comparable(["list": 4, "text": "x"]) == ["text": "x"])
    }
}
