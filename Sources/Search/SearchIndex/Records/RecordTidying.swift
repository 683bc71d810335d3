// SPDX-License-Identifier: MIT

import Wire

/// Rewrites the text of a record without what has no meaning in it.
enum RecordTidying {
    /// The text of a record without white space between values, and without members that a later one of the same name
    /// stands for.
    ///
    /// - Parameters:
    ///   - text: Text that is a JSON object.
    ///   - hasDuplicates: Whether an object may have two members of one name.
    /// - Returns: The same values as text.
    static func tidied(_ text: [UInt8], hasDuplicates: Bool) -> [UInt8] {
        let text = hasDuplicates ? withoutMembers(text, { _ in false }) : text
        return text.withUnsafeBufferPointer { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count)
            var place = 0
            while place < bytes.count {
                var cursor = RecordCursor(bytes)
                let quote = bytes.first(UInt8(ascii: "\""), from: place)
                for byte in bytes[place..<quote] where byte > 0x20 { output.append(byte) }
                cursor.position = quote
                guard (try? cursor.string()) != nil else { break }
                output.append(contentsOf: bytes[quote..<cursor.position])
                place = cursor.position
            }
            return output
        }
    }

    /// The text of a record without some of its own members, and without members that a later one of the same name stands
    /// for, at every depth.
    ///
    /// - Parameters:
    ///   - text: Text that is a JSON object.
    ///   - isLeftOut: Says of the name of one of the record's own members whether it is left out.
    /// - Returns: The values that are left as text.
    static func withoutMembers(_ text: [UInt8], _ isLeftOut: ([UInt8]) -> Bool) -> [UInt8] {
        text.withUnsafeBufferPointer { bytes in
            var output: [UInt8] = []
            output.reserveCapacity(bytes.count)
            var cursor = RecordCursor(bytes)
            cursor.skipSpace()
            guard (try? copy(from: &cursor, to: &output, isLeftOut)) != nil else { return Array(bytes) }
            return output
        }
    }

    private static func copy(
        from cursor: inout RecordCursor,
        to output: inout [UInt8],
        _ isLeftOut: ([UInt8]) -> Bool
    ) throws(JSONError) {
        switch cursor.next {
        case UInt8(ascii: "{"):
            let members = try members(at: cursor)
            let last = Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: max)
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for (index, member) in members.enumerated() where last[member.name] == index && !isLeftOut(member.name) {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output.append(contentsOf: cursor.bytes[member.start..<member.value])
                cursor.position = member.value
                try copy(from: &cursor, to: &output) { _ in false }
            }
            output.append(UInt8(ascii: "}"))
            cursor.position = members.last?.end ?? cursor.position + 1
            cursor.skipSpace()
            cursor.position += 1
        case UInt8(ascii: "["):
            output.append(UInt8(ascii: "["))
            _ = cursor.take(UInt8(ascii: "["))
            while cursor.next != UInt8(ascii: "]") {
                try copy(from: &cursor, to: &output) { _ in false }
                cursor.skipSpace()
                guard cursor.take(UInt8(ascii: ",")) else { break }
                output.append(UInt8(ascii: ","))
            }
            output.append(UInt8(ascii: "]"))
            cursor.position += 1
        default:
            let start = cursor.position
            try cursor.skipValue()
            output.append(contentsOf: cursor.bytes[start..<cursor.position])
        }
    }

    /// A member of an object: its name without escapes, and where it starts, its value starts, and it ends.
    private struct Member {
        let name: [UInt8]
        let start: Int
        let value: Int
        let end: Int
    }

    /// The members of the object at a cursor.
    private static func members(at cursor: RecordCursor) throws(JSONError) -> [Member] {
        var cursor = cursor
        var members: [Member] = []
        _ = cursor.take(UInt8(ascii: "{"))
        while cursor.next == UInt8(ascii: "\"") {
            let start = cursor.position
            let (name, isEscaped) = try cursor.name()
            let value = cursor.position
            try cursor.skipValue()
            members.append(
                Member(
                    name: isEscaped ? RecordCursor.withUnescaped(name) { Array($0) } : Array(name),
                    start: start,
                    value: value,
                    end: cursor.position
                )
            )
            cursor.skipSpace()
            guard cursor.take(UInt8(ascii: ",")) else { break }
        }
        return members
    }
}
