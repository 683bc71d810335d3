// SPDX-License-Identifier: MIT

import SearchModel
import Wire

struct RecordWalk {
    typealias Visit = (_ path: Int, _ scalar: RecordScalar, _ element: Int) -> Void

    private let walker: RecordWalker
    /// How many values of each attribute were shown.
    private let counts: UnsafeMutableBufferPointer<Int32>
    private var cursor: RecordCursor

    init(
        _ walker: RecordWalker,
        _ bytes: UnsafeBufferPointer<UInt8>,
        counts: UnsafeMutableBufferPointer<Int32>
    ) {
        self.walker = walker
        self.counts = counts
        cursor = RecordCursor(bytes)
    }

    mutating func record(_ visit: Visit) throws(JSONError) {
        cursor.skipSpace()
        guard cursor.next == UInt8(ascii: "{") else { throw cursor.failure }
        try object(0, depth: 1, visit)
    }

    /// Walks through the members of an object, of which some are wanted.
    private mutating func object(_ number: Int32, depth: Int, _ visit: Visit) throws(JSONError) {
        guard depth < RecordCursor.deepest else { throw cursor.failure }
        _ = cursor.take(UInt8(ascii: "{"))
        if cursor.take(UInt8(ascii: "}")) { return }
        repeat {
            let (name, isEscaped) = try cursor.name()
            let member =
                isEscaped
                ? RecordCursor.withUnescaped(name) { walker.names.number(of: $0, below: number) }
                : walker.names.number(of: name, below: number)
            if member == 0 {
                try cursor.skipValue()
            } else {
                try value(member, arrays: 0, depth: depth, visit)
            }
            cursor.skipSpace()
        } while cursor.take(UInt8(ascii: ","))
        guard cursor.next == UInt8(ascii: "}") else { throw cursor.failure }
        cursor.position += 1
    }

    /// Walks through a value of which something is wanted.
    private mutating func value(_ number: Int32, arrays: Int, depth: Int, _ visit: Visit) throws(JSONError) {
        switch cursor.next {
        case UInt8(ascii: "\""):
            let (text, isEscaped) = try cursor.string()
            guard !walker.members[Int(number)].attributes.isEmpty else { return }
            if isEscaped {
                RecordCursor.withUnescaped(text) { show(.text($0), of: number, visit) }
            } else {
                show(.text(text), of: number, visit)
            }
        case UInt8(ascii: "{"):
            if let attribute = walker.members[Int(number)].places, arrays <= 1, let place = try cursor.place() {
                show(.place(place), attribute, visit)
            }
            if walker.members[Int(number)].hasMembers {
                try object(number, depth: depth + 1, visit)
            } else {
                try cursor.skipValue()
            }
        case UInt8(ascii: "["):
            guard depth < RecordCursor.deepest else { throw cursor.failure }
            _ = cursor.take(UInt8(ascii: "["))
            if cursor.take(UInt8(ascii: "]")) { return }
            repeat {
                try value(number, arrays: arrays + 1, depth: depth + 1, visit)
                cursor.skipSpace()
            } while cursor.take(UInt8(ascii: ","))
            guard cursor.next == UInt8(ascii: "]") else { throw cursor.failure }
            cursor.position += 1
        default:
            if let scalar = cursor.scalar() { show(scalar, of: number, visit) }
        }
    }

    @inline(__always)
    private func show(_ scalar: RecordScalar, of number: Int32, _ visit: Visit) {
        for attribute in walker.members[Int(number)].attributes { show(scalar, attribute, visit) }
    }

    @inline(__always)
    private func show(_ scalar: RecordScalar, _ attribute: Int, _ visit: Visit) {
        visit(attribute, scalar, Int(counts[attribute]))
        counts[attribute] += 1
    }
}

extension RecordCursor {
    /// The place that the object here tells by its members `lat` and `lng`, `nil` where it tells none; the cursor stays.
    fileprivate func place() throws(JSONError) -> GeoPoint? {
        var cursor = self
        var (latitude, longitude): (Double?, Double?)
        _ = cursor.take(UInt8(ascii: "{"))
        while cursor.next == UInt8(ascii: "\"") {
            let (raw, isEscaped) = try cursor.name()
            let name =
                isEscaped
                ? RecordCursor.withUnescaped(raw) { String(decoding: $0, as: UTF8.self) }
                : String(decoding: raw.prefix(4), as: UTF8.self)
            switch name {
            case "lat": latitude = try cursor.double()
            case "lng": longitude = try cursor.double()
            default: try cursor.skipValue()
            }
            cursor.skipSpace()
            guard cursor.take(UInt8(ascii: ",")) else { break }
        }
        guard let latitude, let longitude else { return nil }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    /// Takes a value, and answers it where it is a number.
    private mutating func double() throws(JSONError) -> Double? {
        switch next {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
        default:
            try skipValue()
            return nil
        }
        switch scalar() {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: return nil
        }
    }
}
