// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension JSON {
    /// Reads the members of an object up to one that is written last, and says where that one's value begins.
    ///
    /// The value itself is not looked at, so a large payload costs nothing until it is read.
    ///
    /// - Throws: `JSONError` if the bytes are not an object, or the member is not in it.
    public static func membersBefore(_ last: String, in bytes: [UInt8]) throws -> (members: JSONObject, start: Int) {
        try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: JSONLimits())
            return try parser.membersBefore(last)
        }
    }

    /// The same of a part of some bytes; where the value begins is a place in that part.
    public static func membersBefore(
        _ last: String,
        in bytes: ArraySlice<UInt8>
    ) throws -> (members: JSONObject, start: Int) {
        let (members, start) = try bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer, limits: JSONLimits())
            return try parser.membersBefore(last)
        }
        return (members, bytes.startIndex + start)
    }
}

extension JSONParser {
    mutating func membersBefore(_ last: String) throws -> (members: JSONObject, start: Int) {
        skipSpace()
        guard peek() == UInt8(ascii: "{") else { throw failure("an object should be here") }
        let brace = UInt8(ascii: "}")
        var members: [JSONObject.Member] = []
        var hasMember = try enter(closing: brace)
        while hasMember {
            let name = try name()
            guard name != last else {
                guard bytes.last == brace, position < bytes.count - 1 else { throw failure("`\(last)` is not last") }
                return (JSONObject(read: members), position)
            }
            members.append(JSONObject.Member(key: name, value: try value()))
            hasMember = try next(closing: brace)
        }
        throw failure("`\(last)` is missing")
    }
}
