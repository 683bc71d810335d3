// SPDX-License-Identifier: MIT

import Bus
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import RandomTesting
import Runtime
import Synchronization
import Testing
import Wire

@testable import Gateway

@Suite struct LineLogHandlerTests {
    private func line(_ message: String, _ metadata: Logger.Metadata = [:]) throws -> String {
        let lines = Mutex<[String]>([])
        let logger = Logger(label: "gateway") { label in
            LineLogHandler(label: label, level: .debug) { line in lines.withLock { $0.append(line) } }
        }
        logger.info("\(message)", metadata: metadata)
        let written = lines.withLock { $0 }
        #expect(written.count == 1)
        return try #require(written.first)
    }

    @Test("A message is one line of JSON, for any content")
    func oneLine() throws {
        let line = try line("a\nb\r\u{1B}[31m\u{0}\u{85}\u{2028}c", ["path": "/x\n{\"level\":\"error\"}"])
        #expect(
            line.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x2028
            }
        )
        let json = try JSON(parsing: line)
        #expect(json["level"] == "info" && json["path"] == "/x\n{\"level\":\"error\"}")
    }

    @Test(
        "A link's token is not logged",
        arguments: ["GET /?token=abc-DEF_1 done", "token=abc-DEF_1", "a token=abc-DEF_1&b"]
    )
    func tokens(text: String) throws {
        #expect(try !line(text, ["uri": "\(text)"]).contains("abc-DEF_1"))
    }

    @Test("A line does not grow without end")
    func long() throws {
        #expect(try line(String(repeating: "x", count: 100_000)).utf8.count < LogRecord.byteLimit)
    }
}

@Suite struct MetricsTests {
    @Test("A histogram counts each duration in its bucket and all above it")
    func histogram() {
        var histogram = DurationHistogram()
        for duration: Duration in [.microseconds(500), .milliseconds(3), .seconds(60)] { histogram.observe(duration) }
        #expect(histogram.count == 3)
        #expect(histogram.cumulative.first == 1)
        #expect(histogram.cumulative[3] == 2)
        #expect(histogram.cumulative.last == 2)
    }

    @Test("Labels are escaped, so that no value can make a line")
    func labels() {
        var text = PrometheusText()
        text.sample("m", [("a", "x\"\n\\y")], 1)
        #expect(text.text == "m{a=\"x\\\"\\n\\\\y\"} 1\n")
    }

    @Test("Methods that clients make up do not become labels")
    func methods() {
        let metrics = GatewayMetrics()
        for number in 0..<100 { metrics.answered("other", method: "M\(number)", status: 404, after: .zero) }
        #expect(metrics.samples(of: .requests).count == 1)
        #expect(metrics.total(of: .requests) == 100)
    }
}

@Suite struct QueryTests {
    private func query(_ text: String) -> Parameters {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/x?\(text)")
        return Request(head: head, body: RequestBody(buffer: ByteBuffer())).query
    }

    @Test("Parameters are decoded, and may be repeated")
    func decoding() {
        let query = query("topic=a%2Fb%2F&topic=c+d&after=&empty&p=%2B%25+%C3%BC&&=x#f")
        #expect(query.getAll("topic") == ["a/b/", "c d"])
        #expect(query.get("after") == "" && query.get("empty") == "" && query.get("p") == "+% ü")
        #expect(query.get("missing") == nil)
    }

    @Test(
        "A value with invalid encoding is unchanged",
        arguments: ["%", "%4", "%zz", "a%f", "%-1%%41", "%%%"]
    )
    func damaged(text: String) {
        #expect(query("p=\(text)&q=%41").get("p") == text)
        #expect(query("p=\(text)&q=%41").get("q") == "A")
    }

    @Test("A plus sign is a space, also in a value with invalid encoding")
    func spaces() {
        #expect(query("p=%+f").get("p") == "%%20f")
        #expect(query("p=a+b%20c%2Bd").get("p") == "a b c+d")
    }

    @Test("A query with any bytes is read")
    func randomText() {
        var generator = SeededGenerator(seed: testSeed)
        let parts = ["%", "+", "&", "=", "#", "?", "4", "f", "%C3", "ü", "/", "%00", ";", " "]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                parts.randomElement(using: &generator) ?? ""
            }.joined()
            #expect(query(text).count <= text.utf8.count + 1)
        }
    }

    @Test("A number out of bounds is refused", arguments: ["0", "1001", "-1", "x", "", "1.5", "99999999999999999999"])
    func bounds(text: String) {
        let query = query("limit=\(text)")
        #expect(throws: SearchBusError.self) { try query.integer("limit", in: 1...1000, default: 200) }
    }

    @Test(
        "Invalid topics, sessions and sequence numbers are refused",
        arguments: [
            "topic=nonsense/", "topic=view/a/b/c/", "topic=view/%0A/", "session=a%2Fb", "session=", "after=x",
            "before=-1",
        ]
    )
    func refusals(text: String) {
        let query = query(text)
        #expect(throws: SearchBusError.self) {
            _ = try query.topics()
            _ = try query.session()
            _ = try query.sequence("after")
            _ = try query.sequence("before")
        }
    }
}
