// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing
import Wire

@testable import Bus

@Suite struct EventFilterTests {
    private struct Cases {
        let now: Timestamp
        let events: [(name: String, topic: String, span: Int64, body: [UInt8], time: Timestamp)]
        let cases: [(filter: String, found: [String]?)]

        init() throws {
            let file = Repository.root.appending(path: "Tests/Log/BusTests/filter-cases.json")
            let json = try JSON(parsing: Array(Data(contentsOf: file)))
            now = try #require(Timestamp(parsing: json["now"]?.string ?? ""))
            events = try (json["events"]?.object?.members ?? []).map { member in
                let event = try member.value.required("event")
                return (
                    member.key, try member.value.requiredString("topic"), Int64(member.value["span"]?.int ?? 0),
                    event.bytes,
                    try #require(Timestamp(parsing: try event.requiredString("time")))
                )
            }
            cases = (json["cases"]?.array ?? []).map { each in
                (each.array?[0].string ?? "", each.array?[1].array?.compactMap(\.string))
            }
        }

        func found(by filter: EventFilter) -> [String] {
            events.filter { event in
                event.body.withUnsafeBytes { body in
                    filter.matches(.init(topic: event.topic, body: body, storedAt: event.time)) { event.span }
                }
            }.map(\.name)
        }
    }

    @Test func `The cases that the console shares, also of the filter's own text`() throws {
        let all = try Cases()
        #expect(all.cases.count > 50 && all.events.count == 4)
        for (text, found) in all.cases {
            guard let found else {
                let error = #expect(throws: SearchBusError.self, "\(text)") {
                    try EventFilter(parsing: text, now: all.now)
                }
                #expect(error?.code == .invalidArgument, "\(text)")
                continue
            }
            let filter = try EventFilter(parsing: text, now: all.now)
            #expect(all.found(by: filter) == found, "\(text)")
            let again = try EventFilter(parsing: filter.description, now: Timestamp(microseconds: 0))
            #expect(all.found(by: again) == found, "\(text) as \(filter)")
        }
    }

    @Test func `A filter is bounded`() throws {
        let now = Timestamp.now()
        let most = Array(repeating: "a", count: EventFilter.maximumTerms).joined(separator: " ")
        #expect(try EventFilter(parsing: most, now: now).terms.count == EventFilter.maximumTerms)
        for text in [most + " a", String(repeating: "a", count: EventFilter.maximumLength + 1)] {
            #expect(throws: SearchBusError.self) { try EventFilter(parsing: text, now: now) }
        }
    }

    @Test func `Any text is read or refused, and a filter that was read is written so that it is read again`() throws {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        let parts = [
            "kind", ":", "-", "\"", "\\", " ", ">", "5", "ms", "kb", ".", "é", "since:", "1h", "*", "e\u{301}", "9e9",
            "\n",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }.joined()
            guard let filter = try? EventFilter(parsing: text, now: Timestamp(microseconds: 1)) else { continue }
            let again = try EventFilter(parsing: filter.description, now: Timestamp(microseconds: 2))
            #expect(again == filter, "\(text) seed \(seed)")
        }
    }

    @Test(arguments: [
        ("2026-01-31T09:30:00.25Z", "2026-01-31T09:30:00.250000Z"), ("2026-01-31", "2026-01-31T00:00:00.000000Z"),
        ("1969-12-31T23:59Z", "1969-12-31T23:59:00.000000Z"),
    ])
    func `A moment is read as it is written`(text: String, whole: String) {
        #expect(Timestamp(parsing: text)?.description == whole)
        #expect(Timestamp(parsing: whole)?.description == whole)
    }

    @Test(arguments: [
        "", "2026", "2026-02-30", "2026-01-31T", "2026-01-31T09:30", "2026-01-31T24:00Z", "2026-01-31T09:30.5Z",
        "2026-01-31T09:30:00.Z", "2026-01-31T09:30:00.1234567Z", "-026-01-31", "2026-01-31T09:3\u{0661}Z",
    ])
    func `What is not a moment is not read`(text: String) { #expect(Timestamp(parsing: text) == nil) }
}
