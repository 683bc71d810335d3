// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import SearchClient

@Suite struct ViewBoardTests {
    private func message(_ name: String, _ data: String) throws -> StreamMessage {
        try StreamMessage(ServerSentEvent(name: name, data: Array(data.utf8), lastID: ""))
    }

    @Test func `messages are read, and what is unknown is left alone`() throws {
        #expect(try message("reset", #"{"sequence":"1","views":{"a":{"n":1}}}"#) == .reset(["a": ["n": 1]]))
        #expect(try message("view", #"{"topic":"view/a/s/","event":{"data":{"n":2}}}"#) == .view("a", ["n": 2]))
        #expect(try message("app", #"{"revision":"r"}"#) == .app(revision: "r", views: nil))
        #expect(try message("app", #"{"revision":"r","views":["hits"]}"#) == .app(revision: "r", views: ["hits"]))
        #expect(
            try message("health", #"{"silent":["broker"],"components":["hits"]}"#)
                == .health(silent: ["broker"], components: ["hits"])
        )
        #expect(try message("notice", #"{"code":"busy","message":"m"}"#) == .notice(SearchBusError(.busy, "m")))
        #expect(try message("heartbeat", "{}") == .other)
        #expect(try message("from-the-future", "not even JSON") == .other)
        for (name, data) in [
            ("reset", "{}"), ("view", "{}"), ("view", "nonsense"), ("view", #"{"topic":"a/b/c/","event":{}}"#),
        ] {
            #expect(throws: JSONError.self) { try message(name, data) }
        }
    }

    @Test func `a long list is read, however many values it has`() throws {
        let numbers = String(repeating: "1,", count: 300_000) + "1"
        guard
            case .view(let name, let view) = try message(
                "view",
                #"{"topic":"view/a/s/","event":{"data":{"n":[\#(numbers)]}}}"#
            )
        else { throw JSONError("not a view") }
        #expect(name == "a")
        #expect(view["n"]?.array?.count == 300_001)
    }

    @Test func `a reset replaces everything, a view replaces one`() throws {
        var board = ViewBoard()
        #expect(try board.take(.reset(["a": ["n": 1], "b": ["n": 1]]), size: 10) == ["a", "b"])
        #expect(try board.take(.view("a", ["n": 2]), size: 5) == ["a"])
        #expect(board["a"]?.view == ["n": 2])
        #expect(try board.take(.reset(["a": ["n": 3]]), size: 10) == ["a", "b"])
        #expect(board["a"]?.view == ["n": 3])
        #expect(board["b"] == nil)
    }

    @Test func `further pages belong to their widget`() throws {
        var board = ViewBoard()
        #expect(try board.take(.view("hits.1", ["page": 1]), size: 5) == ["hits"])
        #expect(board["hits"] == nil, "a page without its list is nothing to draw")
        _ = try board.take(.reset(["hits": ["n": 1], "hits.2": ["page": 2], "hits.1": ["page": 1]]), size: 9)
        #expect(board["hits"] == WidgetViews(widget: "hits", view: ["n": 1], pages: [1: ["page": 1], 2: ["page": 2]]))
    }

    @Test func `no more is held than the limit`() throws {
        var board = ViewBoard(limit: 100)
        for _ in 0..<10 { _ = try board.take(.view("a", ["n": 1]), size: 60) }
        #expect(throws: SearchBusError.self) { try board.take(.view("b", ["n": 1]), size: 60) }
        #expect(board["b"] == nil)
        #expect(throws: SearchBusError.self) { try board.take(.reset([:]), size: 101) }
        #expect(board["a"] != nil)
    }

    @Test func `a null view is a missing view`() throws {
        var board = ViewBoard()
        _ = try board.take(.view("a", .null), size: 4)
        #expect(board["a"] == nil)
    }
}
