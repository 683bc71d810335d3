// SPDX-License-Identifier: MIT

import RandomTesting
import Testing
import Wire

/// Random values and random damage: nothing is lost, nothing traps, and a failure prints its seed.
@Suite struct JSONPropertyTests {
    @Test func `a value survives being written and read`() throws {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        for step in 0..<3_000 {
            let value = JSON.random(depth: 4, using: &random)
            let comment: Comment = "seed \(seed), step \(step)"
            #expect(try JSON(parsing: value.bytes) == value, comment)
            #expect(try JSON(parsing: value.prettyText) == value, comment)
            #expect(try JSON(parsing: value.bytes).bytes == value.bytes, comment)
            let list: JSON = ["list": [value]]
            let left = try JSON(parsing: list.bytes, leaving: ["list"])
            #expect(left == list && list == left && left.bytes == list.bytes, comment)
            #expect(left.hashValue == list.hashValue, comment)
        }
    }

    @Test func `damaged text never traps, and parser and validator agree about it`() throws {
        let seed = testSeed
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        var original: [UInt8] = []
        for step in 0..<100_000 {
            if step % 50 == 0 { original = JSON.random(depth: 3, using: &random).bytes }
            let bytes = damaged(original, using: &random)
            let value = try? JSON(parsing: bytes)
            let isValid = (try? JSONValidator.validate(bytes)) != nil
            if (value != nil) != isValid || value.map({ (try? JSON(parsing: $0.bytes)) != $0 }) == true {
                Issue.record("seed \(seed), step \(step): \(bytes)")
            }
            _ = try? JSON.membersBefore("data", in: bytes)
            accepted += isValid ? 1 : 0
        }
        #expect(accepted > 1_000, "the damage is too heavy to test anything")
    }

    @Test func `noise never traps`() {
        var random = SeededGenerator(seed: testSeed)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...64, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = try? JSON(parsing: bytes)
            _ = try? JSONValidator.validate(bytes)
        }
    }

    private func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let interesting = Array("{}[]\",:\\u0019.-+eE tfn".utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
        for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            let place = bytes.indices.randomElement(using: &random) ?? 0
            let byte = interesting.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.removeLast(bytes.count - place)
            default: bytes.append(contentsOf: bytes[place...])
            }
        }
        return bytes
    }
}

extension JSON {
    /// A random value that is in its canonical form.
    static func random(depth: Int, using random: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .int(Int64.random(in: Int64.min...Int64.max, using: &random))
        case 3: .number(Double(bitPattern: random.next()))
        case 4: .number(Double(Int.random(in: -1_000...1_000, using: &random)) / 8)
        case 5: .string(text(using: &random))
        case 6:
            .array((0..<Int.random(in: 0...5, using: &random)).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0...5, using: &random)).map { _ in
                        (text(using: &random), .random(depth: depth - 1, using: &random))
                    }
                )
            )
        }
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let characters = ["a", "é", "e\u{301}", "😀", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{2028}", " "]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in
            characters.randomElement(using: &random) ?? ""
        }.joined()
    }
}
