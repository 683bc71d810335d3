// SPDX-License-Identifier: MIT

/// Which members of a JSON object are wanted, at any depth.
///
/// What is not wanted is stepped over, so that a text is cut without making values of what is dropped.
public struct JSONSelection: Sendable, Hashable {
    private(set) var isWhole = false
    private(set) var members: [String: JSONSelection] = [:]

    /// Wants the members of these names; nested ones are written with dots, and arrays on the way are looked through.
    ///
    /// A member whose own name has the dots is wanted too.
    public init(_ paths: some Sequence<String>) {
        for path in paths {
            let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            want(parts[...])
            if parts.count > 1 { want([path]) }
        }
    }

    private init() {}

    private mutating func want(_ parts: ArraySlice<String>) {
        guard let first = parts.first else {
            isWhole = true
            return
        }
        members[first, default: JSONSelection()].want(parts.dropFirst())
    }

    /// The text of an object with the wanted members only; other members are removed.
    ///
    /// - Throws: `JSONError` for text that is not one JSON value in UTF-8, or passes a limit.
    public func cut(_ bytes: some Collection<UInt8>, limits: JSONLimits = JSONLimits()) throws -> [UInt8] {
        let cut = try bytes.withContiguousStorageIfAvailable { try cutText($0, limits) }
        return try cut ?? Array(bytes).withUnsafeBufferPointer { try cutText($0, limits) }
    }

    private func cutText(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) throws -> [UInt8] {
        var parser = JSONParser(bytes: bytes, limits: limits)
        var output: [UInt8] = []
        parser.skipSpace()
        let isObject = parser.peek() == UInt8(ascii: "{")
        let hasContent = try parser.copyValue(self, to: &output)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.failure("text follows the JSON value") }
        guard hasContent else { return Array((isObject ? "{}" : "null").utf8) }
        let isUTF8 = output.withUnsafeBufferPointer { JSONValidator.isUTF8($0) }
        guard isUTF8 else { throw JSONError("the text is not UTF-8") }
        return output
    }
}

extension JSONParser {
    /// Appends the wanted parts of the value that is here; answers whether there are any.
    fileprivate mutating func copyValue(_ selection: JSONSelection, to output: inout [UInt8]) throws -> Bool {
        if selection.isWhole {
            let start = position
            try skipValue()
            output.append(contentsOf: bytes[start..<position])
            return true
        }
        switch peek() {
        case UInt8(ascii: "{"):
            return try copyContainer(closing: UInt8(ascii: "}"), to: &output) { parser, output in
                let start = parser.position
                let key = try parser.name()
                guard let wanted = selection.members[key] else {
                    try parser.skipValue()
                    return false
                }
                output.append(contentsOf: parser.bytes[start..<parser.position])
                return try parser.copyValue(wanted, to: &output)
            }
        case UInt8(ascii: "["):
            return try copyContainer(closing: UInt8(ascii: "]"), to: &output) { parser, output in
                try parser.copyValue(selection, to: &output)
            }
        default:
            try skipValue()
            return false
        }
    }

    /// Appends the elements that the closure keeps; what it has written of others is taken back.
    private mutating func copyContainer(
        closing: UInt8,
        to output: inout [UInt8],
        element: (inout JSONParser, inout [UInt8]) throws -> Bool
    ) throws -> Bool {
        try count()
        output.append(bytes[position])
        var isEmpty = true
        var hasElement = try enter(closing: closing)
        while hasElement {
            let mark = output.count
            if !isEmpty { output.append(UInt8(ascii: ",")) }
            if try element(&self, &output) {
                isEmpty = false
            } else {
                output.removeSubrange(mark...)
            }
            hasElement = try next(closing: closing)
        }
        output.append(closing)
        return !isEmpty
    }
}
