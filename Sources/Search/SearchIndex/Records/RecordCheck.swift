// SPDX-License-Identifier: MIT

import Wire

/// What a look through the text of a record tells: whether it can be one, and what it is known by.
struct RecordCheck {
    private(set) var objectID = ""
    /// Whether an object has two members of one name, or two whose names cannot be distinguished without a closer look.
    private(set) var hasDuplicates = false
    /// Whether the text can stay as it is.
    private(set) var isTidy = true

    /// The members up to which each one is compared with all others.
    private static let fewMembers = 16

    /// What the names of the members of the objects that are open are mixed to.
    private var names: [UInt64] = []
    private var values = 0
    /// Where the value of the `objectID` starts.
    private var identifier: Int?

    /// Looks through a text.
    init(_ text: [UInt8]) throws(RecordFault) {
        guard text.count <= Record.largest else { throw .tooLong }
        do {
            try JSONValidator.validate(text, limits: JSONLimits(depth: Record.deepest, values: .max))
        } catch {
            throw RecordCheck.fault(of: error as? JSONError, in: text)
        }
        let fault = text.withUnsafeBufferPointer { bytes -> RecordFault? in
            do throws(RecordFault) {
                try look(through: bytes)
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw fault }
    }

    private mutating func look(through bytes: UnsafeBufferPointer<UInt8>) throws(RecordFault) {
        var cursor = RecordCursor(bytes)
        skipSpace(&cursor)
        guard cursor.next == UInt8(ascii: "{") else { throw RecordFault("A record is not a JSON object") }
        names.reserveCapacity(64)
        try value(&cursor, isRecord: true)
        isTidy = isTidy && !hasDuplicates && cursor.position == bytes.count
        guard let identifier else { throw RecordCheck.noIdentifier }
        cursor.position = identifier
        objectID = try RecordCheck.objectID(at: cursor)
    }

    // MARK: - Values

    /// Steps over a value of text that is JSON, looking for what a record may not have.
    private mutating func value(_ cursor: inout RecordCursor, isRecord: Bool = false) throws(RecordFault) {
        switch cursor.next {
        case UInt8(ascii: "\""): _ = try string(&cursor)
        case UInt8(ascii: "{"):
            let first = names.count
            try elements(&cursor, closing: UInt8(ascii: "}")) { check, cursor throws(RecordFault) in
                try check.member(&cursor, first: first, isRecord: isRecord)
            }
            hasDuplicates = hasDuplicates || areAlike(from: first)
            names.removeLast(names.count - first)
        case UInt8(ascii: "["):
            try elements(&cursor, closing: UInt8(ascii: "]")) { check, cursor throws(RecordFault) in
                try check.value(&cursor)
            }
        default: cursor.skipWord()
        }
        values += 1
        guard values <= Record.mostValues else {
            throw RecordFault("The record holds more than \(Record.mostValues) values", at: cursor.position)
        }
    }

    @inline(__always)
    private mutating func elements(
        _ cursor: inout RecordCursor,
        closing: UInt8,
        _ element: (inout RecordCheck, inout RecordCursor) throws(RecordFault) -> Void
    ) throws(RecordFault) {
        cursor.position += 1
        skipSpace(&cursor)
        while cursor.next != closing {
            try element(&self, &cursor)
            skipSpace(&cursor)
            guard cursor.next == UInt8(ascii: ",") else { break }
            cursor.position += 1
            skipSpace(&cursor)
        }
        cursor.position += 1
    }

    private mutating func member(_ cursor: inout RecordCursor, first: Int, isRecord: Bool) throws(RecordFault) {
        let start = cursor.position
        let (name, isEscaped) = try string(&cursor)
        skipSpace(&cursor)
        cursor.position += 1
        skipSpace(&cursor)
        let mixed = isEscaped ? RecordCursor.withUnescaped(name) { $0.mixed } : name.mixed
        names.append(mixed)
        if isRecord, mixed == RecordCheck.identifierMixed, RecordCheck.isIdentifier(name, isEscaped) {
            identifier = cursor.position
        }
        values += 1
        guard names.count - first <= Record.mostMembers else {
            throw RecordFault("An object has more than \(Record.mostMembers) members", at: start)
        }
        try value(&cursor)
    }

    @inline(__always)
    private func string(
        _ cursor: inout RecordCursor
    ) throws(RecordFault) -> (text: UnsafeBufferPointer<UInt8>, isEscaped: Bool) {
        let start = cursor.position + 1
        guard let (text, isEscaped) = try? cursor.string() else { throw RecordCheck.fault(of: cursor.failure) }
        if isEscaped, let place = RecordCheck.firstNUL(in: text) {
            throw RecordFault("A text holds the character NUL", at: start + place)
        }
        return (text, isEscaped)
    }

    @inline(__always)
    private mutating func skipSpace(_ cursor: inout RecordCursor) {
        guard cursor.next <= 0x20, cursor.position < cursor.bytes.count else { return }
        isTidy = false
        cursor.skipSpace()
    }

    /// Whether two of the names from one on are mixed to the same.
    private func areAlike(from first: Int) -> Bool {
        let mixed = names[first...]
        guard mixed.count <= RecordCheck.fewMembers else {
            let sorted = mixed.sorted()
            return zip(sorted, sorted.dropFirst()).contains(where: ==)
        }
        for index in mixed.indices {
            for other in mixed.startIndex..<index where mixed[other] == mixed[index] { return true }
        }
        return false
    }

    /// The first place of a string at which an escape stands for NUL.
    private static func firstNUL(in string: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = string.firstQuoteOrBackslash(from: 0)
        while place < string.count {
            if string[place...].starts(with: #"\u0000"#.utf8) { return place }
            place = string.firstQuoteOrBackslash(from: Swift.min(place + 2, string.count))
        }
        return nil
    }

    // MARK: - Identifier

    private static let identifierMixed = Array(Record.identifierAttribute.utf8).withUnsafeBufferPointer { $0.mixed }

    private static func isIdentifier(_ name: UnsafeBufferPointer<UInt8>, _ isEscaped: Bool) -> Bool {
        isEscaped
            ? RecordCursor.withUnescaped(name) { $0.elementsEqual(Record.identifierAttribute.utf8) }
            : name.elementsEqual(Record.identifierAttribute.utf8)
    }

    /// What is wrong with a record that has no `objectID`, or null for one.
    static var noIdentifier: RecordFault {
        RecordFault(
            "A record has no `objectID`",
            remedy: "Give each record an `objectID`, or pass --generate-ids to number them by line."
        )
    }

    private static func objectID(at start: RecordCursor) throws(RecordFault) -> String {
        var cursor = start
        switch cursor.next {
        case UInt8(ascii: "\""):
            if let (text, isEscaped) = try? cursor.string() {
                let objectID =
                    isEscaped
                    ? RecordCursor.withUnescaped(text) { String(decoding: $0, as: UTF8.self) }
                    : String(decoding: text, as: UTF8.self)
                if !objectID.isEmpty, objectID.utf8.count <= 512 { return objectID }
            }
        case UInt8(ascii: "n"): throw noIdentifier
        default:
            if case .integer(let number)? = cursor.scalar() { return String(number) }
        }
        throw RecordFault(
            "The `objectID`\(scalar(at: start)) is not a text of 1 to 512 bytes or an integer of 64 bits"
        )
    }

    // MARK: - Faults

    /// A number or a literal behind a blank, for messages; empty for another value.
    private static func scalar(at cursor: RecordCursor) -> String {
        guard !#""[{"#.utf8.contains(cursor.next) else { return "" }
        var end = cursor
        end.skipWord()
        return " " + String(decoding: cursor.bytes[cursor.position..<end.position].prefix(40), as: UTF8.self)
    }

    /// What is wrong with a text that the validator refuses.
    private static func fault(of error: JSONError?, in text: [UInt8] = []) -> RecordFault {
        guard let error else { return RecordFault("This is not JSON") }
        guard let offset = error.offset ?? firstInvalid(in: text) else {
            return RecordFault("This is not JSON: \(error.message)")
        }
        let isOpening = text.dropFirst(offset).first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
        if isOpening, depth(of: text.prefix(offset)) >= Record.deepest {
            return RecordFault("The record nests more than \(Record.deepest) deep", at: offset)
        }
        let remedy = error.offset == nil ? TextEncoding.remedy : nil
        return RecordFault("This is not JSON: \(error.message)", at: offset, remedy: remedy)
    }

    /// Where a text stops being UTF-8.
    private static func firstInvalid(in text: [UInt8]) -> Int? {
        var decoder = UTF8()
        var iterator = text.makeIterator()
        var place = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): place += UTF8.width(scalar)
            case .error: return place
            case .emptyInput: return nil
            }
        }
    }

    /// How many arrays and objects are open at the end of a text.
    private static func depth(of text: ArraySlice<UInt8>) -> Int {
        var (depth, isInString, isEscaped) = (0, false, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\"") where !isEscaped: isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
            default: break
            }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return depth
    }
}
