// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import SearchClient

private func events(_ text: String) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try parser.feed(Array(text.utf8))
}

private func event(_ name: String, _ data: String, id: String = "") -> ServerSentEvent {
    ServerSentEvent(name: name, data: Array(data.utf8), lastID: id)
}

@Suite struct ServerSentEventParserTests {
    @Test func `an event has a name, an id and lines of data`() throws {
        #expect(
            try events("id: a-1\nevent: view\ndata: one\ndata:two\ndata\n\n") == [
                event("view", "one\ntwo\n", id: "a-1")
            ]
        )
        #expect(try events("data: x\n\n") == [event("message", "x")])
    }

    @Test func `a block without data is not an event, but its id counts`() throws {
        #expect(try events("id: 7\nevent: view\n\ndata: x\n\n") == [event("message", "x", id: "7")])
        #expect(try events("data: never ended\n").isEmpty)
        #expect(try events("id: 1\u{0}2\ndata: x\n\n") == [event("message", "x")])
    }

    @Test func `comments, unknown fields and a byte order mark are left out of account`() throws {
        #expect(try events("\u{FEFF}: hello\ncolour: red\ndata: x\n\n") == [event("message", "x")])
        #expect(try events("data: \u{FEFF}x\n\n") == [event("message", "\u{FEFF}x")])
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `lines may end in three ways`(end: String) throws {
        let text = ["event: a", "data: 1", "", "data: 2", "", ""].joined(separator: end)
        #expect(try events(text) == [event("a", "1"), event("message", "2")])
    }

    @Test func `the server says how soon a client may come back`() throws {
        var parser = ServerSentEventParser()
        _ = try parser.feed(Array("retry: 500\n\nretry: soon\n\n".utf8))
        #expect(parser.retry == .milliseconds(500))
    }

    @Test func `an event beyond the limit is refused, many small ones are not`() throws {
        var parser = ServerSentEventParser(limit: 20)
        for _ in 0..<100 { #expect(try parser.feed(Array("data: 12345678\n\n".utf8)).count == 1) }
        #expect(throws: SearchBusError.self) { try parser.feed(Array("data: 1234567890123456".utf8)) }
        parser = ServerSentEventParser(limit: 20)
        #expect(throws: SearchBusError.self) { try parser.feed(Array(String(repeating: "data\n", count: 10).utf8)) }
        parser = ServerSentEventParser(limit: 20)
        #expect(try parser.feed(Array(String(repeating: ": c\n", count: 100).utf8)).isEmpty)
    }

    @Test func `the same bytes give the same events, however they are cut`() throws {
        var chance = SeededGenerator(seed: testSeed)
        let pieces = [
            "data", "event", "id", "retry", ":", ": ", "\n", "\r", "\r\n", "\n\n", "x", "é", "\u{FEFF}", " ",
            "{\"a\":1}",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...30, using: &chance)).map { _ in
                pieces.randomElement(using: &chance) ?? ""
            }.joined()
            let bytes = Array(text.utf8)
            var whole = ServerSentEventParser()
            let expected = try whole.feed(bytes)
            var parser = ServerSentEventParser()
            var found: [ServerSentEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 7), using: &chance)
                found += try parser.feed(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(found == expected, "\(bytes)")
            #expect(parser == whole, "\(bytes)")
        }
    }
}
