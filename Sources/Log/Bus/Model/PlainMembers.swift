// SPDX-License-Identifier: MIT

/// Walks a flat JSON object of the plain form in which attributes are written: short names, strings of ASCII without
/// escapes, integers, booleans.
///
/// Every event passes the broker and each of its readers, and its attributes are most of their work, so they are read
/// without making a tree. Whatever has another form is left to the JSON parser, which decides alone what is right.
struct PlainMembers {
    /// A name and a value, as places in the bytes; a string's value is without its quotes.
    struct Member {
        let key: Range<Int>
        let value: Range<Int>
        let isString: Bool
    }

    enum Step {
        case member(Member)
        /// The member after which the walk was to stop; its value begins here.
        case stopped(at: Int)
        case end
        /// Something that is not of the plain form.
        case unusual
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let last: StaticString?
    private(set) var position = 0

    /// Begins a walk.
    ///
    /// - Parameters:
    ///   - bytes: The object.
    ///   - last: A member whose value is not looked at: the walk stops there.
    init(_ bytes: UnsafeBufferPointer<UInt8>, stoppingAt last: StaticString? = nil) {
        self.bytes = bytes
        self.last = last
    }

    mutating func next() -> Step {
        guard position < bytes.count else { return .unusual }
        switch bytes[position] {
        case UInt8(ascii: "{") where position == 0: position += 1
        case UInt8(ascii: ",") where position > 0: position += 1
        case UInt8(ascii: "}") where position > 0: return position == bytes.count - 1 ? .end : .unusual
        default: return .unusual
        }
        guard let key = quoted(), isName(key), position < bytes.count, bytes[position] == UInt8(ascii: ":") else {
            return .unusual
        }
        position += 1
        if let last, equals(key, last) { return .stopped(at: position) }
        if let text = quoted() { return .member(Member(key: key, value: text, isString: true)) }
        guard let value = scalar() else { return .unusual }
        return .member(Member(key: key, value: value, isString: false))
    }

    /// Whether a part of the bytes is this text.
    func equals(_ part: Range<Int>, _ text: StaticString) -> Bool {
        guard part.count == text.utf8CodeUnitCount else { return false }
        for index in 0..<part.count where bytes[part.lowerBound + index] != text.utf8Start[index] { return false }
        return true
    }

    func text(_ part: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[part]), as: UTF8.self)
    }

    /// The number that a part of up to 20 digits is; zero for anything else.
    func number(_ part: Range<Int>) -> UInt64 {
        guard (1...20).contains(part.count) else { return 0 }
        var value: UInt64 = 0
        for index in part {
            let digit = bytes[index] &- UInt8(ascii: "0")
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            guard digit <= 9, !isTooLarge, product <= UInt64(Int64.max) - UInt64(digit) else { return 0 }
            value = product + UInt64(digit)
        }
        return value
    }

    /// Steps over a string of printable ASCII without escapes.
    private mutating func quoted() -> Range<Int>? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        var end = position + 1
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""):
                defer { position = end + 1 }
                return (position + 1)..<end
            case 0x20..<0x80 where bytes[end] != UInt8(ascii: "\\"): end += 1
            default: return nil
            }
        }
        return nil
    }

    /// Whether a name is of lower-case letters, digits and `_`.
    private func isName(_ key: Range<Int>) -> Bool {
        (1...20).contains(key.count)
            && key.allSatisfy { place in
                switch bytes[place] {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Steps over a boolean, or an integer of up to 15 digits.
    private mutating func scalar() -> Range<Int>? {
        let start = position
        var end = position
        while end < bytes.count, bytes[end] != UInt8(ascii: ","), bytes[end] != UInt8(ascii: "}"), end - start < 16 {
            end += 1
        }
        let value = start..<end
        guard equals(value, "true") || equals(value, "false") || isInteger(value) else { return nil }
        position = end
        return value
    }

    private func isInteger(_ value: Range<Int>) -> Bool {
        guard let first = value.first else { return false }
        let digits = bytes[first] == UInt8(ascii: "-") ? value.dropFirst() : value
        guard let leading = digits.first, digits.count <= 15 else { return false }
        // `-0` and needless zeros have another canonical form.
        return digits.allSatisfy { (0x30...0x39).contains(bytes[$0]) }
            && (bytes[leading] != UInt8(ascii: "0") || value.count == 1)
    }
}
