// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bench

@Suite("Keystrokes")
struct KeystrokeTests {
    private typealias Arrived = (session: Int, time: Int64, view: ViewArrival)

    /// A view of a chain that a keystroke began, with the text whose results it shows.
    private func view(
        _ widget: String,
        _ chain: Int?,
        _ text: String? = nil,
        at time: Int64,
        session: Int = 0
    ) -> Arrived {
        (session, time, ViewArrival(widget: widget, sequence: 1, key: chain, text: text))
    }

    /// Keys are due 0, 200 and 400 ms after the moment 1000, and make `s`, `sa`, `s`.
    private func outcome(
        _ views: [Arrived],
        answers: [KeystrokeOutcome.Answer?] = [.applied, .applied, .applied]
    ) -> KeystrokeOutcome {
        KeystrokeOutcome(
            arrivals: Arrivals(sessions: 1, rate: 5, seconds: 0.6),
            start: 1000,
            texts: [["s", "sa", "s"]],
            list: "hits",
            answers: answers.enumerated().reduce(into: [:]) { $0[.init(session: 0, number: $1.offset)] = $1.element },
            views: views
        )
    }

    @Test func `A key takes from when it was due until the last view of its chain`() {
        let result = outcome([
            view("box", 0, at: 1010), view("hits", 0, "s", at: 1050), view("stats", 0, "s", at: 1060),
            view("hits", 1, "sa", at: 200_001_090), view("hits", 2, "s", at: 400_001_020),
        ])
        #expect(result.times.sorted() == [20, 60, 90])
        #expect([result.pressed, result.shown.count, result.overtaken, result.lost] == [3, 3, 0, 0])
        #expect(result.answers == [.applied: 3])
        #expect(result.shown[.init(session: 0, number: 0)] == .init(time: 60, chain: 0))
    }

    @Test func `A key that is overtaken takes until the later one is shown`() {
        let result = outcome([
            view("box", 0, at: 1010), view("hits", 1, "sa", at: 200_001_000), view("hits", 2, "s", at: 400_001_010),
        ])
        #expect([result.shown.count, result.overtaken, result.lost] == [2, 1, 0])
        #expect(result.times.sorted() == [0, 10, 200_000_000])
        #expect(result.shown[.init(session: 0, number: 0)] == nil)
    }

    @Test func `A keystroke without results is lost, even if a later one was shown`() {
        let result = outcome([view("hits", 2, "s", at: 400_001_010)], answers: [.applied, nil, .applied])
        #expect([result.unanswered, result.unseen, result.lost] == [1, 0, 1])
        #expect([result.shown.count, result.overtaken] == [1, 1])
    }

    @Test func `A key that changed something is lost when neither it nor a later one is shown`() {
        let result = outcome([view("hits", 0, "s", at: 1050), view("box", 2, at: 400_001_010)])
        #expect([result.shown.count, result.overtaken, result.unseen, result.lost] == [1, 0, 2, 2])
    }

    @Test func `Keys that were folded together are shown by the text of the last, under the name of the first`() {
        let result = outcome([view("hits", 0, "sa", at: 200_001_100), view("stats", 0, "sa", at: 200_001_140)])
        #expect(result.shown == [.init(session: 0, number: 1): .init(time: 140, chain: 0)])
        #expect([result.overtaken, result.unseen] == [1, 1])
    }

    @Test func `The same text typed again is another key, and a list that still shows the old text is not the new one`()
    {
        let early = outcome([view("hits", 0, "s", at: 1050)])
        #expect(early.shown.keys.map(\.number) == [0], "the third key was not due yet")
        let loading = outcome([view("hits", 0, "s", at: 1050), view("hits", 1, "s", at: 200_001_010)])
        #expect(loading.shown.keys.map(\.number) == [0])
        let late = outcome([view("hits", 1, "sa", at: 200_001_010), view("hits", 2, "s", at: 400_001_010)])
        #expect(late.shown.keys.map(\.number).sorted() == [1, 2])
    }

