// SPDX-License-Identifier: MIT

import Wire

/// A change of some attributes of a record, whose other members stay as they are written: numbers keep all their digits.
struct RecordUpdate {
    private let attributes: [JSONObject.Member]

    /// Takes the attributes with what becomes of them; the identifier of a record stays.
    init(_ attributes: JSONObject) {
        self.attributes = attributes.members.filter { $0.key != Record.identifierAttribute }
    }

    /// The record after the change.
    ///
    /// - Parameter text: The record as it is kept; an object with its identifier alone for a new one.
    /// - Returns: The record, with what is new behind its other members.
    /// - Throws: `JSONError` for an invalid text, `SearchBusError.invalidRecord` where the record becomes too large.
    func applied(to text: [UInt8]) throws -> Record {
        var output: [UInt8] = [UInt8(ascii: "{")]
        output.reserveCapacity(text.count + 256)
        func write(_ name: String, _ value: JSON) {
            if output.count > 1 { output.append(UInt8(ascii: ",")) }
            JSON.writeString(name, to: &output)
            output.append(UInt8(ascii: ":"))
            value.write(to: &output)
        }
        // Names are compared by their bytes, as those of records are.
        var places = Dictionary(attributes.enumerated().map { (Array($1.key.utf8), $0) }) { first, _ in first }
        try text.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes)
            try cursor.forEachMember { cursor, name in
                let value = try cursor.text()
                guard !places.isEmpty, let place = places.removeValue(forKey: Array(name.utf8)) else {
                    write(name, value)
                    return
                }
                write(name, AttributeOperation.apply(attributes[place].value, to: value) ?? value)
            }
        }
        for place in places.values.sorted() {
            guard let value = AttributeOperation.apply(attributes[place].value, to: nil) else { continue }
            write(attributes[place].key, value)
        }
        output.append(UInt8(ascii: "}"))
        return try Record(text: output)
    }
}
