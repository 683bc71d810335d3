// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

@testable import Bus

/// Attributes are read in two ways, a quick one for the plain form and a parser for all others; both must agree.
@Suite struct AttributeTests {
    /// Names, values and punctuation, some of them wrong, of which random attributes are made.
    private static let names = [
        "id", "source", "type", "time", "subject", "epoch", "sequence", "data", "correlationid", "x",
        "data_base64", "Upper", "", "a-b", "waytoolongforanattribute",
    ]
    private static let values = [
        #""a""#, #""0123456789""#, #""""#, "1", "-7", "0", "-0", "01", "1.5", "2e3", "1234567890123456", "true",
        "false", "null", "[]", "{}", #""é""#, #""a\"b""#, #""\u0041""#, "tru", #""open"#,
    ]

    private func randomAttributes(_ random: inout SeededGenerator) -> String {
        var members = Self.names.prefix(3).map { ($0, #""\#($0)""#) }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            members.append(
                (Self.names.randomElement(using: &random) ?? "", Self.values.randomElement(using: &random) ?? "")
            )
        }
        if Bool.random(using: &random) { members.shuffle(using: &random) }
        let space = Int.random(in: 0...9, using: &random) == 0 ? " " : ""
        return "{" + members.map { "\"\($0.0)\":\(space)\($0.1)" }.joined(separator: ",\(space)") + "}"
    }

    @Test("An appended event is decoded in one way only", arguments: 0..<20)
    func receivedAttributesAgree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plainCount = 0
        for _ in 0..<500 {
            let text = randomAttributes(&random)
            guard let plain = Array(text.utf8).withUnsafeBufferPointer({ ReceivedEvent.Attributes(plain: $0) }) else {
                continue
            }
            plainCount += 1
            #expect(try plain == ReceivedEvent.Attributes(parsing: Array(text.utf8)), "\(text)")
        }
        #expect(plainCount > 20)
    }

    @Test("A published event is decoded in one way only", arguments: 0..<20)
    func publishedAttributesAgree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plainCount = 0
        for _ in 0..<500 {
            let attributes = randomAttributes(&random)
            guard
                let event = try? ReceivedEvent(
                    topic: Topic(.view, "w", session: "s"),
                    attributes: Array(attributes.utf8),
                    data: Array(#"{"data":[1]}"#.utf8)
                )
            else { continue }
            let body = event.body(
                sequence: SequenceNumber(rawValue: random.next() >> 2),
                previous: SequenceNumber(rawValue: 3),
                channelPrevious: SequenceNumber(rawValue: UInt64(Int64.max)),
                epoch: "e",
                now: "now"
            ).bytes
            let parsed = try Event.Attributes(parsing: body)
            guard let plain = body.withUnsafeBufferPointer({ Event.Attributes(plain: $0) }) else { continue }
            plainCount += 1
            let read = [plain, parsed].map { attributes in
                [
                    attributes.id, attributes.source, attributes.type, attributes.time, attributes.correlationID,
                    attributes.causationID, attributes.epoch,
                ].map { $0.text(in: body) }
            }
            #expect(read[0] == read[1], "\(String(decoding: body, as: UTF8.self))")
            #expect(plain.sequence == parsed.sequence && plain.dataStart == parsed.dataStart)
            #expect(plain.previous == parsed.previous && plain.channelPrevious == parsed.channelPrevious)
        }
        #expect(plainCount > 20)
    }

    @Test(
        "The plain form ends where it should",
        arguments: [
            "", "{", "}", "{}", "{,}", #"{"id""#, #"{"id":"#, #"{"id":""#, #"{"id":"a""#, #"{"id":"a","#,
            #"{"id":"a",}"#, #"{"id":"a"}}"#, #"{"id":1234567890123456789}"#, #"{"id":-}"#,
        ]
    )
    func truncatedAttributes(_ text: String) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { ReceivedEvent.Attributes(plain: $0) } == nil)
    }
}