    @Test func `What was rejected or changed nothing has its outcome, and no time`() {
        let result = outcome([view("hits", 0, "s", at: 1050)], answers: [.applied, .unchanged, .rejected])
        #expect(result.answers == [.applied: 1, .unchanged: 1, .rejected: 1])
        #expect(result.times == [50])
        #expect(result.lost == 0)
    }

    @Test func `A session's keystrokes are lost if only another session continues`() {
        let result = KeystrokeOutcome(
            arrivals: Arrivals(sessions: 2, rate: 1, seconds: 1),
            start: 0,
            texts: [["a"], ["b"]],
            list: "hits",
            answers: [.init(session: 0, number: 0): .applied, .init(session: 1, number: 0): .applied],
            views: [
                view("box", 0, at: 5), view("hits", 0, "b", at: 500_000_009, session: 1), view("hits", nil, "a", at: 7),
                view("hits", 7, "a", at: 8), view("hits", 0, "a", at: 9, session: 2),
            ]
        )
        #expect(result.lost == 1, "a view of the search box, or of no keystroke, does not count as a result")
        #expect(result.times == [9])
    }

    private let stream = """
        HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nc\r\nretry: 500\n\n\r\n1a2\r
        id: a1b2-00000000000000000007\nevent: reset\ndata: {"sequence":"00000000000000000007","views":{}}\n\n\r\n3f\r
        id: a1b2-00000000000000000042\nevent: view
        data: {"topic":"view/hits/s/","event":{"specversion":"1.0","id":"x","correlationid":"run-3-12","data":{"phase":"ready","query":"lam","a":"id: 9"}}}

        id: a1b2-00000000000000000043\nevent: view
        data: {"topic":"view/box/s/","event":{"specversion":"1.0","id":"y","correlationid":"other-3-12","data":{}}}


        """

    @Test(arguments: [1, 7, 64, 4096])
    func `Views are found however the bytes are cut`(size: Int) {
        var scanner = StreamScanner(run: "run")
        var found: [ViewArrival] = []
        let bytes = Array(stream.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(bytes.count, start + size)])
            piece.withUnsafeBytes { scanner.take($0) { found.append($0) } }
        }
        #expect(
            found == [
                ViewArrival(widget: "hits", sequence: 42, key: 12, text: "lam"),
                ViewArrival(widget: "box", sequence: 43, key: nil),
            ]
        )
    }

    @Test func `Words are plain, of a length that people type, and each there once`() {
        let records: [JSON] = [
            ["objectID": "secret", "name": "The Samsung TV, a samsung", "price": 12, "note": "naïve façade x1y"],
            ["name": .string(String(repeating: "long ", count: 40))],
        ]
        #expect(AppGround.words(in: records) == ["the", "samsung", "ade"])
    }

    @Test func `The port is found in what the app says when it is ready`() {
        #expect(RunningApp.port(in: "ready in 1.2 s: http://127.0.0.1:43817/?token=abc") == 43817)
        #expect(RunningApp.port(in: "ready") == nil)
    }

    @Test func `An answer is whole when its body is`() {
        let head = "HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\n"
        #expect(HTTPConnection.answer(in: Array("\(head){".utf8)) == nil)
        let answer = HTTPConnection.answer(in: Array("\(head){}".utf8))
        #expect(answer?.status == 202)
        #expect(answer?.body == Array("{}".utf8))
    }

    @Test func `What the system tells of a process is read, whatever the process is called`() {
        let stat = "42 (a) b (c)) S 1 42 42 0 -1 4194560 700 0 0 0 31 11 0 0 20 0 4 0 100 0 0"
        #expect(ProcessFigures.processorTicks(in: stat) == 42)
        #expect(
            ProcessFigures.proportionalBytes(in: "5560-7ffe ---p 0 00:00 0 [rollup]\nRss: 99 kB\nPss:   12 kB\n")
                == 12_288
        )
        #expect(ProcessFigures.proportionalBytes(in: "") == nil)
    }
}
