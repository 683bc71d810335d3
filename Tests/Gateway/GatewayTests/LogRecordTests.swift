// SPDX-License-Identifier: MIT

import RandomTesting
import Runtime
import Testing
import Wire

@Suite struct LogRecordTests {
    @Test("A line has its bounds in bytes, for any content, and can be read again")
    func bounds() throws {
        var generator = SeededGenerator(seed: testSeed)
        let parts = ["x", "\n", "\"", "\u{1F600}", "é", "\u{0}", "\\", "token=abc", "Bearer a.b-c ", "\u{2028}"]
        func text(_ limit: Int) -> String {
            let part = parts[Int.random(in: parts.indices, using: &generator)]
            return String(repeating: part, count: Int.random(in: 0...limit, using: &generator)) + "end"
        }
        for _ in 0..<300 {
            let record = LogRecord(
                .warning,
                text(6000),
                component: text(300),
                correlation: text(300),
                fields: (0..<Int.random(in: 0...30, using: &generator)).map { ("f\($0)", text(600)) }
            )
            let line = record.text
            #expect(line.utf8.count < LogRecord.byteLimit, "seed \(testSeed)")
            #expect(!line.contains("abc") && !line.contains("a.b-c"), "seed \(testSeed)")
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 }, "seed \(testSeed)")
            let read = try #require(LogRecord(line: line), "seed \(testSeed)")
            #expect(read.level == .warning && read.time == record.time, "seed \(testSeed)")
        }
    }

    @Test(
        "Any other line is text",
        arguments: [
            "", "{", "{}", "[]", "words", #"{"message":"m"}"#, #"{"message":1,"level":"info"}"#,
            #"{"level":"loud","message":"m"}"#,
        ]
    )
    func text(line: String) {
        #expect(LogRecord(line: line) == nil)
    }

    @Test("The time is that of the record, if it has one")
    func time() {
        let own = LogRecord(line: #"{"message":"m","level":"INFO","time":"2026-01-01T00:00:00.000Z"}"#, time: "now")
        #expect(own?.time == "2026-01-01T00:00:00.000Z" && own?.level == .info)
        #expect(LogRecord(line: #"{"message":"m","level":"info","time":"x"}"#, time: "now")?.time == "now")
        #expect(LogRecord.now().utf8.count == 24)
    }
}
