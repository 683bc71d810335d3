// SPDX-License-Identifier: MIT

/// A key that was pressed.
enum Key: Sendable, Hashable {
    case character(Character)
    case enter, tab, backTab, escape, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
    /// A letter together with the control key, in lower case.
    case control(Character)
}

/// Reads keys out of the bytes that a terminal sends, in whatever pieces these come.
struct KeyParser: Sendable, Hashable {
    private var waiting: [UInt8] = []

    init() {}

    /// Takes bytes in, and gives the keys that are complete.
    ///
    /// An escape that ends the bytes is the key of that name.
    mutating func feed(_ bytes: [UInt8]) -> [Key] {
        waiting += bytes
        var keys: [Key] = []
        while !waiting.isEmpty {
            guard let (key, count) = next() else {
                // More of a sequence or of a character has to come; nothing that is this long is one.
                if waiting.count > 32 { waiting = [] }
                break
            }
            waiting.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    private func next() -> (key: Key?, count: Int)? {
        switch waiting[0] {
        case 0x1B: return escapeSequence()
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(waiting[0] + 0x60))), 1)
        case ..<0x20: return (nil, 1)
        case ..<0x80: return (.character(Character(Unicode.Scalar(waiting[0]))), 1)
        default: return multibyteCharacter()
        }
    }

    private func multibyteCharacter() -> (key: Key?, count: Int)? {
        let length =
            switch waiting[0] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard waiting.count >= length else { return nil }
        let text = String(validating: waiting.prefix(length), as: UTF8.self)
        // Invalid UTF-8 is skipped, byte by byte.
        guard let character = text?.first else { return (nil, 1) }
        return (.character(character), length)
    }

    private func escapeSequence() -> (key: Key?, count: Int)? {
        guard waiting.count > 1 else { return (.escape, 1) }
        guard waiting[1] == UInt8(ascii: "[") || waiting[1] == UInt8(ascii: "O") else { return (.escape, 1) }
        guard let end = waiting.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
        let parameters = String(decoding: waiting[2..<end], as: UTF8.self)
        return (Self.key(final: waiting[end], parameters), end + 1)
    }

    private static func key(final: UInt8, _ parameters: String) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != ";" }) {
            case "1", "7": .home
            case "3": .delete
            case "4", "8": .end
            case "5": .pageUp
            case "6": .pageDown
            default: nil
            }
        default: nil
        }
    }
}
