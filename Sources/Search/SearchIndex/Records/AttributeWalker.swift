// SPDX-License-Identifier: MIT

import Wire

/// Walks through the text of records, and shows every value that is in them with the name of its attribute.
///
/// It is for a look at records of which nothing is known: how many attributes it tells apart is limited, and how deep they
/// may lie, and names of hundreds of letters are passed over. The `objectID` of records is passed over.
struct AttributeWalker: Sendable {
    /// How many attributes are distinguished.
    static let mostAttributes = 256
    /// How many names lead to an attribute.
    static let deepest = 4
    private static let mostNames = 4_096
    /// How many bytes a name that is remembered may have.
    private static let longestName = 512
    /// The place of an attribute that no value was met of, and of one that came when there were too many.
    private static let (unknown, excess) = (-1 as Int32, -2)

    /// The names of the attributes met, with dots; values are shown with their place in this list.
    private(set) var attributes: [String] = []
    /// The places of those that records have themselves, and no object in them.
    private(set) var ownAttributes: Set<Int> = []
    private(set) var isComplete = true

    private var names = NameTree()
    /// The name of each number of the tree, with dots.
    private var paths: [String] = [""]
    /// The place in the list of attributes of each number of the tree.
    private var places: [Int32] = [unknown]
    /// Whether the name of each number of the tree is that of a record's own member.
    private var isOwn = [false]
    private let identifier: Int32

    init() {
        identifier = names.adding(Record.identifierAttribute, below: 0)
        paths.append(Record.identifierAttribute)
        isOwn.append(true)
        places.append(AttributeWalker.unknown)
    }

    /// Shows every value in the order of the text.
    ///
    /// - Parameters:
    ///   - bytes: The text of a record.
    ///   - visit: Is shown the place of the attribute in `attributes`, the value, and whether it is in a list.
    /// - Throws: `JSONError` for invalid JSON; what precedes the position is shown.
    mutating func walk(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ visit: (_ attribute: Int, _ scalar: RecordScalar, _ isInList: Bool) -> Void
    ) throws(JSONError) {
        var cursor = RecordCursor(bytes)
        cursor.skipSpace()
        guard cursor.next == UInt8(ascii: "{") else { throw cursor.failure }
        try object(below: 0, depth: 0, &cursor, visit)
    }

    private mutating func object(
        below parent: Int32,
        depth: Int,
        _ cursor: inout RecordCursor,
        _ visit: (Int, RecordScalar, Bool) -> Void
    ) throws(JSONError) {
        _ = cursor.take(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return }
        repeat {
            let (raw, isEscaped) = try cursor.name()
            // What is null makes no attribute.
            let member: Int32 =
                if cursor.next == UInt8(ascii: "n") {
                    0
                } else if isEscaped {
                    RecordCursor.withUnescaped(raw) { number(of: $0, below: parent) }
                } else {
                    number(of: raw, below: parent)
                }
            if member == 0 || member == identifier {
                try cursor.skipValue()
            } else {
                try value(of: member, depth: depth + 1, arrays: 0, &cursor, visit)
            }
            cursor.skipSpace()
        } while cursor.take(UInt8(ascii: ","))
        guard cursor.next == UInt8(ascii: "}") else { throw cursor.failure }
        cursor.position += 1
    }

    private mutating func value(
        of member: Int32,
        depth: Int,
        arrays: Int,
        _ cursor: inout RecordCursor,
        _ visit: (Int, RecordScalar, Bool) -> Void
    ) throws(JSONError) {
        switch cursor.next {
        case UInt8(ascii: "\""):
            let (text, isEscaped) = try cursor.string()
            guard let attribute = attribute(of: member) else { return }
            if isEscaped {
                RecordCursor.withUnescaped(text) { visit(attribute, .text($0), arrays > 0) }
            } else {
                visit(attribute, .text(text), arrays > 0)
            }
        case UInt8(ascii: "{") where depth < AttributeWalker.deepest:
            try object(below: member, depth: depth, &cursor, visit)
        case UInt8(ascii: "{"):
            var content = cursor
            _ = content.take(UInt8(ascii: "{"))
            isComplete = isComplete && content.next == UInt8(ascii: "}")
            try cursor.skipValue()
        case UInt8(ascii: "["):
            guard arrays < RecordCursor.deepest else { throw cursor.failure }
            _ = cursor.take(UInt8(ascii: "["))
            if cursor.take(UInt8(ascii: "]")) { return }
            repeat {
                try value(of: member, depth: depth, arrays: arrays + 1, &cursor, visit)
                cursor.skipSpace()
            } while cursor.take(UInt8(ascii: ","))
            guard cursor.next == UInt8(ascii: "]") else { throw cursor.failure }
            cursor.position += 1
        default:
            if let scalar = cursor.scalar(), let attribute = attribute(of: member) {
                visit(attribute, scalar, arrays > 0)
            }
        }
    }

    /// The number of a member's name; 0 where there are too many names, or it is too long.
    private mutating func number(of name: UnsafeBufferPointer<UInt8>, below parent: Int32) -> Int32 {
        let known = names.number(of: name, below: parent)
        if known != 0 { return known }
        guard names.count <= AttributeWalker.mostNames, name.count <= AttributeWalker.longestName else {
            isComplete = false
            return 0
        }
        let text = String(decoding: name, as: UTF8.self)
        paths.append(parent == 0 ? text : "\(paths[Int(parent)]).\(text)")
        places.append(AttributeWalker.unknown)
        isOwn.append(parent == 0)
        return names.adding(name, below: parent)
    }

    /// The attribute of a member that has a value; `nil` where there are too many.
    private mutating func attribute(of member: Int32) -> Int? {
        var place = places[Int(member)]
        if place == AttributeWalker.unknown {
            // The same name can come from dots in a member's own name.
            let path = paths[Int(member)]
            let known = attributes.firstIndex(of: path)
            if known == nil, attributes.count < AttributeWalker.mostAttributes {
                if isOwn[Int(member)] { ownAttributes.insert(attributes.count) }
                attributes.append(path)
            }
            place = Int32(clamping: known ?? (attributes.last == path ? attributes.count - 1 : AttributeWalker.excess))
            places[Int(member)] = place
        }
        guard place >= 0 else {
            isComplete = false
            return nil
        }
        return Int(place)
    }
}
